"""Tests pl.advisories(): the list of all advisories, and the list of those about installed distributions."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import plumbline as pl

ROOT = Path(__file__).resolve().parents[2]


class Installed:
    def __init__(self, name, version):
        self.metadata, self.version = {"Name": name}, version


def test_all_advisories_have_their_files():
    found = {advisory["id"] for advisory in pl.advisories(installed=False)}
    assert found == {path.stem for path in (ROOT / "advisories").glob("PLA-*.json")}


def test_only_those_that_apply(monkeypatch):
    here = [Installed("smartnoise_sql", "1.0.10"), Installed("jax-privacy", "99.dev1"), Installed("numpy", "2.0")]
    monkeypatch.setattr(metadata, "distributions", lambda: here)
    found = pl.advisories()
    assert [advisory["id"] for advisory in found] == ["PLA-2026-006"]
    assert found[0]["installed"] == "smartnoise_sql 1.0.10"


def test_documents_are_written_from_the_advisories():
    done = subprocess.run(
        [sys.executable, ROOT / "tools/docs/advisories", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
