"""Queries one accountant in the environment of its tool: python ask.py NAME BUDGET [TASK...]; rivals.py starts it.

One JSON object a line, as answers come: task, question, values, seconds (of the processor, all threads), or an error.
Imports and a first answer, which completes lazy imports, are not timed.
"""

import json
import resource
import statistics
import sys
import time
import warnings

from accountants import ACCOUNTANTS
from questions import BRACKET, LONGEST, SCHEDULES, SETTING, SPREAD, SWEEP, TARGET, TASKS, TWELVE, name_of

MEMORY = 8 << 30
ROUNDS, LONG = 3, 0.3  # longer queries run once


def say(**what):
    print(json.dumps(what), flush=True)


def plain(found):
    """Converts numbers of any library to Python numbers."""
    return [float(x) for x in found] if hasattr(found, "__len__") else [float(found)]


def timed(function, *arguments):
    start = time.process_time()
    found = plain(function(*arguments))
    return found, time.process_time() - start


def several(function, *arguments):
    """Returns the answer, and the median time of several runs."""
    found, first = timed(function, *arguments)
    times = [first] + [timed(function, *arguments)[1] for _ in range(ROUNDS - 1) if first < LONG]
    return found, statistics.median(times)


def answer(task, question, function, *arguments):
    """Prints an answer or the exception of the accountant, and returns the seconds; None after a failure."""
    try:
        values, seconds = function(*arguments)
    except Exception as error:  # noqa: BLE001
        say(task=task, question=question, error=f"{type(error).__name__}: {error}"[:200])
        return 0
    say(task=task, question=question, values=values, seconds=seconds)
    return seconds


def calibrated(ask):
    from scipy.optimize import brentq
    return brentq(lambda sigma: float(ask(sigma, *SETTING[1:])) - TARGET, *BRACKET, xtol=1e-6)


def sweep(ask, budget):
    left = budget
    for i in SPREAD:
        left -= answer("sweep", str(i), timed, ask, *SWEEP[i])
        if left <= 0:
            return


def schedules(task, ask):
    """Queries schedules in the order of their number of phases, until one would take too long."""
    each = 0  # seconds a phase
    for name, phases in SCHEDULES.items():
        if each * len(phases) > LONGEST:
            continue
        taken = answer(task, name, timed, ask, phases)
        if phases[0][1] < 1:
            each = taken / len(phases)


def main():
    name, budget, tasks = sys.argv[1], float(sys.argv[2]), sys.argv[3:] or TASKS
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    offered = ACCOUNTANTS[name][1]()
    ask = offered["epsilon"]
    answer("warm-up", "", timed, ask, 1.1, 0.02, 100)
    if "epsilon" in tasks:
        for setting in TWELVE:
            answer("epsilon", name_of(setting), several, ask, *setting)
    for task in ("curve", "tradeoff"):
        if task in tasks and task in offered:
            answer(task, name_of(SETTING), several, offered[task], *SETTING)
    if "calibration" in tasks:
        answer("calibration", name_of(SETTING), timed, calibrated, ask)
    if "sweep" in tasks:
        sweep(ask, budget)
    for task in ("schedule", "schedule curve"):
        if task in tasks and task in offered:
            schedules(task, offered[task])


if __name__ == "__main__":
    main()
