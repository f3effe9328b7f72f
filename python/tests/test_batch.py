"""Tests pl.batch: the enclosures are in the order of the rows."""

from fractions import Fraction

import plumbline as pl
import pytest

STEP = "subsampled_gaussian(sigma={sigma},p={p})^{steps}"


def test_columns_are_rows_and_what_is_no_list_stands_in_each():
    found = pl.batch(quantity="epsilon", mechanism=STEP, sigma=["1", "2"], p="0.1", steps=[10, 20],
                     delta="1e-5", digits=6, threads=2)
    assert found.shape == (2,)
    alone = pl.Mechanism("subsampled_gaussian(sigma=2,p=0.1)^20").epsilon("1e-5", digits=6)
    assert found[1].lower == alone.lower and found[1].upper == alone.upper


def test_any_mix_of_records():
    found = pl.batch([
        {"quantity": "tv", "mechanism": "laplace(b=1)", "direction": "remove"},
        {"quantity": "delta", "mechanism": "gaussian(sigma=1)", "epsilon": 1, "digits": 8, "id": "a"},
        {"quantity": "calibrate", "mechanism": "gaussian(sigma=?)", "epsilon": 1, "delta": "1e-5"},
        {"quantity": "divergence", "mechanism": "gaussian(sigma=1)", "other": "laplace(b=1)", "digits": 4},
    ])
    assert Fraction("0.39346934028736657639") in found[0]
    assert Fraction("0.126936737506644") in found[1]
    assert "safe" in found[2].findings
    assert found[3].reached


def test_the_index_of_a_frame_stays_and_missing_numbers_are_left_out():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"quantity": ["epsilon", "delta"], "mechanism": ["gaussian(sigma=1)"] * 2,
                              "delta": [1e-5, float("nan")], "epsilon": [float("nan"), 1.0]}, index=["x", "y"])
    answers = pl.batch(frame, digits=6).to_pandas()
    assert list(answers.index) == ["x", "y"]
    assert answers["x"].reached and answers["y"].reached


def test_rows_that_cannot_be_answered_are_told_with_all_the_others():
    with pytest.raises(pl.BatchError, match=r"row 1: .*gausian") as caught:
        pl.batch(quantity="epsilon", mechanism=["gaussian(sigma=1)", "gausian(sigma=1)", "gaussian(sigma=2)"],
                 delta="1e-5", digits=6)
    assert list(caught.value.errors) == [1]
    assert caught.value.found[1] is None and caught.value.found[2].reached
    with pytest.raises(pl.BadInput, match="lengths"):
        pl.batch(quantity="epsilon", mechanism=["gaussian(sigma=1)"] * 2, delta=["1e-5"] * 3)
    with pytest.raises(pl.BadInput, match="no column"):
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma={sigma})", delta="1e-5")


def test_answers_are_told_as_they_come():
    told = {}
    found = pl.batch(quantity="epsilon", mechanism="gaussian(sigma=1)", delta=["1e-5", "1e-6"], digits=6,
                     found=told.__setitem__)
    assert told == dict(enumerate(found))


@pytest.mark.parametrize(("wrong", "more"), [
    ("detla", {"detla": "1e-5"}), ("epsilon", {"epsilon": "0.5"}), ("note", {"delta": "1e-5", "note": "hi"}),
    ("note", {"note": "hi", "delta": "1e-5"}), ("vary", {"delta": "1e-5", "vary": "sigma"}),
    ("other", {"delta": "1e-5", "other": "laplace(b=1)"}), ("sigma", {"delta": "1e-5", "sigma": ["1"]}),
])
def test_fields_that_a_quantity_does_not_take_are_refused_by_name(wrong, more):
    with pytest.raises(pl.BatchError, match=f"^row 0: {wrong}: epsilon takes no such field; fields of your own"):
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma=1)", **more)


@pytest.mark.parametrize("quantity", ["rero", "power", "tv", "tradeoff", "posterior"])
def test_a_number_of_another_name_is_no_argument(quantity):
    with pytest.raises(pl.BatchError, match=f"foo: {quantity} takes no such field"):
        pl.batch(quantity=quantity, mechanism="gaussian(sigma=1)", foo="0.5")


def test_fields_of_ones_own_pass():
    found = pl.batch([{"quantity": "epsilon", "mechanism": "gaussian(sigma=1)", "delta": "1e-5", "id": "a",
                       "x-team": "A", "x_note": "hi"}])
    assert 4.37 < found[0] < 4.38


def test_tpr_is_power_in_other_words():
    m = pl.Mechanism("gaussian(sigma=1)")
    found = pl.batch(quantity="tpr", mechanism="gaussian(sigma=1)", fpr=["0.1", "0.5"])
    assert all(x.overlaps(m.power(at)) for x, at in zip(found, ("0.1", "0.5"), strict=True))
    assert repr(m.ask("tpr", "0.1")) == repr(m.power("0.1"))
    noise = pl.batch(quantity="calibrate", mechanism="gaussian(sigma=?)", tpr=["0.01", "0.02"], fpr="0.001")
    assert noise[0].overlaps(pl.calibrate("gaussian(sigma=?)", tpr="0.01", fpr="0.001"))
    for ask in (lambda **x: pl.calibrate("gaussian(sigma=?)", **x),
                lambda **x: pl.batch(quantity="calibrate", mechanism="gaussian(sigma=?)", **x)):
        with pytest.raises(pl.BadInput, match=r"tpr must be in \(fpr, 1\): .* got 0.0005 at fpr = 0.001$"):
            ask(tpr="0.0005", fpr="0.001")
    with pytest.raises(pl.BatchError, match="row 0: fpr is missing in this row: it is NaN or None"):
        pl.batch(quantity="tpr", mechanism="gaussian(sigma=1)", fpr=[None])


