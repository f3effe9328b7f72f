#!/usr/bin/env python3
"""Converts a certificate of plumbline to a file for Rocq: the statement lower <= value <= upper about the definitions
in rocq/theories, and its proof by computation.

    python3 rocq/plumbline_rocq.py delta.json -o delta.v
    python3 rocq/plumbline_rocq.py all.json --index 3 -o one.v

This program is not trusted: the kernel checks everything that it proposes. It parses expressions and numbers with the
reader of the second checker (checker/plumbline_check.py), and validates the certificate first (validation.py). The
theorem is about the pair. The first comment of the file states the hypotheses under which the pair is a statement
about the mechanism, and notes if the ends of the theorem are wider than those of the certificate. Exit codes: 0
written, 1 no sound certificate (its form, digest, numbers or texts are wrong, it states hypotheses other than those
of its expression, or it is withdrawn), 2 a file that cannot be read, 3 a certificate that is not covered.
"""

import argparse
import math
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "checker"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import closed_forms as forms  # noqa: E402
import divergences  # noqa: E402
import grids  # noqa: E402
import plumbline_check as reader  # noqa: E402
import transforms  # noqa: E402
import validation  # noqa: E402


class NotCovered(Exception):
    """Raised for a certificate that no theorem covers."""


NOT_COVERED = (NotCovered, reader.NotCovered, reader.TooHard)


# Numbers as Rocq terms of type R, as expressions of Numbers.v, and as decimals of high precision.

def dec(x):
    return Decimal(x.numerator) / Decimal(x.denominator) if isinstance(x, Fraction) else Decimal(x)


def parts(x):
    """Returns numerator and denominator; the denominator is a power of ten if possible."""
    x = Fraction(x)
    places = 0
    while places < 400 and (10 ** places) % x.denominator:
        places += 1
    if places == 400:
        return x.numerator, x.denominator
    return x.numerator * 10 ** places // x.denominator, 10 ** places


def term(x):
    """Returns a rational as a term of the statement."""
    top, bottom = parts(x)
    top = f"({top})" if top < 0 else str(top)
    return top if bottom == 1 else f"({top} / {bottom})"


def expr(x):
    """Returns a rational as an expression whose value is convertible with the rational."""
    top, bottom = parts(x)
    return f"(Num ({top}))" if bottom == 1 else f"(Div (Num ({top})) (Num {bottom}))"


def scaled(x, bits):
    """Returns floor(x 2^bits) of a decimal."""
    return int((dec(x) * (1 << bits)).to_integral_value(rounding="ROUND_FLOOR"))


# Distributions on a lattice: the steps of Lattice.v, so that offsets and answers are known in advance.

class Sums:
    def __init__(self, bits, weight_bits, small):
        self.bits, self.weight_bits, self.small = bits, weight_bits, small

    def product(self, a, b):
        if not a or not b:
            return []
        width = (sum(a) * sum(b) + 1).bit_length() + 1
        width += -width % 8
        size = width // 8

        def packed(x):
            return int.from_bytes(b"".join(v.to_bytes(size, "little") for v in x), "little")
        data = (packed(a) * packed(b)).to_bytes(size * (len(a) + len(b)), "little")
        return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]

    def multiply(self, s, t, up):
        offset, entries, excess = s[0] + t[0], self.product(s[1], t[1]), 0
        if up:
            ones = (1 << self.bits) - 1
            excess = s[2] + ((t[2] * sum(s[1]) + ones) >> self.bits)
            entries = [(x + ones) >> self.bits for x in entries]
        else:
            entries = [x >> self.bits for x in entries]
        front = dropped = 0
        while front < len(entries) and dropped + entries[front] <= self.small:
            dropped += entries[front]
            front += 1
        last, far = len(entries), 0
        while last > front and far + entries[last - 1] <= self.small:
            last -= 1
            far += entries[last]
        return offset + front, entries[front:last], (excess + dropped + far) if up else 0

    def power(self, step, n, up):
        base = result = (0, step, 0)
        for bit in bin(n)[3:]:
            result = self.multiply(result, result, up)
            if bit == "1":
                result = self.multiply(result, base, up)
        return result

    def weighed(self, s, zeta, y, up):
        one, total = 1 << self.weight_bits, 0
        for x in s[1]:
            total += x * max(0, one - y)
            y = ((y * zeta) >> self.weight_bits) + (0 if up else 1)
        return total + (s[2] << self.weight_bits)


class Lattice:
    """A distribution on a lattice: masses as (expression, decimal), ratios e^u, e^(u-h), ...; an infinite ratio with
    mass m.
    """

    def __init__(self, pair, proof, masses, u, h, m):
        self.pair, self.proof, self.masses, self.u, self.h, self.m = pair, proof, masses, u, h, m
        self.ratio = expr(u)  # terms of u and h in the proof


def big(x):
    return f"{x}%bigN"


def hints(name, step, zeta, offset, weight, answer):
    entries = "; ".join(map(big, step))
    return (f"Definition {name} : hints :=\n  Hints [{entries}]\n    {big(zeta)} {offset}%N {big(weight)}\n    "
            f"{big(answer)}.\n")


def lattice_hints(law, n, t, bits, weights, small, up):
    sums = Sums(bits, weights, small)
    step = [0 if x == 0 else scaled(x(), bits) + (1 if up else 0) for _, x in law.masses]
    s = sums.power(step, n, up)
    zeta = scaled((-dec(law.h)).exp(), weights) + (0 if up else 1)
    weight = scaled((dec(t) + n * dec(law.u) - s[0] * dec(law.h)).exp(), weights)
    weight = max(0, weight - 1) if up else weight + 2
    return step, zeta, s[0], weight, sums.weighed(s, zeta, weight, up)


def lattice_proof(law, n, times, width, most, least):
    """Returns the hints of a composition, its precision and the scales, such that delta is at most [most] at the
    first threshold and at least [least] at the second. For a false certificate the loop ends without success, and the
    kernel rejects the file.
    """
    extra = 40
    infinite = 1 - (1 - Fraction(law.m)) ** n if law.m else Fraction(0)
    while True:
        bits = extra + 2 * n.bit_length() + len(law.masses).bit_length()
        bits += max(0, -int(dec(width).log10() * Decimal("3.33"))) if width > 0 else 100
        weights = bits + 30
        getcontext().prec = (3 * weights) // 9 + 60
        above, below = (lattice_hints(law, n, t, bits, weights, 1 << 12, up) for t, up in zip(times, (True, False)))
        unit = 1 << (bits + weights)
        high, low = Fraction(above[4], unit) + infinite, Fraction(below[4], unit) + infinite
        if (high <= most and low >= least) or extra > 200:
            break
        extra += 40
    precision = weights + 64 + max(0, int(max(abs(t + n * law.u) for t in times) * 2))
    text = hints("above", *above) + hints("below", *below)
    scales = f"{big(bits)} {big(weights)} {big(1 << 12)} above below\n  [{'; '.join(e for e, _ in law.masses)}]"
    return text, precision, scales


def response_law(epsilon, k):
    s = f"(Add (Exp {expr(epsilon)}) (Sub (Num {k}) (Num 1)))"

    def size():
        return dec(epsilon).exp() + k - 1
    return Lattice(
        f"(randomized_response {term(epsilon)} {k})", f"(rr_on_lattice {term(epsilon)} {k} ltac:(lia))",
        [(f"Div (Num 1) {s}", lambda: 1 / size()),
         (f"Div (Sub (Num {k}) (Num 2)) {s}", 0 if k == 2 else lambda: (k - 2) / size()),
         (f"Mul (Div (Num 1) {s}) (Exp {expr(epsilon)})", lambda: dec(epsilon).exp() / size())],
        epsilon, epsilon, 0)


