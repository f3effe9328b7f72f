"""Random expressions: every mechanism, combinator, relation and group, to depth 3."""

import random
from fractions import Fraction

from expressions import Node

SIGMAS = ("0.7", "1", "1.5", "2", "3")
RATES = ("0.1", "0.25", "0.5", "0.8", "1")
STRATEGIES = ("toeplitz([1,1/2])", "identity", "sqrt(2)", "prefix", "lambda_cgd(0.5)")
BANDED = ("toeplitz([1,1/2])", "sqrt(2)", "identity", "toeplitz([1,1/4])")
REASONABLE = 0.9  # fraction of draws that follow the theme and have parameters in their domain


class Theme:
    """The relation and the group that most factors of one expression have."""

    def __init__(self, rng):
        self.relation = rng.choice(("any", "add_remove", "add_remove", "replace_one", "replace_one", "exchange"))
        self.exchange = rng.choice(("replace_special", "zero_out"))
        self.group = rng.choice((1, 1, 1, 1, 2, 3))
        self.records = rng.choice((2, 3, 3, 4, 20))
        self.written = self.relation != "any" and rng.random() < 0.4

    @property
    def word(self):
        """Returns the value of relation= for a pair of this theme."""
        if not self.written:
            return None
        words = {"add_remove": "add_or_remove", "replace_one": "replace", "exchange": self.exchange}
        return words[self.relation]


def _number(rng, *texts):
    return Fraction(rng.choice(texts))


def _sensitivity(rng, values, whole=False):
    if rng.random() < 0.25:
        values["sensitivity"] = Fraction(rng.choice((2, 3) if whole else ("1/2", "2")))


def _with_theme(rng, theme, values, words, groups=True):
    if theme.word in words:
        values["relation"] = theme.word
    elif rng.random() > REASONABLE:
        values["relation"] = rng.choice(words)
    if groups and (theme.group > 1 or rng.random() > REASONABLE):
        values["group"] = Fraction(theme.group)
    return values


NOISE_RELATIONS = ("add_or_remove", "replace", "replace_special", "zero_out")


def gaussian(rng, theme):
    values = {"sigma": _number(rng, *SIGMAS)}
    _sensitivity(rng, values)
    return _with_theme(rng, theme, values, NOISE_RELATIONS)


def laplace(rng, theme):
    values = {"b": _number(rng, *SIGMAS)}
    _sensitivity(rng, values)
    return _with_theme(rng, theme, values, NOISE_RELATIONS)


def subsampled_gaussian(rng, theme):
    values = {"sigma": _number(rng, *SIGMAS), "p": _number(rng, *RATES)}
    return _with_theme(rng, theme, values, ("add_or_remove", "replace"))


def correlated_gaussian(rng, theme):
    steps = rng.choice((2, 3, 4))
    values = {"sigma": _number(rng, *SIGMAS), "strategy": rng.choice(STRATEGIES), "steps": Fraction(steps)}
    if steps > 2 and rng.random() < 0.5:
        values |= {"participations": Fraction(2), "gap": Fraction(rng.choice((1, 2)))}
    elif rng.random() < 0.3:
        values["every"] = Fraction(2)
    return _with_theme(rng, theme, values, NOISE_RELATIONS, groups=False)


def drawn_matrix(rng, theme, extra):
    values = {
        "sigma": _number(rng, *SIGMAS),
        "strategy": rng.choice(BANDED),
        "steps": Fraction(rng.choice((2, 3))),
    }
    return values | extra


def integer(name):
    def make(rng, theme):
        keys = {"discrete_gaussian": "sigma", "discrete_laplace": "b", "skellam": "mu", "poisson": "mu"}
        values = {keys[name]: _number(rng, *SIGMAS)} if name in keys else {"n": _number(rng, "5", "20")}
        _sensitivity(rng, values, whole=True)
        return values

    return make


def finite(rng, theme):
    cuts = [sorted(rng.sample(range(0, 13), 2)) for _ in "PQ"]
    laws = [[Fraction(a, 12), Fraction(b - a, 12), Fraction(12 - b, 12)] for a, b in cuts]
    return {"P": laws[0], "Q": laws[1]}


def total_variation(rng, theme):
    delta = _number(rng, "0", "1/100")
    return {"epsilon": _number(rng, "1", "2"), "delta": delta, "eta": _number(rng, "1/10", "1/5", "1/3")}


