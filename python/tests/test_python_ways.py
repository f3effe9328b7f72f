"""Tests that values behave as users of Python expect: copies, pickles, formats, tables, options, threads, errors."""

import copy
import json
import math
import pickle
import re
import subprocess
import sys
import threading
from fractions import Fraction

import plumbline as pl
import pytest
from plumbline import Enclosure

SLOW = "subsampled_gaussian(sigma=0.7,p=0.3)^5 * laplace(b=3)^4 * subsampled_laplace(b=1,p=0.2)^3"
RUN = {"batch": 512, "dataset": 60000, "epochs": 30, "delta": "1e-5"}


def test_enclosures_are_copied_and_pickled():
    delta = pl.Mechanism("gaussian(sigma=1)").delta(1)
    again = pickle.loads(pickle.dumps(delta))
    assert repr(again) == repr(delta) and hash(again) == hash(delta)
    assert copy.copy(delta) is delta and copy.deepcopy([delta])[0] is delta
    with pytest.raises(pl.BadInput, match="certificate"):
        again.certificate  # noqa: B018


def test_notebooks_show_every_object():
    m = pl.Mechanism("gaussian(sigma=1)")
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    audit = pl.audit.trials(tp=140, fn=860, fp=2, tn=998, delta="1e-5")
    judged = pl.judge("epsilon", "gaussian(sigma=2)^50", "19", delta="1e-5")
    answers = pl.command("renyi", "gaussian(sigma=1)", order=3)
    for x in (m, m.delta(1), m.delta([1, 2]), run, audit, judged, answers):
        assert x._repr_html_().startswith("<") and len(repr(x)) < 700, repr(x)
    assert str(answers).startswith("renyi(order=3): ") and str(audit).splitlines()[2].startswith("audited_epsilon(")
    assert "and 60 more" in m.delta([k / 100 for k in range(100)])._repr_html_()


def test_progress_receives_seconds_limit_and_text():
    seen = []
    pl.Mechanism(SLOW).delta(1, digits=60, timeout=1, progress=lambda *now: seen.append(now))
    assert seen and all(total == 1 and 0 <= done < 30 and text.endswith("s of 1 s") for done, total, text in seen)
    seen.clear()

    def enough(done, total, text):
        seen.append((done, total, text))
        return len(seen) == 2

    try:
        pl.Mechanism(SLOW).delta(1, digits=60, progress=enough)
    except pl.Stopped:
        pass
    assert len(seen) == 2 and seen[0][1] is None and seen[1][0] - seen[0][0] >= 0.09


def test_two_mechanisms_are_compared_by_a_function():
    mine = pl.compare("gaussian(sigma=1)", pl.Mechanism("laplace(b=1)"), digits=6)
    assert mine.findings == pl.Mechanism("gaussian(sigma=1)").compare("laplace(b=1)", digits=6).findings


@pytest.mark.parametrize("kind", ["trials", "scores", "one_run"])
def test_an_audit_is_certified_and_made_into_a_page(kind, tmp_path):
    audit = {
        "trials": lambda: pl.audit.trials(tp=140, fn=860, fp=2, tn=998, delta="1e-5"),
        "scores": lambda: pl.audit.scores([5, 6, 7, 8] * 50, [1, 2, 3, 5] * 50, threshold="explicit=5.5"),
        "one_run": lambda: pl.audit.one_run(canaries=1000, guesses=150, right=142, guesses_fixed="yes", delta="1e-5"),
    }[kind]()
    audit = pickle.loads(pickle.dumps(audit))
    audit.certify(tmp_path / "attack.json")
    assert pl.check(tmp_path / "attack.json")
    audit.statement(tmp_path / "attack.html", title="Attack 7")
    assert "Attack 7" in (tmp_path / "attack.html").read_text() and pl.check(tmp_path / "attack.certificates.json")


@pytest.mark.parametrize("spec", [".0f", ".1f", ".4f", ".3e", ".12e", ".4g", ".1g"])
@pytest.mark.parametrize("number", ["2.43771", "-2.43771", "0.00012345", "-1e-9", "12345.678", "0"])
def test_formats_round_outward(number, spec):
    x = Enclosure(number, number)
    low, high = Fraction(f"{x:l{spec}}".strip()), Fraction(f"{x:u{spec}}")
    assert low <= Fraction(number) <= high
    exact = low == high
    assert f"{x:{spec}}" == (f"{x:u{spec}}" if exact else f"[{x:l{spec}}, {x:u{spec}}]")
    plain = Fraction(format(float(number), spec))  # Python rounds to nearest
    assert plain in (low, high)


