#!/usr/bin/env python3
"""Random schedules of different steps, determined by a seed: equal for the program and every accountant.

    tools/rivals/schedules.py PHASES [SEED]    prints one as CSV (sigma,p,steps), which `@FILE` reads

sigma is log-uniform in [0.6, 4], p log-uniform in [1e-4, 0.1], steps uniform in 1 .. 20; no two phases are equal.
"""

import argparse
import math
import random

SIZES = (100, 1000, 10000)
GAUSSIANS = 1000
SEED = 1


def log_uniform(draw, low, high):
    return float(f"{math.exp(draw.uniform(math.log(low), math.log(high))):.6g}")


def phases(size, seed=SEED):
    """Returns (sigma, rate, steps), in the order of the draws."""
    draw = random.Random(seed)
    found = {}
    while len(found) < size:
        found[log_uniform(draw, 0.6, 4), log_uniform(draw, 1e-4, 0.1), draw.randint(1, 20)] = True
    return list(found)


def gaussians(size=GAUSSIANS, seed=SEED):
    """Returns steps of plain Gaussian noise, as phases of rate 1."""
    draw = random.Random(seed)
    found = {}
    while len(found) < size:
        found[log_uniform(draw, 20, 200), 1.0, draw.randint(1, 20)] = True
    return list(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("phases", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=SEED)
    given = parser.parse_args()
    print("sigma,p,steps")
    for sigma, rate, steps in phases(given.phases, given.seed):
        print(f"{sigma!r},{rate!r},{steps}")


if __name__ == "__main__":
    main()
