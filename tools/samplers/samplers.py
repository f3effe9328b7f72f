"""Samplers of released libraries: python3 samplers.py NAME prints draws, python3 samplers.py --list the names.

A line of --list is a JSON object: name, package, law, options of `plumbline hunt --goal sampler`. The law is the
distribution that the documentation of the function promises for these arguments. Outputs are judged with --coarse if
the library documents that it rounds to a grid, or else at the resolution of floats.
"""

import functools
import itertools
import json
import math
import sys

COARSE = ["--coarse"]
FLOATS = ["--coarse", "--significand", "24"]
SCORES = ["--scores", "0,1,2.5"]
SAMPLERS = {}
BATCH = 4096


def sampler(package, law, options=()):
    """Registers a function that returns a function of draws; its name is the name of the sampler."""

    def register(make):
        SAMPLERS[make.__name__.replace("_", "-")] = (package, law, list(options), make)
        return make

    return register


def one_by_one(draw):
    """Returns a batch from a function that returns one draw at a time."""
    return lambda: [draw() for _ in range(64)]


# ---- NumPy, SciPy and the standard library ------------------------------------------------------


@functools.cache
def generator():
    import numpy

    return numpy.random.default_rng()


@sampler("numpy", "gaussian(sigma=1)")
def numpy_standard_normal():
    return lambda: generator().standard_normal(BATCH)


@sampler("numpy", "gaussian(sigma=3)", COARSE)
def numpy_normal_coarse():
    return lambda: generator().normal(scale=3, size=BATCH)


@sampler("numpy", "gaussian(sigma=3)")
def numpy_normal():
    return lambda: generator().normal(scale=3, size=BATCH)


@sampler("numpy", "gaussian(sigma=1)", FLOATS)
def numpy_standard_normal_float32():
    import numpy

    return lambda: generator().standard_normal(BATCH, dtype=numpy.float32).astype(float)


@sampler("numpy", "laplace(b=1)")
def numpy_laplace():
    return lambda: generator().laplace(size=BATCH)


@sampler("numpy", "laplace(b=1)", COARSE)
def numpy_laplace_coarse():
    return lambda: generator().laplace(size=BATCH)


@sampler("numpy", "poisson(mu=4)")
def numpy_poisson():
    return lambda: generator().poisson(4, size=BATCH)


@sampler("numpy", "skellam(mu=8)")
def numpy_skellam():
    return lambda: generator().poisson(4, size=BATCH) - generator().poisson(4, size=BATCH)


@sampler("numpy", "binomial(n=100)")
def numpy_binomial():
    return lambda: generator().binomial(100, 0.5, size=BATCH)


@sampler("numpy", "discrete_laplace(b=2)")
def numpy_geometric_difference():
    p = -math.expm1(-0.5)
    return lambda: generator().geometric(p, size=BATCH) - generator().geometric(p, size=BATCH)


@sampler("numpy", "exponential_mechanism(epsilon=1)", SCORES)
def numpy_choice():
    weights = [math.exp(s / 2) for s in (0, 1, 2.5)]
    p = [w / sum(weights) for w in weights]
    return lambda: generator().choice(3, p=p, size=BATCH)


@sampler("numpy", "exponential_mechanism(epsilon=1)", SCORES)
def numpy_gumbel_maximum():
    import numpy

    scores = numpy.array([0, 1, 2.5]) / 2
    return lambda: (scores + generator().gumbel(size=(BATCH, 3))).argmax(axis=1)


@sampler("scipy", "discrete_laplace(b=2)")
def scipy_dlaplace():
    from scipy import stats

    return lambda: stats.dlaplace.rvs(0.5, size=BATCH)


@sampler("scipy", "skellam(mu=8)")
def scipy_skellam():
    from scipy import stats

    return lambda: stats.skellam.rvs(4, 4, size=BATCH)


@sampler("python", "gaussian(sigma=1)", COARSE)
def python_gauss():
    import random

    return one_by_one(lambda: random.gauss(0, 1))


@sampler("python", "gaussian(sigma=1)", COARSE)
def python_normalvariate():
    import random

    return one_by_one(lambda: random.normalvariate(0, 1))


@sampler("python", "laplace(b=1)")
def python_inverse_laplace():
    import random

    def draw():
        u = random.random() - 0.5
        return math.copysign(math.log1p(-2 * abs(u)), u) if abs(u) < 0.5 else 0.0

    return one_by_one(draw)


# ---- OpenDP -------------------------------------------------------------------------------------


def opendp():
    import opendp.prelude as dp

    dp.enable_features("contrib", "honest-but-curious")
    return dp


def opendp_noise(constructor, kind, scale):
    dp = opendp()
    atom = dp.atom_domain(T=float, nan=False) if kind is float else dp.atom_domain(T=kind)
    distance = dp.l1_distance if constructor == "make_laplace" else dp.l2_distance
    noise = getattr(dp.m, constructor)(dp.vector_domain(atom), distance(T=kind), scale=scale)
    zeros = [kind(0)] * 256
    return lambda: noise(zeros)


