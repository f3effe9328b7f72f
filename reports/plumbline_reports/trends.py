"""Finds regressions over the last nights of a history: sudden and gradual ones."""

import math
from dataclasses import dataclass

from .history import AnswerCourse, History, KeptNight
from .night import AnswerState
from .numbers import median, rational_or_none

KINDS = ("flipped", "apart", "looser", "fewer digits", "slower")


@dataclass
class TrendRules:
    nights: int = 10
    """how many of the last"""
    since: int = 0
    """and none before this one"""
    slower: float = 20
    """percent over the nights looked at"""
    floor: float = 0.5
    """seconds of a part by which it must have got slower"""
    jump: float = 2
    """the last night took so many times as long as the nights before"""
    looser: float = 1.02
    """an error is larger than so many times the least"""
    digits: float = 1
    """an enclosure has so many digits fewer than it had"""


@dataclass
class Trend:
    kind: str
    source: str
    part: str
    question: str
    place: str
    replay: str
    message: str
    """from what to what"""
    first: int
    last: int
    """the nights"""


def _first_word(verdict: str) -> str:
    """"sound" of "sound, stated error violated\""""
    return verdict.partition(",")[0]


def is_flip(source: str, before: str, after: str) -> bool:
    """Returns True if a verdict became worse, or contradicts an earlier decision."""
    if before == after or _first_word(before) in ("undecided", "absent", "unsupported") or after == "absent":
        return False
    # The printed value of a source may be fixed in its case; an accountant's answer does not change.
    if source == "value" and after in ("agrees", "disputed"):
        return before == "agrees"
    return not (source == "judged" and after == "measured")


class _CourseTrends:
    """Compares the states of one answer."""

    def __init__(self, course: AnswerCourse, rules: TrendRules, found: list[Trend]) -> None:
        self.course, self.rules, self.found = course, rules, found

    def run(self) -> None:
        self._flips()
        self._enclosures()
        if self.course.changes[-1][1].verdict != "absent":
            self._errors()
            self._digits()

    def _note(self, kind: str, first: int, last: int, message: str) -> None:
        c = self.course
        self.found.append(Trend(kind, c.source, c.part, c.question, c.place, c.replay, message, first, last))

    def _flips(self) -> None:
        """Compares each verdict with the previous one, and skips nights without an answer."""
        before: tuple[int, AnswerState] | None = None
        for night, state in self.course.changes:
            if state.verdict == "absent":
                continue
            if before and is_flip(self.course.source, before[1].verdict, state.verdict):
                self._note("flipped", before[0], night, f"{before[1].verdict} became {state.verdict}")
            before = night, state

    def _enclosures(self) -> None:
        """Checks, with exact rationals, that the enclosures intersect, because all enclose the same number."""
        highest = lowest = None  # lower end, upper end, with where they are from
        for night, state in self.course.changes:
            lower, upper = rational_or_none(state.lower), rational_or_none(state.upper)
            if lower is None or upper is None:
                continue
            other = None
            if highest and upper < highest[0]:
                other = highest[1:]
            elif lowest and lowest[0] < lower:
                other = lowest[1:]
            if other:
                self._note("apart", other[0], night,
                           f"[{state.lower}, {state.upper}] does not meet [{other[1].lower}, {other[1].upper}]: one of "
                           "them misses the truth")
            if not highest or highest[0] < lower:
                highest = lower, night, state
            if not lowest or upper < lowest[0]:
                lowest = upper, night, state

    def _errors(self) -> None:
        last_night, last = self.course.changes[-1]
        # Errors of different verdicts are not comparable: for a sound bound the error is the looseness.
        known = [(state.error, night) for night, state in self.course.changes
                 if state.error is not None and state.verdict == last.verdict]
        if not known or last.error is None:
            return
        then, night = min(known, key=lambda one: one[0])
        if last.error > then * self.rules.looser and last.error > then + 1e-14:
            self._note("looser", night, last_night, f"off by {last.error:.4g} of the truth, was {then:.4g}")

    def _digits(self) -> None:
        last_night, last = self.course.changes[-1]
        known = [(state.digits, night) for night, state in self.course.changes if state.digits is not None]
        if not known or last.digits is None:
            return
        most, night = max(known, key=lambda one: one[0])
        if most - last.digits >= self.rules.digits:
            self._note("fewer digits", night, last_night, f"{last.digits:.1f} digits, had {most:.1f}")


def robust_growth(values: list[float]) -> float:
    """Returns the relative growth from the first to the last of equally spaced values, by the median of all slopes of
    their logarithms (Theil and Sen). Returns 0 if the increase is not significant (Mann and Kendall, one-sided, five
    percent), or for fewer than five values or values that are not positive.
    """
    n = len(values)
    if n < 5 or any(not x > 0 for x in values):
        return 0.0
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    rises = sum((values[j] > values[i]) - (values[j] < values[i]) for i, j in pairs)
    if (rises - 1) / math.sqrt(n * (n - 1) * (2 * n + 5) / 18) < 1.645:
        return 0.0
    return math.expm1(median([math.log(values[j] / values[i]) / (j - i) for i, j in pairs]) * (n - 1))


@dataclass
class _PartNights:
    """The measurements of one part on one machine."""

    nights: list[int]
    seconds_each: list[float]
    answers: int = 0
    """in the last of them"""


def _slower(part: _PartNights, rules: TrendRules) -> str:
    """Returns the text about a slower part; empty if it is not slower."""
    if len(part.nights) < 2:
        return ""

    def words(growth: float, how: str) -> str:
        return f"{100 * growth:.0f} % slower {how}: {last * part.answers:.3g} s for {part.answers} answers"

    growth, last = robust_growth(part.seconds_each), part.seconds_each[-1]
    if growth * 100 >= rules.slower and last * part.answers * growth / (1 + growth) >= rules.floor:
        return words(growth, f"over {len(part.nights)} nights")
    usual = median(part.seconds_each[:-1])
    if usual > 0 and last >= rules.jump * usual and (last - usual) * part.answers >= rules.floor:
        return words(last / usual - 1, "than in the nights before")
    return ""


def _slower_parts(history: History, first: int, nights: list[KeptNight], rules: TrendRules) -> list[Trend]:
    here = {night.id for night in nights if night.machine == nights[-1].machine}
    parts: dict[tuple[str, str], _PartNights] = {}
    for night, kept in history.parts(first, nights[-1].id):
        if night in here and kept.answers and kept.seconds > 0:
            part = parts.setdefault((kept.source, kept.name), _PartNights([], []))
            part.nights.append(night)
            part.answers = kept.answers
            part.seconds_each.append(kept.seconds / kept.answers)
    out = []
    for (source, name), part in sorted(parts.items()):
        if message := _slower(part, rules):
            out.append(Trend("slower", source, name, "", "", "", message, part.nights[0], part.nights[-1]))
    return out


def trends(history: History, rules: TrendRules) -> list[Trend]:
    """Returns the regressions: decided verdicts that became undecided or changed, disjoint enclosures of one true
    value, larger errors, lost digits, and slower parts, by their seconds for each answer on the machine of the last
    night.
    """
    nights = history.nights()
    if not nights:
        return []
    last = nights[-1].id
    first = max(1, rules.since, last - rules.nights + 1)
    out: list[Trend] = []
    for course in history.courses(first, last):
        if len(course.changes) > 1:
            _CourseTrends(course, rules, out).run()
    out += _slower_parts(history, first, [night for night in nights if night.id >= first], rules)
    return sorted(out, key=lambda trend: KINDS.index(trend.kind))
