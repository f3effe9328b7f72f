"""Formats the one-page statement about certificates from the record that the program writes after it has checked
them. The record contains every word, and every number as a string rounded to the safe side; this module only formats
it.
"""

import sys
from pathlib import Path

from markupsafe import Markup

from .files import Refused, json_or_none, read_text, write_file
from .numbers import number
from .pages import html_page, markdown_page
from .svg import ChartLine, LineChart, line_chart

FORMAT = "plumbline-statement"
_LISTS = ("summary", "how_to_check", "commands", "rests_on", "does_not_say")
_ROW = ("meaning", "value", "lower", "upper", "digits", "verdict", "again", "second")


def _is_texts(value) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_row(row) -> bool:
    return isinstance(row, dict) and all(isinstance(row.get(name), str) for name in _ROW)


def _is_together(one) -> bool:
    names = ("quantity", "found", "promised", "words")
    return isinstance(one, dict) and all(isinstance(one.get(name), str) for name in names)


def _is_group(group) -> bool:
    return (isinstance(group, dict) and isinstance(group.get("mechanism"), str)
            and isinstance(group.setdefault("part", ""), str) and _is_texts(group.get("words"))
            and isinstance(group.get("rows"), list) and all(map(_is_row, group["rows"])))


def _are_rates(rates) -> bool:
    return (isinstance(rates, dict) and _is_texts(rates.get("at")) and isinstance(rates.get("curves"), list)
            and all(isinstance(one, dict) and isinstance(one.get("name"), str) and _is_texts(one.get("rates"))
                    and len(one["rates"]) == len(rates["at"]) for one in rates["curves"]))


def read_statement(path: Path) -> dict:
    """Reads the record. Rejects numbers that are not strings, because they may have been rounded."""
    try:
        record = json_or_none(read_text(path))
    except OSError as error:
        raise Refused(f"{path}: cannot be read ({error.strerror})") from error
    if (record is None or record.get("format") != FORMAT or not isinstance(record.get("title"), str)
            or not all(_is_texts(record.get(name)) for name in _LISTS) or not _is_texts(record.get("headlines", [])) or not isinstance(record.get("groups"), list)
            or not all(map(_is_group, record["groups"]))
            or not isinstance(record.setdefault("together", []), list)
            or not all(map(_is_together, record["together"]))
            or not _are_rates(record.setdefault("rates", {"at": [], "curves": []}))):
        raise Refused(f"{path}: is no record of a statement; `plumbline statement CERTIFICATES -o FILE.json` makes one")
    record.setdefault("headlines", [])  # missing in older records
    return record


_MOST_CURVES = 7  # without that of guessing; the number of colours


def rates_chart(page: dict) -> Markup:
    """Returns the chart of the largest true positive rate at each false positive rate, and of guessing; empty if the
    page has no such curve.
    """
    rates = page["rates"]
    if not rates["curves"]:
        return Markup("")
    lines = [ChartLine(one["name"] or "any attack, at most", [number(x) for x in one["rates"]])
             for one in rates["curves"][:_MOST_CURVES]]
    lines.append(ChartLine("guessing", [number(x) for x in rates["at"]]))
    label = "The largest true positive rate of an attack at each false positive rate, and that of guessing"
    return line_chart(LineChart(label, [f"false positive rate {number(rates['at'][0]):g}", "1"], lines, logarithmic=True,
                                dotted=False))


def write_statement(record: Path, out: str) -> None:
    """Writes the page as Markdown or HTML according to the ending of the name; "-" means Markdown on standard output.
    """
    page = read_statement(record)
    if out.endswith((".html", ".htm")):
        write_file(Path(out), html_page("statement.html", title=page["title"], page=page, rates=rates_chart(page)))
        return
    text = markdown_page("statement.md", page=page)
    if out == "-":
        sys.stdout.write(text)
    else:
        write_file(Path(out), text)
