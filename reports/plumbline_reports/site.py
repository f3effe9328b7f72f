"""A site of static pages: the results of the runs for each accountant and each mechanism, their history over the
nights, the documents, vectors and certificates. The site works from a disk without network.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from .claims import STANDINGS, PROMISED, LogHistogram, MethodRow, ReleaseRow
from .files import read_text
from .markdown_html import markdown_html
from .numbers import error_text, interval
from .pages import Cell, Table, code, count, with_breaks
from .report import matrix_of
from .results import mechanism_text, replay_command, request_text, text_of, verdict_counts
from .safe_text import html_escaped, name_word
from .scoreboard import WHAT_COUNTS
from .site_accountants import accountants_table, dates_of, libraries_table
from .site_calculator import PLACE as CALCULATOR, calculator_state, take_calculator
from .site_certificates import CertificatePlaces, write_violation_certificates
from .site_data import BoardRow, SiteData, family_of, is_violation, read_site_data
from .site_documents import write_certificate_page, write_documents, write_vector_page
from .site_folder import (SiteFolder, SortableRow, SortableTable, accountant_place, breaking_name, count_cell, date_in,
                          family_place, name_cell, path_from, site_link, size_cell, tool_cell)
from .site_nights import write_night_pages
from .site_options import SiteOptions
from .svg import ChartLine, LineChart, line_chart
from .whole_profiles import COUNTED, NOTE, WholeRow, read_whole_profiles


# --- the scoreboard -------------------------------------------------------------------------------------------------


def _error_cell(errors: LogHistogram, x: float) -> Cell:
    return size_cell(x, error_text(x)) if errors.count else Cell()


def _board_row(row: BoardRow, place: str) -> SortableRow:
    c = row.counts
    family = Cell(Markup(f'<a href="{html_escaped(path_from(place, family_place(row.family)))}">'
                         f'{breaking_name(row.family)}</a>'), "", row.family)
    entries = [
        tool_cell(place, row.tool), name_cell(row.method), Cell("" if row.counted else STANDINGS[row.standing]),
        Cell(PROMISED[row.kind]), family, Cell(row.regime), count_cell(c.all), count_cell(c.sound),
        count_cell(c.materially, "bad" if row.counted else ""), count_cell(c.by_rounding), count_cell(c.open),
        _error_cell(row.errors, row.errors.median), _error_cell(row.errors, row.errors.largest),
        Cell(date_in(row.version), "short")]
    bad = row.counted and c.materially > 0
    return SortableRow(entries, {
        "tool": row.tool, "mechanism": row.family, "regime": row.regime, "release": date_in(row.version),
        "promise": PROMISED[row.kind], "counted": STANDINGS[row.standing],
        "bounds": "materially violated" if bad else "not materially violated"})


def board_table(data: SiteData, place: str, chosen: Callable[[BoardRow], bool], without: str = "") -> SortableTable:
    """Returns the selected rows of the scoreboard for a page at `place`, without filters that have only one value."""
    filters = ["tool", "mechanism", "regime", "release", "promise", "counted", "bounds"]
    return SortableTable(
        "board",
        "Methods by family of mechanisms and number of steps. Apart: answers that are not in the numbers above, and the "
        "reason. Violated: by a factor of two or more, or materially; by rounding: by less than 1e-6 of the truth. Open: "
        "undecided, without a number, or about a mechanism without a certified pair. Errors are relative, and are those "
        "of sound bounds and estimates.",
        ["accountant", "method", "apart", "promises", "mechanism", "steps", "claims", "sound", "violated", "by rounding",
         "open", "median", "largest error", "release"],
        [name for name in filters if name != without],
        [_board_row(row, place) for row in data.board if chosen(row)])


def _whole_profiles(root: Path) -> list[WholeRow]:
    table = root / "cases/profiles/verdicts.tsv"
    return read_whole_profiles(table) if table.is_file() else []


def write_scoreboard_page(data: SiteData, options: SiteOptions, site: SiteFolder) -> None:
    counts = data.claims.counts
    site.page(
        "index.html", "Plumbline: accountants of differential privacy, judged", "index.html", what_counts=WHAT_COUNTS,
        night=data.nights[-1] if data.nights else None, c=data.claims.documented,
        tools=len({row.tool for row in data.board if not data.beside.is_library(row.tool)}), apart=sum(counts[s].all for s in STANDINGS if s != "documented"),
        values=data.results.values, printed=verdict_counts(data.results.values),
        accountants=accountants_table(data.claims, data.families_of_tools(), data.beside, dates_of(options.root),
                                      "index.html"),
        libraries=libraries_table(data.claims, data.beside, dates_of(options.root), "index.html"),
        corrections="docs/corrections.html" if (options.root / "docs/corrections.md").is_file() else "",
        board=board_table(data, "index.html", lambda row: True), whole=_whole_profiles(options.root), whole_counted=COUNTED,
        whole_note=NOTE, matrix=matrix_of(data.results.values))


# --- accountants ----------------------------------------------------------------------------------------------------


def _cards(tool: str, root: Path) -> list[tuple[str, Markup]]:
    """Returns the cards of a tool. Cards are named by the package: "dp-accounting 0.4.4, PLDAccountant" belongs to
    the tool google-dp-accounting.
    """
    out = []
    for file in sorted((root / "vectors/cards").glob("*.md")):
        text = read_text(file)
        package = name_word(text.lstrip("# ").replace(",", " ").replace("\n", " ").partition(" ")[0])
        if text.strip("# \n") and f"-{package}-" in f"-{name_word(tool)}-":
            card = markdown_html(text)
            out.append((card.title or file.stem, card.body))
    return out


def _is_of_tool(source: str, part: str, tool: str) -> bool:
    return source == "claim" and part.startswith(tool + " ")


def _violations_chart(data: SiteData, tool: str) -> Markup:
    """Returns the number of violations of each night, with a gap if the accountant was not judged."""
    judged, violated = set(), Counter()
    for tally in data.tallies:
        if _is_of_tool(tally.source, tally.part, tool):
            judged.add(tally.night)
            violated[tally.night] += tally.count if is_violation(tally.verdict) else 0
    values = [float(violated[night.id]) if night.id in judged else math.nan for night in data.nights]
    return line_chart(LineChart(f"Violated bounds of {tool} in each night", [night.day for night in data.nights],
                                [ChartLine("violated", values)]))


def _movement(line: ChartLine) -> float:
    """Returns the variation of a line: the ratio of its largest to its smallest value."""
    known = [x for x in line.values if not math.isnan(x)]
    return max(known) / min(known) if known and min(known) > 0 else math.inf if known and max(known) > 0 else 0.0


def _errors_chart(data: SiteData, tool: str, several: bool) -> tuple[Markup, str]:
    """Returns the median errors of each method by night, and the caption."""
    places = {night.id: i for i, night in enumerate(data.nights)}
    lines: dict[str, ChartLine] = {}
    for night, part in data.parts:
        if night in places and part.median_error is not None and _is_of_tool(part.source, part.name, tool):
            name = part.name[len(tool) + 1:] if several else part.name.partition(": ")[2] or part.name
            line = lines.setdefault(name, ChartLine(name, [math.nan] * len(places)))
            line.values[places[night]] = part.median_error
    if not lines:
        return Markup(), ""
    chosen = sorted((lines[name] for name in sorted(lines)), key=_movement, reverse=True)
    which = f" Of {len(chosen)} methods the 8 that moved most." if len(chosen) > 8 else ""
    chart = LineChart(f"Median relative error of the methods of {tool} in each night",
                      [night.day for night in data.nights], chosen[:8], logarithmic=True)
    return line_chart(chart), "Median relative error of sound bounds and estimates." + which


def _write_accountant(data: SiteData, tool: str, rows: list[MethodRow], options: SiteOptions,
                      certificates: CertificatePlaces, site: SiteFolder) -> None:
    place = accountant_place(tool)
    versions = sorted({row.version for row in data.board if row.tool == tool and row.version})
    extra = {command: {"place": at, "link": path_from(place, at)} for command, at in certificates.items()}
    opens = (lambda replay: _calculator_link(place, replay)) if site.has(CALCULATOR) else None
    errors, errors_words = _errors_chart(data, tool, len(versions) > 1)
    dates = dates_of(options.root)
    asked = max((dates.get(file, "") for file in data.beside.files.get(tool, ())), default="")
    site.page(place, tool, "accountant.html", versions=versions, asked=asked, beside=data.beside.charts(tool),
              corrections=path_from(place, "docs/corrections.html")
              if (options.root / "docs/corrections.md").is_file() else "", rows=rows, extra=extra, opens=opens,
              board=board_table(data, place, lambda row: row.tool == tool, "tool"),
              releases=release_tables(data, place, tool), nights=data.nights, cards=_cards(tool, options.root),
              violations=_violations_chart(data, tool) if data.nights else "", errors=errors, errors_words=errors_words)


def write_accountant_pages(data: SiteData, options: SiteOptions, certificates: CertificatePlaces,
                           site: SiteFolder) -> None:
    tools: dict[str, list[MethodRow]] = defaultdict(list)
    for row in data.claims.rows:
        tools[row.tool].append(row)
    for tool in sorted(tools):
        _write_accountant(data, tool, tools[tool], options, certificates, site)


# --- mechanisms -----------------------------------------------------------------------------------------------------


def _calculator_link(place: str, replay: str) -> str:
    """Returns the link from the page at `place` to the calculator with the value of the command; empty if the
    calculator does not support it.
    """
    state = calculator_state(replay)
    return path_from(place, CALCULATOR) + state if state else ""


def _command_cell(place: str, replay: str, calculator: bool) -> Cell:
    link = _calculator_link(place, replay) if calculator else ""
    more = Markup(f' <a href="{html_escaped(link)}">in the calculator</a>') if link else Markup()
    return Cell(code(replay) + more)


def _certified(values: list[dict], place: str, calculator: bool) -> Table:
    table = Table(["asked", "mechanism", "certified", "verdict", "command"])
    for value in values:
        verdict = text_of(value, "verdict")
        table.rows.append([
            Cell(request_text(value)), Cell(code(mechanism_text(value))),
            Cell(interval(text_of(value, "lower"), text_of(value, "upper"), 15), "number"),
            Cell(verdict, "bad" if verdict == "differs" else ""), _command_cell(place, replay_command(value), calculator)])
    return table


def _families(data: SiteData, vectors: set[str]) -> list[str]:
    of_values = {family_of(text_of(value, "mechanism")) for value in data.results.values if text_of(value, "mechanism")}
    return sorted({row.family for row in data.board} | of_values | vectors)


def write_mechanism_pages(data: SiteData, options: SiteOptions, site: SiteFolder) -> None:
    index = "mechanisms/index.html"
    table = Table(["mechanism", "claims", "materially violated", "certified values"])
    by_family: dict[str, list[dict]] = defaultdict(list)
    for value in data.results.values:
        by_family[family_of(text_of(value, "mechanism"))].append(value)
    vectors = {file.stem for file in (options.root / "vectors").glob("*.json") if "." not in file.stem}
    for family in _families(data, vectors):
        place, values = family_place(family), by_family[family]
        site.page(place, family, "mechanism.html", matrix=matrix_of(values), values=values,
                  board=board_table(data, place, lambda row: row.family == family, "mechanism"),
                  vectors=path_from(place, f"vectors/{family}.json") if family in vectors else "",
                  document=path_from(place, "docs/mechanisms.html")
                  if (options.root / "docs/mechanisms.md").is_file() else "",
                  table=_certified(values[:200], place, site.has(CALCULATOR)))
        rows = [row for row in data.board if row.family == family]
        violated = sum(row.counts.materially for row in rows)
        table.rows.append([Cell(site_link(index, place, family)), Cell(count(sum(row.counts.all for row in rows))),
                           Cell(count(violated), "bad" if violated else ""), Cell(count(len(values)))])
    site.page(index, "Mechanisms", "table.html", table=table)


# --- releases -------------------------------------------------------------------------------------------------------


def _release_cell(version: str) -> Cell:
    """Returns the cell of a version, sorted by its date if it has one; the date has no line breaks."""
    date = date_in(version)
    before, _, _ = version.partition(date) if date else (version, "", "")
    whole = Markup(f'<span class="whole">{html_escaped(version[len(before):])}</span>') if date else Markup()
    return Cell(html_escaped(before) + whole, "", date)


def _facts(row: ReleaseRow) -> dict[str, str]:
    """Returns the facts for filters, with the date of the later release, so that a filter has few values."""
    return {"tool": row.tool, "method": row.method, "later": date_in(row.later) or row.later}


def _changed(row: ReleaseRow) -> str:
    if row.fixed and row.broke:
        return "fixed and broke"
    return "fixed" if row.fixed else "broke" if row.broke else "nothing"


def release_tables(data: SiteData, place: str, tool: str = "") -> list[SortableTable]:
    """Returns the table of changes between releases for a page at `place`, of one tool if it is named; empty if no
    question was answered by two releases.
    """
    rows = [row for row in data.claims.releases.rows if not tool or row.tool == tool]
    if not rows:
        return []
    counts = SortableTable(
        "by-release",
        "Questions that two releases of a tool answered, with the same options. Fixed: a violation is gone or milder, "
        "or there is a number for the first time; broke: the opposite.",
        ["accountant", "method", "earlier", "later", "questions", "same verdict", "fixed", "broke"],
        ["method" if tool else "tool", "later", "changed"],
        [SortableRow([tool_cell(place, row.tool), name_cell(row.method), _release_cell(row.earlier),
                      _release_cell(row.later), count_cell(row.all), count_cell(row.same),
                      count_cell(row.fixed, "good"), count_cell(row.broke, "bad")],
                     _facts(row) | {"changed": _changed(row)}) for row in rows])
    verdicts = SortableTable(
        "by-question", "The questions whose verdict changed: the first 200 of each row above.",
        ["accountant", "method", "change", "question", "earlier", "verdict", "later", "verdict now", "where"],
        ([] if tool else ["tool"]) + ["method", "later", "change"])
    for row in rows:
        for change in row.changes:
            turn = "fixed" if change.fixed else "broke"
            verdicts.rows.append(SortableRow(
                [tool_cell(place, row.tool), name_cell(row.method), Cell(turn, "good" if change.fixed else "bad"),
                 Cell(with_breaks(change.question)), _release_cell(row.earlier), Cell(change.earlier),
                 _release_cell(row.later), Cell(change.later), Cell(with_breaks(change.place))],
                _facts(row) | {"change": turn}))
    return [counts] + ([verdicts] if verdicts.rows else [])


def write_releases_page(data: SiteData, site: SiteFolder) -> None:
    site.page("releases.html", "What releases changed", "releases.html",
              releases=release_tables(data, "releases.html"))


# --- all ------------------------------------------------------------------------------------------------------------


def write_site(options: SiteOptions) -> tuple[int, int]:
    """Returns the number of written pages, and of certificates of violations."""
    data = read_site_data(options.results, options.history)
    site = SiteFolder(options.out)
    take_calculator(options, site)
    certificates = write_violation_certificates(data, options, site)
    write_scoreboard_page(data, options, site)
    write_accountant_pages(data, options, certificates, site)
    write_mechanism_pages(data, options, site)
    write_releases_page(data, site)
    write_night_pages(data, site)
    options.say("documents")
    write_documents(options.root, site)
    write_vector_page(options.root, site)
    write_certificate_page(options.root, certificates, site)
    return site.pages, len(certificates)
