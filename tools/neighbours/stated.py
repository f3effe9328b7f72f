"""Mechanisms that are stated by a guarantee, or by the distributions of two data sets."""

import math

from fields import CELLS, Instance
from noises import Noise, gaussian, laplace


def _two_laws(label, P, Q, shows):
    """Returns the mechanism with the distribution Q if `shows(records)`, else P."""
    return Instance(label, lambda records: Q if shows(records) else P)


def _of_all_queries(label, P, Q):
    """Returns mechanisms in which one bit of the data selects one of two distributions."""
    return [
        _two_laws(label + ", where a is present", P, Q, lambda records: "a" in records),
        _two_laws(label + ", where the number of a is odd", P, Q, lambda x: x.count("a") % 2 == 1),
        _two_laws(label + ", where a is present, exchanged", Q, P, lambda records: "a" in records),
        _two_laws(
            label + ", where a is beside another record",
            P,
            Q,
            lambda records: "a" in records and len(records) > 1,
        ),
    ]


def bounded_loss(epsilon, delta, variation):
    """Returns the distributions with losses -epsilon, 0, epsilon, and infinite losses of mass delta."""
    side = (variation - delta) / math.expm1(epsilon) if epsilon > 0 else 0.0
    rise = side * math.exp(epsilon)
    rest = 1 - delta - side - rise
    return [delta, 0.0, side, rise, rest], [0.0, delta, rise, side, rest]


def approximate_dp(node, setting, rng):
    epsilon, delta = node.number("epsilon"), node.number("delta")
    largest = delta + (1 - delta) * math.tanh(epsilon / 2)
    return _of_all_queries("the worst laws", *bounded_loss(epsilon, delta, largest))


def total_variation_dp(node, setting, rng):
    laws = bounded_loss(node.number("epsilon"), node.number("delta"), node.number("eta"))
    return _of_all_queries("the worst laws", *laws)


def range_laws(epsilon, t):
    """Returns the distributions of two outcomes with the losses t and t - epsilon."""
    up, down = math.exp(t), math.exp(t - epsilon)
    p = (1 - down) / (up - down)
    return [p, 1 - p], [p * up, (1 - p) * down]


def exponential_mechanism(node, setting, rng):
    """All losses are in an interval of length epsilon; t or lead selects a single mechanism."""
    epsilon = node.number("epsilon")
    if "t" in node.values:
        return [_named(*range_laws(epsilon, node.number("t")))]
    if "lead" in node.values:
        votes = [1 / (1 + math.exp(-epsilon * d)) for d in (node.number("lead") - 1, node.number("lead"))]
        return [_named(*([q, 1 - q] for q in votes))]
    places = [(x + epsilon) / 2 for x in setting.epsilons if x < epsilon]
    out = []
    for t in places + [epsilon * x for x in (0.5, 0.3, 0.7)]:
        queries = _of_all_queries(f"losses {t:.4g} and {t - epsilon:.4g}", *range_laws(epsilon, t))
        out += queries if t == epsilon / 2 else [queries[0], queries[2]]
    return out


def _named(P, Q):
    """Returns the mechanism on two named data sets: with a, and without."""
    return _two_laws("the two data sets of the pair", P, Q, lambda records: "a" in records)


def finite(node, setting, rng):
    return [_named(*([float(x) for x in node.values[side]] for side in "PQ"))]


def perfectly_private(node, setting, rng):
    return [Instance("nothing", lambda records: [1.0])]


def blatantly_non_private(node, setting, rng):
    return _of_all_queries("the bit itself", [1.0, 0.0], [0.0, 1.0])


def two_gaussians(node, setting, rng):
    """In more than one dimension the outputs are the coordinate along the shift and the norm of the orthogonal part.
    """
    sigma, other, shift = (node.number(x, 1) for x in ("sigma", "other", "shift"))
    if node.number("dim", 1) != 1:
        return []
    laws = [gaussian(sigma), gaussian(other)]
    low = min(-laws[0].reach, shift - laws[1].reach)
    high = max(laws[0].reach, shift + laws[1].reach)
    edges = [low + (high - low) * i / CELLS[1] for i in range(CELLS[1] + 1)]
    return [_named(laws[0].masses(0, edges), laws[1].masses(shift, edges))]


