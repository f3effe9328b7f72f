"""Plots inside pages. gnuplot draws with marker colours, which are replaced by variables of the page, so that plots
suit both themes. Small charts (courses over nights, ranges on a logarithmic axis) are templates (chart.svg).
"""

import math
import re
from dataclasses import dataclass, field

from markupsafe import Markup

from .pages import HTML, TEMPLATES
from .safe_text import html_escaped

# Marker colours, which no drawing uses by accident: (1, 1, k) is the k-th colour; ink and grid follow.
INK, GRID = "#020202", "#030303"
_VARIABLES = {**{f"1,1,{k}": f"var(--c{k})" for k in range(8)}, "2,2,2": "var(--ink)", "3,3,3": "var(--grid)"}
_EMPTY_GROUP = re.compile(r'<g fill="none" color="(?:black|gray)" stroke="currentColor" stroke-width="1.00" '
                          r'stroke-linecap="butt" stroke-linejoin="miter"></g>\n')


def colour(k: int) -> str:
    return f"#0101{k % 8:02x}"


def _tidy(text: str) -> str:
    """Removes invisible elements: gnuplot writes an empty group for each change of colour."""
    text = re.sub(r"<(filter|title|desc)\b.*?</\1>", "", text, flags=re.S).replace("\t", "")
    text = text.replace('stroke-linejoin="miter">\n</g>\n', 'stroke-linejoin="miter"></g>\n')
    text = re.sub(r'<g fill="none" color="white".*?</g>\n', "", text, flags=re.S)
    text = _EMPTY_GROUP.sub("", text)
    return re.sub(r"\n\n+", "\n", text)


def themed(svg: str, name: str, label: str) -> str:
    """Returns a plot of gnuplot for a page: with theme colours, ids that are unique by `name`, and `label` for screen
    readers.
    """
    begin = re.search(r"<svg[^>]*>", svg)
    if begin is None:
        return ""
    text = _tidy(svg[begin.end():])
    text = re.sub(r"rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)",
                  lambda m: _VARIABLES.get(",".join(m.groups()), m[0]), text)
    text = text.replace('"black"', '"var(--ink)"').replace('"gray"', '"var(--grid)"')
    text = re.sub(r"""(id=['"]|href=['"]#)(gpDot|gpPt|gnuplot_canvas|gnuplot_plot_)""", rf"\g<1>{name}-\2", text)
    box = re.search(r'viewBox="[^"]*"', svg)
    return (f'<svg {box[0] if box else ""} xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" role="img" aria-label="{html_escaped(label)}">{text}')


def standalone(svg: str) -> str:
    """Returns a themed plot as a separate file."""
    head, _, rest = svg.partition(">")
    colours = (TEMPLATES / "colours.css").read_text(encoding="utf-8")
    return f"{head}>\n<style>\n{colours}svg {{ background: var(--paper); }}\n</style>{rest}"


_WIDTH, _LETTER = 480, 8  # text is 14 high


@dataclass
class ChartLine:
    """A line over equally spaced places; nan is a gap."""

    name: str
    values: list[float]


@dataclass
class LineChart:
    label: str
    """in words, for those who do not see it"""
    places: list[str]
    """below the axis, as many as values; the ends are written"""
    lines: list[ChartLine]
    """at most eight"""
    unit: str = ""
    """behind the numbers of the axis"""
    logarithmic: bool = False
    dotted: bool = True
    """a dot at each value"""


@dataclass
class ChartRange:
    """A range from `low` to `high`; `low` is drawn as a tick unless it is zero."""

    name: str
    low: float
    high: float
    colour: int = 0


@dataclass
class _Axis:
    """A linear or logarithmic axis between two numbers."""

    least: float
    most: float
    logarithmic: bool

    def share(self, x: float) -> float:
        if not self.most > self.least:
            return 0.5
        if self.logarithmic:
            return math.log(x / self.least) / math.log(self.most / self.least)
        return (x - self.least) / (self.most - self.least)

    def tics(self) -> list[float]:
        """Returns round numbers for the tics."""
        if self.logarithmic:
            step = max(1, math.ceil(math.log10(self.most / self.least) / 5))
            first, last = math.ceil(math.log10(self.least) - 1e-9), math.floor(math.log10(self.most) + 1e-9)
            return [10.0 ** k for k in range(first, last + 1, step)]
        raw = (self.most - self.least) / 4
        ten = 10 ** math.floor(math.log10(raw))
        step = 2 * ten if raw / ten < 2 else 5 * ten if raw / ten < 5 else 10 * ten
        first = math.ceil(self.least / step - 1e-9)
        last = math.floor(self.most * (1 + 1e-9) / step + 1e-9)
        return [k * step for k in range(first, last + 1)]


def _axis_of(values: list[float], logarithmic: bool) -> _Axis:
    """Returns the axis for the values. A linear axis contains zero, and a logarithmic axis ends at powers of ten."""
    values = [x for x in values if math.isfinite(x) and (x > 0 or not logarithmic)]
    if not values:
        return _Axis(0.1 if logarithmic else 0, 1, logarithmic)
    if not logarithmic:
        top, bottom = max(0.0, *values), min(0.0, *values)
        return _Axis(bottom, top * 1.08 if top > bottom else bottom + 1, False)
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    return _Axis(low, high if high > low else 10 * low, True)


