"""Tests the pytest plug-in and the card, with a sound accountant and one that counts compositions once."""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from plumbline_vectors import DATA, load
from pytest_plumbline.score import Score

ACCOUNTANTS = '''
import math

def composed(vector, steps):
    """Basic composition of randomized response: epsilon at delta is at most steps * epsilon."""
    factor = vector.factors[0]
    if len(vector.factors) > 1 or factor.name != "randomized_response" or vector.quantity != "epsilon":
        return None
    return math.nextafter(steps(factor) * factor.parameters["epsilon"] * (1 + 1e-15), math.inf)

def sound(vector):
    return composed(vector, lambda factor: factor.steps)

def once(vector):
    return composed(vector, lambda factor: 1)

def zero(vector):
    """Right where the value is below all doubles, wrong elsewhere."""
    return 0.0 if vector.quantity == "delta" and vector.upper_double == 5e-324 else None

def broken(vector):
    raise RuntimeError("no answer")

def partly(vector):
    if vector.family == "nested":
        raise RuntimeError("nested")
    return sound(vector)
'''

TESTS = '''
import pytest
from accountants import once, sound, zero

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["randomized_response", "nested"])
def test_sound(dp_vector):
    dp_vector.check(sound(dp_vector))

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["nested"])
def test_once(dp_vector):
    dp_vector.check(once(dp_vector))

@pytest.mark.dp_vectors(quantities=["delta"], where=lambda v: 0 < v.upper_double < 1e-320)
def test_zero(dp_vector):
    dp_vector.check(zero(dp_vector))

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["nested"], xfail={"NestedCount": "known"})
def test_known(dp_vector):
    dp_vector.check(once(dp_vector))
'''


def run(folder, *words):
    plugin = [] if _installed() else ["-p", "pytest_plumbline"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )


