"""Claims of Google's dp_accounting: python3 google_dp_accounting.py > google.jsonl"""

from importlib import metadata

from dp_accounting import dp_event
from dp_accounting.pld import pld_privacy_accountant
from dp_accounting.rdp import rdp_privacy_accountant

from claims import Method, export


def event_of(mechanism):
    """The event of a setting, or None where there is none."""
    event = {"gaussian": lambda m: dp_event.GaussianDpEvent(m["sigma"]),
             "subsampled_gaussian": lambda m: dp_event.PoissonSampledDpEvent(
                 m["sampling_rate"], dp_event.GaussianDpEvent(m["sigma"])),
             "laplace": lambda m: dp_event.LaplaceDpEvent(m["scale"])}.get(mechanism["kind"])
    if event is None or mechanism.get("sensitivity", 1) != 1:
        return None
    return dp_event.SelfComposedDpEvent(event(mechanism), mechanism["steps"])


def ask(make_accountant):
    def answer(mechanism, quantity, at):
        event = event_of(mechanism)
        if event is None:
            return None
        accountant = make_accountant().compose(event)
        if quantity == "epsilon":
            return accountant.get_epsilon(at["delta"])
        return accountant.get_delta(at["epsilon"])
    return answer


if __name__ == "__main__":
    export("google-dp-accounting", metadata.version("dp-accounting"), [
        Method("pld", "upper", ask(pld_privacy_accountant.PLDAccountant)),
        Method("rdp", "upper", ask(rdp_privacy_accountant.RdpAccountant)),
    ])
