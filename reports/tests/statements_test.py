"""Tests the page of the papers' statements: its verdicts only depend on results, and the committed copy is current.
"""

import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from plumbline_reports.report import write_report
from plumbline_reports.results import RunResults
from plumbline_reports.statements import AGREES, NOT_RUN, OPEN, ROUNDS, WRONG, standing_of, statements_markdown
from support import HOSTILE, FolderCase, is_harmless, quick, slow

ROOT = Path(__file__).resolve().parent.parent.parent


def value_with(ids, verdict, checks=False, **more):
    out = {"statements": ids, "case": "c", "file": "f.toml", "quantity": "tv", "lower": "0.5", "upper": "0.51",
           "mechanism": "m", "direction": "worst", "verdict": verdict, "expect": "0.5" if verdict else None}
    return out | ({"checks": []} if checks else {}) | more


def statement(identifier, where="w", states="s", **more):
    return {"id": identifier, "where": where, "states": states, "tests": [], "proofs": [], "undecidable": "", "note": "",
            "disputes": [], "unjudged": []} | more


def dispute(identifier, kind, where="w", printed="a", correct="b", **more):
    return {"id": identifier, "where": where, "printed": printed, "correct": correct, "kind": kind, "cause": "",
            "reading": ""} | more


@quick
class StatementsTest(unittest.TestCase):
    def assert_stands(self, state, *values):
        self.assertEqual(standing_of("X-1", RunResults(values=list(values))).state, state)

    def test_a_verdict_needs_a_certified_value_that_gives_it(self):
        self.assert_stands(NOT_RUN)
        self.assert_stands(NOT_RUN, value_with(["X-2"], "agrees", True))
        self.assert_stands(NOT_RUN, value_with(["X-1"], None))
        self.assert_stands(ROUNDS, value_with(["X-1"], "agrees"))
        self.assert_stands(AGREES, value_with(["X-2", "X-1"], "agrees", True))
        disputed = value_with(["X-1"], "disputed", True)
        self.assert_stands(WRONG, value_with(["X-1"], "agrees", True), disputed)
        for verdict in ("differs", "undecided", "stale_dispute"):
            self.assert_stands(OPEN, disputed, value_with(["X-1"], verdict, True))

    def test_a_value_that_is_only_judged_counts_by_its_tolerance(self):
        def judged(**more):
            return value_with(["X-1"], None, judged=[{"approximation": "clt"} | more])
        self.assert_stands(AGREES, judged(within_tolerance=True))
        self.assert_stands(OPEN, judged(within_tolerance=False))
        self.assert_stands(NOT_RUN, judged())
        # Printed digits of the answer of a method count like those of a value.
        self.assert_stands(ROUNDS, judged(expect_verdict="agrees"))
        self.assert_stands(OPEN, judged(expect_verdict="differs"))

    def paper(self):
        return {"file": "s.toml", "paper": "A paper", "key": "X", "statements": [
            statement("X-1", "(1)", "states *one*"),
            statement("X-2", "(2)", tests=["a test"], proofs=["BOUND(B)"]), statement("X-3", "(3)", undecidable="no numbers"),
            statement("X-4", "(4)", proofs=["a proof"], disputes=["E-3"])], "disputes": [
                dispute("E-1", "misprint", "(1)", "min", "max", cause="a slip"), dispute("E-2", "no error", "(2)"),
                dispute("E-3", "imprecise", "(3)", reading="a letter")]}

    def test_what_stands_on_it(self):
        values = [value_with(["X-1", "E-1"], "disputed", True), value_with(["E-2"], "agrees", True)]
        page = statements_markdown([self.paper()], RunResults(values=values))
        for line in ("### X-1, (1): misprint\n\nstates \\*one\\*\n", "### X-2, (2): settled by test or proof",
                     '- On random parameters: test "a test"\n- Proof: BOUND(B)\n', "### X-3, (3): not decidable from the text",
                     "### X-4, (4): imprecise (by reading)", "### E-1, (1): confirmed: misprint",
                     "### E-2, (2): refuted: no error", "### E-3, (3): imprecise (by reading)", "- Probable cause: a slip",
                     "**contradicted**", "| X | 4 | 0 | 0 | 1 | 0 | 1 | 1 | 1 | 0 |", "**Misprints: 1**"):
            self.assertIn(line, page)
        # The index of wrong statements links to it.
        headings = {re.sub(r"[^a-z0-9_-]", "", line[4:].replace(" ", "-").lower())
                    for line in page.split("\n") if line.startswith("### ")}
        links = re.findall(r"^- \[E-\d\]\(#([^)]*)\)", page, re.M)
        self.assertEqual(len(links), 3)
        self.assertLessEqual(set(links), headings)
        # Without the values nothing is asserted.
        empty = statements_markdown([self.paper()], RunResults())
        self.assertIn("### X-1, (1): not in this run", empty)
        self.assertIn("### E-1, (1): not in this run", empty)
        self.assertNotIn("confirmed: misprint", empty)

    def test_what_is_repeated_and_not_judged_is_said(self):
        paper = self.paper()
        paper["statements"][1]["unjudged"] = ["it takes *weeks*"]
        page = statements_markdown([paper], RunResults())
        self.assertIn("## Repeated, not judged\n\n- X-2: it takes \\*weeks\\*\n", page)
        self.assertIn("- Proof: BOUND(B)\n- Repeated, not judged: it takes \\*weeks\\*\n", page)
        self.assertNotIn("## Repeated, not judged", statements_markdown([self.paper()], RunResults()))

    def test_a_statement_may_be_wrong_by_a_value_and_by_reading(self):
        paper = self.paper()
        paper["statements"][0]["disputes"] = ["E-3"]
        page = statements_markdown([paper], RunResults(values=[value_with(["X-1", "E-1"], "disputed", True)]))
        self.assertIn("### X-1, (1): misprint\n\nstates \\*one\\*\n\n- E-1: Printed: min. Correct: max.\n"
                      "- E-3: Printed: a. Correct: b.\n",
                      page)

    def test_each_printed_item_has_its_correction(self):
        paper = self.paper()
        paper["disputes"][0] |= {"printed": "a | b", "correct": "c | d"}
        page = statements_markdown([paper], RunResults(values=[value_with(["X-1", "E-1"], "disputed", True)]))
        self.assertIn("- E-1: (1) Printed: a. Correct: c. (2) Printed: b. Correct: d.\n", page)
        self.assertIn("\n\n(1) Printed: a. Correct: c.\n\n(2) Printed: b. Correct: d.\n\n", page)
        paper["disputes"][0]["correct"] = "c"
        self.assertIn("- E-1: Printed: a \\| b. Correct: c.\n", statements_markdown(
            [paper], RunResults(values=[value_with(["X-1", "E-1"], "disputed", True)])))

    def test_evidence_of_a_case_is_a_line_with_how_often(self):
        values = [value_with(["X-1"], "agrees", at={"alpha": a}, mechanism="m|n") for a in ("0.1", "0.2", "0.3")]
        page = statements_markdown([self.paper()], RunResults(values=values))
        self.assertIn("- tv(alpha=0.1) of `m|n` = [0.5, 0.51]; stated: 0.5: agrees (f.toml, c); the same verdict at 2 more "
                      "points\n".replace("[", "\\[").replace("]", "\\]"), page)

    def test_names_are_hostile(self):
        paper = self.paper() | {"paper": HOSTILE, "key": HOSTILE}
        paper["statements"][0] |= {"states": HOSTILE, "where": HOSTILE, "note": HOSTILE}
        values = [value_with(["X-1", "E-1"], "disputed", True, dispute=HOSTILE, mechanism=HOSTILE, case=HOSTILE,
                             where={HOSTILE: HOSTILE})]
        self.assertTrue(is_harmless(statements_markdown([paper], RunResults(values=values))))


@slow
@unittest.skipUnless(os.environ.get("PLUMBLINE_PROGRAM"), "PLUMBLINE_PROGRAM names no program")
class PapersTest(FolderCase):
    def test_the_committed_page_is_that_of_the_cases(self):
        # This file takes long, and it names no statement, so that the page does not depend on it.
        shutil.copytree(ROOT / "cases/papers", self.folder / "cases/papers",
                        ignore=shutil.ignore_patterns("dp-sgd-settings.toml"))
        done = subprocess.run([os.environ["PLUMBLINE_PROGRAM"], "verify", "cases/papers", "--out", str(self.folder)],
                              cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        write_report(self.folder, False)
        committed = (ROOT / "docs/papers/statements.md").read_text(encoding="utf-8")
        self.assertEqual(self.read("statements.md").split("\n"), committed.split("\n"),
                         "run ./dev statements and commit docs/papers/statements.md")
        self.assertNotIn("OPEN", committed)
        self.assertNotIn("not in this run", committed)
