"""One row for each accountant: its violations, the worst of them, its looseness, time and coverage, and the date of
its last answers; and its looseness and time compared with the certified values, by number of steps.
"""

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from .claims import (GRADES, ClaimsSummary, Counts, KeptLine, LogHistogram, MethodRow, size_of_error,
                     steps_regime, steps_regime_name)
from .files import read_text
from .numbers import error_text, number, short_seconds
from .pages import Cell
from .results import text_of
from .site_folder import SortableRow, SortableTable, breaking_name, count_cell, size_cell, tool_cell
from .svg import ChartLine, LineChart, line_chart

ASKED = "cases/asked.tsv"
LIBRARIES = "libraries/"  # the folder of their records


@dataclass
class StepsSums:
    """The answers of one accountant in one regime of steps."""

    looseness: LogHistogram = field(default_factory=LogHistogram)
    width: LogHistogram = field(default_factory=LogHistogram)
    """of the enclosures that bounds were held to, relative"""
    tool_seconds: LogHistogram = field(default_factory=LogHistogram)
    seconds: LogHistogram = field(default_factory=LogHistogram)


class BesideOurs:
    """Looseness and time of each accountant and of the certified values, for the same questions."""

    def __init__(self) -> None:
        self.tools: dict[str, dict[int, StepsSums]] = defaultdict(dict)
        self.files: dict[str, set[str]] = defaultdict(set)

    def add(self, verdict: dict) -> None:
        tool = text_of(verdict, "tool")
        self.files[tool].add("/".join(text_of(verdict, "file").split("/")[-2:]))
        if text_of(verdict, "verdict") not in ("sound", "violated", "estimate"):
            return
        sums = self.tools[tool].setdefault(steps_regime(verdict.get("steps", 0.0)), StepsSums())
        looseness = size_of_error(verdict, "looseness") if verdict.get("looseness") is not None else None
        if text_of(verdict, "verdict") == "sound" and looseness is not None:
            sums.looseness.add(looseness)
        lower, upper = number(text_of(verdict, "lower")), number(text_of(verdict, "upper"))
        if math.isfinite(lower) and math.isfinite(upper) and lower > 0:
            sums.width.add((upper - lower) / lower)
        if verdict.get("tool_seconds") is not None:
            sums.tool_seconds.add(float(verdict["tool_seconds"]))
            sums.seconds.add(float(verdict.get("seconds", 0.0)))

    def is_library(self, tool: str) -> bool:
        """Returns True if the tool only has claims about promises of mechanisms."""
        files = self.files.get(tool, set())
        return bool(files) and all(file.startswith(LIBRARIES) for file in files)

    def _chart(self, tool: str, label: str, names: tuple[str, str], parts: tuple[str, str]) -> Markup:
        regimes = sorted(self.tools.get(tool, {}))
        lines = []
        for name, part in zip(names, parts):
            sums = [getattr(self.tools[tool][i], part) for i in regimes]
            lines.append(ChartLine(name, [one.median if one.count else math.nan for one in sums]))
        shown = [x for x in lines[0].values if math.isfinite(x) and x > 0]
        if not shown:
            return Markup()
        return line_chart(LineChart(label, [steps_regime_name(i) for i in regimes], lines, logarithmic=True))

    def charts(self, tool: str) -> list[tuple[str, Markup, str]]:
        """Returns question, plot and caption of each chart; empty if nothing is known."""
        words = "Medians, by number of steps N from left to right. "
        found = [
            ("How loose is it?", self._chart(tool, f"Looseness of {tool}, and width of the certified enclosures",
                                             (tool, "certified enclosure"), ("looseness", "width")),
             words + "The relative distance of its sound bounds from the truth, next to the relative width of the certified "
             "enclosures with which they were compared."),
            ("How long does it take?", self._chart(tool, f"Seconds of {tool}, and of the certified values",
                                                   (tool, "plumbline"), ("tool_seconds", "seconds")),
             words + "Its recorded seconds of processor time, next to those of the certified values for the same "
             "questions.")]
        return [one for one in found if one[1]]


def dates_of(root: Path) -> dict[str, str]:
    """Returns the dates at which the answers of the files were computed."""
    file = root / ASKED
    if not file.is_file():
        return {}
    rows = [line.split("\t") for line in read_text(file).splitlines() if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows if len(row) == 2}


@dataclass
class AccountantSums:
    counts: Counts = field(default_factory=Counts)
    """by documented promises"""
    all: int = 0
    apart: int = 0
    broken_promises: int = 0
    looseness: LogHistogram = field(default_factory=LogHistogram)
    tool_seconds: LogHistogram = field(default_factory=LogHistogram)
    seconds: LogHistogram = field(default_factory=LogHistogram)
    worst: KeptLine | None = None

    def add(self, row: MethodRow) -> None:
        self.all += row.counts.all
        if row.standing == "documented":
            self.counts.add_all(row.counts)
            self.broken_promises += row.promises_violated
            if row.violated.lines and (self.worst is None or _badness(row.violated.worst) > _badness(self.worst)):
                self.worst = row.violated.worst
        else:
            self.apart += row.counts.violated
        if row.kind != "estimate":
            self.looseness.add_all(row.errors)
        self.tool_seconds.add_all(row.tool_seconds)
        self.seconds.add_all(row.seconds)

    @property
    def order(self) -> tuple:
        """Returns the sorting key: accountants with violations first."""
        c = self.counts
        return (-c.gross, -c.material, -self.broken_promises, -c.numerical, -c.last_digits, -self.apart)


