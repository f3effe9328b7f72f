"""Test vectors as Python objects, with the standard library only."""

from __future__ import annotations

import difflib
import functools
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any


SMALLEST = math.ulp(0.0)  # the smallest positive double
KINDS = ("upper", "lower", "estimate")  #: kinds of answers


def unknown_word(word: object, known: Iterable[str]) -> str:
    """Returns a message about an unknown word: the word, the most similar known word, and all known words."""
    names = sorted(known)
    meant = difflib.get_close_matches(str(word), names, 1)
    guess = f"did you mean {meant[0]!r}? " if meant else ""
    return f"unknown {word!r}; {guess}write one of {', '.join(names)}"


def _data() -> Path:
    """Returns the data folder of an installation, or of the clone that contains this file."""
    here = Path(__file__).resolve().parent
    return here / "data" if (here / "data").is_dir() else here.parents[1]


DATA = _data()  #: the folder of the vectors that come with this package


@dataclass(frozen=True)
class Factor:
    """A mechanism composed `steps` times; parameters are doubles, integers or lists of them."""

    name: str
    parameters: dict[str, Any]
    steps: int

    @property
    def title(self) -> str:
        """Name, parameters and steps, in the form of an expression."""
        inside = ",".join(f"{name}={_short(value)}" for name, value in self.parameters.items())
        return f"{self.name}({inside})" + (f"^{self.steps}" if self.steps > 1 else "")


@dataclass(frozen=True)
class Vector:
    """One certified value: the exact value is in [lower, upper]."""

    id: str
    family: str
    expression: str
    factors: tuple[Factor, ...]
    event: Any  #: dp-accounting's event as nested lists, or None
    nested: tuple[int, int] | None
    direction: str
    adjacency: str
    quantity: str
    argument: float | None
    lower_text: str
    upper_text: str
    lower_double: float
    upper_double: float
    tier: str
    flags: frozenset[str] = field(default_factory=frozenset)

    @property
    def title(self) -> str:
        """A readable name, such as `epsilon-subsampled_gaussian(sigma=1,p=0.01)^1000-remove-at-1e-05`:
        the parameters are the doubles that `factors` has, in their shortest form."""
        at = "" if self.argument is None else f"-at-{self.argument!r}"
        names = "*".join(factor.title for factor in self.factors)
        if self.nested:
            outer, inner = self.nested
            names = f"({replace(self.factors[0], steps=inner).title})^{outer}"
        return f"{self.quantity}-{names}-{self.adjacency}{at}"

    @property
    def lower(self) -> Fraction | float:
        """The exact lower end, parsed on access, because some have a million digits."""
        return _end(self.lower_text)

    @property
    def upper(self) -> Fraction | float:
        """The exact upper end."""
        return _end(self.upper_text)

    def underflows(self, value: float, kind: str) -> bool:
        """Returns True if the answer is the upper bound 0 for a positive number that is below all positive doubles. 0
        is the nearest double, but not a bound: the answer is neither sound nor a fault of the accounting.
        """
        return kind == "upper" and value == 0 and self.upper_double <= SMALLEST and 0 < self._ends_beside(0.0)[0]

    def is_sound(self, value: float, kind: str, slack: float = 0.0) -> bool:
        """Returns True if an upper or lower bound is certainly valid, or an estimate is within the relative error
        `slack` of the value. Raises ValueError for an unknown kind.
        """
        if kind not in KINDS:
            raise ValueError(f"kind: {unknown_word(kind, KINDS)}")
        if math.isnan(value):
            return False
        lower, upper = self._ends_beside(value)
        if math.isinf(value) or isinstance(lower, float) or isinstance(upper, float):
            return value >= lower if kind == "upper" else value <= upper
        x = Fraction(value)
        room = Fraction(slack) * max(abs(lower), abs(upper))
        if kind == "upper":
            return x >= lower - room
        if kind == "lower":
            return x <= upper + room
        return lower - room <= x <= upper + room

    def digits(self, value: float) -> float:
        """Returns the number of correct digits: -log10 of the relative error, 0 to 17."""
        if math.isnan(value):
            return 0.0
        lower, upper = self._ends_beside(value)
        if isinstance(lower, float) or isinstance(upper, float) or math.isinf(value):
            return 17.0 if value == self.lower_double else 0.0
        x = Fraction(value)
        if lower <= x <= upper:
            return 17.0
        error = max(abs(x - lower), abs(x - upper))
        scale = max(abs(lower), abs(upper))
        if scale == 0:
            return 0.0
        ratio = error / scale
        return 0.0 if ratio >= 1 else min(17.0, math.log10(ratio.denominator) - math.log10(ratio.numerator))

    def _ends_beside(self, value: float) -> tuple[Fraction | float, Fraction | float]:
        """Returns both exact ends. For the comparison with 0, both may be multiplied by one power of ten, which
        changes neither signs nor ratios and shortens ends of a million digits to twenty.
        """
        (a, _, i), (b, _, j) = (text.lower().partition("e") for text in (self.lower_text, self.upper_text))
        if value == 0 and i and j and max(int(i), int(j)) < -400:
            shift = max(int(i), int(j))
            return Fraction(f"{a}e{int(i) - shift}"), Fraction(f"{b}e{int(j) - shift}")
        return self.lower, self.upper


