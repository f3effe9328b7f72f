"""Warns about mixed pairs: mechanisms whose factors have different neighbouring relations. Each call of a function of
this package warns once.
"""

from __future__ import annotations

import sys
import threading
import warnings
from pathlib import Path
from types import TracebackType

from .errors import MixedPair

_PACKAGE = str(Path(__file__).parent)


class _Here(threading.local):
    """The warnings that the outermost call of this thread has collected; None outside of all calls."""

    texts: dict[str, None] | None = None


_here = _Here()


def _warn(text: str) -> None:
    """Issues the warning at the first caller outside of this package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, MixedPair, stacklevel=level)


def notice(text: str) -> None:
    """Warns about a mixed pair. Within `once` or `collected`, the warning is deferred until their end."""
    if _here.texts is None:
        _warn(text)
    else:
        _here.texts[text] = None


class once:
    """Context manager that defers warnings to its end and issues each text once. Of nested blocks, only the outermost
    has an effect. If the block ends with an exception, it issues no warning.
    """

    def __enter__(self) -> None:
        self._outer = _here.texts
        if self._outer is None:
            _here.texts = {}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        texts, _here.texts = _here.texts, self._outer
        if self._outer is None and kind is None:
            for text in texts or ():
                _warn(text)


class collected:
    """Context manager in which the thread collects its warnings in a dictionary, which threads may share, and issues
    none.
    """

    def __init__(self, texts: dict[str, None]) -> None:
        self._texts = texts

    def __enter__(self) -> None:
        self._outer = _here.texts
        _here.texts = self._texts

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _here.texts = self._outer
