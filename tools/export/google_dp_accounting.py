"""Claims of Google's dp_accounting: python3 google_dp_accounting.py > google.jsonl

Its accountants with their default options; privacy loss distributions that are created and composed directly, with
the options of the record; and, with --again, accountants of complete events.
"""

import functools
import itertools
import json

import dp_accounting
from dp_accounting import dp_event, privacy_accountant
from dp_accounting.pld import pld_privacy_accountant, privacy_loss_distribution
from dp_accounting.rdp import rdp_privacy_accountant

from claims import Method, export, version_of

PLD, RDP = pld_privacy_accountant.PLDAccountant, rdp_privacy_accountant.RdpAccountant


def event_of(mechanism):
    """Returns the event of a setting; None if there is none."""
    event = {"gaussian": lambda m: dp_event.GaussianDpEvent(m["sigma"]),
             "subsampled_gaussian": lambda m: dp_event.PoissonSampledDpEvent(
                 m["sampling_rate"], dp_event.GaussianDpEvent(m["sigma"])),
             "laplace": lambda m: dp_event.LaplaceDpEvent(m["scale"])}.get(mechanism.get("kind"))
    if event is None or mechanism.get("sensitivity", 1) != 1:
        return None
    return dp_event.SelfComposedDpEvent(event(mechanism), mechanism["steps"])


def event_of_record(recorded):
    """Returns the event that a dictionary with class_name describes."""
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


def usual_words(mechanism, options):
    """Returns the arguments of all makers of a distribution."""
    return {"sensitivity": mechanism.get("sensitivity", 1),
            "pessimistic_estimate": options["pessimistic"],
            "value_discretization_interval": options["discretization"]}


def of_gaussian(mechanism, connect_dots, options, relation):
    return privacy_loss_distribution.from_gaussian_mechanism(
        mechanism["sigma"], log_mass_truncation_bound=options["log_mass_truncation_bound"],
        sampling_prob=mechanism.get("sampling_rate", 1.0), use_connect_dots=connect_dots,
        neighboring_relation=relation, **usual_words(mechanism, options))


def of_noise(name, parameter):
    """Returns the distribution of noise with one parameter, for a record added or removed."""
    def make(mechanism, connect_dots, options, relation):
        if relation != ADDED_OR_REMOVED:
            return None
        return getattr(privacy_loss_distribution, "from_%s_mechanism" % name)(
            mechanism[parameter], sampling_prob=mechanism.get("sampling_rate", 1.0),
            use_connect_dots=connect_dots, **usual_words(mechanism, options))
    return make


def of_truncated_batches(mechanism, connect_dots, options, relation):
    return privacy_loss_distribution.from_truncated_subsampled_gaussian_mechanism(
        mechanism["dataset_size"], mechanism["sampling_rate"], mechanism["truncated_batch_size"],
        mechanism["sigma"], value_discretization_interval=options["discretization"],
        log_mass_truncation_bound=options["log_mass_truncation_bound"],
        use_connect_dots=connect_dots, neighboring_relation=relation)


def of_randomized_response(mechanism, connect_dots, options, relation):
    if relation == ADDED_OR_REMOVED:
        return None
    return privacy_loss_distribution.from_randomized_response(
        mechanism["noise_parameter"], mechanism["num_buckets"], options["pessimistic"],
        options["discretization"], relation)


RELATION = privacy_accountant.NeighboringRelation
ADDED_OR_REMOVED = RELATION.ADD_OR_REMOVE_ONE
RELATIONS = {"replace": RELATION.REPLACE_ONE, "zero_out": RELATION.REPLACE_SPECIAL,
             "replace_special": RELATION.REPLACE_SPECIAL}
MAKERS = {"gaussian": of_gaussian, "subsampled_gaussian": of_gaussian,
          "laplace": of_noise("laplace", "scale"),
          "subsampled_laplace": of_noise("laplace", "scale"),
          "discrete_laplace": of_noise("discrete_laplace", "parameter"),
          "discrete_gaussian": of_noise("discrete_gaussian", "sigma"),
          "truncated_subsampled_gaussian": of_truncated_batches,
          "randomized_response": of_randomized_response}


