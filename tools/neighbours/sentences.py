"""Compares the sentences "in short" of a statement page, as data, with the certificates of the page.

This module is only based on docs/certificates.md: the subject of a number, its rounding direction, and the words for
each relation and group. The program has independent rules (verify/statement).
"""

import json
import math
import re

import interfaces

DOWN = ("delta", "epsilon", "tradeoff", "tradeoff_inverse")  # quantities that decrease with their argument
UP = ("power", "renyi", "rero")
PROBABILITIES = ("delta", "advantage", "power", "rero", "posterior", "posterior_belief")
SMALL_SIDE = ("tradeoff", "tradeoff_inverse", "bayes", "minimax", "fixed_point")  # smaller values mean a larger loss
WORDS = {
    "add_remove": "added or removed",
    "remove": "removed",
    "add": "added",
    "replace_one": "exchanged for another",
    "replace_special": "exchanged for a special one",
    "zero_out": "counted as zero",
    "any": "sensitivity",
}
OF_GROUPS = {"replace_one": "exchanged for others", "replace_special": "exchanged for special ones"}
VERBS = {
    "add_remove": "Adding or removing",
    "remove": "Removing",
    "add": "Adding",
    "replace_one": "Exchanging",
    "replace_special": "Exchanging",
    "zero_out": "Counting as zero",
    "any": "sensitivity",
}
BELIEFS = {
    "add_remove": "in the data learns",
    "replace_one": "and not the one in its place learns",
    "replace_special": "and not the one in its place learns",
    "zero_out": "counted learns",
    "any": "with the change and not those without it learns",
}
OF_PRIOR = ("bayes", "posterior", "posterior_belief")  # numbers about the data set to which the prior refers
OF_FUNCTION = ("tradeoff", "tradeoff_inverse", "power", "minimax", "fixed_point")  # quantities of a trade-off function
CONDITIONS = ("keys", "contribution")  # public facts for which each sentence has special words
OF_PRESENCE = ("add_remove", "remove", "add")
GUARANTEES = ("approximate_dp", "total_variation_dp", "pure_dp", "dp", "gdp", "zcdp", "rdp", "tradeoff", "profile")
OF_GUARANTEES = "stated guarantee"  # pages name the neighbours of a stated guarantee by these words


def certificates_in(path):
    """Returns the certificates of a file."""
    record = json.loads(path.read_text("utf-8"))
    return record["certificates"] if "certificates" in record else [record]


def relation_of(certificate):
    return certificate.get("hypotheses", {}).get("relation", "")


def relations_of(certificate):
    """Returns the relations of the first mechanism and, if present, of the second."""
    stated = (certificate.get("hypotheses"), certificate.get("other_hypotheses"))
    return {x["relation"] for x in stated if x}


def _log(number):
    """Returns the logarithm of a positive fraction, which may be too large for a double."""
    return math.log(number.numerator) - math.log(number.denominator)


def _exact(text):
    """Returns the exact number; None if it is infinite."""
    return None if text in ("inf", "-inf") else interfaces.fraction(text)


def _argument(certificate):
    """Returns the exact argument; None if it is missing or not a number."""
    values = [x for key, x in certificate.get("at", {}).items() if key in ("delta", "epsilon", "alpha", "beta", "order", "kappa", "fpr")]
    try:
        return interfaces.fraction(values[0]) if values else None
    except ValueError:
        return None


def _of_subject(claim, text, certificate):
    """Yields the faults of the subject of a claim."""
    stated = certificate["hypotheses"]
    for key in ("relation", "group"):
        if claim[key] != str(stated[key]):
            yield f"{key} {claim[key]}, certified {stated[key]}"
    if claim["for"] == "all_neighbours" and not stated["dominates"]:
        yield "a guarantee of a pair that does not dominate"
    if claim["for"] == "these_data_sets" and stated["attained"] not in ("family",):
        yield "two data sets that the pair does not name"
    if claim["direction"] != certificate["direction"]:
        yield f"direction {claim['direction']}, certified {certificate['direction']}"
    yield from _of_keys(claim, text, stated)
    yield from _of_words(claim, text, certificate["mechanism"])
    if _is_trivial(claim) and "promises nothing" not in text:
        yield "no word of a bound that every mechanism keeps"


def _of_both_directions(claim, text):
    """Yields the faults of a number of both directions that is only a property of a pair."""
    if claim["direction"] != "worst" or claim["for"] not in ("these_data_sets", "this_pair"):
        return
    if claim["quantity"] in OF_FUNCTION and {"at_most", "at_least"} <= set(claim):
        yield "a number of the function of both directions, which no test may have"
    for quantities, words in ((OF_PRIOR, "the worse choice counts"), (("renyi",), "in the worse of both directions")):
        if claim["quantity"] in quantities and words not in text:
            yield "the number of the worse direction, which is not said"


