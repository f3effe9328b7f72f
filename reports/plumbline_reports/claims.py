"""The verdicts of claims.jsonl about each method of each accountant: counts, sizes of errors, and the most important
lines.
"""

import bisect
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .files import Refused, json_or_none, read_text
from .numbers import number
from .results import text_of
from .safe_text import one_line

VERDICTS = ("sound", "violated", "estimate", "undecided", "unsupported", "broken")
GRADES = ("", "last_digits", "numerical", "material", "gross")
STANDINGS = {
    "documented": "by a documented promise", "reading": "by a reading", "assumption": "by an assumption",
    "unsupported_option": "with an option that is not supported there",
    "installation": "on fewer than two installations",
}
PROMISED = {"upper": "upper bound", "lower": "lower bound", "estimate": "estimate"}
QUESTION = ("tool", "method", "options", "mechanism", "direction", "quantity", "at", "kind")


def claim_question(verdict: dict) -> str:
    """Returns the question, apart from the answer; nothing for a line without a claim."""
    if any(member not in verdict for member in QUESTION):
        return ""
    return "".join(json.dumps(verdict[member], ensure_ascii=False, separators=(",", ":")) + "\n" for member in QUESTION)


def _ends_of_error(verdict: dict, key: str) -> list[float]:
    """Returns the known ends of an enclosed error; a single end if only one bound on the true value is known."""
    error = verdict.get(key)
    if not isinstance(error, dict):
        return [number(text_of(verdict, key))]
    return [number(text_of(error, end)) for end in ("lower", "upper") if end in error]


def size_of_error(verdict: dict, key: str) -> float | None:
    """Returns the largest magnitude of an enclosed error; None if it is unknown or unbounded. If only one end is
    known, returns its magnitude.
    """
    sizes = [abs(end) for end in _ends_of_error(verdict, key)]
    return max(sizes) if sizes and all(map(math.isfinite, sizes)) else None


def least_size_of_error(verdict: dict, key: str) -> float | None:
    """Returns the smallest magnitude of an enclosed error, which is the certain size."""
    ends = _ends_of_error(verdict, key)
    if not ends or not all(map(math.isfinite, ends)):
        return None
    return 0.0 if min(ends) < 0 < max(ends) else min(map(abs, ends))


def counted_grade(verdict: dict) -> str:
    """Returns the grade at which a violation counts: the grade that two installations share."""
    return text_of(verdict, "grade_that_counts" if "grade_that_counts" in verdict else "grade")


class LogHistogram:
    """A histogram of error sizes or times. It computes their median to a relative error of 1/100, in bounded memory.
    """

    def __init__(self) -> None:
        self.bins: Counter[float] = Counter()
        self.total = 0.0
        self.largest = 0.0

    def add(self, x: float) -> None:
        place = -math.inf if x <= 0 else math.inf if math.isinf(x) else math.floor(200 * math.log10(x) + 0.5)
        self.bins[place] += 1
        self.total += x
        self.largest = max(self.largest, x)

    def add_all(self, other: "LogHistogram") -> None:
        self.bins.update(other.bins)
        self.total += other.total
        self.largest = max(self.largest, other.largest)

    @property
    def count(self) -> int:
        return sum(self.bins.values())

    @property
    def median(self) -> float:
        before, count = 0, self.count
        for place in sorted(self.bins):
            before += self.bins[place]
            if 2 * before >= count:
                return 10 ** (place / 200) if math.isfinite(place) else max(0.0, place)
        return 0.0


