"""Promises of Tumult Core: python3 tmlt_core_promises.py > tmlt-core.jsonl

Measurements with a privacy function and a known pair. Spark is large and not needed for their promises: stand-ins
replace it. Numbers of the library are exact; for irrational numbers the record has the next larger double.
"""

import itertools
from fractions import Fraction
from importlib import metadata

from library import Constructor, discrete_laplace, exact, export, grid, laplace, power, sensitivity
from stand_in import stand_in

stand_in("pyspark")
from tmlt.core.domains.numpy_domains import NumpyFloatDomain, NumpyIntegerDomain  # noqa: E402
from tmlt.core.domains.pandas_domains import PandasSeriesDomain  # noqa: E402
from tmlt.core.domains.spark_domains import SparkDataFrameDomain, SparkStringColumnDescriptor  # noqa: E402
from tmlt.core.measurements.aggregations import create_partition_selection_measurement  # noqa: E402
from tmlt.core.measurements.composition import Composition  # noqa: E402
from tmlt.core.measurements.converters import PureDPToApproxDP, PureDPToRhoZCDP, RhoZCDPToApproxDP  # noqa: E402
from tmlt.core.measurements.noise_mechanisms import (  # noqa: E402
    AddDiscreteGaussianNoise, AddGaussianNoise, AddGeometricNoise, AddLaplaceNoise)
from tmlt.core.measurements.pandas_measurements.series import NoisyQuantile  # noqa: E402
from tmlt.core.measurements.spark_measurements import GeometricPartitionSelection  # noqa: E402
from tmlt.core.measures import PureDP, RhoZCDP  # noqa: E402
from tmlt.core.utils.exact_number import ExactNumber  # noqa: E402
from tmlt.core.utils.parameters import calculate_noise_scale  # noqa: E402

KEYS = SparkDataFrameDomain({"key": SparkStringColumnDescriptor()})
SCALES = ["0.25", "0.5", "0.7", "1", "1.5", "3.3", "10", "40"]
SIZES = ["1", "2", "0.5", "7"]


def up(x):
    return ExactNumber(x).to_float(round_up=True)


def down(x):
    return ExactNumber(x).to_float(round_up=False)


def gaussian_of(square, size):
    return "gaussian(sigma2=%s%s)" % (exact(Fraction(square)), sensitivity(Fraction(size)))


def discrete_gaussian_of(square, size):
    return "discrete_gaussian(sigma2=%s%s)" % (exact(Fraction(square)), sensitivity(Fraction(size)))


# ---- noise on one number ------------------------------------------------------------------------

def laplace_noise(a):
    return AddLaplaceNoise(NumpyFloatDomain(), a["scale"])


def pure(measurement):
    return lambda a, d: {"epsilon": up(measurement(a).privacy_function(d))}


def concentrated(measurement, order="4"):
    return lambda a, d: {"rdp": up(ExactNumber(measurement(a).privacy_function(d)) * ExactNumber(order)),
                         "alpha": float(order)}


def geometric_noise(a):
    return AddGeometricNoise(a["alpha"])


def gaussian_noise(a):
    return AddGaussianNoise(NumpyFloatDomain(), a["sigma_squared"])


def discrete_gaussian_noise(a):
    return AddDiscreteGaussianNoise(a["sigma_squared"])


def repeated(a):
    return Composition([laplace_noise(a)] * a["times"])


def approximate(a, d):
    """Checks if the library accepts this noise for epsilon and delta; if not, it promises nothing."""
    epsilon, delta = a["epsilon"], a["delta"]
    kept = RhoZCDPToApproxDP(gaussian_noise(a)).privacy_relation(d, (ExactNumber(epsilon), ExactNumber(delta)))
    return {"epsilon": up(epsilon), "delta": up(delta)} if kept else None


def calibrated_laplace(a, d):
    return {"epsilon": up(a["epsilon"])}


def calibrated_laplace_pair(a, d):
    scale = calculate_noise_scale(d_in=d, d_out=a["epsilon"], output_measure=PureDP())
    return laplace(Fraction(scale.to_float(round_up=True)), Fraction(d))


def calibrated_gaussian(a, d):
    return {"rdp": up(ExactNumber(a["rho"]) * 4), "alpha": 4}


def calibrated_gaussian_pair(a, d):
    scale = calculate_noise_scale(d_in=d, d_out=a["rho"], output_measure=RhoZCDP())
    return gaussian_of((scale**2).to_float(round_up=True), d)


# ---- keys ---------------------------------------------------------------------------------------

def rows(count):
    """Returns the possible distributions of a number of rows of one user: keys that only the user has, with their
    counts, and rows of keys that others have."""
    return [([1] * lone, count - lone) for lone in range(count + 1)] + [([count], 0)] * (count > 1)


def shown(alpha, threshold, d_in):
    out = []
    for lone, others in rows(int(d_in)):
        parts = ["thresholded(%s,threshold=%d%s%s)" % (
            discrete_laplace(alpha), threshold, "" if count == 1 else ",count=%d" % count,
            "" if keys == 1 else ",l0=%d" % keys) for count, keys in [(c, len(list(g))) for c, g in itertools.groupby(lone)]]
        parts += [discrete_laplace(alpha, others)] * (others > 0)
        out.append(" * ".join(parts))
    return out


