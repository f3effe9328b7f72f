"""Promises of OpenDP: python3 opendp_promises.py > opendp.jsonl

All measurements with a map and a known pair. Floating-point noise is treated as ideal noise, so that OpenDP's margin
for rounding counts as looseness.
"""

import math
from fractions import Fraction
from importlib import metadata

import opendp.prelude as dp

from library import (Constructor, discrete_gaussian, discrete_laplace, exact, export, gaussian, grid, laplace, power,
                     thresholded)

dp.enable_features("contrib", "honest-but-curious")

SCALES = [0.25, 0.5, 0.7, 1.0, 1.5, 2.0, 3.3, 5.0, 10.0, 40.0]
SIZES = [1, 2, 3, 7]
EPSILONS = [0.1, 0.5, 1.0, 3.0]
KEYS = dp.atom_domain(T=str)


def atom(kind):
    return dp.atom_domain(T=float, nan=False) if kind == "f64" else dp.atom_domain(T=kind)


def vector(kind):
    return dp.vector_domain(atom(kind))


def typed(kind, x):
    return float(x) if kind == "f64" else int(x)


def absolute(kind):
    return dp.absolute_distance(T=kind)


# ---- noise on one number ------------------------------------------------------------------------

def laplace_map(a, d):
    noise = dp.m.make_laplace(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    return {"epsilon": noise.map(typed(a["T"], d))}


def laplace_pair(a, d):
    return (laplace if a["T"] == "f64" else discrete_laplace)(a["scale"], d)


def geometric_map(a, d):
    bounds = tuple(a["bounds"]) if "bounds" in a else None
    noise = dp.m.make_geometric(dp.atom_domain(T=int), absolute(int), scale=a["scale"], bounds=bounds)
    return {"epsilon": noise.map(d)}


def gaussian_rho(a, d):
    noise = dp.m.make_gaussian(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    return {"rdp": noise.map(typed(a["T"], d)) * 4, "alpha": 4}


def gaussian_pair(a, d):
    return (gaussian if a["T"] == "f64" else discrete_gaussian)(a["scale"], d)


def gaussian_profile(a, d):
    noise = dp.m.make_gaussian(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    profile = dp.c.make_zCDP_to_approxDP(noise).map(typed(a["T"], d))
    return {"epsilon": a["epsilon"], "delta": profile.delta(a["epsilon"])}


def fixed_delta(a, d):
    noise = dp.m.make_gaussian(atom("f64"), absolute("f64"), scale=a["scale"])
    epsilon, delta = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(noise), a["delta"]).map(float(d))
    return {"epsilon": epsilon, "delta": delta}


def composed_fixed_delta(a, d):
    noise = dp.m.make_gaussian(atom("f64"), absolute("f64"), scale=a["scale"])
    fixed = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(noise), a["delta"])
    epsilon, delta = dp.c.make_composition([fixed] * a["times"]).map(float(d))
    return {"epsilon": epsilon, "delta": delta}


def composed_laplace(a, d):
    noise = dp.m.make_laplace(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    return {"epsilon": dp.c.make_composition([noise] * a["times"]).map(typed(a["T"], d))}


def composed_gaussian(a, d):
    noise = dp.m.make_gaussian(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    profile = dp.c.make_zCDP_to_approxDP(dp.c.make_composition([noise] * a["times"]))
    return {"epsilon": a["epsilon"], "delta": profile.map(typed(a["T"], d)).delta(a["epsilon"])}


def pure_to_zcdp(a, d):
    noise = dp.m.make_laplace(atom(a["T"]), absolute(a["T"]), scale=a["scale"])
    return {"rdp": dp.c.make_pureDP_to_zCDP(noise).map(typed(a["T"], d)) * a["alpha"], "alpha": a["alpha"]}


# ---- thresholds ---------------------------------------------------------------------------------

def histogram(kind, distance):
    return dp.map_domain(KEYS, atom(kind)), distance(absolute(kind))


def laplace_threshold(a, d):
    shown = dp.m.make_laplace_threshold(*histogram(a["TV"], dp.l01inf_distance), scale=a["scale"],
                                        threshold=typed(a["TV"], a["threshold"]))
    epsilon, delta = shown.map((d[0], typed(a["TV"], d[1]), typed(a["TV"], d[2])))
    return {"epsilon": epsilon, "delta": delta}


def laplace_threshold_pair(a, d):
    noise = laplace if a["TV"] == "f64" else discrete_laplace
    return thresholded(lambda size: noise(a["scale"], size), a["threshold"], d[2], d[0])


def gaussian_threshold(a, d):
    """Returns (rho, delta) with rho converted to a profile: at epsilon the two deltas are added."""
    shown = dp.m.make_gaussian_threshold(*histogram(a["TV"], dp.l02inf_distance), scale=a["scale"],
                                         threshold=typed(a["TV"], a["threshold"]))
    profile, delta = dp.c.make_zCDP_to_approxDP(shown).map((d[0], typed(a["TV"], d[1]), typed(a["TV"], d[2])))
    return {"epsilon": a["epsilon"], "delta": profile.delta(a["epsilon"]) + delta}


def gaussian_threshold_pair(a, d):
    noise = gaussian if a["TV"] == "f64" else discrete_gaussian
    return thresholded(lambda size: noise(a["scale"], size), a["threshold"], d[2], d[0])


def laplace_threshold_asked():
    for kind in ("i32", "f64"):
        for scale in (0.5, 1.0, 2.0, 5.0):
            for threshold in (3, 5, 10, 20, 50):
                for keys, count in ((1, 1), (1, 3), (3, 1), (5, 2)):
                    if threshold > count + 1:
                        yield ({"TV": kind, "scale": scale, "threshold": threshold},
                               [keys, keys * count, count])


def gaussian_threshold_asked():
    for kind in ("i32", "f64"):
        for scale in (0.5, 1.0, 2.0, 5.0):
            for threshold in (3, 5, 10, 20):
                for keys, count in ((1, 1), (4, 1), (4, 2)):
                    if threshold > count + 1:
                        yield ({"TV": kind, "scale": scale, "threshold": threshold, "epsilon": 6.0},
                               [keys, math.isqrt(keys) * count, count])


# ---- selection and response ---------------------------------------------------------------------

def scores(monotonic):
    return vector("i32"), dp.linf_distance(T="i32", monotonic=monotonic)


def noisy_max(a, d):
    chosen = dp.m.make_noisy_max(*scores(a["monotonic"]), dp.max_divergence(), scale=a["scale"])
    return {"epsilon": chosen.map(d)}


def noisy_top_k(a, d):
    chosen = dp.m.make_noisy_top_k(*scores(a["monotonic"]), dp.max_divergence(), k=a["k"], scale=a["scale"])
    return {"epsilon": chosen.map(d)}


def noisy_max_zcdp(a, d):
    chosen = dp.m.make_noisy_max(*scores(a["monotonic"]), dp.zero_concentrated_divergence(), scale=a["scale"])
    return {"rdp": chosen.map(d) * 4, "alpha": 4}


def gumbel(a, d):
    chosen = dp.m.make_report_noisy_max_gumbel(*scores(a["monotonic"]), scale=a["scale"])
    return {"epsilon": chosen.map(d)}


def reach(a, d):
    """Returns the largest change of the difference of two candidates' scores."""
    return d if a["monotonic"] else 2 * d


def exponential_noise_pair(a, d):
    return power(laplace(a["scale"], reach(a, d)), a.get("k", 1))


def gumbel_pair(a, d):
    return "exponential_mechanism(epsilon=%s)" % exact(reach(a, d) / Fraction(a["scale"]))


def response(a, d):
    return {"epsilon": dp.m.make_randomized_response(list("abcdefghij"[:a["k"]]), a["prob"]).map(d)}


def response_bool(a, d):
    return {"epsilon": dp.m.make_randomized_response_bool(a["prob"]).map(d)}


def response_rows(prob, k):
    kept, other = Fraction(prob), (1 - Fraction(prob)) / (k - 1)
    rows = [[kept, other] + [other] * (k - 2), [other, kept] + [other] * (k - 2)]
    return "finite(P=[%s],Q=[%s])" % tuple(",".join(map(exact, row)) for row in rows)


def bitvec(a, d):
    domain = dp.bitvector_domain(max_weight=a["max_weight"])
    return {"epsilon": dp.m.make_randomized_response_bitvec(domain, dp.discrete_distance(), f=a["f"]).map(d)}


def bitvec_pair(a, d):
    """Returns the pair of two vectors of maximum weight without common bits; each bit is flipped with probability
    f/2.
    """
    return power(response_rows(1 - Fraction(a["f"]) / 2, 2), 2 * a["max_weight"])


TWO_KINDS = ["i32", "f64"]
CONSTRUCTORS = [
    Constructor("make_laplace", laplace_map, laplace_pair,
                ((a, d) for a in grid(T=TWO_KINDS, scale=SCALES) for d in SIZES), "opendp-laplace"),
    Constructor("make_geometric", geometric_map, lambda a, d: discrete_laplace(a["scale"], d),
                [(a, d) for a in grid(scale=SCALES[:6]) for d in SIZES] +
                [(a, d) for a in grid(scale=SCALES[:6], bounds=[[0, 5], [-20, 100]]) for d in (1, 3)],
                "opendp-laplace"),
    Constructor("make_gaussian", gaussian_rho, gaussian_pair,
                ((a, d) for a in grid(T=TWO_KINDS, scale=SCALES) for d in SIZES), "opendp-gaussian"),
    Constructor("make_zCDP_to_approxDP", gaussian_profile, gaussian_pair,
                ((a, d) for a in grid(T=TWO_KINDS, scale=SCALES[1:8], epsilon=EPSILONS) for d in (1, 3)),
                "opendp-conversion"),
    Constructor("make_fix_delta", fixed_delta, lambda a, d: gaussian(a["scale"], d),
                ((a, d) for a in grid(scale=SCALES, delta=[1e-10, 1e-6, 1e-3]) for d in (1, 2)),
                "opendp-conversion"),
    Constructor("make_composition, approximate", composed_fixed_delta,
                lambda a, d: power(gaussian(a["scale"], d), a["times"]),
                ((a, 1) for a in grid(scale=[1.0, 3.3, 10.0], delta=[1e-10, 1e-6], times=[2, 5, 20])),
                "opendp-composition"),
    Constructor("make_composition, pure", composed_laplace,
                lambda a, d: power(laplace_pair(a, d), a["times"]),
                ((a, 1) for a in grid(T=TWO_KINDS, scale=[1.0, 3.3, 10.0], times=[2, 5])), "opendp-composition"),
    Constructor("make_composition, zCDP", composed_gaussian,
                lambda a, d: power(gaussian_pair(a, d), a["times"]),
                ((a, 1) for a in grid(T=TWO_KINDS, scale=[2.0, 3.3, 10.0], times=[2, 7], epsilon=[0.5, 3.0])),
                "opendp-composition"),
    Constructor("make_pureDP_to_zCDP", pure_to_zcdp, laplace_pair,
                ((a, 1) for a in grid(T=TWO_KINDS, scale=SCALES[1:8], alpha=[2, 8])), "opendp-conversion"),
    Constructor("make_laplace_threshold", laplace_threshold, laplace_threshold_pair,
                laplace_threshold_asked(), "opendp-threshold"),
    Constructor("make_gaussian_threshold", gaussian_threshold, gaussian_threshold_pair,
                gaussian_threshold_asked(), "opendp-threshold"),
    Constructor("make_noisy_max", noisy_max, exponential_noise_pair,
                ((a, d) for a in grid(scale=SCALES[1:8], monotonic=[False, True]) for d in (1, 3)),
                "opendp-selection"),
    Constructor("make_noisy_max, zCDP", noisy_max_zcdp, gumbel_pair,
                ((a, 1) for a in grid(scale=SCALES[3:6], monotonic=[False, True])), "opendp-selection"),
    Constructor("make_noisy_top_k", noisy_top_k, exponential_noise_pair,
                ((a, d) for a in grid(scale=SCALES[2:6], monotonic=[False, True], k=[1, 2, 5]) for d in (1, 2)),
                "opendp-selection"),
    Constructor("make_report_noisy_max_gumbel", gumbel, gumbel_pair,
                ((a, d) for a in grid(scale=SCALES[1:8], monotonic=[False, True]) for d in (1, 3)),
                "opendp-selection"),
    Constructor("make_randomized_response", response, lambda a, d: response_rows(a["prob"], a["k"]),
                ((a, 1) for a in grid(prob=[0.55, 0.6, 0.75, 0.9, 0.99], k=[2, 3, 10])), "opendp-response"),
    Constructor("make_randomized_response_bool", response_bool, lambda a, d: response_rows(a["prob"], 2),
                ((a, 1) for a in grid(prob=[0.5, 0.51, 0.6, 0.7, 0.75, 0.8, 0.9, 0.99, 0.999])),
                "opendp-response"),
    Constructor("make_randomized_response_bitvec", bitvec, bitvec_pair,
                ((a, 1) for a in grid(max_weight=[1, 2, 4, 8], f=[0.1, 0.25, 0.5, 0.75, 0.9])),
                "opendp-response"),
]

if __name__ == "__main__":
    export("opendp (library)", metadata.version("opendp"), CONSTRUCTORS)