def distribution(mechanism, connect_dots, options, relation):
    """Returns the composed privacy loss distribution of a setting, or None."""
    composed = None
    for part in mechanism.get("compose", [mechanism]):
        maker = MAKERS.get(part.get("kind"))
        one = maker and maker(part, connect_dots, options, relation)
        if one is None:
            return None
        times = one  # as in the first record: composing, even once, adds truncated mass
        if part["steps"] > 1:
            times = one.self_compose(part["steps"],
                                     tail_mass_truncation=options["tail_mass_truncation"])
        composed = times if composed is None else composed.compose(
            times, tail_mass_truncation=options["tail_mass_truncation"])
    return composed


@functools.lru_cache(maxsize=1)
def kept_distribution(text, connect_dots, options, relation):
    return distribution(json.loads(text), connect_dots, dict(options), relation)


def ask_distribution(connect_dots, options, adjacency):
    """Answers for one direction (add, remove), or for both under a relation."""
    def answer(mechanism, quantity, at):
        if quantity not in ("epsilon", "delta"):
            return None
        both = kept_distribution(json.dumps(mechanism), connect_dots, tuple(options.items()),
                                 RELATIONS.get(adjacency, ADDED_OR_REMOVED))
        asked = {"add": "_pmf_add", "remove": "_pmf_remove"}.get(adjacency)
        composed = getattr(both, asked) if both and asked else both
        if composed is None:
            return None
        if quantity == "epsilon":
            return composed.get_epsilon_for_delta(at["delta"])
        return composed.get_delta_for_epsilon(at["epsilon"])
    return answer


# Name, kind, connect_dots, pessimistic, tail_mass_truncation.
DISTRIBUTIONS = [("pld-connect-dots", "upper", True, True, 1e-15),
                 ("pld-privacy-buckets-optimistic", "lower", False, False, 1e-15),
                 ("pld-privacy-buckets-pessimistic", "upper", False, True, 1e-15)]
# In records only; the first truncates no tails, which alone optimistic estimates support.
MORE_DISTRIBUTIONS = [("pld-privacy-buckets-optimistic", "lower", False, False, 0.0),
                      ("pld-randomized-response", "upper", False, True, 1e-15),
                      ("pld-randomized-response", "lower", False, False, 1e-15),
                      ("pld-truncated-batch", "upper", True, True, 1e-15)]


def method_of_distribution(interval, entry, adjacency, grid):
    name, kind, connect_dots, pessimistic, tail = entry
    options = {"discretization": interval, "pessimistic": pessimistic,
               "tail_mass_truncation": tail, "log_mass_truncation_bound": -50}
    return Method(name, kind, ask_distribution(connect_dots, options, adjacency),
                  adjacency=adjacency, options=options, grid=grid)


def methods_of_distributions():
    """Those of a grid first, then those that only a record asks again."""
    usual = list(itertools.product((1e-4, 1e-3), DISTRIBUTIONS, ["add_remove"]))
    every = itertools.product((1e-4, 1e-3, 1e-2, 1e-5), DISTRIBUTIONS + MORE_DISTRIBUTIONS,
                              ("add_remove", "remove", "add", *RELATIONS))
    for choice in usual:
        yield method_of_distribution(*choice, grid=True)
    for choice in every:
        if choice not in usual:
            yield method_of_distribution(*choice, grid=False)


def recorded_methods():
    """Those of the record of an earlier release, by their names there."""
    yield from methods_of_distributions()
    yield Method("rdp", "upper", ask(RDP), options={"orders": "default"})
    for relation in ("add_or_remove_one", "replace_one", "replace_special"):
        for name, accountant in (("pld-accountant", PLD), ("rdp-accountant", RDP)):
            yield Method(name, "upper", ask_event(accountant, relation), adjacency=relation,
                         asks="event")


if __name__ == "__main__":
    export("google-dp-accounting", version_of(dp_accounting, "dp-accounting"), [
        Method("pld", "upper", ask(PLD)), *recorded_methods()])
