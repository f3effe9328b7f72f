"""Claims of pfl-research: python3 pfl_accountants.py > pfl.jsonl

Its three accountants, created as by users: by privacy loss distributions and Renyi divergences (dp-accounting), and
by privacy random variables (prv-accountant), from which it uses the estimate.
"""

import functools
import sys
import types
from importlib import metadata

from claims import Method, export

# Frameworks that it imports and that its accountants do not need.
folder = metadata.distribution("pfl").locate_file("pfl")
for name, path in (("pfl", ""), ("pfl.privacy", "privacy"), ("pfl.internal", "internal")):
    module = types.ModuleType(name)
    module.__path__ = [str(folder / path)]
    sys.modules[name] = module
from pfl.privacy import privacy_accountant as pfl  # noqa: E402

# One composition answers four questions.
for accountant in (pfl.PLDPrivacyAccountant, pfl.PRVPrivacyAccountant, pfl.RDPPrivacyAccountant):
    accountant.get_composed_accountant = staticmethod(
        functools.lru_cache(maxsize=2)(accountant.get_composed_accountant))

LAPLACE = [{"kind": "laplace", "scale": scale, "steps": steps}
           for scale in (0.5, 1.0, 2.0, 10.0) for steps in (1, 10, 100)]
QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-5, 1e-8)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.5, 1.0, 4.0)]


def ask(accountant, most_steps=10**6):
    def answer(setting, quantity, at):
        kind = setting.get("kind")
        if kind not in ("gaussian", "subsampled_gaussian", "laplace") or quantity not in ("epsilon", "delta"):
            return None
        if setting["steps"] > most_steps:
            return None
        found = accountant(num_compositions=setting["steps"], mechanism=kind.split("_")[-1],
                           sampling_probability=setting.get("sampling_rate", 1.0),
                           noise_parameter=setting["scale" if "scale" in setting else "sigma"], **at)
        return getattr(found, quantity)
    return answer


if __name__ == "__main__":
    export("pfl", metadata.version("pfl"), [
        Method("PLDPrivacyAccountant", "upper", ask(pfl.PLDPrivacyAccountant, 1000),
               options={"value_discretization_interval": 1e-4, "pessimistic_estimate": True}),
        Method("RDPPrivacyAccountant", "upper", ask(pfl.RDPPrivacyAccountant)),
        Method("PRVPrivacyAccountant", "estimate", ask(pfl.PRVPrivacyAccountant, 100),
               options={"eps_error": 0.07, "delta_error": 1e-10}),
    ], questions=QUESTIONS, more=LAPLACE)
