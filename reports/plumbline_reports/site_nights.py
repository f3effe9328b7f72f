"""nights.html, and a page for each night."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

from markupsafe import Markup

from .changes import NightChange
from .history import KeptNight
from .night import NightPart
from .numbers import error_text
from .pages import Cell, code, with_breaks
from .site_data import NIGHTS_COMPARED, SiteData, is_violation
from .site_folder import SiteFolder, SortableRow, SortableTable, count_cell, path_from, site_link, size_cell
from .svg import ChartLine, LineChart, line_chart

MOST_SHOWN = 300  # number of changes on the page of a night
MOST_LISTED = 50  # number of changes on the page of all nights
SOURCES = {"value": "certified values", "judged": "approximations", "claim": "accountants"}


def night_place(night: KeptNight) -> str:
    return f"nights/{night.id}.html"


def night_name(night: KeptNight) -> str:
    """"3, 2026-03-03\""""
    return f"{night.id}, {night.day}"


def _owner(data: SiteData, source: str, part: str) -> str:
    """Returns the key of a part for a filter: the accountant, or the approximation, or the file of cases."""
    return data.tool_of_part(part) if source == "claim" else part


@dataclass
class NightSums:
    answers: int = 0
    violated: int = 0
    value_seconds: float = 0.0
    claim_seconds: float = 0.0


def sums_of(data: SiteData) -> dict[int, NightSums]:
    out: dict[int, NightSums] = defaultdict(NightSums)
    for night, part in data.parts:
        sums = out[night]
        sums.answers += part.answers
        sums.value_seconds += part.seconds if part.source == "value" else 0
        sums.claim_seconds += part.seconds if part.source == "claim" else 0
    for tally in data.tallies:
        out[tally.night].violated += tally.count if is_violation(tally.verdict) else 0
    return out


def _changes_of(data: SiteData, night: int) -> tuple[int, int]:
    """Returns the number of changes of verdicts, and the number of other changes."""
    changes = data.changes.get(night, [])
    verdicts = sum(change.kind == "verdict" for change in changes)
    return verdicts, len(changes) - verdicts


def _figures(data: SiteData, sums: dict[int, NightSums]) -> list[tuple[str, Markup, str]]:
    places = [night.day for night in data.nights]

    def positive(x: float) -> float:
        return x if x > 0 else math.nan

    seconds = LineChart("Seconds of certified values in each night", places, [
        ChartLine("cases", [positive(sums[night.id].value_seconds) for night in data.nights]),
        ChartLine("claims", [positive(sums[night.id].claim_seconds) for night in data.nights])], " s")
    violated = LineChart("Violated claims in each night", places, [
        ChartLine("violated", [float(sums[night.id].violated) for night in data.nights])])
    out = [("How long do the certified values take?", line_chart(seconds),
            "Sums of the recorded seconds of certified values."),
           ("How many claims are violated?", line_chart(violated), "All grades.")]
    if data.changes:
        changed = LineChart("Verdicts that changed in each night", places, [ChartLine("verdicts", [
            float(_changes_of(data, night.id)[0]) if night.id in data.changes else math.nan for night in data.nights])])
        out.append(("How many verdicts changed?", line_chart(changed),
                    f"Against the night before; the last {NIGHTS_COMPARED} nights."))
    return out


def _nights_table(data: SiteData, sums: dict[int, NightSums]) -> SortableTable:
    out = SortableTable(
        "nights", "Verdicts and other things that changed are against the night before.",
        ["night", "time", "commit", "answers", "violated", "verdicts changed", "other changes", "seconds", "machine"],
        ["month", "changes", "machine"])
    for night in reversed(data.nights):
        one, (verdicts, others) = sums[night.id], _changes_of(data, night.id)
        total = one.value_seconds + one.claim_seconds
        out.rows.append(SortableRow(
            [Cell(site_link("nights.html", night_place(night), str(night.id)), "", str(night.id)),
             Cell(night.time, "short"), Cell(code(night.commit[:12])), count_cell(one.answers),
             count_cell(one.violated), count_cell(verdicts), count_cell(others), size_cell(total, f"{total:.1f}"),
             Cell(night.machine)],
            {"month": night.time[:7], "changes": "verdicts" if verdicts else "no verdicts" if others else "none",
             "machine": night.machine}))
    return out


