"""Random certificates for checker/plumbline_check.py: `./dev checker-sweep [SEED [COUNT]]`; nightly runs test a thousand.

The program makes a certificate of each kind in turn, with random parameters. Neither the checker nor the program's own
`check` may refute it, and neither may confirm a falsified copy. Everything else is a disagreement: it is printed with
the command that reproduces it, and the exit code is 4.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from falsified import checker, false_copies  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIRECTIONS = ("worst", "forward", "reverse")


def decimal(rng, low, high):
    """Returns a number of three digits with uniform logarithm."""
    return f"{low * (high / low) ** rng.random():.3g}"


def steps(rng, most):
    n = int(round(most ** rng.random()))
    return f"^{n}" if n > 1 else ""


def finite_pair(rng):
    def law():
        weights = [rng.randint(1, 9) for _ in range(3)]
        return "[" + ",".join(f"{w}/{sum(weights)}" for w in weights) + "]"
    if rng.random() < 0.3:  # an outcome with probability 0 under one distribution
        return rng.choice(["finite(P=[1/2,1/2,0],Q=[1/4,2/3,1/12])", "finite(P=[1/20,3/4,1/5],Q=[0,1/2,1/2])"])
    return f"finite(P={law()},Q={law()})"


def concentrated(rng):
    return f"zcdp(rho={decimal(rng, .01, 3)}" + rng.choice(["", f",xi={decimal(rng, .01, .5)}"]) + \
        rng.choice(["", f",delta0={decimal(rng, 1e-6, .1)}"]) + ")"


def renyi_bounds(rng):
    """Returns a guarantee at one to three orders; its bounds need not increase."""
    orders = sorted(rng.sample(["0.5", "1", "1.5", "2", "3", "8"], rng.randint(1, 3)), key=float)
    orders = orders if float(orders[-1]) >= 1 else ["2"]
    return f"rdp(orders=[{','.join(orders)}],bounds=[{','.join(decimal(rng, .02, 2) for _ in orders)}])"


def promised_profile(rng):
    """Returns a guarantee at one to four points, some of which may follow from the others."""
    count = rng.randint(1, 4)
    epsilons = sorted(decimal(rng, .05, 4) if i else rng.choice(["0", "0.3"]) for i in range(count))
    return f"profile(epsilons=[{','.join(epsilons)}],deltas=[{','.join(decimal(rng, 1e-7, .5) for _ in epsilons)}])"


MECHANISMS = {  # name: (factor, maximum number of steps)
    "gaussian": (lambda r: f"gaussian(sigma={decimal(r, .5, 20)})", 1000),
    "laplace": (lambda r: f"laplace(b={decimal(r, .5, 20)})", 12),
    "subsampled_gaussian": (lambda r: f"subsampled_gaussian(sigma={decimal(r, .6, 4)},p={decimal(r, .002, .5)})", 5000),
    "randomized_response": (lambda r: f"randomized_response(epsilon={decimal(r, .1, 3)}"
                            f"{r.choice(['', ',k=3', ',k=10'])})", 20),
    "approximate_dp": (lambda r: f"approximate_dp(epsilon={decimal(r, .05, 2)},delta={decimal(r, 1e-8, .1)})", 30),
    "total_variation_dp": (lambda r: f"total_variation_dp(epsilon={decimal(r, .5, 2)},delta=1e-6,"
                           f"eta={decimal(r, .01, .2)})", 12),
    "finite": (finite_pair, 6),
    "subsampled_laplace": (lambda r: f"subsampled_laplace(b={decimal(r, .5, 10)},p={decimal(r, .01, .9)})", 1),
    "staircase": (lambda r: f"staircase(epsilon={decimal(r, .1, 3)},gamma={decimal(r, .01, .99)})", 12),
    "discrete_laplace": (lambda r: f"discrete_laplace(b={decimal(r, .5, 10)}{r.choice(['', ',sensitivity=3'])})", 6),
    "correlated_gaussian": (lambda r: f"correlated_gaussian(sigma={decimal(r, 2, 20)},strategy={r.choice(STRATEGIES)},"
                            f"steps={r.randint(1, 40)}{r.choice(['', ',every=4', ',participations=3,gap=5'])})", 3),
    "cyclic_poisson": (lambda r: f"cyclic_poisson(sigma={decimal(r, 1, 8)},strategy={r.choice(BANDED)},"
                       f"steps={r.randint(1, 60)},p={decimal(r, .01, .5)}{r.choice(['', ',groups=7'])})", 2),
    "b_min_sep": (lambda r: f"b_min_sep(sigma={decimal(r, 2, 20)},strategy={r.choice(STRATEGIES[2:])},"
                  f"steps={r.randint(1, 40)},p={decimal(r, .01, .3)},separation={r.randint(1, 6)})", 1),
    "balls_in_bins": (lambda r: f"balls_in_bins(sigma={decimal(r, 2, 20)},strategy={r.choice(BANDED)},"
                      f"steps={r.randint(20, 60)},bins={r.randint(4, 20)}"
                      f"{r.choice(['', ',stride=1', ',stride=3'])})", 1),
    "shuffled_rr": (lambda r: "shuffled_rr(epsilon0={0},n={1}{2})".format(
        decimal(r, .2, 3), r.randint(2, 20), r.choice(["", ",ones=0", ",ones=1"])), 1),
    "shuffled_krr": (lambda r: "shuffled_krr(epsilon0={0},n={1},k={2}{3})".format(
        decimal(r, .2, 3), *(lambda n: (n, r.randint(3, 9), r.choice(["", f",third={n - 1}"])))(r.randint(2, 9))), 1),
    "shuffled_laplace": (lambda r: f"shuffled_laplace(b={decimal(r, .5, 3)},n={r.randint(2, 12)})", 1),
    "shuffled_clones": (lambda r: f"shuffled_clones(epsilon0={decimal(r, .2, 3)},n={r.randint(2, 20)})", 1),
    "zcdp": (concentrated, 5),
    "rdp": (renyi_bounds, 5),
    "profile": (promised_profile, 4),
    # Few variants: a hull takes seconds, and later certificates reuse it.
    "shuffled_gaussian": (lambda r: f"shuffled_gaussian(sigma={r.choice(['1', '3'])},n={r.choice([20, 400])})", 1),
}
STRATEGIES = ("identity", "prefix", "sqrt", "sqrt(5)", "toeplitz([1,-1/2,1/4])", "bisr(3)", "lambda_cgd(0.9)",
              "blt([0.3,0.1],[0.9,0.5])")
BANDED = ("identity", "sqrt(5)", "toeplitz([1,-1/2,1/4])", "toeplitz([3,4])")
# Steps that compose with each factor: a line needs a gaussian or a subsampled step, closed forms need few outcomes.
BESIDE = {"gaussian": ("subsampled_gaussian", "randomized_response", "approximate_dp"),
          "subsampled_gaussian": ("gaussian", "approximate_dp", "laplace"),
          "zcdp": ("gaussian", "zcdp", "rdp"), "profile": ("gaussian", "approximate_dp"),
          "finite": ("approximate_dp",), "randomized_response": ("total_variation_dp", "gaussian")}


def mechanism(rng, name):
    def one(n, most):
        return MECHANISMS[n][0](rng) + steps(rng, min(most, MECHANISMS[n][1]))
    text = one(name, 10 ** 6)
    if name in BESIDE and rng.random() < 0.3:
        text += "*" + one(rng.choice(BESIDE[name]), 4)
    return text


def calibration(rng, direction):
    text = rng.choice([
        f"gaussian(sigma=?)^{rng.randint(1, 50)}", f"gaussian(sigma={decimal(rng, 2, 9)})^?",
        f"laplace(b=?)^{rng.randint(1, 8)}", f"randomized_response(epsilon=?)^{rng.randint(2, 9)}",
        f"subsampled_gaussian(sigma=?,p={decimal(rng, .01, .2)})^{rng.randint(50, 2000)}",
        f"subsampled_gaussian(sigma={decimal(rng, .8, 2)},p=?)^{rng.randint(50, 500)}",
        f"approximate_dp(epsilon=?,delta=1e-7)^{rng.randint(2, 9)}", "zcdp(rho=?)", f"zcdp(rho=?,xi=0.01)^{rng.randint(2, 9)}",
        f"discrete_laplace(b=?)^{rng.randint(1, 4)}"])
    target = rng.choice([
        ["--epsilon", decimal(rng, .3, 4), "--delta", decimal(rng, 1e-6, 1e-2)], ["--advantage", decimal(rng, .1, .6)],
        ["--kappa", "0.1", "--gamma", decimal(rng, .2, .8)], ["--alpha", "0.05", "--beta", decimal(rng, .2, .8)],
        ["--prior", "0.4", "--bayes", decimal(rng, .1, .35)]])
    return [text, *target] + ([] if "--kappa" in target else ["--direction", direction])


def words_of(seed, index, only=None):
    """Returns the arguments of `certify`: kind, direction and mechanism in turn, the others at random."""
    rng = random.Random(f"{seed}/{index}")
    kinds = ("delta", "epsilon", "tradeoff", "rero", "bayes", "tv", "calibrate", "renyi", "divergence",
             "tradeoff-inverse", "power", "posterior", "advantage", "minimax", "fixed-point", "posterior-belief", "minimax-prior")
    kind = kinds[index % len(kinds)]
    turn = index // len(kinds)
    direction = DIRECTIONS[turn % 3]
    name = only or list(MECHANISMS)[(turn + index) % len(MECHANISMS)]
    digits = ["--digits", str(rng.choice([8, 12, 15, 15, 20, 25]))]
    if kind == "calibrate":
        return [kind, *calibration(rng, direction), "--digits", str(rng.choice([6, 10, 15]))]
    if kind == "divergence":
        # A divergence evaluates several hundred values of delta: no hulls and no bins.
        pair = [mechanism(rng, n if n not in ("shuffled_gaussian", "balls_in_bins", "zcdp", "rdp") else "gaussian")
                for n in (name, rng.choice(list(MECHANISMS)))]
        weight = rng.choice(["none", "none", f"beta({decimal(rng, .3, 4)},{decimal(rng, .3, 4)})", "uquadratic",
                             "piecewise([0,1/4,1],[0,2,0])"])
        return [kind, *pair, "--direction", direction, "--digits", str(rng.choice([12, 12, 15]) if weight == "none" else 10),
                *(["--hyperprior", weight] if weight != "none" else [])]
    if kind in ("minimax", "fixed-point", "minimax-prior", "posterior-belief"):
        name = name if name not in ("shuffled_gaussian", "balls_in_bins", *(("zcdp", "rdp") if kind == "posterior-belief" else ())) \
            else "gaussian"
    if kind == "renyi":
        plain = name not in ("approximate_dp", "total_variation_dp", "finite", "balls_in_bins", "subsampled_laplace",
                              "zcdp", "rdp", "profile")
        plain = plain and not name.startswith("shuffled")
        name = name if plain else "gaussian"
        return [kind, MECHANISMS[name][0](rng) + steps(rng, 100), "--order", str(rng.randint(2, 30)),
                "--direction", direction, *digits]
    argument = {"delta": ("epsilon", decimal(rng, .01, 6)), "epsilon": ("delta", decimal(rng, 1e-9, .3)),
                "tradeoff": ("alpha", decimal(rng, 1e-4, .9)), "tradeoff-inverse": ("beta", decimal(rng, 1e-4, .9)),
                "power": ("alpha", decimal(rng, 1e-4, .9)), "rero": ("kappa", decimal(rng, 1e-4, .5)),
                "bayes": ("prior", decimal(rng, .02, .98)), "posterior-belief": ("prior", decimal(rng, .02, .98)), "posterior": ("prior", decimal(rng, .02, .98))}.get(kind)
    return [kind, mechanism(rng, name), *(["--" + argument[0], argument[1]] if argument else []),
            *([] if kind == "rero" else ["--direction", direction]), *digits]


def checked_by_program(program, path, seconds):
    """Returns the verdict on each certificate and the remarks on the ends of its numbers, for any record."""
    done = subprocess.run([program, "check", path, "--json", "--timeout", str(seconds)], capture_output=True, text=True)
    try:
        found = [json.loads(line) for line in done.stdout.splitlines() if '"verdict"' in line]
    except ValueError:
        found = []
    return [(one["verdict"], {n[end] for n in one.get("numbers") or () for end in ("lower", "upper")})
            for one in found] or [("no answer", set())]


def judged(item, seconds):
    verdict, findings = checker.verdict_of(item if isinstance(item, Exception) else checker.certificates_of(item)[0],
                                           seconds)
    return verdict, findings.remark


def one(task):
    """Returns the outcome of one certificate and of a falsified copy of it."""
    program, seed, index, seconds, only = task
    words = words_of(seed, index, only)
    found = {"words": words, "kind": words[0], "wrong": [], "verdicts": [], "false": [], "remarks": [], "seconds": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "one.json")
        done = subprocess.run([program, "certify", *words, "--timeout", str(seconds), "-o", path], capture_output=True,
                              text=True)
        if done.returncode not in (0, 3) or not os.path.exists(path):
            found["remarks"].append(f"not made: {done.stderr.strip()[:100]}")
            if done.returncode == 4:
                found["wrong"].append("the program contradicts itself")
            return found
        items = checker.certificates_of(checker.read_json(pathlib.Path(path).read_bytes()))
        theirs = checked_by_program(program, path, seconds)
        for item, (other, _) in zip(items, theirs * len(items) if len(theirs) == 1 else theirs):
            start = time.process_time()
            verdict, remark = judged(item, seconds)
            found["seconds"] += time.process_time() - start
            found["verdicts"].append(verdict)
            if verdict != "confirmed":
                found["remarks"].append(f"{verdict}: {remark}")
            if verdict in ("refuted", "contradiction", "not_a_certificate") or other in ("refuted", "contradiction"):
                found["wrong"].append(f"checker: {verdict} ({remark}); plumbline check: {other}")
            if isinstance(item, Exception) or item["lower"] == "-inf" or item["upper"] == "inf":
                continue
            change, wrong = random.Random(index).choice(list(false_copies(item)))
            verdict, _ = judged(wrong, seconds)
            pathlib.Path(path).write_text(json.dumps(wrong))
            other, ends = checked_by_program(program, path, seconds)[0]
            if change.startswith(("at.", "mechanism", "other")):  # may be true by chance: then the ends must agree
                clash = verdict == "confirmed" and "refuted" in ends or verdict == "refuted" and ends == {"proved"} and \
                    change != "at.prior"
                verdict = "still true" if verdict == "confirmed" and not clash else verdict
            else:
                clash = "confirmed" in (verdict, other)
            if clash:
                found["wrong"].append(f"a falsified copy ({change}): checker: {verdict}; plumbline check: {other}")
            found["false"].append(verdict)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="plumbline")
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--mechanism", choices=list(MECHANISMS), help="one mechanism in place of all in turn")
    parser.add_argument("--first", type=int, default=0, help="index to begin with")
    parser.add_argument("--seconds", type=float, default=60, help="for each step of a certificate")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    tasks = [(options.program, options.seed, i, options.seconds, options.mechanism) for i in
             range(options.first, options.first + options.count)]
    table, wrong, spent = collections.defaultdict(collections.Counter), 0, 0.0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for task, found in zip(tasks, pool.map(one, tasks)):
            row = table[found["kind"]]
            row.update(found["verdicts"] or ["not made"])
            row.update("false: " + verdict for verdict in found["false"])
            spent += found["seconds"]
            words = " ".join(f"'{w}'" if "(" in w else w for w in found["words"])
            for remark in found["remarks"]:
                print(f"{task[2]}: certify {words}: {remark}", flush=True)
            for text in found["wrong"]:
                wrong += 1
                print(f"DISAGREEMENT: seed {task[1]} index {task[2]}: certify {words}: {text}", flush=True)
    columns = ["confirmed", "unconfirmed", "not_covered", "refuted", "not_a_certificate", "contradiction", "not made",
               "false: refuted", "false: not_a_certificate", "false: unconfirmed", "false: not_covered",
               "false: still true", "false: confirmed"]
    columns = [c for c in columns if any(row[c] for row in table.values())]
    print("| kind | " + " | ".join(columns) + " |\n|---" * 1 + "|---" * len(columns) + "|")
    for kind, row in sorted(table.items()) + [("all", sum(table.values(), collections.Counter()))]:
        print(f"| {kind} | " + " | ".join(str(row[c]) for c in columns) + " |")
    print(f"{sum(sum(row[c] for c in columns if not c.startswith('false')) for row in table.values())} certificates, "
          f"{wrong} disagreements; processor time of the checker, falsified copies apart: {spent:.0f} s")
    return 4 if wrong else 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    sys.exit(main())
