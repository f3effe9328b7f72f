"""Compares the interface of the accountant with dp-accounting, if that library is installed."""

import json
import math
import subprocess
import warnings

import plumbline as pl
import pytest

dp_accounting = pytest.importorskip("dp_accounting")

from dp_accounting import dp_event as events  # noqa: E402
from dp_accounting.pld import pld_privacy_accountant  # noqa: E402
from dp_accounting.rdp import rdp_privacy_accountant  # noqa: E402
from plumbline.dp_accounting import CertifiedAccountant  # noqa: E402
from plumbline.events import UnsupportedEvent, of_event  # noqa: E402

STEP = events.PoissonSampledDpEvent(0.01, events.GaussianDpEvent(1.0))


def test_epsilon_and_delta_next_to_the_pld_accountant():
    mine = CertifiedAccountant().compose(STEP, 1000).compose(events.LaplaceDpEvent(5.0))
    theirs = pld_privacy_accountant.PLDAccountant()
    theirs.compose(STEP, 1000).compose(events.LaplaceDpEvent(5.0))
    assert mine.get_epsilon(1e-5) == pytest.approx(theirs.get_epsilon(1e-5), rel=1e-2)
    assert mine.get_delta(1.0) == pytest.approx(theirs.get_delta(1.0), rel=1e-2)
    both = mine.enclosure_of_epsilon(1e-5)
    assert both.reached and both <= mine.get_epsilon(1e-5)


def test_counts_are_counted():
    nested = events.SelfComposedDpEvent(events.ComposedDpEvent([STEP, events.GaussianDpEvent(3.0)]), 4)
    a = CertifiedAccountant().compose(nested, 5)
    b = CertifiedAccountant().compose(STEP, 20).compose(events.GaussianDpEvent(3.0), 20)
    assert a.get_epsilon(1e-5) == b.get_epsilon(1e-5)


def test_randomized_response():
    relation = dp_accounting.NeighboringRelation.REPLACE_ONE
    event = events.RandomizedResponseDpEvent(0.5, 4)
    a = CertifiedAccountant(relation).compose(event)
    assert a.get_delta(0.0) == pytest.approx(0.5, rel=1e-9)  # 1 - p + p/k - p/k
    assert a.get_epsilon(1e-9) == pytest.approx(math.log(0.625 / 0.125), rel=1e-6)
    twice = CertifiedAccountant(relation).compose(event, 2)
    assert twice.get_delta(0.0) > a.get_delta(0.0)


def test_calibration_by_that_library():
    sigma = dp_accounting.calibrate_dp_mechanism(
        CertifiedAccountant,
        lambda s: events.SelfComposedDpEvent(
            events.PoissonSampledDpEvent(0.01, events.GaussianDpEvent(s)), 500
        ),
        target_epsilon=1.0,
        target_delta=1e-5,
        bracket_interval=dp_accounting.LowerEndpointAndGuess(0.5, 1.0),
        tol=1e-4,
    )
    step = events.PoissonSampledDpEvent(0.01, events.GaussianDpEvent(sigma))
    assert CertifiedAccountant().compose(step, 500).get_epsilon(1e-5) <= 1.0


def test_nothing_and_all():
    nothing = CertifiedAccountant().compose(events.NoOpDpEvent())
    assert nothing.get_epsilon(1e-5) == 0 and nothing.get_delta(0.0) == 0
    lost = CertifiedAccountant().compose(events.NonPrivateDpEvent())
    assert lost.get_epsilon(1e-5) == math.inf and lost.get_delta(1.0) == 1


def test_nothing_composed_is_said():
    """The answer 0 is correct, but another accountant may have recorded the steps of the training."""
    for ask in (lambda a: a.get_epsilon(1e-5), lambda a: a.get_delta(0.0)):
        with pytest.warns(UserWarning, match="nothing was composed: 0 is the answer for a release of nothing"):
            assert ask(CertifiedAccountant()) == 0
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert ask(CertifiedAccountant().compose(events.NoOpDpEvent())) == 0
            assert ask(CertifiedAccountant().compose(events.PoissonSampledDpEvent(0.0, events.GaussianDpEvent(1.0)))) == 0


