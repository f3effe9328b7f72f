"""The program `plumbline`: `python -m plumbline delta 'gaussian(sigma=1)' --epsilon 1`."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from .command import environment, program


def main() -> NoReturn:
    """Replaces this process by the program, with the same arguments."""
    path = str(program())
    if hasattr(signal, "SIGPIPE"):
        # Python ignores this signal, and the program would inherit this setting. By default a closed pipe ends the
        # program.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execve(path, [path, *sys.argv[1:]], environment())
    except OSError as error:
        sys.exit(f"plumbline: cannot run '{path}': {error.strerror}; install the package again")


if __name__ == "__main__":
    main()
