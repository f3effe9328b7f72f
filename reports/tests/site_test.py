"""Tests the site: every page is well-formed, every link has a target, no external resources, names are escaped."""

import json
import os
import posixpath
import shutil
import stat
import unittest

from plumbline_reports.files import Refused
from plumbline_reports.history import History
from plumbline_reports.markdown_html import markdown_html
from plumbline_reports.night import read_night
from plumbline_reports.site import write_site
from plumbline_reports.site_calculator import calculator_state
from plumbline_reports.site_options import SiteOptions
from plumbline_reports.site_certificates import certify_words
from plumbline_reports.site_data import SiteData, family_of
from plumbline_reports.site_folder import accountant_place, date_in, path_from
from support import HOSTILE, FolderCase, NightPlan, claim, is_harmless, malformed, quick, reading, write_results

# A stand-in for the program, which writes a certificate to the given file.
PROGRAM = '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho "{\\"quantity\\":\\"delta\\"}" > "$2"\n'


class SiteCase(FolderCase):
    """A site of a small checkout, with three nights."""

    def make(self, claims=(), **more):
        with History(self.folder / "history", True) as history:
            for number in (1, 2, 3):
                plan = NightPlan(night=number, verdict="violated" if number == 3 else "sound")
                night = read_night(write_results(self, plan))
                night.time, night.commit = f"2026-03-0{number}T02:00:00Z", f"{number:040x}"
                history.add(night)
        dates = {"version": "1, 2026-01-02"}
        gross = dates | {"grade": "gross", "relative_error": {"lower": "-0.92", "upper": "-0.92"}}
        self.write("out-1/claims.jsonl", [
            claim("good & <fast>", **dates), claim("bad", "violated", **gross, file="cases/accountants/bad.jsonl"),
            claim("bad", "violated", value="0.1269", **dates, replay="plumbline tv 'gaussian(sigma=1)'"),
            claim("bad", "estimate", kind="estimate", relative_error={"lower": "0.02", "upper": "0.02"}, **dates),
            claim("bad", version="2, 2026-05"), *claims])
        self.write("root/README.md", "# Top\n\n[method](docs/method.md#two-words)\n")
        self.write("root/docs/method.md", "# Method <b>\n\n## Two words\n\n| a | b |\n|---|---|\n| `x<y` | 2 |\n\n"
                   "![p](pictures/p.svg) [source](../verify/x.cpp) [top](../README.md) [out](../../secret.svg)\n\n"
                   "<script>alert(1)</script>\n\n[bad](javascript:alert(1))\n")
        self.write("root/cases/asked.tsv", "# of one\naccountants/bad.jsonl\t2026-02-03\n")
        self.write("root/docs/pictures/p.svg", "<svg/>")
        self.write("secret.svg", "<svg/>")
        self.write("root/docs/papers/statements.md", "# What\n\n[m](../method.md)\n")
        self.write("root/vectors/gaussian.json", {"numberOfTests": 780})
        self.write("root/vectors/cards/bad.md", "# bad 1.0, a card\n\nIts text.\n")
        self.write("root/cases/certificates/c.json", {"certificates": [{
            "quantity": "tv", "mechanism": "laplace(b=1)", "at": {}, "lower": "0.39", "upper": "0.40"}]})
        self.write("root/rocq/headlines.json", {"certificates": [{
            "quantity": "tv", "mechanism": "laplace(b=1)", "at": {}, "lower": "0.39", "upper": "0.40",
            "check": {"verdict": "confirmed"}, "second": {"verdict": "not decided"},
            "kernel": {"verdict": "confirmed", "lower": "0.3", "upper": "0.4"}}]})
        program = self.write("program", PROGRAM)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        options = SiteOptions(self.folder / "site", self.folder / "root", self.folder / "out-1", self.folder / "history",
                              program=str(program), **more)
        self.pages, self.certificates = write_site(options)

    def page(self, name):
        return self.read(f"site/{name}")

    def all_pages(self):
        return sorted((self.folder / "site").rglob("*.html"))


