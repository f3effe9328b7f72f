"""Tests the files of test vectors: their format, their agreement with the settings, and some values computed anew."""

import json
import random
import sys
from collections import Counter
from pathlib import Path

import plumbline as pl
import pytest
from plumbline_vectors import load

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"
pytestmark = pytest.mark.skipif(not VECTORS.is_dir(), reason="no clone of the project around")


def documents():
    return {p: json.loads(p.read_text()) for p in VECTORS.glob("*.json")
            if not p.name.endswith(".schema.json")}


def test_form():
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((VECTORS / "vectors.schema.json").read_text())
    for document in documents().values():
        jsonschema.validate(document, schema)


def test_numbers():
    vectors = list(load(VECTORS))
    assert len(vectors) >= 5000
    ids = Counter(v.id for v in vectors)
    assert max(ids.values()) == 1
    assert sum(p.stat().st_size for p in VECTORS.glob("*.json")) < 5_000_000
    for document in documents().values():
        tests = [t for g in document["testGroups"] for t in g["tests"]]
        assert document["numberOfTests"] == len(tests)
        assert set(document["notes"]) == {f for t in tests for f in t["flags"]}
    for v in vectors:
        assert v.lower_double <= v.lower <= v.upper <= v.upper_double
    tiers = Counter(v.tier for v in vectors)
    assert set(tiers) == {"easy", "hard", "extreme"}


def test_they_are_those_of_the_settings():
    sys.path.insert(0, str(ROOT / "tools" / "vectors"))
    import make  # noqa: PLC0415
    from settings import groups  # noqa: PLC0415

    wanted, have = set(), set()
    for group in groups():
        m = pl.Mechanism(group.expression())
        for direction in group.directions:
            for quantity, x in make.questions(group, direction):
                at = None if x is None else float(x).hex()
                wanted.add(make.identity(m, direction, quantity, at))
    for document in documents().values():
        for g in document["testGroups"]:
            have.update(t["id"] for t in g["tests"])
            have.update(g["unanswered"])
    assert have == wanted, "stale: run ./dev vectors"


def test_some_again():
    vectors = [v for v in load(VECTORS) if v.tier == "easy"]
    for v in random.Random(17).sample(vectors, 40):
        m = pl.Mechanism(v.expression)
        found = m.ask(v.quantity, v.argument, direction=v.direction, digits=10)
        assert found.lower <= v.upper and v.lower <= found.upper, v


def test_adjacency_is_the_relation_of_the_direction():
    means = pl.relations()
    for document in documents().values():
        for g in document["testGroups"]:
            flags = {f for t in g["tests"] for f in t["flags"]}
            wanted = g["direction"] if "Asymmetric" in flags else "worst"
            assert means[g["adjacency"]] == wanted
            assert (g["adjacency"] == "replace_one") == all(
                f["name"] == "randomized_response" for f in g["mechanism"]["factors"])


def test_table_of_public_threads_is_current():
    sys.path.insert(0, str(ROOT / "tools" / "vectors"))
    import make  # noqa: PLC0415

    reported = json.loads((VECTORS / "reported.json").read_text())["testGroups"]
    assert (VECTORS / "reported.md").read_text() == make.threads_table(reported)
    assert len({r["thread"] for g in reported for t in g["tests"] for r in t["reported"]}) >= 7
    assert all(t["reported"] for g in reported for t in g["tests"])
