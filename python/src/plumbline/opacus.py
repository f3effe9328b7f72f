"""An accountant for Opacus whose epsilon is a certified upper bound.

It has the interface of that library's accountants (`step`, `get_epsilon`, `history`, `state_dict`), and
needs nothing of it:

    privacy_engine.accountant = CertifiedAccountant()
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from .enclosure import Enclosure
from .errors import BadInput
from .mechanism import Mechanism
from .numbers import exact_text


class CertifiedAccountant:
    """Steps of the Poisson-subsampled Gaussian mechanism, composed exactly.

    >>> accountant = CertifiedAccountant()
    >>> for _ in range(100):
    ...     accountant.step(noise_multiplier=1.0, sample_rate=0.01)
    >>> 0 < accountant.get_epsilon(delta=1e-5) < 2
    True
    """

    def __init__(self, digits: int = 12) -> None:
        self.digits = digits
        self.history: list[tuple[float, float, int]] = []  # noise multiplier, sample rate, steps
        self._asked: Mechanism | None = None  # keeps what it computed

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One step of the optimiser."""
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            steps = self.history.pop()[2]
        else:
            steps = 0
        self.history.append((noise_multiplier, sample_rate, steps + 1))

    @property
    def mechanism_composed(self) -> Mechanism | None:
        """The composition; None where there was no step on data. Noise of 0 is refused."""
        counts: dict[str, int] = {}
        for sigma, p, steps in self.history:
            if p == 0:
                continue
            if sigma == 0:
                raise BadInput("a step had no noise: no epsilon is enough")
            name = "gaussian" if p == 1 else "subsampled_gaussian"
            rate = "" if p == 1 else f",p={exact_text(p)}"
            factor = f"{name}(sigma={exact_text(sigma)}{rate})"
            counts[factor] = counts.get(factor, 0) + steps
        if not counts:
            return None
        composed = Mechanism(" * ".join(f"{factor}^{n}" for factor, n in counts.items()))
        if self._asked != composed:
            self._asked = composed
        return self._asked

    def enclosure_of_epsilon(self, delta: float) -> Enclosure:
        """Both ends of the smallest epsilon >= 0 at that delta."""
        mechanism = self.mechanism_composed
        if mechanism is None:
            return Enclosure("0", "0")
        found: Enclosure = mechanism.epsilon(delta, digits=self.digits)
        if found.upper < 0:
            return Enclosure("0", "0", engine=found.engine)
        if found.lower < 0:
            return Enclosure("0", found.upper_text, reached=found.reached, engine=found.engine)
        return found

    def get_epsilon(self, delta: float, *_args: Any, **_kwargs: Any) -> float:
        """The smallest epsilon, rounded up: certainly sufficient. What other accountants take
        besides (alphas, eps_error) is not needed here."""
        return self.enclosure_of_epsilon(delta).upper_float

    def __len__(self) -> int:
        """Optimisation steps so far."""
        return sum(steps for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name of this kind of accounting."""
        return "certified"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What an optimiser calls after each step."""

        def hook(optimizer: Any) -> None:
            self.step(
                noise_multiplier=optimizer.noise_multiplier,
                sample_rate=sample_rate * optimizer.accumulated_iterations,
            )

        return hook

    def state_dict(self, destination: MutableMapping[str, Any] | None = None) -> Any:
        """The history, to be kept with a model."""
        out: MutableMapping[str, Any] = {} if destination is None else destination
        out["history"] = list(self.history)
        out["mechanism"] = self.mechanism()
        return out

    def load_state_dict(self, state_dict: MutableMapping[str, Any]) -> None:
        """Goes on where state_dict() was taken. Raises ValueError on that of another accountant."""
        if not state_dict or "history" not in state_dict or "mechanism" not in state_dict:
            raise BadInput("the state has no history or no mechanism: not one of an accountant")
        if state_dict["mechanism"] != self.mechanism():
            raise BadInput(f"the state is that of {state_dict['mechanism']}, not of certified")
        self.history = [(float(s), float(p), int(n)) for s, p, n in state_dict["history"]]
