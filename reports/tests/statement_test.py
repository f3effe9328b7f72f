"""Tests the statement about certificates: the page has every number of the record unchanged."""

import io
from contextlib import redirect_stdout

from plumbline_reports.files import Refused
from plumbline_reports.statement import FORMAT, read_statement, write_statement
from support import HOSTILE, FolderCase, is_harmless, malformed, quick


def record(**more):
    row = {"meaning": "delta at epsilon 1", "value": "0.12693673750664394…", "lower": "0.126936737506643945",
           "upper": "0.126936737506643946", "digits": "17.9", "verdict": "confirmed", "again": "another engine", "second": ""}
    return {"format": FORMAT, "title": "Model 7", "summary": ["For: Team A.", "1 certificate from the file a.json."],
            "groups": [{"mechanism": "gaussian(sigma=1)", "words": ["Gaussian noise.", "Both directions."], "rows": [row]}],
            "how_to_check": ["The file is all that is needed."], "commands": ["sha256sum a.json", "plumbline check a.json"],
            "rests_on": ["the proofs;"], "does_not_say": ["who wrote it."]} | more


@quick
class StatementTest(FolderCase):
    def pages(self, one):
        path = self.write("record.json", one)
        for name in ("page.html", "page.md"):
            write_statement(path, str(self.folder / name))
        html = self.read("page.html")
        self.assertEqual(malformed(html), "")
        return html, self.read("page.md")

    def test_every_number_is_as_the_program_wrote_it(self):
        html, markdown = self.pages(record())
        for part in ("0.12693673750664394…", "0.126936737506643945", "0.126936737506643946", "17.9"):
            self.assertIn(part, html)
            self.assertIn(part, markdown)
        self.assertIn('<dd class="confirmed">confirmed by another engine</dd>', html)
        self.assertIn("| delta at epsilon 1 | 0.12693673750664394… | 0.126936737506643945 | 0.126936737506643946 | 17.9 | "
                      "confirmed (another engine) |\n", markdown)
        self.assertIn("\n    sha256sum a.json\n    plumbline check a.json\n\n## What it rests on\n", markdown)
        self.assertTrue(markdown.endswith("- who wrote it.\n"))
        self.assertNotIn("http", html)

    def test_what_is_promised_stands_beside_what_was_found(self):
        both = {"quantity": "epsilon at delta = 1e-5", "found": "2.804807278463001720", "promised": "1.271087766943598467",
                "words": "MORE WAS FOUND THAN IS PROMISED <here>"}
        html, markdown = self.pages(record(together=[both]))
        self.assertIn("| epsilon at delta = 1e-5 | 2.804807278463001720 | 1.271087766943598467 | MORE WAS FOUND", markdown)
        self.assertIn('<dd class="number">1.271087766943598467</dd>', html)
        self.assertNotIn('<section class="short">', html)  # whose lines do not wrap
        self.assertIn("&lt;here&gt;", html)
        self.assertNotIn("Promised at most", "".join(self.pages(record())))
        for wrong in ([{**both, "found": 2.8}], [1], {"a": 1}):
            with self.assertRaises(Refused):
                read_statement(self.write("record.json", record(together=wrong)))

    def test_a_picture_shows_the_rates_that_an_attack_may_have(self):
        rates = {"at": ["0.01", "0.1", "1"], "curves": [{"name": "<one>", "rates": ["0.03", "0.3", "1"]}]}
        html, _ = self.pages(record(rates=rates))
        self.assertIn('<figure class="rates">', html)
        self.assertIn("&lt;one&gt;", html)
        self.assertIn("guessing", html)
        self.assertNotIn("<figure", self.pages(record(rates={"at": [], "curves": []}))[0])
        for wrong in ([], {"at": ["1"], "curves": [{"name": "a", "rates": []}]}, {"at": [1], "curves": []}):
            with self.assertRaises(Refused):
                read_statement(self.write("record.json", record(rates=wrong)))

    def test_on_standard_output_it_is_markdown(self):
        out = io.StringIO()
        with redirect_stdout(out):
            write_statement(self.write("record.json", record()), "-")
        self.assertTrue(out.getvalue().startswith("# Model 7\n\nFor: Team A.\n\n1 certificate"))

    def test_not_checked_says_so_and_has_no_ends(self):
        one = record()
        one["groups"][0]["rows"][0] |= {"lower": "", "upper": "", "digits": "", "again": "", "verdict": "not checked in this "
                                        "run", "value": "not proved", "second": "refuted"}
        html, markdown = self.pages(one)
        self.assertNotIn("at least", html)
        self.assertIn('<dd class="unchecked">not checked in this run</dd>', html)
        self.assertIn('<dd class="unchecked">refuted</dd>', html)
        self.assertIn("not checked in this run; second checker: refuted |", markdown)

    def test_a_number_that_is_no_string_is_refused(self):
        for name, value in (("lower", 0.1269), ("value", None), ("digits", 17.9)):
            one = record()
            one["groups"][0]["rows"][0][name] = value
            with self.assertRaisesRegex(Refused, "is no record of a statement"):
                read_statement(self.write("record.json", one))
        for bad in ("{", {"format": "other"}, record(summary="x"), record(groups=[{}]), record(title=3)):
            with self.assertRaisesRegex(Refused, "is no record of a statement"):
                read_statement(self.write("record.json", bad))
        with self.assertRaisesRegex(Refused, "cannot be read"):
            read_statement(self.folder / "none")

    def test_names_are_hostile(self):
        one = record(**{name: [HOSTILE] for name in ("summary", "how_to_check", "commands", "rests_on", "does_not_say")},
                     title=HOSTILE)
        one["groups"][0] |= {"mechanism": HOSTILE, "words": [HOSTILE]}
        one["groups"][0]["rows"][0] = {name: HOSTILE for name in one["groups"][0]["rows"][0]}
        html, markdown = self.pages(one)
        self.assertTrue(is_harmless(html) and is_harmless(markdown))
        self.assertNotIn("<i>", html)
        # Outside of code it is not a tag in Markdown either.
        self.assertNotIn("<i>", "".join(line for line in markdown.split("\n") if not line.startswith("    ")))