class Counts:
    """Numbers of claims by verdict, and of violations by the grade that counts."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.grades: Counter[str] = Counter()

    def add(self, verdict: dict) -> None:
        self.verdicts[text_of(verdict, "verdict")] += 1
        self.grades[counted_grade(verdict)] += 1

    def add_all(self, other: "Counts") -> None:
        self.verdicts.update(other.verdicts)
        self.grades.update(other.grades)

    def __getattr__(self, name: str) -> int:
        """counts.sound, counts.gross"""
        if name in VERDICTS:
            return self.verdicts[name]
        if name in GRADES:
            return self.grades[name]
        raise AttributeError(name)

    @property
    def all(self) -> int:
        return sum(self.verdicts.values())

    @property
    def open(self) -> int:
        return self.undecided + self.broken + self.unsupported

    @property
    def materially(self) -> int:
        return self.gross + self.material

    @property
    def by_rounding(self) -> int:
        return self.numerical + self.last_digits

    @property
    def violations(self) -> str:
        """Returns "3 gross, 12 material", or an empty text."""
        words = {"last_digits": "at rounding level"}
        return ", ".join(f"{self.grades[grade]} {words.get(grade, grade)}" for grade in reversed(GRADES[1:])
                         if self.grades[grade])

    @property
    def text(self) -> str:
        """Returns "20 sound, 18 violated (16 gross, 2 material), 3 estimates"."""
        words = {"estimate": "estimates", "broken": "without a number"}
        parts = []
        for verdict in VERDICTS:
            if self.verdicts[verdict]:
                more = f" ({self.violations})" if verdict == "violated" else ""
                parts.append(f"{self.verdicts[verdict]} {words.get(verdict, verdict)}{more}")
        return ", ".join(parts)


@dataclass
class ShownClaim:
    """The texts of a judged line; numbers are unchanged texts of the program."""

    place: str
    """file:line"""
    mechanism: str
    options: str
    claim: str
    exact: str
    """mechanism and claim exactly, where those above are not"""
    truth: str
    note: str
    basis: str
    """what it rests on; empty where documented"""
    other: str
    """the other reading, and the verdict by it"""
    where: str
    """of what is promised: files and lines"""
    elsewhere: str
    replay: str
    """a command that prints the certified value"""

    @property
    def line(self) -> str:
        """Returns mechanism, options, claim and true value as one text."""
        options = ", " + self.options if self.options else ""
        return f"{self.mechanism}{options}: {self.claim}" + (f"; truth {self.truth}" if self.truth else "")


def shown_claim(verdict: dict) -> ShownClaim:
    shown, basis = verdict.get("shown", {}), verdict.get("rests_on", {})
    words = other = ""
    if basis and text_of(basis, "kind") != "documented":
        words = text_of(basis, "words")
        if reading := text_of(basis, "other_reading"):
            other = f"{reading} By that: {text_of(basis, 'other_verdict')}."
    return ShownClaim(
        place=f"{text_of(verdict, 'file')}:{text_of(verdict, 'line')}",
        mechanism=text_of(shown, "mechanism") or text_of(verdict, "mechanism"), options=text_of(shown, "options"),
        claim=text_of(shown, "claim"), exact=text_of(shown, "exact"), truth=text_of(shown, "truth"),
        note=text_of(shown, "note"), basis=words, other=other,
        where="; ".join(str(place) for place in basis.get("where", [])),
        elsewhere=text_of(shown, "installations"), replay=text_of(verdict, "replay"))


@dataclass
class KeptLine:
    """A judged line that pages show."""

    grade: str
    size: float
    """of the error, relative to the truth; of a broken promise absolute"""
    shown: ShownClaim


class KeptLines:
    """The worst lines of one kind, sorted by decreasing grade, then by decreasing error."""

    MOST = 5000

    def __init__(self) -> None:
        self.lines: list[KeptLine] = []
        self.left_out = 0

    def add(self, line: KeptLine) -> None:
        bisect.insort_right(self.lines, line, key=lambda one: (-GRADES.index(one.grade), -one.size))
        if len(self.lines) > self.MOST:
            self.lines.pop()
            self.left_out += 1

    @property
    def worst(self) -> KeptLine:
        return self.lines[0]

    @property
    def count(self) -> int:
        return len(self.lines) + self.left_out

    def by_grade(self) -> list[tuple[str, list[KeptLine]]]:
        """Returns all lines by grade; nothing if there is only one line."""
        out: list[tuple[str, list[KeptLine]]] = []
        for line in self.lines if len(self.lines) > 1 else []:
            if not out or out[-1][0] != line.grade:
                out.append((line.grade, []))
            out[-1][1].append(line)
        return out


class Tally:
    """Counts, and the looseness of sound bounds or the |relative error| of estimates."""

    def __init__(self) -> None:
        self.counts, self.errors = Counts(), LogHistogram()

    def count(self, verdict: dict) -> None:
        self.counts.add(verdict)
        key = {"estimate": "relative_error", "sound": "looseness"}.get(text_of(verdict, "verdict"))
        if key and verdict.get(key) is not None and (size := size_of_error(verdict, key)) is not None:
            self.errors.add(size)


_STEPS = (1, 30, 300, 3000)
_DELTAS = (1e-4, 1e-8, 1e-12, 1e-20)


def steps_regime(steps: float) -> int:
    return sum(steps > limit for limit in _STEPS)


def delta_regime(delta: float) -> int:
    return sum(delta < limit for limit in _DELTAS)


def steps_regime_name(i: int) -> str:
    if i == 0:
        return "N = 1"
    return f"N > {_STEPS[-1]}" if i == len(_STEPS) else f"{_STEPS[i - 1]} < N <= {_STEPS[i]}"


def delta_regime_name(i: int) -> str:
    if i == 0:
        return "delta >= 0.0001"
    if i == len(_DELTAS):
        return f"delta < {_DELTAS[-1]:g}"
    return f"{_plain(_DELTAS[i])} <= delta < {_plain(_DELTAS[i - 1])}"


def _plain(x: float) -> str:
    return repr(x)


class MethodRow(Tally):
    """A row of the scoreboard: one method of one release of an accountant, for one kind of claim and one basis."""

    def __init__(self, tool: str, version: str, method: str, kind: str, standing: str) -> None:
        super().__init__()
        self.tool, self.version, self.method = tool, version, method
        self.kind, self.standing = kind, standing
        self.promises = self.promises_violated = 0
        self.violated, self.broken_promises, self.by_tolerance = KeptLines(), KeptLines(), KeptLines()
        self.tool_seconds, self.seconds = LogHistogram(), LogHistogram()
        self.by_steps: dict[int, Tally] = {}
        self.by_delta: dict[int, Tally] = {}

    @property
    def shown(self) -> str:
        """Returns the method, with the basis of its answers if that is not a documented promise."""
        return self.method + ("" if self.standing == "documented" else ", " + STANDINGS[self.standing])

    @property
    def promised(self) -> str:
        return PROMISED[self.kind]

    @property
    def promises_text(self) -> str:
        """Returns "12 kept" or "3 of 12 broken"."""
        if not self.promises:
            return ""
        if not self.promises_violated:
            return f"{self.promises} kept"
        return f"{self.promises_violated} of {self.promises} broken"

    @property
    def regimes(self) -> list[tuple[str, list[tuple[str, Tally]]]]:
        steps = [(steps_regime_name(i), self.by_steps[i]) for i in sorted(self.by_steps)]
        deltas = [(delta_regime_name(i), self.by_delta[i]) for i in sorted(self.by_delta)]
        return [one for one in (("steps", steps), ("delta", deltas)) if one[1]]

    def add(self, verdict: dict) -> None:
        self.count(verdict)
        word = text_of(verdict, "verdict")
        if word in ("unsupported", "broken"):
            return
        if word == "violated":
            size = least_size_of_error(verdict, "relative_error")
            self.violated.add(KeptLine(counted_grade(verdict), math.inf if size is None else size,
                                       shown_claim(verdict)))
        if verdict.get("by_tolerance"):
            size = size_of_error(verdict, "relative_error") or 0.0
            self.by_tolerance.add(KeptLine(text_of(verdict, "grade"), size, shown_claim(verdict)))
        self._add_promise(verdict)
        self._add_times_and_regimes(verdict)

    def _add_promise(self, verdict: dict) -> None:
        promise = verdict.get("promise")
        if not isinstance(promise, dict):
            return
        self.promises += 1
        if text_of(promise, "verdict") == "violated":
            self.promises_violated += 1
            size = size_of_error(verdict, "absolute_error") or 0.0
            self.broken_promises.add(KeptLine(text_of(verdict, "grade"), size, shown_claim(verdict)))

    def _add_times_and_regimes(self, verdict: dict) -> None:
        if verdict.get("tool_seconds") is not None:
            self.tool_seconds.add(float(verdict["tool_seconds"]))
            self.seconds.add(float(verdict.get("seconds", 0.0)))
        self.by_steps.setdefault(steps_regime(verdict.get("steps", 0.0)), Tally()).count(verdict)
        if (delta := verdict.get("delta_scale", 0.0)) > 0:
            self.by_delta.setdefault(delta_regime(delta), Tally()).count(verdict)


@dataclass
class ApartRow:
    """The answers that depend on one entry of promises.toml and are not in the headline."""

    standing: str
    basis: dict = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)

    def of(self, member: str) -> str:
        return text_of(self.basis, member)


@dataclass
class ReleaseChange:
    fixed: bool
    question: str
    place: str
    earlier: str
    later: str
    """verdicts: "violated (gross)\""""


