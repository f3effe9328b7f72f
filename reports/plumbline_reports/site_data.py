"""The data of the pages of the site, read once."""

from dataclasses import dataclass, field
from pathlib import Path

from .changes import NightChange, changes_between
from .claims import ClaimsSummary, Tally, read_verdicts
from .files import Refused
from .history import History, KeptNight, KeptTally
from .night import NightPart
from .results import RunResults, load_results, text_of
from .site_accountants import BesideOurs

NIGHTS_COMPARED = 30


def family_of(mechanism: str) -> str:
    """Returns "subsampled_gaussian" for "subsampled_gaussian(sigma=1,p=0.01)^10000", and "product" for several
    factors.
    """
    depth = 0
    for c in mechanism:
        depth += (c == "(") - (c == ")")
        if c == "*" and depth == 0:
            return "product"
    inside = mechanism.lstrip("( ")
    for c in "(^ ":
        inside = inside.partition(c)[0]
    return inside or "other"


def regime_of(steps: float) -> str:
    if steps <= 0:
        return "not judged"
    if steps <= 1:
        return "one step"
    return "2 to 300 steps" if steps <= 300 else "above 300 steps"


class BoardRow(Tally):
    """Claims of one method about one family of mechanisms, in one regime."""

    def __init__(self, tool: str, version: str, method: str, kind: str, family: str, regime: str,
                 standing: str) -> None:
        super().__init__()
        self.tool, self.version, self.method, self.kind = tool, version, method, kind
        self.family, self.regime, self.standing = family, regime, standing

    @property
    def counted(self) -> bool:
        return self.standing == "documented"


@dataclass
class SiteData:
    claims: ClaimsSummary = field(default_factory=ClaimsSummary)
    board: list[BoardRow] = field(default_factory=list)
    """sorted by its names"""
    beside: BesideOurs = field(default_factory=BesideOurs)
    results: RunResults = field(default_factory=RunResults)
    nights: list[KeptNight] = field(default_factory=list)
    parts: list[tuple[int, NightPart]] = field(default_factory=list)
    tallies: list[KeptTally] = field(default_factory=list)
    changes: dict[int, list[NightChange]] = field(default_factory=dict)
    """since the night before, of the last nights that have one"""

    def families_of_tools(self) -> dict[str, list[str]]:
        found: dict[str, set[str]] = {}
        for row in self.board:
            found.setdefault(row.tool, set()).add(row.family)
        return {tool: sorted(families) for tool, families in found.items()}

    def tool_of_part(self, part: str) -> str:
        """Returns the tool of a part of claims, which has the form "TOOL VERSION: METHOD (KIND)"; the text before the
        first blank if the current claims do not contain the tool.
        """
        tools = [row.tool for row in self.board if part.startswith(row.tool + " ")]
        return max(tools, key=len, default=part.partition(" ")[0])


def is_violation(verdict: str) -> bool:
    """Returns True for a verdict that counts as violated in the history: "violated, material"."""
    return verdict.startswith("violated")


def _read_claims(path: Path, out: SiteData) -> None:
    board: dict[tuple, BoardRow] = {}
    for verdict in read_verdicts(path):
        out.claims.add(verdict)
        out.beside.add(verdict)
        if "mechanism" in verdict:
            names = [text_of(verdict, name) for name in ("tool", "version", "method", "kind")]
            key = (*names, family_of(text_of(verdict, "mechanism")), regime_of(verdict.get("steps", 0.0)),
                   text_of(verdict, "standing"))
            board.setdefault(key, BoardRow(*key)).count(verdict)
    out.board = [board[key] for key in sorted(board)]


def read_site_data(results: Path, history: Path | None) -> SiteData:
    out = SiteData(results=load_results(results))
    if (results / "claims.jsonl").is_file():
        _read_claims(results / "claims.jsonl", out)
    if not out.results.values and not out.board:
        raise Refused(f"{results}: has no results; name the --out folder of `plumbline verify` and `plumbline claims` "
                      "with --results")
    if history is None:
        return out
    with History(history) as kept:
        out.nights = kept.nights()
        if out.nights:
            last = out.nights[-1].id
            out.parts, out.tallies = kept.parts(1, last), kept.tallies(1, last)
        for before, night in list(zip(out.nights, out.nights[1:]))[-NIGHTS_COMPARED:]:
            out.changes[night.id] = changes_between(kept, before.id, night.id)
    return out
