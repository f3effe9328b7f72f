"""Tests training runs: the printed texts, the written files, and the rejected arguments."""

import json
from fractions import Fraction

import plumbline as pl
import pytest

RUN = {"batch": 512, "dataset": 60000, "epochs": 10, "delta": "1e-5", "sampling": "opacus"}
SMALL = {"noise_multiplier": "1e6", "batch": 512, "dataset": 60000, "epochs": 1, "delta": "1e-5"}


def test_an_epsilon_below_zero_is_zero_where_people_read():
    run = pl.dpsgd(**SMALL)
    assert run.epsilon < 0
    assert "epsilon at delta = 1e-5: 0, as delta(0) is smaller" in str(run)
    from plumbline.opacus import CertifiedAccountant  # noqa: PLC0415

    accountant = CertifiedAccountant(loader={"sampling": "poisson"})
    accountant.step(noise_multiplier=1e6, sample_rate=0.01)
    assert accountant.get_epsilon(1e-5) == 0 and accountant.enclosure_of_epsilon(1e-5) == 0


def test_the_page_of_an_epsilon_below_zero(tmp_path):
    pytest.importorskip("jinja2")
    pl.dpsgd(**SMALL).statement(tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text()
    assert "epsilon is 0 at delta = 0.00001" in text and "0.000-1" not in text
    assert "it is (0, 1e-5)-DP" in text


def test_a_run_names_its_direction_and_its_users():
    one_way = pl.dpsgd(noise_multiplier=5, direction="remove", **RUN)
    assert "direction remove alone" in str(one_way) and "direction" not in str(pl.dpsgd(noise_multiplier=5, **RUN))
    assert "records per user 2" in str(pl.dpsgd(noise_multiplier=5, records_per_user=2, **RUN))


def test_the_page_of_one_direction_says_why_it_has_no_epsilon(tmp_path):
    pytest.importorskip("jinja2")
    pl.dpsgd(noise_multiplier=5, direction="add", **RUN).statement(tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text()
    assert "Certified in one direction alone (add: " in text and "needs the worse of both" in text


@pytest.mark.parametrize("order", [("delta", "epsilon"), ("epsilon", "delta")])
def test_a_calibration_does_not_hang_on_the_order_of_its_numbers(order):
    numbers = {"epsilon": [1, 2], "delta": "1e-5"}
    found = pl.batch(quantity="calibrate", mechanism="gaussian(sigma=?)", **{name: numbers[name] for name in order})
    assert [x.findings["safe"][:4] for x in found] == ["3.73", "1.99"]
    one = pl.derive("calibrate", "gaussian(sigma=?)", numbers={"delta": "1e-5", "epsilon": 1})
    assert one.findings["safe"] == found[0].findings["safe"]


def test_nothing_is_written_of_a_run_whose_time_ended_at_once(tmp_path):
    run = pl.dpsgd(noise_multiplier="0.3", batch=512, dataset=60000, epochs=3000, delta="1e-5", timeout=0.001)
    with pytest.raises(pl.OutOfTime, match="no page was written: not every number was derived again"):
        run.statement(tmp_path / "page.md")
    assert list(tmp_path.iterdir()) == []


def test_a_page_keeps_to_its_time(tmp_path):
    pytest.importorskip("jinja2")
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    with pytest.raises(pl.OutOfTime, match=r"within 1e-05 seconds; allow more with timeout|nothing is known"):
        run.statement(tmp_path / "page.md", timeout=1e-5)
    assert not (tmp_path / "page.md").exists()


def test_the_page_names_a_file_that_is_beside_it(tmp_path):
    pytest.importorskip("jinja2")
    pl.dpsgd(noise_multiplier=5, **RUN).statement(tmp_path / "page.md")
    assert "plumbline check page.certificates.json" in (tmp_path / "page.md").read_text()
    assert pl.check(tmp_path / "page.certificates.json")


@pytest.mark.parametrize("given", ["1.1", 1.1, Fraction(11, 10), 2, "0x1.8p+0", 0.5])
def test_the_noise_put_back_is_the_same_run(given):
    run = pl.dpsgd(noise_multiplier=given, **RUN)
    again = pl.dpsgd(noise_multiplier=run.sigma, **RUN)
    assert again.mechanism == run.mechanism and run.noise_multiplier == run.sigma
    assert json.loads(json.dumps(run.to_dict()))["sigma"] == run.sigma


def test_floats_of_numpy_are_told_as_what_they_are():
    numpy = pytest.importorskip("numpy")
    run = pl.dpsgd(noise_multiplier=numpy.float32(1.1), **{**RUN, "batch": numpy.int32(512), "dataset": 60000.0})
    assert "noise multiplier 1.10000002384185791015625," in str(run)
    assert pl.dpsgd(noise_multiplier=run.sigma, **RUN).mechanism == run.mechanism
    assert "noise multiplier 1.1," in str(pl.dpsgd(noise_multiplier=numpy.float64(1.1), **RUN))


def test_a_rate_of_a_loader_is_so_many_batches():
    run = {"noise_multiplier": 2, "epochs": 10, "delta": "1e-5"}
    for batches in (118, 49, 100, 3):
        for rate in (1 / batches, f"1/{batches}"):
            for sampling in ("opacus", "poisson"):
                found = pl.dpsgd(sample_rate=rate, sampling=sampling, **run)
                assert found.steps == 10 * batches and f"which is {10 * batches} steps" in str(found)
    with pytest.raises(pl.BadInput, match=r"1/n for n batches an epoch, such as 1/117 or 1/118; .* give batch and dataset"):
        pl.dpsgd(sample_rate=512 / 60000, sampling="opacus", **run)
    assert pl.dpsgd(sample_rate=512 / 60000, **run).steps == 1172


def test_what_a_run_has_by_name():
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    assert (run.steps, run.sample_rate, run.noise_multiplier) == (1180, "1/118", "1.1")
    assert run.tradeoff("0.1") < 0.9 and run.tpr(["0.001", "0.01"]).shape == (2,)
    assert hash(run) == hash(pl.dpsgd(noise_multiplier="1.1", **RUN))
    users = pl.dpsgd(noise_multiplier="1.1", records_per_user=2, **RUN)
    assert users.steps == 1180 and users.sample_rate == "1/118"  # each record is sampled independently
    assert pl.dpsgd(noise_multiplier="1.1", **{**RUN, "sampling": "random-allocation"}).steps is None


@pytest.mark.parametrize(("given", "said"), [
    ({"advantage": 2}, r"^advantage must be in \(0, 1\), got 2$"),
    ({"epsilon": -1}, "^epsilon must be at least 0, got -1$"),
    ({"tpr": 0.0005, "fpr": 0.001}, r"^tpr must be in \(fpr, 1\): .* got 0.0005 at fpr = 0.001$"),
    ({"gamma": 1e-5, "kappa": 1e-4}, r"^gamma must be in \(kappa, 1\): .* got 1e-05$"),
    ({"advantage": [0.1, 0.2]}, "^advantage: one number is wanted here, not several"),
    ({"epsilon": 2, "dataset": range(60000)}, "^dataset: one number is wanted"),
    ({"epsilon": 2, "sampling": None}, "^sampling: a word is wanted"),
    ({"epsilon": float("nan")}, "^epsilon: nan is no finite number"),
])
def test_numbers_are_quoted_as_typed(given, said):
    with pytest.raises(pl.BadInput, match=said):
        pl.dpsgd(**(RUN | given))


def test_federated_is_dpsgd_for_clients_and_rounds():
    run = pl.federated(clients=1000, per_round=10, rounds=100, noise_multiplier=1, delta="1e-5", fpr="0.1", digits=4)
    same = pl.dpsgd(batch=10, dataset=1000, steps=100, noise_multiplier=1, delta="1e-5", fpr="0.1", digits=4)
    assert (run.epsilon.lower, run.epsilon.upper) == (same.epsilon.lower, same.epsilon.upper)
    assert run.tpr("0.1").upper == same.tpr("0.1").upper
    assert "clients 1000" in str(run)
    example = pl.federated(clients=1000, cohort_size=10, num_rounds=100, sigma=1, delta="1e-5", unit="example", fpr="0.1",
                           digits=4)
    assert "relation=replace" in example.expression
    assert example.epsilon.lower > run.epsilon.upper
    with pytest.raises(pl.BadInput):
        pl.federated(clients=10, per_round=11, rounds=1, sigma=1, delta="1e-5")
