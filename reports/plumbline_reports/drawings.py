"""The plots of a run as data and gnuplot scripts, before they are drawn."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from .gnuplot import quoted
from .numbers import interval, number, short_number
from .results import (argument_of, error_of, judged_of, number_of, request_text, seconds_of, text_of)
from .safe_text import one_line
from .svg import INK, colour

FEWEST_POINTS = 4
_POINTS = (7, 5, 9, 11, 13, 4, 6, 8)


@dataclass
class Drawing:
    name: str
    """stem of its files"""
    question: str
    """that it answers: its title"""
    caption: str
    """what is seen, and from which cases"""
    data: str
    """contents of name.dat"""
    script: str
    """for gnuplot, after its terminal is set; reads name.dat"""
    width: int = 520
    height: int = 380
    """in units of which text is 15 high"""


ARGUMENTS = {
    "epsilon": "ε (nats)", "delta": "δ (probability)", "alpha": "α, false alarms (probability)",
    "beta": "β, misses (probability)", "kappa": "κ, success without the output (probability)",
    "prior": "π, prior of no membership (probability)", "order": "order of the Rényi divergence",
}
PARAMETERS = {
    "N": "number of compositions N", "sensitivity": "effect size (sensitivity per unit of noise)",
    "sigma": "noise multiplier σ (noise per unit of sensitivity)", "b": "noise scale b (per unit of sensitivity)",
    "p": "sampling rate p (probability)", "epsilon": "ε of a step (nats)", "delta": "δ of a step (probability)",
}
QUANTITIES = {
    "delta": "δ(ε) (probability)", "epsilon": "ε(δ) (nats)", "tradeoff": "f(α), misses (probability)",
    "rero": "γ, reconstruction (probability)", "bayes": "R, minimum Bayes error (probability)",
    "divergence": "Δ (probability)", "tv": "total variation (probability)",
}
WORDS = {
    "delta": "the privacy profile δ", "epsilon": "ε", "tradeoff": "the trade-off function",
    "rero": "the chance of reconstruction γ", "bayes": "the minimum Bayes error", "divergence": "the Δ-divergence",
    "tv": "the total variation",
}
VARIED = {"sensitivity": "the effect size", "p": "the sampling rate", "sigma": "the noise multiplier",
          "b": "the noise scale"}


def values_by_case(values: list[dict]) -> list[list[dict]]:
    """Groups values by case, in order."""
    groups, place = [], None
    for value in values:
        here = text_of(value, "file"), text_of(value, "case")
        if here != place:
            groups.append([])
        groups[-1].append(value)
        place = here
    return groups


def file_stem(text: str) -> str:
    """Returns a name that is valid for files and gnuplot, short enough for every system."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", one_line(text))[:180]


def file_label(file: str) -> str:
    """Returns the last directory and the stem of a case file, which distinguish figure-3.toml of two papers."""
    path = PurePosixPath(file)
    return (path.parent.name + "-" if path.parent.name else "") + path.stem


def sources_of(values: list[dict]) -> str:
    """Returns "file: case, case, ...", for captions."""
    ids = list(dict.fromkeys(text_of(value, "case") for value in values))
    file = text_of(values[0], "file")
    return f"{file} ({len(ids)} cases)" if len(ids) > 6 else f"{file}: {', '.join(ids)}"


def measured(value: dict, approximation: str) -> dict | None:
    """Returns the measured record of one approximation at a value; None if there is none."""
    return next((judged for judged in judged_of(value) if text_of(judged, "approximation") == approximation
                 and text_of(judged, "verdict") == "measured"), None)


def measured_approximations(values: list[dict]) -> list[str]:
    """Returns the approximations with a number for any of the values, in order."""
    return list(dict.fromkeys(text_of(judged, "approximation") for value in values for judged in judged_of(value)
                              if text_of(judged, "verdict") == "measured"))


def largest_errors(values: list[dict], names: list[str], key: str) -> str:
    """Returns "clt 0.012, edgeworth2 3e-05", for captions."""
    def largest(name: str) -> float:
        errors = [error_of(judged, key) for judged in (measured(value, name) for value in values) if judged]
        return max([0.0] + [error for error in errors if math.isfinite(error)])
    return ", ".join(f"{name} {short_number(largest(name))}" for name in names)


