"""Many questions at once: rows of a DataFrame or columns of arrays in, an `EnclosureArray` out.

>>> import plumbline as pl
>>> found = pl.batch(quantity="epsilon", mechanism="subsampled_gaussian(sigma={sigma},p={p})^{steps}",
...                  sigma=["1", "2"], p="0.01", steps=[1000, 2000], delta="1e-5", digits=6)
>>> [bool(x.reached) for x in found]
[True, True]
"""

from __future__ import annotations

import math
import os
import string
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .arguments import is_array, numbers_of, scalar
from .enclosure import Enclosure, EnclosureArray
from .errors import BadInput, PlumblineError
from .mechanism import Mechanism, arguments_of_quantities, derive
from .numbers import exact_text

_OPTIONS = ("direction", "digits", "engine", "timeout")
_WORDS = ("vary", "hyperprior")


class BatchError(BadInput):
    """Questions that could not be answered: `.errors` has them by row, `.found` all the others."""

    def __init__(self, errors: dict[int, PlumblineError], found: list[Enclosure | None]) -> None:
        first = min(errors)
        more = f" (and {len(errors) - 1} other rows)" if len(errors) > 1 else ""
        super().__init__(f"row {first}: {errors[first]}{more}")
        self.errors, self.found = errors, found


def _is_column(value: object) -> bool:
    return is_array(value) and not isinstance(value, (str, Mapping))


def _columns(rows: Any, columns: dict[str, Any]) -> tuple[dict[str, list[Any]], int, Any]:
    """All columns as lists of one length, that length, and the DataFrame that asks."""
    given: dict[str, Any] = {}
    frame = None
    if rows is not None:
        if hasattr(rows, "columns") and hasattr(rows, "index"):
            frame = rows
            given = {str(name): list(rows[name]) for name in rows.columns}
        elif isinstance(rows, Mapping):
            given = dict(rows)
        else:
            records = list(rows)
            names = list(dict.fromkeys(name for record in records for name in record))
            given = {name: [record.get(name) for record in records] for name in names}
    for name, value in columns.items():
        if name in given:
            raise BadInput(f"{name} is a column and an argument; give one of them")
        given[name] = value
    lists = {n: list(numbers_of(v)[0]) if _is_column(v) else None for n, v in given.items()}
    lengths = {len(column) for column in lists.values() if column is not None}
    if len(lengths) > 1:
        raise BadInput(f"columns have different lengths: {sorted(lengths)}")
    count = lengths.pop() if lengths else 1
    full = {n: c if c is not None else [given[n]] * count for n, c in lists.items()}
    return full, count, frame


def _is_missing(value: object) -> bool:
    """Also as pandas has it."""
    return value is None or (isinstance(value, float) and math.isnan(value))


class _Row:
    """One question, its mechanism filled in."""

    def __init__(self, values: dict[str, Any]) -> None:
        values = {name: scalar(value) for name, value in values.items() if not _is_missing(value)}
        try:
            self.quantity = str(values.pop("quantity")).replace("-", "_")
            template = str(values.pop("mechanism"))
        except KeyError as missing:
            raise BadInput(f"{missing.args[0]} is missing") from None
        self.how = {name: values.pop(name) for name in _OPTIONS if name in values}
        if "digits" in self.how:
            self.how["digits"] = int(self.how["digits"])
        self.words = {name: str(values.pop(name)) for name in _WORDS if name in values}
        self.other = values.pop("other", None)
        names = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
        try:
            self.mechanism = template.format(**{name: exact_text(values[name]) for name in names})
        except KeyError as missing:
            raise BadInput(f"mechanism has {{{missing.args[0]}}}, and no column is called so") from None
        used = {"id"} | names
        own = ("x_", "x-")
        self.numbers = {n: x for n, x in values.items() if n not in used and not n.startswith(own)}
        self._refuse_unknown()

    def _refuse_unknown(self) -> None:
        """What a question about one mechanism does not take; the library refuses that of all others."""
        if self.quantity == "tpr":
            raise BadInput("quantity: tpr is power here, and its fpr is alpha")
        argument = arguments_of_quantities().get(self.quantity)
        if argument is None:
            return
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
            if self.mechanism not in kept:
                kept[self.mechanism] = Mechanism(self.mechanism)
            found: Enclosure = kept[self.mechanism].ask(
                self.quantity, self.numbers.get(argument), progress=stopped, **self.how
            )
            return found
        return derive(self.quantity, self.mechanism, other=self.other, numbers=self.numbers,
                      words=self.words, progress=stopped, **self.how)


def _groups(rows: list[_Row]) -> list[list[int]]:
    """Rows about one mechanism, which share what is computed, in the order of their first."""
    found: dict[tuple[str, Any], list[int]] = {}
    for i, row in enumerate(rows):
        found.setdefault((row.mechanism, row.how.get("engine")), []).append(i)
    return list(found.values())


def batch(
    rows: Any = None,
    *,
    threads: int | None = None,
    found: Callable[[int, Enclosure], object] | None = None,
    **columns: Any,
) -> EnclosureArray:
    """Answers a question for each row, on several threads, in the order of the rows.

    `rows` is a DataFrame, a mapping of columns or a list of records; columns may be given by name as
    well, and what is no list stands in each row. `quantity` and `mechanism` must be there; the mechanism
    may have other columns in braces. `direction`, `digits`, `engine`, `timeout` and `other` are columns
    as well, and all others are numbers of the quantity: `delta`, `epsilon`, ... What the quantity does not take
    is refused; columns of your own are `id` and those that begin with x- or x_.

    Numbers mean what they mean everywhere: floats are exactly that double, texts what they say. `found` is
    called with the row's number as answers come, in any order. Where rows cannot be answered `BatchError` is
    raised at the end, which has all the others.
    """
    table, count, frame = _columns(rows, columns)
    errors: dict[int, PlumblineError] = {}
    answers: list[Enclosure | None] = [None] * count
    asked: list[tuple[int, _Row]] = []
    for i in range(count):
        try:
            asked.append((i, _Row({name: column[i] for name, column in table.items()})))
        except PlumblineError as error:
            errors[i] = error

    ended = threading.Event()  # by Ctrl-C, which reaches this thread alone, or by `found`

    def work(group: list[int]) -> None:
        kept: dict[str, Mechanism] = {}
        for position in group:
            if ended.is_set():
                return
            i, row = asked[position]
            try:
                answer = row.answer(kept, ended.is_set)
            except PlumblineError as error:
                errors[i] = error
                continue
            answers[i] = answer
            if found is not None:
                found(i, answer)

    groups = _groups([row for _, row in asked])
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        try:
            for _ in pool.map(work, groups):
                pass
        except BaseException:
            ended.set()
            raise
    if errors:
        raise BatchError(errors, answers)
    return EnclosureArray(list(_present(answers)), (count,), frame)


def _present(answers: list[Enclosure | None]) -> Iterator[Enclosure]:
    for answer in answers:
        assert answer is not None
        yield answer
