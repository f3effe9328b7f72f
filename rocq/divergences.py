"""The Delta-divergence of Gaussian and Laplace noise, one step each: the tests and lines that theories/Divergence.v
requires. Doubles and decimals only propose numbers; the kernel checks all of them.
"""

import math
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

import closed_forms as forms

NORMAL = NormalDist()


def rounded(x, places=25, up=False):
    """Returns a rational near x, above or below it."""
    unit = 10 ** places
    scaled = Decimal(x) * unit
    return Fraction(int(scaled.to_integral_value(rounding="ROUND_CEILING" if up else "ROUND_FLOOR")), unit)


class Curve:
    """The tests of a mechanism by a parameter, with increasing type I error, and lines below its trade-off function.
    """

    def __init__(self, mechanism, number):
        self.m, self.number = mechanism, number
        self.s = float(mechanism.scale.value)

    def constant(self, c):
        return self.number(Fraction(c)), self.number(Fraction(c)), f"(constant_test {self.m.pair} {c} {self.m.sound} ltac:(lra))"

    def mixed(self, part, one, other):
        """Returns a mixture of two tests, the first with probability [part]."""
        weight, term = self.number(part), self.m.words[0]
        p, q = (weight * a + (forms.ONE - weight) * b for a, b in zip(one[:2], other[:2]))
        lines = " ".join(f"(val nil {x.text})" for x in (*one[:2], *other[:2]))
        return p, q, (f"(mixed_test {self.m.pair} {term(part)} {lines} {self.m.sound} ltac:(lra)\n"
                      f"    {one[2]}\n    {other[2]})")

    def line(self, c):
        """Returns the slope, both heights and their proofs."""
        slope = self.number(c)
        (h1, p1), (h2, p2) = self.m.value(slope, forms.ONE), self.m.value(forms.ONE, slope)
        return slope, h1, h2, p1, p2

    def height(self, line):
        slope, h1, h2, _, _ = line
        return max(h1.value, 1 - slope.value + h2.value)


    def kinks(self):
        """Returns the slopes at which the Bayes error is not differentiable."""
        return []


class GaussianCurve(Curve):
    def ends(self, k):
        """Returns two parameters (minus the threshold): the test of the first has a type I error below k, the test of
        the second a type II error below k.
        """
        far = math.ceil((self.s * NORMAL.inv_cdf(1 - float(k)) + 0.01) * 64)
        return Fraction(-far, 64), Fraction(far - 64, 64)

    def test(self, t):
        return self.m.half_line(-t)

    def best(self, c):
        """Returns the most powerful test at this price."""
        return self.m.half_line(Fraction(round((self.s ** 2 * math.log(c) + 0.5) * 10 ** 15), 10 ** 15))

    def slope(self, a):
        x = self.s * NORMAL.inv_cdf(1 - min(max(float(a), 1e-14), 1 - 1e-14))
        return Fraction(math.exp((x - 0.5) / self.s ** 2)).limit_denominator(10 ** 14) + Fraction(1, 10 ** 15)


class LaplaceCurve(Curve):
    near = Fraction(1, 10 ** 30)

    def ends(self, k):
        return Fraction(0), Fraction(3)

    def test(self, t):
        """Returns the test at parameter t: a mixture of the empty test and the threshold 1, a threshold, or a mixture
        of the threshold 0 and the full test.
        """
        if t <= 0 or t >= 3:
            return self.constant(0 if t <= 0 else 1)
        if t < 1:
            return self.mixed(t, self.m.half_line(Fraction(1)), self.constant(0))
        if t <= 2:
            return self.m.half_line(max(2 - t, self.near))
        return self.mixed(3 - t, self.m.half_line(self.near), self.constant(1))

    def best(self, c):
        x = (1 + self.s * math.log(c)) / 2
        return self.test(2 - Fraction(x).limit_denominator(10 ** 15)) if 0 < x < 1 else self.constant(0 if x >= 1 else 1)

    def range(self):
        return (-1 / self.m.scale.value).exp(), (1 / self.m.scale.value).exp()

    def kinks(self):
        low, high = self.range()
        return [rounded(low), rounded(high, up=True)]

    def slope(self, a):
        low, high = self.range()
        a = Decimal(max(float(a), 1e-14))
        c = low / (4 * a * a)
        if c >= high * (1 - Decimal("1e-14")):
            return rounded(high, up=True)
        return rounded(low) if c <= low * (1 + Decimal("1e-14")) else rounded(c, 18)


