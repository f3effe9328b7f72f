"""Accountants of other projects as functions of subsampled Gaussians; ask.py calls them in the environment of each.

A row is a name, its tool (environments.py), and a function that imports the tool and returns its functions by task:
`epsilon` (sigma, rate, steps) at DELTA, `curve` deltas at EPSILONS, `tradeoff` betas at ALPHAS; of a list of such
settings `schedule` at DELTA and `schedule curve` deltas at HUNDRED epsilons. A root finder with `epsilon` calibrates
the noise, because some tools have no calibration.
"""

from questions import ALPHAS, DELTA, EPSILONS, HUNDRED


def distributions(step):
    from dp_accounting.pld import privacy_loss_distribution as pld

    def composed(sigma, rate, steps):
        one = pld.from_gaussian_mechanism(sigma, value_discretization_interval=step, sampling_prob=rate,
                                          use_connect_dots=True)
        return one.self_compose(steps)

    def schedule(phases):
        out = composed(*phases[0])
        for phase in phases[1:]:
            out = out.compose(composed(*phase))
        return out
    return {"epsilon": lambda *setting: composed(*setting).get_epsilon_for_delta(DELTA),
            "curve": lambda *setting: composed(*setting).get_delta_for_epsilon(EPSILONS),
            "schedule": lambda phases: schedule(phases).get_epsilon_for_delta(DELTA),
            "schedule curve": lambda phases: schedule(phases).get_delta_for_epsilon(HUNDRED)}


def renyi():
    from dp_accounting import dp_event
    from dp_accounting.rdp import rdp_privacy_accountant

    def composed(sigma, rate, steps):
        accountant = rdp_privacy_accountant.RdpAccountant()
        return accountant.compose(dp_event.PoissonSampledDpEvent(rate, dp_event.GaussianDpEvent(sigma)), steps)

    def curve(*setting):
        accountant = composed(*setting)
        return [accountant.get_delta(epsilon) for epsilon in EPSILONS]

    def schedule(phases):
        accountant = rdp_privacy_accountant.RdpAccountant()
        for sigma, rate, steps in phases:
            accountant.compose(dp_event.PoissonSampledDpEvent(rate, dp_event.GaussianDpEvent(sigma)), steps)
        return accountant

    def schedule_curve(phases):
        accountant = schedule(phases)
        return [accountant.get_delta(epsilon) for epsilon in HUNDRED]
    return {"epsilon": lambda *setting: composed(*setting).get_epsilon(DELTA), "curve": curve,
            "schedule": lambda phases: schedule(phases).get_epsilon(DELTA), "schedule curve": schedule_curve}


def prv(error):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    def accountant(sigma, rate, steps):
        mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
        return PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], eps_error=error, delta_error=1e-8)

    def curve(*setting):
        one = accountant(*setting)
        return [one.compute_delta(epsilon, [setting[2]])[1] for epsilon in EPSILONS]

    def schedule(phases):
        prvs = [PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
                for sigma, rate, _ in phases]
        steps = [phase[2] for phase in phases]
        one = PRVAccountant(prvs=prvs, max_self_compositions=steps, eps_error=error, delta_error=1e-8)
        return one.compute_epsilon(DELTA, steps)[1]
    return {"epsilon": lambda *setting: accountant(*setting).compute_epsilon(DELTA, [setting[2]])[1], "curve": curve,
            "schedule": schedule}


def gdpnum():
    from gdpnum import CTDAccountant

    def accountant(*setting):
        one = CTDAccountant()
        one.history = [setting]
        return one
    return {"epsilon": lambda *setting: accountant(*setting).get_epsilon(delta=DELTA),
            "tradeoff": lambda *setting: accountant(*setting).get_beta(alpha=numbers(ALPHAS))}


def riskcal():
    from riskcal import dpsgd

    def accountant(*setting):
        one = dpsgd.CTDAccountant()
        one.history = [setting]
        return one
    return {"epsilon": lambda *setting: accountant(*setting).get_epsilon(delta=DELTA),
            "tradeoff": lambda sigma, rate, steps: dpsgd.get_beta_for_dpsgd(
                noise_multiplier=sigma, sample_rate=rate, num_steps=steps, alpha=numbers(ALPHAS))}


def numbers(values):
    import numpy
    return numpy.array(values)


def autodp():
    from autodp import mechanism_zoo, transformer_zoo

    def composed(sigma, rate, steps):
        subsample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
        gaussian = mechanism_zoo.GaussianMechanism(sigma=sigma)
        gaussian.neighboring = "add_remove"
        sampled = subsample(gaussian, rate, improved_bound_flag=True)
        return transformer_zoo.Composition()([sampled], [steps])

    def curve(*setting):
        one = composed(*setting)
        return [one.approx_delta(epsilon) for epsilon in EPSILONS]
    return {"epsilon": lambda *setting: composed(*setting).get_approxDP(DELTA), "curve": curve}


