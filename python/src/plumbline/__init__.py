"""Certified values of differential-privacy accounting: two-sided enclosures that are certain.

>>> import plumbline as pl
>>> run = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)") ** 10000
>>> print(run.delta(epsilon="1.5", digits=12))
[0.1476829078527330, 0.1476829078527331]
"""

from . import _native, audit, plot, strategies
from .command import Answers, command, program
from .enclosure import Enclosure, EnclosureArray
from .errors import Contradiction, Stopped, Uncertain
from .hunting import Hunt, hunt
from .mechanism import Mechanism, calibrate, derive, engines, mechanisms, quantities, relations
from .numbers import Number
from .regions import channel, compose_tv, noisy_sgd, selection, tv_limit

__version__ = _native.text(_native.lib.plumbline_version())

__all__ = [
    "Answers",
    "Contradiction",
    "Enclosure",
    "EnclosureArray",
    "Hunt",
    "Mechanism",
    "Number",
    "Stopped",
    "Uncertain",
    "audit",
    "calibrate",
    "channel",
    "command",
    "compose_tv",
    "derive",
    "engines",
    "hunt",
    "mechanisms",
    "noisy_sgd",
    "plot",
    "program",
    "quantities",
    "relations",
    "selection",
    "strategies",
    "tv_limit",
]
