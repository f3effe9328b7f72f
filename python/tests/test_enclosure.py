"""Tests the text of an Enclosure, and the errors that it raises."""

import math
import pickle
from fractions import Fraction

import pytest
from plumbline import Enclosure, EnclosureArray, Uncertain


def test_comparisons_are_true_only_where_certain():
    a, b = Enclosure("0.1", "0.2"), Enclosure("0.2", "0.3")
    assert a <= b and not a < b and not b < a
    assert not a.certainly_equal(b) and not a.certainly_different(b)  # 0.2 is in both
    assert a.certainly_different(Enclosure("0.21", "0.3"))
    assert a < Fraction(1, 4) and 0.25 > a and a > 0 and not a > 0.15
    assert Enclosure("0.5", "0.5") == Fraction(1, 2) and Enclosure("0.5", "0.5") == 0.5
    assert a < math.inf and a > -math.inf


def test_equality_is_that_of_the_ends():
    a = Enclosure("0.1", "0.2")
    assert a == a and a == Enclosure("0.10", "1/5") and hash(a) == hash(Enclosure("0.10", "1/5"))
    assert a in {Enclosure("0.10", "0.20")} and a != Enclosure("0.1", "0.3") and a != 0.15
    assert pickle.loads(pickle.dumps(a)) == a and not a.certainly_equal(a)
    assert Enclosure("0.5", "0.5").certainly_equal(0.5) and hash(Enclosure("0.5", "0.5")) == hash(0.5)
    with pytest.raises(TypeError, match="no number"):
        a.certainly_equal("x")


def test_floats_are_exactly_what_they_are():
    a = Enclosure("0.1", "0.1")
    assert a != 0.1  # the double is a little larger
    assert a < 0.1
    assert a == Fraction(1, 10)


def test_ends_are_rounded_outward():
    a = Enclosure("0.1", "0.3")
    assert Fraction(a.lower_float) <= a.lower < Fraction(math.nextafter(a.lower_float, 1))
    assert Fraction(a.upper_float) >= a.upper > Fraction(math.nextafter(a.upper_float, 0))
    tiny = Enclosure("1e-400", "1e-399")
    assert tiny.lower_float == 0 and tiny.upper_float == math.nextafter(0, 1)
    huge = Enclosure("1e400", "1e401")
    assert huge.lower_float == math.nextafter(math.inf, 0) and huge.upper_float == math.inf
    low = Enclosure("-1e401", "-1e400")
    assert low.lower_float == -math.inf and low.upper_float == -huge.lower_float


def test_no_single_number_where_there_is_none():
    a = Enclosure("-0.1", "0.1")
    with pytest.raises(Uncertain, match="comparison"):
        bool(a)
    with pytest.raises(Uncertain, match="upper_float"):
        float(a)
    assert bool(Enclosure("0.1", "0.2")) and not bool(Enclosure("0", "0"))
    assert float(Enclosure("0.5", "0.5")) == 0.5


def test_membership_and_overlap():
    a = Enclosure("0.1", "0.2")
    assert 0.15 in a and Fraction(1, 10) in a and 0.25 not in a
    assert Enclosure("0.12", "0.13") in a and Enclosure("0.12", "0.3") not in a
    assert a.overlaps(Enclosure("0.2", "1")) and not a.overlaps(Enclosure("0.21", "1"))
    with pytest.raises(TypeError):
        "word" in a  # noqa: B015


def test_it_does_not_change():
    a = Enclosure("0.1", "0.2")
    with pytest.raises(AttributeError):
        a.reached = False
    with pytest.raises(AttributeError):
        del a.digits


def test_repr_is_python():
    a = Enclosure("0.1", "0.2", digits="0.3", reached=False, engine="e", findings={"x": "y"})
    b = eval(repr(a))  # noqa: S307
    assert repr(a) == repr(b) and a.lower == b.lower and b.findings == {"x": "y"}
    assert str(a) == "[0.1, 0.2]" and str(Enclosure("1", "1")) == "1"


def test_infinity():
    a = Enclosure("inf", "inf")
    assert a > 1e308 and a.lower == math.inf and a == math.inf


def test_html_shows_where_the_ends_part():
    html = Enclosure("0.12345", "0.12356")._repr_html_()
    assert "0.123" in html and "45" in html and "56" in html


def test_mpmath_and_flint_contain_it():
    mpmath = pytest.importorskip("mpmath")
    flint = pytest.importorskip("flint")
    a = Enclosure("0.1", "0.30000000000000000000001")
    for digits in (15, 40):
        mpmath.iv.dps = digits
        x = a.to_iv()
        ends = [_number(end) for end in x._mpi_]
        assert ends[0] <= a.lower and a.upper <= ends[1]
        flint.ctx.dps = digits
        y = a.to_arb()
        assert y.contains(flint.arb(flint.fmpq(1, 5))) and y.contains(flint.arb("0.1"))


def _number(end):
    """Converts an end of an mpmath interval: sign, mantissa, exponent."""
    sign, mantissa, exponent, _ = end
    value = Fraction(int(mantissa)) * Fraction(2) ** exponent
    return -value if sign else value


def test_arrays():
    numpy = pytest.importorskip("numpy")
    items = [Enclosure(str(i), str(i + 1)) for i in range(6)]
    a = EnclosureArray(items, (2, 3))
    assert a.lower_float.shape == (2, 3) and a.upper_float[1, 2] == 6
    assert numpy.all(a.lower_float < a.upper_float) and len(a) == 6 and a[1:3][0] is items[1]


