"""Compares audits of counts with mpmath, to all digits, on a grid of counts."""

from fractions import Fraction

import plumbline as pl
import pytest

mpmath = pytest.importorskip("mpmath")
mp = mpmath.mp


def limit(n, k, level):
    """Returns the p with P(Bin(n, p) <= k) = level by bisection. The probability is computed from the shorter tail."""
    if k == n:
        return mp.mpf(1)
    low, high = mp.mpf(0), mp.mpf(1)
    few = range(k + 1) if 2 * k < n else range(k + 1, n + 1)
    choose = [mp.binomial(n, i) for i in few]
    for _ in range(110):
        p = (low + high) / 2
        tail = mpmath.fsum(c * p**i * (1 - p) ** (n - i) for i, c in zip(few, choose, strict=True))
        tail = tail if 2 * k < n else 1 - tail
        low, high = (p, high) if tail >= level else (low, p)
    return (low + high) / 2


def contains(enclosure, x):
    """Returns True if the enclosure is narrow and contains x, up to the precision of x."""
    low, high = (mp.mpf(f.numerator) / f.denominator for f in (Fraction(enclosure.lower), Fraction(enclosure.upper)))
    slack = mp.mpf(10) ** -28
    return low - slack <= x <= high + slack and high - low < mp.mpf(10) ** -14


@pytest.mark.parametrize("others, members", [(1, 1), (5, 12), (60, 40), (300, 500)])
def test_limits_and_epsilon(others, members):
    with mp.workdps(40):
        level = mp.mpf(1) / 40
        for a in sorted({0, 1, others // 3, others - 1, others}):
            for b in sorted({0, 1, members // 2, members - 1, members}):
                audit = pl.audit.trials(tp=members - b, fn=b, fp=a, tn=others - a, delta="0.01")
                alpha, beta = limit(others, a, level), limit(members, b, level)
                assert contains(audit.value("audited_alpha"), alpha), (a, b)
                assert contains(audit.value("audited_beta"), beta), (a, b)
                left = mp.mpf(99) / 100
                ratios = [(left - beta) / alpha, (left - alpha) / beta, mp.mpf(1)]
                assert contains(audit.epsilon, mp.log(max(ratios))), (a, b)
                assert contains(audit.advantage, max(mp.mpf(0), 1 - alpha - beta)), (a, b)