def with_records(values):
    def make(rng, theme):
        out = {key: make_value(rng) for key, make_value in values.items()}
        out["n"] = Fraction(theme.records if rng.random() < REASONABLE else rng.choice((2, 3, 5)))
        return out

    return make


def cut_batch(rng, theme):
    out = {"sigma": _number(rng, *SIGMAS), "p": _number(rng, "0.1", "0.3", "0.6"), "n": Fraction(theme.records)}
    return out | {"batch": Fraction(rng.randint(1, theme.records))}


def fixed_batch(rng, theme):
    out = {"sigma": _number(rng, *SIGMAS), "n": Fraction(theme.records)}
    out["batch"] = Fraction(rng.randint(1, theme.records))
    _sensitivity(rng, out)
    return out


def mixture(rng, theme):
    third = Fraction(1, 3)
    shapes = (([0, 1], ["0.75", "0.25"]), ([0, 1, 2], [third] * 3), ([0, "1/2"], ["0.5", "0.5"]))
    shifts, weights = rng.choice(shapes)
    return {
        "sigma": _number(rng, *SIGMAS),
        "shifts": [Fraction(x) for x in shifts],
        "weights": [Fraction(x) for x in weights],
    }


def response(rng, theme):
    values = {"epsilon": _number(rng, "0.5", "1", "2")}
    if rng.random() < 0.5:
        values["k"] = Fraction(rng.choice((3, 4)))
    if theme.word == "replace_special":
        values["relation"] = theme.word
    return values


def allocation(rng, theme):
    steps = rng.choice((1, 2, 3))
    values = {"sigma": _number(rng, *SIGMAS), "t": Fraction(steps)}
    if steps > 1 and rng.random() < 0.4:
        values["k"] = Fraction(rng.randint(1, steps))
    return values


def bounded_range(rng, theme):
    values = {"epsilon": _number(rng, "0.5", "1", "2")}
    if rng.random() < 0.25:
        values["t"] = values["epsilon"] / rng.choice((2, 4))
    elif rng.random() < 0.2:
        values["lead"] = Fraction(rng.choice((0, 1, 2)))
    return values


def sparse_vector(rng, theme):
    others = rng.choice(([1, 1], [1, 0], [1, -1], [0, 1, 1]))
    values = {
        "b_threshold": _number(rng, "1", "2"),
        "b_queries": _number(rng, "2", "4"),
        "answers": [Fraction(0)] * len(others),
        "others": [Fraction(x) for x in others],
    }
    if rng.random() < 0.5:
        values["cutoff"] = Fraction(1)
    return values


def _epsilon0(rng):
    return _number(rng, "0.5", "1", "2")


MATRIX_P = {"p": Fraction(1, 4)}
ANY = {
    "gaussian": gaussian,
    "laplace": laplace,
    "discrete_gaussian": integer("discrete_gaussian"),
    "discrete_laplace": integer("discrete_laplace"),
    "skellam": integer("skellam"),
    "binomial": integer("binomial"),
    "uniform": lambda rng, theme: {"width": _number(rng, "3", "5", "8")},
    "truncated_laplace": lambda rng, theme: {"b": _number(rng, "1", "2"), "bound": _number(rng, "3", "6")},
    "staircase": lambda rng, theme: {"epsilon": _number(rng, "0.5", "1"), "gamma": _number(rng, "0.3", "0.5")},
    "approximate_dp": lambda rng, theme: {"epsilon": _number(rng, "0", "0.5", "1"), "delta": _number(rng, "0", "0.01")},
    "total_variation_dp": total_variation,
    "exponential_mechanism": bounded_range,
    "perfectly_private": lambda rng, theme: {},
    "blatantly_non_private": lambda rng, theme: {},
    "finite": finite,
    "two_gaussians": lambda rng, theme: {"sigma": _number(rng, "1", "2"), "other": _number(rng, "1", "1.5")},
    "bounded_laplace": lambda rng, theme: {"b": Fraction(1), "width": Fraction(4), "at": _number(rng, "0", "1", "1.5")},
    "above_threshold": sparse_vector,
}
PRESENT = {
    "poisson": integer("poisson"),
    "subsampled_gaussian": subsampled_gaussian,
    "subsampled_laplace": lambda rng, theme: {"b": _number(rng, *SIGMAS), "p": _number(rng, *RATES)},
    "gaussian_mixture": mixture,
    "truncated_subsampled_gaussian": cut_batch,
    "random_allocation": allocation,
    "correlated_gaussian": correlated_gaussian,
    "cyclic_poisson": lambda rng, theme: drawn_matrix(rng, theme, MATRIX_P),
    "balls_in_bins": lambda rng, theme: drawn_matrix(rng, theme, {"bins": Fraction(rng.choice((2, 3)))}),
    "b_min_sep": lambda rng, theme: drawn_matrix(rng, theme, MATRIX_P | {"separation": Fraction(2)}),
}
EXCHANGED = {
    "randomized_response": response,
    "subsampled_gaussian": subsampled_gaussian,
    "correlated_gaussian": correlated_gaussian,
    "without_replacement": fixed_batch,
    "shuffled_rr": with_records({"epsilon0": _epsilon0}),
    "shuffled_krr": with_records({"epsilon0": _epsilon0, "k": lambda rng: Fraction(3)}),
    "shuffled_clones": with_records({"epsilon0": _epsilon0}),
    "shuffled_laplace": with_records({"b": lambda rng: _number(rng, "1", "2")}),
    "shuffled_gaussian": with_records({"sigma": lambda rng: _number(rng, "1", "2")}),
}
SPECIAL = {"gaussian": gaussian, "laplace": laplace, "randomized_response": response, "correlated_gaussian": correlated_gaussian}
FAVOURED = ("gaussian", "laplace")
GROUPED = ("gaussian", "laplace", "subsampled_gaussian")


