"""Tests settings for property tests: each setting is a question that the program understands."""

import pytest

import plumbline as pl
from plumbline import strategies

hypothesis = pytest.importorskip("hypothesis")


@hypothesis.settings(max_examples=25, deadline=None)
@hypothesis.given(strategies.settings(kinds=["gaussian", "laplace"], most_steps=3))
def test_a_setting_is_a_mechanism_and_an_argument(question):
    assert pl.Mechanism(question["mechanism"])
    (name, value), *rest = question["at"].items()
    assert not rest
    assert name == ("epsilon" if question["quantity"] == "delta" else "delta")
    assert 0 <= value <= 30
