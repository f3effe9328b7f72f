"""Promises of diffprivlib: python3 diffprivlib_promises.py > diffprivlib.jsonl

The script reads the noise that its mechanisms would add; epsilon and delta are their arguments. Floating-point noise
is treated as ideal noise. Not covered: Snapping (its promise is about floats), Vector and Bingham (no pair).
"""

from fractions import Fraction
from importlib import metadata

import numpy as np
from diffprivlib import mechanisms as m

from library import (Constructor, discrete_gaussian, discrete_laplace, exact, export, gaussian, grid, laplace,
                     sensitivity)

EPSILONS = [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0]
DELTAS = [1e-10, 1e-6, 1e-3, 0.05]
SIZES = [1, 2.5]


def said(a, d):
    """Returns the requested guarantee, which is the promise."""
    named = {"epsilon": a["epsilon"]}
    return dict(named, delta=a["delta"]) if a.get("delta") else named


def made(mechanism):
    """Returns the promise if the library creates the mechanism."""
    def promised(a, d):
        mechanism(**{name: x for name, x in a.items()}, sensitivity=d)
        return said(a, d)
    return promised


def plain_laplace(a, d):
    return laplace(d / (a["epsilon"] - np.log(1 - a.get("delta", 0.0))), d)


def gaussian_scale(mechanism, noise):
    def pair(a, d):
        return noise(mechanism(**a, sensitivity=d)._scale, d)
    return pair


def geometric(a, d):
    scale = m.Geometric(epsilon=a["epsilon"], sensitivity=d)._scale
    return "discrete_laplace(b=%s%s)" % (exact(-1 / Fraction(float(scale))), sensitivity(d))


def bounded_domain(a, d):
    """Returns the values at the ends of the domain, and two in the middle."""
    mechanism = m.LaplaceBoundedDomain(**a, sensitivity=d)
    b, width = mechanism._find_scale(), Fraction(a["upper"]) - Fraction(a["lower"])
    return ["bounded_laplace(b=%s,width=%s,at=%s%s)" % (exact(b), exact(width), exact(at), sensitivity(d))
            for at in (0, (width - Fraction(d)) / 2)]


def bounded_noise(a, d):
    mechanism = m.LaplaceBoundedNoise(**a, sensitivity=d)
    mechanism.randomise(0.0)
    return "truncated_laplace(b=%s,bound=%s%s)" % (exact(mechanism._scale), exact(mechanism._noise_bound),
                                                   sensitivity(d))


def uniform(a, d):
    return "uniform(width=%s%s)" % (exact(Fraction(d / a["delta"] / 2) * 2), sensitivity(d))


def staircase(a, d):
    gamma = m.Staircase(**a, sensitivity=d).gamma
    return "staircase(epsilon=%s,gamma=%s)" % (exact(a["epsilon"]), exact(gamma))


def choosing(mechanism):
    def promised(a, d):
        mechanism(epsilon=a["epsilon"], sensitivity=d, utility=[0.0, 1.0, 2.5], monotonic=a["monotonic"])
        return said(a, d)
    return promised


def binary(a, d):
    m.Binary(epsilon=a["epsilon"], value0="0", value1="1")
    return said(a, d)


def flip(a, d):
    return "laplace(b=%s)" % exact(1 / Fraction(a["epsilon"]))


BOUNDS = [(0.0, 5.0), (-10.0, 30.0)]


def within(**more):
    return [dict(a, lower=low, upper=high) for a in grid(epsilon=EPSILONS, **more) for low, high in BOUNDS]


CONSTRUCTORS = [
    Constructor("Laplace", made(m.Laplace), plain_laplace,
                ((a, d) for a in grid(epsilon=EPSILONS, delta=[0.0] + DELTAS[1:]) for d in SIZES), "diffprivlib-laplace"),
    Constructor("LaplaceTruncated", made(m.LaplaceTruncated), plain_laplace,
                ((a, 1) for a in within()), "diffprivlib-processed"),
    Constructor("LaplaceFolded", made(m.LaplaceFolded), plain_laplace,
                ((a, 1) for a in within()), "diffprivlib-processed"),
    Constructor("LaplaceBoundedDomain", made(m.LaplaceBoundedDomain), bounded_domain,
                ((a, d) for a in within(delta=[0.0, 1e-6, 0.05]) for d in SIZES), "diffprivlib-bounded"),
    Constructor("LaplaceBoundedNoise", made(m.LaplaceBoundedNoise), bounded_noise,
                ((a, d) for a in grid(epsilon=EPSILONS, delta=DELTAS + [0.3]) for d in SIZES), "diffprivlib-bounded"),
    Constructor("Gaussian", made(m.Gaussian), gaussian_scale(m.Gaussian, gaussian),
                ((a, d) for a in grid(epsilon=EPSILONS[:4], delta=DELTAS + [0.5, 0.9]) for d in SIZES), "diffprivlib-gaussian"),
    Constructor("GaussianAnalytic", made(m.GaussianAnalytic), gaussian_scale(m.GaussianAnalytic, gaussian),
                ((a, d) for a in grid(epsilon=EPSILONS + [30.0], delta=[1e-14] + DELTAS + [0.3]) for d in SIZES),
                "diffprivlib-gaussian"),
    Constructor("GaussianDiscrete", made(m.GaussianDiscrete), gaussian_scale(m.GaussianDiscrete, discrete_gaussian),
                ((a, d) for a in grid(epsilon=EPSILONS[1:], delta=DELTAS + [0.3]) for d in (1, 3)), "diffprivlib-gaussian"),
    Constructor("Geometric", made(m.Geometric), geometric,
                ((a, d) for a in grid(epsilon=EPSILONS) for d in (1, 2, 5)), "diffprivlib-geometric"),
    Constructor("GeometricTruncated", made(m.GeometricTruncated), geometric,
                ((dict(a, lower=0, upper=7), 1) for a in grid(epsilon=EPSILONS)), "diffprivlib-processed"),
    Constructor("GeometricFolded", made(m.GeometricFolded), geometric,
                ((dict(a, lower=0, upper=7), 1) for a in grid(epsilon=EPSILONS)), "diffprivlib-processed"),
    Constructor("Uniform", lambda a, d: m.Uniform(delta=a["delta"], sensitivity=d) and {"epsilon": 0.0, "delta": a["delta"]},
                uniform, ((a, d) for a in grid(delta=[1e-6, 1e-3, 0.05, 0.3, 0.5]) for d in SIZES), "diffprivlib-bounded"),
    Constructor("Staircase", made(m.Staircase), staircase,
                [(a, 1) for a in grid(epsilon=EPSILONS)] +
                [(a, 1) for a in grid(epsilon=EPSILONS, gamma=[0.1, 0.5, 0.9])], "diffprivlib-staircase"),
    Constructor("Binary", binary, lambda a, d: "randomized_response(epsilon=%s)" % exact(a["epsilon"]),
                ((a, None) for a in grid(epsilon=EPSILONS)), "diffprivlib-binary"),
    Constructor("Exponential", choosing(m.Exponential),
                lambda a, d: "exponential_mechanism(epsilon=%s)" % exact(a["epsilon"]),
                ((a, d) for a in grid(epsilon=EPSILONS, monotonic=[False, True]) for d in SIZES), "diffprivlib-choice"),
    Constructor("PermuteAndFlip", choosing(m.PermuteAndFlip), flip,
                ((a, d) for a in grid(epsilon=EPSILONS, monotonic=[False, True]) for d in SIZES), "diffprivlib-choice"),
]

if __name__ == "__main__":
    export("diffprivlib (library)", metadata.version("diffprivlib"), CONSTRUCTORS)
