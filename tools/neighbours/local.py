"""Mechanisms in which every user randomizes one value, without or with shuffling."""

import itertools
import math

from fields import Instance
from noises import gaussian, laplace

BINS = 7  # number of bins of a numeric answer


def response(epsilon, k, value):
    """Returns the distribution of k-ary randomized response; for `value` None it is uniform."""
    if value is None:
        return [1 / k] * k
    stays = math.exp(epsilon) / (math.exp(epsilon) + k - 1)
    return [stays if i == value else (1 - stays) / (k - 1) for i in range(k)]


def randomized_response(node, setting, rng):
    """The answer of the first user; the other answers do not depend on it."""
    epsilon, k = node.number("epsilon"), round(node.number("k", 2))
    special = node.values.get("relation") == "replace_special"
    out = []
    for a, b in ((0, 1), (1, 0), (k - 1, 0)):
        values = {"a": a, "b": b, "z": None if special else 0}
        # Without the user, as in a batch without the record, the answer is uninformative.
        law = lambda records, v=values: response(epsilon, k, v[records[0]] if records else None)
        out.append(Instance(f"the user's answer, a: {a}, b: {b}", law))
    return out


def shuffled(label, table):
    """Returns the mechanism that outputs the count of each answer.

    Args:
        label: what the users hold, for people.
        table: the law of an answer, by letter.
    """

    def law(records):
        counts = {(0,) * len(table["a"]): 1.0}
        for letter in records:
            after = {}
            for seen, weight in counts.items():
                for i, p in enumerate(table[letter]):
                    key = seen[:i] + (seen[i] + 1,) + seen[i + 1 :]
                    after[key] = after.get(key, 0.0) + weight * p
            counts = after
        n, m = len(records), len(table["a"])
        return [counts.get(key, 0.0) for key in _histograms(n, m)]

    return Instance(label, law)


def _histograms(n, m):
    """Returns all ways to count n answers of m kinds."""
    return [x + (n - sum(x),) for x in itertools.product(range(n + 1), repeat=m - 1) if sum(x) <= n]


def shuffled_rr(node, setting, rng):
    epsilon = node.number("epsilon0")
    tables = [{"a": response(epsilon, 2, a), "b": response(epsilon, 2, 1 - a)} for a in (0, 1)]
    return [shuffled(f"a holds {a}, b {1 - a}", t) for a, t in enumerate(tables)]


def shuffled_krr(node, setting, rng):
    epsilon, k = node.number("epsilon0"), round(node.number("k"))
    tables = [(0, 1), (1, 0), (k - 1, 0)]
    return [
        shuffled(f"a holds {a}, b {b}", {"a": response(epsilon, k, a), "b": response(epsilon, k, b)})
        for a, b in tables
    ]


def shuffled_clones(node, setting, rng):
    """Local randomizers: randomized response, and one that is uninformative with a random probability."""
    epsilon = node.number("epsilon0")
    out = [shuffled("binary answers", {"a": response(epsilon, 2, 0), "b": response(epsilon, 2, 1)})]
    silent = rng.choice((0.2, 0.5, 0.8))
    half = [(1 - silent) * x for x in response(epsilon, 2, 0)]
    table = {"a": half + [silent], "b": half[::-1] + [silent]}
    out.append(shuffled(f"binary answers, none with probability {silent}", table))
    out.append(shuffled("answers of three", {x: response(epsilon, 3, i) for i, x in enumerate("ab")}))
    return out


def shuffled_noise(node, setting, rng):
    """Values in [0, 1] with independent noise of each user, sorted into bins after the shuffle."""
    noise = laplace(node.number("b")) if node.name == "shuffled_laplace" else gaussian(node.number("sigma"))
    out = []
    for a, b in ((0, 1), (1, 0), (0, 0.5)):
        edges = [i / (BINS - 2) for i in range(BINS - 1)]
        edges = [2 * x - 0.5 for x in edges]
        table = {x: noise.masses(v, edges) for x, v in (("a", a), ("b", b))}
        out.append(shuffled(f"a holds {a}, b {b}", table))
    return out
