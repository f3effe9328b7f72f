"""The pytest plug-in and the card, with one accountant that is sound and one that counts once."""

import subprocess
import sys
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
    assert card("broken").returncode == 1
    for name, said in (("sond", "unknown 'sond'; did you mean 'sound'?"), ("", "the function is written")):
        unknown = card(name)
        assert unknown.returncode == 2 and said in unknown.stderr, unknown.stderr
        assert "Traceback" not in unknown.stderr
    assert "--quantity: unknown 'epsilom'" in card("sound", "--quantity", "epsilom").stderr
    absent = subprocess.run([sys.executable, "-m", "pytest_plumbline.card", "nothing:sound"], cwd=folder,
                            capture_output=True, text=True, check=False)
    assert absent.returncode == 2 and "there is no module 'nothing' here" in absent.stderr, absent.stderr
