"""The questions of rivals.py to all accountants about subsampled Gaussians: (sigma, rate, steps)."""

from schedules import GAUSSIANS, SIZES, gaussians, phases

DELTA = 1e-5
# Small and large noise, rare and frequent sampling, one step and 10^5 steps; the first four are common sizes.
TWELVE = [(1.0, 0.01, 1000), (1.0, 0.01, 10000), (0.8, 0.004, 5000), (2.0, 0.1, 500),
          (0.6, 0.001, 1000), (0.7, 0.0001, 10000), (1.0, 0.5, 10), (1.3, 0.00426, 3516),
          (5.0, 0.1, 1000), (4.0, 0.01, 10000), (1.0, 0.1, 1), (3.0, 0.001, 100000)]
# One setting for a curve, a trade-off curve and a calibration.
SETTING = TWELVE[0]
EPSILONS = [0.05 * (i + 1) for i in range(50)]
ALPHAS = [10 ** (-4 + 3.5 * i / 49) for i in range(50)]
TARGET = 2.0  # target epsilon of the calibration of sigma, at DELTA
BRACKET = (0.7, 2.0)
TEN = range(10)
SWEEP = [(0.7 + 0.15 * i, 0.001 * 1.6**j, round(200 * 1.5**k)) for i in TEN for j in TEN for k in TEN]
# If the time is insufficient for the whole sweep, the questions are spread over it, in one order for all accountants.
SPREAD = [(i * 377 + 188) % len(SWEEP) for i in range(len(SWEEP))]
# Questions about schedules of different steps: an epsilon, and deltas at these epsilons.
HUNDRED = [0.2 * (i + 1) for i in range(100)]
SCHEDULES = {f"{size} phases": phases(size) for size in SIZES} | {f"{GAUSSIANS} Gaussians": gaussians()}
LONGEST = 100  # seconds: a schedule that would take an accountant longer, by the one before, is not asked
TASKS = ("epsilon", "curve", "tradeoff", "calibration", "sweep", "schedule", "schedule curve")


def name_of(setting):
    return "sigma {:g}, p {:g}, {} steps".format(*setting)
