"""Tests that plots have the requested curves, between the ends of the enclosures."""

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


def test_runs_and_texts_are_drawn_and_named():
    run = pl.dpsgd(noise_multiplier=5, batch=1000, dataset=10000, epochs=1, delta="1e-5")
    axes = pl.plot.tradeoff(run, "laplace(b=1)", points=3, label=["run", "noise"])
    assert [line.get_label() for line in axes.lines] == ["run", "noise"]
    axes = pl.plot.profile(pl.Mechanism("gaussian", sigma=1.1), epsilons=[0.5, 1], ax=axes)
    assert axes.lines[-1].get_label() == "gaussian(sigma=1.1)"
    with pytest.raises(TypeError, match="a mechanism is wanted"):
        pl.plot.tradeoff([GAUSS])
    with pytest.raises(TypeError, match="a mechanism is wanted first"):
        pl.plot.tradeoff()
    with pytest.raises(pl.BadInput, match="label: 1 names"):
        pl.plot.tradeoff(GAUSS, label=["a", "b"])
    pyplot.close("all")
