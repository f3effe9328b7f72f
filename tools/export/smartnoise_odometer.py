"""Claims of SmartNoise SQL: python3 smartnoise_odometer.py > smartnoise.jsonl

Its odometers: epsilon and delta of k queries, each (epsilon, delta)-private, by the composition theorems of
Kairouz, Oh and Viswanath. The delta is part of the answer; the record has the epsilon at that delta.
"""

import sys
import types
from importlib import metadata

from claims import Method, export

# The package imports pandas, a database and OpenDP, which the odometers do not need.
folder = metadata.distribution("smartnoise-sql").locate_file("snsql")
for name in ("snsql", "snsql.sql"):
    module = types.ModuleType(name)
    module.__path__ = [str(folder.joinpath(*name.split(".")[1:]))]
    sys.modules[name] = module
mechanisms = types.ModuleType("snsql.sql._mechanisms")
mechanisms.Mechanism = mechanisms.Laplace = mechanisms.Gaussian = mechanisms.Unbounded = types.SimpleNamespace()
sys.modules["snsql.sql._mechanisms"] = mechanisms
from snsql.sql.odometer import Odometer, OdometerHeterogeneous  # noqa: E402
from snsql.sql.privacy import Privacy  # noqa: E402

QUERIES = [{"kind": "approx_dp", "epsilon": epsilon, "delta": delta, "steps": steps}
           for epsilon in (0.01, 0.05, 0.1, 0.5, 1.0, 2.0) for delta in (1e-9, 1e-7, 1e-5, 1e-3)
           for steps in (1, 2, 5, 20, 100, 1000)]


def spent(odometer, query):
    counted = odometer(Privacy(epsilon=query["epsilon"], delta=query["delta"], mechanisms=mechanisms))
    if odometer is Odometer:
        counted.spend(query["steps"])
    else:
        for _ in range(query["steps"]):
            counted.spend()
    return counted.spent


def ask(odometer):
    """Answers a question; without a delta, at the delta that the odometer returns."""
    def answer(query, quantity, at):
        if query.get("kind") != "approx_dp" or quantity != "epsilon":
            return None
        epsilon, delta = map(float, spent(odometer, query))
        return epsilon if at.setdefault("delta", delta) == delta else None
    return answer


if __name__ == "__main__":
    export("smartnoise-sql", metadata.version("smartnoise-sql"), [
        Method("Odometer", "upper", ask(Odometer)),
        Method("OdometerHeterogeneous", "upper", ask(OdometerHeterogeneous)),
    ], questions=[("epsilon", {})], more=QUERIES, usual=False)
