"""Converts events of the Python library dp-accounting to mechanisms. This module does not import that library: it
recognises events by their class names and fields.

An event is converted to a dominating pair only if its documentation determines the pair; all other events are
rejected with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import BadInput
from .numbers import exact, exact_text

RELATIONS = ("ADD_OR_REMOVE_ONE", "REPLACE_ONE", "REPLACE_SPECIAL")
_ADD_LIKE = ("ADD_OR_REMOVE_ONE", "REPLACE_SPECIAL")


class UnsupportedEvent(ValueError):
    """Raised for an event that has no certified pair: the message names the event and the reason."""

    def __init__(self, event: Any, why: str) -> None:
        super().__init__(f"{event}: {why}")
        self.event, self.why = event, why


@dataclass(frozen=True)
class Composed:
    """The composition of an event: its factors with their counts, and whether it loses all privacy.

    For the replace relation, `stated_by` states if the noise multiplier refers to the contribution of one record or to
    the change by a replacement."""

    factors: tuple[tuple[str, int], ...] = ()
    nothing_private: bool = False
    stated_by: str = ""

    @property
    def expression(self) -> str | None:
        """The composed mechanism; None if no output depends on the data, or all privacy is lost."""
        if self.nothing_private or not self.factors:
            return None
        return " * ".join(f if n == 1 else f"{f}^{n}" for f, n in self.factors)


_NOTHING, _LOST = Composed(), Composed(nothing_private=True)


class Tally:
    """The events composed so far. The cost of adding an event does not depend on the number of events."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._lost = False
        self._by = ""

    def check(self, event: Any, part: Composed) -> None:
        """Raises UnsupportedEvent about `event` if the noise multipliers of the events refer to different
        sensitivities.
        """
        if self._by and part.stated_by and part.stated_by != self._by:
            raise UnsupportedEvent(event, "batches of fixed size beside other noise under REPLACE_ONE: one is stated by "
                                          "what an exchange changes, the other by what a record adds")

    def add(self, event: Any, part: Composed) -> None:
        self.check(event, part)
        self._by = self._by or part.stated_by
        self._lost = self._lost or part.nothing_private
        for factor, n in part.factors:
            self._counts[factor] = self._counts.get(factor, 0) + n

    def composed(self) -> Composed:
        return Composed(tuple(self._counts.items()), self._lost, self._by)


def joined(event: Any, parts: Iterable[Composed]) -> Composed:
    """Returns the composition of all parts. Raises UnsupportedEvent about `event` if their noise multipliers refer to
    different sensitivities.
    """
    out = Tally()
    for part in parts:
        out.add(event, part)
    return out.composed()


def repeated(part: Composed, n: int) -> Composed:
    if n == 0:
        return _NOTHING
    return Composed(tuple((f, k * n) for f, k in part.factors), part.nothing_private, part.stated_by)


def _one(factor: str, relation: str = "", by: str = "record") -> Composed:
    return Composed(((factor, 1),), stated_by=by if relation == "REPLACE_ONE" else "")


def _add_like(event: Any, relation: str) -> None:
    if relation not in _ADD_LIKE:
        raise UnsupportedEvent(event, f"its pair is that of {' or '.join(_ADD_LIKE)}, not {relation}")


def _replaced(relation: str) -> str:
    """Returns the parameter `relation=replace` for REPLACE_ONE, where a sum changes by up to twice the bound of one
    record; an empty text for other relations."""
    return ",relation=replace" if relation == "REPLACE_ONE" else ""


def _gaussian(event: Any, relation: str) -> Composed:
    sigma = exact(event.noise_multiplier)
    return _one(f"gaussian(sigma={exact_text(sigma)}{_replaced(relation)})", relation) if sigma > 0 else _LOST


def _laplace(event: Any, relation: str) -> Composed:
    b = exact(event.noise_multiplier)
    return _one(f"laplace(b={exact_text(b)}{_replaced(relation)})", relation) if b > 0 else _LOST


