#!/usr/bin/env python3
"""plumbline_check: confirms or refutes Plumbline's certificates, and shares nothing with what made them.

NOT COVERED (said so for each certificate, exit code 3): the quantities compare, moments, theorem3; calibration
to --mu, of k, lists and total_variation_dp; renyi at the orders 1 and inf or with infinite losses;
the mechanisms discrete_gaussian, subsampled_laplace and samples of products with Gaussian noise, of zcdp and of rdp in several
steps or beside other noise, truncated_gaussian likewise, zcdp and rdp beside mechanisms of known law other than gaussian, and the two extremes; subsampled_gaussian
where records are replaced; irrational numbers in lists, in samples of products and where no order along a parameter is proved;
rho of products that have neither a bounded loss nor a closed form;
expressions in another form than the program's;
what is too large for the limits LIMIT below; a whole distribution that touches the profile exactly. Of the record of the computation (engine, budget, versions) the
form is judged, and whether the budget fits the width.

One file, Python's standard library alone (gmpy2's integers are used if present). Every number that is
compared with a certificate is an exact fraction or a ball of integers whose radius bounds all errors;
floats choose contours, steps and places to look at, and a bad choice ends in "not decided".

Parts:  1 balls   2 functions   3 reading   3a hypotheses   4 pairs   5 closed forms   6 the line   7 profiles
        8 quantities   9 attacks   10 verdicts   11 self-test and command line
Each bound is stated and proved where it is used; checker/README.md says in which order to read.
"""
import argparse
import bisect
import cmath
import hashlib
import json
import math
import os
import re
import signal
import statistics
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

try:
    from gmpy2 import mpz as integer
except ImportError:
    integer = int


class Refused(Exception):
    """Not a certificate: the file says nothing that could be judged. Exit code 2."""


class Refuted(Exception):
    """The parts of the file about its question contradict each other. Exit code 1."""


class NotCovered(Exception):
    """A statement that this program cannot judge. Exit code 3."""


class Withdrawn(Exception):
    """The pair of a mechanism that is named is proved no longer: numbers of it say nothing. Exit code 1."""


class TooHard(Exception):
    """Precision or size ran out: not decided. Exit code 3."""


class OutOfTime(Exception):
    """So did the time of a certificate."""


class Contradiction(Exception):
    """Two enclosures of one number do not meet: this program is at fault. Exit code 4."""


class LIMIT:  # what is beyond is refused or not decided, so that time and memory are bounded
    file = 1 << 24        # bytes
    depth = 12            # nesting of the JSON
    text = 20000          # characters of an expression
    digits = 2000         # characters of a number
    exponent = 3000       # of a decimal
    factors = 256         # of a product
    steps = 10 ** 9       # N of M^N
    types = 200000        # outcomes of a finite part
    laplace = 160         # steps of Laplace mechanisms
    bits = 6000           # of a ball
    inner, outer = 6000, 150000   # nodes of the two trapezoid rules
    cells = 4000          # of a divergence
    memory = 3 << 30      # bytes of a process
    deadline = math.inf   # of the processor's clock, set for each certificate


def tick(*_):
    if time.process_time() > LIMIT.deadline:
        raise OutOfTime("time ran out")


@contextmanager
def time_limit(seconds):
    """Looked at by tick() wherever work is long, and by a signal where the system has one."""
    LIMIT.deadline = time.process_time() + seconds
    signals = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if signals:
        before = signal.signal(signal.SIGPROF, tick)
        signal.setitimer(signal.ITIMER_PROF, seconds + 0.5, 0.5)
    try:
        yield
    finally:
        if signals:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
        LIMIT.deadline, Ball.bits = math.inf, 128


# ---- 1. Balls ----------------------------------------------------------------------------------------
#
# Ball(re, im, rad, ex) is the set of complex numbers z with |z - (re + i im) 2^ex| <= rad 2^ex, all four
# integers, rad >= 0. An operation's result contains the results at all points of its operands. A real
# number known to be real lies in [re - rad, re + rad] 2^ex.

