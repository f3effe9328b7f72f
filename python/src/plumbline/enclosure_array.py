"""Certified values for an array of arguments."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, SupportsIndex, overload

from . import shown
from .arguments import is_array, numbers_of
from .enclosure import Enclosure
from .errors import BadInput


class EnclosureArray(Sequence[Enclosure]):
    """Enclosures for an array of arguments, in the shape of the array."""

    def __init__(
        self, items: Sequence[Enclosure], shape: tuple[int, ...] | None = None, table: Any = None
    ) -> None:
        """`table` is the pandas Series or DataFrame whose index (and columns) the enclosures have."""
        self._items = tuple(items)
        self.shape = (len(self._items),) if shape is None else shape
        self._table = table

    @property
    def index(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The index of the Series or DataFrame of the arguments; None for other arguments."""
        return None if self._table is None else self._table.index

    def to_pandas(self) -> Any:
        """Returns the enclosures as a Series or DataFrame with the index (and columns) of the arguments.

        Returns:
            A Series; for an array of two dimensions, a DataFrame.

        Raises:
            ImportError: pandas is not installed.

        Source:
            docs/batch.md of the project.
        """
        return self._tabled(list(self._items))

    def _tabled(self, values: list[Any]) -> Any:
        import pandas  # noqa: PLC0415

        if len(self.shape) == 2:
            width = self.shape[1]
            rows = [values[i * width : (i + 1) * width] for i in range(self.shape[0])]
            columns = None if self._table is None else self._table.columns
            return pandas.DataFrame(rows, index=self.index, columns=columns)
        return pandas.Series(values, index=self.index, name=getattr(self._table, "name", None))

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, i: SupportsIndex | tuple[SupportsIndex, ...]) -> Enclosure: ...
    @overload
    def __getitem__(self, i: slice) -> EnclosureArray: ...
    def __getitem__(self, i: SupportsIndex | tuple[SupportsIndex, ...] | slice) -> Enclosure | EnclosureArray:
        """Returns an element by its index in the flattened array (row by row), or by `a[row, column]`."""
        if isinstance(i, slice):
            return EnclosureArray(self._items[i])
        if not isinstance(i, tuple):
            return self._items[operator.index(i)]
        if len(i) != len(self.shape):
            raise IndexError(f"{len(i)} places of an array of {len(self.shape)} dimensions")
        at = 0
        for place, size in zip(map(operator.index, i), self.shape, strict=True):
            if not -size <= place < size:
                raise IndexError(f"place {place} of {size}")
            at = at * size + place % size
        return self._items[at]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Returns a NumPy array of enclosures. With a float `dtype`, each enclosure must be exactly one double."""
        import numpy  # noqa: PLC0415

        values = numpy.empty(len(self._items), dtype=object)
        values[:] = self._items
        out = values.reshape(self.shape)
        return out if dtype is None else out.astype(dtype)

    def _compared(self, other: object, compare: Callable[[Any, Any], bool]) -> Any:
        if is_array(other):
            flat, shape, _ = (list(other), other.shape, None) if isinstance(other, EnclosureArray) else numbers_of(other)
            if shape != self.shape:
                raise BadInput(f"arrays of the shapes {self.shape} and {shape} are not compared")
        else:
            flat = [other] * len(self._items)
        return self._in_shape([compare(x, y) for x, y in zip(self._items, flat, strict=True)], bool)

    def __lt__(self, other: object) -> Any:
        """Returns, for each element, True if the relation is certain; the other comparisons do the same."""
        return self._compared(other, operator.lt)

    def __le__(self, other: object) -> Any:
        return self._compared(other, operator.le)

    def __gt__(self, other: object) -> Any:
        return self._compared(other, operator.gt)

    def __ge__(self, other: object) -> Any:
        return self._compared(other, operator.ge)

    def __iter__(self) -> Iterator[Enclosure]:
        return iter(self._items)

    def _floats(self, name: str) -> Any:
        return self._in_shape([getattr(item, name) for item in self._items], float)

    def _in_shape(self, values: list[Any], kind: type) -> Any:
        if self._table is not None:
            return self._tabled(values)
        try:
            import numpy  # noqa: PLC0415
        except ImportError:
            return values
        return numpy.array(values, dtype=kind).reshape(self.shape)

    @property
    def lower_float(self) -> Any:
        """The lower ends as doubles, rounded down: a NumPy array, or a list without NumPy; a Series or DataFrame if
        the argument was one.
        """
        return self._floats("lower_float")

    @property
    def upper_float(self) -> Any:
        """The upper ends as doubles, rounded up."""
        return self._floats("upper_float")

    @property
    def reached(self) -> bool:
        """True if every enclosure has the requested digits."""
        return all(item.reached for item in self._items)

    def _repr_html_(self) -> str:
        rows = [[str(i), item.lower_text, item.upper_text] for i, item in zip(self._labels(), self._items, strict=True)]
        return shown.table(f"EnclosureArray, shape {self.shape}", rows, ("", "lower", "upper"))

    def _labels(self) -> list[Any]:
        """Returns the label of each enclosure: its position, or its label in the pandas index."""
        if self.index is not None and len(self.shape) == 1:
            return list(self.index)
        places = itertools.product(*map(range, self.shape))
        return [place[0] if len(place) == 1 else place for place in places]

    def __repr__(self) -> str:
        return f"EnclosureArray({list(self._items)!r}, shape={self.shape!r})"
