"""Plots of certified curves by gnuplot, for `plumbline figure` and `plumbline plot`.

NAME.csv has one point per line, curve after curve; NAME.json describes the layout. This module writes the script
NAME.gp, from which gnuplot draws the plot."""

from pathlib import Path

from . import gnuplot
from .files import Refused, json_or_none, read_text, replace_file

PANEL_WIDTH, PANEL_HEIGHT, HEADING, ALONE_WIDTH = 510, 400, 80, 760

# Okabe and Ito's palette, which is distinguished with any colour vision.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")

# The columns that gnuplot reads, counted from 1.
X = "(($9+$10)/2)"
LOWER, UPPER, VALUE, BAND_LOWER, BAND_UPPER = 11, 12, 13, 14, 15

CURVES = {"line": "with lines lw 2", "dashed": "with lines lw 2 dt 2", "dotted": "with lines lw 2 dt 3",
          "line and points": "with linespoints lw 2 pt 7 ps 0.8"}
# Hollow point types, so that points at one place are visible.
POINTS = ("pt 6 ps 1.6", "pt 2 ps 1.1", "pt 8 ps 1.1")

STROKES = {"dotted": "nohead dt 3", "dashed": "nohead dt 2 lc rgb 'black'", "arrow": "",
           "ruler": "heads size screen 0.005,90 lw 2 front", "thin ruler": "heads size screen 0.004,90 front",
           "measure": "heads lc rgb '#D55E00'"}
# Texts before and after the offset of a label.
LABELS = {"": ("", ""), "front": ("", "front"), "dot": ("point pt 7 ps 0.8", "front"), "ring": ("point pt 6 ps 2", ""),
          "measure": ("right", "tc rgb '#D55E00'")}


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


def _colour(number: int) -> str:
    return "black" if number < 0 else PALETTE[number % len(PALETTE)]


def _curve_look(curve: dict) -> str:
    colour = f"lc rgb '{_colour(curve['colour'])}'"
    if curve["kind"] == "points":
        return f"with points lw 1.5 {POINTS[curve['colour'] % 3]} {colour}"
    return f"{CURVES[curve['kind']]} {colour}"


def _region(curve: dict, data: str) -> list[str]:
    """Returns the region between a trade-off function f and its mirror image, the points (1 - a, 1 - f(a)), in two halves that meet on
    the diagonal."""
    look = f"with filledcurves fs transparent solid 0.15 noborder fc rgb '{_colour(curve['colour'])}' notitle"
    mirrored = f"(1-{X}):(1-${LOWER}):{X}"
    return [f"{data} using {X}:{LOWER}:(1-{X}) {look}", f"{data} using {mirrored} {look}"]


def _items(curve: dict, file: str, first: int) -> list[str]:
    """Returns the plot items of a curve. A certified curve is drawn twice, at its lower and at its upper ends."""
    data = f"{gnuplot.quoted(file)} skip 1 every ::{first}::{first + curve['points'] - 1}"
    region = _region(curve, data) if curve.get("region") else []
    look, title = _curve_look(curve), gnuplot.quoted(curve["title"] if curve["legend"] else "")
    if curve["method"] == "certified":
        return region + [f"{data} using {X}:{LOWER} {look} title {title}", f"{data} using {X}:{UPPER} {look} notitle"]
    out = [f"{data} using {X}:{VALUE} {look} title {title}"]
    if curve["band"]:
        out.append(f"{data} using {X}:{BAND_LOWER}:(0):(${BAND_UPPER}-${BAND_LOWER}) with vectors nohead "
                   f"lc rgb '{_colour(curve['colour'])}' notitle")
    return out


def _place(place: list[str]) -> str:
    """Checks that the coordinates are numbers or shares of the panel ("graph 0.5"), and joins them."""
    for coordinate in place:
        float(coordinate.removeprefix("graph "))
    return ",".join(place)


def _range(text: str) -> str:
    for end in text.split(":"):
        end == "*" or float(end)
    return f"[{text}]"


def _look(look: dict) -> list[str]:
    out = ["set size ratio -1" if look["equal_scales"] else "set size noratio",
           "set xzeroaxis lt -1" if look["zero_line"] else "unset xzeroaxis"]
    out += [f"set format {axis} '{'%.0e' if axis in look['powers'] else '%g'}'" for axis in "xy"]
    out += [f"set {axis}range {_range(look[f'{axis}_range'] or '*:*')}" for axis in "xy"]
    out += ["unset arrow", "unset label", "set key top right"]
    out += [f"set key {look['legend']}"] if look["legend"] != "top right" else []
    for stroke in look["strokes"]:
        out.append(_words(f"set arrow from {_place(stroke['from'])} to {_place(stroke['to'])}", STROKES[stroke["look"]]))
    for label in look["labels"]:
        before, behind = LABELS[label["look"]]
        offset = f"offset {_place(label['offset'].split(','))}" if label["offset"] else ""
        out.append(_words(f"set label {gnuplot.quoted(label['text'])} at {_place(label['at'])}", before, offset, behind))
    return out


def _panel(panel: dict, file: str, first: int) -> list[str]:
    out = ["", f"set title {gnuplot.quoted(panel['title'])}", f"set xlabel {gnuplot.quoted(panel['x_label'])}",
           f"set ylabel {gnuplot.quoted(panel['y_label'])}"]
    out += [("set" if panel[f"log_{axis}"] else "unset") + f" logscale {axis}" for axis in "xy"]
    items = []
    for curve in panel["curves"]:
        if curve["kind"] != "hidden" and curve["points"]:
            items += _items(curve, file, first)
        first += curve["points"]
    return out + _look(panel["look"]) + ["plot " + ", \\\n  ".join(items)]


def _heading(figure: dict) -> str:
    lines = [figure["title"]]
    lines += ["from the paper: " + figure["paper"]] if figure["paper"] else []
    lines += ["chosen here: " + figure["ours"]] if figure["ours"] else []
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'


def figure_script(figure: dict, name: str, svg: bool = False) -> str:
    """Returns the gnuplot script, which reads NAME.csv in the same folder."""
    panels, rows = figure["panels"], figure["rows"]
    columns = -(-len(panels) // rows)
    width = ALONE_WIDTH if columns == 1 else PANEL_WIDTH * columns
    terminal, ending = ("svg", "svg") if svg else ("pngcairo", "png")
    out = [f"set terminal {terminal} noenhanced size {width},{PANEL_HEIGHT * rows + HEADING} font 'sans,10'",
           f"set output {gnuplot.quoted(f'{name}.{ending}')}", "set datafile separator comma",
           "set grid lc rgb '#dddddd'", "set key reverse Left samplen 2",
           f"set multiplot layout {rows},{columns} title {_heading(figure)}"]
    first = 0
    for panel in panels:
        out += _panel(panel, f"{name}.csv", first)
        first += sum(curve["points"] for curve in panel["curves"])
    return "\n".join(out + ["unset multiplot"]) + "\n"


def draw_figure(folder: Path, name: str, svg: bool = False) -> bool:
    """Writes the script, and the plot if gnuplot is installed and succeeds."""
    path = folder / f"{name}.json"
    figure = json_or_none(read_text(path)) if path.is_file() else None
    try:
        script = figure_script(figure, name, svg)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{path}: is no figure; `plumbline figure NAME` makes one") from error
    replace_file(folder / f"{name}.gp", script)
    if not gnuplot.installed():
        raise Refused("gnuplot is not installed; it draws the pictures")
    drawn = gnuplot.run(folder, f"{name}.gp")
    if drawn:
        (folder / gnuplot.MESSAGES).unlink(missing_ok=True)
    return drawn
