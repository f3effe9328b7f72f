"""Audits: what the results of attacks refute, with proof (docs/auditing.md of the project).

Each is the program's `plumbline audit` of the same name. A refuted claim is an answer here, no error.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .command import Answers, in_python, run
from .enclosure import Enclosure
from .errors import BadInput
from .numbers import Number

__all__ = ["Audit", "one_run", "scores", "trials"]


def __dir__() -> list[str]:
    return __all__


class Audit(Answers):
    """What an audit answered: `epsilon`, `mu` and `advantage` are exact statistics, every value below them
    is refuted at the confidence; `lower_float` of each is a double that is not above it."""

    def value(self, quantity: str, **at: str) -> Enclosure:
        """The first answer of that quantity, for instance ``value("audited_epsilon", delta="1e-5")``."""
        for record, enclosure in zip(self._valued, self.enclosures, strict=True):
            where = record.get("at", {})
            if record["quantity"] == quantity and all(where.get(k) == v for k, v in at.items()):
                return enclosure
        raise KeyError(f"{quantity} was not answered")

    @property
    def _valued(self) -> list[dict[str, Any]]:
        return [r for r in self.records if "lower" in r and "upper" in r]

    @property
    def epsilon(self) -> Enclosure:
        """The supremum of the epsilons that are refuted, at the first delta."""
        return self.value("audited_epsilon")

    @property
    def mu(self) -> Enclosure:
        """The supremum of the mu of Gaussian differential privacy that are refuted."""
        return self.value("audited_mu")

    @property
    def advantage(self) -> Enclosure:
        """The supremum of the advantages that are refuted."""
        return self.value("audited_advantage")

    @property
    def refuted(self) -> bool | None:
        """Whether the claim is; None where none was made, or where that is undecided."""
        for record in self.records:
            if record["quantity"] == "audited_claim":
                found = record.get("refuted")
                return found if isinstance(found, bool) else None
        return None


def _audit(kind: str, *arguments: str, **options: object) -> Audit:
    try:
        answers = run("audit", kind, *arguments, accepted=(0, 1, 3), **options)
    except BadInput as error:
        raise type(error)(in_python(str(error))) from None
    return Audit(answers.records, answers.reached, answers.wrong)


def trials(
    *,
    tp: int | None = None,
    fn: int | None = None,
    fp: int | None = None,
    tn: int | None = None,
    successes: int | None = None,
    attempts: int | None = None,
    kappa: Number | None = None,
    confidence: Number = "0.95",
    split: Number = "0.5",
    delta: Number | Iterable[Number] | None = None,
    fpr: Number | Iterable[Number] | None = None,
    **options: object,
) -> Audit:
    """Counts of independent trials of a test fixed before; or `successes`, `attempts` and `kappa` of
    reconstructions. Further words: `claim`, `claim_epsilon`, `claim_delta`, `family`, `direction`, `digits`.

    >>> audit = trials(tp=140, fn=860, fp=2, tn=998, delta="1e-5", claim_epsilon=1, claim_delta="1e-5")
    >>> audit.epsilon > 2.8, audit.refuted
    (True, True)
    """
    return _audit("trials", tp=tp, fn=fn, fp=fp, tn=tn, successes=successes, attempts=attempts,
                  kappa=kappa, confidence=confidence, split=split, delta=delta, fpr=fpr, **options)


def _side(name: str, numbers: Iterable[Any], folder: Path) -> str:
    values = [float(x) for x in numbers]
    for i, x in enumerate(values):
        if not math.isfinite(x):
            raise BadInput(f"score {i + 1} of the {name} is {x}, no finite number")
    path = folder / f"{name}.txt"
    path.write_text("\n".join(map(repr, values)) + "\n")
    return str(path)


def scores(
    members: Any,
    others: Iterable[Any] | None = None,
    *,
    threshold: str,
    seed: int | None = None,
    low_is_member: bool = False,
    confidence: Number = "0.95",
    split: Number = "0.5",
    delta: Number | Iterable[Number] | None = None,
    fpr: Number | Iterable[Number] | None = None,
    **options: object,
) -> Audit:
    """Scores of members and of others, lists or arrays; or one table, such as a pandas DataFrame, with the
    columns `score` and `member`. `threshold` is "explicit=T", "split" (with a `seed`),
    "bonferroni=T1,T2,...", "all-cuts", "dkw" or "equal-level".

    >>> audit = scores([5, 6, 7, 8] * 50, [1, 2, 3, 5] * 50, threshold="explicit=5.5")
    >>> audit.epsilon > 3, audit.records[0]["data"]["fp"]
    (True, 0)
    """
    if others is None:
        member = [bool(x) for x in members["member"]]
        values = list(members["score"])
        members = [x for x, inside in zip(values, member, strict=True) if inside]
        others = [x for x, inside in zip(values, member, strict=True) if not inside]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [_side("members", members, folder), _side("others", others, folder)]
        return _audit("scores", *files, threshold=threshold, seed=seed, low_is_member=low_is_member,
                      confidence=confidence, split=split, delta=delta, fpr=fpr, **options)


def one_run(
    *,
    canaries: int,
    guesses: int,
    right: int,
    guesses_fixed: str | None = None,
    confidence: Number = "0.95",
    delta: Number | Iterable[Number] | None = None,
    **options: object,
) -> Audit:
    """Canaries of one training run, each in it by a fair coin: `right` of `guesses` guesses are right.
    `guesses_fixed`: "yes", "no" (delta 0 alone), or "list=R1,R2,...", fixed before.

    >>> audit = one_run(canaries=100000, guesses=1500, right=1429, guesses_fixed="yes", delta="1e-5")
    >>> audit.epsilon > 2.66
    True
    """
    return _audit("one-run", canaries=canaries, guesses=guesses, right=right,
                  guesses_fixed=guesses_fixed, confidence=confidence, delta=delta, **options)
