"""Compositions of mechanisms, and their quantities."""

from __future__ import annotations

import difflib
import html
import json
import math
import operator
import re
import threading
from collections.abc import Callable, Mapping
from fractions import Fraction  # noqa: F401 (the doctest of calibrate)
from functools import lru_cache
from typing import Any, SupportsIndex, Unpack, overload

from . import _native, mixed_pairs, questions
from ._native import lib
from .arguments import Array, Progress, Scalar, is_array, numbers_of, scalar
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, UnknownName, WrongType
from .history import expression_of_history
from .how import How, shows_options, suggests_names
from .numbers import Number, as_typed, exact, exact_text


def parameter(value: object, name: str) -> str:
    """Returns the text of a parameter in an expression: a number, a list of numbers, or a mechanism."""
    if isinstance(value, Mechanism):
        return value.expression
    if is_array(value):
        return "[" + ",".join(exact_text(scalar(x), name) for x in numbers_of(value)[0]) + "]"
    return exact_text(scalar(value), name)


def expression_of(mechanism: object, name: str = "mechanism") -> str:
    """Returns the expression of a mechanism, of a run, or of a text. Raises BadInput."""
    if isinstance(mechanism, str):
        return mechanism
    expression = getattr(mechanism, "expression", None)
    if isinstance(expression, str):
        return expression
    raise WrongType(
        f"{name}: a mechanism is wanted, or an expression such as 'gaussian(sigma=1)', not {type(mechanism).__name__}"
    )


#: The argument name of each quantity that is named in the terms of attacks.
_RATES = {"tpr": "fpr"}


def _needed(number: object, name: str) -> object:
    """Returns the number. Raises WrongType if the object is not a number."""
    exact_text(scalar(number), name)
    return number


def rates_of_target(tpr: Number | None, fpr: Number | None) -> tuple[Number, Number]:
    """Returns alpha = fpr and beta = 1 - tpr of the target. Raises BadInput."""
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


def _near_quantity(error: UnknownName, quantity: str) -> BadInput:
    """Returns the error about an unknown quantity with the most similar name; other errors are unchanged."""
    if error.field != "quantity":
        return error
    near = difflib.get_close_matches(quantity, [*error.accepted, "tpr"], n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(error.accepted)}"
    out = UnknownName(f"unknown quantity {quantity!r}{hint}")
    out.code, out.field, out.accepted = error.code, error.field, error.accepted
    return out


def _one_by_one(expression: str) -> str:
    """Returns the expression as Python calls. This form is used if doubles would be long fractions in the expression.

    Example: Mechanism('gaussian', sigma=0.1) ** 10.
    """
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
    """Returns the factors of a product: the texts between multiplication signs outside of parentheses and brackets.
    """
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
    """A lock that admits one query at a time. A progress callback must not query the mechanism whose computation it
    observes."""

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


