"""One step of sampled Gaussian or Laplace noise for transforms.py: its losses, its transforms, and levels below its tilted
density (theories/Pieces.v). Doubles only propose numbers; the kernel checks all of them."""

import bisect
import cmath
import functools
import math

LINES = (1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
RIGHTS = (2.0, 3.0, 4.0, 6.0)
LEFTS = (1.0, 2.0, 4.0)
UNIT = 10 ** 9
COARSE_BITS, COARSE_DEGREE = 50, 8


class Step:
    """One step of noise of scale s, sampled at rate w: its losses and masses on a grid of points, and its transforms.
    """

    def __init__(self, s, w):
        self.s, self.w = s, w
        self.losses, self.masses = [], []

    def odds(self, x):
        return self.w * math.exp((x - 0.5) / self.variance)

    def loss(self, x):
        return math.log(1 - self.w + self.odds(x))

    def slope(self, u, v):
        """Returns the upper bound of the derivative of the loss on [u, v] that interval arithmetic computes."""
        return self.odds(v) / self.variance / (1 - self.w + self.odds(u))

    @functools.cached_property
    def log_masses(self):
        return [math.log(m) if m else -math.inf for m in self.masses]

    def log_moment(self, order):
        return self.log_transform(order).real

    def log_transform(self, point):
        """Returns the logarithm of the transform; the transform may be too large for a double."""
        sizes = [point * l + m for l, m in zip(self.losses, self.log_masses)]
        top = max(x.real for x in sizes)
        return top + cmath.log(sum(cmath.exp(x - top) for x in sizes))

    def least_level(self, c, u, v):
        """Returns a level that interval arithmetic proves to be below the tilted density on [u, v]."""
        return 0.9999 * math.exp(c * self.loss(u)) * self.least_density(u, v) / self.slope(u, v)


class GaussianStep(Step):
    kind = "GaussianNoise"

    def __init__(self, s, w):
        super().__init__(s, w)
        self.variance = s * s
        low, high, count = -13 * s, 15 * s + 2 * max(RIGHTS) + max(LINES), 2400
        width = (high - low) / count
        points = [low + i * width for i in range(count + 1)]
        self.losses = [self.loss(x) for x in points]
        self.masses = [self.density(x) * width for x in points]

    def density(self, x):
        return math.exp(-(x / self.s) ** 2 / 2) / math.sqrt(2 * math.pi) / self.s

    def least_density(self, u, v):
        return self.density(max(abs(u), abs(v)))

    def drift(self, x):
        """Returns the derivative of the density's logarithm."""
        return -x / self.variance

    def growth(self, degree):
        """Returns the growth rate of the Taylor coefficients of the density, without the effect of the slope of its
        exponent.
        """
        return 0.62 * math.sqrt(degree + 1) / self.s

    def edges(self, orders, share):
        """Returns two points outside of which the mass is below a share of the transforms at these orders."""
        left, right = 0.0, 0.0
        for c in orders:
            tilt = math.exp((c * c - c) / (2 * self.s ** 2))
            reach = self.s * math.sqrt(2 * math.log(16 * max(tilt, 1) / share))
            left, right = min(left, -reach, c - reach), max(right, reach, c + reach)
        return left, right

    def level_ends(self):
        """Returns the ends of the cells with levels, and their denominator."""
        den = math.ceil(20 / self.s)  # twenty cells for each standard deviation
        first, wide = math.floor(-6 * self.s * den), max(1, den // 4)
        ends = list(range(first, den, wide))
        return ends + list(range(ends[-1] + 1, first + math.ceil(12 * self.s * den) + 2 * den, 1)), den

    def coarse_grid(self, orders, share):
        left, right = self.edges(orders, share)
        den = 1 << max(0, math.ceil(math.log2(4 / self.s)))
        first = math.floor(left * den)
        return f"(Grid {COARSE_BITS} {COARSE_DEGREE} 1 {den} ({first}) {math.ceil(right * den) - first})"


class LaplaceStep(Step):
    """One step of Laplace noise: the loss has an atom at each of its ends, and a density between them."""
    kind = "LaplaceNoise"

    def __init__(self, s, w):
        super().__init__(s, w)
        self.variance = s / 2
        count = 1200
        weights = [1, *(4 if i % 2 else 2 for i in range(1, count)), 1]  # Simpson's rule
        self.losses = [self.loss(i / count) for i in range(count + 1)]
        self.masses = [weight * self.density(i / count) / (3 * count) for i, weight in enumerate(weights)]
        self.masses[0] += 0.5
        self.masses[-1] += math.exp(-1 / s) / 2

    def density(self, x):
        return math.exp(-x / self.s) / (2 * self.s)

    def least_density(self, _, v):
        return self.density(v)

    def drift(self, _):
        return -1 / self.s

    def growth(self, degree):
        return (degree + 1) / (math.e * math.pi * self.s / 2)

    @staticmethod
    def edges(_, __):
        return 0.0, 1.0

    @staticmethod
    def level_ends():
        return list(range(61)), 60

    def coarse_grid(self, _, __):
        den = 1 << max(1, math.ceil(math.log2(4 / self.s)))
        return f"(Grid {COARSE_BITS} {COARSE_DEGREE} 1 {den} 0 {den})"


class Levels:
    """Cells with levels below the tilted density: [x, end] with a cap, for one frequency."""

    def __init__(self, step, c):
        self.ends, self.den = step.level_ends()
        points = [e / self.den for e in self.ends]
        self.losses = [step.loss(x) for x in points]
        self.levels = [step.least_level(c, u, v) for u, v in zip(points, points[1:])]

    def saved(self, start, cap, frequency):
        total, before, change = 0.0, 0.0, 0.0
        for i in range(start, len(self.levels)):
            level = min(cap, self.levels[i])
            total += level * (self.losses[i + 1] - self.losses[i])
            change += abs(level - before)
            before = level
        return total - (change + before) / frequency

    def best(self, frequency):
        """Returns the saved mass and the cells that save it; no cells if no mass is saved."""
        found = (0.0, None)
        for start in range(0, len(self.losses) - 2, 3):
            last = bisect.bisect_left(self.losses, self.losses[start] + 2 / frequency)
            if last >= len(self.levels):
                break
            cap = self.levels[last]
            value = self.saved(start, cap, frequency)
            if value > found[0]:
                found = (value, (start, cap))
        return found

    def cells(self, frequency):
        """Returns the start of the first cell, and the ends and levels of the cells."""
        _, chosen = self.best(frequency)
        if chosen is None:
            return self.ends[0], []
        (start, cap), out = chosen, []
        for i in range(start, len(self.levels)):
            level = math.floor(min(cap, self.levels[i]) * UNIT)
            out.append((self.ends[i + 1], level))
            if level < 10 ** -5 * cap * UNIT:
                break
        return self.ends[start], out


STEPS = {"gaussian": GaussianStep, "subsampled_gaussian": GaussianStep, "laplace": LaplaceStep, "subsampled_laplace": LaplaceStep}
