"""Random attacks: counts of trials, answered by every interface and recomputed with doubles.

An attack is a test that guesses if a run contains a record. Its limits are those of Clopper and Pearson; this module
solves their equations by bisection of binomial sums.
"""

import math

import interfaces

COUNTS = ((140, 860, 2, 998), (30, 970, 10, 990), (60, 40, 5, 95), (9, 1, 0, 10), (50, 50, 48, 52), (1, 9, 5, 5))
DELTAS = ("0", "1e-3", "1/10")
CLOSE = 1e-6  # relative tolerance between doubles and enclosures


class Attack:
    """Counts of a test, the confidence, its share for the false positives, delta and the direction."""

    def __init__(self, rng):
        self.counts = rng.choice(COUNTS)
        self.confidence = rng.choice(("0.95", "0.9", "0.99"))
        self.split = rng.choice(("0.5", "0.5", "0.9"))
        self.delta = rng.choice(DELTAS)
        self.direction = rng.choice(("worst", "worst", "worst", "forward", "reverse"))

    def words(self):
        """Returns the arguments of the command line."""
        names = zip(("--tp", "--fn", "--fp", "--tn"), self.counts)
        out = ["trials"] + [str(x) for both in names for x in both]
        out += ["--confidence", self.confidence, "--split", self.split]
        return out + ["--delta", self.delta, "--direction", self.direction]

    def text(self):
        """Returns the attack in the format of a batch."""
        names = zip(("tp", "fn", "fp", "tn"), self.counts)
        inside = ",".join(f"{name}={x}" for name, x in names)
        return f"trials({inside},confidence={self.confidence},split={self.split})"

    def epsilon(self):
        """Returns the largest epsilon that the counts refute, in doubles."""
        tp, fn, fp, tn = self.counts
        error, share = 1 - float(interfaces.fraction(self.confidence)), float(interfaces.fraction(self.split))
        positive = upper_limit(fp, fp + tn, error * share)
        negative = upper_limit(fn, tp + fn, error * (1 - share))
        delta = float(interfaces.fraction(self.delta))
        forward = _ratio(1 - negative - delta, positive)
        reverse = _ratio(1 - positive - delta, negative)
        return max(0.0, {"forward": forward, "reverse": reverse}.get(self.direction, max(forward, reverse)))


def _ratio(rate, bound):
    return math.log(rate / bound) if rate > 0 and bound > 0 else 0.0


def upper_limit(count, runs, error):
    """Returns the limit of Clopper and Pearson: the rate at which at most `count` successes have probability `error`.
    """
    if count == runs:
        return 1.0
    low, high = count / runs, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(count, runs, middle) > error else (low, middle)
    return high


def _at_most(count, runs, rate):
    """Returns the probability of at most `count` successes."""
    if rate >= 1:
        return 0.0
    logs = [
        math.lgamma(runs + 1) - math.lgamma(i + 1) - math.lgamma(runs - i + 1)
        + i * math.log(rate) + (runs - i) * math.log1p(-rate)
        for i in range(count + 1)
    ]
    return sum(math.exp(x) for x in logs)


def answers(programs, attack):
    """Returns the epsilon of an attack from each interface."""
    question = {"quantity": "audited_epsilon", "mechanism": attack.text(), "delta": attack.delta}
    question["direction"] = attack.direction
    return {
        "command line": interfaces.audit_line(programs, attack.words()),
        "batch": interfaces.batch_of(programs, [question])[0],
        "C": interfaces.Library(programs.library).derive("audited_epsilon", attack.text(), attack.delta, attack.direction),
        "Python": _in_python(programs, attack),
        "certificate": interfaces.audit_certificate(programs, attack.words()),
    }


def _in_python(programs, attack):
    if interfaces.package(programs) is None:
        return None
    import plumbline as pl

    tp, fn, fp, tn = attack.counts
    try:
        found = pl.audit.trials(
            tp=tp, fn=fn, fp=fp, tn=tn, confidence=attack.confidence, split=attack.split,
            delta=attack.delta, direction=attack.direction, digits=interfaces.DIGITS,
        ).epsilon
    except pl.PlumblineError as error:
        return {"refusal": interfaces.reason(str(error))}
    return {"lower": str(found.lower), "upper": str(found.upper), "reached": found.reached}


def problems(programs, attack):
    """Returns the answers of all interfaces, with disagreements between them and with the doubles."""
    found = {name: x for name, x in answers(programs, attack).items() if x is not None}
    out = [f"attack {attack.text()}: {x}" for x in interfaces.disagreements(found)]
    first = found["command line"]
    if "refusal" not in first:
        low, high = (float(first[key]) for key in ("lower", "upper"))
        mine = attack.epsilon()
        if not low - CLOSE * (1 + abs(low)) <= mine <= high + CLOSE * (1 + abs(high)):
            out.append(f"attack {attack.text()}, {attack.direction}: [{low}, {high}], in doubles {mine:.9g}")
    return found, out
