"""Certified values of differential-privacy accounting: two-sided enclosures that are certain.

>>> import plumbline as pl
>>> run = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)") ** 10000
>>> print(run.delta(epsilon="1.5", digits=12))
[0.1476829078527330, 0.1476829078527331]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _native
from .batch import BatchError, batch
from .command import Answers, command, program, statement
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import (
    BadInput,
    BeyondReach,
    Contradiction,
    MissingFile,
    OutOfMemory,
    OutOfTime,
    PlumblineError,
    Stopped,
    Uncertain,
    WrongType,
)
from .loader import loader
from .mechanism import Mechanism, calibrate, derive, engines, mechanisms, quantities, relations
from .numbers import Number

if TYPE_CHECKING:
    from . import audit, plot, strategies
    from .checking import Check, check
    from .hunting import Hunt, hunt
    from .judging import Judgement, judge
    from .regions import channel, compose_tv, noisy_sgd, selection, tv_limit
    from .training import Training, dpsgd

# Loaded when first asked for: an import is to take little time. No name here is that of its module.
_LATER = {
    "Check": "checking",
    "check": "checking",
    "Hunt": "hunting",
    "hunt": "hunting",
    "Judgement": "judging",
    "judge": "judging",
    "channel": "regions",
    "compose_tv": "regions",
    "noisy_sgd": "regions",
    "selection": "regions",
    "tv_limit": "regions",
    "Training": "training",
    "dpsgd": "training",
}
_MODULES = ("audit", "plot", "strategies")

__version__ = _native.text(_native.lib.plumbline_version())

__all__ = [
    "Answers",
    "BadInput",
    "BatchError",
    "BeyondReach",
    "Check",
    "Contradiction",
    "Enclosure",
    "EnclosureArray",
    "Hunt",
    "Judgement",
    "Mechanism",
    "MissingFile",
    "Number",
    "OutOfMemory",
    "OutOfTime",
    "PlumblineError",
    "Stopped",
    "Training",
    "Uncertain",
    "WrongType",
    "audit",
    "batch",
    "calibrate",
    "channel",
    "check",
    "command",
    "compose_tv",
    "derive",
    "dpsgd",
    "engines",
    "hunt",
    "judge",
    "loader",
    "mechanisms",
    "noisy_sgd",
    "plot",
    "program",
    "quantities",
    "relations",
    "selection",
    "statement",
    "strategies",
    "tv_limit",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What is for users: the modules behind it are not."""
    return sorted([*__all__, "__all__", "__doc__", "__name__", "__version__"])
