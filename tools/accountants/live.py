"""Runs an accountant of adapters.py as the child process of `plumbline hunt`, also for composed and nested events:

    plumbline hunt -- python3 tools/accountants/live.py dp_accounting_pld
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import adapters
from plumbline.hunting import serve
from plumbline_vectors import Factor
from reproductions import reproduction

##: Accountants that promise no side; the others return upper bounds.
ESTIMATES = {"opacus_gdp", "riskcal_beta"}

##: Names in vectors for the names in records.
WORDS = {"laplace": {"scale": "b"}, "subsampled_laplace": {"scale": "b"}}


def factor_of(fields: dict[str, Any]) -> Factor:
    words = {"sampling_rate": "p", **WORDS.get(fields["kind"], {})}
    parameters = {words.get(name, name): value for name, value in fields.items()
                  if name not in ("kind", "steps")}
    return Factor(fields["kind"], parameters, int(fields["steps"]))


def vector_of(question: dict[str, Any]) -> Any:
    """Returns the question as a test vector."""
    fields = question["fields"]
    arguments = list(question["at"].values())
    return SimpleNamespace(
        expression=question["mechanism"],
        event=question["event"],
        quantity=question["quantity"],
        argument=float(arguments[0]) if arguments else None,
        factors=tuple(factor_of(f) for f in fields.get("compose", [fields])),
    )


def answer(name: str, question: dict[str, Any]) -> dict[str, Any]:
    if question["relation"] != "add_remove":
        return {"unsupported": "neighbours: add_remove"}
    v = vector_of(question)
    try:
        value = getattr(adapters, name)(v)
    except adapters.Unsupported as error:
        return {"unsupported": str(error)}
    if value is None:
        return {"unsupported": "no answer to such a question"}
    kind = "estimate" if name in ESTIMATES else "upper"
    values = value if isinstance(value, dict) else {kind: value}
    return {**{k: f"{x:.17g}" for k, x in values.items()}, "reproduction": reproduction(name, v)}


def main() -> None:
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if not name or name.startswith("_") or not callable(getattr(adapters, name, None)):
        sys.exit("usage: live.py FUNCTION, one of adapters.py")
    serve(lambda question: answer(name, question))


if __name__ == "__main__":
    main()