def _discrete_laplace(event: Any, relation: str) -> Composed:
    a = exact(event.noise_parameter)
    if a == 0:
        return _LOST
    wide = int(event.sensitivity) * (2 if relation == "REPLACE_ONE" else 1)
    return _one(f"discrete_laplace(b={exact_text(1 / a)},sensitivity={wide})", relation)


def _randomized_response(event: Any, relation: str) -> Composed:
    """Returns the pair of k-ary randomized response, which outputs the true answer with probability 1 - p + p/k and
    each other answer with probability p/k. Neighbours exchange two answers, or replace one by the special record,
    whose output is uniform.
    """
    if relation == "ADD_OR_REMOVE_ONE":
        raise UnsupportedEvent(event, "its pair is that of REPLACE_ONE or REPLACE_SPECIAL, not "
                                      "ADD_OR_REMOVE_ONE")
    p, k = exact(event.noise_parameter), int(event.num_buckets)
    if k == 1:
        return _NOTHING
    if p == 0:
        return _LOST
    other = p / k
    true = 1 - p + other
    if relation == "REPLACE_SPECIAL":
        return _finite([Fraction(1, k), 1 - Fraction(1, k)], [true, 1 - true])
    rest = 1 - true - other
    P, Q = [true, other], [other, true]
    if rest > 0:
        P, Q = [*P, rest], [*Q, rest]
    return _finite(P, Q)


def _finite(*laws: list[Fraction]) -> Composed:
    P, Q = ("[" + ",".join(exact_text(x) for x in law) + "]" for law in laws)
    return _one(f"finite(P={P},Q={Q})")


def _poisson(event: Any, relation: str) -> Composed:
    p, inner = exact(event.sampling_probability), event.event
    name = type(inner).__name__
    if name != "GaussianDpEvent":
        _add_like(event, relation)
    if name not in ("GaussianDpEvent", "LaplaceDpEvent"):
        raise UnsupportedEvent(event, "what is Poisson-sampled must be one Gaussian or Laplace step")
    if p == 0:
        return _NOTHING
    scale = exact(inner.noise_multiplier)
    if scale == 0:
        return _LOST
    if p == 1:
        return of_event(inner, relation)
    kind = "subsampled_gaussian(sigma" if name == "GaussianDpEvent" else "subsampled_laplace(b"
    return _one(f"{kind}={exact_text(scale)},p={exact_text(p)}{_replaced(relation)})", relation)


def _truncated(event: Any, relation: str) -> Composed:
    _add_like(event, relation)
    p, sigma = exact(event.sampling_probability), exact(event.noise_multiplier)
    n, batch = int(event.dataset_size), int(event.truncated_batch_size)
    if p == 0 or n == 0 or batch == 0:
        return _NOTHING
    if sigma == 0:
        return _LOST
    return _one(f"truncated_subsampled_gaussian(sigma={exact_text(sigma)},p={exact_text(p)},n={n},"
                f"batch={batch})")


def _without_replacement(event: Any, relation: str) -> Composed:
    """Returns the mechanism with Gaussian noise on a batch of fixed size; sigma refers to the change of the sum by a
    replacement.
    """
    if relation == "ADD_OR_REMOVE_ONE":
        raise UnsupportedEvent(event, "a batch of fixed size keeps the number of records: its pair is "
                                      "that of REPLACE_ONE or REPLACE_SPECIAL, not ADD_OR_REMOVE_ONE")
    inner, n, batch = event.event, int(event.source_dataset_size), int(event.sample_size)
    if type(inner).__name__ != "GaussianDpEvent":
        raise UnsupportedEvent(event, "what is sampled without replacement must be one Gaussian step")
    if not 1 <= batch <= n:
        raise UnsupportedEvent(event, "sample_size must be from 1 to source_dataset_size")
    sigma = exact(inner.noise_multiplier)
    if sigma == 0:
        return _LOST
    return _one(f"without_replacement(sigma={exact_text(sigma)},n={n},batch={batch})", relation, "exchange")


