"""Tests of checker/plumbline_check.py: `./dev checker [PROGRAM]`.

The program (environment variable PLUMBLINE_PROGRAM, default build/app/plumbline) makes certificates of every covered
kind. All of them must be confirmed, and none of their falsified copies.
"""
import cmath
import contextlib
import copy
import glob
import io
import itertools
import json
import math
import os
import pathlib
import py_compile
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from decimal import Decimal
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import agreement  # noqa: E402
from falsified import checker, false_copies, false_statements, mended  # noqa: E402

PROGRAM = os.environ.get("PLUMBLINE_PROGRAM", str(ROOT / "build/app/plumbline"))
SUBSAMPLED = "subsampled_gaussian(sigma=1,p=0.01)^10000"

COUNTS = ["--tp", "30", "--fn", "70", "--fp", "10", "--tn", "90"]

KINDS = [  # the arguments of `certify`
    ["delta", SUBSAMPLED, "--epsilon", "1.5", "--digits", "25"],
    ["delta", "gaussian(sigma=2)^3", "--epsilon", "0.3"],
    ["delta", "laplace(b=5)^20", "--epsilon", "1", "--direction", "reverse"],
    ["delta", "gaussian(sigma=3)^4*randomized_response(epsilon=0.5)^6", "--epsilon", "2"],
    ["delta", "discrete_laplace(b=2,sensitivity=3)^4", "--epsilon", "1"],
    ["delta", "subsampled_gaussian(sigma=2,p=0.05)^300*laplace(b=4)^5*gaussian(sigma=5)", "--epsilon", "2"],
    ["delta", "correlated_gaussian(sigma=4,strategy=sqrt,steps=50,participations=3,gap=20)", "--epsilon", "1"],
    ["delta", "cyclic_poisson(sigma=2,strategy=sqrt(4),steps=50,p=0.02,groups=5)", "--epsilon", "0.5", "--digits", "24"],
    ["delta", "b_min_sep(sigma=6,strategy=bisr(2),steps=20,p=0.1,separation=4)", "--epsilon", "1"],
    ["delta", "b_min_sep(sigma=6,strategy=sqrt(4),steps=20,p=1,separation=3,start=cold)", "--epsilon", "1"],
    ["delta", "balls_in_bins(sigma=4,strategy=sqrt(2),steps=60,bins=20)", "--epsilon", "0.5", "--direction", "reverse"],
    ["delta", "shuffled_rr(epsilon0=1,n=20,ones=7)", "--epsilon", "0.3"],
    ["delta", "shuffled_krr(epsilon0=1,n=8,k=4,third=7)", "--epsilon", "0.3"],
    ["epsilon", "shuffled_rr(epsilon0=1,n=12)", "--delta", "1e-3"],
    ["delta", "shuffled_krr(epsilon0=1,n=9,k=4)", "--epsilon", "0.2", "--direction", "reverse"],
    ["tradeoff", "shuffled_laplace(b=0.7,n=8)", "--alpha", "0.1"],
    ["tradeoff", "shuffled_clones(epsilon0=1,n=12)", "--alpha", "0.1"],
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
    ["calibrate", "gaussian(sigma=?*3)*gaussian(sigma=?)*laplace(b=4)", "--epsilon", "3", "--delta", "1e-3", "--digits", "6"],
    ["calibrate", "gaussian(sigma=2)*gaussian(sigma=1)", "--vary", "sigma*", "--epsilon", "3", "--delta", "1e-5"],
    ["delta", "*".join(f"gaussian(sigma={i})" for i in range(30, 130)), "--epsilon", "1"],
    ["calibrate", "laplace(b=?)^10", "--advantage", "0.2"],
    ["calibrate", "randomized_response(epsilon=?)^10", "--alpha", "0.1", "--beta", "0.6"],
    ["divergence", "gaussian(sigma=1)", "laplace(b=1)"],
    ["rero", "subsampled_laplace(b=1,p=0.1)", "--kappa", "0.01"],
    ["epsilon", "staircase(epsilon=1,gamma=0.3)^5", "--delta", "1e-3"],
    ["delta", "zcdp(rho=1/2)", "--epsilon", "3"],
    ["delta", "zcdp(rho=1/10,xi=1/20,delta0=1e-4)^2*gaussian(sigma=3)", "--epsilon", "-1", "--direction", "reverse"],
    ["tv", "zcdp(rho=1/10)"],
    ["convert", "laplace(b=2)^3", "--to", "zcdp", "--digits", "10"],
    ["convert", "finite(P=[1/4,3/4],Q=[3/4,1/4])^2", "--to", "zcdp"],
    ["delta", "gaussian(sigma=sqrt(2*log(125000))/20)*laplace(b=2)", "--epsilon", "9"],
    ["epsilon", "randomized_response(epsilon=log(3))^4", "--delta", "0.1"],
    ["tradeoff", "zcdp(rho=log(2)/4)", "--alpha", "0.1"],
    ["delta", "permute_and_flip(epsilon=1/2)^3", "--epsilon", "1"],
    ["epsilon", "zcdp(rho=0)*gdp(mu=0)*rdp(orders=[2],bounds=[0])", "--delta", "1e-5"],
    ["delta", "zcdp(rho=0,xi=1,delta0=0.1)^2", "--epsilon", "0.5"],
    ["delta", "subsampled_gaussian(sigma2=2,p=0.1)^4", "--epsilon", "0.5"],
    ["delta", "subsampled(gaussian(sigma=1)*gaussian(sigma=2),p=0.1)", "--epsilon", "0.5"],
    ["tradeoff", "subsampled(gaussian(sigma=1)*dp(epsilon=1,delta=0.01),p=0.1)", "--alpha", "0.1"],
    ["delta", "subsampled(dp(epsilon=1,delta=0.1)*finite(P=[1-1/3,1/3,0],Q=[1/3,1/2,1/6]),p=0.1)^3", "--epsilon", "0.1"],
    ["epsilon", "subsampled(pure_dp(epsilon=1)^2,p=0.1)^2", "--delta", "0"],
    ["epsilon", "laplace(b=1)*laplace(b=2,group=2)^3", "--delta", "0"],
    ["epsilon", "finite(P=[1/2,1/2],Q=[1/4,3/4])^2*staircase(epsilon=1,gamma=0.3)", "--delta", "0", "--direction", "reverse"],
    ["epsilon", "subsampled_laplace(b=1,p=0.1)", "--delta", "0"],
    ["epsilon", "subsampled_gaussian(sigma=1,p=0.1)", "--delta", "0", "--direction", "reverse"],
    ["delta", "subsampled(zcdp(rho=1/10),p=0.1)", "--epsilon", "0.5"],
    ["epsilon", "truncated_gaussian(sigma=2,bound=5)", "--delta", "0.2"],
    ["bayes", "truncated_gaussian(sigma=1,bound=0.8)", "--prior", "0.3"],
    ["delta", "skellam(mu=100,l1=10,l2=5)^3", "--epsilon", "0.5"],
    ["epsilon", "skellam(mu=1000000,l2=100)*gaussian(sigma=4)", "--delta", "1e-3", "--digits", "9"],
    ["epsilon", "rdp(orders=[3],bounds=[1/5])", "--delta", "1e-3"],
    ["bayes", "zcdp(rho=1/10)", "--prior", "0.3"],
    ["calibrate", "zcdp(rho=?)^3", "--epsilon", "1", "--delta", "1e-3", "--digits", "6"],
    ["delta", "profile(epsilons=[0.3,1/2,1,2],deltas=[1/5,1/6,1/20,1e-6])^3*gaussian(sigma=3)", "--epsilon", "0.5"],
    ["minimax", "laplace(b=5)^20", "--digits", "12"],
    ["fixed-point", SUBSAMPLED, "--direction", "forward", "--digits", "12"],
    ["divergence", "subsampled_gaussian(sigma=1,p=0.1)^40", "gaussian(sigma=2)", "--digits", "12"],
    ["divergence", "gaussian(sigma=1)", "laplace(b=1)", "--hyperprior", "beta(0.5,0.5)", "--digits", "12"],
    ["divergence", "gaussian(sigma=1)", "laplace(b=1)", "--hyperprior", "uquadratic", "--digits", "10"],
    ["divergence", "gaussian(sigma=1)", "laplace(b=1)", "--hyperprior", "piecewise([0,1/4,1],[0,2,0])", "--digits", "10"],
    ["posterior-belief", "laplace(b=3)^2", "--prior", "0.3"],
    ["minimax-prior", "subsampled_gaussian(sigma=1,p=0.1)^100", "--direction", "forward"],
    *(["audit", "trials", *COUNTS, "--claim", claim] for claim in (
        "laplace(b=5)^20", "randomized_response(epsilon=1)", "approximate_dp(epsilon=0.1,delta=1e-6)^20")),
    ["audit", "trials", "--tp", "140", "--fn", "860", "--fp", "2", "--tn", "998", "--delta", "1e-5",
     "--claim", "subsampled_gaussian(sigma=1.1,p=512/60000)^1172"],
    ["audit", "trials", "--successes", "40", "--attempts", "100", "--kappa", "0.1", "--claim", "laplace(b=5)^20"],
    ["audit", "one-run", "--canaries", "1000", "--guesses", "700", "--right", "640", "--guesses-fixed", "yes",
     "--delta", "1e-5", "--claim", "laplace(b=5)^20"],
    *(words for kind, words in agreement.KINDS.items() if kind.startswith("audit") and kind != "audit equal-level"),
]
ALL = os.environ.get("PLUMBLINE_TEST_MULTIPLIER", "1") != "1"
LIMIT_FILE = checker.LIMIT.file
NOT_COVERED = [["moments", "gaussian(sigma=1)"],
               ["convert", "subsampled_gaussian(sigma=1,p=0.1)*laplace(b=1)", "--to", "zcdp", "--up-to", "8"],
               ["delta", "finite(P=[3/4,1/4],Q=[exp(-1),1-exp(-1)])", "--epsilon", "0.5"],
               ["epsilon", "randomized_response(epsilon=log(3))", "--delta", "0"], ["delta", "zcdp(rho=1/10)*laplace(b=2)", "--epsilon", "1"],
               ["delta", "truncated_gaussian(sigma=1,bound=2)^2", "--epsilon", "1"],
               ["delta", "subsampled(gaussian(sigma=1)*dp(epsilon=1),p=0.1)^2", "--epsilon", "1"],
               ["compare", "gaussian(sigma=1)", "laplace(b=1)"],
               ["delta", "subsampled_laplace(b=2,p=0.1)^2", "--epsilon", "0.1"]]


def verdict_of(item, seconds=60):
    """Returns the verdict on a certificate, or on the result of certificates_of(); nightly runs start without a
    cache."""
    if ALL:
        checker.Profiles.forget()
    return checker.verdict_of(item if isinstance(item, Exception) else checker.certificates_of(item)[0], seconds)[0]


def made(words):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([PROGRAM, "certify", *words, "-o", file.name], capture_output=True, timeout=600)
        assert done.returncode in (0, 3), done.stderr
        return checker.certificates_of(checker.read_json(pathlib.Path(file.name).read_bytes()))


def quiet_main(words):
    with contextlib.redirect_stdout(io.StringIO()):
        return checker.main(words)


def sort_of(change):
    return change.split(",")[0].split(":")[0]


def one_of_each_sort(copies):
    """Returns one copy for each kind of change, the one closest to the truth, which is the hardest."""
    found = {}
    for change, wrong in copies:
        found.setdefault(sort_of(change), (change, wrong))
    return list(found.values())


def share_of(copies, turn, tried):
    """Returns the copies to test: in the suite those of untried sorts, else one, in rotation; in nightly runs all."""
    if ALL:
        return copies
    new = [one for one in copies if sort_of(one[0]) not in tried]
    return new or ([copies[turn % len(copies)]] if copies else [])


PROMISES = {  # a certificate, and false copies of it
    "zcdp": (["delta", "zcdp(rho=1/2)", "--epsilon", "3"], [
        ("a changed digit above", "lower upper", ("0.005119612849935966276", "0.005119612849935966277")),
        ("a changed digit below", "lower upper", ("0.005119612849935966274", "0.005119612849935966275")),
        ("the best conversion of moments", "lower upper", ("0.005143184063", "0.005143184064")),
        ("the gaussian among them", "lower upper", ("0.001537184", "0.001537185")),
        ("a larger rho", "mechanism", "zcdp(rho=0.5000001)"), ("a smaller rho", "mechanism", "zcdp(rho=0.4999999)"),
        ("another xi", "mechanism", "zcdp(rho=0.5,xi=1e-7)"), ("a mass", "mechanism", "zcdp(rho=0.5,delta0=1e-9)")]),
    "rdp": (["delta", "rdp(orders=[2,3,8],bounds=[1/10,1/5,1])", "--epsilon", "1"], [
        ("an order less", "mechanism", "rdp(orders=[2,8],bounds=[0.1,1])"),
        ("a smaller bound", "mechanism", "rdp(orders=[2,3,8],bounds=[0.1,0.1999,1])"),
        ("another order", "mechanism", "rdp(orders=[2,3.001,8],bounds=[0.1,0.2,1])")]),
    "profile": (["delta", "profile(epsilons=[0,1],deltas=[1/5,1/20])", "--epsilon", "1/2"], [
        ("the chord in epsilon", "lower upper", ("0.125", "0.125")),
        ("the level on the right", "lower upper", ("0.05", "0.05")),
        ("the level on the left", "lower upper", ("0.2", "0.2")),
        ("a point less", "mechanism", "profile(epsilons=[0],deltas=[0.2])")])}


