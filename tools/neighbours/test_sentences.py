#!/usr/bin/env python3
"""Tests that the judge of statement pages finds planted false sentences, and that attacks and draws are correct."""

import copy
import random
import unittest

import attacks
import pages
import sentences
from expressions import parse
from generate import expressions
from judge import judged
from mechanisms import PLAIN

GAUSSIAN = {
    "quantity": "epsilon",
    "mechanism": "gaussian(sigma=2)",
    "direction": "worst",
    "hypotheses": {"relation": "add_remove", "group": "1", "dominates": True, "attained": "every", "public": {}},
    "at": {"delta": "0.001"},
    "lower": "1.3522",
    "upper": "1.3523",
}
FOUND = {"quantity": "audited_epsilon", "mechanism": "trials()", "direction": "worst", "lower": "2.79", "upper": "2.8"}
CERTIFICATES = [GAUSSIAN, FOUND]
SENTENCE = (
    "epsilon is at most 1.36 at delta = 0.001. Adding or removing one record (one person, where each person has "
    "one) changes the probability of every set of outcomes by a factor of at most 3.9 (e^epsilon), ..."
)
CLAIM = {
    "kind": "guarantee",
    "quantity": "epsilon",
    "certificate": "1",
    "relation": "add_remove",
    "group": "1",
    "for": "all_neighbours",
    "direction": "worst",
    "at": "0.001",
    "at_most": "1.36",
    "factor_at_most": "3.9",
}
PROMISE = CLAIM | {"kind": "promise", "found_certificate": "2", "found_at_least": "2.79", "refuted": "yes"}


def found(claim, text=SENTENCE, certificates=CERTIFICATES):
    return sentences.problems({"claims": [claim], "headlines": [text]}, certificates)


def certified(**changes):
    """Returns the certificates with other hypotheses."""
    out = copy.deepcopy(CERTIFICATES)
    out[0]["hypotheses"] |= changes
    return out


