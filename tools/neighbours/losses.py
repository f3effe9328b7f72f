"""Pairs of output distributions on finitely many outcomes: their hockey-stick divergences and compositions.

A pair consists of the distributions of one output for two data sets. If there are many outcomes, some are merged.
Merging is postprocessing, so that a divergence of the merged pair is at most that of the pair. Every number of this
module is therefore a lower bound, up to rounding of doubles.
"""

import math

TINY = 1e-300
NEGLIGIBLE = 1e-10  # tail mass that is merged into one outcome


class Pair:
    """Two distributions P and Q as masses of unsorted outcomes, with the masses that only one of them has.

    Attributes:
        outcomes: triples (log q/p, p, q) of outcomes that both laws have.
        only_p: the mass under P of outcomes that Q never has.
        only_q: the mass under Q of outcomes that P never has.
    """

    def __init__(self, outcomes, only_p=0.0, only_q=0.0):
        self.outcomes, self.only_p, self.only_q = outcomes, only_p, only_q

    @classmethod
    def of(cls, P, Q):
        """Returns the pair of two lists of masses over the same outcomes."""
        outcomes, only_p, only_q = [], 0.0, 0.0
        for p, q in zip(P, Q):
            if p > TINY and q > TINY:
                outcomes.append((math.log(q / p), p, q))
            else:
                only_p += p if q <= TINY else 0.0
                only_q += q if p <= TINY else 0.0
        return cls(outcomes, only_p, only_q)

    def divergences(self, epsilon):
        """Returns H(Q || P) and H(P || Q) at epsilon."""
        factor = math.exp(epsilon)
        q_over_p = self.only_q + sum(q - factor * p for l, p, q in self.outcomes if l > epsilon)
        p_over_q = self.only_p + sum(p - factor * q for l, p, q in self.outcomes if l < -epsilon)
        return q_over_p, p_over_q

    def merged(self, size):
        """Returns the pair with outcomes of almost equal loss merged to approximately `size` outcomes at most."""
        if len(self.outcomes) <= size:
            return self
        low, high = self._ends()
        step = (high - low) / size or 1.0
        ps, qs = [0.0] * (size + 3), [0.0] * (size + 3)
        for l, p, q in self.outcomes:
            i = 0 if l < low else size + 2 if l > high else int((l - low) / step) + 1
            ps[i] += p
            qs[i] += q
        both = [(p, q) for p, q in zip(ps, qs) if p > TINY and q > TINY]
        return Pair([(math.log(q / p), p, q) for p, q in both], self.only_p, self.only_q)

    def _ends(self):
        """Returns losses beyond which the mass of both distributions is negligible."""
        ordered = sorted(self.outcomes)
        low, high = ordered[0][0], ordered[-1][0]
        mass = 0.0
        for l, p, q in ordered:
            mass += p + q
            if mass > NEGLIGIBLE:
                low = l
                break
        mass = 0.0
        for l, p, q in reversed(ordered):
            mass += p + q
            if mass > NEGLIGIBLE:
                high = l
                break
        return low, high

    def then(self, second, other, size):
        """Returns the composition with a second pair, which depends on the first output.

        Args:
            second: the pair that follows an outcome of positive loss.
            other: the pair that follows any other outcome; equal to `second` if it does not depend on the output.
            size: the number of outcomes to which the result is merged.
        """
        outcomes = []
        only_p, only_q = self.only_p, self.only_q
        for l, p, q in self.outcomes:
            follows = second if l > 0 else other
            only_p += p * follows.only_p
            only_q += q * follows.only_q
            outcomes += [(l + m, p * r, q * s) for m, r, s in follows.outcomes]
        return Pair(outcomes, only_p, only_q).merged(size)


def composed(choices, size):
    """Returns the composition of several runs, each a couple (second, other) of `Pair.then`."""
    out = choices[0][0]
    for second, other in choices[1:]:
        out = out.then(second, other, size)
    return out