@functools.lru_cache(maxsize=1024)
def _end(text: str) -> Fraction | float:
    return float(text) if "inf" in text else Fraction(text)


def _short(x: Any) -> str:
    if isinstance(x, list):
        return "[" + ",".join(map(_short, x)) + "]"
    return repr(x).removesuffix(".0")


def _parameter(x: Any) -> Any:
    if isinstance(x, list):
        return [_parameter(v) for v in x]
    return float.fromhex(x) if isinstance(x, str) else x


def load(folder: str | Path = DATA) -> Iterator[Vector]:
    """Returns all vectors of a folder, by default those of this package. Raises ValueError if a file has no vectors.
    """
    files = sorted(p for p in Path(folder).glob("*.json") if not p.name.endswith(".schema.json"))
    if not files:
        raise ValueError(f"{folder} has no vectors (*.json)")
    for path in files:
        document = json.loads(path.read_text())
        if document.get("schema") != "vectors.schema.json":
            raise ValueError(f"{path} is not a file of vectors")
        for group in document["testGroups"]:
            mechanism = group["mechanism"]
            factors = tuple(
                Factor(f["name"], {k: _parameter(v) for k, v in f["parameters"].items()}, f["steps"])
                for f in mechanism["factors"]
            )
            nested = mechanism.get("nested")
            for test in group["tests"]:
                at = test["argument"].get("hex")
                yield Vector(
                    test["id"], document["family"], mechanism["expression"], factors,
                    mechanism["event"], tuple(nested) if nested else None,
                    group["direction"], group["adjacency"], test["quantity"],
                    None if at is None else float.fromhex(at),
                    test["lower"], test["upper"],
                    float.fromhex(test["lowerDouble"]), float.fromhex(test["upperDouble"]),
                    test["tier"], frozenset(test["flags"]),
                )


def worst(vectors: Iterable[Vector]) -> list[Vector]:
    """Returns one vector for each pair of directions, if both exist: delta, epsilon and total variation are the
    larger of the two. Other quantities of such pairs are omitted.
    """
    pairs: dict[tuple[str, str, float | None], list[Vector]] = {}
    for v in vectors:
        pairs.setdefault((v.expression, v.quantity, v.argument), []).append(v)
    out = []
    for both in pairs.values():
        first = both[0]
        if "Asymmetric" not in first.flags:
            out.append(first)
        elif len(both) == 2 and first.quantity in ("delta", "epsilon", "tv"):
            lower = max(both, key=lambda v: v.lower)
            upper = max(both, key=lambda v: v.upper)
            out.append(replace(
                first, direction="worst", lower_text=lower.lower_text, upper_text=upper.upper_text,
                lower_double=lower.lower_double, upper_double=upper.upper_double,
                flags=first.flags | both[1].flags,
            ))
    return out
