"""Creates an environment (venv) for each tool of rivals.py, with the releases of tools/export/requirements.lock."""

import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDER = ROOT / "build-python" / "rivals"
LOCK = ROOT / "tools" / "export" / "requirements.lock"
# No package index has it: its newest commit. PLUMBLINE_SADDLEPOINT names another place, as pip reads it.
SADDLE_POINT = os.environ.get(
    "PLUMBLINE_SADDLEPOINT", "git+https://github.com/Felipe-Gomez/saddlepoint_accountant@7b39cdb")

# Tool: packages with normal installation, in addition to NumPy and SciPy; packages installed without their
# requirements (torch, other releases of NumPy), as in tools/export/record.
TOOLS = {
    "dp-accounting": (["dp-accounting"], []),
    "prv_accountant": (["prv-accountant"], []),
    "opake-accounting": ([], ["opake-accounting"]),
    "PLD_accounting": (["dp-accounting", "typing-extensions"], ["pld-accounting"]),
    "gdpnum": (["gdpnum"], []),
    "riskcal": (["riskcal"], []),
    "autodp": (["autodp"], []),
    "dp-accelerator": ([], ["dp-accelerator"]),
    "saddlepoint_accountant": ([SADDLE_POINT], []),
}


class NotInstalled(Exception):
    """Raised with the last message of pip."""


def locked():
    """Returns each package with its version in the format of pip."""
    rows = re.findall(r"^([\w.-]+)==(\S+)", LOCK.read_text("utf-8"), re.MULTILINE)
    return {name: f"{name}=={version}" for name, version in rows}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["pip failed"]
        raise NotInstalled(next((line for line in reversed(lines) if "ERROR" in line), lines[-1]))


def environment(tool, python):
    """Returns the Python of the tool's environment, which is created if it is missing. Raises NotInstalled."""
    pinned = locked()
    usual, alone = ([pinned.get(name, name) for name in names] for names in TOOLS[tool])
    usual = [pinned["numpy"], pinned["scipy"]] + usual
    home = FOLDER / tool
    wanted, done = "\n".join(usual + ["alone:"] + alone) + "\n", home / "installed.txt"
    own = home / "bin" / "python"
    if done.exists() and done.read_text("utf-8") == wanted:
        return own
    run([python, "-m", "venv", "--clear", str(home)])
    pip = [str(own), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run(pip + usual)
    if alone:
        run(pip + ["--no-deps"] + alone)
    done.write_text(wanted, "utf-8")
    return own
