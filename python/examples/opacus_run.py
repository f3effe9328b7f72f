"""An Opacus run: its epsilon, the noise for a target, limits of attacks, and a page about it.

    python python/examples/opacus_run.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import plumbline as pl

# poisson-loader: in each of the ceil(N/B) steps of an epoch, Opacus draws each record with probability 1/ceil(N/B).


def main(folder: Path) -> None:
    run = pl.dpsgd(noise_multiplier="1.1", batch=512, dataset=60000, epochs=30,
                   sampling="poisson-loader", delta="1e-5")
    print(run.mechanism)
    print(f"epsilon is at most {run.epsilon:u.3f}")
    print(f"no attack has an advantage above {run.advantage:u.3f}")
    print(f"no attack at FPR 0.001 has a TPR above {run.tpr('0.001'):u.4f}")
    print(f"no reconstruction (chance 0.0001) succeeds more often than {run.rero:u.4f}")

    private = pl.dpsgd(epsilon=2, batch=512, dataset=60000, epochs=30, sampling="poisson-loader",
                       delta="1e-5")
    print(f"for epsilon 2 take the noise multiplier {private.sigma}")

    bundle = folder / "run.json"
    run.certify(bundle)
    page = folder / "statement.html"
    pl.statement(bundle, output=page, title="Model 7", owner="Team A")
    print(f"{page}: the page, and {bundle.name}: what an auditor checks")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()))
