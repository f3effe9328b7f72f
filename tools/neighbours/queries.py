"""Queries of a given sensitivity: functions from a data set to a vector, including the extreme ones of the class."""

import math


class Query:
    """A function from a data set to a vector.

    Attributes:
        label: the query, for people.
        value: the function.
        dimensions: the length of its vectors.
        shares: the vector that each record adds, for a sum; None for other functions.
    """

    def __init__(self, label, value, dimensions=1, shares=None):
        self.label, self.value, self.dimensions, self.shares = label, value, dimensions, shares


def sum_query(shares):
    """Returns the query that is the sum of a vector for each record."""
    dimensions = len(next(iter(shares.values())))
    label = "sum of " + ", ".join(f"{letter}: {_shown(v)}" for letter, v in shares.items())

    def value(records):
        return tuple(sum(shares[x][i] for x in records) for i in range(dimensions))

    return Query(label, value, dimensions, shares)


def _shown(vector):
    texts = [f"{x:.3g}" for x in vector]
    return texts[0] if len(texts) == 1 else "(" + ", ".join(texts) + ")"


def shares_of(setting, size, rng, own_norm=False, integer=False, rising=False):
    """Returns the contribution of a record of each letter, for sums of one number.

    Args:
        setting: the neighbours.
        size: the sensitivity.
        rng: draws further ones.
        own_norm: True if the sensitivity bounds each record (relation=replace), not an exchange.
        integer: True if the sums are integers.
        rising: True if a record never decreases the sum.
    """
    halves = (-size, -size / 2, 0, size / 2, size)
    steps = [x for x in halves if (not rising or x >= 0) and (not integer or x == round(x))]
    exchange = setting.relation == "replace_one"
    if exchange and own_norm:
        first = [(size, -size), (-size, size), (size, 0)]
    elif exchange:
        first = [(size, 0), (0, size), (size / 2, -size / 2)]
    else:
        first = [(size, 0), (size, size), (size, -size), (0, size), (-size, size)]
    drawn = [(rng.choice(steps), rng.choice(steps)) for _ in range(4)]
    out = []
    for a, b in first + drawn:
        allowed = not exchange or own_norm or abs(a - b) <= size
        if allowed and a in steps and b in steps and (a, b) not in out:
            out.append((a, b))
    return [{"a": (a,), "b": (b,), "z": (0.0,)} for a, b in out]


def planes_of(setting, size, rng, own_norm=False):
    """Returns the contributions for sums of vectors of two numbers, of norm at most `size`."""
    out = []
    for turn in (math.pi / 2, rng.uniform(0.3, 2.8)):
        b = (size * math.cos(turn), size * math.sin(turn))
        if setting.relation == "replace_one" and not own_norm:
            scale = size / math.hypot(size - b[0], b[1])
            out.append({"a": (size * scale, 0.0), "b": (b[0] * scale, b[1] * scale), "z": (0.0, 0.0)})
        else:
            out.append({"a": (size, 0.0), "b": b, "z": (0.0, 0.0)})
    return out


def other_functions(size):
    """Returns queries that are not sums; one record changes each by at most `size`."""
    return [
        Query("a is present", lambda records: (size if "a" in records else 0.0,)),
        Query("the number of a is odd", lambda records: (size * (records.count("a") % 2),)),
        Query(
            "a is present beside another record",
            lambda records: (size if "a" in records and len(records) > 1 else 0.0,),
        ),
    ]
