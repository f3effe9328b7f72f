"""Compares the exit codes of both checkers: `agreement.py PROGRAM [SEED [COUNT [KIND ...]]]`.

The files are honest certificates of every kind, and forged ones: every member of each is changed in turn (numbers
moved; ends shifted or exchanged; findings dropped, repeated, renamed and reordered; directions; texts that are equal
under the grammar; the record; versions; unknown members; duplicate keys), and the digest is recomputed. There are also
bundles of honest, forged, broken and uncovered certificates. The program's `check` and checker/plumbline_check.py
judge each file.

They agree on a file if both exit codes are equal, or if the second checker's is 3 and every verdict that it prints is
"confirmed", "not_covered" or "unconfirmed": then it states what it leaves open and contradicts nothing. An exit code 4
of either is a disagreement. In addition, neither may confirm a false certificate or a file that is no certificate
("false", "form"), and the program must confirm honest ones ("true").
"""
import collections
import concurrent.futures
import contextlib
import copy
import functools
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from falsified import checker, false_copies, false_statements, mended  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = {  # the arguments of `certify`
    "delta": ["delta", "subsampled_gaussian(sigma=1,p=0.01)^100*gaussian(sigma=9)", "--epsilon", "1.5"],
    "epsilon": ["epsilon", "gaussian(sigma=2)^3", "--delta", "1e-5"],
    "tradeoff": ["tradeoff", "laplace(b=2)^3", "--alpha", "0.05", "--direction", "forward"],
    "tradeoff-inverse": ["tradeoff-inverse", "randomized_response(epsilon=1,k=4)^3", "--beta", "0.3"],
    "power": ["power", "subsampled_gaussian(sigma=0.8,p=0.2)", "--alpha", "0.01", "--direction", "reverse"],
    "rero": ["rero", "approximate_dp(epsilon=0.1,delta=1e-6)^20", "--kappa", "0.01"],
    "bayes": ["bayes", "discrete_laplace(b=2,sensitivity=3)^2", "--prior", "0.3"],
    "posterior": ["posterior", "finite(P=[1/3,1/6,1/2],Q=[1/2,1/4,1/4])^2", "--prior", "0.6"],
    "tv": ["tv", "gaussian(sigma=1)^1*gaussian(sigma=1)"],
    "group": ["delta", "gaussian(sigma=1,group=2) * laplace(b=2,group=3)^2", "--epsilon", "1"],
    "advantage": ["advantage", "laplace(b=5,relation=replace)^4"],
    "renyi": ["renyi", "laplace(b=2)^3", "--order", "10"],
    "divergence": ["divergence", "gaussian(sigma=1)", "laplace(b=1)"],
    "calibrate sigma": ["calibrate", "gaussian(sigma=3)", "--vary", "sigma", "--epsilon", "1", "--delta", "1e-5"],
    "calibrate N": ["calibrate", "gaussian(sigma=9)^?", "--epsilon", "1", "--delta", "1e-5"],
    "calibrate b": ["calibrate", "laplace(b=?)^2", "--advantage", "0.2"],
    "compare": ["compare", "gaussian(sigma=1)", "laplace(b=1)", "--digits", "8"],
    "moments": ["moments", "gaussian(sigma=2)", "--direction", "forward"],
    "theorem3": ["theorem3", "laplace(b=1)^10", "laplace(b=2)^20", "--target", "0.1"],
    "minimax-prior": ["minimax-prior", "subsampled_laplace(b=1,p=0.1)", "--direction", "forward", "--digits", "10"],
    "minimax-prior of many digits": ["minimax-prior", "subsampled_laplace(b=1,p=0.1)", "--direction", "forward",
                                     "--digits", "25"],
    "fixed-point": ["fixed-point", "laplace(b=1)"],
    "gdp": ["gdp", "laplace(b=4)^2", "--floor", "1e-3"],
    "gdp of few digits": ["gdp", "laplace(b=2)^3", "--floor", "1e-3"],  # confirmed by the second engine of `check`
    "tpr": ["tpr", "gaussian(sigma=2)", "--fpr", "1e-2"],
    "dpsgd": ["dpsgd", "--sigma", "1.1", "--batch", "512", "--dataset", "60000", "--epochs", "1", "--delta", "1e-5"],
    "selection": ["selection", "gaussian(sigma=4)", "--runs", "geometric(gamma=0.1)", "--epsilon", "1"],
    "choice": ["selection", "laplace(b=2)", "--outcomes", "4", "--epsilon", "0.5"],
    "bounded-range": ["bounded-range", "--range", "0.1", "--runs", "10", "--epsilon", "0.3"],
    "compose-tv": ["compose-tv", "--epsilon", "1", "--eta", "0.3", "--steps", "5", "--j", "1"],
    "tv-limit": ["tv-limit", "--steps", "16"],
    "audit trials": ["audit", "trials", "--tp", "140", "--fn", "860", "--fp", "2", "--tn", "998", "--delta", "1e-5",
                     "--fpr", "0.01", "--claim-epsilon", "1", "--claim-delta", "1e-5"],
    "audit claim": ["audit", "trials", "--tp", "8", "--fn", "12", "--fp", "2", "--tn", "18", "--split", "0.3",
                    "--claim", "gaussian(sigma=1)"],
    "audit reconstruction": ["audit", "trials", "--successes", "40", "--attempts", "100", "--kappa", "0.1"],
    "audit one-run": ["audit", "one-run", "--canaries", "1000", "--guesses", "100", "--right", "90",
                      "--guesses-fixed", "list=100,200", "--delta", "1e-5"],
    "audit pure run": ["audit", "one-run", "--canaries", "1000", "--guesses", "100", "--right", "90",
                       "--claim-epsilon", "1.5", "--claim-delta", "0"],
    "audit split": ["audit", "scores", str(ROOT / "tests/checker/members.txt"), str(ROOT / "tests/checker/others.txt"),
                    "--threshold", "split", "--seed", "7"],
    "audit all-cuts": ["audit", "scores", str(ROOT / "tests/checker/members.txt"), str(ROOT / "tests/checker/others.txt"),
                       "--threshold", "all-cuts", "--low-is-member"],
    "audit equal-level": ["audit", "scores", str(ROOT / "tests/checker/members.txt"),
                          str(ROOT / "tests/checker/others.txt"), "--threshold", "equal-level"],
    "channel": ["channel", str(ROOT / "tests/checker/channel.csv"), "--delta-at", "0.5"],
    "posterior-belief": ["posterior-belief", "gaussian(sigma=2)", "--prior", "0.3"],
    "minimax": ["minimax", "laplace(b=2)"],
    "tail of tiny delta": ["epsilon", "gaussian(sigma=2)", "--delta", "1e-3500"],
    "weighted divergence": ["divergence", "gaussian(sigma=1)", "laplace(b=1)", "--hyperprior", "beta(2,3)"],
    "compare, first of two": ["compare", "gaussian(sigma=2)", "gaussian(sigma=1)", "--direction", "forward",
                              "--digits", "6"],
    "renyi, infinite": ["renyi", "finite(P=[1/2,1/2],Q=[0,1])", "--order", "2"],
    "calibrate p": ["calibrate", "subsampled_gaussian(sigma=1,p=?)", "--epsilon", "1", "--delta", "1e-5"],
    "calibrate to beta": ["calibrate", "gaussian(sigma=?)", "--alpha", "0.1", "--beta", "0.5"],
    "calibrate to bayes": ["calibrate", "gaussian(sigma=?)", "--prior", "0.5", "--bayes", "0.3"],
    "calibrate to gamma": ["calibrate", "gaussian(sigma=?)", "--kappa", "0.1", "--gamma", "0.3"],
    "gdp within": ["gdp", "subsampled_gaussian(sigma=1,p=0.1)^10", "--within", "1e-2"],
    "sensitivity": ["delta", "gaussian(sigma=1,sensitivity=1)^2", "--epsilon", "1"],
    "relation": ["delta", "subsampled_gaussian(sigma=1,p=0.1,relation=replace)", "--epsilon", "1"],
    "infinite losses": ["tradeoff", "approximate_dp(epsilon=1,delta=0.1)^2", "--alpha", "0.3"],
    "three phases": ["delta", "subsampled_gaussian(sigma=1,p=0.01)^10*subsampled_gaussian(sigma=1,p=0.02)^10*"
                     "subsampled_gaussian(sigma=1,p=0.01)^10", "--epsilon", "1"],
}
RECORD = ("engine", "error_budget", "asked", "reached", "versions", "witness")


