"""Shared parts of the tests: synthetic records of `verify` and `claims`, and pages as a browser parses them."""

import json
import os
import tempfile
import unittest
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

# An escape, a NUL, a line end, a mark that reverses the text direction, a lone surrogate.
HOSTILE = "a\x1b[2J\0b\n99 claims: 99 sound\u202e\u2066\x85|`<i>"
slow = unittest.skipIf(os.environ.get("PLUMBLINE_TESTS") == "quick", "slow")
quick = unittest.skipIf(os.environ.get("PLUMBLINE_TESTS") == "slow", "quick")


class FolderCase(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name: str, content) -> Path:
        """Writes text, bytes, an object as JSON, or a list of objects as lines."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(json.dumps(one) + "\n" for one in content)
        elif isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def assert_all_in(self, wanted, text: str) -> None:
        for one in wanted:
            self.assertIn(one, text)


def is_harmless(text: str, lines: bool = True) -> bool:
    """Returns True if the text contains no terminal commands, direction marks or line ends."""
    return not any((ord(c) < 0x20 and not (lines and c == "\n")) or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"
                   or 0xD800 <= ord(c) < 0xE000 for c in text)


class _Reading(HTMLParser):
    VOID = {"meta", "br", "img", "wbr", "hr", "input", "link", "path", "line", "circle", "rect", "use", "polygon", "stop"}

    def __init__(self) -> None:
        super().__init__()
        self.open, self.fault, self.links, self.ids = [], "", [], []

    def handle_starttag(self, tag, attributes) -> None:
        for name, value in attributes:
            if name in ("href", "src"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag) -> None:
        if tag in self.VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.fault = self.fault or f"</{tag}> closes <{self.open[-1] if self.open else ''}>"
        else:
            self.open.pop()


def reading(html: str) -> _Reading:
    out = _Reading()
    out.feed(html)
    out.close()
    if not out.fault and out.open:
        out.fault = f"<{out.open[-1]}> is not closed"
    return out


def malformed(html: str) -> str:
    """Returns the reason why a page is not well-formed; empty if it is."""
    return reading(html).fault


@dataclass
class NightPlan:
    """The differences of one night from the other nights."""

    night: int = 1
    value_seconds: float = 2.0
    """of each certified value"""
    looseness: str = "0.0100"
    """of the bound of the accountant "tight\""""
    verdict: str = "sound"
    """on the claim of the accountant "fair\""""
    lower: str = "0.126936737506643"
    upper: str = "0.126936737506644"
    digits: float = 15.2
    claims: int = 3


def result(plan: NightPlan, k: int) -> dict:
    return {"file": "cases/a.toml", "case": f"c{k}", "quantity": "delta", "mechanism": "gaussian(sigma=1)", "other": None,
            "direction": "worst", "at": {"epsilon": "1"}, "lower": plan.lower, "upper": plan.upper, "digits": plan.digits,
            "digits_asked": 15, "engine": "closed_form", "seconds": plan.value_seconds, "reached": True, "verdict": "agrees",
            "judged": [{"approximation": "clt", "verdict": "measured", "seconds": 0.1,
                        "relative_error": {"lower": "0.1", "upper": "0.11"}}]}


def claim(tool: str = "a tool", verdict: str = "sound", **more) -> dict:
    """Returns a line of claims.jsonl, a bound of delta."""
    violated = verdict == "violated"
    return {"file": "cases/b.jsonl", "line": 1, "tool": tool, "method": "pld", "verdict": verdict,
            "grade": "material" if violated else None, "lower": "0.1", "upper": "0.2", "against": "delta(epsilon=1)",
            "looseness": None if violated else "0.02", "seconds": 0.2, "truth": {"lower": "0.1", "upper": "0.2"},
            "absolute_error": None, "relative_error": {"lower": "-0.01", "upper": "-0.01"} if violated else None,
            "engine": "closed_form", "steps": 1.0, "version": "1", "options": {}, "mechanism": "gaussian(sigma=1)",
            "direction": "worst", "adjacency": "worst", "quantity": "delta", "at": {"epsilon": "1"}, "kind": "upper",
            "value": "0.5", "tool_seconds": 0.5, "standing": "documented",
            "replay": "plumbline delta 'gaussian(sigma=1)' --epsilon 1 --direction worst",
            "shown": {"mechanism": "gaussian(sigma=1), worst", "question": "delta(epsilon=1)",
                      "claim": "delta(epsilon=1) <= 0.5", "truth": "[0.1, 0.2]"}} | more


def night_claim(tool: str, k: int, verdict: str, looseness: str) -> dict:
    return claim(tool, verdict, line=k, looseness=looseness if verdict == "sound" else None,
                 mechanism=f"laplace(b=1)^{k}", tool_seconds=3)


def write_results(case: FolderCase, plan: NightPlan) -> Path:
    """Writes the --out folder of this night."""
    out = f"out-{plan.night}"
    case.write(f"{out}/run.json", {"version": "0", "build": {"version": "0", "flint": "3"}, "shard": None,
                                   "seconds": plan.night, "exit_code": 0})
    case.write(f"{out}/results.jsonl", [result(plan, k) for k in (1, 2, 3)])
    claims = []
    for k in range(1, plan.claims + 1):
        claims.append(night_claim("tight", k, "sound", plan.looseness if k == 2 else "0.02"))
        claims.append(night_claim("fair", k, plan.verdict if k == 3 else "sound", "0.03"))
    case.write(f"{out}/claims.jsonl", claims)
    return case.folder / out
