"""The pytest plug-in and the card, with one accountant that is sound and one that counts once."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"
pytestmark = pytest.mark.skipif(not VECTORS.is_dir(), reason="no clone of the project around")

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

def broken(vector):
    raise RuntimeError("no answer")
'''

TESTS = '''
import pytest
from accountants import once, sound

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["randomized_response", "nested"])
def test_sound(dp_vector):
    dp_vector.check(sound(dp_vector))

@pytest.mark.dp_vectors(quantities=["epsilon"], families=["nested"])
def test_once(dp_vector):
    dp_vector.check(once(dp_vector))

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
    done = run(folder, "--dp-vectors", str(VECTORS))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_once" in done.stdout and "FAILED test_accountants.py::test_sound" not in done.stdout
    assert "xfailed" in done.stdout and "certified vectors:" in done.stdout
    assert "truth in [" in done.stdout
    table = done.stdout[done.stdout.index("certified vectors:"):]
    assert "tier easy" in table and "flag NestedCount" in table


def test_without_vectors_it_is_skipped(folder):
    done = run(folder)
    assert done.returncode == 0 and "3 skipped" in done.stdout


def test_card(folder):
    def card(name, *words):
        return subprocess.run(
            [sys.executable, "-m", "pytest_plumbline.card", f"accountants:{name}", "--vectors",
             str(VECTORS), "--quantity", "epsilon", *words],
            cwd=folder, capture_output=True, text=True, check=False,
        )

    assert card("sound").returncode == 0
    once = card("once", "--title", "Counts once")
    assert once.returncode == 1 and "# Counts once" in once.stdout
    row = next(r for r in once.stdout.splitlines() if r.startswith("| flag NestedCount"))
    assert int(row.split("|")[3]) > 0
    assert card("broken").returncode == 1
