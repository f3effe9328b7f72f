"""Promises of jax-privacy: python3 jax_privacy_promises.py > jax-privacy.jsonl

Execution plans of banded matrix factorisation: for epsilon and delta, a plan has a clipped gradient, noise and
batches. The standard deviation of the noise is that of the plan; the sensitivity of the matrix follows from its
definition. The number of steps is a multiple of the number of bands, so that all columns of some group are complete.
"""

from fractions import Fraction
from importlib import metadata

import dp_accounting
import numpy as np
from jax_privacy import noise_addition
from jax_privacy.experimental import execution_plan

from library import Constructor, exact, export, grid, power

RELATIONS = {"replace_special": dp_accounting.NeighboringRelation.REPLACE_SPECIAL,
             "replace_one": dp_accounting.NeighboringRelation.REPLACE_ONE}
known = {}


def deviation(a):
    """Returns the sensitivity of the noise before it is correlated."""
    key = repr(sorted(a.items()))
    if key not in known:
        told, usual = {}, noise_addition.matrix_factorization_privatizer

        def privatizer(matrix, *, stddev, **more):
            told["stddev"] = stddev
            return usual(matrix, stddev=stddev, **more)
        accountant = dp_accounting.pld.PLDAccountant(RELATIONS[a["relation"]])
        config = execution_plan.BandMFExecutionPlanConfig(
            strategy=np.array(a["strategy"]), iterations=a["iterations"], epsilon=a["epsilon"], delta=a["delta"],
            sampling_prob=a["sampling_prob"], column_normalize=a["column_normalize"], l2_clip_norm=a["l2_clip_norm"],
            rescale_to_unit_norm=a["rescale_to_unit_norm"], accountant=accountant)
        noise_addition.matrix_factorization_privatizer = privatizer
        try:
            config.plan
        finally:
            noise_addition.matrix_factorization_privatizer = usual
        known[key] = told["stddev"]
    return known[key]


def planned(a, d):
    deviation(a)
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def plan_pair(a, d):
    """Returns the pair in units of the contribution of one record in one step: a column of the matrix times the norm
    bound.
    """
    column = Fraction(1) if a["column_normalize"] else sum(Fraction(x) ** 2 for x in a["strategy"])
    norm = Fraction(1) if a["rescale_to_unit_norm"] else Fraction(a["l2_clip_norm"])
    square = Fraction(deviation(a)) ** 2 / (column * norm**2)
    replaced = ",relation=replace" if a["relation"] == "replace_one" else ""
    steps = a["iterations"] // len(a["strategy"])
    if a["sampling_prob"] == 1:
        return power("gaussian(sigma2=%s%s)" % (exact(square), replaced), steps)
    sigma = below_root(square)
    return power("subsampled_gaussian(sigma=%s,p=%s%s)" % (exact(sigma), exact(a["sampling_prob"]), replaced), steps)


def below_root(square):
    """Returns the largest double that is not above the root. A promise that holds with this noise also holds with
    more noise. Violations are larger than the last digit.
    """
    root = float(square) ** 0.5
    while Fraction(root) ** 2 > square:
        root = float(np.nextafter(root, 0))
    return root


def asked():
    usual = {"relation": "replace_special", "l2_clip_norm": 1.0, "rescale_to_unit_norm": True}
    for a in grid(strategy=[[1.0], [0.5], [2.0], [1.0, 0.5], [0.6, 0.3, 0.2, 0.1]], column_normalize=[False, True],
                  sampling_prob=[0.1, 1.0], epsilon=[1.0, 8.0]):
        yield dict(a, iterations=40, delta=1e-5, **usual), None
    for a in grid(relation=["replace_special", "replace_one"], l2_clip_norm=[0.25], rescale_to_unit_norm=[True, False],
                  sampling_prob=[0.1, 1.0], epsilon=[1.0, 8.0]):
        yield dict(a, strategy=[1.0], column_normalize=False, iterations=40, delta=1e-5), None


CONSTRUCTORS = [Constructor("BandMFExecutionPlanConfig", planned, plan_pair, asked(), "jax-plan")]

if __name__ == "__main__":
    export("jax-privacy (library)", metadata.version("jax-privacy"), CONSTRUCTORS)
