"""The program's other commands, by the program that comes with the package."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol

from . import _native, shown
from .arguments import is_array, numbers_of
from .enclosure import Enclosure
from .errors import BadInput, BeyondReach, Contradiction, OutOfTime, WrongType
from .numbers import exact_text


@dataclass(frozen=True, repr=False)
class Answers:
    """The answer of a command: its records, as JSON has them, and those that are values."""

    records: list[dict[str, Any]] = field(default_factory=list)
    reached: bool = True  #: False with exit code 3: digits or time did not suffice
    wrong: bool = False  #: True with exit code 1: a judged value is wrong, a claim is violated or refuted

    @property
    def enclosures(self) -> list[Enclosure]:
        """The records that are certified values."""
        return [_enclosure(r) for r in self.records if "lower" in r and "upper" in r]

    def to_dict(self) -> dict[str, Any]:
        """For `json.dumps`: numbers are text, as exact as they were.

        Returns:
            A dictionary of `reached` and `records`.

        Source:
            docs/schemas/README.md of the project.

        >>> json.dumps(command("renyi", "gaussian(sigma=1)", order=3).to_dict())[:33]
        '{"reached": true, "records": [{"q'
        """
        return {"reached": self.reached, "records": copy.deepcopy(self.records)}

    def __str__(self) -> str:
        """One line for each value, and one with the number of the other records."""
        values = [_value_line(r) for r in self.records if "lower" in r and "upper" in r]
        others = len(self.records) - len(values)
        more = [f"{others} record{'' if others == 1 else 's'} without an interval: .records"] if others else []
        return "\n".join(values + more)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).replace(chr(10), '; ')}>"

    def _repr_html_(self) -> str:
        return shown.lines(type(self).__name__, str(self))


def _value_line(record: dict[str, Any]) -> str:
    """Returns "epsilon(delta=1e-5): [1.2, 1.3]"."""
    at = ", ".join(f"{name}={value}" for name, value in record.get("at", {}).items())
    name = str(record.get("quantity", record.get("name", "value")))
    note = "" if record.get("reached", True) else " (fewer digits than asked)"
    return f"{name}{f'({at})' if at else ''}: {_enclosure(record)}{note}"


def _enclosure(record: dict[str, Any]) -> Enclosure:
    lower, upper = str(record["lower"]), str(record["upper"])
    return Enclosure(
        lower,
        upper,
        reached=bool(record.get("reached", True)),
        engine=str(record.get("engine", "")),
    )


def program() -> Path:
    """The program `plumbline` that belongs to this package.

    Returns:
        The path of the program.

    Source:
        docs/commands.md of the project.
    """
    return _native.folder() / "plumbline"


def environment() -> dict[str, str]:
    """Returns the environment of this process; pages are made by this Python."""
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
    """Raises what the first record of an error stands for; without one, what the exit code does."""
    errors, others = _errors(said)
    if errors:
        error = _native.error_of(errors[0], records)
        if error.code == "BAD_INPUT" and str(error).startswith("unknown option 'format'"):
            raise BadInput(f"{name} prints a text, no records: run `python -m plumbline {name}`", records=records)
        raise error
    kind = {2: BadInput, 4: Contradiction}.get(code, BeyondReach)
    raise kind(others or f"{name} ended with exit code {code}", records=records)


def command(name: str, *arguments: str | os.PathLike[str] | HasExpression, **options: object) -> Answers:
    """Runs a command of the program (docs/commands.md of the project) and reads its answers. Arguments are
    words, files and mechanisms; options are those of the command line: `delta="1e-5"` is `--delta 1e-5`, True is an
    option without a value, a list gives the option several times, and None or False leaves it out.

    A violated claim or a wrong answer (exit code 1) is an answer: `.wrong` is True. What cannot be read or
    answered is raised, as `pl.BadInput` or `pl.BeyondReach`, with the records that came before as `.records`.

    Args:
        name: The name of the command.
        *arguments: Words, files and mechanisms.
        **options: The options, without their hyphens; a list gives the option several times.

    Returns:
        The records of the command.

    Raises:
        BadInput: A word cannot be read.
        BeyondReach: The question cannot be answered.

    Source:
        docs/commands.md of the project.

    >>> area = command("compose-tv", steps=3, epsilon=1, eta="1/4")
    >>> area.reached
    True
    >>> command("judge", "epsilon", "gaussian(sigma=2)^50", delta="1e-5", answer="19").wrong
    True
    """
    return run(name, *arguments, accepted=(0, 1, 3), **options)


def _done(words: list[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*words, "--errors", "json"], input=given, capture_output=True, text=True, check=False, env=environment()
    )


def _errors(said: str) -> tuple[list[dict[str, Any]], str]:
    """The records of errors on standard error, and the other lines."""
    records, lines = [], []
    for line in said.splitlines():
        if line.startswith("{"):
            records.append(json.loads(line))
        else:
            lines.append(line.removeprefix("plumbline: "))
    return records, "\n".join(lines).strip()


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
    `pl.OutOfTime` is raised.

    Args:
        *certificates: Files of certificates or bundles.
        output: The page, .html or .md.
        title: The title of the page.
        owner: The team, product or model that the page is for.
        timeout: The limit in seconds for each certificate.

    Raises:
        OutOfTime: The seconds do not suffice; no page is written.
        BadInput: A file cannot be read, or a certificate does not hold.

    Source:
        docs/commands.md of the project, statement.
    """
    words = [str(program()), "statement", *map(str, certificates), "--output", str(output)]
    for name, value in (("--title", title), ("--owner", owner)):
        words += [] if value is None else [name, value]
    if timeout is not None:
        words += ["--timeout", exact_text(timeout, "timeout")]
    done = _done(words)
    if done.returncode == 3:
        raise out_of_time(timeout)
    if done.returncode != 0:
        _refuse("statement", done.returncode, done.stderr, [])


