"""The options, the fixture `dp_vector` and the final table."""

from __future__ import annotations

import argparse
import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from plumbline_vectors import DATA, Vector, load, unknown_word

from .mark import KEYWORDS, read_mark
from .score import Score, badge, joined, table

_TIERS = ("easy", "hard", "extreme")


def _tiers(text: str) -> list[str]:
    """Parses tiers, separated by commas."""
    for tier in text.split(","):
        if tier not in _TIERS:
            raise argparse.ArgumentTypeError(unknown_word(tier, _TIERS))
    return text.split(",")


@dataclass
class Checked:
    """A vector, and the rules for judging an accountant's answer."""

    vector: Vector
    kind: str
    tight: float | None
    slack: float
    score: Score = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.vector, name)

    def check(self, value: float | None) -> None:
        """Fails the test if an upper (lower) bound is invalid, or, with `tight`, if its relative distance from the
        value is larger than `tight`. None is skipped as unsupported. If the value is below all positive doubles, 0
        passes and is counted apart.
        """
        __tracebackhide__ = True  # a failure shows the line of the test
        v = self.vector
        if value is None:
            self.score.add(v, None, True)
            pytest.skip("not supported by the accountant")
        sound = v.is_sound(float(value), self.kind, self.slack)
        self.score.add(v, float(value), sound)
        if v.underflows(float(value), self.kind):
            return
        place = f"{v.title}: "
        truth = f"truth in [{float(v.lower_double)!r}, {float(v.upper_double)!r}]"
        assert sound, (f"{place}said {value!r} as {self.kind}, {truth} (id {v.id})"
                       f"{self._off_by_rounding(float(value))}")
        if self.tight is not None:
            near = v.is_sound(float(value), "estimate", self.tight)
            assert near, f"{place}said {value!r}, not within {self.tight:g} of it; {truth} (id {v.id})"

    def _off_by_rounding(self, value: float) -> str:
        """Returns advice if the cause may be only the rounding of doubles."""
        if not self.vector.is_sound(value, self.kind, self.slack + 1e-12):
            return ""
        return "; it is off by less than 1e-12 of it: slack=1e-12 in the mark allows for that, or round outward"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("plumbline")
    group.addoption("--dp-vectors", metavar="DIR", default=DATA,
                    help="folder of certified test vectors (default: those installed)")
    group.addoption("--dp-tier", type=_tiers, action="append", metavar="TIER[,TIER]",
                    help=f"only vectors of these tiers: {', '.join(_TIERS)}")
    group.addoption("--dp-badge", metavar="FILE", type=Path,
                    help="the result of all tests with vectors as JSON of shields.io (an endpoint badge)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"dp_vectors({', '.join(KEYWORDS)}): which vectors the "
        "fixture dp_vector gives, how answers are judged, which flags are known to fail, and how many "
        "answers there must be (1)",
    )
    config.stash[_SCORES] = {}


_SCORES: pytest.StashKey[dict[str, Score]] = pytest.StashKey()


@functools.lru_cache(maxsize=4)
def _loaded(folder: str | Path) -> list[Vector]:
    return list(load(folder))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "dp_vector" not in metafunc.fixturenames:
        return
    folder = metafunc.config.getoption("--dp-vectors")
    try:
        vectors = _loaded(folder)
    except (OSError, ValueError) as e:
        raise pytest.UsageError(f"--dp-vectors: {e}") from e
    # A name that this package knows is not misspelt, even if the folder has no vectors of this name.
    known = vectors if folder == DATA else vectors + _loaded(DATA)
    asked = read_mark(metafunc.definition.get_closest_marker("dp_vectors"), known)
    tiers = {tier for some in metafunc.config.getoption("--dp-tier") or [] for tier in some}
    score = metafunc.config.stash[_SCORES].setdefault(
        metafunc.definition.nodeid, Score(asked.kind, least=asked.min_answers))
    parameters = []
    for v in vectors:
        if not asked.wants(v) or (tiers and v.tier not in tiers):
            continue
        reasons = [f"{flag}: {why}" for flag, why in asked.xfail.items() if flag in v.flags]
        marks = [pytest.mark.xfail(reason="; ".join(reasons), strict=False)] if reasons else []
        checked = Checked(v, asked.kind, asked.tight, asked.slack, score)
        parameters.append(pytest.param(checked, marks=marks, id=v.title))
    if not parameters:
        raise pytest.UsageError(f"dp_vectors: no vector of {folder} is wanted by "
                                f"{metafunc.definition.name}")
    metafunc.parametrize("dp_vector", parameters)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Counts the exceptions of an accountant; failures of `check`, and skips, do not count."""
    checked = getattr(item, "callspec", None) and item.callspec.params.get("dp_vector")  # type: ignore[attr-defined]
    if isinstance(checked, Checked) and call.when == "call" and call.excinfo is not None:
        if call.excinfo.errisinstance(Exception) and not call.excinfo.errisinstance(AssertionError):
            checked.score.add_error(checked.vector)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the badge. A session without answers fails."""
    file = session.config.getoption("--dp-badge")
    if file and session.config.stash[_SCORES]:
        file.write_text(badge(joined(session.config.stash[_SCORES].values())))
    if any(score.is_silent() for score in session.config.stash[_SCORES].values()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for name, score in config.stash[_SCORES].items():
        if score.empty():
            continue
        terminalreporter.section(f"certified vectors: {name}")
        terminalreporter.write_line(table(score))
        if score.is_silent():
            terminalreporter.write_line(
                f"FAILED: {score.answers()} answers, where {score.least} are needed (the mark's min_answers; "
                "0 where none is right)")
