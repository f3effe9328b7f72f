"""Compares the stated hypotheses of a mechanism with small neighbouring data sets.

The statement consists of hypotheses (relation, group, dominance, attainment) and enclosures of delta in the
directions forward (with versus without the record), reverse and worst.
"""

import itertools

from data_sets import Setting
from losses import Pair, composed
from mechanisms import instances

MOST_RUNS = 6
MOST_RECORDS = 4
SCREEN, FINE = 40, 240  # number of outcomes of a composition: at first, and for the closest ones
REFINED = 4
ROUNDING = 1e-8  # also for noise on the integers, whose tails are truncated
LOST = 0.03  # share of delta that cells and merged outcomes may lose
LOST_IN_STEPS = 0.12  # this share for outputs with several coordinates, whose cells are wide
IN_STEPS = ("random_allocation", "cyclic_poisson", "balls_in_bins", "b_min_sep")
SMALL = 1e-6  # and this much of it
RELATIONS_OF_ANY = ("add_remove", "replace_one", "zero_out")


class Found:
    """One pair of neighbouring data sets with chosen queries, and its divergences.

    Attributes:
        values: by epsilon the couple H(with || without), H(without || with).
    """

    def __init__(self, setting, without, having, runs, values):
        self.setting, self.without, self.having = setting, without, having
        self.runs, self.values = runs, values

    def shown(self):
        return {
            "relation": self.setting.relation,
            "without": self.without,
            "with": self.having,
            "queries": [a.label if a is b else f"{a.label}; after other outputs {b.label}" for a, b in self.runs],
            "delta": {str(e): list(v) for e, v in self.values.items()},
        }


def settings_of(hypotheses, epsilons):
    """Returns the settings in which a stated pair can be tested."""
    relation = hypotheses["relation"]
    group = int(hypotheses["group"])
    facts = dict(hypotheses["public_facts"])
    records = facts.get("n")
    names = RELATIONS_OF_ANY if relation == "any" else (relation,)
    rising = "contribution" in facts
    return [Setting(name, group, records and int(records), epsilons, rising) for name in names]


def out_of_reach(factors, hypotheses):
    """Returns the reason why a pair is not tested; empty if it is tested."""
    runs = sum(node.power for node in factors)
    sizes = [node.number("n") for f in factors for node in f.all() if node.name != "binomial"]
    if hypotheses["relation"] == "mixed":
        return "mixed: nothing is stated"
    if runs > MOST_RUNS:
        return f"{runs} runs"
    if any(n is not None and n > MOST_RECORDS for n in sizes):
        return "more records than are enumerated"
    if float(hypotheses["group"]) > 3:
        return "a large group"
    return ""


