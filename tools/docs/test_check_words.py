#!/usr/bin/env python3
"""Tests of tools/docs/check_words: its findings, the skipped texts, and that its counts only decrease."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LOADER = importlib.machinery.SourceFileLoader("check_words", str(HERE / "check_words"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_words", LOADER))
LOADER.exec_module(check)

# Sentences that had to be read twice, and their replacements.
REWRITTEN = (
    ("What is answered: enclosures by name, what was found that is none, and how.",
     "An answer: named enclosures, other findings, and how they were computed."),
    ("nullptr stands for what there is none of.", "nullptr means: no value."),
    ("bad input, then, for who can do with a number alone", "an error for callers that need a finite value"),
    ("What answers of formulas alone say is their engine", "Engine name reported for closed-form answers."),
    ("Where another engine is asked instead: which", "Name of the engine preferred over this one."),
    ("From few digits to many: what is asked for more digits",
     "Iterative refinement: requests increasing precision and returns the best result within the time limit."),
    ("who calls these answers for it, in a comment",
     "callers must justify in a comment that the ball contains the value"),
    ("A limit that there is none of is infinite.", "A missing limit means infinity."),
    ("how much there is to read. Finds are shrunk to what is plainer",
     "complexity weight; the shrinker prefers simpler settings"),
    ("what it is does not hang on the last bits of doubles", "independent of floating-point rounding"),
    ("Throws std::invalid_argument on names that there are none of.", "Throws std::invalid_argument on unknown names."),
    ("Answers hold whatever happens; a status", "Every returned answer is correct."),
    ("Asked now and then, from the thread of the call", "Cancellation callback, polled from the calling thread"),
    ("What a command is at, watched from a thread of its own.", "Progress and timeout watchdog thread of a command."),
    ("A line for each that was not met: it is mended", "One line per known violation that did not occur."),
    ("sampling whose coins the outputs all but show",
     "subsampling whose outcome the output nearly reveals; two-sided bounds"),
    ("Words: what a spread is, and by how much returns weighed",
     'Clarify "spread" and the weights of near-recurrence nodes'),
    ("unknown words on the command line", "unknown options on the command line"),
    ("the standing of a claim", "the basis of a claim"),
    ("least and most", "lower and upper ends"),
    ("what was asked", "the request"),
    ("three doors", "where to start"),
    ("one room of the module", "the layout of the modules"),
    ("the digest mended", "the digest recomputed"),
    ("a sharper bound", "a tighter bound"),
    ("bent lines and knots", "deformed contours and nodes"),
    ("by the sieve", "by `sieve`"),
    ("about so many digits", "approximately this many digits"),
    ("as far as can be told", "to the working precision"),
    ("it hangs on the step", "it depends on the step"),
    ("seen on a busy machine", "seen on a loaded machine"),
    ("held against certified values", "compared with certified values"),
    ("correct all the same", "still valid"),
    ("it is no signature", "it is not a signature"),
)


class Phrases(unittest.TestCase):
    def setUp(self):
        self.words, self.contract = list(check.avoided()), check.contract_names()

    def phrases(self, text):
        masked = self.contract.sub(lambda m: "_" * len(m[0]), text)
        return [m[0] for phrase, _ in self.words if (m := phrase.search(masked))]

    def test_finds_every_sentence_that_was_rewritten(self):
        for old, new in REWRITTEN:
            self.assertTrue(self.phrases(old), old)
            self.assertEqual(self.phrases(new), [], new)

    def test_every_line_says_what_to_write(self):
        for phrase, instead in self.words:
            self.assertTrue(instead, phrase.pattern)

    def test_joins_the_lines_of_a_comment(self):
        text = check.Text("// It hangs\n// on the step.", 7)
        self.assertEqual(text.text, "// It hangs on the step.")
        self.assertEqual((text.line(3), text.line(13)), (7, 8))


class Files(unittest.TestCase):
    def found(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text, encoding="utf-8")
            before, check.ROOT = check.ROOT, pathlib.Path(folder)
            try:
                return [(sort, line) for sort, line, _ in
                        check.found_in(name, list(check.avoided()), check.contract_names())]
            finally:
                check.ROOT = before

    def test_reads_comments_and_quoted_texts_of_sources(self):
        self.assertEqual(self.found("a.cpp", '// Of both ends.\nint mended;\nauto s = "was mended";\n'),
                         [("words", 3), ("openings", 1)])
        self.assertEqual(self.found("a.py", '"""Whether it is so."""\n# It hangs\n# on it.\n'),
                         [("words", 2), ("openings", 1)])

    def test_reads_scripts(self):
        self.assertEqual(self.found("run", "#!/bin/sh\n# What is run.\necho held against\n"), [("words", 3), ("openings", 2)])

    def test_skips_marked_quotations(self):
        self.assertEqual(self.found("a.md", "<!-- check_words: quotation -->\nit was mended\n<!-- check_words: end -->\n"
                                            "mended\n"), [("words", 4)])
        self.assertEqual(self.found("a.cpp", '// "mended" (check_words: quotation)\n'), [])

    def test_accepts_comments_with_a_subject(self):
        self.assertEqual(self.found("a.cpp", "// Returns what it can: whether so, of both.\n// Offers one.\nint a;\n"), [])


class Counts(unittest.TestCase):
    def test_a_higher_count_and_an_old_one_fail(self):
        counter = check.collections.Counter
        key = ("sources", "words")
        self.assertEqual(check.compare(counter({key: 2}), {key: 2}, False), 0)
        self.assertEqual(check.compare(counter({key: 3}), {key: 2}, False), 1)
        self.assertEqual(check.compare(counter({key: 1}), {key: 2}, False), 1)
        self.assertEqual(check.compare(counter({key: 1}), {}, False), 1)


class Subjects(unittest.TestCase):
    def test_accepts_imperatives(self):
        for subject in ("Bound the tail of sampled Poisson noise below its centre", "Pass options on", "Embed the table"):
            self.assertIsNone(check.subject_problem(subject), subject)

    def test_rejects_others(self):
        for subject in ("Words: what a spread is", "Fixed a bug", "Adding tests", "What is new", "The last row", "fix it",
                        "Fix it.", "B" * 73):
            self.assertIsNotNone(check.subject_problem(subject), subject)


if __name__ == "__main__":
    unittest.main()
