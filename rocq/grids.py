"""The subsampled Gaussian mechanism composed, between laws on a lattice: where to cut, and the numbers that
theories/Grids.v checks. Doubles and decimals propose here; nothing is trusted."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import closed_forms as forms


def top(s, w, n, error):
    """Beyond this point the probability of n steps is a small part of the error."""
    x = 1.0
    while n * 0.5 * math.erfc((x - 1) / float(s) / math.sqrt(2)) * float(w) > 0.02 * error and x < 40:
        x += 0.25
    return x


class Grid:
    """Lattice z_j = e^(u - j h), j = 0 ... k, for sigma = s and rate w."""

    def __init__(self, s, w, h, top):
        self.s, self.w, self.h = s, w, h
        self.fs, self.fw, self.fh = float(s), float(w), float(h)
        exact = -(1 - Decimal(w.numerator) / Decimal(w.denominator)).ln()
        self.largest = Fraction(math.ceil(exact * 10 ** 15) + 1, 10 ** 15)
        self.k = max(2, math.ceil((float(self.largest) + self.loss(top)) / self.fh))

    def loss(self, x):
        return math.log1p(self.fw * math.expm1((x - 0.5) / self.fs ** 2))

    def where(self, loss):
        """x whose loss this is."""
        inner = (math.exp(loss) - (1 - self.fw)) / self.fw
        return self.fs ** 2 * math.log(inner) + 0.5 if inner > 0 else -math.inf

    def tails(self, x):
        p = 0.5 * math.erfc(x / self.fs / math.sqrt(2))
        return p, (1 - self.fw) * p + self.fw * 0.5 * math.erfc((x - 1) / self.fs / math.sqrt(2))

    # From above: what a cell holds is split between the lattice points around it.

    def exact_tails(self, x):
        s, w = (Decimal(v.numerator) / Decimal(v.denominator) for v in (self.s, self.w))
        a, g = forms.phi_of(x / s), forms.phi_of((x - 1) / s)
        return 1 - a, 1 - ((1 - w) * a + w * g)

    def split(self, u):
        s, w, h = (Decimal(v.numerator) / Decimal(v.denominator) for v in (self.s, self.w, self.h))
        z = (Decimal(u.numerator) / Decimal(u.denominator)).exp()
        zeta = (-h).exp()
        masses, before, fp, fq = [], Decimal(0), Decimal(1), Decimal(1)
        for _ in range(self.k):
            y = z * zeta
            tp, tq = self.exact_tails(s * s * ((1 / y - (1 - w)) / w).ln() + Decimal("0.5"))
            cp, cq, d = fp - tp, fq - tq, z - y
            masses.append(before + (cp - y * cq) / d)
            before, z, fp, fq = (z * cq - cp) / d, y, tp, tq
        masses.append(before + fp / z)
        return masses, fq - fp / z

    # From below: a cell is one event, its ratio at most the lattice's.

    def cells(self, u):
        """Cuts from the last to the first, each cell as long as its ratio allows; and what that wastes."""
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
                return z * (q - eq) * (1 - 1e-7) - (p - ep)
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
        """The lattice's place that wastes least: a search on a net, then on ever smaller parts."""
        found = {}

        def waste(part):
            u = float(self.largest) + 1e-9 + part * self.fh
            found[part] = (u, *(self.cells(u) or (None, math.inf)))
            return found[part][2]
        best, step = min((i / 24 for i in range(24)), key=waste), 1 / 24
        for _ in range(12):
            best = min((best + step * i / 3 for i in (-2, -1, 0, 1, 2) if 0 <= best + step * i / 3 <= 1), key=waste)
            step /= 3
        return found[best] if math.isfinite(found[best][2]) else None


class Composed:
    """n steps: the laws above and below as integers over 2^bits, and their bounds at e^t."""

    def __init__(self, grid, n, sums):
        self.grid, self.n, self.sums = grid, n, sums
        scale = 1 << sums.bits
        self.u_above = grid.largest
        masses, self.lost = grid.split(self.u_above)
        self.step_above = [max(0, int(m * scale)) + 2 for m in masses]
        u, cuts, self.waste = grid.best_cells()
        self.u_below, self.den = Fraction(int(u * 10 ** 12), 10 ** 12), 10 ** 12
        self.cuts = [round(c * self.den) for c in cuts]
        tails = [1] + [grid.exact_tails(Decimal(c) / self.den)[1] for c in self.cuts] + [0]
        self.step_below = [max(0, int((a - b) * scale) - 2) for a, b in zip(tails, tails[1:])]
        self.above = sums.power(self.step_above, n, True)
        self.below = sums.power(self.step_below, n, False)

    def bound(self, t, up):
        """zeta, offset, weight and answer of one side, and the bound as a rational."""
        law, u, sums = (self.above, self.u_above, self.sums) if up else (self.below, self.u_below, self.sums)
        h, t, u = (Decimal(x.numerator) / Decimal(x.denominator) for x in (self.grid.h, t, u))
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
