"""Writes the package's declarations of plumbline.h in the form that cffi reads without a C parser. The parser would
take half of the time of `import plumbline`. The command

    python packaging/declarations.py

writes src/plumbline/_declarations.py; tests/test_declarations.py compares that file with the output of this script.
"""

import ast
import pprint
import tempfile
from pathlib import Path

import cffi

DECLARATIONS = """
typedef int plumbline_status;
typedef struct { const char* direction; const char* engine; int digits;
                 int (*stop)(void*); void* context; } plumbline_options;
const char* plumbline_version(void);
int plumbline_abi(void);
plumbline_status plumbline_call_json(const char*, const plumbline_options*, char**);
void plumbline_free_text(char*);
const char* plumbline_quantity(size_t);
const char* plumbline_quantity_argument(size_t);
const char* plumbline_quantity_summary(size_t);
const char* plumbline_engine(size_t);
const char* plumbline_mechanism_name(size_t);
const char* plumbline_mechanism_summary(size_t);
const char* plumbline_relation(size_t);
const char* plumbline_relation_direction(size_t);
"""

WRITTEN = Path(__file__).parent.parent / "src" / "plumbline" / "_declarations.py"

HEAD = """\"\"\"The declarations of packaging/declarations.py, compiled by cffi; that script writes this file.\"\"\"

from typing import Any

import _cffi_backend

ffi: Any = _cffi_backend.FFI(
    "plumbline._declarations",
"""


def text() -> str:
    """Returns the text of the module that cffi generates, broken into lines."""
    ffi = cffi.FFI()
    ffi.set_source("plumbline._declarations", None)
    ffi.cdef(DECLARATIONS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "emitted.py"
        ffi.emit_python_code(str(path))
        tree = ast.parse(path.read_text())
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call))
    parts = [(word.arg, pprint.pformat(ast.literal_eval(word.value), width=100)) for word in call.keywords]
    lines = [f"    {name}={value},".replace("\n", "\n        ") for name, value in parts]
    return HEAD + "\n".join(lines) + "\n)\n"


if __name__ == "__main__":
    WRITTEN.write_text(text())
