"""Tests that Ctrl-C ends a long computation soon."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import plumbline as pl

ASKED = textwrap.dedent("""
    import sys
    import plumbline as pl
    expression, quantity, at = sys.argv[1:]
    print("asked", flush=True)
    pl.Mechanism(expression).ask(quantity, at, digits=6000)
    print("answered", flush=True)
""")


def assert_interrupt_ends(script, *arguments):
    """Interrupts the script one second after its query. The script must end with KeyboardInterrupt, without an answer.
    """
    path = os.pathsep.join(p for p in sys.path if p)
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as child:
        try:
            assert child.stdout.readline() == "asked\n"
            time.sleep(1)
            child.send_signal(signal.SIGINT)
            start = time.monotonic()
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()  # The end of `with` waits for the child.
    assert "answered" not in out
    assert "KeyboardInterrupt" in err
    # This normally takes approximately one second; the limit is for a loaded machine.
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    ("expression", "quantity", "at"),
    [
        ("gaussian(sigma=1)^10", "epsilon", "1e-5"),
        ("subsampled_gaussian(sigma=1,p=0.01)^1000", "epsilon", "1e-5"),
        ("subsampled_gaussian(sigma=1,p=0.01)^1000", "tradeoff", "0.1"),
        ("random_allocation(sigma=2,t=100)^3", "delta", "1"),
    ],
)
def test_interrupt_ends_it(expression, quantity, at):
    assert_interrupt_ends(ASKED, expression, quantity, at)


BATCH = textwrap.dedent("""
    import plumbline as pl
    rows = [{"sigma": 1 + i / 100000} for i in range(3)]
    print("asked", flush=True)
    pl.batch(rows, quantity="epsilon", mechanism="subsampled_gaussian(sigma={sigma},p=0.01)^1000",
             delta="1e-5", digits=6000)
    print("answered", flush=True)
""")


def test_interrupt_ends_a_batch():
    assert_interrupt_ends(BATCH)


def test_interrupt_ends_a_list_of_questions():
    """After an interrupt during one question, the next questions of the list must not be answered."""
    asked: list[int] = []

    def progress():
        asked.append(1)
        raise KeyboardInterrupt

    run = pl.Mechanism("subsampled_gaussian(sigma=1,p=0.01)^1000")
    with pytest.raises(KeyboardInterrupt):
        run.tradeoff([k / 2001 for k in range(1, 2000)], digits=40, progress=progress)
    assert len(asked) < 100  # the calls of progress during the first question only


def test_a_stopped_mechanism_answers_as_a_fresh_one():
    expression = "subsampled_gaussian(sigma=1,p=0.1)^20"
    truth = pl.Mechanism(expression).delta("1/2")
    for limit in (1, 3, 10, 30, 100, 300):
        kept, calls = pl.Mechanism(expression), 0

        def progress():
            nonlocal calls
            calls += 1
            return calls >= limit

        try:
            early = kept.delta("1/2", progress=progress)
            assert early.lower <= truth.upper and truth.lower <= early.upper
        except pl.Stopped:
            pass
        again = kept.delta("1/2")
        assert again.reached
        assert again.lower <= truth.upper and truth.lower <= again.upper
        other = kept.epsilon("1e-4")
        fresh = pl.Mechanism(expression).epsilon("1e-4")
        assert other.reached and other.lower <= fresh.upper and fresh.lower <= other.upper


LONG_WORK = [
    ("closed_form", "discrete_gaussian(sigma2=1000000000000)", "delta", "1", 15),
    ("laplace_sums", "laplace(b=1)^20*laplace(b=2.1)^20*laplace(b=3.3)^20*laplace(b=1.7)^20", "delta", "3", 15),
    (
        "disclosed",
        "gaussian_mixture(sigma=3.54365407509955,shifts=[0,1,2],weights=[0.9,0.07,0.03])^7"
        "*subsampled_gaussian(sigma=0.0641688,p=0.9)^2415",
        "bayes",
        "0.97",
        9,
    ),
    ("edge", "subsampled_gaussian(sigma=0.1,p=0.001)^30", "delta", "1", 100),
    ("conditioned", "skellam(mu=3)^80", "delta", "1", 15),
    ("fourier", "without_replacement(sigma=2,n=1000,batch=10)^100", "delta", "1", 60),
    ("bent", "without_replacement(sigma=1,n=1000,batch=10)", "delta", "1", 60),
    ("returns", "skellam(mu=3)^8", "delta", "1", 15),
    ("lattice", "subsampled_gaussian(sigma=1,p=0.01)^1000", "delta", "1", 15),
]


@pytest.mark.parametrize(("engine", "expression", "quantity", "at", "digits"), LONG_WORK)
def test_a_timeout_ends_every_engine(engine, expression, quantity, at, digits):
    run = pl.Mechanism(expression)
    start = time.monotonic()
    try:
        run.ask(quantity, at, engine=engine, digits=digits, direction="forward", timeout=0.2)
    except pl.Stopped:
        pass
    # a loaded machine needs more than the 0.2 seconds
    assert time.monotonic() - start < 5


def test_a_closed_pipe_ends_the_program_quietly():
    """In `plumbline dpsgd ... | head -1` the program ends by SIGPIPE, without a message about a full disk."""
    words = ["dpsgd", "--sigma", "1.1", "--batch", "512", "--dataset", "60000", "--epochs", "30", "--delta", "1e-5"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run([sys.executable, "-m", "plumbline", *words], stdout=closed, stderr=subprocess.PIPE,
                              timeout=60, env=env, check=False)
    assert done.returncode == -signal.SIGPIPE
    assert b"disk" not in done.stderr