def coordinate(x: float, logarithmic: bool) -> str:
    """Formats a coordinate; "NaN" if it is not finite, or not positive on a logarithmic axis."""
    return "NaN" if not math.isfinite(x) or (logarithmic and x <= 0) else f"{x:.12g}"


def wide_and_positive(xs: list[float]) -> bool:
    """Returns True if the range of the numbers requires a logarithmic axis."""
    return min(xs) > 0 and max(xs) > 50 * min(xs)


@dataclass
class Axes:
    log_x: bool = False
    log_y: bool = False


Point = tuple[float, dict]
"""Returns the position of a result on an axis, from a mechanism's parameter or its argument, and its record."""


def axes_of(points: list[Point]) -> Axes:
    return Axes(wide_and_positive([x for x, _ in points]),
                wide_and_positive([number_of(value, "lower") for _, value in points]))


def curve_data(points: list[Point], names: list[str], axes: Axes) -> str:
    """Returns the data file. Block 0 is the certified curve (x, value). Block k is the k-th approximation: x, value,
    lower and upper end of its own band (its value if it has no band), absolute error.
    """
    out = "# x  certified (lower end)\n"
    for x, value in points:
        out += f"{coordinate(x, axes.log_x)} {coordinate(number_of(value, 'lower'), axes.log_y)}\n"
    for name in names:
        out += f"\n\n# {one_line(name)}: x  value  band  absolute error\n"
        for x, value in points:
            if judged := measured(value, name):
                out += _data_line(x, judged, axes)
    return out


def _data_line(x: float, judged: dict, axes: Axes) -> str:
    value, band = number_of(judged, "value"), judged.get("band")
    has_band = isinstance(band, dict) and text_of(band, "lower") != ""
    low = number_of(band, "lower") if has_band else value
    high = number_of(band, "upper") if has_band else value
    # gnuplot omits a point whose band reaches zero on a logarithmic axis: draw only the upper part of the band.
    low = low if not axes.log_y or low > 0 else value
    ends = " ".join(coordinate(y, axes.log_y) for y in (value, low, high))
    return f"{coordinate(x, axes.log_x)} {ends} {coordinate(error_of(judged, 'absolute_error'), True)}\n"


def point_style(k: int) -> str:
    """Returns colour and point type of the k-th approximation, equal in every panel and distinguishable without
    colour.
    """
    return f"lc rgb '{colour(k)}' pt {_POINTS[(k + k // 8) % 8]} ps 0.7"


def line_style(k: int) -> str:
    """Returns colour and dash of the k-th of several certified curves."""
    return f"lc rgb '{colour(k)}' lw 2 dt {k % 5 + 1}"


def _plot(items: Iterable[str]) -> str:
    return "plot " + ", \\\n  ".join(items) + "\n"


def value_plot(name: str, names: list[str]) -> str:
    """Returns the plot command for the certified curve and the approximations with their bands."""
    items = [f"'{name}.dat' index 0 using 1:2 with lines lw 2 lc rgb '{INK}' title 'certified'"]
    for k, approximation in enumerate(names):
        # Draws a band as a bar between its ends; it is invisible if both ends equal the value.
        items.append(f"'' index {k + 1} using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb '{colour(k)}' notitle")
        items.append(f"'' index {k + 1} using 1:2 with points {point_style(k)} title {quoted(approximation)}")
    return _plot(items)


def error_plot(name: str, names: list[str]) -> str:
    return _plot(f"'{name}.dat' index {k + 1} using 1:5 with linespoints lw 1.5 {point_style(k)} title {quoted(one)}"
                 for k, one in enumerate(names))


def axis_script(x_label: str, y_label: str, axes: Axes) -> str:
    return (f"set xlabel {quoted(x_label)}\nset ylabel {quoted(y_label)}\n"
            + ("set logscale x\n" if axes.log_x else "")
            + ("set logscale y\n" if axes.log_y else "unset logscale y\n"))


def key_rows(titles: int) -> int:
    return (titles + 1) // 2


