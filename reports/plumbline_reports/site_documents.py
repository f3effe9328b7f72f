"""Documents, vectors and certificates of a checkout as parts of the site."""

import json
import posixpath
from pathlib import Path

from markupsafe import Markup

from .files import read_text
from .markdown_html import MarkdownPage, markdown_html
from .pages import Cell, Table, code
from .site_certificates import CertificatePlaces
from .site_folder import SiteFolder, path_from, site_link

_BESIDE_DOCS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "cases/README.md", "cases/accountants/README.md",
                "reports/README.md", "vectors/README.md", "checker/README.md", "python/README.md", "workflow/README.md")


_READ_FIRST = ("README.md", "docs/dp-sgd.md", "docs/auditing.md", "docs/mechanisms.md", "docs/numbers.md",
               "docs/quantities/README.md", "docs/commands.md", "docs/formats.md", "python/README.md",
               "docs/accountants.md", "docs/hunting.md", "vectors/README.md", "docs/certificates.md", "checker/README.md",
               "docs/method.md", "docs/engines.md", "docs/regimes.md", "docs/proofs/README.md")


def _in_reading_order(names: list[str]) -> list[str]:
    """Sorts documents: first the most read ones in their order, then the others by name."""
    first = [name for name in _READ_FIRST if name in names]
    return first + sorted(set(names) - set(first))


def documents_in(root: Path) -> dict[str, str]:
    """Returns the place of each document on the site, by its path from the root of the checkout."""
    names = [file.relative_to(root).as_posix() for file in (root / "docs").rglob("*.md")]
    names += [name for name in _BESIDE_DOCS if (root / name).is_file()]
    places = {name: name[:-len(".md")] + ".html" for name in _in_reading_order(names)}
    return {name: place if place.startswith("docs/") else "docs/" + place for name, place in places.items()}


class _Links:
    """Translates links of documents to links of the site."""

    def __init__(self, root: Path, documents: dict[str, str], site: SiteFolder) -> None:
        self.root, self.documents, self.site = root, documents, site
        self.copied: set[str] = set()

    def place(self, link: str, document: str, page: str) -> str:
        """Returns the link on the site and copies pictures; empty for a target that is neither a document nor a
        picture.
        """
        if not link or link.startswith("#") or "://" in link:
            return link
        path, hash_sign, part = link.partition("#")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
        for candidate in (name, name + "/README.md"):
            if candidate in self.documents:
                return path_from(page, self.documents[candidate]) + hash_sign + part
        file = self.root / name
        if not name.endswith((".svg", ".png", ".jpg")) or name.startswith("..") or not file.is_file():
            return ""
        at = name if name.startswith("docs/") else "docs/" + name
        if at not in self.copied:
            self.copied.add(at)
            self.site.file(at, file.read_bytes())
        return path_from(page, at)


def write_documents(root: Path, site: SiteFolder) -> None:
    documents = documents_in(root)
    links = _Links(root, documents, site)

    def page_of(name: str, at: str) -> MarkdownPage:
        return markdown_html(read_text(root / name), lambda link: links.place(link, name, at),
                             formulas=name.startswith("docs/proofs/"))

    table = Table(["document", "file"])
    for name, at in documents.items():
        page = page_of(name, at)
        title = page.title or name
        site.page(at, title, "prose.html", body=page.body)
        table.rows.append([Cell(site_link("docs/index.html", at, title)), Cell(code(name))])
    site.page("docs/index.html", "Documents", "table.html", table=table)
    statements = "docs/papers/statements.md"
    if statements in documents:
        page = page_of(statements, "statements.html")
        site.page("statements.html", page.title, "prose.html", body=page.body)
    else:
        site.page("statements.html", "Statements", "words.html", words="There is no page of statements.")


def _number_of_tests(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    return json.dumps(value["numberOfTests"]) if isinstance(value, dict) and "numberOfTests" in value else ""


def _about(root: Path, place: str, words: dict[str, str]) -> Markup:
    """Returns links to the documents of a page that the checkout has."""
    documents = documents_in(root)
    return Markup(", ").join(site_link(place, documents[name], word) for name, word in words.items() if name in documents)


def write_vector_page(root: Path, site: SiteFolder) -> None:
    place, table = "vectors.html", Table(["file", "tests", "bytes"])
    files = [file for kind in ("json", "tsv") for file in (root / "vectors").glob(f"*.{kind}")]
    for file in sorted(files):
        content = file.read_bytes()
        site.file(f"vectors/{file.name}", content)
        table.rows.append([Cell(site_link(place, f"vectors/{file.name}", file.name)),
                           Cell(_number_of_tests(read_text(file)) if file.suffix == ".json" else ""),
                           Cell(str(len(content)))])
    if table.rows:
        about = _about(root, place, {"vectors/README.md": "how to use them"})
        site.page(place, "Test vectors", "vectors.html", table=table, about=about)
    else:
        site.page(place, "Test vectors", "words.html", words="There are no vectors.")


def _says(one: dict) -> str:
    at = one.get("at")
    argument = f"({', '.join(f'{name}={x}' for name, x in at.items())})" if isinstance(at, dict) and at else ""
    against = f" against {one['other']}" if "other" in one else ""
    return (f"{one.get('quantity', '')}{argument} of {one.get('mechanism', '')}{against} in [{one.get('lower', '')}, "
            f"{one.get('upper', '')}]")


def _certificates_in(text: str) -> list[str]:
    """Returns the statement of each certificate of a file, in its own strings."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    members = value.get("certificates", [value]) if isinstance(value, dict) else []
    out = []
    for one in members:
        if not isinstance(one, dict):
            continue
        out.append(_says(one))
    return out


_CHECKERS = {"check": "check", "second": "second checker", "kernel": "kernel"}


def _confirmed_by(root: Path) -> dict[str, list[str]]:
    """Returns the verdicts of the checkers that rocq/headlines.py recorded, by the statement of the certificate."""
    file = root / "rocq/headlines.json"
    try:
        record = json.loads(read_text(file))["certificates"] if file.is_file() else []
    except (ValueError, KeyError):
        return {}
    out = {}
    for one in record:
        words = []
        for by in _CHECKERS:
            verdict = one.get(by, {})
            ends = [verdict.get(end) for end in ("lower", "upper")]
            within = all(ends) and ends != [one.get("lower"), one.get("upper")]
            words.append(verdict.get("verdict", "") + (f" within [{ends[0]}, {ends[1]}]" if within else ""))
        out[_says(one)] = words
    return out


def write_certificate_page(root: Path, made: CertificatePlaces, site: SiteFolder) -> None:
    place, table = "certificates.html", Table(["file", "says", *_CHECKERS.values()])
    confirmed = _confirmed_by(root)

    def add(at: str, says: str) -> None:
        words = confirmed.get(says, [""] * len(_CHECKERS))
        table.rows.append([Cell(site_link(place, at, posixpath.basename(at)), "short"), Cell(code(says)),
                           *(Cell(word) for word in words)])

    for file in sorted((root / "cases/certificates").glob("*.json")):
        at = f"certificates/{file.name}"
        site.file(at, file.read_bytes())
        for says in _certificates_in(read_text(file)):
            add(at, says)
    for command, at in sorted(made.items()):
        add(at, command)
    if table.rows:
        about = _about(root, place, {"docs/certificates.md": "what they state", "checker/README.md": "the second checker",
                                    "docs/kernel.md": "the kernel of a proof assistant"})
        site.page(place, "Certificates", "certificates.html", table=table, about=about)
    else:
        site.page(place, "Certificates", "words.html", words="There are no certificates.")