def _change_row(data: SiteData, night: KeptNight, change: NightChange, of_one: bool) -> SortableRow:
    colon = ": " if change.mechanism else ""
    entries = [Cell(with_breaks(change.part)), Cell(SOURCES[change.source]), Cell(change.kind),
               Cell(with_breaks(change.mechanism + colon + change.question)), Cell(change.before), Cell(change.after),
               Cell(with_breaks(change.place))]
    if not of_one:
        entries.insert(0, Cell(site_link("nights.html", night_place(night), night_name(night)), "whole", str(night.id)))
    return SortableRow(entries, {"night": night_name(night), "change": change.kind, "source": SOURCES[change.source],
                                 "of": _owner(data, change.source, change.part)})


def _changes_table(data: SiteData, nights: list[KeptNight], most: int, of_one: bool = False) -> SortableTable:
    """Returns the table of changes of these nights, the last night first, with at most `most` changes of each."""
    out = SortableTable(
        "changes", "Against the night before; errors by more than 2 %, digits by one or more, times by more than 20 % and "
        "half a second.",
        ([] if of_one else ["night"]) + ["part", "source", "change", "question", "before", "after", "where"],
        ([] if of_one else ["night"]) + ["change", "source", "of"])
    left = 0
    for night in reversed(nights):
        changes = data.changes.get(night.id, [])
        out.rows += [_change_row(data, night, change, of_one) for change in changes[:most]]
        left += len(changes[most:])
    if left:
        out.caption += f" {left} more are left out here; `plumbline history show` has them."
    return out


def _part_row(data: SiteData, part: NightPart, verdicts: Counter[str]) -> SortableRow:
    violated = sum(n for verdict, n in verdicts.items() if is_violation(verdict))

    def error(x: float | None) -> Cell:
        return Cell() if x is None else size_cell(x, error_text(x))

    digits = part.fewest_digits
    return SortableRow(
        [Cell(with_breaks(part.name)), Cell(SOURCES[part.source]), count_cell(part.answers),
         Cell("; ".join(f"{verdicts[verdict]} {verdict}" for verdict in sorted(verdicts))), count_cell(violated, "bad"),
         error(part.median_error), error(part.largest_error),
         Cell() if digits is None else size_cell(digits, f"{digits:.1f}"), size_cell(part.seconds, f"{part.seconds:.2f}")],
        {"source": SOURCES[part.source], "of": _owner(data, part.source, part.name),
         "bounds": "violated" if violated else "not violated"})


def _parts_table(data: SiteData, night: int) -> SortableTable:
    tallies: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tally in data.tallies:
        if tally.night == night:
            tallies[tally.source, tally.part][tally.verdict] += tally.count
    return SortableTable(
        "parts", "Files of cases, approximations on them, and methods of accountants. Errors are relative, of sound bounds "
        "and estimates; seconds those that the certified values took.",
        ["part", "source", "answers", "verdicts", "violated", "median", "largest error", "fewest digits", "seconds"],
        ["source", "of", "bounds"],
        [_part_row(data, part, tallies[part.source, part.name]) for number, part in data.parts if number == night])


def _write_night(data: SiteData, i: int, site: SiteFolder) -> None:
    night = data.nights[i]
    place = night_place(night)
    beside = []
    if i > 0:
        beside.append((path_from(place, night_place(data.nights[i - 1])), "the night before"))
    if i + 1 < len(data.nights):
        beside.append((path_from(place, night_place(data.nights[i + 1])), "the night after"))
    beside.append((path_from(place, "nights.html"), "all nights"))
    changes = _changes_table(data, [night], MOST_SHOWN, True) if night.id in data.changes else None
    site.page(place, "Night " + night_name(night), "night.html", night=night, beside=beside, changes=changes,
              parts=_parts_table(data, night.id))


def write_night_pages(data: SiteData, site: SiteFolder) -> None:
    if not data.nights:
        site.page("nights.html", "Nights", "words.html",
                  words="No history was given; `plumbline site --history FOLDER` shows one.")
        return
    sums = sums_of(data)
    site.page("nights.html", "Nights", "nights.html", figures=_figures(data, sums), nights=_nights_table(data, sums),
              changes=_changes_table(data, data.nights, MOST_LISTED))
    for i in range(len(data.nights)):
        _write_night(data, i, site)
