"""Promises of diff-priv-laplace-python: python3 diffpriv_laplace_promises.py > diff-priv-laplace.jsonl

Statistics of bounded values. The functions for the minimum, the maximum and the median have no argument for the
bounds.
"""

from importlib import metadata

from diffpriv_laplace import DiffPrivLaplaceMechanism as lib

from library import Constructor, export, grid, laplace


def said(a, d):
    return {"epsilon": a["epsilon"]}


def noise(make, size):
    def pair(a, d):
        return laplace(make(a).scale, size(a))
    return pair


def width(a):
    return a["upper"] - a["lower"]


def untold(make):
    """Returns the pair for values in [0, 10] with one value exchanged."""
    return noise(lambda a: make(a["epsilon"]), lambda a: 10)


EPSILONS = [0.1, 0.5, 1.0, 2.0, 5.0]
BOUNDED = [(a, None) for a in grid(epsilon=EPSILONS, lower=[0.0], upper=[10.0], n=[1, 100])]
PLAIN = [(a, None) for a in grid(epsilon=EPSILONS)]
CONSTRUCTORS = [
    Constructor("count", said, noise(lambda a: lib.create_count_anonymizer(a["epsilon"]), lambda a: 1), PLAIN,
                "diff-priv-laplace-bounded"),
    Constructor("proportion", said,
                noise(lambda a: lib.create_proportion_anonymizer(a["epsilon"], a["n"]), lambda a: 1 / a["n"]),
                [(a, None) for a in grid(epsilon=EPSILONS, n=[4, 64])], "diff-priv-laplace-bounded"),
    Constructor("sum", said,
                noise(lambda a: lib.create_sum_anonymizer(a["epsilon"], a["lower"], a["upper"]), width),
                [(a, None) for a in grid(epsilon=EPSILONS, lower=[0.0, -5.0], upper=[10.0])], "diff-priv-laplace-sum"),
    Constructor("mean", said,
                noise(lambda a: lib.create_mean_anonymizer(a["epsilon"], a["lower"], a["upper"], a["n"]),
                      lambda a: width(a) / a["n"]), BOUNDED, "diff-priv-laplace-bounded"),
    Constructor("min", said, untold(lib.create_min_anonymizer), PLAIN, "diff-priv-laplace-untold"),
    Constructor("max", said, untold(lib.create_max_anonymizer), PLAIN, "diff-priv-laplace-untold"),
    Constructor("median", said, untold(lib.create_median_anonymizer), PLAIN, "diff-priv-laplace-untold"),
]

if __name__ == "__main__":
    export("diff-priv-laplace", metadata.version("diff-priv-laplace-python"), CONSTRUCTORS)
