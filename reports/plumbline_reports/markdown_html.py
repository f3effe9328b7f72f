"""Converts documents to pages: CommonMark with tables, without embedded HTML."""

from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from .formulas import displayed, inline
from .safe_text import safe_lines

_READER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


@dataclass
class MarkdownPage:
    title: str
    body: Markup


def _heading_id(heading: str) -> str:
    """Returns the anchor of a heading as on GitHub: letters in lower case, blanks as hyphens; of other signs only
    hyphens and underscores remain.
    """
    return "".join("-" if c == " " else c.lower() for c in heading if c in " -_" or c.isalnum() or ord(c) >= 0x80)


def _words(inline: Token) -> str:
    return "".join(token.content for token in inline.children or () if token.type in ("text", "code_inline"))


def _linked(tokens: list[Token], to: Callable[[str], str]) -> list[Token]:
    """Replaces the targets of links and pictures by those on the site; a link to another target becomes text."""
    out, dropped = [], False
    for token in tokens:
        if token.type == "link_open":
            place = to(str(token.attrGet("href")))
            dropped = not place
            token.attrs = {"href": place}
        elif token.type == "image":
            token.attrSet("src", to(str(token.attrGet("src"))))
        if token.type in ("link_open", "link_close") and dropped:
            continue
        out.append(token)
    return out


def _with_mathematics(tokens: list[Token]) -> list[Token]:
    out = []
    for token in tokens:
        if token.type != "text":
            out.append(token)
            continue
        for part in inline(token.content):
            if isinstance(part, Markup):
                out.append(Token("html_inline", "", 0, content=str(part)))
            else:
                words = part.replace(" <= ", " ≤ ").replace(" >= ", " ≥ ")
                out.append(Token("text", "", 0, content=words))
    return out


def markdown_html(text: str, to: Callable[[str], str] = lambda link: link, formulas: bool = False) -> MarkdownPage:
    """Converts a document to a page. `to` returns the target of a link on the site, or nothing if the link becomes
    text. The first heading of level 1 becomes the title. With `formulas`, blocks of `text` and the formulas within
    sentences are typeset as mathematics.
    """
    tokens, title, ids = _READER.parse(safe_lines(text)), "", {}
    kept: list[Token] = []
    skipped = 0
    for i, token in enumerate(tokens):
        if token.type == "inline":
            token.children = _linked(token.children or [], to)
            if formulas and tokens[i - 1].type != "heading_open":
                token.children = _with_mathematics(token.children)
        elif formulas and token.type == "fence" and token.info.strip() == "text":
            token = Token("html_block", "", 0, content=str(displayed(token.content)) + "\n")
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "heading_open":
            words = _words(tokens[i + 1])
            name = _heading_id(words)
            before = ids[name] = ids.get(name, 0) + 1
            token.attrSet("id", name if before == 1 else f"{name}-{before - 1}")
            if token.tag == "h1" and not title:
                title, skipped = words, 3
                place = [Token("span_open", "span", 1, attrs={"id": token.attrGet("id")}), Token("span_close", "span", -1)]
                kept += place
        if skipped:
            skipped -= 1
        else:
            kept.append(token)
    return MarkdownPage(title, Markup(_READER.renderer.render(kept, _READER.options, {})))
