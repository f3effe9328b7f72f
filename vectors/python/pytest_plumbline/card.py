"""An accountant's card: python -m pytest_plumbline.card MODULE:FUNCTION [--vectors DIR] [-o FILE] [--badge FILE]

FUNCTION has a Vector as its argument and returns a float, or None for an unsupported vector. Exit code 0 if all
answers are sound, 1 if an answer is unsound or an exception, 2 if there is no such function or each of its calls
fails.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from pathlib import Path

from plumbline_vectors import DATA, load, unknown_word, worst

from .score import MATERIAL, Score, badge, markdown


FAILURES = 20  # number of first calls with equal exceptions, after which the function is considered unsuitable


class NoAccountant(Exception):
    """Raised if each call of the function fails in the same way."""


def make_card(function, vectors, kind: str) -> Score:  # type: ignore[no-untyped-def]
    """Calls the function for every vector and returns the score; an exception counts as an error. An estimate counts
    as sound if its relative error is at most MATERIAL. Raises NoAccountant if the first FAILURES calls end with one
    exception.
    """
    score, slack = Score(kind), MATERIAL if kind == "estimate" else 0.0
    failures: Counter[str] = Counter()
    for calls, vector in enumerate(vectors, 1):
        try:
            value = function(vector)
            judged = value is None or vector.is_sound(float(value), kind, slack)
        except Exception as e:  # noqa: BLE001
            said = f"{type(e).__name__}: {e}"
            failures[said] += 1
            if failures[said] == 1:
                print(f"{vector.title} (id {vector.id}): {said}", file=sys.stderr)
            score.add_error(vector)
            if failures[said] == calls == FAILURES:
                raise NoAccountant(f"the first {FAILURES} calls fail with {said}; the function takes one Vector and "
                                   "returns a float, or None for what it does not support") from e
            continue
        score.add(vector, None if value is None else float(value), judged)
    for said, count in failures.items():
        if count > 1:
            print(f"{count} times: {said}", file=sys.stderr)
    return score


def function_named(module: str, name: str):  # type: ignore[no-untyped-def]
    """Returns a function of a module. Raises LookupError if the module or the function does not exist."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name is None or not f"{module}.".startswith(f"{e.name}."):
            raise  # the module exists, but one of its imports does not
        raise LookupError(f"there is no module {module!r} here; run this where {module}.py lies, or set "
                          "PYTHONPATH") from e
    functions = [word for word, value in vars(found).items() if callable(value) and not word.startswith("_")]
    if not callable(getattr(found, name, None)):
        raise LookupError(f"{module} has no function {name!r}: {unknown_word(name, functions)}"
                          if functions else f"{module} has no functions")
    return getattr(found, name)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pytest_plumbline.card", description=__doc__)
    parser.add_argument("function", help="MODULE:FUNCTION")
    parser.add_argument("--vectors", type=Path, default=DATA,
                        help="their folder (default: those installed)")
    parser.add_argument("--kind", choices=["upper", "lower", "estimate"], default="upper")
    parser.add_argument("--quantity", action="append", help="only these quantities")
    parser.add_argument("--worst", action="store_true",
                        help="the larger of both directions, as accountants answer")
    parser.add_argument("--accept", action="store_true", help="exit code 0 whatever the card says")
    parser.add_argument("--title")
    parser.add_argument("--badge", type=Path, metavar="FILE", help="the result as JSON of shields.io (an endpoint badge)")
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args(arguments)
    module, _, name = asked.function.partition(":")
    if not name:
        parser.error(f"the function is written MODULE:FUNCTION, got {asked.function!r}")
    sys.path.insert(0, "")
    try:
        function = function_named(module, name)
        everything = list(load(asked.vectors))
    except (LookupError, ValueError) as e:
        parser.error(str(e.args[0]))
    for quantity in asked.quantity or []:
        known = {v.quantity for v in everything}
        if quantity not in known:
            parser.error(f"--quantity: {unknown_word(quantity, known)}")
    vectors = [v for v in (worst(everything) if asked.worst else everything)
               if asked.quantity is None or v.quantity in asked.quantity]
    try:
        score = make_card(function, vectors, asked.kind)
    except NoAccountant as e:
        parser.exit(2, f"{parser.prog}: {asked.function}: {e}\n")
    if asked.badge:
        asked.badge.write_text(badge(score))
    text = markdown(asked.title or asked.function, score)
    if asked.output:
        asked.output.write_text(text)
    else:
        print(text, end="")
    return 1 if (score.unsound() or score.errors()) and not asked.accept else 0


if __name__ == "__main__":
    sys.exit(main())
