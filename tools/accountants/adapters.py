"""Released accountants as functions of a test vector: a float, or None for what one does not support.

Their events, steps and arguments are exactly the doubles of the vector. Each accountant has the options that its
documentation recommends for tight results in reasonable time.
"""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

from plumbline_vectors import Vector


class Unsupported(Exception):
    """Raised for a question that the installed release of an accountant does not support."""


def event_of(nested: Any) -> Any:
    """Returns an event of dp-accounting for nested lists. Raises Unsupported."""
    from dp_accounting import dp_event  # noqa: PLC0415

    name, *rest = nested
    if name == "ComposedDpEvent":
        return dp_event.ComposedDpEvent([event_of(e) for e in rest[0]])
    if name == "SelfComposedDpEvent":
        return dp_event.SelfComposedDpEvent(event_of(rest[0]), rest[1])
    if name == "PoissonSampledDpEvent":
        return dp_event.PoissonSampledDpEvent(rest[0], event_of(rest[1]))
    if not hasattr(dp_event, name):
        raise Unsupported(f"dp-accounting has no {name}")
    return getattr(dp_event, name)(*rest)


def _key(nested: Any) -> Any:
    return tuple(_key(x) for x in nested) if isinstance(nested, list) else nested


@functools.lru_cache(maxsize=8)
def _composed(kind: str, key: Any) -> Any:
    from dp_accounting.pld import pld_privacy_accountant  # noqa: PLC0415
    from dp_accounting.rdp import rdp_privacy_accountant  # noqa: PLC0415

    accountant = (pld_privacy_accountant.PLDAccountant() if kind == "pld"
                  else rdp_privacy_accountant.RdpAccountant())
    event = event_of(_listed(key))
    return accountant.compose(event) if accountant.supports(event) else None


def _listed(key: Any) -> Any:
    return [_listed(x) for x in key] if isinstance(key, tuple) else key


def _dp_accounting(kind: str, v: Vector) -> float | None:
    if v.event is None or v.quantity not in ("delta", "epsilon") or v.argument is None:
        return None
    if v.quantity == "delta" and v.argument < 0:
        return None
    accountant = _composed(kind, _key(v.event))
    if accountant is None:
        return None
    answer = accountant.get_delta if v.quantity == "delta" else accountant.get_epsilon
    return float(answer(v.argument))


def dp_accounting_pld(v: Vector) -> float | None:
    """PLDAccountant of dp-accounting, with its default discretisation 1e-4."""
    return _dp_accounting("pld", v)


def dp_accounting_rdp(v: Vector) -> float | None:
    """RdpAccountant of dp-accounting, with its default orders."""
    return _dp_accounting("rdp", v)


@functools.lru_cache(maxsize=8)
def _certified(key: Any) -> Any:
    from plumbline.dp_accounting import CertifiedAccountant  # noqa: PLC0415

    accountant, event = CertifiedAccountant(), event_of(_listed(key))
    return accountant.compose(event) if accountant.supports(event) else None


def plumbline_certified(v: Vector) -> float | None:
    """The accountant of Plumbline with the interface of dp-accounting."""
    if v.event is None or v.quantity not in ("delta", "epsilon") or v.argument is None:
        return None
    accountant = _certified(_key(v.event))
    if accountant is None:
        return None
    return accountant.get_delta(v.argument) if v.quantity == "delta" else accountant.get_epsilon(v.argument)


@functools.lru_cache(maxsize=2)
def _prv_composed(key: tuple[tuple[str, tuple[tuple[str, float], ...], int], ...]) -> Any:
    from prv_accountant import PRVAccountant  # noqa: PLC0415
    from prv_accountant import privacy_random_variables as prvs  # noqa: PLC0415

    made, counts = [], []
    for name, words, steps in key:
        p = dict(words)
        if name == "gaussian":
            made.append(prvs.GaussianMechanism(p["sigma"]))
        elif name == "laplace":
            made.append(prvs.LaplaceMechanism(1 / p["b"]))
        else:
            made.append(prvs.PoissonSubsampledGaussianMechanism(p["p"], p["sigma"]))
        counts.append(steps)
    return PRVAccountant(made, eps_error=0.01, delta_error=1e-10, max_self_compositions=counts), counts


