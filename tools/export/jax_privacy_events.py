"""Claims of JAX Privacy: python3 jax_privacy_events.py > jax-privacy.jsonl

Its events, composed by Google's accountants as documented. Older releases have these functions in
jax_privacy.experimental instead of jax_privacy.accounting. Its other modules and their requirements are not imported.
"""

import importlib.util
import sys
import types

import dp_accounting


def package_alone(name):
    """Loads the package as a folder of modules, without the imports of its __init__."""
    package = types.ModuleType(name)
    spec = importlib.util.find_spec(name)
    package.__path__ = list(spec.submodule_search_locations)
    package.__file__ = spec.origin
    sys.modules[name] = package
    return package


jax_privacy = package_alone("jax_privacy")
try:
    from jax_privacy import accounting
    accounting.dpsgd_event
except (ImportError, AttributeError):
    package_alone("jax_privacy.experimental")
    from jax_privacy.experimental import accounting

from claims import Method, export, version_of

PLD, RDP = dp_accounting.pld.PLDAccountant, dp_accounting.rdp.RdpAccountant
REPLACE = dp_accounting.NeighboringRelation.REPLACE_ONE


def poisson(m):
    return accounting.dpsgd_event(m["sigma"], m["steps"], sampling_prob=m.get("sampling_rate", 1.0))


def truncated(m):
    return accounting.truncated_dpsgd_event(
        m["sigma"], m["steps"], sampling_prob=m["sampling_rate"], num_examples=m["dataset_size"],
        truncated_batch_size=m["truncated_batch_size"])


def fixed(m):
    return accounting.fixed_dpsgd_event(m["sigma"], m["steps"], dataset_size=m["dataset_size"],
                                        batch_size=m["batch_size"])


def banded(m):
    return accounting.amplified_bandmf_event(m["sigma"], m["iterations"], num_bands=m["num_bands"],
                                             sampling_prob=m["sampling_prob"])


def ask(kinds, event, make_accountant):
    def answer(mechanism, quantity, at):
        if mechanism.get("kind") not in kinds or mechanism.get("sensitivity", 1) != 1:
            return None
        accountant = make_accountant().compose(event(mechanism))
        if quantity == "epsilon":
            return accountant.get_epsilon(at["delta"])
        return accountant.get_delta(at["epsilon"])
    return answer


if __name__ == "__main__":
    trainings = ("gaussian", "subsampled_gaussian")
    export("jax-privacy-accounting", version_of(jax_privacy, "jax-privacy"), [
        Method("dpsgd_event/pld", "upper", ask(trainings, poisson, PLD)),
        Method("dpsgd_event/rdp", "upper", ask(trainings, poisson, RDP)),
        Method("truncated_dpsgd_event/pld", "upper",
               ask(("truncated_subsampled_gaussian",), truncated, PLD)),
        Method("fixed_dpsgd_event/rdp", "upper",
               ask(("wor_subsampled_gaussian",), fixed, lambda: RDP(neighboring_relation=REPLACE)),
               adjacency="replace"),
        Method("amplified_bandmf_event/pld", "upper", ask(("amplified_bandmf",), banded, PLD)),
    ], more=[
        {"kind": "truncated_subsampled_gaussian", "sigma": 1.0, "sampling_rate": 0.01,
         "steps": 1000, "dataset_size": 50000, "truncated_batch_size": 600},
        {"kind": "wor_subsampled_gaussian", "sigma": 1.0, "dataset_size": 50000, "batch_size": 500,
         "steps": 1000},
        {"kind": "amplified_bandmf", "sigma": 2.0, "iterations": 100, "num_bands": 4,
         "sampling_prob": 0.1},
    ])
