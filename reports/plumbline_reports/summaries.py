"""Summarises the judged values of a run by approximation and quantity. Errors are the upper ends of their enclosures.
"""

import math
from dataclasses import dataclass, field

from .numbers import interval, median
from .results import error_of, judged_of, magnitude_of, text_of


@dataclass
class ApproximationSummary:
    """The results of one approximation for one quantity."""

    approximation: str
    quantity: str
    errors: list[float] = field(default_factory=list)
    """of the answers that were numbers"""
    method_shares: list[float] = field(default_factory=list)
    """|method| / (|method| + |rounding|), where the error could be split"""
    refused: int = 0
    no_number: int = 0
    exceeded: int = 0
    unsettled: int = 0
    bands: int = 0
    bands_missed: int = 0
    dangerous: int = 0
    safe: int = 0
    worst: tuple[dict, dict] | None = None
    """the value with the largest absolute error, and what was judged there"""
    worst_relative: tuple[dict, dict] | None = None
    max_relative_error: float = math.nan
    """where the truth is certainly not zero; of whole curves it is not"""

    @property
    def measured(self) -> int:
        return len(self.errors)

    @property
    def max_error(self) -> float:
        return max(self.errors, default=math.nan)

    @property
    def mean_error(self) -> float:
        return sum(self.errors) / len(self.errors) if self.errors else math.nan

    @property
    def median_error(self) -> float:
        return median(self.errors)

    @property
    def method_share(self) -> float:
        return median(self.method_shares)

    @property
    def sided(self) -> int:
        return self.dangerous + self.safe

    @property
    def shown_error(self) -> float:
        """The relative error, or the absolute error for whole curves; nan without an error."""
        return self.max_error if math.isnan(self.max_relative_error) else self.max_relative_error

    @property
    def heat(self) -> int:
        """Returns the level of the error, from 0 (small) to 5."""
        return sum(self.shown_error >= limit for limit in (1e-10, 1e-6, 1e-3, 0.1, 1.0))

    @property
    def worst_words(self) -> str:
        """Returns the answer and the true value; for a whole curve, the level of the largest error."""
        value, judged = self.worst
        error = judged["absolute_error"]
        off = "off by " + interval(text_of(error, "lower"), text_of(error, "upper"), 4)
        place = judged.get("largest_at")
        if isinstance(place, dict):
            return (f"the curve is {off}, most at alpha = {text_of(place, 'alpha')}, where it is "
                    f"{text_of(place, 'side')} the true one")
        truth = interval(text_of(value, "lower"), text_of(value, "upper"))
        return f"said {text_of(judged, 'value')}, truth {truth}, {off}"

    def add(self, value: dict, judged: dict) -> None:
        verdict, within = text_of(judged, "verdict"), text_of(judged, "within_tolerance")
        self.refused += verdict == "refused"
        self.no_number += verdict not in ("refused", "measured")
        self.exceeded += within == "false"
        self.unsettled += text_of(judged, "unsettled") != ""
        self.dangerous += text_of(judged, "side") == "dangerous"
        self.safe += text_of(judged, "side") == "safe"
        if "band" in judged:
            self.bands += 1
            band = judged["band"]
            self.bands_missed += isinstance(band, dict) and text_of(band, "contains_truth") == "false"
        error = error_of(judged, "absolute_error")
        if verdict == "measured" and not math.isnan(error):
            self._add_error(value, judged, error)

    def _add_error(self, value: dict, judged: dict, error: float) -> None:
        if self.worst is None or error > self.max_error:
            self.worst = value, judged
        self.errors.append(error)
        relative = error_of(judged, "relative_error")
        if math.isfinite(relative) and (self.worst_relative is None or relative > self.max_relative_error):
            self.worst_relative, self.max_relative_error = (value, judged), relative
        method, rounding = magnitude_of(judged, "method_error"), magnitude_of(judged, "rounding_error")
        if method + rounding > 0:  # the error is split and not zero
            self.method_shares.append(method / (method + rounding))


def judged_quantity(value: dict) -> str:
    """Returns the quantity of a value. Distances between whole curves and shortfalls of whole distributions are
    separate quantities, because they are not errors of single values.
    """
    at = value.get("at")
    if not isinstance(at, dict):
        return text_of(value, "quantity")
    more = ", whole curve" if at.get("alpha") == "all" else ", whole distribution" if at.get("epsilon") == "all" else ""
    return text_of(value, "quantity") + more


def summarise(values: list[dict]) -> list[ApproximationSummary]:
    """Returns the summaries, sorted by approximation, then by quantity."""
    groups: dict[tuple[str, str], ApproximationSummary] = {}
    for value in values:
        for judged in judged_of(value):
            key = text_of(judged, "approximation"), judged_quantity(value)
            groups.setdefault(key, ApproximationSummary(*key)).add(value, judged)
    return [groups[key] for key in sorted(groups)]


@dataclass
class MethodErrors:
    """The finite and positive relative errors of one approximation over all quantities."""

    approximation: str
    errors: list[float] = field(default_factory=list)
    dangerous: int = 0
    """how many promise more privacy than there is"""


def errors_by_method(values: list[dict]) -> list[MethodErrors]:
    methods: dict[str, MethodErrors] = {}
    for value in values:
        for judged in judged_of(value):
            relative = error_of(judged, "relative_error")
            if text_of(judged, "verdict") != "measured" or not math.isfinite(relative):
                continue
            name = text_of(judged, "approximation")
            method = methods.setdefault(name, MethodErrors(name))
            if relative > 0:
                method.errors.append(relative)
            method.dangerous += text_of(judged, "side") == "dangerous"
    return [methods[name] for name in sorted(methods) if methods[name].errors]
