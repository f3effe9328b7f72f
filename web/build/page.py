"""Builds the page, one file that works from a folder, and the package for other pages and for Node."""

import base64
import gzip
import json
import pathlib
import re
import shutil

from sources import PACKAGES
from toolchain import OUT, ROOT, say

PAGE = ROOT / "web" / "page"
PACKAGE = ROOT / "web" / "package"
IMPORT = re.compile(r"^import \{[^}]*\} from '([^']+)';\n", re.M)
REEXPORT = re.compile(r"^export \{[^}]*\};\n", re.M)
TOP_LEVEL = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.M)
MOST = 3 << 20  # bytes of the module, compressed


def bundle(entry):
    """Returns a module with all its imports as one text. Each file is a function that returns its exported names, so
    that other names may be equal in two files. Exported names must differ.
    """
    done, owners, parts = set(), {}, []

    def take(path):
        if path in done:
            return
        done.add(path)
        text = path.read_text()
        for found in IMPORT.finditer(text):
            take((path.parent / found[1]).resolve())
        text = REEXPORT.sub("", IMPORT.sub("", text))
        exported = set(re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", text, re.M))
        text = re.sub(r"^export ", "", text, flags=re.M)
        names = sorted(exported)
        for name in names:
            if owners.setdefault(name, path) != path:
                raise SystemExit(f"web: {name} is exported by {owners[name].name} and {path.name}")
        body = f"(() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})()"
        parts.append(f"const {{ {', '.join(names)} }} = {body};" if names else f"{body};")

    take(entry.resolve())
    return "\n".join(parts).replace("import.meta.url", "''").replace("</script", "<\\/script")


def licences():
    """Returns the licences of all libraries that are linked in."""
    versions = ", ".join(f"{name} {package['version']}" for name, package in PACKAGES.items())
    head = (PAGE / "licences.txt").read_text().replace("VERSIONS", versions)
    common = pathlib.Path("/usr/share/common-licenses")
    texts = [(common / name).read_text() for name in ("LGPL-3", "GPL-3") if (common / name).exists()]
    return head, "\n\n".join([head, (ROOT / "LICENSE").read_text(), *texts])


def build(module, _folders):
    head, whole = licences()
    packed = gzip.compress(module.read_bytes(), 9, mtime=0)
    if len(packed) > MOST:
        raise SystemExit(f"web: the module has {len(packed)} bytes compressed, more than {MOST}")
    parts = {
        "/*STYLE*/": (PAGE / "style.css").read_text(),
        "/*WORKER*/": bundle(PAGE / "worker.js"),
        "/*PAGE*/": bundle(PAGE / "main.js"),
        "LICENCES": head.replace("&", "&amp;").replace("<", "&lt;"),
        "MODULE": base64.b64encode(packed).decode(),
    }
    text = (PAGE / "index.html").read_text()
    for mark, part in parts.items():
        text = text.replace(mark, part, 1)
    (OUT / "calculator.html").write_text(text)
    package(module, whole)
    say(f"web: {OUT / 'calculator.html'}: the module has {len(packed) / 2**20:.2f} MiB compressed")


def package(module, licence):
    out = OUT / "package"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(PACKAGE, out)
    shutil.copy(module, out / "plumbline.wasm")
    (out / "LICENSES.txt").write_text(licence)
    version = re.search(r"project\(plumbline VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    described = json.loads((out / "package.json").read_text())
    described["version"] = version
    (out / "package.json").write_text(json.dumps(described, indent=2) + "\n")
