"""The command line: one word for each kind of page."""

import argparse
import os
import sys
from pathlib import Path

from .files import Refused
from .history_words import add_history_words
from .safe_text import one_line

EXIT_AS_ASKED, EXIT_WRONG, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 0, 1, 2, 130


def _report(arguments: argparse.Namespace) -> int:
    from .report import write_report
    print(write_report(arguments.out, arguments.plots))
    return EXIT_AS_ASKED


def _scoreboard(arguments: argparse.Namespace) -> int:
    from .scoreboard import write_scoreboard
    print(write_scoreboard(arguments.out, arguments.profiles))
    return EXIT_AS_ASKED


def _statement(arguments: argparse.Namespace) -> int:
    from .statement import write_statement
    write_statement(arguments.record, arguments.output)
    return EXIT_AS_ASKED


def _hunt(arguments: argparse.Namespace) -> int:
    from .hunt import write_hunt
    write_hunt(arguments.out)
    return EXIT_AS_ASKED


def _figures(arguments: argparse.Namespace) -> int:
    from .figures import draw_figure
    folder, code = arguments.folder, EXIT_AS_ASKED
    for name in arguments.names or sorted(path.stem for path in folder.glob("*.json")):
        if not draw_figure(folder, name, arguments.svg):
            print(f"plumbline: gnuplot failed on {one_line(str(folder / name))}.gp; see gnuplot-messages.txt there",
                  file=sys.stderr)
            code = EXIT_WRONG
    return code


def _book(arguments: argparse.Namespace) -> int:
    from .book import write_book
    print(f"{write_book(arguments.root, arguments.out)} chapters: {arguments.out}")
    return EXIT_AS_ASKED


def _site(arguments: argparse.Namespace) -> int:
    from .site import write_site
    from .site_options import SiteOptions
    options = SiteOptions(arguments.out, arguments.root, arguments.results, arguments.history, arguments.certificates,
                          arguments.certificate_timeout, os.environ.get("PLUMBLINE_PROGRAM", ""),
                          Path(os.environ.get("PLUMBLINE_CALCULATOR") or arguments.root / "build-web/calculator.html"),
                          lambda what: print(f"site: {one_line(what)}", file=sys.stderr))
    pages, certificates = write_site(options)
    print(f"{pages} pages, {certificates} certificates of violations: {arguments.out}/index.html")
    return EXIT_AS_ASKED


def _parser() -> argparse.ArgumentParser:
    out = argparse.ArgumentParser(prog="plumbline", description="Pages and pictures from records.")
    words = out.add_subparsers(required=True, metavar="WORD")

    def word(name: str, run, what: str) -> argparse.ArgumentParser:
        one = words.add_parser(name, help=what, description=what, allow_abbrev=False)
        one.set_defaults(run=run)
        return one

    report = word("report", _report, "report.html of what `plumbline verify` left in a folder")
    report.add_argument("out", nargs="?", type=Path, default=Path("reports/out"))
    report.add_argument("--no-plots", dest="plots", action="store_false", help="without pictures")
    scoreboard = word("scoreboard", _scoreboard,
                      "accountants.html and accountants.md of what `plumbline claims --out` left in a folder")
    scoreboard.add_argument("out", nargs="?", type=Path, default=Path("reports/out"))
    scoreboard.add_argument("--profiles", type=Path, help="verdicts about whole distributions, such as "
                            "cases/profiles/verdicts.tsv")
    statement = word("statement", _statement, "the statement about certificates whose record the program has written")
    statement.add_argument("record", type=Path)
    statement.add_argument("-o", "--output", required=True, help="statement, .md or .html; - is standard output")
    hunt = word("hunt", _hunt, "hunt.html of what `plumbline hunt --out` left in a folder")
    hunt.add_argument("out", type=Path)
    figures = word("figures", _figures, "pictures, by gnuplot, of what `plumbline figure` left in a folder")
    figures.add_argument("folder", type=Path)
    figures.add_argument("names", nargs="*", help="of figures there (default: all)")
    figures.add_argument("--svg", action="store_true", help="NAME.svg in place of NAME.png")
    book = word("book", _book, "the proofs of a checkout as one page, with formulas as mathematics")
    book.add_argument("--root", type=Path, default=Path("."))
    book.add_argument("--out", type=Path, required=True)
    site = word("site", _site, "static pages of what was judged: accountants, mechanisms, nights, documents")
    site.add_argument("--out", type=Path, required=True)
    site.add_argument("--results", type=Path, default=Path("reports/out"))
    site.add_argument("--history", type=Path)
    site.add_argument("--root", type=Path, default=Path("."))
    site.add_argument("--certificates", type=int, default=1)
    site.add_argument("--certificate-timeout", type=float, default=20)
    add_history_words(lambda name, what: word(name, None, what))
    return out


def main(words: list[str]) -> int:
    try:
        arguments = _parser().parse_args(words)
        code = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except Refused as error:
        print(f"plumbline: {one_line(str(error))}", file=sys.stderr)
    except BrokenPipeError:
        sys.stdout = None
    except OSError as error:
        print(f"plumbline: {one_line(str(error))}", file=sys.stderr)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return EXIT_BAD_INPUT
