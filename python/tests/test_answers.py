"""Tests answers of commands: a violated claim is an answer, and an error contains the preceding records."""

import pickle
import warnings

import plumbline as pl
import pytest

COMPOSED = "gaussian(sigma=2)^50"  # epsilon(1e-5) = 20.675...


def test_a_wrong_answer_is_an_answer():
    found = pl.command("judge", "epsilon", COMPOSED, delta="1e-5", answer="19")
    assert found.wrong and found.reached and found.records[1]["side"] == "dangerous"
    assert not pl.command("judge", "epsilon", COMPOSED, delta="1e-5", answer="21").wrong


def test_a_violated_claim_is_an_answer(tmp_path):
    claims = tmp_path / "claims.csv"
    claims.write_text(f"quantity,mechanism,delta,value,kind\nepsilon,{COMPOSED},1e-5,19,upper\n"
                      f"epsilon,{COMPOSED},1e-5,21,upper\n")
    found = pl.command("claims", claims)
    assert found.wrong and [r["verdict"] for r in found.records] == ["violated", "sound"]


def test_judge_is_a_function():
    found = pl.judge("epsilon", pl.Mechanism("gaussian(sigma=2)") ** 50, ["19", 21.0], delta="1e-5")
    assert found.wrong and found.sides == ["dangerous", "safe"] and 20.6 < found.truth < 20.7
    assert "your answer: 19: dangerous" in str(found) and "19" in repr(found)
    assert not pl.judge("epsilon", COMPOSED, "21", delta="1e-5").wrong
    with pytest.raises(pl.BadInput, match="detla"):
        pl.judge("epsilon", COMPOSED, "21", detla="1e-5")


def test_errors_have_the_records_before_them(tmp_path):
    claims = tmp_path / "claims.csv"
    claims.write_text(f"quantity,mechanism,delta,value,kind\nepsilon,{COMPOSED},1e-5,19,upper\n"
                      f"epsilon,{COMPOSED},1e-5,21,most\n")
    with pytest.raises(pl.BadInput) as caught:
        pl.command("claims", claims)
    assert [r["verdict"] for r in caught.value.records] == ["violated", "broken"]
    assert pl.BeyondReach("beyond").records == []


def test_words_of_a_command():
    assert pl.command("epsilon", pl.Mechanism("gaussian(sigma=1)"), delta=["1e-5"], engine=None).reached
    with pytest.raises(pl.BadInput, match="python -m plumbline epsilon --help"):
        pl.command("epsilon", "--help")
    with pytest.raises(pl.BadInput, match="prints a text"):
        pl.command("help", "privacy")
    with pytest.raises(TypeError, match="number is missing"):
        pl.command("epsilon", None)


def test_an_answer_states_the_hypotheses_of_its_mechanism():
    exchange = pl.Mechanism("gaussian(sigma=1,relation=replace)").delta(epsilon=1)
    assert exchange.hypotheses["relation"] == "replace_one" and exchange.hypotheses["dominates"] is True
    assert exchange.other_hypotheses is None
    assert pickle.loads(pickle.dumps(exchange)).hypotheses == exchange.hypotheses
    two = pl.Mechanism("laplace(b=1)").divergence("subsampled_gaussian(sigma=1,p=0.5)", digits=6)
    assert two.other_hypotheses["relation"] == "add_remove"
    assert pl.Enclosure("0.1", "0.2").hypotheses is None


def test_a_mixed_pair_is_a_number_with_a_warning():
    mixed = pl.Mechanism("gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)")
    with pytest.warns(pl.MixedPair, match="unlike neighbours"):
        delta = mixed.delta(epsilon=1)
    assert delta.hypotheses["relation"] == "mixed" and delta.hypotheses["dominates"] is False


MIXED = "gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pl.Mechanism(MIXED).delta(epsilon=1),
        lambda: pl.Mechanism(MIXED).delta([0, 1, 2]),
        lambda: pl.Mechanism(MIXED).ask("delta", 1),
        lambda: pl.Mechanism(MIXED).renyi([2, 3], digits=5),
        lambda: pl.Mechanism(MIXED).moments(direction="forward", digits=5),
        lambda: pl.Mechanism("gaussian(sigma=1)").divergence(MIXED, digits=5),
        lambda: pl.answer({"quantity": "delta", "mechanism": MIXED, "at": {"epsilon": 1}}),
        lambda: pl.batch(quantity="delta", mechanism=MIXED, epsilon=[0, 1, 2], threads=2),
        lambda: pl.batch(quantity="divergence", mechanism="laplace(b=1)", other=MIXED, digits=[4, 5]),
    ],
)
def test_a_call_warns_once_of_a_mixed_pair_at_the_callers_line(ask):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ask()
    assert [one.category for one in found] == [pl.MixedPair]
    assert found[0].filename == __file__
    assert "gaussian(sigma=1) (replace_one) beside subsampled_gaussian(sigma=1,p=0.1) (add_remove)" in str(
        found[0].message
    ).replace(",relation=replace", "")


def test_pairs_of_one_relation_are_no_reason_to_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pl.answer({"quantity": "delta", "mechanism": "gaussian(sigma=1)", "at": {"epsilon": 1}})
        pl.Mechanism("gaussian(sigma=1)").delta([0, 1])
        pl.batch(quantity="delta", mechanism="laplace(b=1)*subsampled_laplace(b=1,p=0.1)", epsilon=[0, 1])


def test_a_call_that_fails_leaves_no_warning_behind():
    mixed = pl.Mechanism(MIXED)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with pytest.raises(pl.BadInput):
            mixed.delta([1, "x"])
        mixed.delta(1)
    assert len(found) == 1
