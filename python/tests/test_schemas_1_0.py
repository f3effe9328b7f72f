"""Programs that read the JSON of version 1.0.0 can read that of every version 1.x (docs/stability.md).

schemas_1_0.json has the schemas of 1.0.0 without their descriptions. `python test_schemas_1_0.py` writes the current
schemas in this form to standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
KEPT = Path(__file__).resolve().parent / "schemas_1_0.json"
BY_NAME = ("properties", "$defs")  # keywords whose members are schemas by name
TEXTS = ("title", "description", "$schema", "$id", "examples")


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def without_texts(schema: Any) -> Any:
    """Returns the schema without titles, descriptions and examples. Keeps properties that have one of these names."""
    if isinstance(schema, list):
        return [without_texts(x) for x in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: value for key, value in schema.items() if key not in TEXTS}
    for key, value in out.items():
        named = key in BY_NAME
        out[key] = {name: without_texts(x) for name, x in value.items()} if named else without_texts(value)
    return out


def broken(old: Any, new: Any, place: str) -> Iterator[str]:
    """Yields a message for each promise of the schema `old` to a reader of the output that `new` does not make.

    Members may be added. Members of `old` stay, keep their type and their set of words, and are still written if `old`
    requires them. All other constraints of `old` must be the same in `new`.
    """
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield f"{place}: {old} became {new}"
        return
    for key, value in old.items():
        where = f"{place}/{key}"
        if key not in new:
            yield f"{where}: is no longer promised"
        elif key in BY_NAME:
            for name, member in value.items():
                if name in new[key]:
                    yield from broken(member, new[key][name], f"{where}/{name}")
                else:
                    yield f"{where}/{name}: is gone"
        elif key == "required":
            yield from (f"{where}: {x} may be absent" for x in value if x not in new[key])
        elif key in ("type", "enum"):
            known = as_list(value)
            yield from (f"{where}: {x!r} is new" for x in as_list(new[key]) if x not in known)
        elif key == "items":
            yield from broken(value, new[key], where)
        elif value != new[key]:
            yield f"{where}: {value} became {new[key]}"


def current() -> dict[str, Any]:
    return {x.name: without_texts(json.loads(x.read_text("utf-8"))) for x in sorted(FOLDER.glob("*.json"))}


needs_clone = pytest.mark.skipif(not FOLDER.exists(), reason="no clone of the project around")


@needs_clone
def test_json_of_1_0_is_read() -> None:
    old, new = json.loads(KEPT.read_text("utf-8")), current()
    assert [name for name in old if name not in new] == []
    assert [x for name in old for x in broken(old[name], new[name], name)] == []


def test_broken_promises_are_found() -> None:
    old = {
        "type": ["number", "null"],
        "required": ["a"],
        "properties": {"a": {"enum": ["x", "y"]}, "b": {"type": "array", "items": {"type": "string"}}},
    }
    assert list(broken(old, old, "")) == []
    wider = {**old, "properties": {**old["properties"], "more": {"type": "string"}}}
    assert list(broken(old, wider, "")) == []
    assert list(broken(old, {**old, "type": "number"}, "")) == []
    for change in (
        {"type": ["number", "null", "string"]},
        {"required": []},
        {"properties": {"a": old["properties"]["a"]}},
        {"properties": {**old["properties"], "a": {"enum": ["x", "y", "z"]}}},
        {"properties": {**old["properties"], "b": {"type": "array", "items": {"type": "number"}}}},
    ):
        assert len(list(broken(old, {**old, **change}, ""))) == 1, change
    assert len(list(broken(old, {key: value for key, value in old.items() if key != "type"}, ""))) == 1


def test_texts_are_left_out() -> None:
    schema = {"title": "t", "properties": {"title": {"type": "string", "description": "d"}}}
    assert without_texts(schema) == {"properties": {"title": {"type": "string"}}}


if __name__ == "__main__":
    json.dump(current(), sys.stdout, indent=1)
    sys.stdout.write("\n")
