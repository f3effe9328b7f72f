"""Reads and writes files. A written file is complete or an error is raised; symbolic links are not followed."""

import json
import os
import re
from pathlib import Path


class Refused(Exception):
    """Raised for bad input, or a path that is not writable. The message names the remedy; the exit code is 2."""


def read_text(path: Path) -> str:
    """Reads a text. Bytes that are not UTF-8 become U+FFFD, so that the text has no lone surrogates."""
    return Path(path).read_bytes().decode("utf-8", "replace")


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_or_none(text: str):
    """Parses a JSON object. Returns None if the text is not an object, or contains a lone surrogate."""
    try:
        value = json.loads(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def replace_file(path: Path, content: str | bytes) -> None:
    """Replaces a file. A symbolic link is replaced and not followed; the old file remains until the new one is
    complete.
    """
    if isinstance(content, str):
        content = content.encode()
    part = f"{path}.part"
    try:
        if os.path.lexists(part):
            os.unlink(part)  # left by a killed run
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with open(os.open(part, flags, 0o666), "wb") as out:
                out.write(content)
            os.replace(part, path)
        except OSError:
            if os.path.lexists(part):
                os.unlink(part)
            raise
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror}); choose another place for it") from error


def write_file(path: Path, content: str) -> None:
    """Writes to a file that the user named, which may be a link or a device: replaces its content, not the file."""
    try:
        path.write_bytes(content.encode())
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror}); choose another place for it") from error


def make_subfolder(folder: Path) -> None:
    """Creates a folder within a folder of this package."""
    if folder.is_symlink():
        raise Refused(f"{folder}: is a symbolic link, which may lead anywhere; remove it")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder}: cannot be made ({error.strerror})") from error


def check_output_folder(folder: Path) -> None:
    """Creates the folder and checks that it is writable, before work that would be lost."""
    probe = folder / f".plumbline-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise Refused(f"{folder}: no files can be made there; choose another --out") from error