def choices_of(lists, rng, most):
    """Yields for each run a pair of instances: the largest everywhere, the same everywhere, random ones.

    Args:
        lists: for each run its instances; runs of one mechanism have the same list.
        rng: draws further ones.
        most: how many to yield.
    """
    longest = max(len(x) for x in lists)
    same = [[x[min(i, len(x) - 1)] for x in lists] for i in range(longest)]
    drawn = [[rng.choice(x) for x in lists] for _ in range(most)]
    for chosen in (same + drawn)[:most]:
        yield [(x, x) for x in chosen]
    if len(lists) > 1:
        for _ in range(most // 3):
            yield [(rng.choice(x), rng.choice(x)) for x in lists]


def pair_of(instance, without, having, kept, size):
    key = (id(instance), without, having)
    if key not in kept:
        kept[key] = Pair.of(instance.law(without), instance.law(having))
    if key + (size,) not in kept:
        kept[key + (size,)] = kept[key].merged(size)
    return kept[key + (size,)]


def evaluated(setting, without, having, runs, kept, size):
    couples = [tuple(pair_of(x, without, having, kept, size) for x in both) for both in runs]
    whole = composed(couples, size)
    return {e: whole.divergences(e) for e in setting.epsilons}


def neighbours_found(factors, setting, rng, most):
    """Returns the results for all neighbours as a list of Found; the closest to a bound are computed more finely.

    None if a mechanism cannot be tested.
    """
    lists = []
    for node in factors:
        found = instances(node, setting, rng)
        if not found:
            return None
        lists += [found] * node.power
    kept, out = {}, []
    for without, having in setting.neighbours():
        for runs in choices_of(lists, rng, most):
            values = evaluated(setting, without, having, runs, kept, SCREEN)
            out.append(Found(setting, without, having, runs, values))
    closest = {}
    for e, side in itertools.product(setting.epsilons, (0, 1)):
        for x in sorted(out, key=lambda x: -x.values[e][side])[:REFINED]:
            closest[id(x)] = x
    for x in closest.values():
        x.values = evaluated(setting, x.without, x.having, x.runs, kept, FINE)
    return list(closest.values())


def bounds_of(values, epsilon, relation):
    """Returns the enclosures that are compared with both orders of two data sets."""
    if relation == "add_remove":
        return [values[epsilon]["forward"], values[epsilon]["reverse"]]
    return [values[epsilon]["worst"]] * 2


def lost_by(factors):
    """Returns the share of delta that cells may lose."""
    names = {node.name for factor in factors for node in factor.all()}
    return LOST_IN_STEPS if names & set(IN_STEPS) else LOST


def refutations(hypotheses, values, found, setting, lost):
    """Returns sentences about neighbours that contradict the statement."""
    out = []
    if hypotheses["dominates"]:
        for e in setting.epsilons:
            for side, (_, upper) in enumerate(bounds_of(values, e, setting.relation)):
                x = max(found, key=lambda x: x.values[e][side])
                if x.values[e][side] > upper * (1 + ROUNDING) + ROUNDING:
                    out.append(("it does not dominate", e, side, x))
    attained = hypotheses["attained"]
    if attained in ("every", "family") and not any(
        reaches(values, x, setting.epsilons, lost) for x in found
    ):
        out.append(("it is not seen to be attained", None, None, best_of(found, setting)))
    if attained == "pointwise":
        for e in setting.epsilons:
            if not reached_apart(values, found, e, lost):
                out.append(("it is not seen to be attained at this point", e, None, best_of(found, setting)))
    return out


def reaches(values, x, epsilons, lost):
    """Returns True if two data sets attain all lower ends, up to the loss by cells."""
    for e in epsilons:
        worst = max(x.values[e])
        if not at_least(worst, values[e]["worst"][0], lost):
            return False
        if x.setting.relation == "add_remove":
            sides = zip(x.values[e], bounds_of(values, e, "add_remove"))
            if not all(at_least(value, bounds[0], lost) for value, bounds in sides):
                return False
    return True


def reached_apart(values, found, epsilon, lost):
    """Returns True if data sets attain the lower ends of one epsilon, possibly different ones for each direction."""
    setting = found[0].setting
    if setting.relation != "add_remove":
        return any(reaches(values, x, (epsilon,), lost) for x in found)
    return all(
        any(at_least(x.values[epsilon][side], bounds[0], lost) for x in found)
        for side, bounds in enumerate(bounds_of(values, epsilon, "add_remove"))
    )


def at_least(value, lower, lost):
    return value >= lower * (1 - lost) - SMALL


def best_of(found, setting):
    return max(found, key=lambda x: sum(max(x.values[e]) for e in setting.epsilons))


def judged(factors, hypotheses, values, rng, most=12):
    """Returns the result of the brute-force search for a stated pair.

    Args:
        factors: the expression, as Nodes.
        hypotheses: its stated hypotheses, by name.
        values: enclosures of delta by epsilon and direction, as couples of doubles.
        rng: draws queries.
        most: how many choices of queries are tried for two data sets.

    Returns:
        An object with "tried" (or "reason"), "closest" and "refuted".
    """
    reason = out_of_reach(factors, hypotheses)
    if reason:
        return {"tried": 0, "reason": reason}
    tried, closest, refuted = 0, [], []
    for setting in settings_of(hypotheses, sorted(values)):
        found = neighbours_found(factors, setting, rng, most)
        if not found:
            return {"tried": 0, "reason": "a mechanism that is not enumerated"}
        tried += len(found)
        closest.append(best_of(found, setting).shown())
        for what, e, side, x in refutations(hypotheses, values, found, setting, lost_by(factors)):
            order = "" if side is None else ("with against without", "without against with")[side]
            refuted.append({"what": what, "epsilon": e, "order": order, "neighbours": x.shown()})
    return {"tried": tried, "closest": closest, "refuted": refuted}
