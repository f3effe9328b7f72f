"""Converts formulas of the proofs to MathML. In comments they are plain text, "e^{-a v} sum_{n>=1} x^n <= 1/(1 - q)".
Each sign is typeset in the original order: nothing is rearranged, so that no formula changes its meaning.
"""

import html
import re

from markupsafe import Markup, escape

_GREEK = {name: chr(code) for name, code in [
    ("alpha", 0x3B1), ("beta", 0x3B2), ("gamma", 0x3B3), ("delta", 0x3B4), ("eps", 0x3B5), ("epsilon", 0x3B5),
    ("zeta", 0x3B6), ("eta", 0x3B7), ("theta", 0x3B8), ("kappa", 0x3BA), ("lambda", 0x3BB), ("mu", 0x3BC), ("nu", 0x3BD),
    ("xi", 0x3BE), ("pi", 0x3C0), ("rho", 0x3C1), ("sigma", 0x3C3), ("tau", 0x3C4), ("phi", 0x3C6), ("chi", 0x3C7),
    ("psi", 0x3C8), ("omega", 0x3C9), ("Gamma", 0x393), ("Delta", 0x394), ("Theta", 0x398), ("Lambda", 0x39B),
    ("Pi", 0x3A0), ("Sigma", 0x3A3), ("Phi", 0x3A6), ("Psi", 0x3A8), ("Omega", 0x3A9)]}
_LARGE = {"sum": "∑", "prod": "∏", "int": "∫", "union": "⋃"}
_FUNCTIONS = {"log", "exp", "cos", "sin", "tan", "atan", "cosh", "sinh", "erf", "erfc", "max", "min", "sup", "inf", "lim",
              "Re", "Im", "Pr", "Var", "floor", "ceil", "arg", "sign", "acos", "asin", "tanh", "log1p"}
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←", "||": "∥", "*": "⋅", "-": "−", "==": "=", "...": "…",
          "+-": "±", ">>": "≫", "<<": "≪"}
_TOKEN = re.compile(r"""(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(?P<name>[A-Za-z]+\d*)|
                        (?P<sign><=|>=|!=|->|<-|\|\||\.\.\.|\+-|==|>>|<<|[-+*/=<>,;:()\[\]{}|!?.])|
                        (?P<script>[\^_])|(?P<mark>[~'])|(?P<space>\s+)|(?P<other>.)""", re.VERBOSE)
_OPEN, _CLOSE = {"(": ")", "{": "}", "[": "]"}, {")", "}", "]"}


def _tokens(line):
    return [(match.lastgroup, match[0]) for match in _TOKEN.finditer(line)]


def _element(tag, text):
    return f"<{tag}>{escape(text)}</{tag}>"


def _name(text):
    letters = text.rstrip("0123456789")
    if letters in _GREEK:
        index, letter = text[len(letters):], _element("mi", _GREEK[letters])
        return f"<msub>{letter}{_element('mn', index)}</msub>" if index else letter
    if text in _LARGE:
        return _element("mo", _LARGE[text])
    if text in _FUNCTIONS:
        return f'<mi mathvariant="normal">{text}</mi><mo>\u2061</mo>'
    if len(letters) == 1:
        index = text[1:]
        return f"<msub>{_element('mi', letters)}{_element('mn', index)}</msub>" if index else _element("mi", letters)
    if len(letters) == 2:
        return f'<mi mathvariant="italic">{escape(text)}</mi>'
    return _element("mtext", text)


