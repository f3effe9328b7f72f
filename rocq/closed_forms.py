"""Certificates of mechanisms with closed forms: Gaussian noise and its compositions, Laplace noise, one
step of either with Poisson sampling. For each quantity this module writes the terms that theories/Certificates.v
requires."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import laplace_powers as powers


class Expr:
    """An expression of Numbers.v as text, with its value as a decimal. The decimal guides choices and enters no
    proof.
    """
    largest = Decimal(0)  # argument of Phi

    def __init__(self, text, value, exact=None):
        self.text, self.value, self.exact, self.log = text, value, exact, None

    def __add__(self, other):
        return Expr(f"(Add {self.text} {other.text})", self.value + other.value)

    def __sub__(self, other):
        return Expr(f"(Sub {self.text} {other.text})", self.value - other.value)

    def __mul__(self, other):
        return Expr(f"(Mul {self.text} {other.text})", self.value * other.value)

    def __truediv__(self, other):
        return Expr(f"(Div {self.text} {other.text})", self.value / other.value)


def phi_of(x):
    if abs(x) > 40:
        return Decimal(0 if x < 0 else 1)
    t = s = x
    n = 0
    while abs(t) > Decimal(10) ** -(getcontext().prec + 5):
        n += 1
        t = t * x * x / (2 * n + 1)
        s += t
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798")
    return Decimal("0.5") + (-x * x / 2).exp() / (2 * pi).sqrt() * s


def num(x):
    return Expr(f"(Num ({x}))", Decimal(x), Fraction(x))


def exp(x):
    result = Expr(f"(Exp {x.text})", x.value.exp())
    result.log = x
    return result


def ln(x):
    return Expr(f"(Ln {x.text})", x.value.ln())


def sqrt(x):
    return Expr(f"(Sqrt {x.text})", x.value.sqrt())


def square(x):
    return Expr(f"(Pow {x.text} 2)", x.value * x.value)


def phi(x):
    Expr.largest = max(Expr.largest, abs(x.value))
    return Expr(f"(PhiE {x.text})", phi_of(x.value))


ONE, ZERO, HALF_OF = num(1), num(0), num(2)


class Proofs:
    """The precision, and the side conditions that are proved by separate computations."""

    def __init__(self, bits, rational):
        self.bits, self.rational = bits, rational

    def less(self, e, f):
        return (f"(less_correct {self.bits} 0 {e.text} {f.text} ltac:(vm_cast_no_check (eq_refl true)))")

    def leq(self, e, f):
        return (f"(leq_correct {self.bits} 0 {e.text} {f.text} ltac:(vm_cast_no_check (eq_refl true)))")


class Mechanism:
    """A pair as a Rocq term, with the proof that it is sound, its value at weights (a, b), and half-lines as tests.
    """

    def __init__(self, name, given, steps, words, proofs):
        self.name, self.steps, self.words, self.proofs = name, steps, words, proofs
        term, expr = words
        number = {key: Expr(expr(value), Decimal(value.numerator) / Decimal(value.denominator), value)
                  for key, value in given.items()}
        terms = {key: term(value) for key, value in given.items()}
        self.scale = number["sigma" if "gaussian" in name else "b"]
        self.scale_term = terms["sigma" if "gaussian" in name else "b"]
        self.rate, self.rate_term = number.get("p"), terms.get("p")
        positive = "ltac:(lra)"
        if name == "gaussian" and steps == 1:
            self.pair, self.sound = f"(gaussian {self.scale_term})", f"(gaussian_sound {self.scale_term} {positive})"
        elif name == "gaussian":
            self.pair = f"(power (gaussian {self.scale_term}) (Pos.to_nat {steps}))"
            self.sound = f"(gaussian_power_sound {self.scale_term} {positive} (Pos.to_nat {steps}))"
        elif name == "laplace" and steps != 1:
            self.pair = f"(power (laplace {self.scale_term}) (Pos.to_nat {steps}))"
            self.sound = f"(laplace_power_sound {self.scale_term} {positive} (Pos.to_nat {steps}))"
            self.powers = powers.Powers(self)
        elif name == "laplace":
            self.pair, self.sound = f"(laplace {self.scale_term})", f"(laplace_sound {self.scale_term} {positive})"
        else:
            short = {"subsampled_gaussian": "sg", "subsampled_laplace": "sl"}[name]
            self.pair = f"({name} {self.scale_term} {self.rate_term})"
            self.sound = f"({short}_sound {self.scale_term} {self.rate_term} {positive} ltac:(lra))"

    def value(self, a, b):
        """Returns (h, proof that h = sup b Q - a P)."""
        s, w, less, leq = self.scale, self.rate, self.proofs.less, self.proofs.leq
        ta, tb = f"(val nil {a.text})", f"(val nil {b.text})"
        start = f"{self.scale_term}" + (f" {self.rate_term}" if w else "")
        hb = less(ZERO, b)
        if self.name == "laplace" and self.steps != 1:
            return self.powers.value(a, b)
        if self.name == "gaussian":
            n = num(self.steps)
            if self.steps == 1:
                c = square(s) * ln(a / b) + ONE / num(2)
                h = b * (ONE - phi((c - ONE) / s)) - a * (ONE - phi((c - ZERO) / s))
                return h, f"(g_value {start} {ta} {tb} ltac:(lra) {less(ZERO, a)} {hb})"
            c = square(s) * ln(a / b) + n / num(2)
            h = b * phi((n * ONE - c) / (s * sqrt(n))) - a * phi((n * ZERO - c) / (s * sqrt(n)))
            return h, f"(gp_value {start} {self.steps} {ta} {tb} ltac:(lra) {less(ZERO, a)} {hb})"
        sides = "ltac:(lra)" + (" ltac:(lra)" if w else "")
        if self.name == "subsampled_gaussian":
            rho = (a / b - (ONE - w)) / w
            if rho.value <= 0:
                return b - a, f"(sg_all {start} {ta} {tb} {sides} {hb} {leq(a, b * (ONE - w))})"
            c = square(s) * ln(rho) + ONE / num(2)
            f0, f1 = phi((c - ZERO) / s), phi((c - ONE) / s)
            h = b * (ONE - ((ONE - w) * f0 + w * f1)) - a * (ONE - f0)
            return h, f"(sg_value {start} {ta} {tb} {sides} {hb} {less(ZERO, rho)})"
        low, high = exp(ZERO - ONE / s), exp(ONE / s)
        rho = (a / b - (ONE - w)) / w if w else a / b
        kind = "sl" if w else "l"
        if rho.value >= high.value:
            bound = b * (ONE - w + w * high) if w else b * high
            return ZERO, f"({kind}_none {start} {ta} {tb} {sides} {hb} {leq(bound, a)})"
        if rho.value <= low.value:
            bound = b * (ONE - w + w * low) if w else b * low
            return b - a, f"({kind}_all {start} {ta} {tb} {sides} {hb} {leq(a, bound)})"
        c = (ONE + s * ln(rho)) / num(2)
        f0, f1 = ONE - exp(ZERO - (c - ZERO) / s) / num(2), exp((c - ONE) / s) / num(2)
        q = (ONE - w) * f0 + w * f1 if w else f1
        h = b * (ONE - q) - a * (ONE - f0)
        return h, f"({kind}_value {start} {ta} {tb} {sides} {hb} {less(low, rho)} {less(rho, high)})"

    def error_of(self, c, swapped):
        """Returns the probability under P beyond c, or under Q up to c, as a decimal."""
        s, w, root = self.scale.value, self.rate.value if self.rate else Decimal(1), Decimal(self.steps).sqrt()
        if "gaussian" in self.name:
            parts = [phi_of((c - self.steps * mean) / (s * root)) for mean in (0, 1)]
        else:
            parts = [1 - (-c / s).exp() / 2, ((c - 1) / s).exp() / 2]
        return (1 - w) * parts[0] + w * parts[1] if swapped else 1 - parts[0]

    def cut_of(self, alpha, swapped):
        """Finds the cut at which a half-line has P-probability alpha, or its complement has Q-probability alpha.
        Returns nothing outside of the interval on which the loss of Laplace noise changes.
        """
        s = self.scale.value
        low, high = Decimal(0), Decimal(1)
        if "gaussian" in self.name:
            reach = 40 * s * Decimal(self.steps).sqrt()
            low, high = -reach, reach + self.steps
        elif not self.error_of(low, swapped) < alpha < self.error_of(high, swapped) and \
                not self.error_of(high, swapped) < alpha < self.error_of(low, swapped):
            return None
        for _ in range(getcontext().prec * 4):
            middle = (low + high) / 2
            if (self.error_of(middle, swapped) > alpha) != swapped:
                low = middle
            else:
                high = middle
        return low if swapped else high

    def test(self, alpha, places, swapped=False):
        """Returns a half-line whose type I error, in the reverse direction where [swapped], is just below alpha."""
        if self.name == "laplace" and self.steps != 1:
            return self.powers.test(alpha, places, swapped)
        c = self.cut_of(alpha, swapped)
        unit = 10 ** places
        return None if c is None else self.half_line(Fraction(math.floor(c * unit) if swapped else math.ceil(c * unit), unit))

    def half_line(self, c):
        """Returns the part beyond c as a test: its probabilities, and the proof."""
        term, expr = self.words
        e = Expr(expr(c), Decimal(c.numerator) / Decimal(c.denominator))
        s, n = self.scale, num(self.steps)
        if self.name == "gaussian" and self.steps > 1:
            return (phi((n * ZERO - e) / (s * sqrt(n))), phi((n * ONE - e) / (s * sqrt(n))),
                    f"(gp_test {self.scale_term} {self.steps} {term(c)} ltac:(lra))")
        if self.name == "gaussian":
            return (ONE - phi((e - ZERO) / s), ONE - phi((e - ONE) / s),
                    f"(g_test {self.scale_term} {term(c)} ltac:(lra))")
        if self.name == "subsampled_gaussian":
            f0, f1, w = phi((e - ZERO) / s), phi((e - ONE) / s), self.rate
            return (ONE - f0, ONE - ((ONE - w) * f0 + w * f1),
                    f"(sg_test {self.scale_term} {self.rate_term} {term(c)} ltac:(lra))")
        if self.name == "laplace" and 0 < c <= 1:
            return (ONE - (ONE - exp(ZERO - (e - ZERO) / s) / num(2)), ONE - exp((e - ONE) / s) / num(2),
                    f"(l_test {self.scale_term} {term(c)} ltac:(lra) ltac:(lra) ltac:(lra))")
        if self.name == "subsampled_laplace" and 0 < c <= 1:
            f0, f1, w = ONE - exp(ZERO - (e - ZERO) / s) / num(2), exp((e - ONE) / s) / num(2), self.rate
            return (ONE - f0, ONE - ((ONE - w) * f0 + w * f1),
                    f"(sl_test {self.scale_term} {self.rate_term} {term(c)} ltac:(lra) ltac:(lra) ltac:(lra))")
        return None


NAMES = ("gaussian", "laplace", "subsampled_gaussian", "subsampled_laplace")


def covered(name, steps):
    return name in NAMES and (steps == 1 or name == "gaussian" or
                              name == "laplace" and (steps == "?" or steps <= powers.MOST_STEPS))


def terms_for(bits):
    """Returns the number of terms of the series of Phi with a remainder below 2^-bits at the largest argument."""
    x = float(Expr.largest)
    n, size = 0, 2 * math.log2(x + 1e-9)
    while size > -bits and n < 100000:
        n += 1
        size += 2 * math.log2(x + 1e-9) - math.log2(2 * n + 1)
    return n + 2
