"""Verdicts about whole distributions of accountants (tools/profiles/judge), counted by method for the scoreboard."""

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .files import Refused, read_text
from .numbers import number

COUNTED = ("holds", "broken", "broken by rounding", "fails by one reading", "unsupported option", "no promise",
           "undecided")
"""The names of what a verdict counts as, in the order of the columns."""
NEEDED = {"accountant", "release", "method", "side", "counts_as", "shortfall"}
NOTE = ("Each distribution, or trade-off curve, is compared with the certified profile at every epsilon. Broken: a "
        "documented promise fails by more than rounding, or only by rounding. Failures are counted apart if there is no "
        "promise, if the documentation excludes the option, or if they depend on one reading of the documentation. "
        "Shortfall: the largest difference on the wrong side. Causes: each failing distribution was made again in the "
        "same library with one part replaced; the number is that of distributions that hold after this.")


@dataclass
class WholeRow:
    """The distributions of one method of an accountant for one promised side."""

    accountant: str
    release: str
    method: str
    side: str
    counts: Counter = field(default_factory=Counter)
    largest: str = ""
    """the largest shortfall, as the table has it"""
    causes: dict[str, list[int]] = field(default_factory=dict)
    """by what was replaced: how many were made again, and how many of these hold"""

    @property
    def all(self) -> int:
        return self.counts.total()

    @property
    def causes_text(self) -> str:
        return "; ".join(f"{what}: {held} of {made} hold" for what, (made, held) in self.causes.items())

    def take_shortfall(self, text: str) -> None:
        if text and (not self.largest or number(text) > number(self.largest)):
            self.largest = text


def _lines(table: Path, needed: set[str]) -> list[dict[str, str]]:
    if not table.is_file():
        raise Refused(f"{table}: there is no such file; tools/profiles/judge writes one")
    lines = list(csv.DictReader(read_text(table).splitlines(), delimiter="\t", restval=""))
    if not lines or not needed <= set(lines[0]):
        raise Refused(f"{table}: is no table of verdicts; tools/profiles/judge writes one")
    return lines


def _key(line: dict[str, str]) -> tuple[str, str, str, str]:
    """Returns the key of a row. The name of a method ends at the first comma or number; the settings follow."""
    words = line["method"].split(",")[0].split(" ")
    method = " ".join(word for word in words if not word[:1].isdigit())
    return line["accountant"], line["release"], method, line["side"]


def read_whole_profiles(table: Path) -> list[WholeRow]:
    """Returns the rows of a table of verdicts, with the causes of failures from causes.tsv in the same folder, if
    present.
    """
    rows: dict[tuple[str, str, str, str], WholeRow] = {}
    for line in _lines(table, NEEDED):
        if line["counts_as"] not in COUNTED:
            raise Refused(f"{table}: unknown counts_as {line['counts_as']!r}; use one of: {', '.join(COUNTED)}")
        row = rows.setdefault(_key(line), WholeRow(*_key(line)))
        row.counts[line["counts_as"]] += 1
        row.take_shortfall(line["shortfall"] if line["counts_as"] != "holds" else "")
    causes = table.with_name("causes.tsv")
    for line in _lines(causes, {"replaced", "verdict_then"}) if causes.is_file() else ():
        row = rows.get(_key(line))
        if row is not None:
            made = row.causes.setdefault(line["replaced"], [0, 0])
            made[0] += 1
            made[1] += line["verdict_then"] == "holds"
    return [rows[key] for key in sorted(rows)]
