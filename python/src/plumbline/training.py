"""Training with DP-SGD, in an engineer's numbers: `plumbline dpsgd` as a function."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import _native
from .command import Answers, run, statement
from .enclosure import Enclosure
from .errors import BadInput, OutOfTime
from .how import suggests_names
from .loader import loader as described
from .mechanism import Mechanism
from .numbers import Number, exact_text


class Training(Answers):
    """What is certain of a training run: `epsilon`, `advantage`, `tpr(fpr)` and `rero` are enclosures,
    `mechanism` is the run itself, of which anything else can be asked, `sigma` its noise multiplier."""

    def __init__(
        self,
        answers: Answers,
        words: dict[str, object],
        given: dict[str, object],
        folder: object = None,
    ) -> None:
        super().__init__(answers.records, answers.reached)
        object.__setattr__(self, "_folder", folder)
        object.__setattr__(self, "_words", words)
        object.__setattr__(self, "_given", given)

    _words: dict[str, object]  # of the command line, exact
    _given: dict[str, object]  # as the caller wrote them
    _folder: object  # of the loader's file, while the run lives

    @property
    def mechanism(self) -> Mechanism:
        return Mechanism(str(self.records[0]["mechanism"]))

    @property
    def sigma(self) -> str:
        """The noise multiplier: as given, or the one found for a target, which it is certified to meet."""
        given = self._given.get("sigma")
        return str(self.records[0]["sigma"] if given is None else given)

    def _of(self, quantity: str, **at: str) -> Enclosure:
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            where: dict[str, Any] = record.get("at", {})
            same = all(exact_text(where.get(k, "")) == v for k, v in at.items())
            if record["quantity"] == quantity and same:
                return enclosure
        raise BadInput(f"the run was not asked for that {quantity}")

    @property
    def epsilon(self) -> Enclosure:
        """At the delta that was given."""
        return self._of("epsilon")

    @property
    def judgement(self) -> dict[str, Enclosure]:
        """Of a run with `loader`: epsilon by role. "proved" is `epsilon`; "at_least" is what some data sets have,
        where such are known; "accountant" is what a call for Poisson sampling says, where that is another.
        An accountant's upper end below the lower end of "at_least" promises too little."""
        out = {"proved": self.epsilon}
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            if "role" in record:
                out[str(record["role"])] = enclosure
        return out

    @property
    def advantage(self) -> Enclosure:
        """The membership advantage, max TPR - FPR."""
        return self._of("advantage")

    @property
    def rero(self) -> Enclosure:
        """The success of the best reconstruction, where chance has kappa."""
        return self._of("rero")

    def to_dict(self) -> dict[str, Any]:
        """For `json.dumps`: what was asked and what is certain; numbers are text, as exact as they were."""
        return {"sigma": exact_text(self.sigma), **super().to_dict()}

    def tpr(self, fpr: Number, digits: int = 6) -> Enclosure:
        """The largest true positive rate of an attack at a false positive rate."""
        return self.mechanism.tpr(fpr, digits=digits)

    def certify(self, path: str | Path) -> None:
        """Writes certificates of all these numbers into one file, for `plumbline check` and
        `plumbline statement`."""
        run("certify", "dpsgd", output=str(path), accepted=(0, 3), **self._words)

    def statement(
        self, path: str | Path, *, title: str | None = None, owner: str | None = None
    ) -> None:
        """Writes the page about this run for people who do not know the field, .html or .md; its numbers
        are certified and checked on the way. `certify` writes what an auditor checks besides."""
        with tempfile.TemporaryDirectory() as folder:
            certificates = Path(folder) / "run.json"
            self.certify(certificates)
            statement(certificates, output=path, title=title, owner=owner)

    def __repr__(self) -> str:
        return f"<Training: {str(self).replace(chr(10), '; ')}>"

    def __str__(self) -> str:
        """Upper ends, rounded up: what may be written down."""
        given = self._given
        noise = "the double " if isinstance(given.get("sigma"), float) else ""
        run = ", ".join(
            f"{name} {'the double ' if isinstance(given[name], float) else ''}{given[name]}"
            for name in ("batch", "dataset", "epochs", "sample-rate", "steps")
            if given[name] is not None
        )
        drawn = f"sampling {self._words['sampling']}" if "sampling" in self._words else "by its loader"
        lines = [f"noise multiplier {noise}{self.sigma}, {f'{run}, ' if run else ''}{drawn}"]
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            short = "" if record.get("reached", True) else " (NOT REACHED: digits or time)"
            lines.append(f"{record['label']}: at most {enclosure:u.4g}{short}")
        if not self.reached:
            lines.append("NOT REACHED: the digits or the time given did not suffice")
        return "\n".join(lines)


def _one(name: str, value: object, other: str, otherwise: object) -> Any:
    """A value that has two names."""
    if value is not None and otherwise is not None:
        raise BadInput(f"{name} and {other} are one thing; give one of them")
    return otherwise if value is None else value


