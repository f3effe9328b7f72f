"""Claims of libraries about conversions: python3 conversions.py LIBRARY > LIBRARY-conversions.jsonl

The script converts guarantees of concentrated or Renyi privacy to (epsilon, delta) by the conversion of the library.
The library promises the result for every mechanism with the guarantee, and the claims name the class: zcdp(...) or
rdp(...). All numbers are doubles, written as hexadecimal floats. Libraries that choose the orders receive the
divergences of zcdp(...) at these orders.
"""

import importlib.util
import math
import random
import sys
from importlib import metadata

from claims import Method, export

QUESTIONS = [("epsilon", {"delta": delta}) for delta in (1e-3, 1e-6, 1e-10)] + [
    ("delta", {"epsilon": epsilon}) for epsilon in (0.5, 1.0, 2.0, 5.0)]
# The default orders of dp-accounting 0.6.0 and of Opacus 1.6.0, for guarantees that hold at all orders.
GOOGLE = [1 + x / 10 for x in range(1, 100)] + list(range(11, 64)) + [128, 256, 512, 1024]
OPACUS = [1 + x / 10 for x in range(1, 100)] + list(range(12, 64))


def concentrated():
    """Returns {expression: (rho, xi)}: 25 concentrated guarantees."""
    found = [(rho, 0.0) for rho in (0.0005, 0.002, 0.01, 0.03, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0)]
    found += [(rho, xi) for rho in (0.005, 0.05, 0.5, 2.0) for xi in (0.01, 0.1, 0.5)]
    return {"zcdp(rho=%s%s)" % (rho.hex(), ",xi=" + xi.hex() if xi else ""): (rho, xi) for rho, xi in found}


def curves(draw):
    """Returns functions of the order: divergences of noise of several sizes; not all of them are attained."""
    size = math.exp(draw.uniform(-4, 1))
    return draw.choice([
        lambda a: size * a,  # Gaussian noise
        lambda a: math.log((a * math.exp((a - 1) * size) + (a - 1) * math.exp(-a * size)) / (2 * a - 1)) / (a - 1),  # Laplace noise
        lambda a: min(size * a, 2 * size + 1),  # the minimum with a pure guarantee
        lambda a: size * a * draw.uniform(1, 1.3)])


def renyi():
    """Returns {expression: (orders, bounds)}: 75 guarantees at one to twelve orders above 1."""
    draw, found = random.Random(56), {}
    for _ in range(75):
        curve = curves(draw)
        orders = sorted(draw.sample([1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 64.0],
                                    draw.choice([1, 2, 3, 5, 8, 12])))
        bounds = [curve(a) for a in orders]
        found["rdp(orders=[%s],bounds=[%s])" % (",".join(map(float.hex, orders)), ",".join(map(float.hex, bounds)))] = orders, bounds
    return found


CONCENTRATED, RENYI = concentrated(), renyi()


def listed(convert, orders, quantity):
    """Returns the answers of a conversion that reads orders and divergences."""
    def answer(mechanism, asked, at):
        if asked != quantity:
            return None
        if mechanism in RENYI:
            return float(convert(*RENYI[mechanism], *at.values()))
        if mechanism not in CONCENTRATED:
            return None
        rho, xi = CONCENTRATED[mechanism]
        return float(convert(orders, [xi + rho * a for a in orders], *at.values()))
    return answer


def either(**answers):
    return lambda mechanism, quantity, at: answers[quantity](mechanism, quantity, at) if quantity in answers else None


def dp_accounting():
    from dp_accounting.rdp import rdp_privacy_accountant as rdp
    return [Method("compute_epsilon, compute_delta", "upper", either(
        epsilon=listed(lambda *words: rdp.compute_epsilon(*words)[0], GOOGLE, "epsilon"),
        delta=listed(lambda *words: rdp.compute_delta(*words)[0], GOOGLE, "delta")))]


