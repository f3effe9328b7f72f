"""Promises of diffpriv-pure: python3 diffpriv_pure_promises.py > diffpriv-pure.jsonl"""

import math
from fractions import Fraction
from importlib import metadata

import diffpriv_pure as lib

from library import Constructor, exact, export, gaussian, grid, laplace


def said(a, d):
    return {name: a[name] for name in ("epsilon", "delta") if name in a}


def one_sided(a, d):
    """The noise is never negative: k has probability (1-a) a^k, a = e^-epsilon. So for two counts that differ by one,
    an output below the larger count is only possible for the smaller count. 20,000 draws confirm that no noise is
    negative.
    """
    if min(lib.geometric_noise(a["epsilon"]) for _ in range(20000)) < 0:
        raise ValueError("the noise is not one-sided")
    rest = Fraction(math.exp(-a["epsilon"]))
    return "finite(P=[%s,%s],Q=[0,1])" % (exact(1 - rest), exact(rest))


EPSILONS = [0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
CONSTRUCTORS = [
    Constructor("laplace", said, lambda a, d: laplace(d / a["epsilon"], d),
                ((a, d) for a in grid(epsilon=EPSILONS) for d in (1, 2.5)), "diffpriv-pure"),
    Constructor("gaussian_sigma", said, lambda a, d: gaussian(lib.gaussian_sigma(d, a["epsilon"], a["delta"]), d),
                ((a, 1) for a in grid(epsilon=EPSILONS, delta=[1e-9, 1e-5, 1e-2])), "diffpriv-pure"),
    Constructor("private_count", said, one_sided, ((a, 1) for a in grid(epsilon=EPSILONS)), "diffpriv-pure"),
]

if __name__ == "__main__":
    export("diffpriv-pure", metadata.version("diffpriv-pure"), CONSTRUCTORS)
