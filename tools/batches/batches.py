#!/usr/bin/env python3
"""Measures how many certified epsilons `plumbline batch` computes in a second of processor time.

    tools/batches/batches.py --program PROGRAM [--grid 100000] [--random 10000] [--threads 1] [--digits 6]

It computes epsilon of subsampled Gaussians to the requested digits at delta 1e-5: on a grid of sigma, p and N, then
for --random different settings. Times are processor times, summed over all threads.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile


def question(sigma, p, steps, delta="1e-5"):
    mechanism = f"subsampled_gaussian(sigma={sigma},p={p})^{steps}"
    return json.dumps({"quantity": "epsilon", "mechanism": mechanism, "delta": delta})


def grid(count):
    """Returns the grid: 20 numbers of steps, and approximately as many rates as noise multipliers."""
    steps = [round(100 * 1.35**i) for i in range(20)]
    side = max(1, round((count / len(steps)) ** 0.5))
    spread = [i / max(1, side - 1) for i in range(side)]
    for a in spread:
        for b in spread:
            for n in steps:
                yield question(f"{0.6 * (4 / 0.6) ** a:.4g}", f"{0.001 * 100**b:.4g}", n)


def alone(count):
    draw = random.Random(5)
    for _ in range(count):
        sigma, p = 10 ** draw.uniform(-0.25, 0.65), 10 ** draw.uniform(-3.3, -0.9)
        steps, delta = int(10 ** draw.uniform(2, 4.5)), 10 ** draw.uniform(-7, -4)
        yield question(f"{sigma:.5g}", f"{p:.4g}", steps, f"{delta:.3g}")


def measure(title, questions, options):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        count = sum(file.write(line + "\n") > 0 for line in questions)
        file.flush()
        command = [options.program, "batch", "--threads", str(options.threads), "--digits", str(options.digits), "--json",
                   file.name]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        answers = [json.loads(line) for line in run.stdout]
        code = run.wait()
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    reached = sum(bool(one.get("reached")) for one in answers)
    print(f"{title}: {count} questions, {reached} to {options.digits} digits, {seconds:.1f} s, {count / seconds:.0f} a second")
    return code == 0 and reached == count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--grid", type=int, default=100000)
    parser.add_argument("--random", type=int, default=10000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--digits", type=int, default=6)
    options = parser.parse_args()
    fine = measure("a grid", grid(options.grid), options)
    fine = measure("no two alike", alone(options.random), options) and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