def opacus():
    import opacus_accountants  # noqa: F401  (makes the accountants importable without torch)
    from opacus.accountants.analysis.rdp import get_privacy_spent
    return [Method("get_privacy_spent", "upper", listed(
        lambda orders, rdp, delta: get_privacy_spent(orders=orders, rdp=rdp, delta=delta)[0], OPACUS, "epsilon"))]


def autodp():
    """Its conversions require a function of all orders: only concentrated guarantees."""
    from autodp import converter

    def of_function(convert, quantity):
        def answer(mechanism, asked, at):
            if asked != quantity or mechanism not in CONCENTRATED:
                return None
            rho, xi = CONCENTRATED[mechanism]
            return float(convert(lambda a: xi + rho * a)(*at.values()))
        return answer
    def of_both(improved):
        return either(
            epsilon=of_function(lambda rdp: converter.rdp_to_approxdp(rdp, BBGHS_conversion=improved), "epsilon"),
            delta=of_function(lambda rdp: converter.rdp_to_delta(rdp, BBGHS_conversion=improved), "delta"))
    return [Method("rdp_to_approxdp, rdp_to_delta (%s)" % name, "upper", of_both(improved))
            for name, improved in (("improved", True), ("classic", False))]


def opendp():
    import opendp.prelude as dp
    dp.enable_features("contrib", "honest-but-curious")

    def profile_of(rho):
        space = (dp.atom_domain(T=int), dp.absolute_distance(T=int))
        stated = dp.m.make_user_measurement(*space, output_measure=dp.zero_concentrated_divergence(),
                                            function=lambda x: x, privacy_map=lambda d_in: rho)
        return dp.c.make_zCDP_to_approxDP(stated).map(1)

    def answer(mechanism, quantity, at):
        rho, xi = CONCENTRATED.get(mechanism, (0, 1))
        if xi:
            return None
        profile = profile_of(rho)
        return profile.epsilon(at["delta"]) if quantity == "epsilon" else profile.delta(at["epsilon"])
    return [Method("make_zCDP_to_approxDP", "upper", answer)]


def pytorch_dp():
    """The predecessor of Opacus: the conversion of Mironov 2017."""
    path = metadata.distribution("pytorch-dp").locate_file("torchdp/privacy_analysis.py")
    specification = importlib.util.spec_from_file_location("privacy_analysis", path)
    analysis = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(analysis)
    return [Method("get_privacy_spent", "upper",
                   listed(lambda *words: analysis.get_privacy_spent(*words)[0], OPACUS, "epsilon"))]


def tensorflow_privacy():
    """It converts the concentrated guarantee of one Gaussian mechanism, which the claims name."""
    path = metadata.distribution("tensorflow-privacy").locate_file("tensorflow_privacy/privacy/analysis/tree_aggregation_accountant.py")
    specification = importlib.util.spec_from_file_location("tree_aggregation_accountant", path)
    analysis = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(analysis)

    def answer(mechanism, quantity, at):
        rho = GAUSSIAN.get(mechanism)
        return float(analysis._gaussian_zcdp_to_epsilon(rho, at["delta"])) if rho and quantity == "epsilon" else None
    return [Method("_gaussian_zcdp_to_epsilon", "upper", answer)]


GAUSSIAN = {"gaussian(sigma2=1/2*%s^-1)" % rho.hex(): rho for rho, xi in CONCENTRATED.values() if not xi}
LIBRARIES = {"dp-accounting": dp_accounting, "opacus": opacus, "autodp": autodp, "opendp": opendp, "pytorch-dp": pytorch_dp,
             "tensorflow-privacy": tensorflow_privacy}


if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in LIBRARIES:
        sys.exit("usage: conversions.py LIBRARY, one of " + ", ".join(LIBRARIES))
    name = sys.argv.pop(1)
    export(name + "-conversions", metadata.version(name), LIBRARIES[name](), questions=QUESTIONS,
           more=[*CONCENTRATED, *RENYI, *GAUSSIAN], usual=False)
