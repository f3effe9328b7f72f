"""Claims of the accountants in Opacus: python3 opacus_accountants.py > opacus.jsonl

Without torch, only the accountants are imported. From the rest of Opacus they need one name, the type of an unused
argument.
"""

import importlib.util
import sys
import types
from importlib import metadata

from claims import Method, export


def without_torch():
    """Makes `import opacus.accountants` possible without torch."""
    if importlib.util.find_spec("torch"):
        return
    package = types.ModuleType("opacus")
    package.__path__ = list(importlib.util.find_spec("opacus").submodule_search_locations)
    optimizers = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})


without_torch()
from opacus.accountants import GaussianAccountant, PRVAccountant, RDPAccountant  # noqa: E402


def ask(accountant_class):
    def answer(mechanism, quantity, at):
        rates = {"gaussian": 1.0, "subsampled_gaussian": mechanism.get("sampling_rate")}
        if quantity != "epsilon" or mechanism.get("kind") not in rates:
            return None
        accountant = accountant_class()
        accountant.history = [(mechanism["sigma"], rates[mechanism["kind"]], mechanism["steps"])]
        return accountant.get_epsilon(delta=at["delta"])
    return answer


def defaults_of_prv(at):
    """Returns the default errors of its PRV accountant."""
    return {"eps_error": 0.01, "delta_error": at.get("delta", 0) / 1000}


if __name__ == "__main__":
    export("opacus", metadata.version("opacus"), [
        Method("rdp", "upper", ask(RDPAccountant), options={"alphas": "default"}),
        Method("prv", "upper", ask(PRVAccountant), options=defaults_of_prv),
        Method("gdp-clt", "estimate", ask(GaussianAccountant), options={"poisson": True}),
    ])