def _in_python(message: str) -> str:
    """What the program says of its options, of the arguments here."""
    message = re.sub(r" \(see: plumbline [^)]*\)$", "", message)
    message = re.sub(r"; for example: plumbline .*$", "", message)
    message = re.sub(r"(--[a-z]+) [A-Z]\b", r"\1", message)
    message = re.sub(r"--([a-z-]+)", lambda m: m[1].replace("-", "_"), message)
    message = re.sub(r"\bsigma(?= is missing| must|: |\b or )", "noise_multiplier", message)
    message = re.sub(r"^([a-z_]+): must be", r"\1 must be", message)
    if message.startswith("sampling must be"):
        message += "; opacus and shuffle are short for poisson-loader and fixed-batch"
    return message


@suggests_names
def dpsgd(
    *,
    delta: Number,
    noise_multiplier: Number | None = None,
    batch: int | None = None,
    dataset: int | None = None,
    epochs: Number | None = None,
    sample_rate: Number | None = None,
    steps: int | None = None,
    sampling: str = "poisson",
    loader: object = None,
    records_per_user: int | None = None,
    fpr: Number | Iterable[Number] | None = None,
    epsilon: Number | None = None,
    advantage: Number | None = None,
    tpr: Number | None = None,
    gamma: Number | None = None,
    kappa: Number | None = None,
    direction: str = "worst",
    digits: int = 6,
    timeout: float | None = None,
    sigma: Number | None = None,
    batch_size: int | None = None,
    dataset_size: int | None = None,
) -> Training:
    """Epsilon and the limits of attacks of a run. It is given by `batch` and `dataset`, or `sample_rate`;
    and by `epochs` or `steps`. `sigma`, `batch_size` and `dataset_size` are other names of
    `noise_multiplier`, `batch` and `dataset`. `sampling` is "poisson", "poisson-loader" (Opacus's),
    "fixed-batch" (a shuffled loader; "opacus" and "shuffle" are short for these two) or "random-allocation". In place of `noise_multiplier` one target may be given, `epsilon`,
    `advantage`, `tpr` (at one `fpr`) or `gamma` (at `kappa`): the least noise that meets it is found.
    Write numbers as text, "1e-5", to mean the decimal: a float is exactly its double, which pages then name.
    `loader` in place of `batch`, `dataset` and `sampling` is a loader, or a dict of what it draws (see
    `pl.loader`), with `epochs` or `steps` where it does not say them; `run.judgement` then says whether a call for Poisson
    sampling holds for it.
    With `records_per_user` neighbours differ in one user, who has at most so many records.

    >>> run = dpsgd(noise_multiplier="1.1", batch=512, dataset=60000, epochs=30, delta="1e-5")
    >>> print(f"epsilon is at most {run.epsilon:u.2f}, TPR at FPR 0.001 at most {run.tpr('0.001'):u.3f}")
    epsilon is at most 2.44, TPR at FPR 0.001 at most 0.007
    >>> run.to_dict()["records"][0]["at"]  # for json.dumps
    {'delta': '1e-5'}
    >>> dpsgd(epsilon=2, batch=512, dataset=60000, epochs=30, delta="1e-5").sigma[:5]
    '1.238'
    """
    noise_multiplier = _one("noise_multiplier", noise_multiplier, "sigma", sigma)
    batch = _one("batch", batch, "batch_size", batch_size)
    dataset = _one("dataset", dataset, "dataset_size", dataset_size)
    if delta is None:
        raise BadInput("delta is missing: the delta at which epsilon is wanted")
    if not isinstance(digits, str):
        _native.checked(digits, None)
    fprs = [fpr] if isinstance(fpr, str) or not isinstance(fpr, Iterable) else list(fpr)
    numbers: dict[str, object] = {
        "delta": delta, "sigma": noise_multiplier, "batch": batch, "dataset": dataset,
        "epochs": epochs, "sample-rate": sample_rate, "steps": steps,
        "records-per-user": records_per_user, "epsilon": epsilon,
        "advantage": advantage, "tpr": tpr, "gamma": gamma, "kappa": kappa, "digits": digits,
        "timeout": timeout,
    }
    words: dict[str, object] = {
        name: exact_text(value) for name, value in numbers.items() if value is not None
    }
    words |= {"sampling": sampling, "direction": direction}
    folder = None
    if loader is not None:
        if sampling != "poisson":
            raise BadInput("loader says how batches are drawn: leave out sampling")
        del words["sampling"]
        folder = tempfile.TemporaryDirectory(prefix="plumbline-")
        path = Path(folder.name) / "loader"
        path.write_text(json.dumps(described(loader)), encoding="utf-8")
        words["loader"] = str(path)
    if fpr is not None:
        words["fpr"] = [",".join(exact_text(x) for x in fprs)]
    try:
        answers = run("dpsgd", accepted=(0, 3), **words)
    except BadInput as error:
        said = str(error) if folder is None else str(error).replace(str(words["loader"]), "loader")
        raise BadInput(_in_python(said)) from None
    if not answers.records:  # a target, and time ran out before any noise was found
        raise OutOfTime(
            "no noise is certified to meet the target within the limit of time; allow more with timeout"
        )
    return Training(answers, words, numbers, folder)
