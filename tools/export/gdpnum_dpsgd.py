"""Claims of gdpnum: python3 gdpnum_dpsgd.py > gdpnum.jsonl

Its mu of Gaussian differential privacy for DP-SGD, and the trade-off function of this mu at a point: estimates,
because their errors are not documented. Epsilon and the trade-off function of its accountant.
"""

import functools
from importlib import metadata

from gdpnum import CTDAccountant
from scipy.stats import norm

from claims import QUESTIONS, TRADEOFFS, Method, export

OPTIONS = {"grid_step": 1e-4}


@functools.lru_cache(maxsize=1)
def accountant_of(sigma, rate, steps):
    accountant = CTDAccountant()
    accountant.history = [(sigma, rate, steps)]
    return accountant


def ask(wanted, question):
    def answer(setting, quantity, at):
        rates = {"gaussian": 1.0, "subsampled_gaussian": setting.get("sampling_rate")}
        if quantity != wanted or setting.get("kind") not in rates or setting.get("sensitivity", 1) != 1:
            return None
        accountant = accountant_of(setting["sigma"], rates[setting["kind"]], setting["steps"])
        return question(accountant, at)
    return answer


def mu(accountant, at):
    return accountant.get_mu_and_regret(**OPTIONS)[0]


@functools.lru_cache(maxsize=1)
def known_mu(accountant):
    return mu(accountant, {})


def beta_of_mu(accountant, at):
    return norm.cdf(norm.isf(at["alpha"]) - known_mu(accountant))


if __name__ == "__main__":
    export("gdpnum", metadata.version("gdpnum"), [
        Method("gdp-mu", "estimate", ask("gdp_mu", mu), options=OPTIONS),
        Method("gdp-mu-beta", "estimate", ask("tradeoff", beta_of_mu), options=OPTIONS),
        Method("ctd", "upper", ask("epsilon", lambda a, at: a.get_epsilon(delta=at["delta"])),
               options=OPTIONS),
        Method("ctd-beta", "estimate", ask("tradeoff", lambda a, at: a.get_beta(at["alpha"])),
               options=OPTIONS),
    ], questions=QUESTIONS[:2] + [("gdp_mu", {})] + TRADEOFFS)
