"""Arguments of queries: single numbers, and lists, arrays and tables of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MappingView
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias

from .errors import BadInput
from .numbers import Number

Progress: TypeAlias = Callable[[], object] | Callable[[float, float | None, str], object]


class Shaped(Protocol):
    """A NumPy array, a Series or a DataFrame."""

    @property
    def shape(self) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


Array: TypeAlias = list[Any] | tuple[Any, ...] | range | Shaped
Scalar: TypeAlias = Number | SupportsIndex | SupportsFloat


def is_array(x: object) -> bool:
    """Returns True if the argument contains several numbers. NumPy scalars have an empty shape and are one number."""
    if x is None or type(x) in (str, int, float):
        return False  # the common case
    if isinstance(x, (list, tuple, range, Iterator, MappingView)):
        return True
    return getattr(x, "shape", ()) != ()


def _flat(x: list[Any], found: list[Any]) -> tuple[int, ...]:
    """Appends the numbers of a nested list to `found`, and returns the shape of the list. Raises BadInput."""
    shapes = set()
    for one in x:
        if is_array(one):
            shapes.add(_flat(list(one), found))
        else:
            found.append(one)
            shapes.add(())
    if len(shapes) > 1:
        raise BadInput("the lists in a list must have one length")
    return (len(x), *shapes.pop()) if shapes else (0,)


def numbers_of(x: Any) -> tuple[list[Any], tuple[int, ...], Any]:
    """Returns the numbers in order, their shape, and the pandas object that contains them (None without pandas)."""
    table = x if hasattr(x, "index") and hasattr(x, "to_numpy") else None  # of pandas
    if hasattr(x, "to_numpy"):
        x = x.to_numpy()
    if hasattr(x, "flat") and hasattr(x, "shape"):
        return list(x.flat), tuple(x.shape), table
    found: list[Any] = []
    shape = _flat(list(x), found)
    return found, shape, table


def scalar(x: object) -> object:
    """Returns a single number; for an array without dimensions, its number."""
    if x is None or type(x) in (str, int, float):
        return x
    item = getattr(x, "item", None)
    has_shape = getattr(x, "shape", None) == ()
    return item() if has_shape and callable(item) else x