class Ball:
    __slots__ = ("re", "im", "rad", "ex")
    bits = 128

    def __init__(self, re_, im, rad, ex):
        # Cut to Ball.bits (and the radius to 32). Floors move the centre by less than sqrt(2) < 2 new
        # units, and rad / 2^cut < (rad >> cut) + 1: together (rad >> cut) + 3 suffices.
        cut = re_.bit_length() - Ball.bits
        if im and im.bit_length() - Ball.bits > cut:
            cut = im.bit_length() - Ball.bits
        if rad and rad.bit_length() - 32 > cut:
            cut = rad.bit_length() - 32
        if cut > 0:
            re_, im, rad, ex = re_ >> cut, im >> cut, (rad >> cut) + 3, ex + cut
        self.re, self.im, self.rad, self.ex = re_, im, rad, ex

    def size(self):  # |centre| + rad < 2^(size + 1), in units
        return max(self.re.bit_length(), self.im.bit_length(), self.rad.bit_length()) + 1

    def modulus(self):  # at least |centre| in units, by a relative excess of 2^-40 at most
        a, b = abs(self.re), abs(self.im)
        if not b:
            return a
        s = max(0, max(a, b).bit_length() - 48)
        a, b = (a >> s) + 1, (b >> s) + 1
        return (integer(math.isqrt(a * a + b * b)) + 1) << s

    def __add__(self, other):
        a, b = self, other if other.__class__ is Ball else ball(other)
        if a.ex < b.ex:
            a, b = b, a
        if not (a.re or a.im or a.rad):
            return b
        if not (b.re or b.im or b.rad):
            return a
        # Moved to a common exponent: a to the left, exactly; where that would take more than 40 bits
        # beyond the precision, b to the right by s: floors and radius as in the constructor.
        d = a.ex - b.ex
        left = min(d, max(0, Ball.bits + 40 - a.size()))
        s = d - left
        re_, im, rad = b.re, b.im, b.rad
        if s:
            re_, im, rad = re_ >> s, im >> s, (rad >> s) + 3
        return Ball((a.re << left) + re_, (a.im << left) + im, (a.rad << left) + rad, a.ex - left)

    def __mul__(self, other):
        # |z w - m n| <= |m| s + |n| r + r s for |z - m| <= r, |w - n| <= s.
        a, b = self, other if other.__class__ is Ball else ball(other)
        if not (a.im or b.im):
            rad = 0
            if a.rad:
                rad = a.rad * (abs(b.re) + b.rad)
            if b.rad:
                rad += b.rad * abs(a.re)
            return Ball(a.re * b.re, 0, rad, a.ex + b.ex)
        rad = 0
        if a.rad:
            rad = a.rad * (b.modulus() + b.rad)
        if b.rad:
            rad += b.rad * a.modulus()
        return Ball(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, rad, a.ex + b.ex)

    def square(self):  # |z^2 - m^2| <= r (2 |m| + r) for |z - m| <= r
        a, b, rad = self.re, self.im, self.rad
        if rad:
            rad *= 2 * self.modulus() + rad
        return Ball((a - b) * (a + b), (a * b) << 1, rad, 2 * self.ex) if b else Ball(a * a, 0, rad, 2 * self.ex)

    def inverse(self):
        # |1/z - 1/m| <= r / (|m| (|m| - r)); 1/m = conj(m)/|m|^2, floored at k bits: less than 2 units.
        square = self.re * self.re + self.im * self.im
        low = integer(math.isqrt(square))
        if low <= self.rad:
            raise TooHard("division by a ball around zero")
        k = low.bit_length() + Ball.bits + 2
        rad = (self.rad << k) // (low * (low - self.rad)) + 3 if self.rad else 2
        return Ball((self.re << k) // square, (-self.im << k) // square, rad, -k - self.ex)

    def __neg__(self):
        return Ball(-self.re, -self.im, self.rad, self.ex)

    def __sub__(self, other):
        return self + -ball(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if isinstance(other, int) and other > 0:  # two floors: less than 2 units; the radius, upwards
            k = other.bit_length() + max(0, Ball.bits + 2 - self.size())
            return Ball((self.re << k) // other, (self.im << k) // other, (self.rad << k) // other + 3, self.ex - k)
        return self * ball(other).inverse()

    def __rtruediv__(self, other):
        return self.inverse() * other

    def __pow__(self, n):  # n a whole number, by squaring
        if n < 0:
            return self.inverse() ** -n
        result, square = ONE, self
        while n:
            if n & 1:
                result = result * square
            n >>= 1
            if n:
                square = square.square()
        return result

    __radd__, __rmul__ = __add__, __mul__

    def real(self):  # the real part of every point lies in it
        return Ball(self.re, 0, self.rad, self.ex)

    def widened(self, error):  # error: an upper bound >= 0, as a ball or fraction
        e = ball(error)
        return self + Ball(0, 0, abs(e.re) + e.rad, e.ex)


def ball(x):
    """A whole number, fraction or float as a ball around it."""
    if isinstance(x, Ball):
        return x
    if isinstance(x, float):
        x = Fraction(x)
    if isinstance(x, Fraction):
        n, d = integer(x.numerator), integer(x.denominator)
        if d & (d - 1) == 0:
            return Ball(n, 0, 0, 1 - d.bit_length())
        k = Ball.bits + 2 + d.bit_length() - n.bit_length()
        return Ball((n << k) // d if k >= 0 else n // (d << -k), 0, 1, -k)
    return Ball(integer(x), 0, 0, 0)


ONE, IMAGINARY = Ball(integer(1), 0, 0, 0), Ball(0, integer(1), 0, 0)


@contextmanager
def precision(bits):
    if bits > LIMIT.bits:
        raise TooHard("more bits than the limit")
    saved, Ball.bits = Ball.bits, int(bits)
    try:
        yield
    finally:
        Ball.bits = saved


def dyadic(m, ex):
    if abs(ex) > 1000000:
        raise TooHard("exponent beyond the limit")
    return Fraction(int(m) << ex) if ex >= 0 else Fraction(int(m), 1 << -ex)


def low(x):  # exact ends of a real number's enclosure
    return dyadic(x.re - x.rad, x.ex) if isinstance(x, Ball) else Fraction(x)


def high(x):
    return dyadic(x.re + x.rad, x.ex) if isinstance(x, Ball) else Fraction(x)


def middle(x):
    return (low(x) + high(x)) / 2


def between(lo, hi):
    return ball((lo + hi) / 2).widened((hi - lo) / 2)


def positive_part(x):
    """max(x, 0) for real x. Undecided sign: [0, h] lies in the ball of centre and radius (h + 1) // 2."""
    if not isinstance(x, Ball):
        return max(x, 0)
    if x.re >= x.rad:
        return x
    h = x.re + x.rad
    return Ball((h + 1) // 2, 0, (h + 1) // 2, x.ex) if h > 0 else Fraction(0)


def log_size(x):  # log |x| in floats, for choices alone
    x = abs(Fraction(x))
    if not x:
        return -1e9
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return math.log(x / Fraction(2) ** shift) + shift * math.log(2)


# ---- 2. Functions ------------------------------------------------------------------------------------

def exp(z):
    """exp of a complex ball: Taylor's series for z / 2^k, squared k times."""
    z = ball(z)
    size = max(z.re.bit_length(), z.im.bit_length()) + z.ex + 1  # |centre| < 2^size
    if size > 28 or z.rad.bit_length() + z.ex > 0:
        raise TooHard("exponential of something too large or too wide")
    k = max(0, size + 6)
    with precision(Ball.bits + k + 12):
        w = Ball.bits
        # y = centre / 2^k in units 2^-w, |y| <= 2^-6, floored: off by less than 2 units, which moves
        # exp by less than 3. Horner: s <- 1 + s y / i. If s is off by e, then the new one by
        # (e |y| + 2)/i + 2 at most (|s| <= 2 and two floors each of both parts): e <= 5 throughout.
        # The series stops where 2 |y|^(n+1) / (n+1)! <= 2^-w. In all at most 5 + 3 + 1 < 10 units.
        shift = z.ex - k + w
        yr, yi = (z.re << shift, z.im << shift) if shift >= 0 else (z.re >> -shift, z.im >> -shift)
        n, left = 1, w
        while left > 0:
            n += 1
            left -= 6 + n.bit_length() - 1
        one = integer(1) << w
        sr, si = one, integer(0)
        for i in range(n, 0, -1):
            if yi:
                sr, si = one + ((sr * yr - si * yi) >> w) // i, ((sr * yi + si * yr) >> w) // i
            else:
                sr = one + ((sr * yr) >> w) // i
        result = Ball(sr, si, 10, -w)
        for _ in range(k):
            result = result.square()
        if z.rad:  # |e^(m + d) - e^m| <= |e^m| (e^r - 1) <= 2 r |e^m| for |d| <= r <= 1
            result = result * (ONE + Ball(0, 0, 2 * z.rad, z.ex))
    return Ball(result.re, result.im, result.rad, result.ex)


def log(z):
    """The principal logarithm. With a float y near it, q = z e^-y - 1 is small and y + log(1 + q) is a
    logarithm of z; |Im y| <= 3 and |Im log(1 + q)| <= 2 |q| < 0.01 make it the principal one."""
    z = ball(z)
    if not (z.re or z.im):
        raise TooHard("logarithm of a ball around zero")
    s = max(z.re.bit_length(), z.im.bit_length()) - 60
    mantissa = complex(int(z.re >> s if s > 0 else z.re << -s), int(z.im >> s if s > 0 else z.im << -s))
    guess = cmath.log(mantissa)
    if abs(guess.imag) > 3:
        raise TooHard("logarithm near the cut")
    y = ball(guess.real + (s + z.ex) * math.log(2)) + IMAGINARY * ball(guess.imag)
    q = z * exp(-y) - 1
    size = (q.modulus() + q.rad).bit_length() + q.ex  # |q| < 2^size
    if size > -9:
        raise TooHard("logarithm of a ball too wide")
    # Alternating powers up to n; the rest is at most |q|^(n+1) / (1 - |q|) / (n+1) <= |q|^(n+1).
    n = (Ball.bits + 8) // -size + 1
    total = ball(0)
    for i in range(n, 0, -1):
        total = q * (total + (ONE if i % 2 else -ONE) / i)
    return y + total.widened(Ball(integer(1), 0, 0, size * (n + 1)))


def sqrt(x):
    """Returns the root of a real ball >= 0: whole square roots of both ends, at 2 Ball.bits bits."""
    x = ball(x)
    k = 2 * Ball.bits + (x.ex & 1)
    bottom, top = (x.re - x.rad) << k, (x.re + x.rad) << k
    if bottom < 0:
        raise TooHard("root of a ball around zero")
    a, b = integer(math.isqrt(bottom)), integer(math.isqrt(top)) + 1
    return Ball((a + b) // 2, 0, (b - a) // 2 + 1, (x.ex - k) // 2)


_constants = {}


def pi():
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239). Each floored term of an alternating series that
    decreases is off by less than 2 units, and what is left out by less than one."""
    w = Ball.bits + 20
    if w not in _constants:
        total, error = 0, 0
        for factor, n in ((16, 5), (-4, 239)):
            power, i = (integer(1) << w) // n, 0
            while power:
                total += factor * (-1) ** i * (power // (2 * i + 1))
                power //= n * n
                i += 1
            error += abs(factor) * (2 * i + 2)
        _constants[w] = (total, error)
    total, error = _constants[w]
    return Ball(total, 0, integer(error), -w)


def normal_tail(x):
    """P(Z > x) for standard normal Z and a real ball x."""
    x = ball(x)
    m, r = Ball(x.re, 0, 0, x.ex), Ball(0, 0, x.rad, x.ex)
    if x.re < 0:
        return 1 - normal_tail(-x)
    square = log_size(middle(m)) * 2
    if square > 18:
        raise TooHard("tail too far out")
    half = math.exp(square) / 2
    if half > (Ball.bits + 20) * math.log(2):
        # phi(x)/x (1 - 1/x^2 + 3/x^4 - ...): by parts, the remainder has the sign of the first term
        # left out and is smaller: sums lie on alternating sides of the value.
        with precision(Ball.bits + 20):
            term, total, i, inverse = ONE, ball(0), 0, (m * m).inverse()
            while term.size() + term.ex > -Ball.bits:
                total, i = total + term, i + 1
                term = term * inverse * (1 - 2 * i)
                if i > half:
                    raise TooHard("tail of too few bits")
            value = exp(m * m * Fraction(-1, 2)) / (sqrt(2 * pi()) * m) * total.widened(high_abs(term))
    else:
        # 1/2 - phi(x) (x + x^3/3 + x^5/(3 5) + ...): positive terms with ratios x^2 / (2 i + 3) that
        # fall; once a ratio is below 1/2, all that follows is less than the last term.
        with precision(Ball.bits + int(2.9 * half) + 30):
            term = total = m
            i, square = 0, m * m
            while not (2 * half < i + 1 and term.size() + term.ex < -Ball.bits):
                i += 1
                term = term * square / (2 * i + 1)
                total = total + term
            value = Fraction(1, 2) - exp(square * Fraction(-1, 2)) / sqrt(2 * pi()) * total.widened(high_abs(term))
    if x.rad:  # the density between m - r and m + r is at most 2/5 exp(-m^2/2 + m r)
        rr = Ball(x.rad, 0, 0, x.ex)
        value = value.widened(exp(m * m * Fraction(-1, 2) + m * rr) * rr * Fraction(2, 5))
    return Ball(value.re, 0, value.rad, value.ex)


def high_abs(x):  # an upper bound of |x|, as a ball without radius
    return Ball(x.modulus() + x.rad + 1, 0, 0, x.ex) if x.re or x.im or x.rad else x


# ---- 3. Reading --------------------------------------------------------------------------------------
#
# The file is data of a stranger. What is not exactly of the form is refused; of a certificate's members
# only the question and the ends are used. Sizes are bounded before anything is computed.

DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?")
FACTOR = re.compile(r"([+-]?)(0[xX][0-9a-fA-F.]*(?:[pP][+-]?[0-9]+)?|[0-9.]+(?:[eE][+-]?[0-9]+)?)(?:\^([+-]?)([0-9]+))?([*/]|$)")


MEMBERS = {"format", "version", "quantity", "mechanism", "direction", "at", "lower", "upper", "digits",
           "reached", "asked", "written", "engine", "error_budget", "versions", "digest"}
OPTIONAL = {"other", "options", "values", "findings"}


def bounded(text, what):
    """A whole number that is read as an exponent."""
    if len(text) > 7 or abs(int(text)) > LIMIT.exponent:
        raise NotCovered(f"{what}: a number beyond the limits here")
    return int(text)


def plain(text, what):
    """A decimal or a hexadecimal float without sign."""
    hexadecimal = text[:2].lower() == "0x"
    digits, _, exponent = (text[2:].lower() if hexadecimal else text.lower()).partition("p" if hexadecimal else "e")
    whole, point, rest = digits.partition(".")
    if not whole + rest or "." in rest:
        raise Refused(f"{what}: not a number: '{text[:40]}'")
    power = bounded(exponent or "0", what)
    if hexadecimal:
        return Fraction(int(whole + rest, 16)) * Fraction(2) ** (power - 4 * len(rest))
    return Fraction(int(whole + rest)) * Fraction(10) ** (power - len(rest))


def number(text, what="number"):
    """The exact fraction that a text stands for: decimals, hexadecimal floats, their whole powers, products and
    quotients. What is a number, but beyond the limits or irrational, is not covered."""
    if not isinstance(text, str) or not text.strip():
        raise Refused(f"{what}: not a number")
    if len(text) > LIMIT.digits or re.search(r"\b(log|exp|sqrt)\(", text):
        raise NotCovered(f"{what}: a number beyond the limits here")
    result, divide, place, text = Fraction(1), False, 0, text.strip()
    while True:
        match = FACTOR.match(text, place)
        if not match:
            raise Refused(f"{what}: not a number: '{shown(text, 40)}'")
        sign, digits, side, power, operator = match.groups()
        value = plain(digits, what)
        if power is not None:
            n = bounded(power, what)
            if n * max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * LIMIT.exponent:
                raise NotCovered(f"{what}: a number beyond the limits here")
            if side == "-" and not value:
                raise Refused(f"{what}: division by zero")
            value = value ** (-n if side == "-" else n)
        if divide and not value:
            raise Refused(f"{what}: division by zero")
        result = result / value if divide else result * value
        result, place = -result if sign == "-" else result, match.end()
        if max(result.numerator.bit_length(), result.denominator.bit_length()) > 13000:
            raise NotCovered(f"{what}: a number beyond the limits here")
        if not operator:
            return result
        divide = operator == "/"


class Irrational(Fraction):
    """A number such as log(3), by a fraction on each side of it; as a fraction it is the lower one, which no result may use alone."""

    def __new__(cls, text, lower, upper):
        self = super().__new__(cls, lower)
        self.text, self.upper = text, upper
        return self


class RealText:
    """Sums and products of numbers, of their log, exp and sqrt, and of whole powers, as balls."""

    def __init__(self, text, what):
        self.text, self.place, self.what = text, 0, what

    def take(self, signs):
        while self.text.startswith(" ", self.place):
            self.place += 1
        if self.place < len(self.text) and self.text[self.place] in signs:
            self.place += 1
            return self.text[self.place - 1]
        return ""

    def fail(self):
        raise Refused(f"{self.what}: not a number: '{shown(self.text, 40)}'")

    def limited(self, size):
        if size > 4000:
            raise NotCovered(f"{self.what}: a number beyond the limits here")

    def total(self, depth=0):
        self.limited(4001 if depth > 20 else 0)
        negative = self.take("+-") == "-"
        found = self.product(depth) * (-1 if negative else 1)
        while sign := self.take("+-"):
            found = found + self.product(depth) * (1 if sign == "+" else -1)
        return found

    def product(self, depth):
        found = self.power(depth)
        while sign := self.take("*/"):
            other = self.power(depth)
            if sign == "/" and low(other) <= 0 <= high(other):
                self.fail()
            found = found * other if sign == "*" else found / other
            self.limited(abs(log_size(high(found) or 1)))
        return found

    def power(self, depth):
        if self.take("-"):
            return -self.power(depth)
        base = self.atom(depth)
        if not self.take("^"):
            return base
        match = re.compile(r"(-?)([0-9]{1,4})").match(self.text, self.place)
        if not match:
            self.fail()
        self.place = match.end()
        self.limited(int(match.group(2)) * max(1, abs(log_size(high(base) or 1))))
        if match.group(1) and low(base) <= 0 <= high(base):
            self.fail()
        return (base.inverse() if match.group(1) else base) ** int(match.group(2))

    def atom(self, depth):
        name = re.compile(r" *(log|exp|sqrt|)\(").match(self.text, self.place)
        if name:
            self.place = name.end()
            inside = self.total(depth + 1)
            if not self.take(")"):
                self.fail()
            if name.group(1) == "exp":
                self.limited(max(abs(low(inside)), abs(high(inside))))
                return exp(inside)
            if name.group(1) and low(inside) <= 0:
                self.fail()
            return {"log": log, "sqrt": sqrt}[name.group(1)](inside) if name.group(1) else inside
        match = re.compile(r" *(0[xX][0-9a-fA-F.]+(?:[pP][+-]?[0-9]+)?|[0-9.]+(?:[eE][+-]?[0-9]+)?)").match(self.text, self.place)
        if not match:
            self.fail()
        self.place = match.end()
        return ball(plain(match.group(1), self.what))


def parameter(text, what):
    """A number of an expression, which may be irrational."""
    if not isinstance(text, str) or len(text) > 200 or not re.search(r"\b(log|exp|sqrt)\(", text):
        return number(text, what)
    with precision(400):
        reading = RealText(text.strip(), what)
        found = reading.total()
        if reading.place < len(reading.text):
            reading.fail()
        return Irrational(reading.text, low(found), high(found))


def number_sum(text, what):
    """Numbers joined by + and -, as a list may contain them: a sign that follows no operator and no exponent joins."""
    parts, start = [], 0
    for place, sign in enumerate(text):
        before = text[:place].rstrip(" ")
        exponent = re.search(r"[0-9a-fA-F.][eEpP]$", text[:place])
        if sign in "+-" and before and before[-1] not in "*/^+-(" and not exponent and text.count("(", 0, place) == text.count(")", 0, place):
            parts.append(text[start:place])
            start = place
    parts.append(text[start:])
    if len(parts) > 64:
        raise Refused(f"{what}: a sum has at most 64 numbers")
    return number(parts[0], what) + sum((number(part[1:], what) * (-1 if part[0] == "-" else 1) for part in parts[1:]), Fraction(0))


def plain_text(x):
    """A fraction as certificates write it: a decimal where it is short, in scientific form where it is small or
    a power of ten times few digits, else p/q."""
    rest, twos, fives = x.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 40 and x.numerator.bit_length() + places - min(twos, fives) > 320:
        return f"{x.numerator}/{x.denominator}"
    digits = str(x.numerator * 10 ** places // x.denominator)
    if places > 40 and len(digits) > 40:
        return f"{x.numerator}/{x.denominator}"
    if not places:
        zeros = len(digits) - len(digits.rstrip("0"))
        return f"{digits[:-zeros]}e{zeros}" if zeros >= 7 else digits
    sign, digits = ("-", digits[1:]) if digits[0] == "-" else ("", digits)
    if len(digits) + 4 <= places:
        return f"{sign}{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e-{places - len(digits) + 1}"
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def end(text, what, infinity):
    """A fraction; the text itself where it is the infinity of its side, which states nothing."""
    if text == infinity:
        return text
    if not DECIMAL.fullmatch(text):
        raise Refused(f"{what}: not a decimal: '{shown(text, 40)}'")
    return number(text, what)


def read_json(data):
    if len(data) > LIMIT.file:
        raise NotCovered("a file beyond the limit here")
    if b"\0" in data:
        raise Refused("a NUL byte")
    def members(pairs):
        result = dict(pairs)
        if len(result) != len(pairs):
            raise Refused("a key occurs twice")
        return result

    def no_number(text):
        raise Refused(f"no JSON: {text}")

    def depth(value, left):
        if not left:
            raise Refused("nested too deeply")
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            depth(inner, left - 1)

    try:
        result = json.loads(data.decode("utf-8-sig"), object_pairs_hook=members, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(f"no JSON: {str(error)[:80]}") from None
    depth(result, LIMIT.depth)
    return result


def require_small_numbers(value):
    """JSON numbers that the format has: whole ones of three digits at most."""
    if isinstance(value, float) or isinstance(value, int) and not -1000 < value < 1000:
        raise Refused(f"a JSON number that is not one of the format: {str(value)[:20]}")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        require_small_numbers(inner)


def digest_of(value):
    """SHA-256 of the object without its digest, keys sorted, no white space, UTF-8."""
    rest = {k: v for k, v in value.items() if k != "digest"}
    try:
        text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (UnicodeError, RecursionError):
        raise Refused("text that is no UTF-8") from None
    return "sha256:" + hashlib.sha256(text).hexdigest()


def require_form(value, name, required, optional=()):
    if not isinstance(value, dict):
        raise Refused(f"{name}: not an object")
    for key in required:
        if key not in value:
            raise Refused(f"{name}: '{key}' is missing")
    for key in value:
        if key not in required and key not in optional:
            raise Refused(f"{name}: unknown member '{str(key)[:40]}'")


def certificates_of(value):
    """The certificates of a file; for one whose form is not right, the exception that says why."""
    if isinstance(value, dict) and value.get("format") == "plumbline-bundle":
        require_form(value, "bundle", ("format", "version", "certificates", "digest"))
        found = value["certificates"]
        if not isinstance(found, list) or not found:
            raise Refused("certificates: not a list, or empty")
        if not known_version(value):
            raise Refused("version not known")
        require_digest(value)
    else:
        found = [value]
    return [item if why is None else why for item, why in ((item, form_of(item)) for item in found)]


STATES_HYPOTHESES = 3  # the first version of the format that does


def known_version(item):
    return item["version"] in (1, 2, STATES_HYPOTHESES) and type(item["version"]) is int


def form_of(item):
    """None where the form is right; what is wrong with it, or not covered, otherwise."""
    try:
        require_small_numbers(item)
        require_certificate(item)
    except (Refused, Refuted, Withdrawn, NotCovered, TooHard) as error:
        error.item = item if isinstance(item, dict) else {}
        return error
    except (ValueError, ArithmeticError, RecursionError) as error:  # a number too long for Python
        why = NotCovered(str(error)[:80])
        why.item = item
        return why
    except Exception as error:  # none that is foreseen
        error.item = item if isinstance(item, dict) else {}
        return error
    return None


def require_texts(item, name, required, optional=()):
    """An object of strings, none empty."""
    require_form(item[name], name, required, optional)
    for key, text in item[name].items():
        if not isinstance(text, str) or not text:
            raise Refused(f"{name}/{shown(key, 40)}: a string is expected")


ROLES = ("at_most", "at_least", "accountant")  # what a number of a run is for, no part of the question; but for at_most of epsilon alone
BUDGET = ("quadrature", "truncation", "discretisation", "rounding")
PARAMETERS = ("bits", "mu^2", "method", "parts", "lines", "c", "step", "last", "truncation", "left", "right", "nodes",
              "spacing", "offset", "tilt", "height", "panels", "points", "steps", "most_nodes", "depth", "losses",
              "within")
VERSIONS = ("plumbline", "flint", "arb", "mpfr", "compiler", "platform")
TARGETS = (("epsilon", "delta"), ("advantage",), ("kappa", "gamma"), ("prior", "bayes"), ("alpha", "beta"),
           ("mu", "within"))
WITNESSED = ("calibrate", "tradeoff", "tradeoff_inverse", "power", "rero", "epsilon", "bayes", "posterior")


def require_digest(item):
    if not isinstance(item["digest"], str) or not re.fullmatch(r"sha256:[0-9a-f]{64}", item["digest"]):
        raise Refused("digest: sha256: and 64 hexadecimal digits in lower case are expected")
    if item["digest"] != digest_of(item):
        raise Refused("digest does not fit: the file was changed after it was written")


def require_certificate(item):
    """The form (Refused), and what must agree before anything is computed (Refuted)."""
    require_form(item, "certificate", MEMBERS, OPTIONAL | {"witness", "hypotheses", "other_hypotheses"})
    if item["format"] != "plumbline-certificate" or not known_version(item) or \
            (item["version"] == 1 and "witness" in item) or \
            (item["version"] < STATES_HYPOTHESES and ("hypotheses" in item or "other_hypotheses" in item)):
        raise Refused("format or version not known")
    require_digest(item)
    for name in ("quantity", "mechanism", "direction", "lower", "upper", "digits", "other"):
        if name in item and (not isinstance(item[name], str) or not item[name]):
            raise Refused(f"{name}: a string is expected")
    for name in ("at", "options", "findings", "written"):
        if name in item:
            require_texts(item, name, (), item[name] if isinstance(item[name], dict) else ())
    require_record(item)
    if item["direction"] not in ("forward", "reverse", "worst"):
        raise Refused("direction: not known")
    if not re.fullmatch(r"exact|[0-9.]{1,12}", item["digits"]):
        raise Refused("digits: of another form")
    for name, infinity in (("lower", "-inf"), ("upper", "inf")):
        if item[name] != infinity and not DECIMAL.fullmatch(item[name]):
            raise Refused(f"{name}: not a decimal: '{shown(item[name], 40)}'")
    require_findings(item)
    require_statement_of_hypotheses(item)
    require_proved_pairs(item)
    require_question(item)
    for name in ("lower", "upper", "safe"):
        witness(item, name)
    fit_together(item)
    require_hypotheses(item)


def require_record(item):
    """Checks the form of the record of the computation, and that its sizes fit (budget_fits): nothing rests on it."""
    require_texts(item, "asked", ("digits", "engine"))
    if not re.fullmatch(r"[1-9][0-9]{0,4}", item["asked"]["digits"]) or int(item["asked"]["digits"]) > 10000:
        raise Refused("asked/digits: a whole number from 1 to 10000 is expected")
    if item["asked"]["engine"] != "auto" and item["quantity"] in ("renyi", *AUDITED):
        raise Refuted("asked/engine: this quantity takes none")
    require_texts(item, "error_budget", BUDGET)
    require_texts(item, "versions", VERSIONS)
    require_form(item["engine"], "engine", ("name", "parameters"))
    if not isinstance(item["engine"]["name"], str) or not isinstance(item["reached"], bool):
        raise Refused("engine/name or reached: of another type")
    if not item["engine"]["name"]:
        raise Refused("engine/name: no engine is named")
    require_texts(item["engine"], "parameters", (), PARAMETERS)


def require_findings(item):
    """Quantities without findings and values have none; what a calibration says of safe values are numbers."""
    quantity, found = item["quantity"], item.get("findings", {})
    if quantity in AUDITED:
        if (quantity == "audited_errors") != ("values" in item):
            raise Refused("values: missing, or this quantity has none")
        if "values" in item:
            require_form(item["values"], "values", ("beta",))
            require_texts(item["values"], "beta", ("lower", "upper"))
            for name, infinity in (("lower", "-inf"), ("upper", "inf")):
                end(item["values"]["beta"][name], "values/beta", infinity)
        names = ["tp", "fn", "fp", "tn"] * ("options" in item) + ["refuted"] * (quantity in CLAIMED)
        if "findings" in item or names:
            require_form(found, "findings", names)
        return
    if quantity in WHOLE:
        if "values" in item:
            raise Refused("values: this quantity has none")
        require_form(found, "findings", ("verdict",))
        if found["verdict"] not in ("holds", "fails", "undecided"):
            raise Refused("findings/verdict: holds, fails or undecided is expected")
        return
    if quantity in ARGUMENT and quantity not in ("renyi", "rho") and ("values" in item or "findings" in item):
        raise Refused("values or findings: this quantity has none")
    if quantity != "calibrate":
        return
    if "values" in item:
        raise Refused("values: this quantity has none")
    if found:
        require_texts(item, "findings", ("safe", "private_side"), ("safe_double",))
    for name in ("safe", "safe_double"):
        if name in found:
            number(found[name], "findings/" + name)


def require_question(item):
    """The names of the arguments, their numbers and how they are written."""
    quantity, at = item["quantity"], item["at"]
    if quantity in AUDITED:
        require_attack(item)
    elif quantity in ARGUMENT:
        require_form(at, "at", ARGUMENT[quantity], FURTHER_ARGUMENT.get(quantity, ()))
    elif quantity == "calibrate":
        if not any(set(names) == set(at) for names in TARGETS):
            raise Refused("at: the numbers of a target are expected")
        require_form(item.get("options", {}), "options", ("vary",))
    elif quantity in WHOLE:
        require_whole(item)
    else:
        raise NotCovered(f"quantity {shown(quantity, 40)}")
    if (quantity in ("divergence", "audited_mechanism")) != ("other" in item) or \
            quantity not in ("calibrate", "divergence", *AUDITED, *WHOLE) and "options" in item:
        raise Refused("other or options: missing, or this quantity has none")
    if quantity == "divergence":
        require_form(item.get("options", {}), "options", ("hyperprior",) if "options" in item else ())
        if "options" in item:
            if Hyperprior(item["options"]["hyperprior"]).text != item["options"]["hyperprior"]:
                raise NotCovered("options/hyperprior: not in the canonical form that is read here")
            if Hyperprior(item["written"].get("hyperprior", "")).text != item["options"]["hyperprior"]:
                raise Refuted("written/hyperprior stands for another one")
    for key, text in at.items():
        if plain_text(number(text, f"at/{shown(key, 20)}")) != text and quantity != "divergence":
            raise NotCovered(f"at/{shown(key, 20)}: not in the canonical form that is read here")


def require_whole(item):
    """The options of a whole distribution or curve, and the smallest epsilon of the promise."""
    curve, options = item["quantity"] == "tradeoff_curve", item.get("options", {})
    require_form(item["at"], "at", (), () if curve else ("from",))
    require_form(options, "options", WHOLE[item["quantity"]], ("side", "between") if curve else ("side",))
    if options.get("side", "optimistic") != "optimistic" or options.get("between", "nothing") != "nothing":
        raise Refused("options: side may be optimistic, and between nothing")


def require_attack(item):
    """The numbers of the question; scores stand among the options, of an attack by scores alone."""
    if item["quantity"] != "audited_mechanism" or item["at"]:
        require_form(item["at"], "at", AUDITED[item["quantity"]] or
                     ("epsilon",) * (item["quantity"] == "audited_mechanism"))
    kind = attack(item["mechanism"])[0]
    if "options" in item:
        require_form(item["options"], "options", ("members", "others"))
        for name, text in item["options"].items():
            if not re.fullmatch(r"[-+.,e0-9]+", text):
                raise Refuted(f"options/{name}: not scores")
    if ("options" in item) != (kind == "scores"):
        raise NotCovered("scores, and an attack that has none, or none where it has some")


def witness(item, name):
    """The thresholds t ("1/2", "log 3/7") that the certificate proposes for an end, as numbers x = e^t, or
    near it: hints, which nothing rests on."""
    given = item.get("witness", {})
    allowed = ("lower", "upper", "safe") if item["quantity"] == "calibrate" else ("lower", "upper")
    require_form(given, "witness", (), allowed if item["quantity"] in WITNESSED else ())
    given, found = given.get(name), []
    if given is None:
        return found
    if not isinstance(given, list) or not 0 < len(given) <= 8 or not all(isinstance(text, str) for text in given):
        raise Refused("witness: not a short list of thresholds")
    for text in given:
        value = number(text[4:] if text.startswith("log ") else text, "witness")
        if text.startswith("log ") and value <= 0:
            raise Refused("witness: no real number")
        if text.startswith("log "):
            found.append(value)
        elif abs(value) < 700:
            found.append(Fraction(math.exp(value)))
    return found


def fit_together(item):
    """Checks the file's statements about itself: its mechanism is in canonical form, the text in `written` is
    the same, the ends are in order, and the interval has the digits that it claims."""
    open_ones = item["quantity"] == "calibrate"
    attacked = item["quantity"] in AUDITED
    for name in ("mechanism", "other"):
        if name in item and not (attacked and name == "mechanism") and \
                canonical(expression(item[name]), open_ones, item["version"]) != item[name]:
            raise NotCovered(f"{name}: not in the canonical form that is read here")
    agree_with_what_was_written(item, open_ones)
    lower, upper = end(item["lower"], "lower", "-inf"), end(item["upper"], "upper", "inf")
    if "infinite" in item.get("findings", {}):
        raise NotCovered("a value that is infinite")
    finite = not isinstance(lower, str) and not isinstance(upper, str)
    if finite and lower > upper:
        raise Refuted("lower is above upper")
    size = max(abs(lower), abs(upper)) if finite else 0
    digits = (max(0.0, log_size(size) - log_size(upper - lower)) / math.log(10) if upper > lower else math.inf) \
        if finite else 0.0
    has = "exact" if math.isinf(digits) else f"{math.floor(digits * 10) / 10:.1f}"
    if item["digits"] != has:  # rounded down to a tenth: at a border the logarithm may give the neighbour
        border = not math.isinf(digits) and abs(digits * 10 - round(digits * 10)) < 1e-6
        if not border or item["digits"] == "exact" or not abs(float(item["digits"]) - digits) < 0.101:
            raise Refuted(f"digits: the interval has {has}")
    asked = int(item["asked"]["digits"])
    small = finite and size <= Fraction(1, 10 ** min(30, asked))
    if item["reached"] and digits < asked - 0.1 and not small and item["quantity"] not in CLAIMED:
        raise Refuted("reached: the interval has fewer digits than were asked")
    if not item["reached"] and not item.get("findings") and digits >= asked + 1:
        raise Refuted("reached: the interval has more digits than were asked")
    budget_fits(item, (lower, upper) if finite else None)


def budget_fits(item, interval):
    """The sizes of errors explain the width of these quantities, up to printing: no less, and no four times more.
    Where the requested digits were not reached they need not."""
    try:
        sizes = [None if text == "inf" else number(text, "error_budget/" + name)
                 for name, text in item["error_budget"].items()]
    except Refused as error:
        raise Refuted(str(error)) from None
    if any(size is not None and size < 0 for size in sizes):
        raise Refuted("error_budget: a negative size")
    if item["quantity"] not in ("delta", "tv", "divergence") or interval is None:
        return
    if None in sizes:
        if item["reached"]:
            raise Refuted("error_budget: infinite, of an interval that is sharp")
        return
    half, total = (interval[1] - interval[0]) / 2, sum(sizes)
    unit = max(map(abs, interval)) * Fraction(1, 10 ** (int(item["asked"]["digits"]) + 3))
    if item["reached"] and half > total + unit:
        raise Refuted("error_budget: does not explain the width")
    # A larger budget is fine: bounds that are known at once narrow what a computation gave.


def agree_with_what_was_written(item, open_ones):
    quantity, at, written = item["quantity"], item["at"], item["written"]
    two = "other" in item
    names = ["mechanism"] + ["other"] * two
    several = open_ones or quantity in CLAIMED or quantity in FURTHER_ARGUMENT
    alone = quantity in WHOLE  # its argument is written in one form
    names += list(at) if several else [] if two or alone else ["at"] * bool(at)
    has_role = quantity == "epsilon" or written.get("role") == ROLES[0]
    more = ("vary",) if open_ones else ("role",) if has_role else ("hyperprior",) if quantity == "divergence" and "options" in item else ()
    require_texts(item, "written", names, more)
    if written.get("role", ROLES[0]) not in ROLES:
        raise Refused("written/role: at_least, at_most or accountant is expected")
    for name in ["mechanism"] + ["other"] * two:
        if quantity in AUDITED and name == "mechanism":
            if without_blanks(written[name]) != item[name]:
                raise NotCovered("written/mechanism: written otherwise")
            continue
        try:
            factors = expression(written[name])
            if open_ones:
                factors = opened(factors, written.get("vary", ""))
            same = canonical(factors, open_ones, item["version"]) == item[name] or same_numbers(factors, expression(item[name]))
        except Refused as error:
            raise Refuted(f"written/{name}: {error}") from None
        if not same:
            raise Refuted(f"written/{name} stands for something else")
    for name in () if two and not several or alone else at:
        text = written[name] if several else written["at"]
        try:
            same = number(at[name]) in points(text, "written/" + name)
        except Refused as error:
            raise (Refuted if several else Refused)(str(error)) from None
        if not same:
            raise (Refuted if several else Refused)(f"written/{name} is another number")


def without_blanks(text):
    """The text of an attack without white space at its ends and around its signs."""
    return re.sub(r"[ \t\n\v\f\r]*([][()=,])[ \t\n\v\f\r]*", r"\1", text).strip(" \t\n\v\f\r")


def points(text, what):
    """The numbers that a text stands for: one, or lo:hi:count, equally spaced."""
    parts = text.split(":")
    if len(parts) == 1:
        return [number(text, what)]
    if len(parts) != 3:
        raise NotCovered(f"{what}: a range of values")
    lo, hi, count = (number(part, what) for part in parts)
    if count.denominator != 1 or not 2 <= count <= LIMIT.steps:
        raise Refused(f"{what}: a range needs a whole count")
    return Spaced(lo, (hi - lo) / (count - 1), int(count))


class Spaced:
    """lo + step i, 0 <= i < count."""

    def __init__(self, lo, step, count):
        self.lo, self.step, self.count = lo, step, count

    def __contains__(self, x):
        if not self.step:
            return x == self.lo
        place = (x - self.lo) / self.step
        return place.denominator == 1 and 0 <= place < self.count


# Mechanisms: (name, needed parameters, further ones, in canonical order).
NOISE = ("add_or_remove", "replace", "replace_special", "zero_out")
RESPONSE = ("replace", "replace_special")
GRAMMAR = {"gaussian": (("sigma",), ("sigma2", "sensitivity", "relation", "group")),
           "laplace": (("b",), ("sensitivity", "relation", "group")),
           "subsampled_gaussian": (("sigma", "p"), ("sigma2", "sensitivity", "relation", "group")),
           "randomized_response": (("epsilon",), ("k", "relation")),
           "permute_and_flip": (("epsilon",), ()),
           "approximate_dp": (("epsilon", "delta"), ()),
           "dp": (("epsilon",), ("delta", "relation")),
           "pure_dp": (("epsilon",), ("relation",)),
           "gdp": (("mu",), ("relation",)),
           "tradeoff": (("alphas", "betas"), ("relation",)),
           "profile": (("epsilons", "deltas"), ("relation",)),
           "zcdp": (("rho",), ("xi", "delta0", "relation")),
           "rdp": (("orders", "bounds"), ("relation",)),
           "total_variation_dp": (("epsilon", "delta", "eta"), ()),
           "finite": (("P", "Q"), ()),
           "discrete_laplace": (("b",), ("sensitivity",)),
           "correlated_gaussian": (("sigma", "strategy", "steps"),
                                   ("sigma2", "participations", "gap", "every", "relation")),
           "cyclic_poisson": (("sigma", "strategy", "steps", "p"), ("groups",)),
           "b_min_sep": (("sigma", "strategy", "steps", "p", "separation"), ("start",)),
           "balls_in_bins": (("sigma", "strategy", "steps", "bins"), ("stride",)),
           "shuffled_rr": (("epsilon0", "n"), ("k", "ones")),
           "shuffled_krr": (("epsilon0", "n", "k"), ("third",)),
           "shuffled_laplace": (("b", "n"), ()),
           "shuffled_clones": (("epsilon0", "n"), ()),
           "shuffled_gaussian": (("sigma", "n"), ()),
           "truncated_gaussian": (("sigma", "bound"), ("sensitivity",)),
           "skellam": (("mu",), ("l1", "l2", "sensitivity")),
           # the mechanisms inside are read by Reading.sampled
           "subsampled": (("inner", "p"), ()),
           # read for their hypotheses; their numbers are not covered
           "subsampled_laplace": (("b", "p"), ("sensitivity",)),
           "staircase": (("epsilon", "gamma"), ("sensitivity",)),
           "without_replacement": (("sigma", "n", "batch"), ("sensitivity",))}
# Guarantees: their relation says who the neighbours are, and changes no number.
GUARANTEES = ("dp", "pure_dp", "gdp", "tradeoff", "profile", "zcdp", "rdp")
LISTS = ("P", "Q", "alphas", "betas", "epsilons", "deltas", "orders", "bounds")
# Other words for a relation, which programs and records have.
RELATION_WORDS = {"add_remove": "add_or_remove", "add_or_remove_one": "add_or_remove", "replace_one": "replace"}


class Reading:
    """The grammar of expressions: factors with whole powers, products, parentheses around products."""

    def __init__(self, text):
        if not isinstance(text, str) or len(text) > LIMIT.text:
            raise TooHard("an expression beyond the limits here")
        self.text, self.place = text, 0

    def blanks(self):
        while self.place < len(self.text) and self.text[self.place] in " \t\n\v\f\r":
            self.place += 1

    def take(self, sign):
        self.blanks()
        found = self.text.startswith(sign, self.place)
        self.place += len(sign) * found
        return found

    def fail(self):
        raise Refused(f"mechanism: cannot be read near '{shown(self.text[self.place:self.place + 30])}'")

    def whole(self):
        factors = self.product(0)
        self.blanks()
        if self.place < len(self.text):
            self.fail()
        return factors

    def product(self, depth):
        factors = []
        while True:
            factors += self.term(depth)
            if len(factors) > LIMIT.factors:
                raise TooHard("factors beyond the limit")
            if not self.take("*"):
                return factors

    def term(self, depth):
        if self.take("("):
            if depth > 50:
                self.fail()
            factors = self.product(depth + 1)
            if not self.take(")"):
                self.fail()
        else:
            factors = [self.mechanism()]
        if self.take("^") or self.take("**"):
            factors = [self.raised(factor, power) for power in [self.token("*)")] for factor in factors]
        return factors

    def raised(self, factor, power):
        name, given, steps = factor
        if power == "?":
            if steps != 1:
                self.fail()
            return name, given, "?"
        n = number(power, "mechanism")
        if n == 0:
            raise NotCovered("a mechanism that is run 0 times")
        if steps == "?" or n.denominator != 1 or n < 1:
            self.fail()
        if n * steps > LIMIT.steps:
            raise TooHard("steps beyond the limit")
        return name, given, int(n) * steps

    def token(self, stops):
        """Up to one of these outside parentheses."""
        self.blanks()
        start, inside = self.place, 0
        while self.place < len(self.text) and (inside or self.text[self.place] not in stops):
            inside += {"(": 1, ")": -1}.get(self.text[self.place], 0)
            self.place += 1
        return self.text[start:self.place].rstrip()

    def mechanism(self):
        self.blanks()
        name = re.compile(r"[A-Za-z0-9_]*").match(self.text, self.place).group()
        self.place += len(name)
        if not name:
            self.fail()
        if not self.take("("):
            self.fail()
        if name == "subsampled":
            return self.sampled()
        if name not in GRAMMAR:
            raise NotCovered(f"mechanism {name[:40]}")
        needed, further = GRAMMAR[name]
        given = {}
        while True:
            key = self.token("=,)")
            if key == "group" and name in GUARANTEES:
                raise NotCovered("groups of stated guarantees")
            if key not in needed + further or key in given or not self.take("="):
                self.fail()
            given[key] = self.value(key)
            if self.take(")"):
                break
            if not self.take(","):
                self.fail()
        if name in GUARANTEES and given.get("relation") in ("add", "remove", "any"):
            raise NotCovered("this relation of a stated guarantee")
        either = "sigma2" in further and "sigma2" in given
        if any(key not in given and not (either and key == "sigma") for key in needed) or \
                (either and "sigma" in given):
            self.fail()
        if "p" in needed and given["p"] == 0:
            raise NotCovered("a sampling rate of 0")
        return name, given, 1

    def sampled(self):
        """subsampled(M,p=), where M may be a product: several answers on one batch. M itself with p = 1. Of an M that
        cannot be sampled so, Withdrawn is raised."""
        inner = [self.powered()]
        while self.take("*"):
            inner.append(self.powered())
        if not self.take(",") or self.token("=,)") != "p" or not self.take("="):
            self.fail()
        p = self.value("p")
        if not self.take(")"):
            self.fail()
        if p == 0:
            raise NotCovered("a sampling rate of 0")
        if p != "?" and not 0 < p <= 1:
            self.fail()
        if p == 1 and len(inner) == 1 and inner[0][2] == 1:
            return inner[0]
        require_sampled(inner)
        return one_sampled(inner, p)

    def powered(self):
        factor = self.mechanism()
        return self.raised(factor, self.token(",*")) if self.take("^") or self.take("**") else factor

    def value(self, key):
        if self.take("?"):
            return Open(number(self.token(",)"), "mechanism")) if self.take("*") else "?"
        if key in ("relation", "start"):
            return self.token(",)")
        if key == "strategy":
            return "".join(self.token(",)").split())
        if key not in LISTS:
            return parameter(self.token(",)"), "mechanism")
        if not self.take("["):
            self.fail()
        values = []
        while True:
            values.append(number_sum(self.token(",])"), "mechanism"))
            if self.take("]"):
                return values
            if not self.take(","):
                self.fail()


def one_sampled(inner, p):
    """The factor subsampled(M,p=). Gaussians on one batch are one Gaussian: their shifts in units of the noise are the
    coordinates of one vector. A sample of one of these, and of Laplace noise alone, has its own name."""
    square = Fraction(0)
    if len(inner) > 1 and any(has_irrational(given) for _, given, _ in inner):
        raise NotCovered("irrational numbers in a sample of a product")
    for name, given, steps in inner:
        if name != "gaussian" or set(given) - {"sigma", "sigma2", "sensitivity"}:
            break
        square += steps * given.get("sensitivity", Fraction(1)) ** 2 / (given["sigma2"] if "sigma2" in given else given["sigma"] ** 2)
    else:
        if len(inner) == 1 and inner[0][2] == 1:
            return "subsampled_gaussian", {**inner[0][1], "p": p}, 1
        if has_irrational(inner[0][1]):
            raise NotCovered("irrational numbers in a sample of several runs")
        return "subsampled_gaussian", {"sigma2": 1 / square, "p": p}, 1
    if len(inner) == 1 and inner[0][2] == 1 and inner[0][0] == "laplace" and not set(inner[0][1]) - {"b", "sensitivity"}:
        return "subsampled_laplace", {**inner[0][1], "p": p}, 1
    return "subsampled", {"inner": inner, "p": p}, 1


def expression(text):
    """[(name, {parameter: fraction, list, word or '?'}, N or '?')] of a mechanism expression."""
    return Reading(text).whole()


class Open(str):
    """An open parameter that takes a positive multiple of the value: '?*1.3'. It is '?' beside."""

    def __new__(cls, multiple):
        if isinstance(multiple, list) or multiple <= 0:
            raise Refused("mechanism: ? is multiplied by a positive number")
        out = super().__new__(cls, "?")
        out.multiple = Fraction(multiple)
        return out if multiple != 1 else "?"


def multiple_of(value):
    return value.multiple if isinstance(value, Open) else Fraction(1)


def has_irrational(given):
    return any(isinstance(value, Irrational) for value in given.values())


def same_numbers(one, other):
    """Returns true where two lists of factors differ in the text of irrational numbers alone."""
    def known(factors):
        return [(name, sorted(given), steps) for name, given, steps in factors]

    def meets(a, b):
        if not (isinstance(a, Irrational) and isinstance(b, Irrational)):
            return type(a) is type(b) and a == b
        return Fraction(a) <= b.upper and Fraction(b) <= a.upper
    return known(one) == known(other) and all(meets(given[key], other[i][1][key]) for i, (_, given, _) in enumerate(one) for key in given)


def value_text(value):
    if isinstance(value, Irrational):
        return value.text
    if isinstance(value, Open):
        return "?*" + plain_text(value.multiple)
    return value if isinstance(value, str) else plain_text(value) if isinstance(value, Fraction) else \
        "[" + ",".join(map(plain_text, value)) + "]"


def inner_text(inner):
    """The factors inside subsampled, as the program writes them: without parameters at their default."""
    return "*".join(factor_text(*without_defaults(*factor)) for factor in inner)


def without_defaults(name, given, steps):
    return name, {key: value for key, value in given.items() if key in GRAMMAR[name][0] or value != DEFAULTS.get(key)}, steps


def factor_text(name, given, steps):
    if name == "subsampled":
        return f"subsampled({inner_text(given['inner'])},p={value_text(given['p'])})" + (f"^{steps}" if steps != 1 else "")
    keys = [key for key in GRAMMAR[name][0] + GRAMMAR[name][1] if key in given]
    keys.sort(key=lambda key: key != "sigma2")  # stands where sigma would
    return f"{name}({','.join(f'{key}={value_text(given[key])}' for key in keys)})" + (f"^{steps}" if steps != 1 else "")


DEFAULTS = {"sensitivity": 1, "group": 1, "k": 2, "start": "warm", "delta": 0, "xi": 0, "delta0": 0}


def canonical(factors, open_ones, version):
    """The expression as certificates write it: with an open parameter as it was given, otherwise defaults left
    out, and of factors of one loss and the same hypotheses the first, with the sum of their powers. Before version 3
    hypotheses were not looked at: add_or_remove was left out everywhere, and a word that does not change the loss."""
    if open_ones:
        return " * ".join(factor_text(*factor) for factor in factors)
    first, counts = {}, {}
    for name, given, steps in factors:
        default = {**DEFAULTS, "relation": (RESPONSE if name == "randomized_response" else NOISE)[0]}
        given = {key: RELATION_WORDS.get(value, value) if key == "relation" else value for key, value in given.items()}
        if version >= STATES_HYPOTHESES:
            if name in ("gaussian", "laplace") + GUARANTEES:
                del default["relation"]  # without one they take on that of the factors beside them
        elif name == "subsampled_gaussian" and given.get("relation") != "replace":
            given.pop("relation", None)
        elif name == "shuffled_rr" and given.get("n") == 1 and given.get("ones", 0) == 0 and "?" not in given.values():
            name, given = "randomized_response", {"epsilon": given["epsilon0"]}
        needed = GRAMMAR[name][0]
        given = {key: value for key, value in given.items() if key in needed or value != default.get(key)}
        loss = Pair([(name, given, 1)]).key()
        if version >= STATES_HYPOTHESES:
            record = Hypotheses.of_factor(name, given, 1).record()
            loss = loss, json.dumps({key: value for key, value in record.items() if key != "proof"})
        first.setdefault(loss, (name, given))
        counts[loss] = counts.get(loss, 0) + steps
    return " * ".join(factor_text(*first[loss], counts[loss]) for loss in first)


def opened(factors, vary):
    """The factors with what was to be varied written '?'."""
    all_of_them = vary.endswith("*")
    vary = vary[:-3 if vary.endswith("=?*") else -1] if all_of_them else vary
    index, _, name = vary.rpartition(".")
    if not vary or any("?" in given.values() or steps == "?" for _, given, steps in factors):
        return factors
    if all_of_them:
        return [(kind, {key: Open(value) if key == name and (not index or str(i + 1) == index) else value
                        for key, value in given.items()}, steps) for i, (kind, given, steps) in enumerate(factors)]
    places = [i for i, (kind, _, _) in enumerate(factors)
              if (not index or str(i + 1) == index) and name in GRAMMAR[kind][0] + GRAMMAR[kind][1] + ("N",)]
    if len(places) != 1:
        raise Refused("written/vary: not one parameter")
    kind, given, steps = factors[places[0]]
    changed = (kind, given, "?") if name == "N" else (kind, {**given, name: "?"}, steps)
    if name == "sigma2":
        changed[1].pop("sigma", None)
    return factors[:places[0]] + [changed] + factors[places[0] + 1:]


# ---- 3a. Hypotheses ----------------------------------------------------------------------------------
#
# A number of a pair (P, Q) is a statement about a mechanism under hypotheses: the relation of neighbouring data sets,
# how many records of one user differ (group), whether the pair dominates (no neighbours lose more), which neighbours
# attain it (every: some do for every kind of query; pointwise: others do at each point of one run's profile; family:
# named ones; no: none are known), the public facts that both data sets share, and where that is proved. The table is
# that of docs/mechanisms.md, "Dominance of each pair"; the rules are those of its section "Hypotheses", with the reasons
# that are given there:
# - runs of one mechanism have its neighbours and its dominance; what is attained point by point is so in one run only;
# - factors of a product need the same data sets: one relation (`any` takes on the other), one group, one number n of
#   records, otherwise the pair is `mixed` and nothing is said about a mechanism. The product dominates if all factors
#   do (adaptively: Zhu, Dong, Wang 2022, Theorem 10). Neighbours attain it that attain all factors: those of the largest
#   change, if every class of queries has such, or the named ones if they are the same. A pair that is given by its laws
#   alone is that of any two data sets, for some mechanism; parameters that choose data sets must be the same. Certificates
#   were once written without that comparison: what they say of a family is more than is known, and the rest counts;
# - subsampled(M,p=) is the pair (P, (1-p) P + p Q) of one record that is in the batch with probability p, next to none.
#   Each record of a group is drawn by itself, an exchanged record is in neither batch with probability 1-p, and the
#   number of records of a batch is not public: these are other pairs.

LOG_CONCAVE = "log-concave noise: half-lines are the best tests of every shift and gain with it"
SAMPLED = "attained where all other records add nothing; it dominates: Zhu, Dong, Wang 2022"
BOTH, POINTS, BOUND, ITSELF = (True, "every"), (True, "pointwise"), (True, "no"), (False, "family")
PROMISED_POINTS = "each point of the trade-off curve is that of a mechanism with two outputs (PROMISED-TEST, PROMISED-TANGENTS)"
ITS_DATA_SETS = "the two data sets that the pair describes"
# name: (relation unless written, (dominates, attained), parameters that are public, because)
FACTS = {
    "gaussian": ("any", BOTH, (), "the loss depends on the distance alone, half-spaces gain with it; Balle, Wang 2018"),
    "laplace": ("any", BOTH, (), LOG_CONCAVE),
    "subsampled_gaussian": ("add_remove", BOTH, (), SAMPLED + "; of replace: docs/mechanisms.md"),
    "subsampled_laplace": ("add_remove", BOTH, (), SAMPLED),
    "permute_and_flip": ("any", POINTS, (), "the best score of a set of candidates above all others has a density of at most its tails; "
                         "two candidates reach each point (FLIP-PAIR)"),
    "randomized_response": ("replace_one", BOTH, (), "the two rows are the mechanism, all others are permutations of them"),
    "approximate_dp": ("any", BOTH, (), "Kairouz, Oh, Viswanath 2015"),
    "dp": ("any", BOTH, (), "Kairouz, Oh, Viswanath 2015"),
    "pure_dp": ("any", BOTH, (), "Kairouz, Oh, Viswanath 2015"),
    "gdp": ("any", BOTH, (), "by definition; Dong, Roth, Su 2022"),
    "tradeoff": ("any", BOTH, (), "by definition; Blackwell 1953"),
    "profile": ("any", BOTH, (), "the largest convex profile at most all points"),
    "zcdp": ("any", POINTS, (), PROMISED_POINTS),
    "rdp": ("any", POINTS, (), PROMISED_POINTS),
    "total_variation_dp": ("any", BOTH, (), "Ghazi, Issa 2024"),
    "staircase": ("any", BOTH, (), "three losses, -epsilon, 0 and epsilon: what they weigh is the total variation, which for "
                  "unimodal noise grows with the shift"),
    "discrete_laplace": ("any", BOTH, (), LOG_CONCAVE),
    "finite": ("any", ITSELF, (), "by definition"),
    "truncated_gaussian": ("any", BOTH, (), LOG_CONCAVE),
    "skellam": ("any", BOUND, (), LOG_CONCAVE + "; vectors: dominating only, by Renyi divergences (SKELLAM-VECTORS)"),
    "without_replacement": ("replace_one", POINTS, ("n", "batch"),
                            "FIXED-BATCH; with all other records at one end the larger direction at a point"),
    "correlated_gaussian": ("add_remove", BOTH, ("steps",), "MATRIX-PAIR"),
    "cyclic_poisson": ("add_remove", BOUND, ("steps", "groups"), "MATRIX-CYCLIC; up to 25 digits of the norms it is the pair of "
                       "one group's records, if no group has the larger norms in part only"),
    "balls_in_bins": ("add_remove", BOUND, ("steps", "bins"), "MATRIX-BINS; of nonnegative strategies MATRIX-KAHANE and "
                      "MATRIX-SUM bound it from below"),
    "b_min_sep": ("add_remove", BOUND, ("steps", "separation"), "MATRIX-SEPARATED; of nonnegative strategies MATRIX-SUM bounds "
                  "it from below; with p = 1 and start=cold MATRIX-PAIR, and attained"),
    "shuffled_rr": ("replace_one", POINTS, ("n",), "the number of ones is all that is seen; the worst is a convex hull "
                    "(SHUFFLED-WORST, SHUFFLED-SEARCH)"),
    "shuffled_krr": ("replace_one", BOUND, ("n",), "the others' uniform answers alone hide the user's (SHUFFLED-BLANKET)"),
    "shuffled_laplace": ("replace_one", BOUND, ("n",), "what all densities have in common hides the user (SHUFFLED-BLANKET); "
                         "rounded answers are below (SHUFFLED-ROUNDED)"),
    "shuffled_gaussian": ("replace_one", BOUND, ("n",), "what all densities have in common hides the user (SHUFFLED-GAUSSIAN, "
                          "PROFILE-HULL, HULL-TAIL); rounded answers are below (SHUFFLED-ROUNDED)"),
    "shuffled_clones": ("replace_one", BOUND, ("n",), "Feldman, McMillan, Talwar 2021 (SHUFFLED-CLONES); binary randomized response is "
                        "one of them")}
# Parameters with which a pair is that of its two data sets.
DESCRIBES = {"shuffled_rr": "ones", "shuffled_krr": "third"}
RELATIONS = ("any", "remove", "add", "add_remove", "replace_one", "replace_special", "zero_out", "mixed")
RELATION_OF = {"add_or_remove": "add_remove", "replace": "replace_one"}


class Hypotheses:
    def __init__(self, relation, group, standing, public=(), proof=()):
        self.relation, self.group = relation, group
        self.dominates, self.attained = standing
        self.public, self.proof = set(public), list(proof)
        self.chosen, self.former = (), self.attained == "family"

    @staticmethod
    def of_factor(name, given, steps):
        if name == "subsampled":
            return Hypotheses.of_sample(given["inner"], steps)
        relation, standing, public, because = FACTS[name]
        if "relation" in given:
            word = RELATION_WORDS.get(given["relation"], given["relation"])
            relation = RELATION_OF.get(word, word)
        if DESCRIBES.get(name) in given:
            standing = ITSELF
        if name == "zcdp" and given["rho"] == 0:
            standing = BOTH
        if name == "skellam" and not {"l1", "l2"} & set(given):
            standing = BOTH
        if standing == POINTS and steps != 1:
            standing = BOUND
        if name == "b_min_sep" and given.get("p") == 1 and given.get("start") == "cold":
            standing = BOTH
        group = given.get("group", Fraction(1))
        result = Hypotheses(relation, Fraction(1) if group == "?" else group, standing,
                            [(key, value_text(given[key])) for key in public if key in given], [f"{name}: {because}"])
        if DESCRIBES.get(name) in given:
            result.chosen = name, value_text(given[DESCRIBES[name]])
        return result

    @staticmethod
    def of_sample(inner, steps):
        """A point of the sampled profile is a multiple of one point of the inner profile; what two data sets alone attain is
        not inherited, as their other records need not be in the batch."""
        one = Hypotheses.of(inner)
        attained = "no" if one.attained == "family" or (one.attained == "pointwise" and steps != 1) else one.attained
        relation = "add_remove" if one.relation == "any" else one.relation
        return Hypotheses(relation, one.group, (one.dominates, attained), one.public, [*one.proof, "sampled: Zhu, Dong, Wang 2022, Theorem 11"])

    @staticmethod
    def of(factors):
        every = [Hypotheses.of_factor(*factor) for factor in factors]
        result = every[0]
        for one in every[1:]:
            result = result.beside(one)
        return result

    def beside(self, other):
        records = [{value for key, value in one.public if key == "n"} for one in (self, other)]
        relations = {self.relation, other.relation} - {"any"}
        if "mixed" in relations or len(relations) > 1 or self.group != other.group or \
                (records[0] and records[1] and records[0] != records[1]):
            return Hypotheses("mixed", Fraction(1), (False, "no"))
        same = self.attained == other.attained and \
            (self.attained == "every" or (self.attained == "family" and
                                          (self.chosen == other.chosen or not self.chosen or not other.chosen)))
        result = Hypotheses(next(iter(relations), "any"), self.group,
                            (self.dominates and other.dominates, self.attained if same else "no"), self.public | other.public,
                            self.proof + [text for text in other.proof if text not in self.proof])
        if result.attained == "family":
            result.chosen = self.chosen or other.chosen
        result.former = self.former and other.former
        return result

    def record(self):
        """The object that certificates have."""
        public = {}
        for key, value in sorted(self.public):
            public[key] = public[key] + ", " + value if key in public else value
        record = {"relation": self.relation, "group": plain_text(self.group), "dominates": self.dominates,
                  "attained": self.attained, "public": public}
        if self.attained == "family":
            record["family"] = ITS_DATA_SETS
        if self.proof:
            record["proof"] = "; ".join(self.proof)
        return record


def require_sampled(inner):
    """The rule of subsampled(M,p=)."""
    one = Hypotheses.of(inner)
    text = inner_text(inner)
    if one.group != 1:
        raise Withdrawn(f"subsampled does not take {text}: the records of a group are sampled each by itself")
    if one.relation not in ("any", "add_remove", "add", "remove"):
        raise Withdrawn(f"subsampled does not take {text}: it exchanges records ({one.relation}), which are absent from both "
                        "batches with probability 1-p")
    if any(key == "n" for key, _ in one.public):
        raise Withdrawn(f"subsampled does not take {text}: the number of records of a batch is not public")


def require_proved_pairs(item):
    """Checks each mechanism that the file names. What else is wrong with their texts is said later."""
    for where in (item, item["written"]):
        for name in ("mechanism", "other"):
            if name in where and not (name == "mechanism" and item["quantity"] in AUDITED):
                try:
                    expression(where[name])
                except (Refused, NotCovered, TooHard):
                    pass


def require_statement_of_hypotheses(item):
    """Its form: from version 3 on one statement for each mechanism."""
    if item["version"] < STATES_HYPOTHESES:
        return
    attacked = item["quantity"] in AUDITED or item["mechanism"].startswith("channel(")
    for name, there in (("hypotheses", not attacked), ("other_hypotheses", "other" in item)):
        if there != (name in item):
            raise Refused(f"{name}: missing, or there is no mechanism")
        if not there:
            continue
        stated = item[name]
        require_form(stated, name, ("relation", "group", "dominates", "attained", "public"),
                     ("proof", "family") if stated.get("attained") == "family" else ("proof",)) \
            if isinstance(stated, dict) else require_form(stated, name, ())
        if stated["relation"] not in RELATIONS or stated["attained"] not in ("no", "pointwise", "family", "every") or \
                type(stated["dominates"]) is not bool:
            raise Refused(f"{name}: a word that is not known")
        if stated["attained"] == "family" and "family" not in stated:
            raise Refused(f"{name}: 'family' is missing")
        require_texts(stated, "public", (), stated["public"] if isinstance(stated["public"], dict) else ())
        if any(not isinstance(stated[key], str) or not stated[key] for key in ("group", "proof", "family") if key in stated):
            raise Refused(f"{name}: a text is expected")
        group = number(stated["group"], name)
        if group < 1 or group.denominator != 1 or plain_text(group) != stated["group"]:
            raise Refused(f"{name}: group: a whole number of records from 1 on is expected")


MEMBERS_OF = {"hypotheses": "mechanism", "other_hypotheses": "other"}


def derived_hypotheses(item):
    """{name: record} of the mechanisms. Before version 3 factors of one loss were merged whatever their hypotheses: where
    what was written has another relation or group, it counts."""
    found = {}
    for name, member in MEMBERS_OF.items():
        if member not in item or (member == "mechanism" and item["quantity"] in AUDITED):
            continue
        record = Hypotheses.of(expression(item[member])).record()
        if item["version"] < STATES_HYPOTHESES:
            written = Hypotheses.of(expression(item["written"][member])).record()
            if any(written[key] != record[key] for key in ("relation", "group")):
                record = written
        found[name] = record
    return found


def require_hypotheses(item):
    """The statement is the one that follows from the expressions."""
    if item["version"] < STATES_HYPOTHESES:
        return
    for name, record in derived_hypotheses(item).items():
        earlier = {**record, "attained": "family", "family": ITS_DATA_SETS}
        if item[name] == earlier and Hypotheses.of(expression(item[MEMBERS_OF[name]])).former:
            continue  # what is derived says less, and counts
        for key in dict.fromkeys([*item[name], *record]):
            if item[name].get(key) != record.get(key):
                raise Refuted(f"{name}/{key}: the expression has {shown(record.get(key, 'none'))}")


def hypotheses_text(record):
    words = {"every": "attained", "pointwise": "attained at each point of one run", "no": "not known to be attained",
             "family": "attained by " + record.get("family", "")}
    return f"relation {record['relation']}, group {record['group']}, " + \
        ("dominates" if record["dominates"] else "does not dominate") + ", " + words[record["attained"]] + \
        "".join(f", public {key} = {value}" for key, value in record["public"].items()) + \
        (" (a number of this pair, which says nothing about a mechanism)" if record["relation"] == "mixed" else "")


# ---- 4a. Matrix mechanisms ----
#
# Released is C X + noise, C a lower triangular Toeplitz matrix with the first column c, a record in the steps of
# a pattern. s^2, the largest |sum over i in the pattern of C_i u_i|^2 with |u_i| <= 1, is known
# - of one step: |C_0|^2, as the other columns are C_0 cut;
# - where columns of a pattern have no row in common (no more than `gap` coefficients): the sum of their squares, the
#   largest for steps as early and as many as may be, as |C_i| does not increase;
# - where c >= 0: of a pattern, at u_i = 1, as no product of columns is below 0; where c does not increase either,
#   <C_i, C_j> = sum of c_t c_(t+j-i), t < n - j, does not increase in j and j - i: the earliest and closest
#   steps; otherwise of regular patterns the largest over all first steps.

def series_quotient(above, below, count):
    """Coefficients of above(x)/below(x)."""
    out = []
    for j in range(count):
        rest = above[j] if j < len(above) else Fraction(0)
        rest -= sum(below[i] * out[j - i] for i in range(1, min(j, len(below) - 1) + 1))
        out.append(rest / below[0])
    return out


def first_column(text, n):
    """c_0, c_1, ... without zeros at the end."""
    parts = re.fullmatch(r"([a-z_]+)(?:\((.*)\))?", text)
    if not parts:
        raise Refused("mechanism: a strategy that cannot be read")
    name, inside = parts.group(1), parts.group(2)
    lists = [[number(x, "mechanism") for x in part.split(",")] for part in re.findall(r"\[([^\[\]]*)\]", inside or "")]
    rest = re.sub(r"\[[^\[\]]*\]", "", inside or "").strip(",")
    numbers = [number(x, "mechanism") for x in rest.split(",")] if rest else []
    if n > 1024:
        raise TooHard("steps beyond the limit of matrix mechanisms")
    shape = (len(lists), len(numbers))
    if len(numbers) == 1 and name in ("sqrt", "bisr") and (numbers[0].denominator != 1 or numbers[0] < 1):
        raise Refused("mechanism: a number of bands")
    one = Fraction(1)
    root = [one]  # of (1-x)^(-1/2)
    for j in range(1, n):
        root.append(root[-1] * Fraction(2 * j - 1, 2 * j))
    if name == "identity" and shape == (0, 0):
        c = [one]
    elif name == "prefix" and shape == (0, 0):
        c = [one] * n
    elif name == "sqrt" and shape in ((0, 0), (0, 1)):
        c = root[:int(numbers[0])] if numbers else root
    elif name == "toeplitz" and shape == (1, 0):
        c = lists[0]
    elif name == "lambda_cgd" and shape == (0, 1):
        c = [numbers[0] ** j for j in range(n)]
    elif name == "blt" and shape == (2, 0) and len(lists[0]) == len(lists[1]):
        c = [one] + [sum(w * d ** (j - 1) for w, d in zip(*lists)) for j in range(1, n)]
    elif name == "bisr" and shape == (0, 1):
        inverse = series_quotient([one], root, n)[:int(numbers[0])]
        c = series_quotient([one], inverse, n)
    else:
        raise NotCovered(f"strategy {name[:20]}")
    c = c[:n]
    while c and not c[-1]:
        c.pop()
    if not c or not c[0]:
        raise Refused("mechanism: a strategy whose first coefficient is 0")
    return c


def matrix_square(strategy, steps, participations=None, gap=None, every=None):
    """s^2, a fraction."""
    for x in (steps, participations, gap, every):
        if x is not None and (x.denominator != 1 or x < 1):
            raise Refused("mechanism: a number of steps")
    if (every is not None and gap is not None) or (every is None and (gap is None) != (participations is None)):
        raise Refused("mechanism: participations go with gap, or every")
    n = int(steps)
    c = first_column(strategy, n)
    least = gap if gap is not None else every
    if least is None:
        return sum(x * x for x in c)
    least, count = int(min(least, n)), int(min(participations or n, n))

    def pattern(first):
        return range(first, n, least)[:count]
    if len(c) <= least:
        return max(sum(sum(x * x for x in c[:n - i]) for i in pattern(first))
                   for first in (range(1) if gap is not None else range(min(least, n))))
    if min(c) < 0:
        raise NotCovered("a strategy with coefficients below 0 whose columns overlap")
    falls = all(a >= b for a, b in zip(c, c[1:]))
    if gap is not None and not falls:
        raise NotCovered("a strategy whose coefficients increase, with gaps")
    common = math.lcm(*(x.denominator for x in c))
    whole = [int(x * common) for x in c]
    firsts = range(1) if falls else range(least if participations is None else n)
    if len(firsts) * n * (n // least + 1) > 10 ** 7:
        raise TooHard("patterns beyond the limit")

    def square(first):
        at = list(pattern(first))
        return sum(sum(whole[t - i] for i in at if 0 <= t - i < len(whole)) ** 2 for t in range(n))
    return Fraction(max(map(square, firsts)), common * common)


# With random batches, each record added or removed: c_i the first coefficients of C, what is released of a record
# at step i has norm |C_i| at most, and the mechanisms are products of subsampled gaussians,
# - cyclic_poisson: no more coefficients than groups, so that columns of a group have no row in common and are
#   released one after the other; of the k-th largest norms of all groups the largest, k = 1, 2, ...;
# - b_min_sep: the noise of a row is cut into independent pieces, one for each step, in proportion to |C_ti|. What a step's
#   pieces tell is one observation of noise sigma/kappa, kappa^2 the largest sum over j, t of |C_ti C_tj|,
#   bounded by lags: Gamma(0) + 2 (Gamma(1) + Gamma(2) + ...), Gamma(d) the largest at lags of d and more.
#   With p = 1 and a cold start the steps 0, b, 2b, ... are certain, and it is a correlated gaussian;
# - balls_in_bins: a bin is steps i, i + b, ..., at most K = ceil(n/b). Of the bins every s-th, from a random one on,
#   are q = floor(b/s); which these are is told, and a uniform one of them is a uniform one of all. Their steps are s
#   apart, so that the noise is cut with kappa^2 = Gamma(0) + 2 (Gamma(s) + Gamma(2s) + ...). What the steps of a bin
#   tell is a Gaussian observation of norm kappa sqrt(K) at most, and bins have noise of their own: with mu = kappa
#   sqrt(K)/sigma, N(0, I_q) against the mean of N(mu e_i, I_q), or that backwards. Each stride s is a bound of its own.
# Norms are the smallest numbers of 25 digits that are not below.

def rounded_root(square):
    root = math.isqrt(square.numerator * 10 ** 200 // square.denominator)  # of 10^100 times the root
    unit = 10 ** (len(str(root)) - 25)
    if root % unit == 0 and Fraction(root, 10 ** 100) ** 2 == square:
        if square.denominator & (square.denominator - 1):
            raise NotCovered("a norm of few digits that is no binary fraction")
        return Fraction(root, 10 ** 100)
    if min(root % unit, unit - root % unit) * 10 ** 20 < unit:
        raise NotCovered("a norm beside a number of 25 digits")
    return Fraction((root // unit + 1) * unit, 10 ** 100)


def whole(*numbers):
    if any(x.denominator != 1 or x < 1 for x in numbers):
        raise Refused("mechanism: a number of steps")
    return [int(x) for x in numbers]


def cyclic_norms(strategy, steps, groups):
    """[(norm, how often)]."""
    n, = whole(steps)
    c = first_column(strategy, n)
    groups, = whole(groups or Fraction(len(c)))
    if groups < len(c):
        raise Refused("mechanism: fewer groups than bands")
    sums = [Fraction(0)]
    for x in c:
        sums.append(sums[-1] + x * x)
    squares = [sums[min(len(c), n - i)] for i in range(n)]  # do not increase: group 0 has the largest
    counts = {}
    for x in squares[::groups]:
        counts[x] = counts.get(x, 0) + 1
    return [(rounded_root(x), count) for x, count in counts.items() if x]


def apart_square(c, stride):
    c = [abs(x) for x in c]
    lags = [sum(a * b for a, b in zip(c, c[lag:])) for lag in range(len(c))]
    for lag in reversed(range(len(c) - 1)):
        lags[lag] = max(lags[lag], lags[lag + 1])
    return lags[0] + 2 * sum(lags[stride::stride])


def sampled_column(strategy, n):
    """first_column; of the identity, however many steps there are."""
    return [Fraction(1)] if strategy == "identity" else first_column(strategy, n)


def apart_norm(strategy, steps):
    return rounded_root(apart_square(sampled_column(strategy, *whole(steps)), 1))


def bins_norm(strategy, steps, bins, stride):
    """(norm, q)."""
    n, b = whole(steps, bins)
    c = sampled_column(strategy, n)
    s, = whole(stride or Fraction(min(len(c), b)))
    if not s <= b <= n:
        raise Refused("mechanism: a number of bins or a stride")
    return rounded_root(apart_square(c, s) * -(-n // b)), b // s


# ---- 4. Dominating pairs -----------------------------------------------------------------------------
#
# A mechanism is a pair of laws (P, Q), L = log dQ/dP. A product is split into: finite pairs, one
# gaussian (mu^2 adds up), laplace steps by mu = sensitivity/b, subsampled gaussians by (sigma, p). Mass of Q where P has none (L = +inf) and of P
# where Q has none is taken off: composition keeps the product of what is left.

def no_laws():
    raise NotCovered("all but the profile of the worst data set, or of balls in bins")


class Pair:
    def __init__(self, factors):
        self.gauss, self.laplace, self.mixtures, self.finite = Fraction(0), {}, {}, []
        self.far = {}  # of `finite`, by place: losses beyond those listed there
        self.worst = None  # products of which this is the worst at each threshold
        self.bins = None  # (mu, q), of balls in bins
        self.sampled = None  # (mu, p), of one subsampled laplace step
        self.batch = None  # (factors, p), of one sample of a product
        self.cut = None  # (m, R), of one step of Gaussian noise on [-R, R], moved by m
        self.rough = None  # the factors with a smaller and with a larger noise, where the noise is irrational
        self.promise = None  # Renyi divergences that are promised of the product
        self.lossless = 0  # pairs of `finite` that lose nothing but the mass left out
        self.symmetric = True  # swapping P and Q renames outcomes: true of all but the two that say so
        self.kinds = []  # what makes one finite loss the same as another
        factors = self.rational(factors)
        for name, given, steps in factors:
            if "?" in given.values() or steps == "?":
                raise Refused("mechanism: '?' belongs to a calibration")
            if not hasattr(self, "add_" + name):
                raise NotCovered(f"mechanism {name}")
            scale, words = given.get("sensitivity", Fraction(1)), given.get("relation")
            words = RELATION_WORDS.get(words, words)
            self.need(scale > 0)
            group = given.get("group", Fraction(1))  # so many records, each of which moves the output as far
            self.need(group > 0 and group.denominator == 1)
            if name == "subsampled_gaussian" and group != 1:  # each record is drawn by itself
                raise NotCovered("group= of subsampled_gaussian")
            scale *= group
            rest = {k: v for k, v in given.items() if k not in ("sensitivity", "relation", "group")}
            if name == "randomized_response":
                self.need(words is None or words in RESPONSE)
                rest["special"] = words == "replace_special"
            elif words is not None:
                self.need(words in NOISE)
                if words == "replace" and name not in GUARANTEES:  # both outputs move: twice as far apart
                    if name == "subsampled_gaussian" and given["p"] != 1:
                        raise NotCovered("relation=replace of subsampled_gaussian")
                    scale *= 2
            if name == "correlated_gaussian":  # its steps are a parameter, not runs
                self.add_correlated_gaussian(steps, scale, rest)
            elif "steps" in rest:
                getattr(self, "add_" + name)(steps, scale, of=rest.pop("steps"), **rest)
            else:
                getattr(self, "add_" + name)(steps, scale, **rest)
        if (self.batch or self.cut) and (len(factors) > 1 or steps != 1):
            raise NotCovered("this sample, or truncated_gaussian, beside others or in several runs")
        if (self.worst or self.bins) and (len(factors) > 1 or steps != 1):
            raise NotCovered("the worst data set of shuffled_rr, or balls in bins, beside others or in several rounds")
        if self.sampled and (self.gauss or self.laplace or self.mixtures):
            raise NotCovered("subsampled_laplace beside other noise")
        if self.promise:
            if self.laplace or self.mixtures or self.sampled or self.worst or self.bins or len(self.finite) > self.lossless:
                raise NotCovered("a promise about Renyi divergences beside a mechanism of known law that is not Gaussian")
            if self.gauss:
                self.promise, self.gauss = self.promise.beside(Promise(self.gauss / 2, Fraction(0))), Fraction(0)
            self.need(self.promise.orders is None or self.promise.orders and max(self.promise.orders) >= 1)

    def rational(self, factors):
        """The factors, with the square root of sigma2 of sampled noise. An irrational root is replaced by a rational on each side
        of it: `rough` has both. The noise N(0, s^2) with independent N(0, S^2 - s^2) is N(0, S^2), and so are samples of both:
        delta falls with sigma, in both directions. The same is done with irrational parameters along which an order is proved
        (PRIVATE_SIDE)."""
        if any(has_irrational(given) for _, given, _ in factors):
            ends = [], []
            for name, given, steps in factors:
                known = {key: value for key, value in given.items() if isinstance(value, Irrational)}
                sides = [PRIVATE_SIDE.get((name, "sigma" if key == "sigma2" else key)) for key in known]
                if None in sides:
                    raise NotCovered(f"irrational numbers in {name}")
                self.kinds += [("irrational", name, key, value.text) for key, value in known.items()]
                for side, wanted in zip(ends, ("above", "below")):  # the smaller noise, then the larger
                    moved = {key: Fraction(value) if one == wanted else value.upper for (key, value), one in zip(known.items(), sides)}
                    side.append((name, {**given, **moved}, steps))
            first = self.rational(ends[0])
            self.rough = ends
            return first
        ends = [], []
        for name, given, steps in factors:
            variance = given.get("sigma2")
            if name != "subsampled_gaussian" or not isinstance(variance, Fraction) or "sigma" in given:
                for side in ends:
                    side.append((name, given, steps))
                continue
            self.need(variance > 0)
            unit = 1 << max(0, (400 - variance.numerator.bit_length() + variance.denominator.bit_length()) // 2)
            root = Fraction(math.isqrt(variance.numerator * variance.denominator * unit * unit), variance.denominator * unit)
            exact = root * root == variance
            if not exact:
                self.kinds.append(("root", variance))
            rest = {key: value for key, value in given.items() if key != "sigma2"}
            for side, sigma in zip(ends, (root, root if exact else root + Fraction(1, variance.denominator * unit))):
                side.append((name, {**rest, "sigma": sigma}, steps))
        if ends[0] != ends[1]:
            self.rough = ends
        return ends[0]

    def key(self):
        """Equal for equal losses of one factor."""
        return self.gauss, tuple(self.laplace), tuple(self.mixtures), tuple(self.kinds), self.sampled

    def whole(self):
        """Equal for equal products, and for no others."""
        steps = tuple(entry[2] for entry in self.finite)
        promised = self.promise and self.promise.whole()
        return (self.gauss, tuple(self.laplace.items()), tuple(self.mixtures.items()), tuple(self.kinds), steps, self.sampled,
                promised)

    @staticmethod
    def need(condition):
        if not condition:
            raise Refused("mechanism: a parameter out of its range")

    def add_gaussian(self, steps, scale, sigma=None, sigma2=None):
        self.need((sigma is None) != (sigma2 is None))
        variance = sigma2 if sigma is None else sigma * abs(sigma)
        self.need(variance > 0)
        self.gauss += steps * scale * scale / variance

    def add_correlated_gaussian(self, runs, scale, given):
        matrix = {key: x for key, x in given.items() if key not in ("sigma", "sigma2")}
        self.add_gaussian(runs * matrix_square(**matrix), scale, given.get("sigma"), given.get("sigma2"))

    def add_laplace(self, steps, scale, b):
        self.need(b > 0)
        self.laplace[scale / b] = self.laplace.get(scale / b, 0) + steps

    def add_permute_and_flip(self, steps, scale, epsilon):
        """The best score of a set of candidates, each with an exponential variable of rate 1, has a hazard rate of at most 1, as of
        independent events exactly one occurs at most as often as one or more. So the lead over all others has a density of at most
        its tails, min(G, 1 - G), which is that of Laplace noise: no test beats Laplace noise with the scale 1/epsilon."""
        self.add_laplace(steps, scale, 1 / epsilon if epsilon > 0 else epsilon)

    def add_subsampled_gaussian(self, steps, scale, p, sigma=None):
        self.need(sigma > 0 and 0 < p <= 1)
        if p == 1:
            self.add_gaussian(steps, scale, sigma)
        else:
            self.symmetric = False
            self.mixtures[sigma / scale, p] = self.mixtures.get((sigma / scale, p), 0) + steps

    def add_subsampled_laplace(self, steps, scale, b, p):
        self.need(b > 0 and 0 < p <= 1)
        if p == 1:
            self.add_laplace(steps, scale, b)
        elif steps != 1 or self.sampled:
            raise NotCovered("several steps of subsampled_laplace")
        else:
            self.symmetric, self.sampled = False, (scale / b, p)

    def add_subsampled(self, steps, scale, inner, p):
        """(P, (1-p) P + p Q). Where the product has finitely many outcomes, so has this: where Q has no mass, the loss is
        log(1 - p)."""
        within = Pair(inner)
        self.symmetric = False
        self.kinds.append(("sample", p, within.whole()))
        if within.worst or within.bins or within.rough:
            raise NotCovered("a sample of this mechanism")
        others = within.gauss or within.laplace or within.mixtures or within.sampled or within.promise or within.far or within.batch or within.cut
        lost = p * (1 - within.mass(1))
        if others or p == 1:
            self.batch = inner, p
            self.finite.append((no_laws, 1, steps, Fraction(1), 1 - lost))
            return

        def atoms():
            alone = 1 - within.mass(0)
            return [(a, a * (1 - p) + b * p) for a, b in within.outcomes()] + ([(alone, alone * (1 - p))] if high(alone) > 0 else [])
        count = math.prod(math.comb(n + k - 1, k - 1) if k and n + k < 10 ** 6 else LIMIT.types + 1 for _, k, n, _, _ in within.finite)
        if count > LIMIT.types:
            raise TooHard("too many outcomes")
        self.finite.append((atoms, count + (within.mass(0) != 1), steps, Fraction(1), 1 - lost))

    def add_truncated_gaussian(self, steps, scale, sigma, bound):
        self.need(sigma > 0 and bound > 0)
        if scale >= 2 * bound:
            raise NotCovered("a mechanism that shows everything")
        self.cut = scale / sigma, bound / sigma
        self.kinds.append(("cut gaussian", *self.cut))
        self.finite.append((no_laws, 1, steps, Fraction(1), Fraction(1)))

    def add_skellam(self, steps, scale, mu, l1=None, l2=None):
        self.need(Fraction(1, 1000) <= mu <= 10 ** 18)
        if l1 is None and l2 is None:
            raise NotCovered("skellam of one integer")
        self.need(scale == 1)
        self.add_promise(steps, Promise(Fraction(0), Fraction(0), skellam_bounds(mu, l1, l2)))

    def add_runs(self, steps, runs, sigma, p):
        for norm, count in runs:
            self.add_subsampled_gaussian(steps * count, norm, p, sigma)
        self.kinds.append(("runs", tuple((sigma / norm, p, count) for norm, count in runs)))

    def add_cyclic_poisson(self, steps, scale, sigma, strategy, of, p, groups=None):
        self.add_runs(steps, cyclic_norms(strategy, of, groups), sigma, p)

    def add_b_min_sep(self, steps, scale, sigma, strategy, of, p, separation, start="warm"):
        self.need(start in ("warm", "cold") and whole(separation))
        if p == 1:  # steps 0, b, 2b, ... for sure, the first and closest of all patterns with this gap
            self.need(start == "cold")
            rounds = Fraction(-(-of // separation))
            self.add_gaussian(steps * matrix_square(strategy, of, rounds, separation), scale, sigma)
            return
        self.add_runs(steps, [(apart_norm(strategy, of), int(of))], sigma, p)

    def add_balls_in_bins(self, steps, scale, sigma, strategy, of, bins, stride=None):
        self.need(sigma > 0)
        norm, q = bins_norm(strategy, of, bins, stride)
        self.kinds.append(("bins", sigma / norm, q))
        if q == 1:
            self.add_gaussian(steps, norm, sigma)
            return
        self.symmetric, self.bins = False, (norm / sigma, q)
        self.finite.append((no_laws, 1, steps, Fraction(1), Fraction(1)))

    def add_finite(self, steps, scale, P, Q):
        self.need(scale == 1 and isinstance(P, list) and isinstance(Q, list) and len(P) == len(Q))
        self.need(sum(P) == 1 == sum(Q) and min(P + Q) >= 0)
        self.kinds.append(("finite", tuple(P), tuple(Q)))
        both = [(a, b) for a, b in zip(P, Q) if a and b]
        self.symmetric = self.symmetric and sorted(zip(P, Q)) == sorted(zip(Q, P))
        self.finite.append((lambda: both, len(both), steps, sum(a for a, _ in both), sum(b for _, b in both)))

    # The definitions as people write them: k-ary randomised response; the pair that every (epsilon,
    # delta)-DP pair is a post-processing of (Kairouz, Oh, Viswanath); the same of total variation eta,
    # which has mass alpha at loss 0 (its variation: delta + (1 - delta)(1 - alpha) tanh(epsilon/2) = eta).
    # Against the uniform law (special): its record's answer is uniform, that of another record not.
    def add_randomized_response(self, steps, scale, epsilon, k=Fraction(2), special=False):
        self.need(epsilon >= 0 and k >= 2 and k.denominator == 1)
        self.kinds.append(("response", epsilon, k, special) if epsilon else ("none",))
        self.symmetric = self.symmetric and not (special and epsilon)

        def atoms():
            e = exp(ball(epsilon))
            a, b = e / (e + (k - 1)), 1 / (e + (k - 1))
            if special:
                return [(1 / k, a), (1 - 1 / k, b * (k - 1))]
            return [(a, b), (b, a)] + ([(b * (k - 2), b * (k - 2))] if k > 2 else [])
        self.finite.append((atoms, 2 + (k > 2 and not special), steps, Fraction(1), Fraction(1)))

    def add_approximate_dp(self, steps, scale, epsilon, delta):
        self.need(epsilon >= 0 and 0 <= delta <= 1)
        if delta == 1:
            raise NotCovered("a mechanism that shows everything")
        self.kinds.append(("approximate", epsilon, delta) if delta else ("response", epsilon, 2, False) if epsilon else ("none",))
        self.lossless += not epsilon
        if not epsilon:
            self.finite.append((lambda: [(1 - delta, 1 - delta)], 1, steps, 1 - delta, 1 - delta))
            return

        def atoms():
            e = exp(ball(epsilon))
            a, b = (1 - delta) * e / (e + 1), (1 - delta) / (e + 1)
            return [(a, b), (b, a)]
        self.finite.append((atoms, 2, steps, 1 - delta, 1 - delta))

    # Guarantees, each with the pair that attains it: (epsilon, delta)-DP as above, mu-GDP the Gaussian pair, and a curve
    # through points (alpha, beta) with straight lines between them: a test at each point and mixtures of two of them. The
    # ratio of Q to P is the slope; what is left of Q has no P, and what is left of P no Q.
    def add_dp(self, steps, scale, epsilon, delta=Fraction(0)):
        self.add_approximate_dp(steps, scale, epsilon, delta)

    def add_pure_dp(self, steps, scale, epsilon):
        self.add_approximate_dp(steps, scale, epsilon, Fraction(0))

    def add_gdp(self, steps, scale, mu):
        self.need(mu >= 0)
        if not mu:  # releases nothing
            self.add_pure_dp(steps, scale, mu)
        self.gauss += steps * mu * mu

    def add_tradeoff(self, steps, scale, alphas, betas):
        self.need(len(alphas) == len(betas) >= 2 and not alphas[0] and not betas[-1])
        self.need(all(a < b for a, b in zip(alphas, alphas[1:])) and all(a > b for a, b in zip(betas, betas[1:])))
        self.need(all(a + b <= 1 for a, b in zip(alphas, betas)))
        slopes = [(b - d) / (c - a) for a, c, b, d in zip(alphas, alphas[1:], betas, betas[1:])]
        self.need(all(a >= b for a, b in zip(slopes, slopes[1:])))
        P = [Fraction(0)] + [b - a for a, b in zip(alphas, alphas[1:])] + [1 - alphas[-1]]
        Q = [1 - betas[0]] + [a - b for a, b in zip(betas, betas[1:])] + [Fraction(0)]
        self.add_finite(steps, Fraction(1), P, Q)

    def add_profile(self, steps, scale, epsilons, deltas):
        """All pairs whose delta is at most these at these epsilons. With (epsilon, delta) a pair has, in the other direction,
        (-epsilon, 1 - e^-epsilon (1 - delta)); delta is convex in x = e^epsilon, 1 at 0, and does not rise: the largest such
        function below all points is the lower hull of them, of (0, 1) and of the level of the smallest delta. Its kinks are the
        losses, each with the P-mass by which the slope rises there and x times that under Q."""
        self.need(len(epsilons) == len(deltas) >= 1 and min(epsilons) >= 0 and 0 <= min(deltas) and max(deltas) <= 1)
        if len(epsilons) > 200:
            raise TooHard("points of a profile beyond the limit")
        points = []
        for epsilon, delta in sorted(zip(epsilons, deltas)):
            if delta < min((d for _, d in points), default=1):
                points.append((epsilon, delta))
        if not points:
            raise NotCovered("a mechanism that shows everything")
        rest = 1 - points[-1][1]
        with precision(400):
            kinks = profile_kinks(points)
        self.kinds.append(("profile", tuple(kinks)))
        self.lossless += len(kinks) == 1 and not kinks[0][0]

        def atoms():
            with precision(Ball.bits + 40):
                slopes = [-rest, *(profile_slope(a, b) for a, b in zip(kinks, kinks[1:])), Fraction(0)]
                masses = [after - before for before, after in zip(slopes, slopes[1:])]
                return [(mass, exp(ball(epsilon)) * mass) for mass, (epsilon, _, _) in zip(masses, kinks)]
        self.finite.append((atoms, len(kinks), steps, rest, rest))

    def add_promise(self, steps, promise):
        self.kinds.append(("promise", promise.whole()))
        promise = promise.times(steps)
        self.promise = self.promise.beside(promise) if self.promise else promise

    def add_zcdp(self, steps, scale, rho, xi=Fraction(0), delta0=Fraction(0)):
        self.need(rho >= 0 and xi >= 0 and 0 <= delta0 < 1)
        if not rho:  # D_a does not fall with a, and its limit is the largest loss: epsilon-DP with epsilon = xi
            self.add_approximate_dp(steps, scale, xi, delta0)
            return
        self.add_promise(steps, Promise(rho, xi))
        if delta0:
            self.kinds.append(("left out", delta0))
            self.lossless += 1
            self.finite.append((lambda: [(1 - delta0, 1 - delta0)], 1, steps, 1 - delta0, 1 - delta0))

    def add_rdp(self, steps, scale, orders, bounds):
        self.need(len(orders) == len(bounds) >= 1 and min(orders) >= Fraction(1, 2) and max(orders) >= 1 and min(bounds) >= 0)
        self.need(all(a < b for a, b in zip(orders, orders[1:])))
        if not min(bounds):  # D_a = 0 where P = Q
            self.add_pure_dp(steps, scale, Fraction(0))
            return
        self.add_promise(steps, Promise(Fraction(0), Fraction(0), dict(zip(orders, bounds))))

    def add_total_variation_dp(self, steps, scale, epsilon, delta, eta):
        self.need(epsilon >= 0 and 0 <= delta <= eta <= 1)
        if delta == 1 or delta == eta:
            raise NotCovered("total_variation_dp at a limit")
        self.need(epsilon > 0)
        self.kinds.append(("variation", epsilon, delta, eta))

        def atoms():
            e = exp(ball(epsilon))
            b = (eta - delta) / (e - 1)
            rest = 1 - delta - b * (e + 1)
            if high(rest) < 0:
                raise Refused("mechanism: eta is larger than epsilon and delta allow")
            if low(rest) < 0:
                raise TooHard("eta at its largest")
            return [(b * e, b), (b, b * e), (rest, rest)]
        self.finite.append((atoms, 3, steps, 1 - delta, 1 - delta))

    def add_staircase(self, steps, scale, epsilon, gamma):
        """The noise over the sensitivity has density a e^(-k epsilon), where k is the whole part of |x|, and one more where
        the rest of |x| is at least gamma; a = (1 - e^-epsilon) / (2 (gamma + e^-epsilon (1 - gamma))). Moved by 1 its loss is
        -epsilon or epsilon outside (0, 1); inside it is 0 where x and 1 - x are on one level: on (gamma, 1 - gamma) both
        are at a e^-epsilon, on (1 - gamma, gamma) both at a."""
        self.need(epsilon > 0 and 0 <= gamma <= 1)
        self.kinds.append(("staircase", epsilon, gamma))

        def atoms():
            q = exp(ball(-epsilon))
            a = (1 - q) / (2 * (gamma + q * (1 - gamma)))
            rest = a * q * (1 - 2 * gamma) if 2 * gamma <= 1 else a * (2 * gamma - 1)
            b = (1 - rest) * q / (1 + q)
            return [(b / q, b), (b, b / q), (rest, rest)]
        self.finite.append((atoms, 3, steps, Fraction(1), Fraction(1)))

    def add_discrete_laplace(self, steps, scale, b):
        self.need(b > 0 and scale.denominator == 1 and scale <= 10000)
        if scale > 1000:
            raise TooHard("sensitivity beyond the limit")
        self.kinds.append(("response", 1 / b, 2, False) if scale == 1 else ("steps", b, scale))

        def atoms():  # P(x) = (1 - a)/(1 + a) a^|x|; where x <= 0 or x >= n the loss is constant
            n, a = int(scale), exp(ball(-1 / b))
            tail = [(1 / (1 + a), a ** n / (1 + a)), (a ** n / (1 + a), 1 / (1 + a))]
            c = (1 - a) / (1 + a)
            return tail + [(c * a ** x, c * a ** (n - x)) for x in range(1, n)]
        self.finite.append((atoms, int(scale) + 1, steps, Fraction(1), Fraction(1)))

    # Shuffled answers of n users, one of them with one of two values. Randomised response: the number of ones,
    # where so many others hold a one. k values, all others with a third one: the numbers of the two values, of the third
    # and of the rest; Mult_n(c) (1/n) sum of p_v c_v/q_v, q the law of the others. Any local randomiser: C clones
    # of Bin(n-1, e^-epsilon0), half of them ones or so, and the user's bit (Feldman, McMillan, Talwar, Theorem 3.1).
    # Without `ones` the worst is meant at each threshold: the pair whose delta is the largest over all numbers of
    # ones (a maximum of profiles is one: convex in e^t, at most 1, at least 1 - e^t). Its delta alone is read here.
    def add_shuffled_rr(self, steps, scale, epsilon0, n, k=Fraction(2), ones=None):
        self.need(epsilon0 > 0 and k == 2 and n.denominator == 1 and n >= 1)
        if ones is None and n > 1:
            if n > 80:
                raise TooHard("users beyond the limit")
            self.worst = [[("shuffled_rr", {"epsilon0": epsilon0, "n": n, "ones": Fraction(m)}, 1)]
                          for m in range(int(n))]
            self.kinds.append(("shuffled_rr", epsilon0, n, None))
            self.finite.append((no_laws, 1, steps, Fraction(1), Fraction(1)))
            return
        if n == 1:  # an answer that nobody hides
            self.need(ones is None or ones == 0)
            self.add_randomized_response(steps, scale, epsilon0)
            return
        self.need(ones.denominator == 1 and 0 <= ones < n)
        if n > 300:
            raise TooHard("users beyond the limit")
        self.symmetric = False
        self.kinds.append(("shuffled_rr", epsilon0, n, ones))

        def atoms():
            e = exp(ball(epsilon0))
            keep, flip = e / (e + 1), 1 / (e + 1)

            def beside(law, one, none):
                return [(law[x] * none if x < len(law) else 0) + (law[x - 1] * one if x else 0)
                        for x in range(len(law) + 1)]
            law = [Fraction(1)]
            for i in range(int(n) - 1):
                law = beside(law, *((keep, flip) if i < ones else (flip, keep)))
            return list(zip(beside(law, flip, keep), beside(law, keep, flip)))
        self.finite.append((atoms, int(n) + 1, steps, Fraction(1), Fraction(1)))

    def add_shuffled_krr(self, steps, scale, epsilon0, n, k, third=None):
        self.need(epsilon0 > 0 and n.denominator == 1 and n >= 1 and k.denominator == 1 and k >= 2)
        if third is None:
            self.kinds.append(("blanket", epsilon0, n, k))
            self.add_blanket(steps, epsilon0, int(n), lambda: k)
            return
        self.need(k > 2 and third == n - 1 >= 1)
        if n > 120 or (k > 3 and n > 32):
            raise TooHard("users beyond the limit")
        self.kinds.append(("shuffled_krr", epsilon0, n, k))
        m = int(n)
        counts = [(x, y, m - x - y - rest, rest) for x in range(m + 1) for y in range(m + 1 - x)
                  for rest in range(m + 1 - x - y if k > 3 else 1)]

        def atoms():
            e = exp(ball(epsilon0))
            powers = [Fraction(1)]
            for _ in range(m):
                powers.append(powers[-1] * e)
            whole_sum = (e + (k - 1)) ** m * m

            def mass(x, y, thirds, rest):
                ways = math.comb(m, x) * math.comb(m - x, y) * math.comb(m - x - y, rest) * (k - 3) ** rest
                return powers[thirds] * (e * x + (y + rest) + thirds / e) * ways / whole_sum
            return [(mass(*c), mass(c[1], c[0], *c[2:])) for c in counts]
        self.finite.append((atoms, len(counts), steps, Fraction(1), Fraction(1)))

    def add_shuffled_laplace(self, steps, scale, b, n):
        self.need(b >= Fraction(1, 100) and n.denominator == 1 and n >= 2)
        self.kinds.append(("blanket of noise", b, n))
        self.add_blanket(steps, 1 / b, int(n), lambda: 1 + exp(ball(1 / (2 * b))))

    # The blanket: M others of Bin(n-1, k/(D+k)), D = e^epsilon0 - 1, answer uniformly, and so many answers with the
    # user's are T = M + 1. Of N of them that are 0 or 1, each so with probability 2/k, x are 1: the user's law is
    # uniform but for D/(D+k) at his value, c answers of which are there, and takes any of the T places:
    # (1 + D c/T) k/(D+k) times as likely, c = N - x (P), c = x (Q). Beyond 300 users the program rounds M: not read.
    def add_blanket(self, steps, epsilon0, users, values):
        if users > 40:
            raise TooHard("users beyond the limit")

        def atoms():
            D, k = exp(ball(epsilon0)) - 1, ball(values())
            share, rest, two, others, result = k / (D + k), D / (D + k), 2 / k, 1 - 2 / k, []
            for M in range(users):
                T = M + 1
                of_M = share ** T * rest ** (users - T) * math.comb(users - 1, M)
                for N in range(T + 1):
                    if N < T and values() == 2:  # no answer is anything else
                        continue
                    of_N = of_M * two ** N * math.comb(T, N) * (others ** (T - N) if N < T else 1)
                    of_N = of_N * Fraction(1, 2 ** N)
                    of_c = [of_N * (1 + D * Fraction(c, T)) for c in range(N + 1)]
                    result += [(of_c[N - x] * math.comb(N, x), of_c[x] * math.comb(N, x)) for x in range(N + 1)]
            return result
        count = sum((T + 1) * (T + 2) // 2 for T in range(1, users + 1))
        self.finite.append((atoms, count, steps, Fraction(1), Fraction(1)))

    def add_shuffled_clones(self, steps, scale, epsilon0, n):
        self.need(epsilon0 > 0 and n.denominator == 1 and n >= 1)
        if n > 60:
            raise TooHard("users beyond the limit")
        self.kinds.append(("shuffled_clones", epsilon0, n))
        others = int(n) - 1

        def atoms():
            e = exp(ball(epsilon0))
            keep, flip, result = e / (e + 1), 1 / (e + 1), []
            for c in range(others + 1):
                weight = math.comb(others, c) * (1 - 1 / e) ** (others - c) / e ** c / 2 ** c
                for x in range(c + 2):
                    same, more = math.comb(c, x), math.comb(c, x - 1) if x else 0
                    result.append((weight * (keep * same + flip * more), weight * (flip * same + keep * more)))
            return result
        self.finite.append((atoms, (others + 1) * (others + 4) // 2, steps, Fraction(1), Fraction(1)))

    def add_shuffled_gaussian(self, steps, scale, sigma, n):
        self.need(Fraction(1, 5) <= sigma <= 10 ** 6 and n.denominator == 1 and n >= 2)
        self.kinds.append(("shuffled gaussian", sigma, n))
        corners, tail = NoiseHull.of(sigma, int(n))
        self.far[len(self.finite)] = tail
        self.finite.append((lambda: hull_atoms(corners, tail.slope), 2 * len(corners) - (not corners[0][0]), steps,
                            Fraction(1), Fraction(1)))

    def alone(self):
        """Returns true if it is one run of one pair of `finite`."""
        others = self.gauss or self.laplace or self.mixtures or self.sampled or self.promise or self.batch or self.cut or \
            len(self.finite) > 1
        return not others and self.finite[0][2] == 1

    def far_mass(self):
        """At least the mass, under P and under Q, of what is in no outcome."""
        return sum((tail.mass() * self.finite[i][2] for i, tail in self.far.items()), Fraction(0))

    def listed(self, side):
        """The mass of the outcomes, those that are infinite aside."""
        result = self.mass(side)
        for i, tail in self.far.items():
            result = result * (1 - tail.mass()) ** self.finite[i][2]
        return result

    def mass(self, side):
        """P- (side 0) or Q-mass (side 1) of the finite losses, exact where it is short."""
        result = Fraction(1)
        for entry in self.finite:
            m, steps = entry[3 + side], entry[2]
            if m != 1:
                result = result * (m if steps * m.denominator.bit_length() < 2000 else ball(m)) ** steps
        return result

    def outcomes(self):
        """(P, Q) of each type of the finite part: of counts n_1 + n_2 + ... = N for each pair, with the
        multinomial number of its arrangements; the loss of a type is one number."""
        total = math.prod(math.comb(steps + n - 1, n - 1) if n and steps + n < 10 ** 6 else LIMIT.types + 1
                          for _, n, steps, _, _ in self.finite)
        if total > LIMIT.types:
            raise TooHard("too many outcomes")
        result = [(Fraction(1), Fraction(1))]
        for make, n, steps, _, _ in self.finite:
            atoms = make()
            if steps > 40 or total > 2000:
                atoms = [(ball(a), ball(b)) for a, b in atoms]
            if steps == 1:
                tick()
                result = [(p * a, q * b) for p, q in result for a, b in atoms]
                continue
            powers = []
            for a, b in atoms:
                row = [(Fraction(1), Fraction(1))]
                for _ in range(steps):
                    row.append((row[-1][0] * a, row[-1][1] * b))
                powers.append(row)
            types = []

            def fill(i, left, p, q):
                tick()
                if i == n - 1:
                    types.append((p * powers[i][left][0], q * powers[i][left][1]))
                    return
                c = 1
                for k in range(left + 1):
                    a, b = powers[i][k]
                    fill(i + 1, left - k, p * a * c, q * b * c)
                    c = c * (left - k) // (k + 1)
            fill(0, steps, Fraction(1), Fraction(1))
            result = [(p * a, q * b) for p, q in result for a, b in types]
        return result


def profile_slope(a, b):
    """Between two points (epsilon, delta, of the other direction) of a profile against e^epsilon."""
    (x, y), (z, w) = ((exp(ball(e)), 1 - exp(ball(e)) * (1 - d) if turned else d) for e, d, turned in (a, b))
    return (w - y) / (z - x)


def profile_kinks(points):
    """Those that the lower hull keeps of points with falling deltas, (epsilon, delta, False) each, and of their mirror images
    (-epsilon, delta, True), from left to right."""
    both = [(-epsilon, delta, True) for epsilon, delta in reversed(points) if epsilon] + [(*point, False) for point in points]
    kept = []
    for point in both:
        while kept:
            before = profile_slope(kept[-2], kept[-1]) if len(kept) > 1 else ball(points[-1][1] - 1)
            rises = profile_slope(kept[-1], point) - before
            if low(rises) > 0:
                break
            if high(rises) > 0:
                raise TooHard("points of a profile on one line")
            kept.pop()
        kept.append(point)
    return kept


# ---- 4b. Shuffled Gaussian noise ---------------------------------------------------------------------
#
# n users, each with a value z in [0, 1] and Gaussian noise of scale sigma; R_z is the density of an answer. What all
# R_z have in common is w = min(R_0, R_1), as the farther of 0 and 1 has the least: mass g. Each other user answers
# from w/g with probability g, else from what is left of his own law, which is told. Of m + 1 answers from w/g one is
# the user's with R_z/w =: r_z times the likelihood: the profile at x is at most E (g/(m+1)) (sum of L_i)_+, L = r_1 -
# x r_0 at a place of law w/g, and P(Bin(n-1, g) = m) g/(m+1) = P(Bin(n, g) = m+1)/n makes it (1/n) E (sum over n
# users of B L)_+, B of Bin(1, g). (That values strictly between 0 and 1 give no more is the statement
# SHUFFLED-GAUSSIAN of docs/proofs, which is taken from there; all else is proved here.) At the distance d from 1/2,
# on each side with equal chance, (r_0, r_1) is (1, r) or (r, 1), r = e^(d/sigma^2). Cut at d <= u: the rest adds at
# most n times the mean of r_1 there, which is
#     b(u) = Phi(-(u + 1/2)/sigma) + Phi(-(u - 1/2)/sigma)   after division by n. As (s)_+ <= e^(lambda s - 1)/lambda,
#     delta <= b(u) + M^n/(e lambda n),   M = 1 + int_0^u of w(1/2 + d) (e^(lambda (r-x)) + e^(lambda (1-xr)) - 2) dd,
# and M does not fall where in cells of d the law of r is replaced by two atoms at the cell's ends with its mass and
# mean: what is integrated is convex in r. Cells are sigma/10 wide, u is one of 10, 20, ... of them, lambda has four
# digits. The mechanism `shuffled_gaussian` is made of the least such bounds over u (the smaller one unless the other
# is better by one part in 10^9) and lambda, or of the unshuffled pair's delta where that is less, each rounded up to
# 12 digits, at eps = i e, i = 0 ... 100, e of two digits, 100 e just beyond where they are 1e-25: of the convex hull
# of these points (x, delta), one more, their mirror images (1/x, 1 - 1/x + delta/x), (0, 1) and what follows. The
# further point is (e^T, d), d the unshuffled pair's profile g there, rounded up to 12 digits, and behind it the curve is
# (d/g) g, which is at least g; T is the last eps plus 1, 2, 4, ... times e, the first at which the slope rises to that of
# (d/g) g. A profile is convex, and so are its mirror images': it lies below. Where the slope of that hull rises at x
# by m, losses log x have P-mass m and Q-mass m x; beyond T losses have d/g times the unshuffled pair's law, and below -T
# its mirror image, P and Q exchanged. For which u and lambda the bound is the least is proved: at each u
# its second term is log-convex in lambda (M is, as a mean of exponentials, and so is 1/lambda), so that on the grid a
# lambda is the best one if it is better than its neighbour on the side where the derivative is below 0.

class NoiseHull:
    """Its corners, [(eps, delta)] with eps >= 0, the last one where it is flat; kept for the last few."""

    kept, cells, reach, points = {}, 10, 12, 100

    @classmethod
    def of(cls, sigma, n):
        if (sigma, n) not in cls.kept:
            while len(cls.kept) >= 8:
                del cls.kept[next(iter(cls.kept))]
            cls.kept[sigma, n] = cls(sigma, n).corners()
        return cls.kept[sigma, n]

    def __init__(self, sigma, n):
        self.sigma, self.n, half = sigma, n, 1 / (2 * sigma)
        count = self.cells * self.reach + math.ceil(5 / sigma)
        self.cuts = range(10, count + 1, 10)
        with precision(192):
            near, far = ([normal_tail(Fraction(j, 10) + side) for j in range(count + 1)] for side in (half, -half))
            step = exp(ball(1 / (10 * sigma)))
            self.ratios = [step ** j for j in range(count + 1)]
            self.beyond = {u: near[u] + far[u] for u in self.cuts}
            self.weights = []  # of the near and the far end of each cell
            for j in range(count):
                r, R, mass, mean = self.ratios[j], self.ratios[j + 1], near[j] - near[j + 1], far[j] - far[j + 1]
                self.weights.append(((mass * R - mean) / (R - r), (mean - mass * r) / (R - r)))
        self.rough = [(float(middle(self.ratios[j])), float(middle(self.ratios[j + 1])),
                       *(float(middle(x)) for x in self.weights[j])) for j in range(count)]

    # Floats, for choices.
    def float_slope(self, log_lambda, x, u):
        """The bound, and the derivative of its second term's logarithm."""
        s, n = math.exp(log_lambda), self.n
        more = slope = 0.0
        for r, R, a, b in self.rough[:u]:
            for ratio, weight in ((r, a), (R, b)):
                if s * (ratio - x) > 700:
                    return math.inf, math.inf
                e, f = math.expm1(s * (ratio - x)), math.expm1(s * (1 - x * ratio))
                more += weight * (e + f)
                slope += weight * ((e + 1) * (ratio - x) + (f + 1) * (1 - x * ratio))
        size = n * math.log1p(more) - 1 - log_lambda
        value = float(middle(self.beyond[u])) + (math.exp(size) / n if size < 600 else math.inf)
        return value, n * slope / (1 + more) * s - 1

    def float_best(self, x, u, start=None):
        """log lambda and the bound."""
        a, b = math.log(1e-9), math.log(1e3)
        if start is not None:  # mostly near the last one
            for width in (0.3, 1.5):
                lo, hi = max(a, start - width), min(b, start + width)
                if self.float_slope(lo, x, u)[1] < 0 <= self.float_slope(hi, x, u)[1]:
                    a, b = lo, hi
                    break
        while b - a > 1e-6:
            middle_one = (a + b) / 2
            a, b = (middle_one, b) if self.float_slope(middle_one, x, u)[1] < 0 else (a, middle_one)
        return (a + b) / 2, self.float_slope((a + b) / 2, x, u)[0]

    def float_delta(self, t, starts):
        x, s = math.exp(t), float(self.sigma)

        def tail(z):
            return math.erfc(z / math.sqrt(2)) / 2
        best, tried = 2.0, {}
        for u in self.cuts:
            tick()
            if float(middle(self.beyond[u])) <= best * (1 + 1e-6):
                starts[u], value = tried[u] = self.float_best(x, u, starts.get(u))
                best = min(best, value)
        return min(best, max(0.0, tail(t * s - .5 / s) - x * tail(t * s + .5 / s))), best, tried

    def spacing(self):
        a, b, starts = math.log(1e-9), math.log(600), {}
        for _ in range(40):
            c = (a + b) / 2
            a, b = (c, b) if self.float_delta(math.exp(c), starts)[0] > 1e-25 else (a, c)
        last = math.exp(b) / self.points
        place = math.floor(math.log10(last)) - 1
        digits = last / 10.0 ** place
        if abs(digits - round(digits)) < 1e-4:
            raise TooHard("a spacing beside a number of two digits")
        return math.ceil(digits) * Fraction(10) ** place

    # Balls.
    def bounds(self, s, x):
        """{u: (T, y)}, T = M^n/(e lambda n) at lambda = s, y = n s M'/M; without those u where numbers are too large.
        n log M is convex: log T is at least its tangent there less log lambda, and so at least log(T y) + 1 - y
        for y > 0 at each lambda."""
        total, rise, result, one = ball(1), ball(0), {}, ball(1)
        before = None
        for j, r in enumerate(self.ratios):
            up, down = r - x, one - x * r
            if float(middle(up)) * float(s) > 1e6:
                break
            a, b = (exp(y * s) if float(middle(y)) * float(s) > -1e6 else Ball(0, 0, 1, -10 ** 5)  # below e^-900000
                    for y in (up, down))
            now = a + b - 2, a * up + b * down
            if j:
                near, far = self.weights[j - 1]
                total, rise = total + near * before[0] + far * now[0], rise + near * before[1] + far * now[1]
            before = now
            if j in self.beyond and self.n * (total.size() + total.ex - 2) < 5 * 10 ** 5:
                result[j] = total ** self.n / (exp(one) * s * self.n), rise / total * (s * self.n)
        return result

    def delta(self, eps, starts):
        """The point's, a fraction."""
        _, _, tried = self.float_delta(float(eps), starts)
        with precision(100 + 2 * self.n.bit_length()):
            cuts = Cuts(self, exp(ball(eps)), tried)
            best, place = (Fraction(2), Fraction(2)), None
            for u in sorted(tried):
                now = cuts.compared(u, best, place)
                if now:
                    best, place = now, u
            for u in set(self.cuts) - set(tried):
                if low(self.beyond[u]) < best[1]:
                    raise TooHard("a cut that was not tried")
            if place is not None:
                best = cuts.exact(place)
            z, half = ball(eps * self.sigma), 1 / (2 * self.sigma)
            plain = normal_tail(z - half) - exp(ball(eps)) * normal_tail(z + half)
            a, b = (rounded_up(min(a, b, Fraction(1))) for a, b in zip(best, (low(plain), high(plain))))
            if a != b:
                raise TooHard("a point beside a number of twelve digits")
            return a

    def corners(self):
        """And what follows the last one."""
        e, points, starts = self.spacing(), [], {}
        for i in range(self.points + 1):
            delta = self.delta(e * i, starts)
            points.append((e * i, min([delta] + [d for _, d in points[-1:]])))
        with precision(512):
            known = [(exp(ball(eps)), d) for eps, d in points]

        def at(m):
            return FarTail(self.sigma, points[-1][0] + e * m / 1024)
        before, m = 0, 1
        while not at(m).supports(known):
            before, m = m, 2 * m
            if m > 1 << 60:
                raise TooHard("no tail")
        while m - before > 1:
            middle_one = (before + m) // 2
            before, m = (before, middle_one) if at(middle_one).supports(known) else (middle_one, m)
        tail = at(m)
        return hull_corners(points + [(tail.start, tail.delta)]), tail


class FarTail:
    """d/g times the law of N(0, 1) against N(1/sigma, 1) where the loss is beyond T, and its mirror image below -T."""

    def __init__(self, sigma, start):
        self.mu2, self.start = 1 / sigma ** 2, start
        with precision(256):
            profile = self.profile()
            self.delta, other = rounded_up(high(profile)), rounded_up(low(profile))
            if self.delta != other:
                raise TooHard("a point beside a number of twelve digits")

    def tails(self, t):
        """P(L > t) and Q(L > t) of the unshuffled pair."""
        mu = sqrt(ball(self.mu2))
        return normal_tail(t / mu + mu / 2), normal_tail(t / mu - mu / 2)

    def profile(self):
        return gaussian_call(self.mu2, exp(ball(self.start)), self.start)

    def weight(self):
        return self.delta / self.profile()

    def slope(self):
        return -self.weight() * self.tails(self.start)[0]

    def supports(self, points):
        """Returns true if the tangent at T is below all these points."""
        with precision(512):
            x, end = exp(ball(self.start)), self.slope()
            for y, d in points:
                above = d - (self.delta - end * (x - y))
                if high(above) < 0:
                    return False
                if low(above) < 0:
                    raise TooHard("a point beside a tangent")
            return True

    def mass(self):
        return self.weight() * sum(self.tails(self.start), ball(0))

    def call(self, x, t):
        """E_P[(e^L - x)_+] of it, x = e^t."""
        if low(t) >= self.start:
            return self.weight() * gaussian_call(self.mu2, x, t)
        if high(t) > self.start:
            raise TooHard("a threshold where the tail begins")
        P, Q = self.tails(self.start)
        total = Q - x * P
        if low(t) < -self.start:
            if high(t) > -self.start:
                raise TooHard("a threshold where the tail begins")
            (a, b), (c, d) = self.tails(t), self.tails(-self.start)
            total = total + (b - d) - x * (a - c)
        return self.weight() * total

    def transform(self, s):
        """E_P[e^(sL)] of it, at a real ball."""
        mu2 = ball(self.mu2)
        mu, mean = sqrt(mu2), (s - Fraction(1, 2)) * mu2
        both = normal_tail((self.start - mean) / mu) + normal_tail((self.start + mean) / mu)
        return self.weight() * exp(s * (s - 1) * mu2 / 2) * both


class Cuts:
    """The bounds at one x, and which is the least: of a smaller u unless better by one part in 10^9."""

    better = 1 - Fraction(1, 10 ** 9)

    def __init__(self, hull, x, tried):
        self.hull, self.x, self.tried, self.known, self.found = hull, x, tried, {}, {}
        self.at(self.start(min(tried, key=lambda u: tried[u][1])))

    def start(self, u):  # of four digits
        value = math.exp(self.tried[u][0])
        place = math.floor(math.log10(value)) - 3
        return self.step(round(value / 10.0 ** place), place, 0)

    @staticmethod
    def step(digits, place, side):
        digits += side
        return (1000, place + 1) if digits > 9999 else (9999, place - 1) if digits < 1000 else (digits, place)

    def at(self, one):
        if one not in self.known:
            tick()
            self.known[one] = self.hull.bounds(one[0] * Fraction(10) ** one[1], self.x)
        return self.known[one]

    def rough(self, u):
        """The smallest bound at u lies between these."""
        tail, below, above = self.hull.beyond[u], ball(0), Fraction(2)
        for values in self.known.values():
            if u in values:
                T, y = values[u]
                above = min(above, high(T + tail))
                if 0 < low(y) and high(y) < 1000:
                    bound = T * y * exp(1 - y)
                    below = bound if low(bound) > low(below) else below
        return low(tail + max(low(below), Fraction(0))), above

    def exact(self, u):
        if u not in self.found:
            one = self.start(u)
            for _ in range(6):
                values = self.at(one).get(u)
                if values is None:
                    raise TooHard("a lambda that is too large")
                side = -1 if low(values[1]) > 1 else 1 if high(values[1]) < 1 else 0
                other = self.step(*one, side)
                if not side:
                    raise TooHard("a derivative beside 0")
                if not Fraction(1, 10 ** 9) <= other[0] * Fraction(10) ** other[1] <= 1000:
                    break
                beside = self.at(other).get(u)
                if beside is None or low(beside[0]) > high(values[0]):
                    break
                if high(beside[0]) > low(values[0]):
                    raise TooHard("two lambdas that are as good")
                one = other
            else:
                raise TooHard("no best lambda")
            bound = values[0] + self.hull.beyond[u]
            self.found[u] = low(bound), high(bound)
        return self.found[u]

    def compared(self, u, best, place):
        """Its bound, or None where it is no better than the best of the smaller ones."""
        for how in (self.rough, self.exact):
            now = how(u)
            if how == self.exact and place is not None:
                best = self.exact(place)
            if now[0] > best[1] * self.better * (1 + Fraction(1, 10 ** 12)):
                return None
            if now[1] < best[0] * self.better * (1 - Fraction(1, 10 ** 12)):
                return now
        raise TooHard("two cuts that are as good")


def rounded_up(x):  # to 12 digits
    if x <= 0:
        return Fraction(0)
    place = math.floor(log_size(x) / math.log(10)) - 12
    for place in range(place, place + 3):
        digits = math.ceil(x / Fraction(10) ** place)
        if digits <= 10 ** 12:
            return digits * Fraction(10) ** place
    raise TooHard("rounding")


def hull_line(points):
    """(x, delta) of a half, as balls: from 1/x_last on, through 1."""
    right = [(exp(ball(eps)), d) for eps, d in points]
    left = [(1 / x, 1 - 1 / x + d / x) for x, d in reversed(right)]
    return (left[:-1] if points[0][0] == 0 else left) + right


def slope(a, b):
    return (ball(b[1]) - a[1]) / (b[0] - a[0])


def hull_corners(points):
    """Those of (eps, delta), eps >= 0, that are corners of the hull."""
    # The first of equal deltas counts: the others are above chords or on the last line, and their mirror images so too.
    points = [one for before, one in zip([(0, None), *points], points) if one[1] != before[1]]
    with precision(512):
        line = [(ball(0), Fraction(1), None)] + [(x, d, i) for i, (x, d) in enumerate(hull_line(points))]
        kept = []
        for point in line:
            while len(kept) > 1:
                before, after = slope(kept[-2], kept[-1]), slope(kept[-1], point)
                if high(before) < low(after):
                    break
                if low(before) <= high(after):
                    raise TooHard("a corner that may be none")
                kept.pop()
            kept.append(point)
        first = len(line) - 1 - len(points)
        corners = [points[i - first] for _, _, i in kept if i is not None and i >= first]
        if len(corners) < 2:
            raise TooHard("a hull of one corner")
        return corners


def hull_atoms(corners, end):
    """[(P, Q)] of the losses at the corners, behind the last of which the slope is end()."""
    with precision(Ball.bits + 200):
        line = hull_line(corners)
        slopes = [ball(corners[-1][1]) - 1, *(slope(a, b) for a, b in zip(line, line[1:])), end()]
        atoms = [(after - before, x) for before, after, (x, _) in zip(slopes, slopes[1:], line)]
        atoms = [(p, p * x) for p, x in atoms]
    return [(p + 0, q + 0) for p, q in atoms]


# ---- 5. Closed forms ---------------------------------------------------------------------------------
#
# call(x) = E_P[(e^L - x)_+] of a part without infinite losses, x > 0 and t = log x, each a fraction where
# it is one. delta(t) = Q(L = +inf) + call(e^t).

def gaussian_call(mu2, x, t):
    """P = N(0, 1), Q = N(mu, 1), L = mu u - mu^2/2: L > t where u > t/mu + mu/2."""
    mu = sqrt(ball(mu2))
    return normal_tail(t / mu - mu / 2) - x * normal_tail(t / mu + mu / 2)


def mixture_call(sigma, p, x):
    """One subsampled step: e^L = w = 1 - p + p e^z rises with u, z = u/sigma - 1/(2 sigma^2)."""
    excess = x - 1 + p
    if high(excess) <= 0:
        return 1 - x
    if low(excess) <= 0:
        raise TooHard("a threshold at the smallest loss")
    u = sigma * log(ball(excess) / p) + 1 / (2 * sigma)
    return (1 - p - x) * normal_tail(u) + p * normal_tail(u - 1 / sigma)


def sampled_laplace_call(mu, p, x):
    """E ((1 - p) P + p Q - x P)_+ of one laplace step: above 1 - p, p times its call at (x - 1 + p)/p; below, 1 - x. It
    falls, from p at 1 - p, and is at least 1 - x."""
    if high(x) <= 1 - p:
        return 1 - x
    if low(x) <= 1 - p:
        return between(low(1 - x), max(p, high(1 - x)))
    return laplace_call({mu: 1}, log((x - (1 - p)) / p)) * p


def laplace_call(steps, t):
    """A product of laplace steps, {mu: N}, n steps in all: a finite sum of residues.

    One step has L = -mu with P-mass 1/2, mu with e^-mu/2, and for 0 < v < 1 L = mu (2v - 1) with density
    (mu/2) e^(-mu v) dv. With s = 1/2 + r, K(s) = E_P e^(sL) is therefore
        (e^(-mu/2)/2) [e^(r mu) (1 + 1/(2r)) + e^(-r mu) (1 - 1/(2r))].
    As D goes to 0, the aliases in part 6 vanish and its sum over nodes, s_k = 1/2 + r, becomes an integral:
    call = (1/2 pi i) int over Re r = c > 1/2 of K e^(t/2 - t r) / (r^2 - 1/4) dr.
    Expanded, K e^(-tr) is a sum of terms
        e^(rX) (1 + 1/(2r))^(n-k) (1 - 1/(2r))^k,    X = sum of mu (N - 2 k_mu) - t,    k = sum of k_mu.
    Over r^2 - 1/4 each decays like 1/r^2: where X <= 0 the line is closed to the right, and the term is
    0; where X > 0 to the left, and it is the sum of its residues, at 0, at 1/2 if k = 0, at -1/2 if
    k = n. It is continuous in X, so that X may be replaced by max(X, 0) where its sign is not known.
    With rho = 2r the residue at 0 is 2^(2-n) times the sum over i of c_i 2^i X^(n-1-i)/(n-1-i)!, where
    c_i are the coefficients of (1 + rho)^(n-k-1) (rho - 1)^(k-1). At 1/2 (k = 0) it is 2^n e^(X/2), at
    -1/2 (k = n) it is -2^n e^(-X/2).
    """
    n = sum(steps.values())
    if n > LIMIT.laplace:
        raise TooHard("too many laplace steps")
    places = {(0, Fraction(0)): 1}  # (k, X + t): arrangements
    for mu, count in steps.items():
        new = {}
        for (k, at), c in places.items():
            for j in range(count + 1):
                key = (k + j, at + mu * (count - 2 * j))
                new[key] = new.get(key, 0) + c * math.comb(count, j)
        places = new
        if len(places) > 2000:
            raise TooHard("too many laplace terms")
    total = Fraction(0)
    for (k, at), count in places.items():
        tick()
        X = positive_part(at - t)
        if high(X) == 0:
            continue
        X, c = ball(X), residue_coefficients(n, k)
        value, power = ball(0), ONE  # power = X^j / j!
        for j in range(n):
            value = value + power * (c[n - 1 - j] << (n - 1 - j))
            power = power * X / (j + 1)
        value = value * Fraction(4, 2 ** n)
        if k == 0:
            value = value + exp(X / 2) * 2 ** n
        if k == n:
            value = value - exp(-X / 2) * 2 ** n
        total = total + value * count
    weight = sum((mu * c for mu, c in steps.items()), Fraction(0))
    return total * exp((t - weight) / 2) * Fraction(1, 2 ** n) if total else total


_residues = {}


def residue_coefficients(n, k):
    """Returns (1 + rho)^(n-k-1) (rho - 1)^(k-1) up to rho^(n-1); a power -1 is a geometric series."""
    if (n, k) not in _residues:
        a = [math.comb(n - k - 1, i) for i in range(n)] if k < n else [(-1) ** i for i in range(n)]
        b = [math.comb(k - 1, i) * (-1) ** (k - 1 - i) if i < k else 0 for i in range(n)] if k else [-1] * n
        _residues[n, k] = [sum(a[j] * b[i - j] for j in range(i + 1)) for i in range(n)]
    return _residues[n, k]


# ---- 6. The line -------------------------------------------------------------------------------------
#
# K(s) = E_P[e^(sL); L finite] of the whole product, finite where Re s is any real number here, and
# |K(c + iy)| <= K(c). No contour is moved and no transform is inverted: a sum over nodes is the mean of a payoff
# folded onto a circle. For a real number c let g be
#     (e^y - 1)_+ (c > 1),   -min(e^y, 1) (0 < c < 1),   (1 - e^y)_+ (c < 0).
# FOLDED. int g(y) e^(-sy) dy = 1/(s (s-1)) where Re s = c: integrals of exponentials. Let W = 2 pi/D and s_k = c + ikD.
# The sum of g(y + mW) e^(-c(y + mW)) over all m is continuous, has period W and the Fourier coefficients
# 1/(W s_k (s_k - 1)), which are summable: it is its series everywhere, for Fejer's means converge to both. So
#     (D/2 pi) sum_k e^(s_k y) / (s_k (s_k-1)) = sum_m g(y + mW) e^(-c m W).
# At y = L - t, averaged, times e^t (all of it converges absolutely, as K(c) is finite), on the left is
#     (D/2 pi) sum_k K(s_k) e^(t(1-s_k)) / (s_k (s_k-1)),
# and on the right the term m = 0 is
#     call (c > 1),   call - K(1) (0 < c < 1),   call - K(1) + e^t K(0) (c < 0).
# rocq/theories/Payoff.v and Transform.v have this in Rocq for c > 1.
# ALIASES. All other terms have the sign of g. Of x in the region of c, |g(y)| <= k(x) e^(xy), where k(x) is
# (x-1)^(x-1)/x^x for x > 1, 1 for 0 < x < 1, and k(1-x) for x < 0 (the derivative of g(y) e^(-xy) has one zero). With
# x < c for m > 0 and with x > c for m < 0 they are geometric series, and add up to at most
#     k(x) K(x) e^(t(1-x)) / (e^(2 pi |x-c|/D) - 1)   on either side.
# TRUNCATION. If |K(c + iy)| <= H for all |y| >= T = nD, the nodes beyond add up to at most
#     (D/pi) sum_{k > n} H e^(t(1-c)) / (kD)^2 <= H e^(t(1-c)) / (pi T).
#
# One subsampled gaussian. K(s) = int e^(-u^2/2) w(u)^s du / sqrt(2 pi), w = 1-p + p e^z, z = u/sigma -
# 1/(2 sigma^2). For Im u = v, 0 <= v < pi sigma: w is not 0 and 0 <= arg w < pi, so that w^s is analytic
# and |w^(c+iy)| = |w|^c e^(-y arg w) <= |w|^c for y >= 0. |w| is at most W = w(Re u), and at least
# W cos(v/(2 sigma)) (|A + B e^(i h)|^2 = (A+B)^2 - 4AB sin^2(h/2) >= (A+B)^2 cos^2(h/2)). With
# C(v) = 1 for c >= 0, cos(v/(2 sigma))^c for c < 0: |w|^c <= C(v) W^c, so that the integral of the
# modulus over Im u = v is at most e^(v^2/2) C(v) K(c).
# STRIP. If f is analytic between the lines Im u = lo and Im u = hi, and a is between them, the trapezoid rule of step h
# without end on Im u = a is off by at most A/(e^(2 pi (a-lo)/h) - 1) + B/(e^(2 pi (hi-a)/h) - 1), A and B the integrals
# of |f| over the two edges (shift the line in each of the Fourier integrals of Poisson's formula). Hence here by
#     RULE:  K(c) times the sum over both edges v of e^(v^2/2) C(v) / (e^(2 pi |v-a|/h) - 1);
# for y = 0 the strip may reach below the real line, as arg plays no part.
# INNER TAILS. W is between 1 and e^z, hence W^c <= 1 + e^(cz). e^(-u^2/2 + cz) =
# e^(c(c-1)/(2 sigma^2)) e^(-(u - c/sigma)^2/2). Nodes at a distance of at least V >= 1 from both centres
# m = 0, c/sigma, on both sides: h sum e^(-(u-m)^2/2) <= 2 (h + 1/V) e^(-V^2/2), and 2/sqrt(2 pi) < 1: in all
#     TAILS:  (h + 1) e^((a^2 - V^2)/2) C(a) (1 + e^(c(c-1)/(2 sigma^2))).
# For c < 0 also W^c <= (1-p)^c: the same with the centre 0 alone and (1-p)^c in place of e^(...).
# DECAY. On Im u = a the integrand's modulus at c + iy' falls with y', so that for all y' >= y
#     |K(c + iy')| <= B = int e^((a^2-u^2)/2) |w|^c e^(-y arg w) du / sqrt(2 pi).
# |w|^c e^(-y arg w) = w(u+ia)^((c+iy)/2) w(u-ia)^((c-iy)/2) is analytic for |Im u| <= b, a + b <= pi sigma/2,
# and at Im u = v its modulus is |w(.)|^(c/2) |w(.)|^(c/2) e^(-(y/2) (arg w at v+a - arg w at v-a)), where
# arg w rises with the angle h up to pi/2 (its derivative is Re(B e^(ih)/(A + B e^(ih))) >= 0): at most
# C(a+b) W^c. So the rule for B is off by RULE with e^((a^2+b^2)/2) C(a+b) at both edges +-b, and TAILS.

def short(x, down=False):  # a float as a fraction of 12 bits, for exact and cheap nodes
    m, e = math.frexp(x)
    return Fraction(math.floor(m * 4096) if down else round(m * 4096)) * Fraction(2) ** (e - 12)


class Mixture:
    """One subsampled gaussian's transform."""

    def __init__(self, sigma, p):
        self.sigma, self.p, self.rows, self.real_values, self.floats = sigma, p, {}, {}, {}

    # Floats, for choices.
    def float_row(self, a, c):
        s, p = float(self.sigma), float(self.p)
        h = min(0.4, s / 2.2)
        far = -math.sqrt(2 * c * math.log1p(-p)) if self.falls(c) else c / s
        j0, j1 = math.floor((min(0, far) - 9) / h), math.ceil((max(0, far) + 9) / h)
        if j1 - j0 > LIMIT.inner:
            raise TooHard("nodes beyond the limit")
        row = []
        for j in range(j0, j1 + 1):
            if (a, j) not in self.floats:
                u = complex(j * h, a)
                z = u / s - 1 / (2 * s * s)
                big = max(0.0, z.real)
                lw = big + cmath.log((1 - p) * math.exp(-big) + p * cmath.exp(z - big))
                self.floats[a, j] = ((-u * u / 2).real + math.log(h / math.sqrt(2 * math.pi)), lw.real, lw.imag)
            row.append(self.floats[a, j])
        return row

    def falls(self, c):  # which of the two bounds in TAILS is the smaller
        return c < 0 and -math.log1p(-float(self.p)) < (1 - float(c)) / (2 * float(self.sigma) ** 2)

    def float_log(self, c, y=0.0, a=0.0):  # log K(c), or of DECAY's bound
        tick()
        terms = [g + c * r - y * i for g, r, i in self.float_row(a, c)]
        top = max(terms)
        return top + math.log(sum(math.exp(x - top) for x in terms))

    def float_decay(self, c, y):  # the best of some a
        s = float(self.sigma)
        return min((self.float_log(c, y, a * s), a * s) for a in
                   (.01, .02, .03, .045, .07, .1, .15, .22, .32, .45, .6, .8, 1.0, 1.2, 1.35))

    # Balls.
    def spread(self, c, v):  # C(v), for 0 <= v < pi sigma
        if not 0 <= v < Fraction(314159, 100000) * self.sigma:
            raise TooHard("a strip too wide")
        if c >= 0:
            return ONE
        return exp(log(exp(IMAGINARY * (v / (2 * self.sigma))).real()) * c)

    def step(self, c, need, strip, distance):
        """h for an error e^-need, from the widest of some strips; strip(b) gives log of the edge's factor."""
        best = (0.0, 0.0)
        for i in range(1, 60):
            b = distance * i / 60
            cost = need + strip(b)
            if cost > 0 and 2 * math.pi * b / cost > best[0]:
                best = (2 * math.pi * b / cost, b)
        return short(best[0], True), short(best[1], True)

    def float_spread(self, c, v):
        return 0.0 if c >= 0 else float(c) * math.log(math.cos(v / (2 * float(self.sigma))))

    def nodes(self, c, a, h, need):
        """First and last node, and TAILS."""
        far, grow = c / self.sigma, c * (c - 1) / (2 * self.sigma ** 2)
        if self.falls(c):
            far, grow = Fraction(0), log(ball(1 - self.p)) * c
        V = math.sqrt(2 * (need + max(0.0, float(middle(grow))) + float(a) ** 2 / 2 + 3)) + 1
        j0, j1 = math.floor((min(0.0, float(far)) - V) / float(h)), math.ceil((max(0.0, float(far)) + V) / float(h))
        if j1 - j0 > LIMIT.inner:
            raise TooHard("nodes beyond the limit")
        exact = min((j1 + 1) * h - max(0, far), min(0, far) - (j0 - 1) * h)
        if exact < 1:
            raise TooHard("too few nodes")
        exact = Fraction(math.floor(exact * 1024), 1024)
        return j0, j1, exp((a * a - exact * exact) / 2) * (h + 1) * self.spread(c, a) * (1 + exp(grow))

    def row(self, a, h, j0, j1):
        """-(u + ia)^2/2 and log w at the nodes."""
        key = (a, h, Ball.bits)
        row = self.rows.setdefault(key, {})
        for j in range(j0, j1 + 1):
            if j not in row:
                tick()
                u = ball(j * h) + IMAGINARY * a
                z = u / self.sigma - 1 / (2 * self.sigma ** 2)
                row[j] = (u * u * Fraction(-1, 2), log(exp(z) * self.p + (1 - self.p)))
        return [row[j] for j in range(j0, j1 + 1)]

    def edge(self, c, v, angle, distance, h):  # one term of RULE
        return exp(v * v / 2) * self.spread(c, angle) / (exp(2 * pi() * distance / h) - 1)

    def real(self, c, need):
        """K(c): the rule on the real line. K <= S + rho K + tau, hence K <= (S + tau)/(1 - rho)."""
        key = (c, need, Ball.bits)
        if key not in self.real_values:
            s = float(self.sigma)
            h, b = self.step(c, need, lambda b: b * b / 2 + self.float_spread(c, b), 3.1 * s if c >= 0 else 2.8 * s)
            j0, j1, tau = self.nodes(c, Fraction(0), h, need)
            total = ball(0)
            for g, lw in self.row(Fraction(0), h, j0, j1):
                total = total + exp(g + lw * c)
            total = total.real() * h / sqrt(2 * pi())
            rho = 2 * self.edge(c, b, b, b, h)
            if high(rho) > Fraction(1, 2):
                raise TooHard("a rule too coarse")
            self.real_values[key] = total.widened(rho * (total + tau) / (1 - rho) + tau)
        return self.real_values[key]

    def decay(self, c, y, a, need):
        """B: at least |K(c + iy')| for all y' >= y."""
        s = float(self.sigma)
        h, b = self.step(c, need, lambda b: (b * b + float(a * a)) / 2 + self.float_spread(c, float(a) + b),
                         1.57 * s - float(a))
        if not a + b <= Fraction(157, 100) * self.sigma:
            raise TooHard("a strip too wide")
        j0, j1, tau = self.nodes(c, a, h, need)
        total = ball(0)
        for g, lw in self.row(a, h, j0, j1):
            total = total + exp((g + lw * c + lw * IMAGINARY * y).real())
        rho = 2 * self.edge(c, b, a + b, b, h) * exp(a * a / 2)
        return (total * h / sqrt(2 * pi())).widened(rho * self.real(c, need) + tau)

    def line(self, c, D, n, need):
        """K(c + ikD) for k = 0 ... n: the rule on Im u = a, strip from 0 to 2a; |e^(iD log w)| = e^(-D arg w) <= 1."""
        s = float(self.sigma)
        h, a = self.step(c, need, lambda a: 2 * a * a + self.float_spread(c, 2 * a), 1.55 * s if c >= 0 else 1.4 * s)
        j0, j1, tau = self.nodes(c, a, h, need)
        rho = self.edge(c, Fraction(0), Fraction(0), a, h) + self.edge(c, 2 * a, 2 * a, a, h)
        row = self.row(a, h, j0, j1)
        factor, off = h / sqrt(2 * pi()), rho * self.real(c, need) + tau
        sums = sums_of_powers([exp(g + lw * c) for g, lw in row], [exp(lw * IMAGINARY * D) for _, lw in row], n)
        return [(total * factor).widened(off) for total in sums]


def sums_of_powers(values, turns, n):
    """The sums of V E^k over pairs of both lists, k = 0 ... n, |E| <= 1. In units of 2^-w times a common power of two,
    |V| <= 2^w; let E be off by r units of 2^-w and V E^k by e_k. Then (two floors: less than 2 units)
        e_(k+1) <= e_k (1 + r 2^-w) + r + 2,   so   e_k <= 2 (e_0 + k (r + 2))   while k r 2^-w <= 1/2."""
    w = Ball.bits + 8
    if len(values) * n > 40 * LIMIT.outer * 10:
        raise TooHard("nodes beyond the limit")
    scale = max(v.size() + v.ex for v in values) + 1
    start, turn = [fixed(v, scale - w) for v in values], [fixed(v, -w) for v in turns]
    e0, r = max(x[2] for x in start), max(x[2] for x in turn)
    if n * r >= 1 << (w - 1):
        raise TooHard("too few bits")
    now, turn, result = [(x, y) for x, y, _ in start], [(x, y) for x, y, _ in turn], []
    for k in range(n + 1):
        if not k % 16:
            tick()
        off = 2 * (e0 + k * (r + 2)) * len(now)
        result.append(Ball(sum(x for x, _ in now), sum(y for _, y in now), off, scale - w))
        now = [((x * a - y * b) >> w, (x * b + y * a) >> w) for (x, y), (a, b) in zip(now, turn)]
    return result


def fixed(v, unit):
    """A ball in units of 2^unit, as (re, im, radius): floors as ever."""
    s = v.ex - unit
    if s >= 0:
        return v.re << s, v.im << s, v.rad << s
    return v.re >> -s, v.im >> -s, (v.rad >> -s) + 3


def payoff_peak(x):
    """k(x) of ALIASES."""
    if 0 < x < 1:
        return ball(1)
    x = max(x, 1 - x)
    return exp(log(ball(x - 1)) * (x - 1) - log(ball(x)) * x)


class Line:
    """call() of a product by the trapezoid rule, node values shared between thresholds."""

    def __init__(self, pair):
        self.pair, self.sets, self.float_logs = pair, [], {}
        self.mixtures = [(Mixture(*key), n) for key, n in pair.mixtures.items()]
        with precision(64):
            self.atoms = [([(log_size(middle(a)), log_size(middle(b)) - log_size(middle(a)))
                            for a, b in make() if middle(a) > 0 and middle(b) > 0], steps)
                          for make, _, steps, _, _ in pair.finite]

    def float_log(self, c):
        if c not in self.float_logs:
            total = c * (c - 1) / 2 * float(self.pair.gauss)
            for mu, n in self.pair.laplace.items():
                mu, r = float(mu), max(abs(c - .5), 1e-4)
                total += n * (mu * (r - .5) - math.log(2) +
                              math.log(1 + .5 / r + math.exp(-2 * r * mu) * (1 - .5 / r)))
            for atoms, n in self.atoms:
                terms = [p + c * l for p, l in atoms]
                total += n * (max(terms) + math.log(sum(math.exp(x - max(terms)) for x in terms)))
            self.float_logs[c] = total + sum(n * m.float_log(c) for m, n in self.mixtures)
        return self.float_logs[c]

    def others(self, s, far=False):
        """K(s) of all but the subsampled gaussians, at a complex ball, or with the far losses at a real one."""
        result = exp(s * (s - 1) * (self.pair.gauss / 2))
        for mu, n in self.pair.laplace.items():  # as in laplace_call
            r = s - Fraction(1, 2)
            a, q = exp(r * mu), (2 * r).inverse()
            result = result * ((a * (1 + q) + a.inverse() * (1 - q)) * exp(-mu / 2) / 2) ** n
        for i, (make, _, n, _, _) in enumerate(self.pair.finite):
            total = self.pair.far[i].transform(s) if far and i in self.pair.far else ball(0)
            for a, b in make():
                if high(a) > 0 and high(b) > 0:
                    total = total + exp(log(ball(b) / a) * s) * a
            result = result * total ** n
        return result

    def real(self, c, need, far=False):
        result = self.others(ball(c), far).real()
        for mixture, n in self.mixtures:
            result = result * mixture.real(c, need) ** n
        return result

    def plan(self, t, goal):
        """Contour, step and number of nodes for an error e^goal, in floats: (n, c, edges, D, [(a, gain)], size)."""
        best = None
        for place in (lambda v: 1 + math.exp(v), lambda v: -math.exp(v), lambda v: 1 / (1 + math.exp(-v))):
            def size(c):  # log of the integrand at y = 0
                return self.float_log(c) + t * (1 - c) - math.log(abs(c * (c - 1)))
            lo, hi = -5.0, 6.0
            for _ in range(22):
                x, y = lo + .382 * (hi - lo), lo + .618 * (hi - lo)
                lo, hi = (lo, y) if size(place(x)) < size(place(y)) else (x, hi)
            c = self.off_half(short(place((lo + hi) / 2)))
            if c in (0, 1):
                continue
            side = (float(c) - 1 if c > 1 else float(c) if c > 0 else None,
                    None if c > 1 else 1 - float(c) if c > 0 else -float(c))
            edges, D = [], 64.0  # more would save nothing
            for sign, room in zip((-1, 1), side):
                widest, edge = 0.0, None
                for i in range(26):
                    a = room * (i + 1) / 27 if room else (abs(float(c)) + 1) * 2 ** (i / 2 - 6)
                    x = self.off_half(short(float(c) + sign * a))
                    if x in (0, 1) or (x - c) * sign <= 0 or (x > 1) != (c > 1) or (x > 0) != (c > 0):
                        continue
                    cost = size(float(x)) + .5 * math.log(abs(float(x * (x - 1)))) - goal + 1
                    cost = max(cost, 0) + math.log1p(math.exp(-abs(cost)))
                    if cost < 1e5 and 6.28 * abs(float(x - c)) / cost > widest:
                        widest, edge = 6.28 * abs(float(x - c)) / cost, x
                edges.append(edge)
                D = min(D, widest)
            if D <= 0 or None in edges:
                continue
            n, D, base = 6, short(D, True), self.float_log(float(c)) + t * (1 - float(c))
            while best is None or n < best[0]:
                T, tail, at = n * float(D), base, []
                for mixture, N in self.mixtures:
                    b, a = mixture.float_decay(float(c), T)
                    gain = b - mixture.float_log(float(c))
                    tail += N * min(gain, 0)
                    at.append((short(a), -gain) if gain < 0 else None)
                tail -= float(self.pair.gauss) * T * T / 2
                if tail - math.log(T) < goal - 1:
                    best = (n, c, edges, D, at, size(float(c)))
                    break
                n = n + max(1, n // 8)
                if n > LIMIT.outer:
                    break
        if best is None:
            raise TooHard("too many nodes on the line")
        return best

    def off_half(self, c):  # the transform of laplace is written with 1/(s - 1/2)
        return c if not self.pair.laplace or abs(c - Fraction(1, 2)) > Fraction(1, 64) else Fraction(33, 64)

    def prepare(self, t, goal):
        n, c, edges, D, at, size = self.plan(t, goal)
        most = max([N for _, N in self.mixtures] + [N for _, N in self.atoms] + [1])
        added = max(0.0, t) if c < 1 else -1e9  # K(1) and e^t K(0) need digits of their own
        bits = int(max(0.0, size - goal, added - goal) / math.log(2) + 2 * math.log2(n + most) + 24)
        with precision(64 + most.bit_length()):
            need = 20 + math.log(most)
            outside = [(x, self.real(x, need)) for x in edges]
            # H of TRUNCATION: each factor at c + iy, y >= T, against its bound there.
            T = n * D
            H = self.others(ball(c)).real() * exp(-self.pair.gauss * T * T / 2)
            for (mixture, N), a in zip(self.mixtures, at):
                H = H * (mixture.decay(c, T, a[0], need + a[1]) if a else mixture.real(c, need)) ** N
        with precision(bits):
            values = [None] * (n + 1)
            tables = [(mixture.line(c, D, n, bits * math.log(2)), N) for mixture, N in self.mixtures]
            for k in range(n + 1):
                tick()
                s = ball(c) + IMAGINARY * (k * D)
                value = self.others(s) / (s * (s - 1))
                for table, N in tables:
                    value = value * table[k] ** N
                values[k] = value if k else value / 2
        self.sets = [*self.sets[-1:], (c, D, n, outside, H, values, bits)]  # no others are asked
        return self.sets[-1]

    def sum(self, nodes, x, t):
        """call, and the bound of aliases and truncation in it."""
        c, D, n, outside, H, values, bits = nodes
        (left, _), (right, _) = outside
        if not (left < c < right and (right < 0 or left > 1 or 0 < left < right < 1)):
            raise Contradiction("edges of another region")
        with precision(bits):
            t = ball(t)
            error = H * exp(t * (1 - c)) / (pi() * (n * D))
            for edge, K in outside:
                error = error + payoff_peak(edge) * K * exp(t * (1 - edge)) / (exp(2 * pi() * abs(edge - c) / D) - 1)
            weight, turn, total = exp(t * (1 - c)), exp(-IMAGINARY * t * D), ball(0)
            for value in values:
                total = total + (value * weight).real()
                weight = weight * turn
            call = (total * D / pi()).widened(error)
            K0, K1 = self.pair.listed(0), self.pair.listed(1)
            return call if c > 1 else call + K1 if c > 0 else call + K1 - x * K0

    def call(self, point, tolerance):
        best = None
        for attempt in range(-min(2, len(self.sets)), 3):
            if attempt < 0:
                nodes = self.sets[attempt]
            else:
                t = point.float_t()
                nodes = self.prepare(t, log_size(tolerance) - (3, 16, 40)[attempt])
            with precision(nodes[-1]):
                value = self.sum(nodes, point.x(), point.t())
            best = meet(best, value)
            if width(best) <= tolerance:
                break
        return best


# ---- 6a. Balls in bins -------------------------------------------------------------------------------
#
# S = (Y_1 + ... + Y_q)/q, Y_i = e^(mu u - mu^2/2) of independent normals u, is dQ/dP; call(x) = E (S - x)_+ = 1 - x +
# E (x - S)_+. For Re s > 0 let f(s) = E e^(-sY), so that E e^(-sS) = f(s/q)^q.
# BROMWICH. int over z of (z - S)_+ e^(-sz) dz = e^(-sS)/s^2. With H(z) = E (z - S)_+ e^(-cz), continuous, Poisson's
# formula is
#     (D/2 pi) sum over k of f(s_k/q)^q e^(ikDx)/s_k^2 = sum over m of H(x + mW),   s_k = c + ikD, W = 2 pi/D.
# Times e^(cx): m = 0 is what is sought; m < 0 gives nothing where W >= x, as S > 0; m > 0 no less than 0, and no more
# in all than the sum of (x + mW) e^(-mcW) = x r/(1-r) + W r/(1-r)^2, r = e^(-cW).
# SHIFT. f(s) is also the integral over Im u = -a: e^(-u^2/2 - s E)/sqrt(2 pi), E = e^(mu u - mu^2/2). There for s = c
# + iy, y >= 0, and 0 <= mu a <= pi/2, the modulus is e^((a^2 - v^2)/2) e^(-k |E|)/sqrt(2 pi) at u = v - ia, with k =
# c cos(mu a) + y sin(mu a) >= 0. So |f(c + iy')| <= e^(a^2/2) f(c cos(mu a) + y sin(mu a)) for all y' >= y: with
# TRUNCATION (1/(kD)^2 there, too) what is left out beyond y = nD is at most e^(cx) (e^(a^2/2) f(.))^q / (pi y).
# The rule of step h on Im u = -a is off by (1 + e^(2 a^2))/(e^(2 pi a/h) - 1) at most where 2 mu a <= pi/2 (STRIP,
# edges 0 and 2a, where |integrand| <= e^(v^2/2) times a normal density); on the real line, s > 0, by 2
# e^(b^2/2)/(e^(2 pi b/h) - 1), mu b <= pi/2. Nodes with |v| >= V >= 1 add up to (h + 1) e^((a^2 - V^2)/2) at most
# (INNER TAILS), those left out because k |E| > R to e^(a^2/2 - R) (1 + h), as h sum of the density is at most 1 + h.

class Bins:
    """call() of random bins; node values shared between thresholds that are near."""

    def __init__(self, mu, q):
        self.mu, self.q, self.sets, self.floats = mu, q, [], {}

    def float_log(self, k):  # log f(k), k > 0, for choices
        key = round(math.log(k) * 50)
        if key not in self.floats:
            mu, k = float(self.mu), math.exp(key / 50)
            terms = [-v * v / 2 - min(k * math.exp(min(mu * v - mu * mu / 2, 600)), 1e9)
                     for v in (j / 16 for j in range(-400, 401))]
            top = max(terms)
            self.floats[key] = top + math.log(sum(math.exp(x - top) for x in terms) / 16 / math.sqrt(2 * math.pi))
        return self.floats[key]

    def float_decay(self, c, y):  # log of what SHIFT says of f, and the best a
        mu, best = float(self.mu), (self.float_log(c), 0.0)
        for i in range(1, 31):
            a = min(1.57 / mu, 12.0) * i / 30
            best = min(best, (a * a / 2 + self.float_log(c * math.cos(mu * a) + y * math.sin(mu * a)), a))
        return best

    def nodes(self, a, h, V, least, R):
        """(e^(-u^2/2) h/sqrt(2 pi), E) of the nodes u = v - ia, |v| <= V, where least |E| <= R or so; what is left."""
        J, out, factor = math.ceil(V / h), [], h / sqrt(2 * pi())
        if 2 * J > 40 * LIMIT.inner:
            raise TooHard("nodes beyond the limit")
        for j in range(-J, J + 1):
            tick()
            if math.log(least) + float(self.mu) * (j * float(h) - float(self.mu) / 2) > math.log(R) + 1:
                break
            u = ball(j * h) - IMAGINARY * a
            out.append((exp(u * u * Fraction(-1, 2)) * factor, exp((u - self.mu / 2) * self.mu)))
        left = ((h + 1) * exp((a * a - (J * h) ** 2) / 2), exp(a * a / 2 - R) * (1 + h))
        return out, left

    def real(self, k, need):
        """f(k), k > 0 a fraction, off by e^-need or so."""
        mu = float(self.mu)
        b = short(min(1.57 / mu, math.sqrt(2 * need)), True)
        h = short(6.28 * float(b) / (need + float(b) ** 2 / 2 + 1), True)
        V, R = math.sqrt(2 * need) + 1, Fraction(math.ceil(need))
        if not self.mu * b <= Fraction(157, 100):
            raise TooHard("a strip too wide")
        nodes, (tails, skipped) = self.nodes(Fraction(0), h, V, float(k), float(R))
        total = ball(0)
        for weight, E in nodes:
            total = total + weight * exp(-E * k)
        return total.widened(tails + skipped + 2 * exp(b * b / 2) / (exp(2 * pi() * b / h) - 1))

    def plan(self, x, goal):
        """In floats, for an error e^goal: c, D, n, and a of SHIFT."""
        q, W = self.q, 1.25 * x
        D = short(2 * math.pi / W, True)
        c = short((-goal + max(0.0, math.log(2.5 * x)) + 2) / W)
        n = 4
        while n <= LIMIT.outer:
            y = n * float(D)
            decay, a = self.float_decay(float(c) / q, y / q)
            if float(c) * x + q * decay - math.log(y) < goal - 1:
                return c, D, n, short(a, True)
            n += max(1, n // 8)
        raise TooHard("too many nodes on the line")

    def prepare(self, x, goal):
        c, D, n, a = self.plan(x, goal)
        q, mu = self.q, float(self.mu)
        y, size = n * D, float(c) * x - goal
        with precision(80):  # H: of the nodes left out, without e^(cx)
            turned = exp(IMAGINARY * (self.mu * a))
            if not self.mu * a <= Fraction(157, 100):
                raise TooHard("a strip too wide")
            k = low(turned.real() * (c / q) + (turned * -IMAGINARY).real() * (y / q))
            if k <= 0:
                raise TooHard("no decay")
            k = short(float(k), True)  # f falls
            H = (exp(a * a / 2) * self.real(k, 30 - self.float_log(float(k)))) ** q / (pi() * y)
        need = size + math.log(q) + 2 * math.log(n + 2) + 10
        b = short(min(0.78 / mu, math.sqrt(need / 2), 6.0), True)
        with precision(int((need + float(b) ** 2) / math.log(2)) + 40):
            if not 2 * self.mu * b <= Fraction(157, 100):
                raise TooHard("a strip too wide")
            h = short(6.28 * float(b) / (need + 2 * float(b) ** 2 + 1), True)
            R = Fraction(math.ceil(need + float(b) ** 2 / 2))
            least_k = float(c) / q * math.cos(mu * float(b))
            nodes, (tails, skipped) = self.nodes(b, h, math.sqrt(2 * need + float(b) ** 2) + 1, least_k, float(R))
            off = tails + skipped + (1 + exp(2 * b * b)) / (exp(2 * pi() * b / h) - 1)
            sums = sums_of_powers([weight * exp(-E * (c / q)) for weight, E in nodes],
                                  [exp(-E * IMAGINARY * (D / q)) for _, E in nodes], n)
            values = []
            for i, total in enumerate(sums):
                s = ball(c) + IMAGINARY * (i * D)
                value = total.widened(off) ** q / (s * s)
                values.append(value if i else value / 2)
            self.sets = [*self.sets[-1:], (c, D, values, H, Ball.bits)]
        return self.sets[-1]

    def sum(self, nodes, x):
        c, D, values, H, bits = nodes
        with precision(bits):
            x, W = ball(x), 2 * pi() / D
            if not high(x) <= low(W):
                raise TooHard("a threshold beyond the period")
            r, weight, turn, total = exp(-(W * c)), exp(x * c), exp(IMAGINARY * x * D), ball(0)
            more = x * r / (1 - r) + W * r / (1 - r) ** 2
            H = H * weight
            for value in values:
                total = total + (value * weight).real()
                weight = weight * turn
            return 1 - x + (total * D / pi()).widened(more + H)

    def call(self, point, tolerance):
        best = None
        for attempt in range(-len(self.sets), 3):
            try:
                if attempt < 0:
                    nodes = self.sets[attempt]
                else:
                    x = point.x()
                    nodes = self.prepare(float(middle(x)), log_size(tolerance) - (3, 16, 40)[attempt])
                with precision(nodes[-1]):
                    best = meet(best, self.sum(nodes, point.x()))
            except TooHard:
                if attempt >= 0 and (attempt == 2 or best is None):
                    raise
                continue
            if width(best) <= tolerance:
                break
        return best


# ---- 6b. Promises about Renyi divergences ------------------------------------------------------------
#
# zcdp and rdp stand for all mechanisms with D_a <= r(a) at some orders, for any two neighbours in both orders. An event E
# is a test of x = P(E), y = Q(E), and by data processing D_a(y||x) <= r(a) and D_a(x||y) <= r(a), where D_a(y||x) is the
# divergence of two laws on two points; conversely each such (x, y) is a mechanism with two outputs that keeps the promise. So
#     delta(t) = max y - e^t x   over the region R of all (x, y) with   f_a(x, y) <= 0 and f_a(y, x) <= 0 for all a promised,
#     f_a = (y^a x^(1-a) + (1-y)^a (1-x)^(1-a)) e^((1-a) r) - 1 (of the other sign where a < 1), and KL - r at a = 1.
# f_a is convex: y^a x^(1-a) is the perspective of a convex power for a > 1, of a concave one for a < 1, and KL is one of
# y log y. R is its own image under (x, y) -> (1-y, 1-x), so that delta(-t) = 1 - e^-t + e^-t delta(t): t >= 0 below.
#
# UPPER. For any test z, orders i and c_i >= 0 let T = sum c_i grad f_i(z). For z' = (x', y') in R
#     0 >= sum c_i f_i(z') >= sum c_i f_i(z) + T.(z' - z),
# so y' - e^t x' = T.z' + (1 - T_y) y' + (-e^t - T_x) x' <= T.z - sum c_i f_i(z) + (1 - T_y)_+ + (-e^t - T_x)_+.
#
# LOWER. y - e^t x of a test in R. Where orders are listed each is looked at. At all orders from 1 on, with r(a) = xi + rho a
# and y > x (D_a(x||y) is D_a of 1-x and 1-y), let C(a) = log(y^a x^(1-a) + (1-y)^a (1-x)^(1-a)), convex in a and 0 at 1, and
# G(a) = C(a) - (a-1) r(a), which has to be at most 0.
# - From a = (log(y/x) - xi)/rho on it is, as D_a is at most the largest loss log(y/x).
# - On [1, b] it is where D_b <= xi + rho, as D_a rises with a.
# - On [b, c] C is below its chord, and the chord less (a-1) r(a) is linear in G(b), G(c) plus rho (a-b)(c-a): G <= 0
#   where max(G(b), G(c)) <= -rho (c-b)^2/4.
#
# A mass delta0 that keeps nothing: the tests are (1-delta0) R + delta0 [0, 1]^2, and delta is delta0 + (1-delta0) that of R.
# COMPOSED. Divergences of mechanisms that are run one after the other add up at each order, a Gaussian step of mean mu has
# a mu^2/2, and what is known of a product are the orders at which all its factors are known.

class Promise:
    """D_a <= xi + rho a for all a >= 1, or, with `orders`, D_a <= orders[a]."""

    def __init__(self, rho, xi, orders=None):
        self.rho, self.xi, self.orders = rho, xi, orders

    def at(self, a):
        return self.xi + self.rho * a if self.orders is None else self.orders[a]

    def times(self, n):
        return Promise(self.rho * n, self.xi * n, self.orders and {a: r * n for a, r in self.orders.items()})

    def beside(self, other):
        if self.orders is None and other.orders is None:
            return Promise(self.rho + other.rho, self.xi + other.xi)
        known = [set(one.orders) for one in (self, other) if one.orders is not None]
        least_order = 1 if len(known) == 1 else 0
        return Promise(Fraction(0), Fraction(0), {a: self.at(a) + other.at(a) for a in set.intersection(*known) if a >= least_order})

    def whole(self):
        return self.rho, self.xi, self.orders and tuple(sorted(self.orders.items()))


class Test:
    """x and y, with 1 - x and 1 - y, exact; read in the other direction it is (1 - y, 1 - x)."""

    def __init__(self, x, y):
        self.x, self.y, self.x_rest, self.y_rest = x, y, 1 - x, 1 - y

    def turned(self):
        other = Test.__new__(Test)
        other.x, other.y, other.x_rest, other.y_rest = self.y_rest, self.x_rest, self.y, self.x
        return other

    @staticmethod
    def of(u, v, digits):
        """Near log-odds u, v: the smaller of both parts to so many digits."""
        def part(w):
            small = 1 / (1 + abs(w).exp())
            exponent = small.adjusted() - digits
            kept = Fraction(int(small.scaleb(-exponent))) * Fraction(10) ** exponent
            return kept if w < 0 else 1 - kept
        return Test(part(u), part(v))


def excess(test, order, bound):
    """f and its derivatives by x and y at a test, as balls."""
    x, y, x_rest, y_rest = (ball(v) for v in (test.x, test.y, test.x_rest, test.y_rest))
    gain, loss = log(y / x), log(y_rest / x_rest)
    if order == 1:
        return y * gain + y_rest * loss - bound, (y_rest / x_rest) - y / x, gain - loss
    first, second = (factor * exp((part - bound) * (order - 1)) for factor, part in ((y, gain), (y_rest, loss)))
    sign = 1 if order > 1 else -1
    by_x, by_y = (first / x - second / x_rest) * (1 - order), (first / y - second / y_rest) * order
    return (first + second - 1) * sign, by_x * sign, by_y * sign


def below_at_all_orders(G, rho, last):
    """Returns true where C(a) <= rho a (a - 1) + xi (a - 1) is proved for all orders from 1 to `last`, by the lines above; G(a) is at
    least the difference of the two sides."""
    first = last
    for _ in range(2 * Ball.bits):
        if first == 1 or G(first) <= -rho * (first - 1) ** 2:
            break
        first = 1 + (first - 1) / 2
    else:
        return False
    cells = [(first, G(first), last, G(last), 0)] if first < last else []
    while cells:
        b, at_b, c, at_c, depth = cells.pop()
        if max(at_b, at_c) <= -rho * (c - b) ** 2 / 4:
            continue
        if depth > Ball.bits or max(at_b, at_c) > 0:
            return False
        middle_one = (b + c) / 2
        between_them = G(middle_one)
        cells += [(b, at_b, middle_one, between_them, depth + 1), (middle_one, between_them, c, at_c, depth + 1)]
    return True


def certainly_below(test, promise):
    """Returns true where all divergences D_a(y||x), y > x, are proved to be at most those promised."""
    if test.y <= test.x:
        return test.y == test.x
    if promise.orders is not None:
        return all(high(excess(test, a, r)[0]) <= 0 for a, r in promise.orders.items())
    gain, loss = log(ball(test.y) / test.x), log(ball(test.y_rest) / test.x_rest)

    def G(a):  # an upper bound
        C = gain * (a - 1) + log(test.y + exp((loss - gain) * (a - 1)) * test.y_rest)
        return high(C) - (a - 1) * promise.at(a)
    last = max((high(gain) - promise.xi) / promise.rho, Fraction(1))
    last = Fraction(math.ceil(last * 2 ** 20), 2 ** 20)
    return below_at_all_orders(G, promise.rho, last)


class FloatRegion:
    """Returns hints for the ends of R, in floats and by log-odds u of x and v of y."""

    def __init__(self, promise):
        self.promise, self.rho, self.xi = promise, float(promise.rho), float(promise.xi)
        self.listed = [(a, float(a), float(r)) for a, r in (promise.orders or {}).items()]
        self.steps = [0.0] + [2.0 ** (i / 2 - 8) for i in range(45)]

    @staticmethod
    def logs(u):
        return (-math.log1p(math.exp(-u)) if u > -700 else u), (-math.log1p(math.exp(u)) if u < 700 else -u)

    def rooms(self, u, v):
        """[(D_a - r(a), a, turned)], the largest first of each direction."""
        found = []
        for turned, (U, V) in enumerate(((u, v), (-v, -u))):
            (lx, lx_rest), (ly, ly_rest) = self.logs(U), self.logs(V)
            gain, loss, y = ly - lx, ly_rest - lx_rest, math.exp(ly)

            def room(a):
                if a == 1:
                    return y * gain + math.exp(ly_rest) * loss
                one, two = ly + (a - 1) * gain, ly_rest + (a - 1) * loss
                top = max(one, two)
                return (top + math.log(math.exp(one - top) + math.exp(two - top))) / (a - 1)
            if self.listed:
                found += [(room(at) - r, a, turned) for a, at, r in self.listed]
                continue
            rho, xi = self.rho, self.xi
            last = max((gain - xi) / rho - 1, 0)
            row = [(room(1 + s) - xi - rho * (1 + s), 1 + s) for s in self.steps if s <= last]
            best = max(range(len(row)), key=lambda i: row[i][0])
            found.append((*row[best], turned))
        return found

    def edge(self, u):
        """The largest v."""
        lo, hi = u, u + 1.0
        while max(self.rooms(u, hi))[0] < 0 and hi < u + 1e6:
            lo, hi = hi, u + 2 * (hi - u)
        for _ in range(28):
            v = (lo + hi) / 2
            lo, hi = (v, hi) if max(self.rooms(u, v))[0] < 0 else (lo, v)
        return lo

    def best(self, t):
        """(u, v) of the largest y - e^t x, about."""
        def worth(u):
            v = self.edge(u)
            (lx, _), (ly, _) = self.logs(u), self.logs(v)
            over = t - (ly - lx)
            return (ly + math.log(-math.expm1(over)) if over < 0 else -1e9 - over), v
        grid = {}
        # The chance of a loss above t is some e^-((t - rho)^2 / 4 rho), or e^-(a t) by the largest order.
        rho = float(self.promise.rho)
        far = max(self.promise.orders) * (t + 4) if self.promise.orders else (t + 4) ** 2 / (2 * rho) + 2 * float(self.promise.xi + rho)
        lo, hi = -60 - 2 * t - float(far), 2.0
        for _ in range(3):
            for i in range(13):
                u = lo + (hi - lo) * i / 12
                grid.setdefault(u, worth(u))
            at = max(grid, key=lambda u: grid[u][0])
            places = sorted(grid)
            i = places.index(at)
            lo, hi = places[max(i - 1, 0)], places[min(i + 1, len(places) - 1)]
        for _ in range(14):  # both neighbours of the best place move towards it
            for u in ((lo + at) / 2, (at + hi) / 2):
                grid[u] = worth(u)
            best = max((lo + at) / 2, at, (at + hi) / 2, key=lambda u: grid[u][0])
            lo, hi = (lo, at) if best < at else (at, hi) if best > at else ((lo + at) / 2, (at + hi) / 2)
            at = best
        at = max(grid, key=lambda u: grid[u][0])
        return at, grid[at][1]


class Tightest:
    """Newton's steps, in decimals, to the test at which the orders chosen are tight; between one order and the next also
    the order moves, to where it is tightest. A test at which one is tight is the best one of that order alone."""

    def __init__(self, promise, chosen, t):
        self.promise, self.chosen, self.t = promise, chosen, t
        self.moves = [promise.orders is None and a != 1 for a, _ in chosen]

    def residuals(self, z):
        u, v, *moved = z
        out, moved = [], iter(moved)
        for (a, turned), moves in zip(self.chosen, self.moves):
            a = next(moved) if moves else Decimal(a.numerator) / a.denominator
            value, by_u, by_v, by_a = self.order(u, v, a, turned, moves)
            out.append(value)
            if len(self.chosen) == 1:  # f_x + e^t f_y = 0, by log-odds: dx = x (1-x) du
                log_x, log_y = (-(1 + w.exp()).ln() * 2 + w for w in (u, v))
                out.append(by_u + by_v * (self.t + log_x - log_y).exp())
            if moves:
                out.append(by_a)
        return out

    def order(self, u, v, a, turned, moves):
        if turned:
            value, by_v, by_u, by_a = self.order(-v, -u, a, False, moves)
            return value, -by_u, -by_v, by_a
        log_x, log_y, log_x_rest, log_y_rest = (-(1 + (-w).exp()).ln() for w in (u, v, -u, -v))
        gain, loss, x, y = log_y - log_x, log_y_rest - log_x_rest, log_x.exp(), log_y.exp()
        rho, xi = (Decimal(w.numerator) / w.denominator for w in (self.promise.rho, self.promise.xi))
        if a == 1:
            r = self.promise.at(Fraction(1))
            r = Decimal(r.numerator) / r.denominator
            return y * gain + log_y_rest.exp() * loss - r, x - y, y * log_y_rest.exp() * (gain - loss), 0
        r = xi + rho * a if self.promise.orders is None else None
        if r is None:
            r = next(r for b, r in self.promise.orders.items() if Decimal(b.numerator) / b.denominator == a)
            r = Decimal(r.numerator) / r.denominator
        one, two = log_y + (a - 1) * gain, log_y_rest + (a - 1) * loss
        top = max(one, two)
        whole_sum = (one - top).exp() + (two - top).exp()
        w = (one - top).exp() / whole_sum
        by_a = w * gain + (1 - w) * loss - xi - rho * (2 * a - 1) if moves else 0
        return top + whole_sum.ln() - (a - 1) * r, (1 - a) * (w - x), a * (w - y), by_a

    def solve(self, u, v, digits):
        """Log-odds and orders; None where the steps lead nowhere."""
        z = [Decimal(u), Decimal(v)] + [Decimal(float(a)) for (a, _), moves in zip(self.chosen, self.moves) if moves]
        small, h = Decimal(10) ** -(digits - 8), Decimal(10) ** -(digits // 2)
        for _ in range(30):
            here = self.residuals(z)
            rows = []
            for j in range(len(z)):
                near = list(z)
                near[j] += h
                rows.append([(b - a) / h for a, b in zip(here, self.residuals(near))])
            step = solved([[rows[j][i] for j in range(len(z))] for i in range(len(z))], here)
            if step is None:
                return None
            most = max(abs(s) / (1 + abs(w)) for s, w in zip(step, z))
            shrink = min(1, Decimal("0.5") / most) if most else 1
            z = [w - s * shrink for w, s in zip(z, step)]
            if any(moved <= 1 for moved in z[2:]) or max(abs(w) for w in z[:2]) > 10 ** 5:
                return None
            if most < small:
                return z
        return None


def solved(rows, right):
    """The solution of a few linear equations, None where they have none."""
    n, rows = len(rows), [list(row) + [b] for row, b in zip(rows, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        if not rows[pivot][i]:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i])]
    return [row[n] / row[i] for i, row in enumerate(rows)]


# Skellam noise of variance mu on each coordinate of a vector of integers that is moved by at most l1 and l2: with L and N bounds of the sum of
# squares and of the number of coordinates moved, and rho = log(I_0(mu)/I_1(mu)), D_a <= rho a L + N e/(a-1), e = 0 for whole a, at most
# rho/4 - 1/(8 mu + 2) and at least 0 for whole 2a, else rho/4 (docs/proofs: SKELLAM-VECTORS). The program rounds these up to 30 digits, at
# its list of orders, and what is certified is the class of all mechanisms with these divergences.
# I_1/I_0 = r_0, r_v = 1/(2(v+1)/mu + r_(v+1)), and 0 < r_v < 1: as r_v falls with r_(v+1), each end of r_(v+1) gives the other of r_v.

def bessel_quotient(mu):
    """I_0(mu)/I_1(mu)."""
    last = 40 + int(3 * math.sqrt(float(mu) * Ball.bits) + Ball.bits)
    if last > LIMIT.inner * 20:
        raise TooHard("noise beyond the limit")
    least, most = ball(0), ball(1)
    for v in range(last, -1, -1):
        tick()
        step = Fraction(2 * (v + 1)) / mu
        least, most = 1 / (most + step), 1 / (least + step)
    return 1 / between(low(least), high(most))


def skellam_bounds(mu, l1, l2):
    if any(x is not None and x < 1 for x in (l1, l2)):
        raise Refused("mechanism: a parameter out of its range")
    squares, count = [], []
    if l1 is not None:
        squares.append(math.floor(l1) ** 2)
        count.append(math.floor(l1))
    if l2 is not None:
        squares.append(math.floor(l2 * l2))
        count.append(math.floor(l2 * l2))
    L, N = min(squares), min(count)
    halves = [Fraction(17, 16), Fraction(9, 8), Fraction(5, 4)] if N < L else []
    orders = halves + [Fraction(a, 2) for a in range(3, 16)] + [Fraction(a) for a in range(8, 65)]
    orders += [Fraction(octave + octave // 8 * i) for octave in (64, 128, 256, 512) for i in range(1, 9)]
    with precision(192 + int(max(0, log_size(mu) / math.log(2)))):
        rho = log(bessel_quotient(mu))
        found = {}
        for a in orders:
            e = ball(0) if a.denominator == 1 else rho / 4
            if a.denominator == 2:
                e = positive_part(e - 1 / (8 * mu + 2))
            found[a] = rounded_to_30(high(rho * (a * L) + e * (N / (a - 1))))
    return found


def rounded_to_30(x):
    """Up, to 30 digits."""
    places = 29 - math.floor(log_size(x) / math.log(10))
    while x * Fraction(10) ** places >= Fraction(10) ** 30:
        places -= 1
    while x * Fraction(10) ** places < Fraction(10) ** 29:
        places += 1
    return Fraction(math.ceil(x * Fraction(10) ** places)) / Fraction(10) ** places


class Sample:
    """call() of one run of subsampled(M,p=): (1-p) P + p Q - x P = p (Q - y P), y = (x - 1 + p)/p, has p times the positive
    part of M at y where y > 0, and mass 1 - x where it is a measure, x <= 1 - p."""

    def __init__(self, inner, p):
        self.inner, self.p = Profile(inner, "forward"), p

    def call(self, point, tolerance):
        x, rest = point.x(), self.p * (1 - self.inner.pair.mass(1))
        ends = [self.delta(end, tolerance) for end in sorted({low(x), high(x)})]
        return ends[-1][0] - high(rest), ends[0][1] - low(rest)  # delta falls with x

    def delta(self, x, tolerance):
        if x <= 1 - self.p:
            return 1 - x, 1 - x
        a, b = self.inner.at(Point(x=(x - 1 + self.p) / self.p), tolerance / 2)
        return a * self.p, b * self.p


class Cut:
    """call() of Gaussian noise with |y| <= R, in units of sigma, moved by m: P and Q are N(0,1) on [-R, R] and N(m,1) on [m-R, m+R],
    each over its mass Z. The loss is m y - m^2/2 on [m-R, R], and infinite beyond."""

    def __init__(self, m, R):
        self.m, self.R = m, R

    @staticmethod
    def mass(a, b):
        return normal_tail(a) - normal_tail(b) if low(ball(a) + b) > 0 else normal_tail(-ball(b)) - normal_tail(-ball(a))

    def whole(self):
        return self.mass(-self.R, self.R)

    def lost(self):
        """The mass of infinite loss, on (R, m+R] under Q."""
        return self.mass(self.R - self.m, self.R) / self.whole()

    def call(self, point, tolerance):
        for more in (0, 60, 300, 1200):
            with precision(Ball.bits + more):
                X = ball(point.t()) / self.m + self.m / 2
                X = between(*(min(max(end, self.m - self.R), self.R) for end in (low(X), high(X))))
                found = (self.mass(X - self.m, self.R) - self.mass(X, self.R) * point.x()) / self.whole()
                if high(found) - low(found) <= tolerance:
                    break
        return low(found), high(found)


class Promised:
    """call() of a product of which Renyi divergences are promised."""

    def __init__(self, pair):
        self.promise, self.mass = pair.promise, pair.mass(1)
        self.region, self.found = FloatRegion(self.promise), {}

    def call(self, point, tolerance):
        with precision(128 + max(0, int(-log_size(tolerance) * 1.5 + 3 * abs(point.float_t())))):
            a, b = self.delta(point.x(), tolerance)
            return (a, b) if self.mass == 1 else meet(None, between(a, b) * self.mass)

    def delta(self, x, tolerance):
        if high(x) < 1:
            a, b = self.delta(1 / ball(x), tolerance)
            return meet(None, between(a, b) * x + (1 - x))
        t = max(0.0, log_size(middle(x)))
        digits = int((-log_size(tolerance) + t) / math.log(10)) + 25
        if digits > 700:
            raise TooHard("more digits than a promise is looked at with here")
        with localcontext() as context, precision(max(Ball.bits, int(7 * digits) + 100)):
            context.prec, context.Emax, context.Emin = 2 * digits, MAX_EMAX, MIN_EMIN
            return self.enclosed(x, t, tolerance, digits)

    def enclosed(self, x, t, tolerance, digits):
        u, v = self.region.best(t)
        exact_t = (Decimal(middle(x).numerator) / middle(x).denominator).ln()
        lowest, highest = Fraction(0), Fraction(1)
        for chosen in self.choices(u, v):
            tick()
            z = Tightest(self.promise, chosen, exact_t).solve(u, v, digits)
            if z is None:
                continue
            moved = iter(z[2:])
            orders = [(Fraction(next(moved)).limit_denominator(10 ** (digits // 2 + 10)) if self.promise.orders is None and a != 1 else a, turned)
                      for a, turned in chosen]
            test = Test.of(z[0], z[1], digits)
            highest = min(highest, self.above(test, orders, x))
            inside = Test(test.x, test.y - tolerance / 8)
            if inside.y > lowest and certainly_below(inside, self.promise) and certainly_below(inside.turned(), self.promise):
                lowest = max(lowest, low(inside.y - x * inside.x))
            if highest - lowest <= tolerance:
                break
        if highest < lowest:
            raise Contradiction("a test that a promise allows is above the bound of all tests")
        return lowest, highest

    def choices(self, u, v):
        """One or two orders that may be tight at the best test, the likeliest first."""
        rooms = sorted(self.region.rooms(u, v), reverse=True)[:4]
        corner = len(rooms) > 1 and rooms[1][0] > -1e-4
        near = [(Fraction(a).limit_denominator(10 ** 6) if self.promise.orders is None else a, turned) for room, a, turned in rooms]
        if self.promise.orders is None:
            near += [(Fraction(1), turned) for _, turned in near if (Fraction(1), turned) not in near]
        singles, pairs = [[one] for one in near], [[one, two] for i, two in enumerate(near) for one in near[:i]]
        return pairs[:1] * corner + singles + pairs

    def above(self, test, orders, x):
        """UPPER."""
        rows = []
        for a, turned in orders:
            f, by_x, by_y = excess(test.turned() if turned else test, a, self.promise.at(a))
            rows.append((f, -by_y, -by_x) if turned else (f, by_x, by_y))
        if len(rows) == 1:
            weights = [1 / middle(rows[0][2])] if middle(rows[0][2]) > 0 else []
        else:
            (_, ax, ay), (_, bx, by) = [tuple(map(middle, row)) for row in rows]
            determinant, e = ax * by - bx * ay, middle(x)
            weights = [(-e * by - bx) / determinant, (ax + e * ay) / determinant] if determinant else []
        if not weights or min(weights) < 0:
            return Fraction(1)
        weights = [short_of(w, Ball.bits) if w else w for w in weights]
        T_x = sum((row[1] * c for row, c in zip(rows, weights)), ball(0))
        T_y = sum((row[2] * c for row, c in zip(rows, weights)), ball(0))
        held = sum((row[0] * c for row, c in zip(rows, weights)), ball(0))
        return high(T_x * test.x + T_y * test.y - held) + max(Fraction(0), high(1 - T_y)) + max(Fraction(0), high(-x - T_x))


# ---- 7. Profiles -------------------------------------------------------------------------------------

def width(interval):
    return interval[1] - interval[0]


def meet(first, second):
    """Returns the intersection of two enclosures of one number (intervals of fractions, or a ball as the second)."""
    second = (low(second), high(second)) if not isinstance(second, tuple) else second
    if first is None:
        return second
    result = max(first[0], second[0]), min(first[1], second[1])
    if result[0] > result[1]:
        raise Contradiction("two enclosures of one number do not meet")
    return result


class Point:
    """A threshold x = e^t, t or x an exact fraction."""

    def __init__(self, t=None, x=None):
        self.exact_t, self.exact_x = (Fraction(0), Fraction(1)) if t == 0 or x == 1 else (t, x)
        if t is not None and abs(t) > 10 ** 6:
            raise TooHard("a threshold too far out")

    def x(self):
        return self.exact_x if self.exact_x is not None else exp(self.exact_t)

    def t(self):
        return self.exact_t if self.exact_t is not None else log(self.exact_x)

    def float_t(self):
        return float(self.exact_t) if self.exact_t is not None else log_size(self.exact_x)

    def inverse(self):
        return Point(None if self.exact_t is None else -self.exact_t, None if self.exact_x is None else 1 / self.exact_x)


class Profile:
    """delta of a product in a direction: delta(e^t) = sup over events of Q - x P, x = e^t."""

    def __init__(self, factors, direction):
        self.pair = pair = Pair(factors)
        self.direction = "forward" if pair.symmetric else direction
        self.mirrored = pair.symmetric or direction == "worst"  # R(x) = R(1 - x): R of (Q, P) at x is R(1 - x) of (P, Q)
        singles = [n for n in pair.mixtures.values()]
        parts = bool(pair.gauss) + bool(pair.laplace) + bool(singles)
        types = math.prod(min(10 ** 6, math.comb(min(n, 2000) + k - 1, k - 1)) for _, k, n, _, _ in pair.finite if k)
        self.line, self.members = None, [Profile(factors, "forward") for factors in pair.worst or ()]
        if parts > 1 or singles not in ([], [1]) or (pair.gauss and types > 500):
            self.line = Line(pair)
        if pair.bins:
            self.line = Bins(*pair.bins)
        if pair.promise:
            self.line = Promised(pair)
        if pair.batch:
            self.line = Sample(*pair.batch)
        if pair.cut:
            self.line = Cut(*pair.cut)
        self.ends = [Profile(factors, "forward") for factors in pair.rough or ()]  # of the smaller and the larger noise
        self.known = {}

    def closed(self, point):
        """delta by closed forms at the present precision: 1 - Q(L finite) + the sum over outcomes of the
        finite part, (P_i, Q_i), of E[(Q_i e^L - x P_i)_+] over the rest."""
        pair, x, t = self.pair, point.x(), point.t()
        total = 1 - pair.mass(1)
        for p, q in pair.outcomes():
            tick()
            if not (pair.gauss or pair.laplace or pair.mixtures or pair.sampled):
                total = total + positive_part(q - p * x)
                continue
            if p is not q and not (p == 1 == q):
                y, s = ball(p) * x / q, t - log(ball(q) / p)
            else:
                y, s = x, t
            if pair.gauss:
                call = gaussian_call(pair.gauss, y, s)
            elif pair.laplace:
                call = laplace_call(pair.laplace, s)
            elif pair.sampled:
                call = sampled_laplace_call(*pair.sampled, y)
            else:
                call = mixture_call(*next(iter(pair.mixtures)), y)
            total = total + q * call
        if pair.far:
            total = total + (pair.far[0].call(x, t) if pair.alone() else between(0, high(pair.far_mass())))
        return total

    def losses(self):
        """e to the least and to the largest finite loss; None of a Gaussian part and others that have neither. The least loss
        of a mixture is log(1 - p), which it comes near to, and it has no largest; those of laplace are -+mu."""
        pair = self.pair
        if pair.gauss or pair.bins or pair.far or pair.promise or pair.batch or pair.cut:
            return None
        least = largest = ball(1)
        for mu, n in pair.laplace.items():
            least, largest = least * exp(-mu * n), largest * exp(mu * n)
        for make, _, n, _, _ in pair.finite:
            ratios = [ball(b) / a for a, b in make() if high(a) > 0 and high(b) > 0]
            if not ratios:  # K = 0
                return ()
            least = least * between(min(map(low, ratios)), min(map(high, ratios))) ** n
            largest = largest * between(max(map(low, ratios)), max(map(high, ratios))) ** n
        for (_, p), n in pair.mixtures.items():
            least = least * ball(1 - p) ** n
        if pair.sampled:
            mu, p = pair.sampled
            least, largest = least * (exp(-mu) * p + (1 - p)), largest * (exp(mu) * p + (1 - p))
        return least, None if pair.mixtures else largest

    def side(self, point):
        """'below' where all finite losses are at least t = log x, so that call = K(1) - x K(0); 'above' where
        none is larger, so that call = 0."""
        ends = self.losses()
        if not ends:
            return ends if ends is None else "below"
        pair = self.pair
        if point.exact_t is not None and pair.laplace and not (pair.finite or pair.mixtures or pair.sampled):
            most = sum(mu * n for mu, n in pair.laplace.items())  # the losses of Laplace noise reach to -most and most, exactly
            if abs(point.exact_t) >= most:
                return "above" if point.exact_t > 0 else "below"
        least, largest = ends
        if high(point.x()) <= low(least):
            return "below"
        return "above" if largest is not None and low(point.x()) >= high(largest) else None

    def largest_odds(self):
        """e to the largest loss in this direction; None where it is infinite."""
        if self.members or self.pair.bins or self.pair.far or self.pair.promise or self.pair.rough:
            raise NotCovered("the largest loss of this mechanism")
        if self.pair.cut:
            return None
        if self.pair.batch:
            return self.largest_of_sample()
        ends, found = self.losses(), []
        if self.pair.gauss or not ends:
            return None
        for side, direction, odds in ((1, "forward", ends[1]), (0, "reverse", 1 / ends[0])):
            if self.direction in (direction, "worst"):
                if odds is None or self.pair.mass(side) != 1:
                    return None
                found.append(odds)
        return between(max(map(low, found)), max(map(high, found)))

    def largest_of_sample(self):
        """e^L is 1 - p + p e^(L of M)."""
        (inner, p), found = self.pair.batch, []
        if self.direction != "reverse":
            most = Profile(inner, "forward").largest_odds()
            if most is None:
                return None
            found.append(1 - p + p * ball(most))
        if self.direction != "forward":
            most = Profile(inner, "reverse").largest_odds()
            found.append(1 / (1 - p + (ball(0) if most is None else p / ball(most))))
        return between(max(map(low, found)), max(map(high, found)))

    def forward(self, point, tolerance):
        if self.ends:
            with_less, with_more = self.ends
            return with_more.forward(point, tolerance)[0], with_less.forward(point, tolerance)[1]
        key = point.exact_t, point.exact_x
        best = self.known.get(key)
        if best and width(best) <= tolerance:
            return best
        with precision(96):
            far = 0 if self.pair.alone() else high(self.pair.far_mass())
        if self.line:
            K1 = self.pair.mass(1)
            call = self.line.call(point, tolerance / 2)
            best = meet(best, (1 - high(K1) + call[0], 1 - low(K1) + call[1] + far))
        else:
            bits = max(64, int(-log_size(tolerance) / math.log(2)) + 40)
            for more in (0, 60, 300, 1200, 4000):
                try:
                    with precision(bits + more):
                        best = meet(best, self.closed(point))
                except TooHard:
                    if more == 4000 or bits + more > LIMIT.bits - 4000 and best is None:
                        raise
                    continue
                if width(best) <= max(tolerance, 2 * far):
                    break
        self.known[key] = best
        return best

    def at(self, point, tolerance):
        """An interval around delta(point) in this profile's direction, as narrow as the tolerance if it can.
        The pair (Q, P) has 1 - x + x delta(1/x) (sup P - x Q = 1 - x + x sup (Q' - P'/x) over complements);
        the worst direction the larger of both."""
        if self.members:
            return self.worst(point, tolerance)
        with precision(128 + max(0, int(-log_size(tolerance) * 1.5))):
            x, found = point.x(), []
            K0, K1 = self.pair.mass(0), self.pair.mass(1)
            if self.direction != "reverse":
                side = self.side(point)
                found.append(meet(None, 1 - x * K0) if side == "below" else meet(None, 1 - K1) if side else
                             self.forward(point, tolerance))
            if self.direction != "forward":
                side = self.side(point.inverse())
                if side:
                    back = 1 - K0 if side == "below" else 1 - x * K1
                else:
                    a, b = self.forward(point.inverse(), tolerance / (4 * max(high(x), 1)))
                    back = 1 - x + between(a, b) * x if isinstance(x, Ball) else (1 - x + a * x, 1 - x + b * x)
                found.append(meet(None, back))
            result = max(a for a, _ in found), max(b for _, b in found)
            if result[0] > 1 or result[1] < 0 or result[1] < low(1 - x):
                raise Contradiction("a profile outside its range")
            return max(result[0], Fraction(0), low(1 - x)), min(result[1], Fraction(1))

    def worst(self, point, tolerance):
        """The largest delta of the members (all others' bits exchanged, P and Q are: both directions are the same)."""
        found = [member.at(point, max(tolerance, Fraction(1, 2 ** 40))) for member in self.members]
        least = max(a for a, _ in found)
        found = [member.at(point, tolerance) for member, (_, b) in zip(self.members, found) if b >= least]
        return max(a for a, _ in found), max(b for _, b in found)

    def infinite(self, minus):
        """The mass of L = +inf under Q, or if `minus` of L = -inf under P, in this direction."""
        with precision(300):
            if self.pair.cut:
                lost = Cut(*self.pair.cut).lost()
                return low(lost), high(lost)
            masses = [1 - self.pair.mass(side) for side in
                      {"forward": (1 - minus,), "reverse": (minus,), "worst": (0, 1)}[self.direction]]
            return max(low(m) for m in masses), max(high(m) for m in masses)


class Profiles:
    """The last few, with what each has found: certificates come in bundles, several about one mechanism. What a profile
    keeps are enclosures of numbers of its mechanism; of the certificates that asked for them it keeps nothing."""

    kept, most, uses = {}, 4, 16  # by product and direction: (profile, how often it was requested), the last one last

    @classmethod
    def of(cls, factors, direction):
        profile = Profile(factors, direction)
        key = profile.pair.whole(), profile.direction
        before, used = cls.kept.pop(key, (profile, 0))
        if used < cls.uses:  # memory is bounded
            profile = before
        cls.kept[key] = profile, used % cls.uses + 1
        while len(cls.kept) > cls.most:
            del cls.kept[next(iter(cls.kept))]
        return profile

    @classmethod
    def forget(cls):
        cls.kept.clear()


# ---- 8. Quantities -----------------------------------------------------------------------------------

def floor_of_two(A1, A2, B1, B2):
    """A number that max(A, B) is never below, A and B linear on an interval with these values at its ends:
    a weighted mean of both is constant where their slopes have different signs."""
    bounds = [min(A1, A2), min(B1, B2)]
    a, b = A2 - A1, B2 - B1
    if a < 0 < b or b < 0 < a:
        weight = b / (b - a)
        bounds.append(weight * A1 + (1 - weight) * B1)
    return max(bounds)


def extrapolated(near, far, x):
    """For convex F, points near and far as (x, lower, upper) and x on near's other side: a lower bound of
    F(x) >= F(near) (1 + r) - F(far) r, r = |x - near| / |near - far|. Linear in x."""
    r = abs(x - near[0]) / abs(near[0] - far[0])
    return near[1] * (1 + r) - far[2] * r


def least(profile, level, places, tolerance):
    """min over x >= 0 of F(x) = delta(log x) + level x: 1 - f(level). Each F(x) bounds it from above. F is
    convex, and F(0) = 1: between two neighbouring places it lies above the lines through the pairs of
    places on either side. The places are the certificate's witness: what they are has no influence on
    what is proved, only on how narrow it is."""
    if not 0 <= level <= 1:
        raise Refuted("at: a level outside [0, 1]")
    if level == 0:
        return profile.infinite(0)  # the limit at x = infinity
    if level >= 1 - profile.infinite(1)[0]:
        return Fraction(1), Fraction(1)  # delta >= 1 - x P(L > -inf), so that F >= 1 = F(0)

    def F(x):
        a, b = profile.at(Point(x=x), tolerance / 64)
        return x, a + level * x, b + level * x

    p = [(Fraction(0), Fraction(1), Fraction(1))] + [F(x) for x in sorted(set(places)) if x > 0]
    if len(p) < 2:
        raise TooHard("no thresholds are given (version 1, or none were found)")
    for last in (False, True):
        # Beyond the last place F rises, or is at least its second term.
        weakest, kink = p[-1][1] if p[-2][2] <= p[-1][1] else level * p[-1][0], None
        for i in range(len(p) - 1):
            (x, A, _), (y, B, _) = p[i], p[i + 1]
            left = (A, extrapolated(p[i], p[i - 1], y)) if i else ()
            right = (extrapolated(p[i + 1], p[i + 2], x), B) if i + 2 < len(p) else ()
            bound = floor_of_two(*left, *right) if left and right else min(left + right, default=level)
            if bound < weakest:
                weakest, kink = bound, left and right and (x, y, *left, *right)
        if last or not kink or min(b for _, _, b in p) - weakest <= tolerance:
            break
        # The point where the two lines cross is the minimum, if that is a kink: one more place.
        x, y, A1, A2, B1, B2 = kink
        share = (B1 - A1) / (A2 - A1 - B2 + B1) if A2 - A1 != B2 - B1 else Fraction(0)
        if not 0 < share < 1:
            break
        if any(a != b for _, a, b in p):  # nothing exact available: few bits
            share = Fraction(round(share * 2 ** 60), 2 ** 60)
        p = sorted(p + [F(x + (y - x) * share)]) if 0 < share < 1 else p
    # delta >= max(1 - x, 0), so that F >= level.
    return meet((max(weakest, level), min(b for _, _, b in p)), (profile.infinite(0)[0], Fraction(1)))


def posterior_belief(profile, prior, tolerance):
    """The largest posterior (1-prior) e^L / (prior + (1-prior) e^L) over all outputs; 1 where losses have no end."""
    if not 0 <= prior <= 1:
        raise Refuted("at: a prior outside [0, 1]")
    with precision(96 + max(0, int(-log_size(tolerance) * 1.5))):
        odds = profile.largest_odds()
        if prior == 1 and odds is None:
            raise NotCovered("a belief against a prior of 1")
        if odds is None or prior == 0:
            return Fraction(1), Fraction(1)
        belief = 1 - prior / (odds * (1 - prior) + prior)
        return low(belief), high(belief)


def minimax_prior(profile, lower, upper):
    """'proved' where R is largest at a prior of [lower, upper], 'refuted' where it is not, or 'not decided'. R is concave: where
    R(lower) < R(x) for an x beyond, nothing up to `lower` is the largest, and the same at the other end. A pair that is
    its own reverse has R(x) = R(1-x), and 1/2 is such a prior."""
    if profile.mirrored and lower <= Fraction(1, 2) <= upper:
        return "proved"
    if upper < 0 or lower > 1:
        return "refuted"
    width_of = upper - lower

    def rises(a, b):  # of R from a to b: 'yes', 'no' or None
        for digits in (3, 8, 14):
            tolerance = max(width_of, Fraction(1, 10 ** 12)) ** 2 / 10 ** digits
            one, two = bayes(profile, a, tolerance), bayes(profile, b, tolerance)
            if one[1] < two[0] or two[1] < one[0]:
                return "yes" if one[1] < two[0] else "no"
        return None
    places = [(lower + upper) / 2]
    if width_of and 0 < lower and upper < 1:  # the top of the parabola through both ends and the middle
        a, m, b = (middle_of(bayes(profile, x, width_of ** 2 / 10 ** 10)) for x in (lower, *places, upper))
        share = Fraction(1, 2) + (b - a) / (4 * (2 * m - a - b)) if 2 * m != a + b else Fraction(1, 2)
        places += [lower + width_of * short_of(share, 30)] * (0 < share < 1)
        places += [lower + width_of * Fraction(i, 20) for i in (1, 4, 16, 19)]
    found = []
    for edge, inward in ((lower, 1), (upper, -1)):
        if not 0 < edge < 1:
            found.append("yes")
            continue
        said = None
        for place in places if width_of else ():
            said = rises(edge, place)
            if said == "yes":
                break
        outside = edge - inward * max(width_of, Fraction(1, 10 ** 12)) / 4
        if said != "yes" and rises(edge, outside) == "yes":
            return "refuted"
        found.append(said)
    return "proved" if found == ["yes", "yes"] else "not decided"


def bayes(profile, prior, tolerance):
    """R = (1 - prior)(1 - delta(log(prior/(1 - prior))))."""
    if not 0 <= prior <= 1:
        raise Refuted("at: a prior outside [0, 1]")
    if prior in (0, 1):
        return Fraction(0), Fraction(0)
    a, b = profile.at(Point(x=prior / (1 - prior)), tolerance / (1 - prior))
    return (1 - prior) * (1 - b), (1 - prior) * (1 - a)


# Hyper-priors: a density W of priors that weighs the difference D = R - R~, so that the divergence is max W D. On a cell
# D is at most each of two lines, and so at most one on each side of where they cross. Where a line is negative so is D;
# elsewhere W is replaced by more: by its chord, as 12 (x - 1/2)^2 is convex and `piecewise` linear between its points, all
# of which are places; of beta(a, b), log W = (a-1) log x + (b-1) log(1-x) + constant by lines again, as log x lies below its
# tangents and above its chords. What is left has its largest value at an end or at the zero of its derivative. In the first
# cell [0, h] and the last D <= R <= min(x, 1-x) and x W <= h^a max(1, (1-h)^(b-1)) / B(a, b).

def log_gamma(z):
    """Returns log Gamma(z) of a fraction z > 0 by Stirling's series, whose remainder is less than the first term left out (z real), at z + N,
    and z (z+1) ... (z+N-1)."""
    shift = max(0, Ball.bits // 5 + 20 - math.floor(z))
    below, z = math.prod((z + i for i in range(shift)), start=Fraction(1)), z + shift
    total, k = log(ball(z)) * (z - Fraction(1, 2)) - z + log(2 * pi()) / 2, 1
    while True:
        term = bernoulli(2 * k) / (2 * k * (2 * k - 1) * z ** (2 * k - 1))
        if log_size(term) < -Ball.bits * math.log(2) or k > 200:
            return total.widened(abs(term)) - (log(ball(below)) if shift else 0)
        total, k = total + term, k + 1


class Hyperprior:
    """beta(a,b), uquadratic or piecewise([...],[...])."""

    def __init__(self, text):
        form = re.fullmatch(r"(uquadratic)|beta\(([^,()\[\]]+),([^,()\[\]]+)\)|piecewise\(\[([^\[\]]+)\],\[([^\[\]]+)\]\)",
                            text.replace(" ", ""))
        if not form:
            raise Refused("options/hyperprior: not known")
        what = "options/hyperprior"
        self.beta = tuple(number(one, what) for one in form.group(2, 3)) if form.group(2) else None
        self.points = [[number(one, what) for one in part.split(",")] for part in form.group(4, 5)] if form.group(4) else None
        self.text, self.breaks, self.symmetric = "uquadratic", [], True
        if self.beta:
            if min(self.beta) <= 0:
                raise Refused("options/hyperprior: two positive numbers are needed")
            if max(self.beta) > 10 ** 4:
                raise NotCovered("a hyper-prior beyond the limits here")
            self.text, self.symmetric = "beta({},{})".format(*map(plain_text, self.beta)), self.beta[0] == self.beta[1]
            with precision(400):
                a, b = self.beta
                self.constant = log_gamma(a + b) - log_gamma(a) - log_gamma(b)
        elif self.points:
            self.read_points()

    def turned(self):
        """beta(b,a)."""
        other = Hyperprior.__new__(Hyperprior)
        other.beta = self.beta[::-1]
        return other

    def read_points(self):
        x, y = self.points
        if len(x) != len(y) or len(x) < 2 or x[0] != 0 or x[-1] != 1 or min(y) < 0 or \
                any(a >= b for a, b in zip(x, x[1:])) or \
                sum((b - a) * (c + d) for a, b, c, d in zip(x, x[1:], y, y[1:])) != 2:
            raise Refused("options/hyperprior: no density")
        self.text = "piecewise([{}],[{}])".format(*(",".join(map(plain_text, part)) for part in (x, y)))
        self.breaks = x[1:-1]
        self.symmetric = all(a + b == 1 and c == d for a, b, c, d in zip(x, reversed(x), y, reversed(y)))

    def at(self, x):
        """W at a place inside (0, 1), or of the two bounded ones anywhere."""
        if self.beta:
            with precision(200):
                return exp(self.constant + log(ball(x)) * (self.beta[0] - 1) + log(ball(1 - x)) * (self.beta[1] - 1))
        if not self.points:
            return 12 * (x - Fraction(1, 2)) ** 2
        places, heights = self.points
        i = next(i for i in range(1, len(places)) if x <= places[i])
        return heights[i - 1] + (heights[i] - heights[i - 1]) * (x - places[i - 1]) / (places[i] - places[i - 1])

    def end_bound(self, left, h):
        """Returns a bound of W min(x, 1-x) for beta on a cell of width h < 1 at an end."""
        a, b = self.beta if left else reversed(self.beta)
        with precision(200):
            beside = max(Fraction(1), high(exp(log(ball(1 - h)) * (b - 1))))
            return high(exp(log(ball(h)) * a + self.constant)) * beside

    def largest(self, a, b, at_a, at_b):
        """At least W times a line with these values at a and b, where it is positive."""
        if max(at_a, at_b) <= 0:
            return Fraction(0)
        if self.beta:
            return self.largest_of_beta(a, b, at_a, at_b)
        W_a, W_b = self.at(a), self.at(b)
        rise, rise_of_W = at_b - at_a, W_b - W_a
        found = [at_a * W_a, at_b * W_b]
        if rise * rise_of_W < 0:
            place = -(at_a * rise_of_W + W_a * rise) / (2 * rise * rise_of_W)
            if 0 < place < 1:
                found.append((at_a + rise * place) * (W_a + rise_of_W * place))
        return max(found)

    def log_line(self, a, b):
        """(value at a, value at b) of a line above log W, fractions."""
        middle_one, ends = (a + b) / 2, [ball(0), ball(0)]
        for power, there in zip(self.beta, (lambda x: x, lambda x: 1 - x)):
            for i, x in enumerate((a, b)):
                tangent = log(ball(there(middle_one))) + (there(x) - there(middle_one)) / there(middle_one)
                ends[i] = ends[i] + (tangent if power > 1 else log(ball(there(x)))) * (power - 1)
        return [short_of(high(one + self.constant) + Fraction(1, 2 ** 140), 200) + Fraction(1, 2 ** 150) for one in ends]

    def largest_of_beta(self, a, b, at_a, at_b):
        with precision(200):
            c, d = self.log_line(a, b)
            found = [high(at * exp(ball(one))) for at, one in ((at_a, c), (at_b, d)) if at > 0]
            rise, growth = at_b - at_a, d - c
            if rise * growth < 0:  # (at_a + rise s) e^(c + growth s)
                place = -1 / growth - at_a / rise
                if 0 < place < 1:
                    found.append(high((at_a + rise * place) * exp(ball(c + growth * place))))
            return max(found)


def place_between(a, b, weight, excess_of):
    """Returns the point at which a cell is divided: the middle, or, near an end of [0, 1], at which beta(a,b) varies
    over orders of magnitude, a point so near the end that the remaining excess is at most the allowed one."""
    if not (weight and weight.beta) or excess_of <= 1:
        return (a + b) / 2
    if b == 1 or a and 1 - a < a and 1 - a > 4 * (1 - b):
        return 1 - place_between(1 - b, 1 - a, weight.turned(), excess_of)
    if not a:
        return b / 2 ** min(400, 1 + math.ceil(log_size(excess_of) / math.log(2) / float(weight.beta[0])))
    return a * 2 ** int(log_size(b / a) / math.log(4)) if b > 4 * a else (a + b) / 2


def weighted_ceiling(weight, a, b, first, second):
    """At least W D on the cell [a, b]: D is at most each of two lines, given by their values at a and b."""
    if weight.beta and 0 in (a, 1 - b):
        return weight.end_bound(a == 0, b - a) if b - a < 1 else Fraction(10 ** 9)
    before, after = first[0] - second[0], first[1] - second[1]
    if before * after >= 0:
        return weight.largest(a, b, *(first if before + after <= 0 else second))
    share = Fraction(round(before / (before - after) * 2 ** 40), 2 ** 40)
    c, near, far = a + (b - a) * share, *((first, second) if before < 0 else (second, first))
    at_c = [line[0] + (line[1] - line[0]) * share for line in (near, far)]
    pieces = [(a, c, near[0], at_c[0])] * (c > a) + [(c, b, at_c[1], far[1])] * (c < b)
    return max(weight.largest(*piece) for piece in pieces)


def divergence(first, second, tolerance, weight=None):
    """max over priors of R - R~ (0 at the ends); of R alone where `second` is None: the minimax error, which is f's fixed
    point a = f(a), as R(x) <= x a + (1 - x) f(a) = a for all x, with equality at the slope of f there. R is concave, 0 at
    0 and 1 and at most min(x, 1-x): on a cell it lies below the lines through the neighbours, R~ above its chord. Cells
    whose bound is above the best difference are halved, and their ends enclosed more tightly, until none is far above. In
    the worst direction and of a pair that is its own reverse R(x) = R(1 - x), so that the priors up to 1/2 are all; R
    alone is then the largest at 1/2. A hyper-prior `weight` weighs the difference."""
    known, mirrored = {}, first.mirrored and (second is None or second.mirrored) and (weight is None or weight.symmetric)
    if second is None and mirrored:
        return bayes(first, Fraction(1, 2), tolerance)

    def values(x, sharp=None):
        x = 1 - x if mirrored and 2 * x > 1 else x
        if x in (0, 1):
            return (0, 0), (0, 0)
        if weight and sharp is not None:
            sharp /= max(1, high(weight.at(x)))
        if x not in known or sharp is not None and known[x][0] > sharp:
            sharp = start if sharp is None else sharp
            known[x] = sharp, (bayes(first, x, sharp), bayes(second, x, sharp) if second else (0, 0))
        return known[x][1]

    def ceiling(a, b, before, after):
        """-max(R - R~) as the least of the larger of two lines."""
        (Ra, Sa), (Rb, Sb) = values(a), values(b)

        def minus(x):  # -R at x, as a convex function's point
            return x, -values(x)[0][1], -values(x)[0][0]
        up = extrapolated(minus(a), minus(before), b) if before is not None else -b
        down = extrapolated(minus(b), minus(after), a) if after is not None else -(1 - a)
        if weight:
            return weighted_ceiling(weight, a, b, (Ra[1] - Sa[0], -up - Sb[0]), (-down - Sa[0], Rb[1] - Sb[0]))
        return -floor_of_two(-Ra[1] + Sa[0], up + Sb[0], down + Sa[0], -Rb[1] + Sb[0])

    def difference(x):
        least_one = values(x)[0][0] - values(x)[1][1]
        return least_one * low(weight.at(x)) if weight and least_one > 0 else least_one

    start = max(tolerance, Fraction(1, 10 ** 5)) / 16
    places = [Fraction(i, 32) for i in range(17 if mirrored else 33)]
    if weight:
        places = sorted({*places, *(x for x in weight.breaks if not mirrored or 2 * x <= 1)})
    for _ in range(LIMIT.cells):
        tick()
        best = max(difference(x) for x in places)
        beside = [None, *places, 1 - places[-2] if mirrored else None]  # a place, with what lies before and after it
        bounds = [ceiling(a, b, before, after) for before, a, b, after in zip(beside, places, places[1:], beside[3:])]
        top = max(bounds)
        if top - best <= tolerance:
            break
        sharp = max(tolerance, (top - best) / 64) / 16
        open_cells = [i for i, bound in enumerate(bounds) if bound > best + tolerance / 2]
        for i in open_cells:
            for x in beside[i:i + 4]:
                if x is not None:
                    values(x, sharp)
        new = [place_between(places[i], places[i + 1], weight, bounds[i] / (best + tolerance / 2)) for i in open_cells]
        if len(places) + len(new) > LIMIT.cells:
            break
        for x in new:
            values(x, sharp)
        places = sorted(places + new)
        # Cells that cannot hold the maximum are dropped from later rounds only by not being halved.
    return max(best, Fraction(0)), max(top, Fraction(0))


def renyi(pair, direction, order, tolerance):
    """log K(a)/(a - 1), K of (P, Q) at a forward, at 1 - a of the pair read backwards."""
    if order <= 0 or order == 1:
        raise NotCovered("renyi of this order")
    found = []
    if pair.sampled or pair.promise or pair.batch or pair.cut or pair.rough:
        raise NotCovered("renyi of subsampled_laplace, of other samples, or of all mechanisms with a promise")
    with precision(max(96, int(-log_size(tolerance) / math.log(2)) + 60 + abs(int(order)))):
        for side, c in (("forward", order), ("reverse", 1 - order)):
            if direction in (side, "worst"):
                if pair.mass(1 if side == "forward" else 0) != 1:
                    raise NotCovered("renyi with infinite losses")
                K = Line(pair).real(c, Ball.bits * math.log(2), True)
                v = log(K) / (order - 1)
                found.append((low(v), high(v)))
    return max(a for a, _ in found), max(b for _, b in found)


# The least rho of a mechanism is the supremum of D_a/a over the orders from 1 on (or from 1 to `up_to`). Closed forms:
# - Gaussian noise alone has mu^2/2 at every order, and so have all mechanisms with the promise zcdp(rho) together.
# - A sampled step mixes P and Q. D_a is quasi-convex, so that it is at most a/(2 sigma^2), that of P and Q themselves. The
#   mixture is at least p Q, so that D_a(mixture||P)/a is at least log(p)/(a-1) + 1/(2 sigma^2), which tends to the same.
# In all other products the losses, but for those of a Gaussian part of mean mu^2/2, must be bounded by some l. Then
# D_a <= a mu^2/2 + l, which is at most rho a from the order l/(rho - mu^2/2) on. C(a) = log K(a) is convex, and the cover of
# 6b proves C(a) <= rho a (a - 1) at all lower orders.

def exact_rho(pair, direction, up_to):
    if pair.rough or pair.finite or pair.laplace or pair.sampled or pair.batch or pair.cut or pair.bins or pair.worst:
        return None
    if pair.promise:
        promise = pair.promise
        return promise.rho if promise.orders is None and not promise.xi and not pair.mixtures else None
    if not pair.mixtures:
        return pair.gauss / 2
    if direction == "reverse" or up_to is not None:
        return None
    return pair.gauss / 2 + sum(n / (2 * sigma ** 2) for (sigma, _), n in pair.mixtures.items())


def least_rho(factors, direction, up_to, tolerance):
    """An interval around the least rho: the largest D_a/a that a search finds, and a number that is proved to be enough."""
    pair = Pair(factors)
    if up_to is not None and up_to <= 1:
        raise NotCovered("rho at orders up to 1")
    exact = exact_rho(pair, direction, up_to)
    if exact is not None:
        return exact, exact
    if pair.rough or pair.mixtures or pair.sampled or pair.promise or pair.batch or pair.cut or pair.bins or pair.worst or pair.far:
        raise NotCovered("rho of this product")
    gauss, rest = pair.gauss / 2, Profile(factors, "worst")
    rest.pair.gauss = Fraction(0)
    ends = rest.losses()
    sides = [side for side in ("forward", "reverse") if direction in (side, "worst")]
    if not ends or any(pair.mass(1 if side == "forward" else 0) != 1 for side in sides):
        raise NotCovered("rho with infinite losses")
    with precision(max(128, 3 * int(-log_size(tolerance) / math.log(2)) + 100)):
        line, loss = Line(pair), max(high(log(ends[1])), high(-log(ends[0])))

        def cumulant(side, a):
            return log(line.real(a if side == "forward" else 1 - a, Ball.bits * math.log(2), True))

        def gain(a):
            """At most D_a/a."""
            return max(low(cumulant(side, a) / ((a - 1) * a)) for side in sides)

        def last_order(rho):
            last = max(loss / (rho - gauss), Fraction(1)) if rho > gauss else None
            return up_to if last is None or up_to is not None and up_to < last else Fraction(math.ceil(last * 2 ** 20), 2 ** 20)

        def is_enough(rho):
            last = last_order(rho)
            return last is not None and all(below_at_all_orders(
                lambda a: high(cumulant(side, a)) - (a - 1) * a * rho, rho, last) for side in sides)
        start = gain(Fraction(2) if up_to is None else min(Fraction(2), up_to))
        if start <= 0:
            raise NotCovered("rho of a mechanism that loses nothing")
        far = last_order(start)
        if far is None:
            raise TooHard("no order is found from which on D_a/a is small")
        steps = max(8, int(-log_size(tolerance / start) / math.log(2)) + 5)
        tried = [1 + (far - 1) / 2 ** k for k in range(min(steps, 40))] + [1 + (far - 1) / 2 ** steps]
        best = max(range(len(tried)), key=lambda i: gain(tried[i]))
        left, right = tried[min(best + 1, len(tried) - 1)], tried[max(best - 1, 0)]
        lower = gain(tried[best])
        for _ in range(steps):  # D_a/a near its largest is flat: half of the digits of a are enough
            if right - left <= (right - 1) / 2 ** (steps // 2 + 4):
                break
            places = [Fraction(math.floor((left + (right - left) * k / 3) * 2 ** 200), 2 ** 200) for k in (1, 2)]
            values = [gain(a) for a in places]
            lower = max(lower, *values)
            left, right = (places[0], right) if values[0] < values[1] else (left, places[1])
        for factor in (1, 4, 64):
            if is_enough(lower + tolerance * factor):
                return lower, lower + tolerance * factor
    raise TooHard("no rho is proved to be enough")


# ---- 8a. Whole distributions and curves --------------------------------------------------------------
#
# method.md, section 4. `profile` is the supremum over epsilon of the shortfall of a distribution, `tradeoff_curve` over
# alpha that of a polygon; 0 where the promise holds. All comparisons are of fractions: ends of balls.

WHOLE = {"profile": ("distribution",), "tradeoff_curve": ("points",)}


def pairs_in(text, what):
    """The pairs of "A:B,C:D" as fractions; the infinite loss is None."""
    found = [one.partition(":") for one in text.split(",")]
    if any(not colon for _, colon, _ in found):
        raise Refused(f"{what}: NUMBER:NUMBER between commas is expected")
    return [(None if a == "inf" else number(a, what), number(b, what)) for a, _, b in found]


def is_optimistic(options):
    return "side" in options


class Masses:
    """delta_D(t) = p_inf + sum of p_i (1 - e^(t - l_i))_+, the losses l_i rising, the masses p_i of any sign. On the piece
    between l_j and l_(j+1) it is B_j - A_j x, x = e^t: B_j exact, A_j an interval."""

    bits = 320

    def __init__(self, text):
        pairs = pairs_in(text, "options/distribution")
        if pairs[-1][0] is not None or any(loss is None for loss, _ in pairs[:-1]):
            raise Refused("options/distribution: inf:MASS is expected at its end alone")
        self.losses, masses = [loss for loss, _ in pairs[:-1]], [mass for _, mass in pairs[:-1]]
        if any(a >= b for a, b in zip(self.losses, self.losses[1:])) or not all(masses):
            raise Refused("options/distribution: the losses do not rise, or a mass is 0")
        if any(abs(loss) > 10 ** 4 for loss in self.losses):
            raise TooHard("a loss too far out")
        self.infinite, self.above, self.null, self.kinks = pairs[-1][1], [pairs[-1][1]], [(Fraction(0), Fraction(0))], []
        with precision(self.bits):
            for loss, mass in zip(reversed(self.losses), reversed(masses)):
                tick()
                near, (a, b) = exp(-loss), self.null[-1]
                ends = sorted((mass * low(near), mass * high(near)))
                self.above.append(self.above[-1] + mass)
                self.null.append((a + ends[0], b + ends[1]))
                x = exp(loss)
                self.kinks.append((low(x), high(x)))
        for one in (self.above, self.null, self.kinks):
            one.reverse()
        self.total = self.above[0]

    def piece_of(self, t):
        """The number of losses that are not above t."""
        return bisect.bisect_right(self.losses, t)

    def stated(self, j, x):
        """The line of the j-th piece at x, an interval of positive numbers."""
        (a, b), (l, h) = self.null[j], x
        ends = [u * v for u in (a, b) for v in (l, h)]
        return self.above[j] - max(ends), self.above[j] - min(ends)


class Largest:
    """The largest of several numbers, each known by enclosures, and 0: `low` is attained, none is above `high`."""

    def __init__(self):
        self.low = self.high = Fraction(0)

    def add(self, a, b):
        self.low, self.high = max(self.low, a), max(self.high, b)

    def enclosure(self):
        return self.low, self.high


def refined(largest, tolerance, size, compute):
    """Adds a number to the largest: compute(tolerance) encloses it. It is refined until it is not above what others attain, or
    known to the tolerance and above 0."""
    best = None
    for digits in (4, 10, 16, 21, 24, 27, 36):
        best = meet(best, compute(max(size, Fraction(1, 10 ** 60)) / 10 ** digits))
        if best[1] <= largest.low or best[0] > 0 and best[1] - best[0] <= tolerance:
            break
    if best[1] > largest.low:
        largest.add(*best)


def pessimistic_excess(profile, masses, first, tolerance):
    """By how much delta exceeds delta_D, at most: the largest of its values at the kinks, at `first`, and at x = 0."""
    largest, start = Largest(), 0 if first is None else masses.piece_of(first)
    if first is None:
        largest.add(1 - masses.total, 1 - masses.total)
    places = [(first, start)] if first is not None else []
    places += [(loss, i) for i, loss in enumerate(masses.losses, 1) if i > start]
    for t, i in places:
        tick()
        with precision(masses.bits):
            x = exp(t)
        point, stated = Point(t=t), masses.stated(i, (low(x), high(x)))

        def shortfall(tol):
            a, b = profile.at(point, tol)
            return a - stated[1], b - stated[0]
        refined(largest, tolerance, abs(stated[1]), shortfall)
    return largest.enclosure()


class Piece:
    """On x from a to b: G(x) = delta(log x) - B + A x is convex; the largest shortfall is minus its minimum. `outer` are
    places beyond the ends."""

    def __init__(self, profile, masses, j, a, b, outer, start):
        self.profile, self.j, self.masses, self.a, self.b, self.start = profile, j, masses, a, b, start
        self.B, (self.A, self.A_high) = masses.above[j], masses.null[j]
        self.places, self.tolerance, self.found = sorted({a, b, *outer}), Fraction(1, 10 ** 10), {}

    def G(self, x):
        """(x, lower, upper), the lower end with the smaller A: a convex function again."""
        tick()
        if x == 0:
            return x, 1 - self.B, 1 - self.B
        d = self.profile.at(Point(x=x), self.tolerance * max(abs(self.B), Fraction(1, 10 ** 60)))
        self.found[x] = d = meet(self.found.get(x), d)
        return x, d[0] - self.B + self.A * x, d[1] - self.B + self.A_high * x

    def floor(self, p):
        """(bound, place): G is nowhere on the piece below the bound; a further place helps most there."""
        weakest = None
        for i in range(len(p) - 1):
            (x, P, _), (y, Q, _) = p[i], p[i + 1]
            if not (self.a <= x and y <= self.b):
                continue
            left = (P, extrapolated(p[i], p[i - 1], y)) if i else (1 - x - self.B + self.A * x, 1 - y - self.B + self.A * y)
            right = (extrapolated(p[i + 1], p[i + 2], x), Q) if i + 2 < len(p) else (-self.B + self.A * x, -self.B + self.A * y)
            bound = floor_of_two(*left, *right)
            if weakest is None or bound < weakest[0]:
                rise = left[0] - right[0] - left[1] + right[1]
                share = (left[0] - right[0]) / rise if rise else Fraction(1, 2)
                share = share if Fraction(1, 50) < share < Fraction(49, 50) else Fraction(1, 2)
                weakest = bound, x + (y - x) * Fraction(round(share * 2 ** 40), 2 ** 40)
        return weakest

    def add_to(self, largest, tolerance):
        p = []
        for turn in range(60):
            p = [self.G(x) for x in self.places] if not p or turn % 6 == 5 else p
            bound, place = self.floor(p)
            seen = max((-b for x, _, b in p if max(self.a, self.start) <= x <= self.b), default=Fraction(0))
            if -bound <= largest.low or seen > 0 and -bound - seen <= tolerance:
                break
            coarse = max(b - a for _, a, b in p)
            if coarse * 4 >= -bound - max(seen, Fraction(0)):
                if self.tolerance < Fraction(1, 10 ** 34):
                    break
                self.tolerance /= 10 ** 6
                p = []
            else:
                self.places = sorted({*self.places, place})
                p = sorted(p + [self.G(place)]) if place not in [x for x, _, _ in p] else []
        if -bound > largest.low:
            largest.add(self.attained(p), -bound)

    def attained(self, p):
        """The largest shortfall of delta_D itself at the places of the piece: where A_j is an interval, or a place beyond the
        kink, delta_D is any of the neighbouring lines."""
        found = []
        for x, _, _ in p:
            if not max(self.a, self.start) <= x <= self.b or x == 0:
                continue
            lines = [self.masses.stated(k, (x, x)) for k in range(max(self.j - 1, 0), min(self.j + 1, len(self.masses.losses)) + 1)
                     if k == self.j or self.touches(k, x)]
            found.append(min(a for a, _ in lines) - self.found[x][1])
        return max(found, default=Fraction(0))

    def touches(self, k, x):
        """Returns whether x may lie on the k-th piece, a neighbour."""
        kink = self.masses.kinks[self.j - 1] if k < self.j else self.masses.kinks[self.j]
        return x <= kink[1] if k < self.j else x >= kink[0]


def optimistic_excess(profile, masses, first, tolerance):
    """By how much delta_D exceeds delta, at most."""
    largest, n = Largest(), len(masses.losses)
    start = 0 if first is None else masses.piece_of(first)
    least_mass, most_mass = profile.infinite(0)  # delta falls to it: the last piece
    largest.add(masses.infinite - most_mass, masses.infinite - least_mass)

    def outside(x, up):  # a fraction of few bits at a kink or next to it
        bits = 90 - math.floor(log_size(x[1]) / math.log(2))
        scaled = x[up] * 2 ** bits
        return Fraction(math.ceil(scaled) if up else math.floor(scaled)) / Fraction(2) ** bits
    with precision(masses.bits):
        x = None if first is None else exp(first)
    ends = [(Fraction(0), Fraction(0)) if x is None else (low(x), high(x))] + masses.kinks[start:]
    for k in range(len(ends) - 1):
        a, b = (Fraction(0) if not ends[k][1] else outside(ends[k], 0)), outside(ends[k + 1], 1)
        outer = {outside(ends[i], 0) for i in (k - 1, k + 2) if 0 <= i < len(ends) and ends[i][1]}
        if k == 0 and a > 0:
            outer.add(a * Fraction(4095, 4096))
        if k + 2 == len(ends):
            outer.add(b * Fraction(4097, 4096))
        Piece(profile, masses, start + k, a, b, outer, Fraction(0) if first is None else ends[0][1]).add_to(largest, tolerance)
    return largest.enclosure()


def power_at(profile, level, guess, tolerance):
    """f(level): the minimum of delta(log x) + level x lies near `guess`; where it is sought has no influence on what is
    proved."""
    if level <= 0 or level >= 1:
        return tuple(1 - v for v in reversed(least(profile, min(level, Fraction(1)), [], tolerance)))
    value = lambda t: middle_of(profile.at(Point(x=Fraction(math.exp(t))), tolerance / 100)) + level * Fraction(math.exp(t))
    t, step, curve = math.log(max(float(guess), 1e-300)), 0.125, 1.0
    for _ in range(40):
        tick()
        a, m, b = value(t - step), value(t), value(t + step)
        bend = a - 2 * m + b
        move = float((a - b) / (2 * bend)) * step if bend > 0 else math.copysign(4 * step, float(a - b))
        curve = float(bend) / step ** 2 if bend > 0 else curve
        t += max(-4 * step, min(4 * step, move))
        h = math.sqrt(max(float(tolerance), 1e-300) / max(curve, 1e-30))
        if abs(move) <= max(h, 1e-12):
            break
        step = min(0.5, max(abs(move), h, 1e-9))
    else:  # a kink: thirds of a bracket
        a, b = t - 1, t + 1
        while value(a) < value(t) and a > -700:
            a -= 2
        while value(b) < value(t) and b < 700:
            b += 2
        for _ in range(60):
            one, two = a + (b - a) / 3, b - (b - a) / 3
            a, b = (a, two) if value(one) < value(two) else (one, b)
        t, h = (a + b) / 2, 1e-9
    h = max(min(h, 0.25), 2e-12)  # doubles place it no better
    return tuple(1 - v for v in reversed(least(profile, level, [Fraction(math.exp(t + i * h)) for i in (-3, -1, 0, 1, 3)], tolerance)))


def curve_excess(profile, points, optimistic, alone, tolerance):
    """By how much the polygon is above f at most, or if optimistic below."""
    if len(points) < 2 or any(a is None or not 0 <= a <= 1 or not 0 <= b <= 1 for a, b in points) or \
            any(p[0] >= q[0] for p, q in zip(points, points[1:])):
        raise Refused("options/points: alphas that rise, two at least, and betas in [0, 1] are expected")
    largest = Largest()
    slopes = [(p[1] - q[1]) / (q[0] - p[0]) for p, q in zip(points, points[1:])]

    def guess(i):
        near = [s for s in slopes[max(i - 1, 0):i + 1] if s > 0]
        return sum(near) / len(near) if near else Fraction(1)

    def at_point(alpha, beta, near):
        def distance(tol):
            a, b = power_at(profile, alpha, near, tol)
            return (a - beta, b - beta) if optimistic else (beta - b, beta - a)
        if not optimistic and 0 < alpha < 1:  # f is above each line 1 - delta(log x) - x alpha
            for tol in (Fraction(1, 10 ** 9), Fraction(1, 10 ** 18)):
                if beta - (1 - profile.at(Point(x=near), tol)[1] - near * alpha) <= largest.low:
                    return
        refined(largest, tolerance, Fraction(1), distance)

    def on_line(i):
        (alpha, beta), (after, below), s = points[i], points[i + 1], slopes[i]
        if s <= 0:
            at_point(after, below, guess(i + 1))
            return
        over = lambda tol: tuple(beta + s * alpha - 1 + v for v in profile.at(Point(x=s), tol))
        bound, seen = None, Largest()
        for digits in (9, 16, 24, 34):
            bound = meet(bound, over(Fraction(1, 10 ** digits)))
            if bound[1] <= largest.low:
                return
            if bound[0] > 0 and bound[1] - bound[0] <= tolerance / 4:
                break
        x, h = s, Fraction(1, 2 ** 30)
        d = [middle_of(profile.at(Point(x=v), Fraction(1, 10 ** 34))) for v in (x * (1 - h), x * (1 + h))]
        level = (d[0] - d[1]) / (2 * h * x)  # where f is parallel to the line, about
        for place in {alpha, after, max(alpha, min(after, level))}:
            f = power_at(profile, place, s, max(tolerance / 8, Fraction(1, 10 ** 30)))
            seen.add(beta - s * (place - alpha) - f[1], Fraction(0))
        largest.add(seen.low, bound[1])
    for i in range(len(points) if alone or optimistic else len(slopes)):
        tick()
        if alone or optimistic:
            at_point(*points[i], guess(i))
        else:
            on_line(i)
    return largest.enclosure()


def whole_excess(item, at):
    """The function tolerance -> interval of the largest shortfall."""
    profile, options = Profiles.of(expression(item["mechanism"]), item["direction"]), item["options"]
    optimistic = is_optimistic(options)
    if item["quantity"] == "tradeoff_curve":
        points = pairs_in(options["points"], "options/points")
        return lambda tol: curve_excess(profile, points, optimistic, "between" in options, tol)
    masses, excess = Masses(options["distribution"]), optimistic_excess if optimistic else pessimistic_excess
    return lambda tol: excess(profile, masses, at.get("from"), tol)


def judge_whole(item, at, findings):
    """Both ends, and the verdict: it holds where nothing is above 0, and fails where something is."""
    judge_ends(item, findings, whole_excess(item, at))
    a, b = findings.enclosure or (Fraction(0), Fraction(1))
    stated = item["findings"]["verdict"]
    found = "holds" if b <= 0 else "fails" if a > 0 else None
    findings.ends["verdict"] = "states nothing" if stated == "undecided" else \
        "not decided" if found is None else "proved" if found == stated else "refuted"


# ---- 9. Attacks --------------------------------------------------------------------------------------
#
# Counts of an attack, and what they refute with a probability of error g. One theorem (Clopper, Pearson):
# with U(k) the largest p that has P(Bin(n, p) <= k) >= g, and U(n) = 1, the chance of p > U(X) is at most g,
# as P(Bin(n, p) <= k) falls in p. With alpha <= A and beta <= B at once, every trade-off function f with
# f(A) > B is refuted. What is computed here follows from A and B by the formulas of each quantity:
#     epsilon   max(0, log((1 - delta - B)/A)) forward, A and B exchanged in reverse, the larger of both for worst
#     mu        max(0, z(A) + z(B)), z the upper quantile of the normal distribution;   advantage  max(0, 1 - A - B)
#     tpr at x  max(x, the lesser of (x/A)(1 - B) and 1 - B (1 - x)/(1 - A)): f is convex
# Scores: limits that hold at all thresholds at once (all-cuts: the limits at the order statistics U_(j) hold
# where U_(j) <= U(j - 1), each with probability 1 - g/n), at K of them (g/K), or by Massart's inequality.

ATTACKS = {
    "trials": (("tp", "count"), ("fn", "count"), ("fp", "count"), ("tn", "count"), ("confidence", "unit"), ("split", "unit")),
    "reconstruction": (("successes", "count"), ("attempts", "count"), ("kappa", "unit"), ("confidence", "unit")),
    "one_run": (("canaries", "count"), ("guesses", "count"), ("right", "count"), ("guesses_fixed", ("yes", "no", "list")),
                ("list", "counts"), ("bound", ("exchange", "published")), ("confidence", "unit")),
    "scores": (("members", "count"), ("others", "count"), ("member_scores", ("high", "low")),
               ("rule", ("explicit", "split", "bonferroni", "all-cuts", "dkw", "equal-level")), ("list", "scores"),
               ("seed", "count"), ("threshold", "score"), ("local_alpha", "unit"), ("local_beta", "unit"),
               ("confidence", "unit"), ("split", "unit")),
}
ONLY_WITH = {("one_run", "list"): ("guesses_fixed", "list"), ("one_run", "canaries"): ("guesses_fixed", "yes", "list"), ("scores", "list"): ("rule", "bonferroni"),
             ("scores", "seed"): ("rule", "split"), ("scores", "local_alpha"): ("rule", "equal-level"),
             ("scores", "local_beta"): ("rule", "equal-level")}
AUDITED = {"audited_errors": (), "audited_epsilon": ("delta",), "audited_mu": (),
           "audited_advantage": (), "audited_tpr": ("fpr",), "audited_gamma": (), "audited_claim": ("epsilon", "delta"),
           "audited_mechanism": ()}
CLAIMED = ("audited_claim", "audited_mechanism")


def shortest(x):
    """The shorter of both decimal forms of a double."""
    if not x:
        return "0"
    sign, (digits, _, power) = "-" * (x < 0), f"{abs(x):.17e}".partition("e")
    for places in range(17):
        if float(f"{abs(x):.{places}e}") == abs(x):
            digits, _, power = f"{abs(x):.{places}e}".partition("e")
            break
    digits, e = digits.replace(".", ""), int(power)
    scientific = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{'-' if e < 0 else '+'}{abs(e):02d}"
    if e < 0:
        plainly = "0." + "0" * (-e - 1) + digits
    else:
        plainly = digits[:e + 1].ljust(e + 1, "0") + ("." + digits[e + 1:] if len(digits) > e + 1 else "")
    return sign + (plainly if len(plainly) <= len(scientific) else scientific)


def score(text, what):
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", text) or not math.isfinite(float(text)):
        raise Refused(f"{what}: not a score")
    if shortest(float(text)) != text:
        raise NotCovered(f"{what}: not in the canonical form that is read here")
    return float(text)


def attack_word(form, text, what):
    if isinstance(form, tuple):
        if text not in form:
            raise Refused(f"{what}: not known")
        return text
    if form == "count":
        if not re.fullmatch(r"0|[1-9][0-9]{0,17}", text):
            raise Refused(f"{what}: not a count")
        return int(text)
    if form == "score":
        return score(text, what)
    if form == "unit":
        value = number(text, what)
        if not 0 < value < 1:
            raise Refused(f"{what}: not between 0 and 1")
        if plain_text(value) != text:
            raise NotCovered(f"{what}: not in the canonical form that is read here")
        return value
    if not re.fullmatch(r"\[[^][]+\]", text):
        raise Refused(f"{what}: not a list")
    values = [attack_word(form[:-1], part, what) for part in text[1:-1].split(",")]
    if values != sorted(set(values)):
        raise NotCovered(f"{what}: not in the canonical form that is read here")
    return values


def attack(text):
    """(kind, words) of trials(tp=1,...): each word once, in its place and form."""
    written, text = text, without_blanks(text)
    match = re.fullmatch(r"(trials|reconstruction|one_run|scores)\((.*)\)", text)
    if not match:
        raise Refused("mechanism: not an attack")
    kind, words = match.group(1), {}
    given = re.findall(r"([a-z_]+)=(\[[^][]*\]|[^,\[\]]+)(?:,|$)", match.group(2))
    if ",".join(f"{name}={value}" for name, value in given) != match.group(2):
        raise Refused("mechanism: not an attack")
    texts = dict(given)
    wanted = [name for name, _ in ATTACKS[kind]
              if (kind, name) not in ONLY_WITH or texts.get(ONLY_WITH[kind, name][0]) in ONLY_WITH[kind, name][1:]]
    if len(texts) != len(given) or set(texts) != set(wanted):
        raise Refused("mechanism: words are missing, twice or do not belong there")
    for name, form in ATTACKS[kind]:
        if name in texts:
            words[name] = attack_word(form, texts[name], f"mechanism, {name}")
    if list(texts) != wanted or written != text:
        raise NotCovered("mechanism: not in the canonical form that is read here")
    return kind, words


# Binomial tails. log n! by Stirling's series: for n > 0 its remainder has the sign of the first term left
# out and is smaller. Tails by the sum away from the mean: t_{j-1}/t_j = j q/((n-j+1) p) falls with j, so that
# what is left after t_j is at most t_j r/(1 - r), r the next ratio.

_bernoulli = [Fraction(1)]


def bernoulli(n):
    while len(_bernoulli) <= n:
        m = len(_bernoulli)
        _bernoulli.append(-sum(math.comb(m + 1, i) * _bernoulli[i] for i in range(m)) / (m + 1))
    return _bernoulli[n]


def log_factorial(n):
    if n < 300:
        return log(ball(math.factorial(n)))
    total = log(ball(n)) * Fraction(2 * n + 1, 2) - n + log(2 * pi()) / 2
    k = 1
    while True:
        term = bernoulli(2 * k) / (2 * k * (2 * k - 1) * Fraction(n) ** (2 * k - 1))
        if log_size(term) < -Ball.bits * math.log(2) or k > 60:
            return total.widened(abs(term))
        total, k = total + term, k + 1


_choices = {}


def log_choose(n, k):
    key = (n, k, Ball.bits)
    if key not in _choices:
        if len(_choices) > 1000:
            _choices.clear()
        _choices[key] = log_factorial(n) - log_factorial(k) - log_factorial(n - k)
    return _choices[key]


def binomial_mass(n, k, p, q):
    with precision(Ball.bits + n.bit_length() + 16):
        logs = log_choose(n, k) + (log(p) * k if k else 0) + (log(q) * (n - k) if n - k else 0)
        result = exp(logs)
    return Ball(result.re, result.im, result.rad, result.ex)


def tail_sum(n, k, p, q):
    """(t_k + ... + t_0)/t_k for k <= n p, or near it."""
    odds, term, total = q / p, ONE, ONE
    for j in range(k, 0, -1):
        term = term * odds * j / (n - j + 1)
        total = total + term
        if j % 32 == 0:
            tick()
            r = high(odds * (j - 1) / (n - j + 2))
            if r < Fraction(9, 10) or (r < 1 and term.size() + term.ex < -2 * Ball.bits):
                left = high(term) * r / (1 - r)
                if log_size(left) < -Ball.bits * math.log(2):
                    return total + between(Fraction(0), left)
    return total


def at_most(n, k, p, q=None):
    """P(Bin(n, p) <= k) (q = 1 - p where it is known better)."""
    if not isinstance(p, Ball) and not 0 < p < 1:
        return ONE if p <= 0 or k >= n else ball(0)
    p = ball(p)
    q = 1 - p if q is None else ball(q)
    if k >= n:
        return ONE
    if k < 0:
        return ball(0)
    if k <= float(middle(p)) * n:
        return binomial_mass(n, k, p, q) * tail_sum(n, k, p, q)
    return 1 - binomial_mass(n, k + 1, p, q) * tail_sum(n, n - k - 1, q, p)


def float_log_at_most(n, k, z):
    """log P(Bin(n, p) <= k) at log(p/q) = z, to start from."""
    logs = lambda i: math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - \
        i * math.log1p(math.exp(-z)) - (n - i) * math.log1p(math.exp(z))

    def total(first, odds):
        term = result = 1.0
        for j in range(first, 0, -1):
            term *= odds * j / (n - j + 1)
            result += term
            if term < 1e-17 * result:
                break
        return math.log(result)
    if k <= n / (1 + math.exp(-z)):
        return logs(k) + total(k, math.exp(-z))
    above = logs(k + 1) + total(n - k - 1, math.exp(z))
    return math.log1p(-math.exp(above)) if above < -1e-300 else -800.0


def short_of(x, bits):
    """A fraction near x with so many bits."""
    scale = bits - math.ceil(log_size(x) / math.log(2))
    return Fraction(round(x * Fraction(2) ** scale)) / Fraction(2) ** scale


_limits = {}


def limit_of(n, k, g, bits):
    """U(k) at the level g, as a ball: exactly 1 for k = n. Newton's steps from a float, and a proof on both
    sides of where they end."""
    if k == n:
        return ONE
    if not 0 <= k < n:
        raise Refuted("counts that are impossible")
    key = (n, k, g, bits)
    if key in _limits:
        return _limits[key]
    bottom, top, goal = -700.0, 700.0, log_size(g)
    for _ in range(80):
        z = (bottom + top) / 2
        bottom, top = (z, top) if float_log_at_most(n, k, z) > goal else (bottom, z)
    with precision(bits + 40):
        p = Fraction(1 / (1 + math.exp(-bottom))) if bottom > -40 else Fraction(math.exp(bottom))
        for _ in range(8):
            tail = at_most(n, k, p)
            step = middle(log(tail) - log(ball(g))) * middle(tail) * (1 - p) / (middle(binomial_mass(n, k, p, 1 - p)) * (n - k))
            if not 0 < p + step < 1:
                break
            p = short_of(p + step, bits + 30)
            if abs(step) < min(p, 1 - p) / 2 ** (bits // 2 + 4):
                break
        reach = min(p, 1 - p) / 2 ** bits
        for _ in range(6):
            a, b = max(p - reach, Fraction(0)), min(p + reach, Fraction(1))
            below = a == 0 or low(at_most(n, k, a)) > g
            if below and (b == 1 or high(at_most(n, k, b)) < g):
                _limits[key] = between(a, b)
                return _limits[key]
            reach *= 1024
    raise TooHard("a limit of Clopper and Pearson was not found")


def normal_quantile_above(x):
    """z with P(Z > z) = x for a ball inside (0, 1)."""
    a, b = low(x), high(x)
    if a <= 0 or b >= 1:
        raise TooHard("a quantile at an end")

    def root(y):
        size = log_size(y)
        z = -statistics.NormalDist().inv_cdf(float(y)) if -600 < size else math.sqrt(-2 * size)
        z = Fraction(z)
        for _ in range(60):
            t = middle(normal_tail(z))
            step = t * middle(log(ball(t)) - log(ball(y))) / middle(exp(-ball(z) * z / 2) / sqrt(2 * pi()))
            z = short_of(z + step, Ball.bits) if z + step else Fraction(0)
            if abs(step) < Fraction(1, 2 ** (Ball.bits // 2)):
                break
        gap = (abs(z) + 1) / Fraction(2) ** (Ball.bits - 40)
        if low(normal_tail(z - gap)) > y > high(normal_tail(z + gap)):
            return z - gap, z + gap
        raise TooHard("a quantile was not found")
    first, last = root(b), root(a)
    return between(first[0], last[1])


def largest(*intervals):
    return max(a for a, _ in intervals), max(b for _, b in intervals)


def ends_of(x):
    return low(x), high(x)


class Attack:
    """An attack that is judged."""

    def __init__(self, item):
        self.kind, w = attack(item["mechanism"])
        self.words, self.g = w, 1 - w["confidence"]
        self.share = (self.g * w.get("split", 0), self.g * (1 - w.get("split", 0)))
        self.found = {}
        if self.kind == "trials":
            self.local, self.counts = self.share, (w["fp"], w["fp"] + w["tn"], w["fn"], w["tp"] + w["fn"])
            if not self.counts[1] or not self.counts[3]:
                raise Refuted("fewer than two trials")
        elif self.kind == "scores":
            self.read_scores(item["options"])
        elif self.kind == "reconstruction":
            if w["successes"] > w["attempts"] or w["attempts"] < 2:
                raise Refuted("counts that are impossible")
        else:
            w.setdefault("canaries", max(2, w["guesses"]))  # at delta = 0 nothing depends on them
            if w["canaries"] < 2 or not 1 <= w["guesses"] <= w["canaries"] or w["right"] > w["guesses"]:
                raise Refuted("counts that are impossible")
            if self.g > Fraction(1, 2):
                raise Refuted("a confidence below 1/2")
            if "list" in w:
                if w["guesses"] not in w["list"] or w["list"][0] < 1 or w["list"][-1] > w["canaries"]:
                    raise Refuted("the number of guesses is not in the list, or one there is none")
                self.g /= len(w["list"])

    def read_scores(self, options):
        w = self.words
        sides = [[float(part) for part in options[name].split(",")] for name in ("members", "others")]
        if any(len(side) != w[name] for side, name in zip(sides, ("members", "others"))) or not all(sides):
            raise Refuted("there are more or fewer scores than stated")
        if any(not math.isfinite(x) for side in sides for x in side):
            raise Refuted("scores that are not finite")
        sign = -1 if w["member_scores"] == "low" else 1
        members, others = ([sign * x for x in side] for side in sides)
        cut, rule = sign * w["threshold"], w["rule"]
        if rule == "split":
            members, others = self.judged_half(members, others, cut)
        elif rule == "bonferroni":
            if w["threshold"] not in w["list"]:
                raise Refuted("the threshold is not in the list")
        elif rule != "explicit" and cut not in members and cut not in others:
            raise Refuted("the threshold is not one of the scores")
        n1, n0 = len(members), len(others)
        misses, alarms = sum(x < cut for x in members), sum(x >= cut for x in others)
        self.counts = (alarms, n0, misses, n1)
        self.found = {"tp": n1 - misses, "fn": misses, "fp": alarms, "tn": n0 - alarms}
        a, b = self.share
        self.local = {"bonferroni": (a / len(w.get("list", [0])), b / len(w.get("list", [0]))),
                      "all-cuts": (a / n0, b / n1)}.get(rule, self.share)
        if rule == "equal-level":
            self.local = (w["local_alpha"], w["local_beta"])
            for n, one, every in ((n0, self.local[0], a), (n1, self.local[1], b)):
                if one > every / n and not level_of_all(n, one) <= every:
                    raise TooHard("the local level is not proved here")
        if rule == "dkw" and max(self.share) > Fraction(1, 2):
            raise Refuted("dkw needs a confidence of 1/2 at least")

    def judged_half(self, members, others, cut):
        """SplitMix64 shuffles first the members, then the others (Fisher and Yates, from the end); of each the first
        half chooses: the cut with the largest of two crude ratios, the lowest of equals."""
        state, mask = self.words["seed"], 2 ** 64 - 1
        if len(members) < 2 or len(others) < 2:
            raise Refuted("a split needs two scores on each side")
        halves = []
        for side in (list(members), list(others)):
            for left in range(len(side), 1, -1):
                state = (state + 0x9E3779B97F4A7C15) & mask
                z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
                z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
                i = (z ^ z >> 31) % left
                side[left - 1], side[i] = side[i], side[left - 1]
            halves.append((sorted(side[:len(side) // 2]), side[len(side) // 2:]))
        (m, judged_m), (o, judged_o) = halves
        crude = lambda x: x + 2 * math.isqrt(x) + 4
        best, chosen = Fraction(-1), None
        i = j = 0
        for t in sorted(set(m + o)):
            while i < len(m) and m[i] < t:
                i += 1
            while j < len(o) and o[j] < t:
                j += 1
            misses, alarms = crude(i), crude(len(o) - j)
            ratio = max(Fraction(max(0, len(m) - misses) * len(o), alarms * len(m)),
                        Fraction(max(0, len(o) - alarms) * len(m), misses * len(o)))
            if ratio > best:
                best, chosen = ratio, t
        if chosen != cut:
            raise Refuted("the split with this seed chooses another threshold")
        return judged_m, judged_o

    def limits(self, bits):
        if self.kind not in ("trials", "scores"):
            raise Refuted("this attack has no limits for the two error rates")
        a, n0, b, n1 = self.counts
        if self.words.get("rule") == "dkw":
            with precision(bits + 20):
                return tuple(min(((ball(Fraction(k, n)) + sqrt(-log(ball(g)) / (2 * n))), ONE), key=low)
                             for k, n, g in ((a, n0, self.share[0]), (b, n1, self.share[1])))
        return limit_of(n0, a, self.local[0], bits), limit_of(n1, b, self.local[1], bits)


def level_of_all(n, local):
    """An upper bound of P(U_(j) > u_j for some j), u_j = U(j - 1) at the level `local`, U_(j) the order statistics
    of n uniform numbers: 1 minus a lower bound of the chance that N(t_j) >= j for all j, t_j <= u_j. Given
    N(1) = n, N is a Poisson process of rate n, with independent increments; masses are whole numbers in units
    of 2^-160, rounded down, and some are left out."""
    if n > 1500:
        raise TooHard("bands of more than 1500 scores")
    unit, masses, first, before = 160, [1 << 160], 0, Fraction(0)
    with precision(96):
        for j in range(1, n + 1):
            tick()
            bottom, top, goal = -700.0, 700.0, log_size(local)
            for _ in range(60):
                z = (bottom + top) / 2
                bottom, top = (z, top) if float_log_at_most(n, j - 1, z) > goal else (bottom, z)
            t = max(Fraction(1 / (1 + math.exp(-(bottom - 1e-7)))).limit_denominator(1 << 60), before)
            if low(at_most(n, j - 1, t)) < local:
                raise TooHard("a limit was not found")
            rate = n * (t - before)
            weights, w = [], exp(ball(-rate))
            while True:
                weights.append(math.floor(low(w) * (1 << unit)))
                if len(weights) > rate and weights[-1] < 1 << 80:
                    break
                w = w * rate / len(weights)
            most = min(n, max(j, int(float(n * t) + 8 * math.sqrt(float(n * t * (1 - t))) + 30)))
            new = [0] * (most - j + 1)
            for i, m in enumerate(masses):
                if m >> 60:
                    for d in range(max(0, j - first - i), min(len(weights), most - first - i + 1)):
                        new[first + i + d - j] += m * weights[d] >> unit
            masses, first, before = new, j, t
        arrived = Fraction(masses[n - first], 1 << unit) if n - first < len(masses) else Fraction(0)
        # e^-(n (1 - t)) n!/(e^-n n^n) = e^(n t) n!/n^n
        return 1 - low(ball(arrived) * exp(ball(n * before) + log_factorial(n) - log(ball(n)) * n))


def log_ratio(gain, error):
    """max(0, log(gain/error)) of two balls, error > 0."""
    if low(gain) <= 0:
        return (Fraction(0), Fraction(0)) if high(gain) <= low(error) else \
            (Fraction(0), max(Fraction(0), high(log(ball(high(gain)) / ball(low(error))))))
    if high(gain) <= low(error):
        return Fraction(0), Fraction(0)
    x = log(gain / error)
    return max(low(x), Fraction(0)), max(high(x), Fraction(0))


def audited_value(a, item, at, bits):
    """An enclosure of a quantity that follows from limits, of 2^-bits or so."""
    quantity, direction = item["quantity"], item["direction"]
    if a.kind == "reconstruction":
        G = 1 - limit_of(a.words["attempts"], a.words["attempts"] - a.words["successes"], a.g, bits + 20) \
            if a.words["successes"] else ball(0)
        kappa = a.words["kappa"]
        if quantity == "audited_gamma":
            return ends_of(G)
        if quantity == "audited_epsilon":
            if direction != "forward":
                raise Refuted("a reconstruction has the direction forward")
            return log_ratio(G - at["delta"], ball(kappa))
        if quantity == "audited_mu":
            return tuple(max(x, Fraction(0)) for x in ends_of(normal_quantile_above(ball(kappa)) - normal_quantile_above(G))) \
                if low(G) > 0 else (Fraction(0), Fraction(0))
        raise Refuted("a reconstruction has none of this")
    if quantity == "audited_gamma":
        raise Refuted("this attack does not reconstruct")
    A, B = a.limits(bits + 20)
    if quantity == "audited_errors":
        return low(A), min(high(A), Fraction(1))
    if quantity == "beta":  # the second of them
        return low(B), min(high(B), Fraction(1))
    if quantity == "audited_epsilon":
        rest = 1 - at["delta"]
        forward, reverse = log_ratio(rest - B, A), log_ratio(rest - A, B)
        return {"forward": forward, "reverse": reverse, "worst": largest(forward, reverse)}[direction]
    if quantity == "audited_mu":
        if high(A) >= 1 or high(B) >= 1:
            return Fraction(0), Fraction(0)
        x = normal_quantile_above(A) + normal_quantile_above(B)
        return max(low(x), Fraction(0)), max(high(x), Fraction(0))
    if quantity == "audited_advantage":
        x = 1 - A - B
        return max(low(x), Fraction(0)), max(high(x), Fraction(0))
    x = at["fpr"]
    if x == 1:
        return x, x
    left = ends_of(ball(x) / A * (1 - B))
    if low(A) == high(A) == 1:
        return x, x
    right = ends_of(1 - B * (1 - x) / (1 - A))
    return max(x, min(left[0], right[0])), max(x, min(left[1], right[1]))


def response(epsilon):
    growth = exp(ball(epsilon))
    return growth / (growth + 1), 1 / (growth + 1)


def one_run_law(a, epsilon, delta):
    """An enclosure of the bound of P(V >= v), V the right ones of r guesses: with F = P(Bin(r, q) >= v),
    q = e^eps/(1 + e^eps), t = P(Bin(r, q) = v),
        exchange   F + m delta F (1 - F)/(v t),
        published  F + 2 m delta max over i of P(v - i <= Bin < v)/i where F <= q, 1 elsewhere
    (both proved in the project's book, ONE-RUN-EXCHANGE and ONE-RUN-PUBLISHED); F alone where delta = 0."""
    m, r, v = (a.words[name] for name in ("canaries", "guesses", "right"))
    if v == 0:
        return Fraction(1), Fraction(1)
    p, q = response(epsilon)
    F = at_most(r, r - v, q, p)
    if delta == 0:
        return ends_of(F)
    t = binomial_mass(r, v, p, q)
    if a.words["bound"] == "exchange":
        return tuple(min(x, Fraction(1)) for x in ends_of(F + F * at_most(r, v - 1, p, q) / (t * v) * delta * m))
    if not high(F) <= low(p):
        if not low(F) > high(p):
            raise TooHard("whether the published bound applies")
        return Fraction(1), Fraction(1)
    # Averages of t_{v-1}, ..., t_{v-i}: once terms fall, and lie below an average, none is larger.
    odds, total, best, term = q / p, ball(0), Fraction(0), t
    tops = Fraction(0)
    for i in range(1, v + 1):
        step = odds * (v - i + 1) / (r - v + i)
        term = term * step
        if i % 64 == 0:
            tick()
        if high(step) <= 1 and high(term) <= best:
            break
        total = total + term
        best, tops = max(best, low(total) / i), max(tops, high(total) / i)
    return tuple(min(x, Fraction(1)) for x in ends_of(F + between(best, tops) * delta * m * 2))


def require_fixed(a, direction, delta):
    if direction != "worst":
        raise Refuted("direction: an audit of one run has the direction worst")
    if delta and a.words["guesses_fixed"] == "no":
        raise Refuted("with delta above 0, the number of guesses must be fixed before the run")


def judge_one_run(a, item, at, findings):
    """R the bound: {epsilon >= 0: R(epsilon) < g} is an interval from 0 on (ONE-RUN-ORDER): an end x below which
    the supremum lies has R(x) >= g, and one above which it lies R(x) < g."""
    require_fixed(a, item["direction"], at["delta"])
    for name, refuted_there in (("lower", True), ("upper", False)):
        value = end(item[name], name, {"lower": "-inf", "upper": "inf"}[name])
        if isinstance(value, str) or (name == "lower" and value <= 0):
            findings.ends[name] = "states nothing" if isinstance(value, str) else "proved"
            continue
        findings.ends[name] = "not decided"
        if value < 0:
            findings.ends[name] = "refuted"
            continue
        for bits in (128, 256, 512):
            with precision(bits):
                found = one_run_law(a, value, at["delta"])
            below, above = found[1] < a.g, found[0] >= a.g
            if below or above:
                findings.ends[name] = "proved" if below == refuted_there else "refuted"
                break


def is_gaussian(pair):
    return bool(pair.gauss) and not (pair.rough or pair.finite or pair.laplace or pair.mixtures or pair.promise)


def claim_curve(item, at):
    """x -> (lowest, highest) f(x) of the trade-off function claimed, 0 < x < 1."""
    if item["quantity"] == "audited_mechanism":
        pair = Pair(expression(item["other"]))
        if not is_gaussian(pair):
            claimed = ClaimedMechanism(item)
            return lambda x: claimed.curve(Fraction(x), 128)
        mu = sqrt(ball(pair.gauss))
        return lambda x: ends_of(normal_tail(-(normal_quantile_above(ball(x)) - mu)))  # Phi(z - mu)
    growth, rest = exp(ball(at["epsilon"])), 1 - at["delta"]

    def curve(x):
        forward, reverse = ends_of(rest - growth * x), ends_of((rest - ball(x)) / growth)
        zero = (Fraction(0), Fraction(0))
        return largest(zero, *{"forward": (forward,), "reverse": (reverse,), "worst": (forward, reverse)}[item["direction"]])
    return curve


# A mechanism's trade-off function f(x) = sup over z = e^t of 1 - delta(t) - z x, delta convex in z. Any z gives a
# line below f, and `least` at a few places an enclosure of f(x). The places are chosen in floats, and by Newton's steps
# for delta' = -x: they are hints, as those of a certificate are.

class ClaimedMechanism:
    """A mechanism that is claimed, by its profile."""

    def __init__(self, item):
        self.profile = Profiles.of(expression(item["other"]), item["direction"])
        self.rough = {}

    def delta(self, z, tolerance):
        return self.profile.at(Point(x=z), tolerance)

    def rough_delta(self, t):
        if t not in self.rough:
            tick()
            self.rough[t] = float(middle_of(self.delta(short_of(Fraction(math.exp(t)), 40), Fraction(1, 10 ** 9))))
        return self.rough[t]

    def best(self, worth):
        """A float t near the one of least worth(t, delta), which falls and then rises."""
        places = {float(t): worth(float(t), self.rough_delta(float(t))) for t in range(-6, 7)}
        for _ in range(10):  # further out, where the least one is at an end
            t = min(places, key=places.get)
            if t not in (min(places), max(places)) or abs(t) > 40:
                break
            places[t * 1.5] = worth(t * 1.5, self.rough_delta(t * 1.5))
        t = min(places, key=places.get)
        for step in (0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.008):
            for near in (t - step, t + step):
                places[near] = worth(near, self.rough_delta(near))
            t = min(places, key=places.get)
        return t

    def place(self, x, z, bits):
        """Near the z of least delta + x z, which is convex: by halving, and at a kink by the lines on both sides."""
        tolerance, share = Fraction(1, 2 ** bits), Fraction(1, 2 ** (bits // 3))

        def rises(at):
            tick()
            more, here = (middle_of(self.delta(place, tolerance)) for place in (at * (1 + share), at))
            return more - here + x * at * share > 0

        lowest, highest = z * Fraction(31, 32), z * Fraction(33, 32)
        while rises(lowest) and lowest > z / 2 ** 40:
            lowest, highest = lowest / 2, lowest
        while not rises(highest) and highest < z * 2 ** 40:
            lowest, highest = highest, highest * 2
        while highest - lowest > lowest * share:
            middle = short_of((lowest + highest) / 2, bits // 2)
            lowest, highest = (lowest, middle) if rises(middle) else (middle, highest)
        wide, near = (self.lines_beside(lowest, Fraction(1, 2 ** power), tolerance) for power in (bits // 4, bits // 4 + 2))
        return short_of(near[0], bits) if near[1] > wide[1] / 2 > 0 and near[0] else lowest

    def lines_beside(self, z, share, tolerance):
        """Returns the intersection of the lines through two points on either side of z, if it lies between them, and
        the difference of their slopes."""
        z1, z2, z3, z4 = (z * (1 + i * share) for i in (-2, -1, 1, 2))
        d1, d2, d3, d4 = (middle_of(self.delta(at, tolerance)) for at in (z1, z2, z3, z4))
        left, right = (d2 - d1) / (z2 - z1), (d4 - d3) / (z4 - z3)
        meeting = (d3 - d2 + left * z2 - right * z3) / (left - right) if left < right else z1
        return (meeting if z2 < meeting < z3 else None), right - left

    def curve_at(self, x, z, bits):
        """(lowest, highest) f(x), by places around z."""
        h, tolerance = Fraction(1, 2 ** (bits // 4)), Fraction(1, 2 ** bits)
        F = least(self.profile, x, [z * (1 + i * h) for i in (-2, -1, 1, 2)], tolerance)
        return 1 - F[1], 1 - F[0]

    def curve(self, x, bits):
        t = self.best(lambda t, delta: delta + math.exp(t) * float(x))
        return self.curve_at(x, self.place(x, Fraction(math.exp(t)), bits), bits)


def float_log_odds(x):
    return math.log(x) - math.log1p(-x)


def float_crossing(a, f):
    """log of crossing_p_value() against f, above 0 as well, and x."""
    k, n0, b, n1 = a.counts
    shares = [math.log(float(one / a.g)) for one in a.local]
    bottom, top = -60.0, 36.0
    for _ in range(60):
        z = (bottom + top) / 2
        x = 1 / (1 + math.exp(-z))
        value = f(x)
        A = float_log_at_most(n0, k, z) - shares[0]
        B = (float_log_at_most(n1, b, float_log_odds(value)) if 0 < value < 1 else 0.0 if value <= 0 else -800.0) - shares[1]
        bottom, top = (z, top) if A > min(B, 0.2) else (bottom, z)  # beyond 1 anything will do
    return A, x


def mechanism_p_value(a, claimed, decided):
    """crossing_p_value() of a mechanism: above by the line that touches its curve where both meet, below there."""
    k, n0, b, n1 = a.counts
    if k == n0 or b == n1:
        return Fraction(1), Fraction(1)
    t = claimed.best(lambda t, delta: float_crossing(a, lambda x: 1 - delta - math.exp(t) * x)[0])
    rough = lambda x: max(1 - delta - math.exp(t) * x for t, delta in claimed.rough.items())
    z, x = short_of(Fraction(math.exp(t)), 40), Fraction(float_crossing(a, rough)[1])
    best = (Fraction(0), Fraction(1))

    def below(x, curve):  # any x gives a lower bound
        highest = curve[1]
        _, A, B = Crossing(a).at(x, lambda _: (highest, highest))
        return min(A[0], B[0], Fraction(1)), Fraction(1)

    try:
        with precision(200):
            best = meet(best, below(x, claimed.curve(x, 96)))
    except TooHard:  # perhaps elsewhere
        pass
    for bits in (96, 144, 192):
        if decided(best):
            break
        try:
            x, z, above = touching(a, claimed, x, z, bits)
        except TooHard:
            continue
        with precision(bits + 80):
            best = meet(meet(best, (Fraction(0), above)), below(x, claimed.curve_at(x, z, bits)))
    return best


def touching(a, claimed, x, z, bits):
    """The place x of the crossing, the line's z that touches the curve there, and the bound that this line proves:
    the crossing with a line, and the line that touches there, in turn."""
    for _ in range(3):
        z = claimed.place(x, z, bits)
        delta = claimed.delta(z, Fraction(1, 2 ** bits))
        crossing = Crossing(a)
        with precision(bits + 80):
            crossing.narrow(lambda x: tuple(max(1 - d - z * x, Fraction(0)) for d in reversed(delta)), bits,
                            lambda p: p[1] - p[0] < p[1] / 2 ** (bits // 2))
        places = [place[0] for place in (crossing.left, crossing.right) if place]
        if not places:
            raise TooHard("the crossing was not found")
        before, x = x, places[0]
        if abs(x - before) < x / 2 ** (bits // 4):
            break
    return x, z, crossing.enclosure()[1]


def crossing_p_value(a, claimed, decided):
    """p = min(1, sup over x of min(A(x), B(x))), A(x) = P(Bin(n0, x) <= a)/s, which falls, and B(x) =
    P(Bin(n1, f(x)) <= b)/r, which rises, s and r the shares of the error: any x gives a lower bound, any x1 < x2
    the upper bound max(B(x1), A(x2), min(A(x1), B(x2))). `claimed` makes f at a precision; the crossing is looked
    for until `decided` says of an enclosure that it suffices."""
    k, n0, b, n1 = a.counts
    if k == n0 or b == n1:
        return Fraction(1), Fraction(1)
    crossing = Crossing(a)
    for bits in (48, 96, 192, 384):
        with precision(bits + 80):
            crossing.narrow(claimed(), bits, decided)
        if decided(crossing.enclosure()):
            break
    return crossing.enclosure()


class Crossing:
    """The crossing of A and B of crossing_p_value(): a point on its left, one on its right, and what they prove."""

    def __init__(self, a):
        self.a, self.shares = a, [one / a.g for one in a.local]
        self.most = max(1, *(1 / share for share in self.shares))  # of A and B
        self.left = self.right = None  # (x, A, B)
        self.best = (Fraction(0), Fraction(self.most))

    def enclosure(self):
        return tuple(min(end, Fraction(1)) for end in self.best)

    def at(self, x, curve):
        k, n0, b, n1 = self.a.counts
        lo, hi = curve(x)
        bottom = low(at_most(n1, b, hi)) if hi < 1 else Fraction(0)
        rising = max(bottom, Fraction(0)) / self.shares[1], \
            (high(at_most(n1, b, lo)) if lo > 0 else Fraction(1)) / self.shares[1]
        return x, tuple(v / self.shares[0] for v in ends_of(at_most(n0, k, x))), rising

    def between(self):
        """By log-odds while both places are far apart, then in their middle; None where there is no float."""
        left = self.left[0] if self.left else Fraction(1, 2 ** 86)
        right = self.right[0] if self.right else 1 - Fraction(1, 2 ** 52)
        if self.left and self.right and right < 2 * left and 1 - left < 2 * (1 - right):
            return (left + right) / 2
        z = sum(math.log(x / (1 - x)) for x in (left, right)) / 2
        x = Fraction(1 / (1 + math.exp(-z)))
        return x if left < x < right else None

    def narrow(self, curve, bits, decided):
        """To so many bits, or until it is decided. What is known of both places is made at this precision first."""
        known = [place[0] for place in (self.left, self.right) if place]
        self.left = self.right = None
        for x in known:
            self.take(self.at(x, curve))
        while not decided(self.enclosure()):
            if self.left and self.right and \
                    self.right[0] - self.left[0] < min(self.left[0], 1 - self.right[0]) / 2 ** bits:
                return
            x = self.between()
            if x is None:
                return
            self.take(self.at(x, curve))

    def take(self, place):
        x, A, B = place
        self.best = meet(self.best, (min(A[0], B[0]), Fraction(self.most)))
        if middle_of(A) > middle_of(B) and (not self.right or x < self.right[0]):
            self.left = place
        elif middle_of(A) <= middle_of(B) and (not self.left or x > self.left[0]):
            self.right = place
        if self.left and self.right:
            (_, A1, B1), (_, A2, B2) = self.left, self.right
            self.best = meet(self.best, (Fraction(0), max(B1[1], A2[1], min(A1[1], B2[1]))))


def middle_of(interval):
    return (interval[0] + interval[1]) / 2


def judge_claim(a, item, at, findings):
    mechanism = item["quantity"] == "audited_mechanism"
    if mechanism and (a.kind == "one_run") != ("epsilon" in at):
        raise Refuted("at: one run judges a mechanism at an epsilon, and nothing else does")
    if mechanism and a.kind == "one_run":
        p = one_run_mechanism(a, item, at["epsilon"])
    elif a.kind == "one_run":
        require_fixed(a, item["direction"], at["delta"])
        with precision(192):
            p = one_run_law(a, at["epsilon"], at["delta"])
    elif a.kind == "reconstruction":
        if item["direction"] != "forward":
            raise Refuted("a reconstruction has the direction forward")
        with precision(192):
            lo, hi = claim_curve(item, at)(a.words["kappa"])
            n, k = a.words["attempts"], a.words["attempts"] - a.words["successes"]
            p = (low(at_most(n, k, hi)) if hi < 1 else Fraction(k == n), high(at_most(n, k, lo)) if lo > 0 else Fraction(1))
    elif a.words.get("rule") in ("dkw", "equal-level"):
        with precision(192):
            A, B = a.limits(120)
            f = claim_curve(item, at)
            least_f = f(high(A))[0] if high(A) < 1 else Fraction(0)
            most_f = f(low(A))[1] if low(A) < 1 else Fraction(0)
        p = (Fraction(0), a.g) if high(B) < least_f else (a.g, Fraction(1)) if most_f <= low(B) else (Fraction(0), Fraction(1))
        said = {(Fraction(0), a.g): "yes", (a.g, Fraction(1)): "no"}.get(p)
    else:
        decided = lambda p: "not decided" not in judged_claim(item, p, refuted_by(p, a.g)).values()
        p = mechanism_p_value(a, ClaimedMechanism(item), decided) \
            if mechanism and not is_gaussian(Pair(expression(item["other"]))) \
            else crossing_p_value(a, lambda: claim_curve(item, at), decided)
    if a.words.get("rule") not in ("dkw", "equal-level"):
        said = refuted_by(p, a.g)
    findings.enclosure = p
    findings.ends.update(judged_claim(item, p, said))


def one_run_mechanism(a, item, epsilon):
    """The mechanism is (epsilon, delta)-DP with its delta at any epsilon; the bound rises with delta."""
    if a.words["guesses_fixed"] == "no" or a.words["bound"] != "exchange":
        raise Refuted("a claim of a mechanism needs a number of guesses that was fixed, and the bound exchange")
    if item["direction"] != "worst":
        raise Refuted("direction: an audit of one run has the direction worst")
    lo, hi = Profiles.of(expression(item["other"]), "worst").at(Point(t=epsilon), Fraction(1, 10 ** 40))
    with precision(256):
        return one_run_law(a, epsilon, lo)[0], one_run_law(a, epsilon, hi)[1]


def refuted_by(p, level):
    return "yes" if p[1] < level else "no" if p[0] >= level else None


def judged_claim(item, p, said):
    """Compares an enclosure of the p-value, and whether the claim is refuted, with the certificate."""
    lower, upper = end(item["lower"], "lower", "-inf"), end(item["upper"], "upper", "inf")
    stated = item["findings"]["refuted"]
    return {"lower": "states nothing" if isinstance(lower, str) else
            "proved" if lower <= p[0] else "refuted" if p[1] < lower else "not decided",
            "upper": "states nothing" if isinstance(upper, str) else
            "proved" if p[1] <= upper else "refuted" if upper < p[0] else "not decided",
            "refuted": "states nothing" if stated == "undecided" else
            "not decided" if said is None else "proved" if said == stated else "refuted"}


def judge_attack(item, at, findings):
    quantity = item["quantity"]
    if quantity not in CLAIMED + ("audited_epsilon",) and item["direction"] != "worst":
        raise Refuted("direction: both")
    if any(not 0 <= at[name] <= 1 for name in ("delta", "fpr") if name in at) or at.get("delta") == 1 or \
            at.get("epsilon", 0) < 0:
        raise Refuted("at: a number that none can be")
    a = Attack(item)
    pure = a.kind == "one_run" and at.get("delta") == 0
    if pure and (a.words["guesses_fixed"] != "no" or a.words["bound"] != "exchange"):
        raise Refuted("guesses_fixed or bound: an audit of one run at delta = 0 has guesses_fixed=no and bound=exchange")
    for name, value in a.found.items():
        findings.ends[name] = "proved" if item["findings"][name] == str(value) else "refuted"
    if quantity in CLAIMED:
        judge_claim(a, item, at, findings)
    elif a.kind == "one_run" and quantity == "audited_epsilon":
        judge_one_run(a, item, at, findings)
    elif a.kind == "one_run":
        raise Refuted("one run has none of this")
    else:
        judge_ends(item, findings, lambda tolerance: attack_enclosure(a, item, at, tolerance))
    if quantity == "audited_errors":
        ends, findings.ends, enclosure = findings.ends, {}, findings.enclosure
        findings.enclosure = None
        second = {**item, **item["values"]["beta"], "quantity": "beta"}
        judge_ends(second, findings, lambda tolerance: attack_enclosure(a, second, at, tolerance))
        findings.ends, findings.enclosure = {**ends, **{"beta " + k: v for k, v in findings.ends.items()}}, enclosure


def attack_enclosure(a, item, at, tolerance):
    bits = max(64, int(-log_size(tolerance) / math.log(2)) + 16)
    with precision(bits + 60):
        return audited_value(a, item, at, bits)


# ---- 10. Verdicts ------------------------------------------------------------------------------------

# The words of the program's `check`, and "not_covered", each with its exit code: of several, the first here counts.
CONTRADICTION, REFUTED, WITHDRAWN, NOT_A_CERTIFICATE = "contradiction", "refuted", "withdrawn", "not_a_certificate"
UNCONFIRMED, NOT_COVERED, CONFIRMED = "unconfirmed", "not_covered", "confirmed"
EXIT = {CONTRADICTION: 4, REFUTED: 1, WITHDRAWN: 1, NOT_A_CERTIFICATE: 2, UNCONFIRMED: 3, NOT_COVERED: 3, CONFIRMED: 0}


def exit_code(verdicts):
    """Returns the exit code of all files. A word other than those above is this program's fault, and no verdict confirms nothing."""
    if not set(verdicts) <= set(EXIT):
        return EXIT[CONTRADICTION]
    return next((code for verdict, code in EXIT.items() if verdict in verdicts), EXIT[NOT_A_CERTIFICATE])


ARGUMENT = {"delta": ("epsilon",), "epsilon": ("delta",), "tradeoff": ("alpha",), "rero": ("kappa",),
            "bayes": ("prior",), "tv": (), "advantage": (), "power": ("alpha",), "posterior": ("prior",),
            "tradeoff_inverse": ("beta",), "renyi": ("order",), "divergence": ("prior",), "minimax": (), "fixed_point": (),
            "posterior_belief": ("prior",), "minimax_prior": (), "rho": ()}
FURTHER_ARGUMENT = {"rho": ("up_to",)}
FURTHER = (1, 2 ** 16, 2 ** 48)  # the tolerance is divided by these in turn


def value_of(item, at):
    """The function tolerance -> interval of a quantity that has one."""
    quantity, direction = item["quantity"], item["direction"]
    factors = expression(item["mechanism"])
    if quantity == "divergence":
        first, second = Profiles.of(factors, direction), Profiles.of(expression(item["other"]), direction)
        if first.pair.promise or second.pair.promise:
            raise NotCovered("a divergence of all mechanisms with a promise, of which none has the whole curve")
        weight = Hyperprior(item["options"]["hyperprior"]) if "options" in item else None
        return lambda tol: divergence(first, second, tol, weight)
    if quantity == "renyi":
        return lambda tol: renyi(Pair(factors), direction, at["order"], tol)
    if quantity == "rho":
        return lambda tol: least_rho(factors, direction, at.get("up_to"), tol)
    if quantity == "rero" and direction != "forward":
        raise Refuted("direction: rero is of the forward pair")
    if quantity == "tradeoff_inverse":  # f^-1 is the trade-off function of the reversed pair
        direction = {"forward": "reverse", "reverse": "forward", "worst": "worst"}[direction]
    profile = Profiles.of(factors, direction)
    if quantity == "delta":
        return lambda tol: profile.at(Point(t=at["epsilon"]), tol)
    if quantity in ("tv", "advantage"):
        return lambda tol: profile.at(Point(t=Fraction(0)), tol)
    if quantity in ("minimax", "fixed_point"):
        return lambda tol: divergence(profile, None, tol)
    if any(key in ("prior", "alpha", "beta", "kappa") and not 0 <= value <= 1 for key, value in at.items()):
        raise Refuted("at: a probability outside [0, 1]")
    if quantity == "posterior_belief":
        return lambda tol: posterior_belief(profile, at["prior"], tol)
    if quantity in ("bayes", "posterior"):
        inner = lambda tol: bayes(profile, at["prior"], tol)
    else:
        level, places = next(iter(at.values())), witness(item, "lower") + witness(item, "upper")
        inner = lambda tol: least(profile, level, places, tol)
    if quantity in ("posterior", "tradeoff", "tradeoff_inverse"):
        return lambda tol: tuple(1 - v for v in reversed(inner(tol)))
    return inner


class Findings:
    """The verdict on one certificate."""

    def __init__(self):
        self.ends, self.enclosure, self.remark = {}, None, ""
        self.hypotheses, self.stated = {}, False  # derived ones, and whether the file states them

    def verdict(self):
        said = set(self.ends.values())
        if "refuted" in said:
            return REFUTED
        return CONFIRMED if said and said <= {"proved", "states nothing"} else UNCONFIRMED


def judge_value(item, at, findings):
    judge_ends(item, findings, value_of(item, at))
    if item["quantity"] == "divergence":
        judge_prior(item, at, findings)


def judge_ends(item, findings, compute):
    """Both ends by a function tolerance -> interval."""
    lower, upper = end(item["lower"], "lower", "-inf"), end(item["upper"], "upper", "inf")
    findings.ends.update({"lower": "not decided", "upper": "not decided"})
    if lower == "-inf":
        findings.ends["lower"] = "states nothing"
    if upper == "inf":
        findings.ends["upper"] = "states nothing"
    known = [abs(v) for v in (lower, upper) if not isinstance(v, str)]
    if not known:
        return
    size = max(known)
    gap = upper - lower if len(known) == 2 else size / 1000
    tolerance = min(gap, max(size, gap) / 1000) / 16 if gap > 0 else (size / 10 ** 20 or Fraction(1, 10 ** 30))
    for division in FURTHER:
        try:
            findings.enclosure = meet(findings.enclosure, compute(tolerance / division))
        except TooHard as error:
            findings.remark = str(error)
            break
        a, b = findings.enclosure
        if not isinstance(lower, str):
            findings.ends["lower"] = "proved" if lower <= a else "refuted" if b < lower else "not decided"
        if not isinstance(upper, str):
            findings.ends["upper"] = "proved" if b <= upper else "refuted" if upper < a else "not decided"
        if "not decided" not in findings.ends.values():
            break


def judge_minimax_prior(item, findings):
    lower, upper = end(item["lower"], "lower", "-inf"), end(item["upper"], "upper", "inf")
    if isinstance(lower, str) or isinstance(upper, str):
        raise NotCovered("a prior with one end alone")
    said = minimax_prior(Profiles.of(expression(item["mechanism"]), item["direction"]), lower, upper)
    findings.ends = {"lower": said, "upper": said}


def judge_prior(item, at, findings):
    lower, upper = end(item["lower"], "lower", "-inf"), end(item["upper"], "upper", "inf")
    known = not isinstance(lower, str) and not isinstance(upper, str)
    findings.ends["prior"] = "not decided" if known else "states nothing"
    if (known or not isinstance(lower, str) or not isinstance(upper, str)) and not 0 <= at["prior"] <= 1:
        findings.ends["prior"] = "refuted"
    if findings.ends["prior"] == "not decided" and findings.ends["lower"] == findings.ends["upper"] == "proved":
        prior = at["prior"]
        if prior in (0, 1):  # R = R~ = 0, and the weighted difference tends to 0
            findings.ends["prior"] = "proved" if lower <= Fraction(1, 10 ** 30) else "refuted"
            return
        need = lower - 1000 * (upper - lower) - lower / 10 ** 9 - Fraction(1, 10 ** 30)
        gap = max(upper - lower, Fraction(1, 10 ** 25))
        one = bayes(Profiles.of(expression(item["mechanism"]), item["direction"]), prior, gap)
        two = bayes(Profiles.of(expression(item["other"]), item["direction"]), prior, gap)
        weight = Hyperprior(item["options"]["hyperprior"]).at(prior) if "options" in item else Fraction(1)
        findings.ends["prior"] = "proved" if (one[0] - two[1]) * (low(weight) if one[0] >= two[1] else high(weight)) >= need else \
            "refuted" if (one[1] - two[0]) * (high(weight) if one[1] >= two[0] else low(weight)) < need else "not decided"


def side_of(compute, limit, size):
    """'below' or 'above' (both strict), 'equal', or None: where a number lies, known by its enclosures."""
    best = None
    for digits in (6, 14, 20, 26, 40):
        try:
            best = meet(best, compute(size / 10 ** digits))
        except TooHard:
            return None
        a, b = best
        if b < limit:
            return "below"
        if a > limit:
            return "above"
        if a == b == limit:
            return "equal"
    return None


def judge_epsilon(item, at, findings):
    """delta(eps) falls and is continuous: delta(b) <= D proves epsilon <= b, delta(a) > D proves
    epsilon > a; the strict opposites refute."""
    profile, D = Profiles.of(expression(item["mechanism"]), item["direction"]), at["delta"]
    if D == 0:
        judge_largest_loss(item, profile, findings)
        return
    if not 0 < D < 1:
        raise NotCovered("a delta that is not between 0 and 1")
    findings.ends = {"lower": "not decided", "upper": "not decided"}
    for name, proves, refutes in (("lower", "above", "below"), ("upper", "below", "above")):
        value = end(item[name], name, {"lower": "-inf", "upper": "inf"}[name])
        if isinstance(value, str):
            findings.ends[name] = "states nothing"
            continue
        side = side_of(lambda tol: profile.at(Point(t=value), tol), D, D)
        findings.ends[name] = "proved" if side == proves or (side == "equal" and name == "upper") else \
            "refuted" if side == refutes else "not decided"


def ends_of_loss(name, given):
    """((a, q), (b, r)): the largest loss of a run is a + log q and the least b + log r, exactly; None where that is not read."""
    if has_irrational(given):
        raise NotCovered("the largest loss at an irrational number")
    epsilon = given.get("epsilon")
    if name == "laplace":
        scale = given.get("sensitivity", Fraction(1)) * given.get("group", 1)
        word = given.get("relation")
        epsilon = scale * (2 if RELATION_WORDS.get(word, word) == "replace" else 1) / given["b"]
    elif name == "discrete_laplace":
        epsilon = given.get("sensitivity", Fraction(1)) / given["b"]
    elif name == "zcdp":
        epsilon = given.get("xi", Fraction(0)) if not given["rho"] and not given.get("delta0") else None
    elif name == "gdp":
        epsilon = None if given["mu"] else Fraction(0)
    elif name == "rdp":
        epsilon = None if min(given["bounds"]) else Fraction(0)
    elif name == "profile":
        epsilon = min((e for e, d in zip(given["epsilons"], given["deltas"]) if not d), default=None)
    elif name == "finite":
        if any((a == 0) != (b == 0) for a, b in zip(given["P"], given["Q"])):
            return None
        ratios = [b / a for a, b in zip(given["P"], given["Q"]) if a]
        return (Fraction(0), max(ratios)), (Fraction(0), min(ratios))
    elif name not in ("dp", "pure_dp", "approximate_dp", "randomized_response", "staircase") or given.get("delta"):
        return None
    if epsilon is None or given.get("relation") == "replace_special":
        return None
    return (epsilon, Fraction(1)), (-epsilon, Fraction(1))


def largest_losses(factors, direction):
    """[(a, q)]: the largest loss of the product is the largest of a + log q; None where that is not read. Independent outputs
    are near their largest losses at once."""
    totals = [(Fraction(0), Fraction(1)), (Fraction(0), Fraction(1))]
    for name, given, steps in factors:
        ends = ends_of_loss(name, given)
        if ends is None or steps > 10 ** 6 or (steps > 1000 and any(q != 1 for _, q in ends)):
            return None
        totals = [(a + b * steps, q * r ** steps) for (a, q), (b, r) in zip(totals, ends)]
    (a, q), (b, r) = totals
    return [end for end, one in (((a, q), "forward"), ((-b, 1 / r), "reverse")) if direction in (one, "worst")]


def judge_largest_loss(item, profile, findings):
    """At delta = 0 epsilon is the largest loss."""
    exact = largest_losses(expression(item["mechanism"]), item["direction"])
    odds = profile.largest_odds() if exact is None else True
    findings.ends = {"lower": "not decided", "upper": "not decided"}
    for name in ("lower", "upper"):
        value = end(item[name], name, {"lower": "-inf", "upper": "inf"}[name])
        if isinstance(value, str):
            findings.ends[name] = "states nothing"
        elif odds is None:
            findings.ends[name] = "proved" if name == "lower" else "refuted"
        else:
            side = side_of_loss(value, profile, exact)
            proves = ("below", "equal") if name == "lower" else ("above", "equal")
            findings.ends[name] = "not decided" if side is None else "proved" if side in proves else "refuted"


def side_of_loss(value, profile, exact):
    """On which side of the largest loss the value is."""
    for bits in (128, 512, 2048):
        with precision(bits):
            if exact is None:
                found = log(profile.largest_odds())
            elif all(q == 1 for _, q in exact):
                most = max(a for a, _ in exact)
                return "equal" if value == most else "below" if value < most else "above"
            else:
                losses = [log(ball(q)) + a for a, q in exact]
                found = between(max(map(low, losses)), max(map(high, losses)))
            if value < low(found):
                return "below"
            if value > high(found):
                return "above"
    return None


# Along these parameters everything on one side of a value that meets a target meets it too. Noise: more of
# it is a post-processing. N(0, s^2) gains variance by an independent normal variable, in both components
# of a mixture alike. Laplace: the ratio of transforms (1 + b^2 v^2)/(1 + B^2 v^2), b < B, is
# b^2/B^2 + (1 - b^2/B^2)/(1 + B^2 v^2), that of no noise or Laplace noise B. Discrete: with a < A,
# (1 + a^2 - a w)/(1 + A^2 - A w), w = 2 cos v, is a/A + (A - a)(1 - aA)/A / (1 + A^2 - A w): the same.
# Only sensitivity / scale enters. p: the pair (P, (1-r) P + r Q) has curve (1-r)(1-alpha) + r f(alpha) >= f.
# epsilon and delta of approximate_dp: the pair of the smaller ones is (epsilon, delta)-DP, and all such
# pairs are post-processings of the larger's. Randomised response of smaller epsilon: the larger's, mixed
# with a uniform draw. N: fewer steps are a part of more. Post-processings are so in products as well.
PRIVATE_SIDE = {("gaussian", "sigma"): "above", ("gaussian", "sigma2"): "above",
                ("correlated_gaussian", "sigma"): "above", ("correlated_gaussian", "sigma2"): "above",
                ("subsampled_gaussian", "sigma"): "above", ("cyclic_poisson", "sigma"): "above",
                ("b_min_sep", "sigma"): "above", ("balls_in_bins", "sigma"): "above",
                ("cyclic_poisson", "p"): "below", ("b_min_sep", "p"): "below",
                ("laplace", "b"): "above", ("discrete_laplace", "b"): "above",
                ("gaussian", "sensitivity"): "below", ("laplace", "sensitivity"): "below",
                ("subsampled_gaussian", "sensitivity"): "below", ("subsampled_gaussian", "p"): "below",
                ("randomized_response", "epsilon"): "below", ("approximate_dp", "epsilon"): "below",
                ("approximate_dp", "delta"): "below", ("dp", "epsilon"): "below", ("dp", "delta"): "below",
                ("pure_dp", "epsilon"): "below", ("gdp", "mu"): "below", ("zcdp", "rho"): "below", ("zcdp", "xi"): "below",
                ("zcdp", "delta0"): "below"}


def judge_calibration(item, at, findings):
    factors = expression(item["mechanism"])
    places = [(i, key) for i, (_, given, steps) in enumerate(factors)
              for key in [k for k, v in given.items() if v == "?"] + (["N"] if steps == "?" else [])]
    if not places or len({key for _, key in places}) != 1:
        raise Refused("mechanism: '?' for one parameter is needed")
    key = places[0][1]
    # If several factors have this value or positive multiples of it, they are changed one after the other, all to the
    # same side.
    sides = {"below" if key == "N" else PRIVATE_SIDE.get((factors[place][0], key)) for place, _ in places}
    side = sides.pop()
    if sides or side is None:
        raise NotCovered(f"calibration of {key[:20]}")
    names = set(at)
    if "mu" in names or any(name != "epsilon" and not 0 < value < 1 for name, value in at.items()):
        raise NotCovered("this target")

    def profile_at(value):  # a profile, 'nowhere' or None
        if key == "N" and (value.denominator != 1 or value < 1):
            return "nowhere"
        if key == "N" and value > LIMIT.steps:
            return None
        filled = [(n, {k: value * multiple_of(v) if v == "?" else v for k, v in given.items()},
                   int(value) if steps == "?" else steps)
                  for n, given, steps in factors]
        try:
            return Profiles.of(filled, "forward" if "gamma" in names else item["direction"])
        except Refused:
            return "nowhere"  # outside the parameter's range

    def where(value, name):  # 'met', 'missed', 'met exactly', 'nowhere' or None
        profile = profile_at(value)
        if not isinstance(profile, Profile):
            return profile
        if "epsilon" in names:
            limit, compute = at["delta"], lambda tol: profile.at(Point(t=at["epsilon"]), tol)
        elif "advantage" in names:
            limit, compute = at["advantage"], lambda tol: profile.at(Point(t=Fraction(0)), tol)
        elif "gamma" in names:
            limit, compute = at["gamma"], lambda tol: least(profile, at["kappa"], witness(item, name), tol)
        elif "alpha" in names:
            limit, compute = 1 - at["beta"], lambda tol: least(profile, at["alpha"], witness(item, name), tol)
        else:
            limit, compute = -at["bayes"], lambda tol: tuple(-v for v in reversed(bayes(profile, at["prior"], tol)))
        return {"below": "met", "above": "missed", "equal": "met exactly"}.get(
            side_of(compute, limit, abs(limit) or Fraction(1)))

    if "gamma" in names and item["direction"] != "forward":
        raise Refuted("direction: a target of kappa and gamma is about the forward pair")
    multiples = [multiple_of(factors[place][1].get(key)) for place, _ in places]
    if item["options"]["vary"] != ("factor of " if any(x != 1 for x in multiples) else "") + key:
        raise Refuted("options/vary is not the parameter that is open")
    stated = item.get("findings", {})
    findings.ends = {name: "not decided" for name in ["lower", "upper", *stated]}
    largest = min(1 / x for x in multiples) if key in ("p", "delta", "delta0") else None
    for name, infinity in (("lower", "-inf"), ("upper", "inf")):
        value, private = end(item[name], name, infinity), (name == "upper") == (side == "above")
        unlimited = isinstance(value, str)
        # Beyond the parameter's range no value lies; N = 0 stands for none that meets the target.
        limit = unlimited or (value <= 0 if name == "lower" else largest is not None and value >= largest)
        if private and not limit and not stated:
            findings.ends["safe"] = "refuted"  # the private end is such a value, and it is left out
        if limit:
            findings.ends[name] = "states nothing" if unlimited else "proved"
            continue
        # The private end is met; the other missed. Of whole numbers: N steps are met, N + 1 missed.
        if key == "N":
            value = Fraction(math.ceil(value) if private else math.floor(value) + 1)
        said = where(value, name)
        good = ("met", "met exactly") if private else ("missed",)
        bad = "missed" if private else "met"
        findings.ends[name] = "proved" if said in good else "refuted" if said == bad else "not decided"
    for name in stated:
        if name == "private_side":
            findings.ends[name] = "proved" if stated[name] == side else "refuted"
            continue
        value = number(stated[name], "findings/" + name)
        if name == "safe_double":  # as a decimal and as the double nearest to it: the less private of the two
            double = float(stated[name]) if re.fullmatch(r"[0-9]*\.?[0-9]*(e[+-]?[0-9]+)?", stated[name]) else math.inf
            if math.isinf(double):
                raise Refuted("findings/safe_double: no double")
            if "nowhere" in (profile_at(value), profile_at(Fraction(double))):
                raise Refuted("findings/safe_double: it or the double nearest to it is outside the range")
            value = (min if side == "above" else max)(value, Fraction(double))
        said = where(value, "safe")
        findings.ends[name] = {"met": "proved", "met exactly": "proved", None: "not decided"}.get(said, "refuted")


def judge_anything(item, findings):
    quantity = item["quantity"]
    at = {k: number(v, "at/" + k) for k, v in item["at"].items()}
    if quantity in AUDITED:
        judge_attack(item, at, findings)
        return
    if quantity in WHOLE:
        judge_whole(item, at, findings)
        return
    if item.get("values") or quantity != "calibrate" and item.get("findings"):
        raise NotCovered("values and findings")
    if quantity == "epsilon":
        judge_epsilon(item, at, findings)
    elif quantity == "minimax_prior":
        judge_minimax_prior(item, findings)
    elif quantity == "calibrate":
        judge_calibration(item, at, findings)
    else:
        judge_value(item, at, findings)


def judge(item, seconds):
    """A certificate whose form is right: (verdict, Findings)."""
    findings = Findings()
    try:
        findings.hypotheses, findings.stated = derived_hypotheses(item), item["version"] >= STATES_HYPOTHESES
        with time_limit(seconds):
            judge_anything(item, findings)
        return findings.verdict(), findings
    except NotCovered as error:
        findings.remark, findings.ends = str(error), {}
        return NOT_COVERED, findings
    except Refuted as error:
        findings.remark, findings.ends = str(error), {}
        return REFUTED, findings
    except (TooHard, OutOfTime, ArithmeticError, ValueError, TypeError, KeyError, RecursionError, MemoryError) as error:
        findings.remark = str(error)[:80] or type(error).__name__  # whatever it was, it proves no more
        Profiles.forget()  # it may have ended anywhere
        return REFUTED if findings.verdict() == REFUTED else UNCONFIRMED, findings


# ---- 11. Self-test and command line ------------------------------------------------------------------

def self_test():
    """Exact cases and identities; balls must hold them, and be narrow. Raises AssertionError."""
    LIMIT.deadline = math.inf

    def holds(found, value, bits):
        a, b = found if isinstance(found, tuple) else (low(found), high(found))
        assert a <= value <= b, ("misses", float(a), float(value))
        assert b - a <= (abs(value) or 1) / Fraction(2) ** bits, ("wide", float(b - a))

    for bits in (64, 113, 320):
        with precision(bits):
            known = Fraction(31415926535897932384626433832795028841971, 10 ** 40)
            assert low(pi()) < known + Fraction(1, 10 ** 39) and high(pi()) > known
            assert high(pi()) - low(pi()) < Fraction(1, 2 ** (bits - 7))
            for i in range(1, 40):
                x, y = Fraction(i * i * i, 17), Fraction(i - 20, 3)
                for a in (x, y, -x, y / 10 ** 9):
                    for b in (y, x / 7, Fraction(1, 3)):
                        holds(ball(a) * ball(b), a * b, bits - 6)
                        holds(ball(a) - b, a - b, bits - 30 if a != b else 1)
                        if b:
                            holds(ball(a) / b, a / b, bits - 6)
                holds(exp(log(ball(x))), x, bits - 20)
                holds(exp(ball(x)) * exp(-ball(x)), Fraction(1), bits - 24)
                holds(sqrt(ball(x)) ** 2, x, bits - 8)
                z = exp(IMAGINARY * y)
                holds((z * exp(-IMAGINARY * y)).real(), Fraction(1), bits - 24)
                holds((log(exp(IMAGINARY * (y / 9))) * -IMAGINARY).real() + 1, y / 9 + 1, bits - 26)
            holds(exp(IMAGINARY * pi()).real(), Fraction(-1), bits - 20)
            holds(normal_tail(0), Fraction(1, 2), bits - 4)
            # Both series for the tail meet: at 12 the asymptotic one serves few bits, the other many.
            for x in (Fraction(-3), Fraction(1, 3), Fraction(4), Fraction(12)):
                with precision(bits + 400):
                    sharp = normal_tail(x)
                holds(normal_tail(x), middle(sharp), bits - 14)
    # K of a mixture is 1 at 0 and 1, on the line and on the real axis; DECAY is above the line's values.
    with precision(160):
        m = Mixture(Fraction(1), Fraction(1, 10))
        holds(m.real(Fraction(0), 90.0), Fraction(1), 100)
        holds(m.real(Fraction(1), 90.0), Fraction(1), 100)
        two = Fraction(1, 10) ** 2 * exp(1) + 1 - Fraction(1, 100)  # E w^2 = 1 + p^2 (e^(1/sigma^2) - 1)
        holds(m.real(Fraction(2), 90.0) - two + 1, Fraction(1), 100)
        row = m.line(Fraction(3, 2), Fraction(1, 2), 12, 90.0)
        holds((row[0] - m.real(Fraction(3, 2), 90.0)).real() + 1, Fraction(1), 90)
        for k in (4, 8, 12):
            top = m.decay(Fraction(3, 2), Fraction(k, 2), Fraction(1, 4), 60.0)
            assert all(low(top) ** 2 >= dyadic(v.re * v.re + v.im * v.im, 2 * v.ex) for v in row[k:]), "decay"
    # The line against closed forms: two gaussians, and products that have both.
    for text, t in (("gaussian(sigma=2)^3", Fraction(1, 2)), ("gaussian(sigma=1)", Fraction(3)),
                    ("gaussian(sigma=2) * approximate_dp(epsilon=1,delta=0.01)", Fraction(1))):
        closed, line = Profile(expression(text), "forward"), Profile(expression(text), "forward")
        line.line = Line(line.pair)
        tolerance = Fraction(1, 10 ** 25)
        a, b = closed.at(Point(t=t), tolerance), line.at(Point(t=t), tolerance)
        assert width(meet(a, b)) <= tolerance and width(b) <= 2 * tolerance, text
    # Guarantees are the pairs that attain them.
    for text, same in (("dp(epsilon=1,delta=0.01)", "approximate_dp(epsilon=1,delta=0.01)"), ("gdp(mu=1/2)", "gaussian(sigma=2)"),
                       ("tradeoff(alphas=[0,1/4,1],betas=[1,1/2,0])", "finite(P=[1/4,3/4],Q=[1/2,1/2])"),
                       ("profile(epsilons=[0,1,2],deltas=[1,0.01,0.5])", "dp(epsilon=1,delta=0.01)")):
        a, b = (Profile(expression(one), "forward").at(Point(t=Fraction(1, 3)), Fraction(1, 10 ** 20)) for one in (text, same))
        assert width(meet(a, b)) <= Fraction(1, 10 ** 20), text
    # Promises: at order 2 alone and t = 0 the best test is (x, 1 - x) with (1-x)^2/x + x^2/(1-x) = e^r, that is
    # 1/(x (1-x)) = e^r + 3; and zCDP has the value that two other programs found.
    with precision(160):
        tv = sqrt(1 - 4 / (exp(ball(Fraction(1, 5))) + 3))
    found = Profile(expression("rdp(orders=[2],bounds=[1/5])"), "forward").at(Point(t=Fraction(0)), Fraction(1, 10 ** 20))
    assert width(meet(found, tv)) <= Fraction(1, 10 ** 20)
    found = Profile(expression("zcdp(rho=1/2)"), "forward").at(Point(t=Fraction(3)), Fraction(1, 10 ** 20))
    assert found[0] < Fraction("0.00511961284993596628") < found[1] + Fraction(1, 10 ** 19)
    # B(1/2, 1/2) = pi, and the weight 1 of beta(1,1) changes nothing.
    with precision(160):
        holds(Hyperprior("beta(1/2,1/2)").at(Fraction(1, 2)) * pi() / 2, Fraction(1), 150)
    pairs = [Profile(expression(text), "forward") for text in ("gaussian(sigma=1)", "laplace(b=1)")]
    plain_one, weighted = (divergence(*pairs, Fraction(1, 10 ** 10), weight) for weight in (None, Hyperprior("beta(1,1)")))
    assert width(meet(plain_one, weighted)) <= Fraction(2, 10 ** 10)
    # One bin is a gaussian pair.
    found, t = Bins(Fraction(1, 4), 1).call(Point(t=Fraction(1, 8)), Fraction(1, 10 ** 12)), Fraction(1, 8)
    with precision(160):
        assert width(meet(found, gaussian_call(Fraction(1, 16), exp(t), t))) <= Fraction(1, 10 ** 12)
    # A trade-off value by hand: P = (1/4, 3/4), Q = (1/2, 1/2), f(1/8) = 3/4.
    pair = Profile(expression("finite(P=[1/4,3/4],Q=[1/2,1/2])"), "forward")
    for places, bits in (([19, 20, 21, 22], 39), ([10, 15, 30, 50], 39), ([4, 5, 30, 50], 1), ([1, 2], -1), ([100, 200], -1)):
        f = least(pair, Fraction(1, 8), [Fraction(n, 10) for n in places], Fraction(1, 10 ** 12))
        holds((1 - f[1], 1 - f[0]), Fraction(3, 4), bits)
    # Limits by hand: (1 - U)^n = g of no success; of two scores both order statistics stay below the limits u, v,
    # (1 - u)^2 = 1 - v^2 = g, with the chance v^2 - (v - u)^2.
    g = Fraction(1, 20)
    with precision(160):
        holds(1 - limit_of(1, 0, g, 100), g, 90)
        holds((1 - limit_of(700, 0, g, 100)) ** 700, g, 80)
        holds(at_most(4, 1, Fraction(1, 3)), Fraction(48, 81), 140)
        holds(at_most(400, 100, Fraction(1, 3)) + at_most(400, 299, Fraction(2, 3)), Fraction(1), 120)
        holds(log_factorial(400) - log(ball(math.factorial(400))) + 1, Fraction(1), 120)
        u, v = 1 - sqrt(ball(g)), sqrt(ball(1 - g))
        exact = middle(1 - v * v + (v - u) * (v - u))
        assert exact <= level_of_all(2, g) < exact * Fraction(1000001, 1000000)
        z = normal_quantile_above(normal_tail(Fraction(7, 3)))
        holds(z, Fraction(7, 3), 100)
    # The README's attack, and one whose counts are another.
    words = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)"
    question = {"mechanism": words, "quantity": "audited_epsilon", "direction": "worst"}
    found = attack_enclosure(Attack(question), question, {"delta": Fraction(1, 10 ** 5)}, Fraction(1, 10 ** 20))
    assert found[0] < Fraction(28048072784630020, 10 ** 16) and found[1] > Fraction(28048072784630010, 10 ** 16)
    for wrong in ("trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95)", "trials(tp=1,tp=1)", "trials()", "scores(members=1)",
                  words.replace("140", "0140"), words.replace("0.5", "1.5")):
        try:
            attack(wrong)
        except Refused:
            continue
        assert False, wrong
    for hostile in (b"[" * 10 ** 5, b'{"a":NaN}', b'{"a":1e999999}', b'{"a":1,"a":1}', b"\xff", b'"\\ud800"', b"", b"1" * 10 ** 6):
        try:
            found = certificates_of(read_json(hostile))
        except Refused:
            continue
        assert isinstance(found[0], Refused), "not refused"
    return "self-test passed"


def decimal(x, up, digits=22):
    """x as a decimal, rounded outward."""
    if not x:
        return "0"
    e = math.floor(log_size(x) / math.log(10)) - digits + 1
    scaled = x / Fraction(10) ** e
    return f"{math.ceil(scaled) if up else math.floor(scaled)}e{e}"


def shown(text, most=160):
    """A stranger's text on one line: no control characters, and what is cut off is said."""
    text = "".join(c if c.isprintable() else "?" for c in str(text))
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"


def statement(item):
    """Returns the statement of a certificate, in words; nothing where it is none."""
    texts = ("quantity", "mechanism", "direction", "lower", "upper")
    if not item or not isinstance(item.get("at"), dict) or not all(isinstance(item.get(name), str) for name in texts):
        return ""
    at = ", ".join(f"{k}={v}" for k, v in item["at"].items())
    return shown(item["quantity"]) + (f"({shown(at)})" if at else "") + " of " + shown(item["mechanism"]) + \
        (" from " + shown(item["other"]) if "other" in item else "") + \
        f", {shown(item['direction'])}, in [{shown(item['lower'])}, {shown(item['upper'])}]"


def report(place, item, verdict, findings, as_json):
    """One line. `place`: a file, and where in it, from 1 (None of a file without certificates)."""
    enclosure = findings.enclosure and [decimal(findings.enclosure[0], False), decimal(findings.enclosure[1], True)]
    if as_json:
        asked = {key: item.get(key) for key in ("digest", "quantity", "mechanism", "other", "direction", "at", "lower",
                                                "upper")}
        return json.dumps({"file": place[0], "index": place[1], **asked, "verdict": verdict, "ends": findings.ends, "enclosure": enclosure,
                           **findings.hypotheses, **({"hypotheses_stated": findings.stated} if findings.hypotheses else {}),
                           "remark": findings.remark})
    parts = [f"{place[0]}: {verdict.replace('_', ' ')}", statement(item), ", ".join(f"{k} {v}" for k, v in findings.ends.items()),
             f"found [{enclosure[0]}, {enclosure[1]}]" if enclosure and verdict != CONFIRMED else "",
             "; ".join(shown(hypotheses_text(record)) for record in findings.hypotheses.values()) +
             (" (derived, not stated)" if findings.hypotheses and not findings.stated else ""),
             shown(findings.remark)]
    return ": ".join(part for part in parts if part)


def read_file(name):
    """(certificates, None), or (None, the exception that says why none exist)."""
    try:
        with (sys.stdin.buffer if name == "-" else open(name, "rb")) as file:
            value = read_json(file.read(LIMIT.file + 1))
        found = certificates_of(value)
        alone = not isinstance(value, dict) or value.get("format") != "plumbline-bundle"
        return (None, found[0]) if alone and isinstance(found[0], Exception) else (found, None)
    except (Refused, NotCovered, TooHard) as error:
        return None, error
    except MemoryError:
        return None, NotCovered("the memory does not suffice")
    except FileNotFoundError:
        return None, Refused("there is no such file")
    except (OSError, RecursionError) as error:
        return None, Refused(str(error) or type(error).__name__)
    except Exception as error:  # none that is foreseen
        return None, error


FORMS = {Refused: NOT_A_CERTIFICATE, Refuted: REFUTED, Withdrawn: WITHDRAWN, NotCovered: NOT_COVERED, TooHard: NOT_COVERED,
         Contradiction: CONTRADICTION}


def remarked(error):
    """The verdict of what was raised. An unforeseen error is this program's, and decides nothing about the certificate."""
    findings = Findings()
    if type(error) in FORMS:
        findings.remark = str(error)
        return FORMS[type(error)], findings
    findings.remark = f"an error in this checker, which states nothing about the certificate: {type(error).__name__}: {error}"
    return CONTRADICTION, findings


def verdict_of(item, seconds):
    """(verdict, Findings) of what certificates_of() gives: a verdict of EXIT, whatever happens."""
    if isinstance(item, Exception):
        return remarked(item)
    try:
        verdict, findings = judge(item, seconds)
        if verdict not in EXIT:
            raise AssertionError(f"{verdict!r} is no verdict")
        return verdict, findings
    except Exception as error:
        Profiles.forget()
        return remarked(error)


def checked(task):
    """Verdict and line to print of one certificate."""
    place, item, seconds, as_json = task
    verdict, findings = verdict_of(item, seconds)
    return verdict, report(place, getattr(item, "item", item), verdict, findings, as_json)


def check_files(names, seconds, as_json, jobs):
    """Verdicts and lines in the order of the certificates, so many at a time."""
    tasks, broken = [], []
    for name in names:
        items, why = read_file(name)
        for index, item in enumerate(items or (), 1):
            task = (name, index), item, seconds, as_json
            if isinstance(item, Exception):
                broken.append(checked(task))
            else:
                tasks.append(task)
        if why is not None:
            verdict, findings = remarked(why)
            broken.append((verdict, report((name, None), getattr(why, "item", {}), verdict, findings, as_json)))
    yield from broken
    if jobs < 2 or len(tasks) < 2:
        for task in tasks:  # a StopIteration would end map() as if all were judged
            yield checked(task)
        return
    results = []
    pool = ProcessPoolExecutor(min(jobs, len(tasks)))
    try:
        results += [(task, pool.submit(checked, task)) for task in tasks]
        for task, result in results:
            try:
                yield result.result()
            except BrokenProcessPool:  # the system ended a process
                findings = Findings()
                findings.remark = "a process was ended from outside"
                yield UNCONFIRMED, report(task[0], task[1], UNCONFIRMED, findings, as_json)
    finally:  # what is not asked for any more is not begun
        for _, result in results:
            result.cancel()
        pool.shutdown()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="Exit codes: 0 all proved, 1 something refuted, 2 not a certificate, "
                                     "3 something not decided, not covered or not printed, 4 this program contradicts "
                                     "itself or has an error.")
    parser.add_argument("files", nargs="*", help="certificates and bundles, - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object for each certificate")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    parser.add_argument("--seconds", type=float, default=120, help="processor time for each certificate (120)")
    parser.add_argument("--self-test", action="store_true", help="exact cases; nothing else is trusted before it")
    options = parser.parse_args(arguments)
    if options.self_test:
        print(self_test())
        return 0
    if not options.files:
        parser.error("no file given")
    Profiles.forget()
    seen = set()
    results = check_files(options.files, options.seconds, options.json, options.jobs)
    for verdict, line in results:
        seen.add(verdict)
        try:
            print(line, flush=True)
        except OSError:  # nobody reads on: what was not judged is not decided
            seen.add(UNCONFIRMED)
            results.close()
            discard_output()
            break
    return exit_code(seen)


def discard_output():
    """So that nothing fails once more when the program ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # an output that is no file
        pass


def ended(arguments):
    """The exit code of main(): what it does not foresee, of this program or of the system, is neither 0 nor 1."""
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever letters the terminal has
        code = main(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        discard_output()
        return EXIT[UNCONFIRMED]
    except MemoryError:
        return EXIT[UNCONFIRMED]
    except Exception as error:
        print(f"plumbline_check: an error in this checker, which states nothing about the files: {type(error).__name__}: {error}",
              file=sys.stderr)
        return EXIT[CONTRADICTION]


def limit_memory():
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (LIMIT.memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, ValueError, OSError):  # not available on this system: LIMIT's sizes remain
        pass


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    limit_memory()
    sys.exit(ended(sys.argv[1:]))
