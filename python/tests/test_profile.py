"""Tests plumbline.profile: checks the distributions of files against mechanisms. Also exports certified distributions,
composes them with other libraries, and checks the results.
"""

import json
import random

import plumbline as pl
import pytest

# Ten mechanisms, with the number of compositions of each.
EXPORTED = {
    "gaussian(sigma=1)": 4,
    "gaussian(sigma=3)": 10,
    "laplace(b=2)": 4,
    "subsampled_gaussian(sigma=1,p=0.01)": 100,
    "subsampled_gaussian(sigma=0.8,p=0.1)": 10,
    "subsampled_laplace(b=1,p=0.1)": 4,
    "randomized_response(epsilon=1,k=2)": 4,
    "discrete_laplace(b=2)": 4,
    "discrete_gaussian(sigma=2)": 4,
    "staircase(epsilon=1,gamma=0.5)": 3,
}
GRID = 1e-2


def exported(tmp_path, mechanism, **options):
    return json.loads(pl.profile.export(mechanism, tmp_path / "pld.json", grid=GRID, **options).read_text())


@pytest.mark.parametrize("side", ["pessimistic", "optimistic"])
@pytest.mark.parametrize("library", ["dp_accounting", "prv_accountant", "riskcal", "message", "csv"])
def test_exports_are_on_their_side_everywhere(tmp_path, library, side):
    for mechanism in ("laplace(b=1)", "subsampled_gaussian(sigma=1,p=0.01)"):
        file = pl.profile.export(mechanism, tmp_path / "pld", grid="0.05", side=side, library=library)
        assert pl.profile.check(file, mechanism, side=side).holds


def masses_in(library, text):
    """Returns the masses of a distribution in a file of a library, and a function that returns the text of this file
    with other masses.
    """
    if library == "csv":
        rows = [line.split(",") for line in text.splitlines()]
        masses = [float(mass) for loss, mass in rows[1:] if loss != "inf"]

        def write(changed):
            lines = [f"{row[0]},{mass!r}" for row, mass in zip(rows[1:], changed)]
            return "\n".join(["loss,mass", *lines, ",".join(rows[-1])]) + "\n"

    elif library == "message":
        lines = text.splitlines()
        places = [i for i, line in enumerate(lines) if "values:" in line]
        masses = [float(lines[i].split(":")[1]) for i in places]

        def write(changed):
            copy = list(lines)
            for i, mass in zip(places, changed):
                copy[i] = f"  values: {mass!r}"
            return "\n".join(copy)

    else:
        stored = json.loads(text)
        inner = stored.get("remove", stored)
        name = next(n for n in ("probs", "pmf", "pmf_Y") if n in inner)
        masses = inner[name]

        def write(changed):
            copy = json.loads(text)
            copy.get("remove", copy)[name] = changed
            return json.dumps(copy)

    return masses, write


def losses_of(library, text, count):
    if library == "prv_accountant":
        stored = json.loads(text)
        step = (stored["t_max"] - stored["t_min"]) / (count - 1)
        return [stored["t_min"] + k * step for k in range(count)]
    if library == "csv":
        from fractions import Fraction

        return [float(Fraction(line.split(",")[0])) for line in text.splitlines()[1:-1]]
    if library == "message":
        first = int(text.split("min_key:")[1].split()[0])
    else:
        stored = json.loads(text)
        first = stored["y0"] if "y0" in stored else stored.get("remove", stored)["lower_loss"]
    return [(first + k) * GRID for k in range(count)]


@pytest.mark.parametrize("library", ["dp_accounting", "prv_accountant", "riskcal", "message", "csv"])
def test_an_error_of_1e_9_is_found_and_located_20_times_of_20(tmp_path, library):
    mechanism = "gaussian(sigma=1.3)"
    file = pl.profile.export(mechanism, tmp_path / "pld", grid=GRID, library=library, direction="forward")
    assert pl.profile.check(file, mechanism, direction="forward").holds
    text = file.read_text()
    masses, write = masses_in(library, text)
    losses = losses_of(library, text, len(masses))
    draws = random.Random(58)
    for _ in range(20):
        at = draws.randrange(1, len(masses))
        changed = list(masses)
        changed[at] -= 1e-9
        planted = tmp_path / "planted"
        planted.write_text(write(changed))
        found = pl.profile.check(planted, mechanism, direction="forward")
        assert found.wrong and found.grade == "beyond rounding"
        # The last loss at which the check fails is the one just below the changed mass. In a file of prv_accountant,
        # the change of a tiny mass may be visible only in the sum of the masses (loss -inf).
        last = float(found.stretches[-1]["last"])
        assert last == pytest.approx(losses[at - 1], abs=1e-9) or (last == float("-inf") and masses[at] < 1e-16)