def test_formats_of_wide_and_infinite_ones():
    x = Enclosure("2.43", "2.99")
    assert f"{x:.1f}" == "[2.4, 3.0]" and f"{x}" == "[2.43, 2.99]"
    assert f"{Enclosure('inf', 'inf'):.3f}" == "inf"
    for spec in ("d", "u", "x.3f", ".4", "u.3", ".3%f", "08.3f"):
        with pytest.raises(ValueError, match="format"):
            format(x, spec)


def test_round_holds_what_it_held():
    x = Enclosure("2.43771", "2.43772")
    assert (round(x, 3).lower_text, round(x, 3).upper_text) == ("2.437", "2.438")
    assert x in round(x) and round(x).upper == 3
    assert round(Enclosure("1234", "1240"), -2).upper == 1300


def test_scalars_of_numpy():
    numpy = pytest.importorskip("numpy")
    m = pl.Mechanism("gaussian(sigma=1)")
    for one in (numpy.float64(1), numpy.float32(1), numpy.int64(1), numpy.array(1.0)):
        assert m.delta(one).overlaps(m.delta(1)) and isinstance(m.delta(one), Enclosure)
    assert m ** numpy.int64(5) == m**5
    assert pl.Mechanism("laplace", b=numpy.float64(0.5)) == pl.Mechanism("laplace(b=1/2)")
    assert len(m.delta(range(3))) == 3


def test_series_and_tables_keep_their_index():
    pandas = pytest.importorskip("pandas")
    m = pl.Mechanism("gaussian(sigma=1)")
    series = pandas.Series([0.5, 1.0], index=["half", "one"])
    deltas = m.delta(series)
    assert list(deltas.upper_float.index) == ["half", "one"]
    assert deltas.to_pandas()["one"].overlaps(m.delta(1))
    table = pandas.DataFrame({"a": [0.1, 0.2], "b": [1.0, 2.0]}, index=[7, 9])
    found = m.delta(table)
    assert found.shape == (2, 2) and found.to_pandas().loc[9, "b"].overlaps(m.delta(2.0))
    assert list(found.lower_float.columns) == ["a", "b"]


def test_options_are_refused_as_on_the_command_line():
    m = pl.Mechanism("gaussian(sigma=1)")
    for digits in (0, -1, 10001, 2.5, True, "3"):
        with pytest.raises(pl.BadInput, match="digits must be"):
            m.delta(1, digits=digits)
    for timeout in (0, -1, math.nan, math.inf, "3"):
        with pytest.raises(pl.BadInput, match="timeout must be"):
            m.delta(1, timeout=timeout)
    with pytest.raises(TypeError):
        m.delta(1, precision=3)
    with pytest.raises(ValueError, match="direction"):
        m.delta(1, direction="sideways")
    assert repr(m.delta(1, direction="remove")) == repr(m.delta(1, direction="forward"))


def test_a_timeout_ends_the_work():
    try:
        assert not pl.Mechanism(SLOW).delta(1, digits=200, timeout=0.3).reached
    except pl.OutOfTime as e:
        assert isinstance(e, TimeoutError) and isinstance(e, pl.PlumblineError)


def test_errors_have_one_base():
    with pytest.raises(pl.PlumblineError, match="did you mean 'gaussian'"):
        pl.Mechanism("gausian(sigma=1)")
    with pytest.raises(pl.PlumblineError) as e:
        pl.command("rero-bound", epsilon=1)
    assert isinstance(e.value, ValueError) and not str(e.value).startswith("plumbline:")
    for kind in (pl.Stopped, pl.Contradiction, pl.Uncertain, pl.BeyondReach, pl.OutOfMemory):
        assert issubclass(kind, pl.PlumblineError)


