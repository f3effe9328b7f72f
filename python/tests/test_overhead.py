"""Tests the overhead of the package over the call of the library, and that no memory leaks."""

import gc
import resource
import statistics
import time

import cffi
import plumbline as pl
from plumbline._native import folder
from plumbline.events import Tally, of_event
from plumbline.opacus import CertifiedAccountant

ffi = cffi.FFI()
ffi.cdef("""
int plumbline_open(const char*, void**);
int plumbline_ask(void*, const char*, const char*, const void*, void**);
void plumbline_free(void*);
void plumbline_close(void*);
""")


def seconds(body, n):
    """Returns the processor time of one call, the minimum of five measurements, so that other programs have no
    effect.
    """
    def tried():
        before = time.process_time()
        for _ in range(n):
            body()
        return (time.process_time() - before) / n
    return min(tried() for _ in range(5))


def overhead(n=400):
    """Returns by how many seconds a call of Mechanism.delta takes longer than plumbline_ask, the typed call of the C
    library.
    """
    lib = ffi.dlopen(str(next(folder().glob("libplumbline.so*"))))
    m = pl.Mechanism("gaussian(sigma=1)")
    handle, out = ffi.new("void**"), ffi.new("void**")
    assert lib.plumbline_open(b"gaussian(sigma=1)", handle) == 0

    def bare():
        assert lib.plumbline_ask(handle[0], b"delta", b"1", ffi.NULL, out) == 0
        lib.plumbline_free(out[0])

    alone = seconds(bare, n)
    lib.plumbline_close(handle[0])
    return seconds(lambda: m.delta(1), n) - alone


def grown(calls):
    """Returns the kilobytes by which memory grows during these calls, after initial calls that fill every cache."""
    m = pl.Mechanism("gaussian(sigma=1)")

    def run(n):
        for i in range(n):
            m.delta(1 + i % 7, digits=5)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(2000)
    return run(calls) - before


def squares():
    """Sums a thousand squares in Python, which takes 40 to 60 microseconds."""
    return sum(i * i for i in range(1000))


def test_overhead_is_below_that_of_four_thousand_squares():
    # A loaded machine slows down both computations, so their ratio is tested.
    assert statistics.median(overhead() / seconds(squares, 400) for _ in range(3)) < 4


def test_memory_stays():
    assert grown(3000) < 500


def test_adding_a_step_to_ten_thousand_costs_what_one_costs():
    accountant, tally = CertifiedAccountant(loader={"sampling": "poisson"}), Tally()
    event = type("GaussianDpEvent", (), {})()

    def add(first):
        begin = time.process_time()
        for i in range(first, first + 1000):
            event.noise_multiplier = 1 + i / 4096
            accountant.step(noise_multiplier=event.noise_multiplier, sample_rate=0.01)
            tally.add(event, of_event(event))
        return time.process_time() - begin

    seconds = [add(1000 * k) for k in range(12)]
    assert len(accountant) == 12000
    assert len(tally.composed().factors) == 12000
    assert min(seconds[9:]) < 3 * min(seconds[:3])


if __name__ == "__main__":
    print(f"overhead of a value: {overhead(2000) * 1e6:.1f} microseconds")
    print(f"memory after 100000 calls: {grown(100000)} kB more than after 2000")