class Mechanism(questions.Mechanism):
    """A mechanism or a composition, as a dominating pair (docs/mechanisms.md of the project).

    >>> step = Mechanism("subsampled_gaussian", sigma=1, p="0.01")
    >>> run = step ** 1000 * Mechanism("laplace(b=2)")
    >>> run
    Mechanism('subsampled_gaussian(sigma=1,p=0.01)^1000 * laplace(b=2)')
    >>> print(run.delta(epsilon=1.5, digits=5))
    [0.00140635024, 0.00140635025]

    A mechanism caches computed data. Several threads may use it; their queries are answered in sequence. For parallel
    work, each thread needs a copy (`copy.copy`). A query does not block other Python threads. Mechanisms are
    compared, hashed and pickled by their expression.
    """

    def __init__(self, expression: str | Mechanism, **parameters: object) -> None:
        """Creates a mechanism from an expression, or from a name with parameters. A float means exactly that double;
        texts and Fractions are exact.
        """
        expression = expression_of(expression, "expression")
        if expression.lstrip().startswith("@"):
            raise BadInput("expression: '@' reads files on the command line alone; here write Mechanism.from_history(path)")
        if parameters:
            words = ",".join(f"{name}={parameter(x, name)}" for name, x in parameters.items())
            expression = f"{expression}({words})"
        composed = _native.call({"verb": "compose", "mechanism": expression})
        self._turn = _Turn()
        self._session = _native.Session()
        self._warning = str(composed.get("warning", ""))
        self.expression: str = composed["mechanism"]

    @classmethod
    def from_history(cls, history: object) -> Mechanism:
        """Returns the composition of steps that an accountant of Opacus recorded, for batches drawn by Poisson
        sampling.

        Args:
            history: `accountant.history`, `accountant.state_dict()`, or the path of a file with one of them as JSON,
                or of a CSV with the names noise_multiplier, sample_rate, steps. Each step is (noise multiplier,
                sampling rate, number of steps), or a dict with these names.

        Returns:
            A `Mechanism`; for a history without steps, a mechanism that releases nothing.

        Raises:
            BadInput: A step is invalid, or a number is out of its range.

        Source:
            docs/dp-sgd.md of the project.

        >>> Mechanism.from_history([("1.1", "0.01", 100), ("1.3", "0.02", 50)])
        Mechanism('subsampled_gaussian(sigma=1.1,p=0.01)^100 * subsampled_gaussian(sigma=1.3,p=0.02)^50')
        """
        return cls(expression_of_history(history))

    def __mul__(self, other: Mechanism | str) -> Mechanism:
        if not isinstance(other, (Mechanism, str)):
            raise TypeError(
                f"mechanisms are composed with mechanisms, not with {type(other).__name__}; "
                "m ** 10 runs m ten times"
            )
        return Mechanism(f"{self.expression} * {expression_of(other)}")

    def __rmul__(self, other: Mechanism | str | int) -> Mechanism:
        if isinstance(other, int) and other == 1:  # the start value of math.prod
            return self
        return Mechanism(other) * self if isinstance(other, str) else self * other  # type: ignore[operator]

    def __add__(self, _other: object) -> Mechanism:
        raise TypeError("mechanisms are composed by *: first * second")

    def __pow__(self, n: SupportsIndex) -> Mechanism:
        try:
            times = -1 if isinstance(n, bool) else operator.index(n)
        except TypeError:
            times = -1
        if times < 0:
            what = type(n).__name__ if is_array(n) else repr(n)
            raise BadInput(f"a mechanism is run a whole number of times, not {what}")
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

    def _repr_html_(self) -> str:
        return f"<code>{html.escape(str(self))}</code>"

    def __reduce__(self) -> tuple[type[Mechanism], tuple[str]]:
        return Mechanism, (self.expression,)

    # ---- any quantity

    @shows_options
    def ask(self, quantity: str, at: Any = None, **how: Unpack[How]) -> Any:
        """Returns a quantity of `quantities()` at its argument, or at each argument of a list or array; for the
        options see `plumbline.questions`.

        Args:
            quantity: One of the names of `quantities()`.
            at: The argument of the quantity, or a list, an array or a table of arguments.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            UnknownName: There is no such quantity.
            BadInput: The number is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        if not isinstance(quantity, str):
            raise WrongType(f"the name of a quantity is wanted first, such as 'epsilon', not {type(quantity).__name__}")
        with self._turn, _native.Options(**how) as options:
            if not is_array(at):
                return self._one(quantity, scalar(at), options.query)
            flat, shape, table = numbers_of(at)
            found: list[Enclosure] = []
            with mixed_pairs.once():
                for x in flat:
                    found.append(self._one(quantity, x, options.query))
                    if _native.is_interrupted():  # the exception is raised when the options end
                        break
            return EnclosureArray(found, shape, table)

    def _one(self, quantity: str, at: object, how: dict[str, Any]) -> Enclosure:
        query = {"quantity": quantity, "mechanism": self.expression, **how}
        if at is not None:
            argument = _RATES.get(quantity) or arguments_of_quantities().get(quantity) or "at"
            query[argument] = exact_text(at, argument)
        try:
            record = _native.call({"verb": "answer", "session": self._session.number, "query": query})
        except UnknownName as error:
            raise _near_quantity(error, quantity) from None
        if self._warning:
            mixed_pairs.notice(self._warning)
        return enclosure_of(record, lambda: _certified(query))

    @overload
    def renyi(self, order: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def renyi(self, order: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def renyi(self, order: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the Renyi divergence of an order > 0; the divergence may be infinite. The order "inf" yields the
        largest loss (the epsilon of pure differential privacy), without a certificate.

        Args:
            order: The order, above 0, or "inf"; or a list, an array or a table of orders.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The order is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.

        >>> Mechanism("laplace(b=1)").renyi("inf").upper
        Fraction(1, 1)
        """
        if is_array(order):
            flat, shape, table = numbers_of(order)
            with mixed_pairs.once():
                return EnclosureArray([self.renyi(one, **how) for one in flat], shape, table)
        found: Enclosure = self.ask("renyi", "inf" if scalar(order) == math.inf else _needed(order, "order"), **how)
        return found

    @shows_options
    def moments(self, **how: Unpack[How]) -> Enclosure:
        """Returns moments of the privacy loss in one direction: the value is v1, the mean; `.values` has the others.

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure` of v1, whose `values` are v2, v3, v4, eta and the cumulants.

        Raises:
            BadInput: The direction is not one of forward and reverse.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return derive("moments", self.expression, **how)

    @shows_options
    def divergence(
        self,
        other: Mechanism | str,
        hyperprior: str | None = None,
        **how: Unpack[How],
    ) -> Enclosure:
        """Returns Delta(self || other): how far the Bayes error of `self` exceeds that of `other` at the worst prior.
        `.findings["prior"]` is a prior at which this maximum is attained, up to the width of the enclosure.

        Args:
            other: The second mechanism.
            hyperprior: The distribution of the prior: none, beta(a,b), uquadratic or piecewise(...); by default the
                worst prior.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: The second mechanism is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return derive(
            "divergence",
            self.expression,
            other=expression_of(other, "other"),
            words={} if hyperprior is None else {"hyperprior": hyperprior},
            **how,
        )

    @shows_options
    def compare(self, other: Mechanism | str, **how: Unpack[How]) -> Enclosure:
        """Returns a comparison of two mechanisms by their Delta-divergences in both orders. `.findings` states which
        mechanism is more private, and at which epsilons.

        Args:
            other: The second mechanism.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure` of Delta(self || other), with the reverse order and the crossings in `values`.

        Raises:
            BadInput: The second mechanism is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return derive("comparison", self.expression, other=expression_of(other, "other"), **how)


@shows_options
def compare(first: Mechanism | str, second: Mechanism | str, **how: Unpack[How]) -> Enclosure:
    """Returns a comparison of two mechanisms by their Delta-divergences in both orders. `.findings` states which
    mechanism is more private, and at which epsilons.

    Args:
        first: The first mechanism.
        second: The second mechanism.
        **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

    Returns:
        An `Enclosure` of Delta(first || second), with the reverse order and the crossings in `values`.

    Raises:
        BadInput: A mechanism is invalid or out of its range.
        Stopped: `progress` or `timeout` ended the work before any result was known.

    Source:
        docs/quantities of the project.
    """
    return Mechanism(expression_of(first, "first")).compare(second, **how)


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
    """Returns the least private value of the parameter written ``?`` that meets a target: epsilon and delta,
    advantage, tpr and fpr, kappa and gamma, prior and bayes, alpha and beta, or mu (and within).

    `.findings["safe"]` is a value that is certified to meet the target.

    Args:
        family: A mechanism with one parameter written ``?``.
        vary: The name of the unknown parameter, if no parameter of the family is written ``?``.
        epsilon: With `delta`, the target of (epsilon, delta)-DP.
        delta: The delta of the target `epsilon`.
        advantage: The largest membership advantage allowed.
        tpr: With `fpr`, the largest true positive rate allowed.
        fpr: The false positive rate of the target `tpr`.
        kappa: The success probability of blind guessing, for the target `gamma`.
        gamma: The largest success probability of reconstruction allowed.
        prior: The prior of the target `bayes`.
        bayes: The smallest Bayes error allowed at `prior`.
        alpha: The type I error of the target `beta`.
        beta: The smallest type II error allowed at type I error `alpha`.
        mu: The target mu of Gaussian differential privacy, up to `within`.
        within: The tolerance of the target `mu`.
        **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

    Returns:
        An `Enclosure` of the parameter.

    Raises:
        BadInput: The numbers do not form exactly one target, or no parameter is unknown.
        Stopped: `progress` or `timeout` ended the work before any result was known.

    Source:
        docs/commands.md of the project, calibrate.

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
    """Returns the answer to a request of any kind that has certificates (docs/certificates.md of the project).

    Args:
        quantity: The name of a quantity that has certificates.
        mechanism: The mechanism; for a calibration, with one parameter written ``?``.
        other: The second mechanism, if the quantity has one.
        at: The argument of the quantity, if it has one.
        numbers: Its arguments by name, if it has several.
        words: Its options by name: `vary`, `hyperprior`, `runs`, ...
        **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

    Returns:
        An `Enclosure`, with its certificate.

    Raises:
        UnknownName: There is no such quantity.
        NotCovered: The request has no certificates.
        BadInput: A number is invalid or out of its range.
        Stopped: `progress` or `timeout` ended the work before any result was known.

    Source:
        docs/certificates.md of the project.
    """
    if quantity == "calibrate" and {"tpr", "fpr"} & (numbers or {}).keys():
        numbers = dict(numbers or {})
        numbers["alpha"], numbers["beta"] = rates_of_target(numbers.pop("tpr", None), numbers.pop("fpr", None))
    query: dict[str, Any] = {"quantity": quantity, "mechanism": expression_of(mechanism)}
    if other is not None:
        query["other"] = expression_of(other, "other")
    if at is not None:
        query["at"] = exact_text(scalar(at), arguments_of_quantities().get(quantity, ""))
    elif numbers:
        query["at"] = {name: exact_text(x, name) for name, x in numbers.items()}
    if words:
        query["options"] = dict(words)
    with _native.Options(**how) as options:
        query |= options.query
        try:
            record = _native.call({"verb": "answer", "query": query, "certificate": True})
        except UnknownName as error:
            raise _near_quantity(error, quantity) from None
    _warn_of_mixed(record)
    certificate = _written(record.pop("certificate"))
    return enclosure_of(record, lambda: certificate)


