#!/usr/bin/env python3
"""Tests of rivals.py and tables.py: signs of errors, rows, tables, an accountant that fails or is missing."""

import argparse
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import environments
import rivals
import tables
from questions import SPREAD, SWEEP


class Errors(unittest.TestCase):
    def test_a_minus_says_that_an_answer_promises_too_much(self):
        self.assertAlmostEqual(rivals.error_of("epsilon", [0.9], [1.0]), -0.1)
        self.assertAlmostEqual(rivals.error_of("calibration", [1.1], [1.0]), 0.1)
        self.assertAlmostEqual(rivals.error_of("tradeoff", [0.9], [1.0]), 0.1)  # a larger type II error is safer

    def test_the_largest_of_a_curve_counts_with_its_sign(self):
        self.assertAlmostEqual(rivals.error_of("curve", [1.1, 1.6, 4.0], [1.0, 2.0, 4.0]), -0.2)

    def test_what_is_no_number_is_infinitely_wrong(self):
        self.assertEqual(rivals.error_of("epsilon", [float("nan")], [1.0]), float("inf"))


class Rows(unittest.TestCase):
    def test_a_sweep_is_one_row_of_all_its_time(self):
        answers = [("sweep", "0", [1.0], 0.5), ("sweep", "7", [2.2], 1.5)]
        row, = rivals.rows_of("some", answers, {("sweep", "0"): [1.0], ("sweep", "7"): [2.0]})
        self.assertEqual(row[:5], ("some", "sweep", "2 answered", "1.000e-01", "1000"))

    def test_a_failure_is_a_row(self):
        row, = rivals.rows_of("some", [("curve", "one", "MemoryError: ", 0)], {})
        self.assertEqual((row.error, row.note), ("fails", "MemoryError: "))

    def test_rows_are_read_as_they_are_written(self):
        rows = [tables.Row("a, b", "epsilon", "x", "1e-3", "0.5", ""),
                tables.Row("c", "asked", "", "fails", "", "no pip")]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rows.tsv"
            tables.write(path, ["a day", "a load"], rows)
            self.assertEqual(tables.read(path), (["a day", "a load"], rows))

    def test_the_sweep_is_spread_over_all_settings_once(self):
        self.assertEqual(sorted(SPREAD), list(range(len(SWEEP))))


class Tables(unittest.TestCase):
    def test_what_is_too_low_is_counted_and_what_failed_says_why(self):
        rows = [tables.Row("a", "epsilon", "x", "-1e-3", "0.5", ""), tables.Row("a", "epsilon", "y", "1e-16", "2", ""),
                tables.Row("b", "asked", "", "fails", "", "no such package")]
        a, b = tables.epsilon_table(rows).splitlines()[2:]
        self.assertEqual(a, "| a | 2 | 1 | +5.0e-04 | -1.0e-03 | 1.25 s |")
        self.assertEqual(b, "| b | 0 | | | | no such package |")

    def test_parts_replace_what_is_between_their_marks(self):
        page = "x\n<!-- rivals: run -->\nold\n<!-- /rivals: run -->\ny\n"
        made = tables.page_with(page, {"run": "new"})
        self.assertEqual(made, "x\n<!-- rivals: run -->\n\nnew\n\n<!-- /rivals: run -->\ny\n")
        self.assertEqual(tables.page_with(made, {"run": "new"}), made)
        with self.assertRaises(ValueError):
            tables.page_with(page, {"other": "new"})


class Environments(unittest.TestCase):
    def test_releases_are_those_of_the_lock_file(self):
        pinned = environments.locked()
        for usual, alone in environments.TOOLS.values():
            for name in [n for n in usual + alone if "/" not in n]:
                self.assertTrue(name in pinned or name == "typing-extensions", name)

    def test_what_cannot_be_installed_is_said_and_the_rest_goes_on(self):
        options = argparse.Namespace(program="", only=["gdpnum", "autodp RDP"], python=sys.executable, budget=1,
                                     limit=1)
        refused = environments.NotInstalled("ERROR: no such release")
        with mock.patch.object(rivals, "our_answers", return_value=[]), \
                mock.patch.object(rivals, "environment", side_effect=refused), mock.patch.object(sys, "stderr"):
            found = [row for rows in rivals.all_rows(options, ["epsilon"]) for row in rows]
        self.assertEqual([(row.accountant, row.note) for row in found],
                         [("gdpnum", str(refused)), ("autodp RDP", str(refused))])


if __name__ == "__main__":
    unittest.main()
