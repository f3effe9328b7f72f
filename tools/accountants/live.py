"""An accountant of adapters.py as the child of `plumbline hunt`; composed and nested events too:

    plumbline hunt -- python3 tools/accountants/live.py dp_accounting_pld
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import adapters
from plumbline.hunting import serve

def vector_of(question: dict[str, Any]) -> Any:
    """The question in the words of a test vector."""
    arguments = list(question["at"].values())
    return SimpleNamespace(
        expression=question["mechanism"],
        event=question["event"],
        quantity=question["quantity"],
        argument=float(arguments[0]) if arguments else None,
        factors=(),
    )


def reproduction(question: dict[str, Any], function: str) -> str:
    """Lines of Python that ask the same of the library alone."""
    kind = {"dp_accounting_pld": "pld.pld_privacy_accountant.PLDAccountant",
            "dp_accounting_rdp": "rdp.rdp_privacy_accountant.RdpAccountant"}.get(function)
    if kind is None or question["event"] is None:
        return ""
    module, name = kind.rsplit(".", 1)
    package, file = module.split(".")
    ask = "get_epsilon" if question["quantity"] == "epsilon" else "get_delta"
    return (
        "from dp_accounting.dp_event import *\n"
        f"from dp_accounting.{package} import {file}\n"
        f"event = {adapters.event_of(question['event'])!r}\n"
        f"accountant = {file}.{name}().compose(event)\n"
        f"print(accountant.{ask}({next(iter(question['at'].values()))!r}))\n"
    )


def main() -> None:
    name = sys.argv[1]
    function = getattr(adapters, name)

    def answer(question: dict[str, Any]) -> Any:
        if question["event"] is None or question["relation"] != "add_remove":
            return None
        value = function(vector_of(question))
        if value is None:
            return None
        return {"value": repr(value), "kind": "upper", "reproduction": reproduction(question, name)}

    serve(answer)


if __name__ == "__main__":
    main()