def _installed():
    from importlib.metadata import entry_points  # noqa: PLC0415

    return any(e.name == "plumbline" for e in entry_points(group="pytest11"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "accountants.py").write_text(ACCOUNTANTS)
    (tmp_path / "test_accountants.py").write_text(TESTS)
    return tmp_path


def test_plugin(folder):
    done = run(folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "[epsilon-(randomized_response(epsilon=0.1)^100)^10-replace_one-at-0.5]" in done.stdout
    assert "test_once" in done.stdout and "FAILED test_accountants.py::test_sound" not in done.stdout
    assert "FAILED test_accountants.py::test_zero" not in done.stdout
    assert "xfailed" in done.stdout and "certified vectors:" in done.stdout
    assert "truth in [" in done.stdout
    table = done.stdout[done.stdout.index("certified vectors:"):]
    assert "tier easy" in table and "flag NestedCount" in table


def test_an_accountant_that_answers_nothing(folder):
    (folder / "test_accountants.py").write_text("""
import pytest

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["nested"])
def test_silent(dp_vector):
    dp_vector.check(None)
""")
    done = run(folder)
    assert done.returncode == 1 and "0 answers, where 1 are needed" in done.stdout, done.stdout
    text = (folder / "test_accountants.py").read_text()
    (folder / "test_accountants.py").write_text(text.replace('"nested"]', '"nested"], min_answers=0'))
    assert run(folder).returncode == 0


@pytest.mark.parametrize(("mark", "said"), [
    ('quantity=["epsilon"]', "dp_vectors: unknown 'quantity'; did you mean 'quantities'? write one of"),
    ('quantities=["epsilom"]', "quantities: unknown 'epsilom'; did you mean 'epsilon'? write one of bayes, delta"),
    ('quantities="epsilon"', "quantities is a list of names"),
    ('families=["gausian"]', "families: unknown 'gausian'; did you mean 'gaussian'?"),
    ('kind="uper"', "kind: unknown 'uper'; did you mean 'upper'? write one of estimate, lower, upper"),
    ('slack="1%"', "slack is a number from 0 on, relative to the value, such as 0.01"),
    ("tight=-1", "tight is a number from 0 on"),
    ('xfail={"TinyDelt": "why"}', "xfail: unknown 'TinyDelt'; did you mean 'TinyDelta'?"),
    ('xfail=["TinyDelta"]', "xfail says why for each flag"),
    ("min_answers=0.5", "min_answers is a number of answers"),
    ("where=3", "where is a function of a vector"),
    ('"epsilon"', "write its arguments with their names"),
])
def test_a_mark_is_read_strictly(folder, mark, said):
    (folder / "test_accountants.py").write_text(f"""
import pytest

@pytest.mark.dp_vectors({mark})
def test_marked(dp_vector):
    dp_vector.check(None)
""")
    done = run(folder)
    out = done.stdout + done.stderr
    assert done.returncode != 0 and said in out, out
    assert "Traceback" not in out and "INTERNALERROR" not in out, out


def test_kinds_of_answers():
    vector = next(load())
    with pytest.raises(ValueError, match="unknown 'uper'; did you mean 'upper'"):
        vector.is_sound(0.0, "uper")


def test_tiers(folder):
    both = run(folder, "-k", "test_known", "--dp-tier", "easy,hard")
    assert "tier easy" in both.stdout and "tier hard" in both.stdout, both.stdout
    wrong = run(folder, "--dp-tier", "easy,hrad")
    assert wrong.returncode == 4 and "unknown 'hrad'; did you mean 'hard'?" in wrong.stderr, wrong.stderr


def test_another_folder(folder):
    (folder / "some").mkdir()
    (folder / "some" / "nested.json").write_bytes((DATA / "nested.json").read_bytes())
    some = run(folder, "--dp-vectors", "some", "-k", "test_once or test_known", "--dp-tier", "easy")
    assert "certified vectors:" in some.stdout
    (folder / "none").mkdir()
    none = run(folder, "--dp-vectors", "none")
    assert none.returncode != 0 and "none has no vectors" in none.stdout + none.stderr


def test_titles():
    titles = [v.title for v in load()]
    assert len(set(titles)) == len(titles) >= 5000
    assert "epsilon-subsampled_gaussian(sigma=1,p=0.01)^1000-add-at-1e-08" in titles
    assert max(map(len, titles)) < 200


def test_zero_where_no_double_is_smaller():
    everything = list(load())
    tiny = [v for v in everything if v.quantity == "delta" and v.upper_double == 5e-324]
    assert tiny and all(v.underflows(0.0, "upper") and not v.is_sound(0.0, "upper") for v in tiny)
    assert not any(v.underflows(5e-324, "upper") or v.underflows(0.0, "estimate") for v in tiny)
    assert not any(v.underflows(0.0, "upper") for v in everything if v.lower_double > 0)
    score = Score("upper")
    for v in tiny:
        score.add(v, 0.0, v.is_sound(0.0, "upper"))
    rows = score.by["quantity"]["delta"]
    assert (rows.tried, rows.underflow, rows.unsound, rows.material) == (len(tiny), len(tiny), 0, 0)
    score.add(tiny[0], -1e-300, False)
    assert (rows.underflow, rows.unsound, rows.material) == (len(tiny), 1, 1)
    assert rows.cells()[:5] == [str(len(tiny) + 1), "1", "1", str(len(tiny)), "0"]


def test_card(folder):
    def card(name, *words):
        return subprocess.run(
            [sys.executable, "-m", "pytest_plumbline.card", f"accountants:{name}",
             "--quantity", "epsilon", *words],
            cwd=folder, capture_output=True, text=True, check=False,
        )

    assert card("sound").returncode == 0
    once = card("once", "--title", "Counts once")
    assert once.returncode == 1 and "# Counts once" in once.stdout
    row = next(r for r in once.stdout.splitlines() if r.startswith("| flag NestedCount"))
    assert int(row.split("|")[3]) > 0
    broken = card("broken", "--badge", "broken.json")
    assert broken.returncode == 2 and not (folder / "broken.json").exists()
    assert "the first 20 calls fail with RuntimeError: no answer" in broken.stderr, broken.stderr
    assert len(broken.stderr.splitlines()) == 2, broken.stderr
    for name, said in (("sond", "unknown 'sond'; did you mean 'sound'?"), ("", "the function is written")):
        unknown = card(name)
        assert unknown.returncode == 2 and said in unknown.stderr, unknown.stderr
        assert "Traceback" not in unknown.stderr
    assert "--quantity: unknown 'epsilom'" in card("sound", "--quantity", "epsilom").stderr
    absent = subprocess.run([sys.executable, "-m", "pytest_plumbline.card", "nothing:sound"], cwd=folder,
                            capture_output=True, text=True, check=False)
    assert absent.returncode == 2 and "there is no module 'nothing' here" in absent.stderr, absent.stderr


def badge_of(folder, name, *words):
    file = folder / "badge.json"
    done = subprocess.run([sys.executable, "-m", "pytest_plumbline.card", f"accountants:{name}", "--badge", str(file), *words],
                          cwd=folder, capture_output=True, text=True, check=False)
    return done, json.loads(file.read_text())


def test_an_exception_is_no_unsound_answer(folder):
    done, badge = badge_of(folder, "partly", "--quantity", "epsilon")
    header, easy = [line.split("|") for line in done.stdout.splitlines() if line.startswith(("|  |", "| tier easy"))]
    assert done.returncode == 1 and header[7].strip() == "errors"
    assert int(easy[7]) > 0 and easy[3].strip() == "0", done.stdout
    assert done.stderr.count("RuntimeError: nested") == 2, done.stderr  # the first one, and how often
    assert badge["color"] == "red" and badge["message"].endswith(" errors"), badge


def test_badges(folder):
    done, badge = badge_of(folder, "sound")
    assert done.returncode == 0 and "errors" not in done.stdout
    assert badge == {"schemaVersion": 1, "label": "certified vectors", "message": badge["message"], "color": "brightgreen"}
    assert badge["message"].split()[1:] == ["sound"] and int(badge["message"].split()[0]) > 100
    wrong = badge_of(folder, "once")[1]
    assert wrong["color"] == "red" and "unsound" in wrong["message"]
    done = run(folder, "-k", "test_sound", "--dp-badge", "tests.json")
    said = json.loads((folder / "tests.json").read_text())
    assert done.returncode == 0 and said["color"] == "brightgreen", done.stdout


def test_a_failure_is_short(folder):
    """A failure shows no line of the plug-in's source, and shows the mechanism as in the test name."""
    (folder / "test_accountants.py").write_text("""
import pytest
from accountants import partly

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["gaussian"], where=lambda v: v.argument == 1e-5)
def test_low(dp_vector):
    dp_vector.check(1e-9)

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["nested", "randomized_response"])
def test_partly(dp_vector):
    dp_vector.check(partly(dp_vector))
""")
    done = run(folder, "--dp-badge", "tests.json")
    assert "def check" not in done.stdout and "self.score" not in done.stdout, done.stdout
    assert "epsilon-gaussian(sigma=0.3)" in done.stdout and "said 1e-09 as upper" in done.stdout, done.stdout
    said = json.loads((folder / "tests.json").read_text())
    assert "unsound" in said["message"] and "errors" in said["message"], said


@pytest.mark.skipif(not (DATA / "action.yml").exists(), reason="no clone of the project around")
@pytest.mark.parametrize(("function", "accept", "code"), [("sound", "false", 0), ("once", "false", 1), ("once", "true", 0),
                                                          ("broken", "true", 2)])
def test_action(folder, function, accept, code):
    """Runs the script of the GitHub Action, with the environment of the runner."""
    text = (DATA / "action.yml").read_text()
    script = textwrap.dedent(text.split("run: |\n")[1])
    named = dict(re.findall(r"^        ([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$", text, re.M))
    defaults = dict(re.findall(r'^  (\w+):\n    description: .*\n    default: "?([^"\n]*)"?$', text, re.M))
    inputs = {**defaults, "function": f"accountants:{function}", "quantities": "epsilon tv", "accept": accept, "worst": "false"}
    (folder / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (folder / "python").chmod(0o755)
    environment = {**os.environ, **{name: inputs[key] for name, key in named.items()}, "GITHUB_ACTION_PATH": str(DATA),
                   "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True,
                          check=False)
    assert done.returncode == code, done.stderr
    if function != "broken":
        assert "tier easy" in (folder / "summary.md").read_text()
        assert json.loads((folder / "certified-vectors.json").read_text())["label"] == "certified vectors"


def test_card_needs_no_pytest(folder):
    (folder / "pytest.py").write_text('raise ModuleNotFoundError("no pytest", name="pytest")\n')
    done = subprocess.run([sys.executable, "-m", "pytest_plumbline.card", "accountants:sound", "--quantity", "epsilon"], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "tier easy" in done.stdout, done.stderr
