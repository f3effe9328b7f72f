"""The Python of the project's README runs as it stands there (that of python/README.md is a doctest)."""

import doctest
import re
from pathlib import Path

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
def test_the_example_of_a_run(tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "dp-sgd.md"), module_relative=False)
    assert failed == 0 and tried >= 8
    assert (tmp_path / "run.json").exists() and "Model 7" in (tmp_path / "statement.html").read_text()
