"""Draws the plots of a run by gnuplot. The data files remain in the folder of the plots."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from . import gnuplot
from .drawings import Drawing, all_drawings
from .files import make_subfolder, read_text, replace_file
from .svg import GRID, INK, standalone, themed


@dataclass
class Plot:
    question: str
    caption: str
    svg: Markup
    """the picture for a place inside a page"""


@dataclass
class PlotResult:
    plots: list[Plot] = field(default_factory=list)
    missing: str = ""
    """why none exist, or fewer; empty where all were drawn"""


def _preamble(drawing: Drawing) -> str:
    """Returns the shared head of all plots. Text is large enough for a telephone (scaled to two thirds)."""
    return (f"set terminal svg noenhanced size {drawing.width},{drawing.height} dynamic font 'sans-serif,15'\n"
            f"set output '{drawing.name}.svg'\nset encoding utf8\n"
            f"set border 3 lc rgb '{INK}'\nset tics nomirror textcolor rgb '{INK}'\n"
            f"set grid lc rgb '{GRID}' lw 1 dt 1\nset format '%g'\nset rmargin 4\nset key below textcolor rgb '{INK}'\n"
            f"set xlabel offset 0,0.4 textcolor rgb '{INK}'\nset ylabel textcolor rgb '{INK}'\n")


def _finish(folder: Path, drawing: Drawing) -> Plot | None:
    picture = folder / f"{drawing.name}.svg"
    svg = themed(read_text(picture), drawing.name, drawing.question) if picture.is_file() else ""
    if not svg:
        return None
    replace_file(picture, standalone(svg))
    return Plot(drawing.question, drawing.caption, Markup(svg))


def draw_plots(out: Path, values: list[dict]) -> PlotResult:
    """Writes data, scripts and pictures to out/plots."""
    drawings = all_drawings(values)
    if not drawings:
        return PlotResult(missing="no case has enough judged values for one")
    if not gnuplot.installed():
        return PlotResult(missing="gnuplot is not installed")
    folder = out / "plots"
    if not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)  # removes the plots of an earlier run
    make_subfolder(folder)
    scripts = ""
    for drawing in drawings:
        replace_file(folder / f"{drawing.name}.dat", drawing.data)
        replace_file(folder / f"{drawing.name}.gp", _preamble(drawing) + drawing.script + "unset output\n")
        scripts += f"reset\nload '{drawing.name}.gp'\n"
    replace_file(folder / "all.gp", scripts)  # one process for all plots, because most of the time is its start
    result = PlotResult()
    if not gnuplot.run(folder, "all.gp") and not all([gnuplot.run(folder, f"{one.name}.gp") for one in drawings]):
        result.missing = "gnuplot failed; see plots/" + gnuplot.MESSAGES
    for drawing in drawings:
        if plot := _finish(folder, drawing):
            result.plots.append(plot)
    return result
