"""Tests accountants.html and accountants.md, created from verdicts."""

import json
import unittest

from plumbline_reports.claims import ClaimsSummary, KeptLine, KeptLines, LogHistogram, delta_regime_name, steps_regime_name
from plumbline_reports.files import Refused
from plumbline_reports.scoreboard import (markdown_tables, scoreboard_html, scoreboard_markdown, write_scoreboard)
from plumbline_reports.whole_profiles import NEEDED, read_whole_profiles
from support import HOSTILE, FolderCase, claim, is_harmless, malformed, quick


def summary_of(*verdicts):
    out = ClaimsSummary()
    for verdict in verdicts:
        out.add(json.loads(json.dumps(verdict)))
    return out


def violated(size, grade="material", **more):
    return claim(verdict="violated", grade=grade, relative_error={"lower": f"-{size}", "upper": f"-{size}"}, **more)


@quick
class ScoreboardTest(unittest.TestCase):
    def page(self, *verdicts):
        html = scoreboard_html(summary_of(*verdicts), {})
        self.assertEqual(malformed(html), "")
        return html

    def test_one_page_escaped_that_refers_to_nothing_outside(self):
        verdicts = [claim("<b>", method="a|b"), claim("a tool", "violated")]
        html, markdown = self.page(*verdicts), scoreboard_markdown(summary_of(*verdicts), {})
        self.assertNotIn("<b>", html)
        self.assertIn("&lt;b&gt;", html)
        self.assertIn("prefers-color-scheme: dark", html)
        self.assertNotIn("http", html)
        self.assertIn("a\\|b", markdown)
        for table in markdown_tables(summary_of(*verdicts)):
            self.assertTrue(all(len(row) == len(table.columns) for row in table.rows), table.title)

    def test_contents_a_section_for_each_tool_and_every_violation(self):
        shown = {"mechanism": "gaussian(sigma=17.8), worst", "exact": "gaussian(sigma=0x1.1cp+4)"}
        verdicts = [violated("0.1", tool="first tool", shown=shown | {"claim": f"delta(epsilon=0) <= {value}"})
                    for value in ("0.0224", "0.001", "0.002", "0.003")]
        verdicts += [claim("second"), claim("second", by_tolerance=True, shown=shown | {"note": "holds only by its tolerance"})]
        html = self.page(*verdicts)
        self.assertEqual(html.count('<a href="#tool-first-tool">'), 2)  # contents, and the table of methods
        for tool in ("first-tool", "second"):
            self.assertEqual(html.count(f'<h2 id="tool-{tool}">'), 1)
        for value in ("0.0224", "0.001", "0.002", "0.003"):
            self.assertIn(f"delta(epsilon=0) &lt;= {value}<", html)
        for part in ("<code>gaussian(sigma=17.8),<wbr> worst</code>", "exact numbers", "holds only by its tolerance",
                     "<summary>all 4 material</summary>", "A bound that holds only by its tolerance"):
            self.assertIn(part, html)

    def test_a_tools_name_forges_no_line(self):
        forged = "acme\n9999 claims in 1 s: 9999 sound, 0 violated\x1b[2J\u202e\x07"
        pages = [scoreboard_markdown(summary_of(claim(name, "violated", method=name, version=name, options={"x": name},
                                                      shown={"claim": name, "options": name, "note": name})), {})
                 for name in ("acme", forged)]
        self.assertTrue(is_harmless(pages[1]))
        self.assertEqual(pages[0].count("\n"), pages[1].count("\n"))
        self.assertNotIn("\n9999 claims", pages[1])
        hostile = {name: HOSTILE for name in ("tool", "method", "version", "replay", "file", "mechanism")}
        html = self.page(claim(**hostile, options={HOSTILE: HOSTILE}), violated("1", **hostile, shown={
            name: HOSTILE for name in ("mechanism", "claim", "truth", "note", "exact", "options", "installations")}))
        self.assertTrue(is_harmless(html))
        self.assertNotIn("<i>", html)

    def test_what_counts_apart_is_apart(self):
        basis = {"id": "b", "kind": "reading", "words": "taken for a bound", "where": ["x.py:1"],
                 "other_reading": "an estimate.", "other_verdict": "estimate"}
        summary = summary_of(violated("0.5"), violated("2", "gross", standing="reading", rests_on=basis),
                             violated("3", "gross", grade_that_counts=""))
        self.assertEqual((summary.documented.violated, summary.documented.gross), (2, 0))
        html, markdown = scoreboard_html(summary, {}), scoreboard_markdown(summary, {"seconds": 12.4})
        self.assertEqual(malformed(html), "")
        for part in ('<h2 id="apart">', "taken for a bound", "an estimate. By that: estimate.", "x.py:1",
                     "pld, by a reading", '<span class="soft">1 material; 1 apart</span>'):
            self.assertIn(part, html)
        self.assertTrue(markdown.startswith(
            "# Accountants\n\n3 claims in 12 s: 0 sound, 2 violated (0 gross, 1 material, 0 numerical, 0 at rounding level), "
            "0 estimates, 0 undecided, 0 unsupported, 0 without a number or unreadable; apart, by a reading: 1 violated "
            "(1 gross).\n"))
        self.assertIn("## Apart: what these answers rest on", markdown)

    def test_what_a_release_mended_and_broke(self):
        def asked(version, sigma, verdict, grade=None, options=None):
            return claim(verdict=verdict, version=version, mechanism=f"gaussian(sigma={sigma})", grade=grade,
                         options=options or {}, method="fft", shown={"mechanism": f"gaussian(sigma={sigma}), worst",
                                                                     "claim": "delta <= 1"})
        early = [asked("b0, 2024-05-02", 1, "violated", "material")] + [asked("b0, 2024-05-02", n, "sound") for n in (2, 3, 4)]
        late = [asked("1.0, 2025-01", 1, "sound"), asked("1.0, 2025-01", 2, "violated", "gross"),
                asked("1.0, 2025-01", 3, "sound"), asked("1.0, 2025-01", 4, "sound", None, {"grid": 1})]
        for verdicts in (early + late, late + early):  # sorted by their dates
            summary = summary_of(*verdicts)
            (row,) = summary.releases.rows
            self.assertEqual((row.earlier, row.later, row.same, row.fixed, row.broke),
                             ("b0, 2024-05-02", "1.0, 2025-01", 1, 1, 1))
            self.assertEqual([(c.fixed, c.earlier, c.later) for c in row.changes],
                             [(True, "violated (material)", "holds"), (False, "holds", "violated (gross)")])
            self.assertEqual(len(summary.rows), 2)  # each release has a separate row and section
            self.assertIn("What releases changed", self.page(*verdicts))
            self.assertIn("a tool [1.0, 2025-01]", self.page(*verdicts))
            self.assertIn("Verdicts that a release changed", scoreboard_markdown(summary, {}))
        self.assertEqual(summary_of(*early, *early).releases.rows, [])
        self.assertNotIn("What releases changed", self.page(*early))

    def test_medians_and_worst_lines(self):
        h = LogHistogram()
        for x in (0.0, 1e-3, 2.0, 2.0, 1e30):
            h.add(x)
        self.assertAlmostEqual(h.median, 2.0, delta=0.02)
        self.assertEqual((h.largest, h.count, LogHistogram().median), (1e30, 5, 0))
        kept = KeptLines()
        for grade, size in (("material", 0.1), ("gross", 2.0), ("last_digits", 1e-16), ("material", 0.7)):
            kept.add(KeptLine(grade, size, None))
        self.assertEqual([line.size for line in kept.lines], [2.0, 0.7, 0.1, 1e-16])
        self.assertEqual([(grade, len(lines)) for grade, lines in kept.by_grade()],
                         [("gross", 1), ("material", 2), ("last_digits", 1)])
        alone = KeptLines()
        alone.add(KeptLine("gross", 2.0, None))
        self.assertEqual(alone.by_grade(), [])
        self.assertEqual([steps_regime_name(i) for i in (0, 1, 4)], ["N = 1", "1 < N <= 30", "N > 3000"])
        self.assertEqual([delta_regime_name(i) for i in (0, 1, 4)],
                         ["delta >= 0.0001", "1e-08 <= delta < 0.0001", "delta < 1e-20"])


