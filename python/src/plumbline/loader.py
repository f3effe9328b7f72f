"""Determines from the loader of a training loop how it draws batches, for `dpsgd`.

This module imports no framework: it recognises classes by their names and attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import BadInput
from .numbers import exact_text

KEYS = (
    "framework", "class", "sampling", "partition", "normalisation", "batch_size", "dataset_size",
    "sampling_rate", "steps", "epochs", "cycle_length", "truncated_batch_size", "participations",
    "min_separation", "physical_batch_size", "noise_multiplier", "shuffle", "drop_last", "replacement",
    "repeat_before_batch", "same_order", "start",
)  # fmt: skip


def _names(x: object) -> list[str]:
    return [kind.__name__.lstrip("_") for kind in type(x).__mro__]


def _size(x: object) -> int | None:
    """Returns the number of records; None if it is unknown."""
    try:
        return len(x)  # type: ignore[arg-type]
    except TypeError:
        return None


def _rate(rate: float) -> str:
    """Returns "1/n" if the double is the one nearest to 1/n; else the exact double."""
    n = round(1 / rate) if rate > 0 else 0
    return f"1/{n}" if n and 1 / n == rate else exact_text(rate)


def _torch_sampler(sampler: Any, size: int | None) -> dict[str, Any]:
    names = _names(sampler)
    if "DistributedUniformWithReplacementSampler" in names:
        raise BadInput(
            "loader: a DistributedUniformWithReplacementSampler leaves out a step whose local batch is empty, so that "
            "the number of steps tells of the records; no pair of that is known here. Where that cannot be, say "
            "loader({'sampling': 'poisson', 'sampling_rate': p, 'steps': n})"
        )
    if "UniformWithReplacementSampler" in names:
        return {"sampling": "poisson", "sampling_rate": _rate(float(sampler.sample_rate))}
    if "SequentialSampler" in names:
        return {"sampling": "sequential", "shuffle": False}
    if "RandomSampler" in names:
        drawn = getattr(sampler, "num_samples", size)
        if getattr(sampler, "replacement", False):
            return {"sampling": "with_replacement", "replacement": True}
        if drawn != size:
            raise BadInput(
                f"loader: the RandomSampler draws {drawn} of {size} records in a pass; no pair of that "
                "is known here. Leave num_samples out"
            )
        return {"sampling": "shuffle", "shuffle": True}
    if "WeightedRandomSampler" in names:
        return {"sampling": "weighted"}
    if "DistributedSampler" in names:
        copies = getattr(sampler, "num_replicas", 1)
        if size is None or (size % copies and not getattr(sampler, "drop_last", False)):
            raise BadInput(
                f"loader: the DistributedSampler repeats records to make {size} divisible by {copies}, "
                "so that some are in a pass twice; no pair of that is known here. Set drop_last=True"
            )
        raise BadInput(
            "loader: a DistributedSampler says what one process draws; describe all processes "
            "together: loader({'sampling': 'shuffle', 'dataset_size': N, 'batch_size': B of all})"
        )
    raise BadInput(
        f"loader: the sampler {names[0]} is not known here; say what it draws, "
        "for example loader({'sampling': 'poisson', 'sampling_rate': '1/100', 'steps': 1000})"
    )


def _torch(x: Any) -> dict[str, Any]:
    names = _names(x)
    size = _size(x.dataset)
    opacus = "DPDataLoader" in names
    if size is None and not opacus:
        raise BadInput(
            "loader: the dataset does not say its size (an IterableDataset); which records are drawn "
            "together is not known, so that no pair can be named"
        )
    if getattr(getattr(x, "collate_fn", None), "rand_on_empty", False):
        raise BadInput(
            "loader: with rand_on_empty an empty batch is replaced by a random record, which one record more "
            "takes away again; no pair of that is known here. Leave rand_on_empty out"
        )
    out: dict[str, Any] = {
        "framework": "opacus" if opacus else "torch",
        "class": "DPDataLoader" if opacus else "DataLoader",
        "dataset_size": size,
    }
    if opacus:
        sampler = getattr(x, "batch_sampler", None)
        if sampler is not None and "DistributedUniformWithReplacementSampler" in _names(sampler):
            return _torch_sampler(sampler, size)
        out |= {"sampling": "poisson", "sampling_rate": _rate(float(x.sample_rate))}
        return out | {"length": getattr(sampler, "steps", None)}
    batches = getattr(x, "batch_sampler", None)
    if batches is None:
        raise BadInput("loader: the DataLoader has batch_size=None; say what a batch is")
    if "BatchSplittingSampler" in _names(batches):  # Opacus' BatchMemoryManager
        out["physical_batch_size"] = int(batches.max_batch_size)
        batches = batches.sampler
    if hasattr(batches, "sample_rate"):
        return out | _torch_sampler(batches, size) | {"length": getattr(batches, "steps", None)}
    if "BatchSampler" not in _names(batches):
        raise BadInput(
            f"loader: the batch sampler {_names(batches)[0]} is not known here; say what it draws"
        )
    out |= {"batch_size": int(batches.batch_size), "drop_last": bool(batches.drop_last)}
    return out | _torch_sampler(batches.sampler, size)


_JAX = {
    "CyclicPoissonSampling": "poisson",
    "BallsInBinsSampling": "balls_in_bins",
    "RandomAllocationSampling": "random_allocation",
    "FixedBatchSampling": "fixed_batch",
    "BMinSepSampling": "b_min_sep",
}


def _jax(x: Any, kind: str) -> dict[str, Any]:
    out: dict[str, Any] = {
        "framework": "jax_privacy", "class": kind, "sampling": _JAX[kind], "steps": x.iterations,
    }  # fmt: skip
    if hasattr(x, "sampling_prob"):
        out["sampling_rate"] = exact_text(x.sampling_prob)
    for theirs, ours in (
        ("truncated_batch_size", "truncated_batch_size"), ("total_participations", "participations"),
        ("min_sep", "min_separation"), ("batch_size", "batch_size"),
    ):  # fmt: skip
        if getattr(x, theirs, None) is not None:
            out[ours] = getattr(x, theirs)
    if getattr(x, "cycle_length", 1) != 1 or kind == "BallsInBinsSampling":
        out["cycle_length"] = x.cycle_length
        partition = getattr(x, "partition_type", None)
        if partition is not None:
            out["partition"] = getattr(partition, "name", str(partition))
    if hasattr(x, "warm_start"):
        out["start"] = "warm" if x.warm_start else "cold"
    if getattr(x, "replace", False):
        out |= {"sampling": "with_replacement", "replacement": True}
    return out


def _inward(x: Any) -> Iterator[Any]:
    """Yields the datasets of a tf.data chain, from the last transformation to the first."""
    while x is not None:
        yield x
        x = getattr(x, "_input_dataset", None)


def _number(x: Any) -> int:
    return int(x.numpy()) if hasattr(x, "numpy") else int(x)


def _tensorflow(x: Any) -> dict[str, Any]:
    out: dict[str, Any] = {"framework": "tensorflow", "class": "tf.data", "shuffle": False}
    batched = repeated = False
    for step in _inward(x):
        kind = _names(step)[0]
        if kind in ("BatchDataset", "ParallelBatchDataset"):
            if batched:
                raise BadInput("loader: batches of batches; say what one step draws")
            batched = True
            out["batch_size"] = _number(step._batch_size)
            out["drop_last"] = bool(_number(getattr(step, "_drop_remainder", 0)))
        elif kind == "ShuffleDataset":
            if not batched:
                continue  # shuffles only the order of batches: each record is still in one of them
            out["shuffle"] = True
            if not getattr(step, "_reshuffle_each_iteration", True):
                out["same_order"] = True
        elif kind == "RepeatDataset":
            if _number(getattr(step, "_count", -1)) == 1:
                continue
            repeated = True
            if out["shuffle"]:
                raise BadInput(
                    "loader: records are repeated and then shuffled, so that a record may be several times "
                    "in one batch; no pair of that is known here. Write .shuffle(...).repeat(...)"
                )
            if batched:
                out["repeat_before_batch"] = True
        elif kind in ("FilterDataset", "FlatMapDataset", "InterleaveDataset", "ParallelInterleaveDataset",
                      "ConcatenateDataset", "DirectedInterleaveDataset", "TakeDataset", "SkipDataset"):  # fmt: skip
            raise BadInput(
                f"loader: {kind} changes which records there are, or how often; say what one step draws"
            )
    if not batched:
        raise BadInput("loader: this dataset has no .batch(...); say what one step draws")
    out["sampling"] = "shuffle" if out["shuffle"] else "sequential"
    source = list(_inward(x))[-1]
    size = _size(source)
    if size is not None and not (repeated and size < 1):
        out["dataset_size"] = size
    return out


def loader(source: object, **more: object) -> dict[str, Any]:
    """Returns how a loader draws batches, in the format of `dpsgd(loader=...)` and `plumbline dpsgd --loader FILE`.

    `source` is a DPDataLoader of Opacus, a DataLoader of torch, a batch selection strategy of jax-privacy, a
    tf.data.Dataset, or a dict with the keys of the result. `more` adds keys that the loader does not have, such as
    `epochs`, `steps`, `dataset_size` and `noise_multiplier`, or overrides its values. Raises BadInput if the sampling
    cannot be determined.

    Args:
        source: A loader, or a mapping that describes its sampling.
        **more: Keys that the source does not determine: `steps`, `epochs`, `noise_multiplier`, ...

    Returns:
        A dictionary that describes the sampling.

    Raises:
        BadInput: The sampling is unknown, or has no proved pair.

    Source:
        docs/dp-sgd.md of the project.

    >>> loader({"sampling": "shuffle", "dataset_size": 60000, "batch_size": 600}, epochs=3)["epochs"]
    3
    """
    names = _names(source)
    known_to_jax = [name for name in names if name in _JAX]
    if isinstance(source, Mapping):
        out = dict(source)
    elif known_to_jax:
        out = _jax(source, known_to_jax[0])
    elif "UserSelectionStrategy" in names:
        raise BadInput(
            "loader: a UserSelectionStrategy draws users, several examples of each; no pair of that is "
            "known here. Where one user's examples are clipped together, describe its base_strategy"
        )
    elif hasattr(source, "dataset") and hasattr(source, "batch_sampler"):
        out = _torch(source)
    elif "DatasetV2" in names or hasattr(source, "_input_dataset"):
        out = _tensorflow(source)
    else:
        raise BadInput(
            f"loader: {names[0]} is no loader that is known here; give a dict, "
            "for example {'sampling': 'poisson', 'sampling_rate': '1/100', 'steps': 1000}"
        )
    length = out.pop("length", None) if not isinstance(source, Mapping) else None
    if {"epochs", "steps"} & more.keys():
        out = {key: value for key, value in out.items() if key not in ("epochs", "steps")}
    out |= more
    # `length` is the number of steps of a pass, as Opacus rounds it.
    if length is not None and isinstance(out.get("epochs"), int):
        out["steps"] = length * out.pop("epochs")
    unknown = [key for key in out if key not in KEYS]
    if unknown:
        raise BadInput(f"loader: unknown key {unknown[0]!r}; the keys are {', '.join(KEYS)}")
    return {
        key: exact_text(value) if isinstance(value, float) else value
        for key, value in out.items()
        if value is not None
    }
