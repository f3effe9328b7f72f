"""Released accountants as functions of a test vector: a float, or None for what one does not support.

Their events, steps and arguments are exactly the doubles of the vector. Each is asked with the options
its documentation recommends for tight results in reasonable time.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from pytest_plumbline import Vector


def event_of(nested: Any) -> Any:
    """An event of dp-accounting from nested lists."""
    from dp_accounting import dp_event  # noqa: PLC0415

    name, *rest = nested
    if name == "ComposedDpEvent":
        return dp_event.ComposedDpEvent([event_of(e) for e in rest[0]])
    if name == "SelfComposedDpEvent":
        return dp_event.SelfComposedDpEvent(event_of(rest[0]), rest[1])
    if name == "PoissonSampledDpEvent":
        return dp_event.PoissonSampledDpEvent(rest[0], event_of(rest[1]))
    return getattr(dp_event, name)(*rest)


def _key(nested: Any) -> Any:
    return tuple(_key(x) for x in nested) if isinstance(nested, list) else nested


@functools.lru_cache(maxsize=4)
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
    """dp-accounting's PLDAccountant, its default discretisation of 1e-4."""
    return _dp_accounting("pld", v)


def dp_accounting_rdp(v: Vector) -> float | None:
    """dp-accounting's RdpAccountant, its default orders."""
    return _dp_accounting("rdp", v)


def plumbline_certified(v: Vector) -> float | None:
    """Plumbline's own accountant behind dp-accounting's interface: the largest its vectors allow."""
    from dp_accounting import dp_event  # noqa: F401, PLC0415
    from plumbline.dp_accounting import CertifiedAccountant  # noqa: PLC0415

    if v.event is None or v.quantity not in ("delta", "epsilon") or v.argument is None:
        return None
    accountant = CertifiedAccountant()
    event = event_of(v.event)
    if not accountant.supports(event):
        return None
    accountant.compose(event)
    return accountant.get_delta(v.argument) if v.quantity == "delta" else accountant.get_epsilon(v.argument)


@functools.lru_cache(maxsize=2)
def _prv(key: tuple[tuple[str, tuple[tuple[str, float], ...], int], ...]) -> Any:
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


def prv_accountant_upper(v: Vector) -> float | None:
    """prv-accountant's upper bound of epsilon, at an error of 0.01 and 1e-10."""
    known = {"gaussian", "laplace", "subsampled_gaussian"}
    if v.quantity != "epsilon" or v.argument is None or v.argument < 1e-8:
        return None
    if any(f.name not in known for f in v.factors):
        return None
    key = tuple((f.name, tuple(sorted(f.parameters.items())), f.steps) for f in v.factors)
    accountant, counts = _prv(key)
    _, _, upper = accountant.compute_epsilon(v.argument, counts)
    return float(upper)


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
