"""The differences from the previous run in this folder. An error is changed if it differs by more than 2 % and 1e-14,
a time if it differs by more than a factor of two and half a second.
"""

import math
from dataclasses import dataclass, field

from .numbers import short_number
from .results import RunResults, error_of, judged_of, request_text, seconds_of, text_of, value_identity

KINDS = ("verdict", "larger error", "smaller error", "slower")


@dataclass
class RunChange:
    kind: str
    value: dict
    what: str
    """the quantity as requested, or the approximation"""
    before: str
    after: str


@dataclass
class LastRun:
    known: bool = False
    compared: int = 0
    fresh: int = 0
    gone: int = 0
    changes: list[RunChange] = field(default_factory=list)
    """verdicts first"""

    @property
    def counts(self) -> str:
        out = f"Beside the run before in this folder: {self.compared} values compared"
        out += f", {self.fresh} new" if self.fresh else ""
        return out + (f", {self.gone} not in this run" if self.gone else "")


def _standing(value: dict) -> str:
    """"agrees, not reached\""""
    verdict = text_of(value, "verdict") or "certified"
    return verdict + ", not reached" if text_of(value, "reached") == "false" else verdict


def _compare_judged(value: dict, judged: dict, before: dict) -> RunChange | None:
    name = text_of(judged, "approximation")
    was, now = text_of(before, "verdict"), text_of(judged, "verdict")
    if was != now:
        return RunChange("verdict", value, name, was, now)
    then, error = error_of(before, "absolute_error"), error_of(judged, "absolute_error")
    if math.isnan(then) or math.isnan(error):
        return None
    less, more = sorted((then, error))
    if more <= 1.02 * less or more <= less + 1e-14:
        return None
    kind = "larger error" if error > then else "smaller error"
    return RunChange(kind, value, name, short_number(then), short_number(error))


def _compare(value: dict, before: dict, changes: list[RunChange]) -> None:
    if _standing(value) != _standing(before):
        changes.append(RunChange("verdict", value, request_text(value), _standing(before), _standing(value)))
    then, now = seconds_of(before), seconds_of(value)
    if now > 2 * then and now > then + 0.5:
        changes.append(RunChange("slower", value, request_text(value), f"{then:.2g} s", f"{now:.2g} s"))
    old: dict[str, dict] = {}
    for judged in judged_of(before):
        old.setdefault(text_of(judged, "approximation"), judged)
    for judged in judged_of(value):
        name = text_of(judged, "approximation")
        change = _compare_judged(value, judged, old[name]) if name in old else None
        if change is not None:
            changes.append(change)


def since_last_run(results: RunResults) -> LastRun:
    out = LastRun(known=bool(results.previous))
    if not out.known:
        return out
    before: dict[str, list[dict]] = {}
    for value in results.previous:
        before.setdefault(value_identity(value), []).append(value)
    for value in results.values:
        waiting = before.get(value_identity(value))
        if not waiting:
            out.fresh += 1
            continue
        out.compared += 1
        _compare(value, waiting.pop(0), out.changes)  # equal requests of one case are paired in order
    out.gone = sum(len(waiting) for waiting in before.values())
    out.changes.sort(key=lambda change: KINDS.index(change.kind))
    return out