@sampler("opendp", "discrete_laplace(b=2)")
def opendp_laplace_integers():
    return opendp_noise("make_laplace", int, 2.0)


# Floats are rounded to a grid of 2^-52 or so.
@sampler("opendp", "laplace(b=2)", COARSE)
def opendp_laplace_floats():
    return opendp_noise("make_laplace", float, 2.0)


@sampler("opendp", "discrete_gaussian(sigma=2)")
def opendp_gaussian_integers():
    return opendp_noise("make_gaussian", int, 2.0)


@sampler("opendp", "gaussian(sigma=2)", COARSE)
def opendp_gaussian_floats():
    return opendp_noise("make_gaussian", float, 2.0)


@sampler("opendp", "discrete_laplace(b=2)")
def opendp_geometric():
    dp = opendp()
    noise = dp.m.make_geometric(dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int), scale=2.0)
    zeros = [0] * BATCH
    return lambda: noise(zeros)


def opendp_selection(measure, scale):
    dp = opendp()
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
    select = dp.m.make_noisy_max(*space, getattr(dp, measure)(), scale=scale)
    scores = [0.0, 1.0, 2.5]
    return one_by_one(lambda: select(scores))


# With scale 2 and a sensitivity of 1 the coins are e^((s_i - max)/2).
@sampler("opendp", "permute_and_flip(epsilon=1)", SCORES)
def opendp_noisy_max_pure():
    return opendp_selection("max_divergence", 2.0)


# map() promises rho = (1/scale)^2/2 per unit of range, which the exponential mechanism has.
@sampler("opendp", "exponential_mechanism(epsilon=1)", SCORES)
def opendp_noisy_max_concentrated():
    return opendp_selection("zero_concentrated_divergence", 2.0)


# Its map promises pure privacy, and its documentation cites permute-and-flip.
@sampler("opendp", "permute_and_flip(epsilon=1)", SCORES)
def opendp_report_noisy_max_gumbel():
    dp = opendp()
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
    select = dp.m.make_report_noisy_max_gumbel(*space, scale=2.0, optimize="max")
    scores = [0.0, 1.0, 2.5]
    return one_by_one(lambda: select(scores))


@sampler("opendp", "finite(P=[3/4,1/4],Q=[1/4,3/4])")
def opendp_randomized_response_bool():
    flip = opendp().m.make_randomized_response_bool(prob=0.75)
    return one_by_one(lambda: 1 - int(flip(True)))


@sampler("opendp", "finite(P=[1/2,1/6,1/6,1/6],Q=[1/6,1/2,1/6,1/6])")
def opendp_randomized_response():
    dp = opendp()
    answer = dp.m.make_randomized_response(categories=[0, 1, 2, 3], prob=0.5)
    return one_by_one(lambda: answer(0))


# ---- diffprivlib --------------------------------------------------------------------------------


def diffprivlib(name, **arguments):
    from diffprivlib import mechanisms

    mechanism = getattr(mechanisms, name)(**arguments)
    return one_by_one(lambda: mechanism.randomise(0))


@sampler("diffprivlib", "laplace(b=2)")
def diffprivlib_laplace():
    from diffprivlib import mechanisms

    mechanism = mechanisms.Laplace(epsilon=0.5, sensitivity=1)
    return one_by_one(lambda: mechanism.randomise(0.0))


@sampler("diffprivlib", "laplace(b=2)", COARSE)
def diffprivlib_laplace_coarse():
    return diffprivlib_laplace()


@sampler("diffprivlib", "discrete_laplace(b=2)")
def diffprivlib_geometric():
    return diffprivlib("Geometric", epsilon=0.5, sensitivity=1)


@sampler("diffprivlib", "gaussian(sigma=1)", COARSE)
def diffprivlib_gaussian_coarse():
    from diffprivlib import mechanisms

    mechanism = mechanisms.Gaussian(epsilon=1, delta=1e-5, sensitivity=1)
    return one_by_one(lambda: mechanism.randomise(0.0) / math.sqrt(2 * math.log(125000)))


@sampler("diffprivlib", "gaussian(sigma=1)", COARSE)
def diffprivlib_gaussian_analytic_coarse():
    from diffprivlib import mechanisms

    mechanism = mechanisms.GaussianAnalytic(epsilon=1, delta=1e-5, sensitivity=1)
    return one_by_one(lambda: mechanism.randomise(0.0) / mechanism._scale)


@sampler("diffprivlib", "discrete_gaussian(sigma=2)")
def diffprivlib_gaussian_discrete():
    from diffprivlib import mechanisms

    mechanism = mechanisms.GaussianDiscrete(epsilon=1, delta=1e-5, sensitivity=1)
    mechanism._scale = 2.0
    return one_by_one(lambda: mechanism.randomise(0))


@sampler("diffprivlib", "randomized_response(epsilon=1,k=2)")
def diffprivlib_binary():
    from diffprivlib import mechanisms

    mechanism = mechanisms.Binary(epsilon=1, value0="a", value1="b")
    return one_by_one(lambda: int(mechanism.randomise("a") == "b"))


