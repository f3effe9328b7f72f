"""Tests of checker/plumbline_check.py: `./dev checker [PROGRAM]`.

Certificates of every covered kind are made on the spot by the program (environment variable
PLUMBLINE_PROGRAM, build/app/plumbline unless given); all must be confirmed, and of none a falsified copy.
"""
import copy
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "checker"))
import plumbline_check as checker  # noqa: E402

PROGRAM = os.environ.get("PLUMBLINE_PROGRAM", str(ROOT / "build/app/plumbline"))
SUBSAMPLED = "subsampled_gaussian(sigma=1,p=0.01)^10000"

KINDS = [  # the words after `certify`
    ["delta", SUBSAMPLED, "--epsilon", "1.5", "--digits", "25"],
    ["delta", "gaussian(sigma=2)^3", "--epsilon", "0.3"],
    ["delta", "laplace(b=5)^20", "--epsilon", "1", "--direction", "reverse"],
    ["delta", "gaussian(sigma=3)^4*randomized_response(epsilon=0.5)^6", "--epsilon", "2"],
    ["delta", "discrete_laplace(b=2,sensitivity=3)^4", "--epsilon", "1"],
    ["delta", "subsampled_gaussian(sigma=2,p=0.05)^300*laplace(b=4)^5*gaussian(sigma=5)", "--epsilon", "2"],
    ["epsilon", SUBSAMPLED, "--delta", "1e-5"],
    ["epsilon", "gaussian(sigma=1)", "--delta", "1e-300"],
    ["epsilon", "randomized_response(epsilon=1,k=4)^8", "--delta", "1e-4"],
    ["tradeoff", SUBSAMPLED, "--alpha", "0.05"],
    ["tradeoff", "finite(P=[1/3,1/6,1/2],Q=[1/2,1/4,1/4])^5", "--alpha", "0.1", "--direction", "forward"],
    ["tradeoff-inverse", "laplace(b=1)^3", "--beta", "0.3", "--direction", "forward"],
    ["power", "subsampled_gaussian(sigma=0.8,p=0.2)", "--alpha", "0.01", "--direction", "reverse"],
    ["rero", SUBSAMPLED, "--kappa", "0.1"],
    ["rero", "approximate_dp(epsilon=0.1,delta=1e-6)^20", "--kappa", "0.01"],
    ["bayes", SUBSAMPLED, "--prior", "0.3"],
    ["posterior", "total_variation_dp(epsilon=1,delta=1e-4,eta=0.3)^10", "--prior", "0.6"],
    ["tv", SUBSAMPLED],
    ["advantage", "laplace(b=5)^20"],
    ["renyi", SUBSAMPLED, "--order", "3"],
    ["renyi", "laplace(b=2)^3", "--order", "10", "--direction", "forward"],
    ["calibrate", "subsampled_gaussian(sigma=?,p=0.01)^10000", "--epsilon", "2", "--delta", "1e-5"],
    ["calibrate", "gaussian(sigma=3)^?", "--epsilon", "3", "--delta", "1e-5"],
    ["calibrate", "laplace(b=?)^10", "--advantage", "0.2"],
    ["calibrate", "randomized_response(epsilon=?)^10", "--alpha", "0.1", "--beta", "0.6"],
    ["divergence", "gaussian(sigma=1)", "laplace(b=1)"],
]
NOT_COVERED = [["moments", "gaussian(sigma=1)"], ["minimax", "gaussian(sigma=1)"],
               ["compare", "gaussian(sigma=1)", "laplace(b=1)"],
               ["delta", "subsampled_laplace(b=2,p=0.1)", "--epsilon", "0.1"]]


def mended(item):
    item["digest"] = checker.digest_of(item)
    return item


def verdict_of(item, seconds=60):
    try:
        return checker.judge(checker.certificates_of(item)[0], seconds)[0]
    except checker.Refused:
        return "not a certificate"


def made(words):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([PROGRAM, "certify", *words, "-o", file.name], capture_output=True, timeout=600)
        assert done.returncode in (0, 3), done.stderr
        return checker.certificates_of(checker.read_json(pathlib.Path(file.name).read_bytes()))


def false_copies(item):
    """Copies whose statement is false: each end moved past the other by a few widths, to a far value and
    to the other's place; each number of the question moved, the ends kept."""
    lower, upper = checker.number(item["lower"]), checker.number(item["upper"])
    gap = upper - lower or abs(lower) / 10 ** 6 or Fraction(1, 10 ** 9)
    whole = item["quantity"] == "calibrate" and "?" in item["mechanism"].split("^")[-1]
    step = 1 if whole else gap

    def text(x):  # an exact decimal
        places = 40 + (len(str(x.denominator)) if x.denominator > 1 else 0)
        scaled = x * 10 ** places
        return str(x) if x.denominator == 1 else f"{scaled.numerator // scaled.denominator}e-{places}"

    def copy_with(**changes):
        result = copy.deepcopy(item)
        for key, value in changes.items():
            result[key] = value
        result["digits"] = "exact" if result["lower"] == result["upper"] else "0.0"
        return mended(result)
    for shift in (3, 1000, 10 ** 9):
        yield f"both above, {shift}", copy_with(lower=text(upper + shift * step), upper=text(upper + 2 * shift * step))
        yield f"both below, {shift}", copy_with(lower=text(lower - 2 * shift * step), upper=text(lower - shift * step))
    for name in ("mechanism", "other"):
        for match in re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?", item.get(name, "")):
            value = checker.number(match.group())
            moved = str(value + 1) if value.denominator == 1 else text(value * Fraction(1001, 1000))
            changed = item[name][:match.start()] + moved + item[name][match.end():]
            written = {k: v for k, v in item["written"].items() if k != name}
            if name == "mechanism":
                written["mechanism"] = changed
            yield f"{name}: {changed}", copy_with(**{name: changed, "written": written})
    for key, value in item["at"].items():
        if whole:  # the same number of steps meets the targets nearby
            continue
        if item["quantity"] == "divergence":
            moved = checker.number(value) / 2
        else:
            moved = checker.number(value) * (Fraction(1001, 1000) if item["quantity"] != "renyi" else 2)
        written = {k: v for k, v in item["written"].items() if k in ("mechanism", "other")}
        yield f"at.{key}", copy_with(at={**item["at"], key: text(moved)}, written=written)
    if "safe" in item.get("findings", {}):
        wrong = (lower if item["findings"]["private_side"] == "above" else upper)
        if not whole:
            yield "safe", copy_with(findings={**item["findings"], "safe": text(wrong)})
        other = {"above": "below", "below": "above"}[item["findings"]["private_side"]]
        yield "side", copy_with(findings={**item["findings"], "private_side": other})


