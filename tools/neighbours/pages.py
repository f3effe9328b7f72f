"""Random statement pages with numbers of random mechanisms and attacks, whose sentences are judged.

A page is drawn for every combination: one to three of its numbers, sometimes numbers of another combination, a
comparison of both, and an attack with claims about them. A page of a mixed pair is rejected. On every other page each
sentence "in short" has a claim as data, which this module compares with the certificates; plumbline_implied judges
all sentences by the rules of the program.
"""

import json
import pathlib
import tempfile

import interfaces
import sentences
from attacks import Attack

SECONDS = 5
QUANTITIES = {
    "epsilon": ("--delta", ("1e-3", "1e-5", "0.1")),
    "delta": ("--epsilon", ("0", "0.5", "2")),
    "advantage": (None, ()),
    "power": ("--alpha", ("0.001", "0.1")),
    "tradeoff": ("--alpha", ("0.01", "0.3")),
    "bayes": ("--prior", ("0.5", "0.1")),
    "posterior-belief": ("--prior", ("0.5", "0.9")),
    "renyi": ("--order", ("2", "1.5")),
}
USUAL = ("epsilon", "epsilon", "delta", "advantage")


class Part:
    """One certificate file of a page: the arguments of `certify`, and its expressions."""

    def __init__(self, words, subjects):
        self.words, self.subjects = words, subjects


def number_of(rng, text):
    """Returns a part with one number of a mechanism."""
    quantity = rng.choice(USUAL if rng.random() < 0.5 else sorted(QUANTITIES))
    option, values = QUANTITIES[quantity]
    words = [quantity, text] + ([option, rng.choice(values)] if option else [])
    if rng.random() < 0.2:
        words += ["--direction", rng.choice(("forward", "reverse"))]
    return Part(words, [text])


def attack_on(rng, texts):
    """Returns a part with an attack, which sometimes tests a claim about one of the mechanisms."""
    words = ["audit", *Attack(rng).words()]
    claim = rng.random()
    if claim < 0.3:
        return Part(words + ["--claim", texts[0]], [texts[0]])
    if claim < 0.5:
        words += ["--claim-epsilon", rng.choice(("0.5", "2")), "--claim-delta", "1e-3"]
    return Part(words, [])


def drawn(rng, text, others):
    """Returns the parts of a random page about an expression, and sometimes another one.

    Args:
        rng: draws them.
        text: the expression.
        others: the other expressions.
    """
    out = [number_of(rng, text) for _ in range(rng.choice((1, 1, 2, 3)))]
    other = rng.choice(others)
    if rng.random() < 0.35:
        out += [number_of(rng, other)]
    if rng.random() < 0.1:
        out.append(Part(["divergence", text, other], [text, other]))
    if rng.random() < 0.45:
        out.insert(rng.randrange(len(out) + 1), attack_on(rng, [text]))
    return out


def made(programs, parts, stated):
    """Certifies the parts of a page, creates the page, and judges it.

    Args:
        programs: the programs.
        parts: those of `drawn`.
        stated: by expression its hypotheses, or its refusal.

    Returns:
        An object with the sentences, the refusals, and the problems found.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, out = pathlib.Path(name), {"parts": [], "sentences": [], "problems": []}
        files = []
        for i, one in enumerate(parts):
            path = folder / f"{i + 1}.json"
            refusal = _certified(programs, one, path, stated, out["problems"])
            out["parts"].append({"words": one.words} | ({"refusal": refusal} if refusal else {}))
            if not refusal:
                files.append(path)
        if files:
            _page(programs, files, folder / "page.json", out)
        return out


def _certified(programs, one, path, stated, problems):
    """Writes one certificate file. Returns the reason of a rejection; empty without one."""
    words = [programs.program, "certify", *one.words, "--digits", interfaces.DIGITS]
    code, _, error = interfaces.run([*words, "--timeout", SECONDS, "-o", path])
    mixed = any(stated[x].get("hypotheses", {}).get("relation") == "mixed" for x in one.subjects)
    # A claim that is not decided in time has no certificate.
    in_time = one.words[0] != "audit" or "time ran out" not in error
    problems += interfaces.missing_warning(f"certify {one.words[0]}", mixed, path.exists(), error) if in_time else []
    refusals = [stated[x]["refusal"] for x in one.subjects if "refusal" in stated[x]]
    if code == 2 or not path.exists():
        why = interfaces.reason(error)
        if refusals and not any(x in why for x in refusals):
            problems.append(f"certify {one.words[0]} says otherwise: {why}")
        return why
    if refusals:
        problems.append(f"certify {one.words[0]} answers what is refused: {refusals[0]}")
    return ""


def _page(programs, files, path, out):
    certificates = [x for file in files for x in sentences.certificates_in(file)]
    words = [programs.program, "statement", *files, "--timeout", SECONDS, "-o", path]
    code, _, error = interfaces.run(words)
    mixed = any("mixed" in sentences.relations_of(x) for x in certificates)
    if mixed:
        named = "unlike neighbours" in error and " beside " in error
        out["refusal"] = interfaces.reason(error)
        out["problems"] += [] if code == 2 and named else [f"the page of a mixed pair: {error.strip()}"]
        return
    if not path.exists():
        out["refusal"] = interfaces.reason(error)
        end = out["refusal"].rpartition("no statement written")[2]
        undecided = "time ran out" in end or ("unconfirmed" in end and "refuted" not in end)
        out["problems"] += [] if undecided else [f"no page: {error.strip()}"]
        return
    page = json.loads(path.read_text("utf-8"))
    out["sentences"] = page["headlines"]
    out["tables"] = [group["words"] + [row["meaning"] for row in group["rows"]] for group in page["groups"]]
    out["problems"] += sentences.problems(page, certificates)
    _, answer, _ = interfaces.run([programs.implied], "\t".join(map(str, files)) + "\n")
    out["problems"] += [f"not implied: {x}" for x in json.loads(answer).get("faults", ["no page"])]
