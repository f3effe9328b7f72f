"""Returns lines of Python that reproduce the answer of an accountant of adapters.py with its library only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import adapters


def _dp_accounting(package: str, accountant: str) -> Any:
    def lines(v: Any) -> str:
        ask = "get_epsilon" if v.quantity == "epsilon" else "get_delta"
        module = f"{package}_privacy_accountant"
        return (
            "from dp_accounting.dp_event import *\n"
            f"from dp_accounting.{package} import {module}\n"
            f"event = {adapters.event_of(v.event)!r}\n"
            f"accountant = {module}.{accountant}().compose(event)\n"
            f"print(accountant.{ask}({v.argument!r}))\n"
        )

    return lines


def _opacus(accountant: str) -> Any:
    def lines(v: Any) -> str:
        return (
            f"from opacus.accountants import {accountant}\n"
            f"accountant = {accountant}()\n"
            f"accountant.history = {list(adapters.steps_of(v))!r}\n"
            f"print(accountant.get_epsilon(delta={v.argument!r}))\n"
        )

    return lines


_PRV = {
    "gaussian": lambda p: f"prvs.GaussianMechanism({p['sigma']!r})",
    "laplace": lambda p: f"prvs.LaplaceMechanism({1 / p['b']!r})",
    "subsampled_gaussian":
        lambda p: f"prvs.PoissonSubsampledGaussianMechanism({p['p']!r}, {p['sigma']!r})",
}


def _prv(v: Any) -> str:
    made = ", ".join(_PRV[f.name](f.parameters) for f in v.factors)
    counts = [f.steps for f in v.factors]
    return (
        "from prv_accountant import PRVAccountant, privacy_random_variables as prvs\n"
        f"accountant = PRVAccountant([{made}], eps_error=0.01, delta_error=1e-10,\n"
        f"                           max_self_compositions={counts!r})\n"
        f"print(accountant.compute_epsilon({v.argument!r}, {counts!r}))\n"
    )


def _riskcal(v: Any) -> str:
    ask = {
        "epsilon": f"pld.get_epsilon_for_delta({v.argument!r})",
        "tv": "analysis.get_advantage_from_pld(pld)",
        "tradeoff": f"analysis.get_beta_from_pld(pld, {v.argument!r})",
    }[v.quantity]
    return (
        "from riskcal import analysis\n"
        "from riskcal.accountants import CTDAccountant\n"
        "accountant = CTDAccountant()\n"
        f"accountant.history = {list(adapters.steps_of(v))!r}\n"
        "pld = accountant.get_pld()\n"
        f"print({ask})\n"
    )


def _autodp_step(factor: Any) -> str:
    p = factor.parameters
    made = (f"mechanism_zoo.LaplaceMechanism(b={p['b']!r})" if factor.name == "laplace"
            else f"mechanism_zoo.GaussianMechanism(sigma={p['sigma']!r})")
    if "p" not in p:
        return f"steps.append({made})\n"
    return (
        f"step = {made}\n"
        "step.neighboring = 'add_remove'\n"
        "sampled = transformer_zoo.AmplificationBySampling(PoissonSampling=True)\n"
        f"steps.append(sampled(step, {p['p']!r}, improved_bound_flag=True))\n"
    )


def _autodp(v: Any) -> str:
    return (
        "from autodp import mechanism_zoo, transformer_zoo\n"
        "steps = []\n" + "".join(_autodp_step(f) for f in v.factors) +
        f"whole = transformer_zoo.Composition()(steps, {[f.steps for f in v.factors]!r})\n"
        f"print(whole.get_approxDP({v.argument!r}))\n"
    )


def _jax_privacy(v: Any) -> str:
    (sigma, p, count), = adapters.steps_of(v)
    batch, dataset = adapters.batch_of(p)
    return (
        "from jax_privacy.accounting import accountants, analysis\n"
        "accountant = analysis.DpsgdTrainingAccountant(accountants.PldAccountantConfig())\n"
        f"words = analysis.DpParams(noise_multipliers={sigma!r}, num_samples={dataset},\n"
        f"                          delta={v.argument!r}, batch_size={batch})\n"
        f"print(accountant.compute_epsilon({count}, words))\n"
    )


_LINES = {
    "dp_accounting_pld": _dp_accounting("pld", "PLDAccountant"),
    "dp_accounting_rdp": _dp_accounting("rdp", "RdpAccountant"),
    "opacus_prv": _opacus("PRVAccountant"),
    "opacus_rdp": _opacus("RDPAccountant"),
    "opacus_gdp": _opacus("GaussianAccountant"),
    "prv_accountant_all": _prv,
    "prv_accountant_upper": _prv,
    "riskcal_ctd": _riskcal,
    "riskcal_beta": _riskcal,
    "autodp_rdp": _autodp,
    "jax_privacy_pld": _jax_privacy,
    "jax_privacy_pld_anywhere": _jax_privacy,
}


def reproduction(function: str, v: SimpleNamespace) -> str:
    """Returns the lines; empty for accountants of this project."""
    lines = _LINES.get(function)
    return lines(v) if lines else ""
