"""Formats exact numbers as decimals of a fixed length, rounded up or down."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from .errors import BadInput

_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>^]))?(?P<sign>[-+ ])?(?P<width>[1-9]\d*)?(?P<comma>,(?=.*[f%]))?"
    r"(?:\.(?P<places>\d+))?(?P<kind>[efg%])?"
)


def outward(x: Fraction | float, places: int, *, up: bool) -> str:
    """Returns a number rounded up or down to `places` decimal places, which may be negative.

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


@dataclass(frozen=True)
class Layout:
    """A format specification of floats: fill, alignment, sign, width, comma, places and kind."""

    fill: str
    align: str
    sign: str
    width: int
    comma: bool
    places: int
    kind: str

    @staticmethod
    def of(spec: str) -> Layout:
        """Parses a format specification. Raises BadInput."""
        match = _SPEC.fullmatch(spec)
        if match is None or (not match["kind"] and (match["places"] or not match["width"])):
            raise BadInput(
                "a format of an enclosure is .4f, .3e, .6g or .1%, with a width or a sign before it as floats have "
                f"them, after u or l for one end; not {spec!r}"
            )
        return Layout(match["fill"] or " ", match["align"] or ">", match["sign"] or "-", int(match["width"] or 0),
                      bool(match["comma"]), int(match["places"] or 6), match["kind"] or "")

    @property
    def plain(self) -> bool:
        """True if the format leaves the digits unchanged."""
        return not self.kind

    def padded(self, text: str) -> str:
        return format(text, f"{self.fill}{self.align}{self.width}") if self.width else text

    def number(self, x: Fraction | float, *, up: bool) -> str:
        """Returns the number rounded up or down, without padding."""
        text = self._digits(x, up=up)
        if self.comma and not isinstance(x, float):
            whole, point, rest = text.lstrip("-").partition(".")
            text = ("-" if text.startswith("-") else "") + f"{int(whole):,}" + point + rest
        return text if self.sign == "-" or text.startswith("-") else self.sign + text

    def _digits(self, x: Fraction | float, *, up: bool) -> str:
        if isinstance(x, float):
            return str(x)  # infinite
        if self.kind == "%":
            return outward(100 * x, self.places, up=up) + "%"
        if self.kind == "f":
            return outward(x, self.places, up=up)
        digits = max(1, self.places) if self.kind == "g" else self.places + 1
        context = Context(prec=digits, rounding=ROUND_CEILING if up else ROUND_FLOOR)
        rounded = context.divide(Decimal(x.numerator), Decimal(x.denominator))
        return f"{rounded:.{self.places}e}" if self.kind == "e" else f"{rounded.normalize(context):g}"
