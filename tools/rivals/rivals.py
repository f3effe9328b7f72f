#!/usr/bin/env python3
"""Compares time and true error of other accountants with those of the program, in one run on one machine.

    tools/rivals/rivals.py PROGRAM [--only NAME]... [--task TASK]... [--budget 5] [--out FILE] [--python PYTHON]

Each tool is installed in an environment of its own (build-python/rivals); what cannot be is said. The tasks: epsilon
of twelve subsampled Gaussians; delta at 50 epsilons; the trade-off function at 50 alphas; the sigma for a target; a
sweep of a thousand epsilons, of which an accountant answers what its budget of seconds allows, the time scaled; and of
schedules of 100, 1,000 and 10,000 different steps and of 1,000 plain Gaussians an epsilon and 100 deltas. Truths
are the program's, to 15 digits. Times are those of the processor, all threads, without imports, nothing kept between
answers; of the program with its start. Errors are relative, with a minus where an answer promises more privacy than
there is.

Writes a row for each answer to FILE (build-python/rivals/rivals.tsv), and prints tables of them; tools/rivals/tables.py
makes those of docs/related.md from docs/pictures/rivals.tsv.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import threading

import tables
from accountants import ACCOUNTANTS
from environments import FOLDER, NotInstalled, environment, locked
from questions import (ALPHAS, DELTA, EPSILONS, HUNDRED, SCHEDULES, SETTING, SWEEP, TARGET, TASKS, TWELVE,
                       name_of)

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = 10  # runs of the program, each with another sigma


def expression(sigma, rate, steps):
    """Returns the expression of exactly these doubles."""
    if rate == 1:
        return f"gaussian(sigma={float(sigma).hex()})^{steps}"
    return f"subsampled_gaussian(sigma={float(sigma).hex()},p={float(rate).hex()})^{steps}"


# ---- the program


def spent(command, text=None):
    """Returns the output of a command, and its processor time."""
    def used():
        return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    before = used()
    done = subprocess.run(command, capture_output=True, text=True, check=True, input=text)
    return done.stdout, used() - before


def ends(text, end):
    return [float(json.loads(line)[end]) for line in text.splitlines()]


def batch(program, end, lines):
    text, seconds = spent([program, "batch", "-", "--json", "--threads", "1", "--timeout", "600"], "\n".join(map(json.dumps, lines)))
    return ends(text, end), seconds


def epsilon_line(setting, digits):
    return {"quantity": "epsilon", "mechanism": expression(*setting), "delta": DELTA, "digits": digits}


def our_epsilons(program, digits):
    """Returns the epsilons and their mean times; each run has slightly more noise, so that no run reuses cached data.
    """
    for sigma, rate, steps in TWELVE:
        near = [epsilon_line((sigma * (1 + i / 1000), rate, steps), digits) for i in range(ROUNDS)]
        found, seconds = batch(program, "upper", near)
        yield "epsilon", name_of((sigma, rate, steps)), found[:1], seconds / ROUNDS


def our_answers(program, digits, tasks):
    """(task, question, values, seconds)"""
    mechanism, one = expression(*SETTING), name_of(SETTING)
    if "epsilon" in tasks:
        yield from our_epsilons(program, digits)
    if "curve" in tasks:
        yield "curve", one, *batch(program, "upper", [
            {"quantity": "delta", "mechanism": mechanism, "epsilon": e, "digits": digits} for e in EPSILONS])
    if "tradeoff" in tasks:
        yield "tradeoff", one, *batch(program, "lower", [
            {"quantity": "tradeoff", "mechanism": mechanism, "alpha": a, "digits": digits} for a in ALPHAS])
    if "calibration" in tasks:
        unknown = mechanism.replace(f"sigma={SETTING[0].hex()}", "sigma=?")
        text, seconds = spent([program, "calibrate", unknown, "--epsilon", TARGET.hex(), "--delta", DELTA.hex(),
                               "--digits", str(digits), "--json"])
        yield "calibration", one, ends(text.splitlines()[0], "upper"), seconds
    if "sweep" in tasks:
        found, seconds = batch(program, "upper", [epsilon_line(setting, digits) for setting in SWEEP])
        for i, value in enumerate(found):
            yield "sweep", str(i), [value], seconds / len(SWEEP)
    yield from our_schedules(program, digits, tasks)


def our_schedules(program, digits, tasks):
    for name, phases in SCHEDULES.items():
        of = {"mechanism": " * ".join(expression(*phase) for phase in phases), "digits": digits}
        if "schedule" in tasks:
            yield "schedule", name, *batch(program, "upper", [{"quantity": "epsilon", "delta": DELTA, **of}])
        if "schedule curve" in tasks:
            yield "schedule curve", name, *batch(
                program, "upper", [{"quantity": "delta", "epsilon": e, **of} for e in HUNDRED])


# ---- the others


def their_answers(name, tasks, options):
    """Yields the answers from the environment of the accountant; a failure has its text instead of values."""
    own = environment(ACCOUNTANTS[name][0], options.python)
    command = [str(own), str(HERE / "ask.py"), name, str(options.budget), *tasks]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        watch = threading.Timer(options.limit, child.kill)
        watch.start()
        for line in child.stdout:
            row = json.loads(line)
            if row["task"] != "warm-up":
                yield row["task"], row["question"], row.get("values", row.get("error")), row.get("seconds", 0)
        said, over = child.stderr.read().strip().splitlines(), not watch.is_alive()
        watch.cancel()
    if child.returncode != 0:
        raise NotInstalled(f"stopped after {options.limit:g} s" if over else said[-1] if said else "ended early")


# ---- rows


def error_of(task, values, truths):
    """Returns the largest error, negative on the unsafe side."""
    sign = -1 if task == "tradeoff" else 1
    errors = [sign * (value - truth) / truth if math.isfinite(value) else math.inf
              for value, truth in zip(values, truths) if truth != 0]
    return max(errors, key=abs)


def rows_of(name, answers, truths):
    """Returns a row for each answer; one row for a whole sweep."""
    out, swept = [], []
    for task, question, values, seconds in answers:
        if isinstance(values, str):
            out.append(tables.Row(name, task, question, "fails", "", values))
            continue
        error = error_of(task, values, truths[task, question])
        if task == "sweep":
            swept.append((error, seconds))
        else:
            out.append(tables.Row(name, task, question, f"{error:.3e}", f"{seconds:.6g}", ""))
    if swept:
        error = max((error for error, _ in swept), key=abs)
        seconds = statistics.fmean(seconds for _, seconds in swept) * len(SWEEP)
        out.append(tables.Row(name, "sweep", f"{len(swept)} answered", f"{error:.3e}", f"{seconds:.6g}", ""))
    return out


def all_rows(options, tasks):
    sharp = list(our_answers(options.program, 15, tasks))
    truths = {(task, question): values for task, question, values, _ in sharp}
    yield rows_of("plumbline, 6 digits", our_answers(options.program, 6, tasks), truths)
    yield rows_of("plumbline, 15 digits", sharp, truths)
    for name in options.only or ACCOUNTANTS:
        answers = []
        try:
            for one in their_answers(name, tasks, options):
                answers.append(one)
            missing = []
        except NotInstalled as error:
            print(f"rivals: {name}: {error}", file=sys.stderr)
            missing = [tables.Row(name, "asked", "", "fails", "", str(error))]
        yield rows_of(name, answers, truths) + missing


def heading(options):
    """Returns the facts on which the times depend."""
    def version_of(program):
        return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    packages = [locked()[name].replace("==", " ") for name in ("numpy", "scipy")]
    return [f"{datetime.date.today().isoformat()}, {platform.machine()}, {os.cpu_count()} cores, load "
            f"{os.getloadavg()[0]:.1f} at the beginning",
            f"plumbline {version_of(options.program)}, Python {version_of(options.python)}, {', '.join(packages)}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--only", action="append", choices=list(ACCOUNTANTS), help="this accountant")
    parser.add_argument("--task", action="append", choices=TASKS, help="this one; all unless given")
    parser.add_argument("--budget", type=float, default=5, help="seconds of each for the sweep")
    parser.add_argument("--limit", type=float, default=1200, help="seconds of the clock for each accountant")
    parser.add_argument("--out", type=pathlib.Path, default=FOLDER / "rivals.tsv")
    parser.add_argument("--python", default=sys.executable, help="for the environments: 3.12 or later")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    head, found = heading(options), []
    for rows in all_rows(options, options.task or list(TASKS)):
        found += rows
        tables.write(options.out, head, found)
        print(f"rivals: {rows[0].accountant if rows else 'nothing'} is done", file=sys.stderr)
    print(tables.all_tables(found))


if __name__ == "__main__":
    main()
