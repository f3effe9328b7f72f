"""Formats numbers. Certified ends are decimal strings, which are rounded outward exactly by integer arithmetic.
Doubles are only used for sizes of errors, times and positions in plots.
"""

import math
import re
from fractions import Fraction

_DECIMAL = re.compile(r"([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?")


def rational_or_none(text: str) -> Fraction | None:
    """Returns the exact number of a decimal or fraction; None for very large exponents and other texts."""
    try:
        if "e" in text and abs(int(text.split("e")[1])) > 100000:
            return None
        return Fraction(text)
    except (ValueError, ZeroDivisionError, AttributeError):
        return None


def number(text: str) -> float:
    """Converts a decimal string to a double, only for plots and sums; nan if it is not a number."""
    if text in ("inf", "-inf"):
        return float(text)
    exact = rational_or_none(text)
    if exact is None:
        return math.nan
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def _positional(negative: bool, digits: str, exponent: int) -> str:
    """Formats d.ddd times a power of ten as a plain number if that is readable, otherwise as 1.2e-11."""
    count = len(digits)
    if 0 <= exponent < max(count, 7):
        digits += "0" * (exponent + 1 - count)
        out = digits[:exponent + 1] + ("." + digits[exponent + 1:] if exponent + 1 < count else "")
    elif -5 <= exponent < 0:
        out = "0." + "0" * (-exponent - 1) + digits
    else:
        out = digits[0] + ("." + digits[1:] if count > 1 else "") + f"e{exponent}"
    return "-" + out if negative else out


def rounded(text: str, digits: int, up: bool) -> str:
    """Rounds a decimal to `digits` digits, down, or up if `up`. The text is unchanged if it has no more digits, or is
    not a number.
    """
    parts = _DECIMAL.fullmatch(text)
    if parts is None:
        return text
    negative, fraction = parts[1] == "-", parts[3] or ""
    whole = (parts[2] + fraction).lstrip("0")
    if len(whole) <= digits:
        return text
    # The magnitude is 0.whole times ten to this power.
    power = int(parts[4] or 0) - len(fraction) + len(whole)
    kept, rest = whole[:digits], whole[digits:]
    if up != negative and rest.strip("0"):  # away from zero
        kept = str(int(kept) + 1)
        if len(kept) > digits:
            kept, power = kept[:digits], power + 1
    return _positional(negative, kept, power - 1)


def interval(lower: str, upper: str, digits: int = 12) -> str:
    """Formats an enclosure with approximately `digits` digits, rounded outward, with common digits once:
    0.1476829078527[33, 34].
    """
    low, high = rounded(lower, digits, False), rounded(upper, digits, True)
    if low == high:
        return low
    both = f"[{low}, {high}]"
    (a, _, exponent), (b, _, other) = low.partition("e"), high.partition("e")
    if exponent != other or len(a) != len(b):
        return both
    common = next(i for i in range(len(a)) if a[i] != b[i])
    if common < 3 or "." in a[common:]:
        return both
    return f"{a[:common]}[{a[common:]}, {b[common:]}]" + (f"e{exponent}" if exponent else "")


def short_number(x: float) -> str:
    """Formats a number with two significant digits; "-" for nan."""
    return "-" if math.isnan(x) else f"{x:.2g}"


def error_text(x: float) -> str:
    """Formats a ratio as a percentage if it is small, otherwise as a factor."""
    if math.isinf(x):
        return "no known factor"
    if x == 0:
        return "0"
    if x < 1e-4:
        return f"{x:.1e}"
    if x < 0.1:
        return f"{100 * x:.2g} %"
    if x < 10:
        return f"{100 * x:.0f} %"
    return f"{x:.0f} times" if x < 1000 else f"{x:.1e} times"


def short_seconds(x: float) -> str:
    if x < 1e-3:
        return f"{1e3 * x:.2g} ms"
    return f"{1e3 * x:.0f} ms" if x < 1 else f"{x:.2f} s"


def median(values: list[float]) -> float:
    """Returns the median; nan without values."""
    ordered = sorted(values)
    half = len(ordered) // 2
    if not ordered:
        return math.nan
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
