"""A pytest plug-in: accountants against certified test vectors.

    pytest --dp-vectors vectors/

gives every test with the fixture `dp_vector` one run for each vector:

    @pytest.mark.dp_vectors(quantities=["epsilon"], kind="upper", xfail={"TinyDelta": "floor 1e-15"})
    def test_my_accountant(dp_vector):
        dp_vector.check(my_epsilon(dp_vector))

`check` takes a number, or None for what the accountant does not support (skipped).
"""

from .plugin import (
    Checked,
    pytest_addoption,
    pytest_configure,
    pytest_generate_tests,
    pytest_terminal_summary,
)
from .vectors import Factor, Vector, load, worst

__all__ = [
    "Checked",
    "Factor",
    "Vector",
    "load",
    "pytest_addoption",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_terminal_summary",
    "worst",
]
