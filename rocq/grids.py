"""Composed sampled Gaussian and Laplace noise, bounded by distributions on a lattice: chooses the cuts, and the
numbers that theories/Grids.v checks. Doubles and decimals only propose numbers; the kernel checks all of them.
"""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import closed_forms as forms


def top(s, w, n, error):
    """Returns a point beyond which the probability of n steps is a small part of the error."""
    x = 1.0
    while n * 0.5 * math.erfc((x - 1) / float(s) / math.sqrt(2)) * float(w) > 0.02 * error and x < 40:
        x += 0.25
    return x


UNIT = 10 ** 15


def dec(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


class Grid:
    """Lattice z_j = e^(u - j h), j = 0 ... k, for noise of scale s and rate w."""

    def __init__(self, s, w, h):
        self.s, self.w = s, w
        self.fs, self.fw, self.fh = float(s), float(w), float(h)

    def split(self):
        """Computes the upper distribution: the mass of a cell is split between the adjacent lattice points."""
        z, zeta = dec(self.u_above).exp(), (-dec(self.h_above)).exp()
        masses, before, fp, fq = [], Decimal(0), Decimal(1), Decimal(1)
        for _ in range(self.k):
            y = z * zeta
            tp, tq = self.exact_tails(self.place(y))
            cp, cq, d = fp - tp, fq - tq, z - y
            masses.append(before + (cp - y * cq) / d)
            before, z, fp, fq = (z * cq - cp) / d, y, tp, tq
        masses.append(before + fp / z)
        return masses, fq - fp / z

    def inner(self, y):
        return (1 / y - (1 - dec(self.w))) / dec(self.w)

    def mixed(self, p, q):
        return p, (1 - dec(self.w)) * p + dec(self.w) * q


class GaussianGrid(Grid):
    def __init__(self, s, w, h, top):
        super().__init__(s, w, h)
        exact = -(1 - dec(w)).ln()
        self.u_above, self.h_above = Fraction(math.ceil(exact * UNIT) + 1, UNIT), h
        self.k = max(2, math.ceil((float(self.u_above) + self.loss(top)) / self.fh))

    def exact_tails(self, x):
        a, g = forms.phi_of(x / dec(self.s)), forms.phi_of((x - 1) / dec(self.s))
        return self.mixed(1 - a, 1 - g)

    def place(self, y):
        return dec(self.s) ** 2 * self.inner(y).ln() + Decimal("0.5")

    def loss(self, x):
        return math.log1p(self.fw * math.expm1((x - 0.5) / self.fs ** 2))

    def where(self, loss):
        """Returns the x with this loss."""
        inner = (math.exp(loss) - (1 - self.fw)) / self.fw
        return self.fs ** 2 * math.log(inner) + 0.5 if inner > 0 else -math.inf

    def tails(self, x):
        p = 0.5 * math.erfc(x / self.fs / math.sqrt(2))
        return p, (1 - self.fw) * p + self.fw * 0.5 * math.erfc((x - 1) / self.fs / math.sqrt(2))

    def cells(self, u):
        """Returns the cuts of the lower distribution, and the wasted mass. A cell is one event, whose ratio is at
        most that of the lattice point. The cuts are chosen from the last to the first; each cell is as long as its
        ratio permits.
        """
        cuts, end, waste = [], math.inf, 0.0
        for j in range(self.k, 0, -1):
            z = math.exp(u - j * self.fh)
            inside = self.where(-(u - j * self.fh))
            before = self.where(-(u - (j - 1) * self.fh))
            start = -7.0 * self.fs if before == -math.inf else before + 0.02 * (inside - before)
            start = max(start, -7.0 * self.fs + 1e-6 * j)
            if inside == -math.inf or start >= end or inside <= start:
                return None
            ep, eq = self.tails(end) if end < math.inf else (0.0, 0.0)

            def slack(x):
                p, q = self.tails(x)
                return z * (q - eq) * (1 - 1e-10) - (p - ep) - 4e-16
            low, high = start, min(inside, end)
            if slack(low) < 0:
                for _ in range(60):
                    middle = 0.5 * (low + high)
                    if slack(middle) < 0:
                        low = middle
                    else:
                        high = middle
                start = high
            cuts.append(start)
            waste += slack(start)
            end = start
        p, q = self.tails(end)
        waste += math.exp(u) * (1 - q) - (1 - p)
        return cuts[::-1], waste

    def best_cells(self):
        """Returns the position of the lattice with the smallest waste, by a search on a grid that is refined."""
        found = {}

        def waste(part):
            u = float(self.u_above) + 1e-9 + part * self.fh
            found[part] = (u, *(self.cells(u) or (None, math.inf)))
            return found[part][2]
        best, step = min((i / 12 for i in range(12)), key=waste), 1 / 12
        for _ in range(9):
            best = min((best + step * i / 3 for i in (-2, -1, 0, 1, 2) if 0 <= best + step * i / 3 <= 1), key=waste)
            step /= 3
        u, cuts, _ = found[best]
        return Fraction(int(u * UNIT), UNIT), self.h_above, cuts


class LaplaceGrid(Grid):
    """Lattice for Laplace noise: both ends of the ratio are atoms, at which the lattice begins and ends."""

    def __init__(self, s, w, h, top):
        super().__init__(s, w, h)
        high, low = (-(1 - dec(w) + dec(w) * (sign / dec(s)).exp()).ln() for sign in (-1, 1))
        self.fine, self.high, self.low = 10 ** 18, float(high), float(low)
        self.k = max(2, math.ceil(float(high - low) / self.fh))
        self.u_above = Fraction(math.ceil(high * self.fine) + 1, self.fine)
        self.h_above = Fraction(math.floor((dec(self.u_above) - low) / self.k * self.fine) - 1, self.fine)

    def exact_tails(self, x):
        return self.mixed((-x / dec(self.s)).exp() / 2, 1 - ((x - 1) / dec(self.s)).exp() / 2)

    def place(self, y):
        return (1 + dec(self.s) * self.inner(y).ln()) / 2

    def tails(self, x):
        p = 0.5 * math.exp(-x / self.fs)
        return p, (1 - self.fw) * p + self.fw * (1 - 0.5 * math.exp((x - 1) / self.fs))

    def where(self, loss):
        """Returns the x at which the ratio P/Q is e^loss."""
        return 0.5 * (1 + self.fs * math.log((math.exp(-loss) - (1 - self.fw)) / self.fw))

    def first(self, h):
        """Returns the end of the first cell, which contains the atom and half a step more, and its ratio."""
        def ends(d):
            p, q = self.tails(self.where(self.high - d))
            return math.log((1 - p) / (1 - q) / (1 - 1e-10))
        low, high = 0.0, (self.high - self.low) / 2
        for _ in range(80):
            d = 0.5 * (low + high)
            low, high = (d, high) if ends(d) - h / 2 < self.high - d else (low, d)
        return self.where(self.high - high), ends(high)

    def chain(self, h):
        """Returns u, the cuts, and the difference between the ratio of the lattice and that of the last cell; nothing
        if the difference is negative.
        """
        x, u = self.first(h)
        cuts, (p, q) = [x], self.tails(x)
        for j in range(1, self.k):
            z = math.exp(u - j * h)

            def slack(y):
                tp, tq = self.tails(y)
                return z * (q - tq) * (1 - 1e-10) - (p - tp) - 4e-16
            low, high = x, 1.0
            if slack(high) < 0:
                return None
            for _ in range(60):
                middle = 0.5 * (low + high)
                low, high = (low, middle) if slack(middle) >= 0 else (middle, high)
            x = high
            p, q = self.tails(x)
            cuts.append(x)
        spare = math.exp(u - self.k * h) * q * (1 - 1e-10) - p
        return (u, cuts) if spare >= 0 and x < 1 else None

    def best_cells(self):
        low, high = 0.5 * (self.high - self.low) / self.k, 1.5 * (self.high - self.low) / self.k
        for _ in range(48):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.chain(middle) else (low, middle)
        h = Fraction(int(low * UNIT) - 2, UNIT)
        u, cuts = self.chain(float(h))
        return Fraction(int(u * UNIT) + 2, UNIT), h, cuts


GRIDS = {"subsampled_gaussian": GaussianGrid, "subsampled_laplace": LaplaceGrid}


class Composed:
    """n steps: the upper and the lower distribution as integers over 2^bits, and their bounds at e^t."""

    def __init__(self, grid, n, sums):
        self.grid, self.n, self.sums, self.den = grid, n, sums, UNIT
        scale = 1 << sums.bits
        masses, self.lost = grid.split()
        self.step_above = [max(0, int(m * scale)) + 2 for m in masses]
        self.u_below, self.h_below, cuts = grid.best_cells()
        self.cuts = [round(c * self.den) for c in cuts]
        tails = [1] + [grid.exact_tails(Decimal(c) / self.den)[1] for c in self.cuts] + [0]
        self.step_below = [max(0, int((a - b) * scale) - 2) for a, b in zip(tails, tails[1:])]
        self.above = sums.power(self.step_above, n, True)
        self.below = sums.power(self.step_below, n, False)

    def bound(self, t, up):
        """Returns zeta, offset, weight and answer of one side, and the bound as a rational."""
        grid, sums = self.grid, self.sums
        law, u, h = (self.above, grid.u_above, grid.h_above) if up else (self.below, self.u_below, self.h_below)
        h, t, u = dec(h), dec(t), dec(u)
        scale = 1 << sums.weight_bits
        zeta = int((-h).exp() * scale) + (0 if up else 1)
        weight = int((t + self.n * u - law[0] * h).exp() * scale)
        weight = max(0, weight - 1) if up else weight + 2
        answer = sums.weighed(law, zeta, weight, up)
        value = Fraction(answer, 1 << (sums.bits + sums.weight_bits))
        if up:
            lost = 1 - (1 - Fraction(max(self.lost, Decimal(0)))) ** self.n if self.n < 100 else \
                Fraction(1 - (1 - max(self.lost, Decimal(0))) ** self.n)
            value += lost
        return zeta, law[0], weight, answer, value
