"""Runs commands of the program that the package contains."""

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
    """The answer of a command: its records, as in JSON, and the records that are certified values."""

    records: list[dict[str, Any]] = field(default_factory=list)
    reached: bool = True  #: False with exit code 3: digits or time were insufficient
    wrong: bool = False  #: True with exit code 1: a judged value is wrong, a claim is violated or refuted

    @property
    def enclosures(self) -> list[Enclosure]:
        """The certified values among the records."""
        return [_enclosure(r) for r in self.records if "lower" in r and "upper" in r]

    def to_dict(self) -> dict[str, Any]:
        """Returns the answer for `json.dumps`; numbers are exact texts.

        Returns:
            A dictionary of `reached` and `records`.

        Source:
            docs/schemas/README.md of the project.

        >>> json.dumps(command("renyi", "gaussian(sigma=1)", order=3).to_dict())[:33]
        '{"reached": true, "records": [{"q'
        """
        return {"reached": self.reached, "records": copy.deepcopy(self.records)}

    def __str__(self) -> str:
        """Returns one line for each value, and one line with the number of the other records."""
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
    """Returns the path of the program `plumbline` of this package.

    Returns:
        The path of the program.

    Source:
        docs/commands.md of the project.
    """
    return _native.folder() / "plumbline"


def environment() -> dict[str, str]:
    """Returns the environment for the program, which creates pages with this Python interpreter."""
    return {"PLUMBLINE_PYTHON": sys.executable, **os.environ}


def _word(value: object, name: str) -> str:
    """Returns a number, an option value, a file or a mechanism as a token of the command line."""
    if isinstance(value, str):
        return value
    expression = getattr(value, "expression", None)
    if isinstance(expression, str):
        return expression
    return os.fspath(value) if isinstance(value, os.PathLike) else exact_text(value, name)


def _words(name: str, value: object) -> list[str]:
    option = "--" + name.rstrip("_").replace("_", "-")  # with_ means --with: `with` is a keyword of Python
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if is_array(value):
        return [word for x in numbers_of(value)[0] for word in _words(name, x)]
    return [option, _word(value, name)]


def _refuse(name: str, code: int, said: str, records: list[dict[str, Any]]) -> NoReturn:
    """Raises the exception of the first error record; without a record, the exception of the exit code."""
    errors, others = _errors(said)
    if errors:
        error = _native.error_of(errors[0], records)
        if error.code == "BAD_INPUT" and str(error).startswith("unknown option 'format'"):
            raise BadInput(f"{name} prints a text, no records: run `python -m plumbline {name}`", records=records)
        raise error
    kind = {2: BadInput, 4: Contradiction}.get(code, BeyondReach)
    raise kind(others or f"{name} ended with exit code {code}", records=records)


def command(name: str, *arguments: str | os.PathLike[str] | HasExpression, **options: object) -> Answers:
    """Runs a command of the program (docs/commands.md of the project) and returns its answers.

    A violated claim or a wrong answer (exit code 1) is not an error: `.wrong` is True. An exception has the preceding
    records as `.records`.

    Args:
        name: The name of the command.
        *arguments: The positional arguments: words, files and mechanisms.
        **options: The options without their hyphens: `delta="1e-5"` means `--delta 1e-5`. True means an option
            without a value, a list repeats the option, and None or False omits it.

    Returns:
        The records of the command.

    Raises:
        BadInput: An argument or an option is invalid.
        BeyondReach: The program cannot answer the query.

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
    """Returns the error records on standard error, and the other lines."""
    records, lines = [], []
    for line in said.splitlines():
        if line.startswith("{"):
            records.append(json.loads(line))
        else:
            lines.append(line.removeprefix("plumbline: "))
    return records, "\n".join(lines).strip()


def out_of_time(timeout: Any) -> OutOfTime:
    """Returns the error about a page whose numbers were not all derived within `timeout` seconds (by default 60)."""
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
    """Checks files of certificates and writes a page about them in prose, as HTML or Markdown according to the ending
    of its name (`plumbline statement`).

    Args:
        *certificates: Files of certificates or bundles.
        output: The page, .html or .md.
        title: The title of the page.
        owner: The team, product or model that the page is for.
        timeout: The time limit for each certificate in seconds; by default 60.

    Raises:
        OutOfTime: The time limit is too short; no page is written.
        BadInput: A file is unreadable, or a certificate is not confirmed.

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
    """Returns the certified main quantities of a mechanism, and writes one file with their certificates. The
    quantities are epsilon at `delta`, the trade-off function at low false positive rates, ReRo, the Bayes error, and
    the Delta-divergences between the mechanism and `against`, in both orders.

    Args:
        mechanism: The mechanism.
        delta: The delta at which epsilon is certified.
        output: The file of certificates.
        against: Another mechanism, for the Delta-divergences.
        page: The file of a statement page about the certificates, .md or .html; by default no page.
        **options: Options of `plumbline dossier`: `kappa`, `alpha`, `prior`, `epsilon`, `digits`, `direction`,
            `timeout`, `title`.

    Returns:
        The records of the certificates; `.reached` is False if a number has fewer digits than requested.

    Raises:
        BadInput: An argument is invalid, or a file is not writable.

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
    """Returns the standard output of a command that writes a file. Raises the exceptions of `command`."""
    words = [str(program()), name, *arguments]
    for key, value in options.items():
        words += _words(key, value)
    done = _done(words)
    if done.returncode not in accepted:
        _refuse(name, done.returncode, done.stderr, [])
    return done.stdout


class HasExpression(Protocol):
    """An object with an expression: a mechanism or a run."""

    @property
    def expression(self) -> str: ...


def run(
    name: str, *arguments: str | os.PathLike[str] | HasExpression, accepted: tuple[int, ...], **options: object
) -> Answers:
    """Runs a command and returns its answer. Raises an exception for exit codes that are not accepted."""
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
    """Runs a command with `given` as its standard input."""
    words = [str(program()), name, *arguments, "--format", "json"]
    for key, value in options.items():
        words += _words(key, value)
    done = _done(words, given)
    try:
        records = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    except ValueError:  # a command that writes pages or texts
        if done.returncode == 0:
            raise BadInput(f"{name} prints a text, no records: run `python -m plumbline {name}`") from None
        records = []
    if done.returncode not in accepted or (done.returncode == 1 and not records):
        _refuse(name, done.returncode, done.stderr, records)
    return Answers(records, done.returncode != 3, done.returncode == 1)
