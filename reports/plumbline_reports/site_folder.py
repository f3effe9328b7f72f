"""The folder of a site, and shared parts of its pages: frame, links, and tables that can be sorted and filtered."""

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from .claims import ClaimsSummary
from .files import check_output_folder, make_subfolder, replace_file
from .pages import TEMPLATES, Cell, count, html_page
from .safe_text import file_word, html_escaped

# Pages to which every page has a link.
PLACES = (("index.html", "Scoreboard"), ("mechanisms/index.html", "Mechanisms"), ("releases.html", "Releases"),
          ("nights.html", "Nights"), ("statements.html", "Statements"), ("vectors.html", "Vectors"),
          ("certificates.html", "Certificates"), ("docs/index.html", "Documents"))


def path_from(page: str, to: str) -> str:
    """Returns the relative path from a page of the site to another: "../index.html"."""
    return posixpath.relpath(to, posixpath.dirname(page) or ".")


def site_link(page: str, to: str, text: str) -> Markup:
    return Markup(f'<a href="{html_escaped(path_from(page, to))}">{html_escaped(text)}</a>')


def accountant_place(tool: str) -> str:
    return f"accountants/{file_word(tool)}.html"


def family_place(family: str) -> str:
    return f"mechanisms/{file_word(family)}.html"


class SiteFolder:
    def __init__(self, folder: Path) -> None:
        check_output_folder(folder)
        self.folder, self.pages, self.places = folder, 0, list(PLACES)
        self.file("site.js", (TEMPLATES / "site.js").read_text(encoding="utf-8"))

    def _place(self, path: str) -> Path:
        at = self.folder
        for part in path.split("/")[:-1]:
            at /= part
            make_subfolder(at)
        return self.folder / path

    def file(self, path: str, content: str | bytes) -> None:
        """Writes a file. `path` is relative to the root of the site, with "/" as separator: "docs/method.html"."""
        replace_file(self._place(path), content)

    def has(self, place: str) -> bool:
        """Returns True if every page has a link to this place."""
        return any(at == place for at, _ in self.places)

    def page(self, path: str, title: str, template: str, **members) -> None:
        frame = [(path_from(path, place), name, place == path) for place, name in self.places]
        self.file(path, html_page(f"site/{template}", title=title, frame=frame, script=path_from(path, "site.js"),
                                  **members))
        self.pages += 1


# --- tables ---------------------------------------------------------------------------------------------------------


@dataclass
class SortableRow:
    entries: list[Cell]
    """the first is the row's heading"""
    facts: dict[str, str]
    """what filters ask"""


@dataclass
class SortableTable:
    id: str
    caption: str
    columns: list[str]
    filters: list[str]
    """names of facts"""
    rows: list[SortableRow] = field(default_factory=list)

    def values_of(self, name: str) -> list[str]:
        return sorted({row.facts[name] for row in self.rows if row.facts.get(name)})


def breaking_name(name: str) -> Markup:
    """Returns a name with permitted line breaks after underscores and slashes and before capitals."""
    safe = re.sub(r"(?<=[a-z])(?=[A-Z])", "<wbr>", html_escaped(name))
    return Markup(re.sub(r"(?<!<)([_/])", r"\1<wbr>", safe))


def name_cell(name: str) -> Cell:
    return Cell(breaking_name(name), "", name)


def count_cell(n: int, kind: str = "") -> Cell:
    """Returns the cell of a count; it is empty if the count is 0, and sorted as 0."""
    return Cell(count(n), kind if n else "", str(n))


def size_cell(x: float, text: str) -> Cell:
    """Returns the cell of a number with its text, sorted by its size."""
    return Cell(text, "short", f"{x:.6e}")


def tool_cell(place: str, tool: str) -> Cell:
    return Cell(site_link(place, accountant_place(tool), tool), "", tool)


def date_in(version: str) -> str:
    """Returns the date of a version: "2026-08-06" for "b5b0286, 2026-08-06", "2026-05" for "1.6.0, 2026-05"; else
    empty.
    """
    found = re.search(r"[0-9]{4}-[0-9]{2}(-[0-9]{2})?", version)
    return found[0] if found else ""


def tools_of(summary: ClaimsSummary) -> list[str]:
    return sorted({row.tool for row in summary.rows})
