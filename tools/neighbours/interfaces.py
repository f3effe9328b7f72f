"""One question in every interface: the command line, a batch, the C library, the Python package, a certificate.

Each function returns an answer: {"lower", "upper", "reached"} as texts and a boolean, or {"refusal": SENTENCE}.
"""

import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = 6
SECONDS = 20
PLACE = re.compile(r" \(in '.*', column \d+\)")
BEFORE = re.compile(r"^(plumbline: |-:\d+: |[^ ]*certificate: )")


class Programs:
    """Where the build is.

    Attributes:
        program: the program plumbline.
        library: libplumbline.so.
        state: the program plumbline_state.
    """

    def __init__(self, build):
        build = pathlib.Path(build)
        self.program = build / "app" / "plumbline"
        self.library = build / "capi" / "libplumbline.so"
        self.state = build / "tests" / "plumbline_state"


def reason(sentence):
    """Returns a refusal without the place and the name of the program."""
    return PLACE.sub("", BEFORE.sub("", sentence.strip().splitlines()[-1] if sentence.strip() else "")).strip()


def _run(words, given=None):
    done = subprocess.run(
        [str(x) for x in words], input=given, capture_output=True, text=True, check=False, timeout=3600
    )
    return done.returncode, done.stdout, done.stderr


def hypotheses(programs, texts):
    """Returns for each expression an object with its hypotheses, or its refusal."""
    _, out, error = _run([programs.state], "\n".join(texts) + "\n")
    lines = [json.loads(line) for line in out.splitlines()]
    if len(lines) != len(texts):
        raise RuntimeError(f"{len(lines)} answers to {len(texts)} expressions: {error}")
    for line in lines:
        if "refusal" in line:
            line["refusal"] = reason(line["refusal"])
    return lines


def _answer(record):
    if "error" in record:
        return {"refusal": reason(record["error"])}
    return {key: record[key] for key in ("lower", "upper", "reached")}


def batch(programs, questions):
    """Returns the answers to questions (expression, epsilon, direction), in one call of the program."""
    lines = [
        json.dumps({"quantity": "delta", "mechanism": m, "epsilon": e, "direction": d})
        for m, e, d in questions
    ]
    words = [programs.program, "batch", "-", "--json", "--digits", DIGITS, "--timeout", SECONDS]
    _, out, error = _run(words, "\n".join(lines) + "\n")
    records = [json.loads(line) for line in out.splitlines()]
    if len(records) != len(questions):
        raise RuntimeError(f"batch: {len(records)} answers to {len(questions)} lines: {error[-500:]}")
    return [_answer(x) for x in records]


def command_line(programs, expression, epsilon):
    words = [programs.program, "delta", expression, "--epsilon", epsilon, "--json", "--digits", DIGITS]
    code, out, error = _run(words + ["--timeout", SECONDS])
    return _answer(json.loads(out)) if out and code != 2 else {"refusal": reason(error)}


def certificate(programs, expression, epsilon):
    """Certifies, checks, and returns what the certificate says, with its hypotheses and the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.json"
        words = [programs.program, "certify", "delta", expression, "--epsilon", epsilon]
        code, _, error = _run(words + ["--digits", DIGITS, "--timeout", SECONDS, "-o", path])
        if code == 2 or not path.exists():
            return {"refusal": reason(error)}
        record = json.loads(path.read_text("utf-8"))
        _, checked, _ = _run([programs.program, "check", "--json", "--timeout", SECONDS, path])
        out = _answer(record)
        out["verdict"] = json.loads(checked.splitlines()[-1])["verdict"] if checked else "none"
        if "hypotheses" in record:
            out["hypotheses"] = record["hypotheses"]
        return out


class Library:
    """libplumbline.so by its header, without the Python package."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        text = ctypes.c_char_p
        self.library.plumbline_error.restype = text
        self.library.plumbline_lower.restype = text
        self.library.plumbline_upper.restype = text
        for name in ("lower", "upper", "reached"):
            getattr(self.library, f"plumbline_{name}").argtypes = [ctypes.c_void_p]

    def ask(self, expression, epsilon):
        mechanism, answer = ctypes.c_void_p(), ctypes.c_void_p()
        options = Options(None, None, DIGITS, None, None)
        if self.library.plumbline_open(expression.encode(), ctypes.byref(mechanism)):
            return {"refusal": reason(self.library.plumbline_error().decode())}
        failed = self.library.plumbline_ask(
            mechanism, b"delta", epsilon.encode(), ctypes.byref(options), ctypes.byref(answer)
        )
        if failed:
            out = {"refusal": reason(self.library.plumbline_error().decode())}
        else:
            out = {
                "lower": self.library.plumbline_lower(answer).decode(),
                "upper": self.library.plumbline_upper(answer).decode(),
                "reached": bool(self.library.plumbline_reached(answer)),
            }
            self.library.plumbline_free(answer)
        self.library.plumbline_close(mechanism)
        return out


class Options(ctypes.Structure):
    """plumbline_options of plumbline.h."""

    _fields_ = [
        ("direction", ctypes.c_char_p),
        ("engine", ctypes.c_char_p),
        ("digits", ctypes.c_int),
        ("stop", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


def package(programs):
    """Returns a function that asks the Python package, or None where it cannot be imported."""
    os.environ["PLUMBLINE_LIBRARY_DIR"] = str(programs.library.parent)
    sys.path.insert(0, str(ROOT / "python" / "src"))
    try:
        import plumbline as pl
    except ImportError:
        return None

    def ask(expression, epsilon):
        try:
            found = pl.Mechanism(expression).delta(epsilon=epsilon, digits=DIGITS)
        except pl.PlumblineError as error:
            return {"refusal": reason(str(error))}
        return {"lower": str(found.lower), "upper": str(found.upper), "reached": found.reached}

    return ask


def disagreements(answers):
    """Returns sentences about answers by interface that are not one refusal or one number.

    Enclosures of one number agree where all of them meet, and all reached the digits asked for.
    """
    from fractions import Fraction

    refusals = {name: x["refusal"] for name, x in answers.items() if "refusal" in x}
    if refusals and len(refusals) < len(answers):
        return [f"{name} refuses: {text}" for name, text in refusals.items()] + [
            f"{name} answers" for name in answers if name not in refusals
        ]
    if refusals:
        different = sorted(set(refusals.values()))
        return [f"{len(different)} reasons: " + " / ".join(different)] if len(different) > 1 else []
    ends = [(Fraction(x["lower"]), Fraction(x["upper"])) for x in answers.values()]
    out = []
    if max(a for a, _ in ends) > min(b for _, b in ends):
        out.append("the enclosures do not meet")
    if len({x["reached"] for x in answers.values()}) > 1:
        out.append("some reach the digits and some do not")
    return out
