#!/usr/bin/env python3
"""Tests that the comparison of binary interfaces detects every change that breaks a program, and permits new
functions.
"""

import importlib.machinery
import importlib.util
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import stub  # noqa: E402

loader = importlib.machinery.SourceFileLoader("compare", str(HERE / "compare"))
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
loader.exec_module(compare)

HEADER = compare.HEADER.read_text("utf-8")
BREAKING = {
    "a function is removed": ("PLUMBLINE_API int plumbline_reached(const plumbline_answer* answer);", ""),
    "an argument has another type": ("int plumbline_reached(const plumbline_answer* answer)",
                                     "int plumbline_reached(const plumbline_answer* answer, int digits)"),
    "a result has another type": ("PLUMBLINE_API double plumbline_lower_double", "PLUMBLINE_API float plumbline_lower_double"),
    "a member is inserted": ("  const char* engine;", "  int seconds;\n  const char* engine;"),
    "a member is appended": ("  void* context;\n", "  void* context;\n  double seconds;\n"),
    "a member has another type": ("  size_t word_count;", "  int word_count;"),
    "a status has another number": ("PLUMBLINE_STOPPED = 3", "PLUMBLINE_STOPPED = 7"),
}


class Comparison(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.kept = self.folder / "kept.abi"
        compare.write(self.library("kept", HEADER), self.kept, self.folder / "kept/plumbline.h")

    def library(self, name, header):
        """Returns the path of a library with the functions of a header, with debug information."""
        folder = self.folder / name
        folder.mkdir()
        (folder / "plumbline.h").write_text(header, "utf-8")
        return stub.compile_stub(folder / "plumbline.h", folder, ["-g"])

    def changed(self, name, before, after):
        self.assertIn(before, HEADER)
        library = self.library(name, HEADER.replace(before, after, 1))
        return compare.differences(self.kept, library, library.parent / "plumbline.h")

    def test_the_same_header_breaks_nothing(self):
        self.assertEqual(self.changed("same", "plumbline_free_text", "plumbline_free_text"), "")

    def test_a_further_function_breaks_nothing(self):
        more = "PLUMBLINE_API int plumbline_further(int n);\nPLUMBLINE_API int plumbline_abi(void);"
        self.assertEqual(self.changed("more", "PLUMBLINE_API int plumbline_abi(void);", more), "")

    def test_changes_that_break_programs_are_found(self):
        for number, (what, (before, after)) in enumerate(BREAKING.items()):
            with self.subTest(what):
                self.assertNotEqual(self.changed(str(number), before, after), "")

    def test_a_library_without_types_is_refused(self):
        library = self.library("types", HEADER)
        self.assertTrue(compare.has_types(library))
        bare = stub.compile_stub(library.parent / "plumbline.h", library.parent)
        self.assertFalse(compare.has_types(bare))

    def test_every_function_of_the_header_is_found(self):
        self.assertEqual(len(stub.functions(HEADER)), HEADER.count("PLUMBLINE_API ") - HEADER.count("define PLUMBLINE_API "))


if __name__ == "__main__":
    if not shutil.which("abidiff") or not shutil.which("abidw"):
        print("skipped: abidiff is missing (Debian: abigail-tools)")
        sys.exit(compare.SKIPPED)
    unittest.main()
