#!/usr/bin/env python3
"""Checks that every C and C++ source includes the headers of the libraries whose names it uses.

    tools/includes/includes.py [FOLDER]    exit code 1 where a header is missing: file, line, name and header

A header counts if the source includes it, if the source's own header does (a.hpp for a.cpp), or if one of them
includes a header of the project that replaces it (COVERS in headers.py). Indirectly included headers do not count,
because another release of a library may include others. Standard headers may be included indirectly by headers of the
project, but not by other libraries or other standard headers. FLINT is included in one place, which must have the
header of every used family of functions, for FLINT 2.9 and for FLINT 3.
"""

import functools
import pathlib
import posixpath
import re
import sys

import headers

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPS = ("reference", "verify", "app", "capi", "web", "tests", "bench", "fuzz", "tools", "packaging", "vectors")
SUFFIXES = {".cpp", ".hpp", ".c", ".h"}

# Comments and quoted texts, which contain no names.
SILENT = re.compile(
    r'R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"].*$', re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (\w+) \{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
STANDARD = re.compile(r"\bstd::(\w+)|(?<![\w:])(u?int(?:8|16|32|64)_t)\b")
STANDARD_HEADER = {name: header for header, names in headers.STANDARD.items() for name in names.split()}
# Headers of FLINT and of Arb beside it.
OF_FLINT = re.compile(r"flint/.*|(?:%s)\.h" % "|".join(headers.ARB_FAMILIES))


@functools.lru_cache(maxsize=None)
def silenced(text):
    """Returns the text without inclusions, comments and quoted texts, with the same lines."""
    text = INCLUDE.sub("", text)
    return SILENT.sub(lambda match: "\n" * match.group(0).count("\n"), SEPARATOR.sub("", text))


@functools.lru_cache(maxsize=None)
def inclusions(text):
    return frozenset(INCLUDE.findall(text))


class Tree:
    """The sources by name, with the includes of each."""

    def __init__(self, texts):
        self.texts = texts

        self.of_libraries, self.of_project = {}, {}
        for name, text in texts.items():
            self.of_libraries[name], self.of_project[name] = self.resolved(name, text)

    def resolved(self, name, text):
        """Returns the headers of libraries and those of the project that a source includes."""
        project = set()
        for header in inclusions(text):
            if header not in self.texts:  # or in the folder of the source
                header = posixpath.normpath(posixpath.join(posixpath.dirname(name), header))
            if header in self.texts:
                project.add(header)
        return inclusions(text) - project, project

    def reached(self, name):
        """Returns the headers of libraries that a source includes, itself or by way of headers of the project."""
        seen, to_read = {name}, [name]
        for current in to_read:
            new = self.of_project[current] - seen
            seen |= new
            to_read += new
        return set().union(*(self.of_libraries[one] for one in seen))

    def available(self, name):
        """Returns the headers of libraries that count for a source: its own and those of its own header."""
        own = re.sub(r"\.c(pp)?$", ".hpp", name)
        read = {name} | ({own} & self.of_project[name])
        found = set().union(*(self.of_libraries[one] for one in read))
        for cover, stands_for in headers.COVERS.items():
            if any(cover in self.of_project[one] | {one} for one in read):
                found |= set(stands_for)
        return found


def read_tree(root):
    """Returns the sources below a folder."""
    paths = [path for top in TOPS for path in sorted((root / top).rglob("*"))]
    return Tree({path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
                 for path in paths if path.suffix in SUFFIXES and path.is_file()})


def row_of(library, name):
    return next((row for row in library.rows if re.match(row.pattern, name)), None)


def declared_forward(quiet):
    """Returns the names of libraries that a source declares itself, such as CLI::Option."""
    return {f"{block[1]}::{declared}" for block in NAMESPACE.finditer(quiet)
            for declared in re.findall(r"^(?:class|struct) (\w+);", block[2], re.MULTILINE)}


def place_of(name, quiet, match):
    return f"{name}:{quiet.count(chr(10), 0, match.start()) + 1}"


def standard_missing_in(name, quiet, reached):
    """Yields a line for the first use of each standard header that neither a source nor the project's headers include."""
    told = set()
    for match in STANDARD.finditer(quiet):
        header = STANDARD_HEADER.get(match[1] or match[2])
        if header and header not in told and not reached.intersection((header,) + headers.ALSO.get(header, ())):
            told.add(header)
            yield f"{place_of(name, quiet, match)}: {match[0]} needs #include <{header}>"


def missing_in(name, quiet, available):
    """Yields a line for the first use of each header of another library that a source does not include."""
    told = set()
    declared = declared_forward(quiet)
    for library in headers.LIBRARIES:
        for match in library.names(quiet):
            if match[0] in declared:
                continue
            row = row_of(library, match[0])
            place = place_of(name, quiet, match)
            if row is None:
                yield f"{place}: no row of tools/includes/headers.py knows the header of {match[0]}"
                continue
            enough = row.forward if row.forward and name.endswith((".hpp", ".h")) else row.headers
            if not available.intersection(enough) and enough not in told:
                told.add(enough)
                yield f"{place}: {match[0]} ({library.name}) needs {wanted(enough)}"


def wanted(enough):
    """Returns the line to write: the header of the project if it replaces the header of the library."""
    for cover, stands_for in headers.COVERS.items():
        if enough[0] in stands_for:
            return f'#include "{cover}"'
    return f"#include <{enough[0]}>"


def branches(text):
    """Returns the includes of that place for FLINT 3 and for FLINT 2.9."""
    new, old = set(), set()
    into = (new, old)
    for line in text.splitlines():
        if re.match(r"#\s*if\b.*__FLINT_RELEASE", line):
            into = (new,)
        elif re.match(r"#\s*else\b", line):
            into = (old,)
        elif re.match(r"#\s*endif\b", line):
            into = (new, old)
        elif match := INCLUDE.match(line):
            for one in into:
                one.add(match[1])
    return new, old


def families_missing(tree):
    """Yields a line for each family of FLINT whose header the one place does not include."""
    new, old = branches(tree.texts.get(headers.FLINT_COVER, ""))
    flint = headers.LIBRARIES[0]
    first = {}
    for name, text in tree.texts.items():
        for match in flint.names(silenced(text)):
            first.setdefault(headers.family_of(match[0]), f"{match[0]} of {name}")
    for family, use in sorted(first.items()):
        beside = family in headers.ARB_FAMILIES
        for release, there, header in (("3", new, f"flint/{family}.h"),
                                       ("2.9", old, f"{family}.h" if beside else f"flint/{family}.h")):
            if header not in there:
                yield f"{headers.FLINT_COVER}: {use} needs #include <{header}> for FLINT {release}"


def flint_elsewhere(tree):
    """Yields a line for each other source that includes FLINT directly."""
    for name, text in tree.texts.items():
        for header in inclusions(text):
            if OF_FLINT.fullmatch(header) and name != headers.FLINT_COVER:
                yield f"{name}: <{header}>: include {headers.FLINT_COVER} instead, which knows both releases"


def covers_broken(tree):
    """Yields a line for each header of the project that does not include the headers that it replaces."""
    for cover, stands_for in headers.COVERS.items():
        for header in stands_for:
            if cover in tree.texts and header not in inclusions(tree.texts[cover]):
                yield f"{cover}: stands for <{header}> (tools/includes/headers.py), which it does not include"


def findings(tree):
    for name, text in tree.texts.items():
        quiet = silenced(text)
        yield from missing_in(name, quiet, tree.available(name))
        yield from standard_missing_in(name, quiet, tree.reached(name))
    yield from flint_elsewhere(tree)
    yield from families_missing(tree)
    yield from covers_broken(tree)


def main(arguments):
    tree = read_tree(pathlib.Path(arguments[0]) if arguments else ROOT)
    found = list(findings(tree))
    print("\n".join(found + [f"{len(tree.texts)} sources read, {len(found)} headers missing"]))
    return 1 if found or not tree.texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