@dataclass
class ReleaseRow:
    """The changes of one method of a tool between two releases, on the questions that both answered. Fixed: a
    violation that is gone or milder, or a number where the earlier release has none. Broke: the opposite changes.
    """

    tool: str
    method: str
    earlier: str
    later: str
    same: int = 0
    fixed: int = 0
    broke: int = 0
    changes: list[ReleaseChange] = field(default_factory=list)
    """the first of them"""

    @property
    def all(self) -> int:
        return self.same + self.fixed + self.broke


_NO_NUMBER = 9


def _badness(verdict: dict) -> int | None:
    """Returns the rank of a verdict, larger for worse: 0 for sound answers and estimates, then the grades, then
    missing numbers. Returns nothing if the verdict is no evidence about the release (no certified pair, or
    undecided).
    """
    word = text_of(verdict, "verdict")
    if word in ("sound", "estimate"):
        return 0
    if word == "violated":
        return GRADES.index(text_of(verdict, "grade"))
    return _NO_NUMBER if word == "broken" else None


def _badness_name(badness: int) -> str:
    if badness == _NO_NUMBER:
        return "no number"
    return f"violated ({GRADES[badness]})" if badness else "holds"


def _date_of(version: str) -> str:
    """Returns the text after the last comma of a version, which is the date."""
    return version.rpartition(", ")[2] if ", " in version else ""


