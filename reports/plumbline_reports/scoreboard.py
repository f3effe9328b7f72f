"""accountants.md and accountants.html: the results of the judged claims for each method of each accountant."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .claims import STANDINGS, ClaimsSummary, Counts, KeptLines, LogHistogram, MethodRow, read_summary
from .files import Refused, json_or_none, read_text, replace_file
from .numbers import error_text, short_seconds
from .pages import count, html_page, markdown_page
from .safe_text import one_line
from .whole_profiles import COUNTED, NOTE, WholeRow, read_whole_profiles

WHAT_COUNTS = (
    "Here a verdict of sound or violated counts only if it rests on a documented promise. Verdicts that rest on a "
    "reading of the documentation, an assumption, or an option that is not supported are counted apart. Violations that "
    "occur on fewer than two of the installations on which the question was repeated are also counted apart.")


def median_text(errors: LogHistogram) -> str:
    return error_text(errors.median) if errors.count else ""


def largest_text(errors: LogHistogram) -> str:
    return error_text(errors.largest) if errors.count else ""


def digits_text(errors: LogHistogram) -> str:
    if not errors.count:
        return ""
    return "all" if errors.median <= 0 else f"{max(0.0, -math.log10(errors.median)):.1f}"


def release_beside(rows: list[MethodRow], row: MethodRow) -> str:
    """Returns " [1.6.0, 2026-05]" if the run has several releases of the tool; else an empty text."""
    several = any(other.tool == row.tool and other.version != row.version for other in rows)
    return f" [{row.version}]" if several else ""


def claims_counted(summary: ClaimsSummary, run: dict) -> str:
    """Returns the number of judged claims, and the number of all claims if the run was interrupted."""
    judged, lines = summary.all.all, run.get("lines", 0)
    if not run.get("interrupted"):
        return "1 claim" if judged == 1 else f"{judged} claims"
    return f"INTERRUPTED: {judged} of {lines} claims" if lines else f"INTERRUPTED: the first {judged} claims"


def counts_line(summary: ClaimsSummary, run: dict) -> str:
    """Returns the counts in a line; claims that are counted apart follow."""
    c = summary.documented
    out = (f"{claims_counted(summary, run)} in {run.get('seconds', 0.0):.0f} s: {c.sound} sound, {c.violated} violated "
           f"({c.gross} gross, {c.material} material, {c.numerical} numerical, {c.last_digits} at rounding level), "
           f"{c.estimate} estimates, {c.undecided} undecided, {c.unsupported} unsupported, "
           f"{c.broken} without a number or unreadable")
    for standing in list(STANDINGS)[1:]:
        if (apart := summary.counts[standing]).all:
            out += f"; apart, {STANDINGS[standing]}: {apart.text}"
    return out


# --- Markdown -------------------------------------------------------------------------------------------------------


@dataclass
class MarkdownTable:
    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""


def _soundness(summary: ClaimsSummary, apart: bool) -> MarkdownTable:
    rows = []
    for row in summary.rows:
        if (row.standing != "documented") != apart:
            continue
        c = row.counts
        rows.append([row.tool, row.version, row.shown, row.promised]
                    + [count(n) for n in (c.all, c.sound, c.gross, c.material, c.numerical, c.last_digits, c.undecided,
                                          c.broken, c.unsupported)]
                    + [row.promises_text, median_text(row.errors), largest_text(row.errors), digits_text(row.errors)])
    note = (
        "Violations are certified and confirmed on a second path: gross (a factor of two or more); material; numerical "
        "(relative to the truth below 1e-6); last digits (within 4 units in the last place of the claimed double). "
        "Error: the distance of sound bounds and estimates (not of violated bounds) from the truth, relative to it; if "
        "only one side of the truth is known, the distance from that bound. Digits: "
        "those of the median error. Promises: stated error bounds of estimates.")
    return MarkdownTable(
        "Apart: soundness and digits" if apart else "Soundness and digits",
        ["tool", "release", "method", "promises", "claims", "sound", "gross", "material", "numerical", "last digits",
         "undecided", "no number", "unsupported", "stated error", "median error", "largest error", "digits"],
        rows, ("Answers that are not in the numbers above. " if apart else WHAT_COUNTS + " ") + note)


def _what_apart_rests_on(summary: ClaimsSummary) -> MarkdownTable:
    return MarkdownTable(
        "Apart: what these answers rest on", ["entry", "counted", "verdicts", "taken for", "or", "then"],
        [[entry, STANDINGS[row.standing], row.counts.text, row.of("words"), row.of("other_reading"),
          row.of("other_verdict")] for entry, row in summary.apart_rows],
        "The entries are those of promises.toml next to the records, which name files and lines. If another reading is "
        "possible, the last columns have this reading and the verdict by it.")


def _changes_of_releases(summary: ClaimsSummary) -> list[MarkdownTable]:
    rows = summary.releases.rows
    return [
        MarkdownTable(
            "What releases changed",
            ["tool", "method", "earlier", "later", "questions", "same verdict", "fixed", "broke"],
            [[r.tool, r.method, r.earlier, r.later, *map(count, (r.all, r.same, r.fixed, r.broke))] for r in rows],
            "Questions that two releases of a tool answered, with the same options. Fixed: a violation is gone or milder, "
            "or there is a number for the first time; broke: the opposite."),
        MarkdownTable(
            "Verdicts that a release changed",
            ["tool", "method", "earlier", "later", "", "question", "where", "earlier verdict", "later verdict"],
            [[r.tool, r.method, r.earlier, r.later, "fixed" if change.fixed else "broke", change.question,
              change.place, change.earlier, change.later] for r in rows for change in r.changes]),
    ]


def _speed(summary: ClaimsSummary) -> MarkdownTable:
    return MarkdownTable(
        "Speed", ["tool", "method", "promises", "claims", "median, tool", "median, Plumbline", "all, tool",
                  "all, Plumbline"],
        [[row.tool, row.shown, row.promised, count(row.seconds.count), short_seconds(row.tool_seconds.median),
          short_seconds(row.seconds.median), short_seconds(row.tool_seconds.total), short_seconds(row.seconds.total)]
         for row in summary.rows if row.seconds.count],
        "For claims with a recorded time: the accountant's recorded time (approximate: the machine was loaded), next to "
        "Plumbline's time for the certified value of the same question. In Plumbline, questions about one composition "
        "share work, and the time of this work counts for the first one.")


def _worst(summary: ClaimsSummary) -> MarkdownTable:
    def line(row: MethodRow, kept: KeptLines, kind: str) -> list[list[str]]:
        if not kept.lines:
            return []
        worst = kept.worst
        return [[row.tool, row.shown, kind, error_text(worst.size), worst.shown.place, worst.shown.line,
                 worst.shown.elsewhere, worst.shown.replay]]

    return MarkdownTable(
        "The worst violation of each method",
        ["tool", "method", "promises", "off by", "where", "claim and truth", "installations", "command"],
        [entry for row in summary.rows for entry in line(row, row.violated, row.promised)
         + line(row, row.broken_promises, "stated error (absolute)")],
        "The command prints the certified value. All violations are in accountants.html and, with `plumbline claims "
        "--json`, as records.")


def _regimes(summary: ClaimsSummary, which: str) -> MarkdownTable:
    rows = []
    for row in summary.rows:
        for name, parts in row.regimes:
            for regime, part in parts if name == which else ():
                c = part.counts
                rows.append([row.tool, row.shown, row.promised, regime, count(c.all), count(c.violated),
                             count(c.materially), median_text(part.errors), largest_text(part.errors)])
    return MarkdownTable(
        "Errors by number of steps" if which == "steps" else "Errors by size of delta",
        ["tool", "method", "promises", which, "claims", "violated", "of these material or gross", "median error",
         "largest error"], rows)


def _whole_distributions(whole: Sequence[WholeRow]) -> MarkdownTable:
    return MarkdownTable(
        "Whole distributions",
        ["accountant", "release", "method", "promises", "distributions", *COUNTED, "largest shortfall", "causes"],
        [[row.accountant, row.release, row.method, row.side, count(row.all), *(count(row.counts[n]) for n in COUNTED),
          row.largest, row.causes_text] for row in whole], NOTE)


def markdown_tables(summary: ClaimsSummary, whole: Sequence[WholeRow] = ()) -> list[MarkdownTable]:
    tables = [_soundness(summary, False), _soundness(summary, True), _what_apart_rests_on(summary),
              *_changes_of_releases(summary), _speed(summary), _worst(summary), _regimes(summary, "steps"),
              _regimes(summary, "delta"), _whole_distributions(whole),
              MarkdownTable("Not judged", ["why", "claims"],
                            [[why, str(summary.unsupported[why])] for why in sorted(summary.unsupported)])]
    return [table for table in tables if table.rows]


# --- HTML -----------------------------------------------------------------------------------------------------------


@dataclass
class ToolSection:
    """The rows of one release of a tool, in order."""

    name: str
    version: str
    title: str
    """with the release where there are several"""
    rows: list[MethodRow] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return "tool-" + re.sub(r"[^A-Za-z0-9]", "-", one_line(self.title))

    @property
    def violations(self) -> str:
        """Returns "3 gross, 12 material" for all methods of the tool with documented promises, or "none violated"."""
        counted = [row for row in self.rows if row.standing == "documented"]
        apart = sum(row.counts.violated for row in self.rows if row.standing != "documented")
        sums = Counts()
        for row in counted:
            sums.add_all(row.counts)
        broken = sum(row.promises_violated for row in counted)
        parts = [part for part in (sums.violations, f"{broken} stated errors broken" if broken else "") if part]
        return (", ".join(parts) or "none violated") + (f"; {apart} apart" if apart else "")


def sections_of(rows: list[MethodRow]) -> list[ToolSection]:
    out: list[ToolSection] = []
    for row in rows:
        if not out or (out[-1].name, out[-1].version) != (row.tool, row.version):
            out.append(ToolSection(row.tool, row.version, row.tool + release_beside(rows, row)))
        out[-1].rows.append(row)
    return out


def scoreboard_html(summary: ClaimsSummary, run: dict, whole: Sequence[WholeRow] = ()) -> str:
    return html_page("accountants.html", title="Accountants", summary=summary, tools=sections_of(summary.rows),
                     line=counts_line(summary, run), what_counts=WHAT_COUNTS, standings=STANDINGS, whole=whole,
                     whole_counted=COUNTED, whole_note=NOTE)


def scoreboard_markdown(summary: ClaimsSummary, run: dict, whole: Sequence[WholeRow] = ()) -> str:
    return markdown_page("accountants.md", line=counts_line(summary, run), tables=markdown_tables(summary, whole))


def write_scoreboard(out: Path, profiles: Path | None = None) -> str:
    """Writes both pages to the folder of claims.jsonl, and returns the counts in a line. `profiles` has verdicts
    about whole distributions.
    """
    whole = read_whole_profiles(profiles) if profiles is not None else []
    record = out / "claims-run.json"
    run = (json_or_none(read_text(record)) or {}) if record.is_file() else {}
    verdicts = out / ("claims.jsonl.part" if run.get("interrupted") else "claims.jsonl")
    if not verdicts.is_file():
        raise Refused(f"{out}: has no verdicts; name the --out folder of `plumbline claims`")
    summary = read_summary(verdicts)
    replace_file(out / "accountants.md", scoreboard_markdown(summary, run, whole))
    replace_file(out / "accountants.html", scoreboard_html(summary, run, whole))
    return counts_line(summary, run)
