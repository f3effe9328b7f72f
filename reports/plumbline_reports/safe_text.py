"""Makes foreign text (names of tools, notes, paths) safe for its destination: a line, Markdown, HTML, the name of a
file.

Escaped everywhere: control characters, lone surrogates (which represent bytes that are not UTF-8), and marks that
change the direction of text, end a line, or are invisible. They are shown as \\x1b and \\u202e.
"""

import hashlib
import re

from markupsafe import Markup

_CONTROLS = "\x00-\x1f\x7f-\x9f"
_MARKS = ("\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff"
          "\U000e0000-\U000e007f")
_UNSAFE = re.compile(f"[{_CONTROLS}{_MARKS}\ud800-\udfff]")
_UNSAFE_IN_LINES = re.compile(f"(?![\n\t])[{_CONTROLS}{_MARKS}\ud800-\udfff]")


def _shown(match: re.Match) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    if code < 0xA0:  # as its two bytes in a file
        return "".join(f"\\x{byte:02x}" for byte in match[0].encode())
    return f"\\u{code:04x}"


def one_line(text: str) -> str:
    """Returns one line for a message; line ends and tabs are escaped, too."""
    return _UNSAFE.sub(_shown, text)


def safe_lines(text: str) -> str:
    """Returns the text with line ends and tabs unchanged."""
    return _UNSAFE_IN_LINES.sub(_shown, text)


def html_escaped(text: str) -> Markup:
    """Escapes text between tags and in attributes. Templates escape every text automatically (pages.py)."""
    text = safe_lines(text)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(sign, name)
    return Markup(text)


def markdown_text(text: str) -> str:
    """Escapes one line of Markdown outside of code, also for tables."""
    return re.sub(r"([\\|*_`<>\[\]])", r"\\\1", one_line(text.replace("\n", " ")))


def markdown_code(text: str) -> str:
    """Returns code in a line of Markdown or in a table, with its backticks."""
    line, fence = one_line(text).replace("|", "\\|"), "`"
    while fence in line:
        fence += "`"
    room = " " if len(fence) > 1 else ""
    return fence + room + line + room + fence


def name_word(text: str) -> str:
    """Returns a word of letters, digits, _ and - for the comparison of names. Several texts may have one word."""
    word = re.sub(r"[^A-Za-z0-9_]+", "-", text).lower().strip("-")
    return word or "unnamed"


def file_word(text: str) -> str:
    """Returns a file name without its ending: at most 80 such characters, and no name that a system reserves or that
    other pages have. If the text is not such a name, eight digits of its digest are appended, so that different texts
    have different names, also on systems that ignore case.
    """
    word = name_word(text)
    taken = re.fullmatch(r"index|unnamed|con|prn|aux|nul|(com|lpt)\d", word)
    if word == text and len(word) <= 80 and not taken:
        return word
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{word[:71]}-{digest}"
