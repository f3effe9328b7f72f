"""Checking certificates: `plumbline check` as a function."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .command import Answers
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, Contradiction, MissingFile, WrongType

if TYPE_CHECKING:
    from .training import Training

#: The verdicts, worst first. For the verdict `contradiction`, `pl.Contradiction` is raised.
_VERDICTS = ("not_a_certificate", "refuted", "withdrawn", "unconfirmed", "confirmed")


_UNNAMED = "standard input"  # name of a text that is not from a file
_SECONDS = 60


class Check(Answers):
    """The result of a check. Its truth value is True only if every certificate is confirmed."""

    @property
    def verdicts(self) -> list[str]:
        """The verdicts of `plumbline check`, one for each certificate: "confirmed", "unconfirmed", "refuted",
        "withdrawn" (its mechanism no longer has a proved pair) or "not_a_certificate".
        """
        return [str(r["verdict"]) for r in self.records]

    @property
    def verdict(self) -> str:
        """The worst verdict of all certificates."""
        return min(self.verdicts, key=_VERDICTS.index, default="not_a_certificate")

    @property
    def hypotheses(self) -> list[dict[str, Any] | None]:
        """For each certificate, the hypotheses under which its number is a statement about its mechanism.

        Each has `relation`, `group`, `dominates`, `attained`, `public` and, if present, `family` and `proof`. The check
        derives them from the expression. None for a certificate about a channel or an attack, and for a certificate
        that was refuted before its hypotheses were derived."""
        return [r.get("hypotheses") for r in self.records]

    @property
    def problems(self) -> list[str]:
        """The errors that the check found, one sentence each; empty if it found none."""
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
    """Returns the verdicts on certificates; the check derives every number again.

    Args:
        certificates: A certificate or bundle: a path, JSON (a text that begins with a brace, or the result of
            `json.load`), or an object that has certificates (an answer, several answers, or a run).
        digits: The minimum number of relative digits to derive.
        timeout: The time limit for each certificate in seconds; by default 60.

    Returns:
        A `Check`, whose truth value is True if every certificate is confirmed.

    Raises:
        MissingFile: There is no such file.
        WrongType: The object has no certificate.
        Contradiction: Two enclosures of one number are disjoint.

    Source:
        docs/certificates.md of the project.

    >>> from plumbline import Mechanism
    >>> found = check(Mechanism("gaussian(sigma=1)").delta(epsilon=1))
    >>> bool(found), found.verdict
    (True, 'confirmed')
    >>> certificate = Mechanism("gaussian(sigma=1)").delta(epsilon=1).certificate
    >>> check(certificate.replace("0.1269", "0.1268")).problems[0][:64]
    'standard input: not a certificate: /digest: the file was changed'
    """
    limits: dict[str, Any] = {"seconds": _SECONDS}
    if digits is not None:
        limits["digits"] = _native.checked(digits, None)[0]
    if timeout is not None:
        limits["seconds"] = _native.checked(15, timeout)[1]
    records = [record for place, text in _files(certificates) for record in _checked(place, text, limits)]
    verdicts = {record["verdict"] for record in records}
    if "contradiction" in verdicts:
        wrong = next(r for r in records if r["verdict"] == "contradiction")
        raise Contradiction(wrong["wrong"][0]["found"] if wrong.get("wrong") else "", records=records)
    return Check(records, "unconfirmed" not in verdicts, bool(verdicts & {"refuted", "withdrawn"}))


def _files(certificates: Any) -> list[tuple[str, str]]:
    """Returns the name and the text of each file."""
    if isinstance(certificates, EnclosureArray):
        return [(_UNNAMED, one.certificate) for one in certificates]
    if isinstance(certificates, Enclosure):
        return [(_UNNAMED, certificates.certificate)]
    if hasattr(certificates, "certificates_text"):  # a run
        return [(_UNNAMED, certificates.certificates_text())]
    if isinstance(certificates, Mapping):
        return [(_UNNAMED, json.dumps(certificates))]
    if isinstance(certificates, str) and certificates.lstrip().startswith("{"):
        return [(_UNNAMED, certificates)]
    if not isinstance(certificates, (str, os.PathLike)):
        raise WrongType(
            "a certificate is wanted, as a path, as JSON, or the answer or run that it is of, not "
            + type(certificates).__name__
        )
    if not str(certificates).strip():
        raise BadInput("a certificate is wanted: the path of its file, or its JSON, not an empty text")
    try:
        return [(str(Path(certificates).resolve(strict=True)), Path(certificates).read_text("utf-8"))]
    except FileNotFoundError:
        raise MissingFile(f"cannot read '{certificates}': there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read '{certificates}': {getattr(error, 'strerror', None) or 'it is no text'}") from None


def _checked(place: str, text: str, limits: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the records of `plumbline check` about one file."""
    with _native.Options():
        try:
            reply = _native.call({"verb": "check", "certificate": text, **limits})
        except BadInput as error:
            problem = f"{place}: not a certificate: {error}"
            return [{"file": place, "index": None, "verdict": "not_a_certificate", "problem": problem}]
    records = [{"file": place, **record} for record in reply["certificates"]]
    for record in records:
        if "problem" in record:
            record["problem"] = f"{place}: not a certificate: {record['problem']}"
    return records
