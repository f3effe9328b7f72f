"""Promises of autodp: python3 autodp_promises.py > autodp.jsonl

Tests its sparse vector mechanism with Laplace noise by witnesses: lists of answers of two neighbours that differ by
at most 1 each. Witnesses can refute a promise, but not confirm it.
"""

from importlib import metadata

import numpy as np
from autodp import mechanism_zoo

from library import Constructor, exact, export, grid

BELOW = 16  # number of queries below the threshold, before those above it


def promised(a, d):
    mechanism = mechanism_zoo.LaplaceSVT_Mechanism({"b": a["b"], "k": a["k"], "c": a["c"]})
    divergence = float(mechanism.RenyiDP(a.get("alpha", np.inf)))
    return {"rdp": divergence, "alpha": a["alpha"]} if "alpha" in a else {"epsilon": divergence}


def written(values):
    return "[%s]" % ",".join(map(str, values))


def witness(queries):
    """Returns the witness. `queries` are the answers on the second data set, below and above the threshold; the
    answers on the first one are 0.
    """
    def pair(a, d):
        below = a["k"] - a["c"]
        others = [queries[0]] * below + [queries[1]] * a["c"]
        return "above_threshold(b_threshold=%s,b_queries=%s,answers=%s,others=%s,cutoff=%d,seen=%s)" % (
            exact(a["b"]), exact(a["b"]), written([0] * a["k"]), written(others), a["c"],
            written([0] * below + [1] * a["c"]))
    return pair


def asked():
    for a in grid(b=[2.0, 4.0, 10.0, 20.0], c=[1, 2, 3, 5]):
        a["k"] = BELOW + a["c"]
        yield a, None
        for alpha in (2.0, 8.0, 64.0):
            yield dict(a, alpha=alpha), None


CONSTRUCTORS = [
    Constructor("LaplaceSVT_Mechanism", promised, witness((1, -1)), asked(), "autodp-svt"),
    Constructor("LaplaceSVT_Mechanism, monotone queries", promised, witness((1, 0)), asked(), "autodp-svt-monotone"),
]

if __name__ == "__main__":
    export("autodp (library)", metadata.version("autodp"), CONSTRUCTORS)