@quick
class ScoreboardFilesTest(FolderCase):
    def test_written_beside_the_verdicts(self):
        with self.assertRaisesRegex(Refused, "has no verdicts"):
            write_scoreboard(self.folder)
        self.write("claims.jsonl", [claim()])
        self.write("claims-run.json", {"seconds": 3.0, "lines": 1})
        self.assertTrue(write_scoreboard(self.folder).startswith("1 claim in 3 s: 1 sound, 0 violated"))
        self.assertIn("1 claim in 3 s", self.read("accountants.html"))
        self.assertEqual(self.read("accountants.md").split("\n")[2][:14], "1 claim in 3 s")

    def test_whole_distributions_are_counted_by_method_with_their_causes(self):
        self.write("claims.jsonl", [claim()])
        names = ("accountant", "release", "method", "side", "counts_as", "shortfall")
        rows = [("dp", "1", "dots, interval 0.01", "pessimistic", "holds", "0"),
                ("dp", "1", "dots, interval 0.1", "pessimistic", "broken by rounding", "2e-13"),
                ("dp", "1", "dots, interval 1", "pessimistic", "broken by rounding", "1.1e-12"),
                ("prv", "2", "eps_error 0.1", "optimistic", "no promise", "1e-3")]
        table = self.folder / "verdicts.tsv"
        table.write_text("".join("\t".join(row) + "\n" for row in (names, *rows)))
        (self.folder / "causes.tsv").write_text(
            "\t".join(("accountant", "release", "method", "side", "replaced", "verdict_then")) + "\n"
            + "\t".join(("dp", "1", "dots, interval 1", "pessimistic", "certified masses", "holds")) + "\n")
        first, second = read_whole_profiles(table)
        self.assertEqual((first.method, first.all, first.counts["holds"], first.largest, first.causes_text),
                         ("dots", 3, 1, "1.1e-12", "certified masses: 1 of 1 hold"))
        self.assertEqual((second.method, second.counts["no promise"]), ("eps_error", 1))
        write_scoreboard(self.folder, table)
        self.assertIn('<h2 id="whole-distributions">', self.read("accountants.html"))
        self.assertEqual(malformed(self.read("accountants.html")), "")
        self.assertIn("| dp | 1 | dots | pessimistic | 3 | 1 |", self.read("accountants.md"))

    def test_what_is_no_table_of_whole_distributions_is_refused(self):
        table = self.folder / "verdicts.tsv"
        with self.assertRaisesRegex(Refused, "no such file"):
            read_whole_profiles(table)
        for text in ("", "a\tb\n1\t2\n", "\t".join(sorted(NEEDED)) + "\n1\tfine\t\t\t\t\n"):
            table.write_text(text)
            with self.assertRaisesRegex(Refused, "is no table|unknown counts_as"):
                read_whole_profiles(table)

    def test_an_interrupted_run_says_so(self):
        self.write("claims.jsonl.part", [claim()])
        self.write("claims-run.json", {"seconds": 3.0, "lines": 9, "interrupted": True})
        self.assertIn("INTERRUPTED: 1 of 9 claims", write_scoreboard(self.folder))

    def test_what_is_no_verdict_is_refused_with_its_line(self):
        good = claim()
        for bad in ('{"file":1}', "{", json.dumps(good | {"verdict": "fine"}), json.dumps(good | {"grade": "bad"}),
                    json.dumps(good | {"tool": 3}), json.dumps(good | {"standing": "x"}), json.dumps(good | {"tool": "\ud800"}),
                    json.dumps(good | {"steps": "many"}), json.dumps(good | {"rests_on": 3})):
            self.write("claims.jsonl", json.dumps(good) + "\n" + bad + "\n")
            with self.assertRaisesRegex(Refused, "claims.jsonl:2: is no verdict"):
                write_scoreboard(self.folder)
