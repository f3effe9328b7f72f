"""Tests plots of figures: the gnuplot script agrees with the record."""

import contextlib
import io
import shutil
import unittest

from plumbline_reports.figures import figure_script
from plumbline_reports.words import main
from support import HOSTILE, FolderCase, is_harmless, quick

HEADER = ("panel,curve,method,quantity,mechanism,other,direction,at,x_lower,x_upper,lower,upper,value,"
          "band_lower,band_upper\n")


def curve(title: str, points: int, **more) -> dict:
    return {"title": title, "method": "certified", "points": points, "kind": "line", "colour": 0, "band": False,
            "legend": True} | more


def panel(*curves: dict, **look) -> dict:
    return {"title": "a panel", "x_label": "x", "y_label": "y", "log_x": False, "log_y": True, "curves": list(curves),
            "look": {"legend": "top right", "x_range": "", "y_range": "", "zero_line": False, "powers": "",
                     "equal_scales": False, "strokes": [], "labels": []} | look}


def figure(*panels: dict, **more) -> dict:
    return {"format": "plumbline-figure", "title": "a title", "paper": "", "ours": "", "rows": 1,
            "panels": list(panels)} | more


@quick
class FiguresTest(FolderCase):
    def test_each_curve_reads_its_own_lines(self):
        script = figure_script(figure(panel(curve("one", 3), curve("hidden", 2, kind="hidden")),
                                      panel(curve("two", 4, method="clt", band=True, kind="points", colour=1))), "f")
        self.assert_all_in(["set multiplot layout 1,2", "'f.csv' skip 1 every ::0::2 using (($9+$10)/2):11 with lines lw 2",
                            "(($9+$10)/2):12", "every ::5::8 using (($9+$10)/2):13 with points", "with vectors nohead",
                            "set logscale y", "unset logscale x", "set output 'f.png'"], script)
        self.assertNotIn("hidden", script)
        self.assertIn("set output 'f.svg'", figure_script(figure(panel(curve("one", 3))), "f", svg=True))

    def test_the_look_of_a_panel(self):
        script = figure_script(figure(
            panel(curve("one", 3), legend="bottom right", x_range="0:*", zero_line=True, powers="y", equal_scales=True,
                  strokes=[{"look": "dotted", "from": ["1", "graph 0"], "to": ["1", "graph 1"]}],
                  labels=[{"look": "dot", "text": "it's here", "at": ["0.5", "2"], "offset": "1,0.6"}]),
            panel(curve("two", 1)), paper="p", ours="o"), "f")
        self.assert_all_in(["set key bottom right", "set xrange [0:*]", "set yrange [*:*]", "set xzeroaxis lt -1",
                            "set format x '%g'", "set format y '%.0e'", "set size ratio -1", "set size noratio",
                            "set arrow from 1,graph 0 to 1,graph 1 nohead dt 3",
                            "set label 'it''s here' at 0.5,2 point pt 7 ps 0.8 offset 1,0.6 front",
                            'title "a title\\nfrom the paper: p\\nchosen here: o"'], script)

    def test_texts_give_no_commands(self):
        label = {"look": "", "text": HOSTILE, "at": ["1", "1"], "offset": ""}
        script = figure_script(figure(panel(curve(HOSTILE, 1), labels=[label])), "f")
        self.assertTrue(is_harmless(script))
        for bad in (["1;!ls", "1"], ["x", "1"], ["graph `ls`", "1"]):
            with self.assertRaises(ValueError):
                figure_script(figure(panel(curve("c", 1), labels=[label | {"at": bad}])), "f")
        with self.assertRaises(ValueError):
            figure_script(figure(panel(curve("c", 1), x_range="0:`ls`")), "f")

    def test_what_is_no_figure_is_refused(self):
        self.write("f.json", {"format": "plumbline-figure"})
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(main(["figures", str(self.folder), "f"]), 2)
            self.assertEqual(main(["figures", str(self.folder), "none"]), 2)
        self.assertEqual(said.getvalue().count("is no figure; `plumbline figure NAME` makes one"), 2)

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not here")
    def test_a_picture_is_drawn(self):
        self.write("f.csv", HEADER + "p,c,certified,delta,m,,worst,1,0,0,0.1,0.1,,,\np,c,certified,delta,m,,worst,1,1,1,0.2,0.2,,,\n")
        self.write("f.json", figure(panel(curve("c", 2), log_y=False)))
        self.assertEqual(main(["figures", str(self.folder)]), 0)
        self.assertEqual((self.folder / "f.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual(main(["figures", "--svg", str(self.folder), "f"]), 0)
        self.assertIn("<svg", self.read("f.svg"))
        self.write("f.csv", "")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(main(["figures", str(self.folder), "f"]), 1)
        self.assertIn("see gnuplot-messages.txt there", said.getvalue())
