"""Promises of TensorFlow Privacy: python3 tensorflow_privacy_promises.py > tensorflow-privacy.jsonl

TensorFlow is large and not installed: a stand-in replaces it. Results that depend on it are computed from the
formulas of the source; a changed source is rejected. Batches contain all examples, so that there is no sampling.
"""

import itertools
import math
import sys
from fractions import Fraction
from importlib import metadata

from library import Constructor, exact, export, gaussian, grid, laplace, power
from stand_in import stand_in

stand_in("tensorflow", "tensorflow_estimator", "tensorflow_probability", "sklearn", "pandas")
sys.skip_tf_privacy_import = True  # this variable disables the imports of the package
from tensorflow_privacy.privacy.analysis import tree_aggregation_accountant as trees  # noqa: E402
from tensorflow_privacy.privacy.logistic_regression import multinomial_logistic as logistic  # noqa: E402

PACKAGE = metadata.distribution("tensorflow-privacy")


def as_read(path, *lines):
    source = PACKAGE.locate_file("tensorflow_privacy/privacy/" + path).read_text(encoding="utf-8")
    for line in lines:
        if line not in source:
            raise ValueError("%s is not as it was read" % path)


def above(x):
    """Returns the smallest double that is not below x."""
    return float(x) if Fraction(float(x)) >= x else math.nextafter(float(x), math.inf)


# ---- adaptive clipping --------------------------------------------------------------------------

def adaptive(a, d):
    """Returns the events of the query: a sum with noise multiplier z, and a count that is shifted by one half."""
    as_read("dp_query/quantile_estimator_query.py", "l2_norm_clip=0.5, stddev=below_estimate_stddev",
            "tf.cast(record <= params.current_estimate, tf.float32) - 0.5")
    as_read("dp_query/gaussian_query.py", "noise_multiplier = global_state.stddev / global_state.l2_norm_clip")
    z, s = Fraction(a["noise_multiplier"]), Fraction(a["clipped_count_stddev"])
    return {"rdp": above(Fraction(9, 8) * (z ** -2 + (2 * s) ** -2)), "alpha": 2.25}


def adaptive_pair(a, d):
    return "%s * %s" % (gaussian(a["noise_multiplier"]), gaussian(a["clipped_count_stddev"], Fraction(1, 2)))


# ---- trees --------------------------------------------------------------------------------------

def restarted(a, d):
    return {"rdp": float(trees.compute_rdp_tree_restart(a["noise_multiplier"], a["steps"], 4.0)), "alpha": 4}


def single(a, d):
    rdp = trees.compute_rdp_single_tree(a["noise_multiplier"], a["total_steps"], a["max_participation"],
                                        a["min_separation"], 4.0)
    return {"rdp": float(rdp), "alpha": 4}


def concentrated(a, d):
    rho = trees.compute_zcdp_single_tree(a["noise_multiplier"], a["total_steps"], a["max_participation"],
                                         a["min_separation"])
    return {"rdp": float(rho) * 4, "alpha": 4}


def nodes(steps):
    """Returns the complete nodes of a tree with this number of leaves, as ranges of leaves."""
    for size in itertools.takewhile(lambda size: size <= steps, (2**k for k in itertools.count())):
        for at in range(0, steps - size + 1, size):
            yield range(at, at + size)


def square(steps, times, separation):
    """Returns the largest sum, over all nodes, of the squared numbers of occurrences of one record below the node,
    over all patterns.
    """
    ranges = list(nodes(steps))
    best = 0
    for pattern in itertools.chain.from_iterable(itertools.combinations(range(steps), n) for n in range(1, times + 1)):
        if all(b - a > separation for a, b in zip(pattern, pattern[1:])):
            best = max(best, sum(sum(leaf in node for leaf in pattern) ** 2 for node in ranges))
    return best


def of_square(sigma, moved):
    return "gaussian(sigma2=%s)" % exact(Fraction(sigma) ** 2 / moved)


def single_pair(a, d):
    return of_square(a["noise_multiplier"], square(a["total_steps"], a["max_participation"], a["min_separation"]))


