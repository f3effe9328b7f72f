"""Claims of OpenDP: python3 opendp_conversions.py > opendp.jsonl

Composed noise on integers, with its zero-concentrated divergence converted to (epsilon, delta), and pure privacy
converted through the same divergence. (It has a Renyi divergence as a measure, but no conversion of that.)
"""

import functools
import json
from importlib import metadata

import opendp.prelude as dp

from claims import Method, export

QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-5, 1e-7, 1e-10)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.1, 0.5, 1.0, 4.0)]

dp.enable_features("contrib", "honest-but-curious")

INTEGERS = dp.vector_domain(dp.atom_domain(T="i32"))


def composed(measurement, steps):
    return dp.c.make_composition([measurement] * steps) if steps > 1 else measurement


@functools.lru_cache(maxsize=1)
def profile_of(text):
    """Returns the privacy profile of a setting, or None."""
    setting = json.loads(text)
    kind, size = setting.get("kind"), setting.get("sensitivity", 1)
    if kind == "discrete_gaussian":
        noise = dp.m.make_gaussian(INTEGERS, dp.l2_distance(T=float), scale=setting["sigma"])
        private = composed(noise, setting["steps"])
        return dp.c.make_zCDP_to_approxDP(private).map(float(size))
    if kind == "discrete_laplace":
        noise = dp.m.make_laplace(INTEGERS, dp.l1_distance(T="i32"), scale=1 / setting["parameter"])
        private = composed(dp.c.make_pureDP_to_zCDP(noise), setting["steps"])
        return dp.c.make_zCDP_to_approxDP(private).map(size)
    return None


def answer(setting, quantity, at):
    profile = profile_of(json.dumps(setting)) if quantity in ("epsilon", "delta") else None
    if profile is None:
        return None
    return profile.epsilon(at["delta"]) if quantity == "epsilon" else profile.delta(at["epsilon"])


def pure(setting, quantity, at):
    """Returns the epsilon of pure privacy, at delta = 0."""
    if setting.get("kind") != "discrete_laplace" or quantity != "epsilon":
        return None
    noise = dp.m.make_laplace(INTEGERS, dp.l1_distance(T="i32"), scale=1 / setting["parameter"])
    return composed(noise, setting["steps"]).map(setting.get("sensitivity", 1))


def settings():
    for steps in (1, 4, 10, 100, 1000):
        for sigma in (0.5, 1.0, 2.0, 5.0, 10.0):
            yield {"kind": "discrete_gaussian", "sigma": sigma, "steps": steps}
        for parameter in (0.0625, 0.25, 0.5, 1.0, 2.0):
            yield {"kind": "discrete_laplace", "parameter": parameter, "steps": steps}
    for steps in (1, 10):
        for sigma in (2.0, 10.0):
            yield {"kind": "discrete_gaussian", "sigma": sigma, "sensitivity": 3, "steps": steps}
        for parameter in (0.0625, 0.25):
            yield {"kind": "discrete_laplace", "parameter": parameter, "sensitivity": 3, "steps": steps}


if __name__ == "__main__":
    export("opendp", metadata.version("opendp"), [
        Method("zcdp-to-approxdp", "upper", answer),
        Method("pure", "upper", pure),
    ], questions=QUESTIONS, more=list(settings()), usual=False)
