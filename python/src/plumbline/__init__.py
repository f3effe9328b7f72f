"""Certified values of differential-privacy accounting: rigorous two-sided enclosures.

>>> import plumbline as pl
>>> run = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)") ** 10000
>>> print(run.delta(epsilon="1.5", digits=12))
[0.1476829078527330, 0.1476829078527331]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _native
from .batch import BatchError, batch
from .command import Answers, command, dossier, program, statement
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import (
    BadInput,
    BeyondReach,
    Contradiction,
    MissingFile,
    MixedPair,
    NotCovered,
    OutOfDomain,
    OutOfMemory,
    OutOfTime,
    PlumblineError,
    Stopped,
    Uncertain,
    UnknownName,
    WrongType,
)
from .loader import loader
from .mechanism import Mechanism, answer, calibrate, compare, derive, engines, mechanisms, quantities, relations
from .numbers import Number

if TYPE_CHECKING:
    from . import audit, plot, profile, strategies
    from .advisories_installed import advisories
    from .checking import Check, check
    from .federated_training import federated
    from .hunting import Hunt, hunt
    from .judging import Judgement, judge
    from .regions import channel, compose_tv, convert, noisy_sgd, selection, tv_limit
    from .samplers import SamplerVerdict, hunt_sampler
    from .training import Training, dpsgd

# Names that are imported on first use, with their modules: this keeps `import plumbline` fast. No name may equal the
# name of its module.
_LATER = {
    "advisories": "advisories_installed",
    "Check": "checking",
    "check": "checking",
    "federated": "federated_training",
    "Hunt": "hunting",
    "hunt": "hunting",
    "SamplerVerdict": "samplers",
    "hunt_sampler": "samplers",
    "Judgement": "judging",
    "judge": "judging",
    "channel": "regions",
    "compose_tv": "regions",
    "noisy_sgd": "regions",
    "selection": "regions",
    "convert": "regions",
    "tv_limit": "regions",
    "Training": "training",
    "dpsgd": "training",
}
# Names that users may expect in this package, with the remedy.
_INSTEAD = {
    "noise": "the noise that meets a target: calibrate('gaussian(sigma=?)', epsilon=1, delta='1e-5')",
    "compose": "a composition is a product: Mechanism('gaussian(sigma=4)') ** 10 * Mechanism('laplace(b=20)')",
    "composition": "a composition is a product: Mechanism('gaussian(sigma=4)') ** 10 * Mechanism('laplace(b=20)')",
    "accountant": "DP-SGD: dpsgd(...); the accountants for Opacus and dp-accounting: plumbline.opacus, "
    "plumbline.dp_accounting",
    "validate": "one answer of an accountant: judge(...); certificates: check(...)",
    "pure_dp": "a mechanism: Mechanism('pure_dp(epsilon=1)')",
    "zcdp": "a mechanism: Mechanism('zcdp(rho=0.5)')",
    "geometric": "a mechanism: Mechanism('discrete_laplace', b=1)",
    "laplace": "a mechanism: Mechanism('laplace', b=1)",
    "gaussian": "a mechanism: Mechanism('gaussian', sigma=1)",
    "rappor": "one bit of RAPPOR with noise f: Mechanism('finite(P=[3/4,1/4],Q=[1/4,3/4])') for f = 1/2",
}
_MODULES = ("audit", "plot", "profile", "strategies")

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
    "MixedPair",
    "NotCovered",
    "Number",
    "OutOfDomain",
    "OutOfMemory",
    "OutOfTime",
    "PlumblineError",
    "SamplerVerdict",
    "Stopped",
    "Training",
    "Uncertain",
    "UnknownName",
    "WrongType",
    "advisories",
    "answer",
    "audit",
    "batch",
    "calibrate",
    "channel",
    "check",
    "command",
    "compare",
    "compose_tv",
    "convert",
    "derive",
    "dossier",
    "dpsgd",
    "engines",
    "federated",
    "hunt",
    "hunt_sampler",
    "judge",
    "loader",
    "mechanisms",
    "noisy_sgd",
    "plot",
    "profile",
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
        instead = f"; {_INSTEAD[name]}" if name in _INSTEAD else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{instead}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Returns the public names; internal modules are left out."""
    return sorted([*__all__, "__all__", "__doc__", "__name__", "__version__"])
