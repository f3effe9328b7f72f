"""Plots have the curves that were asked for, between their ends."""

import plumbline as pl
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

GAUSS, LAPLACE = pl.Mechanism("gaussian(sigma=1)"), pl.Mechanism("laplace(b=1)")


@pytest.mark.parametrize("draw", [pl.plot.tradeoff, pl.plot.profile])
def test_curves(draw, tmp_path):
    axes = draw(GAUSS, LAPLACE, points=11)
    assert [line.get_label() for line in axes.lines] == [GAUSS.expression, LAPLACE.expression]
    middle = axes.lines[0].get_xydata()[5]
    ask = GAUSS.tradeoff if draw is pl.plot.tradeoff else GAUSS.delta
    assert abs(float(ask(float(middle[0])).upper_float) - middle[1]) < 1e-5
    axes.figure.savefig(tmp_path / "plot.png")
    pyplot.close(axes.figure)


def test_comparison():
    axes = pl.plot.comparison(GAUSS, LAPLACE, points=11)
    y = axes.lines[0].get_ydata()
    assert y[0] == pytest.approx(0, abs=1e-9) and y[5] == pytest.approx(0.0052722, abs=1e-6)
    pyplot.close(axes.figure)
