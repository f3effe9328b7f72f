"""report.html: a run of `plumbline verify` on one self-contained page. This module only computes maxima, means and
medians of the results.
"""

import json
import math
import re
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from markupsafe import Markup

from .files import Refused, replace_file
from .last_run import since_last_run
from .numbers import error_text, interval, median, short_number
from .pages import Cell, Table, code, count, html_page
from .plots import PlotResult, draw_plots
from .results import (RunResults, error_of, judged_of, load_results, mechanism_text, replay_command, request_text,
                      seconds_of, text_of, verdict_counts)
from .safe_text import html_escaped, one_line
from .statements import write_statements
from .summaries import ApproximationSummary, errors_by_method, summarise
from .svg import ChartRange, range_chart


def _definitions(entries: list[tuple[str, str]], kind: str = "") -> Markup:
    """Returns a list of names with descriptions."""
    inside = "".join(f"<dt>{html_escaped(name)}</dt><dd{kind}>{html_escaped(text)}</dd>" for name, text in entries)
    return Markup(f"<dl>{inside}</dl>" if inside else "")


# --- approximations -------------------------------------------------------------------------------------------------


@dataclass
class Method:
    """One approximation with its quantities."""

    name: str
    summaries: dict[str, ApproximationSummary] = field(default_factory=dict)

    @property
    def anchor(self) -> str:
        return "method-" + re.sub(r"[^A-Za-z0-9]", "-", one_line(self.name))

    @property
    def title(self) -> str:
        values = sum(s.measured for s in self.summaries.values())
        return f"{self.name}: {values} values, {len(self.summaries)} quantities"

    @property
    def table(self) -> Table:
        return Table(["quantity", "values", "max abs. error", "mean", "median", "max rel. error", "dangerous side",
                      "share of the method", "not settled", "beyond tolerance", "bands missed", "refused",
                      "no number"], [_detail_row(s) for s in self.summaries.values()])

    @property
    def worst(self) -> list[tuple[str, str]]:
        """Returns texts about the worst errors, with the command that computes the certified value again."""
        return [(f"{s.quantity}: {s.worst_words} ({text_of(s.worst[0], 'file')}, {text_of(s.worst[0], 'case')})",
                 replay_command(s.worst[0])) for s in self.summaries.values() if s.worst]


@dataclass
class Matrix:
    methods: list[Method]
    quantities: list[str]


def _detail_row(s: ApproximationSummary) -> list[Cell]:
    def size(x: float) -> Cell:
        return Cell("" if math.isnan(x) else short_number(x), "number short")

    def counted(n: int, kind: str = "number short") -> Cell:
        return Cell(count(n), kind)

    sided = f"{s.dangerous} of {s.sided}" if s.sided else ""
    share = "" if math.isnan(s.method_share) else f"{100 * s.method_share:.4g} %"
    return [Cell(s.quantity), Cell(str(s.measured), "number short"), size(s.max_error), size(s.mean_error),
            size(s.median_error), size(s.max_relative_error),
            Cell(sided, "number short bad" if s.dangerous else "number short"), Cell(share, "number short"),
            counted(s.unsettled, "number short bad"), counted(s.exceeded, "number short bad"),
            Cell(f"{s.bands_missed} of {s.bands}" if s.bands else "", "number short"), counted(s.refused),
            counted(s.no_number)]


def matrix_of(values: list[dict]) -> Matrix:
    methods: dict[str, Method] = {}
    summaries = summarise(values)
    for s in summaries:
        methods.setdefault(s.approximation, Method(s.approximation)).summaries[s.quantity] = s
    return Matrix(list(methods.values()), sorted({s.quantity for s in summaries}))


# --- the first screen -----------------------------------------------------------------------------------------------


def _findings(run: dict) -> Table:
    table = Table(["kind", "where", "case", "what", "message"])
    for found in run.get("findings", []):
        line = found.get("line", 0)
        place = text_of(found, "file") + (f":{line}" if line else "")
        table.rows.append([Cell(text_of(found, "kind"), "bad"), Cell(code(place)), Cell(text_of(found, "case")),
                           Cell(text_of(found, "what")), Cell(text_of(found, "message"))])
    return table


