"""What can go wrong. Every error of the package is a `PlumblineError`, and one of Python's own kinds too.

The sentences are those of the program: one line that says what is wrong and what to write instead.
"""


from __future__ import annotations

from typing import Any


class PlumblineError(Exception):
    """The base of all errors of this package. `.records` are the answers that came before it, as
    `pl.command` gives them, and empty if there were no answers."""

    def __init__(self, *words: object, records: list[dict[str, Any]] | None = None) -> None:
        super().__init__(*words)
        self.records: list[dict[str, Any]] = [] if records is None else records


class BadInput(PlumblineError, ValueError):
    """A mechanism, a number or an option that cannot be read or is out of its range."""


class MissingFile(PlumblineError, FileNotFoundError):
    """A file that is named and not there."""


class WrongType(BadInput, TypeError):
    """An argument of a type that stands for no number or mechanism here: a `TypeError` as well."""


class Stopped(PlumblineError):
    """The progress callback ended the work before anything was known."""


class OutOfTime(Stopped, TimeoutError):
    """`timeout` seconds were over before anything was known."""


class Contradiction(PlumblineError, AssertionError):
    """Two enclosures of one number do not meet: a bound of the library is false. Nothing is
    certified; please report the command."""


class Uncertain(PlumblineError, TypeError):
    """An enclosure was used as if it were one number, and it is not."""


class BeyondReach(PlumblineError, RuntimeError):
    """A question that this library cannot answer."""


class OutOfMemory(PlumblineError, MemoryError):
    """The answer needs more memory than there is; ask for fewer digits or values."""