class _Reader:
    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def kind(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def text(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def group(self, closing):
        """Returns the row up to the closing sign, which is skipped."""
        out = self.row(closing)
        self.at += self.text() == closing
        return out

    def script(self):
        """Returns the content of a superscript or subscript: a group, or a sign and an atom."""
        out = ""
        while self.text() in ("-", "+") and self.at + 1 < len(self.tokens):
            out += _element("mo", _SIGNS.get(self.text(), self.text()))
            self.at += 1
        if self.text() == "{":
            self.at += 1
            return f"<mrow>{out}{self.group('}')}</mrow>"
        if self.text() in ("(", "["):
            opening = self.text()
            self.at += 1
            inside = self.group(_OPEN[opening])
            return f"<mrow>{out}<mo>{opening}</mo>{inside}<mo>{_OPEN[opening]}</mo></mrow>"
        out += self.atom()
        return f"<mrow>{out}</mrow>"

    def atom(self):
        kind, text = self.kind(), self.text()
        self.at += 1
        if kind == "number":
            out = _element("mn", text)
        elif kind == "name":
            out = _name(text)
        elif text in _OPEN and text != "{":
            out = f"<mrow><mo>{text}</mo>{self.group(_OPEN[text])}<mo>{_OPEN[text]}</mo></mrow>"
        elif text == "{":
            out = f"<mrow><mo>{{</mo>{self.group('}')}<mo>}}</mo></mrow>"
        elif kind == "sign":
            return _element("mo", _SIGNS.get(text, text))
        else:
            return _element("mtext", text)
        while self.kind() == "mark":
            mark = "~" if self.text() == "~" else "′"
            out = f"<mover><mrow>{out}</mrow><mo>~</mo></mover>" if mark == "~" else f"<msup><mrow>{out}</mrow><mo>′</mo></msup>"
            self.at += 1
        return out

    def scripted(self):
        base = self.atom()
        below = above = ""
        while self.kind() == "script" and self.at + 1 < len(self.tokens):
            sign = self.text()
            if (below and sign == "_") or (above and sign == "^"):
                break
            self.at += 1
            if sign == "_":
                below = self.script()
            else:
                above = self.script()
        if not below and not above:
            return base
        base = f"<mrow>{base}</mrow>"
        tag = "msubsup" if below and above else "msub" if below else "msup"
        return f"<{tag}>{base}{below}{above}</{tag}>"

    def row(self, closing=""):
        out = ""
        while self.at < len(self.tokens) and self.text() != closing:
            if self.kind() == "space":
                wide = len(self.text()) > 1
                out += '<mspace width="1em"/>' if wide else '<mspace width="0.2em"/>'
                self.at += 1
            elif self.kind() == "script":  # a script without a base
                out += _element("mo", self.text())
                self.at += 1
            else:
                out += self.scripted()
        return out


def formula(line: str) -> Markup:
    """Returns one line as the content of <math>."""
    return Markup(_Reader(_tokens(line)).row())


def displayed(text: str) -> Markup:
    """Returns the lines of a displayed formula, each with its indentation in the text."""
    rows = []
    for line in text.rstrip("\n").split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        space = f'<mspace width="{indent * 0.4:.1f}em"/>' if indent else ""
        rows.append(f'<mtr><mtd columnalign="left">{space}{formula(line.strip())}</mtd></mtr>')
    return Markup(f'<math display="block" class="formula"><mtable columnalign="left">{"".join(rows)}</mtable></math>')


_LETTERS = "|".join(sorted(_GREEK, key=len, reverse=True))
# Matches a letter, a number, an operator or a closing bracket with scripts within a sentence: e^{-r}, b_i^{k_i},
# 2^-52, (x)_+; and a single Greek letter. Names of files and of bounds have longer words on both sides.
_INLINE = re.compile(rf"""(?<![\w.^=])(?:{_LETTERS})\d?(?![\w^=]|\.\w|'s)|
                          (?:(?<![\w.^])(?:[A-Za-z]'?~?|\d+|sum|prod|sup|inf|max|min|log|int|{_LETTERS})|[)\]])
                          (?:[_^](?:\{{[^{{}}]*\}}|\([^()]*\)|[-+]?(?:{_LETTERS})\d?(?![A-Za-z0-9_])|
                          [-+]?[A-Za-z0-9]{{1,2}}(?![A-Za-z0-9_])|\+(?!\w)))+'?
                          (?![\w^]|\.\w)""", re.VERBOSE)


_MATHS = re.compile(r"[=<>^_|+/*]|->|[A-Za-z]~?'?\(")  # signs that make several letters a formula
_ARTICLES = {"a", "A", "I"}


def _is_of_formula(word):
    """Returns True if a word between spaces may be part of a formula: letters, numbers and signs, but no words of
    prose.
    """
    if re.fullmatch(r"[A-Za-z]+", word):
        return len(word) == 1 or word in _GREEK or word in _LARGE or word in _FUNCTIONS
    if re.search(r"[A-Za-z]-[a-z]{2}|[A-Za-z]\.|[:;!?`\"]|\w/[A-Za-z]{2}|^[(\[]\w+[)\]]?$|^\w+[)\]]$", word):
        return False
    for kind, text in _tokens(word):
        letters = text.rstrip("0123456789")
        short = len(letters) <= 2 or letters in _GREEK or letters in _LARGE or letters in _FUNCTIONS
        if kind in ("other", "space") or (kind == "name" and not short):
            return False
    return True


def _is_whole(run):
    closed = []
    for sign in run:
        if sign in _OPEN:
            closed.append(_OPEN[sign])
        elif sign in _CLOSE and (not closed or closed.pop() != sign):
            return False
    return not closed and run.count("|") % 2 == 0 and not re.match(r"[=<>*/+^_]|- |.*(?<![_^])[-=<>*/+]$|.*[_^]$", run)


def _runs(text):
    """Yields (start, end) of the formulas with several signs: words between spaces, up to a comma or the end of the
    sentence.
    """
    words = [(match.start(), match.end(), match[0]) for match in re.finditer(r"\S+", text)]
    at = 0
    while at < len(words):
        end, stop = at, False
        while end < len(words) and not stop:
            core = words[end][2].rstrip(",.;:") if not words[end][2].startswith("..") else words[end][2]
            if not core or not _is_of_formula(core):
                break
            stop = core != words[end][2]
            end += 1
        for last in range(end, at, -1):  # the longest complete formula
            start, run = words[at][0], text[words[at][0]:words[last - 1][1]].rstrip(",.;:")
            if words[at][2] in _ARTICLES and not re.match(r"\w [=<>+*/-]", run):
                break
            if last > at + 1 and words[last - 1][2] in _ARTICLES:
                continue
            if _MATHS.search(run) and _is_whole(run):
                yield start, start + len(run)
                at = last - 1
                break
        at += 1


def _letters(text: str) -> list[Markup | str]:
    """Returns a text with its single letters and powers as mathematics."""
    out: list[Markup | str] = []
    at = 0
    for match in _INLINE.finditer(text):
        out += [text[at:match.start()], Markup(f"<math>{formula(match[0])}</math>")]
        at = match.end()
    return [*out, text[at:]]


def inline(text: str) -> list[Markup | str]:
    """Returns the parts of a sentence: text and mathematics."""
    out: list[Markup | str] = []
    at = 0
    for start, end in _runs(text):
        out += [*_letters(text[at:start]), Markup(f"<math>{formula(text[start:end])}</math>")]
        at = end
    return [part for part in [*out, *_letters(text[at:])] if part]


def plain(markup: str) -> str:
    """Returns the visible text without tags, for tests."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))
