"""Arguments of questions: single numbers, and lists, arrays and tables of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias

from .numbers import Number

Progress: TypeAlias = Callable[[], object]


class Shaped(Protocol):
    """An array of NumPy's, a Series or a DataFrame."""

    @property
    def shape(self) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


Array: TypeAlias = list[Any] | tuple[Any, ...] | range | Shaped
Scalar: TypeAlias = Number | SupportsIndex | SupportsFloat


def is_array(x: object) -> bool:
    """Whether it stands for several numbers: scalars of NumPy have a shape too, an empty one."""
    if x is None or type(x) in (str, int, float):
        return False  # the usual case, at little cost
    if isinstance(x, (list, tuple, range)):
        return True
    return getattr(x, "shape", ()) != ()


def numbers_of(x: Any) -> tuple[list[Any], tuple[int, ...], Any]:
    """The numbers one after the other, their shape, and the table whose index they have, if any."""
    if isinstance(x, (list, tuple, range)):
        return list(x), (len(x),), None
    if hasattr(x, "index") and hasattr(x, "to_numpy"):  # of pandas
        values = x.to_numpy()
        return list(values.flat), tuple(values.shape), x
    return list(x.flat), tuple(x.shape), None


def scalar(x: object) -> object:
    """A single number; that of an array without dimensions."""
    if x is None or type(x) in (str, int, float):
        return x
    item = getattr(x, "item", None)
    has_shape = getattr(x, "shape", None) == ()
    return item() if has_shape and callable(item) and hasattr(x, "flat") else x
