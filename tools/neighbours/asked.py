#!/usr/bin/env python3
"""Lists the expressions in cases/, vectors/, docs/ and README.md that the program rejects.

    tools/neighbours/asked.py [--build BUILD]            prints them, each with the sentence of its refusal
    tools/neighbours/asked.py --check [--build BUILD]    fails where one is not in refused.txt
    tools/neighbours/asked.py --write [--build BUILD]    writes refused.txt

An expression is a text that begins with the name of a mechanism and ends with its closing parenthesis and the
subsequent powers and factors. Texts with letters instead of numbers, and parameters written ?, are omitted.
"""

import argparse
import pathlib
import re
import sys

import interfaces
from mechanisms import PLAIN

ROOT = interfaces.ROOT
LISTED = pathlib.Path(__file__).with_name("refused.txt")
KINDS = (".md", ".toml", ".json", ".jsonl", ".tsv", ".csv", ".txt")
NAMES = sorted([*PLAIN, "subsampled", "choice"], key=len, reverse=True)
BEGIN = re.compile(r"(?<![\w.])(?:" + "|".join(NAMES) + r")\(")
JOINED = re.compile(r"(?:\^\d+)?\s*\*\s*(?=(?:" + "|".join(NAMES) + r")\()")
POWER = re.compile(r"\^\d+")
OPEN = re.compile(r"=[?A-Z(]|=\.\.\.|\.\.\.|=[,)]|\\|\{")


def closing(text, start):
    """Returns the position after the parenthesis that closes the one before `start`; None if it is not closed."""
    depth = 1
    for i in range(start, min(len(text), start + 4000)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if text[i] == "\n":
            return None
        if depth == 0:
            return i + 1
    return None


def expressions_in(text):
    """Yields every expression of a text."""
    place = 0
    while match := BEGIN.search(text, place):
        start, end = match.start(), closing(text, match.end())
        while end is not None and (joined := JOINED.match(text, end)):
            following = BEGIN.match(text, joined.end())
            end = closing(text, following.end())
        if end is None:
            place = match.end()
            continue
        power = POWER.match(text, end)
        place = power.end() if power else end
        yield text[start:place]


def asked():
    """Returns all expressions without unknown parameters, each with the first file that contains it."""
    out = {}
    files = [ROOT / "README.md"]
    for top in ("cases", "vectors", "docs"):
        files += [p for p in sorted((ROOT / top).rglob("*"))  # readings quote removed sentences
                  if p.suffix in KINDS and not {"proofs", "readings"} & set(p.parts)]
    for path in files:
        for expression in expressions_in(path.read_text("utf-8", "replace")):
            if not OPEN.search(expression) and "=" in expression:
                out.setdefault(expression, path.relative_to(ROOT).as_posix())
    return out


def listed():
    lines = LISTED.read_text("utf-8").splitlines() if LISTED.exists() else []
    return {line.split("\t")[0] for line in lines if line and not line.startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = asked()
    stated = interfaces.hypotheses(interfaces.Programs(options.build), list(found))
    refused = {x["expression"]: x["refusal"] for x in stated if "refusal" in x}
    lines = [f"{text}\t{found[text]}\t{why}" for text, why in sorted(refused.items())]
    if options.write:
        head = "# Expressions in files that are refused, where each stands, and why (tools/neighbours/asked.py --write).\n"
        LISTED.write_text(head + "".join(line + "\n" for line in lines), "utf-8")
    new = sorted(set(refused) - listed())
    for line in lines:
        if not options.check or line.split("\t")[0] in new:
            print(line)
    print(f"{len(found)} expressions, {len(refused)} refused, {len(new)} of them not listed")
    return 1 if options.check and new else 0


if __name__ == "__main__":
    sys.exit(main())