def codes(program, text, seconds):
    """Returns the exit codes of `check` and of the second checker; "says more" in place of a 3 with a worse verdict."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(text)
        file.flush()
        first = subprocess.run([program, "check", file.name, "--timeout", str(seconds)], capture_output=True)
        printed = io.StringIO()
        # In this process: starting Python would take longer than most checks.
        with contextlib.redirect_stdout(printed):
            second = checker.main([file.name, "--jobs", "1", "--json", "--seconds", str(seconds)])
    said = {json.loads(line)["verdict"] for line in printed.getvalue().splitlines()}
    if second == 3 and not said <= {"confirmed", "not_covered", "unconfirmed"}:
        return first.returncode, "says more"
    return first.returncode, second


def last_digit(text):
    """Returns the text with the last digit of its mantissa changed."""
    end = text.find("e") if "e" in text else len(text)
    for i in range(end - 1, -1, -1):
        if text[i].isdigit():
            return text[:i] + str((int(text[i]) + 5) % 10) + text[i + 1:]
    return text + "x"


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, path + (key,))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, path + (i,))
    else:
        yield path, value


def with_leaf(item, path, value):
    result = copy.deepcopy(item)
    place = result
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return result


def copies_of(item):
    """Yields false_copies(), until a number of the question is not readable here."""
    try:
        yield from false_copies(item)
    except checker.NotCovered:
        return


def forgeries(item):
    """Yields (name, JSON text, sort); the sort is "true", "false", "form" or "open" (may be true)."""
    item = copy.deepcopy(item)

    def text(value):
        return json.dumps(mended(value), ensure_ascii=False)
    yield "as it is", text(copy.deepcopy(item)), "true"
    for path, value in leaves(item):
        name = "/".join(map(str, path))
        if path[0] in ("digest", "format"):
            continue
        if isinstance(value, str):
            yield name + ": another digit", text(with_leaf(item, path, last_digit(value))), "open"
            yield name + ": abc", text(with_leaf(item, path, "abc")), "open" if path[0] in RECORD else "form"
        else:
            yield name + ": a string", text(with_leaf(item, path, "x")), "form"
    for key in item:
        if key != "digest":
            less = {k: v for k, v in item.items() if k != key}
            needed = key not in ("witness", "findings", "values", "options", "other")
            yield key + ": missing", text(less), "form" if needed else "open"
    yield "a member more", text({**item, "comment": "fine"}), "form"
    yield "version 4", text({**item, "version": 4}), "form"
    stated = "hypotheses" in item or "other_hypotheses" in item
    yield "version 2", text({**item, "version": 2}), "form" if stated else "true"
    before = {k: v for k, v in item.items() if k not in ("hypotheses", "other_hypotheses")}
    yield "version 2 without hypotheses", text({**before, "version": 2}), "true"
    for change, wrong in false_statements(item):
        yield change, text(wrong), "false"
    yield "no digest that fits", json.dumps({**item, "digest": "sha256:00"}), "form"
    whole = text(copy.deepcopy(item))
    yield "a key twice", whole[:-1] + ',"lower":"0"}', "form"
    yield "a NUL byte", whole + "\0{}", "form"
    yield "a byte-order mark", "\ufeff" + whole, "true"
    yield "two byte-order marks", "\ufeff\ufeff" + whole, "form"
    yield "a byte-order mark inside", whole.replace("{", "{\ufeff", 1), "form"
    for direction in ("forward", "reverse", "worst"):
        yield "direction: " + direction, text({**item, "direction": direction}), "open"
    yield "ends exchanged", text({**item, "lower": item["upper"], "upper": item["lower"]}), "open"
    yield "nothing stated", text({**item, "lower": "-inf", "upper": "inf", "digits": "0.0", "reached": False}), "open"
    for name in ("mechanism", "other"):
        if name in item:
            spaced = item[name].replace("=", " = ")
            yield name + ": other blanks", text({**item, name: spaced}), "open"
            yield "written/" + name + ": other blanks", \
                text({**item, "written": {**item["written"], name: spaced}}), "true"
            yield "written/" + name + ": another", \
                text({**item, "written": {**item["written"], name: "laplace(b=77)"}}), "false"
    if item["quantity"] in checker.AUDITED:
        yield from forged_attacks(item, text)
    findings = item.get("findings", {})
    for name in findings:
        yield "findings without " + name, \
            text({**item, "findings": {k: v for k, v in findings.items() if k != name}}), "open"
    if findings:
        names, texts = list(findings), list(findings.values())
        yield "findings in another order", text({**item, "findings": dict(zip(names, texts[1:] + texts[:1]))}), "open"
    if item["lower"] != "-inf" and item["upper"] != "inf":
        for change, wrong in copies_of(item):
            if change.startswith("both") and item["quantity"] not in ("selection", "choice"):
                wrong["reached"] = False
                yield change, text(wrong), "false"
            elif change.startswith(("at.", "mechanism", "other", "safe", "side")):
                wrong["reached"] = False
                yield change, text(wrong), "open"


def bundles(items):
    """Yields forgeries of bundles: two honest certificates that both checkers confirm, with other members."""
    one, two = items[:2]
    wrong = next(wrong for change, wrong in false_copies(one) if change.startswith("both"))
    wrong["reached"] = False
    broken = mended({key: value for key, value in one.items() if key != "asked"})
    uncovered = mended({**one, "mechanism": "staircase(epsilon=1,gamma=0.5)"})

    def text(members, **more):
        return json.dumps(mended({"format": "plumbline-bundle", "version": 2, "certificates": members, **more}))
    yield "both", text([one, two]), "true"
    yield "one twice", text([one, one]), "true"
    yield "a byte-order mark", "\ufeff" + text([one, two]), "true"
    yield "a false one", text([one, mended(wrong), two]), "false"
    yield "a broken one", text([one, broken, two]), "form"
    yield "one of another subject", text([one, uncovered]), "false"
    yield "false, broken and of another subject", text([broken, uncovered, mended(wrong), one]), "false"
    yield "a member of the wrong type", text([one, {}]), "form"
    yield "a member that is a text", text([one, "two"]), "form"
    yield "a bundle inside", text([one, json.loads(text([two]))]), "form"
    yield "a member more", text([one], comment="fine"), "form"
    yield "version 4", text([one], version=4), "form"
    yield "nothing in it", text([]), "form"
    yield "a digest that does not fit", text([one, two]).replace('"sha256:', '"sha256:0', 1), "form"
    yield "a NUL byte", text([one, two]) + "\0", "form"
    yield "two documents", text([one, two]) + text([one]), "form"


def forged_attacks(item, text):
    """Yields copies with the words of the attack exchanged, dropped and repeated, and with changed scores."""
    def attacked(changed):
        return text({**item, "mechanism": changed, "written": {**item["written"], "mechanism": changed}})
    name, words = item["mechanism"].split("(", 1)
    parts = words[:-1].split(",")
    yield "mechanism: a word twice", attacked(f"{name}({','.join(parts[:1] + parts)})"), "form"
    yield "mechanism: a word less", attacked(f"{name}({','.join(parts[1:])})"), "form"
    yield "mechanism: another order", attacked(f"{name}({','.join(parts[1:] + parts[:1])})"), "open"
    for old, new in (("rule=split", "rule=explicit"), ("rule=all-cuts", "rule=dkw"), ("rule=all-cuts", "rule=explicit"),
                     ("member_scores=high", "member_scores=low"), ("guesses_fixed=list", "guesses_fixed=yes"),
                     ("bound=exchange", "bound=published"), ("trials(", "scores("), ("seed=7", "seed=8"),
                     ("confidence=0.95", "confidence=0.96"), ("confidence=0.95", "confidence=95"), ("split=0.5", "split=0.6")):
        if old in item["mechanism"]:
            yield f"mechanism: {new}", attacked(item["mechanism"].replace(old, new, 1)), "open"
    for side, scores in item.get("options", {}).items():
        for change, changed in (("one less", scores.partition(",")[2]), ("one more", scores + ",0.5"),
                                ("two exchanged", ",".join(scores.split(",")[1::-1] + scores.split(",")[2:])),
                                ("no number", scores + ",x"), ("infinite", scores + ",1e999")):
            yield f"options/{side}: {change}", text({**item, "options": {**item["options"], side: changed}}), "open"


def made(program, words):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([program, "certify", *words, "-o", file.name], capture_output=True, timeout=600, text=True)
        if done.returncode not in (0, 3):
            raise AssertionError(f"certify {' '.join(words)}: {done.stderr}")
        value = json.loads(pathlib.Path(file.name).read_text())
    return value.get("certificates", [value])


def disagreement(sort, first, second):
    """Returns the fault of these two exit codes; empty if there is none."""
    if 4 in (first, second):
        return "a contradiction"
    if sort == "form" and 0 in (first, second):
        return "confirmed, though it is no certificate"
    if sort == "false" and 0 in (first, second):
        return "confirmed, though it is false"
    if sort == "true" and first != 0:
        return "an honest certificate is not confirmed"
    return "" if first == second or second == 3 else "the exit codes differ"


def run(program, seed, count, seconds=60, kinds=None, jobs=None):
    """Returns rows (kind, change, sort, exit code of check, exit code of the second checker, fault)."""
    rng, tasks, honest = random.Random(seed), [], []

    def add(kind, all_of):
        picked = all_of if count is None else all_of[:1] + rng.sample(all_of[1:], min(count, len(all_of) - 1))
        tasks.extend((kind, *one) for one in picked)
    for kind, words in KINDS.items():
        if kinds and kind not in kinds:
            continue
        certificates = made(program, words)
        for item in certificates if kind.startswith("audit") else certificates[:3]:
            honest.append(item)
            add(kind, list(forgeries(item)))
    known = [item for item in honest if checker.verdict_of(checker.certificates_of(item)[0], seconds)[0] == "confirmed"]
    # For kinds that the second checker does not cover, a bundle with a false member exits with 1 there and 3 here.
    if len(known) > 1:
        add("bundle", list(bundles(known)))
    rows = []
    with concurrent.futures.ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        results = pool.map(functools.partial(codes, program, seconds=seconds), [task[2] for task in tasks])
        for (kind, change, text, sort), (first, second) in zip(tasks, results):
            if sort == "true" and first == 3:  # a timeout on a loaded machine is not a fault
                first, second = codes(program, text, 10 * seconds)
            rows.append((kind, change, sort, first, second, disagreement(sort, first, second)))
            if rows[-1][-1]:
                print(f"DISAGREEMENT: {kind}: {change} ({sort}): check {first}, second checker {second}: "
                      f"{rows[-1][-1]}", flush=True)
    return rows


def main():
    program = sys.argv[1]
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    count = int(sys.argv[3]) if len(sys.argv) > 3 else None
    rows = run(program, seed, count, kinds=sys.argv[4:] or None)
    table = collections.Counter((first, second) for *_, first, second, _ in rows)
    per_kind = collections.Counter(kind for kind, *_ in rows)
    print("exit codes (check, second checker): " +
          ", ".join(f"{a}/{b}: {n}" for (a, b), n in sorted(table.items())))
    print("tried: " + ", ".join(f"{kind} {n}" for kind, n in per_kind.items()))
    confirmed = [row for row in rows if row[3] == 0 and row[2] == "open"]
    print("confirmed after a change: " + ("; ".join(f"{k}: {c}" for k, c, *_ in confirmed) or "none"))
    wrong = sum(bool(row[5]) for row in rows)
    print(f"{len(rows)} certificates, {wrong} disagreements")
    return 4 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
