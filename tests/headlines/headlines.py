#!/usr/bin/env python3
"""Answers the headline questions again and compares the answers with the committed ones, byte for byte.

    tests/headlines/headlines.py PROGRAM            exit code 1 if something differs, with the lines
    tests/headlines/headlines.py PROGRAM --write    writes all of it again

questions.txt contains the questions. The script compares

    values.jsonl       the output of the command of each question with --json
    cases/certificates/headlines.json, which `certify` makes again, one certificate a question
    checks.jsonl       the verdicts of `check` and of the second checker on these certificates
    verdicts.jsonl     the verdicts of `claims` on cases/accountants/golden-from-tests.jsonl

The comparison omits versions, digests of texts with versions, and seconds. Another processor, C library, compiler or
release of FLINT may change only these: doubles choose how a value is computed, and their choices are rounded so that
the last bits do not matter.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUNDLE = ROOT / "cases/certificates/headlines.json"
CLAIMS = ROOT / "cases/accountants/golden-from-tests.jsonl"
CHECKER = ROOT / "checker/plumbline_check.py"
OK, VIOLATED, NOT_REACHED = 0, 1, 3

# Members that differ between two runs of the same program, or between two machines.
CHANGING = ((re.compile(r'"versions": ?\{[^}]*\}'), '"versions": {}'),
            (re.compile(r'"digest": ?"[^"]*"'), '"digest": ""'),
            (re.compile(r'"(seconds|peak_memory)": ?[-+.0-9e]+'), r'"\1": 0'))


def stable(text):
    """Returns the text without versions, digests and seconds."""
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


def questions():
    lines = (HERE / "questions.txt").read_text(encoding="utf-8").splitlines()
    return [shlex.split(line) for line in lines if line and not line.startswith("#")]


def run(command, codes=(OK,)):
    """Returns the output of a command; exits if its exit code is not one of `codes`."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode not in codes:
        sys.exit(f"exit code {done.returncode}: {shlex.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def values(program):
    return [run([program, *question, "--json"]) for question in questions()]


def certificates(program):
    return [run([program, "certify", *question, "-o", "-"]) for question in questions()]


def bundled(program, folder, texts):
    """Returns the text of the bundle of these certificates."""
    names = []
    for number, text in enumerate(texts):
        names.append(folder / f"{number}.json")
        names[-1].write_text(text, encoding="utf-8")
    return run([program, "bundle", *names, "-o", "-"])


def checks(program):
    return (run([program, "check", BUNDLE.relative_to(ROOT), "--json"]) +
            run([sys.executable, "-B", CHECKER, BUNDLE.relative_to(ROOT), "--json"]))


def verdicts(program, folder):
    run([program, "claims", CLAIMS.relative_to(ROOT), "--out", folder], (OK, VIOLATED))
    return (folder / "claims.jsonl").read_text(encoding="utf-8")


def answered(program):
    """Returns the text of each file, by its path."""
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(name)
        to_do = {HERE / "values.jsonl": pool.submit(lambda: "".join(values(program))),
                 BUNDLE: pool.submit(lambda: bundled(program, folder, certificates(program))),
                 HERE / "checks.jsonl": pool.submit(checks, program),
                 HERE / "verdicts.jsonl": pool.submit(verdicts, program, folder / "claims")}
        return {path: future.result() for path, future in to_do.items()}


def write(program):
    """Writes the committed files again, and then the verdicts on the new certificates."""
    for path, text in answered(program).items():
        path.write_text(text if path == BUNDLE else stable(text), encoding="utf-8")
    (HERE / "checks.jsonl").write_text(stable(checks(program)), encoding="utf-8")


def compare(program):
    """Returns the number of different files, and prints the differences."""
    different = 0
    for path, text in answered(program).items():
        name = path.relative_to(ROOT).as_posix()
        before, now = stable(path.read_text(encoding="utf-8")), stable(text)
        if before == now:
            print(f"{name}: the same, {len(now.splitlines())} lines")
        else:
            different += 1
            print("\n".join(difflib.unified_diff(before.splitlines(), now.splitlines(), name, "now", n=1, lineterm="")))
    return different


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    program = options.program.resolve()
    if options.write:
        write(program)
        return 0
    return 1 if compare(program) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
