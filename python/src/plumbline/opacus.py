"""An accountant for Opacus whose epsilon is a certified upper bound.

It has the interface of that library's accountants (`step`, `get_epsilon`, `history`, `state_dict`), and does not
import the library:

    engine.accountant = CertifiedAccountant()   # before make_private, which connects the optimizer to the accountant
    model, optimizer, loader = engine.make_private(...)

Opacus passes the rate of the steps to an accountant, but not the sampling of their batches. So the accountant inspects
the loader that `make_private` prepares, and answers only if a dominating pair is proved for the sampling of this
loader.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, MutableMapping
from fractions import Fraction
from typing import Any

from .drawn import Drawn, drawn_by, drawn_by_caller
from .enclosure import Enclosure
from .errors import BadInput
from .how import suggests_names
from .mechanism import Mechanism
from .numbers import exact, exact_text
from .training import dpsgd

_NO_STEP = (
    "no step was recorded: set engine.accountant before make_private; set afterwards, the optimizer's hook "
    "stays with the accountant that the engine had"
)
_UNKNOWN = (
    "how the batches of {} of {} steps were drawn is not known, and a rate alone has no proved pair: set "
    "accountant.loader to the loader that make_private returned, or to {{'sampling': 'poisson'}} where they were "
    "drawn so (PoissonAccountant takes that for granted)"
)
_ADAPTIVE = (
    "the steps of an optimizer with adaptive clipping also release a count over the number of records that were "
    "drawn; no pair of that is proved here. Clip at a fixed norm"
)
_MOST_DRAWS = 64  # maximum number of draws of a step that accumulates batches
_KNOWN = ("rdp", "prv", "gdp")  # accountants of Opacus, whose histories have the same format


def _weights(p: Fraction, draws: int) -> list[Fraction]:
    """Returns the probabilities of the binomial distribution with `draws` trials of probability `p`."""
    out = [Fraction(1)]
    for _ in range(draws):
        out = [a * (1 - p) + b * p for a, b in zip([*out, Fraction(0)], [Fraction(0), *out], strict=True)]
    return out


def _factor(sigma: float, p: float, draws: int) -> str:
    """Returns the mechanism of one step. In a step of several draws, a record occurs Bin(draws, p) times
    (GROUP-VECTORS of docs/proofs); its privacy loss is larger than for one draw at `draws` times the rate.
    """
    if p == 1:
        return f"gaussian(sigma={exact_text(sigma)}" + (f",sensitivity={draws})" if draws > 1 else ")")
    if draws == 1:
        return f"subsampled_gaussian(sigma={exact_text(sigma)},p={exact_text(p)})"
    shifts = ",".join(map(str, range(draws + 1)))
    weights = ",".join(map(exact_text, _weights(exact(p), draws)))
    return f"gaussian_mixture(sigma={exact_text(sigma)},shifts=[{shifts}],weights=[{weights}])"


def _draws(entry: tuple[Any, ...]) -> int:
    return int(entry[3]) if len(entry) > 3 else 1


def _at_least_zero(found: Enclosure) -> Enclosure:
    """Returns the enclosure of max(epsilon, 0)."""
    if found.upper < 0:
        return Enclosure("0", "0", engine=found.engine)
    if found.lower < 0:
        return Enclosure("0", found.upper_text, reached=found.reached, engine=found.engine)
    return found


class CertifiedAccountant:
    """Composes steps of DP-SGD exactly, if the sampling of their batches is known.

    The accountant inspects the loader that `make_private` prepares when the hook of the optimizer is created. For steps
    that are recorded in another way, set `loader`: the loader that `make_private` returned, or any argument of
    `pl.loader`, such as {'sampling': 'poisson'}. For shuffled batches (`poisson_sampling=False`) the bound is that of
    `pl.dpsgd(loader=...)` for `passes`, the number of passes over the data that were begun. That bound is for a record
    whose gradient is replaced by zero (`relation=zero_out`), not for a record added or removed. Other samplings are
    rejected.

    >>> accountant = CertifiedAccountant(loader={"sampling": "poisson"})
    >>> for _ in range(100):
    ...     accountant.step(noise_multiplier=1.0, sample_rate=0.01)
    >>> 0 < accountant.get_epsilon(delta=1e-5) < 2
    True
    """

    @suggests_names
    def __init__(self, digits: int = 12, *, loader: object = None, passes: int | None = None) -> None:
        self.digits = digits
        self.passes = passes
        self.loader = loader
        self.history = []
        self._asked: Mechanism | None = None  # caches computed data

    @property
    def history(self) -> list[tuple[Any, ...]]:
        """The recorded steps as entries (noise multiplier, sample rate, steps), as in Opacus. If a step accumulated
        the batches of several draws, the entry has their number as a fourth element, and its rate is that of one
        draw.
        """
        return self._history

    @history.setter
    def history(self, steps: list[tuple[Any, ...]]) -> None:
        self._history = steps
        self._poisson = 0  # number of steps that are known to use Poisson sampling
        self._others: list[Drawn] = []  # loaders of the other steps
        self._refused = ""  # reason why no bound is proved for some steps

    @property
    def loader(self) -> Drawn | None:
        """The sampling that the caller stated for the batches; None if the caller stated none."""
        return self._loader

    @loader.setter
    def loader(self, source: object) -> None:
        self._loader = None if source is None else drawn_by(source)

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Records one step of the optimiser. The attribute `loader` determines how its batch was sampled.

        Args:
            noise_multiplier: The noise multiplier of the step.
            sample_rate: Its sampling rate.

        Source:
            docs/dp-sgd.md of the project.
        """
        self._count(noise_multiplier, sample_rate, 1)

    def _count(self, sigma: float, rate: float, draws: int) -> None:
        kind = (sigma, rate) if draws == 1 else (sigma, rate, draws)
        last = self._history[-1] if self._history else None
        if last is not None and (*last[:2], *last[3:]) == kind:
            self._history[-1] = (*last[:2], last[2] + 1, *last[3:])
        else:
            self._history.append((sigma, rate, 1, *kind[2:]))

    @property
    def mechanism_composed(self) -> Mechanism | None:
        """The composition of the steps; None if no step used data. Raises BadInput if there is no step, a step had no
        noise, or Poisson sampling is not known for all steps.
        """
        self._need_steps()
        for drawn in self._drawn():
            if not drawn.is_poisson:
                raise BadInput(drawn.refusal)
            drawn.need_rates(self._history)
        counts: dict[str, int] = {}
        for entry in self._history:
            sigma, p, steps = entry[:3]
            if p == 0 or steps == 0:
                continue
            factor = _factor(sigma, p, _draws(entry))
            counts[factor] = counts.get(factor, 0) + steps
        if not counts:
            return None
        composed = Mechanism(" * ".join(f"{factor}^{n}" for factor, n in counts.items()))
        if self._asked != composed:
            self._asked = composed
        return self._asked

    def _need_steps(self) -> None:
        if len(self) == 0:
            raise BadInput(_NO_STEP)
        if self._refused:
            raise BadInput(self._refused)
        if any(entry[0] == 0 and entry[1] != 0 and entry[2] != 0 for entry in self._history):
            raise BadInput("a step had no noise: no epsilon is enough")
        if any(_draws(entry) > _MOST_DRAWS for entry in self._history):
            raise BadInput(f"a step accumulated more than {_MOST_DRAWS} batches: take so many steps")

    def _drawn(self) -> list[Drawn]:
        """Returns the loaders that drew the steps. Raises BadInput if the loader of some step is unknown."""
        said = [] if self._loader is None else [self._loader]
        known = self._poisson + sum(drawn.steps for drawn in self._others)
        if not said and known < len(self):
            raise BadInput(_UNKNOWN.format(len(self) - known, len(self)))
        return said + self._others

    def enclosure_of_epsilon(self, delta: float) -> Enclosure:
        """Returns an enclosure of the smallest epsilon >= 0 at a delta, for the proved pair.

        Args:
            delta: The delta.

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: The pair of the steps is not known.

        Source:
            docs/dp-sgd.md of the project.
        """
        self._need_steps()
        other = [drawn for drawn in self._drawn() if not drawn.is_poisson]
        if other and self.passes is not None:
            return self._of_passes(other, delta)
        mechanism = self.mechanism_composed
        if mechanism is None:
            return Enclosure("0", "0")
        found: Enclosure = mechanism.epsilon(delta, digits=self.digits)
        return _at_least_zero(found)

    def _of_passes(self, drawn: list[Drawn], delta: float) -> Enclosure:
        """Returns epsilon for shuffled batches: each record is in at most one batch of each pass, with at least the
        minimum noise of all steps.
        """
        one = drawn[0]
        if any(not each.same_as(one) for each in drawn) or self._poisson:
            raise BadInput("the steps were drawn by several loaders: ask pl.dpsgd(loader=...) about each")
        if not one.is_in_passes:
            raise BadInput(one.refusal)
        if any(_draws(entry) > 1 for entry in self._history):
            raise BadInput("a step accumulated batches, which may be of two passes: no pair of that is proved here")
        one.need_passes(len(self), self.passes)
        least = min(entry[0] for entry in self._history if entry[2] > 0)
        run = dpsgd(loader=dict(one), noise_multiplier=least, epochs=self.passes, delta=delta, digits=self.digits)
        return _at_least_zero(run.epsilon)

    def get_epsilon(self, delta: float, *_args: Any, **_kwargs: Any) -> float:
        """Returns the smallest epsilon at a delta, rounded up.

        Args:
            delta: The delta.
            *_args: Ignored; for compatibility with other accountants.
            **_kwargs: Ignored; for compatibility with other accountants (`alphas`, `eps_error`).

        Returns:
            A double that is certainly sufficient.

        Raises:
            BadInput: The pair of the steps is not known.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self.enclosure_of_epsilon(delta).upper_float

    def __len__(self) -> int:
        """Returns the number of recorded optimisation steps."""
        return sum(entry[2] for entry in self._history)

    @classmethod
    def mechanism(cls) -> str:
        """Returns the name of this accounting method.

        Returns:
            "certified".

        Source:
            docs/dp-sgd.md of the project.
        """
        return "certified"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """Returns the function that an optimiser calls after each step.

        If `make_private` is the caller, the method reads the loader prepared there, and warns if that loader does not
        draw Poisson samples at the sampling rate.

        Args:
            sample_rate: The sampling rate.

        Returns:
            A function of the optimiser.

        Source:
            docs/dp-sgd.md of the project.
        """
        drawn = drawn_by_caller()
        if drawn is not None and not drawn.is_poisson:
            warnings.warn(drawn.refusal, stacklevel=3)

        def hook(optimizer: Any) -> None:
            draws = int(optimizer.accumulated_iterations)
            self._count(optimizer.noise_multiplier, sample_rate, draws)
            self._note(drawn, sample_rate)
            if hasattr(optimizer, "unclipped_num_std") and not self._refused:
                self._refused = _ADAPTIVE
                warnings.warn(_ADAPTIVE, stacklevel=3)

        return hook

    def _note(self, drawn: Drawn | None, rate: float) -> None:
        """Counts one more step of this loader."""
        if drawn is None:
            return
        if drawn.is_poisson:
            if not self._refused:
                self._refused = drawn.lower_rate(rate)
            self._poisson += 1
            return
        if not any(each is drawn for each in self._others):
            self._others.append(drawn)
        drawn.steps += 1

    def state_dict(self, destination: MutableMapping[str, Any] | None = None) -> Any:
        """Returns the state, which can be stored with a model: the history, and `sampling` = "poisson" if all steps
        are known to use Poisson sampling.

        Args:
            destination: The mapping to which the state is written; by default a new mapping.

        Returns:
            The state.

        Source:
            docs/dp-sgd.md of the project.
        """
        out: MutableMapping[str, Any] = {} if destination is None else destination
        out["history"] = list(self._history)
        out["mechanism"] = self.mechanism()
        if len(self) and self._poisson == len(self) and not self._refused:
            out["sampling"] = "poisson"
        return out

    def load_state_dict(self, state_dict: MutableMapping[str, Any]) -> None:
        """Restores a state from state_dict(), of this accountant or of an accountant of Opacus, whose histories have
        the same format. The states of Opacus do not contain the sampling of batches: set `loader`.

        Args:
            state_dict: A state of this accountant or of an accountant of Opacus.

        Raises:
            BadInput: The history of the accountant has an unknown format.

        Source:
            docs/dp-sgd.md of the project.
        """
        if not state_dict or "history" not in state_dict or "mechanism" not in state_dict:
            raise BadInput("the state has no history or no mechanism: not one of an accountant")
        kind = state_dict["mechanism"]
        if kind not in (self.mechanism(), *_KNOWN):
            raise BadInput(
                f"the state is that of {kind}, whose history is not known here; known: certified, {', '.join(_KNOWN)}"
            )
        self.history = [
            (float(entry[0]), float(entry[1]), int(entry[2]), *entry[3:]) for entry in state_dict["history"]
        ]
        if kind == self.mechanism() and state_dict.get("sampling") == "poisson":
            self._poisson = len(self)


class PoissonAccountant(CertifiedAccountant):
    """An accountant for steps whose batches are known to be drawn by Poisson sampling, for example a history of your
    own, or the steps that Opacus tries when it searches the noise for a target:

        register_accountant("certified", PoissonAccountant)
        PrivacyEngine(accountant="certified")
    """

    @suggests_names
    def __init__(self, digits: int = 12, *, passes: int | None = None) -> None:
        super().__init__(digits, loader={"sampling": "poisson"}, passes=passes)
