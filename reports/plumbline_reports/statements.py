"""statements.md: the statements of the papers, each with its verdict. Verdicts only depend on the results of a run;
statements.json has the statements of the papers, as the program read them with the cases.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from .files import json_or_none, read_text, replace_file
from .numbers import interval
from .pages import markdown_page
from .results import RunResults, judged_of, request_text, text_of
from .safe_text import markdown_text, one_line

AGREES, ROUNDS, WRONG, OPEN, NOT_RUN = "agrees", "agrees after rounding", "wrong", "OPEN", "not in this run"
ELSEWHERE, UNDECIDABLE = "settled by test or proof", "not decidable from the text"
COUNTED = (AGREES, ROUNDS, "misprint", "false", "imprecise", ELSEWHERE, UNDECIDABLE)
KINDS = (("misprint", "Misprints"), ("false", "False statements"), ("imprecise", "Imprecise"),
         ("no error", "Suspected, but correct"))


def _verdict(value: dict) -> str:
    """Returns the verdict on a value. If only the judged methods have expectations, the verdict states if the methods
    agree with the printed values and meet their tolerances.
    """
    verdict = text_of(value, "verdict")
    for judged in judged_of(value) if not verdict else ():
        within, printed = text_of(judged, "within_tolerance"), text_of(judged, "expect_verdict")
        if within == "false" or printed == "differs":
            return "differs"
        if within == "undecided":
            return "undecided"
        if within == "true" or printed == "agrees":
            verdict = "agrees"
    return verdict


def _is_printed(value: dict) -> bool:
    """Returns True if the value was only compared with printed digits."""
    says = any("expect_verdict" in judged for judged in judged_of(value))
    return "checks" not in value and (text_of(value, "verdict") != "" or says)


@dataclass
class Standing:
    """The state of a statement or dispute after a run, and the values that carry its id."""

    state: str = NOT_RUN
    evidence: list[dict] = field(default_factory=list)


def standing_of(identifier: str, results: RunResults) -> Standing:
    evidence = [value for value in results.values + results.others
                if isinstance(value.get("statements"), list) and identifier in value["statements"]]
    verdicts = Counter(_verdict(value) for value in evidence)
    if verdicts["differs"] + verdicts["undecided"] + verdicts["stale_dispute"]:
        return Standing(OPEN, evidence)
    if verdicts["disputed"]:
        return Standing(WRONG, evidence)
    if not verdicts["agrees"]:
        return Standing(NOT_RUN, evidence)
    only_printed = all(_is_printed(value) for value in evidence if _verdict(value) == "agrees")
    return Standing(ROUNDS if only_printed else AGREES, evidence)


# --- evidence -------------------------------------------------------------------------------------------------------


def _stated(value: dict) -> str:
    """Returns the statement and its verdict."""
    expect, verdict = text_of(value, "expect"), text_of(value, "verdict")
    if not expect:
        return ""
    out = f"; stated: {markdown_text(expect)}"
    for check in value.get("checks", []):
        # If an expectation is more than a number, its value is shown too.
        if "lower" in check and text_of(check, "expect").strip("0123456789.eE+-<>= "):
            out += f" [{markdown_text(interval(text_of(check, 'lower'), text_of(check, 'upper')))}]"
    out += ": " + ("**contradicted**" if verdict == "disputed" else verdict)
    if verdict == "disputed":
        out += ": " + markdown_text(text_of(value, "dispute"))
    where = value.get("where")
    names = [f"{markdown_text(name)} is {markdown_text(str(stands_for))}"
             for name, stands_for in (where.items() if isinstance(where, dict) else ())]
    return out + ("; where " + ", ".join(names) if names else "")


def _judged(value: dict) -> str:
    out = ""
    for judged in judged_of(value):
        name = one_line(text_of(judged, "approximation"))
        if printed := text_of(judged, "expect"):
            out += (f"; {name} = {markdown_text(text_of(judged, 'value'))}; stated: {markdown_text(printed)}: "
                    f"{text_of(judged, 'expect_verdict')}")
        if within := text_of(judged, "within_tolerance"):
            where = "within" if within == "true" else "not within"
            out += f"; {name} is {where} its tolerance {text_of(judged, 'tolerance')}"
    return out


def _evidence_line(value: dict) -> str:
    """"divergence of `a` against `b`, forward = 0.0341[38, 39]; stated: 0.034: agrees (file, case)\""""
    what = markdown_text(request_text(value))
    mechanism, other, direction = (one_line(text_of(value, key)) for key in ("mechanism", "other", "direction"))
    what += f" of `{mechanism}`" if mechanism else ""
    what += f" against `{other}`" if other else ""
    what += f", {direction}" if mechanism and direction != "worst" else ""
    what += " = " + markdown_text(interval(text_of(value, "lower"), text_of(value, "upper")))
    what += " crossings" if text_of(value, "quantity") == "comparison" else ""
    what += f", {markdown_text(text_of(value, 'word'))}" if "word" in value else ""
    what += f" up to {text_of(value, 'margin')} in delta" if "margin" in value else ""
    file = PurePosixPath(text_of(value, "file")).name
    return f"{what}{_stated(value)}{_judged(value)} ({markdown_text(file)}, {markdown_text(text_of(value, 'case'))})"