def key_at_foot(titles: int) -> str:
    """Returns the commands for a key in two columns at the bottom of the plot, below the label of the x axis, and for
    its margin. The `key below` of gnuplot touches the label, and leaves the plot if the left margin is wide.
    """
    rows = max(1, key_rows(titles))
    return (f"set key at screen 0.5, screen 0.015 center bottom vertical maxrows {rows} samplen 2\n"
            f"set bmargin {3.1 + 1.2 * rows:.1f}\n")


def log_tics(axis: str, xs: Iterable[float], room: float = 4) -> str:
    """Returns tics of a logarithmic axis, at most as many as there is space for labels."""
    shown = [x for x in xs if math.isfinite(x) and x > 0]
    if not shown:
        return ""
    step = math.ceil((math.log10(max(shown)) - math.log10(min(shown))) / room)
    return "" if step <= 1 else f"set {axis}tics 1e{step}\n"


def _two_panels(name: str, names: list[str], labels: tuple[str, str], axes: Axes) -> str:
    """Returns the script of a plot of the values above a plot of the absolute errors."""
    x_label, y_label = labels
    return ("set multiplot layout 2,1\nunset key\n" + axis_script(x_label, y_label, axes) + value_plot(name, names)
            + key_at_foot(len(names)) + axis_script(x_label, "absolute error", Axes(axes.log_x, True))
            + error_plot(name, names) + "unset multiplot\n")


# --- a curve with the approximations on it -------------------------------------------------------------------------


def _shortened(text: str) -> str:
    return text if len(text) <= 90 else text[:90] + "…"


def _x_of(value: dict) -> float:
    return number(argument_of(value)[1])


def _has_curve(values: list[dict]) -> bool:
    return len(values) >= FEWEST_POINTS and argument_of(values[0])[0] != ""


def curve_drawings(values: list[dict]) -> list[Drawing]:
    """Returns a plot for each case with several points: the certified curve, the approximations, and their absolute
    errors.
    """
    out = []
    for group in values_by_case(values):
        if not _has_curve(group) or "steps" in group[0]:  # a sequence of compositions at one argument
            continue
        if names := measured_approximations(group):
            out.append(_curve(group, names))
    return out


def _curve(values: list[dict], names: list[str]) -> Drawing:
    first = values[0]
    quantity, argument = text_of(first, "quantity"), argument_of(first)[0]
    points = [(_x_of(value), value) for value in values]
    axes = axes_of(points)
    name = file_stem(f"{file_label(text_of(first, 'file'))}-{text_of(first, 'case')}")
    labels = ARGUMENTS.get(argument, argument), QUANTITIES.get(quantity, quantity)
    return Drawing(
        name,
        f"How far from the truth are the approximations of {WORDS.get(quantity, quantity)} along the curve of "
        f"{_shortened(text_of(first, 'mechanism'))}?",
        "Above: the certified curve and the values of the approximations (with the bands that they claim). Below: their "
        f"certified absolute errors. Largest: {largest_errors(values, names, 'absolute_error')}. From {sources_of(values)}.",
        curve_data(points, names, axes),
        (log_tics("x", (x for x, _ in points)) if axes.log_x else "") + _two_panels(name, names, labels, axes),
        height=620)


# --- several certified curves together ------------------------------------------------------------------------------


def overlay_drawings(values: list[dict]) -> list[Drawing]:
    """Returns plots of the certified curves of cases in one file that have one quantity and equal points."""
    grids: dict[tuple, list[list[dict]]] = {}
    for group in values_by_case(values):
        if _has_curve(group):
            places = tuple(argument_of(value)[1] for value in group)
            grids.setdefault((text_of(group[0], "file"), text_of(group[0], "quantity"), places), []).append(group)
    return [_overlay(grids[grid]) for grid in sorted(grids) if 2 <= len(grids[grid]) <= 8]