def answer(
    query: Mapping[str, Any], *, progress: Progress | None = None, timeout: float | None = None
) -> dict[str, Any]:
    """Returns the answer to a query in the format of a line of `plumbline batch`.

    Args:
        query: The members `quantity`, `mechanism`, `other`, `direction`, `at`, `options`, `digits` and `engine`. A
            float means exactly that double; texts and Fractions are exact.
        progress: A callback that is polled during the work; if it returns True, the work ends.
        timeout: The time limit in seconds.

    Returns:
        The record of the answer ("answer/2"), as `plumbline batch --json-version 2` prints it.

    Raises:
        PlumblineError: The subclass that belongs to the `code` of the error.

    Source:
        docs/schemas/answer-2.json of the project.

    >>> record = answer({"quantity": "delta", "mechanism": "gaussian(sigma=1)", "at": {"epsilon": 1}, "digits": 9})
    >>> record["lower"], record["digits"]
    ('0.1269367375066', 12.1)
    """
    with _native.Options(progress=progress, timeout=timeout):
        record = _native.call({"verb": "answer", "query": _plain(query)})
    _warn_of_mixed(record)
    return record


def _plain(value: Any) -> Any:
    """Returns a value for JSON: mechanisms as expressions, numbers as exact texts."""
    if isinstance(value, Mapping):
        return {str(name): _plain(x) for name, x in value.items()}
    if value is None or isinstance(value, (str, int)):
        return value
    expression = getattr(value, "expression", None)
    return expression if isinstance(expression, str) else exact_text(scalar(value))