def _changes(changes) -> Table:
    table = Table(["what", "where", "of", "before", "now"])
    for change in changes:
        kind = "good" if change.kind == "smaller error" else "bad"
        table.rows.append([Cell(change.kind, kind), Cell(text_of(change.value, "case")), Cell(change.what),
                           Cell(change.before, "number"), Cell(change.after, "number")])
    return table


def _worst(values: list[dict]) -> Table:
    """Returns the largest relative errors, those on the dangerous side first."""
    found = [s for s in summarise(values) if s.worst_relative]
    sides = {id(s): text_of(s.worst_relative[1], "side") for s in found}
    found.sort(key=lambda s: (sides[id(s)] != "dangerous", -s.max_relative_error))
    table = Table(["method", "of", "off by", "side", "where"])
    for s in found[:5]:
        side = sides[id(s)]
        table.rows.append([Cell(s.approximation, "short"), Cell(s.quantity, "short"),
                           Cell(error_text(s.max_relative_error), "short"),
                           Cell(side, "short bad" if side == "dangerous" else "short"),
                           Cell(code(text_of(s.worst_relative[0], "mechanism")))])
    return table


def _ranges(values: list[dict]) -> Markup:
    """Returns a chart with the errors of each method in one line."""
    ranges = [ChartRange(m.approximation, median(m.errors), max(m.errors), int(m.dangerous > 0))
              for m in errors_by_method(values)]
    if not ranges:
        return Markup()
    said = "; ".join(f"{one.name} {error_text(one.low)} to {error_text(one.high)}" for one in ranges)
    return range_chart(f"Median and largest relative error of each method: {said}", "relative error", ranges)


# --- what the sources print -----------------------------------------------------------------------------------------


@dataclass
class Source:
    name: str
    agree: int
    table: Table

    @property
    def summary(self) -> str:
        return f"{self.name}: {self.agree} of {len(self.table.rows)} agree"


def _verdict(verdict: str) -> Cell:
    if verdict == "agrees":
        return Cell(verdict, "short good")
    if verdict == "stale_dispute":
        return Cell("agrees, dispute is stale", "bad")
    return Cell(verdict, "short bad" if verdict == "differs" else "short")


def _printed(value: dict) -> Cell:
    """Returns "> by_N", and below it the meaning of the names."""
    out, where = html_escaped(text_of(value, "expect")), value.get("where")
    for name, stands_for in where.items() if isinstance(where, dict) else ():
        words = code(stands_for) if isinstance(stands_for, str) else Markup("<code></code>")
        out += Markup(f'<br><span class="soft">{html_escaped(name)} is</span> {words}')
    return Cell(out, "number")


def _printed_row(value: dict) -> list[Cell]:
    asked, certified = request_text(value), interval(text_of(value, "lower"), text_of(value, "upper"))
    return [Cell(asked, "short" if len(asked) < 24 else ""), Cell(code(mechanism_text(value))), _printed(value),
            Cell(certified, "number short" if len(certified) < 24 else "number"),
            _verdict(text_of(value, "verdict")), Cell(text_of(value, "dispute"))]


def _sources(values: list[dict]) -> list[Source]:
    out = []
    printed = [value for value in values if text_of(value, "expect")]
    for name, group in groupby(printed, lambda value: text_of(value, "source")):
        of_source = list(group)
        agree = sum(text_of(value, "verdict") == "agrees" for value in of_source)
        out.append(Source(name, agree, Table(["quantity", "mechanism", "printed", "certified", "verdict", "why"],
                                             [_printed_row(value) for value in of_source])))
    return out


# --- every value ----------------------------------------------------------------------------------------------------


@dataclass
class CaseFile:
    name: str
    title: str
    source: str
    table: Table


_SIDES = {"dangerous": " on the dangerous side", "safe": " on the safe side", "below": " below", "above": " above"}


def _judged_text(judged: dict) -> str:
    """Returns the result of an approximation: its error, or the reason for a missing error."""
    verdict, value = text_of(judged, "verdict"), text_of(judged, "value")
    if verdict != "measured":
        reason = text_of(judged, "reason")
        return verdict + (": " + reason if reason else "")
    off = short_number(error_of(judged, "absolute_error"))
    seconds = short_number(seconds_of(judged)) + " s"
    if not value:
        return f"the curve is off by {off}, {seconds}"
    printed = text_of(judged, "expect")
    return (f"{value}, off by {off}{_SIDES.get(text_of(judged, 'side'), '')}, {text_of(judged, 'correct_digits')} "
            f"digits, {seconds}" + (f"; printed {printed}: {text_of(judged, 'expect_verdict')}" if printed else ""))


