"""Claims of PLD_accounting: python3 pld_accounting_bounds.py > pld-accounting.jsonl

Both bounds for random allocation of Gaussian noise, with its default configuration and its automatic refinement.
Upper bounds for the allocation of a given distribution (for Laplace noise one step per epoch), and for Poisson
sampling of a distribution of dp-accounting.
"""

import re
from importlib import metadata

import PLD_accounting as pld
from dp_accounting.pld import privacy_loss_distribution

from claims import Method, export, once
from dpsgd import run_of

BOUNDS = {"upper": pld.BoundType.DOMINATES, "lower": pld.BoundType.IS_DOMINATED}
CONFIG = pld.AllocationSchemeConfig()
STATED = {"loss_discretization": CONFIG.loss_discretization, "tail_truncation": CONFIG.tail_truncation,
          "convolution_method": CONFIG.convolution_method.value}
QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-5, 1e-8)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.5, 1.0, 2.0)]
# A distribution of random allocation is expensive to build and cheap to query, so that it has more questions.
MORE = [("epsilon", {"delta": delta}) for delta in (1e-2, 1e-4, 1e-6, 1e-7, 1e-10)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.1, 0.25, 0.75, 1.5, 3.0)]
ALLOCATED = ["random_allocation(sigma=%s,t=%d)%s" % (sigma, steps, power)
             for steps, power in ((2, ""), (2, "^10"), (5, ""), (10, "")) for sigma in ("1", "2", "4", "0.5")] + [
    "random_allocation(sigma=%s,t=%d)" % (sigma, steps)
    for steps in (2, 3, 5, 20) for sigma in ("0.75", "1.5", "3", "6")] + ["random_allocation(sigma=1,t=100)"]
NOISY = [{"kind": "laplace", "scale": scale, "steps": steps} for scale in (0.5, 1.0, 2.0, 10.0) for steps in (1, 10, 100)]
ALLOCATION = re.compile(r"random_allocation\(sigma=(\d+(?:\.\d+)?),t=(\d+)\)(?:\^(\d+))?$")


def parameters(setting, **more):
    match = isinstance(setting, str) and ALLOCATION.match(setting)
    return match and dict(sigma=float(match[1]), num_steps=int(match[2]), num_epochs=int(match[3] or 1), **more)


@once
def both_bounds(setting):
    asked = pld.PrivacyParams(**parameters(setting))
    return {kind: pld.gaussian_allocation_pld(params=asked, config=CONFIG, bound_type=bound)
            for kind, bound in BOUNDS.items()}


def configurable(setting, quantity, at):
    if not parameters(setting) or quantity not in ("epsilon", "delta"):
        return None
    found = both_bounds(setting).items()
    if quantity == "epsilon":
        return {kind: float(one.get_epsilon_for_delta(at["delta"])) for kind, one in found}
    return {kind: float(one.get_delta_for_epsilon(at["epsilon"])) for kind, one in found}


def refined(setting, quantity, at):
    asked = parameters(setting, delta=at.get("delta"))
    if not asked or quantity != "epsilon" or asked["num_epochs"] > 1 or at["delta"] not in (1e-3, 1e-5, 1e-8):
        return None
    return dict(zip(("upper", "lower"), map(float, pld.gaussian_allocation_epsilon_range(**asked))))


@once
def general_of(noise, scale, steps, epochs):
    """Returns the allocation of the distribution of the noise, which is an upper bound; so the result is only an
    upper bound.
    """
    one = getattr(pld, noise + "_distribution")(scale=scale)
    return pld.general_allocation_pld(num_steps=steps, num_selected=1, num_epochs=epochs, remove_realization=one,
                                      add_realization=one, config=CONFIG)


def general(setting, quantity, at):
    if quantity not in ("epsilon", "delta"):
        return None
    if isinstance(setting, dict) and setting["kind"] == "laplace":
        run = "laplace", setting["scale"], 1, setting["steps"]
    elif parameters(setting):
        run = "gaussian", *parameters(setting).values()
    else:
        return None
    found = general_of(*run)
    return float(found.get_epsilon_for_delta(at["delta"]) if quantity == "epsilon"
                 else found.get_delta_for_epsilon(at["epsilon"]))


@once
def sampled_of(sigma, rate, steps):
    base = privacy_loss_distribution.from_gaussian_mechanism(sigma)
    return pld.subsample_pld(pld=base, sampling_probability=rate).self_compose(steps)


def sampled(setting, quantity, at):
    run = run_of(setting)
    if not run or (quantity, at) in MORE or run[1] not in (0.01, 0.1) or run[2] > 1000 or quantity not in ("epsilon", "delta"):
        return None
    found = sampled_of(*run)
    return float(found.get_epsilon_for_delta(at["delta"]) if quantity == "epsilon"
                 else found.get_delta_for_epsilon(at["epsilon"]))


if __name__ == "__main__":
    export("pld-accounting", metadata.version("PLD_accounting"), [
        Method("gaussian_allocation", "upper", configurable, options=STATED),
        Method("gaussian_allocation_epsilon_range", "upper", refined, options={"epsilon_accuracy": -1.0}),
        Method("general_allocation", "upper", general, options=STATED),
        Method("subsample_pld", "upper", sampled, options={"value_discretization_interval": 1e-4}),
    ], questions=QUESTIONS + MORE, more=ALLOCATED + NOISY)
