"""Training with DP-SGD, in an engineer's numbers: `plumbline dpsgd` as a function."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any, SupportsIndex, TypeAlias, overload

from . import _native
from .arguments import Array, Scalar, is_array, numbers_of, scalar
from .command import Answers, out_of_time, printed, run, statement
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .errors import BadInput, OutOfTime, WrongType
from .how import Direction, suggests_names
from .loader import loader as described
from .mechanism import Mechanism
from .numbers import decimal_of, doubles_explained, exact, exact_text, is_float, shown


Count: TypeAlias = SupportsIndex | str  # integers of NumPy, too

_STEPS = re.compile(r"\w+\(sigma=[^,()]+(?:,p=([^,()]+))?[^()]*\)(?:\^([^()]+))?")


class Training(Answers):
    """The certified numbers of a training run.

    `epsilon`, `advantage`, `tpr(fpr)` and `rero` are enclosures. `mechanism` is the composed mechanism of the run and
    answers all other queries; `sigma` is its noise multiplier. For a run with `loader`, `wrong` is True if an
    accountant that assumes Poisson sampling provably reports too small an epsilon."""

    def __init__(
        self,
        answers: Answers,
        words: dict[str, object],
        given: dict[str, object],
        folder: object = None,
        rates: tuple[object, ...] = (),
        command: str = "dpsgd",
    ) -> None:
        super().__init__(answers.records, answers.reached, any(r.get("verdict") == "violated" for r in answers.records))
        object.__setattr__(self, "_command", command)
        object.__setattr__(self, "_folder", folder)
        object.__setattr__(self, "_rates", rates)
        object.__setattr__(self, "_words", words)
        object.__setattr__(self, "_given", given)

    _command: str  # "dpsgd" or "federated"
    _words: dict[str, object]  # of the command line, exact
    _given: dict[str, object]  # as the caller wrote them
    _folder: object  # of the loader's file, while the run lives
    _rates: tuple[object, ...]  # the false positive rates as the caller wrote them

    @property
    def mechanism(self) -> Mechanism:
        """The run as a mechanism, of which any quantity can be asked."""
        return Mechanism(str(self.records[0]["mechanism"]))

    @property
    def expression(self) -> str:
        """The run as an expression, as `mechanism` has it."""
        return self.mechanism.expression

    @property
    def sigma(self) -> str:
        """The noise multiplier, exactly: as given (a float as the decimal that it is), or the one found for a
        target, which it is certified to meet. Given back to `pl.dpsgd` it is the same run."""
        given = self._given.get("sigma")
        if given is None:
            return str(self.records[0]["sigma"])
        return decimal_of(exact(given)) or str(given) if is_float(given) else str(given)

    @property
    def noise_multiplier(self) -> str:
        """`sigma` by its other name."""
        return self.sigma

    @property
    def steps(self) -> int | None:
        """The number of steps; None for random allocation, whose mechanism is that of an epoch."""
        found = self._found_steps()
        return None if found is None else int(exact(found[2] or 1))

    @property
    def sample_rate(self) -> str | None:
        """The probability of a record in a step, exactly; None where there is none such."""
        found = self._found_steps()
        return None if found is None else found[1]

    def _found_steps(self) -> re.Match[str] | None:
        if self._words.get("sampling") in ("random-allocation", "random_allocation"):
            return None
        return _STEPS.fullmatch(str(self.records[0]["mechanism"]))

    @property
    def enclosures(self) -> list[Enclosure]:
        """The certified values, in the order of `records`."""
        found = super().enclosures
        return [self._certifiable(r, x) for r, x in zip(self.records, found, strict=True)]

    def _certifiable(self, record: dict[str, Any], found: Enclosure) -> Enclosure:
        """With the certificate of the same question, asked of the mechanism when it is wanted."""
        def certify() -> str:
            where = next(iter(record.get("at", {}).values()), None)
            digits = int(str(self._words["digits"]))
            asked: Enclosure = Mechanism(str(record["mechanism"])).ask(
                record["quantity"], where, direction=record["direction"], digits=digits
            )
            return asked.certificate

        return found.with_certificate(certify)

    def _of(self, quantity: str, **at: str) -> Enclosure:
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            where: dict[str, Any] = record.get("at", {})
            same = all(exact_text(where.get(k, "")) == v for k, v in at.items())
            if record["quantity"] == quantity and same:
                return enclosure
        raise BadInput(f"the run was not asked for that {quantity}")

    @property
    def epsilon(self) -> Enclosure:
        """At the delta that was given. It solves delta(epsilon) = delta and is below 0 where that delta is larger
        than delta(0): then no epsilon is needed, and 0 is what to write down."""
        return self._of("epsilon")

    @property
    def judgement(self) -> dict[str, Enclosure]:
        """The epsilons of a run with `loader`, by role.

        "proved" is `epsilon`. "at_least", if present, is the epsilon of known data sets; its lower end is a lower
        bound. "accountant", if it differs, is the epsilon under Poisson sampling, which is not a bound for this run;
        `verdict` compares it with the others."""
        out = {"proved": self.epsilon}
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            if "role" in record:
                out[str(record["role"])] = enclosure
        return out

    @property
    def verdict(self) -> str:
        """The sentence behind `wrong` for a run with `loader`: how the epsilon under Poisson sampling misjudges the run.

        Empty if that epsilon is correct, and for a run without `loader`."""
        return next((str(r["sentence"]) for r in self.records if "sentence" in r), "")

    @property
    def advantage(self) -> Enclosure:
        """The membership advantage, max TPR - FPR."""
        return self._of("advantage")

    @property
    def rero(self) -> Enclosure:
        """The success of the best reconstruction, where chance has kappa."""
        return self._of("rero")

    def to_dict(self) -> dict[str, Any]:
        """Returns the arguments and the certified numbers for `json.dumps`; numbers are exact texts.

        Returns:
            A dictionary of `sigma`, `reached` and `records`.

        Source:
            docs/schemas/README.md of the project.
        """
        return {"sigma": self.sigma, **super().to_dict()}

    @overload
    def tpr(self, fpr: Array, digits: int = 6) -> EnclosureArray: ...
    @overload
    def tpr(self, fpr: Scalar, digits: int = 6) -> Enclosure: ...
    def tpr(self, fpr: Array | Scalar, digits: int = 6) -> Enclosure | EnclosureArray:
        """The largest true positive rate of an attack at a false positive rate, or at each of several.

        Args:
            fpr: The false positive rate, or several.
            digits: The relative digits that are wanted.

        Returns:
            An `Enclosure`; of a list, an array or a table an `EnclosureArray` of its shape.

        Raises:
            BadInput: The rate cannot be read or is out of its range.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self._asked("tpr", fpr, digits)

    @overload
    def tradeoff(self, alpha: Array, digits: int = 6) -> EnclosureArray: ...
    @overload
    def tradeoff(self, alpha: Scalar, digits: int = 6) -> Enclosure: ...
    def tradeoff(self, alpha: Array | Scalar, digits: int = 6) -> Enclosure | EnclosureArray:
        """The trade-off function of the run, in its direction.

        Args:
            alpha: The level, or several.
            digits: The relative digits that are wanted.

        Returns:
            An `Enclosure`; of a list, an array or a table an `EnclosureArray` of its shape.

        Raises:
            BadInput: The level cannot be read or is out of its range.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self._asked("tradeoff", alpha, digits)

    def _asked(self, quantity: str, at: Any, digits: int) -> Enclosure | EnclosureArray:
        direction: Any = self._words["direction"]
        found: Enclosure | EnclosureArray = self.mechanism.ask(quantity, at, digits=digits, direction=direction)
        return found

    def __hash__(self) -> int:
        """Hashes the arguments of the run: equal runs have equal hashes."""
        return hash((str(self.records[0]["mechanism"]), self.reached))

    def certify(self, path: str | Path) -> None:
        """Writes certificates of all these numbers into one file, for `plumbline check` and
        `plumbline statement`. The limit of time of the run holds for each of them.

        Args:
            path: The file.

        Raises:
            BadInput: The file cannot be written.

        Source:
            docs/certificates.md of the project.
        """
        run("certify", self._command, output=str(path), accepted=(0, 3), **self._words)

    def certificates_text(self) -> str:
        """Returns what `certify` writes, a bundle of certificates in JSON.

        Returns:
            A bundle in JSON.

        Raises:
            BadInput: A number cannot be certified.

        Source:
            docs/certificates.md of the project.
        """
        return printed("certify", self._command, output="-", accepted=(0, 3), **self._words)

    def _knows_nothing(self) -> bool:
        """Returns True if every number of the run is trivial: its upper end is infinite or 1, and was not reached."""
        return all(not x.reached and (x.upper >= 1 and x.lower < Fraction(1, 2)) for x in self.enclosures)

    def statement(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        owner: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Writes the page about this run for people who do not know the field, .html or .md, and beside it the
        certificates that it is about, which an auditor checks: those of `statement.html` are in
        `statement.certificates.json`. `timeout` is in seconds for each number, to certify it and to check it (that
        of the run unless given; otherwise 60 for a check): where it does not suffice, or nothing is known of the
        run, `pl.OutOfTime` is raised and no page is written.

        Args:
            path: The page, .html or .md.
            title: The title of the page.
            owner: The team, product or model that the page is for.
            timeout: The limit in seconds for each number.

        Raises:
            OutOfTime: The seconds do not suffice; no page is written.

        Source:
            docs/commands.md of the project, statement.
        """
        page = Path(path)
        limit = self._given.get("timeout") if timeout is None else timeout
        words = self._words if limit is None else {**self._words, "timeout": exact_text(limit, "timeout")}
        if self._knows_nothing():
            raise OutOfTime("no page was written: nothing is known of this run; allow it more time, or fewer digits")
        name = page.stem + ".certificates.json"
        with tempfile.TemporaryDirectory() as folder:
            certificates = Path(folder) / name
            run("certify", self._command, output=str(certificates), accepted=(0, 3), **words)
            if not certificates.exists():  # Time was over before the first number.
                raise out_of_time(limit)
            statement(certificates, output=path, title=title, owner=owner,
                      timeout=None if limit is None else float(limit))  # type: ignore[arg-type]
            shutil.copyfile(certificates, page.parent / name)

    def __repr__(self) -> str:
        return f"<Training: {str(self).replace(chr(10), '; ')}>"

    def __str__(self) -> str:
        """Upper ends, rounded up: what may be written down. What some data sets have is a lower end, rounded down; what
        an accountant of Poisson sampling says is followed by whether it holds."""
        given = self._given
        noise = given.get("sigma")
        parts = [f"noise multiplier {self.sigma if noise is None else shown(noise)}"]
        parts += [
            f"{name} {shown(given[name])}"
            for name in ("batch", "dataset", "epochs", "sample-rate", "steps", "clients", "per-round", "rounds")
            if given.get(name) is not None
        ]
        parts.append(f"sampling {self._words['sampling']}" if "sampling" in self._words else "by its loader")
        if given.get("records-per-user") is not None and exact(given["records-per-user"]) != 1:
            parts.append(f"records per user {shown(given['records-per-user'])}")
        if self.records[0]["direction"] != "worst":
            parts.append(f"direction {self._words['direction']} alone")
        if given.get("sample-rate") is not None and given.get("steps") is None:
            parts.append(f"which is {self.steps} steps")
        lines = [", ".join(parts)]
        lines += [self._line(r, x) for r, x in zip(self.records, self.enclosures, strict=True)]
        lines += [line for line in [doubles_explained(self._numbers())] if line]
        if not self.reached:
            lines.append("NOT REACHED: the digits or the time given did not suffice")
        return "\n".join(lines)

    def _numbers(self) -> list[object]:
        """All numbers that the caller gave, those of lists one by one."""
        given = [x for name, x in self._given.items() if name not in ("digits", "timeout")]
        return [*given, *self._rates]

    def _line(self, record: dict[str, Any], found: Enclosure) -> str:
        short = "" if record.get("reached", True) else " (NOT REACHED: digits or time)"
        label = str(record["label"]).replace("the double ", "")
        if record.get("role") == "at_least":
            return f"{label}: at least {found if found.lower > 0 else Enclosure('0', '0'):l.4g}{short}"
        if record.get("role") == "accountant":  # no bound of this run
            sentence = f"\n{record['sentence']}" if "sentence" in record else ""
            return f"{label}: {found:u.4g}{short}{sentence}"
        if record["quantity"] == "epsilon" and found.upper < 0:
            return f"{label}: 0, as delta(0) is smaller (solved for, epsilon is at most {found:u.4g}){short}"
        return f"{label}: at most {found:u.4g}{short}"


