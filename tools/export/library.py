"""Shared parts of the scripts of libraries: promises of mechanisms as JSON Lines (cases/libraries/README.md).

Standard library only. A script for a library is a list of constructors. Each has its arguments, a function that calls
the library and returns the promise, and a function that returns the pairs of neighbours for these arguments, by the
library's documentation or source.
"""

import argparse
import contextlib
import itertools
import json
import sys
from fractions import Fraction


def exact(x):
    """Returns a number for expressions: the exact double, not its shortest decimal."""
    if isinstance(x, Fraction):
        return "%d/%d" % (x.numerator, x.denominator) if x.denominator != 1 else str(x.numerator)
    x = float(x)
    return str(int(x)) if x == int(x) and abs(x) < 2**53 else x.hex()


def inverse(x):
    """Returns the exact 1/x of a double."""
    return exact(1 / Fraction(float(x)))


def sensitivity(size):
    return "" if size == 1 else ",sensitivity=" + exact(size)


def gaussian(sigma, size=1):
    return "gaussian(sigma=%s%s)" % (exact(sigma), sensitivity(size))


def laplace(b, size=1):
    return "laplace(b=%s%s)" % (exact(b), sensitivity(size))


def discrete_laplace(b, size=1):
    return "discrete_laplace(b=%s%s)" % (exact(b), sensitivity(size))


def discrete_gaussian(sigma, size=1):
    return "discrete_gaussian(sigma=%s%s)" % (exact(sigma), sensitivity(size))


def power(text, count):
    return text if count == 1 else "%s^%d" % (text, count)


def thresholded(noise, threshold, count, keys, strict=False):
    """Returns the expressions for a user with `keys` keys of equal count: from 0 to all of the keys may belong only
    to this user. `noise` is a function of the sensitivity.
    """
    out = []
    for lone in range(keys + 1):
        parts = []
        if lone:
            parts.append("thresholded(%s,threshold=%s%s%s%s)" % (
                noise(1), exact(threshold), "" if count == 1 else ",count=" + exact(count),
                "" if lone == 1 else ",l0=%d" % lone, ",strict=true" if strict else ""))
        if lone < keys:
            parts.append(power(noise(count), keys - lone))
        out.append(" * ".join(parts))
    return out


def grid(**lists):
    """Returns all combinations as dictionaries."""
    for values in itertools.product(*lists.values()):
        yield dict(zip(lists, values))


class Constructor:
    """`promised(arguments, d_in)` calls the library and returns {"epsilon": e, "delta": d}, {"epsilon": e} or
    {"rdp": r, "alpha": a}, or None where these arguments have no promise. `pair(arguments, d_in)` is an
    expression, or a list of which all must keep it. `asked`: (arguments, d_in). `rests_on`: an entry of
    promises.toml."""

    def __init__(self, name, promised, pair, asked, rests_on):
        self.name, self.promised, self.pair = name, promised, pair
        self.asked, self.rests_on = list(asked), rests_on


def number(value):
    return "%.17g" % value


def promise_of(constructor, arguments, d_in):
    """Returns the answer of the library as in a record; its error if there is no number."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            promised = constructor.promised(arguments, d_in)
        return promised and {"promise": {name: number(x) for name, x in promised.items()}}
    except Exception as error:  # a failure is an answer too: it is recorded, not hidden
        return {"error": "%s: %s" % (type(error).__name__, str(error).strip().splitlines()[0])}


def record(library, release, constructor, arguments, d_in):
    said = promise_of(constructor, arguments, d_in)
    if not said:
        return None
    head = {"library": library, "release": release, "constructor": constructor.name,
            "arguments": arguments}
    if d_in is not None:
        head["d_in"] = d_in
    pair = constructor.pair(arguments, d_in)
    return dict(head, pair=pair, **said, rests_on=constructor.rests_on)


def answer_to(named, question):
    constructor = named.get(question.get("constructor"))
    if constructor is None:
        return {"unsupported": "no constructor %s" % question.get("constructor")}
    arguments, d_in = question.get("arguments", {}), question.get("d_in")
    said = promise_of(constructor, arguments, d_in)
    if not said or "error" in said:
        return said or {"unsupported": "these arguments have no promise"}
    return dict(said, pair=constructor.pair(arguments, d_in), rests_on=constructor.rests_on)


def live(library, release, constructors):
    """Answers the questions of `plumbline hunt --promises` until the input ends."""
    named = {constructor.name: constructor for constructor in constructors}
    for line in sys.stdin:
        question = {}
        try:
            question = json.loads(line)
            answer = dict(answer_to(named, question), library=library, release=release)
        except Exception as error:  # is an answer
            answer = {"error": "%s: %s" % (type(error).__name__, error)}
        if "id" in question:
            answer["id"] = question["id"]
        print(json.dumps(answer), flush=True)


def export(library, release, constructors):
    """Runs the command line of a script."""
    parser = argparse.ArgumentParser(
        description="Writes what %s promises of its mechanisms, one promise a line." % library)
    parser.add_argument("--released", metavar="DATE", help="written behind the release")
    parser.add_argument("--constructor", help="only this one")
    parser.add_argument("--live", action="store_true",
                        help="answer the questions of `plumbline hunt --promises`")
    asked = parser.parse_args()
    if asked.live:
        live(library, release, constructors)
        return
    if asked.released:
        release = "%s, %s" % (release, asked.released)
    for constructor in constructors:
        if asked.constructor not in (None, constructor.name):
            continue
        for arguments, d_in in constructor.asked:
            line = record(library, release, constructor, arguments, d_in)
            if line:
                print(json.dumps(line), flush=True)
