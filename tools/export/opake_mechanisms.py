"""Claims of opake-accounting: python3 opake_mechanisms.py > opake.jsonl

The script only uses the extension module, which has all computations: the Python package does not import with CPython
3.11 and 3.12 (0.16.1). Numbers and configuration are its defaults; each distribution is composed with itself.
"""

import importlib.machinery
import importlib.util
import re
from fractions import Fraction
from importlib import metadata
from math import comb

from claims import TRADEOFFS, Method, default_grid, export, once

found = [file for file in metadata.files("opake-accounting")
         if re.match(r"opake_accounting\..*so$", file.name)]
path = str(metadata.distribution("opake-accounting").locate_file(found[0]))
opake = importlib.util.module_from_spec(importlib.util.spec_from_loader(
    "opake_accounting", importlib.machinery.ExtensionFileLoader("opake_accounting", path)))
opake.__spec__.loader.exec_module(opake)
CONFIG = opake.DiscretizationConfig()
STATED = {"discretization": CONFIG.discretization, "tail_mass_truncation": CONFIG.tail_mass_truncation}
MONTE_CARLO = {"mc_resolution": CONFIG.mc_resolution, "mc_failure_probability": CONFIG.mc_failure_probability,
               "seed": CONFIG.seed}

QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-5, 1e-6, 1e-8, 1e-10)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.5, 1.0, 2.0, 4.0, 8.0)] + [("advantage", {})] + TRADEOFFS[::3] + [
    ("bayes", {"prior": prior}) for prior in (0.1, 0.5)]
# A distribution of random allocation is expensive to build and cheap to query, so that it has more questions.
MORE = [("epsilon", {"delta": delta}) for delta in (1e-2, 1e-4, 2e-5)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.1, 0.25, 1.5, 3.0)]
FIXED = [{"kind": "approx_dp", "epsilon": epsilon, "delta": delta, "steps": steps}
         for epsilon in (0.1, 1.0) for delta in (1e-9, 1e-6) for steps in (1, 20)]
MATRIX = [{"kind": "gaussian", "sigma": sigma, "sensitivity": sensitivity, "steps": 1}
          for sigma in (1.0, 4.0) for sensitivity in (0.75, 2.5)]
CUT = [{"kind": "truncated_subsampled_gaussian", "sigma": sigma, "sampling_rate": 0.01, "dataset_size": 10000,
        "truncated_batch_size": batch, "steps": steps}
       for sigma in (0.8, 1.5) for batch in (110, 140) for steps in (1, 100)]
ALLOCATED = ["random_allocation(sigma=%s,t=%d)%s" % (sigma, steps, power)
             for sigma in (1, 2, 4) for steps in (2, 10, 100) for power in ("", "^10")] + [
    "random_allocation(sigma=%s,t=5)" % sigma for sigma in (1, 2, 4)]
SEPARATE = [{"kind": "subsampled_gaussian", "sigma": sigma, "sampling_rate": rate, "steps": steps}
            for sigma in (1.0, 2.0) for rate in (0.01, 0.1) for steps in (5, 20)]
NUMBER = r"(\d+(?:\.\d+)?)"
ALLOCATION = re.compile(r"random_allocation\(sigma=%s,t=(\d+)\)(?:\^(\d+))?$" % NUMBER)


def binomial(rate, batches):
    """Returns the probabilities of the number of batches that contain a record, as fractions."""
    p = Fraction(rate)
    return [str(comb(batches, j) * p**j * (1 - p)**(batches - j)) for j in range(batches + 1)]


SEVERAL = [{"kind": "mixture_of_gaussians", "sigma": sigma, "sensitivities": list(range(batches + 1)),
            "sampling_probs": binomial(rate, batches), "steps": steps}
           for sigma in (1.0, 2.0) for rate in (1 / 16, 1 / 64) for batches in (2, 4) for steps in (1, 100)]


def allocation(make):
    def one(setting):
        match = isinstance(setting, str) and ALLOCATION.match(setting)
        return match and make(float(match[1]), int(match[2]), int(match[3] or 1))
    return one


def of_kind(kind, make):
    return lambda setting: make(setting) if isinstance(setting, dict) and setting["kind"] == kind else None


def plain(setting):
    if setting.get("sensitivity", 1) != 1:
        return None
    return opake.gaussian_pld(setting["sigma"], CONFIG).self_compose(setting["steps"])


