"""Audits: certified privacy bounds from the results of attacks (docs/auditing.md of the project).

Each function runs the subcommand of `plumbline audit` with the same name. A refuted claim is an answer, not an error.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .command import Answers, run, statement
from .enclosure import Enclosure
from .errors import BadInput
from .numbers import Number

__all__ = ["Audit", "one_run", "scores", "trials"]


def __dir__() -> list[str]:
    return __all__


class Audit(Answers):
    """The answer of an audit. `epsilon`, `mu` and `advantage` are enclosures of the suprema of the refuted values:
    every smaller value is refuted at the confidence level. Their `lower_float` is a double that is not above the
    supremum.
    """

    def value(self, quantity: str, **at: str) -> Enclosure:
        """Returns the first answer of a quantity, for example ``value("audited_epsilon", delta="1e-5")``.

        Args:
            quantity: The name of the quantity, for example "audited_epsilon".
            **at: The arguments of the quantity, as texts.

        Returns:
            An `Enclosure`.

        Raises:
            KeyError: The audit has no such answer.

        Source:
            docs/auditing.md of the project.
        """
        for record, enclosure in zip(self._valued, self.enclosures, strict=True):
            where = record.get("at", {})
            if record["quantity"] == quantity and all(where.get(k) == v for k, v in at.items()):
                return enclosure
        raise KeyError(f"{quantity} was not answered")

    _asked: tuple[str, dict[str, str], dict[str, object]] | None = None  # kind, texts of the score files, options

    def _certify(self, path: Path) -> None:
        if self._asked is None:
            raise BadInput("this audit was put together from records; ask pl.audit again to certify it")
        kind, texts, options = self._asked
        with tempfile.TemporaryDirectory() as folder:
            files = _written(texts, Path(folder))
            run("certify", "audit", kind, *files, output=str(path), accepted=(0, 1, 3), **options)

    def certify(self, path: str | Path) -> None:
        """Writes certificates of all numbers of the audit to one file, for `plumbline check` and `plumbline
        statement`.

        Args:
            path: The file.

        Raises:
            BadInput: The file cannot be written.

        Source:
            docs/auditing.md of the project.
        """
        self._certify(Path(path))

    def statement(self, path: str | Path, *, title: str | None = None, owner: str | None = None) -> None:
        """Writes a page about this audit for readers outside the field, and the certificates in a second file. For the
        page `statement.html`, the second file is `statement.certificates.json`.

        Args:
            path: The page, .html or .md.
            title: The title of the page.
            owner: The team, product or model that the page is for.

        Raises:
            BadInput: A file cannot be written.

        Source:
            docs/commands.md of the project, statement.
        """
        page = Path(path)
        certificates = page.parent / (page.stem + ".certificates.json")
        self._certify(certificates)
        statement(certificates, output=page, title=title, owner=owner)

    @property
    def _valued(self) -> list[dict[str, Any]]:
        return [r for r in self.records if "lower" in r and "upper" in r]

    @property
    def epsilon(self) -> Enclosure:
        """The supremum of the refuted epsilons, at the first delta."""
        return self.value("audited_epsilon")

    @property
    def mu(self) -> Enclosure:
        """The supremum of the refuted mu of Gaussian differential privacy."""
        return self.value("audited_mu")

    @property
    def advantage(self) -> Enclosure:
        """The supremum of the refuted advantages."""
        return self.value("audited_advantage")

    @property
    def refuted(self) -> bool | None:
        """True if the claim is refuted, False if it is not; None without a claim, or if this is undecided."""
        for record in self.records:
            if record["quantity"] == "audited_claim":
                found = record.get("refuted")
                return found if isinstance(found, bool) else None
        return None


def _written(texts: dict[str, str], folder: Path) -> list[str]:
    """Writes each text to the file of its name and returns the paths."""
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [str(folder / name) for name in texts]


def _audit(kind: str, texts: dict[str, str], /, **options: object) -> Audit:
    with tempfile.TemporaryDirectory() as folder:
        files = _written(texts, Path(folder))
        answers = run("audit", kind, *files, accepted=(0, 1, 3), **options)
    out = Audit(answers.records, answers.reached, answers.wrong)
    object.__setattr__(out, "_asked", (kind, texts, options))
    return out


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
    """Returns the audit of counts of independent trials of a test that was fixed in advance, or of reconstructions
    (`successes`, `attempts` and `kappa`).

    Args:
        tp: The number of true positives.
        fn: The number of false negatives.
        fp: The number of false positives.
        tn: The number of true negatives.
        successes: Instead of the four counts, the number of successful reconstructions.
        attempts: The number of attempted reconstructions.
        kappa: The largest success probability of a guess without the output.
        confidence: 1 minus the probability of error.
        split: The fraction of the probability of error that the limit of the false positives uses.
        delta: The deltas of the audited epsilon.
        fpr: The false positive rates at which the TPR is bounded.
        **options: Further options: `claim`, `claim_epsilon`, `claim_delta`, `family`, `direction`, `digits`.

    Returns:
        An `Audit`.

    Raises:
        BadInput: A count or a number is out of its range.

    Source:
        docs/auditing.md of the project.

    >>> audit = trials(tp=140, fn=860, fp=2, tn=998, delta="1e-5", claim_epsilon=1, claim_delta="1e-5")
    >>> audit.epsilon > 2.8, audit.refuted
    (True, True)
    """
    return _audit("trials", {}, tp=tp, fn=fn, fp=fp, tn=tn, successes=successes, attempts=attempts,
                  kappa=kappa, confidence=confidence, split=split, delta=delta, fpr=fpr, **options)


def _side(name: str, numbers: Iterable[Any]) -> str:
    values = [float(x) for x in numbers]
    for i, x in enumerate(values):
        if not math.isfinite(x):
            raise BadInput(f"score {i + 1} of the {name} is {x}, no finite number")
    return "\n".join(map(repr, values)) + "\n"


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
    """Returns the audit of the scores of members and of others: two lists or arrays, or one table, such as a pandas
    DataFrame, with the columns `score` and `member`.

    Args:
        members: The scores of members, or a table with the columns `score` and `member`.
        others: The scores of non-members; None for a table.
        threshold: The rule for the threshold: "explicit=T", "split" (with a `seed`), "bonferroni=T1,T2,...",
            "all-cuts", "dkw" or "equal-level".
        seed: The seed of a split.
        low_is_member: True if low scores indicate membership.
        confidence: 1 minus the probability of error.
        split: The fraction of the probability of error that the limit of the false positives uses.
        delta: The deltas of the audited epsilon.
        fpr: The false positive rates at which the TPR is bounded.
        **options: Further options: `claim`, `claim_epsilon`, `claim_delta`, `family`, `direction`, `digits`.

    Returns:
        An `Audit`.

    Raises:
        BadInput: A score is not a finite number, or an option is out of its range.

    Source:
        docs/auditing.md of the project.

    >>> audit = scores([5, 6, 7, 8] * 50, [1, 2, 3, 5] * 50, threshold="explicit=5.5")
    >>> audit.epsilon > 3, audit.records[0]["data"]["fp"]
    (True, 0)
    """
    if others is None:
        member = [bool(x) for x in members["member"]]
        values = list(members["score"])
        members = [x for x, inside in zip(values, member, strict=True) if inside]
        others = [x for x, inside in zip(values, member, strict=True) if not inside]
    texts = {"members.txt": _side("members", members), "others.txt": _side("others", others)}
    return _audit("scores", texts, threshold=threshold, seed=seed, low_is_member=low_is_member,
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
    """Returns the audit of one training run by canaries, each of which was included with probability 1/2.

    Args:
        canaries: The number of canaries.
        guesses: The number of guesses.
        right: The number of correct guesses.
        guesses_fixed: "yes" if the number of guesses was fixed in advance, "list=R1,R2,..." if it was one of a list
            fixed in advance, "no" otherwise (only for delta 0).
        confidence: 1 minus the probability of error.
        delta: The deltas of the audited epsilon.
        **options: Further options: `claim`, `claim_epsilon`, `claim_delta`, `family`, `direction`, `digits`.

    Returns:
        An `Audit`.

    Raises:
        BadInput: A count or a number is out of its range.

    Source:
        docs/auditing.md of the project.

    >>> audit = one_run(canaries=100000, guesses=1500, right=1429, guesses_fixed="yes", delta="1e-5")
    >>> audit.epsilon > 2.66
    True
    """
    return _audit("one-run", {}, canaries=canaries, guesses=guesses, right=right,
                  guesses_fixed=guesses_fixed, confidence=confidence, delta=delta, **options)
