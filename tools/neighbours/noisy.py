"""Noise on queries of the whole data set, or of a random subset: the mechanisms as described in docs/mechanisms.md.

Every function returns instances (fields.py): the mechanism with queries of its class, those with the largest changes
first.
"""

import itertools
import math

from data_sets import part, subsets
from fields import field_instance, sums_of
from noises import NOISES
from queries import other_functions, planes_of, shares_of, sum_query

RISING = ("poisson",)  # queries must increase with a record, if the pair has this condition
INTEGER = ("discrete_gaussian", "discrete_laplace", "skellam", "binomial", "poisson")
IN_PLANES = ("gaussian", "subsampled_gaussian")


def noise_of(node, name):
    if name == "gaussian" and "sigma2" in node.values:
        return NOISES[name](lambda key: math.sqrt(node.number("sigma2")))
    return NOISES[name](node.number)


def queries_of(node, setting, rng, name, only_sums=False):
    """Returns queries of the sensitivity of a mechanism."""
    size = node.number("sensitivity", 1)
    own_norm = node.values.get("relation") == "replace"
    rising = name in RISING and setting.rising
    shares = shares_of(setting, size, rng, own_norm, name in INTEGER, rising)
    out = [sum_query(s) for s in shares]
    if node.name in IN_PLANES:
        out += [sum_query(s) for s in planes_of(setting, size, rng, own_norm)]
    if not only_sums:
        others = other_functions(2 * size if own_norm and setting.relation == "replace_one" else size)
        out += [q for q in others if not (rising and "odd" in q.label)]
    return out


def whole(node, setting, rng):
    """Noise on a query of all records."""
    noise = noise_of(node, node.name)
    return [
        field_instance(q.label, noise, lambda x, q=q: [(1.0, q.value(x))], setting)
        for q in queries_of(node, setting, rng, node.name)
    ]


def poisson_sampled(node, setting, rng):
    """Noise on a query of a Poisson sample of rate p."""
    name = node.name.removeprefix("subsampled_")
    p = node.number("p")
    queries = queries_of(node, setting, rng, name, only_sums=node.values.get("relation") == "replace")
    return [
        field_instance(q.label, noise_of(node, name), lambda x, q=q: of_coins(x, p, q.value), setting)
        for q in queries
    ]


def of_coins(records, p, value):
    """Returns the values of a query of a Poisson sample, with their probabilities."""
    out = []
    for kept in subsets(records):
        drawn = sum(kept)
        out.append((p**drawn * (1 - p) ** (len(kept) - drawn), value(part(records, kept))))
    return out


def batches(records, size):
    """Yields all subsets of this size, which are equally likely."""
    for places in itertools.combinations(range(len(records)), size):
        yield "".join(records[i] for i in places)


def without_replacement(node, setting, rng):
    """Gaussian noise on a sum over a uniformly random batch; the exchange of one record changes a sum by the
    sensitivity.
    """
    size, batch = node.number("sensitivity", 1), round(node.number("batch"))
    shares = [{x: (v[0] + size / 2,) for x, v in s.items()} for s in shares_of(setting, size, rng)]
    shares += [{x: (-v[0],) for x, v in s.items()} for s in shares]
    shares += shares_of(setting, size, rng) + planes_of(setting, size, rng)

    def means(records, query):
        parts = list(batches(records, min(batch, len(records))))
        return [(1 / len(parts), query.value(x)) for x in parts]

    return _instances(node, setting, [sum_query(s) for s in shares], means)


def truncated_subsampled_gaussian(node, setting, rng):
    """Poisson sampling, truncated to a uniformly random subset of size `batch`."""
    p, batch = node.number("p"), round(node.number("batch"))
    shares = shares_of(setting, 1, rng) + planes_of(setting, 1, rng)

    def means(records, query):
        out = []
        for kept in subsets(records):
            drawn = part(records, kept)
            weight = p ** len(drawn) * (1 - p) ** (len(records) - len(drawn))
            parts = list(batches(drawn, min(batch, len(drawn))))
            out += [(weight / len(parts), query.value(x)) for x in parts]
        return out

    return _instances(node, setting, [sum_query(s) for s in shares], means)


def _instances(node, setting, queries, means):
    noise = noise_of(node, "gaussian")
    return [
        field_instance(q.label, noise, lambda x, q=q: means(x, q), setting) for q in queries
    ]


def gaussian_mixture(node, setting, rng):
    """Each record adds a random vector, whose norm is independently drawn from `shifts`."""
    shifts = [float(x) for x in node.values["shifts"]]
    weights = [float(x) for x in node.values["weights"]]
    shares = shares_of(setting, 1, rng) + planes_of(setting, 1, rng)

    def means(records, query):
        dimensions = query.dimensions
        choices = [
            [(w, tuple(s * x for x in query.shares[letter])) for s, w in zip(shifts, weights)]
            for letter in records
        ]
        return sums_of(choices, dimensions)

    return _instances(node, setting, [sum_query(s) for s in shares], means)


def random_allocation(node, setting, rng):
    """Each record participates in k of t steps, selected uniformly; every step adds independent noise."""
    steps, k = round(node.number("t")), round(node.number("k", 1))
    size = node.number("sensitivity", 1)
    picks = list(itertools.combinations(range(steps), k))
    out = []
    for scale in ({"a": 1, "b": 0, "z": 0}, {"a": 1, "b": 1, "z": 0}, {"a": 1, "b": -1, "z": 0}):
        signs = [1] * steps if not out else [rng.choice((1, -1)) for _ in range(steps)]

        def means(records, scale=scale, signs=tuple(signs)):
            choices = []
            for letter in records:
                vectors = [
                    tuple(size * scale[letter] * signs[i] * (i in pick) for i in range(steps))
                    for pick in picks
                ]
                choices.append([(1 / len(picks), v) for v in vectors])
            return sums_of(choices, steps)

        label = f"each step: a adds {scale['a'] * size:.3g}, b {scale['b'] * size:.3g}, signs {signs}"
        out.append(field_instance(label, noise_of(node, "gaussian"), means, setting))
    return out
