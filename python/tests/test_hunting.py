"""Tests hunts of functions: they find wrong answers of a wrong function, and none of a correct function."""

import io
import json
import math
import os

import pytest

import plumbline as pl
from plumbline.hunting import serve

SPACE = """
[[mechanism]]
kind = "laplace"
scale = {from = 0.2, to = 10, scale = "log"}

[questions]
delta = ["typical", {from = 0.01, to = 5, scale = "log"}]
"""


def laplace(question):
    """Returns delta of one Laplace step, with a margin for rounding."""
    fields, epsilon = question["fields"], question["at"]["epsilon"]
    if fields["kind"] != "laplace" or fields["steps"] != 1:
        return None
    return min(1.0, max(0.0, -math.expm1((epsilon - 1 / fields["scale"]) / 2)) * (1 + 1e-9) + 1e-300)


def test_serve_answers_each_line():
    def function(question):
        if question["n"] == 0:
            raise ValueError("none")
        return {1: 0.5, 2: None, 3: {"lower": 0.1, "upper": 0.2}}[question["n"]]

    lines = [json.dumps({"n": n}) for n in range(4)]
    into = io.StringIO()
    serve(function, "estimate", lines, into)
    answers = [json.loads(line) for line in into.getvalue().splitlines()]
    assert answers == [
        {"error": "ValueError: none"},
        {"value": "0.5", "kind": "estimate"},
        {"unsupported": "no answer"},
        {"lower": 0.1, "upper": 0.2},
    ]


def test_serve_writes_the_double_that_it_was_given():
    into = io.StringIO()
    serve(lambda q: 0.1, "upper", ["{}"], into)
    assert json.loads(into.getvalue())["value"] == "0.10000000000000001"


def test_serve_repeats_whose_answer_it_is_and_survives_bad_lines():
    into = io.StringIO()
    serve(lambda q: "no number", "upper", ['{"id": 4}', "no question", '{"id": 5}'], into)
    answers = [json.loads(line) for line in into.getvalue().splitlines()]
    assert [a.get("id") for a in answers] == [4, None, 5]
    assert all("error" in a for a in answers)


def test_a_sound_function_yields_nothing():
    found = pl.hunt(laplace, SPACE, 60)
    assert not found
    assert found.causes == []


def test_a_fault_is_found_and_made_simple():
    found = pl.hunt(lambda q: None if laplace(q) is None else laplace(q) * 0.9, SPACE, 60, finds=1)
    assert [c["finding"] for c in found.causes] == ["violated"]
    shrunk = found.causes[0]["shrunk"]
    assert shrunk["mechanism"].startswith("laplace(")
    assert float(shrunk["value"]) < float(shrunk["x-truth"]["lower"])


def test_a_crash_is_a_find():
    def function(question):
        if question["fields"]["scale"] > 3:
            os._exit(7)
        return laplace(question)

    found = pl.hunt(function, SPACE, 60, finds=1)
    assert [c["finding"] for c in found.causes] == ["crash"]


def test_what_makes_no_space_is_refused():
    with pytest.raises(ValueError, match="mechanism"):
        pl.hunt(laplace, "[questions]\ntv = 0\n", 10)


def test_the_errors_of_a_function_are_named():
    with pytest.raises(pl.BadInput, match=r"no answer had a value; the accountant's commonest error: KeyError: 'noise'"):
        pl.hunt(lambda question: question["fields"]["noise"], SPACE, 20)


def test_a_summary_counts_the_questions():
    done = pl.hunt(laplace, SPACE, 20)
    assert "questions in" in done.summary and "sound" in done.summary


def gaussian_masses(question, down=False):
    """Returns a distribution of composed Gaussian steps on a grid of width 1/8. Losses are rounded up, or down if
    `down`."""
    mean = question["fields"]["steps"] / (2 * question["fields"]["sigma"] ** 2)
    ends = [round(8 * (mean + sign * 8 * math.sqrt(2 * mean))) for sign in (-1, 1)]
    below = [math.erfc((mean - (k + down) / 8) / math.sqrt(4 * mean)) / 2 for k in range(ends[0], ends[1] + 1)]
    probs = [b - a for a, b in zip([0, *below[:-1]], below)]
    return {"discretization": 0.125, "lower_loss": ends[0], "probs": probs, "infinity_mass": 1 - below[-1] + 1e-9}


WHOLE = '[[mechanism]]\nkind = "gaussian"\nsigma = {from = 0.5, to = 2}\n\n[questions]\nepsilon = [1e-5]\n'


@pytest.mark.parametrize("down", [False, True])
def test_whole_distributions_are_hunted(down):
    found = pl.hunt(lambda question: gaussian_masses(question, down), WHOLE, 4, goal="profile", shrink=4)
    assert bool(found) == down
    for cause in found.causes:
        assert cause["finding"] == "violated"


def test_serve_writes_distributions():
    into = io.StringIO()
    serve(lambda q: {"probs": [1.0]}, "lower", ['{"quantity": "profile"}'], into)
    serve(lambda q: {"distribution": {}, "kind": "upper"}, "lower", ['{"quantity": "profile"}'], into)
    answers = [json.loads(line) for line in into.getvalue().splitlines()]
    assert answers == [{"distribution": {"probs": [1.0]}, "kind": "lower"}, {"distribution": {}, "kind": "upper"}]
