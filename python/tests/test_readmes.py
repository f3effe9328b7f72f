"""Tests that the Python code of the project's README runs unchanged (that of python/README.md is a doctest)."""

import doctest
import re
import runpy
from pathlib import Path

import plumbline
import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


@pytest.mark.skipif(not (ROOT / "CMakeLists.txt").exists(), reason="no clone of the project around")
def test_readme(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, str(README), "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["[0.1476829078527330, 0.1476829078527331]"]


@pytest.mark.skipif(not (ROOT / "CMakeLists.txt").exists(), reason="no clone of the project around")
def test_the_quickstart(tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "quickstart-python.md"), module_relative=False)
    assert failed == 0 and tried >= 10
    assert (tmp_path / "run.json").exists() and (tmp_path / "statement.certificates.json").exists()


@pytest.mark.skipif(not (ROOT / "CMakeLists.txt").exists(), reason="no clone of the project around")
def test_one_version_everywhere():
    """Every file that states the version of the program states that of CMakeLists.txt, and so does the package."""
    notes = runpy.run_path(str(ROOT / "packaging" / "notes"))
    version = notes["version_of"](ROOT)
    assert notes["other_versions"](ROOT, version) == []
    assert [line.split()[0] for line in notes["other_versions"](ROOT, "0.0.7")] == list(notes["STATED"])
    assert version in notes["sections"]((ROOT / "CHANGELOG.md").read_text())
    assert notes["undated"](ROOT, version) == []
    assert notes["undated"](ROOT, "0.0.7") == ["CHANGELOG.md has no date of 0.0.7"]
    assert plumbline.__version__ == version
    assert f"libplumbline.so.{plumbline._native.ABI}" in (ROOT / "docs" / "stability.md").read_text()


@pytest.mark.skipif(not (ROOT / "CMakeLists.txt").exists(), reason="no clone of the project around")
def test_the_example_of_a_run(tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "dp-sgd.md"), module_relative=False)
    assert failed == 0 and tried >= 8
    assert (tmp_path / "run.json").exists() and "Model 7" in (tmp_path / "statement.html").read_text()
