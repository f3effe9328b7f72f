"""The interface of Opacus's accountants, against that library's own where it is installed."""

import pytest
from plumbline.opacus import CertifiedAccountant


class Optimizer:
    noise_multiplier, accumulated_iterations = 1.1, 1


def filled(accountant, steps=(300, 200)):
    for n, (sigma, p) in zip(steps, [(1.1, 0.01), (0.9, 0.02)], strict=True):
        for _ in range(n):
            accountant.step(noise_multiplier=sigma, sample_rate=p)
    return accountant


def test_history_and_state():
    a = filled(CertifiedAccountant())
    assert a.history == [(1.1, 0.01, 300), (0.9, 0.02, 200)] and len(a) == 500
    b = CertifiedAccountant()
    b.load_state_dict(a.state_dict())
    assert b.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    with pytest.raises(ValueError):
        b.load_state_dict({"history": [], "mechanism": "prv"})
    with pytest.raises(ValueError):
        b.load_state_dict({})


def test_hook():
    a = CertifiedAccountant()
    a.get_optimizer_hook_fn(0.01)(Optimizer())
    assert a.history == [(1.1, 0.01, 1)]


def test_ends():
    a = filled(CertifiedAccountant())
    both = a.enclosure_of_epsilon(1e-5)
    assert both.reached and both.upper_float == a.get_epsilon(1e-5, alphas=[2, 3])
    assert CertifiedAccountant().get_epsilon(1e-5) == 0
    full = CertifiedAccountant()
    full.step(noise_multiplier=1.0, sample_rate=1)
    assert full.mechanism_composed.expression == "gaussian(sigma=1)"
    full.step(noise_multiplier=0, sample_rate=0.1)
    with pytest.raises(ValueError, match="no noise"):
        full.get_epsilon(1e-5)


@pytest.mark.parametrize("kind", ["RDPAccountant", "PRVAccountant"])
def test_below_what_opacus_says(kind):
    accountants = pytest.importorskip("opacus.accountants")
    theirs = filled(getattr(accountants, kind)()).get_epsilon(delta=1e-5)
    mine = filled(CertifiedAccountant()).get_epsilon(delta=1e-5)
    assert mine <= theirs * 1.001