class ReleaseChanges:
    """Compares the releases that answered one question. Releases are sorted by the date at the end of the version
    ("1.6.0, 2026-05"), or in the order of the file if a version has no date.
    """

    MOST_CHANGES = 200

    def __init__(self) -> None:
        self.rows_by_key: dict[tuple, ReleaseRow] = {}
        self.answers: dict[bytes, list[tuple[str, int]]] = {}

    def add(self, verdict: dict) -> None:
        badness, question = _badness(verdict), claim_question(verdict)
        if badness is None or not question:
            return
        digest = hashlib.sha256(question.encode()).digest()[:12]
        answers = self.answers.setdefault(digest, [])
        now = text_of(verdict, "version"), badness
        if any(version == now[0] for version, _ in answers):
            return  # a repeated question
        for before in answers:
            self._compare(verdict, before, now)
        answers.append(now)

    def _compare(self, verdict: dict, before: tuple[str, int], now: tuple[str, int]) -> None:
        dates = _date_of(before[0]), _date_of(now[0])
        earlier, later = (now, before) if all(dates) and dates[1] < dates[0] else (before, now)
        key = text_of(verdict, "tool"), text_of(verdict, "method"), earlier[0], later[0]
        row = self.rows_by_key.setdefault(key, ReleaseRow(*map(one_line, key)))
        if earlier[1] == later[1]:
            row.same += 1
            return
        fixed = later[1] < earlier[1]
        row.fixed += fixed
        row.broke += not fixed
        if len(row.changes) < self.MOST_CHANGES:
            shown = shown_claim(verdict)
            row.changes.append(ReleaseChange(fixed, f"{shown.mechanism}: {shown.claim}", shown.place,
                                             _badness_name(earlier[1]), _badness_name(later[1])))

    @property
    def rows(self) -> list[ReleaseRow]:
        return [self.rows_by_key[key] for key in sorted(self.rows_by_key)]