def _prv(v: Vector) -> tuple[float, float, float] | None:
    known = {"gaussian", "laplace", "subsampled_gaussian"}
    if v.quantity != "epsilon" or v.argument is None or v.argument < 1e-8:
        return None
    if any(f.name not in known for f in v.factors):
        return None
    key = tuple((f.name, tuple(sorted(f.parameters.items())), f.steps) for f in v.factors)
    accountant, counts = _prv_composed(key)
    lower, estimate, upper = accountant.compute_epsilon(v.argument, counts)
    return float(lower), float(estimate), float(upper)


def prv_accountant_upper(v: Vector) -> float | None:
    """Upper bound of epsilon of prv-accountant, with the errors 0.01 and 1e-10."""
    answer = _prv(v)
    return answer[2] if answer else None


def prv_accountant_all(v: Vector) -> dict[str, float] | None:
    """Lower bound, estimate and upper bound of prv-accountant, for a hunt."""
    answer = _prv(v)
    return dict(zip(("lower", "estimate", "upper"), answer)) if answer else None


# ---- accountants of DP-SGD: steps of noise multiplier, rate and count


def steps_of(v: Vector) -> tuple[tuple[float, float, int], ...] | None:
    """Returns the steps that v composes; None for other vectors."""
    out = []
    for f in v.factors:
        if f.name not in ("gaussian", "subsampled_gaussian") or f.parameters.get("sensitivity", 1) != 1:
            return None
        out.append((f.parameters["sigma"], f.parameters.get("p", 1.0), f.steps))
    return tuple(out)


def _history(accountant: Any, steps: tuple[tuple[float, float, int], ...]) -> Any:
    accountant.history = list(steps)
    return accountant


def _opacus(kind: str, v: Vector) -> float | None:
    from opacus import accountants  # noqa: PLC0415

    steps = steps_of(v)
    if v.quantity != "epsilon" or v.argument is None or steps is None:
        return None
    if kind == "GaussianAccountant" and len(steps) > 1:  # as its step() refuses
        return None
    accountant = _history(getattr(accountants, kind)(), steps)
    return float(accountant.get_epsilon(delta=v.argument))


def opacus_prv(v: Vector) -> float | None:
    """PRVAccountant of Opacus, with its default errors."""
    if v.argument is not None and v.argument < 1e-8:  # its grid grows without bound
        return None
    return _opacus("PRVAccountant", v)


def opacus_rdp(v: Vector) -> float | None:
    """RDPAccountant of Opacus, with its default orders."""
    return _opacus("RDPAccountant", v)


def opacus_gdp(v: Vector) -> float | None:
    """GaussianAccountant of Opacus, whose documentation states that its result may be too small."""
    return _opacus("GaussianAccountant", v)


@functools.lru_cache(maxsize=8)
def _certified_steps(steps: tuple[tuple[float, float, int], ...]) -> Any:
    from plumbline.opacus import PoissonAccountant  # noqa: PLC0415

    return _history(PoissonAccountant(), steps)


def opacus_certified(v: Vector) -> float | None:
    """The accountant of Plumbline with the interface of Opacus."""
    steps = steps_of(v)
    if v.quantity != "epsilon" or v.argument is None or steps is None:
        return None
    return float(_certified_steps(steps).get_epsilon(v.argument))


@functools.lru_cache(maxsize=2)
def _ctd(steps: tuple[tuple[float, float, int], ...]) -> Any:
    from riskcal.accountants import CTDAccountant  # noqa: PLC0415

    return _history(CTDAccountant(), steps).get_pld()


def riskcal_ctd(v: Vector) -> float | None:
    """CTDAccountant of riskcal: epsilon, and the advantage, which equals the total variation."""
    from riskcal import analysis  # noqa: PLC0415

    steps = steps_of(v)
    if steps is None:
        return None
    if v.quantity == "epsilon" and v.argument is not None:
        return float(_ctd(steps).get_epsilon_for_delta(v.argument))
    return float(analysis.get_advantage_from_pld(_ctd(steps))) if v.quantity == "tv" else None