def _certified(query: dict[str, Any]) -> str:
    """Derives the answer to a query again, and returns its certificate."""
    with _native.Options():
        return _written(_native.call({"verb": "certify", "query": query}))


def _written(certificate: dict[str, Any]) -> str:
    return json.dumps(certificate, indent=2, ensure_ascii=False) + "\n"


def _warn_of_mixed(record: dict[str, Any]) -> None:
    """Warns about a mechanism whose factors have different neighbouring relations, once for an answer."""
    for facts, name in (("hypotheses", "mechanism"), ("other_hypotheses", "other")):
        if record.get(facts, {}).get("relation") == "mixed":
            composed = _native.call({"verb": "compose", "mechanism": record[name]})
            mixed_pairs.notice(composed["warning"])
            return


def enclosure_of(record: dict[str, Any], certify: Callable[[], str]) -> Enclosure:
    """Returns the record of an answer ("answer/2") as an Enclosure, whose certificate `certify` creates."""
    values = {name: Enclosure(x["lower"], x["upper"]) for name, x in record.get("values", {}).items()}
    return Enclosure(
        record["lower"],
        record["upper"],
        digits=digits_text(record["digits"]),
        reached=record["reached"],
        engine=record["engine"],
        findings=record.get("findings"),
        values=values,
        hypotheses=record.get("hypotheses"),
        other_hypotheses=record.get("other_hypotheses"),
        _certify=certify,
    )


