"""The accountant's interface of dp-accounting, against that library itself where it is installed."""

import math

import pytest

dp_accounting = pytest.importorskip("dp_accounting")

from dp_accounting import dp_event as events  # noqa: E402
from dp_accounting.pld import pld_privacy_accountant  # noqa: E402
from plumbline.dp_accounting import CertifiedAccountant  # noqa: E402

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
    assert not replace.supports(STEP)
