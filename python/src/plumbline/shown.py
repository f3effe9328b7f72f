"""Shows objects in a notebook as small HTML tables."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

ROWS = 40  #: a longer table ends with the number of the rows that are left out


def table(heading: str, rows: Sequence[Sequence[str]], names: Sequence[str] = ()) -> str:
    """Returns an HTML table. This function escapes all texts.

    >>> table("a < b", [["epsilon", "1"]])
    '<table><caption>a &lt; b</caption><tr><td>epsilon</td><td>1</td></tr></table>'
    """
    caption = f"<caption>{html.escape(heading)}</caption>" if heading else ""
    head = _row(names, "th") if names else ""
    more = len(rows) - ROWS
    left_out = f'<tr><td colspan="{max(1, len(rows[0]))}">and {more} more</td></tr>' if more > 0 else ""
    return f"<table>{caption}{head}{''.join(_row(row, 'td') for row in rows[:ROWS])}{left_out}</table>"


def _row(cells: Iterable[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def lines(heading: str, text: str) -> str:
    """Returns a table with one row for each line of a text. The part after the last ": " has a separate cell."""
    rows = [line.rpartition(": ")[::2] for line in text.splitlines()]
    return table(heading, [[name, value] if name else [value, ""] for name, value in rows])