def test_threads_may_share_a_mechanism():
    m = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)^100")
    found: list[Enclosure] = []
    threads = [threading.Thread(target=lambda: found.append(m.delta(1, digits=8))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(x.overlaps(found[0]) for x in found)


def test_a_progress_callback_cannot_ask_what_it_watches():
    m = pl.Mechanism(SLOW)
    with pytest.raises(pl.BadInput, match="progress callback"):
        m.delta(1, digits=60, progress=lambda: m.delta(2))


def test_tpr_is_power():
    m = pl.Mechanism("gaussian(sigma=1)")
    assert repr(m.tpr("0.1")) == repr(m.power("0.1"))


def test_training_runs():
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    assert run.mechanism.expression == "subsampled_gaussian(sigma=1.1,p=16/1875)^3516"
    assert 2.43 < run.epsilon < 2.44 and run.epsilon.overlaps(run.mechanism.epsilon("1e-5"))
    assert run.tpr("0.001").overlaps(run.mechanism.power("0.001")) and run.rero > 0
    assert "epsilon at delta = 1e-5: at most 2.44" in str(run) and run.sigma == "1.1"
    floats = pl.dpsgd(noise_multiplier=1.1, batch=512, dataset=60000, epochs=30, delta=1e-5)
    assert Fraction(floats.sigma) == Fraction(1.1) and float(floats.sigma) == 1.1
    lines = str(floats).replace("1e-05", "1e-5").splitlines()
    assert lines[:-1] == str(run).splitlines() and "the double " not in str(floats).replace(lines[-1], "")
    assert lines[-1].startswith("1e-5, 1.1 stand for the doubles closest to them; give text")
    rates = str(pl.dpsgd(noise_multiplier="1.1", fpr=[0.001, "0.01"], **RUN))
    assert "TPR at FPR = 0.001: at most" in rates and "TPR at FPR = 0.01: at most" in rates
    by_rate = pl.dpsgd(noise_multiplier="1.1", sample_rate=Fraction(512, 60000), steps=3516, delta="1e-5")
    assert by_rate.mechanism == run.mechanism
    other_names = pl.dpsgd(sigma="1.1", batch_size=512, dataset_size=60000, epochs=30, delta="1e-5")
    assert other_names.mechanism == run.mechanism and "epsilon at delta" in repr(other_names)
    rate_and_epochs = pl.dpsgd(sigma="1.1", sample_rate=Fraction(512, 60000), epochs=30, delta="1e-5")
    assert rate_and_epochs.mechanism == run.mechanism
    loader = pl.dpsgd(sigma="1.1", sampling="opacus", **RUN)
    assert loader.mechanism.expression == "subsampled_gaussian(sigma=1.1,p=1/118)^3540"
    with pytest.raises(pl.BadInput, match="^noise_multiplier is missing"):
        pl.dpsgd(**RUN)
    assert pl.check(run.epsilon) and pl.check(run.enclosures[-1])
    with pytest.raises(pl.BadInput, match="one thing"):
        pl.dpsgd(sigma=1, noise_multiplier=1, **RUN)


def test_a_run_says_what_was_not_reached():
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    assert run.reached and "NOT REACHED" not in str(run)
    late = pl.dpsgd(noise_multiplier="0.7", digits=2000, timeout=0.5, **RUN)
    assert not late.reached and "NOT REACHED" in str(late)


@pytest.mark.parametrize(("given", "said"), [
    ({"digits": 2.5}, "^digits must be a whole number, got 2.5$"),
    ({"digits": 0}, "^digits must be an integer from 1 to 10000, got 0$"),
    ({"delta": None}, "^delta is missing"),
    ({"noise_multiplier": None}, "^noise_multiplier is missing, or a target in its place: epsilon, advantage, tpr"),
    ({"batch": None}, "^batch is missing$"),
    ({"epochs": None}, r"^epochs is missing \(or steps\)$"),
    ({"batch": 70000}, "^batch must be no more than dataset, got 70000 of 60000$"),
    ({"sampling": "poison"}, "^sampling must be poisson, .*got 'poison'; opacus and shuffle are short for"),
    ({"noise_multiplier": "-1"}, "^noise_multiplier must be above 0, got -1$"),
    ({"epsilon": 2}, "^give noise_multiplier or one target"),
    ({"timeout": -1}, "^timeout must be"),
])
def test_what_is_wrong_of_a_run_is_said_of_its_arguments(given, said):
    with pytest.raises(pl.BadInput, match=said) as caught:
        pl.dpsgd(**({"noise_multiplier": "1.1"} | RUN | given))
    assert "--" not in str(caught.value)


def test_misspelled_names_are_answered_with_the_nearest():
    with pytest.raises(TypeError, match="did you mean noise_multiplier"):
        pl.dpsgd(noise_multplier="1.1", **RUN)
    m = pl.Mechanism("gaussian(sigma=1)")
    with pytest.raises(TypeError, match="no option 'digts'; did you mean digits"):
        m.epsilon("1e-5", digts=3)
    for ask in (m.epsilon, lambda **more: m.ask("epsilon", **more)):
        with pytest.raises(TypeError) as caught:
            ask(detla="1e-5")
        assert "Options" not in str(caught.value) and "Questions" not in str(caught.value)


def test_the_page_of_a_run(tmp_path):
    pytest.importorskip("jinja2")
    run = pl.dpsgd(noise_multiplier="1.1", **RUN)
    page = tmp_path / "statement.html"
    run.statement(page, title="Model 7", owner="Team A")
    text = page.read_text()
    assert "Model 7" in text and "Team A" in text and "2.44" in text
    floats = pl.dpsgd(noise_multiplier=1.1, batch=512, dataset=60000, epochs=30, delta=1e-5)
    floats.statement(page)
    text = page.read_text()
    short = text[text.index("In short"):text.index("These numbers are rounded")]
    assert "at delta = 0.0000100001." in short and "(sigma) 1.10001; each record" in short
    assert "the double" not in short and "Privacy statement: certified privacy values" in text
    assert "sigma=the double 1.1,p=512/60000" in text and "2476979795053773" not in text
    assert "is exactly 1.100000000000000088817841970012523233890533447265625." in text
    assert "run.certify(" in text
    run.certify(tmp_path / "run.json")
    pl.statement(tmp_path / "run.json", output=tmp_path / "statement.md")
    assert "2.44" in (tmp_path / "statement.md").read_text()
    with pytest.raises(pl.BadInput, match="no such file"):
        pl.statement(tmp_path / "none.json", output=page)
    with pytest.raises(pl.BadInput, match="neither in .md nor in .html"):
        pl.statement(tmp_path / "run.json", output=tmp_path / "page.pdf")


@pytest.mark.parametrize(
    "target", [{"epsilon": 2}, {"advantage": "0.2"}, {"tpr": "0.01", "fpr": "0.001"},
               {"gamma": "0.001", "kappa": "1e-4"}]
)
def test_noise_for_a_target(target):
    found = pl.dpsgd(batch=1000, dataset=10000, epochs=1, delta="1e-5", **target)
    run = found.mechanism
    assert Fraction(found.sigma) > 0
    if "epsilon" in target:
        assert found.epsilon <= 2 and run.epsilon("1e-5") > 1.999
    elif "advantage" in target:
        assert run.advantage() <= Fraction(1, 5)
    elif "tpr" in target:
        assert run.tpr("0.001") <= Fraction(1, 100)
    else:
        assert run.rero("1e-4") <= Fraction(1, 1000)


def test_a_run_is_certified(tmp_path):
    pl.dpsgd(noise_multiplier=5, batch=1000, dataset=10000, epochs=1, delta="1e-5").certify(
        tmp_path / "run.json"
    )
    checked = subprocess.run([str(pl.program()), "check", str(tmp_path / "run.json")], check=False)
    assert checked.returncode == 0


def test_the_program_is_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "plumbline", "tv", "gaussian(sigma=1)"], capture_output=True, text=True,
        check=True,
    )
    assert "tv = [0.3829249225480" in done.stdout


