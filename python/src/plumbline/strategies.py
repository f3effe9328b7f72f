"""Settings for property tests with Hypothesis: `@given(strategies.settings())`.

A setting is a question in the format of `plumbline hunt` (docs/hunting.md of the project), so that `plumbline hunt`
can test the same function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .numbers import exact_text

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# Kinds of mechanisms in records: the name in expressions, and each parameter with its name in expressions and its
# range.
_KINDS: dict[str, tuple[str, dict[str, tuple[str, float, float]]]] = {
    "gaussian": ("gaussian", {"sigma": ("sigma", 0.1, 1000.0)}),
    "laplace": ("laplace", {"scale": ("b", 0.05, 1000.0)}),
    "subsampled_gaussian": (
        "subsampled_gaussian",
        {"sigma": ("sigma", 0.3, 100.0), "sampling_rate": ("p", 1e-9, 1.0)},
    ),
    "subsampled_laplace": (
        "subsampled_laplace",
        {"scale": ("b", 0.1, 100.0), "sampling_rate": ("p", 1e-9, 1.0)},
    ),
}
_ARGUMENTS = {"delta": ("epsilon", 0.0, 30.0), "epsilon": ("delta", 1e-18, 0.5)}


def settings(
    kinds: Sequence[str] = tuple(_KINDS),
    quantities: Sequence[str] = tuple(_ARGUMENTS),
    most_steps: int = 10000,
) -> SearchStrategy[dict[str, Any]]:
    """Returns a strategy of questions about one mechanism of `kinds`, composed up to `most_steps` times.

    Hypothesis simplifies a failing question: few steps, round numbers.

    Args:
        kinds: The kinds of mechanisms.
        quantities: The quantities to query.
        most_steps: The maximum number of steps.

    Returns:
        A strategy of Hypothesis.

    Raises:
        ImportError: Hypothesis is not installed.

    Source:
        docs/hunting.md of the project.
    """
    from hypothesis import strategies as st

    def factor(kind: str) -> SearchStrategy[dict[str, Any]]:
        numbers = {name: st.floats(lo, hi) for name, (_, lo, hi) in _KINDS[kind][1].items()}
        steps = st.one_of(st.just(1), st.integers(1, most_steps))
        return st.fixed_dictionaries({"kind": st.just(kind), **numbers, "steps": steps})

    def question(quantity: str) -> SearchStrategy[dict[str, Any]]:
        name, lo, hi = _ARGUMENTS[quantity]
        return st.builds(
            lambda fields, x: {
                "mechanism": _expression(fields),
                "fields": fields,
                "relation": "add_remove",
                "quantity": quantity,
                "at": {name: x},
            },
            st.sampled_from(list(kinds)).flatmap(factor),
            st.floats(lo, hi),
        )

    return st.sampled_from(list(quantities)).flatmap(question)


def _expression(fields: dict[str, Any]) -> str:
    name, numbers = _KINDS[fields["kind"]]
    words = ",".join(f"{ours}={exact_text(fields[key])}" for key, (ours, _, _) in numbers.items())
    power = "" if fields["steps"] == 1 else f"^{fields['steps']}"
    return f"{name}({words}){power}"
