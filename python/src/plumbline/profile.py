"""Privacy loss distributions: checks them at every epsilon, and exports certified ones.

    import plumbline as pl

    pl.profile.check(pld, "gaussian(sigma=1)").holds
    pl.profile.export("gaussian(sigma=1)", "pld.json", grid=1e-3)
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .command import Answers, HasExpression, run
from .errors import BadInput
from .numbers import Number

__all__ = ["ProfileCheck", "check", "export", "fields"]


class ProfileCheck(Answers):
    """Verdicts about a distribution, one for each of its directions."""

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """A record for each direction: `verdict` ("holds", "fails" or "undecided"), for a failure its `grade`
        ("rounding", "transform rounding" or "beyond rounding"), the largest `shortfall`, and the loss `at` which it
        occurs.
        """
        return [r for r in self.records if "verdict" in r]

    @property
    def stretches(self) -> list[dict[str, Any]]:
        """A record for each range of losses, `first` to `last`, with failures beyond rounding."""
        return [r for r in self.records if "verdict" not in r]

    @property
    def holds(self) -> bool:
        """True if the distribution is proved to be on its promised side at every epsilon and in every direction."""
        return all(r["verdict"] == "holds" for r in self.verdicts)

    @property
    def grade(self) -> str:
        """The worst grade of the failures; "" without failures."""
        grades = [str(r.get("grade", "")) for r in self.verdicts]
        return max(grades, key=["", "rounding", "transform rounding", "beyond rounding"].index)


def check(
    distribution: str | os.PathLike[str] | Mapping[str, Any] | Any,
    mechanism: str | HasExpression,
    *,
    side: str = "pessimistic",
    first: Number | None = None,
    points: bool = False,
    direction: str | None = None,
    timeout: float | None = None,
) -> ProfileCheck:
    """Returns verdicts that state if a discretised distribution is on its promised side of the certified profile at
    every epsilon.

    Args:
        distribution: A file (`plumbline profile check --help` names the formats), its fields as a dictionary, or an
            object of dp_accounting, prv_accountant or riskcal (see `fields`).
        mechanism: The mechanism of the distribution.
        side: "pessimistic" (its delta is nowhere too small) or "optimistic" (nowhere too large).
        first: The smallest epsilon of the promise; None for every real epsilon.
        points: True if the promise of a trade-off curve (the fields "alphas" and "betas") covers only its points.
        direction: "forward", "reverse" or "worst"; by default that of each part of the distribution, else "worst".
        timeout: The time limit in seconds; by default 60.

    Returns:
        The verdicts; `.wrong` is True if the distribution fails.

    Source:
        docs/commands.md of the project, profile.
    """
    options: dict[str, object] = {"side": side, "direction": direction, "timeout": timeout}
    options.update({"from": first, "points": points})
    if isinstance(distribution, (str, os.PathLike)):
        return _checked(distribution, mechanism, options)
    stored = distribution if isinstance(distribution, Mapping) else fields(distribution)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "distribution.json"
        file.write_text(json.dumps(stored))
        return _checked(file, mechanism, options)


def _checked(
    file: str | os.PathLike[str], mechanism: str | HasExpression, options: dict[str, object]
) -> ProfileCheck:
    found = run("profile", "check", file, mechanism, accepted=(0, 1, 3), **options)
    return ProfileCheck(found.records, found.reached, found.wrong)


def export(
    mechanism: str | HasExpression,
    output: str | os.PathLike[str],
    *,
    grid: Number = 1e-3,
    side: str = "pessimistic",
    library: str = "dp_accounting",
    direction: str | None = None,
    tail: Number | None = None,
    reserve: Number | None = None,
    span: Number | None = None,
    timeout: float | None = None,
) -> Path:
    """Writes a certified distribution that another accountant loads, and returns the file.

    Args:
        mechanism: The mechanism of the distribution.
        output: The file to write.
        grid: The grid step of the losses.
        side: "pessimistic" or "optimistic".
        library: "dp_accounting", "prv_accountant" or "riskcal"; "message" for the text of dp_accounting's protocol
            buffer, "csv" for losses and masses.
        direction: "forward", "reverse" or "worst"; the files for dp_accounting and riskcal have both directions.
        tail: The largest delta beyond the last loss.
        reserve: Mass that is added to the infinite loss, to compensate the rounding of compositions.
        span: The losses in a file for prv_accountant range from -span to span.
        timeout: The time limit in seconds; by default 60.

    Returns:
        The file.

    Source:
        docs/commands.md of the project, profile.
    """
    options: dict[str, object] = {"grid": grid, "side": side, "direction": direction, "tail": tail}
    options.update({"reserve": reserve, "span": span, "timeout": timeout, "for": library})
    found = run("profile", "export", mechanism, accepted=(0,), out=output, **options)
    return Path(str(found.records[0]["file"]))


def _pmf(pmf: Any) -> dict[str, Any]:
    """Returns the fields of a dense or sparse PMF of dp_accounting."""
    stored = {"discretization": float(pmf._discretization), "infinity_mass": float(pmf._infinity_mass)}
    if hasattr(pmf, "_loss_probs"):
        losses = {str(int(k)): float(p) for k, p in pmf._loss_probs.items()}
        return {**stored, "loss_probs": losses}
    return {**stored, "lower_loss": int(pmf._lower_loss), "probs": [float(p) for p in pmf._probs]}


def fields(distribution: Any, discretization: float | None = None) -> dict[str, Any]:
    """Returns the fields of an object of a library, in the format of `check` and the program; `json.dump` writes them
    to a file.

    Args:
        distribution: A PrivacyLossDistribution of dp_accounting or one of its PMFs, a DiscretePrivacyRandomVariable
            of prv_accountant, or PLRVs of riskcal.
        discretization: The grid step of riskcal's losses, which its objects do not contain.

    Returns:
        The fields.

    Raises:
        BadInput: The object has another type.

    Source:
        docs/commands.md of the project, profile.
    """
    if hasattr(distribution, "_pmf_remove"):
        stored = {"remove": _pmf(distribution._pmf_remove)}
        if not getattr(distribution, "_symmetric", False):
            stored["add"] = _pmf(distribution._pmf_add)
        return stored
    if hasattr(distribution, "_discretization"):
        return _pmf(distribution)
    if hasattr(distribution, "pmf") and hasattr(distribution, "domain"):
        domain = distribution.domain
        masses = [float(p) for p in distribution.pmf]
        ends = {"t_min": float(domain.t_min()), "t_max": float(domain.t_max())}
        return {**ends, "pmf": masses, "log_pmc_inf": float(distribution.log_pmc_inf)}
    if hasattr(distribution, "pmf_Y") and discretization is not None:
        d = distribution
        return {
            "discretization": discretization,
            "y0": int(d.y0),
            "pmf_Y": [float(p) for p in d.pmf_Y],
            "infinity_mass_Y": float(d.infinity_mass_Y),
            "x0": int(d.x0),
            "pmf_X": [float(p) for p in d.pmf_X],
            "minus_infinity_mass_X": float(d.minus_infinity_mass_X),
        }
    raise BadInput(
        f"{type(distribution).__name__} is no distribution of dp_accounting, prv_accountant or riskcal (whose "
        "PLRVs need discretization)"
    )
