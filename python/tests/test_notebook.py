"""The notebook runs to its end."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
preprocessors = pytest.importorskip("nbconvert.preprocessors")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "is_my_epsilon_right.ipynb"


@pytest.mark.skipif(not NOTEBOOK.exists(), reason="no clone of the project around")
def test_notebook():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    preprocessors.ExecutePreprocessor(timeout=300).preprocess(notebook)
    printed = "".join(
        o.get("text", "") for c in notebook.cells for o in c.get("outputs", []) if "text" in o
    )
    assert "2.90 is certainly too small: True" in printed and "True" in printed.splitlines()[-1]
