"""Promises of privjail: python3 privjail_promises.py > privjail.jsonl

The noise of its mechanisms for an epsilon, and its epsilon for a noise.
"""

import importlib.util
from importlib import metadata

from library import Constructor, export, gaussian, grid

# The package imports pandas and other packages; the formulas are in a separate module.
PATH = metadata.distribution("privjail").locate_file("privjail/mechanism.py")


def formulas():
    """Returns the functions of mechanism.py that only need math."""
    source = PATH.read_text(encoding="utf-8")
    names = {"math": __import__("math")}
    for name in ("sigma_from_eps_delta", "eps_from_sigma_delta", "sigma_from_rho"):
        start = source.index("def %s(" % name)
        body = source[start:].split("\n\n", 1)[0]
        exec(compile("from __future__ import annotations\n" + body, str(PATH), "exec"), names)  # noqa: S102
    return names


LIB = formulas()


def said(a, d):
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def noise_of_budget(a, d):
    return gaussian(LIB["sigma_from_eps_delta"](d, a["epsilon"], a["delta"]), d)


def budget_of_noise(a, d):
    return {"epsilon": LIB["eps_from_sigma_delta"](d, a["scale"], a["delta"]), "delta": a["delta"]}


CONSTRUCTORS = [
    Constructor("gaussian_mechanism, eps", said, noise_of_budget,
                ((a, d) for a in grid(epsilon=[0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0], delta=[1e-9, 1e-5, 1e-2])
                 for d in (1,)), "privjail-gaussian"),
    Constructor("gaussian_mechanism, scale", budget_of_noise, lambda a, d: gaussian(a["scale"], d),
                ((a, 1) for a in grid(scale=[0.3, 0.5, 1.0, 3.0, 10.0], delta=[1e-9, 1e-5, 1e-2])), "privjail-gaussian"),
]

if __name__ == "__main__":
    export("privjail", metadata.version("privjail"), CONSTRUCTORS)
