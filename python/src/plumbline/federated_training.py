"""Federated training, described by rounds and clients: `plumbline federated` as a function."""

from __future__ import annotations

from typing import SupportsIndex

from .arguments import Array, Scalar, is_array, numbers_of, scalar
from .command import run
from .errors import BadInput, OutOfTime, WrongType
from .how import Direction, suggests_names
from .numbers import exact_text
from .training import Count, Training, _count, _in_python, _one


@suggests_names
def federated(
    *,
    clients: Count,
    per_round: Count | None = None,
    rounds: Count | None = None,
    delta: Scalar,
    noise_multiplier: Scalar | None = None,
    unit: str = "client",
    sampling: str = "poisson",
    rounds_per_client: Count | None = None,
    clip: str = "client",
    examples_per_client: Count | None = None,
    local_batch: Count | None = None,
    local_epochs: Scalar | None = None,
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
    clients_per_round: Count | None = None,
    cohort_size: Count | None = None,
    num_rounds: Count | None = None,
) -> Training:
    """Returns epsilon, and limits on the success of attacks, for a federated run with clients and rounds, like
    `pl.dpsgd`.

    Args:
        clients: number of clients N.
        per_round: (expected) number of clients in a round; `clients_per_round` and `cohort_size` are other names.
        rounds: number of rounds; `num_rounds` is another name.
        delta: the target delta.
        noise_multiplier: standard deviation of the noise on the sum of the updates / clipping norm; `sigma` is
            another name.
        unit: how neighbours differ: "client" (one client with all its examples) or "example" (one example of one
            client).
        sampling: how clients are drawn: "poisson" (each with probability per_round/clients), "fixed" (exactly
            per_round of them, as Flower draws them) or "any" (in any way, with rounds_per_client).
        rounds_per_client: the cap: maximum number of rounds in which one client participates.
        clip: "client" (the whole update of a client) or "example" (each gradient inside a client, with
            examples_per_client, local_batch and local_epochs).
        examples_per_client: with clip="example", the number of examples of a client.
        local_batch: with clip="example", the (expected) number of examples in a local step.
        local_epochs: number of passes of a client over its examples in a round; only relevant with clip="example".
        fpr: false positive rates at which the true positive rate of attacks is bounded.
        epsilon: a target instead of noise_multiplier: the smallest noise with this epsilon at `delta`.
        advantage: a target: no attack has a larger advantage.
        tpr: a target: no attack has a larger true positive rate at `fpr`.
        gamma: a target: no reconstruction succeeds with a larger probability, if blind guessing succeeds with
            `kappa`.
        kappa: the probability that blind guessing succeeds.
        direction: "worst", "forward" (remove) or "reverse" (add).
        digits: relative width of every enclosure at most 10^-digits.
        timeout: the time limit in seconds.
        clients_per_round: another name of `per_round`.
        cohort_size: another name of `per_round`.
        num_rounds: another name of `rounds`.
        sigma: another name of `noise_multiplier`.

    Returns:
        The answers. They have the same members as those of `pl.dpsgd`: `epsilon`, `advantage`, `tpr(fpr)`, `rero`,
        `mechanism`, `certify`.

    Raises:
        BadInput: The numbers do not describe a run.
        OutOfTime: No noise that meets the target is found within the time limit.

    Source:
        docs/federated.md of the project; Poisson sampling of clients as in McMahan, Ramage, Talwar, Zhang 2018.

    >>> run = federated(clients=100000, per_round=1000, rounds=500, noise_multiplier="1.1", delta="1e-6")
    >>> print(f"epsilon is at most {run.epsilon:u.2f}")
    epsilon is at most 1.28
    """
    per_round = _one("per_round", per_round, "clients_per_round", clients_per_round)
    per_round = _one("per_round", per_round, "cohort_size", cohort_size)
    rounds = _one("rounds", rounds, "num_rounds", num_rounds)
    noise_multiplier = _one("noise_multiplier", noise_multiplier, "sigma", sigma)
    fprs = numbers_of(fpr)[0] if is_array(fpr) else [fpr]
    numbers: dict[str, object] = {
        "clients": _count(clients), "per-round": _count(per_round), "rounds": _count(rounds), "delta": delta,
        "sigma": noise_multiplier, "rounds-per-client": _count(rounds_per_client),
        "examples-per-client": _count(examples_per_client), "local-batch": _count(local_batch),
        "local-epochs": local_epochs, "epsilon": epsilon, "advantage": advantage, "tpr": tpr, "gamma": gamma,
        "kappa": kappa, "digits": digits, "timeout": timeout,
    }
    words: dict[str, object] = {
        name: exact_text(scalar(value), "noise_multiplier" if name == "sigma" else name.replace("-", "_"))
        for name, value in numbers.items() if value is not None
    }
    for name, word in (("unit", unit), ("sampling", sampling), ("clip", clip), ("direction", direction)):
        if not isinstance(word, str):
            raise WrongType(f"{name}: a word is wanted, not {type(word).__name__}")
        words[name] = word
    if fpr is not None:
        words["fpr"] = [",".join(exact_text(scalar(x), "fpr") for x in fprs)]
    try:
        answers = run("federated", accepted=(0, 3), **words)
    except BadInput as error:
        raise BadInput(_in_python(str(error))) from None
    if not answers.records:
        raise OutOfTime(
            "no noise is certified to meet the target within the limit of time; allow more with timeout"
        )
    return Training(answers, words, numbers, None, tuple(fprs), "federated")