def test_signatures_show_the_options_of_questions():
    import inspect

    for method in (pl.Mechanism.epsilon, pl.Mechanism.tv, pl.Mechanism.renyi, pl.calibrate):
        shown = inspect.signature(method).parameters
        assert shown["digits"].default == 15
        assert shown["timeout"].annotation == "float | None"
        assert "how" not in shown


def test_calibrate_names_the_number_that_it_does_not_take():
    with pytest.raises(TypeError, match="calibrate.. has no argument 'detla'; did you mean delta"):
        pl.calibrate("gaussian(sigma=?)", epsilon=1, detla="1e-5")
    with pytest.raises(pl.BadInput, match="takes no number 'detla'; did you mean 'delta'"):
        pl.derive("calibrate", "gaussian(sigma=?)", numbers={"epsilon": 1, "detla": "1e-5"})
    with pytest.raises(pl.BadInput, match="^epsilon: not a number: '.'"):
        pl.calibrate("gaussian(sigma=?)", epsilon="?", delta="1e-5")
    with pytest.raises(pl.BadInput, match="epsilon and delta; or advantage.*; got epsilon and delta and alpha"):
        pl.calibrate("gaussian(sigma=?)", epsilon=1, delta="1e-5", alpha="0.1")


def test_what_is_certain_of_a_run_is_json():
    run = pl.dpsgd(noise_multiplier=5, batch=1000, dataset=10000, epochs=1, delta="1e-5", fpr="0.01")
    read = json.loads(json.dumps(run.to_dict()))
    assert read["sigma"] == "5" and read["reached"] is True
    assert [r["quantity"] for r in read["records"]] == ["epsilon", "advantage", "power", "rero"]
    assert read["records"][0]["upper"] == run.epsilon.upper_text
    read["records"].clear()
    assert run.epsilon > 0
    eta = pl.Mechanism("gaussian(sigma=1)").moments(direction="forward")
    read = json.loads(json.dumps(eta.to_dict()))
    assert read["values"]["v2"]["lower"] == eta.values["v2"].lower_text
    assert json.loads(json.dumps(pl.Enclosure("1", "inf").to_dict()))["upper"] == "inf"


