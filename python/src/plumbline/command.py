"""The program's other commands, by the program that comes with the package."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from . import _native
from .enclosure import Enclosure
from .errors import BadInput, BeyondReach, Contradiction
from .numbers import exact_text


@dataclass(frozen=True)
class Answers:
    """What a command answered: its records, as JSON has them, and those that are values."""

    records: list[dict[str, Any]] = field(default_factory=list)
    reached: bool = True  #: exit code 0; 3 is that digits or time did not suffice

    @property
    def enclosures(self) -> list[Enclosure]:
        """The records that are certified values."""
        return [_enclosure(r) for r in self.records if "lower" in r and "upper" in r]

    def to_dict(self) -> dict[str, Any]:
        """For `json.dumps`: numbers are text, as exact as they were.

        >>> json.dumps(command("renyi", "gaussian(sigma=1)", order=3).to_dict())[:33]
        '{"reached": true, "records": [{"q'
        """
        return {"reached": self.reached, "records": copy.deepcopy(self.records)}


def _enclosure(record: dict[str, Any]) -> Enclosure:
    lower, upper = str(record["lower"]), str(record["upper"])
    return Enclosure(
        lower,
        upper,
        reached=bool(record.get("reached", True)),
        engine=str(record.get("engine", "")),
    )


def program() -> Path:
    """The program `plumbline` that belongs to this package."""
    return _native.folder() / "plumbline"


def environment() -> dict[str, str]:
    """That of this process; pages are made by this Python."""
    return {"PLUMBLINE_PYTHON": sys.executable, **os.environ}


def _words(name: str, value: object) -> list[str]:
    option = "--" + name.replace("_", "-")
    if value is True:
        return [option]
    if isinstance(value, (list, tuple)):
        return [word for x in value for word in _words(name, x)]
    return [option, value if isinstance(value, str) else exact_text(value)]


def _refuse(name: str, code: int, said: str) -> NoReturn:
    message = said or f"{name} ended with exit code {code}"
    if code == 2:
        raise BadInput(message)
    raise Contradiction(message) if code == 4 else BeyondReach(message)


def command(name: str, *arguments: str, **options: object) -> Answers:
    """Runs a command of the program (docs/commands.md of the project) and reads its answers.

    >>> area = command("compose-tv", steps=3, epsilon=1, eta="1/4")
    >>> area.reached
    True
    """
    return run(name, *arguments, accepted=(0, 3), **options)


def _done(words: list[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, input=given, capture_output=True, text=True, check=False, env=environment()
    )


def statement(
    *certificates: str | Path, output: str | Path, title: str | None = None, owner: str | None = None
) -> None:
    """Checks files of certificates and writes a page about them in words, HTML or Markdown by the
    ending of its name: `plumbline statement`. `owner` is the team, product or model it is for."""
    words = [str(program()), "statement", *map(str, certificates), "--output", str(output)]
    for name, value in (("--title", title), ("--owner", owner)):
        words += [] if value is None else [name, value]
    done = _done(words)
    if done.returncode != 0:
        _refuse("statement", done.returncode, done.stderr.strip().removeprefix("plumbline: "))


def run(name: str, *arguments: str, accepted: tuple[int, ...], **options: object) -> Answers:
    """The same; exit codes that are accepted are answers, others are errors."""
    return answered(name, list(arguments), options, accepted)


def answered(
    name: str,
    arguments: list[str],
    options: dict[str, object],
    accepted: tuple[int, ...],
    given: str | None = None,
) -> Answers:
    """The same; `given` is what the program reads as its input."""
    words = [str(program()), name, *arguments, "--format", "json"]
    for key, value in options.items():
        words += _words(key, value)
    done = _done(words, given)
    if done.returncode not in accepted:
        _refuse(name, done.returncode, done.stderr.strip().removeprefix("plumbline: "))
    records = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    return Answers(records, done.returncode != 3)
