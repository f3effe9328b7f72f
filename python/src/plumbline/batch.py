"""Answers many queries at once: one for each row of a DataFrame or of columns. The result is an `EnclosureArray`.

>>> import plumbline as pl
>>> found = pl.batch(quantity="epsilon", mechanism="subsampled_gaussian(sigma={sigma},p={p})^{steps}",
...                  sigma=["1", "2"], p="0.01", steps=[1000, 2000], delta="1e-5", digits=6)
>>> [bool(x.reached) for x in found]
[True, True]
"""

from __future__ import annotations

import difflib
import math
import operator
import os
import string
import threading
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple, SupportsIndex

from . import mixed_pairs
from .arguments import is_array, numbers_of, scalar
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, PlumblineError, WrongType
from .mechanism import Mechanism, arguments_of_quantities, derive, parameter
from .numbers import exact_text

_OPTIONS = ("direction", "digits", "engine", "timeout")
_WORDS = ("vary", "hyperprior")


class BatchError(BadInput):
    """Raised if some queries failed: `.errors` has the errors by row, `.found` the answers of all other rows."""

    def __init__(
        self, errors: dict[int, PlumblineError], found: list[Enclosure | None], index: Any = None
    ) -> None:
        """`index` are the labels of the rows, if the rows have labels."""
        first, others = min(errors), len(errors) - 1
        more = f" (and {others} other row{'s' if others > 1 else ''})" if others else ""
        label = "" if index is None or index[first] == first else f" ({index[first]!r})"
        super().__init__(f"row {first}{label}: {errors[first]}{more}")
        self.errors, self.found = errors, found


def _is_column(value: object) -> bool:
    return is_array(value) and not isinstance(value, (str, Mapping))


class _Table(NamedTuple):
    """All columns as lists of equal length, their original shape, and the pandas object that labels the rows."""

    columns: dict[str, list[Any]]
    shape: tuple[int, ...]
    table: Any

    @property
    def index(self) -> Any:
        return None if self.table is None or len(self.shape) != 1 else self.table.index


def _columns(rows: Any, columns: dict[str, Any]) -> _Table:
    """Returns all columns at their common length. Raises BadInput if their shapes differ or a name occurs twice."""
    given: dict[str, Any] = {}
    frame = None
    shape: tuple[int, ...] = ()
    if rows is not None:
        if hasattr(rows, "columns") and hasattr(rows, "index"):
            frame, shape = rows, (len(rows.index),)
            given = {str(name): list(rows[name]) for name in rows.columns}
        elif isinstance(rows, Mapping):
            given = dict(rows)
        else:
            records = list(rows)
            if not all(isinstance(record, Mapping) for record in records):
                raise WrongType("rows are a DataFrame, a mapping of columns, or a list of records (dictionaries)")
            shape = (len(records),)
            names = list(dict.fromkeys(name for record in records for name in record))
            given = {name: [record.get(name) for record in records] for name in names}
    for name, value in columns.items():
        if name in given:
            raise BadInput(f"{name} is a column and an argument; give one of them")
        given[name] = value
    lists: dict[str, list[Any]] = {}
    shapes = {shape} if shape else set()
    for name, value in given.items():
        if _is_column(value):
            lists[name], of_column, table = numbers_of(value)
            shapes.add(of_column)
            frame = table if frame is None else frame
    if len(shapes) > 1:
        if all(len(one) == 1 for one in shapes):
            raise BadInput(f"columns have different lengths: {sorted(one[0] for one in shapes)}")
        raise BadInput(f"columns have different shapes: {sorted(shapes)}")
    shape = shapes.pop() if shapes else (1,)
    count = math.prod(shape)
    full = {n: lists[n] if n in lists else [v] * count for n, v in given.items()}
    return _Table(full, shape, frame)


