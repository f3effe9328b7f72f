"""Claims of pytorch-dp, which became Opacus: python3 pytorch_dp_rdp.py > pytorch-dp.jsonl

Only its Renyi accountant, with the orders of its engine; the other parts need torch, which is not installed.
"""

import functools
import importlib.util
from importlib import metadata

from claims import Method, export
from dpsgd import EPSILONS, asks_epsilon

ORDERS = [1 + x / 10.0 for x in range(1, 100)] + list(range(12, 64))  # privacy_engine.py of the same release
path = metadata.distribution("pytorch-dp").locate_file("torchdp/privacy_analysis.py")
specification = importlib.util.spec_from_file_location("privacy_analysis", path)
analysis = importlib.util.module_from_spec(specification)
specification.loader.exec_module(analysis)


@functools.lru_cache(maxsize=1)
def divergences_of(sigma, rate, steps):
    return analysis.compute_rdp(rate, sigma, steps, ORDERS)


def epsilon(sigma, rate, steps, delta):
    return float(analysis.get_privacy_spent(ORDERS, divergences_of(sigma, rate, steps), delta)[0])


if __name__ == "__main__":
    export("pytorch-dp", metadata.version("pytorch-dp"),
           [Method("rdp", "upper", asks_epsilon(epsilon), options={"alphas": "engine"})], questions=EPSILONS)