def opake():
    """Uses only the extension module: the Python package does not import with CPython 3.11 and 3.12."""
    import importlib.machinery
    import importlib.util
    from importlib import metadata

    try:
        files, package = metadata.files("opake-accounting"), metadata.distribution("opake-accounting")
    except metadata.PackageNotFoundError as error:
        raise ImportError(error) from error
    name = next(file for file in files if file.name.startswith("opake_accounting.") and file.suffix == ".so")
    loader = importlib.machinery.ExtensionFileLoader("opake_accounting", str(package.locate_file(name)))
    native = importlib.util.module_from_spec(importlib.util.spec_from_loader("opake_accounting", loader))
    loader.exec_module(native)

    def composed(sigma, rate, steps):
        base = native.gaussian_pld(sigma, native.DiscretizationConfig())
        return native.poisson_pld(base, rate).self_compose(steps)

    def at_each(method, values):
        return lambda *setting: list(map(getattr(composed(*setting), method), values))
    return {"epsilon": lambda *setting: composed(*setting).epsilon_at(DELTA),
            "curve": at_each("delta_at", EPSILONS), "tradeoff": at_each("beta_at", ALPHAS)}


def pld_accounting():
    from dp_accounting.pld import privacy_loss_distribution as pld
    from PLD_accounting import subsample_pld

    def composed(sigma, rate, steps):
        return subsample_pld(pld=pld.from_gaussian_mechanism(sigma), sampling_probability=rate).self_compose(steps)

    def schedule(phases):
        out = composed(*phases[0])
        for phase in phases[1:]:
            out = out.compose(composed(*phase))
        return out
    return {"epsilon": lambda *setting: composed(*setting).get_epsilon_for_delta(DELTA),
            "curve": lambda *setting: composed(*setting).get_delta_for_epsilon(EPSILONS),
            "schedule": lambda phases: schedule(phases).get_epsilon_for_delta(DELTA),
            "schedule curve": lambda phases: schedule(phases).get_delta_for_epsilon(HUNDRED)}


def dp_accelerator():
    from fractions import Fraction

    from dp_accelerator import DPSGDAccountant

    def ask(sigma, rate, steps):
        sizes = Fraction(rate).limit_denominator(10**6)
        return DPSGDAccountant(sigma, sizes.numerator, sizes.denominator).get_epsilon(steps, DELTA)
    return {"epsilon": ask}


def saddle_point(method):
    """Estimates for the removal of a record: `clt` (its error bound is not used), `msd`."""
    from saddlepoint_accountant import GaussianMechanism, SaddlePointAccountant

    def accountant(sigma, rate):
        return SaddlePointAccountant(GaussianMechanism(sampling_probability=rate, noise_multiplier=sigma))

    def epsilon(sigma, rate, steps):
        one = accountant(sigma, rate)
        if method == "clt":
            return one.compute_epsilon_clt(DELTA, steps, spa_bounds=(0.001, 100))[1]
        return one.compute_epsilon_msd(DELTA, steps, k=1, spa_bounds=(0.001, 100))

    def curve(sigma, rate, steps):
        one = accountant(sigma, rate)
        if method == "clt":
            return [one.compute_delta_clt(e, steps, spa_bounds=(0.001, 100))[0] for e in EPSILONS]
        return [one.compute_delta_msd(e, steps, k=1, spa_bounds=(0.001, 100)) for e in EPSILONS]
    return {"epsilon": epsilon, "curve": curve}


ACCOUNTANTS = {
    "dp-accounting PLD, step 1e-3": ("dp-accounting", lambda: distributions(1e-3)),
    "dp-accounting PLD, step 1e-4": ("dp-accounting", lambda: distributions(1e-4)),
    "dp-accounting RDP": ("dp-accounting", renyi),
    "prv_accountant, error 0.1": ("prv_accountant", lambda: prv(0.1)),
    "prv_accountant, error 0.01": ("prv_accountant", lambda: prv(0.01)),
    "opake-accounting": ("opake-accounting", opake),
    "PLD_accounting, sampled": ("PLD_accounting", pld_accounting),
    "gdpnum": ("gdpnum", gdpnum),
    "riskcal": ("riskcal", riskcal),
    "autodp RDP": ("autodp", autodp),
    "dp-accelerator RDP": ("dp-accelerator", dp_accelerator),
    "saddle point, CLT": ("saddlepoint_accountant", lambda: saddle_point("clt")),
    "saddle point, descent": ("saddlepoint_accountant", lambda: saddle_point("msd")),
}
