"""Promises of SmartNoise SQL: python3 smartnoise_promises.py > smartnoise.jsonl

The mechanisms of its aggregates, a sum of bounded values with max_contrib values per user, and keys that are dropped
unless their noisy count is above a threshold.
"""

import logging
from importlib import metadata

from snsql.sql._mechanisms.gaussian import Gaussian
from snsql.sql._mechanisms.laplace import Laplace

from library import Constructor, export, gaussian, grid, laplace, thresholded

logging.disable(logging.CRITICAL)
MADE = {}


def made(mechanism, a):
    key = mechanism.__name__, tuple(sorted(a.items()))
    if key not in MADE:
        MADE[key] = mechanism(**a)
    return MADE[key]


def said(a, d):
    return {name: a[name] for name in ("epsilon", "delta") if name in a}


def moved(a):
    return a.get("sensitivity", a.get("upper", 0)) * a["max_contrib"]


def sum_pair(mechanism, noise):
    return lambda a, d: noise(made(mechanism, a).scale, moved(a))


def laplace_keys(a, d):
    mechanism = made(Laplace, {name: x for name, x in a.items() if name != "delta"})
    mechanism.delta = a["delta"]
    return thresholded(lambda size: laplace(mechanism.scale, size), mechanism.threshold, 1, a["max_contrib"], True)


def gaussian_keys(a, d):
    mechanism = made(Gaussian, a)
    return thresholded(lambda size: gaussian(mechanism.scale, size), mechanism.threshold, 1, a["max_contrib"], True)


SUMS = grid(epsilon=[0.1, 1.0, 4.0], sensitivity=[1.0], max_contrib=[1, 3])
CONSTRUCTORS = [
    Constructor("Laplace", said, sum_pair(Laplace, laplace), ((a, None) for a in SUMS), "smartnoise-noise"),
    Constructor("Gaussian", said, sum_pair(Gaussian, gaussian),
                ((a, None) for a in grid(epsilon=[0.1, 1.0, 4.0], delta=[1e-8, 1e-5, 1e-2], sensitivity=[1.0],
                                         max_contrib=[1, 3])), "smartnoise-noise"),
    Constructor("Laplace, censor_dims", said, laplace_keys,
                ((a, None) for a in grid(epsilon=[0.1, 1.0, 4.0], delta=[1e-8, 1e-5, 1e-2], sensitivity=[1.0],
                                         max_contrib=[1, 2, 5])), "smartnoise-keys"),
    Constructor("Gaussian, censor_dims", said, gaussian_keys,
                ((a, None) for a in grid(epsilon=[0.1, 1.0, 4.0], delta=[1e-8, 1e-5, 1e-2], sensitivity=[1.0],
                                         max_contrib=[1, 2, 5])), "smartnoise-keys"),
]

if __name__ == "__main__":
    export("smartnoise-sql", metadata.version("smartnoise-sql"), CONSTRUCTORS)