def _is_trivial(claim):
    """Returns True if the number is trivial: a probability of at most 1, or an error of at least 0."""
    if claim["for"] != "all_neighbours":
        return False
    number = lambda key: interfaces.fraction(claim[key]) if key in claim else None
    if claim["kind"] == "person":
        return number("after_at_most") >= 1
    if claim["quantity"] == "epsilon":
        return number("at") >= 1
    if claim["quantity"] in SMALL_SIDE:
        return "at_least" in claim and number("at_least") <= 0
    return claim["quantity"] in PROBABILITIES and "at_most" in claim and number("at_most") >= 1


def _of_keys(claim, text, stated):
    """Yields the faults of a number about records whose keys nobody else has."""
    if claim["for"] == "all_neighbours" and "keys" in stated.get("public", {}) and "keys nobody else has" not in text:
        yield "no word of whose keys the records have"


def _is_stated(mechanism):
    """Returns True if every factor of the mechanism is a stated guarantee."""
    names = re.findall(r"([a-z_]+)\(", mechanism)
    return bool(names) and set(names) <= set(GUARANTEES)


def _of_words(claim, text, mechanism):
    """Yields the faults of the words about all neighbours: their relation, the group, members."""
    if claim["relation"] not in OF_PRESENCE and ("absence of the record" in text or "without the record is" in text):
        yield f"the absence of a record under {claim['relation']}"
    if claim["for"] != "all_neighbours":
        yield from _of_both_directions(claim, text)
        if claim["for"] == "these_data_sets" and "two data sets alone" not in text:
            yield "the two data sets are not said"
        if claim["for"] == "this_pair" and "this pair alone" not in text:
            yield "the pair is not said"
        return
    words = {"guarantee": VERBS, "person": BELIEFS, "bound": WORDS}.get(claim["kind"])
    group, relation = claim["group"], claim["relation"]
    members = "member" in text
    if members and relation not in OF_PRESENCE:
        yield f"members under {relation}"
    if words is None or members:
        return
    expected = words[relation]
    if group != "1" and claim["kind"] == "bound":
        expected = OF_GROUPS.get(relation, expected)
    if group != "1" and claim["kind"] == "person":
        expected = expected.replace("the one in its place", "the one")
        expected = expected if relation == "any" else ""
    # If e^epsilon exceeds the range of doubles, the guarantee is one number, with the relation in parentheses.
    alone = OF_GROUPS.get(relation, WORDS[relation]) if group != "1" else WORDS[relation]
    said = expected in text or (claim["kind"] == "guarantee" and alone in text)
    if relation == "any" and group == "1" and _is_stated(mechanism):
        said = OF_GUARANTEES in text
    if not said and "infinite" not in text:
        yield f"no word of the relation {relation}"
    if group != "1" and claim["kind"] != "person" and f"at most {group}" not in text:
        yield f"no word of the group of {group}"


def _of_numbers(claim, certificate):
    """Yields the faults of the ends of a claim."""
    for end, key, sign in (("at_most", "upper", 1), ("at_least", "lower", -1)):
        if end in claim:
            certified = _exact(certificate[key])
            if certified is None or sign * (interfaces.fraction(claim[end]) - certified) < 0:
                yield f"{end} {claim[end]}, certified {certificate[key]}"
    if "at_most" not in claim and "at_least" not in claim:
        yield "no end"
    if claim["for"] == "all_neighbours":
        wanted = "at_least" if claim["quantity"] in SMALL_SIDE else "at_most"
        if wanted not in claim or len({"at_most", "at_least"} & set(claim)) > 1:
            yield "not the end of more loss"
    exact, shown = _argument(certificate), claim.get("at")
    if exact is not None and shown is not None and interfaces.fraction(shown) != exact:
        larger = interfaces.fraction(shown) > exact
        falls = claim["quantity"] in DOWN
        upper = "at_most" in claim
        if claim["quantity"] in DOWN + UP and larger != (falls == upper):
            yield f"the argument {shown} is rounded to the wrong side of {float(exact)}"
    yield from _of_factor(claim)


def _of_factor(claim):
    if claim["kind"] == "guarantee" and "factor_at_most" in claim:
        epsilon = float(interfaces.fraction(claim["at_most"]))
        if _log(interfaces.fraction(claim["factor_at_most"])) < epsilon - 1e-12 * max(1, epsilon):
            yield "the factor is below e^epsilon"
    if claim["kind"] == "person":
        before, factor = (float(interfaces.fraction(claim["before"])), math.exp(min(700, float(interfaces.fraction(claim["at_most"])))))
        after = before * factor / (1 + before * (factor - 1))
        if float(interfaces.fraction(claim["after_at_most"])) < after * (1 - 1e-12):
            yield "the probability afterwards is below its bound"


