"""Sampled Gaussian noise composed, to many digits: proposes the numbers of a plan, which theories/Plans.v checks.
Doubles propose here; nothing is trusted."""

import bisect
import cmath
import math
from fractions import Fraction

LINES = (1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
RIGHTS = (2.0, 3.0, 4.0, 6.0)
LEFTS = (1.0, 2.0, 4.0)
UNIT = 10 ** 9
COARSE_BITS, COARSE_DEGREE = 50, 8


class Unplanned(Exception):
    pass


class Step:
    """One step: its losses on a net of points, and transforms by the trapezoidal rule."""

    def __init__(self, s, w):
        self.s, self.w = s, w
        low, high, count = -13 * s, 15 * s + 2 * max(RIGHTS) + max(LINES), 2400
        self.width = (high - low) / count
        points = [low + i * self.width for i in range(count + 1)]
        self.losses = [self.loss(x) for x in points]
        self.masses = [self.density(x) * self.width for x in points]

    def odds(self, x):
        return self.w * math.exp((x - 0.5) / self.s ** 2)

    def loss(self, x):
        return math.log(1 - self.w + self.odds(x))

    def density(self, x):
        return math.exp(-(x / self.s) ** 2 / 2) / math.sqrt(2 * math.pi) / self.s

    def log_moment(self, order):
        return math.log(sum(math.exp(order * l) * m for l, m in zip(self.losses, self.masses)))

    def log_transform(self, point):
        return cmath.log(sum(cmath.exp(point * l) * m for l, m in zip(self.losses, self.masses)))

    def least_level(self, c, u, v):
        """A level that interval arithmetic finds below the tilted density on [u, v]."""
        largest = max(u * u, v * v) / self.s ** 2
        tilted = math.exp(c * self.loss(u) - largest / 2) / math.sqrt(2 * math.pi) / self.s
        slope = self.odds(v) / self.s ** 2 / (1 - self.w + self.odds(u))
        return 0.9999 * tilted / slope


class Levels:
    """Cells with levels below the tilted density: [x, end] with a cap, for one frequency."""

    def __init__(self, step, c):
        self.step, self.c, self.den = step, c, max(20, math.ceil(20 / step.s))
        self.first = math.floor(-6 * step.s * self.den)
        wide = max(1, self.den // 4)
        count = math.ceil(12 * step.s * self.den) + self.den
        self.ends = list(range(self.first, self.den, wide))
        self.ends += list(range(self.ends[-1] + 1, self.first + count + self.den, 1))
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
        """The mass saved, and the cells that save it."""
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

    def cells(self, start, cap):
        out = []
        for i in range(start, len(self.levels)):
            level = math.floor(min(cap, self.levels[i]) * UNIT)
            out.append((self.ends[i + 1], level))
            if level < 10 ** -5 * cap * UNIT:
                break
        return self.ends[start], out


class Plan:
    """For n steps and thresholds t: the numbers that keep every error of delta(t) below [error], and those of the other
    direction below [slack]."""

    def __init__(self, s, w, n, thresholds, error, slack=math.inf):
        if not 0 < w < 1 or s < Fraction(1, 4):
            raise Unplanned("noise of this scale and rate")
        self.s, self.w, self.n = float(s), float(w), n
        self.thresholds, self.error = [float(t) for t in thresholds], error / 4
        self.log_slack = math.log(slack / 4)
        self.step = Step(self.s, self.w)
        moments = {}

        def moment(order):
            if order not in moments:
                moments[order] = n * self.step.log_moment(order)
            return moments[order]
        self.moment = moment
        self.period, self.c, self.a, self.b = min(self.candidates())
        self.place_nodes()

    def candidates(self):
        for c in LINES:
            for a in (c + more for more in RIGHTS):
                for b in LEFTS:
                    need = 0.5
                    for t in self.thresholds:
                        need = max(need, (t - a * t + self.moment(a) - math.log(self.error) + 0.2) / (a - c),
                                   (t + b * t + self.moment(-b) - math.log(self.error) + 0.2) / (c + b),
                                   (a * t + self.moment(a) - self.log_slack) / (a - c),
                                   (self.moment(-b) - b * t - self.log_slack) / (c + b))
                    yield math.ceil(need * 8) / 8, c, a, b

    def beyond(self, last, levels, total):
        step = 2 * math.pi / self.period
        kappa = total - levels.best((last + 1) * step)[0]
        front = max(max(t - self.c * t, self.c * t - self.log_slack + math.log(self.error)) for t in self.thresholds)
        return math.exp(front + self.n * math.log(kappa)) * 2 / (self.period * step ** 2 * last)

    def place_nodes(self):
        levels, total = Levels(self.step, self.c), math.exp(self.moment(self.c) / self.n)
        low, high = 1, 2
        while self.beyond(high, levels, total) > self.error:
            low, high = high, 2 * high
            if high > 4000:
                raise Unplanned("no bound beyond the last node")
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.beyond(middle, levels, total) <= self.error else (middle, high)
        self.last = high
        _, (start, cap) = levels.best((high + 1) * 2 * math.pi / self.period)
        self.level_den = levels.den
        self.level_from, self.levels = levels.cells(start, cap)

    def worth(self, y):
        """delta's value at y in doubles: E (e^(S + y) - 1)_+."""
        step, total = 2 * math.pi / self.period, 0.0
        for k in range(self.last + 1):
            point = self.c + 1j * k * step
            power = point * y + self.n * self.step.log_transform(point)
            if power.real < -60:
                continue
            total += (2 if k else 1) * (cmath.exp(power) / (point * (point - 1))).real / self.period

        def near_one(x):
            return 1 / (1 - math.exp(-x * self.period))
        return total - (near_one(self.c - 1) - 1) * math.exp(y) + near_one(self.c) - 1

    def delta(self, t):
        return math.exp(t) * self.worth(-t)

    @staticmethod
    def bend(value, t, step=0.02):
        """The second derivative of delta, in one direction, in e^t, times the square of e^t."""
        slopes = [math.exp(t + i * step) for i in (-1, 0, 1)]
        low, middle, high = (value(t + i * step) for i in (-1, 0, 1))
        rises = (high - middle) / (slopes[2] - slopes[1]), (middle - low) / (slopes[1] - slopes[0])
        return 2 * (rises[0] - rises[1]) / (slopes[2] - slopes[0]) * slopes[1] ** 2

    def reverse(self, t):
        return 1 - math.exp(t) + self.worth(t)

    def edges(self, orders, share):
        """Returns two points outside of which the mass is below a share of the transforms at these orders."""
        left, right = 0.0, 0.0
        for c in orders:
            tilt = math.exp((c * c - c) / (2 * self.s ** 2))
            reach = self.s * math.sqrt(2 * math.log(16 * max(tilt, 1) / share))
            left, right = min(left, -reach, c - reach), max(right, reach, c + reach)
        return left, right

    def cells(self, den, left, right):
        """Returns for each cell by how much the loss moves in its half, the loss's slope, that of the tilted law, and its mass."""
        out, half, step, s2 = [], 0.5 / den, self.step, self.s ** 2
        for i in range(math.floor(left * den), math.ceil(right * den)):
            x, ends = (i + 0.5) / den, (i / den, (i + 1) / den)
            slopes = [step.odds(y) / s2 / (1 - self.w + step.odds(y)) for y in ends]
            peak = max(math.exp(self.c * step.loss(y)) * step.density(y) for y in (*ends, x))
            tilted = max(abs(self.c * slope - y / s2) for slope, y in zip(slopes, ends))
            out.append((max(slopes) * half, max(slopes), tilted, peak / den))
        return out

    def harm(self, off):
        """Returns the error of delta from errors of the transforms, by the node. Rectangles of intervals grow when they are squared."""
        total, grown = 0.0, 1.3 ** self.n.bit_length()
        for k, (size, error) in enumerate(zip(self.sizes, off)):
            rise = min(700, self.n * math.log1p(error / size))
            more = math.exp(min(700, self.n * math.log(size) + rise)) * -math.expm1(-rise)
            point = complex(self.c, k * 2 * math.pi / self.period)
            total += (2 if k else 1) * more / abs(point * (point - 1))
        return grown * total * self.front / self.period

    def enough(self, error_of, most):
        """The first of a list of numbers with which the errors of all nodes do no harm."""
        return next((number for number in most if self.harm(error_of(number)) < self.error / 4), None)

    def fine_grid(self, share):
        """Cells, degree and number of terms, at the least cost."""
        step = 2 * math.pi / self.period
        nodes = [k * step for k in range(self.last + 1)]
        self.sizes = [abs(cmath.exp(self.step.log_transform(self.c + 1j * v))) for v in nodes]
        left, right = self.edges((self.c,), share)
        least, found = 2 ** max(0, math.ceil(math.log2(2 / self.s))), None

        def power_over(x, n):
            return math.exp(min(0.0, n * math.log(x + 1e-300) - math.lgamma(n + 1)))
        for den in (least, 2 * least, 4 * least, 8 * least):
            cells, half = self.cells(den, left, right), 0.5 / den
            terms = self.enough(lambda m: [sum(mass * power_over(v * away, 2 * m) for away, _, _, mass in cells)
                                           for v in nodes], range(3, 30))
            degree = self.enough(lambda d: [2 * sum(mass * power_over((v * slope + tilted + 0.62 * math.sqrt(d + 1) / self.s)
                                                                      * half, d + 1) for _, slope, tilted, mass in cells)
                                            for v in nodes], range(6, 25))
            if terms and degree:
                cost = len(cells) * ((2 * terms + 4 + 3 * degree) * 0.6 * (degree + 1) ** 2 + len(nodes) * (2 * terms + 10))
                found = min(found or (math.inf,), (cost, den, degree, terms))
        if not found:
            raise Unplanned("no cells")
        _, den, degree, terms = found
        first = math.floor(left * den)
        bits = max(62, math.ceil(math.log2(512 / share)))  # 62 bits cost no more than fewer
        return f"(Grid {bits} {degree} {terms} {den} ({first}) {math.ceil(right * den) - first})"

    def coarse_grid(self, share):
        left, right = self.edges((self.a, -self.b), share)
        den = 1 << max(0, math.ceil(math.log2(4 / self.s)))
        first = math.floor(left * den)
        return f"(Grid {COARSE_BITS} {COARSE_DEGREE} 1 {den} ({first}) {math.ceil(right * den) - first})"

    def text(self, name, expr):
        self.front = max(math.exp(t - self.c * t) for t in self.thresholds)
        peak = self.front * math.exp(self.moment(self.c)) / (self.c * (self.c - 1) * self.period)
        share = min(1e-12, self.error / (16 * self.n * max(peak, 1e-30)))
        if share < 1e-30:
            raise Unplanned("so many digits")
        cells = "; ".join(f"({'(%d)' % v if v < 0 else v}, {g})" for v, g in self.levels)
        fine, coarse = self.fine_grid(share), self.coarse_grid(1e-4 / self.n)
        numbers = " ".join(expr(Fraction(x)) for x in (self.c, self.period, self.a, self.b))
        return (f"Definition {name} : plan :=\n  Plan {fine} {coarse}\n    {numbers}\n"
                f"    {self.last} {self.level_den} ({self.level_from}) {UNIT}\n    [{cells}]%Z.\n")
