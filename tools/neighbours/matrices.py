"""Matrix mechanisms on a few steps: C X + sigma Z; each record participates in the steps of a pattern."""

import itertools
import math

from fields import MOST_DIMENSIONS, field_instance, merged, sums_of
from noises import gaussian


def strategy(word, steps):
    """Returns the rows of C."""
    coefficients = _coefficients(word, steps)
    return [
        [coefficients[i - j] if 0 <= i - j < len(coefficients) else 0.0 for j in range(steps)]
        for i in range(steps)
    ]


def _coefficients(word, steps):
    name, _, inside = word.partition("(")
    if name == "identity":
        return [1.0]
    if name == "prefix":
        return [1.0] * steps
    if name == "sqrt":
        bands = int(inside[:-1]) if inside else steps
        return [math.comb(2 * j, j) / 4**j for j in range(bands)]
    if name == "lambda_cgd":
        return [float(inside[:-1]) ** j for j in range(steps)]
    if name == "toeplitz":
        return [_ratio(x) for x in inside[1:-2].split(",")]
    raise ValueError(f"no strategy {word} here")


def _ratio(text):
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def bands(word, steps):
    return len(_coefficients(word, steps))


def released(rows, contributions):
    """Returns C x."""
    return tuple(sum(c * x for c, x in zip(row, contributions)) for row in rows)


def _setup(node):
    steps = round(node.number("steps"))
    sigma = node.number("sigma") or math.sqrt(node.number("sigma2"))
    return steps, sigma, strategy(node.values["strategy"], steps)


def _patterns(node, steps):
    """Returns the patterns of correlated_gaussian: sets of steps in which a record may participate."""
    most = round(node.number("participations", steps if "every" in node.values else 1))
    every, gap = node.number("every"), round(node.number("gap", 1))
    out = []
    for size in range(1, most + 1):
        for pattern in itertools.combinations(range(steps), size):
            apart = [b - a for a, b in zip(pattern, pattern[1:])]
            if every and all(x % every == 0 for x in apart) or not every and all(x >= gap for x in apart):
                out.append(pattern)
    return out


def correlated_gaussian(node, setting, rng):
    """Each record participates in the steps of its own pattern, with a contribution of at most 1 in each.

    Only the changing records matter, so that the output is projected on the line on which it changes.
    """
    steps, sigma, rows = _setup(node)
    own_norm = node.values.get("relation") == "replace"
    patterns = _patterns(node, steps)
    size = lambda pattern: sum(x * x for x in released(rows, _signed(pattern, steps, 1)))
    patterns.sort(key=size, reverse=True)
    drawn = [(patterns[0], -1 if own_norm else 0), (patterns[0], 0)]
    drawn += [(rng.choice(patterns), rng.choice((0, -1) if own_norm else (0,))) for _ in range(3)]
    out = []
    for pattern, scale in drawn:
        signs = [1] * steps if len(out) < 2 else [rng.choice((1, -1)) for _ in range(steps)]
        a = released(rows, [x * s for x, s in zip(_signed(pattern, steps, 1), signs)])
        b = tuple(scale * x for x in a)
        norm = math.sqrt(sum(x * x for x in a)) or 1.0
        along = {"a": norm, "b": sum(x * y for x, y in zip(a, b)) / norm, "z": 0.0}

        def means(records, along=along):
            return [(1.0, (sum(along[x] for x in records),))]

        label = f"a in the steps {pattern}, signs {signs}, b {scale} times that"
        out.append(field_instance(label, gaussian(sigma), means, setting))
    return out


def _signed(pattern, steps, value):
    return [value if i in pattern else 0.0 for i in range(steps)]


def _drawn_steps(node, setting, rng, draws):
    """Returns instances of a mechanism in which each record participates in random steps.

    Args:
        node: the mechanism.
        setting: the neighbours.
        rng: draws signs.
        draws: a function from a letter to couples (probability, steps).
    """
    steps, sigma, rows = _setup(node)
    if steps > MOST_DIMENSIONS:
        return []
    out = []
    for b in (0.0, 1.0, -1.0):
        signs = [1] * steps if not out else [rng.choice((1, -1)) for _ in range(steps)]
        scale = {"a": 1.0, "b": b, "z": 0.0}

        def means(records, scale=scale, signs=tuple(signs)):
            choices = []
            for letter in records:
                couples = []
                for weight, pattern in draws(letter):
                    x = [scale[letter] * s * (i in pattern) for i, s in enumerate(signs)]
                    couples.append((weight, released(rows, x)))
                choices.append(merged(couples))
            return sums_of(choices, steps)

        label = f"in each step a adds 1, b {b:.3g}, signs {signs}"
        out.append(field_instance(label, gaussian(sigma), means, setting))
    return out


def cyclic_poisson(node, setting, rng):
    """Each record of a group is drawn with probability p at the steps of the group, which recur every `groups` steps.
    """
    steps = round(node.number("steps"))
    groups, p = round(node.number("groups", bands(node.values["strategy"], steps))), node.number("p")

    def draws(letter):
        own = range(0 if letter == "a" else (1 % groups), steps, groups)
        return [
            (math.prod(p if drawn else 1 - p for drawn in coins), {i for i, c in zip(own, coins) if c})
            for coins in itertools.product((False, True), repeat=len(own))
        ]

    return _drawn_steps(node, setting, rng, draws)


def balls_in_bins(node, setting, rng):
    """Each record is in the steps of one uniformly random bin: i, i + bins, ..."""
    steps, bins = round(node.number("steps")), round(node.number("bins"))
    draws = [(1 / bins, set(range(i, steps, bins))) for i in range(bins)]
    return _drawn_steps(node, setting, rng, lambda letter: draws)


def b_min_sep(node, setting, rng):
    """Each record is drawn with probability p unless it was drawn in the last separation - 1 steps.

    After a cold start all records may be drawn at once. After a warm start a record may be at any position of its
    waiting time.
    """
    steps, p = round(node.number("steps")), node.number("p")
    apart = round(node.number("separation"))
    waits = range(1) if node.values.get("start") == "cold" else range(min(apart, steps + 1))
    out = []
    for wait in waits:
        draws = _separated(steps, p, apart, wait)
        out += _drawn_steps(node, setting, rng, lambda letter, draws=draws: draws)
    return out


def _separated(steps, p, apart, wait):
    """Returns pairs (probability, steps) of the draws of one record that waits `wait` steps first."""
    out = []

    def extend(i, free_at, weight, drawn):
        if i == steps:
            out.append((weight, frozenset(drawn)))
        elif i < free_at:
            extend(i + 1, free_at, weight, drawn)
        else:
            extend(i + 1, free_at, weight * (1 - p), drawn)
            extend(i + 1, i + apart, weight * p, drawn + [i])

    extend(0, wait, 1.0, [])
    return out