CONFIRMED = [  # further ones; some of their changed copies are true
    ["epsilon", "rdp(orders=[2,3,8],bounds=[1/10,1/5,1])", "--delta", "1e-3"],
    ["delta", "rdp(orders=[1/2,1,2],bounds=[1/10,1/5,1/2])^3*zcdp(rho=1/10)", "--epsilon", "1/2"],
    ["delta", "profile(epsilons=[0,1/2,1,2],deltas=[1/5,1/5,1/20,0])^4", "--epsilon", "0.5"],
    ["tradeoff", "profile(epsilons=[0,1],deltas=[1/5,0])", "--alpha", "0.05"],
    ["minimax", "zcdp(rho=1/10)"],
    ["convert", "dp(epsilon=1)", "--to", "zcdp", "--digits", "20"],
    ["convert", "subsampled_gaussian(sigma=2,p=0.01)^8", "--to", "zcdp"],
    ["convert", "zcdp(rho=1/4)^3*gaussian(sigma=1)", "--to", "zcdp", "--direction", "reverse"],
    ["convert", "laplace(b=1)^10", "--to", "zcdp", "--up-to", "8"],
    ["convert", "finite(P=[1/4,3/4],Q=[3/4,1/4])*gaussian(sigma=2)", "--to", "zcdp", "--up-to", "64"],
    ["convert", "randomized_response(epsilon=6)*laplace(b=1)", "--to", "zcdp", "--direction", "forward"],
    ["delta", "subsampled_gaussian(sigma=sqrt(2),p=0.1)^10", "--epsilon", "0.5"],
    ["bayes", "gdp(mu=sqrt(2))*dp(epsilon=exp(-1),delta=1e-3)", "--prior", "0.3"],
    ["calibrate", "laplace(b=?)*gaussian(sigma=sqrt(30))", "--epsilon", "1", "--delta", "0.05", "--digits", "6"],
    ["tradeoff", "zcdp(rho=1/10,xi=0.05,delta0=0.01)", "--alpha", "0", "--digits", "6"],
    ["divergence", "gaussian(sigma=1)", "gaussian(sigma=2)", "--hyperprior", "beta(1/2,3)", "--direction", "forward", "--digits", "8"],
    ["divergence", "laplace(b=2)", "randomized_response(epsilon=1)", "--hyperprior", "beta(3,0.3)", "--digits", "8"],
    ["posterior-belief", "subsampled_gaussian(sigma=1,p=0.1)^10*laplace(b=3)", "--prior", "0.3", "--direction", "reverse"],
    ["posterior-belief", "gaussian(sigma=1)", "--prior", "0.3"],
    ["minimax-prior", "finite(P=[1/3,1/6,1/2],Q=[1/2,1/4,1/4])^5", "--direction", "reverse", "--digits", "8"],
    ["minimax-prior", "gaussian(sigma=1)"]]


