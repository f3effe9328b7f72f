"""Tests if the draws of a sampler have the promised distribution of a mechanism. The sampler is a Python function."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .command import program
from .errors import BadInput
from .hunting import attended
from .numbers import exact_text

_BATCH = 2048  # minimum number of draws that are sent at once

# A script that relays draws from this process to the program: it prints the data that it receives.
_PRINTER = """
import socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
while data := peer.recv(65536):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
"""


@dataclass(frozen=True)
class SamplerVerdict:
    """The verdict on a sampler. Its truth value is True if the distribution is refuted."""

    law: str
    refuted: bool
    p_value: str  #: an upper bound that is valid for any stopping time
    draws: int
    tests: list[dict[str, Any]] = field(default_factory=list)  #: the test with the strongest evidence first

    def __bool__(self) -> bool:
        return self.refuted


def _flat(drawn: Any) -> Iterator[Any]:
    """Yields the numbers of a draw or of an array of draws, as Python numbers."""
    values = drawn.tolist() if hasattr(drawn, "tolist") else drawn
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        yield values
        return
    for value in values:
        yield from _flat(value)


def _lines(function: Callable[[], Any]) -> bytes:
    """Returns a batch of draws, one per line."""
    lines: list[str] = []
    while len(lines) < _BATCH:
        lines += [repr(x) if isinstance(x, (bool, float)) else str(x) for x in _flat(function())]
    return ("\n".join(lines) + "\n").encode()


class _Starts:
    """The connections that the program opens: to forks of this process, or to this process."""

    def __init__(self, function: Callable[[], Any], forks: bool, place: str) -> None:
        self.function, self.forks = function, forks
        self.children: list[int] = []
        self.peers: list[socket.socket] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(place)
        self.listener.listen()

    def attend(self) -> None:
        """Accepts a connection, and sends draws on connections that are ready."""
        ready, writable, _ = select.select([self.listener], self.peers, [], 0.05)
        if ready:
            peer, _ = self.listener.accept()
            self.begin(peer)
        for peer in writable:
            try:
                peer.sendall(_lines(self.function))
            except (BrokenPipeError, ConnectionResetError):
                peer.close()
                self.peers.remove(peer)

    def begin(self, peer: socket.socket) -> None:
        if not self.forks:
            self.peers.append(peer)
            return
        child = os.fork()
        if child == 0:
            try:
                while True:
                    peer.sendall(_lines(self.function))
            except (BrokenPipeError, ConnectionResetError):
                pass
            except BaseException as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            finally:
                os._exit(0)
        self.children.append(child)
        peer.close()

    def close(self) -> None:
        for child in self.children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        for peer in [*self.peers, self.listener]:
            peer.close()


def _words(law: str, draws: int, scores: Iterable[Any] | None, options: dict[str, object]) -> list[str]:
    words = [str(program()), "hunt", "--goal", "sampler", law, "--json", "--draws", str(draws)]
    if scores is not None:
        words += ["--scores", ",".join(exact_text(s, "scores") for s in scores)]
    for name, value in options.items():
        if value is True:
            words.append("--" + name.replace("_", "-"))
        elif value is not False and value is not None:
            words += ["--" + name.replace("_", "-"), str(value)]
    return words


def hunt_sampler(
    function: Callable[[], Any],
    law: Any,
    draws: int = 1_000_000,
    *,
    scores: Iterable[Any] | None = None,
    forks: bool = True,
    **options: object,
) -> SamplerVerdict:
    """Returns the verdict of a test of a function's draws against a promised distribution.

    Args:
        function: Returns a draw, or an array of draws, at each call.
        law: The distribution, as an expression or a mechanism: "discrete_laplace(b=2)".
        draws: The maximum number of draws.
        scores: The scores of the candidates, for a selection.
        forks: If True, the function runs in two forks of this process, which detects a generator whose state both
            forks inherit. Otherwise it runs in this process.
        **options: Further options of `plumbline hunt --goal sampler`: coarse, significand, seconds, out.

    Returns:
        The verdict, whose truth value is True if the distribution is refuted at the level 1e-6.

    Raises:
        BadInput: The distribution is unknown, or the function returned no draws.

    Source:
        docs/hunting.md of the project.
    """
    text = law if isinstance(law, str) else str(law.expression)
    with tempfile.TemporaryDirectory() as folder:
        place = folder + "/draws"
        starts = _Starts(function, forks, place)
        words = _words(text, draws, scores, options)
        words += ["--", sys.executable, "-S", "-E", "-c", _PRINTER, place]
        code, records, said = attended(words, folder, starts)
    if code not in (0, 1) or not records:
        raise BadInput(said.strip().removeprefix("plumbline: ") or f"hunt ended with {code}")
    found = records[0]
    return SamplerVerdict(
        found["law"], found["refuted"], found["p_value_upper"], found["draws"], found["tests"]
    )