def _number_text(x: float) -> str:
    if x == 0 or 1e-3 <= abs(x) < 1e4:
        return f"{x:.3g}"
    exponent = math.floor(math.log10(abs(x)) + 1e-9)
    return f"{x / 10.0 ** exponent:.2g}e{exponent}"


@dataclass
class _Drawn:
    """The input of chart.svg: lines, dots, paths and texts with their positions."""

    height: float
    label: str
    lines: list[tuple] = field(default_factory=list)
    paths: list[tuple] = field(default_factory=list)
    dots: list[tuple] = field(default_factory=list)
    texts: list[tuple] = field(default_factory=list)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour_name: str, width: float) -> None:
        self.lines.append((x, y, to_x, to_y, colour_name, width))

    def text(self, x: float, y: float, anchor: str, text: str) -> None:
        self.texts.append((x, y, anchor, text))

    def svg(self) -> Markup:
        return Markup(HTML.get_template("chart.svg").render(chart=self, width=_WIDTH))


def _key(drawn: _Drawn, lines: list[ChartLine]) -> float:
    """Adds the names of the lines in their colours, and returns their height."""
    x, y = 4, 14
    for k, line in enumerate(lines):
        width = 24 + _LETTER * len(line.name)
        if x > 4 and x + width > _WIDTH:
            x, y = 4, y + 20
        drawn.line(x, y - 5, x + 16, y - 5, f"c{k % 8}", 3)
        drawn.text(x + 21, y, "start", line.name)
        x += width + 10
    return y + 6


def line_chart(chart: LineChart) -> Markup:
    axis = _axis_of([x for line in chart.lines for x in line.values], chart.logarithmic)
    drawn = _Drawn(0, chart.label)
    top = _key(drawn, chart.lines) + 6
    bottom, right = top + 150, _WIDTH - 12
    drawn.height = bottom + 26
    labels = [(x, _number_text(x) + chart.unit) for x in axis.tics()]
    left = max([20] + [10 + _LETTER * len(text) for _, text in labels])
    for x, text in labels:
        y = bottom - axis.share(x) * (bottom - top)
        drawn.line(left - 4, y, right, y, "grid", 1)
        drawn.text(left - 8, y + 5, "end", text)
    for k, line in enumerate(chart.lines):
        _course(drawn, line, k, lambda along, value: (
            left + 6 + along * (right - left - 12), bottom - axis.share(value) * (bottom - top)), axis, chart.dotted)
    if chart.places:
        drawn.text(left, bottom + 20, "start", chart.places[0])
    if len(chart.places) > 1:
        drawn.text(right, bottom + 20, "end", chart.places[-1])
    return drawn.svg()


def _course(drawn: _Drawn, line: ChartLine, k: int, place, axis: _Axis, dotted: bool) -> None:
    """Adds a line through neighbouring values and, if `dotted`, a dot at each value."""
    path, before, n = [], False, len(line.values)
    for i, value in enumerate(line.values):
        there = math.isfinite(value) and (value > 0 or not axis.logarithmic)
        if there:
            x, y = place(0.5 if n < 2 else i / (n - 1), value)
            path.append(f"{'L' if before else 'M'}{x:.1f} {y:.1f}")
            if dotted:
                drawn.dots.append((x, y, 3, f"c{k % 8}"))
        before = there
    drawn.paths.append((" ".join(path) or "M0 0", f"c{k % 8}"))


def range_chart(label: str, axis_name: str, ranges: list[ChartRange]) -> Markup:
    axis = _axis_of([x for one in ranges for x in (one.low, one.high)], True)
    left = min(_WIDTH * 0.42, 12 + _LETTER * max((len(one.name) for one in ranges), default=0))
    right, row = _WIDTH - 22, 19
    bottom = 8 + row * len(ranges)
    drawn = _Drawn(bottom + 46, label)
    for x in axis.tics():
        at = left + axis.share(x) * (right - left)
        drawn.line(at, 4, at, bottom, "grid", 1)
        drawn.text(at, bottom + 18, "middle", _number_text(x))

    def place(x: float) -> float:
        return left + min(max(axis.share(x), 0.0), 1.0) * (right - left)

    most = int((left - 8) / _LETTER)
    for i, one in enumerate(ranges):
        y = 4 + row * (i + 0.5)
        drawn.text(left - 8, y + 5, "end", one.name if len(one.name) <= most else one.name[:most - 1] + "…")
        colour_name = f"c{one.colour % 8}"
        if not (one.high > 0 and math.isfinite(one.high)):
            continue
        start = place(one.low) if one.low > 0 else left
        drawn.line(start, y, place(one.high), y, colour_name, 4)
        if one.low > 0:
            drawn.line(start, y - 6, start, y + 6, colour_name, 2)
        drawn.dots.append((place(one.high), y, 5, colour_name))
    drawn.text((left + right) / 2, bottom + 38, "middle", axis_name)
    return drawn.svg()
