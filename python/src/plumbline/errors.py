"""The exceptions of the package. Each is a `PlumblineError` and also an instance of a built-in exception.

Messages are those of the program: one line that names the wrong word and the remedy.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class PlumblineError(Exception):
    """The base of all errors of this package.

    Attributes:
        records: The answers that came before it, as `pl.command` gives them; empty if there were none.
        code: The code of the library: UNKNOWN_NAME, OUT_OF_DOMAIN, NOT_COVERED, BAD_INPUT, STOPPED, CONTRADICTION,
            NO_MEMORY or INTERNAL; empty of errors that the package itself found.
        field: The name of the argument that is wrong, where it is known.
        accepted: The names that are accepted in its place, where there is a list of them.
    """

    code: str = ""
    field: str = ""
    accepted: Sequence[str] = ()

    def __init__(self, *words: object, records: list[dict[str, Any]] | None = None) -> None:
        super().__init__(*words)
        self.records: list[dict[str, Any]] = [] if records is None else records


class MixedPair(UserWarning):
    """The factors of a mechanism are of unlike neighbours: its number is one of the pair, and says nothing about a
    mechanism."""


class BadInput(PlumblineError, ValueError):
    """A mechanism, a number or an option that cannot be read or is out of its range."""


class UnknownName(BadInput):
    """A name that is in no list: of a quantity, a mechanism or an engine. `.accepted` has the known names."""


class OutOfDomain(BadInput):
    """A number outside the range of its parameter."""


class NotCovered(BadInput):
    """An input that can be read, and of which no bound is proved here."""


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
