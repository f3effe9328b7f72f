"""Histories of training runs, as accountants of Opacus keep them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .errors import BadInput, WrongType
from .numbers import exact, exact_text

#: The names that the three numbers of a step may have.
_NAMES = (("noise_multiplier", "sigma"), ("sample_rate", "sampling_rate", "p", "q"), ("num_steps", "steps"))


def _steps_in(history: object) -> Iterable[Any]:
    """The steps of a history: of a file in JSON, of a state with the member history, or the list itself."""
    if isinstance(history, (str, Path)):
        try:
            return _steps_in(json.loads(Path(history).read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise BadInput(f"history: {history} cannot be read as JSON: {error}") from None
    if isinstance(history, Mapping):
        if "history" not in history:
            raise BadInput("history: a state has the member 'history'")
        return _steps_in(history["history"])
    if not isinstance(history, Iterable):
        raise WrongType(
            f"history: a list of (noise_multiplier, sample_rate, steps) is wanted, not {type(history).__name__}"
        )
    return history


def _values_of(step: object, number: int) -> list[Any]:
    """The noise multiplier, the sampling rate and the number of a step."""
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
    """Returns the composition of a history. Raises BadInput."""
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
