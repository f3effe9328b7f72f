"""The program `plumbline`: `python -m plumbline delta 'gaussian(sigma=1)' --epsilon 1`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from .command import environment, program


def main() -> NoReturn:
    """Becomes the program, with the same words."""
    path = str(program())
    try:
        os.execve(path, [path, *sys.argv[1:]], environment())
    except OSError as error:
        sys.exit(f"plumbline: cannot run '{path}': {error.strerror}; install the package again")


if __name__ == "__main__":
    main()
