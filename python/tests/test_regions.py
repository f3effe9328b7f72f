"""Compares commands that are not about a single mechanism with mechanisms and with known results."""

from fractions import Fraction

import plumbline as pl
import pytest


def values(answers, quantity, **words):
    return [
        pl.Enclosure(r["lower"], r["upper"]) for r in answers.records
        if r["quantity"] == quantity and all(r.get(k) == v for k, v in words.items())
    ]


def test_compose_tv_is_the_composition_of_its_pair():
    answers = pl.compose_tv(epsilon=1, eta=Fraction(1, 4), steps=3, at=["0.5"])
    pair = pl.Mechanism("total_variation_dp", epsilon=1, delta=0, eta="1/4") ** 3
    (found,) = values(answers, "compose-tv-delta")
    assert found.overlaps(pair.delta("0.5")) and found > 0


def test_compose_tv_of_several_kinds():
    answers = pl.compose_tv(epsilon=[1, "1/2"], eta=["1/4", "1/8"], steps=[2, 3], at="0.5")
    step = "total_variation_dp(epsilon={},delta=0,eta={})^{}"
    pair = pl.Mechanism(" * ".join(step.format(*x) for x in ((1, "1/4", 2), ("1/2", "1/8", 3))))
    (found,) = values(answers, "compose-tv-delta")
    assert found.overlaps(pair.delta("0.5")) and found > 0


def test_channel():
    answers = pl.channel([[Fraction(3, 4), 0.25], ["1/4", "0.75"]], f=["chi2", "tv"], p0=["1/3", "2/3"],
                         p1=[0.5, 0.5])
    (eta,) = values(answers, "channel-eta")
    assert eta == Fraction(1, 2)
    (epsilon,) = values(answers, "channel-epsilon")
    assert epsilon.overlaps(pl.Enclosure("1.0986122886681096", "1.0986122886681097"))  # log 3
    assert values(answers, "channel-contraction")[0] == Fraction(1, 4)
    with pytest.raises(ValueError):
        pl.channel([[0.5, 0.25]])


def test_noisy_sgd_has_the_mechanism_beside_it():
    answers = pl.noisy_sgd(sigma=2, rate="1/50", steps=20, epsilon=["0.5", 1], alpha=[0.25], digits=8)
    (truth,) = values(answers, "noisy-sgd", method="truth")
    run = pl.Mechanism("subsampled_gaussian(sigma=2,p=1/50)") ** 20
    assert truth.overlaps(run.tradeoff(0.25))
    (theorem,) = values(answers, "noisy-sgd", method="theorem2")
    assert theorem <= truth


def test_tv_limit_comes_closer():
    near = [e.upper for e in pl.tv_limit(mu=1, steps=[16, 64, 256], digits=6).enclosures]
    assert near == sorted(near, reverse=True) and 0 < near[-1] < near[0] < 1


def test_selection_bounds_one_base_and_every_base():
    answers = pl.selection(pl.Mechanism("gaussian", sigma=2), runs="poisson(mu=3)", epsilon=["1", "3"], order=4)
    for record in answers.records[:2]:
        assert record["certifies"] == "upper bound" and record["runs"] == "poisson(mu=3)"
        bound = pl.Enclosure(record["lower"], record["upper"])
        attained = pl.Enclosure(record["attained"]["lower"], record["attained"]["upper"])
        assert 0 < attained < bound < 1
    assert answers.records[2]["quantity"] == "selection_renyi"
    with pytest.raises(ValueError):
        pl.selection("gaussian(sigma=2)", runs="sometimes(n=3)", epsilon=1)
    with pytest.raises(ValueError):
        pl.selection("gaussian(sigma=2)", epsilon=1)


def test_selection_by_noisy_scores_and_from_the_larger_profile():
    record = pl.selection("gaussian(sigma=4,sensitivity=2)", outcomes=100, epsilon=2).records[0]
    assert record["quantity"] == "choice_delta" and record["outcomes"] == "100"
    assert 0.0009 < float(record["lower"]) <= float(record["upper"]) < 0.00093
    pair = "finite(P=[0.522,0.478],Q=[0.074,0.926])"
    runs = "geometric(gamma=0.1)"
    less = pl.selection(pair, runs=runs, delta=0).records[0]
    more = pl.selection(pair, runs=runs, delta=0, larger_profile=True).records[0]
    assert float(less["upper"]) < 3.13 < 4.41 < float(more["lower"])


def test_guarantees_are_converted():
    assert pl.convert("gaussian(sigma=2)", to="zcdp").records[-1]["guarantee"] == "zcdp(rho=0.125)"
    dp = pl.convert(pl.Mechanism("zcdp", rho="0.5"), to="dp", epsilon=["3"], digits=12)
    lower, upper = (Fraction(dp.records[0][end]) for end in ("lower", "upper"))
    assert lower <= Fraction("0.00511961284993596628") <= upper
    assert pl.convert("laplace(b=1)", to="rdp", order=[2, 4]).records[-1]["guarantee"].startswith("rdp(orders=[2,4],")
    with pytest.raises(pl.BadInput, match="order 1.5"):
        pl.convert("laplace(b=1)", to="rdp")
