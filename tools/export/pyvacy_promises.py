"""Promises of PyVacy: python3 pyvacy_promises.py > pyvacy.jsonl

Its optimisers clip the gradient of a batch, not of each example, and add noise; its accountant computes the epsilon
of the training. The script runs the optimiser with stand-ins for torch, which record the standard deviation of the
noise. Batches contain all examples, so that there is no sampling.
"""

import sys
import types
from importlib import metadata

from library import Constructor, export, gaussian, grid


def stand_in_torch():
    class Plain:
        def __init__(self, *arguments, **named):
            pass
    modules = {name: types.ModuleType(name) for name in (
        "torch", "torch.optim", "torch.nn", "torch.nn.utils", "torch.nn.utils.clip_grad", "torch.distributions",
        "torch.distributions.normal")}
    sys.modules.update(modules)
    for name in ("Optimizer", "SGD", "Adam", "Adagrad", "RMSprop"):
        setattr(modules["torch.optim"], name, type(name, (Plain,), {}))
    modules["torch.nn.utils.clip_grad"].clip_grad_norm_ = None
    modules["torch.distributions.normal"].Normal = lambda mean, scale: types.SimpleNamespace(scale=scale)
    modules["torch"].cuda = types.SimpleNamespace(is_available=lambda: False)
    modules["torch"].device = str


stand_in_torch()
from pyvacy.analysis import moments_accountant  # noqa: E402
from pyvacy.optim import dp_optimizer  # noqa: E402


def spent(a, d):
    epsilon = moments_accountant(a["N"], a["N"], a["noise_multiplier"], a["epochs"], a["delta"])
    return {"epsilon": epsilon, "delta": a["delta"]}


def clipped_batch(a, d):
    """Returns the pair: one example can reverse the gradient of its batch, which changes the clipped gradient by
    twice the norm.
    """
    optimizer = dp_optimizer.DPSGD(l2_norm_clip=1.0, noise_multiplier=a["noise_multiplier"], batch_size=a["N"])
    steps = a["epochs"]
    return gaussian(optimizer.noise.scale, 2) + ("^%d" % steps if steps > 1 else "")


CONSTRUCTORS = [
    Constructor("DPSGD and moments_accountant", spent, clipped_batch,
                ((a, None) for a in grid(N=[64, 1024], noise_multiplier=[1.0, 4.0, 16.0, 64.0], epochs=[1, 10],
                                         delta=[1e-5])), "pyvacy-batch"),
]

if __name__ == "__main__":
    export("pyvacy", metadata.version("pyvacy"), CONSTRUCTORS)