@sampler("diffprivlib", "exponential_mechanism(epsilon=1)", SCORES)
def diffprivlib_exponential():
    from diffprivlib import mechanisms

    mechanism = mechanisms.Exponential(epsilon=1, sensitivity=1, utility=[0, 1, 2.5], candidates=[0, 1, 2])
    return one_by_one(mechanism.randomise)


@sampler("diffprivlib", "permute_and_flip(epsilon=1)", SCORES)
def diffprivlib_permute_and_flip():
    from diffprivlib import mechanisms

    mechanism = mechanisms.PermuteAndFlip(epsilon=1, sensitivity=1, utility=[0, 1, 2.5], candidates=[0, 1, 2])
    return one_by_one(mechanism.randomise)


# ---- PyDP (Google's C++) ------------------------------------------------------------------------
# For integers the noise is rounded Laplace noise, which is not the distribution of a known mechanism.


@sampler("python-dp", "laplace(b=2)", COARSE)
def pydp_laplace_coarse():
    import pydp.algorithms.numerical_mechanisms as noise

    mechanism = noise.LaplaceMechanism(0.5, 1.0)
    return one_by_one(lambda: mechanism.add_noise(0.0))


@sampler("python-dp", "gaussian(sigma=1)", COARSE)
def pydp_gaussian_coarse():
    import pydp.algorithms.numerical_mechanisms as noise

    mechanism = noise.GaussianMechanism(1.0, 1e-5, 1.0)
    return one_by_one(lambda: mechanism.add_noise(0.0) / mechanism.std)


# ---- Tumult Core --------------------------------------------------------------------------------


def tumult(module, name):
    import pathlib

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "export"))
    from stand_in import stand_in

    stand_in("pyspark")
    return getattr(__import__(f"tmlt.core.random.{module}", fromlist=[name]), name)


@sampler("tmlt.core", "discrete_gaussian(sigma=2)")
def tumult_discrete_gaussian():
    sample = tumult("discrete_gaussian", "sample_dgauss")
    return one_by_one(lambda: int(sample(4)))


@sampler("tmlt.core", "laplace(b=2)")
def tumult_laplace():
    laplace = tumult("laplace", "laplace")
    return one_by_one(lambda: float(laplace(0, 2)))


@sampler("tmlt.core", "gaussian(sigma=2)")
def tumult_gaussian():
    from fractions import Fraction

    gaussian = tumult("continuous_gaussian", "gaussian")
    return one_by_one(lambda: float(gaussian(Fraction(0), Fraction(4))))


# ---- floats of 32 bits --------------------------------------------------------------------------


def jax_keys():
    import os

    import jax

    key = jax.random.key(int.from_bytes(os.urandom(4), "little"))
    for i in itertools.count():
        yield jax.random.fold_in(key, i)


@sampler("jax", "gaussian(sigma=1)", FLOATS)
def jax_normal():
    import jax
    import numpy

    keys = jax_keys()
    return lambda: numpy.asarray(jax.random.normal(next(keys), (BATCH,)), dtype=float)


@sampler("jax", "laplace(b=1)", FLOATS)
def jax_laplace():
    import jax
    import numpy

    keys = jax_keys()
    return lambda: numpy.asarray(jax.random.laplace(next(keys), (BATCH,)), dtype=float)


@sampler("jax", "laplace(b=1)", ["--significand", "24"])
def jax_laplace_resolution():
    return jax_laplace()


@sampler("flwr", "gaussian(sigma=1)", FLOATS)
def flower_gaussian():
    import numpy
    from flwr.supercore import differential_privacy as flower

    def draw():
        zeros = flower.ndarrays_to_parameters([numpy.zeros(BATCH)])
        return flower.parameters_to_ndarrays(flower.add_gaussian_noise_to_params(zeros, 1.0, 1.0, 1))[0]

    return draw


# ---- small packages -----------------------------------------------------------------------------


@sampler("diffpriv-pure", "discrete_laplace(b=1)")
def diffpriv_pure_geometric():
    from diffpriv_pure import private_count

    return one_by_one(lambda: private_count(0, 1.0))


@sampler("eeprivacy", "laplace(b=2)", COARSE)
def eeprivacy_laplace_coarse():
    from eeprivacy.mechanisms import LaplaceMechanism

    return lambda: [LaplaceMechanism.execute(value=0.0, epsilon=0.5, sensitivity=1) for _ in range(BATCH)]


def plain(x):
    return x.item() if hasattr(x, "item") else x


def main():
    if sys.argv[1:] == ["--list"]:
        for name, (package, law, options, _) in SAMPLERS.items():
            print(json.dumps({"name": name, "package": package, "law": law, "options": options}))
        return
    draw = SAMPLERS[sys.argv[1]][3]()
    try:
        while True:
            print("\n".join(repr(plain(x)) for x in draw()), flush=True)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
