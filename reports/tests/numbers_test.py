"""Tests that certified ends are rounded outward by integer arithmetic, and that sizes are readable."""

import math
import random
import unittest
from fractions import Fraction

from plumbline_reports.numbers import error_text, interval, median, number, rounded, short_number, short_seconds
from support import quick


@quick
class NumbersTest(unittest.TestCase):
    def test_rounded_outward_common_digits_once(self):
        self.assertEqual(interval("0.1476829078527330807", "0.1476829078527330808"), "0.14768290785[2, 3]")
        self.assertEqual(interval("1.2345678e-11", "1.2345679e-11", 8), "1.234567[8, 9]e-11")
        self.assertEqual(interval("0.5", "0.5"), "0.5")
        self.assertEqual(interval("-inf", "inf"), "[-inf, inf]")
        self.assertEqual(interval("0.1", "2.5", 2), "[0.1, 2.5]")
        self.assertEqual(interval("-0.25", "0.25", 2), "[-0.25, 0.25]")
        self.assertEqual(interval("0.12341", "0.12349", 3), "0.12[3, 4]")
        self.assertEqual(interval("-0.12349", "-0.12341", 3), "-0.12[4, 3]")
        self.assertEqual(interval("", ""), "")

    def test_never_inward(self):
        dice = random.Random(20260301)
        for _ in range(3000):
            digits = dice.randint(1, 30)
            text = dice.choice(("", "-")) + str(dice.randint(0, 10 ** dice.randint(0, 9)))
            text += dice.choice(("", "." + "".join(dice.choices("0123456789", k=dice.randint(1, 25)))))
            text += dice.choice(("", f"e{dice.randint(-40, 40)}"))
            exact = Fraction(text)
            for up in (False, True):
                got = Fraction(rounded(text, digits, up))
                self.assertTrue(got >= exact if up else got <= exact, (text, digits, up))
                # within one unit of the last remaining digit
                self.assertLessEqual(abs(got - exact), abs(exact) * Fraction(10) ** (1 - digits), (text, digits, up))
        self.assertEqual(rounded("9.996", 3, True), "10.0")
        self.assertEqual(rounded("0.9996", 3, False), "0.999")
        self.assertEqual(rounded("123456789", 3, True), "1.24e8")
        self.assertEqual(rounded("0.00000123456", 2, True), "1.3e-6")

    def test_sizes_in_words(self):
        self.assertEqual([error_text(x) for x in (0, 3e-7, 0.012, 0.92, 12, 5000, math.inf)],
                         ["0", "3.0e-07", "1.2 %", "92 %", "12 times", "5.0e+03 times", "no known factor"])
        self.assertEqual([short_seconds(x) for x in (2e-5, 0.0123, 3.0)], ["0.02 ms", "12 ms", "3.00 s"])
        self.assertEqual([short_number(x) for x in (0.25, 1e-8, math.nan)], ["0.25", "1e-08", "-"])
        self.assertEqual(median([3, 1, 2]), 2)
        self.assertEqual(median([4, 1, 2, 3]), 2.5)
        self.assertTrue(math.isnan(median([])))
        self.assertEqual(number("1/4"), 0.25)
        self.assertTrue(math.isnan(number("x")))
        self.assertEqual(number("1e400"), math.inf)
