"""Claims of the saddle-point accountant: python3 saddlepoint.py > saddlepoint.jsonl

The package saddlepoint_accountant from its repository. If its modules import each other by bare name, both the folder
of the package and its parent must be on PYTHONPATH.
"""

import functools

import saddlepoint_accountant
from saddlepoint_accountant import GaussianMechanism, SaddlePointAccountant

from claims import Method, export, version_of

BOUNDS = (0.001, 100)
OPTIONS = {"spa_bounds": list(BOUNDS)}


@functools.lru_cache(maxsize=1)
def accountant_of(sigma, rate):
    return SaddlePointAccountant(GaussianMechanism(sampling_probability=rate,
                                                   noise_multiplier=sigma))


def ask(question):
    """Returns the answer of `question(accountant, steps, quantity, at)` for its only mechanism: Poisson-subsampled
    Gaussian noise at a rate below 1.
    """
    def answer(setting, quantity, at):
        if setting.get("kind") != "subsampled_gaussian" or setting.get("sensitivity", 1) != 1:
            return None
        accountant = accountant_of(setting["sigma"], setting["sampling_rate"])
        return question(accountant, setting["steps"], quantity, at)
    return answer


def clt(accountant, steps, quantity, at):
    if quantity == "delta":
        delta, error = accountant.compute_delta_clt(at["epsilon"], steps, spa_bounds=BOUNDS)
        return {"lower": delta - error, "estimate": delta, "upper": delta + error}
    low, estimate, high = accountant.compute_epsilon_clt(at["delta"], steps, spa_bounds=BOUNDS)
    return {"lower": low, "estimate": estimate, "upper": high}


def descent(order):
    def question(accountant, steps, quantity, at):
        if quantity == "delta":
            return accountant.compute_delta_msd(at["epsilon"], steps, k=order, spa_bounds=BOUNDS)
        if order > 1:  # the correction may not be monotone in epsilon, so that only delta is queried
            return None
        return accountant.compute_epsilon_msd(at["delta"], steps, k=order, spa_bounds=BOUNDS)
    return question


def moments(accountant, steps, quantity, at):
    if quantity != "epsilon":
        return None
    return accountant.compute_epsilon_moments_accountant(at["delta"], steps, ma_bounds=BOUNDS)


if __name__ == "__main__":
    export("saddlepoint-accountant", version_of(saddlepoint_accountant, "SaddlePoint"), [
        Method("spa-clt", "estimate", ask(clt), adjacency="remove", options=OPTIONS),
        Method("spa-msd-k1", "estimate", ask(descent(1)), adjacency="remove", options=OPTIONS),
        Method("spa-msd-k2", "estimate", ask(descent(2)), adjacency="remove", options=OPTIONS),
        Method("moments", "upper", ask(moments), adjacency="remove", options=OPTIONS),
    ])
