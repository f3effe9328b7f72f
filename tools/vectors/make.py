"""Writes the test vectors: python make.py OUT [--threads N] [--only FAMILY] [--shard I/N]

One engine computes every value, and a second path confirms it: another engine that covers the composition, otherwise
the same engine with more digits. The second enclosure must intersect the first and be contained in the written one. A
value without confirmation is omitted; a contradiction stops the run. Results are stored in OUT/.done until the run is
complete, so that it may be interrupted. A shard computes every N-th group and stores it there; a subsequent run
without --shard only writes the files. With --only the other families in OUT do not change.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import plumbline as pl
from settings import EXTREME, FLAGS, UNUSED, USUAL, Group, Report, Step, groups

DIGITS = 17
SECONDS = 10  # for one value
ARGUMENT = {"delta": "epsilon", "epsilon": "delta", "tradeoff": "alpha", "rero": "kappa",
            "bayes": "prior", "tv": ""}
LICENSE = "CC0-1.0"
VERSION = "2.1.0"
GENERATOR = "plumbline 0.1.0"  # the first program of this version; later programs that confirm it change no byte


def arguments(group: Group, quantity: str) -> list[float]:
    """Returns the arguments of a quantity; for groups about atoms, also the kinks with the adjacent doubles."""
    out = list(USUAL[quantity]) + list(EXTREME.get(quantity, ()))
    if quantity == "delta" and "AtomAtThreshold" in group.flags:
        step = group.steps[0]
        epsilon = step.parameters.get("epsilon")
        if isinstance(epsilon, float):
            top = epsilon * step.count
            for kink in (epsilon, top):
                out += [kink, math.nextafter(kink, math.inf), math.nextafter(kink, -math.inf)]
    return sorted(set(out))


def flags_of(group: Group, quantity: str, x: float | None) -> list[str]:
    flags = set(group.flags)
    if x is not None:
        if quantity == "epsilon" and x <= 1e-12:
            flags.add("TinyDelta")
        if quantity == "delta" and x > 30:
            flags.add("LargeEpsilon")
        if quantity == "delta" and x < 0:
            flags.add("NegativeEpsilon")
        epsilon = group.steps[0].parameters.get("epsilon")
        if quantity == "delta" and isinstance(epsilon, float) and "AtomAtThreshold" in flags:
            kinks = (epsilon, epsilon * group.steps[0].count)
            near = [math.nextafter(k, s) for k in kinks for s in (math.inf, -math.inf)]
            if x in near:
                flags.add("LastUlp")
    return sorted(flags)


def tier_of(group: Group, flags: list[str]) -> str:
    hardest = {"TinyDelta", "LargeEpsilon", "RareLoss", "LastUlp", "SmallNoise"}
    if group.tier == "extreme" or (hardest & set(flags) and group.tier == "hard"):
        return "extreme"
    return "hard" if hardest & set(flags) else group.tier


class Unconfirmed(Exception):
    pass


def within(seconds: float) -> Callable[[], bool]:
    """Returns a progress callback that ends the work after the time limit."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def second_path(m: pl.Mechanism, quantity: str, at: str | None, direction: str,
                first: pl.Enclosure, engines: list[str]) -> str:
    """Returns the name of the confirming path. `engines` is sorted by success: an engine that confirmed a value moves
    to the front; an engine that does not cover the composition, or takes too long, is removed.
    """
    for engine in list(engines):
        if engine == first.engine:
            continue
        try:
            other = m.ask(quantity, at, direction=direction, digits=8, engine=engine,
                          progress=within(2))
        except (ValueError, pl.Stopped):
            engines.remove(engine)
            continue
        if not other.overlaps(first):
            raise pl.Contradiction(f"{m} {quantity} {at}: {first} and, by {engine}, {other}")
        engines.remove(engine)
        if other.reached:
            engines.insert(0, engine)
            return engine
    again = m.ask(quantity, at, direction=direction, digits=DIGITS + 12, engine=first.engine)
    if not again.overlaps(first):
        raise pl.Contradiction(f"{m} {quantity} {at}: {first} and, at more digits, {again}")
    if again.reached and again in first:
        return first.engine + " at more digits"
    raise Unconfirmed(f"{m} {quantity} {at} {direction}: {first} by {first.engine}")


