"""Claims of the central limit theorem for GDP: python3 gdp_clt.py > gdp-clt.jsonl

The module gdp_accountant of the repository Deep-Learning-with-GDP, whose folder must be on PYTHONPATH (it imports
tensorflow_privacy for an accountant that is not used here).
"""

import gdp_accountant

from claims import QUESTIONS, Method, export, version_of


def training_of(setting):
    """Returns a setting as epochs over a data set of one record in batches of the sampling rate: the number of steps
    agrees up to rounding. None if it is not Gaussian noise of sensitivity 1.
    """
    rates = {"gaussian": 1.0, "subsampled_gaussian": setting.get("sampling_rate")}
    rate = rates.get(setting.get("kind"))
    if rate is None or setting.get("sensitivity", 1) != 1:
        return None
    return {"epoch": setting["steps"] * rate, "noise_multi": setting["sigma"], "N": 1,
            "batch_size": rate}


def answer(setting, quantity, at):
    training = training_of(setting)
    if training is None:
        return None
    if quantity == "epsilon":
        return gdp_accountant.compute_epsP(delta=at["delta"], **training)
    mu = gdp_accountant.compute_muP(**training)
    return mu if quantity == "gdp_mu" else gdp_accountant.delta_eps_mu(at["epsilon"], mu)


if __name__ == "__main__":
    export("woodyx218-gdp-clt", version_of(gdp_accountant),
           [Method("clt-poisson", "estimate", answer)], questions=QUESTIONS + [("gdp_mu", {})])
