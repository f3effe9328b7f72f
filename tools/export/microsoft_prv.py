"""Claims of Microsoft's prv_accountant: python3 microsoft_prv.py > prv.jsonl"""

import prv_accountant
from prv_accountant import ApproximateDPMechanism, GaussianMechanism, LaplaceMechanism
from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant, PureDPMechanism

from claims import Method, export, version_of

ERRORS = {"eps_error": 0.1, "delta_error": 1e-8}


def mechanism_of(setting):
    """Returns the mechanism of a setting; None if there is none."""
    if setting.get("sensitivity", 1) != 1:
        return None
    if setting.get("kind") == "gaussian":
        return GaussianMechanism(noise_multiplier=setting["sigma"])
    if setting.get("kind") == "laplace":
        return LaplaceMechanism(mu=1 / setting["scale"])
    if setting.get("kind") == "subsampled_gaussian":
        return PoissonSubsampledGaussianMechanism(noise_multiplier=setting["sigma"],
                                                  sampling_probability=setting["sampling_rate"])
    if setting.get("kind") == "pure_dp":
        return PureDPMechanism(setting["epsilon"])
    if setting.get("kind") == "approx_dp":
        return ApproximateDPMechanism(setting["epsilon"], setting["delta"])
    return None


def answer(setting, quantity, at):
    mechanism, steps = mechanism_of(setting), setting.get("steps")
    if mechanism is None:
        return None
    accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], **ERRORS)
    compute = accountant.compute_epsilon if quantity == "epsilon" else accountant.compute_delta
    low, estimate, high = compute(next(iter(at.values())), [steps])
    return {"lower": low, "estimate": estimate, "upper": high}


if __name__ == "__main__":
    export("microsoft-prv-accountant", version_of(prv_accountant, "prv_accountant"),
           [Method("prv", "estimate", answer, options=ERRORS)])
