"""Templates of HTML and Markdown. The environment escapes every text that a template prints, except texts of types
that mark them as HTML or code.
"""

from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .numbers import error_text, interval, short_number, short_seconds
from .safe_text import html_escaped, markdown_code, markdown_text, one_line, safe_lines

TEMPLATES = Path(__file__).resolve().parent / "templates"


class Plain(str):
    """Markdown that needs no escaping."""


def _safe(value):
    return value if isinstance(value, Markup) else safe_lines(str(value))


def _markdown(value):
    return value if isinstance(value, Plain) else markdown_text(str(value))


def with_breaks(text: str) -> Markup:
    """Escapes a text that names expressions, and permits line breaks at their commas."""
    return Markup(str(html_escaped(text)).replace(",", ",<wbr>"))


def code(text: str) -> Markup:
    """Returns a command or an expression as code, with line breaks preferred at commas; empty for an empty text."""
    return Markup(f"<code>{with_breaks(text)}</code>") if text else Markup("")


def count(n: int) -> str:
    """Formats a count; empty if it is 0."""
    return str(n) if n else ""


@dataclass
class Cell:
    """An entry of a table. `kind` is its class: "number" for figures, "short" for entries without line breaks, "good"
    and "bad" for verdicts. `key` is the sorting key if it differs from the text.
    """

    html: Markup | str = ""
    kind: str = ""
    key: str = ""


@dataclass
class Table:
    """A table, which becomes a list of cards on a narrow screen. The first entry of a row is its heading."""

    columns: list[str]
    rows: list[list[Cell]] = field(default_factory=list)


def _environment(autoescape: bool, finalize) -> Environment:
    out = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=autoescape, finalize=finalize,
                      undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    out.globals.update(error_text=error_text, interval=interval, short_number=short_number,
                       short_seconds=short_seconds)
    out.filters.update(breaks=with_breaks, code=code, count=count)
    return out


HTML = _environment(True, _safe)
MARKDOWN = _environment(False, _markdown)
MARKDOWN.filters.update(code=lambda text: Plain(markdown_code(text)), line=lambda text: Plain(one_line(text)), plain=Plain)


def html_page(template: str, **members) -> str:
    return HTML.get_template(template).render(**members)


def markdown_page(template: str, **members) -> str:
    return MARKDOWN.get_template(template).render(**members)
