"""Checking certificates: `plumbline check` as a function."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .command import Answers, answered
from .enclosure import Enclosure

#: The worst first. `contradiction` is raised, as `pl.Contradiction`.
_VERDICTS = ("not_a_certificate", "refuted", "unconfirmed", "confirmed")


class Check(Answers):
    """What a check found: true only where every certificate is confirmed."""

    @property
    def verdicts(self) -> list[str]:
        """Of each certificate, in the words of `plumbline check`: "confirmed", "unconfirmed", "refuted"
        or "not_a_certificate"."""
        return [str(r["verdict"]) for r in self.records]

    @property
    def verdict(self) -> str:
        """The worst of them."""
        return min(self.verdicts, key=_VERDICTS.index, default="not_a_certificate")

    @property
    def problems(self) -> list[str]:
        """What is wrong, as sentences; empty where nothing is."""
        broken = [str(r["problem"]) for r in self.records if "problem" in r]
        wrong = [
            f"{r['quantity']} of {r['mechanism']}: {o['field']}: {o['found']}"
            for r in self.records
            for o in r.get("wrong", [])
        ]
        return broken + wrong

    def __bool__(self) -> bool:
        return self.verdict == "confirmed"

    def __str__(self) -> str:
        return "; ".join([self.verdict, *self.problems])

    def __repr__(self) -> str:
        return f"<Check: {self}>"


def check(
    certificates: str | Path | Mapping[str, Any] | Enclosure,
    *,
    digits: int | None = None,
    timeout: float | None = None,
) -> Check:
    """Derives every number of a certificate or bundle again. It is given as a path, as JSON (text that
    begins with a brace, or what `json.load` made of it), or as the answer that it is of. `timeout` is in
    seconds for each certificate.

    >>> from plumbline import Mechanism
    >>> found = check(Mechanism("gaussian(sigma=1)").delta(epsilon=1))
    >>> bool(found), found.verdict
    (True, 'confirmed')
    >>> certificate = Mechanism("gaussian(sigma=1)").delta(epsilon=1).certificate
    >>> check(certificate.replace("0.1269", "0.1268")).problems[0][:64]
    'standard input: not a certificate: /digest: the file was changed'
    """
    options: dict[str, object] = {"digits": digits, "timeout": timeout}
    known = {name: value for name, value in options.items() if value is not None}
    given: str | None = None
    place = "-"
    if isinstance(certificates, Enclosure):
        given = certificates.certificate
    elif isinstance(certificates, Mapping):
        given = json.dumps(certificates)
    elif isinstance(certificates, str) and certificates.lstrip().startswith("{"):
        given = certificates
    else:
        place = str(Path(certificates).resolve(strict=True))  # a missing file is Python's own error
    answers = answered("check", [place], known, (0, 1, 2, 3), given)
    return Check(answers.records, answers.reached)
