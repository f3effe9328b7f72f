"""Compares the answers of mechanisms in Python with the program and with closed forms."""

import json
import math
import os
import pickle
import signal
import subprocess
import threading
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import plumbline as pl
import pytest
from plumbline.command import program


def said(*words):
    """Returns the answer of the program."""
    done = subprocess.run(
        [str(program()), *words, "--json"], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[0])


def test_the_same_as_the_program():
    expression = "subsampled_gaussian(sigma=1,p=0.01)^1000"
    for quantity, option, at in [
        ("delta", "--epsilon", "1.5"),
        ("epsilon", "--delta", "1e-6"),
        ("tradeoff", "--alpha", "1/10"),
        ("rero", "--kappa", "0.01"),
        ("bayes", "--prior", "0.3"),
    ]:
        # A new mechanism, because cached data of earlier queries may change the ends of an enclosure.
        found = pl.Mechanism(expression).ask(quantity, at, digits=12)
        expected = said(quantity, expression, option, at, "--digits", "12")
        assert (found.lower_text, found.upper_text) == (expected["lower"], expected["upper"])


def test_closed_form():
    delta = pl.Mechanism("gaussian", sigma=1).delta(1, digits=20)
    phi = lambda x: 0.5 * math.erfc(-x / math.sqrt(2))  # noqa: E731
    assert abs(float(delta.lower) - (phi(-0.5) - math.e * phi(-1.5))) < 1e-15
    assert delta.reached and delta.engine == "closed_form"
    assert delta.upper - delta.lower < Fraction(1, 10**20)


def test_numbers_mean_what_they_say():
    m = pl.Mechanism("laplace", b="0.1")
    assert m == pl.Mechanism("laplace(b=1/10)") == pl.Mechanism("laplace", b=Decimal("0.1"))
    assert m == pl.Mechanism("laplace", b=Fraction(1, 10))
    assert m != pl.Mechanism("laplace", b=0.1)  # a float is exactly its double, not 1/10
    one = pl.Mechanism("laplace(b=1)")
    assert repr(one.delta("0.5")) == repr(one.delta(0.5)) == repr(one.delta(Fraction(1, 2)))
    with pytest.raises(ValueError):
        one.delta(math.nan)
    with pytest.raises(ValueError):
        one.delta(True)


def test_products_and_powers():
    a, b = pl.Mechanism("gaussian(sigma=2)^3"), pl.Mechanism("laplace(b=1)")
    assert (a * b) ** 5 == pl.Mechanism("gaussian(sigma=2)^15 * laplace(b=1)^5")
    for n in (-1, 1.5, True):
        with pytest.raises(ValueError):
            b**n
    assert b**0 == pl.Mechanism("perfectly_private()")
    assert pickle.loads(pickle.dumps(a * b)) == a * b


def test_arrays_in_arrays_out():
    numpy = pytest.importorskip("numpy")
    m = pl.Mechanism("gaussian(sigma=1)")
    at = numpy.linspace(0, 2, 6).reshape(2, 3)
    deltas = m.delta(at)
    assert deltas.shape == (2, 3) and (deltas.lower_float <= deltas.upper_float).all()
    assert deltas.upper_float[0, 1] > deltas.lower_float[1, 2]
    assert len(m.delta([0, 1])) == 2 and m.delta([]).reached


def test_two_mechanisms_and_calibration():
    gauss, laplace = pl.Mechanism("gaussian(sigma=1)"), pl.Mechanism("laplace(b=1)")
    there = gauss.divergence(laplace, digits=6)
    assert there.overlaps(pl.Enclosure("0.00527220886", "0.00527220888"))
    assert 0 < Fraction(there.findings["prior"]) < 1
    verdict = gauss.compare(laplace, digits=6)
    assert "verdict" in verdict.findings
    sigma = pl.calibrate("gaussian(sigma=?)", epsilon=1, delta="1e-5")
    assert pl.Mechanism("gaussian", sigma=sigma.findings["safe"]).delta(1) <= Fraction(1, 10**5)
    assert json.loads(sigma.certificate)
    assert gauss.renyi(2).overlaps(1)
    assert gauss.moments(direction="forward").values


def test_certificates_pass_the_program(tmp_path):
    delta = pl.Mechanism("gaussian(sigma=2)^50").delta(1)
    path = tmp_path / "delta.json"
    path.write_text(delta.certificate)
    subprocess.run([str(program()), "check", str(path)], check=True, capture_output=True)


