"""Promises of eeprivacy: python3 eeprivacy_promises.py > eeprivacy.jsonl"""

import math
from fractions import Fraction
from importlib import metadata

from eeprivacy.mechanisms import GaussianMechanism, LaplaceMechanism

from library import Constructor, exact, export, gaussian, grid, laplace


def said(a, d):
    return {name: a[name] for name in ("epsilon", "delta") if name in a}


def laplace_pair(a, d):
    return laplace(LaplaceMechanism.scale(sensitivity=d, epsilon=a["epsilon"]), d)


def gaussian_pair(a, d):
    return gaussian(GaussianMechanism.scale(sensitivity=d, epsilon=a["epsilon"], delta=a["delta"]), d)


def clamped_mean(a, d):
    """One value is exchanged; the sum is not clamped, but the mean is. The answer is the upper bound with probability
    e^-epsilon/2 if the value is at the lower bound, and with probability 1 - e^(-9 epsilon)/2 if the value is ten
    times the width above the lower bound.
    """
    below, far = (Fraction(math.exp(-x * a["epsilon"])) / 2 for x in (1, 9))
    return "finite(P=[%s,%s],Q=[%s,%s])" % tuple(map(exact, (1 - below, below, far, 1 - far)))


EPSILONS = [0.1, 0.5, 1.0, 2.0, 5.0, 10.0]
CONSTRUCTORS = [
    Constructor("LaplaceMechanism", said, laplace_pair,
                ((a, d) for a in grid(epsilon=EPSILONS) for d in (1, 2.5)), "eeprivacy-noise"),
    Constructor("GaussianMechanism", said, gaussian_pair,
                ((a, 1) for a in grid(epsilon=EPSILONS, delta=[1e-9, 1e-5, 1e-2])), "eeprivacy-noise"),
    Constructor("PrivateClampedMean", said, clamped_mean,
                ((dict(a, lower_bound=0.0, upper_bound=1.0), None) for a in grid(epsilon=EPSILONS)), "eeprivacy-mean"),
]

if __name__ == "__main__":
    export("eeprivacy", metadata.version("eeprivacy"), CONSTRUCTORS)
