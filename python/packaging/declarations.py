"""What the package declares of plumbline.h, in the form that cffi reads without a parser of C: that parser would take
half of the time of `import plumbline`.

    python packaging/declarations.py

writes src/plumbline/_declarations.py anew; tests/test_declarations.py compares the two.
"""

import ast
import pprint
import tempfile
from pathlib import Path

import cffi

DECLARATIONS = """
typedef int plumbline_status;
typedef struct plumbline_mechanism plumbline_mechanism;
typedef struct plumbline_answer plumbline_answer;
typedef struct { const char* direction; const char* engine; int digits;
                 int (*stop)(void*); void* context; } plumbline_options;
typedef struct { const char* name; const char* text; } plumbline_named;
typedef struct { const char* quantity; const char* mechanism; const char* other; const char* at;
                 const plumbline_named* numbers; size_t number_count;
                 const plumbline_named* words; size_t word_count; } plumbline_request;
const char* plumbline_version(void);
int plumbline_abi(void);
const char* plumbline_error(void);
plumbline_status plumbline_open(const char*, plumbline_mechanism**);
void plumbline_close(plumbline_mechanism*);
const char* plumbline_expression(const plumbline_mechanism*);
plumbline_status plumbline_ask(plumbline_mechanism*, const char*, const char*,
                               const plumbline_options*, plumbline_answer**);
plumbline_status plumbline_derive(const plumbline_request*, const plumbline_options*,
                                  plumbline_answer**);
void plumbline_free(plumbline_answer*);
const char* plumbline_lower(const plumbline_answer*);
const char* plumbline_upper(const plumbline_answer*);
double plumbline_lower_double(const plumbline_answer*);
double plumbline_upper_double(const plumbline_answer*);
const char* plumbline_digits(const plumbline_answer*);
int plumbline_reached(const plumbline_answer*);
const char* plumbline_engine_used(const plumbline_answer*);
size_t plumbline_value_count(const plumbline_answer*);
const char* plumbline_value_name(const plumbline_answer*, size_t);
const char* plumbline_value_lower(const plumbline_answer*, size_t);
const char* plumbline_value_upper(const plumbline_answer*, size_t);
const char* plumbline_finding(const plumbline_answer*, const char*);
size_t plumbline_finding_count(const plumbline_answer*);
const char* plumbline_finding_name(const plumbline_answer*, size_t);
plumbline_status plumbline_certificate(plumbline_answer*, const char**);
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

HEAD = """\"\"\"What cffi makes of the declarations in packaging/declarations.py, which writes this file.\"\"\"

from typing import Any

import _cffi_backend

ffi: Any = _cffi_backend.FFI(
    "plumbline._declarations",
"""


def text() -> str:
    """The module: cffi's own, in lines."""
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
