"""Claims of dp-accelerator: python3 dp_accelerator_rdp.py > dp-accelerator.jsonl

Its accountant of DP-SGD, which is written in Rust and requires a batch size and a number of records instead of a
rate.
"""

from importlib import metadata

from dp_accelerator import DPSGDAccountant

from claims import Method, export
from dpsgd import EPSILONS, asks_epsilon, batch_of


def epsilon(sigma, rate, steps, delta):
    sizes = batch_of(rate)
    return DPSGDAccountant(sigma, *sizes).get_epsilon(steps, delta) if sizes else None


if __name__ == "__main__":
    export("dp-accelerator", metadata.version("dp-accelerator"),
           [Method("DPSGDAccountant", "upper", asks_epsilon(epsilon))], questions=EPSILONS)
