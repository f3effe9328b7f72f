"""Fetches the sources of the arithmetic libraries: Debian's source packages at the versions and checksums below, by
apt-get.
"""

import hashlib
import json
import os
import pathlib
import re

from toolchain import HERE, OUT, run, say

PACKAGES = json.loads((HERE / "sources.json").read_text())


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def complete(folder, package):
    return all((folder / name).exists() and sum_of(folder / name) == s for name, s in package["files"].items())


def apt_options(folder):
    """Returns options of apt-get for separate package lists, with `deb-src` instead of `deb`."""
    found = []
    for path in sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*.sources")):
        for block in re.split(r"\n\s*\n", path.read_text()):
            if "debian" in block and re.search(r"^Types:.*\bdeb\b", block, re.M):
                found.append(re.sub(r"^Types:.*$", "Types: deb-src", block, flags=re.M))
    one_line = pathlib.Path("/etc/apt/sources.list")
    lines = one_line.read_text().splitlines() if one_line.exists() else []
    (folder / "ours.sources").write_text("\n\n".join(found) + "\n")
    (folder / "ours.list").write_text(
        "".join(re.sub(r"^deb ", "deb-src ", line) + "\n" for line in lines if line.startswith("deb "))
    )
    parts = folder / "parts"
    (folder / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    parts.mkdir(exist_ok=True)
    for name in ("ours.sources", "ours.list"):
        os.replace(folder / name, parts / name)
    user = ["-o", "APT::Sandbox::User=root"] if os.geteuid() == 0 else []
    return [
        *("-o", "Dir::Etc::sourcelist=-", "-o", f"Dir::Etc::sourceparts={parts}"),
        *("-o", f"Dir::State::Lists={folder / 'lists'}", *user),
    ]


def fetch():
    """Fetches the sources, compares them with their checksums and unpacks them. Returns the folders by package name.
    """
    folder = OUT / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [name for name, package in PACKAGES.items() if not complete(folder, package)]
    if wanted:
        say(f"web: fetching the sources of {', '.join(wanted)}")
        options = apt_options(folder)
        run(["apt-get", *options, "update"], cwd=folder)
        named = [f"{name}={PACKAGES[name]['version']}" for name in wanted]
        run(["apt-get", *options, "source", "--download-only", *named], cwd=folder)
    out = {}
    for name, package in PACKAGES.items():
        if not complete(folder, package):
            raise SystemExit(f"web: the files of {name} are not those of sources.json")
        out[name] = folder / name
        if not out[name].exists():
            described = next(file for file in package["files"] if file.endswith(".dsc"))
            run(["dpkg-source", "--no-check", "-x", described, name], cwd=folder)
    return out
