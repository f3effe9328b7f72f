"""Parses histories of training runs, as accountants of Opacus record them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .errors import BadInput, WrongType
from .numbers import exact, exact_text

#: The names that the three numbers of a step may have.
_NAMES = (("noise_multiplier", "sigma"), ("sample_rate", "sampling_rate", "p", "q"), ("num_steps", "steps"))


def _steps_in_file(path: str | Path) -> Iterable[Any]:
    """Returns the steps in a file: JSON, or CSV with a header line."""
    try:
        content = Path(path).read_bytes()
        if content[:1] == b"\x80":
            raise BadInput(f"history: {path} looks like a pickle: give what pickle.load or torch.load returns")
        text = content.decode("utf-8")
        if text.lstrip()[:1] in ("{", "["):
            return _steps_in(json.loads(text))
    except (OSError, ValueError) as error:
        raise BadInput(f"history: {path} cannot be read as JSON or CSV: {error}") from None
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    names, *rows = [[field.strip() for field in line.split(",")] for line in lines] or [[]]
    return [dict(zip(names, row)) for row in rows]


def _steps_in(history: object) -> Iterable[Any]:
    """Returns the steps of a history, which is a file, a state or report with the member `history`, or a list of
    steps.
    """
    if isinstance(history, (str, Path)):
        return _steps_in_file(history)
    if isinstance(history, Mapping):
        found = [name for name, value in history.items() if str(name).endswith("history") and isinstance(value, list)]
        if len(found) != 1:
            raise BadInput(f"history: a state has one member 'history', or one whose name ends so; found {found}")
        return _steps_in(history[found[0]])
    if not isinstance(history, Iterable):
        raise WrongType(
            f"history: a list of (noise_multiplier, sample_rate, steps) is wanted, not {type(history).__name__}"
        )
    return history


def _values_of(step: object, number: int) -> list[Any]:
    """Returns noise multiplier, sampling rate and number of steps of one entry."""
    if isinstance(step, Mapping):
        found = [next((step[name] for name in names if name in step), None) for names in _NAMES]
        if None not in found:
            return found
    elif isinstance(step, (list, tuple)) and len(step) == 3:
        return list(step)
    raise BadInput(
        f"history: step {number} has a noise multiplier, a sampling rate and a number of steps, got {step!r}"
    )


def expression_of_history(history: object) -> str:
    """Returns the composition of a history as an expression. Raises BadInput."""
    factors = []
    for number, step in enumerate(_steps_in(history), 1):
        sigma, rate, steps = _values_of(step, number)
        texts = [exact_text(x, f"history, step {number}: {names[0]}") for x, names in zip((sigma, rate, steps), _NAMES)]
        try:
            count, whole = exact(steps), exact(rate) == 1
        except (ValueError, ZeroDivisionError):
            raise BadInput(f"history: step {number} has a text that is no number: {step!r}") from None
        if count.denominator != 1 or count < 0:
            raise BadInput(f"history: step {number} has a whole number of steps, got {steps!r}")
        step_text = f"gaussian(sigma={texts[0]})" if whole else f"subsampled_gaussian(sigma={texts[0]},p={texts[1]})"
        factors.append(f"{step_text}^{count.numerator}")
    return " * ".join(factors) or "perfectly_private()"
