"""Reads the functions that a header of libplumbline declares, and compiles a stub library with these names.

A program linked with such a library equals a program linked with the library of the header's version: it records the
soname and the names of functions, and contains the sizes and offsets of the header's structures.
"""

import re
import subprocess

SONAME = "libplumbline.so.1"


def functions(header):
    """Returns the declarations of the functions of a header, by name."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.DOTALL)
    found = re.findall(r"^\s*PLUMBLINE_API\b([^;{]+\));", text, flags=re.MULTILINE)
    return {re.search(r"(\w+)\s*\(", line)[1]: " ".join(line.split()) for line in found}


def source(header, name):
    """Returns the source of a library that defines every function of a header, which is included by its name."""
    bodies = [f"{line} {{ __builtin_trap(); }}" for line in functions(header).values()]
    return "\n".join([f'#include "{name}"', *bodies, ""])


def compile_stub(header, folder, options=()):
    """Compiles the stub of a header (a path) as SONAME in a folder; returns its path."""
    text = header.read_text("utf-8")
    path = folder / "stub.c"
    path.write_text(source(text, header.name), "utf-8")
    library = folder / SONAME
    subprocess.run(["cc", "-shared", "-fPIC", f"-Wl,-soname,{SONAME}", "-I", str(header.parent), *options, "-o",
                    str(library), str(path)], check=True)
    return library