def _value_row(value: dict) -> list[Cell]:
    remark = "" if text_of(value, "reached") == "true" else "not reached"
    if reason := text_of(value, "reason"):
        remark += ": " + reason
    judged = [(text_of(one, "approximation"), _judged_text(one)) for one in judged_of(value)]
    return [Cell(f"{text_of(value, 'case')}: {request_text(value)}"), Cell(code(mechanism_text(value))),
            Cell(interval(text_of(value, "lower"), text_of(value, "upper"), 20), "number"),
            Cell(f"{text_of(value, 'engine')}, {short_number(seconds_of(value))} s"), Cell(remark, "bad"),
            Cell(_definitions(judged, ' class="number"'))]


def _files(values: list[dict]) -> list[CaseFile]:
    out = []
    for name, group in groupby(values, lambda value: text_of(value, "file")):
        of_file = list(group)
        out.append(CaseFile(name, text_of(of_file[0], "title"), text_of(of_file[0], "source"),
                            Table(["value", "mechanism", "certified", "engine, time", "remark", "approximations"],
                                  [_value_row(value) for value in of_file])))
    return out


def flat_members(value, name: str = "") -> list[tuple[str, str]]:
    """Returns all members of a record of any kind, with names such as "slopes.0.slope"."""
    if isinstance(value, (dict, list)):
        members = value.items() if isinstance(value, dict) else enumerate(value)
        return [one for key, member in members for one in flat_members(member, f"{name}.{key}" if name else str(key))]
    if value is None:
        return []
    return [(name, value if isinstance(value, str) else json.dumps(value))]


def _others(others: list[dict]) -> Table:
    """Returns a table of results of unknown kinds, unchanged."""
    table = Table(["case", "what the result says"])
    for other in others:
        rest = {key: member for key, member in other.items() if key not in ("file", "case", "title", "source")}
        table.rows.append([Cell(f"{text_of(other, 'file')}, {text_of(other, 'case')}"),
                           Cell(_definitions(flat_members(rest)))])
    return table


# --- the page -------------------------------------------------------------------------------------------------------


def _meaning(run: dict) -> str:
    if run.get("exit_meaning"):
        return run["exit_meaning"]
    if run["exit_code"] is None:
        return "unknown: the run did not end"
    return f"exit code {run['exit_code']}, which an earlier program left without words"


def report_html(results: RunResults, plots: PlotResult) -> str:
    values, last = results.values, since_last_run(results)
    run = {"version": "", "cases_run": "", "cases": "", "seconds": 0.0, "exit_code": None, "baseline": None,
           "baseline_words": "", "findings": []} | results.run
    judged = [one for value in values for one in judged_of(value)]
    return html_page(
        "report.html", title="Fast approximations compared with certified values", run=run, values=values,
        meaning=_meaning(run), verdicts=verdict_counts(values),
        judged=len(judged), exceeded=sum(text_of(one, "within_tolerance") == "false" for one in judged),
        unreached=sum(text_of(value, "reached") != "true" for value in values),
        regressions=sum(text_of(found, "kind") == "regression" for found in run["findings"]),
        findings=_findings(run), last=last, changes=_changes(last.changes), worst=_worst(values),
        ranges=_ranges(values), matrix=matrix_of(values), plots=plots, sources=_sources(values), files=_files(values),
        others=_others(results.others), has_statements=any("statements" in value for value in values))


def write_report(out: Path, plots: bool = True) -> Path:
    """Writes report.html to the folder `out` of the records; statements.md if papers were run; plots/ if gnuplot is
    installed.
    """
    results = load_results(out)
    if not results.run and not results.values and not results.others:
        raise Refused(f"{out}: has no results; name the --out folder of `plumbline verify`")
    drawn = draw_plots(out, results.values) if plots else PlotResult(missing="plots were not asked for")
    write_statements(out, results)
    page = out / "report.html"
    replace_file(page, report_html(results, drawn))
    return page
