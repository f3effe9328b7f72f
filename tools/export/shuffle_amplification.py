"""Claims of two programs for amplification by shuffling: python3 shuffle_amplification.py TOOL > TOOL.jsonl

TOOL is ml-shuffling-amplification (Apple, with the paper on clones) or PrivacyAmplification (wangsw, with a paper of
VLDB 2024). They are on no package index: clone the repository and put it on PYTHONPATH. The scripts record epsilon of
one round at a delta, for n users. The mechanisms are expressions, whose epsilon0 is an exact double.
"""

import importlib
import math
import re
import sys

from claims import Method, export, version_of

ITERATIONS = 30
EPSILONS0 = ["0.5", "1", "2", "4"]
MANY = (1000, 10000)


def expressions(kind, sizes, more=("",)):
    return ["%s(epsilon0=%s,n=%d%s)" % (kind, epsilon0, n, tail)
            for epsilon0 in EPSILONS0 for n in sizes for tail in more]


def read(mechanism):
    """Returns name, epsilon0, n and k (by default 2)."""
    name, inside = re.fullmatch(r"(\w+)\((.*)\)", mechanism).groups()
    given = dict(part.split("=") for part in inside.split(","))
    return name, float(given["epsilon0"]), int(given["n"]), int(given.get("k", "2"))


def asks(names, bound):
    def answer(mechanism, quantity, at):
        name, epsilon0, n, k = read(mechanism)
        if name not in names or quantity != "epsilon":
            return None
        return bound(epsilon0, n, k, at["delta"])
    return answer


def of_clones(module):
    step = 10
    return [Method("numericalanalysis", "upper",
                   asks({"shuffled_clones"}, lambda epsilon0, n, k, delta:
                        module.numericalanalysis(n, epsilon0, delta, ITERATIONS, step, True)),
                   adjacency="replace", options={"num_iterations": ITERATIONS, "step": step}),
            Method("closedformanalysis", "upper",
                   asks({"shuffled_clones"}, lambda epsilon0, n, k, delta:
                        module.closedformanalysis(n, epsilon0, delta)), adjacency="replace")]


def of_variation_ratios(module):
    def upper(epsilon0, n, k, delta):
        p = math.exp(epsilon0)
        return module.amplificationUB(p, (p - 1) / (p + k - 1), p, p, n, delta, ITERATIONS)
    return [Method("amplificationUB", "upper", asks({"shuffled_rr", "shuffled_krr"}, upper),
                   adjacency="replace", options={"T": ITERATIONS})]


TOOLS = {
    "ml-shuffling-amplification":
        ("computeamplification", of_clones, expressions("shuffled_clones", MANY), (1e-6, 1e-9)),
    "PrivacyAmplification":
        ("unifiedamplification", of_variation_ratios,
         expressions("shuffled_rr", (8, 32, 1000)) + expressions("shuffled_krr", (8, 16), (",k=3", ",k=4", ",k=10")),
         (1e-2, 1e-6)),
}


if __name__ == "__main__":
    tool = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1] in TOOLS else sys.exit(__doc__)
    name, methods, settings, deltas = TOOLS[tool]
    module = importlib.import_module(name)
    export(tool, version_of(module), methods(module), questions=[("epsilon", {"delta": delta}) for delta in deltas],
           more=settings, usual=False)
