"""Shared parts of the export scripts: a grid of settings, and claims as JSON Lines.

Standard library only. A script for an accountant passes a list of methods (name, options, kind, a function of the
setting and the question) to `export`. The script imports the accountant from the installation of the user.
"""

import argparse
import contextlib
import functools
import json
import math
import os
import signal
import subprocess
import sys
import time
from importlib import metadata

from live import live
from promises import promise_of

# The common settings: small and large noise, rare and frequent sampling, few and many steps. The option --grid names
# another grid, a JSON Lines file of mechanisms.
SIGMAS = [0.5, 0.7, 1.0, 2.0, 5.0]
RATES = [0.0001, 0.001, 0.01, 0.1]
STEPS = [1, 10, 100, 1000, 10000]
QUESTIONS = [("epsilon", {"delta": 1e-5}), ("epsilon", {"delta": 1e-10}),
             ("delta", {"epsilon": 1.0}), ("delta", {"epsilon": 4.0})]
TRADEOFFS = [("tradeoff", {"alpha": alpha}) for alpha in (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.9)]


def default_grid():
    """Returns mechanisms as dictionaries, in the format of cases/accountants/README.md."""
    for sigma in SIGMAS:
        for steps in STEPS:
            yield {"kind": "gaussian", "sigma": sigma * math.sqrt(steps), "steps": steps}
            for rate in RATES:
                yield {"kind": "subsampled_gaussian", "sigma": sigma, "sampling_rate": rate,
                       "steps": steps}


def number_text(value):
    """Formats a double with 17 digits, which determine it; nan and inf are words, because JSON has no numbers for
    them. An array of one number counts as this number.
    """
    return "%.17g" % (value.item() if hasattr(value, "item") else value)


def version_of(module, distribution=None):
    """Returns the version of the installed distribution; else commit and date of the checkout of the module; else
    "unknown".
    """
    with contextlib.suppress(metadata.PackageNotFoundError):
        if distribution:
            return metadata.version(distribution)
    folder, name = os.path.split(os.path.abspath(module.__file__))
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        for command in (["ls-files", "--error-unmatch", name], ["log", "-1", "--format=%h, %cs"]):
            text = subprocess.run(["git", "-C", folder] + command, check=True, text=True,
                                  capture_output=True).stdout.strip()
        return text or "unknown"
    return "unknown"


@contextlib.contextmanager
def time_limit(limit):
    """Raises TimeoutError after this processor time, if the platform has such a signal; on a loaded machine the
    elapsed time is longer.
    """
    if not limit or not hasattr(signal, "SIGPROF"):
        yield
        return

    def stop(*_):
        raise TimeoutError("no answer in %g s" % limit)
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def once(make):
    """Caches the last result, or its timeout, so that later questions do not wait for it again."""
    last = {}

    @functools.wraps(make)
    def kept(*key):
        if key not in last:
            last.clear()
            try:
                last[key] = make(*key)
            except TimeoutError as error:
                last[key] = error
        if isinstance(last[key], TimeoutError):
            raise last[key]
        return last[key]
    return kept


class Method:
    """A method of an accountant. `answer(mechanism, quantity, at)` returns a number, {kind: number} for several
    numbers, or None for an unsupported question. `options` may be a function of `at`. If `asks` is "event", the
    method answers for events of dp-accounting, as dictionaries; these are only in records (--again), not in a grid.
    Methods with false `grid` are also only used for records.
    """

    def __init__(self, name, kind, answer, adjacency="add_remove", options=None, asks="mechanism",
                 grid=True):
        self.name, self.kind, self.answer = name, kind, answer
        self.adjacency, self.options, self.asks = adjacency, options or {}, asks
        self.grid = grid and asks == "mechanism"

    def options_at(self, at):
        return self.options(at) if callable(self.options) else self.options


