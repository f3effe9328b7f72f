"""Functions for commands that are not about one quantity: privacy regions of composed (epsilon, delta)-DP steps with
total variation eta, channels, limits, selection.

Each function runs the command of the program with the same name (docs/commands.md of the project). The options of the
command are the arguments; an option with several values accepts a list. The answers are certified enclosures.
"""

from __future__ import annotations

from collections.abc import Iterable

from .command import Answers, answered, command
from .mechanism import expression_of
from .numbers import Number, exact_text

Numbers = Number | Iterable[Number]


def _texts(numbers: object) -> list[str]:
    if isinstance(numbers, Iterable) and not isinstance(numbers, str):
        return [exact_text(x) for x in numbers]
    return [exact_text(numbers)]


def compose_tv(
    *,
    epsilon: Numbers,
    delta: Numbers | None = None,
    eta: Numbers | None = None,
    steps: Numbers | None = None,
    subsample: Number | None = None,
    j: Numbers | None = None,
    at: Numbers | None = None,
    at_delta: Numbers | None = None,
    alpha: Numbers | None = None,
    area: bool = False,
    digits: int = 15,
) -> Answers:
    """Returns the privacy region of composed steps, each (epsilon, delta)-DP with total variation eta.

    Args:
        epsilon: The epsilon of the steps, or the epsilons of different steps.
        delta: The deltas of the steps.
        eta: The total variations of the steps.
        steps: The number of steps of each kind.
        subsample: The rate of Poisson sampling.
        j: The indices of the kinks whose deltas are requested (Theorem 2 of Ghazi and Issa 2024).
        at: The epsilons at which delta is requested.
        at_delta: The deltas at which epsilon is requested.
        alpha: The levels at which the trade-off function is requested.
        area: True to compute the area.
        digits: The requested number of relative digits.

    Returns:
        An `Answers` with one record for each number.

    Raises:
        BadInput: A number is out of its range.

    Source:
        docs/commands.md of the project, compose-tv.

    >>> answers = compose_tv(epsilon=1, eta="1/4", steps=3)
    >>> print(answers.enclosures[0])  # the delta at epsilon 0
    [0.4461968843809831207, 0.4461968843809831208]
    """
    return command("compose-tv", epsilon=epsilon, delta=delta, eta=eta, steps=steps, subsample=subsample,
                   j=j, at=at, at_delta=at_delta, alpha=alpha, area=area, digits=digits)


def channel(
    rows: Iterable[Iterable[Number]],
    *,
    f: str | Iterable[str] | None = None,
    delta_at: Numbers | None = None,
    p0: Iterable[Number] | None = None,
    p1: Iterable[Number] | None = None,
    erase: Number | None = None,
    digits: int = 15,
) -> Answers:
    """Returns the local privacy, the total variation and the contraction of a stochastic matrix.

    Args:
        rows: The rows of the matrix.
        f: Names of f-divergences.
        delta_at: The epsilons at which delta is requested.
        p0: The first distribution of the input.
        p1: The second distribution of the input.
        erase: The probability of an erasure of the output.
        digits: The requested number of relative digits.

    Returns:
        An `Answers` with one record for each number.

    Raises:
        BadInput: A row is not a distribution, or a number is invalid.

    Source:
        docs/commands.md of the project, channel.

    >>> answers = channel([["3/4", "1/4"], ["1/4", "3/4"]], f="chi2")
    >>> answers.reached
    True
    """
    table = "\n".join(",".join(_texts(row)) for row in rows)
    names = [f] if isinstance(f, str) else f
    laws = [None if p is None else ",".join(_texts(p)) for p in (p0, p1)]
    options: dict[str, object] = {
        "f": names, "delta_at": delta_at, "p0": laws[0], "p1": laws[1], "erase": erase, "digits": digits,
    }
    return answered("channel", ["-"], options, (0, 1, 3), table + "\n")


def noisy_sgd(
    *,
    sigma: Number = "1.3",
    rate: Number = "256/60000",
    steps: Number | None = None,
    epsilon: Numbers | None = None,
    alpha: Numbers | None = None,
    delta: Number | None = None,
    digits: int = 15,
) -> Answers:
    """Returns composed regions of noisy SGD, and the trade-off function of the mechanism for comparison.

    Args:
        sigma: The noise multiplier.
        rate: The sampling rate.
        steps: The number of steps.
        epsilon: The epsilons of one step before sampling; each of them gives a region.
        alpha: The type I errors at which the curves are requested.
        delta: The delta at which epsilon is requested.
        digits: The requested number of relative digits.

    Returns:
        An `Answers` with one record for each number.

    Raises:
        BadInput: A number is out of its range.

    Source:
        docs/commands.md of the project, noisy-sgd.
    """
    return command("noisy-sgd", sigma=sigma, rate=rate, steps=steps, epsilon=epsilon, alpha=alpha,
                   delta=delta, digits=digits)


