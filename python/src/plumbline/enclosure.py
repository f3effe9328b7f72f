"""Certified values in Python: enclosures of real numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, SupportsIndex

from .decimals import Layout, outward
from .errors import BadInput, Uncertain
from .numbers import Number, decimal_of, exact, exact_text

_INFINITE = {"inf": math.inf, "-inf": -math.inf}


def _end(text: str) -> Fraction | float:
    return _INFINITE[text] if text in _INFINITE else Fraction(text)


def _outward(text: str, up: bool) -> float:
    """Returns the decimal rounded up or down to a double."""
    if text in _INFINITE:
        return _INFINITE[text]
    number = Fraction(text)
    try:
        nearest = float(number)
    except OverflowError:
        nearest = math.inf if number > 0 else -math.inf
    if math.isinf(nearest):
        beyond = (nearest > 0) == up
        return nearest if beyond else math.nextafter(nearest, 0.0)
    if up and Fraction(nearest) < number:
        return math.nextafter(nearest, math.inf)
    if not up and Fraction(nearest) > number:
        return math.nextafter(nearest, -math.inf)
    return nearest


def _text_of(end: object) -> str:
    """Returns an end as an exact text. Raises BadInput."""
    if isinstance(end, str):
        _end_of(end)
        return end
    if isinstance(end, float) and math.isinf(end):
        return "inf" if end > 0 else "-inf"
    text = exact_text(end)  # raises BadInput if it is not a number
    number = exact(end)
    return decimal_of(number) or (text if "/" in text else str(number))


def _end_of(text: str) -> Fraction | float:
    try:
        return _end(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"an end of an enclosure is a decimal, a fraction, inf or -inf, not {text!r}") from None


def _kept_no_certificate() -> str:
    raise BadInput(
        "this enclosure was unpickled, or copied from another process, and its certificate was not: ask for "
        ".certificate before, or ask the mechanism again"
    )


class Enclosure:
    """A number that is certainly in [lower, upper], also if the interval is wide.

    A comparison is True only if it holds for all numbers of the intervals, so that both ``a < b`` and ``a >= b`` may
    be False:

    >>> a, b = Enclosure("0.1", "0.2"), Enclosure("0.15", "0.3")
    >>> a < b, a >= b, a < 0.25, a.overlaps(b), 0.125 in a
    (False, False, True, True, True)

    Attributes:
        hypotheses: The hypotheses under which an answer is a statement about the mechanism: ``relation``, ``group``,
            ``dominates``, ``attained``, ``public``, ``proof``. None for numbers that were computed from other
            numbers.
        other_hypotheses: The hypotheses of the second mechanism; None without one.
    """

    __slots__ = ("_lower", "_upper", "digits", "reached", "engine", "findings", "values", "hypotheses", "other_hypotheses",
                 "_certify")

    _lower: str
    _upper: str
    _certify: Callable[[], str] | None
    digits: str
    reached: bool
    engine: str
    findings: dict[str, str]
    values: dict[str, Enclosure]
    hypotheses: dict[str, Any] | None
    other_hypotheses: dict[str, Any] | None

    def __init__(
        self,
        lower: Number,
        upper: Number,
        *,
        digits: str = "",
        reached: bool = True,
        engine: str = "",
        findings: dict[str, str] | None = None,
        values: dict[str, Enclosure] | None = None,
        hypotheses: dict[str, Any] | None = None,
        other_hypotheses: dict[str, Any] | None = None,
        _certify: Callable[[], str] | None = None,
    ) -> None:
        low, high = (lower, upper) if _certify is not None else (_text_of(lower), _text_of(upper))
        if _certify is None and _end(str(low)) > _end(str(high)):  # created by the user
            raise BadInput(f"the lower end comes first: {low} is above {high}")
        set_ = object.__setattr__
        set_(self, "_lower", low)
        set_(self, "_upper", high)
        set_(self, "digits", digits)
        set_(self, "reached", reached)
        set_(self, "engine", engine)
        set_(self, "findings", dict(findings or {}))
        set_(self, "values", dict(values or {}))
        set_(self, "hypotheses", hypotheses)
        set_(self, "other_hypotheses", other_hypotheses)
        set_(self, "_certify", _certify)

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"an Enclosure does not change; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Enclosure does not change; {name} cannot be deleted")

    # ---- ends

    @property
    def lower(self) -> Fraction | float:
        """The exact lower end; -inf or inf if it is infinite."""
        return _end(self._lower)

    @property
    def upper(self) -> Fraction | float:
        """The exact upper end; -inf or inf if it is infinite."""
        return _end(self._upper)

    @property
    def lower_text(self) -> str:
        """The lower end as a decimal, exactly."""
        return self._lower

    @property
    def upper_text(self) -> str:
        """The upper end as a decimal, exactly."""
        return self._upper

    @property
    def lower_float(self) -> float:
        """The largest double that is not above the lower end."""
        return _outward(self._lower, up=False)

    @property
    def upper_float(self) -> float:
        """The smallest double that is not below the upper end."""
        return _outward(self._upper, up=True)

    @property
    def certificate(self) -> str:
        """The certificate as JSON, for `plumbline check` and `audit`. It is created on request."""
        if self._certify is None:
            raise BadInput(
                "this enclosure has no certificate: it was made of numbers, was rounded, or is an answer of a command "
                "(pl.command, pl.judge); ask a mechanism for one"
            )
        return str(self._certify())

    def with_certificate(self, certify: Callable[[], str]) -> Enclosure:
        """Returns an equal enclosure whose certificate `certify` creates on request.

        Args:
            certify: A function that returns the certificate as JSON.

        Returns:
            An `Enclosure` of the same numbers.

        Source:
            docs/certificates.md of the project.
        """
        return Enclosure(
            self._lower, self._upper, digits=self.digits, reached=self.reached, engine=self.engine,
            findings=self.findings, values=self.values, hypotheses=self.hypotheses,
            other_hypotheses=self.other_hypotheses, _certify=certify,
        )

    def is_exact(self) -> bool:
        """Returns True if both ends are equal.

        Returns:
            True if the enclosure contains exactly one number.

        Source:
            docs/numbers.md of the project.
        """
        return self._lower == self._upper or self.lower == self.upper

    # ---- certain relations

    def _ends(self, other: object) -> tuple[Fraction | float, Fraction | float] | None:
        if isinstance(other, Enclosure):
            return other.lower, other.upper
        try:
            if isinstance(other, str):
                return (_INFINITE[other],) * 2 if other in _INFINITE else (exact(other),) * 2
            if isinstance(other, float) and math.isinf(other):
                return other, other
            x = exact(other)
        except (TypeError, ValueError, OverflowError):
            return None
        return x, x

    def __lt__(self, other: object) -> bool:
        ends = self._ends(other)
        return NotImplemented if ends is None else self.upper < ends[0]

    def __le__(self, other: object) -> bool:
        ends = self._ends(other)
        return NotImplemented if ends is None else self.upper <= ends[0]

    def __gt__(self, other: object) -> bool:
        ends = self._ends(other)
        return NotImplemented if ends is None else self.lower > ends[1]

    def __ge__(self, other: object) -> bool:
        ends = self._ends(other)
        return NotImplemented if ends is None else self.lower >= ends[1]

    def __eq__(self, other: object) -> bool:
        """Returns True if both ends of the two enclosures are equal. `certainly_equal` and `certainly_different`
        compare the enclosed numbers.

        >>> a = Enclosure("0.1", "0.2")
        >>> a == Enclosure("0.10", "1/5"), a != Enclosure("0.1", "0.3"), a == 0.15
        (True, True, False)
        """
        ends = None if isinstance(other, str) else self._ends(other)
        if ends is None:
            return NotImplemented
        return (self.lower, self.upper) == ends

    def __hash__(self) -> int:
        return hash(self.lower) if self.is_exact() else hash((self.lower, self.upper))

    def certainly_equal(self, other: object) -> bool:
        """Returns True if the two numbers are certainly equal: all ends are one number.

        Args:
            other: A number, the text of a number, or an `Enclosure`.

        Returns:
            True if both enclosures consist of the same single number.

        Raises:
            TypeError: `other` is not a number.

        Source:
            docs/numbers.md of the project.

        >>> a = Enclosure("0.1", "0.2")
        >>> a.certainly_equal(a), Enclosure("0.5", "0.5").certainly_equal("1/2")
        (False, True)
        """
        ends = self._ends(other)
        if ends is None:
            raise TypeError(f"{other!r} is no number")
        return self.lower == self.upper == ends[0] == ends[1]

    def certainly_different(self, other: object) -> bool:
        """Returns True if the two numbers certainly differ: the intervals are disjoint.

        Args:
            other: A number, the text of a number, or an `Enclosure`.

        Returns:
            True if the intervals are disjoint.

        Raises:
            TypeError: `other` is not a number.

        Source:
            docs/numbers.md of the project.

        >>> Enclosure("0.1", "0.2").certainly_different("0.3")
        True
        """
        return not self.overlaps(other)

    def __contains__(self, other: object) -> bool:
        ends = self._ends(other)
        if ends is None:
            raise TypeError(f"{other!r} is no number")
        return self.lower <= ends[0] and ends[1] <= self.upper

    def overlaps(self, other: object) -> bool:
        """Returns True if the two intervals overlap.

        Args:
            other: A number, the text of a number, or an `Enclosure`.

        Returns:
            True if the intersection is not empty.

        Raises:
            TypeError: `other` is not a number.

        Source:
            docs/numbers.md of the project.
        """
        ends = self._ends(other)
        if ends is None:
            raise TypeError(f"{other!r} is no number")
        return self.lower <= ends[1] and ends[0] <= self.upper

    def __bool__(self) -> bool:
        if self > 0 or self < 0:
            return True
        if self == 0:
            return False
        raise Uncertain(
            f"it is not certain whether {self} is 0; write a comparison: `x > 0` is true only if it is certain"
        )

    def __float__(self) -> float:
        if self.is_exact() and self.lower_float == self.upper_float:
            return self.lower_float
        raise Uncertain(
            f"{self} is not one double; take .upper_float (or .lower_float), on the side that is safe"
        )

    def _no_arithmetic(self, *_: object) -> Any:
        raise TypeError(
            "an enclosure is not computed with: take .upper or .lower, which are exact fractions, on the side that "
            "is safe, or .to_iv() or .to_arb(), which are intervals of mpmath and of python-flint"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _no_arithmetic
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __neg__ = __abs__ = _no_arithmetic

    def __round__(self, places: SupportsIndex | None = 0) -> Enclosure:
        """Returns the enclosure with both ends rounded outward to decimal places.

        >>> round(Enclosure("2.43771", "2.43772"), 3)
        Enclosure('2.437', '2.438')
        """
        n = 0 if places is None else operator.index(places)
        return Enclosure(
            outward(self.lower, n, up=False), outward(self.upper, n, up=True),
            reached=self.reached, engine=self.engine,
        )

    def __copy__(self) -> Enclosure:
        return self

    def __deepcopy__(self, _memo: object) -> Enclosure:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the enclosure without its certificate; read `.certificate` first if it is needed."""
        words = (
            self.digits, self.reached, self.engine, self.findings, self.values, self._certify is not None,
            self.hypotheses, self.other_hypotheses,
        )
        return _restored, (self._lower, self._upper, *words)

    # ---- formatting

    def __format__(self, spec: str) -> str:
        """Returns the enclosure as text, with both ends rounded outward. The specification is that of floats: `.4f`,
        `.3e`, `.6g` or `.1%`, with fill, alignment, sign, width and `,`. A leading `u` selects the upper end, rounded
        up; a leading `l` selects the lower end, rounded down.

        >>> epsilon = Enclosure("2.43771", "2.43772")
        >>> f"{epsilon:.3f}", f"at most {epsilon:u.2f}", f"at least {epsilon:l.2f}"
        ('[2.437, 2.438]', 'at most 2.44', 'at least 2.43')
        >>> f"{epsilon:u>8.2f}|{epsilon:<16.2f}|{Enclosure('0.01', '0.02'):u.1%}"
        '    2.44|[2.43, 2.44]    |2.0%'
        """
        if not spec:
            return str(self)
        side, rest = (spec[0], spec[1:]) if spec[0] in "ul" else ("", spec)
        layout = Layout.of(rest)
        if layout.plain:  # only a width
            return layout.padded(self._upper if side == "u" else self._lower if side == "l" else str(self))
        low = layout.number(self.lower, up=False)
        high = layout.number(self.upper, up=True)
        if side:
            return layout.padded(high if side == "u" else low)
        return layout.padded(low if low == high else f"[{low}, {high}]")

    def __repr__(self) -> str:
        more = f", digits={self.digits!r}" if self.digits else ""
        more += "" if self.reached else ", reached=False"
        more += f", engine={self.engine!r}" if self.engine else ""
        more += f", findings={self.findings!r}" if self.findings else ""
        more += f", values={self.values!r}" if self.values else ""
        return f"Enclosure({self._lower!r}, {self._upper!r}{more})"

    def __str__(self) -> str:
        return self._lower if self._lower == self._upper else f"[{self._lower}, {self._upper}]"

    def _repr_html_(self) -> str:
        note = "" if self.reached else " <small>(fewer digits than asked)</small>"
        common, low, high = _common_start(self._lower, self._upper)
        if not low and not high:
            return f"<code>{common}</code>{note}"
        ends = f"<sub>{low}</sub><sup>{high}</sup>" if common else f"[{low}, {high}]"
        return f"<code>{common}</code>{ends}{note}"

    # ---- other libraries

    def to_dict(self) -> dict[str, Any]:
        """Returns the enclosure for `json.dumps`. The ends are exact texts; the certificate is only in
        `.certificate`.

        Returns:
            A dictionary of `lower`, `upper`, `digits`, `reached`, `engine` and, if present, `findings` and `values`.

        Source:
            docs/schemas/README.md of the project.

        >>> Enclosure("0.1", "0.2").to_dict()
        {'lower': '0.1', 'upper': '0.2', 'digits': '', 'reached': True, 'engine': ''}
        """
        out: dict[str, Any] = {
            "lower": self._lower, "upper": self._upper, "digits": self.digits,
            "reached": self.reached, "engine": self.engine,
        }
        if self.findings:
            out["findings"] = dict(self.findings)
        if self.values:
            out["values"] = {name: value.to_dict() for name, value in self.values.items()}
        return out

    def to_iv(self) -> Any:
        """Returns an interval of mpmath, rounded outward to its current precision.

        Returns:
            An interval of mpmath that contains the enclosure.

        Raises:
            ImportError: mpmath is not installed.

        Source:
            docs/numbers.md of the project.
        """
        try:
            import mpmath  # noqa: PLC0415
        except ImportError as error:
            raise ImportError("to_iv needs the package mpmath: pip install mpmath") from error

        iv: Any = mpmath.iv
        mp: Any = mpmath.mp
        if math.inf in (abs(self.lower), abs(self.upper)):
            return iv.mpf([mp.mpf(self.lower_float), mp.mpf(self.upper_float)])
        low, high = exact(self.lower), exact(self.upper)
        ends = [iv.mpf(q.numerator) / iv.mpf(q.denominator) for q in (low, high)]
        return iv.mpf([ends[0].a, ends[1].b])

    def to_arb(self) -> Any:
        """Returns a ball of python-flint that contains the enclosure, at the current precision.

        Returns:
            A ball of python-flint that contains the enclosure.

        Raises:
            ImportError: python-flint is not installed.

        Source:
            docs/numbers.md of the project.
        """
        try:
            from flint import arb, fmpq  # noqa: PLC0415
        except ImportError as error:
            raise ImportError("to_arb needs the package python-flint: pip install python-flint") from error

        if math.inf in (abs(self.lower), abs(self.upper)):
            return arb("inf") if self.lower == math.inf else arb("nan")
        low, high = exact(self.lower), exact(self.upper)
        a = arb(fmpq(low.numerator, low.denominator))
        return a.union(arb(fmpq(high.numerator, high.denominator)))


def _restored(
    lower: str,
    upper: str,
    digits: str,
    reached: bool,
    engine: str,
    findings: dict[str, str],
    values: dict[str, Enclosure],
    had_certificate: bool = False,
    hypotheses: dict[str, Any] | None = None,
    other_hypotheses: dict[str, Any] | None = None,
) -> Enclosure:
    return Enclosure(
        lower, upper, digits=digits, reached=reached, engine=engine, findings=findings, values=values,
        hypotheses=hypotheses, other_hypotheses=other_hypotheses,
        _certify=_kept_no_certificate if had_certificate else None,
    )


def _common_start(lower: str, upper: str) -> tuple[str, str, str]:
    """Returns the common prefix of two decimals (empty if the exponents differ), and the rest of each."""
    low, e, low_tail = lower.partition("e")
    high, _, high_tail = upper.partition("e")
    if low_tail != high_tail:
        return "", lower, upper
    n = 0
    while n < min(len(low), len(high)) and low[n] == high[n]:
        n += 1
    tail = e + low_tail
    return (low + tail, "", "") if low == high else (low[:n], low[n:] + tail, high[n:] + tail)
