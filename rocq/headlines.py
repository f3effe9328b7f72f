#!/usr/bin/env python3
"""Determines which headline certificates are confirmed by each of three checks: the program's own check, the second
checker, and Rocq's kernel. Writes rocq/headlines.json, which the site shows, and the table of docs/kernel-headlines.md.

    ./dev rocq headlines [--program PLUMBLINE] [--kernel NUMBER,...] [--changed NUMBER,...] [--jobs N] [--seconds S] [--write]

The certificates are those of cases/certificates/headlines.json and of rocq/runs.json (few steps, and the run of docs/dp-sgd.md).
Without --write it only compares: what the record says is confirmed must be confirmed again (exit code 1 if not). coqc must
also refuse the certificates that --changed names (the first, unless given; none: 0) with both ends moved by their distance, and
by 1e-10 where that is more.
Without --program the first column is taken from the record; with --kernel so is the last of the others.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import confirm

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUNDLES = (ROOT / "cases" / "certificates" / "headlines.json", HERE / "runs.json")
RECORD = HERE / "headlines.json"
PAGE = ROOT / "docs" / "kernel-headlines.md"
MARKS = ("<!-- headlines: written by rocq/headlines.py -->\n", "<!-- end of headlines -->\n")


def verdicts(command):
    """By the number of the certificate: a line of JSON each."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [line.get("verdict", "") for line in lines if "quantity" in line]


def numbers(text):
    return [int(x) for x in text.split(",") if x]


def kernel(items, chosen, changed, seconds, jobs):
    tasks = [(i, items[i - 1], seconds, [Decimal("1e-10")] if i in changed else False) for i in chosen]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for number, result in zip(chosen, pool.map(confirm.confirm, tasks)):
            print(f"{number:3} kernel: {confirm.verdict_text(result)}, {confirm.time_of(result)}"
                  + (f"\n    {result['why']}" if "why" in result else ""), flush=True)
            yield number, result


def record_of(item, known):
    keys = ("quantity", "mechanism", "other", "direction", "at", "lower", "upper")
    kept = {key: known.get(key, {}) for key in ("check", "second", "kernel")}
    return {**{key: item[key] for key in keys if key in item}, **kept}


def recorded(count):
    """Returns the entries of the file; certificates that are new to it have none."""
    old = json.loads(RECORD.read_text(encoding="utf-8"))["certificates"] if RECORD.is_file() else []
    return old + [{}] * (count - len(old))


def said(result):
    """The verdict of the kernel as the record has it. The ends of the theorem stand beside it: where they are not those of the
    certificate, the table and the site write "confirmed within"."""
    out = {"verdict": "confirmed" if result["verdict"] in confirm.CONFIRMED else result["verdict"]}
    if out["verdict"] == "confirmed":
        out["lower"], out["upper"], out["seconds"] = result["lower"], result["upper"], round(result["processor"])
    else:
        out["why"] = result["why"].splitlines()[0] if result["verdict"] == "not covered" else "see the log"
    return out


def short(lower, upper, places=12):
    """An interval in a table: the digits that both ends share, and what follows."""
    same = os.path.commonprefix([lower, upper])
    more = len(same.replace(".", "").lstrip("0")) - places
    if more >= 0 and "." in same[:len(same) - more]:
        return f"{same[:len(same) - more]}..."
    return lower if lower == upper else f"[{lower}, {upper}]" if len(upper) < 18 else f"[{lower[:16]}..., {upper[:16]}...]"


def table(record):
    rows = ["| value | `check` | second checker | kernel |", "|---|---|---|---|"]
    for line in record:
        at = ", ".join(f"{key} {value}" for key, value in line["at"].items() if line["quantity"] != "divergence")
        against = f" against `{line['other']}`" if "other" in line else ""
        value = (f"{line['quantity']}{f' ({at})' if at else ''} of `{line['mechanism']}`{against}: "
                 f"{short(line['lower'], line['upper'])}")
        by = line["kernel"]
        last = by.get("verdict", "not asked yet")
        if last == "confirmed":
            whole = (by["lower"], by["upper"]) == (line["lower"], line["upper"])
            last = "confirmed" if whole else f"confirmed within {short(by['lower'], by['upper'])}"
            last += f" ({by['seconds']} s)" if "seconds" in by else ""
        elif by.get("why"):
            last = f"{last}: {by['why']}"
        cells = [value, line["check"].get("verdict", ""), line["second"].get("verdict", ""), last]
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def write(record):
    RECORD.write_text(json.dumps({"certificates": record}, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    pattern = re.escape(MARKS[0]) + ".*?" + re.escape(MARKS[1])
    PAGE.write_text(re.sub(pattern, lambda _: MARKS[0] + table(record) + MARKS[1], page, flags=re.S), encoding="utf-8")


def lost(before, after):
    """Returns the statements that were confirmed before and are not any more."""
    return [f"{one['quantity']} of {one['mechanism']}: {by}" for one, other in zip(before, after)
            for by in ("check", "second", "kernel")
            if one[by].get("verdict") == "confirmed" and other[by].get("verdict") != "confirmed"]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="")
    parser.add_argument("--kernel", default="", help="these certificates alone; none: 0")
    parser.add_argument("--changed", default="1", help="these with changed digits, too; none: 0")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    items = [item for name in BUNDLES for item in json.loads(name.read_text(encoding="utf-8"))["certificates"]]
    old = recorded(len(items))
    record = [record_of(item, known) for item, known in zip(items, old)]
    checkers = {"second": [sys.executable, "-B", str(ROOT / "checker" / "plumbline_check.py")]}
    if options.program:
        checkers["check"] = [options.program, "check"]
    for by, command in checkers.items():
        found = [verdict for name in BUNDLES for verdict in verdicts([*command, str(name), "--json"])]
        if len(found) != len(items):
            print(f"{by}: {len(found)} verdicts of {len(items)} certificates", file=sys.stderr)
            return 1
        for line, verdict in zip(record, found):
            line[by] = {"verdict": verdict}
        print(f"{by}: {sum(x == 'confirmed' for x in found)} of {len(found)} confirmed", flush=True)
    chosen = [i for i in numbers(options.kernel) or range(1, len(items) + 1) if i > 0]
    if chosen and not confirm.build_library():
        return 2
    for number, result in kernel(items, chosen, numbers(options.changed), options.seconds, options.jobs):
        record[number - 1]["kernel"] = said(result)
    missing = lost([line for line in old if line], record)
    for line in missing:
        print(f"not confirmed any more: {line}")
    if options.write:
        for number, known in enumerate(recorded(len(items)), 1):  # another run may have written since
            if number not in chosen:
                record[number - 1]["kernel"] = known.get("kernel", {})
        write(record)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
