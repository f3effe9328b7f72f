"""Promises of pfl-research: python3 pfl_promises.py > pfl.jsonl

Noise for an epsilon and a delta, by its own calibration, which GaussianMechanism.construct_single_iteration and
LaplaceMechanism use.
"""

import sys
import types
from importlib import metadata

# Frameworks that it imports and that its formulas do not need.
folder = metadata.distribution("pfl").locate_file("pfl")
for name, path in (("pfl", ""), ("pfl.privacy", "privacy"), ("pfl.internal", "internal")):
    module = types.ModuleType(name)
    module.__path__ = [str(folder / path)]
    sys.modules[name] = module
from pfl.privacy import compute_parameters  # noqa: E402

from library import Constructor, export, gaussian, grid  # noqa: E402


def said(a, d):
    return {name: a[name] for name in ("epsilon", "delta") if name in a}


def calibrated(a, d):
    return gaussian(compute_parameters.AnalyticGM_robust(a["epsilon"], a["delta"], 1, 1.0))


CONSTRUCTORS = [
    Constructor("GaussianMechanism.construct_single_iteration", said, calibrated,
                ((a, None) for a in grid(epsilon=[0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0],
                                         delta=[1e-12, 1e-9, 1e-6, 1e-3, 0.05])), "pfl-gaussian"),
]

if __name__ == "__main__":
    export("pfl", metadata.version("pfl"), CONSTRUCTORS)
