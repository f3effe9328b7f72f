"""Promises of Opacus: python3 opacus_promises.py > opacus.jsonl

Adaptive clipping, by its formulas, because torch is large and not installed. Accountants receive noise_multiplier.
The noise of the gradients is (noise_multiplier^-2 - (2 unclipped_num_std)^-2)^(-1/2) times the norm bound; the noise
of the count of unclipped examples is unclipped_num_std.
"""

from importlib import metadata

from library import Constructor, export, gaussian, grid

SOURCE = metadata.distribution("opacus").locate_file("opacus/optimizers/adaclipoptimizer.py")


def as_read():
    """Rejects a release with other formulas."""
    source = SOURCE.read_text(encoding="utf-8")
    for line in ("self.noise_multiplier ** (-2) - (2 * self.unclipped_num_std) ** (-2)",
                 "len(per_sample_clip_factor) - (per_sample_clip_factor < 1).sum()", "std=self.unclipped_num_std"):
        if line not in source:
            raise ValueError("adaclipoptimizer.py is not as it was read")


def multiplier(a, d):
    as_read()
    return {"rdp": 1 / a["noise_multiplier"] ** 2, "alpha": 2}


def adaptive(a, d):
    """Returns the pair for one additional example in a batch of all examples: its gradient, and 1 in the count."""
    update = (a["noise_multiplier"] ** -2 - (2 * a["unclipped_num_std"]) ** -2) ** -0.5
    return "%s * %s" % (gaussian(update), gaussian(a["unclipped_num_std"]))


CONSTRUCTORS = [
    Constructor("AdaClipDPOptimizer", multiplier, adaptive,
                ((a, None) for a in grid(noise_multiplier=[0.1, 0.5, 0.8, 1.0, 1.5, 3.0],
                                         unclipped_num_std=[0.6, 1.0, 2.0, 5.0, 10.0, 100.0])
                 if a["noise_multiplier"] < 2 * a["unclipped_num_std"]), "opacus-adaclip"),
]

if __name__ == "__main__":
    export("opacus (library)", metadata.version("opacus"), CONSTRUCTORS)