def test_a_target_without_any_noise_in_time_is_a_sentence(monkeypatch):
    monkeypatch.setattr("plumbline.training.run", lambda *_, **__: pl.Answers([], reached=False))
    with pytest.raises(pl.OutOfTime, match="no noise is certified to meet the target .* timeout"):
        pl.dpsgd(epsilon=2, batch=1000, dataset=10000, epochs=1, delta="1e-5")


def test_check_is_true_of_what_is_confirmed_alone(tmp_path):
    answer = pl.Mechanism("gaussian(sigma=1)").delta(epsilon=1)
    path = tmp_path / "delta.json"
    path.write_text(answer.certificate)
    for given in (answer, answer.certificate, json.loads(answer.certificate), path, str(path)):
        found = pl.check(given)
        assert found and found.verdict == "confirmed" and found.problems == []
    forged = json.loads(answer.certificate.replace("0.1269", "0.1268"))
    found = pl.check(forged)
    assert found.verdict == "not_a_certificate" and "was changed after" in found.problems[0]
    forged["digest"] = re.search(r"gives (sha256:\w+)", found.problems[0])[1]
    found = pl.check(forged)
    assert not found and found.verdicts == ["refuted"] and found.problems
    assert found.problems[0] in str(found) and "refuted" in repr(found)
    found = pl.check({})
    assert not found and found.verdict == "not_a_certificate" and "format" in found.problems[0]
    hurried = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)^10000").delta(epsilon="1.5")
    found = pl.check(hurried, timeout=1e-6)
    assert not found and found.verdict == "unconfirmed" and not found.reached
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        pl.check(tmp_path / "none.json")


def test_check_of_a_bundle_tells_the_worst(tmp_path):
    pl.dpsgd(noise_multiplier=5, batch=1000, dataset=10000, epochs=1, delta="1e-5").certify(
        tmp_path / "run.json"
    )
    found = pl.check(tmp_path / "run.json")
    assert found and set(found.verdicts) == {"confirmed"} and len(found.verdicts) > 3


def test_epsilon_is_the_largest_loss_where_delta_is_zero():
    assert pl.Mechanism("laplace(b=1)").epsilon(delta=0) == 1
    assert pl.Mechanism("gaussian(sigma=1)").epsilon(delta=0).lower == math.inf
    assert pl.Mechanism("laplace(b=1)").renyi("inf", direction="forward") == 1
    assert pl.Mechanism("gaussian(sigma=1)").renyi(float("inf"), digits=5).lower == math.inf