def digits_text(digits: float | str) -> str:
    """Returns the digits of a record as text: "exact", or a number with one decimal."""
    return digits if isinstance(digits, str) else f"{digits:.1f}"


def quantities() -> dict[str, str]:
    """Returns the quantities of `Mechanism.ask`, with a summary of each.

    Returns:
        The summary of each quantity, by name.

    Source:
        docs/quantities of the project.
    """
    names = list(_native.listed(lib.plumbline_quantity))
    return dict(zip(names, _native.listed(lib.plumbline_quantity_summary), strict=True))


@lru_cache(maxsize=1)
def arguments_of_quantities() -> dict[str, str]:
    """Returns the argument name of each quantity of `quantities()`; empty for a quantity without an argument."""
    names = list(_native.listed(lib.plumbline_quantity))
    return dict(zip(names, _native.listed(lib.plumbline_quantity_argument), strict=True))


def mechanisms() -> dict[str, str]:
    """Returns the mechanisms by name, with a summary of each.

    Returns:
        The summary of each mechanism, by name.

    Source:
        docs/mechanisms.md of the project.
    """
    names = list(_native.listed(lib.plumbline_mechanism_name))
    return dict(zip(names, _native.listed(lib.plumbline_mechanism_summary), strict=True))


def engines() -> list[str]:
    """Returns the names for `engine=`.

    Returns:
        The names, "auto" first.

    Source:
        docs/engines.md of the project.
    """
    return list(_native.listed(lib.plumbline_engine))


def relations() -> dict[str, str]:
    """Returns the neighbouring relations (remove, add, add_remove, replace_one, ...), each with the corresponding
    direction of a pair. `direction=` also accepts remove, add and add_remove.

    Returns:
        The direction of each relation, by name.

    Source:
        docs/mechanisms.md of the project.
    """
    names = list(_native.listed(lib.plumbline_relation))
    return dict(zip(names, _native.listed(lib.plumbline_relation_direction), strict=True))