def _order(curves: list[list[dict]]) -> str:
    """Returns the comparison of two curves; nothing for more."""
    if len(curves) != 2:
        return ""

    def somewhere_below(one: list[dict], other: list[dict]) -> bool:
        return any(number_of(x, "upper") < number_of(y, "lower") for x, y in zip(one, other))

    a, b = (text_of(curve[0], "case") for curve in curves)
    below, above = somewhere_below(*curves), somewhere_below(curves[1], curves[0])
    if below and above:
        return f" The curves cross: neither of {a} and {b} dominates."
    if below or above:
        return f" {a if below else b} is nowhere certainly above {b if below else a}."
    return " No two points differ certainly."


def _overlay(curves: list[list[dict]]) -> Drawing:
    first, everything = curves[0][0], [value for curve in curves for value in curve]
    quantity, argument = text_of(first, "quantity"), argument_of(first)[0]
    axes = axes_of([(_x_of(value), value) for value in everything])
    name = file_stem(f"together-{file_label(text_of(first, 'file'))}-{quantity}")
    data = ""
    for curve in curves:
        data += f"# {one_line(text_of(curve[0], 'case'))}: {argument_of(curve[0])[0]}, value\n"
        for value in curve:
            data += (f"{coordinate(_x_of(value), axes.log_x)} "
                     f"{coordinate(number_of(value, 'lower'), axes.log_y)}\n")
        data += "\n\n"
    script = (key_at_foot(len(curves))
              + axis_script(ARGUMENTS.get(argument, argument), QUANTITIES.get(quantity, quantity), axes)
              + (log_tics("x", map(_x_of, everything)) if axes.log_x else "")
              + _plot(f"'{name}.dat' index {k} using 1:2 with lines {line_style(k)} "
                      f"title {quoted(text_of(curve[0], 'case'))}" for k, curve in enumerate(curves)))
    return Drawing(
        name, f"How do the mechanisms of \"{text_of(first, 'title')}\" compare in {WORDS.get(quantity, quantity)}?",
        f"Certified values; the enclosures are thinner than the lines.{_order(curves)} From {sources_of(everything)}.",
        data, script)


# --- against a number of the mechanism ------------------------------------------------------------------------------


_NUMBER = re.compile(r"(\w*)=([\w./+-]+)|\^([\w./+-]+)", re.ASCII)


def shape_of(expression: str) -> tuple[str, list[tuple[str, str]]]:
    """Returns an expression with # in place of its numbers, and the numbers with their names; an exponent is named N.
    """
    numbers = [(m[1], m[2]) if m[3] is None else ("N", m[3]) for m in _NUMBER.finditer(expression)]
    shape = _NUMBER.sub(lambda m: f"{m[1]}=#" if m[3] is None else "^#", expression)
    return shape, numbers


@dataclass
class Sweep:
    """Cases of one file with one quantity, for mechanisms that differ only in numbers."""

    values: list[dict] = field(default_factory=list)
    numbers: list[list[tuple[str, str]]] = field(default_factory=list)
    """of each value, the other mechanism's last"""

    def varying(self) -> list[int]:
        """The positions at which the numbers differ."""
        return [i for i in range(len(self.numbers[0])) if len({numbers[i][1] for numbers in self.numbers}) > 1]

    def preferred(self) -> int:
        """Returns the position of the most important number among those that differ."""
        positions = self.varying()
        for name in ("sensitivity", "p", "sigma", "b", "N"):
            for i in positions:
                if self.numbers[0][i][0] == name:
                    return i
        return positions[0]

    def points(self) -> list[Point]:
        """Returns the points sorted by the preferred number."""
        position = self.preferred()
        points = [(number(numbers[position][1]), value) for numbers, value in zip(self.numbers, self.values)]
        return sorted(points, key=lambda point: point[0])

    def drawable(self) -> bool:
        """Returns True if the cases vary one parameter and have different values of it."""
        if len(self.values) < FEWEST_POINTS or not 1 <= len(self.varying()) <= 2:
            return False
        return len({x for x, _ in self.points()}) == len(self.values)


def sweeps_of(values: list[dict]) -> list[Sweep]:
    found: dict[tuple, Sweep] = {}
    for group in values_by_case(values):
        if len(group) != 1:
            continue
        value = group[0]
        (one, numbers), (two, others) = shape_of(text_of(value, "mechanism")), shape_of(text_of(value, "other"))
        key = text_of(value, "file"), request_text(value), text_of(value, "direction"), one, two
        sweep = found.setdefault(key, Sweep())
        sweep.values.append(value)
        sweep.numbers.append(numbers + others)
    return [found[key] for key in sorted(found) if found[key].drawable()]


