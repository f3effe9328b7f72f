"""Tests that `plumbline batch` and the package return equal records."""

import json
import subprocess
from pathlib import Path

import plumbline as pl
import pytest
from plumbline import _native
from plumbline.command import program
from plumbline.mechanism import arguments_of_quantities

QUESTIONS = Path(__file__).parents[2] / "tests" / "app" / "every_quantity.jsonl"
pytestmark = pytest.mark.skipif(not QUESTIONS.exists(), reason="the package alone is here")
DIGITS = 7
MAY_DIFFER = ("seconds", "line", "id", "context")


def common(record):
    return {name: value for name, value in record.items() if name not in MAY_DIFFER}


def questions():
    asked = [json.loads(line) for line in QUESTIONS.read_text().splitlines()]
    return [{**question, "digits": DIGITS} for question in asked]


@pytest.fixture(scope="module")
def by_batch():
    lines = "".join(json.dumps(question) + "\n" for question in questions())
    words = [str(program()), "batch", "-", "--json", "--json-version", "2"]
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    return [common(json.loads(line)) for line in done.stdout.splitlines()]


def test_records_of_a_batch_and_of_the_package_are_equal(by_batch):
    assert len(by_batch) == len(questions())
    for question, record in zip(questions(), by_batch, strict=True):
        assert common(pl.answer(question)) == record


def test_an_enclosure_has_the_numbers_of_its_record(by_batch):
    for question, record in zip(questions(), by_batch, strict=True):
        quantity = question["quantity"]
        if quantity not in arguments_of_quantities():
            continue
        at = next(iter(question.get("at", {}).values()), None)
        found = pl.Mechanism(question["mechanism"]).ask(
            quantity, at, digits=DIGITS, direction=question.get("direction", "worst")
        )
        assert (found.lower_text, found.upper_text) == (record["lower"], record["upper"])
        assert found.digits == (record["digits"] if record["digits"] == "exact" else f"{record['digits']:.1f}")
        assert (found.reached, found.engine) == (record["reached"], record["engine"])
        assert found.hypotheses == record["hypotheses"]
        if record["upper"] != "inf":
            assert json.loads(found.certificate)["upper"] == record["upper"]


def test_a_derived_answer_and_its_certificate_have_the_numbers_of_the_record(by_batch):
    derived = 0
    for question, record in zip(questions(), by_batch, strict=True):
        if record["at"].get("order") == "inf" or "mechanism" not in question or record["upper"] == "inf":
            continue
        try:
            found = pl.derive(
                question["quantity"], question["mechanism"], other=question.get("other"),
                numbers=question.get("at"), words=question.get("options"),
                direction=question.get("direction", "worst"), digits=DIGITS,
            )
        except pl.NotCovered as error:
            assert "no certificate states" in str(error)
            continue
        derived += 1
        certificate = json.loads(found.certificate)
        for name in ("lower", "upper", "reached", "quantity", "direction", "hypotheses"):
            assert certificate.get(name) == record.get(name), question
        assert (found.lower_text, found.upper_text) == (record["lower"], record["upper"])
    assert derived > 30


def test_errors_are_made_from_codes():
    gaussian = pl.Mechanism("gaussian(sigma=1)")
    with pytest.raises(pl.UnknownName) as unknown:
        gaussian.ask("epslon", 1)
    assert unknown.value.field == "quantity" and "epsilon" in unknown.value.accepted
    with pytest.raises(pl.UnknownName) as unknown:
        pl.Mechanism("gausian(sigma=1)")
    assert unknown.value.field == "mechanism" and unknown.value.code == "UNKNOWN_NAME"
    with pytest.raises(pl.OutOfDomain):
        pl.Mechanism("gaussian(sigma=-1)")
    with pytest.raises(pl.NotCovered):
        pl.Mechanism("subsampled(laplace(b=1,group=2),p=0.1)")
    for code, kind in [("STOPPED", pl.Stopped), ("CONTRADICTION", pl.Contradiction), ("NO_MEMORY", pl.OutOfMemory),
                       ("INTERNAL", pl.BeyondReach), ("BAD_INPUT", pl.BadInput), ("NEW_CODE", pl.BeyondReach)]:
        error = _native.error_of({"code": code, "message": "why", "field": "mechanism"})
        assert type(error) is kind and error.code == code and error.field == "mechanism" and str(error) == "why"


def test_a_session_ends_with_its_mechanism():
    mechanism = pl.Mechanism("gaussian(sigma=1)")
    mechanism.delta(1)
    number = mechanism._session.number
    del mechanism
    with pytest.raises(pl.BadInput, match="no open session"):
        _native.call({"verb": "close", "session": number})
