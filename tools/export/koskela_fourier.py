"""Claims of the Fourier accountant: python3 koskela_fourier.py > fourier.jsonl

Both interfaces of the package fourier_accountant: bounds of a PLD, and the older approximations of
the subsampled Gaussian. Some searches for epsilon never end: --timeout 60 gives them up.
"""

import itertools
import math

import fourier_accountant
from fourier_accountant import accountant, plds
from fourier_accountant.experimental import subsampled_gaussian_bounds

from claims import QUESTIONS, Method, export, version_of

GRIDS = [{"L": 20.0, "num_discretisation_bins_half": bins} for bins in (1000000, 5000, 50000)]
OLD_GRID = {"nx": 1000000, "L": 20.0}
PRELIMINARY_GRID = {"nx": 1e6, "L": 12.0}
RELATIONS = {"remove": plds.NeighborRelation.REMOVE_POISSON,
             "replace": plds.NeighborRelation.SUBSTITUTE_NO_REPLACE}


def rate_of(setting):
    """Returns the sampling rate; None if the setting is not a subsampled Gaussian of sensitivity 1."""
    if setting.get("sensitivity", 1) != 1:
        return None
    return {"gaussian": 1.0, "subsampled_gaussian": setting.get("sampling_rate")}.get(
        setting.get("kind"))


def pld_of(setting, adjacency):
    """Returns the privacy loss distribution of one step, or None."""
    if rate_of(setting) is not None:
        return plds.SubsampledGaussianMechanism(setting["sigma"], rate_of(setting),
                                                RELATIONS[adjacency])
    if setting.get("kind") == "randomized_response" and adjacency == "replace":
        other = setting["noise_parameter"] / setting["num_buckets"]
        kept = 1 - setting["noise_parameter"] + other
        rest = [other] * (setting["num_buckets"] - 2)
        return plds.DiscretePrivacyLossDistribution([kept, other] + rest, [other, kept] + rest)
    return None


def bound(asked, adjacency, function, options):
    def answer(setting, quantity, at):
        pld = pld_of(setting, adjacency) if quantity == asked else None
        if pld is None:
            return None
        found = function(pld, next(iter(at.values())), setting["steps"], **options)
        if asked == "delta":
            return found
        epsilon, reached = found  # without a reached delta, epsilon 0 is no answer
        return math.nan if math.isnan(reached) else epsilon
    return answer


def approximation(delta_function, epsilon_function):
    def answer(setting, quantity, at):
        if rate_of(setting) is None:
            return None
        composed = dict(OLD_GRID, sigma=setting["sigma"], q=rate_of(setting),
                        ncomp=setting["steps"])
        if quantity == "delta":
            return delta_function(target_eps=at["epsilon"], **composed)
        return epsilon_function(target_delta=at["delta"], **composed)
    return answer


def preliminary_bound(function):
    def answer(setting, quantity, at):
        if not 0 < (rate_of(setting) or 0) < 1 or quantity != "delta":
            return None
        return function(at["epsilon"], setting["sigma"], rate_of(setting), setting["steps"],
                        **PRELIMINARY_GRID)
    return answer


def methods():
    for kind, name in (("upper", "get_delta_max"), ("lower", "get_delta_min")):
        yield Method("experimental-bounds", kind,
                     preliminary_bound(getattr(subsampled_gaussian_bounds, name)),
                     adjacency="remove", options=PRELIMINARY_GRID, grid=False)
    for adjacency, grid, kind in itertools.product(RELATIONS, GRIDS, ("upper", "lower")):
        for quantity, options in (("delta", grid), ("epsilon", dict(grid, tol=1e-9))):
            function = getattr(accountant, "get_%s_%s_bound" % (quantity, kind))
            yield Method("fft-bounds", kind, bound(quantity, adjacency, function, options),
                         adjacency=adjacency, options=options, grid=grid is GRIDS[0])
    for letter, adjacency in (("R", "remove"), ("S", "replace")):
        yield Method("fft-old-" + letter, "estimate",
                     approximation(getattr(fourier_accountant, "get_delta_" + letter),
                                   getattr(fourier_accountant, "get_epsilon_" + letter)),
                     adjacency=adjacency, options=OLD_GRID)


if __name__ == "__main__":
    export("koskela-fourier-accountant", version_of(fourier_accountant, "fourier-accountant"),
           list(methods()), questions=QUESTIONS,
           more=[{"kind": "randomized_response", "noise_parameter": noise, "num_buckets": 2,
                  "steps": steps}
                 for noise, steps in ((0.5, 1), (0.5, 10), (0.9, 100), (0.9, 1000))])
