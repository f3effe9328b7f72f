"""An accountant of the library dp-accounting whose answers are certified upper bounds.

    from plumbline.dp_accounting import CertifiedAccountant

CertifiedAccountant can be used instead of that library's PLDAccountant, also in its calibration functions.
"""

from __future__ import annotations

import json
import math
import tempfile
import warnings
from pathlib import Path
from typing import Any

from dp_accounting import privacy_accountant  # pyright: ignore[reportMissingImports]
from dp_accounting.pld import pld_pmf, privacy_loss_distribution  # pyright: ignore[reportMissingImports]

from .enclosure import Enclosure
from .errors import BadInput
from .events import Tally, UnsupportedEvent, of_event, repeated
from .mechanism import Mechanism
from .numbers import Number
from .profile import export


def loaded_pld(stored: dict[str, Any]) -> Any:
    """Returns the dp_accounting distribution that a file of `plumbline profile export` contains.

    Args:
        stored: The fields of the file, as `json.load` returns them: "remove" and "add"; "add" is missing if
            one distribution is valid for both directions.

    Returns:
        A dp_accounting.pld.privacy_loss_distribution.PrivacyLossDistribution.
    """

    def pmf(one: dict[str, Any]) -> Any:
        import numpy as np

        masses = np.array(one["probs"], dtype=np.float64)
        return pld_pmf.DensePLDPmf(
            one["discretization"],
            one["lower_loss"],
            masses,
            one["infinity_mass"],
            one["pessimistic_estimate"],
        )

    add = pmf(stored["add"]) if "add" in stored else None
    return privacy_loss_distribution.PrivacyLossDistribution(pmf(stored["remove"]), add)


def certified_pld(
    mechanism: str | Mechanism,
    grid: Number = 1e-4,
    *,
    pessimistic: bool = True,
    tail: Number | None = None,
    reserve: Number | None = None,
    timeout: float | None = None,
) -> Any:
    """Returns a certified distribution as an object of dp_accounting, which composes it with others of equal grid
    step.

    Args:
        mechanism: The mechanism. The returned object contains the distributions of both directions.
        grid: The grid step of the losses; the library only composes distributions of equal step.
        pessimistic: If True, the delta of the distribution is nowhere too small; otherwise it is nowhere too large.
        tail: The largest delta beyond the last loss.
        reserve: Mass that is added to the infinite loss, to compensate the rounding of compositions.
        timeout: The time limit in seconds; by default 60.

    Returns:
        A dp_accounting.pld.privacy_loss_distribution.PrivacyLossDistribution.
    """
    side = "pessimistic" if pessimistic else "optimistic"
    with tempfile.TemporaryDirectory() as folder:
        file = export(
            mechanism,
            Path(folder) / "pld.json",
            grid=grid,
            side=side,
            tail=tail,
            reserve=reserve,
            timeout=timeout,
        )
        return loaded_pld(json.loads(file.read_text()))


class CertifiedAccountant(privacy_accountant.PrivacyAccountant):  # type: ignore[misc]
    """Composes events exactly, and answers with the upper end of a certified enclosure, rounded up. Epsilon and delta
    are never too small for the composed events and the relation of this accountant. The accountant cannot verify that
    the software implements its events. If nothing was composed, the answer is 0 with a warning: another accountant may
    have recorded the steps of the training. `enclosure_of_epsilon` and `enclosure_of_delta` return both ends, with the
    engine and the certificate.
    """

    def __init__(
        self,
        neighboring_relation: Any = privacy_accountant.NeighboringRelation.ADD_OR_REMOVE_ONE,  # pyright: ignore[reportAttributeAccessIssue]
        digits: int = 12,
    ) -> None:
        super().__init__(neighboring_relation)
        self._digits = digits
        self._composed = Tally()
        self._any = False  # True if an event was composed, even one that releases nothing
        self._asked: Mechanism | None = None  # caches computed data

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Any:
        try:
            found = of_event(event, self.neighboring_relation.name)
            if do_compose:
                self._composed.add(event, repeated(found, count))
                self._any = True
            else:
                self._composed.check(event, found)
        except UnsupportedEvent as e:
            return self.CompositionErrorDetails(invalid_event=e.event, error_message=e.why)
        return None

    def _warn_of_nothing(self) -> None:
        """Warns if no event was composed. Composed events that release nothing cause no warning."""
        if not self._any:
            warnings.warn("nothing was composed: 0 is the answer for a release of nothing", stacklevel=4)

    @property
    def mechanism(self) -> Mechanism | None:
        """The composed mechanism; None if nothing was composed or all privacy is lost."""
        expression = self._composed.composed().expression
        if expression is None:
            return None
        composed = Mechanism(expression)
        if self._asked != composed:
            self._asked = composed
        return self._asked

    def enclosure_of_epsilon(self, target_delta: float) -> Enclosure:
        """Returns an enclosure of the smallest epsilon >= 0 at a delta.

        Args:
            target_delta: The delta.

        Returns:
            An `Enclosure`.

        Source:
            docs/dp-sgd.md of the project.
        """
        if self._composed.composed().nothing_private:
            return Enclosure("inf", "inf") if target_delta < 1 else Enclosure("0", "0")
        mechanism = self.mechanism
        self._warn_of_nothing()
        if mechanism is None or target_delta >= 1:
            return Enclosure("0", "0")
        if target_delta == 0:
            raise BadInput("this accountant does not support delta = 0; take a delta > 0")
        found: Enclosure = mechanism.epsilon(target_delta, digits=self._digits)
        if found.upper < 0:
            return Enclosure("0", "0", engine=found.engine)
        if found.lower < 0:
            return Enclosure("0", found.upper_text, reached=found.reached, engine=found.engine)
        return found

    def enclosure_of_delta(self, target_epsilon: float) -> Enclosure:
        """Returns an enclosure of the smallest delta at an epsilon.

        Args:
            target_epsilon: The epsilon.

        Returns:
            An `Enclosure`.

        Source:
            docs/dp-sgd.md of the project.
        """
        if self._composed.composed().nothing_private:
            return Enclosure("1", "1")
        mechanism = self.mechanism
        self._warn_of_nothing()
        if mechanism is None:
            return Enclosure("0", "0")
        if math.isinf(target_epsilon):
            raise BadInput("this accountant does not support epsilon = inf")
        found: Enclosure = mechanism.delta(target_epsilon, digits=self._digits)
        return found

    def get_epsilon(self, target_delta: float) -> float:
        """Returns the smallest epsilon at a delta, rounded up.

        Args:
            target_delta: The delta.

        Returns:
            A double that is certainly sufficient.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self.enclosure_of_epsilon(target_delta).upper_float

    def get_delta(self, target_epsilon: float) -> float:
        """Returns the smallest delta at an epsilon, rounded up.

        Args:
            target_epsilon: The epsilon.

        Returns:
            A double that is certainly sufficient.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self.enclosure_of_delta(target_epsilon).upper_float


__all__ = ["CertifiedAccountant"]
