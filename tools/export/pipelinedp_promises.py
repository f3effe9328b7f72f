"""Promises of PipelineDP: python3 pipelinedp_promises.py > pipelinedp.jsonl

Counts, counts of users and sums by its sensitivities and mechanisms, and keys that are released by a noisy count.
"""

import math
from importlib import metadata

import pipeline_dp
from pipeline_dp import aggregate_params, budget_accounting, dp_computations

from library import Constructor, export, gaussian, grid, laplace, power, thresholded

KINDS = {"laplace": aggregate_params.MechanismType.LAPLACE, "gaussian": aggregate_params.MechanismType.GAUSSIAN}
SIZES = [(1, 1), (3, 1), (2, 4)]


def said(a, d):
    return {"epsilon": a["epsilon"], **({"delta": a["delta"]} if a.get("delta") else {})}


def params(a):
    return pipeline_dp.AggregateParams(
        metrics=[], noise_kind=pipeline_dp.NoiseKind[a["noise_kind"].upper()],
        max_partitions_contributed=a["max_partitions_contributed"],
        max_contributions_per_partition=a["max_contributions_per_partition"],
        min_value=a.get("min_value"), max_value=a.get("max_value"))


def mechanism(a, sensitivities):
    spec = budget_accounting.MechanismSpec(KINDS[a["noise_kind"]])
    spec.set_eps_delta(a["epsilon"], a.get("delta") or 0)
    return dp_computations.create_additive_mechanism(spec, sensitivities)


def each_key(a, sensitivities, size):
    """Returns the mechanism with one change in each of a user's keys."""
    made = mechanism(a, sensitivities)
    noise = laplace if a["noise_kind"] == "laplace" else gaussian
    return power(noise(made.noise_parameter, size), a["max_partitions_contributed"])


def count(a, d):
    return each_key(a, dp_computations.compute_sensitivities_for_count(params(a)), a["max_contributions_per_partition"])


def users(a, d):
    return each_key(a, dp_computations.compute_sensitivities_for_privacy_id_count(params(a)), 1)


def total(a, d):
    size = max(abs(a["min_value"]), abs(a["max_value"])) * a["max_contributions_per_partition"]
    return each_key(a, dp_computations.compute_sensitivities_for_sum(params(a)), size)


def bounded(**more):
    for keys, each in SIZES:
        for a in grid(noise_kind=["laplace", "gaussian"], epsilon=[0.1, 1.0, 4.0], **more):
            yield dict(a, max_partitions_contributed=keys, max_contributions_per_partition=each,
                       **({"delta": 1e-6} if a["noise_kind"] == "gaussian" else {})), None


def threshold_of(a, name):
    return dp_computations.ThresholdingMechanism(
        a["epsilon"], a["delta"], aggregate_params.PartitionSelectionStrategy[name],
        a["max_partitions_contributed"], None).threshold()


def laplace_keys(a, d):
    keys = a["max_partitions_contributed"]
    return thresholded(lambda size: laplace(keys / a["epsilon"], size),
                       threshold_of(a, "LAPLACE_THRESHOLDING"), 1, keys)


def gaussian_keys(a, d):
    keys = a["max_partitions_contributed"]
    sigma = dp_computations.compute_sigma(a["epsilon"], a["delta"] / 2, math.sqrt(keys))
    return thresholded(lambda size: gaussian(sigma, size), threshold_of(a, "GAUSSIAN_THRESHOLDING"), 1, keys)


def gaussian_epsilon(a, d):
    return {"epsilon": dp_computations.gaussian_epsilon(a["sigma"], a["delta"]), "delta": a["delta"]}


def gaussian_delta(a, d):
    return {"epsilon": a["epsilon"], "delta": dp_computations.gaussian_delta(a["sigma"], a["epsilon"])}


KEYS = [(a, None) for a in grid(epsilon=[0.1, 1.0, 4.0], delta=[1e-8, 1e-5, 1e-2], max_partitions_contributed=[1, 2, 5])]
CONSTRUCTORS = [
    Constructor("COUNT", said, count, bounded(), "pipelinedp-metrics"),
    Constructor("PRIVACY_ID_COUNT", said, users, bounded(), "pipelinedp-metrics"),
    Constructor("SUM", said, total, bounded(min_value=[-3.0], max_value=[2.0]), "pipelinedp-metrics"),
    Constructor("LAPLACE_THRESHOLDING", said, laplace_keys, KEYS, "pipelinedp-keys"),
    Constructor("GAUSSIAN_THRESHOLDING", said, gaussian_keys, KEYS, "pipelinedp-keys"),
    Constructor("gaussian_epsilon", gaussian_epsilon, lambda a, d: gaussian(a["sigma"]),
                ((a, None) for a in grid(sigma=[0.5, 1.0, 3.0, 10.0], delta=[1e-10, 1e-6, 1e-3])), "pipelinedp-gaussian"),
    Constructor("gaussian_delta", gaussian_delta, lambda a, d: gaussian(a["sigma"]),
                ((a, None) for a in grid(sigma=[0.5, 1.0, 3.0, 10.0], epsilon=[0.1, 1.0, 4.0])), "pipelinedp-gaussian"),
]

if __name__ == "__main__":
    export("pipelinedp", metadata.version("pipeline-dp"), CONSTRUCTORS)
