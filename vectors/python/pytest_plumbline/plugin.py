"""The options, the fixture `dp_vector` and the table at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from plumbline_vectors import DATA, Vector, load

from .score import Score, table

_KINDS = ("upper", "lower", "estimate")


@dataclass
class Checked:
    """A vector, and how an accountant's answer is to be judged."""

    vector: Vector
    kind: str
    tight: float | None
    slack: float
    score: Score = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.vector, name)

    def check(self, value: float | None) -> None:
        """Fails the test where an upper (lower) bound is none, or, with `tight`, is further from the
        value than that, relatively. None is skipped as unsupported; 0 passes, and is counted apart,
        where the value is below all positive doubles."""
        v = self.vector
        if value is None:
            self.score.add(v, None, True)
            pytest.skip("not supported by the accountant")
        sound = v.is_sound(float(value), self.kind, self.slack)
        self.score.add(v, float(value), sound)
        if v.underflows(float(value), self.kind):
            return
        place = f"{v.quantity} of {v.expression} {v.direction}, at {v.argument}: "
        truth = f"truth in [{float(v.lower_double)!r}, {float(v.upper_double)!r}]"
        assert sound, (f"{place}said {value!r} as {self.kind}, {truth} (id {v.id})"
                       f"{self._off_by_rounding(float(value))}")
        if self.tight is not None:
            near = v.is_sound(float(value), "estimate", self.tight)
            assert near, f"{place}said {value!r}, not within {self.tight:g} of it; {truth} (id {v.id})"

    def _off_by_rounding(self, value: float) -> str:
        """What to write where the roundings of doubles alone may be the cause."""
        if not self.vector.is_sound(value, self.kind, self.slack + 1e-12):
            return ""
        return "; it is off by less than 1e-12 of it: slack=1e-12 in the mark allows for that, or round outward"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("plumbline")
    group.addoption("--dp-vectors", metavar="DIR", default=DATA,
                    help="folder of certified test vectors (default: those installed)")
    group.addoption("--dp-tier", choices=["easy", "hard", "extreme"], action="append",
                    help="only vectors of this tier (may be repeated)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "dp_vectors(quantities, families, kind, tight, slack, xfail, where, min_answers): which vectors the "
        "fixture dp_vector gives, how answers are judged, which flags are known to fail, and how many "
        "answers there must be (1)",
    )
    config.stash[_SCORES] = {}


_SCORES: pytest.StashKey[dict[str, Score]] = pytest.StashKey()


def _wanted(vectors: Iterable[Vector], words: dict[str, Any]) -> list[Vector]:
    quantities, families = words.get("quantities"), words.get("families")
    where = words.get("where")
    return [
        v for v in vectors
        if (quantities is None or v.quantity in quantities)
        and (families is None or v.family in families)
        and (where is None or where(v))
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "dp_vector" not in metafunc.fixturenames:
        return
    folder = metafunc.config.getoption("--dp-vectors")
    mark = metafunc.definition.get_closest_marker("dp_vectors")
    words = dict(mark.kwargs) if mark else {}
    kind = words.get("kind", "upper")
    if kind not in _KINDS:
        raise pytest.UsageError(f"dp_vectors: kind is one of {', '.join(_KINDS)}, not {kind!r}")
    tiers = metafunc.config.getoption("--dp-tier")
    score = metafunc.config.stash[_SCORES].setdefault(
        metafunc.definition.nodeid, Score(kind, least=words.get("min_answers", 1)))
    known: dict[str, str] = words.get("xfail", {})
    parameters = []
    for v in _wanted(load(folder), words):
        if tiers and v.tier not in tiers:
            continue
        reasons = [f"{flag}: {why}" for flag, why in known.items() if flag in v.flags]
        marks = [pytest.mark.xfail(reason="; ".join(reasons), strict=False)] if reasons else []
        checked = Checked(v, kind, words.get("tight"), words.get("slack", 0.0), score)
        parameters.append(pytest.param(checked, marks=marks, id=v.title))
    if not parameters:
        raise pytest.UsageError(f"dp_vectors: no vector of {folder} is wanted by "
                                f"{metafunc.definition.name}")
    metafunc.parametrize("dp_vector", parameters)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """An accountant that answers nothing has passed no test."""
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
