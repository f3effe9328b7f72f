"""Tests audits by the package: equality with the program, arrays and tables, and messages about bad input."""

import math
import random

import plumbline as pl
import pytest


def drawn(seed, mean, count):
    source = random.Random(seed)
    return [source.gauss(mean, 1) for _ in range(count)]


MEMBERS, OTHERS = drawn(1, 1.5, 400), drawn(2, 0, 300)


def test_trials_by_hand():
    # No false positive in 10 trials: the limit is 1 - 0.025^(1/10); likewise for false negatives.
    audit = pl.audit.trials(tp=10, fn=0, fp=0, tn=10)
    limit = 1 - 0.025 ** (1 / 10)
    assert audit.epsilon.lower_float == pytest.approx(math.log((1 - limit) / limit), rel=1e-12)
    assert audit.refuted is None
    assert pl.audit.trials(tp=10, fn=0, fp=0, tn=10, claim_epsilon=0, claim_delta=0).refuted is True
    assert pl.audit.trials(tp=10, fn=0, fp=0, tn=10, claim_epsilon=2, claim_delta=0).refuted is False


def test_trials_of_one_claim_and_reconstruction():
    audit = pl.audit.trials(tp=50, fn=50, fp=50, tn=50, claim="gaussian(sigma=1)")
    assert audit.refuted is False and audit.epsilon.upper_float == 0
    audit = pl.audit.trials(successes=90, attempts=100, kappa="0.1")
    assert audit.value("audited_gamma") < 0.9


def test_scores_count_what_trials_count():
    scores = pl.audit.scores(MEMBERS, OTHERS, threshold="explicit=1", delta="1e-5")
    fp, tp = sum(x >= 1 for x in OTHERS), sum(x >= 1 for x in MEMBERS)
    trials = pl.audit.trials(tp=tp, fn=400 - tp, fp=fp, tn=300 - fp, delta="1e-5")
    assert scores.epsilon.overlaps(trials.epsilon) and scores.epsilon > 0
    losses = pl.audit.scores([-x for x in MEMBERS], [-x for x in OTHERS], threshold="explicit=-1",
                             low_is_member=True, delta="1e-5")
    assert losses.epsilon.overlaps(scores.epsilon)


@pytest.mark.parametrize("rule", ["split", "bonferroni=0,1,2", "all-cuts", "dkw", "equal-level"])
def test_rules(rule):
    audit = pl.audit.scores(MEMBERS, OTHERS, threshold=rule)
    assert audit.advantage > 0 and audit.mu < 3
    assert audit.records[0]["data"]["threshold_rule"] == rule


def test_seeds_split_differently():
    thresholds = {pl.audit.scores(MEMBERS, OTHERS, threshold="split", seed=s).records[0]["at"]["threshold"]
                  for s in range(5)}
    assert len(thresholds) > 1


def test_arrays_and_tables():
    numpy = pytest.importorskip("numpy")
    plain = pl.audit.scores(MEMBERS, OTHERS, threshold="all-cuts")
    arrays = pl.audit.scores(numpy.array(MEMBERS), numpy.array(OTHERS), threshold="all-cuts")
    assert plain.records[0]["lower"] == arrays.records[0]["lower"]
    table = {"score": numpy.array(OTHERS + MEMBERS), "member": numpy.array([0] * 300 + [1] * 400)}
    assert pl.audit.scores(table, threshold="all-cuts").records[0]["lower"] == plain.records[0]["lower"]
    pandas = pytest.importorskip("pandas")
    frame = pl.audit.scores(pandas.DataFrame(table), threshold="all-cuts")
    assert frame.records[0]["lower"] == plain.records[0]["lower"]


def test_one_run():
    audit = pl.audit.one_run(canaries=1000, guesses=100, right=90)
    assert audit.epsilon > 1.6
    with pytest.raises(ValueError, match="guesses"):
        pl.audit.one_run(canaries=1000, guesses=100, right=90, delta="1e-5")


def test_bad_input():
    with pytest.raises(ValueError, match="is 0.95 meant"):
        pl.audit.trials(tp=1, fn=1, fp=1, tn=1, confidence=95)
    with pytest.raises(ValueError, match="score 2 of the others"):
        pl.audit.scores([1.0], [0.0, math.nan], threshold="dkw")
    with pytest.raises(KeyError):
        pl.audit.one_run(canaries=10, guesses=5, right=5).value("audited_gamma")
    with pytest.raises(ValueError):
        pl.audit.trials(tp=-1, fn=1, fp=1, tn=1)
