"""Promises of PyDP, Google's C++ building blocks for Python: python3 pydp_promises.py > pydp.jsonl

Noise, and keys that are released by a noisy count. The library does not report the standard deviation of the Gaussian
noise of a strategy; by the document Delta_For_Thresholding it is that of (epsilon, delta/2) and an L2 norm of
sqrt(keys).
"""

import math
from importlib import metadata

import pydp.algorithms.numerical_mechanisms as noise
from pydp.algorithms import partition_selection as keys

from library import Constructor, export, gaussian, grid, laplace, thresholded

EPSILONS = [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
DELTAS = [1e-12, 1e-8, 1e-5, 1e-3, 0.05]


def said(a, d):
    return {name: a[name] for name in ("epsilon", "delta") if name in a}


def laplace_pair(a, d):
    return laplace(noise.LaplaceMechanism(a["epsilon"], d).diversity, d)


def gaussian_pair(a, d):
    return gaussian(noise.GaussianMechanism(a["epsilon"], a["delta"], d).std, d)


def strategy(a, name):
    return keys.create_partition_strategy(name, a["epsilon"], a["delta"], a["max_partitions_contributed"])


def laplace_keys(a, d):
    most = a["max_partitions_contributed"]
    b = noise.LaplaceMechanism(a["epsilon"], most).diversity
    return thresholded(lambda size: laplace(b, size), strategy(a, "laplace").threshold, 1, most)


def gaussian_keys(a, d):
    most = a["max_partitions_contributed"]
    sigma = noise.GaussianMechanism(a["epsilon"], a["delta"] / 2, math.sqrt(most)).std
    return thresholded(lambda size: gaussian(sigma, size), strategy(a, "gaussian").threshold, 1, most)


def asked_keys():
    return [(a, 1) for a in grid(epsilon=EPSILONS[1:6], delta=DELTAS[:4], max_partitions_contributed=[1, 2, 3, 8])]


CONSTRUCTORS = [
    Constructor("LaplaceMechanism", said, laplace_pair,
                ((a, d) for a in grid(epsilon=EPSILONS) for d in (1.0, 3.0)), "pydp-noise"),
    Constructor("GaussianMechanism", said, gaussian_pair,
                ((a, d) for a in grid(epsilon=EPSILONS, delta=DELTAS) for d in (1.0, 3.0)), "pydp-noise"),
    Constructor("create_partition_strategy, laplace", said, laplace_keys, asked_keys(), "pydp-keys"),
    Constructor("create_partition_strategy, gaussian", said, gaussian_keys, asked_keys(), "pydp-keys"),
]

if __name__ == "__main__":
    export("pydp", metadata.version("python-dp"), CONSTRUCTORS)
