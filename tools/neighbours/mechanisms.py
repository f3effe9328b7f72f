"""Every mechanism of docs/mechanisms.md as functions from small data sets to distributions of outputs."""

import local
import matrices
import noisy
import stated
from data_sets import part, subsets
from fields import Instance

MOST = 10  # maximum number of instances of one mechanism

PLAIN = {
    **{name: noisy.whole for name in noisy.NOISES},
    "subsampled_gaussian": noisy.poisson_sampled,
    "subsampled_laplace": noisy.poisson_sampled,
    "without_replacement": noisy.without_replacement,
    "truncated_subsampled_gaussian": noisy.truncated_subsampled_gaussian,
    "gaussian_mixture": noisy.gaussian_mixture,
    "random_allocation": noisy.random_allocation,
    "correlated_gaussian": matrices.correlated_gaussian,
    "cyclic_poisson": matrices.cyclic_poisson,
    "balls_in_bins": matrices.balls_in_bins,
    "b_min_sep": matrices.b_min_sep,
    "randomized_response": local.randomized_response,
    "shuffled_rr": local.shuffled_rr,
    "shuffled_krr": local.shuffled_krr,
    "shuffled_clones": local.shuffled_clones,
    "shuffled_laplace": local.shuffled_noise,
    "shuffled_gaussian": local.shuffled_noise,
    "approximate_dp": stated.approximate_dp,
    "total_variation_dp": stated.total_variation_dp,
    "exponential_mechanism": stated.exponential_mechanism,
    "finite": stated.finite,
    "perfectly_private": stated.perfectly_private,
    "blatantly_non_private": stated.blatantly_non_private,
    "two_gaussians": stated.two_gaussians,
    "bounded_laplace": stated.bounded_laplace,
    "above_threshold": stated.above_threshold,
    "thresholded": stated.thresholded,
}


def instances(node, setting, rng):
    """Returns instances of one run of a mechanism, the largest first; none if it cannot be tested."""
    if node.name == "subsampled":
        inner = instances(node.inside[0][1], setting, rng)
        return [_sampled(x, node.number("p")) for x in inner]
    if node.name == "choice":
        return _choices(node, setting, rng)
    return PLAIN[node.name](node, setting, rng)[:MOST]


def _sampled(inner, p):
    """Returns a mechanism on a Poisson sample of rate p."""

    def law(records):
        out = None
        for kept in subsets(records):
            drawn = sum(kept)
            weight = p**drawn * (1 - p) ** (len(kept) - drawn)
            masses = [weight * m for m in inner.law(part(records, kept))]
            out = masses if out is None else [a + b for a, b in zip(out, masses)]
        return out

    return Instance(f"each record drawn with {p:.4g}, of the sample: {inner.label}", law)


def _choices(node, setting, rng):
    """Returns mechanisms that select one of several and reveal the selection: with one query in all, and with random
    queries.
    """
    weights = [float(w) for w, _ in node.inside]
    branches = [instances(inner, setting, rng) for _, inner in node.inside]
    if not all(branches):
        return []
    picks = [[b[min(i, len(b) - 1)] for b in branches] for i in range(max(len(b) for b in branches))]
    picks += [[rng.choice(b) for b in branches] for _ in range(3)]
    return [_choice(weights, chosen) for chosen in picks[:MOST]]


def _choice(weights, chosen):
    def law(records):
        return [w * m for w, x in zip(weights, chosen) for m in x.law(records)]

    return Instance(" | ".join(x.label for x in chosen), law)
