"""Compiles the sources of this project and links the module."""

import pathlib
import subprocess

from toolchain import HERE, HOST, JOBS, LIBRARIES, OUT, PREFIX, ROOT, SYSROOT, quad_comparison, run, say

EXPORTS = ["plumbline_call", "malloc", "free", "__wasm_call_ctors"]
FEATURES = [
    "--enable-exception-handling",
    "--enable-memory64",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
]
STACK = 8 << 20


def header_folders():
    """Returns the folders of header-only libraries, which are independent of the machine."""
    out = PREFIX / "headers"
    out.mkdir(parents=True, exist_ok=True)
    for name in ("fmt", "nlohmann"):
        link = out / name
        if not link.exists():
            link.symlink_to(pathlib.Path("/usr/include") / name)
    return out


def ours():
    """Compiles the archives of this project, which depend on each other."""
    for name in ("libflint.a", "libflint-arb.a"):  # CMake requires these files; this script links the real ones
        path = PREFIX / "lib" / name
        if not path.exists():
            run(["llvm-ar-14", "rc", path])
    folder = OUT / "ours"
    run(
        [
            *("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release"),
            f"-DCMAKE_TOOLCHAIN_FILE={HERE / 'toolchain.cmake'}",
            f"-DPLUMBLINE_WEB_SYSROOT={SYSROOT}",
            f"-DCMAKE_PREFIX_PATH={PREFIX}",
            f"-DPLUMBLINE_WEB_HEADERS={header_folders()}",
            *("-DPLUMBLINE_WEB=ON", "-DPLUMBLINE_BUILD_VERIFY=OFF", "-DPLUMBLINE_UNITY=ON"),
        ],
        OUT / "ours-configure.log",
    )
    say("web: our sources (minutes)")
    subprocess.run(["ninja", "-C", folder, f"-j{JOBS}", "plumbline_web"], check=True, stdout=2)
    return [folder / "web" / "native" / "libplumbline_web.a", folder / "reference" / "libplumbline_reference.a"]


def link(archives):
    """Links one module with 64-bit addresses, converts it to 32-bit addresses, and reduces its size."""
    wide, out = OUT / "wide.wasm", OUT / "plumbline.wasm"
    (OUT / "host").write_text("\n".join([*HOST, "plumbline_host_stop", ""]))
    said = run(
        [
            *("wasm-ld-14", "-mwasm64", quad_comparison(), *archives, f"-L{LIBRARIES}"),
            *("-lc++-except", "-lc++abi-except", "-lunwind-except", "-lc", "-ldlmalloc", "-lcompiler_rt"),
            *("--no-entry", "--error-limit=0", "--strip-all", "-z", f"stack-size={STACK}", "--stack-first"),
            *(f"--export={name}" for name in EXPORTS),
            *(f"--allow-undefined-file={OUT / 'host'}", "-o", wide),
        ]
    )
    if "mismatch" in said:  # a call with other argument types would trap at run time
        raise SystemExit(f"web: {said}")
    run(["wasm-opt", *FEATURES, "--memory64-lowering", "-O2", wide, "-o", out])
    return out
