"""Compiles the functions of FLINT and Arb that the module calls, and the functions that these call. The name of a
function determines its file; otherwise a search for its definition does.
"""

import collections
import concurrent.futures
import re
import shutil

from toolchain import AR, CLANG, JOBS, NM, OUT, PREFIX, run, say

CONFIG = """/* Single-threaded, without the processor's own instructions. */
#define FLINT_USES_TLS 0
#define FLINT_REENTRANT 0
#define FLINT_WANT_ASSERT 0
#define FLINT_USES_CPUSET 0
#define FLINT_USES_PTHREAD 0
#define FLINT_USES_BLAS 0
#define FLINT_USES_FENV 0
#define FLINT_DLL
"""

# Omitted: tests, C++, and modules that balls never use: finite fields, p-adic numbers, factoring by sieves, ...
SKIPPED = re.compile(
    r"/(test|tune|profile|doc|debian|examples|interfaces|link)/|xx/"
    r"|^/(fq\w*|padic\w*|qadic|\w*mpoly\w*|qsieve|aprcl|fmpz_lll|fmpz_mod_poly_factor)/"
)
DEFINES = re.compile(r"^(?:[A-Za-z_][\w \t*]*?[ \t*])?(\w+)[ \t]*\((?![^\n]*;\s*$)", re.M)
CONSTANTS = re.compile(r"^ARB_DEF_CACHED_CONSTANT\((\w+)", re.M)
VARIABLES = re.compile(r"^(?:FLINT_\w+ |TLS_PREFIX |const |FLINT_DLL )*[\w ]+?[\s*]+(\w+)(?:\[[^\]]*\])*\s*(?:=|;)", re.M)


def headers(flint, arb):
    include = PREFIX / "include"
    (include / "flint").mkdir(parents=True, exist_ok=True)
    for path in flint.glob("*.h"):
        shutil.copy(path, include / "flint")
    for path in arb.glob("*.h"):
        shutil.copy(path, include)
    shutil.copy(flint / "fft_tuning64.in", include / "flint" / "fft_tuning.h")
    shutil.copy(flint / "fmpz-conversions-single.in", include / "flint" / "fmpz-conversions.h")
    shutil.copy(flint / "fmpz" / "link" / "fmpz_single.c", flint / "fmpz" / "fmpz.c")
    (include / "flint" / "flint-config.h").write_text(CONFIG)


def index(folders):
    """Returns the files that may define a name, by name."""
    out = collections.defaultdict(list)
    for folder in folders:
        for path in sorted(folder.rglob("*.c")):
            if SKIPPED.search("/" + str(path.relative_to(folder))):
                continue
            text = path.read_text(errors="replace")
            for name in {*DEFINES.findall(text), *CONSTANTS.findall(text), *VARIABLES.findall(text)}:
                out[name].append(path)
    return out


class Closure:
    def __init__(self, folders):
        self.folders = folders
        self.files = index(folders)
        self.objects = OUT / "flint"
        self.objects.mkdir(parents=True, exist_ok=True)
        self.defined, self.wanted, self.compiled = set(), set(), {}

    def compile(self, path):
        folder = next(f for f in self.folders if path.is_relative_to(f))
        out = self.objects / (folder.name + "-" + str(path.relative_to(folder)).replace("/", "-") + ".o")
        if not out.exists():
            include = PREFIX / "include"
            run([*CLANG, "-O2", "-w", f"-I{include / 'flint'}", f"-I{include}", "-c", path, "-o", out])
        return path, out

    def take(self, path):
        """Returns the names that an object or archive defines, and those that it requires."""
        for line in run([NM, "-g", path]).splitlines():
            found = re.match(r"[0-9a-f ]*([A-Za-z]) (\S+)$", line.strip())
            if found:
                (self.wanted if found[1] in "Uvw" else self.defined).add(found[2])

    def next_files(self):
        out = []
        for name in sorted(self.wanted - self.defined):
            # The file of this name comes first: arb/exp.c defines arb_exp.
            candidates = [p for p in self.files.get(name, []) if p not in self.compiled]
            named = [p for p in candidates if name.lstrip("_") == f"{p.parent.name}_{p.stem}"]
            out += (named or candidates)[:1]
        return sorted(set(out))

    def close(self):
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            while files := self.next_files():
                for path, made in pool.map(self.compile, files):
                    self.compiled[path] = made
                    self.take(made)


def build(flint, arb, archives):
    """Builds a library of the functions that these archives require."""
    closure = Closure([flint, arb])
    for archive in archives:
        closure.take(archive)
    closure.close()
    out = PREFIX / "lib" / "libflint.a"
    out.unlink(missing_ok=True)
    run([AR, "rc", out, *sorted(closure.compiled.values())])
    say(f"web: {len(closure.compiled)} files of FLINT and Arb")
    return out
