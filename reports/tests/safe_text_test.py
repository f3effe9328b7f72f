"""Tests foreign text in a line, Markdown, HTML and file names, and that symbolic links are not followed."""

import unittest

from plumbline_reports.files import Refused, make_subfolder, replace_file
from plumbline_reports.safe_text import (file_word, html_escaped, markdown_code, markdown_text, name_word, one_line,
                                         safe_lines)
from support import HOSTILE, FolderCase, is_harmless, quick


@quick
class SafeTextTest(unittest.TestCase):
    def test_nothing_commands_a_terminal_or_turns_a_line(self):
        self.assertTrue(is_harmless(one_line(HOSTILE), False))
        self.assertTrue(is_harmless(safe_lines(HOSTILE)))
        self.assertEqual(safe_lines(HOSTILE).count("\n"), 1)
        self.assertEqual(one_line("a\x1b[2J\nb"), "a\\x1b[2J\\x0ab")
        self.assertEqual(one_line("\u202ex"), "\\u202ex")
        self.assertEqual(one_line(b"\xff\xc3".decode("utf-8", "surrogateescape")), "\\xff\\xc3")
        self.assertEqual(one_line("\x85"), "\\xc2\\x85")
        self.assertEqual(one_line("\ud83d"), "\\ud83d")  # half a pair of UTF-16, as JSON may have it
        for plain in ("", "autodp 0.2", "σ ≤ 1", "🙂"):
            self.assertEqual(one_line(plain), plain)
            self.assertEqual(html_escaped(plain), plain)

    def test_markdown_and_html(self):
        for text in (markdown_text(HOSTILE), markdown_code(HOSTILE)):
            self.assertTrue(is_harmless(text, False))
        self.assertEqual(markdown_text("[x](http://y)|`<b>`"), "\\[x\\](http://y)\\|\\`\\<b\\>\\`")
        self.assertEqual(markdown_text("two\nlines a|b*c_d"), "two lines a\\|b\\*c\\_d")
        self.assertEqual(markdown_code("a|b"), "`a\\|b`")
        self.assertEqual(markdown_code("a`b"), "`` a`b ``")
        self.assertEqual(html_escaped("<b a=\"&\">\x1b"), "&lt;b a=&quot;&amp;&quot;&gt;\\x1b")
        self.assertTrue(is_harmless(html_escaped(HOSTILE)))

    def test_names_of_files_are_of_one_text_each(self):
        self.assertEqual(file_word("google-dp-accounting"), "google-dp-accounting")
        self.assertEqual(name_word("Good & <Fast>"), "good-fast")
        names = ["acme", "Acme", "ACME", "index", "Index", "con", "nul", "com1", "", "///", "..", "../x", "x", "a b", "a-b",
                 "a--b", "a" * 5000, "a" * 5001, "a" * 80, "a" * 81, HOSTILE, "σ"]
        words = [file_word(name) for name in names]
        self.assertEqual(len(set(words)), len(words))
        for word in words:
            self.assertRegex(word, r"\A[a-z0-9_-]{1,80}\Z")
            self.assertNotEqual(word, "index")
            self.assertEqual(file_word(word), word)


@quick
class FilesTest(FolderCase):
    def test_a_link_in_the_place_of_a_file_of_ours_is_not_followed(self):
        own, elsewhere = self.folder / "own", self.folder / "elsewhere"
        own.mkdir()
        precious = self.write("elsewhere/precious", "old")
        for name in ("report.md", "report.md.part"):
            (own / name).symlink_to(precious)
        replace_file(own / "report.md", "new")
        self.assertEqual(precious.read_text(), "old")
        self.assertFalse((own / "report.md").is_symlink())
        self.assertEqual((own / "report.md").read_text(), "new")
        self.assertEqual(len(list(own.iterdir())), 1)
        (own / "accountants").symlink_to(elsewhere)
        with self.assertRaisesRegex(Refused, "is a symbolic link"):
            make_subfolder(own / "accountants")
        with self.assertRaisesRegex(Refused, "cannot be written"):
            replace_file(own / "nowhere/x", "x")
