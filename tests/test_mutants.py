"""Every numbered rule is named by a test that turns red when one line of the rule is broken.

The mutants and how they are run stand in mutants.py; here they run a few at a time.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.mutants import (
    BATTLES,
    PACKAGE,
    WORKERS,
    Mutant,
    Outcome,
    changed,
    mutants,
    names,
    naming,
    rules,
    run,
    run_all,
)

ALL = mutants()
every_mutant = pytest.mark.parametrize(
    "mutant", ALL, ids=lambda m: f"{m.rule}: {m.test.rpartition('/')[2]}"
)


@dataclass
class Bench:
    """Where mutants run, each asked for once."""

    pool: ThreadPoolExecutor
    asked: dict[Mutant, Future[Outcome]]

    def outcome(self, mutant: Mutant) -> Outcome:
        """What came of it; those that are still to be asked for run meanwhile."""
        return self.asked[mutant].result()


@pytest.fixture(scope="module")
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """All mutants that this run asks for, begun at once."""
    specs = [getattr(item, "callspec", None) for item in request.session.items]
    wanted = [spec.params["mutant"] for spec in specs if spec and "mutant" in spec.params]
    with ThreadPoolExecutor(WORKERS) as pool:
        yield Bench(pool, {m: pool.submit(run, m.test, m) for m in dict.fromkeys(wanted)})
        pool.shutdown(cancel_futures=True)


@every_mutant
def test_a_broken_rule_turns_its_test_red(mutant: Mutant, bench: Bench) -> None:
    outcome = bench.outcome(mutant)
    assert outcome.sound, f"the code itself fails, which proves nothing: {outcome.said}"
    assert outcome.red, f"{mutant.test} does not find {mutant.rule} broken"


@every_mutant
def test_the_test_names_the_rule(mutant: Mutant) -> None:
    assert mutant.rule in names(mutant.test)


def test_every_rule_has_its_mutant() -> None:
    assert list(dict.fromkeys(mutant.rule for mutant in ALL)) == rules()
    assert all(naming(rule) for rule in rules())


def test_control_unbroken_all_of_it_is_green() -> None:
    battles = [str(path.relative_to(BATTLES)) for path in sorted(BATTLES.rglob("*.battle"))]
    for tests in (battles, [m.test for m in ALL if not m.test.endswith(".battle")]):
        outcome = run_all(tests)
        assert outcome.sound, outcome.said
        assert not outcome.red, outcome.said


def test_control_code_that_fails_is_no_proof() -> None:
    broken = Mutant("HQ-09", "systems/hummel.py", "PIVOT_METRES = 10", "pass", "")
    outcome = run("hummel/hq-09-movement.battle", broken)
    assert not outcome.sound
    assert "PIVOT_METRES" in outcome.said


def test_control_a_mutant_that_changes_nothing_that_is_proved_lives() -> None:
    fast = Mutant("HQ-12", "systems/hummel.py", "seconds=3,", "seconds=6,", "")
    assert run("hummel/hq-12-three-seconds-a-turn.battle", fast).red
    assert not run("hummel/hq-04-higher-first.battle", fast).red


@pytest.mark.parametrize(
    ("line", "within", "wrong"),
    [
        ("seconds=4,", "", "no line"),
        ("while True:", "", ""),
        ("return budget", "no such", "0 lines"),
    ],
)
def test_control_a_line_that_is_not_there_any_more_is_told(
    line: str, within: str, wrong: str
) -> None:
    text = (PACKAGE / "systems" / "hummel.py").read_text(encoding="utf-8")
    mutant = Mutant("HQ-00", "systems/hummel.py", line, "pass", "", within)
    if not wrong:
        assert changed(text, mutant) != text
        return
    with pytest.raises(ValueError, match=wrong):
        changed(text, mutant)


def test_control_a_line_that_is_there_twice_needs_a_line_before_it() -> None:
    text = "def a():\n    pass\ndef b():\n    pass"
    with pytest.raises(ValueError, match="2 lines 'pass'"):
        changed(text, Mutant("", "x.py", "pass", "1", ""))
    assert changed(text, Mutant("", "x.py", "pass", "1", "", "def b():")).endswith("b():\n    1")
