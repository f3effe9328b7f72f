"""Claims of Google's dp_accounting: python3 google_dp_accounting.py > google.jsonl

Its accountants with their default options; privacy loss distributions made and composed by hand, with
the options of the record; and, with --again, accountants given whole events.
"""

from importlib import metadata

from dp_accounting import dp_event, privacy_accountant
from dp_accounting.pld import pld_privacy_accountant, privacy_loss_distribution
from dp_accounting.rdp import rdp_privacy_accountant

from claims import Method, export

PLD, RDP = pld_privacy_accountant.PLDAccountant, rdp_privacy_accountant.RdpAccountant
TAILS = {"tail_mass_truncation": 1e-15, "log_mass_truncation_bound": -50}


def event_of(mechanism):
    """The event of a setting, or None where there is none."""
    event = {"gaussian": lambda m: dp_event.GaussianDpEvent(m["sigma"]),
             "subsampled_gaussian": lambda m: dp_event.PoissonSampledDpEvent(
                 m["sampling_rate"], dp_event.GaussianDpEvent(m["sigma"])),
             "laplace": lambda m: dp_event.LaplaceDpEvent(m["scale"])}.get(mechanism.get("kind"))
    if event is None or mechanism.get("sensitivity", 1) != 1:
        return None
    return dp_event.SelfComposedDpEvent(event(mechanism), mechanism["steps"])


def event_of_record(recorded):
    """The event that a dictionary with class_name describes."""
    if isinstance(recorded, list):
        return [event_of_record(one) for one in recorded]
    if not isinstance(recorded, dict) or "class_name" not in recorded:
        return float("inf") if recorded == "inf" else recorded
    fields = {name: event_of_record(value) for name, value in recorded.items()
              if name not in ("module_name", "class_name")}
    return getattr(dp_event, recorded["class_name"])(**fields)


def accounted(accountant, event, quantity, at):
    accountant.compose(event)
    return accountant.get_epsilon(at["delta"]) if quantity == "epsilon" else accountant.get_delta(
        at["epsilon"])


def ask(make_accountant):
    def answer(mechanism, quantity, at):
        event = event_of(mechanism)
        if event is None or quantity not in ("epsilon", "delta"):
            return None
        return accounted(make_accountant(), event, quantity, at)
    return answer


def ask_event(make_accountant, relation):
    def answer(recorded, quantity, at):
        event = event_of_record(recorded)
        if quantity not in ("epsilon", "delta") or isinstance(event, dict):
            return None
        neighbors = getattr(privacy_accountant.NeighboringRelation, relation.upper())
        return accounted(make_accountant(neighboring_relation=neighbors), event, quantity, at)
    return answer


def distribution(mechanism, connect_dots, options):
    """The composed privacy loss distribution of a setting, or None."""
    known = {"gaussian", "subsampled_gaussian", "laplace", "subsampled_laplace"}
    if mechanism.get("kind") not in known:
        return None
    noise = "gaussian" if "gaussian" in mechanism["kind"] else "laplace"
    words = {"standard_deviation": mechanism["sigma"], "log_mass_truncation_bound":
             options["log_mass_truncation_bound"]} if noise == "gaussian" else {
                 "parameter": mechanism["scale"]}
    one = getattr(privacy_loss_distribution, "from_%s_mechanism" % noise)(
        sensitivity=mechanism.get("sensitivity", 1), pessimistic_estimate=options["pessimistic"],
        value_discretization_interval=options["discretization"], use_connect_dots=connect_dots,
        sampling_prob=mechanism.get("sampling_rate", 1.0), **words)
    return one.self_compose(mechanism["steps"],
                            tail_mass_truncation=options["tail_mass_truncation"])


def ask_distribution(connect_dots, options):
    def answer(mechanism, quantity, at):
        composed = None
        if quantity in ("epsilon", "delta"):
            composed = distribution(mechanism, connect_dots, options)
        if composed is None:
            return None
        if quantity == "epsilon":
            return composed.get_epsilon_for_delta(at["delta"])
        return composed.get_delta_for_epsilon(at["epsilon"])
    return answer


def recorded_methods():
    """Those of the record of an earlier release, by their names there."""
    for interval in (1e-4, 1e-3):
        for name, kind, connect_dots, pessimistic in (
                ("pld-connect-dots", "upper", True, True),
                ("pld-privacy-buckets-optimistic", "lower", False, False),
                ("pld-privacy-buckets-pessimistic", "upper", False, True)):
            options = {"discretization": interval, "pessimistic": pessimistic, **TAILS}
            yield Method(name, kind, ask_distribution(connect_dots, options), options=options)
    yield Method("rdp", "upper", ask(RDP), options={"orders": "default"})
    for relation in ("add_or_remove_one", "replace_one", "replace_special"):
        for name, accountant in (("pld-accountant", PLD), ("rdp-accountant", RDP)):
            yield Method(name, "upper", ask_event(accountant, relation), adjacency=relation,
                         asks="event")


if __name__ == "__main__":
    export("google-dp-accounting", metadata.version("dp-accounting"), [
        Method("pld", "upper", ask(PLD)), *recorded_methods()])
