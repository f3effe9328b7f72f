"""Parses the keywords of the mark `dp_vectors` strictly: a misspelt keyword would silently select other vectors or
change the judgement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from plumbline_vectors import KINDS, Vector, unknown_word

KEYWORDS = ("quantities", "families", "kind", "tight", "slack", "xfail", "where", "min_answers")


@dataclass(frozen=True)
class Asked:
    """The vectors that a mark requests."""

    quantities: frozenset[str] | None = None
    families: frozenset[str] | None = None
    kind: str = "upper"
    tight: float | None = None
    slack: float = 0.0
    xfail: dict[str, str] = field(default_factory=dict)
    where: Callable[[Vector], bool] | None = None
    min_answers: int = 1

    def wants(self, vector: Vector) -> bool:
        """Returns True if the vector is among the requested ones."""
        return ((self.quantities is None or vector.quantity in self.quantities)
                and (self.families is None or vector.family in self.families)
                and (self.where is None or bool(self.where(vector))))


def _refuse(what: str) -> pytest.UsageError:
    return pytest.UsageError(f"dp_vectors: {what}")


def _names(keyword: str, value: Any, known: Collection[str]) -> frozenset[str] | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise _refuse(f"{keyword} is a list of names, such as {keyword}=[{min(known)!r}], not {value!r}")
    names = list(value)
    for name in names:
        if name not in known:
            raise _refuse(f"{keyword}: {unknown_word(name, known)}")
    return frozenset(names)


def _size(keyword: str, value: Any) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:
        raise _refuse(f"{keyword} is a number from 0 on, relative to the value, such as 0.01 for one per cent, "
                      f"not {value!r}")
    return float(value)


def _flags(value: Any, known: Collection[str]) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _refuse(f'xfail says why for each flag, such as {{"TinyDelta": "floor at 1e-15"}}, not {value!r}')
    for flag in value:
        if flag not in known:
            raise _refuse(f"xfail: {unknown_word(flag, known)}")
    return {flag: str(why) for flag, why in value.items()}


def read_mark(mark: pytest.Mark | None, vectors: Collection[Vector]) -> Asked:
    """Returns the vectors that a mark requests. Raises pytest.UsageError."""
    if mark is None:
        return Asked()
    words = dict(mark.kwargs)
    if mark.args:
        raise _refuse(f'write its arguments with their names, such as quantities=["epsilon"], not {mark.args[0]!r}')
    for word in words:
        if word not in KEYWORDS:
            raise _refuse(unknown_word(word, KEYWORDS))
    kind, least, where = words.get("kind", "upper"), words.get("min_answers", 1), words.get("where")
    if kind not in KINDS:
        raise _refuse(f"kind: {unknown_word(kind, KINDS)}")
    if not isinstance(least, int) or isinstance(least, bool) or least < 0:
        raise _refuse(f"min_answers is a number of answers, 0 or more, not {least!r}")
    if where is not None and not callable(where):
        raise _refuse(f"where is a function of a vector, such as lambda v: v.tier == 'easy', not {where!r}")
    tight = words.get("tight")
    return Asked(
        quantities=_names("quantities", words.get("quantities"), {v.quantity for v in vectors}),
        families=_names("families", words.get("families"), {v.family for v in vectors}),
        kind=kind,
        tight=None if tight is None else _size("tight", tight),
        slack=_size("slack", words.get("slack", 0.0)),
        xfail=_flags(words.get("xfail", {}), set().union(*(v.flags for v in vectors))),
        where=where,
        min_answers=least,
    )
