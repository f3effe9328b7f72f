"""`history add`, `show` and `check`, as text, JSON or CSV on the terminal."""

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

from .changes import changes_between
from .files import Refused
from .history import History, KeptNight, KeptTally, find_night
from .night import read_night, this_machine, time_now
from .safe_text import one_line
from .trends import TrendRules, trends

COLUMNS = {
    "night": ("night", "time", "commit", "machine", "build", "answers", "seconds", "verdicts"),
    "change": ("what", "source", "part", "question", "place", "before", "after"),
    "trend": ("what", "source", "part", "question", "place", "message", "from", "to", "replay"),
}


class Answers:
    """Prints records: `text` for people, JSON Lines or CSV for programs."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.columns: tuple[str, ...] = ()

    def give(self, kind: str, record: dict, text: str) -> None:
        if self.form == "text":
            print("\n".join(one_line(line) for line in text.split("\n")))
        elif self.form == "json":
            print(json.dumps(record, ensure_ascii=True))
        else:
            self._give_row(kind, record)

    def _give_row(self, kind: str, record: dict) -> None:
        out = csv.writer(sys.stdout, lineterminator="\n")
        if self.columns != COLUMNS[kind]:
            if self.columns:
                print()
            self.columns = COLUMNS[kind]
            out.writerow(self.columns)
        out.writerow([one_line(str(record[name])) for name in self.columns])

    def say(self, text: str) -> None:
        """Prints a line only in text format."""
        if self.form == "text":
            print(text)


def add(arguments: argparse.Namespace) -> int:
    night = read_night(arguments.results)
    night.time = arguments.time or time_now()
    night.commit, night.machine = arguments.commit, arguments.machine or this_machine()
    with History(arguments.folder, True, arguments.wait) as history:
        number = history.add(night)
    if number is None:
        print("these results are in the history already")
    else:
        print(f"night {number}: {len(night.answers)} answers of {one_line(str(arguments.results))}")
    return 0


def _verdicts(tallies: list[KeptTally], night: int) -> str:
    """"3 violated; 12 sound" of all parts."""
    counts: Counter[str] = Counter()
    for tally in tallies:
        if tally.night == night:
            counts[tally.verdict] += tally.count
    return "; ".join(f"{counts[verdict]} {verdict}" for verdict in sorted(counts))


def _give_nights(history: History, nights: list[KeptNight], answers: Answers) -> None:
    last = nights[-1].id
    parts, tallies = history.parts(1, last), history.tallies(1, last)
    for night in nights:
        own = [part for number, part in parts if number == night.id]
        record = {"night": night.id, "time": night.time, "commit": night.commit, "machine": night.machine,
                  "build": night.build, "answers": sum(part.answers for part in own),
                  "seconds": sum(part.seconds for part in own), "verdicts": _verdicts(tallies, night.id)}
        commit = f"  {night.commit[:12]}" if night.commit else ""
        answers.give("night", record, f"night {night.id}  {night.time}{commit}  {record['answers']} answers, "
                                      f"{record['seconds']:.1f} s: {record['verdicts']}")


def _beside(text: str, before: str, after: str = "") -> str:
    return before + text + after if text else ""


def show(arguments: argparse.Namespace) -> int:
    answers = Answers(arguments.format)
    with History(arguments.folder, False, arguments.wait) as history:
        nights = history.nights()
        if not nights:
            raise Refused(f"{arguments.folder}: has no nights; add one")
        last = nights[-1].id
        _give_nights(history, nights, answers)
        since = find_night(nights, arguments.since).id if arguments.since else max(1, last - 1)
        if since >= last:
            return 0
        changes = changes_between(history, since, last)
    answers.say(f"\nnight {last} beside night {since}: {len(changes)} changes")
    for c in changes:
        record = {"what": c.kind, "source": c.source, "part": c.part, "question": c.question, "place": c.place,
                  "before": c.before, "after": c.after}
        answers.give("change", record, f"  {c.kind:<8} {c.part}{_beside(c.question, ', ')}{_beside(c.place, ' (', ')')}: "
                                       f"{_beside(c.before, '', ' -> ')}{c.after}")
    return 0


def check(arguments: argparse.Namespace) -> int:
    answers = Answers(arguments.format)
    rules = TrendRules(nights=arguments.nights, slower=arguments.slower, floor=arguments.slower_floor)
    with History(arguments.folder, False, arguments.wait) as history:
        nights = history.nights()
        if arguments.since:
            rules.since = find_night(nights, arguments.since).id
        found = trends(history, rules)
    for t in found:
        record = {"what": t.kind, "source": t.source, "part": t.part, "question": t.question, "place": t.place,
                  "message": t.message, "from": t.first, "to": t.last, "replay": t.replay}
        text = (f"{t.kind}: {t.part}{_beside(t.question, ': ')}{_beside(t.place, ' (', ')')}: {t.message} "
                f"(nights {t.first} to {t.last})")
        answers.give("trend", record, text + _beside(t.replay, "\n  "))
    looked = min(len(nights), rules.nights, nights[-1].id - rules.since + 1) if nights else 0
    what = f"{len(found)} things" if found else "nothing"
    answers.say(f"{what} got worse over the last {looked} night{'' if looked == 1 else 's'}")
    return 1 if found else 0


def add_history_words(word) -> None:
    """Adds the parsers of `history`; `word(name, what)` creates a parser."""
    history = word("history", "past nightly runs, and regressions across them")
    words = history.add_subparsers(required=True, metavar="WORD")

    def one(name: str, run, what: str) -> argparse.ArgumentParser:
        out = words.add_parser(name, help=what, description=what, allow_abbrev=False)
        out.set_defaults(run=run)
        out.add_argument("folder", type=Path, help="folder of history.sqlite")
        out.add_argument("--wait", type=float, default=60, help="seconds to wait while another program uses it")
        return out

    adding = one("add", add, "add the results of verify and claims to the history, as one night")
    adding.add_argument("results", type=Path, nargs="?", default=Path("reports/out"))
    for name in ("--commit", "--machine", "--time"):
        adding.add_argument(name, default="")
    for name, run, what in (("show", show, "all nights, and the changes since one of them"),
                            ("check", check, "fail if something got worse over the nights")):
        reading = one(name, run, what)
        reading.add_argument("--since", default="")
        reading.add_argument("--format", choices=("text", "json", "csv"), default="text")
        reading.add_argument("--json", dest="format", action="store_const", const="json")
        if name == "check":
            reading.add_argument("--nights", type=int, default=10)
            reading.add_argument("--slower", type=float, default=20)
            reading.add_argument("--slower-floor", type=float, default=0.5)
