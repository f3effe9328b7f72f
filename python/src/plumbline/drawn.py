"""Determines how the batches of recorded steps were sampled, for accountants. This module is internal."""

from __future__ import annotations

import sys
from types import FrameType
from collections.abc import Sequence
from typing import Any

from .errors import BadInput
from .loader import loader
from .numbers import exact

_CALLERS = 3  # number of calling frames in which make_private is searched
_IN_PASSES = ("shuffle", "sequential")


class Drawn(dict[str, Any]):
    """The sampling of a loader, as returned by `pl.loader`; `steps` counts the steps that are known to use this
    loader.
    """

    steps = 0
    why = ""  #: reason why the sampling is unknown

    @property
    def sampling(self) -> str:
        return str(self.get("sampling", ""))

    @property
    def is_poisson(self) -> bool:
        """True if each record is in each batch with probability equal to the sampling rate, independently."""
        otherwise = ("truncated_batch_size", "shuffle", "replacement")
        plain = exact(self.get("cycle_length", 1)) == 1 and not any(self.get(name) for name in otherwise)
        return self.sampling == "poisson" and plain and self.get("normalisation") != "actual"

    @property
    def is_in_passes(self) -> bool:
        """True if each record is in exactly one batch of each pass."""
        return self.sampling in _IN_PASSES and not self.get("repeat_before_batch")

    @property
    def refusal(self) -> str:
        """The reason why no pair is proved for steps of this loader that were recorded with a sampling rate, and what
        to do instead."""
        if self.why:
            return f"{self.why}; nothing is proved of its steps"
        name = self.get("class", "a loader")
        if self.is_in_passes:
            return (
                f"batches of {name} ({self.sampling}) are not drawn by Poisson sampling: each record is in one batch "
                "of each pass. Set accountant.passes to the number of passes that were begun, or ask "
                "pl.dpsgd(loader=..., epochs=...); the bound is then of a record whose gradient counts as zero, "
                "not of one added or removed"
            )
        return (
            f"batches of {name} ({self.sampling}) are not those of plain Poisson sampling: a rate and a number of steps "
            "have no proved pair for them. Ask pl.dpsgd(loader=...)"
        )

    def same_as(self, other: Drawn) -> bool:
        return dict(self) == dict(other)

    def lower_rate(self, rate: float) -> str:
        """Returns the reason why the rate is too small for this loader; empty if the rate is large enough. The double
        nearest to 1/n is accepted for a loader's rate 1/n.
        """
        own = None if self.get("sampling_rate") is None else exact(self["sampling_rate"])
        if own is None or exact(rate) >= own or rate == float(own):
            return ""
        return (
            f"the steps were recorded with the rate {rate}, and the loader draws with {self['sampling_rate']}: "
            "it is not theirs"
        )

    def need_rates(self, history: Sequence[tuple[Any, ...]]) -> None:
        for entry in history:
            why = self.lower_rate(entry[1]) if entry[2] else ""
            if why:
                raise BadInput(why)

    def need_passes(self, steps: int, passes: int | None) -> None:
        """Raises BadInput if `passes` passes have fewer than `steps` steps."""
        if not isinstance(passes, int) or isinstance(passes, bool) or passes < 1:
            raise BadInput(f"passes must be a whole number of at least 1, got {passes!r}")
        n, batch = int(exact(self["dataset_size"])), int(exact(self["batch_size"]))
        length = n // batch if self.get("drop_last") else -(-n // batch)
        if steps > passes * length:
            raise BadInput(
                f"{passes} passes of this loader have {passes * length} steps at most, and {steps} were recorded"
            )


def drawn_by(source: object) -> Drawn:
    """Returns the sampling of a loader. Raises BadInput if the sampling is unknown."""
    out = Drawn(loader(source))
    if not out.sampling:
        raise BadInput("loader: say what it draws, for example {'sampling': 'poisson'}")
    return out


def drawn_by_caller() -> Drawn | None:
    """Returns the sampling of the loader that `make_private` prepared; None if `make_private` is not among the
    callers.

    Opacus passes only the rate to its accountants. Poisson and shuffled batches may have equal rates, so the rate
    does not determine the sampling."""
    frame: FrameType | None = sys._getframe(1)
    for _ in range(_CALLERS):
        if frame is None:
            return None
        if frame.f_code.co_name == "make_private" and "data_loader" in frame.f_locals:
            try:
                return drawn_by(frame.f_locals["data_loader"])
            except BadInput as error:
                out = Drawn(sampling="unknown")
                out.why = str(error)
                return out
        frame = frame.f_back
    return None