class Whole(unittest.TestCase):
    """Whole distributions and trade-off curves, on both sides."""

    def setUp(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")

    def exported(self, folder, side):
        file = pathlib.Path(folder) / (side + ".json")
        words = [PROGRAM, "profile", "export", "gaussian(sigma=1)", "--grid", "0.1", "--side", side, "-o", str(file)]
        subprocess.run(words, check=True, capture_output=True)
        return file

    def test_exports_are_confirmed_and_changed_masses_refuted(self):
        with tempfile.TemporaryDirectory() as folder:
            for side in ("pessimistic", "optimistic"):
                file = self.exported(folder, side)
                [good] = made(["profile", str(file), "gaussian(sigma=1)", "--side", side])
                self.assertEqual(good["findings"]["verdict"], "holds")
                self.assertEqual(verdict_of(good), "confirmed")
                masses = good["options"]["distribution"].split(",")
                loss, mass = masses[len(masses) // 2].split(":")
                moved = checker.number(mass) + Fraction(1 if side == "optimistic" else -1, 10 ** 9)
                masses[len(masses) // 2] = f"{loss}:{checker.plain_text(moved)}"
                wrong = {**good, "options": {**good["options"], "distribution": ",".join(masses)}}
                self.assertEqual(verdict_of(mended(wrong)), "refuted")
                other = {k: v for k, v in good["options"].items() if k != "side"}
                other |= {"side": "optimistic"} if side == "pessimistic" else {}
                self.assertEqual(verdict_of(mended({**good, "options": other})), "refuted")

    def test_failures_are_confirmed_with_their_size(self):
        with tempfile.TemporaryDirectory() as folder:
            for side, other in (("pessimistic", "optimistic"), ("optimistic", "pessimistic")):
                file = self.exported(folder, side)
                one = [["--from", "0"]] if side == "optimistic" else [[]]  # in the suite; nightly runs have both
                for more in [[], ["--from", "0"]] if ALL else one:
                    [good] = made(["profile", str(file), "gaussian(sigma=1)", "--side", other, *more])
                    self.assertEqual(good["findings"]["verdict"], "fails")
                    self.assertEqual(verdict_of(good), "confirmed")
                    for wrong in one_of_each_sort([copy for copy in false_copies(good) if not copy[0].startswith("at")]):
                        self.assertNotEqual(verdict_of(wrong[1]), "confirmed", wrong[0])

    def test_curves(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "curve.csv"
            for points, words, verdict in (
                    ("0,0.99\n0.1,0.5\n0.5,0.1\n1,0", [], "fails"), ("0,0.5\n0.5,0.05\n0.9,0", [], "holds"),
                    ("0,1\n0.1,0.62\n0.5,0.2\n1,0", ["--side", "optimistic"], "holds"),
                    ("0,1\n0.1,0.6\n0.5,0.2\n1,0", ["--side", "optimistic"], "fails"),
                    ("0.1,0.61\n0.5,0.15\n0.9,0.01", ["--points"], "holds")):
                file.write_text("alpha,beta\n" + points + "\n")
                [good] = made(["profile", str(file), "gaussian(sigma=1)", *words])
                self.assertEqual(good["findings"]["verdict"], verdict, points)
                if "0,1" not in points:  # both errors are 1 there, and no enclosure decides
                    self.assertEqual(verdict_of(good), "confirmed", points)
                else:
                    self.assertNotEqual(verdict_of(good), "refuted", points)

    def test_largest_shortfalls_are_those_of_a_grid(self):
        profile = checker.Profiles.of(checker.expression("gaussian(sigma=1)"), "forward")
        delta = lambda t: float(profile.at(checker.Point(t=Fraction(t).limit_denominator(10 ** 6)), Fraction(1, 10 ** 15))[0])
        draws = random.Random(5)
        for _ in range(6 if ALL else 3):
            losses = sorted(draws.uniform(-2, 3) for _ in range(4))
            pairs = [(Fraction(loss).limit_denominator(1000), Fraction(draws.randint(-5, 30), 100)) for loss in losses]
            pairs = [(loss, mass) for loss, mass in pairs if mass]
            text = ",".join(f"{loss}:{mass}" for loss, mass in pairs) + ",inf:1/1000"
            stated = lambda t: 1e-3 + sum(float(mass) * -math.expm1(t - float(loss)) for loss, mass in pairs if loss > t)
            masses = checker.Masses(text)
            for first in (None, Fraction(-1, 2)):
                grid = [k / 40 for k in range(-400 if first is None else -20, 200)]
                for sign, excess in ((1, checker.optimistic_excess), (-1, checker.pessimistic_excess)):
                    found = excess(profile, masses, first, Fraction(1, 10 ** 12))
                    at_grid = max(0, max(sign * (stated(t) - delta(t)) for t in grid))
                    self.assertGreaterEqual(float(found[1]) + 1e-12, at_grid)
                    self.assertLessEqual(float(found[0]), at_grid + 2e-3)
                    self.assertLessEqual(found[1] - found[0], Fraction(1, 10 ** 9))


class Promises(unittest.TestCase):
    """Stated guarantees: forged certificates, and values from other methods."""

    def setUp(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")

    def test_further_kinds_are_confirmed(self):
        for words in CONFIRMED:
            for item in made(words):
                with self.subTest(words=words):
                    self.assertEqual(verdict_of(item), "confirmed")

    def test_another_hyper_prior_is_refuted(self):
        good = made(["divergence", "gaussian(sigma=1)", "laplace(b=1)", "--hyperprior", "beta(0.5,0.5)", "--digits", "8"])[1]
        for weight in ("beta(0.5,0.500001)", "beta(1,1)", "uquadratic", "piecewise([0,0.5,1],[0,2,0])"):
            wrong = {**copy.deepcopy(good), "options": {"hyperprior": weight}, "written": {**good["written"], "hyperprior": weight}}
            self.assertEqual(verdict_of(mended(wrong)), "refuted", weight)
        stands_for_another = {**copy.deepcopy(good), "options": {"hyperprior": "beta(1,1)"}}
        self.assertNotEqual(verdict_of(mended(stands_for_another)), "confirmed")
        for text in ("beta(0,1)", "beta(1)", "piecewise([0,1],[1,2])", "gamma(1,1)"):
            with self.assertRaises(checker.Refused, msg=text):
                checker.Hyperprior(text)

    def test_forged_ones_are_refuted(self):
        for name, (words, changes) in PROMISES.items():
            [good] = made(words)
            self.assertEqual(verdict_of(good), "confirmed", name)
            for change, where, value in changes:
                wrong = copy.deepcopy(good)
                if where == "mechanism":
                    wrong.update(mechanism=value, written={**good["written"], "mechanism": value})
                else:
                    a, b = map(checker.number, value)
                    digits = math.log10(b) - math.log10(b - a) if a < b else 0
                    wrong.update(lower=value[0], upper=value[1], reached=False,
                                 digits=f"{math.floor(digits * 10) / 10:.1f}" if a < b else "exact")
                with self.subTest(name=name, change=change):
                    self.assertEqual(verdict_of(mended(wrong)), "refuted")

    def test_exact_divergences_of_two_outputs_bound_each_other(self):
        # A mechanism with two outputs meets the promise of its own divergences: its delta is never above the bound.
        draw = random.Random(5)
        for _ in range(12):
            x, y = sorted(Fraction(draw.randint(1, 99), 100) for _ in range(2))
            if x == y:
                continue
            P, Q = (float(x), float(1 - x)), (float(y), float(1 - y))
            orders, bounds = [], []
            for a in sorted(draw.sample([1.5, 2, 3, 4.5, 8], 2)):
                most = max(math.log(sum(q ** a * p ** (1 - a) for p, q in zip(*pair))) / (a - 1) for pair in ((P, Q), (Q, P)))
                orders.append(str(a)), bounds.append(f"{most * 1.000001:.12f}")
            text = f"rdp(orders=[{','.join(orders)}],bounds=[{','.join(bounds)}])"
            profile = checker.Profile(checker.expression(text), "worst")
            for t in (Fraction(0), Fraction(1, 3), Fraction(1)):
                lowest, highest = profile.at(checker.Point(t=t), Fraction(1, 10 ** 12))
                self.assertLess(float(highest - lowest), 2e-12, text)
                self.assertGreaterEqual(float(highest), float(y) - math.exp(t) * float(x) - 1e-12, text)

    def test_the_least_rho_is_that_of_a_grid_of_orders(self):
        draw = random.Random(7)
        for i in range(8):
            x, y = sorted(draw.uniform(0.02, 0.98) for _ in range(2))
            b = draw.uniform(0.5, 5)
            text = f"finite(P=[{x:.6f},{1 - float(f'{x:.6f}'):.6f}],Q=[{y:.6f},{1 - float(f'{y:.6f}'):.6f}])*laplace(b={b:.6f})"
            [(_, given, _), (_, noise, _)] = checker.expression(text)
            P, Q, mu = list(map(float, given["P"])), list(map(float, given["Q"])), 1 / float(noise["b"])

            def divergence(P, Q, a):
                two = sum(q ** a * p ** (1 - a) for p, q in zip(P, Q))
                laplace = (a * math.exp((a - 1) * mu) + (a - 1) * math.exp(-a * mu)) / (2 * a - 1)
                return (math.log(two) + math.log(laplace)) / (a - 1)
            for direction, pairs in (("forward", [(P, Q)]), ("worst", [(P, Q), (Q, P)])):
                most = max(divergence(*pair, a) / a for pair in pairs for a in (1.0001 * 1.002 ** k for k in range(2500)))
                lowest, highest = checker.least_rho(checker.expression(text), direction, None, Fraction(1, 10 ** 9))
                self.assertLessEqual(float(highest - lowest), 1.1e-9, text)
                self.assertLessEqual(most, float(highest) + 1e-9, text)
                self.assertLessEqual(float(lowest), most * 1.0002, text)

    def test_irrational_numbers_are_enclosed(self):
        for text, value in (("sqrt(2*log(125000))/20", math.sqrt(2 * math.log(125000)) / 20), ("1/log(3)", 1 / math.log(3)),
                            ("exp(-1/2)^3*2", 2 * math.exp(-1.5)), ("2^-2*sqrt(3)", math.sqrt(3) / 4), ("1-exp(-1)", 1 - math.exp(-1)),
                            ("-(1-sqrt(2))^2*-1e2", 100 * (1 - math.sqrt(2)) ** 2)):
            found = checker.parameter(text, "number")
            self.assertLess(found, found.upper, text)
            self.assertLess(float(found.upper - found), 1e-60, text)
            self.assertAlmostEqual(float(found), value, 12, text)
        for text in ("log(0)", "sqrt(-1)", "log(3", "log(3)x", "log(3)/0", "1/log(1)", "log()", "log(3)^x", "log(3)+"):
            with self.assertRaises(checker.Refused, msg=text):
                checker.parameter(text, "number")
        for text in ("exp(exp(100))", "log(3)^9999", "sqrt(" * 30 + "2" + ")" * 30, "exp(1e9)"):
            with self.assertRaises(checker.NotCovered, msg=text):
                checker.parameter(text, "number")

    def test_all_orders_are_looked_at_on_both_sides_of_the_edge(self):
        # The boundary of the region is computed in floats on a grid of orders; the proof covers all orders.
        for rho, xi in ((Fraction(1, 2), Fraction(0)), (Fraction(1, 20), Fraction(1, 5)), (Fraction(3), Fraction(1, 100))):
            promise = checker.Promise(rho, xi)
            region = checker.FloatRegion(promise)
            region.steps = [i / 400 for i in range(40000)]
            for u in (-9.0, -4.0, -1.0, -0.1):
                v = region.edge(u)
                for factor, allowed in ((1 - 1e-4, True), (1 + 1e-4, False)):
                    x, y = (Fraction(1 / (1 + math.exp(-w))) for w in (u, u + (v - u) * factor))
                    with checker.precision(300):
                        test = checker.Test(x, y)
                        both = checker.certainly_below(test, promise) and checker.certainly_below(test.turned(), promise)
                    self.assertEqual(both, allowed, (rho, xi, u, factor))


class Certificates(unittest.TestCase):
    def setUp(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")

    def test_every_covered_kind_is_confirmed_and_no_falsified_copy(self):
        refused = refuted = undecided = turn = 0
        sorts, tried = set(), set()
        for words in KINDS:
            for item in made(words):
                self.assertEqual(verdict_of(item), "confirmed", words)
                copies = one_of_each_sort(false_copies(item))
                sorts |= {sort_of(change) for change, _ in copies}
                turn += 1
                for change, wrong in share_of(copies, turn, tried):
                    tried.add(sort_of(change))
                    with self.subTest(words=words, change=change):
                        verdict = verdict_of(wrong)
                        self.assertNotEqual(verdict, "confirmed")
                        refused += verdict == "not_a_certificate"
                        refuted += verdict == "refuted"
                        undecided += verdict in ("unconfirmed", "not_covered")
        print(f"falsified: {refuted} refuted, {refused} refused, {undecided} undecided", file=sys.stderr)
        self.assertGreater(refuted, 5 * undecided)
        self.assertEqual(tried, sorts)

    def test_witness_thresholds_prove_nothing_by_themselves(self):
        for words in (["tradeoff", "laplace(b=2)^3", "--alpha", "0.1"], ["rero", SUBSAMPLED, "--kappa", "0.1"],
                      ["calibrate", "laplace(b=?)^3", "--alpha", "0.1", "--beta", "0.6"]):
            item = made(words)[0]
            self.assertEqual(set(item["witness"]) - {"safe"}, {"lower", "upper"}, words)
            self.assertEqual(sorted(len(item["witness"][end]) for end in ("lower", "upper")), [1, 6], words)
            rng = random.Random(1)
            wrong = next(c for change, c in false_copies(item) if change.startswith("both"))
            for _ in range(3):
                thresholds = {end: [f"log {rng.choice(['1e-9', '0.3', '1', '1.7', '1e9'])}{rng.randint(0, 9)}"
                                    for _ in range(rng.randint(1, 8))] for end in item["witness"]}
                self.assertIn(verdict_of(mended({**item, "witness": thresholds})), ("confirmed", "unconfirmed"))
                self.assertIn(verdict_of(mended({**wrong, "witness": thresholds})), ("refuted", "unconfirmed"))
            older = {k: v for k, v in item.items() if k not in ("witness", "hypotheses")}
            older["version"] = 1
            self.assertEqual(verdict_of(mended(older)), "unconfirmed")
            self.assertEqual(verdict_of(mended({**older, "version": 1, "witness": item["witness"]})), "not_a_certificate")

    def test_several_at_a_time_give_the_same(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(made(["tv", "laplace(b=2)^3"])[0], file)
            file.flush()
            one, two = (list(checker.check_files([file.name] * 4, 60, True, jobs)) for jobs in (1, 2))
        self.assertEqual(one, two)
        self.assertEqual([verdict for verdict, _ in one], ["confirmed"] * 4)

    def test_what_is_not_covered_is_said(self):
        for words in NOT_COVERED:
            for item in made(words):
                self.assertEqual(verdict_of(item), "not_covered", words)


def an_attack(mechanism, quantity, at=None, **more):
    """Returns a certificate of an attack with a correct form that states [0, 1]."""
    written = {"mechanism": mechanism}
    if "other" in more:
        written["other"] = more["other"]
    elif at and quantity not in checker.CLAIMED:
        written["at"] = next(iter(at.values()))
    return mended({
        "format": "plumbline-certificate", "version": 2, "quantity": quantity, "mechanism": mechanism, "direction": "worst",
        "at": at or {}, "lower": "0", "upper": "1", "digits": "0.0", "reached": quantity in checker.CLAIMED,
        "asked": {"digits": "15", "engine": "auto"}, "written": written,
        "engine": {"name": "clopper_pearson", "parameters": {}}, "error_budget": dict.fromkeys(checker.BUDGET, "0"),
        "versions": dict.fromkeys(checker.VERSIONS, "0"), **more})


class Verdicts(unittest.TestCase):
    """Exit codes are those of EXIT, and 0 or 1 always means proved or refuted."""

    TRIALS = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)"
    ONE_RUN = "one_run(canaries=1000,guesses=700,right=640,guesses_fixed=yes,bound=exchange,confidence=0.95)"
    SCORES = ("scores(members=2,others=2,member_scores=high,rule=explicit,threshold=0.5,confidence=0.95,split=0.5)",
              {"members": "1,2", "others": "0,0.25"})
    CLAIM = {"other": "subsampled_laplace(b=2,p=0.1)^2", "findings": {"refuted": "yes"}}

    def code_of(self, *items):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, f"{i}.json") for i in range(len(items))]
            for name, item in zip(names, items):
                pathlib.Path(name).write_text(json.dumps(item))
            return quiet_main([*names, "--jobs", "1"])

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()  # the checker, compiled once for all processes
        cls.addClassCleanup(folder.cleanup)
        cls.compiled = folder.name
        source = ROOT / "checker/plumbline_check.py"
        py_compile.compile(source, os.path.join(folder.name, source.name + "c"), doraise=True)

    def ended(self, words, before="", **options):
        """Runs the checker in a separate process, with `before` inserted into its source."""
        source = f"import sys; sys.path[:0] = [{self.compiled!r}]\nimport plumbline_check as c\n{before}\n" \
            f"sys.exit(c.ended({words!r}))"
        return subprocess.run([sys.executable, "-B", "-c", source], capture_output=True, text=True, timeout=600, **options)

    def headline(self):
        return sorted(glob.glob(str(ROOT / "cases/certificates/*.json")))[0]

    def committed(self):
        value = json.loads(pathlib.Path(self.headline()).read_text())
        return next(one for one in value["certificates"] if one["quantity"] == "tv")

    def test_attacks_that_are_not_covered_end_with_3(self):
        delta = {"delta": "1e-5"}
        scores, options = self.SCORES
        cut = {"tp": "2", "fn": "0", "fp": "0", "tn": "2"}
        paths = {  # the reason in the verdict, for each attack that is not covered
            "several steps of subsampled_laplace": an_attack(self.TRIALS, "audited_mechanism", **self.CLAIM),
            "relation=replace of subsampled_gaussian": an_attack(self.TRIALS, "audited_mechanism", **{
                **self.CLAIM, "other": "subsampled_gaussian(sigma=1,p=0.1,relation=replace)"}),
            "skellam of one integer": an_attack(
                self.ONE_RUN, "audited_mechanism", {"epsilon": "1"}, other="skellam(mu=4)", findings={"refuted": "yes"},
                written={"mechanism": self.ONE_RUN, "other": "skellam(mu=4)", "epsilon": "1"}),
            "scores, and an attack that has none": an_attack(self.TRIALS, "audited_epsilon", delta, options=options,
                                                             findings=cut),
            "none where it has some": an_attack(scores, "audited_epsilon", delta),
            "mechanism, confidence: not in the canonical form": an_attack(
                self.TRIALS.replace("0.95", "19/20"), "audited_epsilon", delta),
            "mechanism: not in the canonical form": an_attack(
                "trials(fn=860,tp=140,fp=2,tn=998,confidence=0.95,split=0.5)", "audited_epsilon", delta),
            "mechanism, threshold: not in the canonical form": an_attack(
                scores.replace("threshold=0.5", "threshold=0.50"), "audited_epsilon", delta, options=options, findings=cut),
            "mechanism, list: not in the canonical form": an_attack(
                self.ONE_RUN.replace("fixed=yes", "fixed=list,list=[700,600]"), "audited_epsilon", delta),
            "at/delta: not in the canonical form": an_attack(self.TRIALS, "audited_epsilon", {"delta": "0.00001"}),
            "other: not in the canonical form": an_attack(self.TRIALS, "audited_mechanism", **{
                **self.CLAIM, "other": "gaussian( sigma=1)"}),
            "written/mechanism: written otherwise": an_attack(
                self.TRIALS, "audited_epsilon", delta, written={"mechanism": self.TRIALS.replace("140", "141"), "at": "1e-5"}),
        }
        for remark, item in paths.items():
            with self.subTest(remark):
                verdict, findings = checker.verdict_of(checker.certificates_of(item)[0], 60)
                self.assertEqual((verdict, remark in findings.remark), ("not_covered", True), findings.remark)
                self.assertEqual(self.code_of(item), 3)
                self.assertEqual(self.code_of(self.committed(), item), 3)  # together with a confirmed one

    def test_a_claim_that_is_not_covered_confirms_nothing_when_it_is_forged(self):
        item = an_attack(self.TRIALS, "audited_mechanism", **self.CLAIM)
        for change in ({"lower": "0.31", "upper": "0.32", "digits": "1.5"}, {"findings": {"refuted": "no"}}):
            forged = mended({**item, **change})
            self.assertEqual(self.code_of(forged), 3)
            self.assertEqual(self.code_of(forged, self.committed()), 3)

    def test_main_ends_with_the_code_of_each_verdict_and_the_order_of_the_table(self):
        good = self.committed()
        a, b = good["lower"], good["upper"]

        def of(name):
            return {**good["hypotheses"], "proof": f"{name}: {checker.FACTS[name][3]}"}

        of_each = {"confirmed": good, "refuted": mended({**good, "lower": "0.9", "upper": "0.91", "digits": "1.9",
                                                        "reached": False}),
                   "withdrawn": mended({**good, "written": {**good["written"], "mechanism": "subsampled(laplace(b=1,group=3),p=0.1)"}}),
                   "not_a_certificate": {}, "not_covered": mended({
                       **good, "mechanism": "total_variation_dp(epsilon=1,delta=0.5,eta=0.5)", "hypotheses": of("total_variation_dp"),
                       "written": {"mechanism": "total_variation_dp(epsilon=1,delta=0.5,eta=0.5)"}}),
                   "unconfirmed": mended({**good, "hypotheses": of("approximate_dp"),
                                          "mechanism": "approximate_dp(epsilon=0,delta=0.5)^1000000000",
                                          "written": {"mechanism": "approximate_dp(epsilon=0,delta=0.5)^1000000000"}})}
        self.assertEqual({**of_each, "contradiction": 0}.keys(), checker.EXIT.keys())
        self.assertNotEqual((a, b), ("0", "0"))
        for verdict, item in of_each.items():
            self.assertEqual(verdict_of(item), verdict)
            self.assertEqual(self.code_of(item), checker.EXIT[verdict], verdict)
            for other, second in of_each.items():
                code = self.code_of(item, second)
                self.assertEqual(code, next(code for word, code in checker.EXIT.items() if word in (verdict, other)),
                                 (verdict, other))

    def test_a_word_that_is_no_verdict_and_no_verdict_at_all(self):
        for verdicts, code in ((["not covered"], 4), (["confirmed", "not covered"], 4), (["confirmed", ""], 4), ([], 2),
                               (["confirmed"], 0), (["confirmed", "not_covered"], 3)):
            self.assertEqual(checker.exit_code(verdicts), code, verdicts)
        for wrong in ("not covered", "Confirmed", None, ""):
            done = self.ended([self.headline(), "--jobs", "1"], f"c.judge = lambda item, seconds: ({wrong!r}, c.Findings())")
            self.assertEqual((done.returncode, done.stderr), (4, ""), wrong)
            self.assertIn("contradiction: ", done.stdout)
            self.assertIn("is no verdict", done.stdout)

    def test_errors_that_are_not_foreseen_end_with_4(self):
        two = mended({"format": "plumbline-bundle", "version": 2, "certificates": [self.committed()] * 2})
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(two, file)
            file.flush()
            for name in ("judge_anything", "judge", "form_of", "certificates_of", "read_json", "check_files", "report"):
                for error in ("AttributeError", "StopIteration", "OSError"):
                    for jobs in ("1", "2") if name == "judge_anything" else ("1",):
                        self.ends_with_4(file.name, name, error, jobs)

    def ends_with_4(self, file, name, error, jobs):
        done = self.ended([file, "--jobs", jobs], f"def broken(*more):\n    raise {error}('broken')\nc.{name} = broken")
        said = done.stdout + done.stderr
        if error == "OSError" and name in ("read_json", "certificates_of", "form_of"):
            self.assertEqual(done.returncode, 2)  # a file that is not readable
            return
        self.assertEqual(done.returncode, 4, (name, error, said[-500:]))
        self.assertIn("an error in this checker", said)
        self.assertNotIn("Traceback", said)

    def test_a_self_test_that_fails_and_memory_that_is_none(self):
        fail = "def broken(*more):\n    raise {}\n"
        self.assertEqual(self.ended(["--self-test"], fail.format("AssertionError") + "c.self_test = broken").returncode, 4)
        self.assertEqual(self.ended(["x"], fail.format("MemoryError") + "c.check_files = broken").returncode, 3)
        self.assertEqual(self.ended(["--no-such-word"]).returncode, 2)

    def test_an_output_that_is_closed_proves_and_refutes_nothing(self):
        good = self.committed()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(good, file)
            file.flush()
            for words in ([file.name] * 3, [file.name] * 3 + ["--jobs", "1"]):
                read, write = os.pipe()
                os.close(read)
                done = subprocess.run([sys.executable, "-B", str(ROOT / "checker/plumbline_check.py"), *words],
                                      stdout=write, stderr=subprocess.PIPE, text=True, timeout=600)
                os.close(write)
                self.assertEqual((done.returncode, done.stderr), (3, ""), words)


class Agreement(unittest.TestCase):
    """A part of the cases of `./dev checker-sweep`, for every kind."""

    def test_both_checkers_give_the_same_exit_code(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        kinds = ("delta", "epsilon", "tradeoff", "tradeoff-inverse", "power", "rero", "bayes", "posterior", "tv",
                 "advantage", "calibrate N", "calibrate sigma", "renyi", "moments", "minimax-prior", "fixed-point",
                 "gdp", "channel", "bounded-range")
        each = 3 if ALL else 2
        rows = agreement.run(PROGRAM, 1, each, kinds=kinds)
        self.assertGreater(len(rows), each * len(kinds))
        self.assertEqual([row for row in rows if row[-1]], [])

    def test_both_say_the_same_words_of_the_same_members(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        good = made(["tv", "laplace(b=2)^3"])[0]
        wrong = mended({**next(w for change, w in false_copies(good) if change.startswith("both")), "reached": False})
        broken = mended({key: value for key, value in good.items() if key != "asked"})
        open_one = mended({**good, "mechanism": "random_allocation(sigma=1,t=10)",
                           "written": {"mechanism": "random_allocation(sigma=1,t=10)"}})
        members = [wrong, broken, good, open_one]

        def said(name):
            program = subprocess.run([PROGRAM, "check", name, "--json"], capture_output=True, text=True).stdout
            second = [line for _, line in checker.check_files([name], 60, True, 1)]
            return [sorted(((one["index"], one["verdict"]) for one in map(json.loads, lines)), key=str)
                    for lines in (program.splitlines(), second)]
        with tempfile.TemporaryDirectory() as folder:
            bundle, none = os.path.join(folder, "all.json"), os.path.join(folder, "none.json")
            pathlib.Path(bundle).write_text(json.dumps(mended(
                {"format": "plumbline-bundle", "version": 2, "certificates": members})))
            pathlib.Path(none).write_text("{}")
            program, second = said(bundle)
            self.assertEqual(second, [(1, "refuted"), (2, "not_a_certificate"), (3, "confirmed"), (4, "not_covered")])
            self.assertEqual(program[:3], second[:3])
            self.assertEqual(program[3], (4, "refuted"))
            self.assertEqual(said(none), [[(None, "not_a_certificate")]] * 2)

    def test_p_values_are_refined_until_they_are_decided(self):
        """Ends that differ from the crossing by one part in 10^20, on both sides of it."""
        item = {"quantity": "audited_mechanism", "direction": "worst", "other": "gaussian(sigma=0.9)",
                "mechanism": "trials(tp=37,fn=63,fp=5,tn=95,confidence=0.95,split=0.5)"}
        attack = checker.Attack(item)
        near = checker.crossing_p_value(attack, lambda: checker.claim_curve(item, {}),
                                        lambda p: p[1] - p[0] < p[1] / 10 ** 24)
        width = near[1] / 10 ** 20
        for lower, upper, verdict in ((near[0] - width, near[1] + width, "confirmed"),
                                      (near[1] + width, near[1] + 2 * width, "refuted"),
                                      (near[0] - 2 * width, near[0] - width, "refuted")):
            for refuted in ("yes", "no"):
                stated = {**item, "lower": checker.decimal(lower, False, 30), "upper": checker.decimal(upper, True, 30),
                          "findings": {"refuted": refuted}}
                said = checker.Findings()
                checker.judge_claim(attack, stated, {}, said)
                right = refuted == checker.refuted_by(near, attack.g)
                self.assertEqual(said.verdict(), verdict if right else "refuted", (verdict, refuted))

    def test_claims_of_mechanisms_are_judged_on_both_sides_of_their_p_value(self):
        """Ends that differ by one part in 10^9 from the computed p-value; the curves are smooth, piecewise linear, or
        neither."""
        for other, direction in (("laplace(b=5)^20", "worst"), ("randomized_response(epsilon=1)", "worst"),
                                 ("subsampled_gaussian(sigma=1,p=0.1)", "reverse"),
                                 ("gaussian(sigma=3)^4 * randomized_response(epsilon=0.5)^6", "forward")):
            item = {"quantity": "audited_mechanism", "direction": direction, "other": other,
                    "mechanism": "trials(tp=37,fn=63,fp=5,tn=95,confidence=0.95,split=0.5)"}
            a = checker.Attack(item)
            near = checker.mechanism_p_value(a, checker.ClaimedMechanism(item), lambda p: p[1] - p[0] < p[1] / 10 ** 12)
            self.assertLess(near[1] - near[0], near[1] / 10 ** 12, (other, direction))
            gap = near[1] / 10 ** 9
            for lower, upper, verdict in ((near[0] - gap, near[1] + gap, "confirmed"),
                                          (near[1] + gap, near[1] + 2 * gap, "refuted"),
                                          (near[0] - 2 * gap, near[0] - gap, "refuted")):
                stated = {**item, "lower": checker.decimal(lower, False, 30), "upper": checker.decimal(upper, True, 30),
                          "findings": {"refuted": checker.refuted_by(near, a.g)}}
                said = checker.Findings()
                checker.judge_claim(a, stated, {}, said)
                self.assertEqual(said.verdict(), verdict, (other, direction, verdict))

    def test_one_certificate_that_is_not_covered_or_not_readable_voids_no_bundle(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        good = made(["tv", "laplace(b=2)^3"])[0]
        unknown = mended({**good, "mechanism": "random_allocation(sigma=1,t=10)"})
        broken = mended({k: v for k, v in good.items() if k != "asked"})
        # A type of number that the format does not have.
        numbers = mended({**good, "asked": {**good["asked"], "digits": 2.0}})
        wrong = mended({**good, "lower": "0.9", "upper": "0.91", "digits": "1.9", "reached": False})
        for items, code in (([good], 0), ([good, unknown], 3), ([good, broken, unknown], 2), ([broken, wrong], 1),
                            ([good, numbers], 2), ([numbers, wrong], 1)):
            bundle = {"format": "plumbline-bundle", "version": 2, "certificates": items}
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(mended(bundle), file)
                file.flush()
                self.assertEqual(quiet_main([file.name, "--jobs", "1"]), code)


    def test_a_bundle_of_any_length_is_judged_by_both(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        good = made(["tv", "randomized_response(epsilon=1)"])[0]
        wrong = mended({**good, "lower": "0.1", "upper": "0.1"})
        for last, code in ((good, 0), (wrong, 1)):
            bundle = {"format": "plumbline-bundle", "version": 2, "certificates": [good] * 1000 + [last]}
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(mended(bundle), file)
                file.flush()
                done = subprocess.run([PROGRAM, "check", file.name], capture_output=True, timeout=600)
                self.assertEqual((quiet_main([file.name, "--jobs", "1"]), done.returncode), (code, code))

    def test_a_file_beyond_the_limit_is_not_covered(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(" " * (LIMIT_FILE + 1))
            file.flush()
            self.assertEqual(quiet_main([file.name]), 3)


class Folded(unittest.TestCase):
    """The identity and the bound of part 6 of the checker, in doubles."""

    @staticmethod
    def payoff(c, y):
        return max(math.expm1(y), 0.0) if c > 1 else -min(math.exp(y), 1.0) if c > 0 else max(-math.expm1(y), 0.0)

    def test_a_sum_over_nodes_is_the_folded_payoff(self):
        for c, step in ((2.0, 1.5), (1.25, 0.75), (0.5, 2.0), (0.25, 1.0), (-1.0, 1.5), (-3.0, 0.5)):
            period = 2 * math.pi / step
            for y in (-2.3, -0.1, 0.4, 3.0):
                total = 0.0
                for k in range(-20000, 20001):
                    s = complex(c, k * step)
                    total += (cmath.exp(s * y) / (s * (s - 1))).real
                folded = sum(self.payoff(c, y + m * period) * math.exp(-c * m * period) for m in range(-12, 13))
                self.assertAlmostEqual(total / period, folded, delta=1e-4 * math.exp(c * y))

    def test_the_peak_of_a_payoff_is_attained_and_not_exceeded(self):
        for x in (Fraction(3, 2), Fraction(7), Fraction(1, 3), Fraction(-1, 4), Fraction(-5)):
            with checker.precision(64):
                peak = checker.middle(checker.payoff_peak(x))
            best = max(abs(self.payoff(x, i / 1000)) * math.exp(-float(x) * i / 1000) for i in range(-6000, 6001))
            self.assertLessEqual(best, float(peak) * (1 + 1e-12))
            self.assertGreaterEqual(best, float(peak) * (1 - 1e-5))


class Matrices(unittest.TestCase):
    """Squared sensitivities compared with all patterns of small matrices."""

    def brute(self, strategy, n, allowed):
        c = checker.first_column(strategy, n)
        column = [[c[t - i] if 0 <= t - i < len(c) else 0 for t in range(n)] for i in range(n)]
        patterns = ([i for i in range(n) if code >> i & 1] for code in range(1, 1 << n))
        return max(sum(sum(column[i][t] for i in pattern) ** 2 for t in range(n))
                   for pattern in patterns if allowed(pattern, [b - a for a, b in zip(pattern, pattern[1:])]))

    def test_of_all_patterns_none_is_worse(self):
        for strategy in ("identity", "prefix", "sqrt", "sqrt(2)", "toeplitz([1,2,1/2])", "bisr(2)",
                         "lambda_cgd(1/2)", "blt([0.3,0.1],[0.9,0.5])"):
            for n in (1, 4, 9):
                def square(**more):
                    return checker.matrix_square(strategy, Fraction(n), **{k: Fraction(v) for k, v in more.items()})
                self.assertEqual(square(), self.brute(strategy, n, lambda pattern, gaps: not gaps))
                for b in (1, 3):
                    self.assertEqual(square(every=b),
                                     self.brute(strategy, n, lambda p, gaps: all(g % b == 0 for g in gaps)))
                    if strategy != "toeplitz([1,2,1/2])" or b == 3:
                        self.assertEqual(square(participations=2, gap=b),
                                         self.brute(strategy, n, lambda p, gaps: len(p) <= 2 and min(gaps, default=b) >= b))

    def test_what_is_refused(self):
        for strategy, error in (("tree", "NotCovered"), ("toeplitz([0,1])", "Refused"), ("sqrt(1/2)", "Refused")):
            with self.assertRaises(getattr(checker, error)):
                checker.matrix_square(strategy, Fraction(5))
        for strategy, more in (("toeplitz([1,-1/2])", {"every": Fraction(1)}),
                               ("toeplitz([1,2])", {"participations": Fraction(2), "gap": Fraction(1)})):
            with self.assertRaises(checker.NotCovered):
                checker.matrix_square(strategy, Fraction(5), **more)


class BallsInBins(unittest.TestCase):
    """The pair compared with sums over a grid, and its certificates."""

    def on_a_grid(self, mu, x):
        """Returns E (S - x)_+ of two bins, in floats."""
        nodes = [j / 25 for j in range(-200, 201)]
        weights = [math.exp(-u * u / 2) / 25 / math.sqrt(2 * math.pi) for u in nodes]
        ratios = [math.exp(mu * u - mu * mu / 2) for u in nodes]
        return sum(a * b * max(0.0, (r + s) / 2 - x) for a, r in zip(weights, ratios) for b, s in zip(weights, ratios))

    def test_two_bins_by_a_sum(self):
        for mu, x in ((Fraction(1, 2), Fraction(6, 5)), (Fraction(1), Fraction(1, 2)), (Fraction(1, 5), Fraction(1))):
            found = checker.Bins(mu, 2).call(checker.Point(x=x), Fraction(1, 10 ** 20))
            self.assertLess(checker.width(found), Fraction(2, 10 ** 20))
            self.assertAlmostEqual(float(found[0]), self.on_a_grid(float(mu), float(x)), delta=2e-5)

    def test_what_the_parameters_mean(self):
        def found(text):
            return checker.bins_norm(*(Fraction(x) if x.isdigit() else x for x in text.split()))
        self.assertEqual(found("identity 64 16 1"), (2, 16))
        self.assertEqual(found("toeplitz([1,1]) 63 16 2")[1], 8)
        self.assertEqual(float(found("toeplitz([1,1]) 63 16 1")[0]), 4.0)  # (2 + 2) 4
        for wrong in ("identity 8 9 1", "identity 8 4 5", "identity 8 0 1"):
            with self.assertRaises(checker.Refused):
                found(wrong)
        with self.assertRaises(checker.NotCovered):
            checker.Pair(checker.expression("balls_in_bins(sigma=2,strategy=identity,steps=8,bins=4)^2"))

    def test_certificates_and_forged_ones(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        name = "balls_in_bins(sigma=4,strategy=toeplitz([1,-1/2]),steps=60,bins=20,stride=1)"
        short = [["delta", name, "--epsilon", "0.5", "--direction", "forward", "--digits", "20"]]
        long = [["delta", name, "--epsilon", "0.5", "--direction", "reverse"],
                ["epsilon", "balls_in_bins(sigma=3,strategy=sqrt(4),steps=64,bins=16,stride=3)", "--delta", "1e-4"],
                ["tradeoff", name, "--alpha", "0.05", "--direction", "forward"],
                ["calibrate", name.replace("=4", "=?", 1), "--epsilon", "1", "--delta", "1e-4", "--digits", "6"]]
        for words in short + (long if ALL else []):
            item, = made(words)
            self.assertEqual(verdict_of(item), "confirmed", words)
            forged_ones(self, item, {"steps=60": "steps=61", "bins=20": "bins=19", "stride=1": "stride=2",
                                     "-1/2": "1/3", "sigma=4": "sigma=4.001", "bins=16": "bins=15",
                                     "stride=3": "stride=4"},
                        item["direction"] in ("forward", "reverse"))


class ShuffledGaussian(unittest.TestCase):
    def test_the_cells_weights_are_a_law_and_its_mean(self):
        hull = checker.NoiseHull(Fraction(3, 2), 10)
        with checker.precision(128):
            for of_one, sides in ((0, (1, 1)), (1, (-1, 1))):  # the masses of 0 and 1 beyond 1/2
                total = sum((a * r ** of_one + b * R ** of_one for (a, b), r, R in
                             zip(hull.weights, hull.ratios, hull.ratios[1:])), checker.ball(0))
                tail = checker.normal_tail(Fraction(sides[0], 3))
                self.assertAlmostEqual(float(checker.middle(total)), float(checker.middle(tail)), delta=1e-15)

    def test_no_lambda_and_no_cut_gives_less(self):
        hull = checker.NoiseHull(Fraction(2), 50)
        eps, rng = Fraction(1, 10), random.Random(5)
        found = hull.delta(eps, {})
        with checker.precision(128):
            x = checker.exp(checker.ball(eps))
            for _ in range(40):
                s = Fraction(round(10 ** rng.uniform(3, 5)), 10 ** 4)
                for u, (value, _) in hull.bounds(s, x).items():
                    self.assertGreaterEqual(checker.high(value + hull.beyond[u]), found * (1 - Fraction(2, 10 ** 9)))

    def test_a_hull_by_hand(self):
        points = [(Fraction(0), Fraction(3, 10)), (Fraction(1, 2), Fraction(29, 100)), (Fraction(1), Fraction(1, 100)),
                  (Fraction(2), Fraction(1, 100))]
        corners = checker.hull_corners(points)
        self.assertEqual(corners, [points[0], points[2]])
        atoms = checker.hull_atoms(corners, lambda: checker.ball(0))
        self.assertEqual(len(atoms), 3)
        for sums in zip(*atoms):
            self.assertAlmostEqual(float(checker.middle(sum(sums, checker.ball(0)))), 0.99, delta=1e-15)

    def test_a_tail_is_a_law_with_the_profile_of_the_noise(self):
        tail = checker.FarTail(Fraction(1), Fraction(2))
        with checker.precision(128):
            # K(0) and K(1) are the masses under P and under Q, which are equal by symmetry.
            for s in (0, 1):
                self.assertAlmostEqual(float(checker.middle(tail.transform(checker.ball(s)))),
                                       float(checker.middle(tail.mass())), delta=1e-15)
            for t in (Fraction(-7, 2), Fraction(1, 2), Fraction(5, 2)):
                x, total, h = math.exp(t), 0.0, 1e-3
                for i in range(20000):  # integrates over u of N(0, 1), L = u - 1/2 beyond 2 and -2
                    u = -10 + (i + 0.5) * h
                    if abs(u - 0.5) > 2:
                        total += h * math.exp(-u * u / 2) / math.sqrt(2 * math.pi) * max(math.exp(u - 0.5) - x, 0)
                found = float(checker.middle(tail.call(checker.exp(checker.ball(t)), t)))
                self.assertAlmostEqual(found, total, delta=1e-6)
        # Twelve digits, rounded up.
        self.assertGreaterEqual(tail.delta, checker.low(tail.profile()))
        self.assertEqual(tail.delta, checker.rounded_up(tail.delta))

    @unittest.skipUnless(ALL, "each night")
    def test_certificates_and_forged_ones(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        name = "shuffled_gaussian(sigma=3,n=400)"
        for words in (["delta", name, "--epsilon", "0.03"], ["tradeoff", name, "--alpha", "0.1"],
                      ["epsilon", name, "--delta", "1e-28"], ["renyi", name, "--order", "3"],
                      ["delta", name + "^2", "--epsilon", "0.05"],
                      ["delta", name + "*gaussian(sigma=9)", "--epsilon", "0.3"]):
            item, = made(words)
            self.assertEqual(verdict_of(item), "confirmed", words)
            changes = {"sigma=3": "sigma=3.001", "n=400": "n=401"} if words[0] == "tradeoff" else {}
            forged_ones(self, item, changes, False)


def forged_ones(test, item, changes, one_direction):
    """Checks that no copy with moved ends, another question, other parameters or another direction is confirmed."""
    copies = [(change, wrong) for change, wrong in one_of_each_sort(false_copies(item))
              if not change.startswith("mechanism")]

    def changed(**more):
        return mended({**copy.deepcopy(item), **more, "written": {**item["written"], **{
            key: value for key, value in more.items() if key in item["written"]}}})
    for before, after in changes.items():
        if before in item["mechanism"]:
            copies.append((after, changed(mechanism=item["mechanism"].replace(before, after))))
    if one_direction:
        copies.append(("direction", changed(direction="forward" if item["direction"] == "reverse" else "reverse")))
    test.assertGreater(len(copies), 2)
    for change, wrong in copies:
        with test.subTest(mechanism=item["mechanism"], quantity=item["quantity"], change=change):
            if item["quantity"] == "tradeoff":  # its thresholds belong to another mechanism
                test.assertIn(verdict_of(wrong), ("refuted", "unconfirmed"))
            else:
                test.assertEqual(verdict_of(wrong), "refuted")


class Committed(unittest.TestCase):
    def test_the_headline_values(self):
        found = glob.glob(str(ROOT / "cases/certificates/*.json"))
        self.assertTrue(found)
        for name in found:
            for verdict, line in checker.check_files([name], 120, False, os.cpu_count() or 1):
                self.assertEqual(verdict, "confirmed", line)


    def test_the_program_confirms_them_as_it_is_now(self):
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        for name in glob.glob(str(ROOT / "cases/certificates/*.json")):
            done = subprocess.run([PROGRAM, "check", name], capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, "to be made again:\n" + done.stdout)


class Forged(unittest.TestCase):
    def test_files_whose_digest_is_right_and_whose_statement_is_not(self):
        """Files with a correct digest and a false statement: a prior hidden behind another argument, half a step, a
        direction that was not judged, a parameter of another name, missing digits, an empty statement."""
        found = sorted(glob.glob(str(ROOT / "tests/checker/forged/*.json")))
        self.assertEqual(len(found), 10)
        for name in found:
            code = quiet_main([name])
            self.assertIn(code, (1, 2, 3) if "vacuous" in name else (1, 2), name)
            if os.access(PROGRAM, os.X_OK):
                done = subprocess.run([PROGRAM, "check", name], capture_output=True, timeout=600)
                self.assertIn(code, (done.returncode, 3), name)


def recorded(name):
    """Returns the certificates of a recorded file, from an earlier version of the program or from this one."""
    return checker.certificates_of(checker.read_json((ROOT / f"tests/certificates/recorded/{name}.json").read_bytes()))


class Statements(unittest.TestCase):
    """Hypotheses: the table of the checker, the versions of the format, and withdrawn certificates."""

    STANDINGS = {"attained and dominating": checker.BOTH, "dominating": checker.BOUND, "attained by its two data sets": checker.ITSELF,
                 "dominating; of one run each point is attained": checker.POINTS}

    def test_the_table_of_facts_is_that_of_the_document(self):
        lines = (ROOT / "docs/mechanisms.md").read_text(encoding="utf-8").split("## Dominance of each pair")[1].splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| `")]
        documented = {row[0].strip("` |"): row for row in rows if len(row) == 5}
        self.assertEqual(set(checker.FACTS) - set(documented), set())
        for name, (relation, standing, _, because) in checker.FACTS.items():
            _, said, pair, _, why = documented[name]
            if name == "skellam":  # only vectors are covered, and their pair only dominates
                pair = "dominating"
            self.assertEqual((relation, standing, because), (said, self.STANDINGS[pair], why.strip(" |")), name)
        # The facts of a sampled mechanism are those of its inner mechanism.
        self.assertEqual(set(checker.FACTS), set(checker.GRAMMAR) - {"subsampled"})

    def test_every_version_is_read(self):
        for name, version in (("version_1", 1), ("version_2", 2), ("version_3", 3)):
            item, = recorded(name)
            self.assertEqual(item["version"], version)
            verdict, findings = checker.verdict_of(item, 60)
            self.assertEqual((verdict, findings.stated), ("confirmed", version == 3), name)
            line = checker.report((name, 1), item, verdict, findings, False)
            self.assertEqual("(derived, not stated)" in line, version < 3, line)
            said = json.loads(checker.report((name, 1), item, verdict, findings, True))
            self.assertEqual(said["hypotheses_stated"], version == 3)
            self.assertIn("relation", said["hypotheses"])

    def test_a_changed_statement_is_refuted(self):
        item, = recorded("version_3")
        copies = list(false_statements(item))
        self.assertGreater(len(copies), 12)
        for change, wrong in copies:
            self.assertEqual(verdict_of(wrong), "refuted", change)

    def test_a_statement_of_another_form_is_none(self):
        item, = recorded("version_3")
        stated = item["hypotheses"]
        for wrong in ({}, [], "any", {**stated, "relation": "exchange"}, {**stated, "group": "0"}, {**stated, "group": "1.0"},
                      {**stated, "group": 1}, {**stated, "dominates": "true"}, {**stated, "attained": "family"},
                      {**stated, "family": "all"}, {**stated, "public": "n"}, {**stated, "public": {"n": 10}},
                      {**stated, "proof": ""}, {**stated, "more": "1"}):
            self.assertEqual(verdict_of(mended({**item, "hypotheses": wrong})), "not_a_certificate", wrong)
        silent = {key: value for key, value in item.items() if key != "hypotheses"}
        self.assertEqual(verdict_of(mended(dict(silent))), "not_a_certificate")
        self.assertEqual(verdict_of(mended({**silent, "version": 2})), "confirmed")
        self.assertEqual(verdict_of(mended({**item, "version": 2})), "not_a_certificate")
        self.assertEqual(verdict_of(mended({**item, "other_hypotheses": stated})), "not_a_certificate")

    def test_withdrawn(self):
        for name in ("withdrawn_group", "withdrawn_exchange", "withdrawn_replace", "withdrawn_calibrate", "withdrawn_divergence"):
            for item in recorded(name):
                verdict, findings = checker.verdict_of(item, 60)
                self.assertEqual(verdict, "withdrawn", name)
                self.assertIn("subsampled does not take", findings.remark)
            path = str(ROOT / f"tests/certificates/recorded/{name}.json")
            self.assertEqual(quiet_main([path, "--jobs", "1"]), 1)
            if os.access(PROGRAM, os.X_OK):
                self.assertEqual(subprocess.run([PROGRAM, "check", path], capture_output=True).returncode, 1)

    def test_what_was_merged_is_read_as_it_was_written(self):
        for name, relation in (("mixed_2", "mixed"), ("written_2", "mixed"), ("zero_out_2", "zero_out")):
            item, = recorded(name)
            verdict, findings = checker.verdict_of(item, 60)
            self.assertEqual((verdict, findings.hypotheses["hypotheses"]["relation"]), ("confirmed", relation), name)

    def test_a_family_of_different_data_sets_is_read_as_it_was_stated(self):
        item, = recorded("family_3")
        verdict, findings = checker.verdict_of(item, 60)
        self.assertEqual((verdict, findings.hypotheses["hypotheses"]["attained"]), ("confirmed", "no"))
        # The current rules state "no": this and the family of earlier programs are confirmed, and nothing else.
        wrong = [(change, one) for change, one in false_statements(item) if not change.endswith("attained: no")]
        self.assertGreater(len(wrong), 12)
        for change, one in wrong:
            self.assertEqual(verdict_of(one), "refuted", change)
        now = {key: value for key, value in item["hypotheses"].items() if key != "family"} | {"attained": "no"}
        self.assertEqual(verdict_of(mended({**item, "hypotheses": now})), "confirmed")

    def test_the_rules(self):
        def of(text):
            return checker.Hypotheses.of(checker.expression(text)).record()
        for text in ("gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)",
                     "gaussian(sigma=1,group=2)*gaussian(sigma=1)",
                     "shuffled_clones(epsilon0=1,n=10)*shuffled_rr(epsilon0=1,n=20)",
                     "laplace(b=1)*without_replacement(sigma=1,n=10,batch=2)*subsampled_laplace(b=1,p=0.1)"):
            self.assertEqual(of(text), {"relation": "mixed", "group": "1", "dominates": False, "attained": "no", "public": {}}, text)
        self.assertEqual(of("gaussian(sigma=1)*shuffled_rr(epsilon0=1,n=10)")["relation"], "replace_one")
        self.assertEqual(of("shuffled_rr(epsilon0=1,n=10)")["attained"], "pointwise")
        self.assertEqual(of("shuffled_rr(epsilon0=1,n=10)^2")["attained"], "no")
        self.assertEqual(of("finite(P=[1/4,3/4],Q=[3/4,1/4])*gaussian(sigma=1)")["attained"], "no")
        self.assertEqual(of("laplace(b=1,group=3)*laplace(b=2,group=3)")["group"], "3")
        none, five, laws = ("shuffled_rr(epsilon0=1,n=10,ones=0)", "shuffled_rr(epsilon0=1,n=10,ones=5)",
                            "finite(P=[1/4,3/4],Q=[3/4,1/4])")
        for text, attained in ((f"{none}^2", "family"), (f"{none}*shuffled_rr(epsilon0=2,n=10,ones=0)", "family"),
                               (f"{none}*{five}", "no"), (f"{five}*{laws}*{none}", "no"), (f"{laws}*{none}", "family"),
                               (f"{laws}*finite(P=[1/2,1/2],Q=[1/3,2/3])", "family"),
                               (f"{none}*shuffled_krr(epsilon0=1,n=10,k=3,third=9)", "no")):
            self.assertEqual(of(text)["attained"], attained, text)

    def test_the_reader_of_the_kernel_compares_them_too(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        for version in (1, 2):
            item, = recorded(f"version_{version}")
            self.assertIn("(derived, not stated).", kernel.file_of(item))
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        item, = made(["delta", "laplace(b=1)", "--epsilon", "0.5"])
        self.assertIn("Hypotheses: relation any, group 1, dominates, attained.", kernel.file_of(item))
        for change, wrong in false_statements(item):
            with self.assertRaises(checker.Refuted, msg=change):
                kernel.file_of(wrong)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file, contextlib.redirect_stderr(io.StringIO()):
            json.dump(wrong, file)
            file.flush()
            self.assertEqual(kernel.main([file.name, "-o", os.devnull]), 1)
            self.assertEqual(kernel.main([str(ROOT / "tests/certificates/recorded/withdrawn_group.json"), "-o", os.devnull]), 1)

    def test_the_kernel_is_asked_for_ten_digits_of_sampled_compositions(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        items = json.loads((ROOT / "cases/certificates/headlines.json").read_text(encoding="utf-8"))["certificates"]
        headline = next(item for item in items if (item["quantity"], item["at"]) == ("delta", {"epsilon": "1.5"}))
        stated = kernel.stated(headline)
        lower, upper = Fraction(stated["lower"]), Fraction(stated["upper"])
        self.assertLess(upper - lower, upper / 10 ** 10)
        one = kernel.Transformed(headline, kernel.mechanisms(headline["mechanism"]), lower, upper)
        (_, plan), = one.plans(Fraction(1, 10 ** 10))
        self.assertLess(abs(plan.delta(1.5) - float(lower)), 1e-10)
        self.assertIn("[Piece GaussianNoise (Num (1)) (Div (Num (1)) (Num 100)) 10000", kernel.file_of(headline))
        few = {**headline, "mechanism": "subsampled_gaussian(sigma=1,p=0.01)^2"}
        self.assertFalse(kernel.Transformed.covers(few, kernel.mechanisms(few["mechanism"])))

    def test_the_kernel_is_asked_in_all_directions(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        runs = "(power (subsampled_gaussian 2 (5 / 100)) (Pos.to_nat 1000))"
        asked = {"epsilon": (["--delta", "1e-5"], "epsilon_of ({} {})"), "tradeoff": (["--alpha", "0.05"], "{} {} (5 / 100)"),
                 "bayes": (["--prior", "0.5"], "{} {} (5 / 10)"), "delta": (["--epsilon", "1"], "{} {} 1")}
        for quantity, (options, form) in asked.items():
            name = "delta" if quantity == "epsilon" else quantity
            for direction, said in (("worst", f"{name}_worst {runs}"), ("forward", f"{name} {runs}"), ("reverse", f"{name} (swap {runs})")):
                item, = made([quantity, "subsampled_gaussian(sigma=2,p=0.05)^1000", *options, "--direction", direction])
                text = kernel.file_of(item)
                subject = said.split(" ", 1)
                self.assertIn(f" <= {form.format(*subject)} ", text, (quantity, direction))
                theorem = f"digits_{quantity}" + ("" if direction == "worst" else f"_{direction}")
                self.assertIn(f"exact ({theorem.replace('digits_delta_', 'digits_')} proposed", text)

    def test_closed_forms_are_stated_in_all_directions(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        pairs = {"gaussian(sigma=2)^5": "(power (gaussian 2) (Pos.to_nat 5))", "laplace(b=2)^5": "(power (laplace 2) (Pos.to_nat 5))",
                 "subsampled_gaussian(sigma=1,p=0.1)": "(subsampled_gaussian 1 (1 / 10))"}
        asked = {"epsilon": (["--delta", "1e-3"], "epsilon_of (delta {})"), "tradeoff": (["--alpha", "0.05"], "tradeoff {}"),
                 "bayes": (["--prior", "0.5"], "bayes {}"), "delta": (["--epsilon", "0.01"], "delta {}")}
        for (mechanism, pair), (quantity, (options, form)) in itertools.product(pairs.items(), asked.items()):
            for direction, said in (("forward", pair), ("reverse", f"(swap {pair})")):
                item, = made([quantity, mechanism, *options, "--direction", direction])
                text = kernel.file_of(item)
                self.assertIn(f" <= {form.format(said)} ", text)
                self.assertIn(f"({direction}_{quantity} ", text)

    def test_calibrations_are_stated_to_other_targets(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        targets = {"tv": (["--advantage", "0.1"], "(1 / 10) < tv", "<= (1 / 10)."),
                   "rero": (["--kappa", "0.05", "--gamma", "0.1"], "(1 / 10) < rero", "<= (1 / 10)."),
                   "bayes": (["--prior", "0.5", "--bayes", "0.45"], ": bayes_worst", "/\\ (45 / 100) <= bayes_worst"),
                   "tradeoff": (["--alpha", "0.05", "--beta", "0.9"], ": tradeoff_worst", "/\\ (9 / 10) <= tradeoff_worst")}
        for options, first, last in targets.values():
            for mechanism in ("gaussian(sigma=?)^10", "subsampled_gaussian(sigma=?,p=0.01)^1000"):
                item, = made(["calibrate", mechanism, *options, "--digits", "8"])
                statement, = re.findall(r"^Theorem .*$", kernel.file_of(item), re.M)
                self.assertIn(first, statement)
                self.assertIn(last, statement)

    def test_calibrations_with_little_noise_and_to_few_digits_have_plans(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        for mechanism, options, form in (
                ("subsampled_gaussian(sigma=?,p=0.02)^500 * gaussian(sigma=4)", ["--prior", "0.3", "--bayes", "0.25"], "bayes_worst"),
                ("subsampled_laplace(b=?,p=0.1)^100 * gaussian(sigma=4)",
                 ["--epsilon", "0.5", "--delta", "0.05", "--direction", "reverse"], r"delta \(swap")):
            item, = made(["calibrate", mechanism, *options, "--digits", "5"])
            self.assertRegex(kernel.file_of(item), f"(?m)^Theorem .* {form}", mechanism)

    def test_cells_of_wide_noise_are_as_few_as_those_of_narrow_noise(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import transforms
        plan = transforms.Plan([("gaussian", Fraction(30), Fraction(1), 100), ("gaussian", Fraction(20), Fraction(1), 100)],
                               [Fraction(1)], 1e-12)
        self.assertLess(max(len(cells) for _, _, cells in plan.levels), 500)

    def test_the_threshold_of_a_certificate_without_a_witness(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        steps = "subsampled_gaussian(sigma=1,p=0.02)^500"
        for words in (["rero", steps, "--kappa", "0.1"], ["tradeoff", steps, "--alpha", "0.1", "--direction", "reverse"],
                      ["tradeoff", steps, "--alpha", "0.1", "--direction", "worst"]):
            item, = made(words)
            ends = (Fraction(item[end]) for end in ("lower", "upper"))
            one = kernel.Transformed(item, kernel.mechanisms(steps), *ends)
            self.assertAlmostEqual(float(one.witness()), float(one.tangent()), 6, words)
            with unittest.mock.patch.dict(item):
                del item["witness"]
                self.assertEqual(one.witness(), one.tangent(), words)

    def test_the_worst_of_both_directions_where_neither_is_clearly_larger(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        alike, steps = "gaussian(sigma=30)^100 * gaussian(sigma=20)^100", "subsampled_gaussian(sigma=1,p=0.01)^1000"
        for words, theorem in ((["delta", alike, "--epsilon", "1"], "digits_delta"), (["epsilon", alike, "--delta", "1e-5"], "digits_epsilon"),
                               (["tradeoff", alike, "--alpha", "0.05"], "digits_tradeoff"), (["delta", steps, "--epsilon", "0"], "digits_delta"),
                               (["delta", steps, "--epsilon=-0.5"], "digits_delta"), (["epsilon", steps, "--delta", "0.3"], "digits_epsilon"),
                               (["tradeoff", steps, "--alpha", "0.48"], "digits_tradeoff_swapped")):
            item, = made(words)
            self.assertIn(f"exact ({theorem} proposed\n", kernel.file_of(item), words)

    def test_reasons_why_no_file_is_written(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        steps = "subsampled_gaussian(sigma=1,p=0.01)"
        for words, reason in ((["bayes", "gaussian(sigma=1)", "--prior", "0"], "prior 0 or 1"), (["bayes", f"{steps}^1000", "--prior", "1"], "prior 0 or 1"),
                              (["delta", "subsampled_laplace(b=1,p=0.1)^100", "--epsilon", "50"], "the value 0"),
                              (["calibrate", f"{steps}^?", "--epsilon", "2", "--delta", "1e-5"], "the number of steps"),
                              (["calibrate", "gaussian(sigma=?)", "--mu", "0.5"], "calibration to mu")):
            item, = made(words)
            with self.assertRaisesRegex(kernel.NotCovered, reason):
                kernel.file_of(item)
        item, = made(["epsilon", "gaussian(sigma=1)", "--delta", "0.6"])
        self.assertIn("worst_epsilon", kernel.file_of(item))
        with self.assertRaisesRegex(kernel.NotCovered, "contains 0"):
            kernel.text_of({**item, "upper": "0.1"})

    def test_lines_of_print_assumptions_that_name_no_axiom_are_unknown(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import confirm
        self.assertEqual(confirm.axioms_of("Axioms:\nfoo.bar : nat ->\n  nat\nbaz\n  : nat\nf is assumed to be guarded.\n"),
                         {"foo.bar", "baz", "f is assumed to be guarded."})
        self.assertEqual(confirm.axioms_of("Closed under the global context\n"), set())
        self.assertIsNone(confirm.axioms_of("Error"))

    def test_the_kernel_is_asked_about_laplace_noise_and_products(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        items = json.loads((ROOT / "rocq/products.json").read_text(encoding="utf-8"))["certificates"]
        pairs = {"subsampled_laplace(b=1,p=0.1)^100": "(power (subsampled_laplace 1 (1 / 10)) (Pos.to_nat 100))",
                 "subsampled_gaussian(sigma=1,p=0.01)^1000 * gaussian(sigma=4)":
                     "(compose (repeat (subsampled_gaussian 1 (1 / 100)) (Pos.to_nat 1000) ++ "
                     "repeat (gaussian 4) (Pos.to_nat 1)))"}
        for mechanism, pair in pairs.items():
            item = next(item for item in items if item["mechanism"] == mechanism)
            stated = kernel.stated(item)
            self.assertLess(Fraction(stated["upper"]) - Fraction(stated["lower"]), Fraction(stated["upper"]) / 10 ** 9)
            one = kernel.Transformed(stated, kernel.mechanisms(mechanism), Fraction(stated["lower"]), Fraction(stated["upper"]))
            (_, plan), = one.plans(Fraction(45, 10 ** 12))
            self.assertLess(abs(plan.delta(float(item["at"]["epsilon"])) / float(item["lower"]) - 1), 1e-9)
            text = kernel.file_of(item)
            self.assertIn(f" <= delta_worst {pair} ", text)
            self.assertEqual("rewrite <- !gaussian_unsampled." in text, "gaussian(sigma=4)" in mechanism)
        with self.assertRaises(kernel.NotCovered):
            kernel.stated({**item, "mechanism": "subsampled_gaussian(sigma=1,p=0.01)^1000 * randomized_response(epsilon=1)"})

    def test_worst_bayes_errors_at_any_prior(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        items = json.loads((ROOT / "rocq/products.json").read_text(encoding="utf-8"))["certificates"]
        item = next(item for item in items if item["quantity"] == "bayes" and item["mechanism"].startswith("subsampled_gaussian")
                    and item["at"]["prior"] == "0.3")
        text = kernel.file_of(item)
        self.assertIn("digits_bayes proposed", text)
        self.assertIn(" <= bayes_worst (power (subsampled_gaussian 1 (1 / 100)) (Pos.to_nat 1000)) (3 / 10) <= ", text)

    def test_files_for_the_kernel_state_literals_without_hypotheses(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import confirm
        import plumbline_rocq as kernel
        few, *run = json.loads((ROOT / "rocq/runs.json").read_text(encoding="utf-8"))["certificates"]
        self.assertEqual([item["quantity"] for item in run], ["epsilon", "tradeoff", "rero", "bayes", "tradeoff", "rero"])
        for item in (few, *run):
            text = kernel.file_of(item)
            statement, = re.findall(r"^Theorem \w+ :(.*?)\.$", text, re.M)
            self.assertRegex(statement, r"^ \(\d+ / 10+\) <= [a-z_]+ .* <= \(\d+ / 10+\)$")
            self.assertNotRegex(statement, r"forall|->|proposed")
            self.assertNotIn("Axiom", text)
            stated = kernel.stated(item)
            lower, upper = Fraction(stated["lower"]), Fraction(stated["upper"])
            self.assertLess(upper - lower, upper / 10 ** 9)
            self.assertLessEqual(lower, Fraction(item["lower"]))
            self.assertLessEqual(Fraction(item["upper"]), upper)
            moved = confirm.moved(stated, 1)
            self.assertGreater(Fraction(moved["lower"]), Fraction(item["upper"]))
            self.assertIn(kernel.term(Fraction(moved["upper"])), kernel.text_of(moved))

    def test_the_line_of_a_trade_off_is_above_the_rounding_of_the_kernel(self):
        sys.path.insert(0, str(ROOT / "rocq"))
        import plumbline_rocq as kernel
        items = json.loads((ROOT / "rocq/runs.json").read_text(encoding="utf-8"))["certificates"]
        item = next(item for item in items if item["quantity"] == "tradeoff")
        _, points, levels, _ = kernel.file_of(item).split("exact (digits_tradeoff")[1].split("\n", 3)
        read = [Fraction(int(top), int(bottom)) for top, bottom in re.findall(r"Div \(Num \((-?\d+)\)\) \(Num (\d+)\)",
                                                                            points + levels)]
        line, level, bound, lower, upper = read[2], *read[4:]
        room = 1 - lower - Fraction((Decimal(line.numerator) / Decimal(line.denominator)).exp()) * level
        self.assertGreater(room - bound, (upper - lower) / 20000)
        self.assertLess(room - bound, (upper - lower) / 100)

    def test_forms_are_those_of_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("jsonschema is not here")
        schema = json.loads((ROOT / "docs/certificate.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        fits = jsonschema.Draft202012Validator(schema).is_valid
        for path in sorted((ROOT / "tests/certificates/recorded").glob("*.json")):
            self.assertTrue(fits(json.loads(path.read_text())), path.name)
        item, = recorded("version_3")
        stated = item["hypotheses"]
        for wrong in ({**item, "version": 2}, {**item, "version": 4}, {key: item[key] for key in item if key != "hypotheses"},
                      {**item, "hypotheses": {**stated, "group": 1}}, {**item, "hypotheses": {**stated, "attained": "family"}},
                      {**item, "hypotheses": {**stated, "family": "all"}}, {**item, "other_hypotheses": {}}):
            self.assertFalse(fits(wrong))

    def test_what_may_be_written_otherwise(self):
        """Other names of a relation are read, and a group that is not covered is not a malformed certificate."""
        if not os.access(PROGRAM, os.X_OK):
            self.skipTest(f"no program at {PROGRAM}")
        for text, verdict in (("gaussian(sigma=1,relation=replace_one)", "confirmed"),
                              ("laplace(b=1,relation=add_or_remove_one)", "confirmed"),
                              ("gaussian(sigma=1,relation=add_remove)*randomized_response(epsilon=1)", "confirmed"),
                              ("subsampled_gaussian(sigma=1,p=0.1,group=3)", "not_covered"),
                              ("shuffled_gaussian(sigma=1,n=5)", "confirmed"),
                              ("subsampled(discrete_laplace(b=1)*gaussian(sigma=1),p=0.1)", "confirmed"),
                              ("zcdp(rho=0.1,group=2)", "not_covered"),
                              ("gdp(mu=1,relation=add)", "not_covered"),
                              ("discrete_gaussian(sigma=3)", "not_covered")):
            item, = made(["delta", text, "--epsilon", "0.3"])
            self.assertEqual(verdict_of(item), verdict, text)


class Kernel(unittest.TestCase):
    """The certificates with a file for the kernel of a proof assistant, their statements, and the printed verdicts."""

    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(ROOT / "rocq"))
        import confirm
        import headlines
        import plumbline_rocq
        cls.kernel, cls.confirm, cls.headlines = plumbline_rocq, confirm, headlines

    @staticmethod
    def bundle(name):
        return json.loads((ROOT / name).read_text(encoding="utf-8"))["certificates"]

    def one(self, name, quantity, mechanism, **at):
        """Returns the certificate of a bundle that answers this question."""
        return next(item for item in self.bundle(name) if (item["quantity"], item["mechanism"]) == (quantity, mechanism)
                    and all(item["at"].get(key) == value for key, value in at.items()))

    def run_main(self, content, *words):
        """Returns the exit code, the written file (or None) and the messages."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as messages:
            source, target = pathlib.Path(folder, "one.json"), pathlib.Path(folder, "one.v")
            source.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
            code = self.kernel.main([str(source), "-o", str(target), *words])
            return code, target.read_text(encoding="utf-8") if target.exists() else None, messages.getvalue()

    def statement(self, item):
        code, text, messages = self.run_main(item)
        self.assertEqual(code, 0, messages)
        return re.findall(r"^Theorem certificate : (.*)\.$", text, re.M)[0]

    def test_certificates_of_all_bundles_are_sound_and_state_finite_ends(self):
        for name in ("rocq/certificates.json", "rocq/directions.json", "rocq/products.json", "rocq/runs.json",
                     "cases/certificates/headlines.json"):
            for item in self.bundle(name):
                self.kernel.validation.require_sound(item)
                comment = self.kernel.comment(item)
                self.assertTrue(comment.startswith("(* ") and comment.endswith(". *)\n"), comment)
                self.assertEqual((comment.count("(*"), comment.count("*)")), (1, 1))

    def test_the_theorem_of_a_calibration_is_about_the_multiple_that_an_open_parameter_stands_for(self):
        for name, item in (("rocq/certificates.json", ("calibrate", "gaussian(sigma=?)")),
                           ("cases/certificates/headlines.json", ("calibrate", "subsampled_gaussian(sigma=?,p=0.01)^10000"))):
            plain = self.one(name, *item)
            double = {**plain, "mechanism": plain["mechanism"].replace("?", "?*2"), "options": {"vary": "factor of sigma"},
                      "written": {**plain["written"], "mechanism": plain["mechanism"].replace("?", "?*2")},
                      "lower": str(Decimal(plain["lower"]) / 2), "upper": str(Decimal(plain["upper"]) / 2)}
            double["written"].pop("vary", None)
            values = []
            for one in (plain, double):
                found = re.findall(r"gaussian \(?\(?(\d+) / (\d+)\)", self.statement(mended(one)))
                values.append([Fraction(int(top), int(bottom)) for top, bottom in found])
            for one, other in zip(*values):
                self.assertLess(abs(one / other - 1), Fraction(1, 10 ** 9), item)
            self.assertEqual([len(found) for found in values], [2, 2])

    def test_no_text_of_a_certificate_reaches_a_file_unless_it_is_validated(self):
        item = self.one("rocq/certificates.json", "delta", "gaussian(sigma=1)", epsilon="1")
        code = "worst *) From Plumbline Require Import Plumbline. Notation \"'delta_worst'\" := (fun _ _ => 11/20). (*"
        sampled = self.one("rocq/runs.json", "delta", "subsampled_gaussian(sigma=1,p=0.01)^100")
        calibrated = self.one("rocq/certificates.json", "calibrate", "gaussian(sigma=?)")
        words = "gaussian(sigma=?,relation=a*)b(*c)"
        for wrong in ({**item, "direction": code}, {**item, "at": {**item["at"], "*) Axiom a : False. (*": "1"}},
                      {**item, "quantity": "delta *)"}, {**item, "at": {"epsilon": "1\n"}}, {**item, "stated": code},
                      {**sampled, "stated": code}, {**item, "lower": "0.1 *)"}, {**item, "mechanism": "gaussian(sigma=1(**))"},
                      {**calibrated, "mechanism": words, "written": {**calibrated["written"], "mechanism": words}}):
            code, text, messages = self.run_main(mended(wrong))
            self.assertIn(code, (1, 3), messages)
            self.assertIsNone(text)
        for text in ("a *) b", "a (* b", 'a "b', "a 'b", "a\nb", "a\u2028b", "\u00e9"):
            with self.assertRaises(checker.Refused, msg=text):
                self.kernel.validation.in_comment(text)

    def test_only_sound_certificates_have_a_file(self):
        item = self.one("rocq/certificates.json", "delta", "gaussian(sigma=1)", epsilon="1")
        rounded = self.one("rocq/certificates.json", "delta", "randomized_response(epsilon=2,k=5)^20")
        private = self.one("rocq/certificates.json", "delta", "approximate_dp(epsilon=0.1,delta=1e-5)^100")
        prior = self.one("rocq/certificates.json", "bayes", "gaussian(sigma=1)")
        test = self.one("rocq/certificates.json", "rero", "gaussian(sigma=1)")
        open_one = self.one("rocq/certificates.json", "calibrate", "gaussian(sigma=?)")
        of_all = self.one("rocq/certificates.json", "tv", "gaussian(sigma=1)")

        def about(one, mechanism):
            return {**one, "mechanism": mechanism, "written": {**one["written"], "mechanism": mechanism}}
        not_sound = {
            "digest": {**item, "digest": "sha256:" + "0" * 64}, "version": mended({**item, "version": 4}),
            "written": mended({**item, "written": {**item["written"], "mechanism": "gaussian(sigma=3)"}}),
            "options": mended({**open_one, "options": {"vary": "b"}}),
            "factor": mended({**open_one, "options": {"vary": "factor of sigma"}}),
            "findings": mended({**open_one, "findings": {**open_one["findings"], "private_side": "below"}}),
            "findings of another quantity": mended({**item, "findings": {"safe": "1"}}),
            "more arguments": mended({**of_all, "at": {"prior": "0.9", "epsilon": "7"}}),
            "a member of this script": mended({**item, "stated": 3}), "moved": mended({**item, "moved": True}),
            "direction": mended({**item, "direction": "sideways"}), "Reverse": mended({**item, "direction": "Reverse"}),
            "direction of a variation": mended({**of_all, "direction": "nonsense"}),
            "direction of ReRo": mended({**test, "direction": "worst"}),
            "k": mended(about(rounded, "randomized_response(epsilon=2,k=11/2)^20")),
            "epsilon": mended(about(private, "approximate_dp(epsilon=-0.1,delta=1e-5)^100")),
            "sigma": mended(about(item, "gaussian(sigma=-1)")),
            "prior": mended({**prior, "at": {"prior": "2"}, "written": {**prior["written"], "at": "2"}}),
            "digits": mended({**item, "digits": "3.0"}),
            "ends": mended({**item, "lower": item["upper"], "upper": item["lower"]}), "no object": [], "bundle": {
                **json.loads((ROOT / "rocq/runs.json").read_text(encoding="utf-8")), "digest": "sha256:" + "0" * 64}}
        for change, wrong in not_sound.items():
            code, text, messages = self.run_main(wrong)
            self.assertEqual((code, text), (1, None), (change, messages))
        for content in ("", "{", "[1", '{"a": 1, "a": 2}'):
            self.assertEqual(self.run_main(content)[:2], (2, None), content)
        for words in (["--index", "1"], ["--index", "-1"]):
            self.assertEqual(self.run_main(item, *words)[:2], (2, None), words)
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(self.kernel.main(["/nowhere/at/all.json"]), 2)

    def test_what_has_no_theorem_is_not_covered_and_the_reason_is_printed(self):
        item = self.one("rocq/certificates.json", "delta", "gaussian(sigma=1)", epsilon="1")

        def of_variance(variance):
            mechanism = f"gaussian(sigma2={variance})"
            return mended({**item, "mechanism": mechanism, "written": {**item["written"], "mechanism": mechanism}})
        epsilon = self.one("rocq/certificates.json", "epsilon", "gaussian(sigma=2)")
        infinite = mended({**epsilon, "upper": "inf", "digits": "0.0", "reached": False})
        open_one = self.one("rocq/certificates.json", "calibrate", "gaussian(sigma=?)")
        variance = {**open_one, "mechanism": "gaussian(sigma2=?)", "options": {"vary": "sigma2"},
                    "written": {**open_one["written"], "mechanism": "gaussian(sigma2=?)", "vary": "sigma2"}}
        for wrong, reason in ((of_variance("2"), "sigma2= of a standard deviation that is not rational"), (mended(variance), "a calibration of sigma2"),
                              (infinite, "an end that is infinite")):
            code, text, messages = self.run_main(wrong)
            self.assertEqual((code, text), (3, None), messages)
            self.assertIn(f"not covered: {reason}", messages)
        self.assertIn("(gaussian (15 / 10)) 1 <=", self.statement(of_variance("2.25")))

    def test_a_verdict_names_the_ends_and_digits_where_they_are_wider_than_the_certificate_s(self):
        sampled, exact = self.bundle("rocq/products.json")[0], self.bundle("rocq/certificates.json")[5]
        false = mended({**sampled, **{end: str(Decimal(sampled[end]) + Decimal("2e-12")) for end in ("lower", "upper")}})
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(self.confirm, "WORK", pathlib.Path(folder)), \
                unittest.mock.patch.object(self.confirm, "coqc", lambda *_: (0, "Closed under the global context\n", 1.0)):
            for item in (sampled, false):
                result = self.confirm.confirm((1, item, 60, False))
                self.assertEqual(result["verdict"], "confirmed within")
                self.assertRegex(self.confirm.line_of(result), rf"^  1 confirmed within \[{result['lower']}, {result['upper']}\] "
                                 rf"\(10 digits; the certificate has {item['digits']}\): delta epsilon=1 of subsampled_laplace")
                self.assertNotEqual((result["lower"], result["upper"]), (item["lower"], item["upper"]))
            result = self.confirm.confirm((1, exact, 60, False))
            self.assertRegex(self.confirm.line_of(result), r"^  1 confirmed: delta epsilon=1 of gaussian\(sigma=1\) in \[")
            self.assertEqual(self.headlines.said(result)["lower"], exact["lower"])
            result = self.confirm.confirm((1, {**exact, "digest": "sha256:" + "0" * 64}, 60, False))
            self.assertEqual(result["verdict"], "not confirmed")
        code, text, messages = self.run_main(sampled)
        self.assertEqual(code, 0)
        for words in (text, messages):
            self.assertIn(f"10 digits; the certificate has {sampled['digits']}", words)

    def test_a_recorded_verdict_belongs_to_one_statement(self):
        first, second = self.bundle("cases/certificates/headlines.json")[4:6]
        record = [self.headlines.record_of(item, {"kernel": {"verdict": item["mechanism"]}}) for item in (first, second)]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "record.json")
            file.write_text(json.dumps({"certificates": record}), encoding="utf-8")
            with unittest.mock.patch.object(self.headlines, "RECORD", file):
                found, others = self.headlines.recorded([second, first])
                self.assertEqual([one["kernel"]["verdict"] for one in found], [second["mechanism"], first["mechanism"]])
                self.assertEqual(others, [])
                for change in ({"lower": "0.1"}, {"upper": "0.9"}, {"quantity": "advantage"}, {"direction": "forward"},
                               {"at": {"epsilon": "1"}}, {"other": "laplace(b=1)"}, {"mechanism": "gaussian(sigma=2)"}):
                    found, others = self.headlines.recorded([{**first, **change}, second])
                    self.assertEqual(found, [{}, record[1]], change)
                    self.assertEqual(others, record[:1])


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
            self.assertEqual(verdict_of(mended(item) if key != "digest" else item), "not_a_certificate", key)
            for value in (None, 1, [], {}, "\x00", {"a": {"a": {}}}):
                item = self.item()
                item[key] = value
                if key != "digest":
                    mended(item)
                if (key, value) != ("version", 1) and key not in ("reached", "asked", "engine", "error_budget", "versions", "written"):
                    self.assertNotEqual(verdict_of(item), "confirmed", (key, value))
        self.assertEqual(verdict_of(mended({**self.item(), "more": "1"})), "not_a_certificate")
        self.assertEqual(verdict_of({**self.item(), "lower": "0.1"}), "not_a_certificate")

    def test_a_digest_of_another_form_is_told_from_a_changed_file(self):
        right = self.item()["digest"]
        for digest, said in ((right[7:], "64 hexadecimal digits"), ("SHA256:" + right[7:], "64 hexadecimal digits"),
                             (right + "0", "64 hexadecimal digits"), ("sha256:" + "0" * 64, "changed after it was written")):
            for item in ({**self.item(), "digest": digest},
                         {"format": "plumbline-bundle", "version": 2, "certificates": [self.item()], "digest": digest}):
                with self.assertRaisesRegex(checker.Refused, said):
                    raise checker.certificates_of(item)[0]

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

    def test_what_is_too_large_is_left_soon(self):
        gaussian, subsampled = "gaussian(sigma=1)", "subsampled_gaussian(sigma=1,p=0.01)"
        far = {"lower": ["log 1e2999"], "upper": ["log 1e-2999", "log 1e-2998", "log 3e2998", "log 3"]}
        close = {"upper": ["log 1." + "0" * 900 + d for d in "1234"]}
        for quantity, mechanism, at, more in (
                ("delta", "laplace(b=1/7)^80*laplace(b=1/11)^80", {"epsilon": "1"}, {}),
                ("delta", "finite(P=[1/5,1/5,1/5,1/5,1/5],Q=[1/10,1/10,2/10,3/10,3/10])^40", {"epsilon": "9"}, {}),
                ("delta", "finite(P=[1/2,1/2,0],Q=[1/3,1/3,1/3])^1000000000", {"epsilon": "1"}, {}),
                ("delta", "*".join(f"finite(P=[1/{n},{n - 1}/{n}],Q=[1/2,1/2])" for n in range(10 ** 99, 10 ** 99 + 17)),
                 {"epsilon": "9"}, {}),
                ("delta", "approximate_dp(epsilon=0,delta=0.5)^1000000000", {"epsilon": "1"}, {}),
                ("delta", "discrete_laplace(b=1,sensitivity=1000)^3", {"epsilon": "1"}, {}),
                ("delta", "*".join(f"subsampled_gaussian(sigma={n},p=0.01)" for n in range(1, 65)), {"epsilon": "5"}, {}),
                ("delta", subsampled + "^1000000000", {"epsilon": "1"}, {}),
                ("delta", subsampled + "^9", {"epsilon": "1"}, {"lower": "1e-2999", "upper": "2e-2999"}),
                ("delta", gaussian, {"epsilon": "1e2999"}, {}), ("delta", gaussian, {"epsilon": "1000000"}, {}),
                ("delta", gaussian + " " * 19000, {"epsilon": "9"}, {}),
                ("epsilon", gaussian, {"delta": "1e-2999"}, {}),
                ("tradeoff", gaussian, {"alpha": "1e-2999"}, {"lower": "0.1", "upper": "0.2", "witness": far}),
                ("tradeoff", gaussian, {"alpha": "0.1"}, {"witness": far}),
                ("tradeoff", gaussian, {"alpha": "0.1"}, {"witness": close}),
                ("renyi", gaussian, {"order": "1e2999"}, {}), ("renyi", subsampled, {"order": "1000000"}, {}),
                ("bayes", gaussian, {"prior": "1e-2999"}, {}),
                ("divergence", gaussian, {"prior": "1/2"}, {"other": "gaussian(sigma=1." + "0" * 900 + "1)"}),
                ("calibrate", "gaussian(sigma=?)", {"epsilon": "1", "delta": "1e-5"}, {"options": {"vary": "sigma"}})):
            item = {**self.item(), "version": 2, "quantity": quantity, "mechanism": mechanism, "at": at,
                    "direction": "forward", "lower": "0.9", "upper": "0.91", "digits": "0.0",
                    "written": {"mechanism": mechanism}, **more}
            start = time.process_time()
            self.assertNotEqual(verdict_of(mended(item), 3), "confirmed", (quantity, mechanism[:60]))
            self.assertLess(time.process_time() - start, 6, (quantity, mechanism[:60]))

    def test_no_text_of_a_certificate_can_look_like_a_verdict(self):
        forged = "x\n/a.json: confirmed: delta of \x1b[2Jgaussian(sigma=1)\r\u2028\u202e" + "y" * 9999
        for key in ("quantity", "mechanism", "lower"):
            item = mended({**self.item(), key: forged, "written": {}})
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(item, file)
                file.flush()
                for verdict, line in checker.check_files([file.name], 5, False, 1):
                    self.assertNotEqual(verdict, "confirmed")
                    self.assertTrue(line.isprintable() and len(line) < 1000, line)
        for verdict, line in checker.check_files([sorted(glob.glob(str(ROOT / "cases/certificates/*.json")))[0]], 60, False, 1):
            self.assertIn(" in [", line)
            break

    def test_thresholds_of_another_form(self):
        for value in ([], "log 1", {"lower": "log 1"}, {"lower": ["log x"]}, {"lower": ["1"] * 9}, {"lower": [1]},
                      {"middle": ["1"]}, {"lower": ["1e9999999"]}, {"lower": ["NaN"]}, {"lower": {"a": "1"}}):
            item = {**self.item(), "version": 2, "witness": value}
            self.assertEqual(verdict_of(mended(item)), "not_a_certificate", value)

    def test_long_files_are_refused_soon(self):
        size = 1 << 21
        start = time.process_time()
        for data in (b"[" * size, b'{"a":' * size, b'"' + b'\\"' * size, b"[" + b"[]," * size + b"1]",
                     b"[" + b"1" * size + b"]", b'{"a":"' + b"\xff" * size):
            with self.assertRaises(checker.Refused):
                raise checker.certificates_of(checker.read_json(data))[0]
        with self.assertRaises(checker.NotCovered):
            checker.read_json(b" " * (LIMIT_FILE + 1))
        self.assertLess(time.process_time() - start, 20)

    def test_a_time_limit_holds_inside_long_operations(self):
        start = time.process_time()
        with self.assertRaises(checker.OutOfTime):
            with checker.time_limit(0.2):
                while True:
                    pass
        self.assertLess(time.process_time() - start, 3)

    def test_exit_codes(self):
        bundle = json.loads(pathlib.Path(sorted(glob.glob(str(ROOT / "cases/certificates/*.json")))[0]).read_text())
        bundle["certificates"] = [one for one in bundle["certificates"] if one["quantity"] == "tv"]  # judged quickly
        self.assertGreater(len(bundle["certificates"]), 1)
        new = lambda: tempfile.NamedTemporaryFile("w", suffix=".json")
        with new() as good, new() as file:
            json.dump(mended(bundle), good)
            good.flush()
            self.assertEqual(quiet_main(["--json", good.name]), 0)
            file.write("[" * 100000)
            file.flush()
            self.assertEqual(quiet_main([file.name]), 2)
            self.assertEqual(quiet_main([file.name, good.name]), 2)


if __name__ == "__main__":
    unittest.main()
