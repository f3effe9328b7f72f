#!/usr/bin/env python3
"""Writes vectors/upstream: a test file for each of five projects, in the style of the project, with certified numbers
from all.tsv.

    python3 upstream.py            writes the files
    python3 upstream.py --check    says which are not current

The texts are tools/vectors/upstream/*.py.in; the line `@VECTORS@` is replaced by the questions that the project answers.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parents[1] / "vectors"
TEXTS = HERE / "upstream"
# name, parameters and steps as all.tsv has them; epsilon at these deltas
PLAIN = [("gaussian", "sigma=1.0", 1), ("gaussian", "sigma=0.7", 1), ("gaussian", "sigma=5.0", 100),
         ("gaussian", "sigma=30.0", 1000)]
SAMPLED = [("subsampled_gaussian", "sigma=1.0 p=0.01", 1000), ("subsampled_gaussian", "sigma=0.8 p=0.004", 5000),
           ("subsampled_gaussian", "sigma=2.0 p=0.1", 200), ("subsampled_gaussian", "sigma=0.5 p=0.001", 1000),
           ("subsampled_gaussian", "sigma=1.1 p=0.02", 3000)]
DELTAS = ("1e-05", "1e-08")
RUNS = {"opendp": PLAIN}  # the other projects answer for both kinds of runs


def table():
    """Returns {(name, parameters, steps, quantity, argument): (lower, upper)} for the worse direction."""
    found = {}
    rows = (VECTORS / "all.tsv").read_text(encoding="utf-8").splitlines()
    columns = rows[0].split("\t")
    for row in rows[1:]:
        cells = dict(zip(columns, row.split("\t")))
        key = tuple(cells[name] for name in ("name", "parameters", "steps", "quantity", "argument"))
        ends = tuple(float.fromhex(cells[name]) for name in ("lower_hex", "upper_hex"))
        found[key] = max(ends, found.get(key, ends))
    return found


def lines(project, known):
    for name, parameters, steps in RUNS.get(project, PLAIN + SAMPLED):
        values = dict(word.split("=") for word in parameters.split())
        for delta in DELTAS:
            lower, upper = known[name, parameters, str(steps), "epsilon", delta]
            cells = [values["sigma"]] + ([] if project in RUNS else [values.get("p", "1.0")])
            yield "    (%s, %d, %s, %r, %r)," % (", ".join(cells), steps, delta, lower, upper)


def main():
    known = table()
    stale = []
    for template in sorted(TEXTS.glob("*.py.in")):
        project, _, rest = template.name.partition("--")
        text = template.read_text(encoding="utf-8").replace("@VECTORS@", "\n".join(lines(project, known)))
        path = VECTORS / "upstream" / project / rest.removesuffix(".in")
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.relative_to(VECTORS))
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and stale:
        sys.exit("not current, run tools/vectors/upstream.py: %s" % ", ".join(map(str, stale)))


if __name__ == "__main__":
    main()
