"""Tests arguments of unusual types: meaningful ones work, and for the others a message names the argument."""

import copy
import math
import pickle

import plumbline as pl
import pytest

M = pl.Mechanism("gaussian(sigma=1)")


@pytest.mark.parametrize(("ask", "said"), [
    (lambda: pl.Mechanism(None), "^expression: a mechanism is wanted, .* not NoneType"),
    (lambda: pl.Mechanism(1.1), "^expression: a mechanism is wanted, .* not float"),
    (lambda: pl.Mechanism("gaussian", sigma=None), "^sigma: a number is missing: None"),
    (lambda: pl.Mechanism("gaussian", sigma=1j), "^sigma: 1j is no number"),
    (lambda: M.delta({1, 2}), "^epsilon: one number is wanted here, not several"),
    (lambda: M.delta(M.epsilon("1e-5")), "^epsilon: .* is an enclosure, no one number; take its .upper or .lower"),
    (lambda: M.ask(None), "^the name of a quantity is wanted first"),
    (lambda: M * 5, r"^mechanisms are composed with mechanisms, not with int; m \*\* 10 runs m ten times"),
    (lambda: M + M, r"composed by \*"),
    (lambda: M.divergence(3), "^other: a mechanism is wanted"),
    (lambda: pl.calibrate("gaussian(sigma=?)", epsilon=[1, 2], delta="1e-5"), "^epsilon: one number is wanted here"),
    (lambda: pl.calibrate(None, epsilon=1, delta="1e-5"), "^mechanism: a mechanism is wanted"),
    (lambda: M.renyi(None), "^order: a number is missing"),
    (lambda: pl.check(3), "^a certificate is wanted, .* not int"),
    (lambda: M.epsilon("1e-5") + 1, "not computed with"),
    (lambda: -M.epsilon("1e-5"), "not computed with"),
    (lambda: pl.batch([1, 2], quantity="tv"), "^rows are a DataFrame"),
])
def test_wrong_types_are_type_errors_with_a_name(ask, said):
    with pytest.raises(TypeError, match=said):
        ask()


@pytest.mark.parametrize(("ask", "said"), [
    (lambda: M.delta("1%"), "^epsilon: not a number: '1%'"),
    (lambda: M.delta(math.nan), "^epsilon: nan is no finite number$"),
    (lambda: M.tpr("2x"), "^fpr: not a number"),
    (lambda: M.tpr(2), r"^fpr must be in \[0, 1\], got 2$"),
    (lambda: M.renyi("x"), "not a number: 'x'"),
    (lambda: pl.calibrate("gaussian(sigma=?)", epsilon=1), "or tpr and fpr; or alpha and beta"),
    (lambda: M.ask("epslon", "1e-5"), "^unknown quantity 'epslon'; did you mean 'epsilon'"),
    (lambda: M.delta([[1, 2], [3]]), "^the lists in a list must have one length"),
    (lambda: pl.check(""), "^a certificate is wanted"),
    (lambda: pl.Enclosure("0.2", "0.1"), "^the lower end comes first: 0.2 is above 0.1"),
    (lambda: pl.Enclosure("nan", "1"), "^an end of an enclosure is"),
    (lambda: pl.Mechanism("gaussian", sigma=-0.1), r"got -0.1 \(in 'gaussian\(sigma=-0.1\)'\)$"),
    (lambda: pl.Mechanism("subsampled_gaussian", sigma=1, p=1.1), "got 1.1 "),
])
def test_wrong_values_are_named_as_typed(ask, said):
    with pytest.raises(pl.BadInput, match=said):
        ask()


def test_mechanisms_and_texts_take_each_others_place():
    assert pl.Mechanism(M) == M and M * "laplace(b=1)" == M * pl.Mechanism("laplace(b=1)")
    assert "laplace(b=1)" * M == pl.Mechanism("laplace(b=1)") * M
    assert math.prod([M, M]) == M**2
    assert M.divergence("laplace(b=1)").overlaps(M.divergence(pl.Mechanism("laplace(b=1)")))
    assert pl.derive("renyi", M, at=2).reached
    claimed = pl.audit.trials(tp=140, fn=860, fp=2, tn=998, delta="1e-5", claim=pl.Mechanism("gaussian(sigma=2)"))
    assert claimed.refuted is not None


def test_what_is_shown_of_floats_reads_back():
    for m in (pl.Mechanism("gaussian", sigma=0.1), pl.Mechanism("subsampled_gaussian", sigma=1.1, p="1/118") ** 10,
              pl.Mechanism("gaussian", sigma=0.1, sensitivity=0.3) * M, M,
              pl.Mechanism("finite", P=[0.1, 0.9], Q=["1/2", "1/2"]) if False else M):
        assert eval(repr(m), {"Mechanism": pl.Mechanism}) == m  # noqa: S307
    assert repr(pl.Mechanism("gaussian", sigma=0.1)) == "Mechanism('gaussian', sigma=0.1)"