def event_of(group: Group) -> Any:
    """Returns the event tuple of dp-accounting, if that library has one."""
    def one(step: Step) -> Any:
        p = step.parameters
        if step.name == "gaussian":
            return ["GaussianDpEvent", p["sigma"]]
        if step.name == "laplace":
            return ["LaplaceDpEvent", p["b"]]
        if step.name == "subsampled_gaussian":
            return ["PoissonSampledDpEvent", p["p"], ["GaussianDpEvent", p["sigma"]]]
        if step.name == "subsampled_laplace":
            return ["PoissonSampledDpEvent", p["p"], ["LaplaceDpEvent", p["b"]]]
        if step.name == "discrete_laplace" and (1 / float(p["b"])) * float(p["b"]) == 1:
            return ["DiscreteLaplaceDpEvent", 1 / float(p["b"]), p.get("sensitivity", 1)]
        return None

    parts = []
    for step in group.steps:
        inner = one(step)
        if inner is None:
            return None
        if group.nested:
            outer, count = group.nested
            inner = ["SelfComposedDpEvent", ["SelfComposedDpEvent", inner, count], outer]
        elif step.count > 1:
            inner = ["SelfComposedDpEvent", inner, step.count]
        parts.append(inner)
    return parts[0] if len(parts) == 1 else ["ComposedDpEvent", parts]


def hex_or_integer(x: object) -> Any:
    if isinstance(x, (list, tuple)):
        return [hex_or_integer(v) for v in x]
    return x if isinstance(x, int) else float(x).hex()  # type: ignore[arg-type]


def identity(mechanism: pl.Mechanism, direction: str, quantity: str, at: str | None) -> str:
    """Returns the id of the question: it is unique and never changes."""
    key = f"{mechanism.expression}|{direction}|{quantity}|{at}"
    return hashlib.sha256(key.encode()).hexdigest()[:12]


def questions(group: Group, direction: str) -> Iterator[tuple[str, float | None]]:
    """Returns the questions of a group: quantities with their arguments."""
    if group.arguments:
        yield from ((quantity, x) for quantity, xs in group.arguments.items() for x in xs)
        return
    for quantity in USUAL:
        if quantity == "rero" and direction != "forward":
            continue
        for x in arguments(group, quantity) if ARGUMENT[quantity] else [None]:
            yield quantity, x


def tests_of(group: Group, direction: str, mechanism: pl.Mechanism,
             engines: list[str]) -> tuple[list[dict[str, Any]], list[str], Counter[str]]:
    tests: list[dict[str, Any]] = []
    unanswered: list[str] = []
    paths: Counter[str] = Counter()
    for quantity, x in questions(group, direction):
        at = None if x is None else float(x).hex()
        question = identity(mechanism, direction, quantity, at)
        try:
            first = mechanism.ask(quantity, at, direction=direction, digits=DIGITS,
                                  progress=within(SECONDS))
        except (ValueError, pl.Stopped):
            unanswered.append(question)  # no answer, or no answer in time
            continue
        if not first.reached:
            unanswered.append(question)
            paths["not reached"] += 1
            continue
        try:
            confirmed = "infinite" if first.lower == math.inf else second_path(
                mechanism, quantity, at, direction, first, engines)
        except Unconfirmed as e:  # not false, but unconfirmed: it is not a test
            print(f"not confirmed: {e}", file=sys.stderr)
            unanswered.append(question)
            paths["not confirmed"] += 1
            continue
        paths[confirmed] += 1
        flags = flags_of(group, quantity, x)
        tests.append({
            "id": question, "quantity": quantity,
            "argument": {} if x is None else {ARGUMENT[quantity]: repr(float(x)), "hex": at},
            "lower": first.lower_text, "upper": first.upper_text,
            "lowerDouble": first.lower_float.hex(), "upperDouble": first.upper_float.hex(),
            "tier": tier_of(group, flags), "flags": flags, "confirmedBy": confirmed,
        })
        if group.reported:
            tests[-1]["reported"] = [said(report) for report in group.reported]
    return tests, unanswered, paths


