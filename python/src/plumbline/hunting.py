"""Hunts for settings at which an accountant is wrong, and simplifies them. The accountant is a Python function."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TextIO

from .command import program
from .errors import BadInput
from .profile import fields

#: A function of a question (docs/hunting.md of the project). It returns a number, None without an answer, or the answer
#: as a dictionary, for example {"value": 2.1, "kind": "upper"} or {"lower": 2.0, "upper": 2.1}. With the goal "profile"
#: it returns a distribution: an object that `plumbline.profile.fields` accepts, or its fields.
Accountant = Callable[[dict[str, Any]], Any]


def _as_answer(question: dict[str, Any], answer: Any, kind: str) -> dict[str, Any]:
    """Returns an answer in the format of the program."""
    if answer is None:
        return {"unsupported": "no answer"}
    is_answer = isinstance(answer, dict) and not {"distribution", "lower", "upper", "unsupported", "error"}.isdisjoint(answer)
    if question.get("quantity") == "profile" and not is_answer:
        return {"distribution": answer if isinstance(answer, dict) else fields(answer), "kind": kind}
    if isinstance(answer, dict):
        return answer
    # A number with 17 digits is read as a double; a number with fewer digits would be read as an exact decimal.
    return {"value": f"{float(answer):.17g}", "kind": kind}


def serve(
    function: Accountant,
    kind: str = "upper",
    questions: Iterable[str] | None = None,
    answers: TextIO | None = None,
) -> None:
    """Makes a function the child process of `plumbline hunt`: reads one question per line and writes one answer per
    line.

    Args:
        function: The accountant.
        kind: "upper", "lower" or "estimate".
        questions: The stream of questions; by default standard input.
        answers: The stream of answers; by default standard output.

    Source:
        docs/hunting.md of the project.
    """
    into = answers or sys.stdout
    for line in sys.stdin if questions is None else questions:
        question: dict[str, Any] = {}
        try:
            question = json.loads(line)
            with contextlib.redirect_stdout(sys.stderr):
                answer = _as_answer(question, function(question), kind)
        except Exception as error:  # an error is also an answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        if "id" in question:  # so that each answer is assigned to its question
            answer = {**answer, "id": question["id"]}
        into.write(json.dumps(answer) + "\n")
        into.flush()


@dataclass(frozen=True)
class Hunt:
    """The result of a hunt: the distinct causes of wrong answers, each with its simplest setting and its worst
    setting.
    """

    causes: list[dict[str, Any]] = field(default_factory=list)
    summary: str = ""

    def __bool__(self) -> bool:
        return bool(self.causes)


# A script that relays lines between the program and a fork of this process. The fork calls the function.
_RELAY = """
import os, socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
both = peer.makefile("rw")
both.write(f"{os.getpid()}\\n")
for line in sys.stdin:
    both.write(line)
    both.flush()
    answer = both.readline()
    if not answer:
        sys.exit(1)
    sys.stdout.write(answer)
    sys.stdout.flush()
"""


class _Forks:
    """A fork of this process for each child process of the program; a fork ends with its child."""

    def __init__(self, function: Accountant, kind: str, place: str) -> None:
        self.function, self.kind = function, kind
        self.relays: dict[int, int] = {}  # process id of the relay, by process id of the fork
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(place)
        self.listener.listen()
        self.listener.settimeout(0.05)

    def attend(self) -> None:
        with contextlib.suppress(TimeoutError):
            peer, _ = self.listener.accept()
            both = peer.makefile("rw")
            relay = int(both.readline())
            fork = os.fork()
            if fork == 0:
                try:
                    serve(self.function, self.kind, both, both)
                finally:
                    os._exit(0)
            self.relays[fork] = relay
            both.close()
            peer.close()
        for fork, relay in list(self.relays.items()):
            if not Path(f"/proc/{relay}").exists():
                self.end(fork)

    def end(self, fork: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(fork, signal.SIGKILL)
        os.waitpid(fork, 0)
        del self.relays[fork]

    def close(self) -> None:
        for fork in list(self.relays):
            self.end(fork)
        self.listener.close()


def _words(space: str | os.PathLike[str] | None, folder: str, options: dict[str, object]) -> list[str]:
    words = []
    if space is not None:
        file = os.fspath(space)
        if "\n" in file:  # the text of a space, not a path
            (Path(folder) / "space.toml").write_text(file, encoding="utf-8")
            file = folder + "/space.toml"
        words += ["--space", file]
    for name, value in options.items():
        words += ["--" + name.replace("_", "-"), str(value)]
    return words


class Attended(Protocol):
    """A server that answers the children of the program while the program runs."""

    def attend(self) -> None: ...
    def close(self) -> None: ...


def attended(words: list[str], folder: str, forks: Attended) -> tuple[int, list[dict[str, Any]], str]:
    """Runs the program while `forks` answers its children. Returns its exit code, records and standard error."""
    with open(folder + "/out", "w+") as out, open(folder + "/err", "w+") as err:
        with subprocess.Popen(words, stdout=out, stderr=err) as running:
            try:
                while running.poll() is None:
                    forks.attend()
            finally:
                running.kill()
                forks.close()
        out.seek(0)
        err.seek(0)
        return running.returncode, [json.loads(line) for line in out if line.strip()], err.read()


def hunt(
    function: Accountant,
    space: str | os.PathLike[str] | None = None,
    budget: int = 1000,
    *,
    kind: str = "upper",
    **options: object,
) -> Hunt:
    """Returns the wrong answers of `function` to at most `budget` questions from the space. Further questions serve to
    simplify wrong answers. The function runs in forks of this process: a crash or a missing answer counts as wrong.

    Args:
        function: The accountant.
        space: A TOML file of the space, or its text.
        budget: The maximum number of questions, without those that simplify wrong answers.
        kind: "upper", "lower" or "estimate".
        **options: Options of `plumbline hunt`: `goal`, `seconds`, `seed`, `jobs`, `finds`, `out`.

    Returns:
        A `Hunt`.

    Raises:
        BadInput: The space or an option is invalid.

    Source:
        docs/hunting.md of the project.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = folder + "/children"
        forks = _Forks(function, kind, place)
        words = [str(program()), "hunt", "--json", "--questions", str(budget)]
        words += _words(space, folder, options)
        words += ["--", sys.executable, "-S", "-E", "-c", _RELAY, place]
        code, records, said = attended(words, folder, forks)
        if code not in (0, 1):
            raise BadInput(said.strip() or f"hunt ended with {code}")
        return Hunt([r for r in records if "finding" in r], said.strip())
