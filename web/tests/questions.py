#!/usr/bin/env python3
"""Writes questions.jsonl: questions whose answers must equal those of the program, byte for byte.

Most questions are from the committed vectors, with every family, direction and quantity. The others are about
mechanisms and requests that no vector covers.
"""

import hashlib
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parent.parent / "vectors"
COUNT = 500
CERTIFIED = 20  # every 20th question has its certificate

MORE = [
    ("subsampled_gaussian(sigma=1.1,p=512/60000)^3516", [("epsilon", "1e-5"), ("advantage", ""), ("power", "0.001")]),
    ("skellam(mu=3)^4", [("delta", "1"), ("delta", "2"), ("tv", "")]),
    ("binomial(n=100)^2", [("delta", "0.5"), ("tradeoff", "0.1")]),
    ("poisson(mu=4)", [("delta", "1")]),
    ("random_allocation(sigma=1,t=10)^3", [("delta", "1"), ("epsilon", "1e-5")]),
    ("gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[0.81,0.18,0.01])^5", [("delta", "1"), ("epsilon", "1e-5")]),
    ("exponential_mechanism(epsilon=1)", [("delta", "0.5"), ("rero", "0.01")]),
    ("uniform(width=3)", [("delta", "0.5"), ("tv", "")]),
    ("total_variation_dp(epsilon=1,delta=0,eta=0.3)^10", [("delta", "1")]),
    ("truncated_laplace(b=1,bound=5)", [("delta", "1")]),
    ("subsampled(discrete_gaussian(sigma=3),p=0.01)", [("delta", "0.05")]),
    ("choice(0.9: laplace(b=1),0.1: gaussian(sigma=2))", [("delta", "0.5")]),
    ("shuffled_rr(epsilon0=2,n=100)", [("delta", "0.5")]),
    ("thresholded(discrete_laplace(b=1),threshold=5)", [("delta", "0.5")]),
    ("gaussian(sigma=50)^10000", [("delta", "1"), ("bayes", "1/3"), ("minimax", "")]),
    ("laplace(b=20)^100", [("delta", "1"), ("epsilon", "1e-5")]),
    ("randomized_response(epsilon=1,k=4,relation=replace_special)^20", [("delta", "1")]),
]

ATTACK = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)"
REQUESTS = [
    {"quantity": "calibrate", "mechanism": "gaussian(sigma=?)", "numbers": {"epsilon": "1", "delta": "1e-5"}},
    {"quantity": "calibrate", "mechanism": "subsampled_gaussian(sigma=?,p=0.01)^1000",
     "numbers": {"epsilon": "2", "delta": "1e-5"}, "digits": 6},
    {"quantity": "comparison", "mechanism": "gaussian(sigma=1)", "other": "laplace(b=1)"},
    {"quantity": "divergence", "mechanism": "gaussian(sigma=1)", "other": "laplace(b=1)"},
    {"quantity": "moments", "mechanism": "subsampled_gaussian(sigma=1,p=0.01)^100", "direction": "forward"},
    {"quantity": "renyi", "mechanism": "laplace(b=2)^3", "at": "2"},
    {"quantity": "audited_epsilon", "mechanism": ATTACK, "at": "1e-5"},
    {"quantity": "audited_mu", "mechanism": ATTACK},
    {"quantity": "audited_advantage", "mechanism": ATTACK},
    {"quantity": "audited_claim", "mechanism": ATTACK, "numbers": {"epsilon": "1", "delta": "1e-5"}},
    {"quantity": "audited_mechanism", "mechanism": ATTACK, "other": "gaussian(sigma=1)"},
]  # fmt: skip


def of_vectors():
    out = []
    for path in sorted(VECTORS.glob("*.json")):
        for group in json.loads(path.read_text()).get("testGroups", []):
            for test in group["tests"]:
                if test["tier"] == "extreme":
                    continue
                argument = test.get("argument") or {}
                question = {
                    "call": "ask",
                    "expression": group["mechanism"]["expression"],
                    "quantity": test["quantity"],
                    "at": argument.get("hex", ""),
                    "direction": group["direction"],
                    "digits": 10,
                }
                out.append((hashlib.sha256(test["id"].encode()).hexdigest(), question))
    return [question for _, question in sorted(out, key=lambda pair: pair[0])]


def all_questions():
    out = []
    for request in REQUESTS:
        out.append({"call": "derive", "digits": 10, **request, "certificate": True})
    for expression, asked in MORE:
        for quantity, at in asked:
            out.append({"call": "ask", "expression": expression, "quantity": quantity, "at": at, "digits": 10})
    out += of_vectors()[: COUNT - len(out)]
    for number, question in enumerate(out):
        if question["call"] == "ask" and number % CERTIFIED == 0:
            question["certificate"] = True
    return out


if __name__ == "__main__":
    (HERE / "questions.jsonl").write_text("".join(json.dumps(q) + "\n" for q in all_questions()))
