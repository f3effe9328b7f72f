#!/usr/bin/env python3
"""Judges many synthetic claims and prints speed and memory.

    tools/claims/many_claims.py [--program FILE] [--claims N] [--settings N] [--seed N]
                                [--threads N] [--most-mb N] [--print]

The claims only depend on the seed and the numbers. The settings resemble common ones (mostly subsampled Gaussians, N
up to 10^6). For each setting there are bounds and estimates of epsilon and delta from a central limit theorem,
multiplied by random factors. The claims are streamed to `plumbline claims -` and not stored. Exit code 1 if a
certified value contradicts another, claims are lost, or the memory exceeds the limit.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time
from typing import IO, Iterator


def normal_cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def gaussian_delta(mu: float, epsilon: float) -> float:
    """Returns the delta of a Gaussian mechanism; 0 where doubles underflow."""
    first = normal_cdf(mu / 2 - epsilon / mu)
    second = normal_cdf(-mu / 2 - epsilon / mu)
    return max(0.0, first - math.exp(min(epsilon, 700.0)) * second) if second > 0 else first


def draw_setting(rng: random.Random) -> tuple[str, float]:
    """Returns an expression, and approximately the mu of the limit theorem."""

    def log_uniform(low: float, high: float) -> float:
        return float(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.3g}")

    steps = round(log_uniform(1, 1e6))
    kind = rng.random()
    if kind < 0.8:
        sigma, rate = log_uniform(0.5, 10), log_uniform(1e-4, 0.5)
        mu = rate * math.sqrt(steps * math.expm1(min(1 / sigma**2, 20.0)))
        return f"subsampled_gaussian(sigma={sigma!r},p={rate!r})^{steps}", mu
    if kind < 0.92:
        sigma = log_uniform(0.5, 10) * math.sqrt(steps)
        return f"gaussian(sigma={sigma!r})^{steps}", math.sqrt(steps) / sigma
    steps = max(1, steps // 1000)
    scale = log_uniform(0.5, 10) * math.sqrt(steps)
    return f"laplace(b={scale!r})^{steps}", math.sqrt(2 * steps) / scale


def claims_about(rng: random.Random, setting: int, count: int) -> Iterator[dict]:
    mechanism, mu = draw_setting(rng)
    mu = min(max(mu, 1e-3), 50.0)
    for i in range(count):
        epsilon = mu * (mu / 2 + rng.uniform(0, 5))
        delta = gaussian_delta(mu, epsilon)
        kind = rng.choice(["upper", "upper", "lower", "estimate"])
        moved = 1 + rng.choice([-1, 1]) * math.exp(rng.uniform(math.log(1e-6), math.log(0.9)))
        claim = {"tool": "made up", "version": "1", "method": f"clt {kind}", "kind": kind}
        claim.update({"mechanism": mechanism, "direction": rng.choice(["worst", "forward"])})
        if rng.random() < 0.5 or not delta > 1e-15:
            claim.update({"quantity": "delta", "at": {"epsilon": epsilon}, "value": delta * moved})
        else:
            claim.update({"quantity": "epsilon", "at": {"delta": delta}, "value": epsilon * moved})
        claim["x-setting"], claim["x-claim"] = setting, i
        yield claim


def write_claims(out: IO[str], claims: int, settings: int, seed: int) -> None:
    for setting in range(settings):
        count = claims // settings + (1 if setting < claims % settings else 0)
        for claim in claims_about(random.Random(f"{seed} {setting}"), setting, count):
            out.write(json.dumps(claim) + "\n")


def run(arguments: argparse.Namespace) -> int:
    command = [arguments.program, "claims", "-", "--format", "csv", "--timeout", "10"]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    start = time.monotonic()
    # The program prints the numbers of its verdicts in its last lines.
    with subprocess.Popen(
        ["sh", "-c", '"$@" --all | wc -l', "sh", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stdin and child.stdout
        write_claims(child.stdin, arguments.claims, arguments.settings, arguments.seed)
        child.stdin.close()
        rows = int(child.stdout.read())
    wall = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    megabytes = used.ru_maxrss / 1024
    print(
        f"{arguments.claims} claims over {arguments.settings} settings in {wall:.1f} s, "
        f"{used.ru_utime:.1f} s of processor time, "
        f"{arguments.claims / max(used.ru_utime, 1e-9):.0f} claims for each second of it; "
        f"{megabytes:.0f} MB at most"
    )
    if rows < arguments.claims:
        print(f"only {rows} rows came back", file=sys.stderr)
        return 1
    if megabytes > arguments.most_mb:
        print(f"more than the {arguments.most_mb} MB allowed", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/app/plumbline")
    parser.add_argument("--claims", type=int, default=1_000_000)
    parser.add_argument("--settings", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="default: the program's own")
    parser.add_argument("--most-mb", type=float, default=300)
    parser.add_argument("--print", action="store_true", help="only print the claims")
    arguments = parser.parse_args()
    if arguments.print:
        write_claims(sys.stdout, arguments.claims, arguments.settings, arguments.seed)
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
