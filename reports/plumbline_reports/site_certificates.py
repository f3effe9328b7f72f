"""Certificates of the true values of violations, created by the program with the command of the record."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from .files import read_text
from .safe_text import file_word
from .site_data import SiteData
from .site_folder import SiteFolder
from .site_options import SiteOptions

CertificatePlaces = dict[str, str]
"""The locations of certificates on the site, by the command that prints the same value."""


def certify_words(replay: str) -> list[str]:
    """Returns "plumbline delta 'M' --epsilon 1 --direction worst" as words of `certify`; empty for other forms."""
    try:
        words = shlex.split(replay)
    except ValueError:
        return []
    return words[1:] if len(words) >= 3 and words[0] == "plumbline" else []


def _certificate(options: SiteOptions, replay: str) -> str:
    """Returns the certificate as text; empty if it takes too long or the value has no certificate."""
    words = certify_words(replay)
    if not words:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.json"
        command = [options.program, "certify", *words, "--timeout", f"{options.seconds:g}", "-o", str(file)]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                                  timeout=5 * options.seconds + 5)
        except (subprocess.TimeoutExpired, OSError):
            return ""
        return read_text(file) if done.returncode == 0 and file.is_file() else ""


def write_violation_certificates(data: SiteData, options: SiteOptions, site: SiteFolder) -> CertificatePlaces:
    """Returns the places of the certificates of the worst violations of each accountant."""
    out: CertificatePlaces = {}
    if options.certificates == 0 or not options.program or not os.access(options.program, os.X_OK):
        return out
    worst: dict[str, list] = {}
    for row in data.claims.rows:
        if row.standing == "documented" and row.violated.lines:
            worst.setdefault(row.tool, []).append(row.violated.worst)
    grades = ("", "last_digits", "numerical", "material", "gross")
    for tool, lines in sorted(worst.items()):
        lines.sort(key=lambda line: (-grades.index(line.grade), -line.size))
        made = 0
        for line in lines:
            if made >= options.certificates:
                break
            options.say(f"certificate of a violation: {tool}")
            if text := _certificate(options, line.shown.replay):
                made += 1
                at = f"certificates/{file_word(tool)}-{made}.json"
                site.file(at, text)
                out[line.shown.replay] = at
    return out