def riskcal_beta(v: Vector) -> float | None:
    """Trade-off curve of riskcal: the false negative rate at a false positive rate. riskcal promises no side."""
    from riskcal import analysis  # noqa: PLC0415

    steps = steps_of(v)
    if v.quantity != "tradeoff" or v.argument is None or steps is None:
        return None
    return float(analysis.get_beta_from_pld(_ctd(steps), v.argument))


def jax_privacy_pld(v: Vector) -> float | None:
    """Accountant of DP-SGD of jax-privacy, which uses PLDAccountant of dp-accounting and composes again for each
    question: only two deltas are tested.
    """
    return jax_privacy_pld_anywhere(v) if v.argument in (1e-5, 1e-8) else None


def batch_of(rate: float) -> tuple[int, int] | None:
    """Returns a batch and a dataset whose quotient is the rate as a double; None if there is no short one."""
    quotient = Fraction(repr(rate))
    exact = quotient.numerator / float(quotient.denominator) == rate
    return (quotient.numerator, quotient.denominator) if exact else None


def jax_privacy_pld_anywhere(v: Vector) -> float | None:
    """Answers at any delta."""
    from jax_privacy.accounting import accountants, analysis  # noqa: PLC0415

    steps = steps_of(v)
    if v.quantity != "epsilon" or v.argument is None or steps is None or len(steps) > 1:
        return None
    (sigma, p, count), = steps
    rate = batch_of(p)
    if rate is None:
        return None
    accountant = analysis.DpsgdTrainingAccountant(accountants.PldAccountantConfig())
    words = analysis.DpParams(noise_multipliers=sigma, num_samples=rate[1], delta=v.argument,
                              batch_size=rate[0])
    return float(accountant.compute_epsilon(count, words))


@functools.lru_cache(maxsize=2)
def _autodp(key: tuple[tuple[str, tuple[tuple[str, float], ...], int], ...]) -> Any:
    from autodp import mechanism_zoo, transformer_zoo  # noqa: PLC0415

    made, counts = [], []
    for name, words, steps in key:
        p = dict(words)
        if name == "laplace":
            one = mechanism_zoo.LaplaceMechanism(b=p["b"])
        else:
            one = mechanism_zoo.GaussianMechanism(sigma=p["sigma"])
        if "p" in p:
            one.neighboring = "add_remove"
            one = transformer_zoo.AmplificationBySampling(PoissonSampling=True)(
                one, p["p"], improved_bound_flag=True)
        made.append(one)
        counts.append(steps)
    return transformer_zoo.Composition()(made, counts)


def autodp_rdp(v: Vector) -> float | None:
    """Composition of autodp by Renyi divergences; Poisson sampling with its improved bound."""
    known = {"gaussian", "laplace", "subsampled_gaussian"}
    if v.quantity != "epsilon" or v.argument is None or any(f.name not in known for f in v.factors):
        return None
    key = tuple((f.name, tuple(sorted(f.parameters.items())), f.steps) for f in v.factors)
    return float(_autodp(key).get_approxDP(v.argument))


# ---- two test accountants


def count_once(v: Vector) -> float | None:
    """A test accountant that is wrong: every composition of randomized response counts as one step."""
    factor = v.factors[0]
    if v.quantity != "epsilon" or factor.name != "randomized_response" or len(v.factors) > 1:
        return None
    return math.nextafter(float(factor.parameters["epsilon"]), math.inf)


def basic_composition(v: Vector) -> float | None:
    """A test accountant that is sound: epsilons add up."""
    factor = v.factors[0]
    if v.quantity != "epsilon" or factor.name != "randomized_response" or len(v.factors) > 1:
        return None
    return math.nextafter(float(factor.parameters["epsilon"]) * factor.steps * (1 + 1e-15), math.inf)
