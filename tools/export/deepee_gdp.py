"""Claims of deepee: python3 deepee_gdp.py > deepee.jsonl

Its function for batches of fixed size by the central limit theorem of Gaussian differential privacy, and the Renyi
accountant that it copied from Opacus.
"""

import functools
import importlib.util
from importlib import metadata

from claims import Method, export
from dpsgd import EPSILONS, asks_epsilon

path = metadata.distribution("deepee").locate_file("deepee/privacy_accounting.py")
specification = importlib.util.spec_from_file_location("privacy_accounting", path)
accounting = importlib.util.module_from_spec(specification)
specification.loader.exec_module(accounting)
ORDERS = [1 + x / 10.0 for x in range(1, 100)] + list(range(12, 64))


@functools.lru_cache(maxsize=1)
def divergences_of(sigma, rate, steps):
    return accounting.compute_rdp(rate, sigma, steps, ORDERS)


def by_divergences(sigma, rate, steps, delta):
    return float(accounting.get_privacy_spent(ORDERS, divergences_of(sigma, rate, steps), delta)[0])


if __name__ == "__main__":
    export("deepee", metadata.version("deepee"),
           [Method("rdp", "upper", asks_epsilon(by_divergences), options={"alphas": "as Opacus"})],
           questions=EPSILONS)
