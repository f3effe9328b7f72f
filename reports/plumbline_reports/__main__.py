"""`python3 -m plumbline_reports WORD ...`, or `python3 plumbline_reports WORD ...`."""

import os
import sys

if not __package__:  # run as a folder, which must not hide modules of the standard library (site)
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from importlib.util import find_spec  # noqa: E402

SYSTEM = "/usr/bin/python3"
NEEDED = [("python3-jinja2", "jinja2")]
if sys.argv[1:2] in (["site"], ["book"]):  # these words also need a parser of Markdown
    NEEDED.append(("python3-markdown-it", "markdown_it"))
MISSING = [name for name, module in NEEDED if find_spec(module) is None]


def without_modules() -> int:
    """Restarts with the Python of the system, which may have the missing modules."""
    if os.access(SYSTEM, os.X_OK) and not os.path.samefile(SYSTEM, sys.executable) \
            and "PLUMBLINE_REPORTS_PYTHON" not in os.environ:
        os.environ["PLUMBLINE_REPORTS_PYTHON"] = SYSTEM
        os.execv(SYSTEM, [SYSTEM, "-B", os.path.dirname(os.path.abspath(__file__)), *sys.argv[1:]])
    print(f"plumbline: pages need {' and '.join(MISSING)} (Debian's names; pip: jinja2, markdown-it-py) for "
          f"{sys.executable}; nothing was written", file=sys.stderr)
    return 2


if MISSING:
    sys.exit(without_modules())

from plumbline_reports.words import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
