#!/usr/bin/env python3
"""Copies the released test vectors, which never change: tools/vectors/release.py [--check]

Without an option it copies the vectors into vectors/releases/VERSION, where VERSION is the one that the files state; a
release that exists is not written again. With --check it compares every file of every release with the SHA256SUMS
beside it, and the vectors with the release of their version, byte by byte. Exit code 1 where a byte differs, a file
is missing, or a file is in none of the sums.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import sys

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "vectors"
SUMS = "SHA256SUMS"


def files(folder):
    """Returns the files of a set of vectors: JSON, the schema and the table."""
    return sorted([*folder.glob("*.json"), *folder.glob("*.tsv")])


def version(folder):
    """Returns the version that all files of vectors in a folder state. Raises ValueError if they differ."""
    stated = {json.loads(path.read_text("utf-8")).get("version") for path in files(folder) if path.suffix == ".json"}
    stated.discard(None)  # the schema has none
    if len(stated) != 1:
        raise ValueError(f"{folder}: the files state {len(stated)} versions: {sorted(stated)}")
    return stated.pop()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def release():
    """Copies the vectors to the folder of their version, with the checksums of all files."""
    target = VECTORS / "releases" / version(VECTORS)
    if target.exists():
        raise ValueError(f"{target} exists, and a release never changes: give the vectors a new version")
    target.mkdir(parents=True)
    for path in files(VECTORS):
        shutil.copyfile(path, target / path.name)
    lines = [f"{digest(path)}  {path.name}\n" for path in files(target)]
    (target / SUMS).write_text("".join(lines), "utf-8")
    return target


def problems_of_sums(folder):
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    stated = {name: value for value, _, name in (line.partition("  ") for line in lines)}
    there = {path.name for path in folder.iterdir()} - {SUMS, "README.md"}
    out = [f"{folder.name}/{name}: is missing" for name in sorted(stated.keys() - there)]
    out += [f"{folder.name}/{name}: is not in {SUMS}" for name in sorted(there - stated.keys())]
    changed = [name for name in sorted(there & stated.keys()) if digest(folder / name) != stated[name]]
    return out + [f"{folder.name}/{name}: has changed, and a release never does" for name in changed]


def problems():
    """Returns a line for every difference from the release."""
    out = []
    for folder in sorted((VECTORS / "releases").iterdir()):
        if folder.is_dir():
            out += problems_of_sums(folder)
            if version(folder) != folder.name:
                out.append(f"{folder.name}: the files state version {version(folder)}")
    newest = VECTORS / "releases" / version(VECTORS)
    if not newest.is_dir():
        return out + [f"version {newest.name} is not released: run tools/vectors/release.py"]
    names = {path.name for path in files(VECTORS)} | {path.name for path in files(newest)}
    for name in sorted(names):
        here, there = VECTORS / name, newest / name
        if not here.is_file() or not there.is_file() or here.read_bytes() != there.read_bytes():
            out.append(f"{name}: differs from release {newest.name}; raise the version in tools/vectors/make.py")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        print(release())
        return 0
    found = problems()
    print("\n".join(found) or "all releases are as they were")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