def _is_missing(value: object) -> bool:
    """Returns True for None, NaN, and NA and NaT of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, Decimal)) and math.isnan(value)


def _placeholders(template: str) -> set[str]:
    """Returns the names of the columns in braces in the text of a mechanism. Raises BadInput."""
    names = set()
    try:
        for _, name, spec, conversion in string.Formatter().parse(template):
            if name is None:
                continue
            if spec or conversion:
                raise BadInput(f"mechanism has {{{name}:{spec}}}: numbers go in as they are; write {{{name}}}")
            if not name.isidentifier():
                raise BadInput(f"mechanism has {{{name}}}: write the name of a column in the braces")
            names.add(name)
    except BadInput:
        raise
    except ValueError as error:  # braces that do not match
        raise BadInput(f"mechanism {template!r}: {error}") from None
    return names


#: Quantities in the terms of attacks, each with the equal quantity of hypothesis tests and the names of its arguments.
_OTHER_WORDS = {"tpr": ("power", {"fpr": "alpha"})}


def _read_rates(quantity: str, values: dict[str, Any]) -> str:
    """Returns the quantity in the terms of hypothesis tests (_OTHER_WORDS), and renames its arguments in `values`."""
    if quantity not in _OTHER_WORDS:
        return quantity
    known, words = _OTHER_WORDS[quantity]
    for word, name in words.items():
        if word in values:
            values[name] = values.pop(word)
    return known


class _Row:
    """One query, with the columns inserted into the mechanism."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.missing = {name for name, value in values.items() if _is_missing(value)}
        values = {name: scalar(value) for name, value in values.items() if name not in self.missing}
        if "quantity" not in values or "mechanism" not in values:
            raise self._is_missing("mechanism" if "quantity" in values else "quantity")
        self.asked = str(values.pop("quantity")).replace("-", "_")
        template = str(values.pop("mechanism"))
        names = _placeholders(template)
        used = {name: values.pop(name) for name in names & ({"tpr", "fpr"} & values.keys())}
        self.quantity = _read_rates(self.asked, values)
        values |= used
        self.how = {name: values.pop(name) for name in _OPTIONS if name in values}
        # pandas stores integers as floats if the column has NaN
        if isinstance(self.how.get("digits"), float) and self.how["digits"].is_integer():
            self.how["digits"] = int(self.how["digits"])
        self.words = {name: str(values.pop(name)) for name in _WORDS if name in values}
        self.other = values.pop("other", None)
        for name in names - values.keys():
            if name in self.missing:
                raise self._is_missing(name)
            near = difflib.get_close_matches(name, values, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise BadInput(f"mechanism has {{{name}}}, and no column is called so{hint}")
        self.mechanism = template.format(**{name: parameter(values[name], name) for name in names})
        own = ("x_", "x-")
        self.numbers = {
            n: x for n, x in values.items() if n not in names and n != "id" and not n.startswith(own)
        }
        self._refuse_unknown()

    def _is_missing(self, name: str) -> BadInput:
        return BadInput(f"{name} is missing in this row: it is NaN or None" if name in self.missing
                        else f"{name} is missing")

    def _refuse_unknown(self) -> None:
        """Raises BadInput for a column that the quantity does not use, if it is one of `quantities()`.

        For all other quantities the library rejects unknown columns."""
        argument = arguments_of_quantities().get(self.quantity)
        if argument is None:
            return
        words = _OTHER_WORDS.get(self.asked, ("", {}))[1]
        typed = next((word for word, name in words.items() if name == argument), argument)
        if argument and argument not in self.numbers and typed in self.missing:
            raise self._is_missing(typed)
        if argument and argument not in self.numbers and not self.numbers:
            raise BadInput(f"{self.asked} needs a number, its {typed}")
        other = ["other"] if self.other is not None else []
        for name in (*self.numbers, *self.words, *other):
            if name != argument:
                raise BadInput(
                    f"{name}: {self.quantity} takes no such field; fields of your own begin with "
                    "x- or x_"
                )

    def answer(self, kept: dict[str, Mechanism], stopped: Callable[[], bool]) -> Enclosure:
        argument = arguments_of_quantities().get(self.quantity)
        if argument is not None:
            if argument in self.numbers:
                # raises BadInput that names an invalid text
                exact_text(self.numbers[argument], argument)
            if self.mechanism not in kept:
                kept[self.mechanism] = Mechanism(self.mechanism)
            found: Enclosure = kept[self.mechanism].ask(
                self.quantity, self.numbers.get(argument), progress=stopped, **self.how
            )
            return found
        return derive(self.quantity, self.mechanism, other=self.other, numbers=self.numbers,
                      words=self.words, progress=stopped, **self.how)


def _groups(rows: list[_Row]) -> list[list[int]]:
    """Returns groups of rows about one mechanism and engine, which share cached data, in the order of their first
    rows.
    """
    found: dict[tuple[str, Any], list[int]] = {}
    for i, row in enumerate(rows):
        found.setdefault((row.mechanism, row.how.get("engine")), []).append(i)
    return list(found.values())


def batch(
    rows: Any = None,
    *,
    threads: SupportsIndex | None = None,
    found: Callable[[int, Enclosure], object] | None = None,
    **columns: Any,
) -> EnclosureArray:
    """Returns the answers to a query for each row, computed on several threads.

    The columns `quantity` and `mechanism` are required; the text of the mechanism may have the names of other columns
    in braces. `direction`, `digits`, `engine`, `timeout` (in seconds for each row) and `other` are optional columns.
    All other columns are arguments of the quantity: `delta`, `epsilon`, ... Unknown columns are rejected, except `id`
    and columns that begin with x- or x_. If the rows are a DataFrame or Series, the answers have its index. If columns
    are arrays, the answers have their shape.

    A float means exactly that double; a text means the decimal or fraction that it denotes. If the queries of some
    rows fail, `BatchError` is raised at the end and contains the answers of all other rows.

    Args:
        rows: A DataFrame, a mapping of columns or a list of records.
        threads: The number of threads; by default the number of cores.
        found: Called with the number of a row and its answer as soon as the answer is available, in any order.
        **columns: Further columns by name; a value that is not a list applies to each row.

    Returns:
        An `EnclosureArray` in the order of the rows.

    Raises:
        BatchError: Some queries failed; the answers of the other rows are in its `found`.
        BadInput: The columns have different lengths, or a required column is missing.

    Source:
        docs/batch.md of the project.
    """
    threads = threads_of(threads)
    table, shape, frame = asked_table = _columns(rows, columns)
    count = math.prod(shape)
    errors: dict[int, PlumblineError] = {}
    answers: list[Enclosure | None] = [None] * count
    asked: list[tuple[int, _Row]] = []
    for i in range(count):
        try:
            asked.append((i, _Row({name: column[i] for name, column in table.items()})))
        except PlumblineError as error:
            errors[i] = error

    unlike: dict[str, None] = {}  # the warnings about mixed pairs (mixed_pairs.py)
    ended = threading.Event()  # set by Ctrl-C, which only this thread receives, or by an exception of `found`

    def work(group: list[int]) -> None:
        kept: dict[str, Mechanism] = {}
        for position in group:
            if ended.is_set():
                return
            i, row = asked[position]
            try:
                with mixed_pairs.collected(unlike):
                    answer = row.answer(kept, ended.is_set)
            except PlumblineError as error:
                errors[i] = error
                continue
            answers[i] = answer
            if found is not None:
                found(i, answer)

    from concurrent.futures import ThreadPoolExecutor  # imported only here, because it takes milliseconds

    groups = _groups([row for _, row in asked])
    with ThreadPoolExecutor(threads) as pool:
        try:
            for _ in pool.map(work, groups):
                pass
        except BaseException:
            ended.set()
            raise
    for text in unlike:
        mixed_pairs.notice(text)
    if errors:
        raise BatchError(errors, answers, asked_table.index)
    return EnclosureArray(list(_present(answers)), shape, frame)


def threads_of(threads: SupportsIndex | None) -> int:
    """Returns the number of threads, by default the number of cores. Raises BadInput."""
    if threads is None:
        return os.cpu_count() or 1
    try:
        many = 0 if isinstance(threads, bool) else operator.index(threads)
    except TypeError:
        raise WrongType(f"threads: a whole number is wanted, not {threads!r}") from None
    if many < 1:
        raise BadInput(f"threads must be at least 1, got {threads!r}")
    return many


def _present(answers: list[Enclosure | None]) -> Iterator[Enclosure]:
    for answer in answers:
        assert answer is not None
        yield answer
