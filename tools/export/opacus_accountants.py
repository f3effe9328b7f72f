"""Claims of the accountants in Opacus: python3 opacus_accountants.py > opacus.jsonl"""

from importlib import metadata

from opacus.accountants import GaussianAccountant, PRVAccountant, RDPAccountant

from claims import Method, export


def ask(accountant_class):
    def answer(mechanism, quantity, at):
        rates = {"gaussian": 1.0, "subsampled_gaussian": mechanism.get("sampling_rate")}
        if quantity != "epsilon" or mechanism["kind"] not in rates:
            return None
        accountant = accountant_class()
        accountant.history = [(mechanism["sigma"], rates[mechanism["kind"]], mechanism["steps"])]
        return accountant.get_epsilon(delta=at["delta"])
    return answer


if __name__ == "__main__":
    export("opacus", metadata.version("opacus"), [
        Method("rdp", "upper", ask(RDPAccountant)),
        Method("prv", "upper", ask(PRVAccountant)),
        Method("gdp-clt", "estimate", ask(GaussianAccountant)),
    ])
