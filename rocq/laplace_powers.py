"""Compositions of Laplace noise in closed form: the terms that theories/Powers.v requires."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import closed_forms as forms

MOST_STEPS = 100  # for more steps the kernel needs minutes, and distributions on a lattice are used
COMPUTED = "ltac:(vm_cast_no_check (eq_refl true))"


def rows_of(n):
    """Returns the coefficients of (1 - X)^j (1 + X)^(n - j), times the binomial coefficient of n and j."""
    row, rows = [math.comb(n, i) for i in range(n + 1)], []
    for j in range(n + 1):
        rows.append([math.comb(n, j) * c for c in row])
        carry, following = 0, []
        for c in row:  # times (1 - X), divided by (1 + X)
            following.append(c - carry)
            carry = c
        following.append(-carry)
        quotient, left = [], 0
        for c in following[:-1]:
            left = c - left
            quotient.append(left)
        row = quotient
    return rows


class Powers:
    def __init__(self, mechanism):
        self.m, self.n, self.s = mechanism, mechanism.steps, mechanism.scale

    def count(self, t):
        """Returns the number of rows with a total loss beyond t."""
        at = t.exact * self.s.exact if t.exact is not None else Fraction(t.value * self.s.value)
        return min(self.n + 1, max(0, math.ceil((self.n - at) / 2)))

    def threshold(self, a, b):
        """Returns t with a = b e^t, as the term of the file, and the proof."""
        proofs = self.m.proofs
        if a.text == b.text or a.exact is not None and a.exact == b.exact:
            return forms.ZERO, f"(weigh_even {a.text} {b.text} ltac:(cbn [val]; lra))"
        if a.log and b.text == forms.ONE.text:
            return a.log, f"(weigh_up {a.log.text})"
        if b.log and a.text == forms.ONE.text:
            t = forms.ZERO - b.log
            t.exact = None if b.log.exact is None else -b.log.exact
            return t, f"(weigh_down {b.log.text})"
        positive = f"{proofs.less(forms.ZERO, a)} {proofs.less(forms.ZERO, b)}"
        return forms.ln(a / b), f"(weigh_ln {a.text} {b.text} {positive})"

    def value(self, a, b):
        t, weighs = self.threshold(a, b)
        n, s, proofs = self.n, self.s, self.m.proofs
        count = self.count(t)
        head = f"{s.text} {t.text} {n} ltac:(cbn [val]; lra)"
        sides = f"{b.text} _ {proofs.less(forms.ZERO, b)} {weighs}"
        place = t * s - forms.num(n)
        if t.exact is None:
            less, more = proofs.leq(forms.ZERO, place), proofs.leq(t * s + forms.num(n), forms.ZERO)
        else:
            less = more = "ltac:(cbn [val]; lra)"
        if count == 0:
            return forms.ZERO, f"(lp_none {head} {sides} {less})"
        if count == n + 1:
            return b - a, f"(lp_all {head} {sides} {more})"
        rows = "ltac:(rows_count)" if t.exact is not None else f"(rows_weak _ _ _ _ _ {self.checked(t, count)})"
        h = forms.Expr(f"(power_expr {s.text} {t.text} {n} {count} {b.text})", Decimal(0))
        return h, f"(lp_value {head} {count} {sides} {rows})"

    def checked(self, t, count):
        return f"(rows_check {self.m.proofs.bits} {self.s.text} {t.text} {self.n} {count} {COMPUTED})"

    def tail(self, t):
        """Returns P(total loss > t) as a decimal."""
        a, total = 1 / self.s.value, Decimal(0)
        for j, row in enumerate(self.rows):
            y = -(t + (2 * j - self.n) * a) / 2
            if y <= 0:
                break
            rest, power, factorial = (-y).exp(), Decimal(1), Decimal(1)
            for i, c in enumerate(row):
                total += c * (-1) ** i * rest
                rest -= power / factorial
                power, factorial = power * -y, factorial * (i + 1)
        return (-t / 2).exp() * ((-a / 2).exp() / 2) ** self.n * total

    def test(self, alpha, places, swapped=False):
        """Returns the event of a large loss with the largest P-probability at most alpha, or its mirror image, whose
        complement has that Q-probability; nothing if alpha is inside a jump.
        """
        self.rows, a = rows_of(self.n), 1 / self.s.value
        low, high = -self.n * a, self.n * a
        for _ in range(getcontext().prec * 4):
            middle = (low + high) / 2
            low, high = (middle, high) if self.tail(middle) > alpha else (low, middle)
        unit = 10 ** places
        c = Fraction(math.ceil(high * unit) + 1, unit)
        if self.tail(Decimal(c.numerator) / c.denominator) < alpha * (1 - Decimal(10) ** (8 - places)):
            return None
        _, expr = self.m.words
        c = -c if swapped else c
        t = forms.Expr(expr(c), -high if swapped else high, c)
        count, s = self.count(t), self.s
        shared = f"{s.text} {t.text} {self.n}"
        return (forms.Expr(f"(tail_expr {shared} (-1) down_expr {count})", alpha),
                forms.Expr(f"(tail_expr {shared} 1 up_expr {count})", alpha),
                f"(lp_test {shared} ltac:(cbn [val]; lra) {count} ltac:(rows_count))")