def test_noise_that_is_stated_by_two_things_does_not_stand_together():
    """As in the program, the sigma of a batch of fixed size refers to an exchange of records. Other sigmas refer to
    the contribution of a record.
    """
    batch = events.SampledWithoutReplacementDpEvent(1000, 10, events.GaussianDpEvent(2.0))
    replace = dp_accounting.NeighboringRelation.REPLACE_ONE
    for other in (events.GaussianDpEvent(3.0), STEP, events.LaplaceDpEvent(3.0), events.DiscreteLaplaceDpEvent(0.5, 1)):
        both = events.ComposedDpEvent([batch, other])
        assert not CertifiedAccountant(replace).supports(both)
        for first, then in ((batch, other), (other, batch)):
            accountant = CertifiedAccountant(replace).compose(first)
            with pytest.raises(dp_accounting.UnsupportedEventError, match="beside other noise under REPLACE_ONE"):
                accountant.compose(then)
            assert accountant.compose(first).get_delta(0.5) > 0  # as before
    response = events.RandomizedResponseDpEvent(0.5, 4)
    assert CertifiedAccountant(replace).supports(events.ComposedDpEvent([batch, response, batch]))
    special = dp_accounting.NeighboringRelation.REPLACE_SPECIAL
    assert CertifiedAccountant(special).supports(events.ComposedDpEvent([batch, events.GaussianDpEvent(3.0)]))


def test_what_is_not_supported_is_said():
    accountant = CertifiedAccountant()
    for event in (
        events.UnsupportedDpEvent(),
        events.SampledWithReplacementDpEvent(10, 2, events.GaussianDpEvent(1.0)),
        events.PoissonSampledDpEvent(0.1, STEP),
    ):
        assert not accountant.supports(event)
        with pytest.raises(dp_accounting.UnsupportedEventError):
            accountant.compose(event)
    replace = CertifiedAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE)
    assert not replace.supports(events.PoissonSampledDpEvent(0.1, events.LaplaceDpEvent(1.0)))
    assert not accountant.supports(events.RandomizedResponseDpEvent(0.5, 4))


def test_batches_of_fixed_size():
    event = events.SampledWithoutReplacementDpEvent(1000, 10, events.GaussianDpEvent(2.0))
    replace = CertifiedAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE)
    replace.compose(events.SelfComposedDpEvent(event, 100))
    assert str(replace.mechanism) == "without_replacement(sigma=2,n=1000,batch=10)^100"
    assert not CertifiedAccountant().supports(event)
    too_large = events.SampledWithoutReplacementDpEvent(10, 11, events.GaussianDpEvent(2.0))
    assert not CertifiedAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE).supports(too_large)


class RandomAllocationDpEvent:
    """A stand-in for an event of newer releases of dp-accounting."""

    def __init__(self, event, num_selected, num_steps):
        self.event, self.num_selected, self.num_steps = event, num_selected, num_steps


def test_random_allocation():
    def expression(k, relation="ADD_OR_REMOVE_ONE", inner=None):
        inner = inner or events.GaussianDpEvent(2.0)
        return of_event(RandomAllocationDpEvent(inner, k, 10), relation).expression

    assert expression(1) == "random_allocation(sigma=2,t=10)"
    assert expression(3, "REPLACE_SPECIAL") == "random_allocation(sigma=2,t=10,k=3)"
    assert expression(0) is None
    for asked in ({"k": 1, "relation": "REPLACE_ONE"}, {"k": 11}, {"k": 1, "inner": events.LaplaceDpEvent(1.0)}):
        with pytest.raises(UnsupportedEvent):
            expression(**asked)


