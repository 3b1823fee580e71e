"""What all tests share: how hard to try, what is left out, and telling what could not run.

`tests/run` speaks to this file by two variables: TURNKEEPER_RELEASE asks for the longer proofs, and
TURNKEEPER_NOTHING_SKIPPED makes a skipped test a failure, as CI has it.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

ROOT = Path(__file__).parent.parent
RELEASE = bool(os.environ.get("TURNKEEPER_RELEASE"))
NOTHING_SKIPPED = bool(os.environ.get("TURNKEEPER_NOTHING_SKIPPED"))

# Whoever imports it first, its assertions say what they found.
pytest.register_assert_rewrite("tests.session.evening")

set_hypothesis_home_dir(ROOT / ".cache" / "hypothesis")

# No deadlines: a slow machine is no fault of the rules. In CI the same examples every time, so that
# a red run is about the change; a release looks where nobody has looked before.
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "release",
    settings.get_profile("ci"),
    derandomize=False,
    max_examples=5_000,
    print_blob=True,
)
settings.load_profile("release" if RELEASE else "ci")


@pytest.fixture(scope="session")
def release() -> bool:
    """Whether the longer figures of promises are wanted (`tests/run --release`)."""
    return RELEASE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the longer proofs to a release, and skip what needs root where there is none."""
    if not RELEASE:
        later = [item for item in items if item.get_closest_marker("release")]
        items[:] = [item for item in items if item not in later]
        config.hook.pytest_deselected(items=later)
    if os.geteuid() != 0:
        for item in items:
            if item.get_closest_marker("root"):
                item.add_marker(pytest.mark.skip(reason="root's rights"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be skipped, let a skipped test fail the run."""
    if NOTHING_SKIPPED and skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say in words what was skipped, for lack of what."""
    reasons = skipped(config)
    if not reasons:
        return
    terminalreporter.section("skipped, for lack of what they need")
    for reason, times in sorted(reasons.items()):
        terminalreporter.line(f"{times} {'test' if times == 1 else 'tests'}: {reason}")
    if NOTHING_SKIPPED:
        terminalreporter.line("Nothing may be skipped in this run, so it has failed.", red=True)


def skipped(config: pytest.Config) -> Counter[str]:
    """The reasons that tests, or whole files of them, gave for not running, and how often."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reasons: Counter[str] = Counter()
    for report in reporter.stats.get("skipped", []) if reporter else []:
        _, _, reason = report.longrepr
        reasons[reason.removeprefix("Skipped: ")] += 1
    return reasons
