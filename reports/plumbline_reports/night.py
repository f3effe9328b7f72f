"""The results of one night: the judged answers with their verdicts, and their costs."""

import hashlib
import json
import math
import os
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from .claims import claim_question
from .files import Refused, json_or_none, read_text
from .results import (is_value, judged_of, replay_command, request_text, seconds_of, text_of, value_identity)


@dataclass(frozen=True)
class AnswerState:
    """The result of one question in one night."""

    verdict: str
    """"sound", "violated, material", "agrees, not reached", "absent\""""
    error: float | None = None
    """relative: looseness of a sound bound, or the error"""
    digits: float | None = None
    """of the enclosure, of values"""
    lower: str = ""
    upper: str = ""


@dataclass
class NightAnswer:
    source: str
    """"value", "judged" (by a case) or "claim" (of an accountant)"""
    part: str
    """what it belongs to: a case file, or a method of an accountant"""
    key: str
    """what it answers; the same every night"""
    question: str
    place: str
    mechanism: str
    replay: str
    """a command that shows the truth; may be empty"""
    state: AnswerState


@dataclass
class NightPart:
    """Statistics of one part."""

    source: str
    name: str
    answers: int = 0
    seconds: float = 0.0
    """that their certified values took"""
    tool_seconds: float | None = None
    """that the accountant says it took"""
    median_error: float | None = None
    largest_error: float | None = None
    fewest_digits: float | None = None


@dataclass
class Night:
    time: str = ""
    """UTC, "2026-03-01T02:17:00Z\""""
    commit: str = ""
    machine: str = ""
    """times are compared within one machine alone"""
    build: str = ""
    """of the program, as JSON"""
    digest: str = ""
    """of what it was read from"""
    answers: list[NightAnswer] = field(default_factory=list)
    parts: list[NightPart] = field(default_factory=list)


def _real(text: str) -> float | None:
    try:
        x = float(text)
    except ValueError:
        return None
    return x if math.isfinite(x) else None


def _size(record: dict, key: str) -> float | None:
    """Returns the largest magnitude of an error that is an enclosure or a plain number."""
    error = record.get(key)
    if not isinstance(error, dict):
        return _real(text_of(record, key))
    ends = [_real(text_of(error, end)) for end in ("lower", "upper") if end in error]
    return None if not ends or None in ends else max(map(abs, ends))


