"""The results of `plumbline verify` in its --out folder."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from .files import json_or_none, read_text
from .numbers import number


@dataclass
class RunResults:
    run: dict = field(default_factory=dict)
    """run.json; empty where it is missing"""
    values: list[dict] = field(default_factory=list)
    """results.jsonl, in order: the values, see is_value()"""
    others: list[dict] = field(default_factory=list)
    """the results that are something else"""
    previous: list[dict] = field(default_factory=list)
    """the values of the run before, as previous.jsonl has them"""


def is_value(result: dict) -> bool:
    """Returns True for a certified value: a quantity with both ends, or with judged approximations (a whole curve has
    no ends), at an argument or without one.
    """
    judged = result.get("judged")
    has_judged = isinstance(judged, list) and bool(judged)
    has_ends = isinstance(result.get("lower"), str) and isinstance(result.get("upper"), str)
    if not isinstance(result.get("quantity"), str) or not (has_ends or has_judged):
        return False
    if result.get("kind", "value") != "value":
        return False
    at = result.get("at")
    return at is None or isinstance(at, dict) and all(isinstance(x, str) for x in at.values())


def objects_in(path: Path) -> list[dict]:
    """Reads the objects of a file. Lines that are not objects (an interrupted write) are skipped; a missing file has
    none.
    """
    if not path.is_file():
        return []
    found = (json_or_none(line) for line in read_text(path).split("\n"))
    return [one for one in found if one is not None]


def load_results(out: Path) -> RunResults:
    run = out / "run.json"
    results = RunResults(run=(json_or_none(read_text(run)) or {}) if run.is_file() else {})
    for result in objects_in(out / "results.jsonl"):
        (results.values if is_value(result) else results.others).append(result)
    results.previous = [one for one in objects_in(out / "previous.jsonl") if is_value(one)]
    return results


def text_of(record: dict, key: str) -> str:
    """Returns a member as text; empty if it is absent or null."""
    value = record.get(key)
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def judged_of(value: dict) -> list[dict]:
    judged = value.get("judged")
    return [one for one in judged if isinstance(one, dict)] if isinstance(judged, list) else []


def number_of(record: dict, key: str) -> float:
    return number(text_of(record, key))


def seconds_of(record: dict) -> float:
    seconds = record.get("seconds")
    return float(seconds) if isinstance(seconds, (int, float)) else 0.0


def error_of(judged: dict, key: str) -> float:
    """Returns the upper bound of an error of a judged value; nan if the approximation returned no number."""
    error = judged.get(key)
    return number_of(error, "upper") if isinstance(error, dict) else float("nan")


def magnitude_of(judged: dict, key: str) -> float:
    """Returns the largest magnitude of a signed error; nan if it is unknown."""
    error = judged.get(key)
    if not isinstance(error, dict):
        return float("nan")
    return max(abs(number_of(error, "lower")), abs(number_of(error, "upper")))


def argument_of(value: dict) -> tuple[str, str]:
    """Returns name and text of the only argument of a value; both empty for a quantity with no or several arguments.
    """
    at = value.get("at")
    if not isinstance(at, dict) or len(at) != 1 or value.get("quantity") == "divergence":
        return "", ""
    name = next(iter(at))
    return name, text_of(at, name)


def mechanism_text(value: dict) -> str:
    """Returns the mechanism, the mechanism compared with it, and the direction, as one text."""
    out = text_of(value, "mechanism")
    if other := text_of(value, "other"):
        out += " against " + other
    direction = text_of(value, "direction")
    return f"{out}, {direction}" if direction else out


def request_text(value: dict) -> str:
    """Returns the request as text: "delta(epsilon=1.5)", "tv"."""
    quantity, at = text_of(value, "quantity"), value.get("at")
    if not isinstance(at, dict) or quantity == "divergence":
        return quantity
    arguments = ", ".join(f"{name}={text_of(at, name)}" for name in at)
    return f"{quantity}({arguments})" if arguments else quantity


def replay_command(value: dict) -> str:
    """Returns the command that computes a value again."""
    quantity, other = text_of(value, "quantity"), text_of(value, "other")
    if argument_of(value)[1] == "all":  # a whole curve
        return "plumbline verify " + text_of(value, "file")
    out = f"plumbline {quantity} '{text_of(value, 'mechanism')}'" + (f" '{other}'" if other else "")
    if quantity != "divergence":  # whose place is a result
        at = value.get("at")
        for name in at if isinstance(at, dict) else ():
            point = text_of(at, name)
            # A negative number would look like an option: join it with '='.
            out += f" --{name}" + ("=" if point.startswith("-") else " ") + point
    if quantity != "rero":
        out += " --direction " + text_of(value, "direction")
    return out + " --digits " + text_of(value, "digits_asked")


def value_identity(result: dict) -> str:
    """Returns the question of a result. Two results are compared only if their questions are equal."""
    names = ("file", "case", "mechanism", "other", "direction")
    return "".join(text_of(result, name) + "\n" for name in names) + request_text(result)


def verdict_counts(values: list[dict]) -> dict[str, int]:
    """Returns the number of values with each verdict on the value that the source prints."""
    words = ("agrees", "differs", "disputed", "stale_dispute", "undecided")
    verdicts = [text_of(value, "verdict") for value in values]
    return {word: verdicts.count(word) for word in words}
