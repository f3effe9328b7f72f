#!/usr/bin/env python3
"""Tests random combinations of mechanisms, attacks and pages in every interface, and compares them with small data
sets.

    tools/neighbours/combinations.py SEED [COUNT] [--build BUILD] [--out FOLDER] [--web FOLDER] [--quick] [--seconds S]

Draws COUNT (by default 300) expressions from SEED. All interfaces must reject an expression with one reason, or
answer it with one number and one set of hypotheses. A brute-force search over small neighbouring data sets then tries
to contradict the statement. Each expression has a statement page of its numbers, often with an attack and with other
mechanisms (pages.py), whose sentences are compared with the certificates (sentences.py). Every third attack is tested
in all interfaces and recomputed with doubles (attacks.py). The record (FOLDER/combinations.jsonl, and combinations.md
for people) has the two closest data sets of each expression. The exit code is 1 if an interface disagrees, a
statement is refuted, or a sentence is not implied. --quick only uses the batch and tries fewer queries.
"""

import argparse
import json
import multiprocessing
import pathlib
import random
import signal
import sys

import attacks
import interfaces
import pages
from expressions import parse, text_of
from generate import expressions
from judge import judged

DIRECTIONS = ("forward", "reverse", "worst")
EPSILONS = ("0", "0.25", "0.5", "1", "2")
STATED = ("relation", "group", "dominates", "attained", "family", "public_facts")


def epsilons_of(seed, i):
    return random.Random(f"{seed} {i} epsilons").sample(EPSILONS, 2)


def numbers(answers):
    """Returns the enclosures of one expression as doubles, by epsilon and direction."""
    out = {}
    for (epsilon, direction), x in answers.items():
        out.setdefault(float(epsilon), {})[direction] = (float(x["lower"]), float(x["upper"]))
    return out


def differences(stated):
    """Returns the differences between an expression and its canonical text."""
    first, again = stated["hypotheses"], stated["canonical_hypotheses"]
    return [
        f"{key}: {first[key]} as written, {again[key]} as {stated['canonical']}"
        for key in STATED
        if first[key] != again[key]
    ]


class OutOfTime(Exception):
    """Raised if the brute-force search exceeds its time limit."""


def stop_at(seconds):
    """Raises OutOfTime in this process after the seconds; 0 removes the limit."""

    def out_of_time(_, __):
        raise OutOfTime

    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def by_brute_force(task):
    text, stated, values, seed, most, seconds = task
    try:
        stop_at(seconds)
        return judged(parse(text), stated, values, random.Random(f"{seed} {text}"), most)
    except OutOfTime:
        return {"tried": 0, "reason": f"more than {seconds} seconds"}
    except Exception as error:  # the record names the expression
        return {"tried": 0, "reason": f"{type(error).__name__}: {error}", "failed": True}
    finally:
        stop_at(0)


def asked_everywhere(programs, text, epsilons, known, stated):
    """Returns the disagreements between interfaces about one expression."""
    mixed = stated is not None and stated["relation"] == "mixed"
    library, python = interfaces.Library(programs.library), interfaces.package(programs)
    out = []
    for epsilon in epsilons:
        line, warnings = interfaces.command_line(programs, text, epsilon, mixed)
        out += warnings
        answers = {
            "batch": known[(epsilon, "worst")],
            "command line": line,
            "C": library.ask(text, epsilon),
            "certificate": interfaces.certificate(programs, text, epsilon),
        }
        if python is not None:
            answers["Python"] = python(text, epsilon)
        if programs.web is not None:
            answers["web"] = interfaces.browser(programs.web).ask(text, epsilon)
        out += [f"epsilon {epsilon}: {x}" for x in interfaces.disagreements(answers)]
        if answers["certificate"].get("verdict", "confirmed") not in ("confirmed", "unconfirmed", "undecided"):
            out.append(f"epsilon {epsilon}: check says {answers['certificate']['verdict']}")
        for name, answer in answers.items():
            if "hypotheses" in answer:
                out += [f"{name}: {x}" for x in unlike_hypotheses(stated, answer["hypotheses"])]
            if answer.get("warned", mixed) != mixed:
                out.append(f"{name}: " + ("a mixed pair without a warning" if mixed else "a warning of no mixed pair"))
    return out


