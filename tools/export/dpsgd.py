"""Shared parts of the scripts for accountants of DP-SGD: their questions, and the conversion of settings to (sigma,
rate, steps).

There are many copies of one formula by Renyi divergences: the first release of Opacus, its derivatives, a translation
to Rust. Each is tested separately, because their orders and conversions differ.
"""

from fractions import Fraction

DELTAS = (1e-3, 1e-5, 1e-6, 1e-8, 1e-10)
EPSILONS = [("epsilon", {"delta": delta}) for delta in DELTAS]


def run_of(mechanism):
    """Returns (sigma, sampling rate, steps) of a setting; None if it is not DP-SGD of sensitivity 1."""
    if not isinstance(mechanism, dict) or mechanism.get("sensitivity", 1) != 1:
        return None
    rates = {"gaussian": 1.0, "subsampled_gaussian": mechanism.get("sampling_rate")}
    if mechanism.get("kind") not in rates or "sigma" not in mechanism:
        return None
    return mechanism["sigma"], rates[mechanism["kind"]], mechanism["steps"]


def asks_epsilon(function):
    """Returns the answer function of a Method, from function(sigma, rate, steps, delta)."""
    def answer(mechanism, quantity, at):
        run = run_of(mechanism)
        return function(*run, at["delta"]) if run and quantity == "epsilon" else None
    return answer


def batch_of(rate):
    """Returns (batch, records) whose quotient is the double `rate`; None if ten digits are insufficient."""
    fraction = Fraction(rate).limit_denominator(10**9)
    batch, records = fraction.numerator, fraction.denominator
    return (batch, records) if batch / records == rate else None