def _badness(line: KeptLine) -> tuple:
    return GRADES.index(line.grade), line.size


def _time_cell(times: LogHistogram) -> Cell:
    return size_cell(times.median, short_seconds(times.median)) if times.count else Cell()


def _row(place: str, tool: str, sums: AccountantSums, families: list[str], asked: str) -> SortableRow:
    c, worst = sums.counts, sums.worst
    told = size_cell(worst.size, error_text(worst.size)) if worst else Cell()
    more = [f"{len(families) - 3} more"] if len(families) > 4 else []
    covers = Cell(Markup(", ").join([breaking_name(name) for name in families[:3 if more else 4]] + more), "",
                  str(len(families)))
    median = size_cell(sums.looseness.median, error_text(sums.looseness.median)) if sums.looseness.count else Cell()
    return SortableRow(
        [tool_cell(place, tool), count_cell(sums.all), count_cell(c.gross, "bad"), count_cell(c.material, "bad"),
         count_cell(c.numerical), count_cell(c.last_digits), count_cell(sums.broken_promises, "bad"),
         count_cell(sums.apart), told, median, _time_cell(sums.tool_seconds), _time_cell(sums.seconds),
         Cell(asked, "short"), covers],
        {"bounds": "materially violated" if c.materially else "not materially violated"})


def accountants_table(summary: ClaimsSummary, families: dict[str, list[str]], beside: BesideOurs,
                      dates: dict[str, str], place: str) -> SortableTable:
    table = SortableTable(
        "accountants",
        "Accountants, first those with violations. Violated bounds by documented promises: gross (a factor of two or more), "
        "material, numerical (below 1e-6 of the truth), or at rounding level; and estimates that are outside their stated "
        "errors. Apart: violations that rest on something else. The worst violation, and the median looseness of sound "
        "bounds, are relative to the truth. Times are medians of the processor time per answer; ours is the time of the "
        "certified value for the same question.",
        ["accountant", "answers", "gross", "material", "numerical", "last digits", "stated errors", "apart", "worst",
         "median looseness", "time", "ours", "last asked", "covers"], ["bounds"])
    tools = _sums(summary, lambda tool: not beside.is_library(tool))
    for tool in sorted(tools, key=lambda name: (tools[name].order, name)):
        table.rows.append(_row(place, tool, tools[tool], families.get(tool, []), _asked(tool, beside, dates)))
    return table


def libraries_table(summary: ClaimsSummary, beside: BesideOurs, dates: dict[str, str], place: str) -> SortableTable:
    """Returns the table of libraries' promises about their mechanisms, without estimates and times."""
    table = SortableTable(
        "libraries",
        "Libraries, first those with violations: documented promises that a mechanism violates, with the same grades as for "
        "accountants. Most undecided promises are about pairs of which only some neighbours are known. The median looseness "
        "is the median relative excess of sound promises over the truth.",
        ["library", "promises", "gross", "material", "numerical", "last digits", "apart", "worst", "sound", "undecided",
         "median looseness", "last asked"], ["bounds"])
    tools = _sums(summary, beside.is_library)
    for tool in sorted(tools, key=lambda name: (tools[name].order, name)):
        sums = tools[tool]
        c, worst, loose = sums.counts, sums.worst, sums.looseness
        table.rows.append(SortableRow(
            [tool_cell(place, tool), count_cell(sums.all), count_cell(c.gross, "bad"), count_cell(c.material, "bad"),
             count_cell(c.numerical), count_cell(c.last_digits), count_cell(sums.apart),
             size_cell(worst.size, error_text(worst.size)) if worst else Cell(), count_cell(c.sound),
             count_cell(c.undecided),
             size_cell(loose.median, error_text(loose.median)) if loose.count else Cell(),
             Cell(_asked(tool, beside, dates), "short")],
            {"bounds": "materially violated" if c.materially else "not materially violated"}))
    return table


def _sums(summary: ClaimsSummary, wanted: Callable[[str], bool]) -> dict[str, AccountantSums]:
    tools: dict[str, AccountantSums] = defaultdict(AccountantSums)
    for row in summary.rows:
        if wanted(row.tool):
            tools[row.tool].add(row)
    return tools


def _asked(tool: str, beside: BesideOurs, dates: dict[str, str]) -> str:
    return max((dates.get(file, "") for file in beside.files.get(tool, ())), default="")
