"""Composed sampled Gaussian and Laplace noise, to many digits: proposes the numbers of a plan, which theories/Plans.v
checks. Doubles only propose numbers; the kernel checks all of them.
"""

import cmath
import functools
import math
from fractions import Fraction

from noise_steps import LEFTS, LINES, RIGHTS, STEPS, UNIT, GaussianStep, Levels


class Unplanned(Exception):
    pass


class Part:
    """Equal steps of a composition: noise of scale s, sampled at rate w, n times."""

    def __init__(self, name, s, w, n):
        if not 0 < w <= 1 or s < (Fraction(1, 4) if STEPS[name] is GaussianStep else Fraction(1, 10)):
            raise Unplanned("noise of this scale and rate")
        self.exact_s, self.exact_w, self.n = Fraction(s), Fraction(w), n
        self.step, self.moments = STEPS[name](float(s), float(w)), {}

    def log_moment(self, order):
        if order not in self.moments:
            self.moments[order] = self.n * self.step.log_moment(order)
        return self.moments[order]


class Plan:
    """A plan for a composition and thresholds t: numbers such that every error of delta(t) is below [error], and
    every error of the reverse direction is below [slack].
    """

    def __init__(self, parts, thresholds, error, slack=math.inf):
        self.parts = [Part(*one) for one in parts]
        self.thresholds, self.error = [float(t) for t in thresholds], error / 4
        self.log_slack = math.log(slack / 4)
        self.period, self.c, self.a, self.b = min(self.candidates())
        # The factor by which an error of the sum enters delta(t) and the reverse direction, the latter in units of
        # error / slack.
        self.front = math.exp(max(max(t - self.c * t, self.c * t - self.log_slack + math.log(self.error)) for t in self.thresholds))
        self.place_nodes()

    def moment(self, order):
        return sum(part.log_moment(order) for part in self.parts)

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

    def beyond(self, last, levels):
        step = 2 * math.pi / self.period
        size = sum(part.n * math.log(math.exp(part.log_moment(self.c) / part.n) - one.best((last + 1) * step)[0])
                   for part, one in zip(self.parts, levels))
        return self.front * math.exp(size) * 2 / (self.period * step ** 2 * last)

    def place_nodes(self):
        levels = [Levels(part.step, self.c) for part in self.parts]
        low, high = 1, 2
        while self.beyond(high, levels) > self.error:
            low, high = high, 2 * high
            if high > 4000:
                raise Unplanned("no bound beyond the last node")
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.beyond(middle, levels) <= self.error else (middle, high)
        self.last = high
        self.nodes = [k * 2 * math.pi / self.period for k in range(high + 1)]
        self.levels = [(one.den, *one.cells((high + 1) * 2 * math.pi / self.period)) for one in levels]

    @functools.cached_property
    def log_transforms(self):
        """Returns the logarithm of the transform of each part's step at each node."""
        return [[part.step.log_transform(complex(self.c, v)) for v in self.nodes] for part in self.parts]

    def worth(self, y):
        """Returns the value of delta at y in doubles: E (e^(S + y) - 1)_+."""
        total = 0.0
        for k, v in enumerate(self.nodes):
            point = complex(self.c, v)
            power = point * y + sum(part.n * logs[k] for part, logs in zip(self.parts, self.log_transforms))
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
        """Returns the second derivative of delta with respect to e^t, in one direction, times the square of e^t."""
        slopes = [math.exp(t + i * step) for i in (-1, 0, 1)]
        low, middle, high = (value(t + i * step) for i in (-1, 0, 1))
        rises = (high - middle) / (slopes[2] - slopes[1]), (middle - low) / (slopes[1] - slopes[0])
        return 2 * (rises[0] - rises[1]) / (slopes[2] - slopes[0]) * slopes[1] ** 2

    def reverse(self, t):
        return 1 - math.exp(t) + self.worth(t)

    def cells(self, step, den, left, right):
        """Returns for each cell the change of the loss over half the cell, the slope of the loss, the slope of the
        tilted distribution, and its mass.
        """
        out, half = [], 0.5 / den
        for i in range(math.floor(left * den), math.ceil(right * den)):
            x, ends = (i + 0.5) / den, (i / den, (i + 1) / den)
            slopes = [step.slope(y, y) for y in ends]
            peak = max(math.exp(self.c * step.loss(y)) * step.density(y) for y in (*ends, x))
            tilted = max(abs(self.c * slope + step.drift(y)) for slope, y in zip(slopes, ends))
            out.append((max(slopes) * half, max(slopes), tilted, peak / den))
        return out

    def harm(self, number, off):
        """Returns the error of delta that results from errors of the transforms of a part, by node. Rectangles of
        intervals grow when they are squared.
        """
        part, total = self.parts[number], 0.0
        grown = 1.3 ** (part.n.bit_length() + len(self.parts) - 1)
        for k, error in enumerate(off):
            rise = min(700, part.n * math.log1p(error / math.exp(self.log_transforms[number][k].real)))
            size = sum(one.n * logs[k].real for one, logs in zip(self.parts, self.log_transforms))
            point = complex(self.c, self.nodes[k])
            total += (2 if k else 1) * math.exp(min(700, size + rise)) * -math.expm1(-rise) / abs(point * (point - 1))
        return grown * total * self.front / self.period

    def enough(self, number, error_of, most):
        """Returns the first of a list of numbers for which the errors of all nodes are small enough."""
        allowed = self.error / 4 / len(self.parts)
        return next((x for x in most if self.harm(number, error_of(x)) < allowed), None)

    def fine_grid(self, number, bits, share):
        """Returns cells, degree and number of terms with the smallest cost."""
        step, nodes = self.parts[number].step, self.nodes
        left, right = step.edges((self.c,), share)
        least, found = 2 ** max(0, math.ceil(math.log2(2 / step.s))), None

        def power_over(x, n):
            return math.exp(min(0.0, n * math.log(x + 1e-300) - math.lgamma(n + 1)))
        for den in (least, 2 * least, 4 * least, 8 * least):
            cells, half = self.cells(step, den, left, right), 0.5 / den
            terms = self.enough(number, lambda m: [sum(mass * power_over(v * away, 2 * m) for away, _, _, mass in cells)
                                                   for v in nodes], range(3, 30))
            degree = self.enough(number, lambda d: [2 * sum(mass * power_over((v * slope + tilted + step.growth(d)) * half, d + 1)
                                                            for _, slope, tilted, mass in cells) for v in nodes], range(6, 25))
            if terms and degree:
                cost = len(cells) * ((2 * terms + 4 + 3 * degree) * 0.6 * (degree + 1) ** 2 + len(nodes) * (2 * terms + 10))
                found = min(found or (math.inf,), (cost, den, degree, terms))
        if not found:
            raise Unplanned("no cells")
        _, den, degree, terms = found
        first = math.floor(left * den)
        return f"(Grid {bits} {degree} {terms} {den} ({first}) {math.ceil(right * den) - first})"

    def text(self, name, expr):
        peak = self.front * math.exp(self.moment(self.c)) / (self.c * (self.c - 1) * self.period)
        count = sum(part.n for part in self.parts)
        share = min(1e-12, self.error / (16 * count * max(peak, 1e-30)))
        if share < 1e-30:
            raise Unplanned("so many digits")
        bits = max(62, math.ceil(math.log2(512 / share)))  # fewer than 62 bits cost as much
        numbers = " ".join(expr(Fraction(x)) for x in (self.c, self.period, self.a, self.b))
        pieces = []
        for i, (part, (den, first, cells)) in enumerate(zip(self.parts, self.levels)):
            cells = "; ".join(f"({'(%d)' % v if v < 0 else v}, {g})" for v, g in cells)
            coarse = part.step.coarse_grid((self.a, -self.b), 1e-4 / count)
            pieces.append(f"Piece {part.step.kind} {expr(part.exact_s)} {expr(part.exact_w)} {part.n}\n"
                          f"      {self.fine_grid(i, bits, share)} {coarse} {den} ({first}) {UNIT}\n      [{cells}]%Z")
        text = ";\n    ".join(pieces)
        return f"Definition {name} : plan :=\n  Plan {bits} {numbers} {self.last}\n   [{text}].\n"