def _question(words: str, parameter: str, judged: bool) -> str:
    if parameter == "N" and judged:
        return f"How does the error of the approximations of {words} change with the number of compositions?"
    if parameter == "N":
        return f"How does {words} change with the number of compositions?"
    return (f"How does {words} depend on {VARIED.get(parameter, parameter)}"
            + (", and do the approximations follow?" if judged else "?"))


def _ends(points: list[Point], line_drawn: bool) -> str:
    """Returns a sentence with the certified values at both ends."""
    (first, one), (last, other) = points[0], points[-1]
    if not text_of(one, "lower"):
        return "Errors over whole curves."
    at = [interval(text_of(value, "lower"), text_of(value, "upper"), 4) for value in (one, other)]
    return f"Certified{' (the line)' if line_drawn else ''}: {at[0]} at {first:g}, {at[1]} at {last:g}."


def sweep_drawings(values: list[dict]) -> list[Drawing]:
    """Returns plots for cases of one file that differ in one number of their mechanism: values and errors over this
    number.
    """
    return [_sweep(sweep) for sweep in sweeps_of(values)]


def _sweep(sweep: Sweep) -> Drawing:
    position, first = sweep.preferred(), sweep.values[0]
    parameter, quantity = sweep.numbers[0][position][0], text_of(first, "quantity")
    names, points = measured_approximations(sweep.values), sweep.points()
    axes = axes_of(points)
    values_too = text_of(first, "lower") != "" and (parameter != "N" or not names)
    caption = _ends(points, values_too)
    if names:
        caption += f" Largest absolute errors: {largest_errors(sweep.values, names, 'absolute_error')}."
    caption += "".join(f" {sweep.numbers[0][i][0]} varies along with it." for i in sweep.varying() if i != position)
    name = file_stem(f"sweep-{file_label(text_of(first, 'file'))}-{request_text(first)}-{text_of(first, 'direction')}")
    labels = PARAMETERS.get(parameter, parameter), QUANTITIES.get(quantity, quantity)
    if values_too and names:
        script = _two_panels(name, names, labels, axes)
    elif values_too:
        script = key_at_foot(1) + axis_script(*labels, axes) + value_plot(name, names)
    else:
        script = (key_at_foot(len(names)) + axis_script(labels[0], "absolute error", Axes(axes.log_x, True))
                  + error_plot(name, names))
    return Drawing(name, _question(WORDS.get(quantity, quantity), parameter, bool(names)),
                   f"{caption} {request_text(first)}, from {sources_of(sweep.values)}.",
                   curve_data(points, names, axes), script, height=620 if values_too and names else 380)


# --- relative errors by case ----------------------------------------------------------------------------------------


def group_drawings(values: list[dict]) -> list[Drawing]:
    """Returns a plot for each file that judges approximations at single points outside of sweeps: the relative error
    of each approximation in each case. (Relative, because cases of different quantities share the axis.)
    """
    elsewhere = {id(value) for sweep in sweeps_of(values) for value in sweep.values}
    files: dict[str, list[dict]] = {}
    for group in values_by_case(values):
        value = group[0]
        if len(group) > 1 or id(value) in elsewhere or not measured_approximations(group):
            continue
        if text_of(value, "lower"):  # a relative error needs the certified value
            files.setdefault(text_of(value, "file"), []).append(value)
    # At most forty cases, so that the plot is readable; the tables have all cases.
    return [_group(file, files[file][:40]) for file in sorted(files) if len(files[file]) >= 2]


