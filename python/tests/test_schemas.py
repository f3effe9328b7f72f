"""Validates every kind of JSON line of the program by its schema in docs/schemas."""

import json
import subprocess
from pathlib import Path

import pytest
from plumbline.command import program

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="no clone of the project around")

GAUSS, LAPLACE = "gaussian(sigma=1)", "laplace(b=1)"
COMMANDS = [
    ("value", ["delta", GAUSS, "--epsilon", "0:2:3"]),
    ("value", ["epsilon", "approximate_dp(epsilon=1,delta=0.1)", "--delta", "0.5"]),
    ("value", ["tv", "blatantly_non_private()"]),
    ("answer-2", ["delta", GAUSS, "--epsilon", "0:2:3", "--json-version", "2"]),
    ("answer-2", ["tpr", "subsampled_gaussian(sigma=1,p=0.1)^3", "--fpr", "0.1", "--json-version", "2"]),
    ("answer-2", ["batch", "questions.jsonl", "--json-version", "2"]),
    ("value", ["tradeoff", LAPLACE, "--alpha", "0.1"]),
    ("value", ["tpr", GAUSS, "--fpr", "0.1"]),
    ("value", ["dpsgd", "--sigma", "5", "--batch", "10", "--dataset", "100", "--epochs", "1", "--delta",
               "1e-5"]),
    ("value", ["divergence", LAPLACE, "laplace(b=2)", "--digits", "4"]),
    ("value", ["gdp", GAUSS, "--digits", "3"]),
    ("value", ["bounded-range", "--range", "0.1", "--runs", "10", "--delta", "1e-6"]),
    ("value", ["calibrate", "gaussian(sigma=?)", "--epsilon", "2", "--delta", "1e-5", "--digits", "6"]),
    ("value", ["batch", "questions.jsonl"]),
    ("value", ["moments", LAPLACE]),
    ("value", ["renyi", GAUSS, "--order", "2", "inf"]),
    ("value", ["theorem3", "gaussian(sigma=20)^400", "gaussian(sigma=30)^400", "--digits", "4"]),
    ("value", ["rero-bound", "--epsilon", "1", "--delta", "1e-5", "--kappa", "0.1"]),
    ("value", ["compose-tv", "--epsilon", "1", "--eta", "0.3", "--steps", "2"]),
    ("value", ["channel", "channel.csv", "--f", "kl"]),
    ("value", ["tv-limit", "--steps", "16"]),
    ("value", ["noisy-sgd", "--steps", "2", "--alpha", "0.5", "--epsilon", "1"]),
    ("comparison", ["compare", GAUSS, "gaussian(sigma=2)", "--digits", "4"]),
    ("comparison", ["compare", GAUSS, LAPLACE, "--digits", "6"]),
    ("verdict", ["claims", "claims.jsonl"]),
    ("entry", ["list", "mechanisms"]),
    ("checked", ["check", "certificate.json"]),
    ("audited", ["audit", "trials", "--tp", "140", "--fn", "860", "--fp", "2", "--tn", "998", "--delta",
                 "1e-5", "--claim-epsilon", "1", "--claim-delta", "1e-5"]),
    ("audited", ["audit", "one-run", "--canaries", "1000", "--guesses", "100", "--right", "90"]),
    ("cause", ["hunt", "--questions", "5", "--shrink", "5", "--", "false"]),
    ("sampler", ["hunt", "--goal", "sampler", "poisson(mu=4)", "--draws", "512", "--", "yes", "4"]),
    ("advisory", ["advisories"]),
    ("advisory", ["advisories", "--package", "opendp==0.16.0"]),
    ("drawn", ["figure", "bcp-3", "--points", "3", "--out", "figures"]),
]
CLAIM = {"mechanism": GAUSS, "quantity": "delta", "at": {"epsilon": "1"}, "kind": "upper"}


def validators():
    texts = {path.name: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
    registry = referencing.Registry().with_resources(
        (name, referencing.Resource.from_contents(text)) for name, text in texts.items()
    )
    for text in texts.values():
        jsonschema.Draft202012Validator.check_schema(text)
    return {
        name.removesuffix(".json"): jsonschema.Draft202012Validator(text, registry=registry)
        for name, text in texts.items()
    }


def lines(folder, words):
    at = words.index("--") if "--" in words else len(words)
    words = [*words[:at], "--json", *words[at:]]
    done = subprocess.run([str(program()), *words], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=120)
    # exit code 2: a claim is invalid, and a line of the output reports it
    assert done.returncode in (0, 1, 2, 3), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("schemas")
    (path / "channel.csv").write_text("3/4,1/4\n1/4,3/4\n")
    claims = [{**CLAIM, "value": value} for value in ("0.127", "0.126", "nan")]
    # Only a lower bound of the truth is known: some neighbours have this pair, and others may have a worse one.
    claims.append({**CLAIM, "mechanism": "bounded_laplace(b=1,width=3,at=1)", "value": "0.001"})
    (path / "claims.jsonl").write_text("".join(json.dumps(c) + "\n" for c in claims) + "broken\n")
    questions = [
        {"quantity": "epsilon", "mechanism": GAUSS, "delta": "1e-5", "id": 1},
        {"quantity": "calibrate", "mechanism": "gaussian(sigma=?)", "epsilon": 1, "delta": "1e-5", "digits": 5},
        {"quantity": "epsilon", "mechanism": "approximate_dp(epsilon=1,delta=0.1)", "delta": "0.01"},
    ]
    (path / "questions.jsonl").write_text("".join(json.dumps(q) + "\n" for q in questions))
    words = ["certify", "delta", GAUSS, "--epsilon", "1", "-o", "certificate.json"]
    subprocess.run([str(program()), *words], cwd=path, check=True, capture_output=True)
    return path


@pytest.mark.parametrize(("kind", "words"), COMMANDS, ids=lambda x: x if isinstance(x, str) else x[0])
def test_lines_are_as_their_schema_says(folder, kind, words):
    validator = validators()[kind]
    found = lines(folder, words)
    assert found
    for line in found:
        validator.validate(line)


def test_a_judge_prints_the_value_and_then_what_is_judged(folder):
    methods = [] if "without" in subprocess.run(
        [str(program()), "list", "approximations"], capture_output=True, text=True, check=False
    ).stderr else ["--with", "renyi,clt,monte_carlo"]
    found = lines(folder, ["judge", "delta", GAUSS, "--epsilon", "1", "--answer", "0.1,0.2", *methods])
    kinds = validators()
    kinds["value"].validate(found[0])
    for line in found[1:]:
        kinds["judged"].validate(line)
    assert len(found) >= 3


def test_schemas_refuse_what_is_wrong():
    value = validators()["value"]
    good = {"quantity": "delta", "lower": "0.1", "upper": "0.2", "lower_double": 0.1, "upper_double": 0.2,
            "reached": True, "digits": 1.5}
    assert value.is_valid(good)
    for name, wrong in [("lower", 0.1), ("lower_double", "0.1"), ("digits", None), ("digits", "1.5"),
                        ("reached", "yes"), ("upper", "nan")]:
        assert not value.is_valid({**good, name: wrong}), name


def test_every_schema_is_listed():
    readme = (FOLDER / "README.md").read_text()
    for path in FOLDER.glob("*.json"):
        assert f"({path.name})" in readme