def approximate_law(epsilon, delta):
    c = f"(Div (Sub (Num 1) {expr(delta)}) (Add (Exp {expr(epsilon)}) (Num 1)))"

    def size():
        return (1 - dec(delta)) / (dec(epsilon).exp() + 1)
    return Lattice(
        f"(approximate_dp {term(epsilon)} {term(delta)})",
        f"(approximate_on_lattice {term(epsilon)} {term(delta)} ltac:(lra))",
        [(c, size), ("(Num 0)", 0), (f"Mul {c} (Exp {expr(epsilon)})", lambda: size() * dec(epsilon).exp())],
        epsilon, epsilon, delta)


def variation_law(epsilon, delta, eta):
    e = f"(Exp {expr(epsilon)})"
    c = f"(Div (Sub {expr(eta)} {expr(delta)}) (Sub {e} (Num 1)))"
    r = f"(Sub (Sub (Num 1) {expr(delta)}) (Mul {c} (Add {e} (Num 1))))"

    def size():
        return (dec(eta) - dec(delta)) / (dec(epsilon).exp() - 1)
    return Lattice(
        f"(total_variation_dp {term(epsilon)} {term(delta)} {term(eta)})",
        f"(tvdp_on_lattice {term(epsilon)} {term(delta)} {term(eta)} ltac:(lra) ltac:(lra)\n"
        f"    (le_by_check (bits 100) 0 (Num 0) {r} ltac:(vm_cast_no_check (eq_refl true))))",
        [(c, size), (r, lambda: 1 - dec(delta) - size() * (dec(epsilon).exp() + 1)),
         (f"Mul {c} {e}", lambda: size() * dec(epsilon).exp())],
        epsilon, epsilon, delta)


def staircase_law(epsilon, gamma):
    if not 0 <= gamma <= 1 or epsilon <= 0:
        raise NotCovered("staircase noise of these parameters")
    e, q = f"(Exp {expr(epsilon)})", f"(Exp (Sub (Num 0) {expr(epsilon)}))"
    b = f"(Add (Mul (Num 2) {q}) (Mul (Mul (Num 2) {expr(gamma)}) (Sub (Num 1) {q})))"
    flat = gamma <= Fraction(1, 2)
    eta = f"(Mul (Sub (Num 1) {q}) (Sub (Num 1) (Div {q} {b})))" if flat else f"(Div (Sub (Num 1) {q}) {b})"
    c = f"(Div (Sub {eta} (Num 0)) (Sub {e} (Num 1)))"
    r = f"(Sub (Sub (Num 1) (Num 0)) (Mul {c} (Add {e} (Num 1))))"

    def size():
        x = (-dec(epsilon)).exp()
        width = 2 * x + 2 * dec(gamma) * (1 - x)
        return (1 - x) * (1 - x / width) / (1 / x - 1) if flat else (1 - x) / width / (1 / x - 1)
    name = "flat_steps" if flat else "steep_steps"
    return Lattice(
        f"(staircase {term(epsilon)} {term(gamma)})",
        f"({name} {term(epsilon)} {term(gamma)} ltac:(lra) ltac:(lra) ltac:(lra))",
        [(c, size), (r, lambda: max(Decimal(0), 1 - size() * (dec(epsilon).exp() + 1))),
         (f"Mul {c} {e}", lambda: size() * dec(epsilon).exp())],
        epsilon, epsilon, 0)


def integer_law(b):
    u = f"(Div (Num 1) {expr(b)})"
    c = f"(Div (Num 1) (Add (Exp {u}) (Num 1)))"

    def size():
        return 1 / (dec(1 / b).exp() + 1)
    law = Lattice(
        f"(discrete_laplace {term(b)})", f"(discrete_laplace_on_lattice {term(b)} ltac:(lra))",
        [(c, size), ("(Num 0)", 0), (f"Mul {c} (Exp {u})", lambda: size() * dec(1 / b).exp())], 1 / b, 1 / b, 0)
    law.ratio = u
    return law


LAWS = {
    "discrete_laplace": lambda g: integer_law(g["b"]),
    "staircase": lambda g: staircase_law(g["epsilon"], g["gamma"]),
    "randomized_response": lambda g: response_law(g["epsilon"], validation.whole(g.get("k", Fraction(2)))),
    "approximate_dp": lambda g: approximate_law(g["epsilon"], g["delta"]),
    "total_variation_dp": lambda g: variation_law(g["epsilon"], g["delta"], g["eta"]),
}


def rational(value):
    if not isinstance(value, Fraction):
        raise NotCovered("a number that is not rational")
    return value


def in_units(given):
    """Returns the scale of the noise in units of the sensitivity."""
    unit = given.get("sensitivity", 1)
    if unit <= 0:
        raise NotCovered("a sensitivity that is not positive")
    return {key: value / unit if key in ("sigma", "b") else value for key, value in given.items() if key != "sensitivity"}


def mechanisms(text):
    """Returns name, parameters and number of steps of each factor. For Gaussian noise with a variance, returns its
    standard deviation.
    """
    factors = reader.expression(text)
    for _, given, _ in factors:
        for key in ("relation", "group"):
            if key in given:
                raise NotCovered(f"{key}=")
    return [(name, with_deviation(given) if "sigma2" in given else given, steps) for name, given, steps in factors]


def with_deviation(given):
    """Returns the parameters with sigma instead of sigma2."""
    variance = given["sigma2"]
    if variance == "?":
        raise NotCovered("a calibration of sigma2")
    top, bottom = (math.isqrt(max(0, x)) for x in (variance.numerator, variance.denominator))
    if top ** 2 != variance.numerator or bottom ** 2 != variance.denominator:
        raise NotCovered("sigma2= of a standard deviation that is not rational")
    return {"sigma": Fraction(top, bottom), **{key: value for key, value in given.items() if key != "sigma2"}}


def one_mechanism(text):
    factors = mechanisms(text)
    if len(factors) != 1:
        raise NotCovered("a product of different mechanisms")
    return factors[0]


def theorem(name, statement, proof):
    return (f"Theorem {name} : {statement}.\nProof.\n{proof}\nQed.\n\nPrint Assumptions {name}.\n")


def lattice_file(item, name, given, steps, lower, upper):
    if given.get("sensitivity", 1) != 1:
        raise NotCovered("sensitivity=")
    law = LAWS[name]({key: rational(value) for key, value in given.items()})
    subject = f"(power {law.pair} (Pos.to_nat {steps}))"
    at = {key: rational(reader.number(text)) for key, text in item["at"].items()}
    infinite = expr(law.m) if law.m else "(Num 0)"
    ratios, ends = f"{law.ratio} {law.ratio} {infinite}", f"{expr(lower)} {expr(upper)}"
    quantity = item["quantity"]
    if (quantity == "delta" and item["direction"] == "worst") or quantity in ("tv", "advantage"):
        t = at.get("epsilon", Fraction(0))
        text, precision, scales = lattice_proof(law, steps, (t, t), upper - lower, upper, lower)
        value, lemma, tail = (f"delta_worst {subject} {term(t)}", "lattice_delta", "") if quantity == "delta" else \
            (f"tv {subject}", "lattice_tv", " ltac:(cbv [val]; lra)")
        proof = (f"exact ({lemma} {precision} {expr(t)} {ratios} {ends} {steps}\n  {scales}\n  {law.pair}\n  {law.proof}\n"
                 f"  {COMPUTED}{tail}).")
    elif quantity == "epsilon" and item["direction"] == "worst":
        d = at["delta"]
        text, precision, scales = lattice_proof(law, steps, (upper, lower), d * (upper - lower) / 100, d, d)
        value = f"epsilon_of (delta_worst {subject}) {term(d)}"
        proof = (f"exact (lattice_epsilon {precision} {ratios} {ends} {expr(d)} {steps}\n  {scales}\n  {law.pair}\n"
                 f"  {law.proof}\n  {COMPUTED}).")
    elif quantity == "bayes" and item["direction"] == "worst":
        p = at["prior"]
        t = (dec(p) / (1 - dec(p))).ln()
        most, least = (1 - end / (1 - p) for end in (lower, upper))
        text, precision, scales = lattice_proof(law, steps, (Fraction(t), Fraction(t)), upper - lower, most, least)
        value = f"bayes_worst {subject} {term(p)}"
        proof = (f"exact (lattice_bayes {precision} {law.ratio} {law.ratio} {infinite} {expr(p)} {ends} {steps}\n  {scales}\n"
                 f"  {law.pair}\n  {law.proof}\n  ltac:(cbv [val]; lra)\n  {COMPUTED}).")
    else:
        raise NotCovered(f"{quantity} {item['direction']} of {name}")
    return text + "\n" + theorem("certificate", f"{term(lower)} <= {value} <= {term(upper)}", proof)


