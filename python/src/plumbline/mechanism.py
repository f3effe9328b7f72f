"""Compositions of mechanisms, and what is asked of them."""

from __future__ import annotations

import difflib
import math
import operator
import re
import threading
from collections.abc import Mapping
from fractions import Fraction  # noqa: F401 (the doctest of calibrate)
from functools import lru_cache
from typing import Any, SupportsIndex, Unpack, overload

from . import _native
from ._declarations import ffi
from ._native import lib
from .arguments import Array, Scalar, is_array, numbers_of, scalar
from .command import command
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, WrongType
from .how import How, shows_options, suggests_names
from .numbers import Number, as_typed, exact, exact_text
from .questions import Questions


def parameter(value: object, name: str) -> str:
    """As expressions have it: a number, a list of numbers, or a mechanism in a mechanism."""
    if isinstance(value, Mechanism):
        return value.expression
    if is_array(value):
        return "[" + ",".join(exact_text(scalar(x), name) for x in numbers_of(value)[0]) + "]"
    return exact_text(scalar(value), name)


def expression_of(mechanism: object, name: str = "mechanism") -> str:
    """Of a mechanism, a run, or an expression as text. Raises BadInput."""
    if isinstance(mechanism, str):
        return mechanism
    expression = getattr(mechanism, "expression", None)
    if isinstance(expression, str):
        return expression
    raise WrongType(
        f"{name}: a mechanism is wanted, or an expression such as 'gaussian(sigma=1)', not {type(mechanism).__name__}"
    )


def rates_of_target(tpr: Number | None, fpr: Number | None) -> tuple[Number, Number]:
    """alpha and beta of the target. Raises BadInput."""
    if tpr is None or fpr is None:
        raise BadInput("a target needs tpr and fpr together")
    for name, x in (("tpr", tpr), ("fpr", fpr)):
        exact_text(x, name)
    try:
        high, low = exact(tpr), exact(fpr)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"tpr and fpr: not numbers: {tpr!r} and {fpr!r} (write decimals or fractions)") from None
    if not low < high < 1:
        raise BadInput(f"tpr must be in (fpr, 1): an attack that guesses has tpr = fpr, got {tpr} at fpr = {fpr}")
    return fpr, 1 - high