def mechanisms_of(theme):
    if theme.relation == "replace_one":
        return ANY | EXCHANGED
    return ANY | SPECIAL if theme.relation == "exchange" else ANY | PRESENT


def node(rng, theme, depth):
    """Returns one random mechanism of at most this depth."""
    combinators = ["choice", "subsampled"] if theme.relation not in ("replace_one", "exchange") else ["choice"]
    if depth > 1 and rng.random() < 0.4:
        return COMBINED[rng.choice(combinators) if rng.random() < REASONABLE else "subsampled"](rng, theme, depth)
    if theme.relation == "add_remove" and rng.random() < 0.08:
        return thresholded(rng, theme)
    makers = mechanisms_of(theme) if rng.random() < REASONABLE else ANY | PRESENT | EXCHANGED
    if theme.group > 1 and rng.random() < REASONABLE:
        makers = {name: makers[name] for name in GROUPED if name in makers}
    names = sorted(makers) + [x for x in FAVOURED if x in makers] * 3
    name = rng.choice(names)
    return Node(name, makers[name](rng, theme))


def subsampled(rng, theme, depth):
    return Node("subsampled", {"p": _number(rng, *RATES)}, [(Fraction(1), node(rng, theme, depth - 1))])


def choice(rng, theme, depth):
    weights = rng.choice((("1/2", "1/2"), ("1/4", "3/4"), ("1/3", "1/3", "1/3"), ("1/2", "1/4")))
    if rng.random() < REASONABLE and sum(map(Fraction, weights)) != 1:
        weights = ("1/2", "1/2")
    return Node("choice", {}, [(Fraction(w), node(rng, theme, depth - 1)) for w in weights])


def thresholded(rng, theme):
    inner = rng.choice((("laplace", "b"), ("gaussian", "sigma"), ("discrete_laplace", "b")))
    values = {"threshold": _number(rng, "2", "4", "6")}
    for key, numbers in (("count", ("2",)), ("l0", ("2",))):
        if rng.random() < 0.3:
            values[key] = _number(rng, *numbers)
    if rng.random() < 0.2:
        values["strict"] = "true"
    noise = Node(inner[0], {inner[1]: _number(rng, "1", "2")})
    return Node("thresholded", values, [(Fraction(1), noise)])


COMBINED = {"choice": choice, "subsampled": subsampled}


def expression(rng):
    """Returns a random product, as Nodes."""
    theme = Theme(rng)
    factors = [node(rng, theme, 3) for _ in range(rng.choice((1, 1, 2, 2, 2, 3)))]
    for factor in factors:
        factor.power = rng.choice((1, 1, 1, 1, 2, 3, 100))
    return factors


def expressions(seed, count):
    """Returns `count` expressions drawn from a seed; a larger count only appends expressions."""
    return [expression(random.Random(f"{seed} {i}")) for i in range(count)]
