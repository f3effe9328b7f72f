"""Claims of autodp: python3 autodp_accountants.py > autodp.jsonl"""

from importlib import metadata

from autodp import mechanism_zoo, transformer_zoo

from claims import Method, export


def mechanism_of(setting):
    """The composed mechanism of a setting, or None where there is none."""
    compose = transformer_zoo.Composition()
    if setting["kind"] == "gaussian":
        return compose([mechanism_zoo.ExactGaussianMechanism(sigma=setting["sigma"])],
                       [setting["steps"]])
    if setting["kind"] != "subsampled_gaussian":
        return None
    subsample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
    gaussian = mechanism_zoo.GaussianMechanism(sigma=setting["sigma"])
    gaussian.neighboring = "add_remove"
    return compose([subsample(gaussian, setting["sampling_rate"], improved_bound_flag=True)],
                   [setting["steps"]])


def answer(setting, quantity, at):
    mechanism = mechanism_of(setting)
    if mechanism is None or quantity != "epsilon":
        return None
    return mechanism.get_approxDP(at["delta"])


if __name__ == "__main__":
    export("autodp", metadata.version("autodp"), [Method("rdp", "upper", answer)])
