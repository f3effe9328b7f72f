"""Commands beyond the quantities: regions composed from (epsilon, delta, eta), channels, limits, selection.

Each is the program's command of the same name (docs/commands.md of the project), with its options as
arguments; what is a list on the command line may be one here. The answers are certified enclosures.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from .command import Answers, command
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
    """What steps that are each (epsilon, delta)-DP of total variation eta satisfy together.

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
    """Local privacy, total variation and contraction of a matrix of which each row is a law.

    >>> answers = channel([["3/4", "1/4"], ["1/4", "3/4"]], f="chi2")
    >>> answers.reached
    True
    """
    table = "\n".join(",".join(_texts(row)) for row in rows)
    names = [f] if isinstance(f, str) else f
    laws = [None if p is None else ",".join(_texts(p)) for p in (p0, p1)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "channel.csv"
        file.write_text(table + "\n")
        return command("channel", str(file), f=names, delta_at=delta_at, p0=laws[0], p1=laws[1],
                       erase=erase, digits=digits)


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
    """Composed regions of noisy SGD beside the mechanism's own trade-off function."""
    return command("noisy-sgd", sigma=sigma, rate=rate, steps=steps, epsilon=epsilon, alpha=alpha,
                   delta=delta, digits=digits)


def tv_limit(
    *, mu: Number = 1, exponent: Number = "1/4", steps: Numbers | None = None, digits: int = 15
) -> Answers:
    """How far small steps of bounded total variation are from their Gaussian limit."""
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
    """What the best of a random number of runs costs at most, for every base that the pair dominates; or,
    with outcomes in place of runs, a choice among so many by noisy scores.

    >>> answers = selection("gaussian(sigma=4)", runs="geometric(gamma=0.1)", delta="1e-6", digits=8)
    >>> answers.records[0]["certifies"]
    'upper bound'
    """
    return command("selection", expression_of(mechanism), runs=runs, outcomes=outcomes,
                   epsilon=epsilon, delta=delta, order=order, direction=direction,
                   larger_profile=larger_profile, digits=digits)
