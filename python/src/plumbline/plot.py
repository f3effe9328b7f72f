"""Plots curves of mechanisms with Matplotlib. Enclosures are drawn as bands between their ends; a band narrower than
a line appears as a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from .command import HasExpression
from .enclosure_array import EnclosureArray
from .errors import BadInput
from .mechanism import Mechanism, expression_of
from .numbers import as_typed

__all__ = ["comparison", "profile", "tradeoff"]

#: A mechanism, a run of `pl.dpsgd`, or an expression.
Drawn: TypeAlias = Mechanism | HasExpression | str

_POINTS = 101


def __dir__() -> list[str]:
    return __all__


def _mechanism(drawn: Drawn) -> Mechanism:
    return drawn if isinstance(drawn, Mechanism) else Mechanism(expression_of(drawn))


def _names(label: str | Sequence[str] | None, mechanisms: Sequence[Mechanism]) -> list[str]:
    """Returns the names of the curves: the labels, by default the mechanisms with short decimals. Raises BadInput."""
    if label is None:
        return [as_typed(m.expression) for m in mechanisms]
    names = [label] if isinstance(label, str) else list(label)
    if len(names) != len(mechanisms):
        raise BadInput(f"label: {len(mechanisms)} names are wanted, one for each curve, got {len(names)}")
    return names


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    from matplotlib import pyplot  # noqa: PLC0415

    return pyplot.subplots()[1]


def _band(ax: Any, x: Any, values: EnclosureArray, label: str) -> None:
    low, high = values.lower_float, values.upper_float
    (line,) = ax.plot(x, (low + high) / 2, label=label, linewidth=1.2)
    ax.fill_between(x, low, high, color=line.get_color(), alpha=0.3, linewidth=0)


def _curves(
    ax: Any,
    drawn: Sequence[Drawn],
    label: str | Sequence[str] | None,
    x: Any,
    curve: Callable[[Mechanism, Any], EnclosureArray],
    words: tuple[str, str, str],
) -> Any:
    if not drawn:
        raise TypeError("a mechanism is wanted first, or several")
    mechanisms = [_mechanism(m) for m in drawn]
    names = _names(label, mechanisms)
    axes = _axes(ax)
    for m, name in zip(mechanisms, names, strict=True):
        _band(axes, x, curve(m, x), name)
    title, x_label, y_label = words
    axes.set(title=title, xlabel=x_label, ylabel=y_label)
    axes.legend(fontsize="small", frameon=False)
    return axes


def _grid(low: float, high: float, points: int) -> Any:
    import numpy  # noqa: PLC0415

    return numpy.linspace(low, high, points)


def tradeoff(
    *mechanisms: Drawn,
    points: int = _POINTS,
    label: str | Sequence[str] | None = None,
    ax: Any = None,
    **how: Any,
) -> Any:
    """Plots trade-off functions (the smallest type II error at each type I error) and returns the axes.

    Args:
        *mechanisms: Mechanisms, runs or expressions.
        points: The number of points.
        label: The name of the curve, or a list of the names of all curves.
        ax: The axes; by default new axes.
        **how: `direction`, `digits`, `engine` and `timeout`.

    Returns:
        The axes of Matplotlib.

    Raises:
        TypeError: No mechanism is given.
        BadInput: The number of labels is not the number of curves.

    Source:
        docs/figures.md of the project.
    """
    how.setdefault("digits", 6)
    return _curves(
        ax, mechanisms, label, _grid(0, 1, points), lambda m, x: m.tradeoff(x, **how),
        ("Which attacks remain?", "false positive rate α", "false negative rate f(α)"),
    )


def profile(
    *mechanisms: Drawn,
    epsilons: Any = None,
    points: int = _POINTS,
    label: str | Sequence[str] | None = None,
    ax: Any = None,
    **how: Any,
) -> Any:
    """Plots privacy profiles, with a logarithmic axis for delta, and returns the axes.

    Args:
        *mechanisms: Mechanisms, runs or expressions.
        epsilons: The epsilons of the curve; by default from 0 to 5.
        points: The number of points.
        label: The name of the curve, or a list of the names of all curves.
        ax: The axes; by default new axes.
        **how: `direction`, `digits`, `engine` and `timeout`.

    Returns:
        The axes of Matplotlib.

    Raises:
        TypeError: No mechanism is given.
        BadInput: The number of labels is not the number of curves.

    Source:
        docs/figures.md of the project.
    """
    how.setdefault("digits", 6)
    x = _grid(0, 5, points) if epsilons is None else epsilons
    axes = _curves(
        ax, mechanisms, label, x, lambda m, at: m.delta(at, **how),
        ("Which δ remains at each ε?", "ε", "δ(ε)"),
    )
    axes.set_yscale("log")
    return axes


def comparison(
    first: Drawn, second: Drawn, points: int = _POINTS, ax: Any = None, **how: Any
) -> Any:
    """Plots the difference of the minimum Bayes errors at each prior and returns the axes. The first mechanism is
    more private where the difference is positive.

    Args:
        first: The first mechanism.
        second: The second mechanism.
        points: The number of points.
        ax: The axes; by default new axes.
        **how: `direction`, `digits`, `engine` and `timeout`.

    Returns:
        The axes of Matplotlib.

    Raises:
        BadInput: A mechanism is invalid.

    Source:
        docs/figures.md of the project.
    """
    how.setdefault("digits", 6)
    axes = _axes(ax)
    x = _grid(0, 1, points)
    one, other = _mechanism(first), _mechanism(second)
    a, b = one.bayes(x, **how), other.bayes(x, **how)
    low, high = a.lower_float - b.upper_float, a.upper_float - b.lower_float
    (line,) = axes.plot(x, (low + high) / 2, linewidth=1.2)
    axes.fill_between(x, low, high, color=line.get_color(), alpha=0.3, linewidth=0)
    axes.axhline(0, color="grey", linewidth=0.6)
    axes.set(
        title=f"Where is {as_typed(one.expression)}\nmore private than {as_typed(other.expression)}?",
        xlabel="prior π", ylabel="difference of Bayes errors",
    )
    return axes
