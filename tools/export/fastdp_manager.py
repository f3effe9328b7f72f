"""Claims of fastDP and private-transformers: python3 fastdp_manager.py TOOL > TOOL.jsonl

Two libraries with one accounting manager. The script tests its Renyi accountant; the other one (GLW) calls
prv_accountant, which has its own record. The libraries are on no package index: clone the repository of TOOL (fastdp
or private-transformers) and add it to PYTHONPATH.
"""

import functools
import importlib.util
import os
import sys

from claims import Method, export, version_of
from dpsgd import EPSILONS, asks_epsilon

PACKAGES = {"fastdp": "fastDP", "private-transformers": "private_transformers"}


def accounting_of(package):
    """Loads only its accounting, because the package imports torch."""
    for folder in sys.path:
        path = os.path.join(folder, package, "accounting", "__init__.py")
        if os.path.exists(path):
            specification = importlib.util.spec_from_file_location(
                "accounting", path, submodule_search_locations=[os.path.dirname(path)])
            module = importlib.util.module_from_spec(specification)
            sys.modules["accounting"] = module
            specification.loader.exec_module(module)
            return importlib.import_module("accounting.accounting_manager")
    sys.exit("%s is not on PYTHONPATH" % package)


def methods_of(manager):
    rdp = sys.modules["accounting.rdp_accounting"]
    rdp.compute_rdp = functools.lru_cache(maxsize=1)(rdp.compute_rdp)  # one setting is queried at several deltas
    divergences = manager.RDPManager(manager.DEFAULT_ALPHAS)

    def by_divergences(sigma, rate, steps, delta):
        return float(divergences.compute_epsilon(sigma, rate, delta, steps)["eps_rdp"])
    return [Method("rdp", "upper", asks_epsilon(by_divergences), options={"alphas": "default"})]


if __name__ == "__main__":
    tool = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1] in PACKAGES else sys.exit(__doc__)
    manager = accounting_of(PACKAGES[tool])
    export(tool, version_of(manager), methods_of(manager), questions=EPSILONS)
