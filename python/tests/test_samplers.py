"""Tests the judgement of samplers: a correct distribution is not refuted, a wrong one is."""

import math
import os
import random

import pytest

import plumbline as pl

FRESH = random.SystemRandom()


def geometric(generator, b):
    return math.floor(-b * math.log1p(-generator.random()))


def discrete_laplace():
    return geometric(FRESH, 2) - geometric(FRESH, 2)


@pytest.mark.parametrize("forks", [True, False])
def test_a_right_sampler_is_not_refuted(forks):
    found = pl.hunt_sampler(discrete_laplace, "discrete_laplace(b=2)", 20000, forks=forks)
    assert not found
    assert found.draws == 20000
    assert found.law == "discrete_laplace(b=2)"


def test_arrays_and_mechanisms():
    found = pl.hunt_sampler(
        lambda: [[discrete_laplace()], [discrete_laplace()]], pl.Mechanism("discrete_laplace(b=2)"), 4000
    )
    assert not found.refuted


def test_a_wrong_scale_is_refuted():
    found = pl.hunt_sampler(discrete_laplace, "discrete_laplace(b=3)", 100000)
    assert found
    assert float(found.p_value) <= 1e-6
    assert found.tests[0]["seen"] != found.tests[0]["expected_at_most"]


def test_a_generator_that_forks_share_is_found():
    shared = random.Random(os.getpid())
    found = pl.hunt_sampler(lambda: geometric(shared, 50), "geometric(b=50)", 2000)
    assert found.tests[0]["test"] == "two starts"
    alone = pl.hunt_sampler(lambda: geometric(shared, 50), "geometric(b=50)", 2000, forks=False)
    assert not alone


def test_selections_have_scores():
    def chosen():
        return FRESH.choices([0, 1], [1, math.exp(0.5)])[0]

    assert not pl.hunt_sampler(chosen, "exponential_mechanism(epsilon=1)", 4000, scores=[0, 1])
    assert pl.hunt_sampler(chosen, "exponential_mechanism(epsilon=1)", 40000, scores=[0, 2])
    with pytest.raises(pl.BadInput, match="scores"):
        pl.hunt_sampler(chosen, "exponential_mechanism(epsilon=1)", 4000)


def test_a_function_without_draws():
    def broken():
        raise KeyError("noise")

    with pytest.raises(pl.BadInput, match="nothing was judged"):
        pl.hunt_sampler(broken, "geometric(b=2)", 4000)
