"""Judges numbers of other accountants: `plumbline judge` as a function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .command import Answers, HasExpression, run
from .enclosure import Enclosure
from .numbers import Number, as_typed


class Judgement(Answers):
    """The comparison of numbers and approximations with the certified value. `.wrong` is True if one of your numbers
    certainly claims more privacy than the mechanism has.
    """

    @property
    def truth(self) -> Enclosure:
        """The certified value with which the judged numbers are compared; the first if there are several."""
        return self.enclosures[0]

    @property
    def judged(self) -> list[dict[str, Any]]:
        """A record for each number and each approximation: `approximation` ("your answer" for one of your numbers),
        `said`, `error`, `relative_error`, `side`, and, for the side "dangerous", `grade`.
        """
        return [r for r in self.records if "said" in r]

    @property
    def sides(self) -> list[str]:
        """The side of each judged number: "safe", "dangerous" (it claims too much privacy) or "undecided"."""
        return [str(r.get("side")) for r in self.judged]

    def __str__(self) -> str:
        lines = [f"truth: {self.truth}"]
        for r in self.judged:
            grade = f", {r['grade']}" if "grade" in r else ""
            lines.append(f"{r['approximation']}: {as_typed(str(r['said']))}: {r.get('side')}{grade}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Judgement: {str(self).replace(chr(10), '; ')}>"


def judge(
    quantity: str,
    mechanism: str | HasExpression,
    answer: Number | Iterable[Number] | None = None,
    *,
    methods: str | Iterable[str] | None = None,
    direction: str | None = None,
    digits: int = 15,
    engine: str | None = None,
    timeout: float | None = None,
    **at: Number | Iterable[Number],
) -> Judgement:
    """Returns a comparison of numbers (`answer`) or approximations (`methods`) with the certified value of a
    quantity.

    Args:
        quantity: The name of the quantity.
        mechanism: The mechanism.
        answer: A number of another accountant, or several.
        methods: Names of approximations, "renyi", "clt", ... (see `plumbline list approximations`); the published
            wheels do not contain them.
        direction: "worst", "forward" or "reverse" (see `plumbline.questions`).
        digits: The number of relative digits of the certified value.
        engine: "auto", or one of `engines()`.
        timeout: The time limit in seconds.
        **at: The arguments of the quantity, by name: `delta="1e-5"`, for example.

    Returns:
        A `Judgement`.

    Raises:
        BadInput: An argument is invalid.

    Source:
        docs/commands.md of the project, judge.

    >>> found = judge("epsilon", "gaussian(sigma=2)^50", "19", delta="1e-5")
    >>> found.wrong, found.sides, found.judged[0]["grade"]
    (True, ['dangerous'], 'material')
    >>> judge("epsilon", "gaussian(sigma=2)^50", ["21", "22"], delta="1e-5").sides
    ['safe', 'safe']
    """
    names = [methods] if isinstance(methods, str) else methods
    found = run(
        "judge", quantity.replace("_", "-"), mechanism, accepted=(0, 1, 3), answer=answer, direction=direction,
        digits=digits, engine=engine, timeout=timeout, **{"with": None if names is None else list(names)}, **at,
    )
    return Judgement(found.records, found.reached, found.wrong)