class ClaimsSummary:
    def __init__(self) -> None:
        self._rows: dict[tuple, MethodRow] = {}
        self.counts = {standing: Counts() for standing in STANDINGS}
        self.apart: dict[tuple, ApartRow] = {}
        self.unsupported: Counter[str] = Counter()
        """why claims were, and how many"""
        self.releases = ReleaseChanges()

    def add(self, verdict: dict) -> None:
        readable = "mechanism" in verdict
        standing = text_of(verdict, "standing") if readable else "documented"
        self.counts[standing].add(verdict)
        if not readable:
            return
        if standing != "documented":
            basis = verdict.get("rests_on", {})
            apart = self.apart.setdefault((standing, text_of(basis, "id")), ApartRow(standing))
            apart.basis = basis or apart.basis
            apart.counts.add(verdict)
        if text_of(verdict, "verdict") == "unsupported":
            self.unsupported[one_line(text_of(verdict, "reason"))] += 1
        self.releases.add(verdict)
        self._row_of(verdict, standing).add(verdict)

    def _row_of(self, verdict: dict, standing: str) -> MethodRow:
        # Answers of another installation have a separate row of the same release.
        beside = text_of(verdict, "installation")
        version = text_of(verdict, "version") + (" beside " + beside if beside else "")
        names = text_of(verdict, "tool"), version, text_of(verdict, "method")
        key = *names, text_of(verdict, "kind"), list(STANDINGS).index(standing)
        if key not in self._rows:
            self._rows[key] = MethodRow(*map(one_line, names), key[3], standing)
        return self._rows[key]

    @property
    def rows(self) -> list[MethodRow]:
        """Returns the rows sorted by tool, version, method and kind. Rows that are counted apart follow those in the
        headline.
        """
        return [self._rows[key] for key in sorted(self._rows)]

    @property
    def apart_rows(self) -> list[tuple[str, ApartRow]]:
        return [(key[1], self.apart[key]) for key in sorted(self.apart)]

    @property
    def documented(self) -> Counts:
        return self.counts["documented"]

    @property
    def all(self) -> Counts:
        out = Counts()
        for counts in self.counts.values():
            out.add_all(counts)
        return out


def read_verdicts(path: Path) -> Iterator[dict]:
    """Yields the verdicts of a file."""
    for i, line in enumerate(read_text(path).split("\n")):
        if not line:
            continue
        verdict = json_or_none(line)
        try:
            if verdict is None:
                raise ValueError("no object")
            _check(verdict)
        except (KeyError, TypeError, ValueError) as error:
            what = one_line(str(error))
            raise Refused(f"{path}:{i + 1}: is no verdict ({what}); run plumbline claims again") from error
        yield verdict


def _check(verdict: dict) -> None:
    """Checks the members that pages need. Raises an exception if one is missing or invalid."""
    if not isinstance(verdict["file"], str) or not isinstance(verdict["line"], int):
        raise ValueError("without a place")
    if verdict["verdict"] not in VERDICTS:
        raise ValueError(f"'{verdict['verdict']}' is no word of a verdict")
    if (verdict.get("grade") or "") not in GRADES or verdict.get("grade_that_counts", "") not in GRADES:
        raise ValueError(f"'{verdict['grade']}' is no grade")
    if "mechanism" not in verdict:
        return
    if verdict["kind"] not in PROMISED or verdict["standing"] not in STANDINGS:
        raise ValueError("a kind or a standing that is not known")
    for member in ("tool", "version", "method", "mechanism"):
        if not isinstance(verdict[member], str):
            raise ValueError(f"{member} is no text")
    if not isinstance(verdict.get("rests_on", {}), dict) or not isinstance(verdict.get("shown", {}), dict):
        raise ValueError("rests_on or shown is no object")
    for member in ("seconds", "tool_seconds", "steps", "delta_scale"):
        float(verdict.get(member) or 0.0)


def read_summary(path: Path) -> ClaimsSummary:
    out = ClaimsSummary()
    for verdict in read_verdicts(path):
        out.add(verdict)
    return out
