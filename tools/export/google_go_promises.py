"""Promises of Google's Go building blocks: python3 google_go_promises.py > google-go.jsonl

The script builds a small Go program with a copy of the module, which has one additional file that exports internal
functions, and sends it one question per line. It needs `go`; the copy is deleted at the end.
"""

import json
import math
import shutil
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

from library import Constructor, exact, export, grid, laplace, thresholded

MODULE, VERSION = "github.com/google/differential-privacy/go/v3", "v3.0.0"
NOISE_HANDED_OUT = """package noise

func LaplaceDelta(l0 int64, linf, epsilon, delta, threshold float64) (float64, error) {
	return laplace{}.DeltaForThreshold(l0, linf, epsilon, delta, threshold)
}

func GaussianDelta(l0 int64, linf, epsilon, delta, threshold float64) (float64, error) {
	return gaussian{}.DeltaForThreshold(l0, linf, epsilon, delta, threshold)
}
"""
HANDED_OUT = """package dpagg

func KeepPartitionProbability(n, l0 int64, epsilon, delta float64) (float64, error) {
	return keepPartitionProbability(n, l0, epsilon, delta)
}
"""
PROGRAM = """package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"MODULE/dpagg"
	"MODULE/noise"
)

type question struct {
	Call                              string
	L0, N                             int64
	Linf, Epsilon, Noise, Delta, Threshold float64
}

func answer(q question) (float64, error) {
	switch q.Call {
	case "sigma":
		return noise.SigmaForGaussian(q.L0, q.Linf, q.Epsilon, q.Delta), nil
	case "laplace threshold":
		return noise.Laplace().Threshold(q.L0, q.Linf, q.Epsilon, 0, q.Delta)
	case "gaussian threshold":
		return noise.Gaussian().Threshold(q.L0, q.Linf, q.Epsilon, q.Noise, q.Delta)
	case "laplace delta":
		return noise.LaplaceDelta(q.L0, q.Linf, q.Epsilon, 0, q.Threshold)
	case "gaussian delta":
		return noise.GaussianDelta(q.L0, q.Linf, q.Epsilon, q.Noise, q.Threshold)
	case "keep":
		return dpagg.KeepPartitionProbability(q.N, q.L0, q.Epsilon, q.Delta)
	}
	return 0, fmt.Errorf("unknown call %s", q.Call)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		if x, err := answer(q); err != nil {
			fmt.Println("error", err)
		} else {
			fmt.Printf("%b %.17g\\n", x, x)
		}
	}
}
""".replace("MODULE", MODULE)


class Library:
    """The program, which is built at the first question."""

    def __init__(self):
        self.child, self.known = None, {}

    def build(self, folder):
        run = lambda *command, **more: subprocess.run(["go", *command], cwd=folder, check=True, capture_output=True,
                                                      text=True, **more).stdout
        (folder / "go.mod").write_text("module asked\n\ngo 1.22\n", "utf-8")
        (folder / "main.go").write_text(PROGRAM, "utf-8")
        run("mod", "download", "%s@%s" % (MODULE, VERSION))
        run("get", "%s@%s" % (MODULE, VERSION))
        source = json.loads(run("list", "-m", "-json", MODULE))["Dir"]
        copied = folder / "module"
        shutil.copytree(source, copied, copy_function=shutil.copyfile)
        for path in copied.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        (copied / "dpagg" / "handed_out.go").write_text(HANDED_OUT, "utf-8")
        (copied / "noise" / "handed_out.go").write_text(NOISE_HANDED_OUT, "utf-8")
        run("mod", "edit", "-replace", "%s=./module" % MODULE)
        run("mod", "tidy")
        run("build", "-o", "asked", ".")
        return folder / "asked"

    def start(self):
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        self.child = subprocess.Popen([str(self.build(folder))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, call, **named):
        question = json.dumps({"Call": call, **{name.title(): value for name, value in named.items()}})
        if question not in self.known:
            if self.child is None:
                self.start()
            self.child.stdin.write(question + "\n")
            self.child.stdin.flush()
            self.known[question] = self.child.stdout.readline().strip()
        said = self.known[question]
        if said.startswith("error"):
            raise ValueError(said[6:])
        return float(said.split()[1])


go = Library()
EPSILONS, DELTAS = [0.1, 0.5, 1.0, 2.0, 3.0, 5.0], [1e-2, 1e-5, 1e-8, 1e-12]


def both(a):
    """Returns epsilon, and the sum of the deltas of the noise and of the keys."""
    return {"epsilon": a["epsilon"], "delta": float(Fraction(a["noise_delta"]) + Fraction(a["threshold_delta"]))}


def gaussian_of(sigma, moved):
    """Returns the pair of vectors with an irrational distance; `moved` is its square."""
    return "gaussian(sigma2=%s)" % exact(Fraction(sigma) ** 2 / Fraction(moved))


def sigma(a):
    return go("sigma", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], delta=a["delta"])


def gaussian_noise(a, d):
    sigma(a)
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def gaussian_noise_pair(a, d):
    return gaussian_of(sigma(a), a["l0"] * Fraction(a["linf"]) ** 2)


# ---- keys ---------------------------------------------------------------------------------------

def laplace_threshold(a):
    return go("laplace threshold", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], delta=a["threshold_delta"])


def gaussian_threshold(a):
    return go("gaussian threshold", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], noise=a["noise_delta"],
              delta=a["threshold_delta"])


def sigma_of_keys(a):
    return go("sigma", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], delta=a["noise_delta"])