@quick
class SiteTest(SiteCase):
    def setUp(self):
        super().setUp()
        self.make()

    def test_all_pages_are_there_well_formed_and_each_link_leads_to_something(self):
        pages = self.all_pages()
        self.assertEqual(len(pages), self.pages)
        self.assertGreaterEqual(len(pages), 12)
        ids = {page: reading(page.read_text()).ids for page in pages}
        links = 0
        for page in pages:
            read = reading(page.read_text())
            self.assertEqual(read.fault, "", page)
            self.assertEqual(len(set(ids[page])), len(ids[page]), page)
            for link in read.links:
                self.assertNotIn("://", link)  # no external resources
                file, _, part = link.partition("#")
                target = (page.parent / file).resolve() if file else page
                self.assertTrue(target.is_file(), f"{page}: {link}")
                self.assertTrue(not part or part in ids[target], f"{page}: {link}")
                links += 1
        self.assertGreater(links, 100)

    def test_what_is_judged_is_escaped_sortable_and_to_be_filtered(self):
        index = self.page("index.html")
        self.assertNotIn("<fast>", index)
        self.assert_all_in(["good &amp; &lt;fast&gt;", 'data-mechanism="gaussian"', 'data-release="2026-01-02"',
                            'data-regime="one step"', '<th scope="col" aria-sort="none"><button type="button">',
                            f'href="{accountant_place("good & <fast>")}"', 'class="skip" href="#content"', "<caption>"], index)

    def test_one_row_for_each_accountant_comes_first_with_violations_on_top(self):
        index = self.page("index.html")
        table = index[index.index('id="accountants"'):index.index('id="board"')]
        bad, good = (table.index(f'href="{accountant_place(tool)}"') for tool in ("bad", "good & <fast>"))
        self.assertLess(bad, good)
        row = table[bad:good]
        self.assert_all_in(["92 %", "2 %", "501 ms", "200 ms", "2026-02-03", "gaussian"], row)
        self.assertNotIn("2026-02-03", table[good:])
        self.assertIn("To dispute a verdict", index)

    def test_libraries_have_a_table_of_their_own(self):
        self.assertNotIn('id="libraries"', self.page("index.html"))
        shutil.rmtree(self.folder / "site")
        shutil.rmtree(self.folder / "history")
        promised = {"version": "1, 2026-01-02", "file": "cases/libraries/promiser-1.jsonl"}
        self.make([claim("promiser", "violated", grade="material", relative_error={"lower": "-0.4", "upper": "-0.4"},
                         **promised), claim("promiser", "undecided", **promised)])
        self.write("root/cases/asked.tsv", "")
        index = self.page("index.html")
        accountants = index[index.index('id="accountants"'):index.index('id="libraries"')]
        libraries = index[index.index('id="libraries"'):index.index('id="board"')]
        place = f'href="{accountant_place("promiser")}"'
        self.assertNotIn(place, accountants)
        self.assert_all_in([place, "40 %", 'data-bounds="materially violated"'], libraries)
        self.assertNotIn(f'href="{accountant_place("bad")}"', libraries)

    def test_an_accountants_page_has_its_looseness_and_time_beside_ours(self):
        page = self.page("accountants/bad.html")
        self.assert_all_in(["How loose is it?", "How long does it take?", "plumbline", "last asked on 2026-02-03",
                            "To dispute a verdict"], page)

    def test_an_accountants_page_has_violations_to_replay_certificates_card_and_nights(self):
        page = self.page("accountants/bad.html")
        self.assert_all_in(["plumbline delta &#39;gaussian(sigma=1)&#39; --epsilon 1", "bad 1.0, a card", "Its text.",
                            "How many bounds are violated,<wbr> night by night?", "92 %, gross",
                            'href="../certificates/bad-1.json"'], page)
        self.assertEqual(self.certificates, 1)
        self.assertEqual(json.loads(self.page("certificates/bad-1.json")), {"quantity": "delta"})
        self.assert_all_in(["bad-1.json", "tv of laplace(b=1) in [0.39,<wbr> 0.40]", "second checker", "not decided",
                            "confirmed within [0.3, 0.4]"], self.page("certificates.html"))

    def test_what_releases_changed_on_a_page_and_on_that_of_the_accountant(self):
        for place in ("releases.html", "accountants/bad.html"):
            page = self.page(place)
            self.assert_all_in(['data-change="fixed"', "violated (gross)", "holds",
                                '1, <span class="whole">2026-01-02<', '2, <span class="whole">2026-05<'], page)
            self.assertNotIn('data-change="broke"', page)
        self.assertNotIn("by-release", self.page(accountant_place("good & <fast>")))

    def test_each_night_has_a_page_and_what_changed_is_to_be_filtered(self):
        self.assert_all_in(['href="nights/3.html"', 'data-change="verdict"', 'data-month="2026-03"'],
                           self.page("nights.html"))
        last = self.page("nights/3.html")
        self.assert_all_in(['href="2.html">the night before', "laplace(b=1)^", 'data-bounds="violated"'], last)
        self.assertNotIn("the night after", last)
        self.assertIn("<p>Nothing.</p>", self.page("nights/2.html"))
        self.assertNotIn("What changed", self.page("nights/1.html"))

    def test_documents_keep_their_links_and_what_is_no_page_is_no_link(self):
        page = self.page("docs/method.html")
        self.assert_all_in(["<h1>Method &lt;b&gt;</h1>", '<h2 id="two-words">Two words</h2>', "<code>x&lt;y</code>",
                            'src="pictures/p.svg"', '<a href="README.html">top</a>', '<th scope="col">'], page)
        for stranger in ('x.cpp">', "<script>alert", "javascript:alert(1)\"", "secret.svg"):
            self.assertNotIn(stranger, page)
        self.assertIn('href="method.html#two-words"', self.page("docs/README.html"))
        self.assertIn('href="docs/method.html"', self.page("statements.html"))
        self.assertIn("780", self.page("vectors.html"))