def test_what_is_missing_in_a_row_is_said():
    sigmas = [1.0, float("nan"), 2.0]
    with pytest.raises(pl.BatchError, match="^row 1: sigma is missing in this row: it is NaN or None$") as caught:
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma={sigma})", sigma=sigmas, delta="1e-5")
    assert caught.value.found[2] is not None
    with pytest.raises(pl.BatchError, match="^row 0: delta is missing in this row"):
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma=1)", delta=[float("nan")])
    with pytest.raises(pl.BatchError, match=r"{sgima}, and no column is called so; did you mean sigma\?$"):
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma={sgima})", sigma=1, delta="1e-5")
    with pytest.raises(pl.BatchError, match="unknown quantity 'epslon'; did you mean 'epsilon'"):
        pl.batch(quantity="epslon", mechanism="gaussian(sigma=1)", delta="1e-5")
    with pytest.raises(pl.BatchError, match=r"numbers go in as they are; write {sigma} \(and 1 other row\)$"):
        pl.batch(quantity="epsilon", mechanism="gaussian(sigma={sigma:.2f})", sigma=[1, 2], delta="1e-5")


def test_no_rows_have_no_answers():
    assert len(pl.batch([], quantity="epsilon", mechanism="gaussian(sigma=1)", delta="1e-5")) == 0
    assert len(pl.batch(quantity="epsilon", mechanism="gaussian(sigma={sigma})", sigma=[], delta="1e-5")) == 0
    assert len(pl.batch({}, quantity="tv", mechanism="gaussian(sigma=1)")) == 1


def test_shapes_and_tables_stay():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    words = {"quantity": "epsilon", "mechanism": "gaussian(sigma={sigma})", "delta": "1e-5", "digits": 6}
    found = pl.batch(sigma=numpy.array([[1.0, 2.0], [3.0, 4.0]]), **words)
    assert found.shape == (2, 2) and found.upper_float.shape == (2, 2) and found[1, 0].overlaps(found[2])
    series = pandas.Series([1, 2], index=["a", "b"], name="sigma")
    assert list(pl.batch(sigma=series, **words).upper_float.index) == ["a", "b"]
    for column in (pandas.Index([1, 2]), pandas.array([1, 2], dtype="Int64"), (x for x in [1, 2])):
        assert len(pl.batch(sigma=column, **words)) == 2
    frame = pandas.DataFrame({"sigma": [1, -2]}, index=["a", "b"])
    with pytest.raises(pl.BatchError, match=r"^row 1 \('b'\): gaussian: sigma must be"):
        pl.batch(frame, **words)
    with pytest.raises(pl.BadInput, match="different shapes"):
        pl.batch(sigma=numpy.ones((2, 2)), p=[1, 2, 3, 4], **words)


@pytest.mark.parametrize("threads", [0, -1, "4", 1.5, True])
def test_threads_are_a_whole_number(threads):
    with pytest.raises(pl.BadInput, match="threads"):
        pl.batch(quantity="tv", mechanism="gaussian(sigma=1)", threads=threads)


# The arguments that each quantity needs in addition to a mechanism. All of these quantities have certificates.
_NEEDS = {
    "delta": {"epsilon": 1}, "epsilon": {"delta": "1e-5"}, "tradeoff": {"alpha": "0.1"},
    "rero": {"kappa": "0.1", "direction": "forward"}, "bayes": {"prior": "0.5"}, "tv": {},
    "tradeoff_inverse": {"beta": "0.1"}, "power": {"alpha": "0.1"}, "advantage": {},
    "posterior": {"prior": "0.5"}, "posterior_belief": {"prior": "0.5", "mechanism": "laplace(b=1)"},
    "minimax": {}, "minimax_prior": {}, "fixed_point": {}, "renyi": {"order": 2},
    "divergence": {"other": "laplace(b=1)"}, "comparison": {"other": "laplace(b=1)"},
    "moments": {"direction": "forward"}, "gdp": {},
    "calibrate": {"mechanism": "gaussian(sigma=?)", "epsilon": 1, "delta": "1e-5"},
    "theorem3": {"other": "gaussian(sigma=2)", "direction": "forward"},
}


@pytest.mark.parametrize("quantity", [*pl.quantities(), "renyi", "divergence", "comparison", "moments", "calibrate"])
def test_every_quantity_is_answered_in_a_row(quantity):
    row = {"quantity": quantity, "mechanism": "gaussian(sigma=1)", "digits": 3, **_NEEDS[quantity]}
    found = pl.batch([row])
    assert found[0].reached and found[0].lower <= found[0].upper


def test_a_row_and_a_question_about_renyi_agree():
    found = pl.batch(quantity="renyi", mechanism="gaussian(sigma={sigma})", sigma=[1, 2], order=2)
    assert [bool(x.reached) for x in found] == [True, True]
    assert Fraction(1) in found[0] and Fraction(1, 4) in found[1]
    with pytest.raises(pl.BatchError, match="renyi needs a number, its order"):
        pl.batch(quantity="renyi", mechanism="gaussian(sigma=1)")
    with pytest.raises(pl.BatchError, match="renyi takes no number ordr"):
        pl.batch(quantity="renyi", mechanism="gaussian(sigma=1)", order=2, ordr=3)
