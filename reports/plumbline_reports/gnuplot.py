"""Running gnuplot, and words for its scripts."""

import shutil
import subprocess
from pathlib import Path

from .safe_text import one_line

MESSAGES = "gnuplot-messages.txt"


def installed() -> bool:
    return shutil.which("gnuplot") is not None


def run(folder: Path, script: str) -> bool:
    """Whether it went well; what gnuplot says is in gnuplot-messages.txt there."""
    with open(folder / MESSAGES, "wb") as messages:
        done = subprocess.run(["gnuplot", script], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=messages, check=False)
    return done.returncode == 0


def quoted(text: str) -> str:
    return "'" + one_line(text.replace("\n", " ")).replace("'", "''") + "'"