def curve_of(mechanism, number):
    kinds = {"gaussian": GaussianCurve, "laplace": LaplaceCurve}
    if mechanism.name not in kinds or mechanism.steps != 1:
        return None
    return kinds[mechanism.name](mechanism, number)


class Polygon:
    """Tests of one curve and lines below the other that cover shifts by k everywhere."""

    most = 500

    def __init__(self, one, other, k, margin, smallest):
        self.one, self.other, self.k = one, other, k
        self.margin, self.smallest = margin, smallest
        first, last = one.ends(k)
        self.start = one.test(first)
        self.cells = []
        self.cover(first, self.start, last, one.test(last))

    def fits(self, line, test):
        c = line[0].value
        return self.other.height(line) - self.k * (1 + c) + self.margin <= test[1].value - c * test[0].value

    def lines(self, one, other):
        width = other[0].value - one[0].value
        yield self.other.line(self.other.slope((one[0].value + other[0].value) / 2 - self.k))
        if width > 0:
            chord = (other[1].value - one[1].value) / width
            yield self.other.line(rounded(chord, 18))

    def cover(self, t, one, u, other):
        line = None
        for line in self.lines(one, other):
            if self.fits(line, one) and self.fits(line, other):
                break
        else:
            # A false statement cannot be covered; the kernel then rejects the file.
            if u - t > self.smallest and len(self.cells) < self.most:
                middle = (t + u) / 2
                test = self.one.test(middle)
                self.cover(t, one, middle, test)
                self.cover(middle, test, u, other)
                return
        self.cells.append((line, other))


def least(one, other, price):
    """Returns the line and the test that bound the divergence from below, near this price or at a kink near it."""
    prices = [price] + [c for curve in (one, other) for c in curve.kinks() if abs(float(c / price) - 1) < 1e-9]

    def value(c):
        line, test = one.line(c), other.best(float(c))
        slope = line[0].value
        return (test[1].value - slope * test[0].value - one.height(line)) / (1 + slope), line, test
    return max(map(value, prices), key=lambda found: found[0])[1:]


def cell_text(name, line, test):
    slope, h1, h2, _, _ = line
    parts = "\n    ".join(x.text for x in (slope, h1, h2, test[0], test[1]))
    return f"Definition {name} : cell := Cell\n    {parts}.\n"


def lines_proof(line):
    return f"(conj\n    {line[3]}\n    {line[4]})"


def proof(start, one, other, prior, lower, upper, ends):
    """Returns definitions and the last step of the proof: the divergence of one.m and other.m is between lower and
    upper.
    """
    gap = max(upper - lower, Fraction(1, 10 ** 40))
    width = Decimal(gap.numerator) / Decimal(gap.denominator)
    k = Decimal(upper.numerator) / Decimal(upper.denominator)
    smallest = Fraction(math.sqrt(float(width)) / 8)
    polygon = Polygon(one, other, k, width / 10 ** 4, smallest)
    pairs = f"{one.m.pair} {other.m.pair}"
    line, test = least(one, other, prior)
    text = cell_text("least", line, test)
    names = []
    for number, (cell_line, cell_test) in enumerate(polygon.cells, 1):
        text += cell_text(f"cell_{number}", cell_line, cell_test)
        text += (f"Lemma good_{number} : good {pairs} cell_{number}.\nProof.\nexact (conj {lines_proof(cell_line)}\n"
                 f"  {cell_test[2]}).\nQed.\n")
        names.append(number)
    first = polygon.start
    every = "".join(f"(good_cons {pairs} cell_{i} _ good_{i}\n  " for i in names) + f"(good_nil {pairs})" + ")" * len(names)
    cells = "[" + "; ".join(f"cell_{i}" for i in names) + "]"
    return text, (f"(checked_divergence {start()} {pairs} {one.m.sound} {other.m.sound} {ends}\n  least\n  {first[0].text}\n  "
                  f"{first[1].text}\n  {cells}\n  {lines_proof(line)}\n  {test[2]}\n  {first[2]}\n  {every}\n"
                  "  ltac:(vm_cast_no_check (eq_refl true)))")