def laplace_keys(a, threshold):
    scale = Fraction(a["l0"]) * Fraction(a["linf"]) / Fraction(a["epsilon"])
    return thresholded(lambda size: laplace(scale, size), threshold, a["linf"], a["l0"])


def gaussian_keys(a, threshold):
    wide = sigma_of_keys(a)
    return thresholded(lambda size: "gaussian(sigma=%s%s)" % (exact(wide), "" if size == 1 else ",sensitivity=" + exact(size)),
                       threshold, a["linf"], a["l0"])


def counted(threshold):
    """Returns the pair of an integer count: its noise is rounded, and it is shown from the next integer above the
    threshold.
    """
    return Fraction(math.ceil(threshold)) - Fraction(1, 2)


def laplace_promise(a, d):
    laplace_threshold(a)
    return {"epsilon": a["epsilon"], "delta": a["threshold_delta"]}


def gaussian_promise(a, d):
    gaussian_threshold(a)
    return both(a)


def laplace_delta(a, d):
    delta = go("laplace delta", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], threshold=a["threshold"])
    return {"epsilon": a["epsilon"], "delta": delta}


def gaussian_delta(a, d):
    delta = go("gaussian delta", l0=a["l0"], linf=a["linf"], epsilon=a["epsilon"], noise=a["noise_delta"],
               threshold=a["threshold"])
    return {"epsilon": a["epsilon"], "delta": float(Fraction(a["noise_delta"]) + Fraction(delta))}


def kept(a, n):
    return Fraction(go("keep", n=n, l0=a["l0"], epsilon=a["epsilon"], delta=a["delta"])) if n else Fraction(0)


def row(p):
    return "[%s,%s]" % (exact(1 - p), exact(p))


def truncated(a, d):
    """Returns the numbers of other users of each key: none, one, ..., and the number at which the formula changes."""
    counts = sorted({0, 1, 2, 3, 5, 8, 13} | set(range(*turn(a))))
    return ["finite(P=%s,Q=%s)" % (row(kept(a, n)), row(kept(a, n + 1))) + ("^%d" % a["l0"] if a["l0"] > 1 else "")
            for n in counts if kept(a, n) < 1]


def turn(a):
    n = 1
    while kept(a, n) < Fraction(1, 2):
        n += 1
    return max(n - 3, 0), n + 3


def selection(a, d):
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def selection_by_count(a, d):
    half = dict(a, linf=1, noise_delta=a["delta"] / 2, threshold_delta=a["delta"] / 2)
    return gaussian_keys(half, counted(gaussian_threshold(half)))


def keys(**more):
    return [(a, None) for a in grid(l0=[1, 2, 4], linf=[1.0, 3.0], epsilon=EPSILONS, threshold_delta=DELTAS, **more)]


def counts(**more):
    return [(a, None) for a in grid(l0=[1, 2, 4], linf=[1, 3], epsilon=EPSILONS, threshold_delta=DELTAS, **more)]


CONSTRUCTORS = [
    Constructor("noise.Gaussian", gaussian_noise, gaussian_noise_pair,
                ((a, None) for a in grid(l0=[1, 4], linf=[1.0, 2.5], epsilon=[0.01, *EPSILONS, 10.0, 50.0],
                                         delta=[*DELTAS, 1e-15])), "google-go-noise"),
    Constructor("noise.Laplace.Threshold", laplace_promise, lambda a, d: laplace_keys(a, laplace_threshold(a)), keys(),
                "google-go-keys"),
    Constructor("noise.Gaussian.Threshold", gaussian_promise, lambda a, d: gaussian_keys(a, gaussian_threshold(a)),
                keys(noise_delta=[1e-6]), "google-go-keys"),
    Constructor("noise.Laplace.DeltaForThreshold", laplace_delta, lambda a, d: laplace_keys(a, a["threshold"]),
                ((a, None) for a in grid(l0=[1, 3], linf=[1.0], epsilon=[0.5, 1.0, 3.0], threshold=[2.0, 5.5, 10.0, 40.0])),
                "google-go-keys"),
    Constructor("noise.Gaussian.DeltaForThreshold", gaussian_delta, lambda a, d: gaussian_keys(a, a["threshold"]),
                ((a, None) for a in grid(l0=[1, 3], linf=[1.0], epsilon=[0.5, 1.0, 3.0], noise_delta=[1e-6, 1e-20],
                                         threshold=[5.5, 10.0, 20.0, 40.0])), "google-go-keys"),
    Constructor("dpagg.Count.ThresholdedResult, Laplace", laplace_promise,
                lambda a, d: laplace_keys(a, counted(laplace_threshold(a))), counts(), "google-go-counts"),
    Constructor("dpagg.Count.ThresholdedResult, Gaussian", gaussian_promise,
                lambda a, d: gaussian_keys(a, counted(gaussian_threshold(a))), counts(noise_delta=[1e-6]),
                "google-go-counts"),
    Constructor("dpagg.PreAggSelectPartition, to 3 keys", selection, truncated,
                ((a, None) for a in grid(l0=[1, 2, 3], epsilon=EPSILONS, delta=DELTAS)), "google-go-selection"),
    Constructor("dpagg.PreAggSelectPartition, from 4 keys", selection, selection_by_count,
                ((a, None) for a in grid(l0=[4, 6], epsilon=[*EPSILONS, 10.0, 20.0], delta=DELTAS)), "google-go-selection"),
]

if __name__ == "__main__":
    export("google differential-privacy (Go)", VERSION, CONSTRUCTORS)