def claims_of(tool, version, method, mechanism, quantity, at, limit=None):
    """Returns the claims of one question: none, one, or one for each kind of bound."""
    head = {"tool": tool, "version": version, "method": method.name,
            "options": method.options_at(at), method.asks: mechanism,
            "adjacency": method.adjacency, "quantity": quantity, "at": at}
    start = time.process_time()  # processor time, because machines may be loaded
    try:
        # Redirects the output of the tool: standard output only has claims.
        with contextlib.redirect_stdout(sys.stderr), time_limit(limit):
            answer = method.answer(mechanism, quantity, at)
        seconds = round(time.process_time() - start, 6)
        if answer is None:
            return
        answers = answer if isinstance(answer, dict) else {method.kind: answer}
        texts = {kind: number_text(value) for kind, value in answers.items()}
    except Exception as error:  # a failure is an answer, too, and is recorded
        yield dict(head, kind=method.kind, error="%s: %s" % (type(error).__name__, error),
                   seconds=round(time.process_time() - start, 6))
        return
    for kind, text in texts.items():
        yield dict(head, kind=kind, value=text, seconds=seconds)


def same_method(method, line):
    """Returns True if a line of a record is by the method. Options that only the record has were removed in a later
    release.
    """
    options = line.get("options", {})
    return (method.asks in line and method.name == line["method"] and
            method.adjacency == line["adjacency"] and
            all(options.get(name) == value for name, value in method.options_at(line["at"]).items()))


def lines_of_record(path, numbers):
    """Yields all lines of a record, or those with these numbers, from 1."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and (not numbers or number in numbers):
                yield json.loads(line)


def questions_again(path, methods, sample, numbers=None):
    """Returns the questions of an earlier record for methods of equal name, options and adjacency: (method,
    mechanism, quantity, at), at most `sample` of each method and quantity, spread evenly over the record.
    """
    asked = {}
    for line in lines_of_record(path, numbers):
        for method in methods:
            if not same_method(method, line):
                continue
            question = (line[method.asks], line["quantity"], line["at"])
            of_method = asked.setdefault((methods.index(method), line["quantity"]), [])
            if question not in of_method:
                of_method.append(question)
    for (number, _), questions in asked.items():
        count = min(sample or len(questions), len(questions))
        for i in range(count):
            yield (methods[number], *questions[i * len(questions) // count])


def questions_of_grid(grid, methods, questions):
    for mechanism in grid:
        for method in methods:
            if method.grid:
                for quantity, at in questions:
                    yield method, mechanism, quantity, dict(at)  # a tool may choose the delta


def export(tool, version, methods, questions=None, more=(), usual=True):
    """Runs the command line of an export script. `questions` replaces the common questions; `more` are settings only
    for this tool, before the common grid or instead of it.
    """
    parser = argparse.ArgumentParser(
        description="Writes what %s answers to a grid of settings, one claim per line." % tool)
    parser.add_argument("--grid", help="JSON Lines file of mechanisms instead of the usual grid")
    parser.add_argument("--limit", type=int, help="only so many settings")
    parser.add_argument("--again", metavar="FILE",
                        help="the questions of an earlier record instead of a grid")
    parser.add_argument("--line", type=int, action="append", metavar="N",
                        help="with --again: only this line of the file (may be given several times)")
    parser.add_argument("--installation", metavar="ID",
                        help="the entry of installations.toml that answers, written in each line")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="only N settings, evenly spread; with --again N questions of each "
                             "method and quantity")
    parser.add_argument("--released", metavar="DATE", help="written behind the version")
    parser.add_argument("--timeout", type=float, metavar="SECONDS",
                        help="give an answer up after so much processor time and record that")
    parser.add_argument("--live", metavar="METHOD",
                        help="answer the questions of `plumbline hunt` by this method")
    arguments = parser.parse_args()
    if arguments.live:
        live(methods, arguments.live)
        return
    grid = list(more) + (list(default_grid()) if usual else [])
    if arguments.grid:
        with open(arguments.grid, encoding="utf-8") as lines:
            grid = [json.loads(line) for line in lines if line.strip()]
    if arguments.sample and len(grid) > arguments.sample:
        grid = [grid[i * len(grid) // arguments.sample] for i in range(arguments.sample)]
    if arguments.again:
        asked = questions_again(arguments.again, methods, arguments.sample, arguments.line)
    else:
        asked = questions_of_grid(grid[:arguments.limit], methods, questions or QUESTIONS)
    if arguments.released:
        version = "%s, %s" % (version, arguments.released)
    for method, mechanism, quantity, at in asked:
        for claim in claims_of(tool, version, method, mechanism, quantity, at, arguments.timeout):
            claim["rests_on"] = promise_of(claim)
            if arguments.installation:
                claim["installation"] = arguments.installation
            sys.stdout.write(json.dumps(claim) + "\n")
            sys.stdout.flush()