COMPUTED = "ltac:(vm_cast_no_check (eq_refl true))"


class Closed:
    """A certificate of a mechanism with a closed form."""

    def __init__(self, item, name, given, steps, lower, upper):
        self.item, self.name, self.given, self.steps = item, name, given, steps
        self.lower, self.upper = lower, upper
        self.at = {key: rational(reader.number(text)) for key, text in item["at"].items()}
        width = max(upper - lower, abs(upper) * Fraction(1, 10 ** 30), Fraction(1, 10 ** 60))
        size = abs(float(self.at.get("epsilon", 0))) + (float(upper) if item["quantity"] == "epsilon" else 0)
        self.bits = int(-float(dec(width).log10()) * 3.33 + 3 * size + 60)
        if "delta" in self.at and self.at["delta"]:
            self.bits += int(-float(dec(self.at["delta"]).log10()) * 3.33)
        self.margin = forms.Expr(expr(Fraction(1, 10 ** ((self.bits - 30) * 3 // 10))), Decimal(0))  # above the kernel's rounding
        if name == "laplace" and steps not in (1, "?"):
            self.bits += 2 * steps + 20
        getcontext().prec = max(60, self.bits // 3 + 20)
        forms.Expr.largest = Decimal(0)
        self.proofs = forms.Proofs(self.bits, term)

    def mechanism(self, **change):
        return self.mechanism_of(self.name, {**self.given, **change}, self.steps)

    def mechanism_of(self, name, given, steps):
        given = in_units({key: rational(value) for key, value in given.items()})
        return forms.Mechanism(name, given, steps, (term, expr), self.proofs)

    def places(self):
        """Number of digits of a cut: more than the certificate has, fewer than the kernel computes with."""
        return (self.bits - 30) * 3 // 10

    def number(self, x):
        return forms.Expr(expr(x), dec(x), Fraction(x))

    def start(self):
        return f"{self.bits} {forms.terms_for(self.bits)}"

    def statement(self, value):
        return f"{term(self.lower)} <= {value} <= {term(self.upper)}"

    def ends(self):
        return f"{expr(self.lower)} {expr(self.upper)}"

    def body(self):
        quantity = self.item["quantity"]
        if quantity in ("divergence", "calibrate"):
            statement, proof, *before = getattr(self, quantity)()
        elif quantity == "epsilon":
            statement, proof, *before = self.epsilon()
        else:
            answer = self.answer(quantity, self.mechanism())
            statement, proof, *before = self.statement(answer.value), answer.proof(self.ends())
        return "".join(x + "\n" for x in before) + theorem("certificate", statement, f"exact {proof}.")

    def answer(self, quantity, m):
        """Returns the answer to the question of the certificate, or of a calibration, about a mechanism."""
        if quantity not in ("delta", "tv", "advantage", "bayes", "tradeoff", "rero"):
            raise NotCovered(f"{quantity} of {self.name}")
        return getattr(self, f"{quantity}_of")(m)

    def worst_only(self):
        if self.item["direction"] != "worst":
            raise NotCovered(f"direction {self.item['direction']}")

    def values_at(self, m, e):
        up = forms.exp(e)
        return m.value(up, forms.ONE), m.value(forms.ONE, up)

    def delta_of(self, m):
        epsilon, direction = self.at["epsilon"], self.item["direction"]
        e = self.number(epsilon)
        (h1, p1), (h2, p2) = self.values_at(m, e)
        back = forms.Expr(f"(back {e.text} {h2.text})", 1 - e.value.exp() + h2.value)
        if direction == "forward":
            return Answer(f"delta {m.pair} {term(epsilon)}", h1, h1, lambda ends: (
                f"(forward_delta {self.start()} {m.pair} {e.text} {h1.text} {ends}\n  {p1}\n  {COMPUTED})"))
        if direction == "reverse":
            return Answer(f"delta (swap {m.pair}) {term(epsilon)}", back, back, lambda ends: (
                f"(reverse_delta {self.start()} {m.pair} {m.sound} {e.text} {h2.text} {ends}\n  {p2}\n  {COMPUTED})"))
        value, larger = f"delta_worst {m.pair} {term(epsilon)}", h1 if h1.value >= back.value else back
        if h1.text == forms.ZERO.text:
            return Answer(value, h1, h1, lambda ends: (
                f"(worst_delta_none {self.start()} {m.pair} {m.sound} {e.text} {ends}\n  {p1}\n  {p2}\n  {COMPUTED})"))
        return Answer(value, larger, larger, lambda ends: (
            f"(worst_delta {self.start()} {m.pair} {m.sound} {e.text}\n  {h1.text}\n  {h2.text}\n  {ends}\n"
            f"  {p1}\n  {p2}\n  {COMPUTED})"))

    def tv_of(self, m):
        h, p = m.value(forms.ONE, forms.ONE)
        return Answer(f"tv {m.pair}", h, h, lambda ends: (
            f"(total_variation {self.start()} {m.pair} {m.sound} {h.text} {ends}\n  {p}\n  {COMPUTED})"))

    advantage_of = tv_of

    def bayes_of(self, m):
        prior, direction, p = self.number(self.at["prior"]), self.item["direction"], term(self.at["prior"])
        other = forms.ONE - prior
        (h1, p1), (h2, p2) = m.value(prior, other), m.value(other, prior)
        one, two = other - h1, prior - h2
        if direction == "forward":
            return Answer(f"bayes {m.pair} {p}", one, one, lambda ends: (
                f"(forward_bayes {self.start()} {m.pair} {prior.text} {h1.text} {ends}\n  {p1}\n  {COMPUTED})"))
        if direction == "reverse":
            return Answer(f"bayes (swap {m.pair}) {p}", two, two, lambda ends: (
                f"(reverse_bayes {self.start()} {m.pair} {m.sound} {prior.text} {h2.text} {ends}\n  {p2}\n  {COMPUTED})"))
        less = one if one.value <= two.value else two
        return Answer(f"bayes_worst {m.pair} {p}", less, less, lambda ends: (
            f"(worst_bayes {self.start()} {m.pair} {m.sound} {prior.text}\n  {h1.text}\n  {h2.text}\n"
            f"  {ends}\n  {p1}\n  {p2}\n  {COMPUTED})"))

    def epsilon(self):
        m, lo, hi = self.mechanism(), self.number(self.lower), self.number(self.upper)
        (l1, p1), (l2, p2) = self.values_at(m, lo)
        (u1, q1), (u2, q2) = self.values_at(m, hi)
        d, direction = self.at["delta"], self.item["direction"]
        head = f"{self.start()} {m.pair} {m.sound} {expr(d)} {self.ends()}"
        if direction == "forward":
            return self.statement(f"epsilon_of (delta {m.pair}) {term(d)}"), (
                f"(forward_epsilon {head}\n  {l1.text}\n  {u1.text}\n  {p1}\n  {q1}\n  {COMPUTED})")
        if direction == "reverse":
            return self.statement(f"epsilon_of (delta (swap {m.pair})) {term(d)}"), (
                f"(reverse_epsilon {head}\n  {l2.text}\n  {u2.text}\n  {p2}\n  {q2}\n  {COMPUTED})")
        hs = "\n  ".join(h.text for h in (l1, l2, u1, u2))
        ps = "\n  ".join((p1, p2, q1, q2))
        return self.statement(f"epsilon_of (delta_worst {m.pair}) {term(d)}"), f"(worst_epsilon {head}\n  {hs}\n  {ps}\n  {COMPUTED})"

    def slope(self):
        """Returns e^t at the witness."""
        text = line_witness(self.item)
        if text.startswith("log "):
            return self.number(rational(reader.number(text[4:])))
        return forms.exp(self.number(rational(reader.number(text))))

    def tradeoff_of(self, m):
        level, direction = self.at["alpha"], self.item["direction"]
        al, c = self.number(level), self.slope()
        (h1, p1), (h2, p2) = m.value(c, forms.ONE), m.value(forms.ONE, c)
        own_inverse = self.name in ("gaussian", "laplace")
        swapped = direction == "reverse" or direction == "worst" and not own_inverse and c.value < 1
        if direction == "worst" and not own_inverse and abs(c.value - 1) < Decimal("1e-12"):
            return self.chord_of(m, al)
        test = m.test(dec(level), self.places(), swapped)
        if test is None:
            raise NotCovered("a trade-off function where it is a straight line, or its ends")
        vp, vq, tp = test
        line, reverse = forms.ONE - h1 - c * al, forms.ONE - (forms.ONE - c + h2) - c * al
        pair, sound, tail = m.pair, m.sound, f"{vp.text}\n  {vq.text}"
        if direction == "forward":
            return Answer(f"tradeoff {pair} {term(level)}", line, forms.ONE - vq, lambda ends: (
                f"(forward_tradeoff {self.start()} {pair} {al.text} {c.text}\n  {h1.text}\n"
                f"  {ends}\n  {tail}\n  {p1}\n  {tp}\n  {COMPUTED})"))
        if direction == "reverse":
            return Answer(f"tradeoff (swap {pair}) {term(level)}", reverse, vp, lambda ends: (
                f"(reverse_tradeoff {self.start()} {pair} {sound} {al.text} {c.text}\n  {h2.text}\n"
                f"  {ends}\n  {tail}\n  {p2}\n  {tp}\n  {COMPUTED})"))
        value = f"tradeoff_worst {pair} {term(level)}"
        name = "swapped_tradeoff" if swapped else "worst_tradeoff"
        return Answer(value, line if line.value <= reverse.value else reverse, vp if swapped else forms.ONE - vq, lambda ends: (
            f"({name} {self.start()} {pair} {sound} {al.text} {c.text}\n  {h1.text}\n  {h2.text}\n"
            f"  {ends}\n  {tail}\n  {p1}\n  {p2}\n  {tp}\n  {COMPUTED})"))

    def chord_of(self, m, al):
        """Returns the answer for the chord of slope -1 between both trade-off functions: the best event at threshold
        0 is the half-line beyond 1/2.
        """
        h, p = m.value(forms.ONE, forms.ONE)
        vp, vq, tp = m.half_line(Fraction(1, 2))
        return Answer(f"tradeoff_worst {m.pair} {term(al.exact)}", forms.ONE - h - al, forms.ONE - (vq - vp) - al, lambda ends: (
            f"(chord_tradeoff {self.start()} {m.pair} {m.sound} {al.text}\n  {h.text}\n  {ends}\n  {vp.text}\n  {vq.text}\n"
            f"  {p}\n  {tp}\n  {COMPUTED})"))

    def rero_of(self, m):
        if self.item["direction"] != "forward":
            raise NotCovered(f"direction {self.item['direction']} of ReRo")
        k, c = self.number(self.at["kappa"]), self.slope()
        h, p = m.value(c, forms.ONE)
        test = m.test(dec(self.at["kappa"]), self.places())
        if test is None:
            raise NotCovered("ReRo where the trade-off function is a straight line, or its ends")
        vp, vq, tp = test
        return Answer(f"rero {m.pair} {term(self.at['kappa'])}", vq, h + c * k, lambda ends: (
            f"(forward_rero {self.start()} {m.pair} {k.text} {c.text} {h.text}\n"
            f"  {ends}\n  {vp.text}\n  {vq.text}\n  {p}\n  {tp}\n  {COMPUTED})"))

    def divergence(self):
        self.worst_only()
        if "options" in self.item:
            raise NotCovered("a divergence with a hyper-prior")
        name, given, steps = one_mechanism(self.item["other"])
        if not forms.covered(name, steps):
            raise NotCovered(f"a divergence from {self.item['other']}")
        mechanisms = self.mechanism(), self.mechanism_of(name, given, steps)
        one, other = (divergences.curve_of(m, self.number) for m in mechanisms)
        if one is None or other is None:
            raise NotCovered("a divergence of these mechanisms")
        prior = self.at["prior"]
        text, proof = divergences.proof(self.start, one, other, prior / (1 - prior), self.lower, self.upper, self.ends())
        return self.statement(f"divergence_worst {one.m.pair} {other.m.pair}"), proof, text

    def calibrate(self):
        quantity, target, above = target_of(self.at)
        vary, = [key for key, value in self.given.items() if value == "?"]
        if vary == "sensitivity":
            raise NotCovered("a calibration of the sensitivity")
        values = (x * reader.multiple_of(self.given[vary]) for x in missed_and_met(self.item, self.lower, self.upper))
        missed, met = (self.answer(quantity, self.mechanism(**{vary: x})) for x in values)
        d, far = expr(target), ("(Num (-9))", "(Num (9))")
        if above:
            low = (missed.low - self.margin).text
            one = f"more_than {self.start()} {d} {low} {far[1]} _\n  {missed.proof(f'{low} {far[1]}')}"
            other = f"proj2 {met.proof(f'{far[0]} {d}')}"
        else:
            high = (missed.high + self.margin).text
            one = f"less_than {self.start()} {d} {far[0]} {high} _\n  {missed.proof(f'{far[0]} {high}')}"
            other = f"proj1 {met.proof(f'{d} {far[1]}')}"
        return calibrated(missed.value, met.value, target, above), f"(conj ({one} {COMPUTED})\n  ({other}))"


class Answer:
    """The term of a value in a statement, expressions slightly below and above it, and the proof that it is between
    two ends.
    """

    def __init__(self, value, low, high, proof):
        self.value, self.low, self.high, self.proof = value, low, high, proof


def line_witness(item):
    """Returns the threshold of the end whose proof uses one line."""
    witness = item.get("witness", {})
    for end in ("upper", "lower") if item["quantity"] == "rero" or "kappa" in item["at"] else ("lower", "upper"):
        if len(witness.get(end, [])) == 1:
            return witness[end][0]
    raise NotCovered("no witness of one threshold")


def target_of(at):
    """Returns the quantity of a calibration, its level, its target, and True if values above the target miss it."""
    for quantity, level, target, above in (("delta", "epsilon", "delta", True), ("tv", None, "advantage", True),
                                           ("rero", "kappa", "gamma", True), ("bayes", "prior", "bayes", False),
                                           ("tradeoff", "alpha", "beta", False)):
        if set(at) == {level, target} - {None}:
            return quantity, at[target], above
    raise NotCovered(f"a calibration to {' and '.join(at)}")


def missed_and_met(item, lower, upper):
    """Returns the parameter that misses the target, and the parameter that meets it."""
    return (lower, upper) if item["findings"]["private_side"] == "above" else (upper, lower)


def calibrated(missed, met, target, above):
    """Returns the statement of a calibration."""
    d = term(target)
    return f"{d} < {missed} /\\ {met} <= {d}" if above else f"{missed} < {d} /\\ {d} <= {met}"


def gridded(name, steps):
    return (name in ("subsampled_gaussian", "subsampled_laplace", "laplace") and steps not in (1, "?") and
            not forms.covered(name, steps))


def stated(item):
    """Returns the certificate as its file states it. For compositions of sampled noise, many steps of Laplace noise,
    and products, the ends are widened to the number of digits that is provable and was requested; the member `stated`
    has this number.
    """
    factors = mechanisms(item["mechanism"])
    if "stated" in item or len(factors) == 1 and not gridded(factors[0][0], factors[0][2]):
        return item
    lower, upper = (Decimal(item[end]) for end in ("lower", "upper"))
    if len(factors) > 1:
        Transformed.plans_of(item, factors)
        most = TRANSFORMED_DIGITS
    else:
        most = TRANSFORMED_DIGITS if Transformed.covers(item, factors) else MOST_DIGITS[factors[0][0]]
    digits = digits_of(item, most)
    size = max(abs(lower), abs(upper))
    unit = Decimal(1).scaleb(size.adjusted() - digits - 1)
    half = size * Decimal("0.45").scaleb(-digits)
    lower, upper = ((x / unit).to_integral_value(rounding=way) * unit
                    for x, way in ((lower - half, "ROUND_FLOOR"), (upper + half, "ROUND_CEILING")))
    return {**item, "lower": str(lower), "upper": str(upper), "stated": digits}


def digits_of(item, most):
    """Returns the number of digits of the ends of the theorem: the requested number, at most `most`."""
    return min(int(item["asked"]["digits"]), most)


def widened(item):
    """Returns a text about the digits of the theorem and the certificate; empty if both have the same ends."""
    has = "is exact" if item["digits"] == "exact" else f"has {item['digits']}"
    return f"{item['stated']} digits; the certificate {has}" if "stated" in item else ""


MOST_DIGITS = {"subsampled_gaussian": 2, "subsampled_laplace": 4, "laplace": 4}
TRANSFORMED_DIGITS = 10
TANGENTS = {}  # cache of tangents, by direction, level and steps


class Transformed:
    """A certificate of a composition of sampled Gaussian and Laplace noise, by transforms (theories/Digits.v)."""

    def __init__(self, item, factors, lower, upper):
        for name, given, steps in factors:
            if name not in transforms.STEPS:
                raise NotCovered("a product of different mechanisms")
        self.item, self.lower, self.upper, self.room, self.chord = item, lower, upper, None, None
        self.factors = [(name, {key: value if value == "?" else rational(value) for key, value in given.items()}, steps)
                        for name, given, steps in factors]
        self.at = {key: rational(reader.number(text)) for key, text in item["at"].items()}

    @classmethod
    def plans_of(cls, item, factors):
        ends = (rational(reader.number(item[end])) for end in ("lower", "upper"))
        try:
            return cls(item, factors, *ends).plans(Fraction(45, 100 * 10 ** digits_of(item, TRANSFORMED_DIGITS)))
        except (transforms.Unplanned, ValueError, ArithmeticError) as error:
            raise NotCovered(f"no plan for these transforms: {error}") from None

    @classmethod
    def covers(cls, item, factors):
        """Returns True if plans exist."""
        try:
            cls.plans_of(item, factors)
        except NotCovered:
            return False
        return True

    def parts(self, noise=None):
        """Returns name, noise in units of the sensitivity, rate and number of steps of each factor."""
        out = []
        for name, given, steps in self.factors:
            key = "sigma" if "sigma" in given else "b"
            scale = in_units({**given, key: validation.filled(given[key], noise)})[key]
            out.append((name, scale, given.get("p", Fraction(1)), steps))
        return out

    def plan(self, parts, thresholds, error):
        """Returns a plan for the direction of the certificate. For the worst direction, the plan must show that the
        reverse direction is smaller; if it is not clearly smaller, it is planned to the same error.
        """
        slack, direction = math.inf, self.item["direction"]
        if direction == "reverse":
            return transforms.Plan(parts, [-t for t in thresholds], error * math.exp(-float(max(thresholds))))
        if direction == "worst" and self.item["quantity"] in ("delta", "epsilon", "calibrate", "tradeoff"):
            rough = transforms.Plan(parts, thresholds, error * 1e4, error * 1e4)
            slack = min(rough.delta(float(t)) - rough.reverse(float(t)) for t in thresholds)
            if slack <= error * 1e5:
                slack = error
        return transforms.Plan(parts, thresholds, error, slack)

    def profile(self, parts, thresholds, error):
        """Returns delta in the direction of the certificate as a function on doubles, for the thresholds and between
        them.
        """
        if self.item["direction"] == "reverse":
            return transforms.Plan(parts, [-t for t in thresholds], error * math.exp(-float(max(thresholds)))).reverse
        if self.item["direction"] == "worst":
            plan = transforms.Plan(parts, thresholds, error, error)
            return lambda t: max(plan.delta(t), plan.reverse(t))
        return transforms.Plan(parts, thresholds, error).delta

    def delta_at(self, parts, t, error):
        return self.profile(parts, [t], error)(float(t))

    def plans(self, relative):
        """Returns plans whose errors are below half the slack of the stated ends, and the parts of each plan."""
        quantity, direction, parts = self.item["quantity"], self.item["direction"], self.parts(self.upper)
        room = self.room or float(abs(self.upper) * relative)
        error = room / 2
        if quantity == "calibrate" and set(self.at) != {"epsilon", "delta"}:
            return [plan for one in self.sides() for plan in one.plans(relative)]
        if quantity == "calibrate":
            d, t = float(self.at["delta"]), float(self.at["epsilon"])
            error *= d * self.steepness(lambda more: (self.parts(self.upper + Fraction(more)), t), d) / 2
            return [(self.parts(x), self.plan(self.parts(x), [self.at["epsilon"]], error))
                    for x in missed_and_met(self.item, self.lower, self.upper)]
        if quantity == "delta":
            return [(parts, self.plan(parts, [self.at["epsilon"]], error))]
        if quantity in ("tv", "advantage"):
            return [(parts, self.plan(parts, [Fraction(0)], error))]
        if quantity == "bayes":
            t = Fraction(math.log(self.at["prior"] / (1 - self.at["prior"])))
            return [(parts, transforms.Plan(parts, [t, -t], error))]
        if quantity == "epsilon":
            d = float(self.at["delta"])
            error *= d * self.steepness(lambda more: (parts, float(self.upper) + more), d) / 2
            return [(parts, self.plan(parts, [self.lower, self.upper], error))]
        if quantity == "tradeoff" or (quantity, direction) == ("rero", "forward"):
            t = self.witness()
            self.swapped = direction == "reverse" or direction == "worst" and t < 0
            rough = transforms.Plan(parts, [t], 1e-6, 1e-6 if self.swapped else math.inf)
            if self.chord_of(parts, t):
                return [(parts, self.plan(parts, [self.chord[0], t], min(room / 100, float(-self.chord[0]) / 10 ** 9)))]
            bend = rough.bend(rough.reverse if self.swapped else rough.delta, float(t))
            self.apart = Fraction(round(math.sqrt(room / 6 / bend) * 10 ** 9), 10 ** 9)
            return [(parts, self.plan(parts, [t - self.apart, t + 2 * self.apart], room / 100))]
        raise NotCovered(f"{quantity} {direction} of a sampled composition")

    def witness(self):
        """Returns the threshold whose line is the bound: the threshold of the certificate or, without one, a
        threshold computed with doubles.
        """
        try:
            text = line_witness(self.item)
        except NotCovered:
            return self.tangent()
        if text.startswith("log "):
            return Fraction(round(math.log(rational(reader.number(text[4:]))) * 10 ** 12), 10 ** 12)
        return Fraction(round(rational(reader.number(text)) * 10 ** 12), 10 ** 12)

    def tangent(self, step=1e-3):
        """Returns the threshold of the line that touches the curve at the level of the certificate: delta + e^t level
        is stationary there.
        """
        level, parts = float(self.at["kappa" if "kappa" in self.at else "alpha"]), self.parts(self.upper)
        key = self.item["direction"], level, tuple(parts)
        if key not in TANGENTS:
            low, high = -8.0, 8.0
            while high - low > 1e-9:
                ends = [low - step, high + step]
                delta = self.profile(parts, ends, 1e-13) if high - low < 0.1 else None
                for _ in range(30 if delta else 1):
                    middle = (low + high) / 2
                    near = delta or self.profile(parts, [middle - step, middle + step], 1e-7)
                    rise = near(middle + step) - near(middle - step) + level * math.exp(middle) * 2 * math.sinh(step)
                    low, high = (low, middle) if rise > 0 else (middle, high)
            TANGENTS[key] = Fraction(round(low * 10 ** 12), 10 ** 12)
        return TANGENTS[key]

    def sides(self):
        """Returns the two values of a calibration to another target than delta: the value that misses the target, and
        by how much, and the value that meets it. No value is larger than 9.
        """
        quantity, target, above = target_of(self.at)
        t, scale = Fraction(0), 1.0
        if quantity == "bayes":
            prior = self.at["prior"]
            t, scale = Fraction(math.log(prior / (1 - prior))), float(1 - prior)
        elif quantity != "tv":
            t = self.witness()
        delta = self.delta_at(self.parts(self.upper), t, 1e-9)
        slope = delta * scale * self.steepness(lambda more: (self.parts(self.upper + Fraction(more)), t), delta)
        gap = float(self.upper - self.lower) / 4 * slope / 2
        self.gap = Fraction(round(gap * 10 ** 20), 10 ** 20)
        at = {key: value for key, value in self.item["at"].items() if key in ("prior", "alpha", "kappa")}
        ends = [(target + self.gap, 9), (-9, target)] if above else [(-9, target - self.gap), (target, 9)]
        out = []
        for x, (lower, upper) in zip(missed_and_met(self.item, self.lower, self.upper), ends):
            factors = [(name, {key: validation.filled(value, x) for key, value in given.items()}, n) for name, given, n in self.factors]
            one = Transformed({**self.item, "quantity": quantity, "at": at}, factors, Fraction(lower), Fraction(upper))
            one.room = gap
            out.append(one)
        return out

    def chord_of(self, parts, t):
        """Finds the numbers of the chord of slope -1, a threshold and a bound of the probability of the best event,
        if the level of the certificate is between both trade-off functions.
        """
        if self.room and abs(t) < Fraction(1, 10 ** 9):
            raise NotCovered("a calibration to a trade-off value at the slope -1")
        if self.item["quantity"] == "tradeoff" and self.item["direction"] == "worst" and abs(t) < Fraction(1, 10 ** 9):
            bound = Fraction(round(min(self.at["alpha"], self.lower) * 10 ** 9) - 2, 10 ** 9)
            for place in (3, 4, 5):
                d = 10.0 ** -place
                rough = transforms.Plan(parts, [-d, 0.0], 1e-13)
                if rough.delta(-d) - rough.delta(0.0) < float(bound) * -math.expm1(-d) - 1e-11:
                    self.chord = Fraction(-1, 10 ** place), bound
                    break
        return self.chord

    def level_statement(self):
        """Returns the proof of a value at a level: the line at the witness, and a mixture of two best events near it.
        """
        t, d = self.witness(), 0 if self.chord else self.apart
        rero, worst = self.item["quantity"] == "rero", self.item["direction"] == "worst"
        level, bound = self.at["kappa" if rero else "alpha"], ""
        points = " ".join(expr(t + i * d) for i in (2, 1, 0, -1))
        if worst:
            t = Fraction(0) if self.chord else t
            room = 1 - dec(self.lower) - dec(t).exp() * dec(level)
            unit = Fraction(10) ** (dec(self.room or self.upper - self.lower).adjusted() - 3)  # above the kernel's last bit
            bound = f" {expr((Fraction(room) // unit - 1) * unit)}"
        if self.chord:
            return level, f"digits_tradeoff_chord proposed\n  {' '.join(map(expr, self.chord))}\n  {expr(level)}{bound}"
        name = "rero" if rero else ("tradeoff_swapped" if t < 0 else "tradeoff") if worst else f"tradeoff_{self.item['direction']}"
        return level, f"digits_{name} proposed\n  {points}\n  {expr(level)}{bound}"

    def steepness(self, moved, d):
        """Returns the rate at which the logarithm of delta decreases with the argument."""
        logs = []
        for more in (-1e-2, 1e-2):
            parts, t = moved(more)
            logs.append(math.log(self.delta_at(parts, Fraction(t), d / 100)))
        return abs(logs[0] - logs[1]) / 2e-2

    def file(self):
        try:
            relative = max((self.upper - self.lower) / abs(self.upper) / 2, Fraction(1, 10 ** 12))
            if self.item["quantity"] == "calibrate" and set(self.at) != {"epsilon", "delta"}:
                return self.two_sides(relative)
            plans = self.plans(relative)
            names = ["proposed", "proposed_met"][:len(plans)]
            text = "\n".join(plan.text(name, expr) for name, (_, plan) in zip(names, plans))
        except (transforms.Unplanned, ValueError, ArithmeticError) as error:
            raise NotCovered(f"no plan for these transforms: {error}") from None
        return text + "\n" + theorem("certificate", *self.statement([self.subject(parts) for parts, _ in plans]))

    def two_sides(self, relative):
        """Returns the file of a calibration to another target than delta."""
        text, values, proofs = "", [], []
        sides, (_, target, above) = self.sides(), target_of(self.at)
        for one, name in zip(sides, ("proposed", "proposed_met")):
            (parts, plan), = one.plans(relative)
            value, lemma = one.value_and_lemma(self.subject(parts))
            text += plan.text(name, expr) + "\n"
            values.append(value)
            proofs.append(f"({lemma.replace(' proposed', f' {name}', 1)} {expr(one.lower)} {expr(one.upper)}\n  {COMPUTED})")
        ends = f"{expr(sides[0].lower)} {expr(sides[0].upper)}"
        missed = f"{'more_than' if above else 'less_than'} 120 0 {expr(target)} {ends} _\n  {proofs[0]}\n  {COMPUTED}"
        proof = f"conj ({missed})\n  (proj{2 if above else 1} {proofs[1]})"
        return text + theorem("certificate", calibrated(*values, target, above), f"{self.unsampled()}exact ({proof}).")

    @staticmethod
    def subject(parts):
        """Returns the term of the composition in the statement."""
        pairs = [(f"({name} {term(s)}{f' {term(w)}' if name.startswith('sub') else ''})", n) for name, s, w, n in parts]
        if len(pairs) == 1:
            return f"(power {pairs[0][0]} (Pos.to_nat {pairs[0][1]}))"
        return f"(compose ({' ++ '.join(f'repeat {pair} (Pos.to_nat {n})' for pair, n in pairs)}))"

    def unsampled(self):
        """Returns the first tactic: noise without sampling is noise with sampling rate 1."""
        return "".join(f"rewrite <- !{name}_unsampled.\n" for name in ("gaussian", "laplace")
                       if any(one == name for one, _, _ in self.factors))

    def statement(self, subjects):
        """Returns the statement of the file and its proof."""
        direction = self.item["direction"]
        if self.item["quantity"] == "calibrate":
            profile, suffix = ("delta_worst", "") if direction == "worst" else ("delta", f"_{direction}")
            if direction == "reverse":
                subjects = [f"(swap {one})" for one in subjects]
            t, d = self.at["epsilon"], self.at["delta"]
            proof = f"digits_calibrated{suffix} proposed proposed_met\n  {expr(t)} {expr(d)}\n  {COMPUTED}"
            values = (f"{profile} {one} {term(t)}" for one in subjects)
            return calibrated(*values, d, True), f"{self.unsampled()}exact ({proof}\n  {COMPUTED})."
        value, lemma = self.value_and_lemma(subjects[0])
        ends = f"{expr(self.lower)} {expr(self.upper)}"
        return f"{term(self.lower)} <= {value} <= {term(self.upper)}", f"{self.unsampled()}exact ({lemma} {ends}\n  {COMPUTED})."

    def value_and_lemma(self, subject):
        """Returns the term of the value in the statement, and the theorem applied to all arguments except the ends
        and the computation.
        """
        quantity, direction = self.item["quantity"], self.item["direction"]
        if direction == "reverse" and quantity not in ("tv", "advantage"):
            subject = f"(swap {subject})"
        profile, suffix = ("delta_worst", "") if direction == "worst" else ("delta", f"_{direction}")
        if quantity == "delta":
            t = self.at["epsilon"]
            return f"{profile} {subject} {term(t)}", (f"digits{suffix}" if suffix else "digits_delta") + f" proposed\n  {expr(t)}"
        if quantity == "epsilon":
            d = self.at["delta"]
            return f"epsilon_of ({profile} {subject}) {term(d)}", f"digits_epsilon{suffix} proposed\n  {expr(d)}"
        if quantity in ("rero", "tradeoff"):
            level, lemma = self.level_statement()
            return f"{'tradeoff_worst' if (quantity, direction) == ('tradeoff', 'worst') else quantity} {subject} {term(level)}", lemma
        if quantity == "bayes":
            p = self.at["prior"]
            return f"{'bayes_worst' if direction == 'worst' else 'bayes'} {subject} {term(p)}", f"digits_bayes{suffix} proposed\n  {expr(p)}"
        return f"tv {subject}", "digits_variation proposed\n "


class Gridded:
    """A certificate of a composition bounded by distributions on a lattice: n steps of noise of scale s, sampled at
    rate w.
    """

    def __init__(self, item, name, given, steps, lower, upper):
        self.item, self.name, self.n, self.lower, self.upper = item, name, steps, lower, upper
        if "?" in given.values():
            raise NotCovered("a calibration of a sampled composition without a plan by transforms")
        given = in_units({key: rational(value) for key, value in given.items()})
        self.s, self.w = given["sigma" if "gaussian" in name else "b"], given.get("p", Fraction(1))
        self.kind, self.sampled = ("g", "subsampled_gaussian") if "gaussian" in name else ("l", "subsampled_laplace")
        self.at = {key: rational(reader.number(text)) for key, text in item["at"].items()}

    def questions(self):
        """Returns upper and lower thresholds, the maximum and the minimum of delta at them, and a width of delta."""
        quantity, direction = self.item["quantity"], self.item["direction"]
        if quantity == "delta" and direction in ("forward", "worst"):
            t = self.at["epsilon"]
            return t, t, self.upper, self.lower, self.upper - self.lower
        if quantity in ("tv", "advantage"):
            return Fraction(0), Fraction(0), self.upper, self.lower, self.upper - self.lower
        if quantity == "epsilon" and direction == "worst":
            d = self.at["delta"]
            return self.upper, self.lower, d, d, d * (self.upper - self.lower)
        raise NotCovered(f"{quantity} {direction} of a sampled composition without a plan by transforms")

    def composed(self, high, low, most, least, width):
        """Refines the lattice until both bounds are within the ends of the certificate."""
        if not most:
            raise NotCovered("the value 0 of a sampled composition")
        size = max(0, math.ceil(-math.log2(float(most))))
        self.bits = 40 + 2 * self.n.bit_length() + size
        self.small, self.weights = 1 << max(2, self.bits - size - self.n.bit_length() - 28), self.bits + 8
        getcontext().prec = self.weights // 3 + 25
        sums = Sums(self.bits, self.weights, self.small)
        wanted = float(width / most) if most else 1.0
        self.top = grids.top(self.s, self.w, self.n, float(least) * wanted)
        h = Fraction(round(10 ** 5 * min(0.05, 0.02 * math.sqrt(wanted * float(self.s) / 0.1))), 10 ** 5)
        for _ in range(1 if self.item.get("moved") else 5):  # no lattice proves a false statement
            grid = grids.GRIDS[self.sampled](self.s, self.w, h, self.top)
            made = grids.Composed(grid, self.n, sums)
            a, b = made.bound(high, True), made.bound(low, False)
            if a[4] <= most and b[4] >= least:
                break
            if high == low and (b[4] > most or a[4] < least):
                break  # the certificate is false: the kernel rejects the file
            worse = max(float((a[4] - most) / width), float((least - b[4]) / width))
            h = Fraction(max(1, int(10 ** 6 * h / math.sqrt(1 + 2 * max(worse, 0.2)))), 10 ** 6)
        return made, a, b

    def file(self):
        high, low, most, least, width = self.questions()
        made, a, b = self.composed(high, low, most, least, width)
        c = made.bound(-high, True)
        other = Fraction(math.ceil(c[4] * 10 ** 15) + 1, 10 ** 15)
        forms.Expr.largest = max(abs(dec(self.top)), Decimal(8)) / dec(self.s)
        terms = forms.terms_for(self.bits + 24) if self.kind == "g" else 0

        def big_list(values):
            return "[" + "; ".join(map(big, values)) + "]"

        def target(t, x, bound):
            return f"Target {t} (Hints [] {big(x[0])} {x[1]}%N {big(x[2])} {big(x[3])}) {bound}"
        text = (f"Definition above : list bigN :=\n  {big_list(made.step_above)}.\n"
                f"Definition below : list bigN :=\n  {big_list(made.step_below)}.\n"
                f"Definition cuts : list Z :=\n  [{'; '.join(f'({k})' if k < 0 else str(k) for k in made.cuts)}]%Z.\n")
        precision = self.bits + 44
        mechanism = f"{self.name} {term(self.s)}" + (f" {term(self.w)}" if self.name != "laplace" else "")
        subject = f"(power ({mechanism}) (Pos.to_nat {self.n}))"
        sides = "ltac:(cbv [val]; lra) ltac:(cbv [val]; lra)"
        numbers = f"{expr(self.s)} {expr(self.w)} {self.n} {big(self.bits)} {big(self.weights)} {big(self.small)}"
        head = f"{precision} {terms} {numbers}" if self.kind == "g" else f"{precision} {numbers}"
        worst = self.item["direction"] == "worst" and self.item["quantity"] in ("delta", "epsilon")
        epsilon = self.item["quantity"] == "epsilon"
        t, lo, hi = expr(high), expr(self.lower), expr(self.upper)
        peak = Fraction(math.ceil(a[4] * 10 ** 15 / self.unit(most)) + 1, 10 ** 15) * self.unit(most) if epsilon else None
        foot = Fraction(math.floor(b[4] * 10 ** 15 / self.unit(most)), 10 ** 15) * self.unit(most) if epsilon else None
        asked = [target(t, a, expr(peak) if epsilon else hi)]
        if worst:
            asked.append(target(f"(Sub (Num 0) {t})", c, expr(other)))
        reach = target(expr(low), b, expr(foot) if epsilon else lo)
        over = f"{expr(made.grid.u_above)} {expr(made.grid.h_above)}"
        under = f"{expr(made.u_below)} {expr(made.h_below)}"
        bounded = f"({self.kind}_bounded {head}\n  {over} {sides} {made.grid.k} above\n  ({' :: '.join(asked)} :: nil)\n  {COMPUTED})"
        attained = f"({self.kind}_attained {head}\n  {under} {sides} {made.den} cuts below\n  ({reach})\n  {COMPUTED})"
        sampled = f"(power ({self.sampled} {term(self.s)} {term(self.w)}) (Pos.to_nat {self.n}))"
        sound = f"(s{self.kind}_power_sound {term(self.s)} {term(self.w)} (Pos.to_nat {self.n}) ltac:(lra) ltac:(lra))"
        hint = [f"(Hints [] {big(x[0])} {x[1]}%N {big(x[2])} {big(x[3])})" for x in (a, c, b)]
        if epsilon:
            value = f"epsilon_of (delta_worst {subject}) {term(self.at['delta'])}"
            last = (f"grid_epsilon {precision} {sampled} {expr(self.at['delta'])}\n  {' '.join(hint)}\n  {lo} {hi} "
                    f"{expr(foot)} {expr(peak)} {expr(other)}\n  {sound}\n  {bounded}\n  {attained}\n  {COMPUTED}")
        elif self.item["quantity"] == "delta" and worst:
            value = f"delta_worst {subject} {term(high)}"
            last = (f"grid_worst {precision} {sampled} {t}\n  {' '.join(hint)}\n  {lo} {hi} {expr(other)}\n  {sound}\n  {bounded}\n"
                    f"  {attained}\n  {COMPUTED}")
        elif self.item["quantity"] == "delta":
            value = f"delta {subject} {term(high)}"
            last = f"grid_forward {sampled} {t}\n  {hint[0]} {hint[2]}\n  {lo} {hi}\n  {sound}\n  {bounded}\n  {attained}"
        else:
            value = f"tv {subject}"
            last = f"grid_tv {sampled} {t}\n  {hint[0]} {hint[2]}\n  {lo} {hi}\n  {sound} ltac:(cbv [val]; lra)\n  {bounded}\n  {attained}"
        first = "rewrite <- laplace_unsampled.\n" if self.name == "laplace" else ""
        return text + "\n" + theorem("certificate", self.statement(value), f"{first}exact ({last}).")

    def statement(self, value):
        return f"{term(self.lower)} <= {value} <= {term(self.upper)}"

    @staticmethod
    def unit(x):
        """Returns a power of ten near x."""
        return Fraction(10) ** dec(x).adjusted() if x else Fraction(1)


def refuse_statement(item, factors):
    """Raises NotCovered if no theorem covers the statement of the certificate."""
    if item["quantity"] == "bayes" and rational(reader.number(item["at"]["prior"])) in (0, 1):
        raise NotCovered("prior 0 or 1, where the Bayes error of every pair is 0")
    if item["quantity"] == "calibrate":
        if any(steps == "?" for _, _, steps in factors):
            raise NotCovered("a calibration of the number of steps")
        if sum(value == "?" for _, given, _ in factors for value in given.values()) != 1:
            raise NotCovered("a calibration of other than one parameter of one factor")
        composed = len(factors) > 1 or gridded(factors[0][0], factors[0][2])
        if composed and any(given[key] == "?" for _, given, _ in factors for key in given if key not in ("sigma", "b")):
            raise NotCovered("a calibration of the rate or the sensitivity of a composition")


def prepared(item):
    """Returns the certificate as its file states it, after validation. Raises the exceptions of
    validation.require_sound(), and NotCovered.
    """
    validation.require_sound(item)
    refuse_statement(item, mechanisms(item["mechanism"]))
    return covered_or_not(stated, item)


def file_of(item):
    """Returns the text of the file of a certificate. Raises the exceptions of prepared()."""
    return text_of(prepared(item))


def text_of(item):
    """Returns the text of the file for a result of prepared(), or for such a certificate with other ends."""
    return covered_or_not(unguarded_text_of, item)


def covered_or_not(function, item):
    """Returns function(item). Raises NotCovered for numbers that are too large or have no quotient or logarithm, and
    for unforeseen cases: the certificate is sound, so the fault is not in the certificate.
    """
    try:
        return function(item)
    except (ArithmeticError, ValueError, KeyError, TypeError, IndexError) as error:
        raise NotCovered(f"no file can be written for these numbers ({type(error).__name__}: {error})") from None


def unguarded_text_of(item):
    factors = mechanisms(item["mechanism"])
    refuse_statement(item, factors)
    lower, upper = (rational(reader.number(item[end])) for end in ("lower", "upper"))
    name, given, steps = factors[0]
    if item["quantity"] == "epsilon" and lower <= 0 <= upper:
        raise NotCovered("an epsilon whose interval contains 0: the infimum of no number is 0 in Coquelicot")
    if len(factors) > 1:
        body = Transformed(item, factors, lower, upper).file()
    elif name in LAWS:
        body = lattice_file(item, name, given, steps, lower, upper)
    elif gridded(name, steps) and Transformed.covers(item, factors):
        body = Transformed(item, factors, lower, upper).file()
    elif gridded(name, steps):
        body = Gridded(item, name, given, steps, lower, upper).file()
    elif forms.covered(name, steps):
        body = Closed(item, name, given, steps, lower, upper).body()
    else:
        raise NotCovered(f"mechanism {name}")
    return comment(item) + f"From Plumbline Require Import Plumbline.\nFrom Coq Require Import Lra Lia.\n\n{body}"


def comment(item):
    """Returns the first comment of the file."""
    where = "".join(f", {key} {value}" for key, value in item["at"].items())
    against = f" against {item['other']}" if "other" in item else ""
    lines = [f"{item['quantity']} of {item['mechanism']}{against}, {item['direction']}{where}.",
             f"The ends are wider than those of the certificate: {widened(item)}." if widened(item) else "",
             f"Hypotheses: {validation.hypotheses_of(item)}.",
             "Written by rocq/plumbline_rocq.py from a certificate; the kernel checks it."]
    return "(* " + "\n   ".join(validation.in_comment(line) for line in lines if line) + " *)\n"


def certificates_in(value):
    """Returns the certificates of a file, without validation; {} for members that are not objects. Raises
    reader.Refused for an invalid bundle.
    """
    return [item.item if isinstance(item, Exception) else item for item in reader.certificates_of(value)]


NO_CERTIFICATE = {reader.Refused: "no sound certificate", reader.Refuted: "refuted", reader.Withdrawn: "withdrawn"}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificate")
    parser.add_argument("-o", "--output", default="-")
    parser.add_argument("--index", type=int, default=0, help="which of a bundle, from 0")
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None

    def say(words):
        print(f"plumbline_rocq: {options.certificate}: {words}", file=sys.stderr)
    try:
        value = reader.read_json(Path(options.certificate).read_bytes())
    except (OSError, reader.Refused) as error:
        say(f"cannot be read: {error}")
        return 2
    except reader.NotCovered as error:
        say(f"not covered: {error}")
        return 3
    getcontext().prec = 60
    try:
        items = certificates_in(value)
        if not 0 <= options.index < len(items):
            say(f"there is no certificate {options.index}")
            return 2
        item = prepared(items[options.index])
        text = text_of(item)
    except tuple(NO_CERTIFICATE) as error:
        say(f"{NO_CERTIFICATE[type(error)]}: {error}")
        return 1
    except NOT_COVERED as error:
        say(f"not covered: {error}")
        return 3
    if widened(item):
        say(f"the file states [{item['lower']}, {item['upper']}] ({widened(item)})")
    if options.output == "-":
        sys.stdout.write(text)
    else:
        Path(options.output).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
