"""The proofs (docs/proofs) as one page to print: formulas are MathML, a chapter for each layer, a page of notation."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from .files import Refused, read_text, write_file
from .markdown_html import markdown_html
from .pages import html_page

@dataclass
class Chapter:
    name: str
    title: str
    body: Markup


def _place(link: str) -> str:
    """Returns the target of a link within the book; nothing for a link to another document."""
    path, _, part = link.partition("#")
    if part:
        return "#" + part
    return "#" + path.removesuffix(".md") if path.endswith(".md") and "/" not in path else ""


def write_book(root: Path, out: Path) -> int:
    """Writes the book and returns the number of chapters."""
    files = sorted(path for path in (root / "docs/proofs").glob("*.md") if path.name != "README.md")
    if not files:
        raise Refused(f"{root}: has no docs/proofs; name a checkout")
    chapters = []
    for file in files:
        page = markdown_html(read_text(file), _place, formulas=True)
        chapters.append(Chapter(file.stem, page.title, page.body))
    notation = markdown_html(read_text(root / "docs/notation.md"), _place, formulas=True).body
    write_file(out, html_page("book.html", title="Plumbline: bounds and their proofs", chapters=chapters,
                              notation=notation))
    return len(chapters)