@quick
class CalculatorTest(SiteCase):
    def test_where_it_was_built_values_lead_to_it(self):
        built = self.write("calculator.html", '<!doctype html>\n<html lang="en">\n<title>calculator</title>\n')
        self.make(calculator=built)
        self.assertIn('<html data-site lang="en">', self.page("calculator.html"))
        self.assertIn('<a href="calculator.html">Calculator</a>', self.page("index.html"))
        state = "#compare?first=gaussian%28sigma%3D1%29&amp;second=&amp;quantity=tv"
        self.assertIn(f'href="../calculator.html{state}', self.page(accountant_place("bad")))
        families = "".join(page.read_text() for page in (self.folder / "site/mechanisms").glob("*.html"))
        self.assertIn('href="../calculator.html#compare?first=', families)

    def test_elsewhere_no_page_speaks_of_it(self):
        self.make(calculator=self.folder / "none.html")
        for page in self.all_pages():
            self.assertNotIn("calculator", page.read_text(), page)


@quick
class HostileTest(SiteCase):
    def test_names_of_others_stay_inside(self):
        os.symlink(self.folder, self.folder / "elsewhere")
        names = ["index", "Index", "acme", "Acme", "../../x", HOSTILE, "a" * 300]
        hostile = [claim(name, "violated", method=name, mechanism=name, replay=name, options={name: name},
                         shown={"claim": name, "mechanism": name, "note": name}) for name in names]
        self.make(hostile)
        places = {path.name.lower() for path in (self.folder / "site/accountants").iterdir()}
        self.assertEqual(len(places), len(names) + 2)
        for page in self.all_pages():
            self.assertTrue(is_harmless(page.read_text(encoding="utf-8")), page)
            self.assertEqual(malformed(page.read_text(encoding="utf-8")), "", page)
        self.assertFalse((self.folder / "x.html").exists())

    def test_a_link_in_the_place_of_a_folder_is_refused(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (self.folder / "site").mkdir()
        (self.folder / "site/accountants").symlink_to(elsewhere)
        with self.assertRaisesRegex(Refused, "is a symbolic link"):
            self.make()
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_without_results_there_is_none(self):
        options = SiteOptions(self.folder / "site", results=self.folder / "none")
        with self.assertRaisesRegex(Refused, "has no results"):
            write_site(options)
        self.write("none/claims.jsonl", [{"file": 1}])
        with self.assertRaisesRegex(Refused, "claims.jsonl:1: is no verdict"):
            write_site(options)


@quick
class NamesTest(unittest.TestCase):
    def test_names_families_and_dates(self):
        self.assertEqual(path_from("accountants/x.html", "certificates/y.json"), "../certificates/y.json")
        self.assertEqual(path_from("index.html", "docs/a.html"), "docs/a.html")
        for mechanism, family in (("subsampled_gaussian(sigma=1,p=0.01)^10000", "subsampled_gaussian"),
                                  ("(gaussian(sigma=1)^3)", "gaussian"), ("gaussian(sigma=1) * laplace(b=1)", "product"),
                                  ("", "other")):
            self.assertEqual(family_of(mechanism), family)
        self.assertEqual([date_in(text) for text in ("b5b0286, 2026-08-06", "1.6.0, 2026-05", "1.0")],
                         ["2026-08-06", "2026-05", ""])
        data = SiteData()
        for tool in ("two words", "two"):
            data.board.append(type("Row", (), {"tool": tool}))
        for part, tool in (("two words 1.0: pld (upper)", "two words"), ("two 1.0: pld (upper)", "two"),
                           ("gone 1.0: pld (upper)", "gone")):
            self.assertEqual(data.tool_of_part(part), tool)

    def test_tools_whose_names_differ_by_little_have_pages_of_their_own(self):
        places = [accountant_place(tool) for tool in ("index", "Index", "acme", "Acme", "a" * 5000, "a" * 5001, "../../x")]
        self.assertEqual(len({place.lower() for place in places}), len(places))
        for place in places:
            self.assertNotEqual(place, "accountants/index.html")
            self.assertLess(len(place), 120)
            self.assertEqual(posixpath.normpath(place), place)

    def test_words_of_a_command_as_a_shell_reads_them(self):
        self.assertEqual(certify_words("plumbline delta 'gaussian(sigma=1) * laplace(b=1)' --epsilon 1"),
                         ["delta", "gaussian(sigma=1) * laplace(b=1)", "--epsilon", "1"])
        self.assertEqual(certify_words("rm -rf /") + certify_words("plumbline 'open"), [])

    def test_a_command_as_a_state_of_the_calculator(self):
        self.assertEqual(calculator_state("plumbline delta 'gaussian(sigma=1) * laplace(b=1)' --epsilon=-1 --direction remove"),
                         "#compare?first=gaussian%28sigma%3D1%29%20%2A%20laplace%28b%3D1%29&second=&quantity=delta&at=-1"
                         "&direction=forward&digits=10")
        self.assertIn("quantity=power&at=0.01&direction=worst&digits=6",
                      calculator_state("plumbline tpr 'laplace(b=1)' --fpr 0.01 --digits 6"))
        for command in ("rm -rf /", "plumbline 'open", "plumbline verify cases/x.toml", "plumbline tv", "plumbline tv --help",
                        "plumbline delta 'laplace(b=1)'", "plumbline moments 'laplace(b=1)'",
                        "plumbline tv 'laplace(b=1)' --engine fourier", "plumbline tv 'laplace(b=1)' --direction replace_one"):
            self.assertEqual(calculator_state(command), "", command)

    def test_documents_as_pages(self):
        page = markdown_html("# A `b`\n\ntext\n- one\n  - two\n\n## Same\n\n## Same\n\n    code <i>\n\n~~gone~~\n")
        self.assertEqual(page.title, "A b")
        for part in ('<span id="a-b"></span>', '<h2 id="same">', '<h2 id="same-1">', "<li>two</li>", "<code>code &lt;i&gt;",
                     "<s>gone</s>"):
            self.assertIn(part, page.body)
