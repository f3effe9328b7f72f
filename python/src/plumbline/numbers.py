"""Converts input numbers to exact texts."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeAlias

from .errors import BadInput, WrongType

Number: TypeAlias = int | float | str | Fraction | Decimal


def _no_number(x: object) -> WrongType:
    kind = type(x).__name__
    if x is None:
        return WrongType("a number is missing: None")
    if isinstance(x, (list, tuple, set, frozenset, dict, range)) or getattr(x, "shape", ()) != ():
        return WrongType(f"one number is wanted here, not several (a {kind})")
    if hasattr(x, "lower_text"):
        return WrongType(f"{x} is an enclosure, no one number; take its .upper or .lower, on the side that is safe")
    if isinstance(x, (bool, complex)):
        return WrongType(f"{x!r} is no number; give an int, float, Fraction, Decimal or text")
    return WrongType(f"a {kind} is no number; give an int, float, Fraction, Decimal or text")


def exact_text(x: object, name: str = "") -> str:
    """Returns the number as text for the library: a float as exactly that double, a string unchanged. Raises
    BadInput, with the name of the argument if the caller states it.

    >>> exact_text(0.1), exact_text("0.1"), exact_text(Fraction(1, 3))
    ('0x1.999999999999ap-4', '0.1', '1/3')
    """
    if isinstance(x, str):
        return x
    if type(x) is int:
        return str(x)  # the common case
    try:
        return _other_text(x)
    except BadInput as error:
        if not name:
            raise
        raise type(error)(f"{name}: {error}") from None


def _other_text(x: object) -> str:
    if isinstance(x, bool):
        raise _no_number(x)
    if isinstance(x, Integral):
        return str(int(x))
    if isinstance(x, Decimal):
        if not x.is_finite():
            raise BadInput(f"{x} is no finite number")
        return str(x)
    if isinstance(x, Rational):
        return str(x.numerator) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"
    if isinstance(x, Real):
        value = float(x)
        if not math.isfinite(value):
            raise BadInput(f"{value} is no finite number")
        # floats of NumPy with more bits than a double
        if not isinstance(x, float) and hasattr(x, "as_integer_ratio"):
            n, d = x.as_integer_ratio()
            if Fraction(n, d) != Fraction(value):
                return f"{n}/{d}"
        return value.hex()
    raise _no_number(x)


def is_float(x: object) -> bool:
    """Returns True for a double, or for another binary float that converts to a double."""
    return isinstance(x, Real) and not isinstance(x, Rational)


def decimal_of(x: Fraction) -> str | None:
    """Returns the decimal of a number with finitely many digits; None for other numbers.

    >>> decimal_of(Fraction(0.1)), decimal_of(Fraction(1, 3))
    ('0.1000000000000000055511151231257827021181583404541015625', None)
    """
    rest, places = x.denominator, 0
    for prime in (2, 5):
        n = 0
        while rest % prime == 0:
            rest, n = rest // prime, n + 1
        places = max(places, n)
    if rest != 1:
        return None
    sign, digits = "-" if x < 0 else "", str(abs(x.numerator) * 10**places // x.denominator)
    digits = digits.rjust(places + 1, "0")
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


_SHORT = 25  # maximum length of a decimal that is shown completely


def shown(x: object) -> str:
    """Returns a number as a run or a mechanism shows it. A double with a long decimal is abbreviated;
    `doubles_explained` explains the abbreviation.

    >>> shown(1.1), shown(0.5), shown("1.1")
    ('1.1', '0.5', '1.1')
    """
    if not is_float(x):
        return str(x)
    value = float(x)  # type: ignore[arg-type]
    whole = decimal_of(Fraction(value))
    return whole.removesuffix(".0") if whole is not None and len(whole) <= _SHORT else repr(value)


def doubles_explained(numbers: list[object]) -> str:
    """Returns a sentence that explains the abbreviated doubles among the numbers; an empty text without any.

    >>> doubles_explained([1.1, "0.3", 0.5])
    '1.1 stands for the double closest to it; give text, "1.1", to mean the decimal'
    """
    short = [shown(x) for x in numbers if is_float(x) and Fraction(shown(x)) != Fraction(float(x))]  # type: ignore[arg-type]
    if not short:
        return ""
    names = ", ".join(dict.fromkeys(short))
    what = "stands for the double" if len(set(short)) == 1 else "stand for the doubles"
    them = "it" if len(set(short)) == 1 else "them"
    return f'{names} {what} closest to {them}; give text, "{short[0]}", to mean the decimal'


_HEX = re.compile(r"-?0x[0-9a-f](?:\.[0-9a-f]+)?p[+-]?\d+")
_LONG = re.compile(r"-?\d{6,}/\d{6,}|-?\d+\.\d{18,}(?:e-?\d+)?")


def _short_double(match: re.Match[str]) -> str:
    """Returns the shortest decimal that rounds to the double, if the matched number is exactly a double."""
    text = match[0]
    if text.startswith(("0x", "-0x")):
        return repr(float.fromhex(text))
    number = Fraction(text)
    near = float(number)
    return repr(near) if math.isfinite(near) and Fraction(near) == number else text


def as_typed(expression: str) -> str:
    """Returns an expression or a number with short decimals for doubles: 0.1 instead of 0x1.999999999999ap-4 or its
    long fraction.

    >>> as_typed("gaussian(sigma=0x1.999999999999ap-4)")
    'gaussian(sigma=0.1)'
    """
    return _LONG.sub(_short_double, _HEX.sub(_short_double, expression))


def exact(x: object) -> Fraction:
    """Returns the exact number. Accepts numbers, the texts that Fraction() parses, and quotients of such texts."""
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
