"""Tests formulas of proofs as MathML: every sign of the text is present, in its order, and the elements are
well-formed.
"""

import re
import unittest
import xml.dom.minidom
from pathlib import Path

from markupsafe import Markup

from plumbline_reports.formulas import displayed, formula, inline, plain

ROOT = Path(__file__).resolve().parents[2]


def blocks():
    for page in sorted((ROOT / "docs/proofs").glob("*.md")):
        for block in re.findall(r"^```text\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
            yield block


class Formulas(unittest.TestCase):
    def test_scripts(self):
        self.assertEqual(formula("x^2"), "<msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup>")
        self.assertEqual(formula("e^-eps"), "<msup><mrow><mi>e</mi></mrow><mrow><mo>−</mo><mi>ε</mi></mrow></msup>")
        self.assertIn("<msubsup><mrow><mo>∑</mo></mrow>", formula("sum_{k=0}^n x"))
        self.assertIn("<mover>", formula("P~"))

    def test_within_sentences(self):
        parts = inline("Yet e^{-r}/4 is prod b_i^{k_i}, at most 2^-52 (x)_+; gauss_legendre stands in tests/a_b.cpp.")
        self.assertEqual([plain(part) for part in parts if isinstance(part, Markup)], ["e−r/4", "∏biki", "2−52(x)+"])
        self.assertEqual([part for part in parts if not isinstance(part, Markup)],
                         ["Yet ", " is ", ", at most ", "; gauss_legendre stands in tests/a_b.cpp."])
        for page in sorted((ROOT / "docs/proofs").glob("*.md")):
            for line in page.read_text().splitlines():
                for part in inline(line):
                    if isinstance(part, Markup):
                        xml.dom.minidom.parseString(str(part))

    def test_what_is_not_mathematics_stays(self):
        self.assertEqual(plain(formula("for gamma <= 1/2: q")), "forγ≤1/2:q")
        for odd in ("^", "x^", "_{", "((", "a)b", "}", "<script>&", "f(x", ""):
            xml.dom.minidom.parseString(displayed(odd))

    def test_every_displayed_formula_of_the_book(self):
        """Letters and digits agree with the text, in order; Greek names become letters."""
        from plumbline_reports.formulas import _GREEK, _LARGE

        names = {**_GREEK, **_LARGE}
        count = 0
        for block in blocks():
            markup = displayed(block)
            xml.dom.minidom.parseString(markup)
            shown = re.findall(r"[^\W_]", plain(markup), re.UNICODE)
            text = re.sub(r"[A-Za-z]+", lambda m: names.get(m[0], m[0]), block)
            self.assertEqual([c for c in shown if c.isalnum()], [c for c in text if c.isalnum()], block)
            count += 1
        self.assertGreater(count, 200)

    def test_whole_formulas_within_sentences(self):
        """Formulas include their relations, up to a comma or a word; they contain no prose and no file locations."""
        for text, formulas in [
                ("For c > 1 some C has |K(c + iy)| <= C/|y|, by (a).", ["c>1", "|K(c+iy)|≤C/|y|"]),
                ("a bound of 0 <= X <= 1 and a line I + (1-a) J/k at e.g. all", ["0≤X≤1", "I+(1−a)J/k"]),
                ("and/or a user in reference/a.cpp (b) is or x86-64 at m-th", []),
                ("Let S = {x : f(x) > 0 of it, f(0) = 1 = g(0) of all.", ["f(x)>0", "f(0)=1=g(0)"])]:
            found = [plain(part) for part in inline(text) if isinstance(part, Markup)]
            self.assertEqual(found, formulas, text)

    def test_greek_letters_within_sentences(self):
        """Greek letters are recognised alone and as exponents, not in names of files or parameters."""
        def read(text):
            return "".join(plain(part) if isinstance(part, Markup) else part for part in inline(text))

        self.assertEqual(read("mu > 0: delta(eps) <= e^epsilon0 and 1/mu"), "μ>0: δ(ε)≤eε0 and 1/μ")
        for text in ("quantities/delta.cpp", "gaussian(sigma=1)", "deltas", "delta's"):
            self.assertEqual(read(text), text)


if __name__ == "__main__":
    unittest.main()
