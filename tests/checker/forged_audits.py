"""Audits with a changed count, seed, split, confidence, rule, threshold or score: neither `check` nor the second
checker confirms one whose stated numbers differ from those that its attack proves.

Each honest certificate of the attacks below is forged in many ways, with its digest recomputed. Both programs derive
all numbers again; they agree about words on which a number does not depend (`stays_true`). `./dev checker` tries three
forgeries of each certificate; PLUMBLINE_TEST_MULTIPLIER=10 tries all of them, as nightly runs do.
"""
import contextlib
import copy
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from falsified import checker, mended  # noqa: E402

PROGRAM = os.environ.get("PLUMBLINE_PROGRAM", str(ROOT / "build/app/plumbline"))
FILES = ["members.txt", "others.txt"]  # written below: 200 scores each, shifted by two
ALL = int(os.environ.get("PLUMBLINE_TEST_MULTIPLIER", "1")) >= 10
ATTACKS = {
    "trials": ["trials", "--tp", "140", "--fn", "860", "--fp", "2", "--tn", "998", "--delta", "1e-5", "--split", "0.3",
               "--fpr", "0.01", "--claim-epsilon", "1", "--claim-delta", "1e-5"],
    "a mechanism": ["trials", "--tp", "40", "--fn", "60", "--fp", "2", "--tn", "98", "--claim", "gaussian(sigma=1)"],
    "a family": ["trials", "--tp", "140", "--fn", "860", "--fp", "2", "--tn", "998", "--family", "gaussian(sigma=?)"],
    "reconstruction": ["trials", "--successes", "40", "--attempts", "100", "--kappa", "0.1", "--delta", "1e-5"],
    "one run": ["one-run", "--canaries", "1000", "--guesses", "100", "--right", "90", "--guesses-fixed", "list=100,200",
                "--delta", "1e-5"],
    "pure run": ["one-run", "--canaries", "1000", "--guesses", "100", "--right", "90", "--claim-epsilon", "1.5",
                 "--claim-delta", "0"],
    "split": ["scores", *FILES, "--threshold", "split", "--seed", "7"],
    "all cuts": ["scores", *reversed(FILES), "--threshold", "all-cuts", "--low-is-member"],
    "list": ["scores", *FILES, "--threshold", "bonferroni=1,2,3"],
    "dkw": ["scores", *FILES, "--threshold", "dkw", "--delta", "1e-5"],
    "equal level": ["scores", *FILES, "--threshold", "equal-level"],
}
# Replacements of a word, in addition to slightly changed numbers.
WORDS = {
    "rule": ["explicit", "split", "bonferroni", "all-cuts", "dkw", "equal-level"],
    "member_scores": ["high", "low"],
    "guesses_fixed": ["no", "yes", "list"],
    "bound": ["published", "exchange"],
}


def made(words):
    with tempfile.TemporaryDirectory() as folder:
        rng = random.Random(1)
        for name, mean in zip(FILES, (2, 0)):
            scores = (f"{rng.gauss(mean, 1):.6f}" for _ in range(200))
            pathlib.Path(folder, name).write_text("\n".join(scores))
        done = subprocess.run([PROGRAM, "certify", "audit", *words, "-o", "audit.json"], cwd=folder, capture_output=True,
                              timeout=600)
        assert done.returncode in (0, 3), done.stderr
        value = json.loads(pathlib.Path(folder, "audit.json").read_text())
    return value.get("certificates", [value])


def stays_true(name, quantity, change):
    """Returns true if a change leaves the certificate true: a p-value and a success rate do not depend on these words,
    nor do bands with stated local levels, which may be proved for another confidence too."""
    word = change.split("=")[0]
    return (quantity in ("audited_claim", "audited_mechanism") and word == "confidence"
            or quantity == "audited_gamma" and word == "kappa"
            or name == "equal level" and word in ("confidence", "split")
            or name == "split" and "the least" in change)  # the choice may be the same


def attacked(item, words):
    name = item["mechanism"].split("(", 1)[0]
    text = f"{name}({','.join(f'{k}={v}' for k, v in words)})"
    return mended({**item, "mechanism": text, "written": {**item["written"], "mechanism": text}})


def words_of(item):
    """Returns the words of an attack; a list in brackets is one word."""
    inside = item["mechanism"].split("(", 1)[1][:-1]
    return [tuple(part.split("=", 1)) for part in re.split(r",(?![^\[]*\])", inside)]


def other_numbers(text):
    """Returns numbers close to the written one and far from it."""
    if re.fullmatch(r"\d+", text):
        value = int(text)
        return {str(x) for x in (value + 1, value - 1, value + 10, 2 * value, value // 2) if x >= 0} - {text}
    value = float(text)
    return {f"{x:.6g}" for x in (value * 1.01, value * 0.99, value / 2, (1 + value) / 2)} - {text}


def forgeries(item):
    words = words_of(item)
    for i, (key, value) in enumerate(words):
        if key in WORDS:
            others = [w for w in WORDS[key] if w != value]
        elif value.startswith("["):
            entries = value[1:-1].split(",")
            others = [f"[{','.join(entries[1:])}]", f"[{','.join([*entries, '7'])}]"]
        else:
            others = sorted(other_numbers(value))
        for other in others:
            yield f"{key}={other}", attacked(item, words[:i] + [(key, other)] + words[i + 1:])
        yield f"without {key}", attacked(item, words[:i] + words[i + 1:])
    for side in ("members", "others"):  # scores: one removed, one added, the smallest made the largest
        scores = item.get("options", {}).get(side)
        if not scores:
            continue
        parts = scores.split(",")
        low, high = min(parts, key=float), max(parts, key=float)
        swapped = [high if x == low else x for x in parts]
        for change, changed in (("one less", parts[1:]), ("one more", [*parts, "0.5"]), ("the least is the largest", swapped)):
            wrong = copy.deepcopy(item)
            wrong["options"][side] = ",".join(changed)
            yield f"{side}: {change}", mended(wrong)
    if item["quantity"] in ("audited_claim", "audited_mechanism"):
        said = item["findings"]["refuted"]
        yield "the verdict", mended({**item, "findings": {"refuted": "no" if said == "yes" else "yes"}})


def verdicts(item):
    """Returns two booleans: whether `check` and whether the second checker confirm it."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(item, file)
        file.flush()
        first = subprocess.run([PROGRAM, "check", file.name, "--timeout", "60"], capture_output=True)
        with contextlib.redirect_stdout(io.StringIO()):
            second = checker.main([file.name, "--jobs", "1", "--seconds", "60"])
    return first.returncode == 0, second == 0


class ForgedAudits(unittest.TestCase):
    def test_no_changed_audit_is_confirmed(self):
        tried, rng = 0, random.Random(1)
        for name, words in ATTACKS.items():
            for item in made(words):
                quantity = item["quantity"]
                self.assertEqual(verdicts(item), (True, True), (name, quantity))
                forged = list(forgeries(item))
                for change, wrong in forged if ALL else rng.sample(forged, 3):
                    with self.subTest(attack=name, quantity=quantity, change=change):
                        first, second = verdicts(wrong)
                        if stays_true(name, quantity, change):
                            self.assertEqual(first, second)
                        else:
                            self.assertEqual((first, second), (False, False))
                    tried += 1
        print(f"forged audits: {tried}", file=sys.stderr)
        self.assertGreater(tried, 1000 if ALL else 100)


if __name__ == "__main__":
    unittest.main()
