#!/usr/bin/env python3
"""Epsilon of subsampled Gaussians by the accountants that are installed, beside the program's: processor time
and true error of each.

    tools/rivals/rivals.py PROGRAM [--rounds 5] [--json]

Every question is asked `--rounds` times in a row in one process, with nothing kept between; the figure is the
median of the processor time (all threads), without imports. The truth is the program's, to 15 digits. Accountants
that are not installed are left out.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import warnings

DELTA = 1e-5
SETTINGS = [(1.0, 0.01, 1000), (1.0, 0.01, 10000), (0.8, 0.004, 5000), (2.0, 0.1, 500)]


def expression(sigma, rate, steps):
    """Of these doubles, exactly."""
    return f"subsampled_gaussian(sigma={float(sigma).hex()},p={float(rate).hex()})^{steps}"


def truth_of(program, setting):
    words = [program, "epsilon", expression(*setting), "--delta", float(DELTA).hex(), "--json"]
    found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return float(found["lower"])


# ---- the others: a name, and a function of a setting that gives one or several named answers


def dp_accounting_pld(step):
    from dp_accounting.pld import privacy_loss_distribution as pld

    def ask(sigma, rate, steps):
        one = pld.from_gaussian_mechanism(sigma, value_discretization_interval=step,
                                          sampling_prob=rate, use_connect_dots=True)
        return one.self_compose(steps).get_epsilon_for_delta(DELTA)
    return ask


def dp_accounting_rdp():
    from dp_accounting import dp_event
    from dp_accounting.rdp import rdp_privacy_accountant

    def ask(sigma, rate, steps):
        accountant = rdp_privacy_accountant.RdpAccountant()
        event = dp_event.PoissonSampledDpEvent(rate, dp_event.GaussianDpEvent(sigma))
        accountant.compose(event, steps)
        return accountant.get_epsilon(DELTA)
    return ask


def prv(error):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    def ask(sigma, rate, steps):
        mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
        accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], eps_error=error,
                                   delta_error=1e-8)
        return accountant.compute_epsilon(DELTA, [steps])[1]
    return ask


def gdpnum():
    from gdpnum import CTDAccountant

    def ask(sigma, rate, steps):
        accountant = CTDAccountant()
        accountant.history = [(sigma, rate, steps)]
        return accountant.get_epsilon(delta=DELTA)
    return ask


def autodp():
    from autodp import mechanism_zoo, transformer_zoo

    def ask(sigma, rate, steps):
        subsample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
        gaussian = mechanism_zoo.GaussianMechanism(sigma=sigma)
        gaussian.neighboring = "add_remove"
        sampled = subsample(gaussian, rate, improved_bound_flag=True)
        return transformer_zoo.Composition()([sampled], [steps]).get_approxDP(DELTA)
    return ask


RIVALS = {
    "dp-accounting PLD, step 1e-3": lambda: dp_accounting_pld(1e-3),
    "dp-accounting PLD, step 1e-4": lambda: dp_accounting_pld(1e-4),
    "dp-accounting RDP": dp_accounting_rdp,
    "prv_accountant, error 0.1": lambda: prv(0.1),
    "prv_accountant, error 0.01": lambda: prv(0.01),
    "gdpnum": gdpnum,
    "autodp RDP": autodp,
}


def timed(ask, setting, rounds):
    """The last answer and the median of the processor time."""
    times, value = [], None
    for _ in range(rounds):
        start = time.process_time()
        value = float(ask(*setting))
        times.append(time.process_time() - start)
    return value, statistics.median(times)


def ours(program, digits, setting, rounds):
    """By `batch` on one thread: each line alone, as the lines are of other mechanisms, all but the same."""
    sigma, rate, steps = setting
    lines = [{"quantity": "epsilon", "mechanism": expression(sigma, rate, steps + i), "delta": DELTA, "digits": digits}
             for i in range(rounds * 10)]
    before = os.times()
    done = subprocess.run([program, "batch", "-", "--json", "--threads", "1"], capture_output=True, text=True, check=True,
                          input="\n".join(map(json.dumps, lines)))
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    first = json.loads(done.stdout.splitlines()[0])
    return float(first["upper"]), spent / len(lines)


def shown_error(value, truth):
    error = (value - truth) / truth
    return "below 1e-14" if abs(error) < 1e-14 else f"{error:+.1e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one object a line, for pictures")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    truths = {setting: truth_of(given.program, setting) for setting in SETTINGS}
    rows = []
    for digits in (6, 15):
        found = {s: ours(given.program, digits, s, given.rounds) for s in SETTINGS}
        rows.append((f"plumbline, {digits} digits", found))
    for name, make in RIVALS.items():
        try:
            ask = make()
        except ImportError as error:
            print(f"rivals: {name} is left out: {error}", file=sys.stderr)
            continue
        found = {}
        for setting in SETTINGS:
            try:
                found[setting] = timed(ask, setting, given.rounds)
            except Exception as error:  # noqa: BLE001 (whatever an accountant raises)
                print(f"rivals: {name} at {setting}: {error}", file=sys.stderr)
        rows.append((name, found))
    write(rows, truths, given.json)


def write(rows, truths, as_json):
    if as_json:
        for name, found in rows:
            for setting, (value, seconds) in found.items():
                print(json.dumps({"accountant": name, "setting": setting, "value": value, "truth": truths[setting],
                                  "relative_error": (value - truths[setting]) / truths[setting], "seconds": seconds}))
        return
    heads = [f"sigma {s:g}, p {p:g}, {n} steps" for s, p, n in SETTINGS]
    print("| accountant | " + " | ".join(heads) + " |")
    print("|---|" + "---|" * len(SETTINGS))
    print("| the truth | " + " | ".join(f"{truths[s]:.10g}" for s in SETTINGS) + " |")
    for name, found in rows:
        cells = [f"{shown_error(found[s][0], truths[s])}, {1e3 * found[s][1]:.3g} ms" if s in found else "fails"
                 for s in SETTINGS]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
