"""Answers of commands: verdicts are answers, and errors have the records that came before them."""

import pickle

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
