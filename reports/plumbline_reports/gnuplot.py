"""Runs gnuplot and quotes texts for its scripts."""

import shutil
import subprocess
from pathlib import Path

from .safe_text import one_line

MESSAGES = "gnuplot-messages.txt"


def installed() -> bool:
    return shutil.which("gnuplot") is not None


def run(folder: Path, script: str, seconds: float = 60) -> bool:
    """Returns True if gnuplot drew the script within the time limit. Its messages are in gnuplot-messages.txt in the
    folder.

    gnuplot may loop forever, for example if the labels leave no space for the plot."""
    with open(folder / MESSAGES, "wb") as messages:
        try:
            done = subprocess.run(["gnuplot", script], cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=messages, check=False, timeout=seconds)
        except subprocess.TimeoutExpired:
            messages.write(f"{script}: stopped after {seconds:g} s\n".encode())
            return False
    return done.returncode == 0


def quoted(text: str) -> str:
    return "'" + one_line(text.replace("\n", " ")).replace("'", "''") + "'"