def test_lists_of_lists_and_other_collections():
    both = M.delta([[0.5, 1], [2, 3]])
    assert both.shape == (2, 2) and both[1, 1].overlaps(M.delta(3)) and both[0, -1].overlaps(both[1])
    assert len(M.delta(x for x in (1, 2))) == 2 and len(M.delta({"a": 1}.values())) == 1
    with pytest.raises(IndexError):
        both[2, 0]
    assert M.renyi([2, "inf"])[0] == 1


def test_arrays_are_compared_one_by_one():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    found = M.epsilon(["1e-5", "1e-6"])
    assert (found < 4.5).tolist() == [True, False] and (found >= [4, 5]).tolist() == [True, False]
    grid = M.delta(numpy.array([[1.0, 2.0], [3.0, 4.0]]))
    assert (grid > 0.01).shape == (2, 2) and numpy.asarray(grid).shape == (2, 2)
    assert M.delta(pandas.Index([1, 2])).shape == (2,)
    assert len(M.delta(pandas.array([1, 2], dtype="Int64"))) == 2
    series = M.tradeoff(pandas.Series([0.1, 0.2], index=["x", "y"], name="alpha"))
    assert series.to_pandas().name == "alpha" and list((series < 0.5).index) == ["x", "y"]


def test_longer_floats_are_exact():
    numpy = pytest.importorskip("numpy")
    tenth = numpy.longdouble("0.1")
    n, d = tenth.as_integer_ratio()
    assert pl.Mechanism("laplace", b=tenth) == pl.Mechanism("laplace", b=f"{n}/{d}")


def test_texts_are_compared_as_numbers():
    x = pl.Enclosure("1.37", "1.38")
    assert x < "1.4" and "1.375" in x and not x > "1.37" and x <= "inf"
    assert pl.Enclosure(0.5, 0.5) == 0.5 and pl.Enclosure("0.5", "0.5") != "0.5"
    with pytest.raises(TypeError):
        x < "word"  # noqa: B015


def test_a_lost_certificate_is_called_so():
    found = M.delta(1)
    lost = pickle.loads(pickle.dumps(found))
    with pytest.raises(pl.BadInput, match="was unpickled"):
        lost.certificate  # noqa: B018
    with pytest.raises(pl.BadInput, match="was unpickled"):
        pickle.loads(pickle.dumps(lost)).certificate  # noqa: B018
    with pytest.raises(pl.BadInput, match="made of numbers, was rounded"):
        round(found, 3).certificate  # noqa: B018
    assert copy.copy(found).certificate == found.certificate


def test_certificates_of_several_answers_and_of_a_run():
    assert pl.check(M.delta([1, 2])).verdicts == ["confirmed", "confirmed"]
    run = pl.dpsgd(noise_multiplier=5, batch=1000, dataset=10000, epochs=1, delta="1e-5", fpr="0.01")
    assert pl.check(run).verdicts == ["confirmed"] * 4


def test_formats_as_floats_have_them():
    x = pl.Enclosure("2.43771", "2.43772")
    assert f"{x:u>8.2f}" == "    2.44" and f"{x:<16.2f}|" == "[2.43, 2.44]    |" and f"{x:u+.2f}" == "+2.44"
    assert f"{pl.Enclosure('0.0123', '0.0124'):u.1%}" == "1.3%" and f"{pl.Enclosure('12345', '12346'):u,.1f}" == "12,346.0"
    assert f"{x:20}".strip() == str(x) and f"{pl.Enclosure('-0.1', '-0.1'):u+.2f}" == "-0.10"
    assert f"{pl.Enclosure('-0.00001', '-0.00001'):u.2f}" == "0.00"


def test_completion_shows_what_is_for_users():
    assert set(dir(pl)) >= set(pl.__all__) and not set(dir(pl)) & {"numbers", "questions", "how", "decimals"}
    assert dir(pl.audit) == ["Audit", "one_run", "scores", "trials"] and dir(pl.plot) == ["comparison", "profile", "tradeoff"]


def test_everything_for_users_has_a_sentence():
    import inspect  # noqa: PLC0415

    for name in pl.__all__:
        assert inspect.getdoc(getattr(pl, name)), name
    for kind in (pl.Training, pl.Enclosure, pl.EnclosureArray, pl.Mechanism, pl.Answers, pl.Check, pl.Judgement, pl.audit.Audit):
        for name, value in vars(kind).items():
            if not name.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{kind.__name__}.{name}"


@pytest.mark.parametrize("word", ["digits", "timeout", "direction", "60"])
def test_the_help_of_a_run_says_its_options(word):
    assert word in pl.dpsgd.__doc__
