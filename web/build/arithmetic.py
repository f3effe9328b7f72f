"""Configures GMP and MPFR for a target that does not run on this machine, and compiles them without assembly."""

import os
import shutil

from toolchain import AR, CLANG, HOST, JOBS, LIBRARIES, NM, OUT, PREFIX, RANLIB, run, say

# A C compiler for configure, which links programs to detect functions.
WRAPPER = r"""#!/bin/bash
for word; do
  case $word in -c | -E | -S | -v | -V | --version | -M | -MM) exec {clang} "$@" ;; esac
done
out=a.out objects=() sources=() flags=()
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2 && shift ;;
    *.c) sources+=("$1") ;;
    *.o | *.a | -l* | -L*) objects+=("$1") ;;
    *) flags+=("$1") ;;
  esac
  shift
done
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
for source in "${{sources[@]}}"; do
  {clang} "${{flags[@]}}" -c "$source" -o "$scratch/$(basename "$source").o" || exit 1
done
printf '%s\n' {host} > "$scratch/host"
wasm-ld-14 -mwasm64 "$scratch"/*.o "${{objects[@]}}" -L{libraries} -lc -ldlmalloc -lcompiler_rt --no-entry \
  --export-dynamic --no-gc-sections --allow-undefined-file="$scratch/host" -o "$out" 2> "$scratch/errors" ||
  {{ cat "$scratch/errors" >&2 && exit 1; }}
"""


def compiler():
    path = OUT / "cc"
    path.write_text(WRAPPER.format(clang=" ".join(CLANG), host=" ".join(HOST), libraries=LIBRARIES))
    path.chmod(0o755)
    return path


def configure(source, folder, *options):
    folder.mkdir(parents=True, exist_ok=True)
    environment = dict(
        os.environ, CC=str(compiler()), CC_FOR_BUILD="cc", AR=AR, RANLIB=RANLIB, NM=NM, CFLAGS="-O2",
        CPPFLAGS=f"-I{PREFIX / 'include'}", LDFLAGS=f"-L{PREFIX / 'lib'}",
    )  # fmt: skip
    common = ["--host=none-pc-none", "--build=x86_64-pc-linux-gnu", "--disable-shared", "--enable-static"]
    run([source / "configure", *common, *options], OUT / f"{folder.name}.log", cwd=folder, env=environment)


def gmp(source):
    out = PREFIX / "lib" / "libgmp.a"
    if out.exists():
        return out
    say("web: GMP")
    # configure requires the manual, which Debian omits.
    (source / "doc").mkdir(exist_ok=True)
    (source / "doc" / "Makefile.in").write_text("all install check clean:\n")
    folder = OUT / "gmp"
    configure(source, folder, "--disable-assembly")
    run(["make", "-s", f"-j{JOBS}", "all"], OUT / "gmp-make.log", cwd=folder)
    return install(folder / ".libs" / "libgmp.a", [folder / "gmp.h"])


def mpfr(source):
    out = PREFIX / "lib" / "libmpfr.a"
    if out.exists():
        return out
    say("web: MPFR")
    folder = OUT / "mpfr"
    configure(source, folder, "--disable-thread-safe")
    run(["make", "-s", f"-j{JOBS}", "-C", "src"], OUT / "mpfr-make.log", cwd=folder)
    return install(folder / "src" / ".libs" / "libmpfr.a", [source / "src" / "mpfr.h"])


def install(library, headers):
    for name in ("include", "lib"):
        (PREFIX / name).mkdir(parents=True, exist_ok=True)
    for header in headers:
        shutil.copy(header, PREFIX / "include")
    shutil.copy(library, PREFIX / "lib")
    return PREFIX / "lib" / library.name