def test_points_of_trade_off_curves():
    curve = {"alphas": [0, 0.1, 1], "betas": [0.99, 0.6, 0]}
    assert pl.profile.check(curve, "gaussian(sigma=1)", points=True).holds
    assert pl.profile.check(curve, "gaussian(sigma=1)").wrong
    raised = {**curve, "betas": [1.0, 0.610856308354640, 0]}
    assert pl.profile.check(raised, "gaussian(sigma=1)", points=True).wrong


def test_promises_from_an_epsilon_on_are_judged_alone():
    stored = {"discretization": 0.5, "lower_loss": -1, "probs": [1.5], "infinity_mass": 0}
    assert pl.profile.check(stored, "gaussian(sigma=1)", side="optimistic").wrong
    assert pl.profile.check(stored, "gaussian(sigma=1)", side="optimistic", first=0).holds


def test_what_is_no_distribution_is_refused(tmp_path):
    with pytest.raises(pl.BadInput, match="no distribution"):
        pl.profile.check(object(), "gaussian(sigma=1)")
    with pytest.raises(pl.BadInput, match="2\\^20"):
        pl.profile.export("gaussian(sigma=1)", tmp_path / "x", grid="1e-9")


def test_dp_accounting_composes_what_is_exported():
    pytest.importorskip("dp_accounting", reason="dp_accounting is not installed")
    from plumbline.dp_accounting import certified_pld

    for mechanism, times in EXPORTED.items():
        composed = certified_pld(mechanism, GRID, reserve=1e-12).self_compose(times)
        found = pl.profile.check(composed, f"({mechanism})^{times}" if "*" in mechanism else f"{mechanism}^{times}")
        assert found.holds, (mechanism, found.grade)


def test_prv_accountant_composes_what_is_exported(tmp_path):
    pytest.importorskip("prv_accountant", reason="prv_accountant is not installed")
    import numpy as np
    from prv_accountant.composers import Fourier
    from prv_accountant.discrete_privacy_random_variable import DiscretePrivacyRandomVariable
    from prv_accountant.domain import Domain

    for mechanism, times in EXPORTED.items():
        stored = exported(tmp_path, mechanism, library="prv_accountant", reserve=1e-12, span=40)
        domain = Domain(stored["t_min"], stored["t_max"], len(stored["pmf"]))
        one = DiscretePrivacyRandomVariable(np.array(stored["pmf"]), domain, stored["log_pmc_inf"])
        composed = Fourier([one]).compute_composition([times])
        # FFTs change the masses by 1e-17. At losses far below 0, the factor e^-loss makes these errors large. Therefore
        # only epsilon >= 0 is checked.
        found = pl.profile.check(composed, f"{mechanism}^{times}", first=0)
        assert found.holds, (mechanism, found.grade)


def test_riskcal_reads_what_is_exported(tmp_path):
    pytest.importorskip("riskcal", reason="riskcal is not installed")
    from plumbline.dp_accounting import certified_pld
    from riskcal.analysis._plrv import PLRVs
    from riskcal.analysis.conversions import pld_to_plrvs

    for mechanism, times in EXPORTED.items():
        stored = exported(tmp_path, mechanism, library="riskcal")
        names = ("y0", "x0", "pmf_Y", "pmf_X", "minus_infinity_mass_X", "infinity_mass_Y", "is_symmetric")
        loaded = PLRVs(**{name: stored[name] for name in names})
        assert pl.profile.check(pl.profile.fields(loaded, stored["discretization"]), mechanism).holds
        # riskcal composes by dp_accounting, and divides the masses by their sum.
        composed = pld_to_plrvs(certified_pld(mechanism, GRID, reserve=1e-12).self_compose(times))
        found = pl.profile.check(pl.profile.fields(composed, GRID), f"{mechanism}^{times}", first=0)
        assert found.holds, (mechanism, found.grade)