def restarted_pair(a, d):
    """Returns the pair of a record that occurs once in each tree."""
    return of_square(a["noise_multiplier"], sum(square(steps, 1, 0) for steps in a["steps"]))


# ---- logistic regression ------------------------------------------------------------------------

def logistic_dpsgd(a, d):
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def logistic_pair(a, d):
    """Returns the pair: the gradient of each microbatch is clipped, and one example can reverse the gradient of a
    microbatch of several.
    """
    n = a["num_train"]
    z = logistic.compute_dpsgd_noise_multiplier(n, a["epsilon"], a["delta"], a["epochs"], n)
    return power(gaussian(z, 2 if a["num_microbatches"] < n else 1), a["epochs"])


# ---- output perturbation ------------------------------------------------------------------------

def bolt_on(a, d):
    as_read("bolt_on/optimizers.py", "per_class_epsilon = self.epsilon / (output_dim)",
            "l2_sensitivity = (2 * loss.lipchitz_constant(self.class_weights)) / (\n"
            "          loss.gamma() * self.n_samples * self.batch_size)",
            "self.project_weights_to_r(True)", "layer.kernel = layer.kernel / (weight_norm / radius)",
            "beta = l2_sensitivity / per_class_epsilon")
    as_read("bolt_on/losses.py", "lc = self.C * max_class_weight + self.reg_lambda * self.radius()",
            "return self.radius_constant / self.reg_lambda")
    return {"epsilon": a["epsilon"]}


def bolt_on_pair(a, d):
    """Returns the pair for one weight: in the end it is normalised to R or -R, which one label may determine."""
    strength, radius = Fraction(a["reg_lambda"]), Fraction(a["radius_constant"]) / Fraction(a["reg_lambda"])
    lipschitz = 1 + strength * radius
    scale = 2 * lipschitz / (strength * a["n_samples"] * a["batch_size"]) / Fraction(a["epsilon"])
    return laplace(scale, 2 * radius)


SEPARATED = [(8, 2, 0), (8, 2, 3), (13, 3, 2), (16, 2, 7), (16, 4, 3), (16, 3, 0), (15, 4, 1), (12, 12, 0)]
SINGLE = [(dict(noise_multiplier=z, total_steps=n, max_participation=k, min_separation=b), None)
          for z in (0.7, 2.0, 8.0) for n, k, b in SEPARATED]

CONSTRUCTORS = [
    Constructor("QuantileAdaptiveClipSumQuery", adaptive, adaptive_pair,
                ((a, None) for a in grid(noise_multiplier=[0.5, 1.0, 3.0], clipped_count_stddev=[0.5, 2.0, 20.0])),
                "tfp-adaptive"),
    Constructor("compute_rdp_tree_restart", restarted, restarted_pair,
                ((a, None) for a in grid(noise_multiplier=[0.7, 2.0, 8.0], steps=[[1], [7], [8], [4, 9], [16, 16, 16]])),
                "tfp-trees"),
    Constructor("compute_rdp_single_tree", single, single_pair, SINGLE, "tfp-trees"),
    Constructor("compute_zcdp_single_tree", concentrated, single_pair, SINGLE, "tfp-trees"),
    Constructor("logistic_dpsgd", logistic_dpsgd, logistic_pair,
                ((a, None) for a in grid(num_train=[1000], epsilon=[0.5, 1.0, 3.0, 8.0], delta=[1e-5, 1e-8], epochs=[1, 20],
                                         num_microbatches=[1000, 100, 1])), "tfp-logistic"),
    Constructor("BoltOn", bolt_on, bolt_on_pair,
                ((a, None) for a in grid(epsilon=[0.1, 1.0, 2.0], n_samples=[1000], batch_size=[1, 1000],
                                         reg_lambda=[1.0], radius_constant=[1.0])), "tfp-bolt-on"),
]

if __name__ == "__main__":
    export("tensorflow-privacy (library)", metadata.version("tensorflow-privacy"), CONSTRUCTORS)
