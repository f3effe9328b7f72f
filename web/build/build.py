#!/usr/bin/env python3
"""Builds the calculator: arithmetic, module, package and page. `./dev web` runs this script. The results are in the
folder PLUMBLINE_WEB_OUT (default: build-web).
"""

import arithmetic
import flint
import module

import page
import sources
import toolchain

def main():
    toolchain.need_tools()
    toolchain.OUT.mkdir(parents=True, exist_ok=True)
    toolchain.system_libraries()
    folders = sources.fetch()
    archives = [arithmetic.gmp(folders["gmp"]), arithmetic.mpfr(folders["mpfr4"])]
    flint.headers(folders["flint"], folders["flint-arb"])
    ours = module.ours()
    balls = flint.build(folders["flint"], folders["flint-arb"], ours)
    made = module.link([*ours, balls, *reversed(archives)])
    page.build(made, folders)

if __name__ == "__main__":
    main()
