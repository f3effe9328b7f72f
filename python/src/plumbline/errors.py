"""The exceptions of the package. Each is a `PlumblineError` and also an instance of a built-in exception.

Messages are those of the program: one line that names the wrong word and the remedy.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class PlumblineError(Exception):
    """The base of all errors of this package.

    Attributes:
        records: The answers that preceded the error, as in `pl.command`; empty if there were none.
        code: The code of the library: UNKNOWN_NAME, OUT_OF_DOMAIN, NOT_COVERED, BAD_INPUT, STOPPED, CONTRADICTION,
            NO_MEMORY or INTERNAL; empty for errors that the package itself detected.
        field: The name of the invalid argument, if it is known.
        accepted: The accepted names, if there is a list of them.
    """

    code: str = ""
    field: str = ""
    accepted: Sequence[str] = ()

    def __init__(self, *words: object, records: list[dict[str, Any]] | None = None) -> None:
        super().__init__(*words)
        self.records: list[dict[str, Any]] = [] if records is None else records


class MixedPair(UserWarning):
    """Warning: the factors of a mechanism have different neighbouring relations. The answer then describes only the
    composed pair of distributions and implies nothing about a mechanism.
    """


class BadInput(PlumblineError, ValueError):
    """A mechanism, a number or an option is invalid or out of its range."""


class UnknownName(BadInput):
    """The name of a quantity, a mechanism or an engine is unknown. `.accepted` has the known names."""


class OutOfDomain(BadInput):
    """A number is outside the range of its parameter."""


class NotCovered(BadInput):
    """The input is valid, but no bound is proved for it."""


class MissingFile(PlumblineError, FileNotFoundError):
    """A named file does not exist."""


class WrongType(BadInput, TypeError):
    """The type of an argument is not a number or mechanism. This exception is also a `TypeError`."""


class Stopped(PlumblineError):
    """The progress callback ended the work before any result was known."""


class OutOfTime(Stopped, TimeoutError):
    """The time limit `timeout` ended the work before any result was known."""


class Contradiction(PlumblineError, AssertionError):
    """Two enclosures of one number are disjoint: a bound of the library is false. Nothing is certified; please report
    the command.
    """


class Uncertain(PlumblineError, TypeError):
    """An enclosure that contains several numbers was used as one number."""


class BeyondReach(PlumblineError, RuntimeError):
    """The library cannot answer the query."""


class OutOfMemory(PlumblineError, MemoryError):
    """The memory is insufficient for the answer; request fewer digits or values."""
