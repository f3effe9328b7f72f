#!/usr/bin/env python3
"""Tests of tools/docs/check_markdown: it reports each kind of broken page, and accepts a correct page."""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest

try:
    import markdown_it  # noqa: F401
except ImportError:
    if sys.executable != "/usr/bin/python3" and pathlib.Path("/usr/bin/python3").exists():
        os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
LOADER = importlib.machinery.SourceFileLoader("check_markdown", str(HERE / "check_markdown"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_markdown", LOADER))
LOADER.exec_module(check)


class Pages(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.md"
            path.write_text(text, encoding="utf-8")
            return [problem for _, problem in check.problems(path)]

    def test_a_correct_page(self):
        self.assertEqual(self.problems("# A b\n\n[here](#a-b), `|x|`\n\n| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n\n```text\nx\n```\n"), [])

    def test_broken_pages(self):
        for text, problem in (("# A\n\n```text\nx\n", "a code fence that is not closed"),
                              ("| a | b |\n|---|---|\n| 1 |\n", "a table row of 1 cells, not 2"),
                              ("[NAME-| `a` | 1 |\n| `b` | 2 |\nROWS](page.md)\n", "a table row outside a table"),
                              ("[a](missing.md)\n", "missing.md: no such file"),
                              ("[a](#missing)\n", "#missing: no such heading"),
                              ("`a\n", "a mark of code that is not closed: `a"),
                              ("[a](b c)\n", "'](' is shown as text: [a](b c)")):
            self.assertIn(problem, self.problems(text), text)

    def test_pages_of_documents_say_their_kind(self):
        self.assertIsNone(check.kind_problem("docs/a.md", "# A\n\n**Tutorial** for trainers.\n"))
        self.assertIsNotNone(check.kind_problem("docs/a.md", "# A\n\nText.\n"))
        self.assertIsNone(check.kind_problem("cases/README.md", "# A\n\nText.\n"))


if __name__ == "__main__":
    unittest.main()
