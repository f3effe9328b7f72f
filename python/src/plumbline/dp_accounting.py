"""An accountant of the library dp-accounting whose answers are certified upper bounds.

    from plumbline.dp_accounting import CertifiedAccountant

takes the place of that library's PLDAccountant, in its calibration as well.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

from dp_accounting import privacy_accountant  # pyright: ignore[reportMissingImports]

from .enclosure import Enclosure
from .errors import BadInput
from .events import Composed, UnsupportedEvent, joined, of_event, repeated
from .mechanism import Mechanism


class CertifiedAccountant(privacy_accountant.PrivacyAccountant):  # type: ignore[misc]
    """Composes events exactly, and answers with the upper end of a certified enclosure, rounded up:
    epsilon and delta are never too small, for the events that were composed and the relation of this accountant.
    Whether the software does what its events say is not known here. Where nothing was composed the answer is 0, that of
    a release of nothing, with a warning: a training whose steps went to another accountant has not been seen.
    `enclosure_of_epsilon` and `enclosure_of_delta` give both ends, with the engine and the certificate."""

    def __init__(
        self,
        neighboring_relation: Any = privacy_accountant.NeighboringRelation.ADD_OR_REMOVE_ONE,  # pyright: ignore[reportAttributeAccessIssue]
        digits: int = 12,
    ) -> None:
        super().__init__(neighboring_relation)
        self._digits = digits
        self._composed = Composed()
        self._any = False  # event was composed, be it one that releases nothing
        self._asked: Mechanism | None = None  # keeps what it computed

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Any:
        try:
            found = of_event(event, self.neighboring_relation.name)
            composed = joined(event, [self._composed, repeated(found, count) if do_compose else found])
        except UnsupportedEvent as e:
            return self.CompositionErrorDetails(invalid_event=e.event, error_message=e.why)
        if do_compose:
            self._composed = composed
            self._any = True
        return None

    def _warn_of_nothing(self) -> None:
        """Of events that release nothing there is none: they were composed."""
        if not self._any:
            warnings.warn("nothing was composed: 0 is the answer for a release of nothing", stacklevel=4)

    @property
    def mechanism(self) -> Mechanism | None:
        """What was composed; None where nothing was, or where no privacy is left."""
        expression = self._composed.expression
        if expression is None:
            return None
        composed = Mechanism(expression)
        if self._asked != composed:
            self._asked = composed
        return self._asked

    def enclosure_of_epsilon(self, target_delta: float) -> Enclosure:
        """Both ends of the smallest epsilon >= 0 at that delta."""
        if self._composed.nothing_private:
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
        """Both ends of the smallest delta at that epsilon."""
        if self._composed.nothing_private:
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
        """The smallest epsilon, rounded up: certainly sufficient."""
        return self.enclosure_of_epsilon(target_delta).upper_float

    def get_delta(self, target_epsilon: float) -> float:
        """The smallest delta, rounded up: certainly sufficient."""
        return self.enclosure_of_delta(target_epsilon).upper_float


__all__ = ["CertifiedAccountant"]
