"""The compiler, archiver and linker of the calculator: clang 14 with the system libraries of emscripten.

The target is wasm64: addresses and longs of 64 bits, as on the machines on which the program is tested, so that
limbs, counts and exponents are equal. The linked module is converted to 32-bit addresses, which every browser
supports.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = pathlib.Path(os.environ.get("PLUMBLINE_WEB_OUT", ROOT / "build-web"))
JOBS = int(os.environ.get("PLUMBLINE_WEB_JOBS", "2"))
EMSCRIPTEN = pathlib.Path("/usr/share/emscripten")
CACHE = OUT / "emscripten"
SYSROOT = CACHE / "sysroot"
LIBRARIES = SYSROOT / "lib" / "wasm64-emscripten"
AR, NM, RANLIB = "llvm-ar-14", "llvm-nm-14", "llvm-ranlib-14"
PREFIX = OUT / "prefix"  # headers and libraries of the arithmetic

# The compiler options that emcc sets.
CLANG = [
    "clang-14",
    "--target=wasm64-unknown-emscripten",
    f"--sysroot={SYSROOT}",
    "-iwithsysroot/include/compat",
    "-mllvm",
    "-disable-lsr",
    "-Wno-unused-command-line-argument",
]

# Functions that the host page provides.
HOST = [
    "abort",
    "clock_gettime",
    "emscripten_get_heap_max",
    "emscripten_memcpy_big",
    "emscripten_resize_heap",
    "strftime_l",
    "__call_sighandler",
    # No call of the page opens a loader's file; web/package/core.js rejects it.
    "__syscall_fcntl64",
    "__syscall_ioctl",
    "__syscall_open",
]


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, log=None, **more):
    """Runs a command; if it fails, shows the end of its output."""
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    if log is not None:
        pathlib.Path(log).write_text(done.stdout)
    if done.returncode != 0:
        say("\n".join(done.stdout.splitlines()[-30:]))
        raise SystemExit(f"web: failed: {' '.join(str(word) for word in command)}")
    return done.stdout


def need_tools():
    missing = [
        package
        for tool, package in {
            "emcc": "emscripten",
            "clang-14": "clang-14",
            "wasm-ld-14": "lld-14",
            "wasm-opt": "binaryen",
            "dpkg-source": "dpkg-dev",
            "node": "nodejs",
            "m4": "m4",
            "cmake": "cmake",
            "ninja": "ninja-build",
        }.items()
        if shutil.which(tool) is None
    ]
    if missing:
        raise SystemExit(f"web: missing here: {' '.join(sorted(missing))}")


def system_libraries():
    """Builds the C and C++ libraries with exceptions for wasm64. Debian's package only has them for wasm32, and
    builds those for wasm64 at the first link. It fails to build its glue code, which is not needed.
    """
    wanted = ["libc.a", "libc++-except.a", "libc++abi-except.a", "libunwind-except.a", "libdlmalloc.a"]
    if all((LIBRARIES / name).exists() for name in [*wanted, "libcompiler_rt.a"]):
        return
    say("web: the system libraries (minutes)")
    CACHE.mkdir(parents=True, exist_ok=True)
    probe = OUT / "probe.cpp"
    probe.write_text("#include <string>\nint main(int n, char** a) { throw std::string(a[n - 1]); }\n")
    environment = dict(os.environ, EM_CACHE=str(CACHE), EM_FROZEN_CACHE="", NODE_PATH="/usr/share/nodejs")
    subprocess.run(
        ["emcc", "-O2", "-fwasm-exceptions", "-sMEMORY64=2", probe, "-o", OUT / "probe.js"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    absent = [name for name in wanted if not (LIBRARIES / name).exists()]
    if absent:
        raise SystemExit(f"web: emscripten did not make {' '.join(absent)}")


def quad_comparison():
    """Compiles the comparisons of long doubles of compiler-rt with the result type int, which the compiler expects;
    compiler-rt declares long.
    """
    out = OUT / "quad_comparison.o"
    if not out.exists():
        source = OUT / "quad_comparison.c"
        source.write_text(
            '#define QUAD_PRECISION\n#include "fp_lib.h"\n'
            '#define __aarch64__ 1  /* where the result is an int */\n#include "comparetf2.c"\n'
        )
        builtins = EMSCRIPTEN / "system" / "lib" / "compiler-rt" / "lib" / "builtins"
        run([*CLANG, "-O2", f"-I{builtins}", "-c", source, "-o", out])
    return out
