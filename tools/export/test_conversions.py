#!/usr/bin/env python3
"""Checks the records of conversions: questions, promises, and each answer against the textbook formulas."""
import json
import math
import pathlib
import re
import sys
import tomllib
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import promises  # noqa: E402

RECORDS = sorted((ROOT / "cases/conversions").glob("*.jsonl"))


def lines():
    for path in RECORDS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", json.loads(line)


def numbers(text):
    return [float.fromhex(one) for one in re.findall(r"0x[0-9a-f.]+p[-+]?\d+", text)]


def log_delta(order, divergence, epsilon):
    """Canonne, Kamath, Steinke 2020, Proposition 12, the smaller of it and Mironov's."""
    return (order - 1) * (divergence - epsilon + math.log1p(-1 / order)) - math.log(order)


class Conversions(unittest.TestCase):
    def test_each_line_names_an_entry_and_each_entry_is_used(self):
        table = tomllib.loads((ROOT / "cases/conversions/promises.toml").read_text(encoding="utf-8"))
        used = set()
        for where, claim in lines():
            self.assertEqual(claim["rests_on"], promises.promise_of(claim), where)
            self.assertNotIn("error", claim, where)
            used.add(claim["rests_on"])
        self.assertEqual(used, set(table))

    def test_six_libraries_are_asked_1000_settings_and_more(self):
        self.assertEqual(len(RECORDS), 6)
        self.assertGreater(sum(1 for _ in lines()), 1000)

    def test_no_answer_is_below_what_one_mechanism_of_the_class_has(self):
        # A Gaussian mechanism with this rho: delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu^2 = 2 rho.
        def phi(z):
            return math.erfc(-z / math.sqrt(2)) / 2
        for where, claim in lines():
            if not claim["mechanism"].startswith("zcdp"):
                continue
            mu = math.sqrt(2 * numbers(claim["mechanism"])[0])
            epsilon = claim["at"].get("epsilon", float(claim["value"]))
            delta = claim["at"].get("delta", float(claim["value"]))
            attained = phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu) if epsilon < 600 else 0
            self.assertGreaterEqual(delta, attained * (1 - 1e-9) - 1e-15, where)

    def test_lists_of_orders_are_converted_at_least_as_well_as_by_one_order(self):
        for where, claim in lines():
            if not claim["mechanism"].startswith("rdp") or claim["tool"] == "pytorch-dp-conversions":
                continue
            orders, bounds = (numbers(part) for part in re.findall(r"\[([^]]*)\]", claim["mechanism"]))
            value = float(claim["value"])
            epsilon, delta = (value, claim["at"]["delta"]) if claim["quantity"] == "epsilon" else (claim["at"]["epsilon"], value)
            best = min(log_delta(a, r, epsilon) for a, r in zip(orders, bounds))
            if value > 0:  # 0 if delta at epsilon 0 is small enough
                self.assertLessEqual(math.log(delta), best + 1e-6 * (1 + abs(best)), where)


if __name__ == "__main__":
    unittest.main()