def evidence_lines(evidence: list[dict]) -> list[str]:
    """Returns one line for each verdict of a case, contradictions first."""
    groups: dict[tuple, list[dict]] = {}
    for value in evidence:
        groups.setdefault(tuple(text_of(value, key) for key in ("file", "case", "verdict")), []).append(value)
    out = []
    for key in sorted(groups, key=lambda key: key[2] != "disputed"):
        more = len(groups[key]) - 1
        points = f"; the same verdict at {more} more {'point' if more == 1 else 'points'}" if more else ""
        out.append(_evidence_line(groups[key][0]) + points)
    return out


# --- the page -------------------------------------------------------------------------------------------------------


def _wrong_word(disputes: list[dict]) -> str:
    kinds = {dispute["kind"] for dispute in disputes}
    return next((kind for kind in ("false", "misprint", "imprecise") if kind in kinds), "contradicted")


def _anchor(heading: str) -> str:
    """Returns the anchor of a heading as Markdown viewers create it: lower case, letters, digits, - and _, and dashes
    for blanks.
    """
    return "".join("-" if c == " " else c.lower() for c in heading if c in " -_" or (c.isascii() and c.isalnum()))


def corrections(dispute: dict) -> list[str]:
    """Returns a line for each printed item with its correction. " | " separates several items in both texts."""
    pairs = [dispute["printed"].split(" | "), dispute["correct"].split(" | ")]
    if len(pairs[0]) != len(pairs[1]):
        pairs = [[dispute["printed"]], [dispute["correct"]]]
    lines = [f"Printed: {printed.removesuffix('.')}. Correct: {correct.removesuffix('.')}."
             for printed, correct in zip(*pairs)]
    return lines if len(lines) == 1 else [f"({number}) {line}" for number, line in enumerate(lines, 1)]


class Statement:
    """One statement of a source, with its verdict in a word and the related disputes."""

    def __init__(self, record: dict, paper: "Paper", results: RunResults) -> None:
        self.record = record
        standing = standing_of(record["id"], results)
        state, self.evidence = standing.state, evidence_lines(standing.evidence)
        if state == NOT_RUN and record["undecidable"]:
            state = UNDECIDABLE
        elif state == NOT_RUN and (record["tests"] or record["proofs"]):
            state = ELSEWHERE
        named = [name for value in standing.evidence if text_of(value, "verdict") == "disputed"
                 for name in value["statements"]]
        self.disputes = [paper.disputes[name] for name in dict.fromkeys(named) if name in paper.disputes]
        self.word, self.by_reading = state, False
        if state not in (OPEN, NOT_RUN):
            # Disputes that no value decides contain the reason why the statement is wrong.
            self.disputes += [paper.disputes[name] for name in record["disputes"]
                              if name in paper.disputes and name not in named]
        if self.disputes:
            self.word, self.by_reading = _wrong_word(self.disputes), state != WRONG

    @property
    def heading(self) -> str:
        return f"{self.record['id']}, {markdown_text(self.record['where'])}: {self.word}" + (
            " (by reading)" if self.by_reading else "")


class Paper:
    def __init__(self, record: dict, results: RunResults) -> None:
        self.record, self.results = record, results
        self.disputes = {dispute["id"]: dispute for dispute in record["disputes"]}
        self.statements = [Statement(one, self, results) for one in record["statements"]]

    def dispute_heading(self, dispute: dict) -> str:
        standing, kind = standing_of(dispute["id"], self.results), dispute["kind"]
        if dispute["reading"] and not standing.evidence:
            verdict = kind + " (by reading)"
        elif standing.state == WRONG:
            verdict = OPEN if kind == "no error" else "confirmed: " + kind
        elif standing.state in (AGREES, ROUNDS):
            verdict = "refuted: no error" if kind == "no error" else OPEN
        else:
            verdict = standing.state
        return f"{dispute['id']}, {markdown_text(dispute['where'])}: {verdict}"

    def anchor(self, dispute: dict) -> str:
        return _anchor(self.dispute_heading(dispute))

    def evidence(self, dispute: dict) -> list[str]:
        return evidence_lines(standing_of(dispute["id"], self.results).evidence)

    @property
    def counts(self) -> list[int]:
        """Returns the numbers of statements by the words of COUNTED, and the number of all others."""
        words = Counter(statement.word for statement in self.statements)
        counts = [words[word] for word in COUNTED]
        return counts + [len(self.statements) - sum(counts)]


def statements_markdown(records: list[dict], results: RunResults) -> str:
    papers = [Paper(record, results) for record in records]
    index = [(title, [(paper, dispute) for paper in papers for dispute in paper.record["disputes"]
                      if dispute["kind"] == kind]) for kind, title in KINDS]
    unjudged = [(one.record["id"], part) for paper in papers for one in paper.statements for part in one.record["unjudged"]]
    return markdown_page("statements.md", papers=papers, counted=COUNTED, index=[one for one in index if one[1]],
                         unjudged=unjudged, corrections=corrections)


def write_statements(out: Path, results: RunResults) -> None:
    """Writes the statements of papers if the run had papers."""
    path = out / "statements.json"
    record = json_or_none(read_text(path)) if path.is_file() else None
    if record and record.get("papers"):
        replace_file(out / "statements.md", statements_markdown(record["papers"], results))