def test_trees_of_one_epoch_next_to_the_rdp_accountant():
    for steps, levels in ((1, 1), (7, 3), (8, 4), ([3, 9, 0], 4)):
        event = events.SingleEpochTreeAggregationDpEvent(2.0, steps)
        special = dp_accounting.NeighboringRelation.REPLACE_SPECIAL
        mine, theirs = CertifiedAccountant(special), rdp_privacy_accountant.RdpAccountant([2.0, 3.0], special)
        mine.compose(event), theirs.compose(event)
        assert str(mine.mechanism) == (f"gaussian(sigma=2)^{levels}" if levels > 1 else "gaussian(sigma=2)")
        assert theirs._rdp == pytest.approx([levels / 4, levels * 3 / 8])
    with pytest.raises(UnsupportedEvent):
        of_event(events.SingleEpochTreeAggregationDpEvent(2.0, 0))


def test_unknown_events_are_named():
    with pytest.raises(UnsupportedEvent, match="RepeatAndSelectDpEvent"):
        of_event(events.RepeatAndSelectDpEvent(events.GaussianDpEvent(1.0), 2.0, 1.0))


EVENTS = [
    STEP,
    events.LaplaceDpEvent(2.5),
    events.SelfComposedDpEvent(events.ComposedDpEvent([events.GaussianDpEvent(3.0), STEP]), 6),
    events.RandomizedResponseDpEvent(0.3, 5),
    events.DiscreteLaplaceDpEvent(0.7, 2),
    events.TruncatedSubsampledGaussianDpEvent(200, 0.05, 14, 2.0),
    events.SampledWithoutReplacementDpEvent(1000, 10, events.GaussianDpEvent(2.0)),
    events.MixtureOfGaussiansDpEvent(1.5, [0.0, 1.0, 2.0], [0.75, 0.125, 0.125]),
]
RELATIONS = list(dp_accounting.NeighboringRelation)


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: r.name)
@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_relations_next_to_the_pld_accountant(event, relation):
    """If both accountants support an event, their answers agree up to the grid of dp-accounting."""
    mine, theirs = CertifiedAccountant(relation), pld_privacy_accountant.PLDAccountant(relation)
    if not (mine.supports(event) and theirs.supports(event)):
        pytest.skip("not supported by both")
    mine.compose(event), theirs.compose(event)
    assert mine.get_delta(0.25) == pytest.approx(theirs.get_delta(0.25), rel=1e-2, abs=1e-9)


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: r.name)
@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_the_program_reads_the_same_event(event, relation, tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event.to_named_tuple()))
    asked = [str(pl.program()), "delta", "--event", str(file), "--relation", relation.name.lower(),
             "--epsilon", "0.25", "--json"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    mine = CertifiedAccountant(relation)
    assert mine.supports(event) == (done.returncode == 0), done.stderr
    if done.returncode == 0:
        found = json.loads(done.stdout)
        program = pl.Enclosure(found["lower"], found["upper"])
        assert program.overlaps(mine.compose(event).enclosure_of_delta(0.25))
        assert program.lower > 0


def test_calibration_of_jax_privacy():
    """A configuration of jax-privacy accepts any accountant with this interface."""
    accounting = pytest.importorskip("jax_privacy.accounting")
    from jax_privacy.accounting import accountants, analysis, calibrate  # noqa: PLC0415

    class Certified(accountants.DpAccountantConfig):
        def create_accountant(self):
            return CertifiedAccountant(digits=6)

    assert accounting is not None
    asked = {"target_epsilon": 2.0, "batch_sizes": 100, "num_updates": 50, "num_samples": 10000,
             "target_delta": 1e-5, "tol": 1e-2, "initial_min_noise": 0.5}
    mine = analysis.DpsgdTrainingAccountant(Certified())
    theirs = analysis.DpsgdTrainingAccountant(accountants.PldAccountantConfig())
    sigma = calibrate.calibrate_noise_multiplier(accountant=mine, **asked)
    assert sigma == pytest.approx(calibrate.calibrate_noise_multiplier(accountant=theirs, **asked), abs=2e-2)
    step = events.PoissonSampledDpEvent(0.01, events.GaussianDpEvent(sigma))
    assert CertifiedAccountant().compose(step, 50).get_epsilon(1e-5) <= 2.0
