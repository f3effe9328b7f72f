"""hunt.html: the finds of a hunt, and the map of its coverage."""

import math
from dataclasses import dataclass
from pathlib import Path

from .files import Refused, json_or_none, read_text, replace_file
from .pages import Cell, Table, html_page

COLUMNS, ROWS = 20, 14
LEFT, TOP, WIDTH, HEIGHT, FOOT = 78, 8, 420, 260, 46


def fill_of(cell: dict) -> tuple[str, str]:
    """Returns colour and opacity of a cell: the opacity increases with the logarithm of the error."""
    if cell["wrong"]:
        depth = 1 + math.log10(max(cell["worst"], 1e-300)) / 10
        return "c1", f"{min(max(depth, 0.35), 1.0):.2f}"
    if cell["sound"]:
        return "c0", "0.25" if cell["loose"] else "0.6"
    return ("c4", "0.5") if cell["open"] else ("c6", "0.25")


@dataclass
class Square:
    """A drawn cell of a map."""

    x: float
    y: float
    colour: str
    opacity: str
    title: str


def _title(panel: dict, cell: dict) -> str:
    def stretch(axis: dict, i: int) -> str:
        return f"{axis['name']} {axis['ends'][i]} to {axis['ends'][i + 1]}"

    out = (f"{stretch(panel['x'], cell['column'])}, {stretch(panel['y'], cell['row'])}: {cell['asked']} asked, "
           f"{cell['sound']} sound")
    out += f", {cell['wrong']} wrong, worst {cell['worst']:.2g}" if cell["wrong"] else ""
    out += f", {cell['open']} undecided" if cell["open"] else ""
    return out + (f", {cell['unsupported']} unsupported" if cell["unsupported"] else "")


def squares_of(panel: dict) -> list[Square]:
    return [Square(LEFT + cell["column"] * WIDTH / COLUMNS + 0.5, TOP + HEIGHT - (cell["row"] + 1) * HEIGHT / ROWS + 0.5,
                   *fill_of(cell), _title(panel, cell)) for cell in panel["cells"]]


def labels_of(panel: dict) -> list[tuple[float, float, str, str]]:
    """Returns the tics of the axes: place, anchor and text."""
    out, last = [], len(panel["x"]["tics"]) - 1
    for i, (x, y) in enumerate(zip(panel["x"]["tics"], panel["y"]["tics"])):
        anchor = "start" if i == 0 else "end" if i == last else "middle"
        out.append((LEFT + i / last * WIDTH, TOP + HEIGHT + 17, anchor, x))
        at = min(max(TOP + HEIGHT - i / last * HEIGHT + 5, TOP + 12.0), TOP + HEIGHT - 1.0)
        out.append((LEFT - 6, at, "end", y))
    return out + [(LEFT + WIDTH / 2, TOP + HEIGHT + 37, "middle", panel["x"]["name"])]


def _counts(counts: list[dict]) -> Table:
    def number(n: int, kind: str = "number") -> Cell:
        return Cell(str(n) if n else "", kind)

    table = Table(["asked of", "answers", "sound", "wrong", "worst", "undecided or no value", "declined"])
    for cell in counts:
        worst = cell["worst_finding"] if cell["wrong"] else ""
        worst += f", {cell['worst']:.2g}" if cell["wrong"] and cell["worst"] > 0 else ""
        table.rows.append([Cell(cell["sort"]), number(cell["asked"]), number(cell["sound"]),
                           number(cell["wrong"], "number bad"), Cell(worst), number(cell["open"]),
                           number(cell["unsupported"])])
    return table


def hunt_html(record: dict) -> str:
    errors = Table(["message", "times"], [[Cell(message), Cell(str(n), "number")] for message, n in record["errors"].items()])
    maps = [{"sort": panel["sort"], "x": panel["x"]["name"], "y": panel["y"]["name"], "squares": squares_of(panel),
             "labels": labels_of(panel)} for panel in record["maps"]]
    return html_page("hunt.html", title=f"A hunt: {record['tool']}", hunt=record, errors=errors, maps=maps,
                     counts=_counts(record["counts"]), left=LEFT, top=TOP, width=WIDTH, height=HEIGHT, foot=FOOT,
                     square_width=WIDTH / COLUMNS - 1, square_height=HEIGHT / ROWS - 1)


def write_hunt(out: Path) -> None:
    """Writes hunt.html in the folder of the record that `plumbline hunt --out` wrote."""
    path = out / "hunt.json"
    record = json_or_none(read_text(path)) if path.is_file() else None
    try:
        page = hunt_html(record)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise Refused(f"{path}: is no record of a hunt; `plumbline hunt --out FOLDER` makes one") from error
    replace_file(out / "hunt.html", page)