def _one(name: str, value: object, other: str, otherwise: object) -> Any:
    """A value that has two names."""
    if value is not None and otherwise is not None:
        raise BadInput(f"{name} and {other} are one thing; give one of them")
    return otherwise if value is None else value


def _in_python(message: str) -> str:
    """A message about the arguments of the command, about those of `dpsgd`, where sigma is called noise_multiplier."""
    names = {"sigma": "noise_multiplier", "sigma:": "noise_multiplier:"}
    message = " ".join(names.get(word, word) for word in message.split(" "))
    if message.startswith("sampling must be"):
        message += "; opacus and shuffle are short for poisson-loader and fixed-batch"
    return message


def _count(x: object) -> object:
    """512.0 is 512; other floats stay, and are refused by the program."""
    x = scalar(x)
    return int(x) if isinstance(x, float) and x.is_integer() else x


@suggests_names
def dpsgd(
    *,
    delta: Scalar,
    noise_multiplier: Scalar | None = None,
    batch: Count | None = None,
    dataset: Count | None = None,
    epochs: Scalar | None = None,
    sample_rate: Scalar | None = None,
    steps: Count | None = None,
    sampling: str = "poisson",
    loader: object = None,
    records_per_user: Count | None = None,
    fpr: Scalar | Array | None = None,
    epsilon: Scalar | None = None,
    advantage: Scalar | None = None,
    tpr: Scalar | None = None,
    gamma: Scalar | None = None,
    kappa: Scalar | None = None,
    direction: Direction = "worst",
    digits: SupportsIndex = 6,
    timeout: float | None = None,
    sigma: Scalar | None = None,
    batch_size: Count | None = None,
    dataset_size: Count | None = None,
) -> Training:
    """Epsilon and the limits of attacks of a run. It is given by `batch` and `dataset`, or `sample_rate`;
    and by `epochs` or `steps`. `sigma`, `batch_size` and `dataset_size` are other names of
    `noise_multiplier`, `batch` and `dataset`. In place of `noise_multiplier` one target may be given, `epsilon`,
    `advantage`, `tpr` (at one `fpr`) or `gamma` (at `kappa`): the minimum noise that meets it is found.
    Write numbers as text, "1e-5", to mean the decimal: a float is exactly its double, which pages round to a short
    decimal on the safe side.

    `sampling` is "poisson", "poisson-loader" (Opacus's), "fixed-batch" (a shuffled loader; "opacus" and "shuffle" are
    short for these two) or "random-allocation". With `sample_rate` and `epochs`, the rate "1/118", or the double
    nearest to it, `1 / len(loader)`, means 118 steps an epoch; of another rate p there are epochs / p steps, rounded
    up, and "opacus" refuses it.

    `loader` in place of `batch`, `dataset` and `sampling` is a loader, or a dict of what it draws (see
    `pl.loader`), with `epochs` or `steps` where it does not say them; `run.judgement`, `run.verdict` and `run.wrong` then say
    whether a call for Poisson sampling holds for it.

    With `records_per_user` neighbours differ in one user, who has at most so many records. `direction` is "worst"
    (both, which is what a guarantee needs), "remove" or "add". `digits` are the relative digits that are wanted of
    each number (6). `timeout` is in seconds, for all numbers together, which share it; it is 60 unless given.
    What was not reached says so: its ends are right, and wide. With a target, and no noise found in time,
    `pl.OutOfTime` is raised. Epsilon solves delta(epsilon) = delta, and is below 0 where delta is larger than
    delta(0): no epsilon is needed then.

    Args:
        delta: The target delta.
        noise_multiplier: The noise multiplier.
        batch: The expected batch size.
        dataset: The number of records.
        epochs: The number of epochs.
        sample_rate: In place of `batch` and `dataset`, the sampling rate.
        steps: In place of `epochs`, the number of steps.
        sampling: How batches are drawn.
        loader: In place of `batch`, `dataset` and `sampling`, a loader or what it draws.
        records_per_user: How many records a user has at most.
        fpr: The false positive rates at which the TPR is wanted.
        epsilon: The target epsilon.
        advantage: The target advantage.
        tpr: The target TPR, at one `fpr`.
        gamma: The target of reconstructions, at `kappa`.
        kappa: The success of chance.
        direction: "worst", "remove" or "add".
        digits: The relative digits that are wanted.
        timeout: The limit in seconds, for all numbers together.
        sigma: `noise_multiplier` by its other name.
        batch_size: `batch` by its other name.
        dataset_size: `dataset` by its other name.

    Returns:
        A `Training`.

    Raises:
        BadInput: A number is missing, cannot be read or is out of its range.
        OutOfTime: No noise is certified to meet the target in time.

    Source:
        docs/dp-sgd.md of the project.

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
        raise BadInput("delta is missing: the target delta at which epsilon is computed")
    if not isinstance(digits, str):
        _native.checked(digits, None if isinstance(timeout, str) else timeout)
    fprs = numbers_of(fpr)[0] if is_array(fpr) else [fpr]
    numbers: dict[str, object] = {
        "delta": delta, "sigma": noise_multiplier, "batch": _count(batch), "dataset": _count(dataset),
        "epochs": epochs, "sample-rate": sample_rate, "steps": _count(steps),
        "records-per-user": _count(records_per_user), "epsilon": epsilon,
        "advantage": advantage, "tpr": tpr, "gamma": gamma, "kappa": kappa, "digits": digits,
        "timeout": timeout,
    }
    words: dict[str, object] = {
        name: exact_text(scalar(value), "noise_multiplier" if name == "sigma" else name.replace("-", "_"))
        for name, value in numbers.items() if value is not None
    }
    for name, word in (("sampling", sampling), ("direction", direction)):
        if not isinstance(word, str):
            raise WrongType(f"{name}: a word is wanted, not {type(word).__name__}")
    words |= {"sampling": sampling, "direction": direction}
    folder = None
    if loader is not None:
        if sampling != "poisson":
            raise BadInput("loader says how batches are drawn: leave out sampling")
        del words["sampling"]
        duration = {n: x for n, x in (("epochs", epochs), ("steps", steps)) if x is not None}
        for name in duration:
            del words[name]
        folder = tempfile.TemporaryDirectory(prefix="plumbline-")
        path = Path(folder.name) / "loader"
        path.write_text(json.dumps(described(loader, **duration)), encoding="utf-8")
        words["loader"] = str(path)
    if fpr is not None:
        words["fpr"] = [",".join(exact_text(scalar(x), "fpr") for x in fprs)]
    try:
        answers = run("dpsgd", accepted=(0, 3), **words)
    except BadInput as error:
        said = str(error) if folder is None else str(error).replace(str(words["loader"]), "loader")
        raise BadInput(_in_python(said)) from None
    if not answers.records:  # a target, and time ran out before any noise was found
        raise OutOfTime(
            "no noise is certified to meet the target within the limit of time; allow more with timeout"
        )
    return Training(answers, words, numbers, folder, tuple(fprs))
