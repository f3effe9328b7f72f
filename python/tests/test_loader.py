"""Tests how the sampling of loaders is recognised. Stand-in classes have the names and attributes of the classes of the
frameworks.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plumbline as pl


def one(kind: str, *bases: type, **attributes: object) -> Any:
    """Returns an object with these attributes, of a new class with the name `kind`."""
    made = type(kind, bases, {})()
    made.__dict__.update(attributes)
    return made


def torch_loader(sampler: object, size: int = 60000, batch: int = 600, drop_last: bool = False) -> Any:
    batches = one("BatchSampler", batch_size=batch, drop_last=drop_last, sampler=sampler)
    return one("DataLoader", dataset=range(size), batch_sampler=batches)


def shuffled(**more: object) -> Any:
    return one("RandomSampler", replacement=False, num_samples=60000, **more)


def test_torch() -> None:
    assert pl.loader(torch_loader(shuffled()), epochs=3) == {
        "framework": "torch", "class": "DataLoader", "dataset_size": 60000, "batch_size": 600,
        "drop_last": False, "sampling": "shuffle", "shuffle": True, "epochs": 3,
    }  # fmt: skip
    in_order = pl.loader(torch_loader(one("SequentialSampler"), drop_last=True))
    assert in_order["sampling"] == "sequential" and in_order["drop_last"] is True
    again = pl.loader(torch_loader(one("RandomSampler", replacement=True, num_samples=60000)))
    assert again["sampling"] == "with_replacement"
    pieces = one("BatchSplittingSampler", max_batch_size=50, sampler=torch_loader(shuffled()).batch_sampler)
    in_pieces = pl.loader(one("DataLoader", dataset=range(60000), batch_sampler=pieces))
    assert in_pieces["physical_batch_size"] == 50 and in_pieces["batch_size"] == 600
    for sampler, why in (
        (one("RandomSampler", replacement=False, num_samples=70000), "draws 70000 of 60000"),
        (one("DistributedSampler", num_replicas=7, drop_last=False), "repeats records"),
        (one("MySampler"), "MySampler is not known"),
    ):
        with pytest.raises(pl.BadInput, match=why):
            pl.loader(torch_loader(sampler))
    endless = one("DataLoader", dataset=object(), batch_sampler=None)
    with pytest.raises(pl.BadInput, match="IterableDataset"):
        pl.loader(endless)
    with pytest.raises(pl.BadInput, match="list is no loader"):
        pl.loader([1, 2])
    with pytest.raises(pl.BadInput, match="unknown key 'epoch'"):
        pl.loader({"sampling": "poisson"}, epoch=3)


def test_opacus() -> None:
    kind = type("DataLoader", (), {})
    loader = one("DPDataLoader", kind, dataset=range(60000), batch_sampler=None, sample_rate=1 / 118)
    assert pl.loader(loader, epochs=3)["sampling_rate"] == "1/118"
    run = pl.dpsgd(loader=loader, noise_multiplier="1.1", epochs=3, delta="1e-5")
    assert str(run.mechanism) == "subsampled_gaussian(sigma=1.1,p=1/118)^354"
    assert set(run.judgement) == {"proved"}
    sampler = one("UniformWithReplacementSampler", sample_rate=1 / 93, steps=int(1 / (1 / 93)))
    loader = one("DPDataLoader", kind, dataset=range(93), batch_sampler=sampler, sample_rate=1 / 93)
    run = pl.dpsgd(loader=loader, noise_multiplier=1, epochs=3, delta="1e-5")
    # 92 steps a pass, not 93: int(1 / (1 / 93)) is 92
    assert str(run.mechanism) == "subsampled_gaussian(sigma=1,p=1/93)^276"


def test_jax_privacy(tmp_path: Path) -> None:
    poisson = one("CyclicPoissonSampling", sampling_prob=0.25, iterations=100, truncated_batch_size=None,
                  cycle_length=4, partition_type=SimpleNamespace(name="EQUAL_SPLIT"))  # fmt: skip
    run = pl.dpsgd(loader=poisson, noise_multiplier=1, delta="1e-5")
    assert str(run.mechanism) == "subsampled_gaussian(sigma=1,p=0.25,relation=zero_out)^25"
    bins = one("BallsInBinsSampling", iterations=400, cycle_length=100)
    run = pl.dpsgd(loader=bins, noise_multiplier="1.1", delta="1e-5")
    found = run.judgement
    assert str(run.mechanism) == "balls_in_bins(sigma=1.1,strategy=identity,steps=400,bins=100)"
    assert found["accountant"] < found["at_least"] and found["at_least"].overlaps(found["proved"])
    assert run.wrong and run.verdict.startswith("The accountant of Poisson sampling promises too small an epsilon")
    run.certify(tmp_path / "run.json")
    assert pl.check(tmp_path / "run.json")
    fixed = one("FixedBatchSampling", batch_size=5, iterations=1, replace=True)
    with pytest.raises(pl.BadInput, match="^loader: batches are drawn with replacement"):
        pl.dpsgd(loader=fixed, noise_multiplier=1, delta="1e-5")
    fixed = one("FixedBatchSampling", batch_size=5, iterations=1, replace=False)
    described = pl.loader(fixed, dataset_size=50)
    run = pl.dpsgd(loader=described, noise_multiplier=2, delta="1e-5")
    assert str(run.mechanism) == "without_replacement(sigma=2,n=50,batch=5,sensitivity=2)"
    k_of_t = one("RandomAllocationSampling", total_participations=3, iterations=100)
    assert pl.loader(k_of_t)["participations"] == 3
    apart = one("BMinSepSampling", sampling_prob=0.1, iterations=100, min_sep=7, truncated_batch_size=9)
    run = pl.dpsgd(loader=apart, noise_multiplier=1, delta="1e-5")
    # an added record may displace another one from a truncated batch
    assert str(run.mechanism) == "gaussian(sigma=1,relation=zero_out)^15"
    apart = one("BMinSepSampling", sampling_prob=0.1, iterations=30, min_sep=4, warm_start=True,
                truncated_batch_size=None)  # fmt: skip
    assert pl.loader(apart)["start"] == "warm"
    run = pl.dpsgd(loader={**pl.loader(apart), "sampling_rate": "0.1"}, noise_multiplier="1.1", delta="1e-5")
    assert str(run.mechanism) == "b_min_sep(sigma=1.1,strategy=identity,steps=30,p=0.1,separation=4)"
    assert run.epsilon < Fraction("3.47564") and not run.wrong
    assert run.verdict == "What an accountant of Poisson sampling says holds for this loader, too."
    with pytest.raises(pl.BadInput, match="UserSelectionStrategy"):
        pl.loader(one("UserSelectionStrategy", base_strategy=bins))


def test_what_loaders_of_opacus_draw_otherwise() -> None:
    kind = type("DataLoader", (), {})
    several = one("DistributedUniformWithReplacementSampler", sample_rate=0.1)
    loader = one("DPDataLoader", kind, dataset=range(93), batch_sampler=several, sample_rate=0.1)
    with pytest.raises(pl.BadInput, match="leaves out a step whose local batch is empty"):
        pl.loader(loader)
    sampler = one("UniformWithReplacementSampler", sample_rate=0.1, steps=10)
    random = SimpleNamespace(rand_on_empty=True)
    for name in ("DPDataLoader", "DataLoader"):
        loader = one(name, kind, dataset=range(93), batch_sampler=sampler, sample_rate=0.1, collate_fn=random)
        with pytest.raises(pl.BadInput, match="an empty batch is replaced by a random record"):
            pl.loader(loader)


def test_a_lower_bound_is_not_shown_as_an_upper_one(tmp_path: Path) -> None:
    drawn = {"framework": "torch", "class": "DataLoader", "dataset_size": 2000, "batch_size": 64, "shuffle": True}
    run = pl.dpsgd(loader=drawn, noise_multiplier="1.1", epochs=3, delta="1e-5")
    lines = str(run).splitlines()
    assert lines[2].startswith("epsilon that some data sets have (") and lines[2].endswith("): at least 4.999")
    assert lines[3] == "epsilon as an accountant of Poisson sampling has it: 1.8"
    assert lines[4] == run.verdict and "at most" not in lines[3]
    assert run.verdict.startswith("The accountant of Poisson sampling promises too small an epsilon for this loader: 1.8")
    assert "it is at least 4.999 for some data sets (a factor of 2.78)" in run.verdict
    assert run.wrong and not pl.dpsgd(sample_rate="1/100", steps=3, noise_multiplier=2, delta="1e-5").wrong
    pytest.importorskip("jinja2")
    run.statement(tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text()
    short = text[: text.index("SHA-256")]
    assert "epsilon is at most 7.48 at delta = 0.00001" in short
    assert (
        "An accountant of Poisson sampling states an epsilon that is too small for this run: 1.8 at delta = 0.00001, but it "
        "is at least 4.99 for some data sets, a factor of 2.77."
    ) in short
    assert "epsilon is at most 1.8" not in text and "epsilon is at most 5" not in text
    assert "The number of an accountant of Poisson sampling, not a bound of the run: " in text
    assert pl.check(tmp_path / "page.certificates.json")


def test_tensorflow() -> None:
    source = one("TensorSliceDataset", type("Sized", (), {"__len__": lambda self: 60000}))
    shuffle: tuple[str, dict[str, Any]] = ("ShuffleDataset", {"_buffer_size": 1000})
    batch: tuple[str, dict[str, Any]] = ("BatchDataset", {"_batch_size": 512, "_drop_remainder": False})
    repeat: tuple[str, dict[str, Any]] = ("RepeatDataset", {"_count": 5})

    def of(*steps: tuple[str, dict[str, Any]]) -> object:
        last = source
        for kind, attributes in steps:
            last = one("_" + kind, _input_dataset=last, **attributes)
        return last

    plain = pl.loader(of(shuffle, batch, repeat, ("PrefetchDataset", {})), epochs=5)
    assert plain["sampling"] == "shuffle" and "repeat_before_batch" not in plain
    assert plain["dataset_size"] == 60000 and plain["batch_size"] == 512
    straddles = pl.loader(of(shuffle, repeat, batch), epochs=5)
    assert straddles["repeat_before_batch"] is True
    run = pl.dpsgd(loader=straddles, noise_multiplier=1, delta="1e-5")
    assert str(run.mechanism) == "gaussian(sigma=1,sensitivity=2,relation=zero_out)^2 * gaussian(sigma=1,relation=zero_out)"
    once = ("ShuffleDataset", {"_buffer_size": 1000, "_reshuffle_each_iteration": False})
    assert pl.loader(of(once, batch), epochs=1)["same_order"] is True
    assert pl.loader(of(batch, shuffle), epochs=1)["sampling"] == "sequential"
    with pytest.raises(pl.BadInput, match="repeated and then shuffled"):
        pl.loader(of(repeat, shuffle, batch))
    with pytest.raises(pl.BadInput, match="FilterDataset"):
        pl.loader(of(("FilterDataset", {}), batch))
    with pytest.raises(pl.BadInput, match="no .batch"):
        pl.loader(of(shuffle))


def test_a_file_and_a_run_are_the_same(tmp_path: Path) -> None:
    drawn = pl.loader({"sampling": "shuffle", "dataset_size": 1000, "batch_size": 100}, epochs=2)
    (tmp_path / "loader.json").write_text(json.dumps(drawn | {"noise_multiplier": 2}))
    answers = pl.command("dpsgd", loader=str(tmp_path / "loader.json"), delta="1e-5")
    run = pl.dpsgd(loader=drawn, noise_multiplier=2, delta="1e-5")
    assert str(answers.enclosures[0]) == str(run.epsilon)
    assert str(run).startswith("noise multiplier 2, by its loader\nepsilon at delta = 1e-5: at most ")
    with pytest.raises(pl.BadInput, match="leave out sampling"):
        pl.dpsgd(loader=drawn, sampling="fixed-batch", noise_multiplier=2, delta="1e-5")
