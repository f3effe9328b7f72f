"""Interface to the C library: loading, errors, cancellation. This module is internal."""

from __future__ import annotations

import difflib
import inspect
import json
import math
import operator
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from numbers import Real
from pathlib import Path
from typing import Any, SupportsIndex

from ._declarations import ffi
from .errors import (
    BadInput,
    BeyondReach,
    Contradiction,
    NotCovered,
    OutOfDomain,
    OutOfMemory,
    OutOfTime,
    PlumblineError,
    Stopped,
    UnknownName,
)

ABI = 1


def folder() -> Path:
    """Returns the folder of the library and the program; PLUMBLINE_LIBRARY_DIR names another one."""
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


_KINDS: dict[str, type[PlumblineError]] = {
    "UNKNOWN_NAME": UnknownName,
    "OUT_OF_DOMAIN": OutOfDomain,
    "NOT_COVERED": NotCovered,
    "BAD_INPUT": BadInput,
    "STOPPED": Stopped,
    "CONTRADICTION": Contradiction,
    "NO_MEMORY": OutOfMemory,
    "INTERNAL": BeyondReach,
}


def error_of(record: dict[str, Any], records: list[dict[str, Any]] | None = None) -> PlumblineError:
    """Returns the exception for the record of an error ("error/2").

    Args:
        record: The members `code` and `message`, and optionally `field` and `accepted`.
        records: The answers that preceded the error.
    """
    code, field = str(record["code"]), str(record.get("field", ""))
    error = _KINDS.get(code, BeyondReach)(str(record["message"]), records=records)
    error.code, error.field, error.accepted = code, field, list(record.get("accepted", []))
    return error


class _Now(threading.local):
    """The callbacks and the deadline of the current call of this thread, and the exception that a callback raised."""

    progress: Callable[[], object] | None = None
    raised: BaseException | None = None
    deadline: float | None = None  # of time.monotonic()


_now = _Now()


def _failed(_kind: Any, error: BaseException, _traceback: Any) -> None:
    _now.raised = error


def is_interrupted() -> bool:
    """Returns True if a callback of this thread's call raised an exception, such as KeyboardInterrupt.

    The answer of an interrupted call is still correct, but the caller must not start another query."""
    return _now.raised is not None


def _is_to_stop(_context: Any) -> int:
    # Python runs pending signal handlers here: Ctrl-C raises KeyboardInterrupt, which `_failed` stores. A progress
    # callback that returns True ends the work.
    if _now.deadline is not None and time.monotonic() > _now.deadline:
        return 1
    progress = _now.progress
    return 1 if progress is not None and progress() is True else 0


_stop: Any = ffi.callback("int(void*)", error=1, onerror=_failed)(_is_to_stop)


def _stopping() -> Any:
    out: Any = ffi.new("plumbline_options*")
    out.stop = _stop
    return out


_OPTIONS = _stopping()


def call(request: dict[str, Any]) -> dict[str, Any]:
    """Sends a request in JSON to the library and returns its reply.

    Args:
        request: The verb and its members (plumbline_call_json of plumbline.h).

    Returns:
        The reply.

    Raises:
        PlumblineError: The subclass that belongs to the code of the error.
    """
    out = ffi.new("char**")
    status = lib.plumbline_call_json(json.dumps(request).encode(), _OPTIONS, out)
    if not out[0]:
        raise OutOfMemory("out of memory; request fewer digits")
    written = ffi.string(out[0])
    lib.plumbline_free_text(out[0])
    reply: dict[str, Any] = json.loads(written)
    if status != 0:
        raise error_of(reply)
    return reply


class Session:
    """A session of the library, which caches computed values for later queries. The first query opens the session."""

    __slots__ = ("__weakref__", "_number")

    def __init__(self) -> None:
        self._number: int | None = None

    @property
    def number(self) -> int:
        """The number of the session in requests. The first access opens the session."""
        if self._number is None:
            self._number = int(call({"verb": "open"})["session"])
            weakref.finalize(self, _close, self._number).atexit = False
        return self._number


def _close(number: int) -> None:
    call({"verb": "close", "session": number})


_MOST_DIGITS = 10000


def checked(digits: object, timeout: object) -> tuple[int, float | None]:
    """Returns digits and timeout. Raises BadInput if one of them is invalid, as on the command line."""
    if type(digits) is int and timeout is None and 1 <= digits <= _MOST_DIGITS:
        return digits, None  # the common case, without further checks
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


BETWEEN_CALLS = 0.1  #: seconds between two calls of a progress callback that takes arguments


def watcher(progress: Callable[..., object] | None, timeout: float | None) -> Callable[[], object] | None:
    """Returns a callback without arguments. If `progress` takes arguments, the callback calls `progress` at most ten
    times a second with the seconds since the start, the limit in seconds (None without a timeout) and a text.
    """
    if progress is None or not _takes_arguments(progress):
        return progress
    start, last = time.monotonic(), -math.inf

    def watched() -> object:
        nonlocal last
        done = time.monotonic() - start
        if done - last < BETWEEN_CALLS:
            return None
        last = done
        text = f"{done:.1f} s" if timeout is None else f"{done:.1f} s of {timeout:g} s"
        return progress(done, timeout, text)

    return watched


def _takes_arguments(progress: Callable[..., object]) -> bool:
    """Returns True if a callback requires arguments or accepts any number of them; it is then called with (done, total,
    text)."""
    try:
        signature = inspect.signature(progress)
    except (TypeError, ValueError):  # a builtin
        return False
    try:
        signature.bind()
    except TypeError:
        return True
    return any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values())


class Options:
    """A context manager with the options of the queries inside `with`. The members of `query` are added to each
    request. An exception that occurs during a query, such as KeyboardInterrupt, is raised when the query ends.
    """

    __slots__ = ("before", "progress", "query", "timeout")

    def __init__(
        self,
        direction: str = "worst",
        digits: SupportsIndex = 15,
        engine: str = "auto",
        progress: Callable[..., object] | None = None,
        timeout: float | None = None,
        **unknown: object,
    ) -> None:
        if unknown:
            raise TypeError(_unknown(next(iter(unknown))))
        many, self.timeout = checked(digits, timeout)
        self.query: dict[str, Any] = {"direction": direction, "digits": many, "engine": engine}
        self.progress = progress

    def __enter__(self) -> Options:
        self.before = _now.progress, _now.raised, _now.deadline
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        _now.progress, _now.raised, _now.deadline = watcher(self.progress, self.timeout), None, deadline
        return self

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
