"""Training with DP-SGD, described by its usual parameters: `plumbline dpsgd` as a function."""

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


Count: TypeAlias = SupportsIndex | str  # also integers of NumPy

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
    _words: dict[str, object]  # options of the command line, exact
    _given: dict[str, object]  # the arguments as the caller wrote them
    _folder: object  # folder of the loader's file, during the lifetime of the run
    _rates: tuple[object, ...]  # the false positive rates as the caller wrote them

    @property
    def mechanism(self) -> Mechanism:
        """The run as a mechanism, which answers all quantities."""
        return Mechanism(str(self.records[0]["mechanism"]))

    @property
    def expression(self) -> str:
        """The expression of `mechanism`."""
        return self.mechanism.expression

    @property
    def sigma(self) -> str:
        """The exact noise multiplier: the argument (a float as its exact decimal), or the value that is certified to
        meet the target. `pl.dpsgd` with this value describes the same run.
        """
        given = self._given.get("sigma")
        if given is None:
            return str(self.records[0]["sigma"])
        return decimal_of(exact(given)) or str(given) if is_float(given) else str(given)

    @property
    def noise_multiplier(self) -> str:
        """Another name of `sigma`."""
        return self.sigma

    @property
    def steps(self) -> int | None:
        """The number of steps; None for random allocation, whose mechanism describes an epoch."""
        found = self._found_steps()
        return None if found is None else int(exact(found[2] or 1))

    @property
    def sample_rate(self) -> str | None:
        """The exact probability that a record is in a step; None if the mechanism has no sampling rate."""
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
        """Returns the enclosure with a certificate, which the mechanism derives on request by the same query."""
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
        """The epsilon at the delta of the run, the solution of delta(epsilon) = delta. It is negative if delta is
        larger than delta(0); then (0, delta)-DP holds, and reports should state epsilon = 0.
        """
        return self._of("epsilon")

    @property
    def judgement(self) -> dict[str, Enclosure]:
        """The epsilons of a run with `loader`, by role.

        "proved" is `epsilon`. "at_least", if present, is the epsilon of some neighbouring data sets; its lower end is a
        lower bound. "accountant", if it differs, is the epsilon under Poisson sampling, which is not a bound for this
        run; `verdict` compares it with the others."""
        out = {"proved": self.epsilon}
        for record, enclosure in zip(self.records, self.enclosures, strict=True):
            if "role" in record:
                out[str(record["role"])] = enclosure
        return out

    @property
    def verdict(self) -> str:
        """For a run with `loader`, a sentence that compares the epsilon under Poisson sampling with the epsilon of
        the run (see `wrong`).

        Empty if the epsilon under Poisson sampling is correct, and for a run without `loader`."""
        return next((str(r["sentence"]) for r in self.records if "sentence" in r), "")

    @property
    def advantage(self) -> Enclosure:
        """The membership advantage, max TPR - FPR."""
        return self._of("advantage")

    @property
    def rero(self) -> Enclosure:
        """The success probability of the best reconstruction, if blind guessing succeeds with probability kappa."""
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
        """Returns the largest true positive rate of an attack at one or several false positive rates.

        Args:
            fpr: The false positive rate, or several.
            digits: The requested number of relative digits.

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The rate is invalid or out of its range.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self._asked("tpr", fpr, digits)

    @overload
    def tradeoff(self, alpha: Array, digits: int = 6) -> EnclosureArray: ...
    @overload
    def tradeoff(self, alpha: Scalar, digits: int = 6) -> Enclosure: ...
    def tradeoff(self, alpha: Array | Scalar, digits: int = 6) -> Enclosure | EnclosureArray:
        """Returns the trade-off function of the run, in the direction of the run.

        Args:
            alpha: The level, or several.
            digits: The requested number of relative digits.

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The level is invalid or out of its range.

        Source:
            docs/dp-sgd.md of the project.
        """
        return self._asked("tradeoff", alpha, digits)

    def _asked(self, quantity: str, at: Any, digits: int) -> Enclosure | EnclosureArray:
        direction: Any = self._words["direction"]
        found: Enclosure | EnclosureArray = self.mechanism.ask(quantity, at, digits=digits, direction=direction)
        return found

    def __hash__(self) -> int:
        """Hashes the mechanism of the run: equal runs have equal hashes."""
        return hash((str(self.records[0]["mechanism"]), self.reached))

    def certify(self, path: str | Path) -> None:
        """Writes certificates of all numbers of the run to one file, for `plumbline check` and `plumbline statement`.
        The time limit of the run applies to each certificate.

        Args:
            path: The file.

        Raises:
            BadInput: The file cannot be written.

        Source:
            docs/certificates.md of the project.
        """
        run("certify", self._command, output=str(path), accepted=(0, 3), **self._words)

    def certificates_text(self) -> str:
        """Returns the bundle of certificates that `certify` writes.

        Returns:
            A bundle in JSON.

        Raises:
            BadInput: A number cannot be certified.

        Source:
            docs/certificates.md of the project.
        """
        return printed("certify", self._command, output="-", accepted=(0, 3), **self._words)

    def _knows_nothing(self) -> bool:
        """Returns True if nothing is known about the run: every number has an interval that is trivial."""
        return all(not x.reached and (x.upper >= 1 and x.lower < Fraction(1, 2)) for x in self.enclosures)

    def statement(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        owner: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Writes a page about this run for readers outside the field, and its certificates, which an auditor can check,
        in a second file. For the page `statement.html`, the second file is `statement.certificates.json`.

        Args:
            path: The page, .html or .md.
            title: The title of the page.
            owner: The team, product or model that the page is for.
            timeout: The time limit in seconds to certify each number and to check it. The default is the limit of the
                run; without one, 60 for each check.

        Raises:
            OutOfTime: The time limit is too short, or nothing is known about the run; no page is written.

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
            if not certificates.exists():  # The time limit ended the work before the first number.
                raise out_of_time(limit)
            statement(certificates, output=path, title=title, owner=owner,
                      timeout=None if limit is None else float(limit))  # type: ignore[arg-type]
            shutil.copyfile(certificates, page.parent / name)

    def __repr__(self) -> str:
        return f"<Training: {str(self).replace(chr(10), '; ')}>"

    def __str__(self) -> str:
        """Returns the numbers that a report may state: upper ends, rounded up. Of the epsilon "at_least" of
        `judgement`, the lower end is stated, rounded down. The epsilon "accountant" is followed by `verdict`.
        """
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
        """Returns all numbers among the arguments of the caller, including the elements of lists."""
        given = [x for name, x in self._given.items() if name not in ("digits", "timeout")]
        return [*given, *self._rates]

    def _line(self, record: dict[str, Any], found: Enclosure) -> str:
        short = "" if record.get("reached", True) else " (NOT REACHED: digits or time)"
        label = str(record["label"]).replace("the double ", "")
        if record.get("role") == "at_least":
            return f"{label}: at least {found if found.lower > 0 else Enclosure('0', '0'):l.4g}{short}"
        if record.get("role") == "accountant":  # not a bound of this run
            sentence = f"\n{record['sentence']}" if "sentence" in record else ""
            return f"{label}: {found:u.4g}{short}{sentence}"
        if record["quantity"] == "epsilon" and found.upper < 0:
            return f"{label}: 0, as delta(0) is smaller (solved for, epsilon is at most {found:u.4g}){short}"
        return f"{label}: at most {found:u.4g}{short}"


def _one(name: str, value: object, other: str, otherwise: object) -> Any:
    """Returns the value of an argument with two names. Raises BadInput if both are present."""
    if value is not None and otherwise is not None:
        raise BadInput(f"{name} and {other} are one thing; give one of them")
    return otherwise if value is None else value


def _in_python(message: str) -> str:
    """Returns a message about options of the command with the names of the arguments of `dpsgd`."""
    names = {"sigma": "noise_multiplier", "sigma:": "noise_multiplier:"}
    message = " ".join(names.get(word, word) for word in message.split(" "))
    if message.startswith("sampling must be"):
        message += "; opacus and shuffle are short for poisson-loader and fixed-batch"
    return message


def _count(x: object) -> object:
    """Returns 512 for 512.0; other floats are unchanged, and the program rejects them."""
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
    """Returns epsilon, and limits on the success of attacks, for a training run with DP-SGD. Either `batch` and
    `dataset` or `sample_rate` describe the sampling; either `epochs` or `steps` describe the length of the run. Instead
    of `noise_multiplier`, one target is possible: `epsilon`, `advantage`, `tpr` (at one `fpr`) or `gamma` (at `kappa`);
    the function then finds the minimum noise that meets the target. Write numbers as text, "1e-5", to mean the decimal:
    a float means exactly its double. Statement pages show a double as a short decimal, rounded to the safe side.

    `sampling` is "poisson", "poisson-loader" (the sampling of Opacus; "opacus" is another name), "fixed-batch" (a
    shuffled loader; "shuffle" is another name) or "random-allocation". With `sample_rate` and `epochs`, the rate
    "1/118", or the double nearest to it, `1 / len(loader)`, means 118 steps per epoch. For any other rate p, the run
    has epochs / p steps, rounded up; `sampling="opacus"` rejects such a rate.

    `loader` replaces `batch`, `dataset` and `sampling`: a loader, or a dict that describes its sampling (see
    `pl.loader`), with `epochs` or `steps` if it does not contain them. `run.judgement`, `run.verdict` and `run.wrong`
    then state if the epsilon of an accountant for Poisson sampling is valid for this loader.

    With `records_per_user`, neighbours differ in one user, who has at most this number of records. `direction` is
    "worst" (both directions, as a guarantee requires), "remove" or "add". `digits` is the requested number of relative
    digits of each number; the default is 6. `timeout` is the limit in seconds for all numbers together; the default is
    60. A number that misses the requested digits has correct but wide ends, and `reached` is False. Epsilon is the
    solution of delta(epsilon) = delta; it is negative if delta is larger than delta(0).

    Args:
        delta: The target delta.
        noise_multiplier: The noise multiplier.
        batch: The expected batch size.
        dataset: The number of records.
        epochs: The number of epochs.
        sample_rate: Instead of `batch` and `dataset`, the sampling rate.
        steps: Instead of `epochs`, the number of steps.
        sampling: The sampling method of batches.
        loader: Instead of `batch`, `dataset` and `sampling`, a loader or a description of its sampling.
        records_per_user: The maximum number of records of a user.
        fpr: The false positive rates at which the TPR is requested.
        epsilon: The target epsilon.
        advantage: The target advantage.
        tpr: The target TPR, at one `fpr`.
        gamma: The target success probability of reconstructions, at `kappa`.
        kappa: The success probability of blind guessing.
        direction: "worst", "remove" or "add".
        digits: The requested number of relative digits.
        timeout: The time limit in seconds, for all numbers together.
        sigma: Another name of `noise_multiplier`.
        batch_size: Another name of `batch`.
        dataset_size: Another name of `dataset`.

    Returns:
        A `Training`.

    Raises:
        BadInput: A number is missing, invalid or out of its range.
        OutOfTime: No noise that is certified to meet the target is found in time.

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