class _Gathering:
    """Collects answers and statistics of their parts; a repeated query is a separate answer."""

    def __init__(self) -> None:
        self.answers: list[NightAnswer] = []
        self.seen: dict[tuple[str, str], int] = {}
        self.parts: dict[tuple[str, str], NightPart] = {}
        self.errors: dict[tuple[str, str], list[float]] = {}

    def add(self, answer: NightAnswer, seconds: float, tool_seconds: float | None = None) -> None:
        again = self.seen[answer.source, answer.key] = self.seen.get((answer.source, answer.key), 0) + 1
        if again > 1:
            answer.key += f"\n#{again}"
        key = answer.source, answer.part
        part = self.parts.setdefault(key, NightPart(*key))
        part.answers += 1
        part.seconds += seconds
        if tool_seconds is not None:
            part.tool_seconds = (part.tool_seconds or 0.0) + tool_seconds
        if answer.state.error is not None:
            self.errors.setdefault(key, []).append(answer.state.error)
        if (digits := answer.state.digits) is not None:
            part.fewest_digits = digits if part.fewest_digits is None else min(part.fewest_digits, digits)
        self.answers.append(answer)

    def finish(self) -> list[NightPart]:
        for key, errors in self.errors.items():
            errors.sort()
            self.parts[key].median_error, self.parts[key].largest_error = errors[len(errors) // 2], errors[-1]
        return [self.parts[key] for key in sorted(self.parts)]


def _value_state(result: dict) -> AnswerState:
    verdict = text_of(result, "verdict") or "certified"
    if text_of(result, "reached") == "false":
        verdict += ", not reached"
    return AnswerState(verdict, None, _real(text_of(result, "digits")), text_of(result, "lower"),
                       text_of(result, "upper"))


def _judged_state(judged: dict) -> AnswerState:
    verdict, band = text_of(judged, "verdict"), judged.get("band")
    if text_of(judged, "within_tolerance") == "false":
        verdict += ", tolerance exceeded"
    if isinstance(band, dict) and text_of(band, "contains_truth") == "false":
        verdict += ", band missed"
    error = _size(judged, "relative_error")
    return AnswerState(verdict, _size(judged, "absolute_error") if error is None else error)


def _add_result(result: dict, into: _Gathering) -> None:
    file, key = text_of(result, "file"), value_identity(result)
    asked = request_text(result), f"{file}, {text_of(result, 'case')}", text_of(result, "mechanism"), \
        replay_command(result)
    into.add(NightAnswer("value", file, key, *asked, _value_state(result)), seconds_of(result))
    for judged in judged_of(result):
        name = text_of(judged, "approximation")
        into.add(NightAnswer("judged", name, f"{key}\n{name}", *asked, _judged_state(judged)), seconds_of(judged))


def _claim_state(verdict: dict) -> AnswerState:
    word, grade, promise = text_of(verdict, "verdict"), text_of(verdict, "grade"), verdict.get("promise")
    if grade:
        word += ", " + grade
    if isinstance(promise, dict) and text_of(promise, "verdict") != "sound":
        word += ", stated error " + text_of(promise, "verdict")
    truth = verdict.get("truth")
    truth = truth if isinstance(truth, dict) else {}
    return AnswerState(word, _size(verdict, "looseness" if word == "sound" else "relative_error"), None,
                       text_of(truth, "lower"), text_of(truth, "upper"))


def _claim_words(verdict: dict) -> str:
    """"epsilon(delta=1e-5)\""""
    shown = verdict.get("shown")
    if isinstance(shown, dict) and text_of(shown, "question"):
        return text_of(shown, "question")
    return request_text(verdict)


def _add_claim(verdict: dict, into: _Gathering) -> None:
    question = claim_question(verdict)
    if not question:
        return  # a line without a claim
    part = (f"{text_of(verdict, 'tool')} {text_of(verdict, 'version')}: {text_of(verdict, 'method')} "
            f"({text_of(verdict, 'kind')})")
    answer = NightAnswer("claim", part, question + text_of(verdict, "version"), _claim_words(verdict),
                         f"{text_of(verdict, 'file')}:{text_of(verdict, 'line')}", text_of(verdict, "mechanism"),
                         text_of(verdict, "replay"), _claim_state(verdict))
    into.add(answer, seconds_of(verdict), _real(text_of(verdict, "tool_seconds")))


def _whole_lines(path: Path, text: str) -> list[dict]:
    """Parses lines that are all objects. An incomplete last line, of a running or killed run, is an error."""
    out = []
    lines = text.split("\n")
    for i, line in enumerate(lines[:-1] if lines[-1] == "" else lines):
        one = json_or_none(line)
        if one is None:
            raise Refused(f"{path}:{i + 1}: is no line of a finished run; run it again")
        out.append(one)
    return out


def _read_cases(folder: Path, into: _Gathering, digest) -> str:
    """Reads the results of `verify` in the folder, if there are any; returns the build."""
    path, results = folder / "run.json", folder / "results.jsonl"
    if not path.exists():
        return ""
    text = read_text(path)
    run = json_or_none(text)
    if run is None or "build" not in run:
        raise Refused(f"{path}: is not one of plumbline verify; run the cases again")
    if run.get("shard") is not None or run.get("exit_code") == 130:
        raise Refused(f"{folder}: is a part of a run; finish it with `plumbline verify --resume` or `plumbline merge`")
    lines = read_text(results) if results.exists() else ""
    digest.update(path.read_bytes())
    if results.exists():
        digest.update(results.read_bytes())
    for result in _whole_lines(results, lines):
        if is_value(result):
            _add_result(result, into)
    return json.dumps(run["build"], ensure_ascii=False, separators=(",", ":"))


def _read_claims(folder: Path, into: _Gathering, digest) -> str:
    path, record = folder / "claims.jsonl", folder / "claims-run.json"
    if not path.exists():
        return ""
    text = read_text(path)
    digest.update(path.read_bytes())
    for verdict in _whole_lines(path, text):
        _add_claim(verdict, into)
    run = (json_or_none(read_text(record)) or {}) if record.is_file() else {}
    return json.dumps(run.get("build", {}), ensure_ascii=False, separators=(",", ":"))


def read_night(folder: Path) -> Night:
    """Reads the results of `plumbline verify --out FOLDER` and `plumbline claims --out FOLDER`: run.json, results.jsonl,
    claims.jsonl, or both. The caller sets time, commit and machine."""
    gathering, digest = _Gathering(), hashlib.sha256()
    of_cases = _read_cases(folder, gathering, digest)
    of_claims = _read_claims(folder, gathering, digest)
    parts = gathering.finish()
    if not gathering.answers:
        raise Refused(f"{folder}: has no answers; name the --out folder of `plumbline verify` or `plumbline claims`")
    return Night(build=of_cases or of_claims, digest=digest.hexdigest(), answers=gathering.answers, parts=parts)


def this_machine() -> str:
    """Returns the name of the processor and the number of its cores."""
    name = "unknown processor"
    try:
        for line in read_text(Path("/proc/cpuinfo")).split("\n"):
            if line.startswith("model name"):
                name = line.partition(": ")[2] or name
                break
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores"


def time_now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
