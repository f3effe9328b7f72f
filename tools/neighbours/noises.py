"""Noise on one number, represented by its distribution function, and the cells of outputs.

Each noise is implemented from the description of the mechanism in docs/mechanisms.md.
"""

import math


class Noise:
    """Noise with P(X <= x) = below(x) and negligible mass beyond the distance `reach` from 0; its density is
    discontinuous at `jumps`.
    """

    def __init__(self, below, reach, jumps=(), integer=False):
        self.below, self.reach, self.jumps, self.integer = below, reach, jumps, integer

    def edges(self, means, cells):
        """Returns the boundaries of cells for outputs that are one of these means plus noise."""
        low, high = min(means) - self.reach, max(means) + self.reach
        if self.integer:
            low, high = math.floor(low), math.ceil(high)
            step = max(1, math.ceil((high - low) / cells))
            return [x + 0.5 for x in range(low - 1, high + step, step)]
        edges = {low + (high - low) * i / cells for i in range(cells + 1)}
        return sorted(edges | {m + x for m in means for x in self.jumps})

    def masses(self, mean, edges):
        """Returns the masses of the cells, including both tails."""
        values = [self.below(x - mean) for x in edges]
        inner = [max(0.0, b - a) for a, b in zip(values, values[1:])]
        return [values[0]] + inner + [max(0.0, 1 - values[-1])]


def gaussian(sigma):
    scale = sigma * math.sqrt(2)
    return Noise(lambda x: 0.5 * math.erfc(-x / scale), 6.5 * sigma)


def laplace(b):
    return Noise(lambda x: 0.5 * math.exp(x / b) if x < 0 else 1 - 0.5 * math.exp(-x / b), 14 * b, (0,))


def uniform(width):
    ends = (-width / 2, width / 2)
    return Noise(lambda x: min(1.0, max(0.0, x / width + 0.5)), width / 2, ends)


def truncated_laplace(b, bound):
    tail = math.exp(-bound / b)

    def below(x):
        x = min(bound, max(-bound, x))
        half = (math.exp(-abs(x) / b) - tail) / (2 * (1 - tail))
        return half if x < 0 else 1 - half

    return Noise(below, bound, (-bound, 0, bound))


def staircase(epsilon, gamma, period):
    """Geng, Viswanath: the density falls by e^-epsilon at (k + gamma) periods from 0, for k = 0, 1, ..."""
    fall = math.exp(-epsilon)
    top = (1 - fall) / (2 * period * (gamma + fall * (1 - gamma)))

    def beyond(x):
        """Returns the mass above x >= 0."""
        k = math.floor(x / period)
        rest = x / period - k
        high, low = max(0.0, gamma - rest), 1 - max(gamma, rest)
        step = top * fall**k * period
        whole = top * period * (gamma + fall * (1 - gamma)) * fall ** (k + 1) / (1 - fall)
        return step * (high + fall * low) + whole

    steps = [period * (k + part) for k in range(8) for part in (0, gamma)]
    jumps = steps + [-x for x in steps]
    return Noise(lambda x: beyond(-x) if x < 0 else 1 - beyond(x), period * (2 + 14 / epsilon), jumps)


def _of_masses(mass, reach):
    """Returns noise on the integers -reach .. reach whose masses are proportional to those given."""
    masses = [mass(x) for x in range(-reach, reach + 1)]
    total, sums = sum(masses), []
    for m in masses:
        sums.append((sums[-1] if sums else 0.0) + m / total)

    def below(x):
        i = math.floor(x + 1e-9) + reach
        return 0.0 if i < 0 else 1.0 if i >= len(sums) else sums[i]

    return Noise(below, reach, integer=True)


def discrete_gaussian(sigma):
    return _of_masses(lambda x: math.exp(-x * x / (2 * sigma * sigma)), math.ceil(8 * sigma) + 1)


def discrete_laplace(b):
    return _of_masses(lambda x: math.exp(-abs(x) / b), math.ceil(36 * b) + 1)


def _poisson_mass(mu, x):
    return math.exp(x * math.log(mu) - mu - math.lgamma(x + 1)) if x >= 0 else 0.0


def poisson(mu):
    return _of_masses(lambda x: _poisson_mass(mu, x), math.ceil(mu + 10 * math.sqrt(mu) + 12))


def skellam(mu):
    reach = math.ceil(9 * math.sqrt(mu) + 9)
    half = mu / 2
    top = math.ceil(half + 9 * math.sqrt(half) + 9)

    def mass(x):
        return sum(_poisson_mass(half, j) * _poisson_mass(half, j + abs(x)) for j in range(top))

    return _of_masses(mass, reach)


def binomial(n):
    """Bin(n, 1/2), not centred: outcomes beyond 0 and n do not occur."""
    return _of_masses(lambda x: math.comb(n, x) / 2**n if 0 <= x <= n else 0.0, n)


NOISES = {
    "gaussian": lambda v: gaussian(v("sigma")),
    "laplace": lambda v: laplace(v("b")),
    "uniform": lambda v: uniform(v("width")),
    "truncated_laplace": lambda v: truncated_laplace(v("b"), v("bound")),
    "staircase": lambda v: staircase(v("epsilon"), v("gamma"), v("sensitivity", 1)),
    "discrete_gaussian": lambda v: discrete_gaussian(v("sigma")),
    "discrete_laplace": lambda v: discrete_laplace(v("b")),
    "skellam": lambda v: skellam(v("mu")),
    "poisson": lambda v: poisson(v("mu")),
    "binomial": lambda v: binomial(round(v("n"))),
}
