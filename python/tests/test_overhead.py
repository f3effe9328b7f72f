"""What a value costs beyond the library's own call, and that nothing is left of it."""

import gc
import resource
import statistics
import time

import plumbline as pl
from plumbline._native import Options, check, ffi, lib


def seconds(body, n):
    """Processor time of one, the least of five tries: what else runs on the machine does not count."""
    def tried():
        before = time.process_time()
        for _ in range(n):
            body()
        return (time.process_time() - before) / n
    return min(tried() for _ in range(5))


def overhead(n=400):
    """Seconds that Mechanism.delta takes more than plumbline_ask."""
    m = pl.Mechanism("gaussian(sigma=1)")
    out = ffi.new("plumbline_answer**")

    def bare():
        check(lib.plumbline_ask(m._handle, b"delta", b"1", how, out))
        lib.plumbline_free(out[0])

    with Options("worst", 15, "auto", None) as how:
        alone = seconds(bare, n)
    return seconds(lambda: m.delta(1), n) - alone


def grown(calls):
    """Kilobytes that so many calls left behind, after as many to begin with as fill every cache."""
    m = pl.Mechanism("gaussian(sigma=1)")

    def run(n):
        for i in range(n):
            m.delta(1 + i % 7, digits=5)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(2000)
    return run(calls) - before


def test_overhead_is_below_fifty_microseconds():
    assert statistics.median(overhead() for _ in range(3)) < 50e-6


def test_memory_stays():
    assert grown(3000) < 500


if __name__ == "__main__":
    print(f"overhead of a value: {overhead(2000) * 1e6:.1f} microseconds")
    print(f"memory after 100000 calls: {grown(100000)} kB more than after 2000")
