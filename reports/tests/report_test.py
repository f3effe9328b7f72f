"""Tests report.html, created from records."""

import json
import math
import unittest

from plumbline_reports.files import Refused
from plumbline_reports.last_run import since_last_run
from plumbline_reports.pages import HTML, Cell, Table, code, html_page, with_breaks
from plumbline_reports.report import write_report
from plumbline_reports.results import argument_of, is_value, load_results, replay_command, request_text
from plumbline_reports.summaries import summarise
from plumbline_reports.svg import ChartLine, ChartRange, LineChart, colour, line_chart, range_chart, standalone, themed
from support import HOSTILE, FolderCase, is_harmless, malformed, quick


def judged_value(case, error, side, verdict="agrees", **more):
    """Returns a value of one case with one judged answer."""
    bounds = {"lower": "0", "upper": error}
    return {"file": "f.toml", "case": case, "quantity": "delta", "mechanism": "m", "direction": "worst",
            "at": {"epsilon": "1"}, "lower": "0.1", "upper": "0.1", "reached": True, "seconds": 0.1, "verdict": verdict,
            "digits_asked": 15, "judged": [{"approximation": "clt", "verdict": "measured", "value": "0.2", "side": side,
                                            "absolute_error": bounds, "relative_error": bounds}]} | more


class ReportCase(FolderCase):
    def report(self, results, run=None, previous=()):
        self.write("results.jsonl", list(results))
        self.write("previous.jsonl", list(previous))
        if run is not None:
            self.write("run.json", run)
        write_report(self.folder, False)
        html = self.read("report.html")
        self.assertEqual(malformed(html), "")
        return html


@quick
class PagesTest(unittest.TestCase):
    def test_a_page_is_one_file_for_narrow_and_wide_light_and_dark(self):
        page = html_page("base.html", title="a < b")
        self.assertTrue(page.startswith("<!doctype html>"))
        for part in ("width=device-width", "prefers-color-scheme: dark", "<title>a &lt; b</title>", "<h1>a &lt; b</h1>"):
            self.assertIn(part, page)
        self.assertNotIn("http", page)

    def test_a_tables_cells_know_their_columns(self):
        table = Table(["a", 'b"'], [[Cell("1"), Cell("<2>", "number")], [Cell("3"), Cell()]])
        html = HTML.get_template("macros.html").module.table(table)
        self.assertIn('<th scope="row"><span>1</span></th>', html)
        self.assertIn('<td class="number" data-label="b&#34;"><span>&lt;2&gt;', html)
        self.assertIn('<td class="empty"', html)

    def test_whatever_a_template_prints_is_safe(self):
        self.assertTrue(is_harmless(HTML.from_string("{{ x }}").render(x=HOSTILE)))
        self.assertEqual(HTML.from_string("{{ x }}").render(x="<b>\x1b"), "&lt;b&gt;\\x1b")

    def test_expressions_break_at_commas(self):
        self.assertEqual(code("m(a=1,b<2)"), "<code>m(a=1,<wbr>b&lt;2)</code>")
        self.assertEqual(with_breaks("σ,1"), "σ,<wbr>1")
        self.assertEqual(code(""), "")

    def test_gnuplots_colours_become_the_pages_its_ids_the_plots_own(self):
        svg = ("<?xml?>\n<svg \n viewBox=\"0 0 5 6\"\n xmlns=\"x\">\n<title>Gnuplot</title><defs><path id='gpPt1'/></defs>"
               "<use xlink:href='#gpPt1' color='rgb(  1,   1,   3)'/><g fill=\"rgb(2,2,2)\"><path stroke='rgb(  3,   3,   3)'"
               "/></g></svg>\n")
        out = themed(svg, "p", 'why "so"?')
        self.assertTrue(out.startswith('<svg viewBox="0 0 5 6"'))
        for part in ('aria-label="why &quot;so&quot;?"', "id='p-gpPt1'", "href='#p-gpPt1'", "color='var(--c3)'",
                     'fill="var(--ink)"', "stroke='var(--grid)'"):
            self.assertIn(part, out)
        self.assertNotIn("Gnuplot", out)
        self.assertIn("<style>\n:root", standalone(out))
        self.assertEqual(colour(3), "#010103")
        self.assertEqual(themed("no picture", "p", ""), "")

    def test_charts_are_drawn_in_the_pages_colours_and_say_what_they_show(self):
        lines = line_chart(LineChart("seconds < 3", ["1 March", "3 March"], [ChartLine("a & b", [1, math.nan, 2])], " s"))
        for part in ('aria-label="seconds &lt; 3"', "a &amp; b</text>", "1 March", "var(--c0)"):
            self.assertIn(part, lines)
        self.assertNotIn(" L", lines)  # a gap has no line
        ranges = range_chart("r", "error", [ChartRange("clt", 1e-5, 0.1, 1), ChartRange("exact", 0, 0)])
        self.assertIn("clt</text>", ranges)
        self.assertIn("var(--c1)", ranges)
        for picture in (lines, ranges):
            self.assertEqual(malformed(picture), "")
            self.assertNotIn("nan", picture)
            self.assertNotIn("inf", picture)


