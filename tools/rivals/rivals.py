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
# What all are asked with --twelve, once each: little and much noise, rare and frequent sampling, one step and 10^5.
TWELVE = SETTINGS + [(0.6, 0.001, 1000), (0.7, 0.0001, 10000), (1.0, 0.5, 10), (1.3, 0.00426, 3516),
                     (5.0, 0.1, 1000), (4.0, 0.01, 10000), (1.0, 0.1, 1), (3.0, 0.001, 100000)]


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


def opake():
    """The extension module of opake-accounting: the Python around it does not import with CPython 3.11 and 3.12."""
    import importlib.machinery
    import importlib.util
    from importlib import metadata

    try:
        files = metadata.files("opake-accounting")
        package = metadata.distribution("opake-accounting")
    except metadata.PackageNotFoundError as error:
        raise ImportError(error) from error
    name = next(file for file in files if file.name.startswith("opake_accounting.") and file.suffix == ".so")
    loader = importlib.machinery.ExtensionFileLoader("opake_accounting", str(package.locate_file(name)))
    native = importlib.util.module_from_spec(importlib.util.spec_from_loader("opake_accounting", loader))
    loader.exec_module(native)

    def ask(sigma, rate, steps):
        base = native.gaussian_pld(sigma, native.DiscretizationConfig())
        return native.poisson_pld(base, rate).self_compose(steps).epsilon_at(DELTA)
    return ask


def pld_accounting():
    from dp_accounting.pld import privacy_loss_distribution as pld
    from PLD_accounting import subsample_pld

    def ask(sigma, rate, steps):
        base = pld.from_gaussian_mechanism(sigma)
        return subsample_pld(pld=base, sampling_probability=rate).self_compose(steps).get_epsilon_for_delta(DELTA)
    return ask


def dp_accelerator():
    from fractions import Fraction

    from dp_accelerator import DPSGDAccountant

    def ask(sigma, rate, steps):
        sizes = Fraction(rate).limit_denominator(10**6)
        return DPSGDAccountant(sigma, sizes.numerator, sizes.denominator).get_epsilon(steps, DELTA)
    return ask


RIVALS = {
    "dp-accounting PLD, step 1e-3": lambda: dp_accounting_pld(1e-3),
    "dp-accounting PLD, step 1e-4": lambda: dp_accounting_pld(1e-4),
    "dp-accounting RDP": dp_accounting_rdp,
    "prv_accountant, error 0.1": lambda: prv(0.1),
    "prv_accountant, error 0.01": lambda: prv(0.01),
    "gdpnum": gdpnum,
    "autodp RDP": autodp,
    "opake-accounting": opake,
    "PLD_accounting, sampled": pld_accounting,
    "dp-accelerator RDP": dp_accelerator,
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
    return shown((value - truth) / truth)


def shown(error):
    return "below 1e-14" if abs(error) < 1e-14 else f"{error:+.1e}"


def write_sums(rows, truths):
    print("| accountant | answered | too low | median error | largest error | time of all |")
    print("|---|---|---|---|---|---|")
    for name, found in rows:
        errors = [(value - truths[setting]) / truths[setting] for setting, (value, _) in found.items()]
        if errors:
            largest = max(errors, key=abs)
            middle = statistics.median(map(abs, errors))
            print(f"| {name} | {len(errors)} | {sum(error < -1e-14 for error in errors)} | {shown(middle)} | "
                  f"{shown(largest)} | {sum(seconds for _, seconds in found.values()):.3g} s |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one object a line, for pictures")
    parser.add_argument("--twelve", action="store_true", help="twelve questions, once each, and a row of sums of them")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    settings, rounds = (TWELVE, 1) if given.twelve else (SETTINGS, given.rounds)
    truths = {setting: truth_of(given.program, setting) for setting in settings}
    rows = []
    for digits in (6, 15):
        found = {s: ours(given.program, digits, s, rounds) for s in settings}
        rows.append((f"plumbline, {digits} digits", found))
    for name, make in RIVALS.items():
        try:
            ask = make()
        except ImportError as error:
            print(f"rivals: {name} is left out: {error}", file=sys.stderr)
            continue
        found = {}
        for setting in settings:
            try:
                found[setting] = timed(ask, setting, rounds)
            except Exception as error:  # noqa: BLE001 (whatever an accountant raises)
                print(f"rivals: {name} at {setting}: {error}", file=sys.stderr)
        rows.append((name, found))
    if given.twelve and not given.json:
        write_sums(rows, truths)
    else:
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