def unlike_hypotheses(stated, certified):
    """Returns the answers and certificates whose hypotheses differ from those of the expression."""
    facts = {}
    for key, value in stated["public_facts"]:
        facts[key] = f"{facts[key]}, {value}" if key in facts else value
    expected = {key: stated[key] for key in ("relation", "group", "dominates", "attained")} | {"public": facts}
    return [
        f"{key} {certified.get(key)} is stated, the expression has {value}"
        for key, value in expected.items()
        if certified.get(key) != value
    ]


def everywhere(task):
    return asked_everywhere(*task)


def attacked(task):
    """Returns the answers of all interfaces for one attack."""
    programs, seed, i = task
    attack = attacks.Attack(random.Random(f"{seed} {i} attack"))
    found, problems = attacks.problems(programs, attack)
    return {"attack": attack.text(), "direction": attack.direction, "delta": attack.delta, "answers": found}, problems


def paged(task):
    """Returns the statement page of one combination."""
    programs, parts, stated = task
    try:
        return pages.made(programs, parts, stated)
    except Exception as error:  # the record names the page
        return {"parts": [x.words for x in parts], "problems": [f"page: {type(error).__name__}: {error}"]}


def drawn(seed, count, programs):
    """Returns the records of `count` expressions, with hypotheses and numbers."""
    texts = [text_of(x) for x in expressions(seed, count)]
    stated = interfaces.hypotheses(programs, texts)
    records, questions = [], []
    for i, (text, x) in enumerate(zip(texts, stated)):
        record = {"number": i + 1, "expression": text, "epsilons": epsilons_of(seed, i)}
        record |= {"refusal": x["refusal"]} if "refusal" in x else {"hypotheses": x["hypotheses"]}
        record["problems"] = [] if "refusal" in x else differences(x)
        records.append(record)
        questions += [(i, e, d) for e in record["epsilons"] for d in DIRECTIONS]
    answers = interfaces.batch(programs, [(texts[i], e, d) for i, e, d in questions])
    for (i, e, d), answer in zip(questions, answers):
        records[i].setdefault("answers", {})[(e, d)] = answer
    return records


def add_pages(records, seed, programs, pool, quick):
    """Adds a statement page to every record, or to a few records in quick mode."""
    texts = [r["expression"] for r in records]
    stated = {r["expression"]: {key: r[key] for key in ("hypotheses", "refusal") if key in r} for r in records}
    chosen = records[:3] if quick else records
    tasks = []
    for i, record in enumerate(chosen):
        parts = pages.drawn(random.Random(f"{seed} {i} page"), record["expression"], texts)
        subjects = {x for one in parts for x in one.subjects}
        tasks.append((programs, parts, {x: stated[x] for x in subjects}))
    for record, page in zip(chosen, pool.imap(paged, tasks)):
        record["page"] = page
        record["problems"] += page["problems"]


def completed(records, seed, programs, quick, jobs, seconds):
    """Adds the results of the brute-force search and of the other interfaces."""
    with multiprocessing.Pool(jobs) as pool:
        tried = [r for r in records if not any("refusal" in x for x in r["answers"].values())]
        tasks = [
            (r["expression"], r["hypotheses"], numbers(r["answers"]), seed, 5 if quick else 12, seconds)
            for r in tried
            if "hypotheses" in r and seconds > 0
        ]
        for record, found in zip(tried, pool.imap(by_brute_force, tasks)):
            record["neighbours"] = found
            record["problems"] += [f"{x['what']} ({x['order'] or x['epsilon']})" for x in found.get("refuted", ())]
            record["problems"] += [found["reason"]] if found.get("failed") else []
        if not quick:
            tasks = [
                (programs, r["expression"], r["epsilons"], r["answers"], r.get("hypotheses")) for r in records
            ]
            for record, problems in zip(records, pool.imap(everywhere, tasks)):
                record["problems"] += problems
            tasks = [(programs, seed, i) for i in range(0, len(records), 3)]
            for record, (found, problems) in zip(records[::3], pool.imap(attacked, tasks)):
                record["attack"] = found
                record["problems"] += problems
        add_pages(records, seed, programs, pool, quick)
    for record in records:
        refusals = {x["refusal"] for x in record["answers"].values() if "refusal" in x}
        if "refusal" in record and refusals != {record["refusal"]}:
            record["problems"].append(f"the batch says otherwise: {sorted(refusals)}")
        if refusals and "refusal" not in record:
            record["refusal"] = " / ".join(sorted(refusals))
        record["answers"] = {f"{e}, {d}": x for (e, d), x in record["answers"].items()}


