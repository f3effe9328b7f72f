"""Files of ours that are whole or an error, in folders where nothing is followed elsewhere."""

import json
import os
import re
from pathlib import Path


class Refused(Exception):
    """Bad input, or a place that cannot be written, in words with the remedy: exit code 2."""


def read_text(path: Path) -> str:
    """Bytes that are no UTF-8 become U+FFFD: no text that was read has a lone surrogate."""
    return Path(path).read_bytes().decode("utf-8", "replace")


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_or_none(text: str):
    """An object; nothing where it is none, or has half a character."""
    try:
        value = json.loads(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def replace_file(path: Path, content: str | bytes) -> None:
    """A symbolic link in its place is replaced and not followed; until all has arrived the old file stays."""
    if isinstance(content, str):
        content = content.encode()
    part = f"{path}.part"
    try:
        if os.path.lexists(part):
            os.unlink(part)  # of a run that was killed
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
    """A file that the user named, which may be a link or a device: its content is replaced, not the file."""
    try:
        path.write_bytes(content.encode())
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror}); choose another place for it") from error


def make_subfolder(folder: Path) -> None:
    """A folder within one of ours."""
    if folder.is_symlink():
        raise Refused(f"{folder}: is a symbolic link, which may lead anywhere; remove it")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder}: cannot be made ({error.strerror})") from error


def check_output_folder(folder: Path) -> None:
    """Makes it, and tries that a file can be made in it: before work that would be lost."""
    probe = folder / f".plumbline-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise Refused(f"{folder}: no files can be made there; choose another --out") from error
