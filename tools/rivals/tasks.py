#!/usr/bin/env python3
"""Three tasks beside the single questions of rivals.py, by the accountants that are installed and by the program:
a curve, a calibration and a sweep. One JSON object a line: accountant, task, seconds, error.

    tools/rivals/tasks.py PROGRAM [--sample 8] [--task curve]...

curve        delta at 50 epsilons from 0.05 to 2.5, of sigma 1, p 0.01, 1000 steps: the largest relative error
calibration  the sigma for epsilon 2 at delta 1e-5, p 0.01, 1000 steps: others are asked for epsilon by a root
             finder, to 1e-6
sweep        a thousand epsilons, 10 sigmas by 10 rates by 10 numbers of steps: other accountants answer --sample of
             them, spread evenly, and the time is scaled

Seconds are processor time, all threads, nothing kept between tasks. Truths are the program's, to 15 digits.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import warnings

import rivals

SETTING = (1.0, 0.01, 1000)
EPSILONS = [0.05 * (i + 1) for i in range(50)]
TARGET = 2.0
TEN = range(10)
SWEEP = [(0.7 + 0.15 * i, 0.001 * 1.6**j, round(200 * 1.5**k)) for i in TEN for j in TEN for k in TEN]
TASKS = ("curve", "calibration", "sweep")


# ---- ours


def spent(command, text=None):
    """What a command printed, and its processor time."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=True, input=text)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout, used


def our_curve(program, digits):
    line = [{"quantity": "delta", "mechanism": rivals.expression(*SETTING), "epsilon": epsilon, "digits": digits}
            for epsilon in EPSILONS]
    text, seconds = spent([program, "batch", "-", "--json", "--threads", "1"], "\n".join(map(json.dumps, line)))
    return [float(json.loads(one)["upper"]) for one in text.splitlines()], seconds


def our_calibration(program, digits):
    mechanism = rivals.expression(*SETTING).replace(f"sigma={SETTING[0].hex()}", "sigma=?")
    text, seconds = spent([program, "calibrate", mechanism, "--epsilon", TARGET.hex(), "--delta",
                           rivals.DELTA.hex(), "--digits", str(digits), "--json"])
    return float(json.loads(text.splitlines()[0])["upper"]), seconds


def our_sweep(program, digits):
    lines = [{"quantity": "epsilon", "mechanism": rivals.expression(*setting), "delta": rivals.DELTA, "digits": digits}
             for setting in SWEEP]
    text, seconds = spent([program, "batch", "-", "--json", "--threads", "1"], "\n".join(map(json.dumps, lines)))
    return [float(json.loads(one)["upper"]) for one in text.splitlines()], seconds


# ---- the others


def distribution_curve(step):
    def ask(sigma, rate, steps):
        from dp_accounting.pld import privacy_loss_distribution as pld
        one = pld.from_gaussian_mechanism(sigma, value_discretization_interval=step, sampling_prob=rate,
                                          use_connect_dots=True)
        return one.self_compose(steps).get_delta_for_epsilon(EPSILONS)
    return ask


def prv_curve(error):
    def ask(sigma, rate, steps):
        from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant
        mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
        accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], eps_error=error, delta_error=1e-8)
        return [accountant.compute_delta(epsilon, [steps])[1] for epsilon in EPSILONS]
    return ask


def sampled_curve(sigma, rate, steps):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from PLD_accounting import subsample_pld
    base = pld.from_gaussian_mechanism(sigma)
    return subsample_pld(pld=base, sampling_probability=rate).self_compose(steps).get_delta_for_epsilon(EPSILONS)


CURVES = {
    "dp-accounting PLD, step 1e-3": distribution_curve(1e-3),
    "dp-accounting PLD, step 1e-4": distribution_curve(1e-4),
    "prv_accountant, error 0.1": prv_curve(0.1),
    "prv_accountant, error 0.01": prv_curve(0.01),
    "PLD_accounting, sampled": sampled_curve,
}


def calibrated(ask):
    from scipy.optimize import brentq
    return brentq(lambda sigma: ask(sigma, *SETTING[1:]) - TARGET, 0.7, 2, xtol=1e-6)


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def say(accountant, task, error, seconds):
    print(json.dumps({"accountant": accountant, "task": task, "error": float(error), "seconds": seconds}), flush=True)


def largest(values, truths):
    return max(abs(value - truth) / truth for value, truth in zip(values, truths))


def attempt(accountant, task, function):
    """Whatever an accountant raises is said, and the others go on."""
    try:
        error, seconds = function()
    except ImportError as missing:
        print(f"rivals: {accountant} is left out: {missing}", file=sys.stderr)
    except Exception as raised:  # noqa: BLE001
        print(f"rivals: {accountant}, {task}: {raised}", file=sys.stderr)
    else:
        say(accountant, task, error, seconds)


def our_tasks(program, wanted):
    """Truths by task; says how the program does."""
    makers = {"curve": our_curve, "calibration": our_calibration, "sweep": our_sweep}
    truths = {task: makers[task](program, 15)[0] for task in wanted}
    for digits in (6, 15):
        for task in wanted:
            found, seconds = makers[task](program, digits)
            error = largest(found, truths[task]) if isinstance(found, list) else abs(found / truths[task] - 1)
            say(f"plumbline, {digits} digits", task, error, seconds)
    return truths


def their_task(task, name, make, truth, sample):
    """Error and seconds."""
    if task == "curve":
        found, seconds = timed(CURVES[name], *SETTING)
        return largest(found, truth), seconds
    ask = make()
    if task == "calibration":
        found, seconds = timed(calibrated, ask)
        return abs(found / truth - 1), seconds
    answers = [timed(ask, *SWEEP[i]) for i in sample]
    errors = [abs(value / truth[i] - 1) for i, (value, _) in zip(sample, answers)]
    return max(errors), statistics.fmean(seconds for _, seconds in answers) * len(SWEEP)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--sample", type=int, default=8, help="of the sweep, for other accountants")
    parser.add_argument("--task", action="append", choices=TASKS, help="this one; all unless given")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    wanted = given.task or TASKS
    truths = our_tasks(given.program, wanted)
    sample = list(range(0, len(SWEEP), len(SWEEP) // given.sample))[:given.sample]
    for name, make in rivals.RIVALS.items():
        for task in wanted:
            if task != "curve" or name in CURVES:
                attempt(name, task, lambda: their_task(task, name, make, truths[task], sample))


if __name__ == "__main__":
    main()
