"""The program's other commands, by the program that comes with the package."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol

from . import _native
from .arguments import is_array, numbers_of
from .enclosure import Enclosure
from .errors import BadInput, BeyondReach, Contradiction, OutOfTime, WrongType
from .numbers import as_typed, exact_text


@dataclass(frozen=True)
class Answers:
    """What a command answered: its records, as JSON has them, and those that are values."""

    records: list[dict[str, Any]] = field(default_factory=list)
    reached: bool = True  #: False with exit code 3: digits or time did not suffice
    wrong: bool = False  #: True with exit code 1: a judged value is wrong, a claim is violated or refuted

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


def _word(value: object, name: str) -> str:
    """A number, a word, a file or a mechanism, as the command line has it."""
    if isinstance(value, str):
        return value
    expression = getattr(value, "expression", None)
    if isinstance(expression, str):
        return expression
    return os.fspath(value) if isinstance(value, os.PathLike) else exact_text(value, name)


def _words(name: str, value: object) -> list[str]:
    option = "--" + name.rstrip("_").replace("_", "-")  # with_ is --with, a word of Python's own
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if is_array(value):
        return [word for x in numbers_of(value)[0] for word in _words(name, x)]
    return [option, _word(value, name)]


def _refuse(name: str, code: int, said: str, records: list[dict[str, Any]]) -> NoReturn:
    message = as_typed(said) or f"{name} ended with exit code {code}"
    if message.startswith("unknown option '--format'"):
        message = f"{name} prints a text, no records: run `python -m plumbline {name}`"
    if code == 2:
        raise BadInput(message, records=records)
    raise (Contradiction if code == 4 else BeyondReach)(message, records=records)


def command(name: str, *arguments: str | os.PathLike[str] | HasExpression, **options: object) -> Answers:
    """Runs a command of the program (docs/commands.md of the project) and reads its answers. Arguments are
    words, files and mechanisms; options are those of the command line: `delta="1e-5"` is `--delta 1e-5`, True is an
    option without a value, a list gives the option several times, and None or False leaves it out.

    A violated claim or a wrong answer (exit code 1) is an answer: `.wrong` is True. What cannot be read or
    answered is raised, as `pl.BadInput` or `pl.BeyondReach`, with the records that came before as `.records`.

    >>> area = command("compose-tv", steps=3, epsilon=1, eta="1/4")
    >>> area.reached
    True
    >>> command("judge", "epsilon", "gaussian(sigma=2)^50", delta="1e-5", answer="19").wrong
    True
    """
    return run(name, *arguments, accepted=(0, 1, 3), **options)


def in_python(message: str) -> str:
    """What the program says of its options, of the arguments of a function."""
    message = re.sub(r" \(see: plumbline [^)]*\)$", "", message)
    message = re.sub(r"; for example: plumbline .*$", "", message)
    message = re.sub(r"(--[a-z]+) [A-Z]\b", r"\1", message)
    message = re.sub(r"--([a-z-]+)", lambda m: m[1].replace("-", "_"), message)
    return re.sub(r"^([a-z_]+): must be", r"\1 must be", message)


def _done(words: list[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, input=given, capture_output=True, text=True, check=False, env=environment()
    )


def out_of_time(timeout: Any) -> OutOfTime:
    """The error of a page whose numbers were not all derived within so many seconds (60 where None)."""
    return OutOfTime(
        f"no page was written: not every number was derived again within {float(timeout or 60):g} seconds; allow more "
        "with timeout"
    )


def statement(
    *certificates: str | Path,
    output: str | Path,
    title: str | None = None,
    owner: str | None = None,
    timeout: float | None = None,
) -> None:
    """Checks files of certificates and writes a page about them in words, HTML or Markdown by the
    ending of its name: `plumbline statement`. `owner` is the team, product or model it is for, `timeout` the
    seconds for each certificate (60 unless given): where they do not suffice no page is written, and
    `pl.OutOfTime` is raised."""
    words = [str(program()), "statement", *map(str, certificates), "--output", str(output)]
    for name, value in (("--title", title), ("--owner", owner)):
        words += [] if value is None else [name, value]
    if timeout is not None:
        words += ["--timeout", exact_text(timeout, "timeout")]
    done = _done(words)
    if done.returncode == 3:
        raise out_of_time(timeout)
    if done.returncode != 0:
        _refuse("statement", done.returncode, done.stderr.strip().removeprefix("plumbline: "), [])


class HasExpression(Protocol):
    """A mechanism."""

    @property
    def expression(self) -> str: ...


def run(
    name: str, *arguments: str | os.PathLike[str] | HasExpression, accepted: tuple[int, ...], **options: object
) -> Answers:
    """The same; exit codes that are accepted are answers, others are errors."""
    words = [_word(x, "argument") for x in arguments]
    if not isinstance(name, str):
        raise WrongType(f"the name of a command is wanted first, such as 'epsilon', not {type(name).__name__}")
    if any(x in ("--help", "-h") for x in words) or options.get("help"):
        raise BadInput(f"--help prints a text: run `python -m plumbline {name} --help`")
    return answered(name, words, options, accepted)


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
    said = done.stderr.strip().removeprefix("plumbline: ")
    try:
        records = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    except ValueError:  # a command that makes pages or texts
        if done.returncode == 0:
            raise BadInput(f"{name} prints a text, no records: run `python -m plumbline {name}`") from None
        records = []
    if done.returncode not in accepted or (done.returncode == 1 and not records):
        _refuse(name, done.returncode, said, records)
    return Answers(records, done.returncode != 3, done.returncode == 1)
