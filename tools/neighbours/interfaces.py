"""Answers one question in every interface: the command line, a batch, the C library, Python, a certificate, and the
package for browsers.

Each function returns an answer: {"lower", "upper", "reached", "seconds"} as texts, a boolean and a number;
{"refusal": SENTENCE}; or {"stopped": True} if the limit SECONDS passed before any result was known.
"""

import atexit
import ctypes
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = 6
STOPPED = 3  # PLUMBLINE_STOPPED
SECONDS = 3  # time limit for each question in each interface
PLACE = re.compile(r" \(in '.*', column \d+\)")
BEFORE = re.compile(r"^(plumbline: |-:\d+: |[^ ]*certificate: )")


class Programs:
    """The programs and libraries of a build.

    Attributes:
        program: the program plumbline.
        library: libplumbline.so.
        state: the program plumbline_state.
        implied: the program plumbline_implied.
        web: the folder of the package for browsers, which node asks, or None.
    """

    def __init__(self, build, web=None):
        build = pathlib.Path(build)
        self.program = build / "app" / "plumbline"
        self.library = build / "capi" / "libplumbline.so"
        self.state = build / "tests" / "plumbline_state"
        self.implied = build / "tests" / "plumbline_implied"
        self.web = web


def fraction(text):
    """Returns the exact value of a typed number."""
    return Fraction(text)


def reason(sentence):
    """Returns the message of a rejection without the location and the name of the program."""
    return PLACE.sub("", BEFORE.sub("", sentence.strip().splitlines()[-1] if sentence.strip() else "")).strip()


def run(words, given=None):
    """Returns the exit code, the output and the errors of a command."""
    done = subprocess.run(
        [str(x) for x in words], input=given, capture_output=True, text=True, check=False, timeout=3600
    )
    return done.returncode, done.stdout, done.stderr


def hypotheses(programs, texts):
    """Returns, for each expression, an object with its hypotheses or with the reason of its rejection."""
    _, out, error = run([programs.state], "\n".join(texts) + "\n")
    lines = [json.loads(line) for line in out.splitlines()]
    if len(lines) != len(texts):
        raise RuntimeError(f"{len(lines)} answers to {len(texts)} expressions: {error}")
    for line in lines:
        if "refusal" in line:
            line["refusal"] = reason(line["refusal"])
    return lines


def missing_warning(where, mixed, answered, error):
    """Returns a sentence if a number of a mixed pair has no warning, or another number has one."""
    warned = "the factors are of unlike neighbours" in error
    if not answered or warned == mixed:
        return []
    return [f"{where}: a mixed pair without a warning" if mixed else f"{where}: a warning of a pair that is not mixed"]


def _answer(record):
    if "error" in record:
        return {"refusal": reason(record["error"])}
    return {key: record[key] for key in ("lower", "upper", "reached")} | {"seconds": record.get("seconds", 0)}


def batch(programs, questions):
    """Returns the answers to questions (expression, epsilon, direction), in one call of the program."""
    return batch_of(
        programs,
        [{"quantity": "delta", "mechanism": m, "epsilon": e, "direction": d} for m, e, d in questions],
    )


def batch_of(programs, questions):
    """Returns the answers to any questions (objects of docs/batch.md), in one call of the program."""
    lines = [json.dumps(x) for x in questions]
    words = [programs.program, "batch", "-", "--json", "--digits", DIGITS, "--timeout", SECONDS]
    _, out, error = run(words, "\n".join(lines) + "\n")
    records = [json.loads(line) for line in out.splitlines()]
    if len(records) != len(questions):
        raise RuntimeError(f"batch: {len(records)} answers to {len(questions)} lines: {error[-500:]}")
    return [_answer(x) for x in records]


def command_line(programs, expression, epsilon, mixed):
    """Returns the answer of the command line, and the fault of its warning about a mixed pair."""
    words = [programs.program, "delta", expression, "--epsilon", epsilon, "--json", "--digits", DIGITS]
    code, out, error = run(words + ["--timeout", SECONDS])
    answer = _answer(json.loads(out)) if out and code != 2 else {"refusal": reason(error)}
    return answer, missing_warning("command line", mixed, "refusal" not in answer, error)


def _audited(out):
    """Returns the answer about epsilon among the lines of an audit."""
    records = [json.loads(line) for line in out.splitlines()]
    return _answer(next(x for x in records if x["quantity"] == "audited_epsilon"))


