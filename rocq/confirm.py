#!/usr/bin/env python3
"""Builds the library of rocq/theories, lets the kernel confirm certificates, and tests that the kernel rejects
changed ones.

    ./dev rocq [BUNDLE...] [--only NUMBER,...] [--jobs N] [--seconds S] [--unchanged] [--json FILE]

For each certificate plumbline_rocq.py writes a file, coqc must accept it, and rocq/AXIOMS must list all names that
Print Assumptions prints. The verdict is "confirmed" if the theorem has the ends of the certificate. If it has wider
ends (sampled compositions, many steps of Laplace noise, products: plumbline_rocq.stated), the verdict is "confirmed
within" these ends. The last digits of such a certificate are not confirmed, and may be false. For the negative test,
both ends of the theorem are moved by their distance (by one unit of the last digit if that is more), up for odd
numbers and down for even ones. coqc must reject that file, in the computation and not before.
Exit codes: 0 all checks pass, 1 a check fails, 2 the library does not build, 3 coqc is not installed.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time
from decimal import Decimal, localcontext
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import plumbline_rocq as writer  # noqa: E402

ORDER = (HERE / "theories" / "ORDER").read_text(encoding="utf-8").split()
WORK = HERE.parent / "build-rocq"
BUNDLES = ("certificates", "directions", "products")
REFUSED = re.compile(r'"eq_refl" has type "true = true"|has type\s+"true = true"')


def coqc(path, seconds):
    command = ["coqc", "-q", "-w", "-ambiguous-paths,-notation-overridden",
               "-R", str(WORK / "theories"), "Plumbline", str(path)]
    start = os.times()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        code, out = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        code, out = None, "out of time"
    end = os.times()
    return code, out, end.children_user - start.children_user


def build_library():
    """Runs coqc on each file whose text, or the text of an earlier file, has changed."""
    folder = WORK / "theories"
    folder.mkdir(parents=True, exist_ok=True)
    stale = False
    for name in ORDER:
        source, copy = HERE / "theories" / f"{name}.v", folder / f"{name}.v"
        built = folder / f"{name}.vo"
        same = copy.exists() and built.exists() and copy.read_bytes() == source.read_bytes()
        stale = stale or not same
        if not stale:
            continue
        built.unlink(missing_ok=True)
        shutil.copyfile(source, copy)
        code, out, _ = coqc(copy, 1200)
        if code != 0:
            print(f"rocq/theories/{name}.v: {out}", file=sys.stderr)
            return False
    return True


def axioms_of(out):
    """Returns the names that Print Assumptions prints, and each other line of its output that begins with a letter;
    None if the output does not contain it.
    """
    if "Axioms:" not in out:
        return set() if "Closed under the global context" in out else None
    lines = [line for line in out[out.index("Axioms:") + 7:].splitlines() if line[:1].strip()]
    names = [re.match(r"([A-Za-z_][\w.']*)(?= :|$)", line) for line in lines]
    return {name[1] if name else line for name, line in zip(names, lines)}


def listed_axioms():
    lines = (HERE / "AXIOMS").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def distance(item):
    """Returns the distance of both ends, or one unit of the last digit if that is more."""
    ends = [Decimal(item[end]) for end in ("lower", "upper")]
    with localcontext() as context:
        context.prec = 10000
        return max(Decimal(1).scaleb(min(end.as_tuple().exponent for end in ends)), ends[1] - ends[0])


def moved(item, sign, step=None):
    """Returns the certificate with both ends moved by a step, by default their distance."""
    with localcontext() as context:
        context.prec = 10000
        step = sign * (distance(item) if step is None else step)
        lower, upper = (str(Decimal(item[end]) + step) for end in ("lower", "upper"))
    return {**item, "lower": lower, "upper": upper, "moved": True}


def statement_of(item):
    """Returns the quantity, the mechanism, the arguments and the ends of a certificate, each in one line."""
    texts = {key: writer.reader.shown(item.get(key, "")) for key in ("quantity", "mechanism", "lower", "upper")}
    at = item["at"] if isinstance(item.get("at"), dict) else {}
    return {**texts, "at": {writer.reader.shown(key): writer.reader.shown(text) for key, text in at.items()}}


def confirm(task):
    """Runs coqc on a certificate, and on copies with both ends moved: by their distance if `change` is true, and by
    each number of a list `change` that is larger than this distance.
    """
    number, item, seconds, change = task
    result = {"number": number, **statement_of(item)}
    folder = WORK / "files"
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        item = writer.prepared(item)
        result.update(lower=item["lower"], upper=item["upper"], widened=writer.widened(item))
        path = folder / f"c{number}.v"
        path.write_text(writer.text_of(item), encoding="utf-8")
    except writer.NOT_COVERED as error:
        return {**result, "verdict": "not covered", "why": str(error)}
    except tuple(writer.NO_CERTIFICATE) as error:
        return {**result, "verdict": "not confirmed", "why": f"{writer.NO_CERTIFICATE[type(error)]}: {error}"}
    code, out, used = coqc(path, seconds)
    result["seconds"], result["processor"] = round(time.monotonic() - start, 1), round(used, 1)
    axioms = axioms_of(out)
    if code != 0 or axioms is None:
        return {**result, "verdict": "not confirmed", "why": out[-600:]}
    unknown = axioms - listed_axioms()
    if unknown:
        return {**result, "verdict": "not confirmed", "why": f"axioms that are not listed: {sorted(unknown)}"}
    result["axioms"] = len(axioms)
    if change:
        path = folder / f"c{number}_changed.v"
        sign = 1 if number % 2 else -1
        for step in [None] + [x for x in (change if isinstance(change, list) else []) if x > distance(item)]:
            try:
                path.write_text(writer.text_of(moved(item, sign, step)), encoding="utf-8")
            except writer.NOT_COVERED as error:
                return {**result, "verdict": "a changed digit is not refused", "why": f"it has no file: {error}"}
            code, out, _ = coqc(path, seconds)
            if code != 1 or not REFUSED.search(out):
                return {**result, "verdict": "a changed digit is not refused", "why": f"exit code {code}: {out[-600:]}"}
            result["changed digit"] = f"{result.get('changed digit', 'refused')}, moved by {step or distance(item):.2g}"
    return {**result, "verdict": "confirmed within" if result["widened"] else "confirmed"}


CONFIRMED = ("confirmed", "confirmed within")


def verdict_text(result):
    """Returns the verdict as text; for wider ends, with these ends and the digits."""
    within = f" [{result['lower']}, {result['upper']}] ({result['widened']})" if result["verdict"] == "confirmed within" else ""
    return result["verdict"] + within


def line_of(result):
    """Returns the line that is printed for a certificate."""
    where = "".join(f" {key}={value}" for key, value in result["at"].items())
    ends = "" if result["verdict"] == "confirmed within" else f" in [{result['lower']}, {result['upper']}]"
    return (f"{result['number']:3} {verdict_text(result)}: {result['quantity']}{where} of {result['mechanism']}{ends}, {time_of(result)}"
            + (f"\n    {result['why']}" if "why" in result else ""))


def certificates_of(names):
    """Returns the certificates of all files, in order, without validation. Raises reader.Refused, reader.NotCovered
    or OSError.
    """
    return [item for name in names for item in writer.certificates_in(writer.reader.read_json(Path(name).read_bytes()))]


def time_of(result):
    """Returns the text of elapsed seconds and processor seconds."""
    return f"{result.get('seconds', 0)} s ({result.get('processor', 0)} s of the processor)" + \
        (f", {result['changed digit']}" if "changed digit" in result else "")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundles", nargs="*", default=[str(HERE / f"{name}.json") for name in BUNDLES])
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--unchanged", action="store_true", help="do not test changed digits")
    parser.add_argument("--json", default="")
    options = parser.parse_args(arguments)
    if not shutil.which("coqc"):
        print("rocq: skipped: coqc is not here (Debian: coq libcoq-coquelicot libcoq-interval libcoq-bignums)")
        return 3
    start = time.monotonic()
    try:
        items = certificates_of(options.bundles)
    except (OSError, *writer.NO_CERTIFICATE, *writer.NOT_COVERED) as error:
        print(f"rocq: no bundle of certificates: {error}", file=sys.stderr)
        return 1
    if not build_library():
        return 2
    print(f"library built after {time.monotonic() - start:.0f} s")
    chosen = {int(x) for x in options.only.split(",") if x} or set(range(1, len(items) + 1))
    tasks = [(i, item, options.seconds, not options.unchanged) for i, item in enumerate(items, 1) if i in chosen]
    results = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for result in pool.map(confirm, tasks):
            results.append(result)
            print(line_of(result), flush=True)
    exact, within = (sum(result["verdict"] == verdict for result in results) for verdict in CONFIRMED)
    good = exact + within
    print(f"{good} of {len(results)} confirmed by the kernel ({within} within wider ends) after {time.monotonic() - start:.0f} s")
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0 if good == len(results) and results else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
