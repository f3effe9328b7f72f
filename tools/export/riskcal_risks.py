"""Claims of riskcal: python3 riskcal_risks.py > riskcal.jsonl

Advantage (total variation), trade-off curve and epsilon of DP-SGD from Google's PLDs, conversions
from (epsilon, delta) and mu, and the noise for a wanted advantage.
"""

import riskcal
from riskcal import conversions, dpsgd

from claims import QUESTIONS, TRADEOFFS, Method, export, version_of

RATES = {"gaussian": lambda m: 1.0, "subsampled_gaussian": lambda m: m["sampling_rate"]}


def training_of(setting):
    """Returns a setting as arguments of riskcal; None if it is not DP-SGD."""
    if setting.get("kind") not in RATES or setting.get("sensitivity", 1) != 1:
        return None
    training = {"sample_rate": RATES[setting["kind"]](setting), "num_steps": setting["steps"]}
    if "sigma" in setting:
        training["noise_multiplier"] = setting["sigma"]
    return training


def of_training(wanted, ask):
    """Returns the answer function from `ask(training, at)` for questions about this quantity: sigma for settings
    without sigma, all other quantities for settings with sigma.
    """
    def answer(setting, quantity, at):
        training = training_of(setting)
        if quantity != wanted or training is None:
            return None
        if ("noise_multiplier" in training) == (wanted == "sigma"):
            return None
        return ask(training, at)
    return answer


def epsilon(grid_step):
    def ask(training, at):
        accountant = dpsgd.CTDAccountant()
        accountant.history = [(training["noise_multiplier"], training["sample_rate"],
                               training["num_steps"])]
        return accountant.get_epsilon(delta=at["delta"], grid_step=grid_step)
    return ask


def advantage(grid_step):
    return lambda training, at: dpsgd.get_advantage_for_dpsgd(grid_step=grid_step, **training)


def beta(grid_step):
    return lambda training, at: dpsgd.get_beta_for_dpsgd(alpha=at["alpha"], grid_step=grid_step,
                                                         **training)


def noise(grid_step):
    return lambda training, at: dpsgd.find_noise_multiplier_for_advantage(
        advantage=at["advantage"], grid_step=grid_step, **training)


def beta_of_epsilon_delta(setting, quantity, at):
    if setting.get("kind") != "approx_dp" or setting["steps"] != 1 or quantity != "tradeoff":
        return None
    return conversions.get_beta_for_epsilon_delta(setting["epsilon"], setting["delta"], at["alpha"])


def advantage_of_epsilon_delta(setting, quantity, at):
    if setting.get("kind") != "approx_dp" or setting["steps"] != 1 or quantity != "tv":
        return None
    return conversions.get_advantage_for_epsilon_delta(setting["epsilon"], setting["delta"])


def beta_of_mu(setting, quantity, at):
    if setting.get("kind") != "gaussian" or setting["steps"] != 1 or quantity != "tradeoff":
        return None
    return conversions.get_beta_for_mu(1 / setting["sigma"], at["alpha"])


def methods():
    for grid_step in (1e-4, 1e-3):
        for name, kind, quantity, ask in (("advantage", "upper", "tv", advantage),
                                          ("get_beta", "estimate", "tradeoff", beta),
                                          ("ctd", "upper", "epsilon", epsilon),
                                          ("noise_for_advantage", "upper", "sigma", noise)):
            yield Method(name, kind, of_training(quantity, ask(grid_step)),
                         options={"grid_step": grid_step})
    yield Method("beta_for_epsilon_delta", "lower", beta_of_epsilon_delta, adjacency="symmetric")
    yield Method("advantage_for_epsilon_delta", "upper", advantage_of_epsilon_delta,
                 adjacency="symmetric")
    yield Method("beta_for_mu", "estimate", beta_of_mu, adjacency="symmetric")


if __name__ == "__main__":
    export("riskcal", version_of(riskcal, "riskcal"), list(methods()),
           questions=QUESTIONS[:2] + [("tv", {})] + TRADEOFFS
           + [("sigma", {"advantage": 0.1}), ("sigma", {"advantage": 0.05})],
           more=[{"kind": "approx_dp", "epsilon": 8.0, "delta": 1e-5, "steps": 1},
                 {"kind": "approx_dp", "epsilon": 0.1, "delta": 1e-3, "steps": 1},
                 {"kind": "subsampled_gaussian", "sampling_rate": 0.01, "steps": 1000}])
