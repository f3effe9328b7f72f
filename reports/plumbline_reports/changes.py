"""The differences between two nights, as text."""

from collections import Counter
from dataclasses import dataclass

from .history import AnswerCourse, History
from .night import AnswerState, NightPart


@dataclass
class NightChange:
    kind: str
    """"verdict", "looser", "tighter", "digits", "slower", "faster", "new", "gone\""""
    source: str
    part: str
    question: str
    place: str
    """of an answer; both empty for a part"""
    before: str
    after: str
    mechanism: str = ""


class _Comparing:
    """Collects differences. It ignores differences below 2 % of an error, below one digit, and below 20 % or half a
    second of a time.
    """

    def __init__(self) -> None:
        self.out: list[NightChange] = []
        self.fresh: Counter[tuple[str, str]] = Counter()
        self.gone: Counter[tuple[str, str]] = Counter()

    def answer(self, course: AnswerCourse, before: AnswerState | None, after: AnswerState) -> None:
        was = before is not None and before.verdict != "absent"
        present = after.verdict != "absent"
        self.fresh[course.source, course.part] += present and not was
        self.gone[course.source, course.part] += was and not present
        if not was or not present:
            return

        def note(kind: str, x: str, y: str) -> None:
            self.out.append(NightChange(kind, course.source, course.part, course.question, course.place, x, y,
                                        course.mechanism))

        if before.verdict != after.verdict:
            note("verdict", before.verdict, after.verdict)
            return
        x, y = before.error, after.error
        if None not in (x, y) and abs(y - x) > 0.02 * abs(x):
            note("looser" if y > x else "tighter", f"{x:.4g}", f"{y:.4g}")
        x, y = before.digits, after.digits
        if None not in (x, y) and abs(y - x) >= 1:
            note("digits", f"{x:.1f}", f"{y:.1f}")

    def part(self, before: NightPart, after: NightPart) -> None:
        x, y = before.seconds, after.seconds
        if before.answers != after.answers or abs(y - x) < 0.5 or abs(y - x) <= 0.2 * x:
            return
        self.out.append(NightChange("slower" if y > x else "faster", before.source, before.name, "", "",
                                    f"{x:.3g} s", f"{y:.3g} s"))

    def finish(self) -> list[NightChange]:
        for kind, counts in (("new", self.fresh), ("gone", self.gone)):
            for (source, part), n in sorted(counts.items()):
                if n:
                    self.out.append(NightChange(kind, source, part, "", "", "", f"{n} answer{'' if n == 1 else 's'}"))
        return sorted(self.out, key=lambda change: change.kind != "verdict")


def changes_between(history: History, before: int, after: int) -> list[NightChange]:
    """Returns the changes from one night to another. New and gone answers are counted by part."""
    comparing = _Comparing()
    for course in history.courses(before, after):
        night, state = course.changes[0]
        comparing.answer(course, state if night <= before else None, course.changes[-1][1])
    parts = history.parts(before, after)
    then = {(part.source, part.name): part for night, part in parts if night == before}
    for night, part in parts:
        if night == after and (part.source, part.name) in then:
            comparing.part(then[part.source, part.name], part)
    return comparing.finish()