def partition_selection(a, d):
    epsilon, delta = GeometricPartitionSelection(KEYS, a["threshold"], a["alpha"]).privacy_function(d)
    return {"epsilon": up(epsilon), "delta": up(delta)}


def partition_selection_pair(a, d):
    return shown(Fraction(a["alpha"]), a["threshold"], d)


def created(a, d):
    return create_partition_selection_measurement(KEYS, a["epsilon"], a["delta"], d)


def created_promise(a, d):
    created(a, d)
    return {"epsilon": up(a["epsilon"]), "delta": up(a["delta"])}


def created_pair(a, d):
    made = created(a, d)
    return shown(Fraction(made.alpha.to_float(round_up=True)), made.threshold, d)


# ---- quantiles ----------------------------------------------------------------------------------

def quantile(a, measure):
    return NoisyQuantile(PandasSeriesDomain(NumpyIntegerDomain()), measure, a["quantile"], 0, 100, a["epsilon"])


def quantile_pair(a, d):
    return "exponential_mechanism(epsilon=%s)" % exact(Fraction(a["epsilon"]) * Fraction(d))


def asked(sizes, **lists):
    return ((a, d) for a in grid(**lists) for d in sizes)


def squares():
    return {"sigma_squared": ["0.25", "1", "2.5", "9", "100", "1234.5"]}


CONSTRUCTORS = [
    Constructor("AddLaplaceNoise", pure(laplace_noise), lambda a, d: laplace(Fraction(a["scale"]), Fraction(d)),
                asked(SIZES, scale=SCALES), "tmlt-noise"),
    Constructor("AddGeometricNoise", pure(geometric_noise),
                lambda a, d: discrete_laplace(Fraction(a["alpha"]), Fraction(d)), asked(["1", "2", "7"], alpha=SCALES),
                "tmlt-noise"),
    Constructor("AddGaussianNoise", concentrated(gaussian_noise), lambda a, d: gaussian_of(a["sigma_squared"], d),
                asked(SIZES, **squares()), "tmlt-noise"),
    Constructor("AddDiscreteGaussianNoise", concentrated(discrete_gaussian_noise, "2.25"),
                lambda a, d: discrete_gaussian_of(a["sigma_squared"], d), asked(["1", "2", "7"], **squares()),
                "tmlt-noise"),
    Constructor("PureDPToRhoZCDP", concentrated(lambda a: PureDPToRhoZCDP(laplace_noise(a))),
                lambda a, d: laplace(Fraction(a["scale"]), Fraction(d)), asked(["1", "2"], scale=SCALES),
                "tmlt-conversion"),
    Constructor("PureDPToApproxDP",
                lambda a, d: {"epsilon": up(PureDPToApproxDP(geometric_noise(a)).privacy_function(d)[0])},
                lambda a, d: discrete_laplace(Fraction(a["alpha"]), Fraction(d)), asked(["1", "2"], alpha=SCALES),
                "tmlt-conversion"),
    Constructor("RhoZCDPToApproxDP", approximate, lambda a, d: gaussian_of(a["sigma_squared"], d),
                asked(["1"], sigma_squared=["1", "4", "25", "100", "400"], epsilon=["0.5", "1", "3", "6", "10"],
                      delta=["0.01", "0.00001", "0.0000000001"]), "tmlt-conversion"),
    Constructor("Composition", pure(repeated), lambda a, d: power(laplace(Fraction(a["scale"]), Fraction(d)), a["times"]),
                asked(["1", "2"], scale=["0.7", "3.3", "10"], times=[2, 5]), "tmlt-conversion"),
    Constructor("calculate_noise_scale, PureDP", calibrated_laplace, calibrated_laplace_pair,
                asked(SIZES, epsilon=["0.1", "1", "3", "10"]), "tmlt-calibration"),
    Constructor("calculate_noise_scale, RhoZCDP", calibrated_gaussian, calibrated_gaussian_pair,
                asked(SIZES, rho=["0.01", "0.3", "1", "10"]), "tmlt-calibration"),
    Constructor("GeometricPartitionSelection", partition_selection, partition_selection_pair,
                asked(["1", "2", "3"], alpha=["0.5", "1", "2", "5", "10"], threshold=[2, 5, 10, 20, 50]), "tmlt-keys"),
    Constructor("create_partition_selection_measurement", created_promise, created_pair,
                asked(["1", "2", "4"], epsilon=["0.1", "0.5", "1", "3"], delta=["0.01", "0.00001", "0.0000000001"]),
                "tmlt-keys"),
    Constructor("NoisyQuantile, PureDP", lambda a, d: {"epsilon": up(quantile(a, PureDP()).privacy_function(d))},
                quantile_pair, asked(["1", "2"], quantile=[0.5, 0.9], epsilon=["0.1", "1", "3"]), "tmlt-quantile"),
    Constructor("NoisyQuantile, RhoZCDP",
                lambda a, d: {"rdp": up(ExactNumber(quantile(a, RhoZCDP()).privacy_function(d)) * 4), "alpha": 4},
                quantile_pair, asked(["1", "2"], quantile=[0.5, 0.9], epsilon=["0.1", "1", "3"]), "tmlt-quantile"),
]

if __name__ == "__main__":
    export("tmlt.core", metadata.version("tmlt.core"), CONSTRUCTORS)
