"""Tests that the names of version 1.0.0 still exist, with their arguments. docs/stability.md promises this for 1.x.

names_1_0.json lists these names. `python test_stability.py` writes the names of the current version to standard output.
"""

from __future__ import annotations

import copy
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import plumbline as pl

KEPT = Path(__file__).resolve().parent / "names_1_0.json"
ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def parameters(function: Any) -> dict[str, str] | None:
    """Returns the kind of each argument of a function (positional or by keyword) and whether it is required; None if
    Python cannot determine them.
    """
    try:
        all_of_it = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    out = {}
    for p in all_of_it:
        if p.name != "self":
            required = p.default is p.empty and p.kind not in ANY
            out[p.name] = f"{p.kind.name.lower()}{', required' if required else ''}"
    return out


def described_class(kind: type) -> dict[str, Any]:
    members: dict[str, Any] = {}
    own = {name for base in kind.__mro__ if base.__module__.startswith("plumbline") for name in vars(base)}
    for name in sorted(own):
        if name.startswith("_"):
            continue
        called = getattr(kind, name)
        members[name] = parameters(called) if callable(called) else "attribute"
    if dataclass := getattr(kind, "__dataclass_fields__", None):
        members |= {name: "attribute" for name in dataclass if not name.startswith("_")}
    bases = [base.__name__ for base in kind.__mro__[1:] if base is not object and not base.__name__.startswith("_")]
    return {"bases": bases, "members": members}


def described() -> dict[str, Any]:
    """Returns the public names: classes with their members, functions with their arguments, modules with their names."""
    out: dict[str, Any] = {}
    for name in pl.__all__:
        value = getattr(pl, name)
        if inspect.isclass(value):
            out[name] = described_class(value)
        elif inspect.ismodule(value):
            here = [each for each, what in vars(value).items() if getattr(what, "__module__", "") == value.__name__]
            public = getattr(value, "__all__", [each for each in here if not each.startswith("_")])
            out[name] = {"functions": {each: parameters(getattr(value, each)) for each in public}}
        else:
            out[name] = {"arguments": parameters(value)}
    return out


def lost_arguments(place: str, kept: Any, present: Any) -> list[str]:
    """Returns a message for each change of an argument that makes calls of the older function invalid."""
    if not isinstance(kept, dict):
        return [] if kept is None or kept == present else [f"{place}: was an {kept}"]
    if not isinstance(present, dict):
        return [f"{place}: is no function"]
    out = []
    for name, how in kept.items():
        now = present.get(name)
        if now is None and "var_keyword" not in present.values():
            out.append(f"{place}: the argument {name} is gone")
        elif now is not None and now.split(",")[0] != how.split(",")[0] and "positional_or_keyword" not in now:
            out.append(f"{place}: the argument {name} is {now}, was {how}")
        elif now is not None and "required" in now and "required" not in how:
            out.append(f"{place}: the argument {name} is required")
    return out + [f"{place}: the new argument {name} is required" for name, now in present.items()
                  if name not in kept and "required" in now]


def lost(kept: dict[str, Any], present: dict[str, Any]) -> list[str]:
    """Returns a message for each name, base class and argument of the older version that the present version lacks."""
    out = [f"{name}: is gone" for name in kept if name not in present]
    for name in kept.keys() & present.keys():
        old, new = kept[name], present[name]
        out += [f"{name}: is no {base}" for base in old.get("bases", []) if base not in new.get("bases", [])]
        for group in ("members", "functions"):
            for member, how in old.get(group, {}).items():
                now = new.get(group, {})
                if member not in now:
                    out.append(f"{name}.{member}: is gone")
                else:
                    out += lost_arguments(f"{name}.{member}", how, now[member])
        out += lost_arguments(name, old.get("arguments"), new.get("arguments"))
    return sorted(out)


def test_every_name_of_1_0_exists() -> None:
    assert lost(json.loads(KEPT.read_text("utf-8")), described()) == []


def test_a_lost_name_is_noticed() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    present = copy.deepcopy(kept)
    assert lost(kept, present) == []
    del present["dossier"], present["Mechanism"]["members"]["delta"], present["dpsgd"]["arguments"]["epochs"]
    present["BadInput"]["bases"].remove("ValueError")
    present["calibrate"]["arguments"]["further"] = "keyword_only, required"
    found = lost(kept, present)
    assert found == ["BadInput: is no ValueError", "Mechanism.delta: is gone", "calibrate: the new argument further is required",
                     "dossier: is gone", "dpsgd: the argument epochs is gone"]


if __name__ == "__main__":
    json.dump(described(), sys.stdout, indent=1, sort_keys=True)
    print()