def _group(file: str, values: list[dict]) -> Drawing:
    names, name = measured_approximations(values), file_stem("errors-" + file_label(file))
    errors = [[(i, error_of(judged, "relative_error")) for i, value in enumerate(values)
               if (judged := measured(value, one))] for one in names]
    data = "".join(f"# {one_line(one)}: case number, relative error\n"
                   + "".join(f"{i + 1} {coordinate(error, True)}\n" for i, error in rows) + "\n\n"
                   for one, rows in zip(names, errors))
    # The names of the cases are beside the plot, whose width is fixed; the width determines the number of tics.
    longest = max(len(text_of(value, "case")) for value in values)
    margin = 30 + 7.5 * longest  # the default of gnuplot leaves half of the plot empty
    width = max(520, round(margin) + 280)
    room = max(1.0, (width - margin) / 75 - 1)
    labels = ", ".join(f"{quoted(text_of(value, 'case'))} {i + 1}" for i, value in enumerate(values))
    # Shifts each approximation slightly, so that equal errors are visible.
    shifts = [0.07 * (k - (len(names) - 1) / 2) for k in range(len(names))]
    script = (f"set logscale x\nset xlabel 'relative error'\nset lmargin at screen {margin / width:.3f}\n"
              + f"set yrange [{len(values) + 0.5:g}:0.5]\n"
              + key_at_foot(len(names)) + log_tics("x", (error for rows in errors for _, error in rows), room)
              + f"set ytics ({labels})\n"
              + _plot(f"'{name}.dat' index {k} using 2:($1 + {shift:.3f}) with points {point_style(k)} "
                      f"title {quoted(one)}" for k, (one, shift) in enumerate(zip(names, shifts))))
    return Drawing(
        name, f"How far off is each approximation, relative to the truth, in \"{text_of(values[0], 'title')}\"?",
        "Certified relative errors by case, a point further left is better. Largest: "
        f"{largest_errors(values, names, 'relative_error')}. From {sources_of(values)}.",
        data, script, width=width, height=110 + 34 * len(values) + 20 * key_rows(len(names)))


# --- digits against seconds -----------------------------------------------------------------------------------------


def cost_drawings(values: list[dict]) -> list[Drawing]:
    """Returns plots of digits over seconds for certified values and for approximations, over the whole run."""
    blocks: dict[str, list[str]] = {}

    def add(name: str, seconds: float, digits: float) -> None:
        x, y = coordinate(seconds, True), coordinate(digits, False)
        if "NaN" not in (x, y):
            blocks.setdefault(name, []).append(f"{x} {y}\n")

    for value in values:
        add("", seconds_of(value), number_of(value, "digits"))
        for judged in judged_of(value):
            if text_of(judged, "verdict") == "measured":
                add(text_of(judged, "approximation"), seconds_of(judged), number_of(judged, "correct_digits"))
    answers = sum(map(len, blocks.values()))
    if answers < 3:
        return []
    name, certified = "cost-against-accuracy", blocks.pop("", [])
    items = [f"'{name}.dat' index 0 using 1:2 with points lc rgb '{INK}' pt 2 ps 0.6 title 'certified'"]
    data = "# certified: seconds, digits\n" + "".join(certified) + "\n\n"
    for k, one in enumerate(sorted(blocks)):
        data += f"# {one_line(one)}: seconds, digits\n" + "".join(blocks[one]) + "\n\n"
        items.append(f"'' index {k + 1} using 1:2 with points {point_style(k)} title {quoted(one)}")
    return [Drawing(
        name, "What does a digit cost, certified and approximated?",
        f"Each point is one answer of this run ({answers}): the seconds it took and the digits of it that are "
        "certainly right. Certified values state the requested digits; an approximation has those it has. "
        "Below zero not even the first digit is right. From all cases.",
        data, key_at_foot(len(items)) + axis_script("time (seconds)", "correct digits", Axes(True, False))
        + _plot(items), height=460)]


def all_drawings(values: list[dict]) -> list[Drawing]:
    """Returns all plots, with file names that differ also on systems that ignore case."""
    out, names = [], set()
    for make in (sweep_drawings, overlay_drawings, curve_drawings, group_drawings, cost_drawings):
        for drawing in make(values):
            name = drawing.name
            while name.lower() in names:
                name += "-more"
            names.add(name.lower())
            drawing.script = drawing.script.replace(f"'{drawing.name}.dat'", f"'{name}.dat'")
            drawing.name = name
            out.append(drawing)
    return out
