"""When a button on a pod was pressed, held, or is stuck; told late or in time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.pods import fingers as fingers_module
from turnkeeper.pods.fingers import GRACE_S, HOLD_S, STUCK_S, Fingers, Touch

POD = "27fa7de8"


def kinds(touches: list[Touch]) -> list[str]:
    """Give what they are."""
    return [touch.kind for touch in touches]


def test_a_press_counts_at_its_release_with_the_source_of_that() -> None:
    fingers = Fingers()
    fingers.press(POD, 2, "p/1/2", 0.0, 10.0)
    assert fingers.tick(10.2) == []
    assert fingers.release(POD, 2, "p/1/3", 0.0, 10.3) == [Touch(POD, 2, "press", "p/1/3")]
    assert fingers.next_due is None


def test_a_hold_counts_once_at_half_a_second_and_its_release_does_nothing() -> None:
    fingers = Fingers()
    fingers.press(POD, 1, "p/1/2", 0.0, 10.0)
    assert fingers.next_due == 10.0 + HOLD_S
    assert fingers.tick(10.0 + HOLD_S - 0.001) == []
    assert fingers.tick(10.0 + HOLD_S) == [Touch(POD, 1, "hold", "p/1/2")]
    assert fingers.tick(11.0) == []
    assert fingers.release(POD, 1, "p/1/3", 0.0, 11.1) == []


def test_what_is_told_late_is_reckoned_from_when_it_happened() -> None:
    fingers = Fingers()
    # Pressed at 8.4 and let go at 8.6; both told at 10.
    fingers.press(POD, 1, "p/1/2", 1.6, 10.0)
    assert fingers.tick(10.0) == []  # its release may be on its way
    assert kinds(fingers.release(POD, 1, "p/1/3", 1.41, 10.01)) == ["press"]
    # Pressed at 18.4 and held until 19.2.
    fingers.press(POD, 1, "p/1/4", 1.6, 20.0)
    assert kinds(fingers.release(POD, 1, "p/1/5", 0.81, 20.01)) == ["hold"]
    # Pressed at 28.4, and held still.
    fingers.press(POD, 1, "p/1/6", 1.6, 30.0)
    assert kinds(fingers.tick(30.0 + GRACE_S)) == ["hold"]


def test_control_without_grace_a_late_press_would_be_a_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fingers_module, "GRACE_S", 0.0)
    fingers = Fingers()
    fingers.press(POD, 1, "p/1/2", 1.6, 10.0)
    assert kinds(fingers.tick(10.0)) == ["hold"]


def test_a_release_whose_press_was_too_old_does_nothing() -> None:
    assert Fingers().release(POD, 1, "p/1/3", 2.0, 10.0) == []


def test_what_bounces_counts_once() -> None:
    fingers = Fingers()
    fingers.press(POD, 1, "p/1/2", 0.0, 10.0)
    assert kinds(fingers.release(POD, 1, "p/1/3", 0.0, 10.1)) == ["press"]
    fingers.press(POD, 1, "p/1/4", 0.0, 10.112)
    assert fingers.release(POD, 1, "p/1/5", 0.0, 10.12) == []
    fingers.press(POD, 1, "p/1/6", 0.0, 10.2)
    assert kinds(fingers.release(POD, 1, "p/1/7", 0.0, 10.3)) == ["press"]


def test_a_stuck_button_is_named_once_and_others_go_on() -> None:
    fingers = Fingers()
    fingers.press(POD, 1, "p/1/2", 0.0, 10.0)
    assert kinds(fingers.tick(10.0 + STUCK_S)) == ["hold", "stuck"]
    assert fingers.tick(100.0) == []
    assert fingers.next_due is None
    fingers.press(POD, 2, "p/1/3", 0.0, 101.0)
    assert kinds(fingers.release(POD, 2, "p/1/4", 0.0, 101.1)) == ["press"]


def test_a_pod_that_is_gone_holds_nothing() -> None:
    fingers = Fingers()
    fingers.press(POD, 1, "p/1/2", 0.0, 10.0)
    fingers.press("other", 1, "o/1/2", 0.0, 10.0)
    fingers.lift(POD)
    assert [touch.pod for touch in fingers.tick(11.0)] == ["other"]
    assert fingers.release(POD, 1, "p/1/3", 0.0, 10.1) == []


@given(
    spans=st.lists(
        st.tuples(st.floats(0.05, 2.0), st.floats(0.05, 2.0), st.floats(0.0, 2.0)), max_size=20
    )
)
def test_each_touch_counts_once_and_as_it_was(spans: list[tuple[float, float, float]]) -> None:
    # Up for so long, down for so long, and the frames so late, as the link lets them be.
    fingers = Fingers()
    at = told_at = 0.0
    for number, (up, down, late) in enumerate(spans):
        pressed, released = at + up, at + up + down
        at = released
        found = []
        told_at = max(told_at, pressed + late)
        fingers.press(POD, 1, f"p/1/{2 * number}", told_at - pressed, told_at)
        release_told = max(released, told_at + 0.005)  # the next frame, once this is acknowledged
        found += fingers.tick(release_told)
        found += fingers.release(POD, 1, "", release_told - released, release_told)
        told_at = release_told
        sure = abs(down - HOLD_S) > 1e-6
        assert len([touch for touch in found if touch.kind != "stuck"]) == 1
        assert not sure or found[0].kind == ("hold" if down > HOLD_S else "press")