class Sentences(unittest.TestCase):
    def test_implied_sentences_pass(self):
        self.assertEqual(found(CLAIM), [])
        self.assertEqual(found(PROMISE), [])
        self.assertEqual(found(CLAIM | {"at": "0.0011"}), [])

    def test_the_neighbours_of_a_stated_guarantee_are_named(self):
        stated = certified(relation="any")
        stated[0]["mechanism"] = "approximate_dp(epsilon=1,delta=0.01)^2"
        claim = CLAIM | {"relation": "any", "kind": "bound"}
        text = "epsilon is at most 1.36 at delta = 0.001 ({})."
        named, moved = "a change between neighbours of the stated guarantee", "a change by at most the sensitivity"
        self.assertEqual(found(claim, text.format(named), stated), [])
        self.assertNotEqual(found(claim, text.format(moved), stated), [])
        stated[0]["mechanism"] += " * laplace(b=2)"
        self.assertEqual(found(claim, text.format(moved), stated), [])
        self.assertNotEqual(found(claim, text.format(named), stated), [])

    def test_attacks_state_no_sign_of_a_contribution(self):
        certificates = certified(public={"contribution": "0 or more"})
        claim = PROMISE | {"kind": "unrelated"}
        self.assertEqual(found(claim, certificates=certificates), [])
        self.assertNotEqual(found(claim), [])

    def test_planted_faults_are_found(self):
        for change in (
            {"at_most": "1.35"},
            {"at_least": "1.35"},
            {"at": "0.0009"},
            {"relation": "replace_one"},
            {"group": "2"},
            {"direction": "forward"},
            {"factor_at_most": "3.8"},
        ):
            with self.subTest(change):
                self.assertNotEqual(found(CLAIM | change), [])

    def test_words_of_another_relation_are_found(self):
        exchanged = certified(relation="replace_one")
        claim = CLAIM | {"relation": "replace_one"}
        self.assertNotEqual(found(claim, certificates=exchanged), [])
        self.assertEqual(found(claim, SENTENCE.replace("Adding or removing", "Exchanging"), exchanged), [])
        self.assertNotEqual(found(claim, "No attack tells members from non-members.", exchanged), [])

    def test_a_guarantee_needs_a_dominating_pair(self):
        self.assertNotEqual(found(CLAIM, certificates=certified(dominates=False)), [])

    def test_keys_of_ones_own_are_said(self):
        keys = certified(public={"keys": "the user's alone"})
        said = SENTENCE.replace("one record (", "one record whose keys nobody else has (")
        self.assertFalse(found(CLAIM, said, keys))
        self.assertTrue(found(CLAIM, SENTENCE, keys))
        self.assertTrue(found(PROMISE, said, keys))

    def test_the_group_is_said(self):
        group = certified(group="2")
        self.assertNotEqual(found(CLAIM | {"group": "2"}, certificates=group), [])
        words = SENTENCE.replace("one record", "all records of one person, at most 2,")
        self.assertEqual(found(CLAIM | {"group": "2"}, words, group), [])

    def test_the_group_of_an_exchange_is_said(self):
        certificates = [
            GAUSSIAN
            | {"quantity": "advantage", "at": {}, "lower": "0.8", "upper": "0.86"}
            | {"hypotheses": GAUSSIAN["hypotheses"] | {"relation": "replace_special", "group": "3"}}
        ]
        claim = {
            "kind": "bound",
            "quantity": "advantage",
            "certificate": "1",
            "relation": "replace_special",
            "group": "3",
            "for": "all_neighbours",
            "direction": "worst",
            "at_most": "0.867",
        }
        text = "No test ... above 86.7 % (all records of one person, at most 3, exchanged for {})."
        self.assertEqual(found(claim, text.format("special ones that add nothing"), certificates), [])
        self.assertNotEqual(found(claim, text.format("others"), certificates), [])

    def test_a_test_of_one_direction_that_did_not_refute_is_not_said_of_both(self):
        attack = FOUND | {"quantity": "audited_claim", "direction": "reverse"}
        claim = {"kind": "claim", "certificate": "1", "verdict": "not_refuted", "direction": "reverse"}
        text = "The attack does not refute that what was attacked is (0.5, 0.001)-DP{} (p-value 1)."
        self.assertNotEqual(found(claim, text.format(""), [attack]), [])
        self.assertEqual(found(claim, text.format(" in direction reverse alone"), [attack]), [])
        self.assertEqual(found(claim | {"verdict": "refuted"}, text.format(""), [attack]), [])

    def test_a_huge_epsilon_of_an_exchanged_group_has_its_relation_in_parentheses(self):
        certificates = [GAUSSIAN | {"lower": "1129.1", "upper": "1129.2"}]
        certificates[0] |= {"hypotheses": GAUSSIAN["hypotheses"] | {"relation": "replace_special", "group": "2"}}
        claim = {key: value for key, value in CLAIM.items() if key != "factor_at_most"}
        claim |= {"relation": "replace_special", "group": "2", "at_most": "1130"}
        text = "epsilon is at most 1130 at delta = 0.001 (all records of one person, at most 2, exchanged for {})."
        self.assertEqual(found(claim, text.format("special ones that add nothing"), certificates), [])
        self.assertNotEqual(found(claim, text.format("others"), certificates), [])

    def test_the_worse_direction_of_a_pair_alone_is_said(self):
        alone = GAUSSIAN["hypotheses"] | {"dominates": False, "attained": "no"}
        bayes = GAUSSIAN | {"quantity": "bayes", "at": {"prior": "0.1"}, "lower": "0.075", "upper": "0.0751"}
        claim = {
            "kind": "bound",
            "quantity": "bayes",
            "certificate": "1",
            "relation": "add_remove",
            "group": "1",
            "for": "this_pair",
            "direction": "worst",
            "at": "0.1",
            "at_least": "0.0749",
            "at_most": "0.0751",
        }
        text = "For this pair alone, the smallest error ..., thinking {} likely ..., is between 7.49 % and 7.51 %."
        certificates = [bayes | {"hypotheses": alone}]
        self.assertNotEqual(found(claim, text.format("the first one"), certificates), [])
        said = text.format("one of them (the worse choice counts)")
        self.assertEqual(found(claim, said, certificates), [])
        self.assertNotEqual(found(claim | {"quantity": "minimax"}, said, certificates), [])

    def test_the_steps_of_a_matrix_mechanism_are_said(self):
        matrix = certified()
        matrix[0]["mechanism"] = "b_min_sep(sigma=4,strategy=toeplitz([1,1/2]),steps=8,p=0.1,separation=2)"
        self.assertNotEqual(found(CLAIM, certificates=matrix), [])
        steps = {"kind": "participation", "certificate": "1", "condition": "..."}
        for text, good in (("These numbers need ...; 8 steps", True), ("These numbers need ...; 18 or 8", False)):
            page = {"claims": [CLAIM, steps], "headlines": [SENTENCE, text]}
            self.assertEqual(sentences.problems(page, matrix) == [], good)

    def test_an_attack_is_held_against_its_own_neighbours(self):
        self.assertEqual(found(PROMISE, certificates=certified(group="2")), [])
        for change in ({"relation": "replace_one"}, {"dominates": False}):
            with self.subTest(change):
                self.assertNotEqual(found(PROMISE, certificates=certified(**change)), [])
                self.assertEqual(found(PROMISE | {"kind": "unrelated"}, certificates=certified(**change)), [])
        self.assertNotEqual(found(PROMISE | {"refuted": "no"}), [])
        self.assertNotEqual(found(PROMISE | {"kind": "unrelated"}), [])

    def test_one_direction_of_an_exchange_is_no_removal(self):
        claim = {"kind": "one_direction", "certificates": "1", "direction": "forward"}
        text = "Certified in one direction alone (remove: the record is there, then removed): ..."
        self.assertEqual(found(claim, text), [])
        self.assertNotEqual(found(claim, text, certified(relation="replace_one")), [])
        self.assertNotEqual(found(claim, text, certified(relation="any")), [])

    def test_a_number_that_every_mechanism_has_promises_nothing(self):
        claim = {
            "kind": "bound",
            "quantity": "delta",
            "certificate": "1",
            "relation": "add_remove",
            "group": "1",
            "for": "all_neighbours",
            "direction": "worst",
            "at": "0.5",
            "at_most": "1",
        }
        certificates = [GAUSSIAN | {"quantity": "delta", "at": {"epsilon": "0.5"}, "lower": "0.9", "upper": "0.99"}]
        text = "delta is at most 1 at epsilon = 0.5 (one record added or removed)."
        self.assertNotEqual(found(claim, text, certificates), [])
        self.assertEqual(found(claim, text + " This promises nothing.", certificates), [])
        self.assertEqual(found(claim | {"at_most": "0.995"}, text, certificates), [])

    def test_the_steps_of_a_random_allocation_are_said(self):
        allocated = certified()
        allocated[0]["mechanism"] = "random_allocation(sigma=4,t=8)"
        self.assertNotEqual(found(CLAIM, certificates=allocated), [])
        steps = {"kind": "participation", "certificate": "1", "condition": "..."}
        page = {"claims": [CLAIM, steps], "headlines": [SENTENCE, "each record takes part in one of the 8 steps"]}
        self.assertEqual(sentences.problems(page, allocated), [])

    def test_public_numbers_are_said(self):
        shared = certified(public={"n": "100", "batch": "10"})
        self.assertNotEqual(found(CLAIM, certificates=shared), [])
        public = {"kind": "public", "certificate": "1"}
        for text, good in (("... batch = 10, n = 100.", True), ("... batch = 10.", False)):
            page = {"claims": [CLAIM, public], "headlines": [SENTENCE, text]}
            self.assertEqual(sentences.problems(page, shared) == [], good)
        two = certified(public={"n": "3", "batch": "1, 3"})
        page = {"claims": [CLAIM, public], "headlines": [SENTENCE, "... batch = 1, batch = 3, n = 3."]}
        self.assertEqual(sentences.problems(page, two), [])

    def test_every_sentence_has_a_claim(self):
        self.assertNotEqual(sentences.problems({"claims": [], "headlines": [SENTENCE]}, CERTIFICATES), [])


