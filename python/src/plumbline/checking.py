"""Checking certificates: `plumbline check` as a function."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import Answers, answered
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, MissingFile, WrongType

if TYPE_CHECKING:
    from .training import Training

#: The worst first. `contradiction` is raised, as `pl.Contradiction`.
_VERDICTS = ("not_a_certificate", "refuted", "withdrawn", "unconfirmed", "confirmed")


class Check(Answers):
    """What a check found: true only where every certificate is confirmed."""

    @property
    def verdicts(self) -> list[str]:
        """Of each certificate, in the words of `plumbline check`: "confirmed", "unconfirmed", "refuted",
        "withdrawn" (no pair is proved for its mechanism any more) or "not_a_certificate"."""
        return [str(r["verdict"]) for r in self.records]

    @property
    def verdict(self) -> str:
        """The worst of them."""
        return min(self.verdicts, key=_VERDICTS.index, default="not_a_certificate")

    @property
    def hypotheses(self) -> list[dict[str, Any] | None]:
        """Of each certificate the hypotheses under which its pair is a statement about the mechanism: `relation`, `group`,
        `dominates`, `attained`, `public` and, where there is one, `family` and `proof`. Derived from the expression by the
        check; None for a channel, an attack, and a certificate that is refuted before."""
        return [r.get("hypotheses") for r in self.records]

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
    certificates: str | Path | Mapping[str, Any] | Enclosure | EnclosureArray | Training,
    *,
    digits: int | None = None,
    timeout: float | None = None,
) -> Check:
    """Derives every number of a certificate or bundle again. It is given as a path, as JSON (text that
    begins with a brace, or what `json.load` made of it), or as the answer, the answers or the run that it is of.
    `timeout` is in seconds for each certificate, 60 unless given.

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
    if isinstance(certificates, EnclosureArray):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{i}.json" for i in range(len(certificates))]
            for file, one in zip(files, certificates, strict=True):
                file.write_text(one.certificate)
            return _checked([str(file) for file in files], known)
    if hasattr(certificates, "certify"):  # a run
        with tempfile.TemporaryDirectory() as folder:
            certificates.certify(Path(folder) / "run.json")
            return _checked([folder + "/run.json"], known)
    given: str | None = None
    place = "-"
    if isinstance(certificates, Enclosure):
        given = certificates.certificate
    elif isinstance(certificates, Mapping):
        given = json.dumps(certificates)
    elif isinstance(certificates, str) and certificates.lstrip().startswith("{"):
        given = certificates
    elif not isinstance(certificates, (str, os.PathLike)):
        raise WrongType(
            "a certificate is wanted, as a path, as JSON, or the answer or run that it is of, not "
            + type(certificates).__name__
        )
    elif not str(certificates).strip():
        raise BadInput("a certificate is wanted: the path of its file, or its JSON, not an empty text")
    else:
        try:
            place = str(Path(certificates).resolve(strict=True))
        except FileNotFoundError:
            raise MissingFile(f"cannot read '{certificates}': there is no such file") from None
    return _checked([place], known, given)


def _checked(places: list[str], options: dict[str, object], given: str | None = None) -> Check:
    if not places:
        return Check([], True)
    answers = answered("check", places, options, (0, 1, 2, 3), given)
    return Check(answers.records, answers.reached, answers.wrong)
