"""An accountant's card: python -m pytest_plumbline.card MODULE:FUNCTION [--vectors DIR] [-o FILE]

FUNCTION takes a Vector and gives a float, or None for what it does not support.
"""

from __future__ import annotations

import argparse
import importlib
import math
import sys
from pathlib import Path

from plumbline_vectors import DATA, load, unknown_word, worst

from .score import MATERIAL, Score, markdown


def make_card(function, vectors, kind: str) -> Score:  # type: ignore[no-untyped-def]
    """Asks the function of every vector; an exception of it is an answer that is no number. An estimate
    is as good as sound within MATERIAL."""
    score, slack = Score(kind), MATERIAL if kind == "estimate" else 0.0
    for vector in vectors:
        try:
            value = function(vector)
        except Exception as e:  # noqa: BLE001
            print(f"{vector.id}: {type(e).__name__}: {e}", file=sys.stderr)
            value = math.nan
        score.add(vector, value, value is None or vector.is_sound(value, kind, slack))
    return score


def function_named(module: str, name: str):  # type: ignore[no-untyped-def]
    """A module's function. Raises LookupError where there is no such module, or it has no such function."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name is None or not f"{module}.".startswith(f"{e.name}."):
            raise  # the module is there: something that it imports is not
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
    score = make_card(function, vectors, asked.kind)
    text = markdown(asked.title or asked.function, score)
    if asked.output:
        asked.output.write_text(text)
    else:
        print(text, end="")
    unsound = any(row.unsound for row in score.by["tier"].values())
    return 1 if unsound and not asked.accept else 0


if __name__ == "__main__":
    sys.exit(main())
