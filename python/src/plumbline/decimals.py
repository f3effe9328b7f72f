"""Exact numbers as decimals of a given length, rounded to a given side."""

from __future__ import annotations

import math
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from .errors import BadInput

_SPEC = re.compile(r"(?:\.(\d+))?([efg])")


def outward(x: Fraction | float, places: int, *, up: bool) -> str:
    """With so many decimal places, rounded up or down; places may be negative.

    >>> outward(Fraction(1, 3), 3, up=True), outward(Fraction(-1, 3), 3, up=True)
    ('0.334', '-0.333')
    """
    if isinstance(x, float):
        return str(x)  # infinite
    scale = Fraction(10) ** places
    whole = math.ceil(x * scale) if up else math.floor(x * scale)
    if places <= 0:
        return str(whole * 10**-places)
    sign, digits = "-" if whole < 0 else "", str(abs(whole)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def formatted(x: Fraction | float, spec: str, *, up: bool) -> str:
    """As format(float, spec), but rounded up or down. Raises BadInput on other specs than .4f, .3e, .6g."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise BadInput(f"a format of an enclosure is .4f, .3e or .6g, after u or l for one end, not {spec!r}")
    places, kind = int(match[1] or 6), match[2]
    if isinstance(x, float):
        return str(x)  # infinite
    if kind == "f":
        return outward(x, places, up=up)
    digits = max(1, places) if kind == "g" else places + 1
    context = Context(prec=digits, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    rounded = context.divide(Decimal(x.numerator), Decimal(x.denominator))
    return f"{rounded:.{places}e}" if kind == "e" else f"{rounded.normalize(context):g}"