class Certificates(unittest.TestCase):
    def setUp(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")

    def test_every_covered_kind_is_confirmed_and_no_falsified_copy(self):
        refused = refuted = undecided = 0
        for words in KINDS:
            for item in made(words):
                self.assertEqual(verdict_of(item), "confirmed", words)
                for change, wrong in false_copies(item):
                    with self.subTest(words=words, change=change):
                        verdict = verdict_of(wrong)
                        self.assertNotEqual(verdict, "confirmed")
                        refused += verdict == "not a certificate"
                        refuted += verdict == "refuted"
                        undecided += verdict in ("not decided", "not covered")
        print(f"falsified: {refuted} refuted, {refused} refused, {undecided} undecided", file=sys.stderr)
        self.assertGreater(refuted, 5 * undecided)

    def test_what_is_not_covered_is_said(self):
        for words in NOT_COVERED:
            for item in made(words):
                self.assertEqual(verdict_of(item), "not covered", words)


class Committed(unittest.TestCase):
    def test_the_headline_values(self):
        found = glob.glob(str(ROOT / "cases/certificates/*.json"))
        self.assertTrue(found)
        for name in found:
            for verdict, line in checker.check_file(name, 120, False):
                self.assertEqual(verdict, "confirmed", line)


class Forms(unittest.TestCase):
    def item(self):
        name = sorted(glob.glob(str(ROOT / "cases/certificates/*.json")))[0]
        value = json.loads(pathlib.Path(name).read_text())
        return copy.deepcopy(value["certificates"][0] if "certificates" in value else value)

    def test_self_test(self):
        self.assertEqual(checker.self_test(), "self-test passed")

    def test_members_that_are_missing_unknown_or_of_another_type(self):
        for key in list(self.item()):
            item = self.item()
            del item[key]
            self.assertEqual(verdict_of(mended(item) if key != "digest" else item), "not a certificate", key)
            for value in (None, 1, [], {}, "\x00", {"a": {"a": {}}}):
                item = self.item()
                item[key] = value
                if key != "digest":
                    mended(item)
                if (key, value) != ("version", 1) and key not in ("reached", "asked", "engine", "error_budget", "versions", "written"):
                    self.assertNotEqual(verdict_of(item), "confirmed", (key, value))
        self.assertEqual(verdict_of(mended({**self.item(), "more": "1"})), "not a certificate")
        self.assertEqual(verdict_of({**self.item(), "lower": "0.1"}), "not a certificate")

    def test_hostile_numbers_end_soon(self):
        for text in ("1e999999999", "1e-999999999", "9" * 10 ** 6, "NaN", "Infinity", "0x1p0", "1/0", "--1", "1e", ""):
            for place in ("lower", "upper", "mechanism", "at"):
                item = self.item()
                if place == "mechanism":
                    item["mechanism"] = f"gaussian(sigma={text})"
                    item["written"] = {"mechanism": item["mechanism"]}
                elif place == "at":
                    item["at"] = {k: text for k in item["at"]} or {"epsilon": text}
                    item["written"] = {"mechanism": item["mechanism"]}
                else:
                    item[place] = text
                self.assertNotIn(verdict_of(mended(item), 5), ("confirmed", "refuted"), (place, text[:20]))
        for mechanism in ("gaussian(sigma=1)^99999999999", "gaussian(sigma=1e-900)", "laplace(b=1e-2000)^3",
                          "subsampled_gaussian(sigma=1e-300,p=0.5)^3", "randomized_response(epsilon=1,k=5)^1000000",
                          "subsampled_gaussian(sigma=1e300,p=1e-300)^3", "gaussian(" * 5000, "gaussian(sigma=1)" + "*gaussian(sigma=1)" * 900,
                          "discrete_laplace(b=1,sensitivity=1000000)", "gaussian(sigma=-1)", "gaussian(sigma=0)",
                          "approximate_dp(epsilon=1000000,delta=0.5)^1000"):
            item = self.item()
            item["mechanism"], item["written"] = mechanism, {"mechanism": mechanism}
            self.assertNotEqual(verdict_of(mended(item), 5), "confirmed", mechanism[:60])

    def test_exit_codes(self):
        name = sorted(glob.glob(str(ROOT / "cases/certificates/*.json")))[0]
        self.assertEqual(checker.main(["--json", name]), 0)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("[" * 100000)
            file.flush()
            self.assertEqual(checker.main([file.name]), 2)
            self.assertEqual(checker.main([file.name, name]), 2)


if __name__ == "__main__":
    unittest.main()