def dossier(
    mechanism: str | HasExpression,
    *,
    delta: object,
    output: str | Path,
    against: str | HasExpression | None = None,
    page: str | Path | None = None,
    **options: object,
) -> Answers:
    """Certifies what a mechanism promises and writes one file of certificates: epsilon at `delta`, the trade-off
    function at low false positive rates, ReRo, the Bayes error, and `against` another mechanism the Delta-divergence in
    both orders. `page` is the statement about them, .md or .html. Options are those of `plumbline dossier`: `kappa`,
    `alpha`, `prior`, `epsilon`, `digits`, `direction`, `timeout`, `title`. `.reached` is False where a number has
    fewer digits than asked.

    Args:
        mechanism: The mechanism.
        delta: The delta at which epsilon is certified.
        output: The file of certificates.
        against: Another mechanism.
        page: The statement, .md or .html.
        **options: The options of the command.

    Returns:
        The records of the certificates.

    Raises:
        BadInput: A word cannot be read, or a file cannot be written.

    Source:
        docs/commands.md of the project, dossier.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = dossier("gaussian(sigma=2)", delta="1e-5", against="laplace(b=1)", output=folder + "/dossier.json")
    >>> made.reached
    True
    """
    return run("dossier", mechanism, delta=delta, against=against, output=str(output),
               page=None if page is None else str(page), accepted=(0, 3), **options)


def printed(name: str, *arguments: str, accepted: tuple[int, ...], **options: object) -> str:
    """Returns the standard output of a command that makes a file. Raises what `command` does."""
    words = [str(program()), name, *arguments]
    for key, value in options.items():
        words += _words(key, value)
    done = _done(words)
    if done.returncode not in accepted:
        _refuse(name, done.returncode, done.stderr, [])
    return done.stdout


class HasExpression(Protocol):
    """A mechanism."""

    @property
    def expression(self) -> str: ...


def run(
    name: str, *arguments: str | os.PathLike[str] | HasExpression, accepted: tuple[int, ...], **options: object
) -> Answers:
    """Runs a command: exit codes that are accepted are answers, others are errors."""
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
    """Runs a command with an input: the program reads `given`."""
    words = [str(program()), name, *arguments, "--format", "json"]
    for key, value in options.items():
        words += _words(key, value)
    done = _done(words, given)
    try:
        records = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    except ValueError:  # a command that makes pages or texts
        if done.returncode == 0:
            raise BadInput(f"{name} prints a text, no records: run `python -m plumbline {name}`") from None
        records = []
    if done.returncode not in accepted or (done.returncode == 1 and not records):
        _refuse(name, done.returncode, done.stderr, records)
    return Answers(records, done.returncode != 3, done.returncode == 1)
