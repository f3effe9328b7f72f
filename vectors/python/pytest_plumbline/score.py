"""The score of an accountant: digits by tier, soundness by flag."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from plumbline_vectors import Vector

MATERIAL = 1e-6  # relative error; a smaller error may be only rounding


@dataclass
class Row:
    tried: int = 0
    unsound: int = 0
    material: int = 0  # unsound by more than MATERIAL of the value
    underflow: int = 0  # answers 0 for values below all positive doubles; counted in no other column
    unsupported: int = 0
    errors: int = 0  # exceptions instead of an answer; counted in no other column
    digits: list[float] = field(default_factory=list)
    worst: tuple[float, str] | None = None

    def add(self, vector: Vector, value: float | None, sound: bool, material: bool, kind: str) -> None:
        if value is None:
            self.unsupported += 1
            return
        self.tried += 1
        if vector.underflows(value, kind):
            self.underflow += 1
            return
        self.unsound += not sound
        self.material += material
        right = vector.digits(value)
        self.digits.append(right)
        if self.worst is None or right < self.worst[0]:
            self.worst = (right, vector.id)

    def cells(self, with_errors: bool = False) -> list[str]:
        errors = [str(self.errors)] if with_errors else []
        if not self.tried:
            return [str(self.tried), "-", "-", "-", str(self.unsupported), *errors, "-", "-", "-"]
        counts = [self.tried, self.unsound, self.material, self.underflow, self.unsupported]
        digits = ["-", "-", "-"]
        if self.worst is not None:
            least, worst_id = self.worst
            digits = [f"{statistics.median(self.digits):.1f}", f"{least:.1f}", worst_id]
        return [*map(str, counts), *errors, *digits]


@dataclass
class Score:
    """The score of an accountant, with rows by tier, by flag and by quantity."""

    kind: str
    by: dict[str, dict[str, Row]] = field(
        default_factory=lambda: {"tier": {}, "flag": {}, "quantity": {}}
    )
    least: int = 1  # minimum number of answers

    def add(self, vector: Vector, value: float | None, sound: bool) -> None:
        """Adds an answer. `sound` is ignored if the answer underflows."""
        material = not sound and value is not None and not vector.is_sound(value, self.kind, MATERIAL)
        for row in self._rows(vector):
            row.add(vector, value, sound, material, self.kind)

    def add_error(self, vector: Vector) -> None:
        """Counts an exception instead of an answer: a crash is not a false promise."""
        for row in self._rows(vector):
            row.errors += 1

    def _rows(self, vector: Vector) -> list[Row]:
        places = [("tier", vector.tier), ("quantity", vector.quantity)]
        places += [("flag", flag) for flag in sorted(vector.flags) or ["none"]]
        return [self.by[group].setdefault(name, Row()) for group, name in places]

    def empty(self) -> bool:
        return not self.by["tier"]

    def answers(self) -> int:
        return sum(row.tried for row in self.by["tier"].values())

    def unsound(self) -> int:
        return sum(row.unsound for row in self.by["tier"].values())

    def errors(self) -> int:
        return sum(row.errors for row in self.by["tier"].values())

    def is_silent(self) -> bool:
        """Returns True if vectors were tested and fewer than `least` answers exist."""
        return not self.empty() and self.answers() < self.least


def joined(scores: Iterable[Score]) -> Score:
    """Joins several scores for a badge, with counts by tier only."""
    out = Score("upper", least=0)
    for score in scores:
        out.least += score.least
        for name, row in score.by["tier"].items():
            one = out.by["tier"].setdefault(name, Row())
            one.tried += row.tried
            one.unsound += row.unsound
            one.errors += row.errors
    return out


HEADER = ["", "answers", "unsound", "by over 1e-6", "underflow", "unsupported", "median digits",
          "worst digits", "worst id"]
_TIERS = ["easy", "hard", "extreme"]


def header(score: Score) -> list[str]:
    """Returns the names of the columns, with a column of errors if there are any."""
    return [*HEADER[:6], *(["errors"] if score.errors() else []), *HEADER[6:]]


def rows(score: Score) -> list[list[str]]:
    """Returns the rows of the table, with the headers of the three groups."""
    out = []
    for title, group in score.by.items():
        names = [t for t in _TIERS if t in group] if title == "tier" else sorted(group)
        out += [[f"{title} {name}", *group[name].cells(score.errors() > 0)] for name in names]
    return out


def table(score: Score) -> str:
    """Returns the table for a terminal."""
    lines = [header(score), *rows(score)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                  for i, (cell, w) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    )


_UNSOUND = """
An answer is *unsound* if it is on the wrong side of the exact value; *by over 1e-6* counts the unsound answers
that differ from this value by more than a millionth of it."""
_EXPLANATION = """\
Each row counts the vectors of one tier (difficulty), flag (property of the question) or quantity.{unsound}
*Underflow* counts answers of 0 to values below the smallest positive double, and *unsupported* counts vectors
without an answer. Digits are -log10 of the relative error; *worst id* names the vector with the fewest digits."""


def explanation(kind: str) -> str:
    """Returns the meaning of the rows and columns of a card."""
    return _EXPLANATION.format(unsound="" if kind == "estimate" else _UNSOUND)


def markdown(title: str, score: Score) -> str:
    """Returns the card of the accountant as Markdown."""
    lines = [f"# {title}", "", f"Answers judged as {score.kind} bounds." if score.kind != "estimate"
             else "Answers judged as estimates: unsound is what is off by over 1e-6 of the value.", "",
             explanation(score.kind), "", "| " + " | ".join(header(score)) + " |", "|" + "---|" * len(header(score))]
    lines += ["| " + " | ".join(row) + " |" for row in rows(score)]
    return "\n".join(lines) + "\n"


def badge(score: Score, label: str = "certified vectors") -> str:
    """Returns the result in the format of shields.io (https://shields.io/badges/endpoint-badge)."""
    answers, unsound, errors = score.answers(), score.unsound(), score.errors()
    if unsound or errors:
        counts = [f"{unsound} of {answers} unsound"] if unsound else []
        message, colour = ", ".join([*counts, *([f"{errors} errors"] if errors else [])]), "red"
    elif score.answers() < score.least or not answers:
        message, colour = "no answers", "lightgrey"
    else:
        message, colour = f"{answers} sound", "brightgreen"
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": colour}) + "\n"
