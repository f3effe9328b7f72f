"""Claims of autodp: python3 autodp_accountants.py > autodp.jsonl"""

import math
from importlib import metadata

from autodp import mechanism_zoo, transformer_zoo

from claims import Method, export


def answered(mechanism, quantity, at):
    if quantity == "epsilon":
        return mechanism.get_approxDP(at["delta"])
    return mechanism.approx_delta(at["epsilon"]) if quantity == "delta" else None


def exact_gaussian(setting, quantity, at):
    """Composes Gaussian noise to one Gaussian, which autodp handles exactly."""
    if setting.get("kind") != "gaussian" or setting.get("sensitivity", 1) != 1:
        return None
    mechanism = mechanism_zoo.ExactGaussianMechanism(
        sigma=setting["sigma"] / math.sqrt(setting["steps"]))
    return answered(mechanism, quantity, at)


def subsampled_by_rdp(setting, quantity, at):
    if setting.get("kind") != "subsampled_gaussian":
        return None
    subsample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
    gaussian = mechanism_zoo.GaussianMechanism(sigma=setting["sigma"])
    gaussian.neighboring = "add_remove"
    sampled = subsample(gaussian, setting["sampling_rate"], improved_bound_flag=True)
    return answered(transformer_zoo.Composition()([sampled], [setting["steps"]]), quantity, at)


def fourier(setting, quantity, at):
    """The analytical Fourier accountant."""
    make = {"gaussian": lambda s: mechanism_zoo.GaussianMechanism(
                s["sigma"], phi_off=False, RDP_off=True, approxDP_off=True, fdp_off=True),
            "laplace": lambda s: mechanism_zoo.LaplaceMechanism(s["scale"], RDP_off=True,
                                                                phi_off=False)}
    if setting.get("kind") not in make or setting.get("sensitivity", 1) != 1:
        return None
    composed = transformer_zoo.ComposeAFA()([make[setting["kind"]](setting)], [setting["steps"]])
    return answered(composed, quantity, at)


if __name__ == "__main__":
    export("autodp", metadata.version("autodp"), [
        Method("exact-gaussian", "upper", exact_gaussian),
        Method("rdp-subsampled-gaussian", "upper", subsampled_by_rdp),
        Method("afa", "estimate", fourier, options={"n_quad": "default"}),
    ])
