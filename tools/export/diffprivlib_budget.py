"""Claims of diffprivlib: python3 diffprivlib_budget.py > diffprivlib.jsonl

The total of equal spends of the budget accountant, with a slack for which the total delta is the requested one.
"""

from importlib import metadata

from diffprivlib import BudgetAccountant

from claims import Method, export


def answer(setting, quantity, at):
    if setting.get("kind") not in ("pure_dp", "approx_dp") or quantity != "epsilon":
        return None
    spends = [(setting["epsilon"], setting.get("delta", 0))] * setting["steps"]
    kept = (1 - setting.get("delta", 0)) ** setting["steps"]
    slack = 1 - (1 - at["delta"]) / kept if setting.get("delta") else at["delta"]
    if slack < 0:
        return None
    total = BudgetAccountant().total(spent_budget=spends, slack=slack)
    while total[1] > at["delta"]:  # what the last digits of the slack do
        slack *= 1 - 1e-12
        total = BudgetAccountant().total(spent_budget=spends, slack=slack)
    return total[0]


def settings():
    for epsilon in (0.01, 0.1, 0.5, 1.0, 2.0):
        for steps in (1, 2, 10, 20, 100, 1000):
            yield {"kind": "pure_dp", "epsilon": epsilon, "steps": steps}
            yield {"kind": "approx_dp", "epsilon": epsilon, "delta": 1e-9, "steps": steps}


if __name__ == "__main__":
    export("diffprivlib", metadata.version("diffprivlib"), [Method("budget", "upper", answer)],
           questions=[("epsilon", {"delta": delta}) for delta in (1e-10, 1e-5, 1e-3)],
           more=list(settings()), usual=False)