def audit_line(programs, words):
    code, out, error = run([programs.program, "audit", *words, "--json", "--digits", DIGITS])
    return _audited(out) if out and code != 2 else {"refusal": reason(error)}


def audit_certificate(programs, words):
    """Certifies the results of an audit, checks the bundle, and returns its epsilon."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "attack.json"
        code, _, error = run([programs.program, "certify", "audit", *words, "--digits", DIGITS, "-o", path])
        if code == 2 or not path.exists():
            return {"refusal": reason(error)}
        bundle = json.loads(path.read_text("utf-8"))
        _, checked, _ = run([programs.program, "check", "--json", path])
        verdicts = {json.loads(line)["verdict"] for line in checked.splitlines()}
        found = next(x for x in bundle["certificates"] if x["quantity"] == "audited_epsilon")
        return _answer(found) | {"verdict": " and ".join(sorted(verdicts))}


def certificate(programs, expression, epsilon):
    """Creates and checks a certificate, and returns its answer with the hypotheses and the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.json"
        words = [programs.program, "certify", "delta", expression, "--epsilon", epsilon]
        began = time.monotonic()
        code, _, error = run(words + ["--digits", DIGITS, "--timeout", SECONDS, "-o", path])
        if not path.exists() and "time ran out" in error:
            return {"stopped": True}
        if code == 2 or not path.exists():
            return {"refusal": reason(error)}
        seconds = time.monotonic() - began
        record = json.loads(path.read_text("utf-8"))
        _, checked, _ = run([programs.program, "check", "--json", "--timeout", SECONDS, path])
        out = _answer(record) | {"seconds": seconds}
        out["verdict"] = json.loads(checked.splitlines()[-1])["verdict"] if checked else "none"
        if "hypotheses" in record:
            out["hypotheses"] = record["hypotheses"]
        return out


