"""Tests the page of a hunt: finds with the texts of the program, and cells coloured by their finds."""

from plumbline_reports.files import Refused
from plumbline_reports.hunt import fill_of, write_hunt
from support import HOSTILE, FolderCase, is_harmless, malformed, quick


def cell(**more):
    return {"asked": 3, "sound": 3, "wrong": 0, "open": 0, "unsupported": 0, "worst": 0, "worst_finding": "", "loose": False} | more


def fact(**more):
    return {"setting": "gaussian(sigma=1,x=2)", "relation": "add_remove", "answered": True, "answer": "delta <= 0.1",
            "truth": "0.1269", "size": "21 % below", "note": ""} | more


def record(**more):
    cause = {"title": "violated (gross): upper bound of delta", "simplest": fact(), "worst": fact(setting="laplace(b=1)"),
             "confirmed_by": "fourier", "met": "3 settings, first at question 7", "truth_by": "plumbline delta 'gaussian(sigma=1)'",
             "reproduction": "import tool", "ask": "echo '{}' | tool"}
    axis = {"name": "sigma", "tics": ["0.1", "0.5", "1", "5", "10"], "ends": [str(i) for i in range(21)]}
    panel = {"sort": "gaussian: delta", "x": axis, "y": axis | {"name": "N"}, "cells": [
        cell(column=0, row=0), cell(column=19, row=13, wrong=1, worst=0.25, asked=4, unsupported=1)]}
    return {"tool": "a tool", "command": "python3 tool.py", "headline": "One find.", "questions": 96, "seconds": 2.4,
            "states": {"sound": 90}, "errors": {"no such key": 2}, "causes": [cause],
            "counts": [cell(sort="gaussian: delta", wrong=1, worst=0.25, worst_finding="violated")], "maps": [panel]} | more


@quick
class HuntTest(FolderCase):
    def page(self, one):
        self.write("hunt.json", one)
        write_hunt(self.folder)
        html = self.read("hunt.html")
        self.assertEqual(malformed(html), "")
        return html

    def test_finds_and_where_was_asked(self):
        html = self.page(record())
        self.assert_all_in([
            "<h1>A hunt: a tool</h1>", "<h3>1. violated (gross): upper bound of delta</h3>", "<dt>worst</dt>",
            "<code>gaussian(sigma=1,<wbr>x=2)</code>, add_remove", "<strong>delta &lt;= 0.1</strong>", "no such key",
            "<title>sigma 19 to 20, N 13 to 14: 4 asked, 3 sound, 1 wrong, worst 0.25, 1 unsupported</title>",
            "violated, 0.25", "<b>96</b><span>questions", "truths.json"], html)
        nothing = self.page(record(causes=[], errors={}, maps=[]))
        self.assertIn("<p>Nothing.</p>", nothing)
        self.assertNotIn("Errors that it answered", nothing)
        self.assertNotIn("Each picture", nothing)  # no legend and no text about plots without a plot
        self.assertIn("Each picture", html)

    def test_deeper_where_it_is_worse(self):
        self.assertEqual(fill_of(cell(wrong=1, worst=1)), ("c1", "1.00"))
        self.assertEqual(fill_of(cell(wrong=1, worst=1e-5)), ("c1", "0.50"))
        self.assertEqual(fill_of(cell(wrong=1, worst=1e-30)), ("c1", "0.35"))
        self.assertEqual(fill_of(cell(loose=True)), ("c0", "0.25"))
        self.assertEqual(fill_of(cell(sound=0, open=1)), ("c4", "0.5"))
        self.assertEqual(fill_of(cell(sound=0)), ("c6", "0.25"))

    def test_names_are_hostile(self):
        one = record(tool=HOSTILE, command=HOSTILE, headline=HOSTILE, states={HOSTILE: 1}, errors={HOSTILE: 1})
        one["causes"][0] = {name: HOSTILE for name in one["causes"][0]} | {"simplest": fact(**{
            name: HOSTILE for name in fact()}), "worst": None}
        one["maps"][0]["sort"] = one["counts"][0]["sort"] = HOSTILE
        html = self.page(one)
        self.assertTrue(is_harmless(html))
        self.assertNotIn("<i>", html)

    def test_what_is_no_record_is_refused(self):
        for bad in ("{", {}, record(maps=[{}]), record(counts=3)):
            self.write("hunt.json", bad)
            with self.assertRaisesRegex(Refused, "is no record of a hunt"):
                write_hunt(self.folder)