def bounded_laplace(node, setting, rng):
    """Laplace noise given that the output is in [0, width], at two values."""
    b, width, at = (node.number(x) for x in ("b", "width", "at"))
    noise = laplace(b)
    other = at + node.number("sensitivity", 1)
    edges = sorted({width * i / CELLS[1] for i in range(CELLS[1] + 1)} | {at, other})
    laws = []
    for value in (at, other):
        inside = noise.masses(value, edges)[1:-1]
        laws.append([x / sum(inside) for x in inside])
    return [_named(*laws)]


STEPS = 4000  # steps of the integral over the noise of the threshold


def above_threshold(node, setting, rng):
    """Each answer with independent noise is compared with one noisy threshold, until `cutoff` answers are above it.
    """
    if {"redraw", "edges", "seen"} & set(node.values) or node.number("b_queries") == 0:
        return []
    lists = [[float(x) for x in node.values[key]] for key in ("answers", "others")]
    return [_named(*(_comparisons(node, answers) for answers in lists))]


def _comparisons(node, answers):
    """Returns the masses of all outcomes; an outcome states which answers were above the threshold."""
    threshold, cutoff = node.number("threshold", 0), node.number("cutoff")
    first, second = laplace(node.number("b_threshold")), laplace(node.number("b_queries"))
    edges = [first.reach * (2 * i / STEPS - 1) for i in range(STEPS + 1)]
    weights = first.masses(0, edges)[1:-1]
    out = {}
    for left, right, weight in zip(edges, edges[1:], weights):
        at = threshold + (left + right) / 2
        runs = {(): weight}
        for answer in answers:
            below, after = second.below(at - answer), {}
            for seen, mass in runs.items():
                if cutoff is not None and sum(seen) >= cutoff:
                    after[seen] = mass
                    continue
                after[seen + (0,)] = mass * below
                after[seen + (1,)] = mass * (1 - below)
            runs = after
        for seen, mass in runs.items():
            out[seen] = out.get(seen, 0.0) + mass
    return [out[seen] for seen in sorted(out)]


class Shown(Noise):
    """Returns the visible result for a key: its noisy count, or nothing below the threshold."""

    def __init__(self, noise, threshold, strict):
        super().__init__(noise.below, noise.reach, integer=noise.integer)
        self.threshold, self.strict = threshold, strict

    def law(self, count, edges):
        """Returns the masses of "not shown" and of the cells of shown counts; count 0 means a key that nobody has."""
        if count == 0:
            return [1.0] + [0.0] * len(edges)
        least = self.threshold if not self.integer else math.ceil(self.threshold)
        if self.integer:
            least = math.floor(self.threshold) + 0.5 if self.strict else least - 0.5
        ends = [least] + [x for x in edges if x > least]
        values = [self.below(x - count) for x in ends] + [1.0]
        shown = [max(0.0, b - a) for a, b in zip(values, values[1:])]
        return [values[0]] + [0.0] * (len(edges) - len(shown)) + shown


def thresholded(node, setting, rng):
    """A histogram whose keys are shown if a noisy count reaches the threshold.

    The user a has `l0` keys with a count of `count` each; b has none of them, or, in the last instance, one of
    them: a key that others have too.
    """
    from noisy import noise_of  # the noise as it is written inside

    inner = node.inside[0][1]
    keys, count = round(node.number("l0", 1)), node.number("count", 1)
    if keys > 2:
        return []
    noise = noise_of(inner, inner.name)
    seen = Shown(noise, node.number("threshold"), node.values.get("strict") == "true")
    top = node.number("threshold") + noise.reach + 4 * count
    cells = 60 if keys == 1 else 12
    edges = [node.number("threshold") + (top - node.number("threshold")) * i / cells for i in range(cells)]
    if noise.integer:
        edges = [math.floor(node.number("threshold")) - 1.5 + i for i in range(math.ceil(noise.reach) + 6)]

    def law(records):
        own = seen.law(count * min(1, records.count("a")), edges)
        return own if keys == 1 else [x * y for x in own for y in own]

    return [Instance(f"only one user has the {keys} keys, with a count of {count:.3g} each", law)]


