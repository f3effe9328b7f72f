"""A pytest plug-in that tests accountants against certified test vectors.

It runs every test with the fixture `dp_vector` once for each vector (`--dp-vectors DIR`: vectors of another folder):

    @pytest.mark.dp_vectors(quantities=["epsilon"], kind="upper", xfail={"TinyDelta": "floor 1e-15"})
    def test_my_accountant(dp_vector):
        dp_vector.check(my_epsilon(dp_vector))

The argument of `check` is a number, or None if the accountant does not support the vector (skipped). If no answer is
a number, the session fails, unless the mark has `min_answers=0`. `--dp-badge FILE` writes the result as a badge.
"""

from plumbline_vectors import Factor, Vector, load, worst

try:
    from .plugin import (
        Checked,
        pytest_addoption,
        pytest_configure,
        pytest_generate_tests,
        pytest_runtest_makereport,
        pytest_sessionfinish,
        pytest_terminal_summary,
    )
except ModuleNotFoundError as error:  # the card needs no pytest
    if error.name != "pytest":
        raise

__all__ = [
    "Checked",
    "Factor",
    "Vector",
    "load",
    "pytest_addoption",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_runtest_makereport",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "worst",
]
