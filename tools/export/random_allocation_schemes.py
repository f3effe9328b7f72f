"""Claims of random-allocation: python3 random_allocation_schemes.py > random-allocation.jsonl

Each bound of "Privacy Amplification by Random Allocation", and the lower bound. The script does not use its plots.
Without numba, the functions run uncompiled.
"""

import importlib.util
import re
import sys
import types
from importlib import metadata
from unittest import mock

from claims import Method, export

if not importlib.util.find_spec("numba"):
    numba = types.ModuleType("numba")
    numba.jit = lambda *given, **_: given[0] if given and callable(given[0]) else (lambda function: function)
    sys.modules["numba"] = numba
for name in ("pandas", "matplotlib", "matplotlib.pyplot", "matplotlib.figure", "matplotlib.axes", "matplotlib.ticker",
             "matplotlib.legend"):
    sys.modules[name] = mock.MagicMock()

from random_allocation.comparisons.structs import PrivacyParams, SchemeConfig, Verbosity  # noqa: E402
from random_allocation.other_schemes import local  # noqa: E402
from random_allocation.random_allocation_scheme import (  # noqa: E402
    RDP_DCO, analytic, decomposition, direct, lower_bound, recursive)

CONFIG = SchemeConfig(verbosity=Verbosity.NONE, allocation_direct_alpha_orders=list(range(2, 61)))  # as its README
STATED = {"discretization": CONFIG.discretization, "allocation_direct_alpha_orders": "2..60"}
QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-6)] + [("delta", {"epsilon": 1.0})]
ALLOCATED = ["random_allocation(sigma=%s,t=%d)%s" % (sigma, steps, power)
             for sigma in ("0.5", "1", "2", "4") for steps in (2, 10, 100) for power in ("", "^10")]
ALLOCATION = re.compile(r"random_allocation\(sigma=(\d+(?:\.\d+)?),t=(\d+)\)(?:\^(\d+))?$")


def ask(module, prefix):
    def answer(setting, quantity, at):
        match = isinstance(setting, str) and ALLOCATION.match(setting)
        if not match or quantity not in ("epsilon", "delta"):
            return None
        asked = PrivacyParams(float(match[1]), int(match[2]), 1, int(match[3] or 1), **at)
        name = prefix % quantity
        return float(getattr(module, name)(params=asked, config=CONFIG))
    return answer


SCHEMES = {"analytic": analytic, "direct": direct, "RDP_DCO": RDP_DCO, "decomposition": decomposition,
           "recursive": recursive}

if __name__ == "__main__":
    export("random-allocation", metadata.version("random-allocation"), [
        *(Method(name, "upper", ask(module, "allocation_%s_" + name), options=STATED) for name, module in SCHEMES.items()),
        Method("local", "upper", ask(local, "local_%s")),
        Method("lower_bound", "lower", ask(lower_bound, "allocation_%s_lower_bound")),
    ], questions=QUESTIONS, more=ALLOCATED, usual=False)