class Neighbours(unittest.TestCase):
    def test_records_that_lower_a_value_with_poisson_noise_are_tried(self):
        factors = parse("subsampled(poisson(mu=2),p=3/10)")
        stated = {"relation": "add_remove", "group": "1", "dominates": True, "attained": "every", "public_facts": []}
        values = {2.0: {"forward": (0, 2.83e-45), "reverse": (0, 2.83e-45), "worst": (0, 2.83e-45)}}

        def refuted(**changes):
            return judged(factors, stated | changes, values, random.Random(1), 12)["refuted"]

        self.assertTrue(refuted())
        self.assertFalse(refuted(public_facts=[["contribution", "0 or more"]]))


class Draws(unittest.TestCase):
    def test_limits_of_clopper_and_pearson(self):
        self.assertAlmostEqual(attacks.upper_limit(0, 10, 0.025), 0.30849710781876083, places=12)
        self.assertEqual(attacks.upper_limit(10, 10, 0.025), 1.0)
        self.assertAlmostEqual(attacks.upper_limit(2, 998 + 2, 0.025), 0.007205838911457498, places=12)

    def test_every_mechanism_relation_group_and_depth_is_drawn(self):
        nodes = [x for factors in expressions("draws", 2000) for x in factors]
        every = [y for x in nodes for y in x.all()]
        self.assertEqual(set(PLAIN) - {x.name for x in every}, set())
        self.assertLessEqual({"subsampled", "choice"}, {x.name for x in every})
        relations = {"add_or_remove", "replace", "replace_special", "zero_out"}
        self.assertLessEqual(relations, {x.values.get("relation") for x in every})
        self.assertLessEqual({2, 3}, {x.number("group") for x in every})
        self.assertGreaterEqual(max(depth(x) for x in nodes), 3)

    def test_pages_have_attacks_claims_directions_and_comparisons(self):
        texts = ["gaussian(sigma=1)", "laplace(b=1)"]
        parts = [x for i in range(300) for x in pages.drawn(random.Random(i), texts[0], texts)]
        words = {word for x in parts for word in x.words}
        self.assertLessEqual(set(pages.QUANTITIES) | {"audit", "divergence", "forward", "reverse"}, words)
        self.assertLessEqual({"--claim", "--claim-epsilon", texts[1]}, words)


def depth(node):
    return 1 + max((depth(inner) for _, inner in node.inside), default=0)


if __name__ == "__main__":
    unittest.main()