def said(report: Report) -> dict[str, str]:
    """Returns a report in the format of the files: a value, or the error instead."""
    words = {"thread": report.thread, "by": report.by, "kind": report.kind, "value": report.value,
             "error": report.error}
    return {name: word for name, word in words.items() if word is not None}


def relation_of(group: Group, direction: str) -> str:
    """Returns the neighbouring relation that `claims` parses as this direction."""
    if all(step.name == "randomized_response" for step in group.steps):
        return "replace_one"
    means = direction if "Asymmetric" in group.flags else "worst"
    return next(word for word, says in pl.relations().items() if says == means)


def group_record(group: Group, direction: str, engines: list[str]) -> tuple[dict[str, Any], Any]:
    mechanism = pl.Mechanism(group.expression())
    tests, unanswered, paths = tests_of(group, direction, mechanism, list(engines))
    record = {
        "mechanism": {
            "expression": mechanism.expression,
            "factors": [{"name": s.name, "steps": s.count,
                         "parameters": {k: hex_or_integer(v) for k, v in s.parameters.items()}}
                        for s in group.steps],
            "event": event_of(group),
        },
        "adjacency": relation_of(group, direction),
        "direction": direction,
        "tests": tests, "unanswered": unanswered,
    }
    if group.nested:
        record["mechanism"]["nested"] = list(group.nested)
    return record, paths


def plain(record: dict[str, Any]) -> list[str]:
    """Returns name, parameters as doubles and steps of a mechanism of one factor; empty for products."""
    factors = record["mechanism"]["factors"]
    if len(factors) != 1:
        return ["", "", ""]
    words = []
    for name, x in factors[0]["parameters"].items():
        values = [repr(float.fromhex(v)) if isinstance(v, str) else str(v)
                  for v in (x if isinstance(x, list) else [x])]
        words.append(f"{name}={','.join(values)}")
    return [factors[0]["name"], " ".join(words), str(factors[0]["steps"])]


def kept(folder: Path, group: Group, direction: str, engines: list[str]) -> tuple[Any, Counter[str]]:
    """Returns group_record, from an earlier run with equal settings if it has the group."""
    name = hashlib.sha256(repr((group, direction, USUAL, EXTREME, DIGITS)).encode()).hexdigest()
    file = folder / name
    if not file.exists():
        record, paths = group_record(group, direction, engines)
        part = file.with_name(f"{name}.{os.getpid()}")  # a killed run leaves no incomplete file
        part.write_text(json.dumps([record, paths]))
        part.replace(file)
    record, paths = json.loads(file.read_text())
    return record, Counter(paths)


def write(out: Path, families: dict[str, list[dict[str, Any]]]) -> int:
    out.mkdir(parents=True, exist_ok=True)
    total, rows = 0, []
    for family, records in sorted(families.items()):
        used = sorted({f for r in records for t in r["tests"] for f in t["flags"]})
        document = {
            "schema": "vectors.schema.json", "version": VERSION, "license": LICENSE,
            "algorithm": "differential privacy accounting", "family": family,
            "generator": GENERATOR,
            "numberOfTests": sum(len(r["tests"]) for r in records),
            "notes": {flag: FLAGS[flag] for flag in used},
            "testGroups": records,
        }
        total += document["numberOfTests"]
        text = json.dumps(document, indent=1)
        (out / f"{family}.json").write_text(text + "\n")
        for r in records:
            for t in r["tests"]:
                name = next(iter(t["argument"]), "")
                rows.append([t["id"], *plain(r), r["mechanism"]["expression"], r["direction"], t["quantity"],
                             t["argument"].get(name, ""), t["lowerDouble"], t["upperDouble"],
                             repr(float.fromhex(t["lowerDouble"])),
                             repr(float.fromhex(t["upperDouble"])), t["tier"], " ".join(t["flags"])])
    if "reported" in families:
        (out / "reported.md").write_text(threads_table(families["reported"]))
    with (out / "all.tsv").open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow("id name parameters steps mechanism direction quantity argument lower_hex upper_hex lower upper "
                        "tier flags".split())
        writer.writerows(rows)
    return total


