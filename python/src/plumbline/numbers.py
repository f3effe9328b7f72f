"""Numbers on their way in: each means exactly what it says."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeAlias

from .errors import BadInput

Number: TypeAlias = int | float | str | Fraction | Decimal


def exact_text(x: object) -> str:
    """The number as the library reads it: a float as exactly that double, a string as written.

    >>> exact_text(0.1), exact_text("0.1"), exact_text(Fraction(1, 3))
    ('0x1.999999999999ap-4', '0.1', '1/3')
    """
    if isinstance(x, str):
        return x
    if type(x) is int:
        return str(x)  # the usual case, at little cost
    if isinstance(x, bool):
        raise BadInput(f"{x} is no number")
    if isinstance(x, Integral):
        return str(int(x))
    if isinstance(x, Decimal):
        if not x.is_finite():
            raise BadInput(f"{x} is no finite number")
        return str(x)
    if isinstance(x, Rational):
        return f"{x.numerator}/{x.denominator}"
    if isinstance(x, Real):
        value = float(x)
        if not math.isfinite(value):
            raise BadInput(f"{value} is no finite number")
        return value.hex()
    raise BadInput(f"{x!r} is no number; give an int, float, Fraction, Decimal or text")


def exact(x: object) -> Fraction:
    """The number itself, as far as Python reads it."""
    if isinstance(x, str):
        head, _, tail = x.strip().partition("/")
        return Fraction(head) / Fraction(tail) if tail else Fraction(head)
    if isinstance(x, float):
        return Fraction(x)
    if isinstance(x, (int, Fraction, Decimal)):
        return Fraction(x)
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    if isinstance(x, Real):
        return Fraction(float(x))
    raise TypeError(f"{x!r} is no number")
