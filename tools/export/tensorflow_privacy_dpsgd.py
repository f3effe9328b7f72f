"""Claims of TensorFlow Privacy: python3 tensorflow_privacy_dpsgd.py > tensorflow-privacy.jsonl

Only compute_dp_sgd_privacy_lib, which needs dp-accounting and absl, but not TensorFlow: the epsilon of its statement
about one example, with each of its accountants and without microbatches.
"""

import importlib.util
from importlib import metadata

from claims import Method, export
from dpsgd import DELTAS, EPSILONS, run_of

path = metadata.distribution("tensorflow-privacy").locate_file(
    "tensorflow_privacy/privacy/analysis/compute_dp_sgd_privacy_lib.py")
specification = importlib.util.spec_from_file_location("compute_dp_sgd_privacy_lib", path)
library = importlib.util.module_from_spec(specification)
specification.loader.exec_module(library)


def epochs_of(rate, steps):
    """Returns epochs with ceil(epochs / rate) equal to the steps; None if rounding prevents this."""
    for epochs in (steps * rate, (steps - 0.5) * rate):
        if -(-epochs // rate) == steps and library.math.ceil(epochs / rate) == steps:
            return epochs
    return None


def ask(accountant, deltas):
    def answer(mechanism, quantity, at):
        run = run_of(mechanism)
        if not run or quantity != "epsilon" or at["delta"] not in deltas:
            return None
        sigma, rate, steps = run
        sampled = mechanism["kind"] == "subsampled_gaussian"
        epochs = epochs_of(rate, steps)
        return epochs and library._compute_dp_sgd_example_privacy(
            epochs, sigma, at["delta"], used_microbatching=False,
            poisson_subsampling_probability=rate if sampled else None, accountant_type=accountant)
    return answer


if __name__ == "__main__":
    export("tensorflow-privacy", metadata.version("tensorflow-privacy"), [
        Method("compute_dp_sgd_privacy", "upper", ask(library.AccountantType.RDP, DELTAS),
               options={"accountant_type": "RDP", "used_microbatching": False}),
        Method("compute_dp_sgd_privacy-pld", "upper", ask(library.AccountantType.PLD, [1e-5]),
               options={"accountant_type": "PLD", "used_microbatching": False}),
    ], questions=EPSILONS)
