"""Tests which results produce which plots, and their captions."""

import unittest

from plumbline_reports import gnuplot
from plumbline_reports.drawings import (Axes, all_drawings, cost_drawings, curve_data, group_drawings, log_tics,
                                        overlay_drawings, shape_of, sweep_drawings, sweeps_of)
from plumbline_reports.plots import draw_plots
from plumbline_reports.results import is_value
from support import FolderCase, quick


def value_at(case, mechanism, alpha, lower, upper):
    return {"file": "cases/f.toml", "case": case, "title": "T", "quantity": "tradeoff", "mechanism": mechanism,
            "direction": "worst", "at": {"alpha": alpha}, "lower": lower, "upper": upper, "digits": 15.0, "seconds": 0.5,
            "judged": []}


def with_answer(value, said, error):
    value["judged"].append({"approximation": "clt", "verdict": "measured", "value": said, "seconds": 1e-5,
                            "correct_digits": 2.5, "absolute_error": {"lower": error, "upper": error},
                            "relative_error": {"lower": error, "upper": error}})
    return value


def compositions(ns):
    """Returns cases that differ in N."""
    return [with_answer(value_at(f"n-{n}", f"gaussian(sigma=9)^{n}", "0.1", "0.5", "0.6"), "0.51", f"1e-{n}") for n in ns]


@quick
class DrawingsTest(unittest.TestCase):
    def test_cases_that_differ_in_n_alone_are_drawn_against_n(self):
        values = compositions("4132")
        drawings = sweep_drawings(values)
        self.assertEqual(len(drawings), 1)
        self.assertEqual(drawings[0].question, "How does the error of the approximations of the trade-off function change "
                                               "with the number of compositions?")
        # Sorted by N, with the error in the fifth column; only the errors are drawn.
        self.assertIn("1 0.51 0.51 0.51 0.1\n2 0.51 0.51 0.51 0.01\n3 ", drawings[0].data)
        self.assertIn("set xlabel 'number of compositions N'", drawings[0].script)
        self.assertIn("using 1:5", drawings[0].script)
        self.assertNotIn("multiplot", drawings[0].script)
        self.assertIn("Largest absolute errors: clt 0.1.", drawings[0].caption)
        self.assertIn("cases/f.toml: n-4, n-1, n-3, n-2", drawings[0].caption)
        self.assertEqual(sum(len(sweep.values) for sweep in sweeps_of(values)), 4)
        self.assertEqual(group_drawings(values), [])  # they have their plot

    def test_errors_of_whole_curves_without_a_value(self):
        values = compositions("1234")
        for value in values:
            value["at"]["alpha"] = "all"
            value["lower"] = value["upper"] = None
            del value["judged"][0]["relative_error"]
            self.assertTrue(is_value(value))
        drawings = sweep_drawings(values)
        self.assertEqual(len(drawings), 1)
        self.assertTrue(drawings[0].caption.startswith("Errors over whole curves. Largest"))
        self.assertNotIn("using 1:2", drawings[0].script)
        values.pop()
        self.assertEqual(sweep_drawings(values) + group_drawings(values), [])
        values[0]["judged"] = []
        self.assertFalse(is_value(values[0]))

    def test_what_is_no_line_along_a_parameter_is_no_sweep(self):
        self.assertEqual(sweep_drawings(compositions("123")), [])
        twice = compositions("1234")
        twice.append(twice[0] | {"case": "again"})
        self.assertEqual(sweep_drawings(twice), [])
        self.assertEqual(len(group_drawings(twice)), 1)
        elsewhere = compositions("1234")
        elsewhere[2]["at"]["alpha"] = "0.2"
        self.assertEqual(sweep_drawings(elsewhere), [])

    def test_two_numbers_may_vary_together(self):
        values = [value_at(f"s-{x}", f"gaussian(sigma={x})^{x}0", "0.1", "0.5", "0.6") for x in "1234"]
        (drawing,) = sweep_drawings(values)
        self.assertEqual(drawing.question, "How does the trade-off function depend on the noise multiplier?")
        self.assertIn("N varies along with it.", drawing.caption)

    def test_two_curves_that_certainly_cross_are_said_to(self):
        values = [value_at("a", "m(x=1)", f"0.{i + 1}", "0.1" if i < 2 else "0.7", "0.2" if i < 2 else "0.8")
                  for i in range(4)]
        values += [value_at("b", "m(x=2)", f"0.{i + 1}", "0.4", "0.5") for i in range(4)]
        self.assertIn("The curves cross", overlay_drawings(values)[0].caption)
        for value in values[2:4]:
            value["lower"] = "0.45"
        self.assertIn("a is nowhere certainly above b.", overlay_drawings(values)[0].caption)
        for value in values[:2]:
            value["upper"] = "0.45"
        self.assertIn("No two points differ", overlay_drawings(values)[0].caption)
        values[7]["at"]["alpha"] = "0.9"  # another grid
        self.assertEqual(overlay_drawings(values), [])

    def test_a_band_that_reaches_zero_keeps_its_point_on_a_logarithmic_axis(self):
        (value,) = compositions("1")
        value["judged"][0]["band"] = {"lower": "-0.1", "upper": "0.9"}
        self.assertIn("7 0.51 0.51 0.9 0.1", curve_data([(7, value)], ["clt"], Axes(False, True)))
        self.assertIn("7 0.51 -0.1 0.9 0.1", curve_data([(7, value)], ["clt"], Axes(False, False)))

    def test_cost_has_every_answer_with_digits_and_a_time(self):
        (drawing,) = cost_drawings(compositions("12"))
        self.assertIn("0.5 15\n0.5 15\n", drawing.data)
        self.assertIn("# clt: seconds, digits\n1e-05 2.5\n", drawing.data)
        self.assertIn("(4)", drawing.caption)
        self.assertEqual(cost_drawings([]), [])

    def test_tics_of_a_wide_logarithmic_axis_are_thinned(self):
        self.assertEqual(log_tics("x", [1e-18, 1]), "set xtics 1e5\n")
        self.assertEqual(log_tics("x", [1e-3, 1]) + log_tics("x", [0, -1]), "")

    def test_the_shape_of_a_mechanism_and_its_numbers(self):
        shape, numbers = shape_of("subsampled_gaussian(sigma=1.5,p=4096/50000)^100 * laplace(b=1e-3)")
        self.assertEqual(shape, "subsampled_gaussian(sigma=#,p=#)^# * laplace(b=#)")
        self.assertEqual(numbers[1:], [("p", "4096/50000"), ("N", "100"), ("b", "1e-3")])
        self.assertEqual(shape_of("finite(P=[1/4,3/4],Q=[1,0])")[1], [])
        self.assertEqual(shape_of(""), ("", []))


