#!/usr/bin/env python3
"""Determines which headline certificates are confirmed by each of three checks: the check of the program, the second
checker, and the kernel of Rocq. Writes rocq/headlines.json, which the site shows, and the table of
docs/kernel-headlines.md.

    ./dev rocq headlines [--program PLUMBLINE] [--kernel NUMBER,...] [--changed NUMBER,...] [--jobs N] [--seconds S] [--write]

The certificates are those of cases/certificates/headlines.json and of rocq/runs.json (few steps, and the run of docs/dp-sgd.md).
Without --write the script only compares: verdicts that are confirmed in the record must be confirmed again (exit code
1 if not). coqc must also reject the certificates that --changed names (by default the first; 0 for none) with both
ends moved by their distance, and by 1e-10 if that is more.
Without --program the first column comes from the record; with --kernel the last column of all other certificates
comes from it. A verdict of the record is used only if its entry has the quantity, mechanisms, direction, arguments
and ends of the certificate.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
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


def verdicts(command, items):
    """Returns the verdicts of a checker on the certificates of a bundle. The checker prints a JSON line for each
    certificate, with its index. The verdict is empty if the line is missing, or has another statement than the
    certificate.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {line.get("index"): line for line in lines if "quantity" in line}
    out = [found.get(place, {}) for place in range(1, len(items) + 1)]
    return [line.get("verdict", "") if same_statement(line, item) else "" for line, item in zip(out, items)]


def numbers(text):
    return [int(x) for x in text.split(",") if x]


def kernel(items, chosen, changed, seconds, jobs):
    tasks = [(i, items[i - 1], seconds, [Decimal("1e-10")] if i in changed else False) for i in chosen]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for number, result in zip(chosen, pool.map(confirm.confirm, tasks)):
            print(f"{number:3} kernel: {confirm.verdict_text(result)}, {confirm.time_of(result)}"
                  + (f"\n    {result['why']}" if "why" in result else ""), flush=True)
            yield number, result


STATEMENT = ("quantity", "mechanism", "other", "direction", "at", "lower", "upper")


def record_of(item, known):
    """Returns the entry of a certificate, with the verdicts of another entry with an equal statement."""
    kept = {key: known.get(key, {}) for key in ("check", "second", "kernel")}
    return {**{key: item[key] for key in STATEMENT if key in item}, **kept}


def same_statement(one, other):
    """Returns True if both have equal quantity, mechanisms, direction, arguments and ends."""
    return all(one.get(key) == other.get(key) for key in STATEMENT)


def recorded(items):
    """Returns the entry of the record for each certificate ({} if there is none), and the other entries."""
    old = json.loads(RECORD.read_text(encoding="utf-8"))["certificates"] if RECORD.is_file() else []
    found = [next((one for one in old if same_statement(one, item)), {}) for item in items]
    return found, [one for one in old if not any(same_statement(one, item) for item in items)]


def said(result):
    """Returns the verdict of the kernel in the format of the record, with the ends of the theorem. If these differ
    from the ends of the certificate, the table and the site write "confirmed within".
    """
    out = {"verdict": "confirmed" if result["verdict"] in confirm.CONFIRMED else result["verdict"]}
    if out["verdict"] == "confirmed":
        out["lower"], out["upper"], out["seconds"] = result["lower"], result["upper"], round(result["processor"])
    else:
        out["why"] = result["why"].splitlines()[0] if result["verdict"] == "not covered" else "see the log"
    return out


def short(lower, upper, places=12):
    """Returns an interval for a table: the common digits of both ends, and the remaining digits."""
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
    """Returns the statements that were confirmed before and are no longer confirmed."""
    return [f"{one['quantity']} of {one['mechanism']}: {by}" for one, other in zip(before, after)
            for by in ("check", "second", "kernel")
            if one and one[by].get("verdict") == "confirmed" and other[by].get("verdict") != "confirmed"]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="")
    parser.add_argument("--kernel", default="", help="these certificates alone; none: 0")
    parser.add_argument("--changed", default="1", help="these with changed digits, too; none: 0")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    if options.program and not shutil.which(options.program):
        parser.error(f"no program at {options.program}")
    bundles = {name: json.loads(name.read_text(encoding="utf-8"))["certificates"] for name in BUNDLES}
    items = [item for found in bundles.values() for item in found]
    old, others = recorded(items)
    record = [record_of(item, known) for item, known in zip(items, old)]
    checkers = {"second": [sys.executable, "-B", str(ROOT / "checker" / "plumbline_check.py")]}
    if options.program:
        checkers["check"] = [options.program, "check"]
    for by, command in checkers.items():
        found = [verdict for name, those in bundles.items() for verdict in verdicts([*command, str(name), "--json"], those)]
        if "" in found:
            print(f"{by}: no verdict on certificate {found.index('') + 1}", file=sys.stderr)
            return 1
        for line, verdict in zip(record, found):
            line[by] = {"verdict": verdict}
        print(f"{by}: {sum(x == 'confirmed' for x in found)} of {len(found)} confirmed", flush=True)
    chosen = [i for i in numbers(options.kernel) or range(1, len(items) + 1) if i > 0]
    if chosen and not confirm.build_library():
        return 2
    for number, result in kernel(items, chosen, numbers(options.changed), options.seconds, options.jobs):
        record[number - 1]["kernel"] = said(result)
    missing = lost(old, record)
    for line in missing:
        print(f"not confirmed any more: {line}")
    for one in [] if options.write else others:
        print(f"the record has a statement of no certificate: {one['quantity']} of {one['mechanism']} in [{one['lower']}, {one['upper']}]")
        missing.append(one)
    if options.write:
        for number, known in enumerate(recorded(items)[0], 1):  # another run may have written since
            if number not in chosen:
                record[number - 1]["kernel"] = known.get("kernel", {})
        write(record)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