def test_errors_are_one_line():
    with pytest.raises(ValueError, match="gauss"):
        pl.Mechanism("gauss(sigma=1)")
    m = pl.Mechanism("gaussian(sigma=1)")
    for wrong in (lambda: m.epsilon(2), lambda: m.ask("gamma", 1), lambda: m.delta("one")):
        with pytest.raises(ValueError) as e:
            wrong()
        assert "\n" not in str(e.value)
    assert pl.Mechanism("approximate_dp(epsilon=1,delta=0.1)").epsilon(0.01) == math.inf


SLOW = "subsampled_gaussian(sigma=0.7,p=0.3)^5 * laplace(b=3)^4 * subsampled_laplace(b=1,p=0.2)^3"


def test_progress_ends_the_work():
    calls = []

    def enough():
        calls.append(1)
        return len(calls) > 3

    try:
        assert not pl.Mechanism(SLOW).delta(1, digits=60, progress=enough).reached
    except pl.Stopped:
        pass
    assert len(calls) >= 3


def test_an_exception_of_progress_comes_through():
    def broken():
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        pl.Mechanism(SLOW).delta(1, digits=60, progress=broken)


def test_ctrl_c():
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(200):
            pl.Mechanism(SLOW).delta(1, digits=200)


def test_the_interpreter_goes_on_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)^10000").delta("1.5", digits=150)
    taken = time.monotonic() - start
    done.set()
    thread.join()
    assert len(ticks) > min(3, taken / 0.1)


def test_commands():
    found = pl.command("compose-tv", steps=3, epsilon=1)
    assert found.reached and found.enclosures
    with pytest.raises(ValueError, match="unknown|not|--"):
        pl.command("compose-tv", steps=3, epsilon="one")


def test_a_wheel_has_no_judged_methods():
    """The judged methods contain MPFR C++, which has the licence GPL-3, so that a wheel must not contain them."""
    if Path(pl.__file__).parent not in pl.program().parents:
        pytest.skip("the library and the program are not those of a wheel")
    with pytest.raises(ValueError, match="without the judged methods"):
        pl.command("list", "approximations")


def test_lists():
    assert "delta" in pl.quantities() and "gaussian" in pl.mechanisms() and "auto" in pl.engines()
    for name in pl.quantities():
        assert hasattr(pl.Mechanism, name)


def test_a_history_of_opacus_is_a_composition(tmp_path):
    steps = [(1.25, 0.5, 20), (1.5, 1.0, 3)]
    same = pl.Mechanism("subsampled_gaussian(sigma=1.25,p=0.5)^20 * gaussian(sigma=1.5)^3")
    path = tmp_path / "history.json"
    path.write_text(json.dumps({"history": steps, "mechanism": "rdp"}))
    named = [dict(zip(("noise_multiplier", "sample_rate", "num_steps"), step, strict=True)) for step in steps]
    table = tmp_path / "history.csv"
    rows = [",".join(map(str, step)) for step in steps]
    table.write_text("\n".join(["# a comment", "noise_multiplier, sample_rate,steps", *rows]) + "\n")
    report = {"accountant": "rdp", "accountant_history": named}
    for history in (steps, {"history": steps}, path, str(path), named, table, report):
        assert pl.Mechanism.from_history(history) == same
    assert pl.Mechanism.from_history([]) == pl.Mechanism("perfectly_private()")
    steps_unlike = [[(1.0, 0.5)], [(1.0, 0.5, 2.5)], [(1.0, 0.5, -1)], [(1.0, "x", 1)]]
    pickled = tmp_path / "state.pkl"
    pickled.write_bytes(pickle.dumps({"history": steps}))
    for wrong in (*steps_unlike, {"mechanism": "rdp"}, {"history": steps, "old_history": steps}, "nowhere.json", pickled):
        with pytest.raises(pl.BadInput):
            pl.Mechanism.from_history(wrong)
    assert pl.Mechanism.from_history(pickle.loads(pickled.read_bytes())) == same
    with pytest.raises(pl.BadInput, match="from_history"):
        pl.Mechanism(f"@{path}")
    with pytest.raises(TypeError, match="from_history"):
        pl.dpsgd(history=steps, delta="1e-5")


def test_names_of_other_libraries_point_to_what_is_here():
    for name, instead in {"noise": "calibrate", "compose": "product", "accountant": "dpsgd", "validate": "judge",
                          "pure_dp": "Mechanism", "geometric": "discrete_laplace", "rappor": "finite"}.items():
        with pytest.raises(AttributeError, match=instead):
            getattr(pl, name)
    assert not hasattr(pl, "nothing")


def test_a_mechanism_run_no_times_releases_nothing():
    assert pl.Mechanism("laplace(b=1)") ** 0 == pl.Mechanism("perfectly_private()")
    assert (pl.Mechanism("subsampled_gaussian(sigma=1,p=0.1)") ** 0).delta(epsilon=0).upper == 0
