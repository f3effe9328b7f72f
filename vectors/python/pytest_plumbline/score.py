"""The score of an accountant: digits by tier, soundness by flag."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

from plumbline_vectors import Vector

MATERIAL = 1e-6  # relative: what is below may be rounding alone


@dataclass
class Row:
    tried: int = 0
    unsound: int = 0
    material: int = 0  # unsound by more than MATERIAL of the value
    underflow: int = 0  # 0 where the value is below all positive doubles: in none of the other columns
    unsupported: int = 0
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

    def cells(self) -> list[str]:
        if not self.tried:
            return [str(self.tried), "-", "-", "-", str(self.unsupported), "-", "-", "-"]
        counts = [self.tried, self.unsound, self.material, self.underflow, self.unsupported]
        digits = ["-", "-", "-"]
        if self.worst is not None:
            least, worst_id = self.worst
            digits = [f"{statistics.median(self.digits):.1f}", f"{least:.1f}", worst_id]
        return [*map(str, counts), *digits]


@dataclass
class Score:
    """Rows by tier, by flag and by quantity."""

    kind: str
    by: dict[str, dict[str, Row]] = field(
        default_factory=lambda: {"tier": {}, "flag": {}, "quantity": {}}
    )
    least: int = 1  # answers without which the accountant was not tested

    def add(self, vector: Vector, value: float | None, sound: bool) -> None:
        """`sound` is not looked at where the answer underflows."""
        material = not sound and value is not None and not vector.is_sound(value, self.kind, MATERIAL)
        places = [("tier", vector.tier), ("quantity", vector.quantity)]
        places += [("flag", flag) for flag in sorted(vector.flags) or ["none"]]
        for group, name in places:
            self.by[group].setdefault(name, Row()).add(vector, value, sound, material, self.kind)

    def empty(self) -> bool:
        return not self.by["tier"]

    def answers(self) -> int:
        return sum(row.tried for row in self.by["tier"].values())

    def is_silent(self) -> bool:
        """Asked, and with fewer answers than there have to be."""
        return not self.empty() and self.answers() < self.least


HEADER = ["", "answers", "unsound", "by over 1e-6", "underflow", "unsupported", "median digits",
          "worst digits", "worst id"]
_TIERS = ["easy", "hard", "extreme"]


def rows(score: Score) -> list[list[str]]:
    """The table's rows, headers of the three groups included."""
    out = []
    for title, group in score.by.items():
        names = [t for t in _TIERS if t in group] if title == "tier" else sorted(group)
        out += [[f"{title} {name}", *group[name].cells()] for name in names]
    return out


def table(score: Score) -> str:
    """For a terminal."""
    lines = [HEADER, *rows(score)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADER))]
    return "\n".join(
        "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                  for i, (cell, w) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    )


def markdown(title: str, score: Score) -> str:
    """The accountant's card."""
    lines = [f"# {title}", "", f"Answers judged as {score.kind} bounds." if score.kind != "estimate"
             else "Answers judged as estimates: unsound is what is off by over 1e-6 of the value.", "",
             "| " + " | ".join(HEADER) + " |", "|" + "---|" * len(HEADER)]
    lines += ["| " + " | ".join(row) + " |" for row in rows(score)]
    return "\n".join(lines) + "\n"
