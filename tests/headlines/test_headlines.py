#!/usr/bin/env python3
"""Tests of headlines.py: the omitted members, and the detection of every other difference."""

import contextlib
import io
import pathlib
import sys
import unittest
from unittest import mock

import headlines


class Stable(unittest.TestCase):
    def test_versions_digests_and_seconds_are_left_out(self):
        one = ('{"lower": "0.1", "versions": {\n "flint": "2.9.0"\n}, "digest": "sha256:12", "seconds": 0.25}')
        other = ('{"lower": "0.1", "versions": {"flint": "3.1.0", "arb": ""}, "digest": "sha256:ab", "seconds": 1e-05}')
        self.assertEqual(headlines.stable(one), headlines.stable(other))

    def test_numbers_and_verdicts_stay(self):
        text = '{"lower":"0.1","verdict":"confirmed","engine":{"parameters":{"bits":"122"}}}\n'
        self.assertEqual(headlines.stable(text), text)


class Compared(unittest.TestCase):
    def answers(self):
        """Returns the committed files, as a program would answer."""
        files = [headlines.BUNDLE] + [headlines.HERE / f"{name}.jsonl" for name in ("values", "checks", "verdicts")]
        return {path: path.read_text(encoding="utf-8") for path in files}

    def compared(self, answers):
        printed = io.StringIO()
        with mock.patch.object(headlines, "answered", lambda program: answers), contextlib.redirect_stdout(printed):
            return headlines.compare(pathlib.Path("plumbline")), printed.getvalue()

    def test_what_is_committed_is_the_same(self):
        different, printed = self.compared(self.answers())
        self.assertEqual(different, 0)
        self.assertEqual(printed.count("the same"), 4)

    def test_one_digit_of_any_file_is_noticed(self):
        for path, text in self.answers().items():
            place = text.index('"0.1476829') + 5 if '"0.1476829' in text else text.index('"lower":"') + 9
            planted = text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1:]
            different, printed = self.compared({**self.answers(), path: planted})
            self.assertEqual(different, 1, path)
            self.assertIn(f"--- {path.relative_to(headlines.ROOT).as_posix()}", printed)

    def test_each_certificate_is_of_a_question(self):
        asked = [question[0] for question in headlines.questions()]
        values = (headlines.HERE / "values.jsonl").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(values), len(asked) + asked.count("divergence"))


if __name__ == "__main__":
    sys.exit(unittest.main())