def poisson(setting):
    base = opake.gaussian_pld(setting["sigma"], CONFIG)
    return opake.poisson_pld(base, setting["sampling_rate"]).self_compose(setting["steps"])


def cut(setting):
    return opake.truncated_poisson_gaussian_pld(
        setting["sigma"], setting["sampling_rate"], setting["truncated_batch_size"], setting["dataset_size"],
        CONFIG).self_compose(setting["steps"])


def parallel(setting):
    """The rate is that of the binomial weights: w1 / w0 = m p / (1 - p)."""
    batches = len(setting["sensitivities"]) - 1
    first, second = map(Fraction, setting["sampling_probs"][:2])
    odds = second / first / batches
    return opake.parallel_poisson_gaussian_pld(
        setting["sigma"], float(odds / (1 + odds)), batches, CONFIG).self_compose(setting["steps"])


def fixed(setting):
    return opake.eps_delta_pld(setting["epsilon"], setting["delta"], CONFIG).self_compose(setting["steps"])


def matrix(setting):
    if "sensitivity" not in setting or setting["steps"] != 1:
        return None
    return opake.mf_gaussian_pld(setting["sigma"], setting["sensitivity"], CONFIG)


def once_allocated(sigma, steps, epochs):
    return opake.random_allocation_gaussian_pld(sigma, steps, 1, CONFIG).self_compose(epochs)


def sampled_bins(sigma, bins, epochs):
    """Returns its Monte Carlo result, for the Gram matrix of independent noise in the bins of one or several epochs.
    """
    gram = [float(epochs) if i == j else 0.0 for i in range(bins) for j in range(bins)]
    return opake.bnb_mc_pld(gram, bins, sigma, CONFIG) if epochs == 1 and bins <= 10 else None


def separate(setting):
    """With one coefficient the separation is one: each step draws a record with this probability, as in Poisson
    sampling.
    """
    if setting not in SEPARATE:
        return None
    return opake.bandmf_b_min_sep_warm_mc_pld([1.0], setting["steps"], setting["sampling_rate"], setting["sigma"], CONFIG)


READ = {"epsilon": ("upper", lambda pld, at: pld.epsilon_at(at["delta"])),
        "delta": ("upper", lambda pld, at: pld.delta_at(at["epsilon"])),
        "advantage": ("upper", lambda pld, at: pld.advantage()),
        "tradeoff": ("estimate", lambda pld, at: pld.beta_at(at["alpha"])),
        "bayes": ("estimate", lambda pld, at: pld.risk_at(at["prior"]))}


# Errors of tests are queried only for few composed steps, because each takes seconds on long grids.
ERRORS = ("advantage", "tradeoff", "bayes")


def few_steps(setting):
    if isinstance(setting, str):
        return False
    return setting["kind"] in ("gaussian", "subsampled_gaussian", "approx_dp") and setting["steps"] <= 10


def ask(make, more):
    kept = once(lambda key: make(SETTINGS[key]))

    def answer(setting, quantity, at):
        if quantity not in READ or ((quantity, at) in MORE and not more):
            return None
        if quantity in ERRORS and not few_steps(setting):
            return None
        key = repr(setting)
        SETTINGS[key] = setting
        pld = kept(key)
        kind, read = READ[quantity]
        return {kind: read(pld, at)} if pld else None
    return answer


SETTINGS = {}


def method(name, make, more=False, **options):
    return Method(name, "upper", ask(make, more), options=dict(STATED, **options))


if __name__ == "__main__":
    export("opake-accounting", metadata.version("opake-accounting"), [
        method("gaussian", of_kind("gaussian", plain)),
        method("poisson", of_kind("subsampled_gaussian", poisson)),
        method("truncated_poisson_gaussian", of_kind("truncated_subsampled_gaussian", cut)),
        method("parallel_poisson_gaussian", of_kind("mixture_of_gaussians", parallel)),
        method("eps_delta", of_kind("approx_dp", fixed)),
        method("mf_gaussian", of_kind("gaussian", matrix)),
        method("random_allocation_gaussian", allocation(once_allocated), more=True, max_conv_grid=CONFIG.max_conv_grid),
        method("bnb_mc", allocation(sampled_bins), more=True, **MONTE_CARLO),
        method("bandmf_b_min_sep_warm_mc", of_kind("subsampled_gaussian", separate), more=True, **MONTE_CARLO),
    ], questions=QUESTIONS + MORE,
        more=[*FIXED, *MATRIX, *SEVERAL, *SEPARATE, *default_grid(), *CUT, *ALLOCATED], usual=False)
