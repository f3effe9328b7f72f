"""The sources of a site, and its folder."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass
class SiteOptions:
    out: Path
    root: Path = Path(".")
    """of a checkout: documents and data"""
    results: Path = Path("reports/out")
    history: Path | None = None
    certificates: int = 1
    """made of so many violations of each accountant"""
    seconds: float = 20
    """that making one may take"""
    program: str = ""
    """that makes them; none are made without"""
    calculator: Path | None = None
    """the page of `./dev web`, if it was built"""
    say: Callable[[str], None] = lambda what: None
