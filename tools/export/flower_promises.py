"""Promises of Flower: python3 flower_promises.py > flower.jsonl

Noise of clients (LocalDpMod) by epsilon and delta; noise of the server by the noise multiplier of one round in which
a client's update is added. The functions of the library compute the noise.
"""

import math
from importlib import metadata

import numpy as np
from flwr.supercore import differential_privacy as flower

from library import Constructor, exact, export, gaussian, grid

CLIPPING = 1.0


def local(a, d):
    return {"epsilon": a["epsilon"], "delta": a["delta"]}


def added(a):
    """Returns the noise on the parameters: the library receives zeros, and a stand-in for NumPy's generator records
    the scale.
    """
    scales = []
    normal = np.random.normal
    np.random.normal = lambda mean, scale, shape: scales.append(scale) or np.zeros(shape)
    try:
        flower.add_localdp_gaussian_noise_to_params(
            flower.ndarrays_to_parameters([np.zeros(1)]), a["sensitivity"], a["epsilon"], a["delta"])
    finally:
        np.random.normal = normal
    return scales[0]


def multiplier(a, d):
    """Returns the promise of the Gaussian mechanism with this noise multiplier."""
    return {"rdp": 1 / a["noise_multiplier"] ** 2, "alpha": 2}


def fixed(a, d):
    clients = a["num_sampled_clients"]
    sigma = flower.compute_stdv(a["noise_multiplier"], CLIPPING, clients) * clients
    return gaussian(sigma / CLIPPING)


def adaptive(a, d):
    """Returns the pair for one additional client: its update of the clipping norm, and 1 in the count of unclipped
    clients.
    """
    count_noise, update_noise = flower.compute_adaptive_noise_params(
        a["noise_multiplier"], a["num_sampled_clients"], a.get("clipped_count_stddev"))
    return "%s * %s" % (gaussian(update_noise), gaussian(count_noise))


def old_fixed(a, d):
    clients = a["num_sampled_clients"]
    client_noise = a["noise_multiplier"] * CLIPPING / math.sqrt(clients)  # _calc_client_noise_stddev
    return gaussian(client_noise * math.sqrt(clients) / CLIPPING)


CONSTRUCTORS = [
    Constructor("LocalDpMod", local, lambda a, d: gaussian(added(a), a["sensitivity"]),
                ((a, None) for a in grid(clipping_norm=[CLIPPING], sensitivity=[1.0],
                                         epsilon=[0.1, 0.5, 0.9, 1.0, 2.0, 4.0, 8.0, 10.0, 15.0, 20.0, 50.0],
                                         delta=[1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.05, 0.3])), "flower-local"),
    Constructor("CentralDPServerSideFixedClipping", multiplier, fixed,
                ((a, None) for a in grid(noise_multiplier=[0.5, 1.0, 2.0], num_sampled_clients=[10, 100, 1000])),
                "flower-central"),
    Constructor("CentralDPServerSideAdaptiveClipping", multiplier, adaptive,
                ((a, None) for a in grid(noise_multiplier=[0.1, 0.5, 0.8, 1.0, 1.5],
                                         num_sampled_clients=[40, 50, 100, 1000])), "flower-adaptive"),
    Constructor("CentralDPServerSideAdaptiveClipping, clipped_count_stddev", multiplier, adaptive,
                ((a, None) for a in grid(noise_multiplier=[0.5, 1.0], num_sampled_clients=[100],
                                         clipped_count_stddev=[0.6, 1.0, 2.0, 10.0])
                 if 2 * a["clipped_count_stddev"] > a["noise_multiplier"]), "flower-adaptive"),
    Constructor("DPFedAvgFixed, client-side noise", multiplier, old_fixed,
                ((a, None) for a in grid(noise_multiplier=[0.5, 1.0, 2.0], num_sampled_clients=[10, 100])),
                "flower-central"),
]

if __name__ == "__main__":
    export("flower", metadata.version("flwr"), CONSTRUCTORS)
