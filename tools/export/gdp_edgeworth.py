"""Claims of the Edgeworth expansion: python3 gdp_edgeworth.py > edgeworth.jsonl

The module edgeworth of the repository gdp-edgeworth, whose folder must be on PYTHONPATH. Trade-off curves of the pair
(P, Q): normal and mixture, and Laplace and shifted Laplace.
"""

import functools
import math

import edgeworth

from claims import TRADEOFFS, Method, export, version_of

MIXTURE, LAPLACE = "subsampled_gaussian", "laplace"
ADJACENCY = {MIXTURE: "T(N(0,s^2),mixture)", LAPLACE: "symmetric"}


def normal(x):
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def mixture_pair(mu, rate):
    """Returns the densities of P and Q at unit noise, and the logarithm of Q/P."""
    def loss(x):
        shifted = mu * x - mu * mu / 2
        if shifted > 0:
            return shifted + math.log(rate + (1 - rate) * math.exp(-shifted))
        return math.log1p(rate * math.expm1(shifted))
    return normal, lambda x: rate * normal(x - mu) + (1 - rate) * normal(x), loss


def laplace_pair(shift):
    return (lambda x: math.exp(-abs(x)) / 2, lambda x: math.exp(-abs(x + shift)) / 2,
            lambda x: abs(x) - abs(x + shift))


@functools.lru_cache(maxsize=8)
def moments_and_cumulants(kind, size, rate):
    """Returns the moments of the loss under P and under Q, for one step."""
    *densities, loss = mixture_pair(size, rate) if kind == MIXTURE else laplace_pair(size)
    moments = [edgeworth.compute_moments(loss, density, max_order=4)[0] for density in densities]
    return moments, [edgeworth.compute_cumulants(of) for of in moments]


def pair_of(setting):
    """Returns kind, shift in units of the noise, and sampling rate."""
    noise = setting["sigma"] if setting["kind"] == MIXTURE else setting["scale"]
    return setting["kind"], setting.get("sensitivity", 1) / noise, setting.get("sampling_rate", 1)


def shift_of(setting):
    """Returns the distance of the means of the composed loss, in standard deviations under P."""
    (under_p, under_q), (cumulants, _) = moments_and_cumulants(*pair_of(setting))
    return (under_q[0] - under_p[0]) * math.sqrt(setting["steps"] / cumulants[1])


def clt_mixture(setting, alpha):
    _, mu, rate = pair_of(setting)
    return edgeworth.compute_gdp_clt_mixture(alpha, mu, rate, setting["steps"])


def clt_primal(setting, alpha):
    return edgeworth.compute_gdp_clt(alpha, shift_of(setting))


def expansion(cornish_fisher):
    def curve(setting, alpha):
        _, (under_p, under_q) = moments_and_cumulants(*pair_of(setting))
        sums = [[of[order]] * setting["steps"] for order in (1, 2, 3) for of in (under_p, under_q)]
        return edgeworth.approx_f_edgeworth(alpha, *sums, shift_of(setting),
                                            use_cornish_fisher=cornish_fisher)
    return curve


def method(name, kind, curve, options=None):
    """Returns a method for settings of one kind, each with its adjacency."""
    def answer(setting, quantity, at):
        if setting.get("kind") != kind or quantity != "tradeoff":
            return None
        return curve(setting, at["alpha"])
    return Method(name, "estimate", answer, adjacency=ADJACENCY[kind], options=options)


def methods():
    for kind in ADJACENCY:
        for cornish_fisher in (False, True):
            yield method("edgeworth-2", kind, expansion(cornish_fisher),
                         {"cornish_fisher": cornish_fisher})
    yield method("clt-mixture", MIXTURE, clt_mixture)
    yield method("clt-primal", LAPLACE, clt_primal)


if __name__ == "__main__":
    export("gdp-edgeworth", version_of(edgeworth), list(methods()), questions=TRADEOFFS,
           more=[{"kind": "laplace", "scale": 1.0, "sensitivity": 3 / math.sqrt(steps),
                  "steps": steps} for steps in (1, 5, 10, 50, 100)]
           + [{"kind": "subsampled_gaussian", "sigma": 1.0, "sampling_rate": 0.25, "steps": steps}
              for steps in (1, 10, 100)])