def shown(record: dict[str, Any], test: dict[str, Any]) -> list[str]:
    """Returns a line of the table of public threads: the question, the reported answer, and the true value."""
    name, x = next(iter(test["argument"].items()))
    lower, upper = (float.fromhex(test[end]) for end in ("lowerDouble", "upperDouble"))
    title, parameters, steps = plain(record)
    asked = f"{title}({parameters.replace('.0 ', ' ').replace(' ', ', ')})" + (f"^{steps}" if steps != "1" else "")
    said = "; ".join(f"{r['by']}: {r.get('value', r.get('error'))} ({r['kind']})" for r in test["reported"])
    thread = test["reported"][0]["thread"].removeprefix("https://github.com/")
    return [f"[{thread}]({test['reported'][0]['thread']})", f"`{asked}`, {record['adjacency']}",
            f"{test['quantity']} at {name} {x}", said, f"{(lower + upper) / 2:.6g}"]


def threads_table(records: list[dict[str, Any]]) -> str:
    worse: dict[tuple[str, str], tuple[float, list[str]]] = {}  # both directions of a question
    for r in records:
        for t in r["tests"]:
            question = (r["mechanism"]["expression"], repr(t["argument"]))
            size = float.fromhex(t["lowerDouble"])
            if question not in worse or size > worse[question][0]:
                worse[question] = (size, shown(r, t))
    rows = [row for _, row in worse.values()]
    head = ["thread", "composition, relation", "question", "stated there", "true value"]
    lines = ["# What public threads say, and what is true", "",
             "This page has questions that users asked in public threads, with the numbers stated there.",
             "[reported.json](reported.json) has the exact ends for both relations. The table has the value of the worse relation,",
             "because accountants answer for the worse one. The column \"stated there\" names the tool, the number, and whether it is",
             "meant as an upper bound, a lower bound or an estimate.", ""]
    lines += ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    lines += ["", "## Threads that we read but did not use", ""]
    lines += [f"- [{thread}](https://github.com/{thread}): {why}." for thread, why in UNUSED]
    return "\n".join(lines) + "\n"


def others(out: Path, only: str) -> dict[str, list[dict[str, Any]]]:
    """Returns the groups of all other families, from the files."""
    wanted = {g.family for g in groups()} - {only}
    return {family: json.loads((out / f"{family}.json").read_text())["testGroups"] for family in wanted}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only")
    parser.add_argument("--shard", default="1/1")
    asked = parser.parse_args()
    number, count = map(int, asked.shard.split("/"))
    engines = [e for e in pl.engines() if e != "auto"]
    jobs = [(g, d) for g in groups() for d in g.directions if asked.only in (None, g.family)]
    jobs = jobs[number - 1::count]
    families: dict[str, list[dict[str, Any]]] = {}
    paths: Counter[str] = Counter()
    done = asked.out / ".done"
    done.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(asked.threads) as pool:
        results = pool.map(lambda job: kept(done, *job, engines), jobs)
        for (group, direction), (record, found) in zip(jobs, results, strict=True):
            families.setdefault(group.family, []).append(record)
            paths.update(found)
            print(f"{group.expression()} {direction}: {len(record['tests'])}", file=sys.stderr)
    if count > 1:
        return 0
    if asked.only:
        families |= others(asked.out, asked.only)
    total = write(asked.out, families)
    shutil.rmtree(done)
    print(f"{total} values; confirmed by: " + ", ".join(f"{k} {n}" for k, n in paths.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
