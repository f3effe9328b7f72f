"""Tests that the notebooks run completely."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
preprocessors = pytest.importorskip("nbconvert.preprocessors")
pytest.importorskip("ipykernel")

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PRINTED = {
    "is_my_epsilon_right": ["2.90 is certainly too small: True", "confirmed", "True\n"],
    "audit_an_attack": [
        "gaussian(sigma=3) is refuted: True",
        "gaussian(sigma=1) is refuted: False",
        "confirmed",
        "does not contradict gaussian(sigma=1)",
    ],
}


@pytest.mark.skipif(not EXAMPLES.exists(), reason="no clone of the project around")
@pytest.mark.parametrize("name", PRINTED)
def test_notebook(name):
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    preprocessors.ExecutePreprocessor(timeout=300).preprocess(notebook)
    printed = "".join(
        o.get("text", "") for c in notebook.cells for o in c.get("outputs", []) if "text" in o
    )
    for words in PRINTED[name]:
        assert words in printed
