#!/usr/bin/env python3
"""The tables of docs/related.md from the rows that rivals.py writes (docs/pictures/rivals.tsv).

    tools/rivals/tables.py           writes them between the marks of that page
    tools/rivals/tables.py --check   fails where the page has others
"""

import argparse
import collections
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE, DATA = ROOT / "docs" / "related.md", ROOT / "docs" / "pictures" / "rivals.tsv"
Row = collections.namedtuple("Row", "accountant task question error seconds note")
BELOW = 1e-14  # relative width of the true values
OTHERS = ("curve", "tradeoff", "calibration", "sweep")
MARKS = ("<!-- rivals: {} -->", "<!-- /rivals: {} -->")


def write(path, head, rows):
    lines = ["# " + line for line in head] + ["\t".join(Row._fields)] + ["\t".join(row) for row in rows]
    path.write_text("\n".join(" ".join(line.split("\n")) for line in lines) + "\n", "utf-8")


def read(path):
    """Returns the heading and the rows."""
    lines = path.read_text("utf-8").splitlines()
    head = [line[2:] for line in lines if line.startswith("# ")]
    return head, [Row(*line.split("\t")) for line in lines[len(head) + 1:]]


def shown(error):
    if error == float("inf"):
        return "no number"
    return "below 1e-14" if abs(error) < BELOW else f"{error:+.1e}"


def seconds_text(seconds):
    return f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def by_accountant(rows):
    out = {}
    for row in rows:
        out.setdefault(row.accountant, []).append(row)
    return out


def reason(rows):
    """Returns the reason for missing results of an accountant."""
    notes = [row.note for row in rows if row.error == "fails"]
    return notes[0] if notes else "was not asked"


def epsilon_row(name, rows):
    asked = [row for row in rows if row.task == "epsilon"]
    answered = [row for row in asked if row.error != "fails"]
    if not answered:
        return f"| {name} | 0 | | | | {reason(rows)} |"
    errors = [float(row.error) for row in answered]
    times = [float(row.seconds) for row in answered]
    return (f"| {name} | {len(answered)} | {sum(error < -BELOW for error in errors)} | "
            f"{shown(statistics.median(map(abs, errors)))} | {shown(max(errors, key=abs))} | "
            f"{seconds_text(statistics.median(times))} |")


def epsilon_table(rows):
    head = "| accountant | answered | too low | median error | largest error | one answer |\n" + "|---" * 6 + "|\n"
    return head + "\n".join(epsilon_row(*one) for one in by_accountant(rows).items())


def cell(rows, task):
    of_task = [row for row in rows if row.task == task]
    answered = [row for row in of_task if row.error != "fails"]
    if not of_task:
        return ""
    if not answered:
        return "fails"
    row = answered[0]
    share = f" ({row.question})" if task == "sweep" and not row.question.startswith("1000 ") else ""
    return f"{shown(float(row.error))}, {seconds_text(float(row.seconds))}{share}"


def tasks_table(rows):
    head = "| accountant | " + " | ".join(OTHERS) + " |\n" + "|---" * (1 + len(OTHERS)) + "|\n"
    kept = {name: own for name, own in by_accountant(rows).items() if any(row.task in OTHERS for row in own)}
    return head + "\n".join(
        f"| {name} | " + " | ".join(cell(own, task) for task in OTHERS) + " |" for name, own in kept.items())


def schedule_table(rows):
    """Returns the table of epsilon and curve for each schedule, for accountants with results."""
    of = [row for row in rows if row.task.startswith("schedule")]
    columns = sorted({(row.question, row.task) for row in of}, key=lambda x: (x[0].endswith("Gaussians"), len(x[0]), x))
    def name(question, task):
        return question + (", curve" if task.endswith("curve") else "")
    head = "| accountant | " + " | ".join(name(*one) for one in columns) + " |\n" + "|---" * (1 + len(columns)) + "|\n"
    return head + "\n".join(
        f"| {who} | " + " | ".join(cell([row for row in own if row.question == question], task)
                                   for question, task in columns) + " |" for who, own in by_accountant(of).items())


def all_tables(rows):
    return "\n\n".join([epsilon_table(rows), tasks_table(rows), schedule_table(rows)])


def page_with(page, parts):
    """Returns the page with each part between its marks. Raises ValueError if a mark is missing."""
    for name, text in parts.items():
        begin, end = (mark.format(name) for mark in MARKS)
        between = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if not between.search(page):
            raise ValueError(f"no {begin} in the page")
        page = between.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", page)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    head, rows = read(DATA)
    page = PAGE.read_text("utf-8")
    made = page_with(page, {"run": ". ".join(head) + ".", "epsilon": epsilon_table(rows), "tasks": tasks_table(rows),
                            "schedules": schedule_table(rows)})
    if given.check and made != page:
        print("docs/related.md: its tables are not those of docs/pictures/rivals.tsv; run tools/rivals/tables.py")
        return 1
    if not given.check:
        PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