def _random_allocation(event: Any, relation: str) -> Composed:
    """Returns the mechanism in which each record is in k of t steps, selected uniformly. The pair is exact for k = 1.
    For k > 1 it is the dominating pair of k blocks of steps with one selected step in each block.
    """
    _add_like(event, relation)
    inner, k, t = event.event, int(event.num_selected), int(event.num_steps)
    if type(inner).__name__ != "GaussianDpEvent":
        raise UnsupportedEvent(event, "what is allocated at random must be one Gaussian step")
    if not 0 <= k <= t:
        raise UnsupportedEvent(event, "num_selected must be from 0 to num_steps")
    if k == 0:
        return _NOTHING
    sigma = exact(inner.noise_multiplier)
    if sigma == 0:
        return _LOST
    several = f",k={k}" if k > 1 else ""
    return _one(f"random_allocation(sigma={exact_text(sigma)},t={t}{several})")


def _mixture_of_gaussians(event: Any, relation: str) -> Composed:
    _add_like(event, relation)
    sigma = exact(event.standard_deviation)
    if sigma == 0:
        return _LOST if any(event.sensitivities) else _NOTHING
    shifts = ",".join(exact_text(exact(x)) for x in event.sensitivities)
    weights = ",".join(exact_text(exact(x)) for x in event.sampling_probs)
    return _one(f"gaussian_mixture(sigma={exact_text(sigma)},shifts=[{shifts}],weights=[{weights}])")


def _tree(event: Any, relation: str) -> Composed:
    """Returns the mechanism of noisy sums over all complete intervals [j 2^l, (j+1) 2^l) of steps. A record that is
    used in one step is in one sum for each level l of the tree.
    """
    counts = event.step_counts
    most = max(int(n) for n in (counts if isinstance(counts, (list, tuple)) else [counts]))
    if most < 1:
        raise UnsupportedEvent(event, "a tree needs one step at least")
    return repeated(_gaussian(event, relation), most.bit_length())


def of_event(event: Any, relation: str = "ADD_OR_REMOVE_ONE") -> Composed:
    """Returns the composition that an event of dp-accounting describes.

    Args:
        event: An event of dp-accounting.
        relation: The neighbouring relation, as that library names it.

    Returns:
        The composition.

    Raises:
        UnsupportedEvent: No pair is certified for the event.
        ValueError: The relation is not one of that library.

    Source:
        docs/formats.md of the project.
    """
    if relation not in RELATIONS:
        raise BadInput(f"unknown relation {relation!r}; known: {', '.join(RELATIONS)}")
    name = type(event).__name__
    if name == "NoOpDpEvent":
        return _NOTHING
    if name == "NonPrivateDpEvent":
        return _LOST
    if name == "ComposedDpEvent":
        return joined(event, [of_event(e, relation) for e in event.events])
    if name == "SelfComposedDpEvent":
        return repeated(of_event(event.event, relation), int(event.count))
    steps = {
        "GaussianDpEvent": _gaussian,
        "LaplaceDpEvent": _laplace,
        "DiscreteLaplaceDpEvent": _discrete_laplace,
        "RandomizedResponseDpEvent": _randomized_response,
        "PoissonSampledDpEvent": _poisson,
        "TruncatedSubsampledGaussianDpEvent": _truncated,
        "SampledWithoutReplacementDpEvent": _without_replacement,
        "RandomAllocationDpEvent": _random_allocation,
        "MixtureOfGaussiansDpEvent": _mixture_of_gaussians,
        "SingleEpochTreeAggregationDpEvent": _tree,
    }
    if name in steps:
        return steps[name](event, relation)
    raise UnsupportedEvent(event, f"no dominating pair is known here for {name}")