def _near_quantity(error: BadInput, quantity: str) -> BadInput:
    """An unknown quantity is answered with the nearest."""
    match = re.fullmatch(r"(?:quantity: )?unknown quantity '.*?'; known: (.*)", str(error))
    if match is None:
        return error
    near = difflib.get_close_matches(quantity, [*match[1].split(", "), "tpr"], n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else f"; known: {match[1]}"
    return BadInput(f"unknown quantity {quantity!r}{hint}")


def _one_by_one(expression: str) -> str:
    """The same as calls, where doubles would be long fractions: Mechanism('gaussian', sigma=0.1) ** 10."""
    calls = []
    for factor in _factors(expression):
        match = re.fullmatch(r"(\w+)\(([^()\[\]]*)\)(?:\^(.+))?", factor)
        if match is None or "e" in (match[3] or ""):
            return f"Mechanism({expression!r})"
        words = [word.partition("=") for word in match[2].split(",") if word]
        texts = [f"{name}={as_typed(text) if as_typed(text) != text else repr(text)}" for name, _, text in words]
        calls.append(f"Mechanism({', '.join([repr(match[1]), *texts])})" + (f" ** {match[3]}" if match[3] else ""))
    return " * ".join(calls)


def _factors(expression: str) -> list[str]:
    """The factors of a product, which stand outside of parentheses and brackets."""
    out, depth, start = [], 0, 0
    for i, c in enumerate(expression):
        depth += (c in "([") - (c in ")]")
        if c == "*" and depth == 0:
            out.append(expression[start:i].strip())
            start = i + 1
    out.append(expression[start:].strip())
    return out


def _raised(factor: str, n: int) -> str:
    match = re.fullmatch(r"(.*\))\s*\^\s*(.+)", factor)
    base, count = (match[1], match[2]) if match else (factor, "1")
    return f"{base}^{n}" if count == "1" else f"{base}^{int(count) * n}"


class _Turn:
    """One question at a time. A progress callback cannot ask the mechanism whose work it watches."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._asking = False

    def __enter__(self) -> None:
        self._lock.acquire()
        if self._asking:
            self._lock.release()
            raise BadInput("a progress callback cannot ask the mechanism whose work it watches")
        self._asking = True

    def __exit__(self, *_: object) -> None:
        self._asking = False
        self._lock.release()


class Mechanism(Questions):
    """A mechanism or a composition, as a dominating pair (docs/mechanisms.md of the project).

    >>> step = Mechanism("subsampled_gaussian", sigma=1, p="0.01")
    >>> run = step ** 1000 * Mechanism("laplace(b=2)")
    >>> run
    Mechanism('subsampled_gaussian(sigma=1,p=0.01)^1000 * laplace(b=2)')
    >>> print(run.delta(epsilon=1.5, digits=5))
    [0.00140635024, 0.00140635025]

    It may be shared by threads, whose questions are answered one after the other, as it keeps what it
    computed. For work in parallel each thread takes a copy (`copy.copy`); other Python threads go on
    in any case. Mechanisms are compared, hashed and pickled by their expression.
    """

    def __init__(self, expression: str | Mechanism, **parameters: object) -> None:
        """An expression, or a name with its parameters. Floats are exactly that double; texts and
        Fractions mean what they say."""
        expression = expression_of(expression, "expression")
        if parameters:
            words = ",".join(f"{name}={parameter(x, name)}" for name, x in parameters.items())
            expression = f"{expression}({words})"
        out = ffi.new("plumbline_mechanism**")
        _native.check(lib.plumbline_open(expression.encode(), out))
        self._turn = _Turn()
        self._handle: Any = ffi.gc(out[0], lib.plumbline_close)
        self.expression: str = _native.text(lib.plumbline_expression(self._handle))

    def __mul__(self, other: Mechanism | str) -> Mechanism:
        if not isinstance(other, (Mechanism, str)):
            raise TypeError(
                f"mechanisms are composed with mechanisms, not with {type(other).__name__}; "
                "m ** 10 runs m ten times"
            )
        return Mechanism(f"{self.expression} * {expression_of(other)}")

    def __rmul__(self, other: Mechanism | str | int) -> Mechanism:
        if isinstance(other, int) and other == 1:  # where math.prod begins
            return self
        return Mechanism(other) * self if isinstance(other, str) else self * other  # type: ignore[operator]

    def __add__(self, _other: object) -> Mechanism:
        raise TypeError("mechanisms are composed by *: first * second")

    def __pow__(self, n: SupportsIndex) -> Mechanism:
        try:
            times = 0 if isinstance(n, bool) else operator.index(n)
        except TypeError:
            times = 0
        if times < 1:
            what = type(n).__name__ if is_array(n) else repr(n)
            raise BadInput(f"a mechanism is run a whole number of times, at least once, not {what}")
        return Mechanism(" * ".join(_raised(f, times) for f in _factors(self.expression)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mechanism) and self.expression == other.expression

    def __hash__(self) -> int:
        return hash(self.expression)

    def __repr__(self) -> str:
        if as_typed(self.expression) == self.expression:
            return f"Mechanism({self.expression!r})"
        return _one_by_one(self.expression)

    def __str__(self) -> str:
        return self.expression

    def __reduce__(self) -> tuple[type[Mechanism], tuple[str]]:
        return Mechanism, (self.expression,)

    # ---- any quantity

    @shows_options
    def ask(self, quantity: str, at: Any = None, **how: Unpack[How]) -> Any:
        """A quantity of `quantities()` at its argument, or at each of a list or array of them; the
        options are those of every question (`plumbline.questions`)."""
        if not isinstance(quantity, str):
            raise WrongType(f"the name of a quantity is wanted first, such as 'epsilon', not {type(quantity).__name__}")
        if quantity == "tpr":
            try:
                return self.ask("power", at, **how)
            except BadInput as error:  # of alpha, which is fpr in these words
                raise type(error)(re.sub("^alpha(?=:| must)", "fpr", str(error))) from None
        with self._turn, _native.Options(**how) as pointer:
            if not is_array(at):
                return self._one(quantity, scalar(at), pointer)
            flat, shape, table = numbers_of(at)
            found: list[Enclosure] = []
            for x in flat:
                found.append(self._one(quantity, x, pointer))
                if _native.is_interrupted():  # raised where the options end
                    break
            return EnclosureArray(found, shape, table)

    def _one(self, quantity: str, at: object, how: Any) -> Enclosure:
        out = ffi.new("plumbline_answer**")
        try:
            where = ffi.NULL if at is None else exact_text(at).encode()
        except BadInput as error:
            raise type(error)(f"{arguments_of_quantities().get(quantity) or 'at'}: {error}") from None
        try:
            _native.check(lib.plumbline_ask(self._handle, quantity.encode(), where, how, out))
        except BadInput as error:
            if str(error).startswith("not a number"):
                raise BadInput(f"{arguments_of_quantities().get(quantity) or 'at'}: {error}") from None
            raise _near_quantity(error, quantity) from None
        return enclosure_of(out[0])

    @overload
    def renyi(self, order: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def renyi(self, order: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def renyi(self, order: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """The Renyi divergence of an order > 0, infinite where it is. Of order "inf" it is the largest
        loss, pure epsilon, which has no certificate.

        >>> Mechanism("laplace(b=1)").renyi("inf").upper
        Fraction(1, 1)
        """
        if is_array(order):
            flat, shape, table = numbers_of(order)
            return EnclosureArray([self.renyi(one, **how) for one in flat], shape, table)
        if scalar(order) in ("inf", math.inf):
            words = {k: v for k, v in how.items() if v is not None and k != "progress"}
            return command("renyi", self.expression, order="inf", **words).enclosures[0]
        exact_text(scalar(order), "order")  # says what is no number
        return derive("renyi", self.expression, at=order, **how)

    @shows_options
    def moments(self, **how: Unpack[How]) -> Enclosure:
        """v1 (the mean of the loss) as the value; the others in `.values`. Of one direction."""
        return derive("moments", self.expression, **how)

    @shows_options
    def divergence(
        self,
        other: Mechanism | str,
        hyperprior: str | None = None,
        **how: Unpack[How],
    ) -> Enclosure:
        """Delta(self || other), the largest excess of the Bayes error; `.findings["prior"]` is a
        prior where it is attained up to the enclosure's width."""
        return derive(
            "divergence",
            self.expression,
            other=expression_of(other, "other"),
            words={} if hyperprior is None else {"hyperprior": hyperprior},
            **how,
        )

    @shows_options
    def compare(self, other: Mechanism | str, **how: Unpack[How]) -> Enclosure:
        """Both divergences, and in `.findings` which mechanism is more private, and where."""
        return derive("comparison", self.expression, other=expression_of(other, "other"), **how)


@suggests_names
@shows_options
def calibrate(
    family: str | Mechanism,
    *,
    vary: str | None = None,
    epsilon: Number | None = None,
    delta: Number | None = None,
    advantage: Number | None = None,
    tpr: Number | None = None,
    fpr: Number | None = None,
    kappa: Number | None = None,
    gamma: Number | None = None,
    prior: Number | None = None,
    bayes: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    mu: Number | None = None,
    within: Number | None = None,
    **how: Unpack[How],
) -> Enclosure:
    """The value of the parameter written ``?`` that just meets a target: epsilon and delta,
    advantage, tpr and fpr, kappa and gamma, prior and bayes, alpha and beta, or mu (and within).

    `.findings["safe"]` is a value that is certified to meet it.

    >>> sigma = calibrate("gaussian(sigma=?)", epsilon=1, delta="1e-5")
    >>> safe = Mechanism("gaussian", sigma=sigma.findings["safe"])
    >>> safe.delta(1) <= Fraction(1, 100000)
    True
    """
    if tpr is not None or fpr is not None:
        alpha, beta = rates_of_target(tpr, fpr)
    target = {
        "epsilon": epsilon,
        "delta": delta,
        "advantage": advantage,
        "kappa": kappa,
        "gamma": gamma,
        "prior": prior,
        "bayes": bayes,
        "alpha": alpha,
        "beta": beta,
        "mu": mu,
        "within": within,
    }
    return derive(
        "calibrate",
        family,
        numbers={name: value for name, value in target.items() if value is not None},
        words={} if vary is None else {"vary": vary},
        **how,
    )


_TARGETS = ("epsilon", "delta", "advantage", "kappa", "gamma", "prior", "bayes", "alpha", "beta", "mu", "within")
_ORDER = {name: i for i, name in enumerate(_TARGETS)}


@shows_options
def derive(
    quantity: str,
    mechanism: str | Mechanism,
    *,
    other: str | Mechanism | None = None,
    at: object = None,
    numbers: Mapping[str, Any] | None = None,
    words: Mapping[str, str] | None = None,
    **how: Unpack[How],
) -> Enclosure:
    """Any request that a certificate can be about (docs/certificates.md of the project)."""
    kept: list[Any] = []

    def text(x: str | None) -> Any:
        if x is None:
            return ffi.NULL
        kept.append(ffi.new("char[]", x.encode()))
        return kept[-1]

    def named(pairs: Mapping[str, str]) -> Any:
        array: Any = ffi.new("plumbline_named[]", max(1, len(pairs)))
        for i, (name, value) in enumerate(pairs.items()):
            array[i].name, array[i].text = text(name), text(value)
        kept.append(array)
        return array

    if quantity == "calibrate" and {"tpr", "fpr"} & (numbers or {}).keys():
        numbers = dict(numbers or {})
        numbers["alpha"], numbers["beta"] = rates_of_target(numbers.pop("tpr", None), numbers.pop("fpr", None))
    # Keywords have no order, and the numbers of a target have one.
    ordered = sorted((numbers or {}).items(), key=lambda one: _ORDER.get(one[0], 0))
    given = {name: exact_text(x, name) for name, x in ordered}
    request: Any = ffi.new("plumbline_request*")
    request.quantity, request.mechanism = text(quantity), text(expression_of(mechanism))
    request.other = text(None if other is None else expression_of(other, "other"))
    request.at = text(None if at is None else exact_text(scalar(at)))
    request.numbers, request.number_count = named(given), len(given)
    request.words, request.word_count = named(words or {}), len(words or {})
    out = ffi.new("plumbline_answer**")
    with _native.Options(**how) as pointer:
        try:
            _native.check(lib.plumbline_derive(request, pointer, out))
        except BadInput as error:
            said = str(error).replace("or alpha and beta", "or tpr and fpr; or alpha and beta")
            raise _near_quantity(type(error)(said), quantity) from None
    return enclosure_of(out[0])


def enclosure_of(pointer: Any) -> Enclosure:
    """The answer as an Enclosure; what is behind it lives as long as its certificate may be asked."""
    answer = ffi.gc(pointer, lib.plumbline_free)

    def certify() -> str:
        out = ffi.new("const char**")
        _native.check(lib.plumbline_certificate(answer, out))
        return _native.text(out[0])

    text = _native.text
    values = {
        text(lib.plumbline_value_name(answer, i)): Enclosure(
            text(lib.plumbline_value_lower(answer, i)), text(lib.plumbline_value_upper(answer, i))
        )
        for i in range(lib.plumbline_value_count(answer))
    }
    names = [
        text(lib.plumbline_finding_name(answer, i))
        for i in range(lib.plumbline_finding_count(answer))
    ]
    findings = {name: text(lib.plumbline_finding(answer, name.encode())) for name in names}
    return Enclosure(
        text(lib.plumbline_lower(answer)),
        text(lib.plumbline_upper(answer)),
        digits=text(lib.plumbline_digits(answer)),
        reached=bool(lib.plumbline_reached(answer)),
        engine=text(lib.plumbline_engine_used(answer)),
        findings=findings,
        values=values,
        _certify=certify,
    )


def quantities() -> dict[str, str]:
    """What `Mechanism.ask` knows, with a line on each."""
    names = list(_native.listed(lib.plumbline_quantity))
    return dict(zip(names, _native.listed(lib.plumbline_quantity_summary), strict=True))


@lru_cache(maxsize=1)
def arguments_of_quantities() -> dict[str, str]:
    """The name of the argument of each quantity of `quantities()`; empty where there is none."""
    names = list(_native.listed(lib.plumbline_quantity))
    return dict(zip(names, _native.listed(lib.plumbline_quantity_argument), strict=True))


def mechanisms() -> dict[str, str]:
    """The mechanisms by name, with a line on each."""
    names = list(_native.listed(lib.plumbline_mechanism_name))
    return dict(zip(names, _native.listed(lib.plumbline_mechanism_summary), strict=True))


def engines() -> list[str]:
    """What `engine=` may be."""
    return list(_native.listed(lib.plumbline_engine))


def relations() -> dict[str, str]:
    """Which data sets are neighbours (remove, add, add_remove, replace_one, ...), and the direction of a
    pair that each is. `direction=` takes remove, add and add_remove as well."""
    names = list(_native.listed(lib.plumbline_relation))
    return dict(zip(names, _native.listed(lib.plumbline_relation_direction), strict=True))