def _of_promise(claim, certificates):
    """Yields the faults of a comparison between a promise and the result of an attack."""
    promised = certificates[int(claim["certificate"]) - 1]
    found = certificates[int(claim["found_certificate"]) - 1]
    stated = promised["hypotheses"]
    same = stated["relation"] in ("any", "add_remove") and stated["dominates"]  # also valid for one record
    if found["direction"] != "worst":
        same = same or (stated["dominates"] and stated["relation"] in ("remove", "add"))
    # Neither the keys of the record of an attack nor the sign of its contribution are stated.
    same = same and not set(CONDITIONS) & set(stated.get("public", {}))
    if claim["kind"] == "unrelated":
        if same:
            yield "an attack on the same neighbours is called unrelated"
        return
    if not same:
        yield f"an attack on one record added or removed is compared with {stated['relation']}"
    low, high = _exact(found["lower"]), _exact(promised["upper"])
    if (claim["refuted"] == "yes") != (high is not None and low is not None and low > high):
        yield f"refuted {claim['refuted']}, found {found['lower']}, promised {promised['upper']}"
    if interfaces.fraction(claim["found_at_least"]) > low:
        yield "more than was found"


def problems(page, certificates):
    """Returns the sentences of a page that its certificates do not imply."""
    out = []
    if len(page["claims"]) != len(page["headlines"]):
        return ["a sentence without a claim"]
    several = len({x["mechanism"] for x in certificates if "hypotheses" in x}) > 1
    out += _of_steps(page, certificates)
    out += _of_public(page, certificates)
    for claim, text in zip(page["claims"], page["headlines"]):
        kind = claim["kind"]
        if kind in ("bound", "guarantee", "person"):
            certificate = certificates[int(claim["certificate"]) - 1]
            if "hypotheses" not in certificate:
                out += [f"{text}: no pair"]
                continue
            found = [*_of_subject(claim, text, certificate), *_of_numbers(claim, certificate)]
            if several and "mechanism" not in claim:
                found.append("no name")
            out += [f"{text}: {x}" for x in found]
        elif kind == "claim":
            out += [f"{text}: {x}" for x in _of_tested(claim, text, certificates)]
        elif kind in ("promise", "unrelated"):
            out += [f"{text}: {x}" for x in _of_promise(claim, certificates)]
        elif kind in ("no_guarantee", "one_direction"):
            out += [f"{text}: {x}" for x in _of_missing(claim, text, certificates)]
    return out


def _of_tested(claim, text, certificates):
    """Yields the faults of a sentence about a claim that an attack tested."""
    certificate = certificates[int(claim["certificate"]) - 1]
    if claim["direction"] != certificate["direction"]:
        yield f"direction {claim['direction']}, certified {certificate['direction']}"
    alone = f"in direction {certificate['direction']} alone"
    if claim["verdict"] != "refuted" and certificate["direction"] != "worst" and alone not in text:
        yield "a test of one direction that did not refute, said of both"


def _of_steps(page, certificates):
    """Yields the bounds of matrix mechanisms and random allocations for which the page does not state the steps in
    which a record participates, and those of thresholded histograms without the limits of a record.
    """
    said = {}
    for claim, text in zip(page["claims"], page["headlines"]):
        if claim["kind"] == "participation":
            said.setdefault(certificates[int(claim["certificate"]) - 1]["mechanism"], []).append(text)
    for claim in page["claims"]:
        if claim["kind"] not in ("bound", "guarantee"):
            continue
        mechanism = certificates[int(claim["certificate"]) - 1]["mechanism"]
        runs = re.findall(r"strategy=[^ *]*?,steps=(\d+)", mechanism)
        runs += re.findall(r"random_allocation\([^)]*?t=(\d+)", mechanism)
        if "thresholded(" in mechanism and not any("nobody else has" in text for text in said.get(mechanism, [])):
            yield f"{mechanism}: not said how many keys a record has, with which counts"
        for steps in runs:
            if steps != "1" and not any(f"{steps} step" in text for text in said.get(mechanism, [])):
                yield f"{mechanism}: not said in which of its {steps} steps a record takes part"


def _of_public(page, certificates):
    """Yields the bounds whose public numbers are not in the sentences."""
    said = {}
    for claim, text in zip(page["claims"], page["headlines"]):
        if claim["kind"] == "public":
            said.setdefault(certificates[int(claim["certificate"]) - 1]["mechanism"], []).append(text)
    for claim in page["claims"]:
        if claim["kind"] not in ("bound", "guarantee"):
            continue
        certificate = certificates[int(claim["certificate"]) - 1]
        texts = said.get(certificate["mechanism"], [])
        for name, values in certificate.get("hypotheses", {}).get("public", {}).items():
            for value in [] if name in CONDITIONS else values.split(", "):
                if not any(f"{name} = {value}" in text for text in texts):
                    yield f"{certificate['mechanism']}: the public number {name} = {value} is not said"


def _of_missing(claim, text, certificates):
    for i in claim["certificates"].split(", "):
        stated = certificates[int(i) - 1]["hypotheses"]
        if claim["kind"] == "no_guarantee" and stated["dominates"]:
            yield "the pair dominates"
        presence = "record is there" in text or "record is absent" in text
        if claim["kind"] == "one_direction" and stated["relation"] not in OF_PRESENCE and presence:
            yield f"adding and removing under {stated['relation']}"
