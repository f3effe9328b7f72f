"""Tests that the declarations for cffi are those of packaging/declarations.py and of plumbline.h."""

import re
import runpy
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent
MAKER, HEADER = PACKAGE / "packaging" / "declarations.py", PACKAGE.parent / "capi" / "plumbline.h"
pytestmark = pytest.mark.skipif(not MAKER.exists(), reason="the package alone is here")


def test_what_is_written_is_what_the_declarations_give() -> None:
    made = runpy.run_path(str(MAKER))
    assert made["text"]() == made["WRITTEN"].read_text()


def test_every_function_is_one_of_the_header() -> None:
    made = runpy.run_path(str(MAKER))
    functions = re.findall(r"\b(plumbline_\w+)\(", made["DECLARATIONS"])
    assert len(functions) > 10
    header = HEADER.read_text()
    assert [name for name in functions if not re.search(rf"\b{name}\(", header)] == []