def shown(record):
    """Returns the lines of one record for people."""
    lines = [f"## {record['number']}. `{record['expression']}`", ""]
    if "refusal" in record:
        lines.append(f"Refused: {record['refusal']}.")
    else:
        x = record["hypotheses"]
        group = "" if x["group"] == "1" else f", group of {x['group']}"
        facts = "".join(f", {key} = {value}" for key, value in x["public_facts"])
        dominates = "dominates" if x["dominates"] else "does not dominate"
        lines.append(f"Stated: {x['relation']}{group}{facts}; {dominates}; attained: {x['attained']}. {x['family']}")
        for place, answer in record["answers"].items():
            if place.endswith("worst"):
                lines.append(f"- delta at {place.split(',')[0]}: [{answer['lower']}, {answer['upper']}]")
    found = record.get("neighbours", {})
    if "reason" in found:
        lines.append(f"- not tried on data sets: {found['reason']}")
    for x in found.get("closest", ()):
        queries = "; ".join(x["queries"])
        values = ", ".join(f"{e}: {max(v):.6g}" for e, v in x["delta"].items())
        lines.append(
            f"- {x['relation']}: {{{','.join(x['without'])}}} and {{{','.join(x['with'])}}} have {values} ({queries})"
        )
    if "page" in record:
        lines += page_lines(record["page"])
    lines += [f"- **{problem}**" for problem in record["problems"]]
    return lines + [""]


def page_lines(page):
    """Returns the lines of a statement page for people."""
    out = ["", "Page:"]
    for part in page["parts"]:
        words = part["words"] if isinstance(part, dict) else part
        why = part.get("refusal") if isinstance(part, dict) else ""
        out.append(f"- `{' '.join(words)}`" + (f": refused: {why}" if why else ""))
    if "refusal" in page:
        out.append(f"- refused: {page['refusal']}")
    return out + [f"  > {sentence}" for sentence in page.get("sentences", ())]


def summary(records):
    answered = [r for r in records if "refusal" not in r]
    tried = [r for r in answered if r.get("neighbours", {}).get("tried")]
    wrong = [r for r in records if r["problems"]]
    mixed = sum(r["hypotheses"]["relation"] == "mixed" for r in answered)
    return (
        f"{len(records)} expressions: {len(answered)} answered with a number ({mixed} of them mixed), "
        f"{len(records) - len(answered)} refused; {len(tried)} tried on small data sets; "
        f"{sum(bool(r.get('page', {}).get('sentences')) for r in records)} pages with "
        f"{sum(len(r.get('page', {}).get('sentences', ())) for r in records)} sentences in short, "
        f"{sum('refusal' in r.get('page', {}) for r in records)} pages of mixed pairs refused; "
        f"{sum('attack' in r for r in records)} attacks; "
        f"{len(wrong)} with problems."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed")
    parser.add_argument("count", nargs="?", type=int, default=300)
    parser.add_argument("--build", default=interfaces.ROOT / "build")
    parser.add_argument("--out", type=pathlib.Path, default=None)
    parser.add_argument("--web", type=pathlib.Path, help="the package for browsers (build-web/package), asked by node")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=600, help="of brute force for one expression; 0 is none")
    asked = parser.parse_args()
    programs = interfaces.Programs(asked.build, asked.web)
    if not asked.quick and interfaces.package(programs) is None:
        parser.error("the Python package cannot be imported, and every interface is asked: install python3-cffi")
    records = drawn(asked.seed, asked.count, programs)
    completed(records, asked.seed, programs, asked.quick, asked.jobs, asked.seconds)
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(r) + "\n" for r in records)
        (asked.out / "combinations.jsonl").write_text(lines, "utf-8")
        page = [f"# Combinations drawn from seed {asked.seed}", "", summary(records), ""]
        page += [line for r in records for line in shown(r)]
        (asked.out / "combinations.md").write_text("\n".join(page), "utf-8")
    for record in records:
        for problem in record["problems"]:
            print(f"{record['number']}. {record['expression']}: {problem}")
    print(summary(records))
    return 1 if any(r["problems"] for r in records) else 0


if __name__ == "__main__":
    sys.exit(main())