def tv_limit(
    *, mu: Number = 1, exponent: Number = "1/4", steps: Numbers | None = None, digits: int = 15
) -> Answers:
    """Returns how far the composition of small steps of bounded total variation is from its Gaussian limit.

    Args:
        mu: The mu of the limit.
        exponent: The exponent c in (0, 1/2): each of n steps has epsilon = mu/n^c.
        steps: The numbers n of steps.
        digits: The requested number of relative digits.

    Returns:
        An `Answers` with one record for each number.

    Raises:
        BadInput: A number is out of its range.

    Source:
        docs/commands.md of the project, tv-limit.
    """
    return command("tv-limit", mu=mu, exponent=exponent, steps=steps, digits=digits)


def selection(
    mechanism: object,
    *,
    runs: str | None = None,
    outcomes: Number | None = None,
    epsilon: Numbers | None = None,
    delta: Numbers | None = None,
    order: Numbers | None = None,
    direction: str = "worst",
    larger_profile: bool = False,
    digits: int = 15,
) -> Answers:
    """Returns bounds of the privacy of releasing the best of a random number of runs.

    The bounds hold for every base mechanism that the pair of `mechanism` dominates. With `outcomes` instead of
    `runs`, they are bounds for the choice among that number of outcomes by noisy scores.

    Args:
        mechanism: The base mechanism, or the noise of one score.
        runs: The distribution of the number of runs.
        outcomes: Instead of `runs`, the number of outcomes.
        epsilon: The epsilons at which delta is requested.
        delta: The deltas at which epsilon is requested.
        order: The orders of the Renyi divergence.
        direction: "worst", "forward" or "reverse" (see `plumbline.questions`).
        larger_profile: True to use the larger of the two profiles of the base mechanism for both orders of its pair.
        digits: The requested number of relative digits.

    Returns:
        An `Answers` with one record for each number.

    Raises:
        BadInput: A number is out of its range.

    Source:
        docs/commands.md of the project, selection.

    >>> answers = selection("gaussian(sigma=4)", runs="geometric(gamma=0.1)", delta="1e-6", digits=8)
    >>> answers.records[0]["certifies"]
    'upper bound'
    """
    return command("selection", expression_of(mechanism), runs=runs, outcomes=outcomes,
                   epsilon=epsilon, delta=delta, order=order, direction=direction,
                   larger_profile=larger_profile, digits=digits)


def convert(
    mechanism: object,
    *,
    to: str,
    delta: Numbers | None = None,
    epsilon: Numbers | None = None,
    order: Numbers | None = None,
    up_to: Number | None = None,
    floor: Number | None = None,
    direction: str = "worst",
    digits: int = 6,
) -> Answers:
    """Returns the smallest guarantee of another kind that a mechanism, or a stated guarantee, satisfies.

    Args:
        mechanism: The mechanism or the guarantee, such as "zcdp(rho=0.5)".
        to: "zcdp", "rdp", "gdp", "dp" or "pure_dp".
        delta: With "dp", the deltas at which epsilon is requested.
        epsilon: With "dp", the epsilons at which delta is requested.
        order: With "rdp", the orders of the curve.
        up_to: With "zcdp", the largest order.
        floor: With "gdp", the smallest type I error at which f >= G_mu is required, for mechanisms for which no mu is
            valid everywhere.
        direction: "worst", "forward" or "reverse" (see `plumbline.questions`).
        digits: The requested number of relative digits.

    Returns:
        The records. The last one has the guarantee as an expression, with numbers rounded up.

    Raises:
        BadInput: A number is out of its range, or is missing for this kind.

    Source:
        docs/quantities/conversion.md of the project.

    >>> convert("laplace(b=1)", to="zcdp").records[-1]["guarantee"]
    'zcdp(rho=0.36788)'
    """
    return command("convert", expression_of(mechanism), to=to, delta=delta, epsilon=epsilon, order=order,
                   up_to=up_to, floor=floor, direction=direction, digits=digits)
