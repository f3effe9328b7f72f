"""The C library behind the package: loading, errors, cancellation. Nothing here is for users."""

from __future__ import annotations

import difflib
import math
import operator
import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from numbers import Real
from pathlib import Path
from typing import Any, SupportsIndex

from ._declarations import ffi
from .errors import BadInput, BeyondReach, Contradiction, OutOfMemory, OutOfTime, Stopped
from .numbers import as_typed

ABI = 1


def folder() -> Path:
    """Where the library and the program lie; PLUMBLINE_LIBRARY_DIR names another place."""
    named = os.environ.get("PLUMBLINE_LIBRARY_DIR")
    return Path(named) if named else Path(__file__).parent / "native"


def _load() -> Any:
    for name in ("libplumbline.so.1", "libplumbline.so", "libplumbline.dylib"):
        path = folder() / name
        if path.exists():
            library: Any = ffi.dlopen(str(path))
            if library.plumbline_abi() != ABI:
                raise ImportError(
                    f"{path} has ABI {library.plumbline_abi()}, but this package needs {ABI}; "
                    "install package and library from one version"
                )
            return library
    raise ImportError(
        f"no libplumbline in {folder()}; install the package with pip, or set "
        "PLUMBLINE_LIBRARY_DIR to the folder of a build"
    )


lib = _load()


def text(pointer: Any) -> str:
    if not pointer:
        return ""
    found = ffi.string(pointer)
    return found if isinstance(found, str) else found.decode()


def listed(function: Callable[[int], Any]) -> Iterator[str]:
    i = 0
    while (pointer := function(i)) != ffi.NULL:
        yield text(pointer)
        i += 1


def check(status: int) -> None:
    """Raises what a status stands for."""
    if status == 0:
        return
    message = as_typed(text(lib.plumbline_error()))
    if status == 2:
        raise BadInput(message)
    if status == 3:
        raise Stopped(message)
    if status == 4:
        raise Contradiction(message)
    if status == 5:
        raise OutOfMemory(message)
    raise BeyondReach(message)


class _Now(threading.local):
    """What the call that this thread is in asks now and then, and what that raised."""

    progress: Callable[[], object] | None = None
    raised: BaseException | None = None
    deadline: float | None = None  # of time.monotonic()


_now = _Now()


def _failed(_kind: Any, error: BaseException, _traceback: Any) -> None:
    _now.raised = error


def is_interrupted() -> bool:
    """Whether an exception came up in a callback of this thread's call, Ctrl-C above all: an answer that it cut
    short is an answer all the same, and no further question is to be asked."""
    return _now.raised is not None


def _is_to_stop(_context: Any) -> int:
    # Entering Python runs the handlers of signals that came: Ctrl-C is raised here, and kept by
    # `_failed`. A progress callback that returns True ends the work.
    if _now.deadline is not None and time.monotonic() > _now.deadline:
        return 1
    progress = _now.progress
    return 1 if progress is not None and progress() is True else 0


_stop: Any = ffi.callback("int(void*)", error=1, onerror=_failed)(_is_to_stop)


@lru_cache(maxsize=256)
def _options(direction: str, digits: int, engine: str) -> tuple[Any, Any, Any]:
    kept = ffi.new("char[]", direction.encode()), ffi.new("char[]", engine.encode())
    out: Any = ffi.new("plumbline_options*")
    out.direction, out.engine, out.digits, out.stop = kept[0], kept[1], digits, _stop
    return out, *kept


_MOST_DIGITS = 10000


def checked(digits: object, timeout: object) -> tuple[int, float | None]:
    """As the command line has them. Raises BadInput."""
    if type(digits) is int and timeout is None and 1 <= digits <= _MOST_DIGITS:
        return digits, None  # the usual case, at little cost
    try:
        if isinstance(digits, bool):
            raise TypeError
        many = operator.index(digits)  # type: ignore[arg-type]
    except TypeError:
        raise BadInput(f"digits must be a whole number, got {digits!r}") from None
    if not 1 <= many <= _MOST_DIGITS:
        raise BadInput(f"digits must be an integer from 1 to {_MOST_DIGITS}, got {many}")
    if timeout is None:
        return many, None
    if isinstance(timeout, bool) or not isinstance(timeout, Real):
        raise BadInput(f"timeout must be a number of seconds above 0, got {timeout!r}")
    seconds = float(timeout)
    if not (math.isfinite(seconds) and seconds > 0):
        raise BadInput(f"timeout must be a number of seconds above 0, got {timeout!r}")
    return many, seconds


_NAMES = ("direction", "digits", "engine", "progress", "timeout")


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, _NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(_NAMES)}"
    return f"a question has no option {name!r}; {hint}"


class Options:
    """plumbline_options for the calls inside `with`; an exception that came up on the way, Ctrl-C
    above all, is raised at its end."""

    __slots__ = ("before", "pointer", "progress", "timeout")

    def __init__(
        self,
        direction: str = "worst",
        digits: SupportsIndex = 15,
        engine: str = "auto",
        progress: Callable[[], object] | None = None,
        timeout: float | None = None,
        **unknown: object,
    ) -> None:
        if unknown:
            raise TypeError(_unknown(next(iter(unknown))))
        many, self.timeout = checked(digits, timeout)
        self.pointer = _options(direction, many, engine)[0]
        self.progress = progress

    def __enter__(self) -> Any:
        self.before = _now.progress, _now.raised, _now.deadline
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        _now.progress, _now.raised, _now.deadline = self.progress, None, deadline
        return self.pointer

    def __exit__(self, kind: Any, _error: Any, _traceback: Any) -> None:
        raised, deadline = _now.raised, _now.deadline
        _now.progress, _now.raised, _now.deadline = self.before
        if raised is not None and (kind is None or kind is Stopped):
            raise raised from None
        if kind is Stopped and deadline is not None and time.monotonic() > deadline:
            raise OutOfTime(
                f"{self.timeout:g} seconds were over before anything was known; allow more with "
                "timeout="
            ) from None