@quick
class ReportTest(ReportCase):
    def test_methods_by_quantities_hot_where_they_are_far_off(self):
        html = self.report([judged_value("a", "0.25", "dangerous"), judged_value("b", "1e-8", "safe")])
        self.assert_all_in(['<td class="heat h4">25 % <b title="1 of 2 promise more', '<a href="#method-clt">clt</a>',
                            '<div id="method-clt">', "<summary>clt: 2 values, 1 quantities</summary>",
                            '<td class="short bad" data-label="side"><span>dangerous', "0.25 on the dangerous side",
                            'aria-label="Median and largest relative error of each method'], html)
        # The first screen comes before the table, the table before the plots.
        places = [html.index(part) for part in ('class="verdict', 'id="findings"', 'id="changes"', 'id="worst"',
                                                'id="approximations"', 'id="plots"', 'id="statements"', 'id="values"')]
        self.assertEqual(places, sorted(places))

    def test_what_is_wrong_comes_from_the_run(self):
        run = {"version": "1", "cases": 2, "cases_run": 2, "seconds": 1.25, "exit_code": 1, "exit_meaning": "a judged value "
               "is wrong", "baseline": {"file": "b"}, "baseline_words": "Compared with b: 1 worse.", "findings": [
                   {"kind": "wrong", "file": "case.toml", "line": 9, "case": "bad", "what": "delta(epsilon=1)",
                    "message": "printed 0.1268, certified 0.1269"},
                   {"kind": "regression", "file": "b", "line": 0, "case": "", "what": "", "message": "worse"}]}
        html = self.report([judged_value("a", "0.25", "safe")], run)
        self.assert_all_in(["case.toml:9</code>", "printed 0.1268, certified 0.1269", "Verdict: a judged value is wrong.",
                            "ran 2 of 2 cases in 1.2 s. Exit code 1", "<p>Compared with b: 1 worse.</p>",
                            '<b class="bad">1</b><span>worse than the baseline'], html)

    def test_says_what_changed_since_the_run_before_in_its_folder(self):
        before = [judged_value("a", "0.25", "safe"), judged_value("b", "1e-8", "safe"), judged_value("gone", "1", "safe")]
        now = [judged_value("a", "0.5", "safe"), judged_value("b", "1.01e-8", "safe", "differs"),
               judged_value("new", "1", "safe")]
        html = self.report(now, None, before)
        self.assertIn("2 values compared, 1 new, 1 not in this run; 2 changes.", html)
        changes = since_last_run(load_results(self.folder)).changes
        self.assertEqual([(c.kind, c.what, c.after) for c in changes],
                         [("verdict", "delta(epsilon=1)", "differs"), ("larger error", "clt", "0.5")])
        self.assertIn("1 values compared; nothing changed.", self.report(now[:1], None, now[:1]))
        self.assertIn("No earlier run", self.report(now))

    def test_a_judged_curve_has_a_distance_not_a_value(self):
        value = judged_value("c", "0.25", "safe", at={"alpha": "all"}, lower=None, upper=None)
        value["judged"][0] |= {"value": None, "largest_at": {"alpha": "0.3", "side": "below"}}
        html = self.report([value])
        self.assert_all_in(["the curve is off by ", "at alpha = 0.3", "whole curve",
                            '<dd class="number">the curve is off by '], html)
        self.assertNotIn("said ,", html)
        self.assertNotIn("truth ,", html)

    def test_names_in_what_is_printed_are_said_and_the_statements_linked(self):
        value = judged_value("x", "0.1", "safe", expect="= hockey", source="S", where={"hockey": "delta of gaussian"})
        html = self.report([value])
        self.assertIn("hockey is</span> <code>delta of gaussian", html)
        self.assertIn("<summary>S: 1 of 1 agree</summary>", html)
        self.assertNotIn("statements.md", html)
        self.assertIn('<a href="statements.md">', self.report([value | {"statements": ["A-01"]}]))
        differs = self.report([value | {"verdict": "differs"}])
        self.assertIn("<h3>S: 0 of 1 agree</h3>", differs)  # it stands open

    def test_results_of_a_kind_it_does_not_know_are_shown_as_they_are(self):
        html = self.report([
            {"file": "f.toml", "case": "sup", "kind": "supremum", "quantity": "tradeoff", "mechanism": "m",
             "at": {"alpha": "all"}, "lower": "0.1", "upper": "0.2", "judged": [{"approximation": "clt"}]},
            {"file": "f.toml", "case": "slope", "slopes": [{"from": 10, "slope": "-0.5"}], "none": None},
            {"file": "f.toml", "case": "v", "quantity": "tv", "mechanism": "m", "lower": "0", "upper": "1"}])
        self.assert_all_in(["<dt>slopes.0.slope</dt><dd>-0.5</dd>", "<dt>slopes.0.from</dt><dd>10</dd>",
                            "<dt>kind</dt><dd>supremum</dd>"], html)
        self.assertEqual(len(load_results(self.folder).values), 1)

    def test_lines_cut_short_by_an_interruption_are_left_out(self):
        self.write("results.jsonl", '{"quantity":"tv","lower":"0","upper":"1"}\n{"quant')
        write_report(self.folder, False)
        self.assertIn("<b>1</b><span>values certified", self.read("report.html"))
        with self.assertRaisesRegex(Refused, "has no results"):
            write_report(self.folder / "none", False)

    def test_names_are_hostile(self):
        value = judged_value(HOSTILE, "0.1", HOSTILE, HOSTILE, file=HOSTILE, source=HOSTILE, title=HOSTILE, expect=HOSTILE,
                             mechanism=HOSTILE, direction=HOSTILE, dispute=HOSTILE, engine=HOSTILE,
                             where={HOSTILE: HOSTILE}, quantity=HOSTILE)
        value["judged"][0]["approximation"] = HOSTILE
        html = self.report([value, {"file": HOSTILE, "x": HOSTILE}],
                           {"version": HOSTILE, "exit_meaning": HOSTILE, "findings": [{"kind": HOSTILE, "file": HOSTILE}]})
        self.assertTrue(is_harmless(html))
        self.assertNotIn("<i>", html)

    def test_summaries_take_maximum_mean_and_median_of_the_results(self):
        values = []
        for error in ("3e-3", "1e-3", "8e-3"):
            bounds = {"lower": "0", "upper": error}
            values.append({"quantity": "delta", "judged": [
                {"approximation": "clt", "verdict": "measured", "absolute_error": bounds, "relative_error": bounds,
                 "method_error": bounds, "rounding_error": {"lower": "0", "upper": "0"}},
                {"approximation": "clt", "verdict": "not a number"}]})
        (s,) = summarise(values)
        self.assertEqual((s.measured, s.no_number, s.max_error, s.median_error), (3, 3, 8e-3, 3e-3))
        self.assertAlmostEqual(s.mean_error, 4e-3)
        self.assertAlmostEqual(s.method_share, 1)
        self.assertIs(s.worst[0], values[2])

    def test_a_value_is_asked_and_replayed_with_all_its_words(self):
        value = json.loads('{"quantity":"q","mechanism":"m","direction":"worst","at":{"a":"-1","b":"2"},"lower":"0",'
                           '"upper":"1","digits_asked":15}')
        self.assertTrue(is_value(value))
        self.assertEqual(request_text(value), "q(a=-1, b=2)")
        self.assertEqual(argument_of(value)[0], "")
        self.assertEqual(replay_command(value), "plumbline q 'm' --a=-1 --b 2 --direction worst --digits 15")
        divergence = {"quantity": "divergence", "mechanism": "gaussian(sigma=1)", "other": "laplace(b=1)",
                      "direction": "worst", "at": {"prior": "0.5"}, "digits_asked": 15}
        self.assertEqual(replay_command(divergence), "plumbline divergence 'gaussian(sigma=1)' 'laplace(b=1)' "
                                                     "--direction worst --digits 15")
