"""Advisories about released libraries, and those that apply to installed distributions."""

from __future__ import annotations

from importlib import metadata
from typing import Any

from .command import command


def advisories(installed: bool = True) -> list[dict[str, Any]]:
    """Returns advisories about released libraries.

    Args:
        installed: If True, only advisories that apply to the distributions of the running interpreter; otherwise all.

    Returns:
        The advisories in the format of OSV. If `installed`, each has the member `installed`, the name and version of
        the distribution.

    Raises:
        BadInput: A package cannot be read.

    Source:
        docs/advisories.md of the project.
    """
    if not installed:
        return command("advisories").records
    packages = sorted(
        {
            f"{found.metadata['Name']}=={found.version}"
            for found in metadata.distributions()
            if found.metadata["Name"] and found.version
        }
    )
    if not packages:
        return []
    words = [word for package in packages for word in ("--package", package)]
    return command("advisories", *words).records