@quick
@unittest.skipUnless(gnuplot.installed(), "gnuplot is not installed")
class PlotsTest(FolderCase):
    def values(self, folder, case="curve"):
        out = [with_answer(value_at(case, "m(x=1)", f"0.{i}", f"0.{9 - i}", f"0.{9 - i}1"), "0.5", f"0.0{i}")
               for i in range(1, 5)]
        return [value | {"file": f"{folder}/figure.toml"} for value in out]

    def test_drawn_and_themed(self):
        out = self.folder / "it's out"  # a quote in the path must not matter
        out.mkdir()
        # Two papers may each have a figure of that name.
        drawn = draw_plots(out, self.values("one") + self.values("two", "it's \"<b>\" curve"))
        self.assertEqual(drawn.missing, "")
        self.assertEqual((out / "plots/gnuplot-messages.txt").read_text(), "")
        self.assertGreater((out / "plots/one-figure-curve.svg").stat().st_size, 5000)
        self.assertIn("<style>\n:root", (out / "plots/one-figure-curve.svg").read_text())
        self.assertEqual(len(drawn.plots), 3)  # including the plot of costs
        for plot in drawn.plots:
            self.assertIn("var(--ink)", plot.svg)
            # No colour is visible in only one theme, and there are no external resources.
            for stranger in ("rgb(", '"black"', "<script", "src=", "url("):
                self.assertNotIn(stranger, plot.svg)
        self.assertIn("one-figure-curve-gpPt5", drawn.plots[0].svg)

    def test_long_names_of_many_cases_leave_room_for_the_plot(self):
        case = "figure-6-rate-0.9-1500-to-rate-0.01-forward-and-more"
        values = [with_answer(value_at(f"{case}-{i}", f"m{i}(x=1)", "0.5", "0.5", "0.51"), "0.5", f"1e-{i % 13}")
                  for i in range(40)]
        drawn = draw_plots(self.folder, [value | {"file": "one/figure.toml"} for value in values])
        self.assertEqual(drawn.missing, "")
        self.assertEqual((self.folder / "plots/gnuplot-messages.txt").read_text(), "")

    def test_gnuplot_ends_at_its_time_limit(self):
        (self.folder / "endless.gp").write_text("while (1) { x = 1 }\n")
        self.assertFalse(gnuplot.run(self.folder, "endless.gp", seconds=0.5))
        self.assertIn("stopped after 0.5 s", (self.folder / gnuplot.MESSAGES).read_text())

    def test_names_of_files_differ_where_capitals_do_not_count(self):
        names = [d.name.lower() for d in all_drawings(self.values("a") + self.values("A"))]
        self.assertEqual(len(names), len(set(names)))

    def test_a_link_in_the_place_of_the_folder_is_refused(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "precious").write_text("old")
        (self.folder / "plots").symlink_to(elsewhere)
        with self.assertRaisesRegex(Exception, "is a symbolic link"):
            draw_plots(self.folder, self.values("one"))
        self.assertEqual([file.name for file in elsewhere.iterdir()], ["precious"])