class Library:
    """libplumbline.so through its header, without the Python package."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        text = ctypes.c_char_p
        self.library.plumbline_error.restype = text
        self.library.plumbline_lower.restype = text
        self.library.plumbline_upper.restype = text
        self.library.plumbline_hypotheses.restype = text
        self.library.plumbline_warning.restype = text
        for name in ("lower", "upper", "reached", "hypotheses", "warning", "free"):
            getattr(self.library, f"plumbline_{name}").argtypes = [ctypes.c_void_p]

    def ask(self, expression, epsilon):
        mechanism, answer = ctypes.c_void_p(), ctypes.c_void_p()
        began = time.monotonic()
        stop = Stop(lambda _: int(time.monotonic() - began > SECONDS))
        options = Options(None, None, DIGITS, ctypes.cast(stop, ctypes.c_void_p), None)
        if self.library.plumbline_open(expression.encode(), ctypes.byref(mechanism)):
            return {"refusal": reason(self.library.plumbline_error().decode())}
        failed = self.library.plumbline_ask(
            mechanism, b"delta", epsilon.encode(), ctypes.byref(options), ctypes.byref(answer)
        )
        out = self._found(failed, answer)
        self.library.plumbline_close(mechanism)
        return out | {"seconds": time.monotonic() - began} if "lower" in out else out

    def derive(self, quantity, subject, at, direction):
        """Returns the answer to a request about a mechanism or an attack."""
        answer = ctypes.c_void_p()
        options = Options(direction.encode(), None, DIGITS, None, None)
        request = Request(quantity.encode(), subject.encode(), None, at.encode())
        failed = self.library.plumbline_derive(
            ctypes.byref(request), ctypes.byref(options), ctypes.byref(answer)
        )
        return self._found(failed, answer)

    def _found(self, failed, answer):
        if failed == STOPPED:
            return {"stopped": True}
        if failed:
            return {"refusal": reason(self.library.plumbline_error().decode())}
        out = {
            "lower": self.library.plumbline_lower(answer).decode(),
            "upper": self.library.plumbline_upper(answer).decode(),
            "reached": bool(self.library.plumbline_reached(answer)),
            "warned": bool(self.library.plumbline_warning(answer)),
        }
        hypotheses = self.library.plumbline_hypotheses(answer)
        if hypotheses:
            out["hypotheses"] = json.loads(hypotheses)
        self.library.plumbline_free(answer)
        return out


Stop = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Options(ctypes.Structure):
    """plumbline_options of plumbline.h."""

    _fields_ = [
        ("direction", ctypes.c_char_p),
        ("engine", ctypes.c_char_p),
        ("digits", ctypes.c_int),
        ("stop", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


class Request(ctypes.Structure):
    """plumbline_request of plumbline.h."""

    _fields_ = [
        ("quantity", ctypes.c_char_p),
        ("mechanism", ctypes.c_char_p),
        ("other", ctypes.c_char_p),
        ("at", ctypes.c_char_p),
        ("numbers", ctypes.c_void_p),
        ("number_count", ctypes.c_size_t),
        ("words", ctypes.c_void_p),
        ("word_count", ctypes.c_size_t),
    ]


def _native_folder(programs):
    """Returns a folder with the library and the program, in the layout of the package."""
    folder = tempfile.mkdtemp(prefix="plumbline-native-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path in (*programs.library.parent.glob("libplumbline.so*"), programs.program):
        (pathlib.Path(folder) / path.name).symlink_to(path.resolve())
    return folder


def package(programs):
    """Returns a function that queries the Python package; None if the import fails."""
    if "PLUMBLINE_LIBRARY_DIR" not in os.environ:
        os.environ["PLUMBLINE_LIBRARY_DIR"] = _native_folder(programs)
        sys.path.insert(0, str(ROOT / "python" / "src"))
    try:
        import plumbline as pl
    except ImportError:
        return None

    def ask(expression, epsilon):
        began = time.monotonic()
        try:
            with warnings.catch_warnings(record=True) as raised:
                warnings.simplefilter("always")
                found = pl.Mechanism(expression).delta(epsilon=epsilon, digits=DIGITS, timeout=SECONDS)
        except pl.OutOfTime:
            return {"stopped": True}
        except pl.PlumblineError as error:
            return {"refusal": reason(str(error))}
        ends = {"lower": str(found.lower), "upper": str(found.upper), "reached": found.reached}
        warned = any(issubclass(x.category, pl.MixedPair) for x in raised)
        return ends | {"seconds": time.monotonic() - began, "warned": warned, "hypotheses": found.hypotheses}

    return ask


class Browser:
    """The package for browsers, in a child process of node."""

    def __init__(self, folder):
        script = pathlib.Path(__file__).with_name("web.mjs")
        self.child = subprocess.Popen(
            ["node", str(script), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self.child.kill)

    def ask(self, expression, epsilon):
        question = {"expression": expression, "epsilon": epsilon, "digits": DIGITS, "timeout": SECONDS}
        self.child.stdin.write(json.dumps(question) + "\n")
        self.child.stdin.flush()
        answer = json.loads(self.child.stdout.readline())
        return answer | {"refusal": reason(answer["refusal"])} if "refusal" in answer else answer


@functools.cache
def browser(folder):
    """Returns the package in a folder; it is started once in each process."""
    return Browser(folder)


def disagreements(answers):
    """Returns sentences about answers that are neither one rejection nor one number in all interfaces.

    Enclosures of one number agree if all of them intersect and have the requested digits. An interface whose time ran
    out may have fewer digits, or no answer.
    """
    answers = {name: x for name, x in answers.items() if "stopped" not in x}
    refusals = {name: x["refusal"] for name, x in answers.items() if "refusal" in x}
    if refusals and len(refusals) < len(answers):
        return [f"{name} refuses: {text}" for name, text in refusals.items()] + [
            f"{name} answers" for name in answers if name not in refusals
        ]
    if refusals or not answers:
        different = sorted(set(refusals.values()))
        return [f"{len(different)} reasons: " + " / ".join(different)] if len(different) > 1 else []
    ends = [(Fraction(x["lower"]), Fraction(x["upper"])) for x in answers.values()]
    out = []
    if max(a for a, _ in ends) > min(b for _, b in ends):
        out.append("the enclosures do not meet")
    # An interface with too little time stops at fewer digits before its limit; an interface with unknown seconds may
    # do so, too.
    quick = all(x.get("seconds", SECONDS) < SECONDS / 10 for x in answers.values())
    in_time = [x["reached"] for x in answers.values()] if quick else []
    if len(set(in_time)) > 1:
        out.append("some reach the digits and some do not")
    return out
