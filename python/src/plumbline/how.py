"""Options that all queries have, defined once and shown in every signature."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from typing import Any, Literal, SupportsIndex, TypeAlias, TypedDict, TypeVar

from .arguments import Progress


Direction: TypeAlias = Literal[
    "worst", "forward", "reverse", "add_remove", "remove", "add", "replace_one", "replace_special", "zero_out"
]


class How(TypedDict, total=False):
    """`direction`: "worst", "forward" or "reverse"; `digits`; `engine`; `progress`; `timeout` in seconds (see
    `plumbline.questions`).
    """

    direction: Direction
    digits: SupportsIndex
    engine: str
    progress: Progress | None
    timeout: float | None


DEFAULTS: dict[str, Any] = {
    "direction": "worst", "digits": 15, "engine": "auto", "progress": None, "timeout": None,
}

_ANNOTATIONS = {
    "direction": "str", "digits": "int", "engine": "str", "progress": "Progress | None", "timeout": "float | None",
}

Asking = TypeVar("Asking", bound=Callable[..., Any])


def shows_options(method: Asking) -> Asking:
    """Decorator: `help` and `inspect.signature` show the options of a function with `**how`, and their defaults."""
    plain = inspect.signature(method)
    kept = [p for p in plain.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=_ANNOTATIONS[name])
        for name, value in DEFAULTS.items()
    ]
    method.__signature__ = plain.replace(parameters=kept + options)  # type: ignore[attr-defined]
    return method


#: Arguments that the functions do not have although users may expect them, each with what to write instead.
_ELSEWHERE = {"history": "a recorded history is a mechanism: Mechanism.from_history(history).epsilon(delta)"}


def suggests_names(function: Asking) -> Asking:
    """Decorator: the error about an unknown keyword names the most similar keyword of the function."""
    known = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def call(*positional: Any, **named: Any) -> Any:
        for name in named:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                if name in _ELSEWHERE:
                    raise TypeError(f"{function.__name__}() has no argument {name!r}; {_ELSEWHERE[name]}")
                hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(known)}"
                raise TypeError(f"{function.__name__}() has no argument {name!r}{hint}")
        return function(*positional, **named)

    return call  # type: ignore[return-value]
