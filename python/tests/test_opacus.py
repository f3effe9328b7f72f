"""Tests the accountants for Opacus. If Opacus is installed, compares them with the accountants of Opacus."""

import warnings
from fractions import Fraction

import plumbline as pl
import pytest
from plumbline.opacus import CertifiedAccountant, PoissonAccountant

POISSON = {"sampling": "poisson"}


class Optimizer:
    noise_multiplier, accumulated_iterations = 1.1, 1


def certified(**more):
    return CertifiedAccountant(loader=POISSON, **more)


def filled(accountant, steps=(300, 200)):
    for n, (sigma, p) in zip(steps, [(1.1, 0.01), (0.9, 0.02)], strict=True):
        for _ in range(n):
            accountant.step(noise_multiplier=sigma, sample_rate=p)
    return accountant


def test_history_and_state():
    a = filled(certified())
    assert a.history == [(1.1, 0.01, 300), (0.9, 0.02, 200)] and len(a) == 500
    b = PoissonAccountant()
    b.load_state_dict(a.state_dict())
    assert b.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    with pytest.raises(ValueError, match="that of mine, whose history is not known here; known: certified, rdp, prv"):
        b.load_state_dict({"history": [], "mechanism": "mine"})
    with pytest.raises(ValueError):
        b.load_state_dict({})


@pytest.mark.parametrize("kind", ["rdp", "prv", "gdp"])
def test_the_state_of_an_accountant_of_opacus(kind):
    """The history in a state of an accountant of Opacus has the steps, but not their sampling."""
    state = {"history": [(1.1, 1 / 234, 2340), (1.3, 2 / 234, 585)], "mechanism": kind}
    a = PoissonAccountant()
    a.load_state_dict(state)
    assert a.enclosure_of_epsilon(1e-5).overlaps(pl.Enclosure("1.18658555677", "1.18658555678"))
    b = CertifiedAccountant()
    b.load_state_dict({**state, "sampling": "poisson"})  # no member of the states of Opacus: it must be ignored
    with pytest.raises(pl.BadInput, match="how the batches of 2925 of 2925 steps were drawn is not known"):
        b.get_epsilon(1e-5)


def test_nothing_is_said_of_no_step():
    """An accountant without the hook of the optimizer has recorded no step of the training."""
    for a in (CertifiedAccountant(), certified(), PoissonAccountant()):
        with pytest.raises(pl.BadInput, match="no step was recorded: set engine.accountant before make_private"):
            a.get_epsilon(1e-5)
        with pytest.raises(pl.BadInput, match="no step was recorded"):
            a.enclosure_of_epsilon(1e-5)
        with pytest.raises(pl.BadInput, match="no step was recorded"):
            a.mechanism_composed  # noqa: B018
    none = certified()
    none.step(noise_multiplier=1.1, sample_rate=0)  # no record is drawn
    assert none.get_epsilon(1e-5) == 0 and none.mechanism_composed is None


def test_a_rate_alone_is_no_answer():
    a = filled(CertifiedAccountant())
    with pytest.raises(pl.BadInput, match=r"500 of 500 steps .* set accountant.loader to the loader that make_private"):
        a.get_epsilon(1e-5)
    with pytest.raises(pl.BadInput, match="is not known"):
        a.mechanism_composed  # noqa: B018
    a.loader = POISSON
    assert a.get_epsilon(1e-5) == filled(PoissonAccountant()).get_epsilon(1e-5) > 0
    for said, why in (
        ({"sampling": "shuffle", "dataset_size": 100, "batch_size": 1}, "not drawn by Poisson sampling"),
        ({"sampling": "sequential", "dataset_size": 100, "batch_size": 1}, "a record whose gradient counts as zero"),
        ({**POISSON, "truncated_batch_size": 20}, "not those of plain Poisson sampling"),
        ({**POISSON, "cycle_length": 3}, "not those of plain Poisson sampling"),
        ({**POISSON, "normalisation": "actual"}, "not those of plain Poisson sampling"),
        ({**POISSON, "shuffle": True}, "not those of plain Poisson sampling"),
        ({"sampling": "b_min_sep", "min_separation": 4}, r"Ask pl.dpsgd\(loader=...\)"),
    ):
        a.loader = said
        with pytest.raises(pl.BadInput, match=why):
            a.get_epsilon(1e-5)
    with pytest.raises(pl.BadInput, match="say what it draws"):
        a.loader = {"dataset_size": 100}
    with pytest.raises(pl.BadInput, match="the rate 0.01, and the loader draws with 1/50"):
        filled(CertifiedAccountant(loader={**POISSON, "sampling_rate": "1/50"})).get_epsilon(1e-5)


class Loader(list):
    """A stand-in for a DataLoader, with the attributes that the accountant reads."""

    def __init__(self, poisson, size=1000, batch=100, drop_last=False, **more):
        sampler = type("UniformWithReplacementSampler" if poisson else "RandomSampler", (), {})()
        self.dataset, self.batch_sampler = range(size), sampler
        sampler.replacement, sampler.num_samples = False, size
        if poisson:
            sampler.sample_rate = batch / size
            return
        self.batch_sampler = type("BatchSampler", (), {})()
        self.batch_sampler.__dict__.update(batch_size=batch, drop_last=drop_last, sampler=sampler)
        self.__dict__.update(more)


class Engine:
    """Repeats the calls of the PrivacyEngine of Opacus: `make_private` prepares the loader and requests the hook of
    the optimizer from the accountant.
    """

    def __init__(self, accountant):
        self.accountant = accountant

    def make_private(self, data_loader, poisson_sampling=True, rate=0.1):
        data_loader = Loader(poisson_sampling, batch=round(1000 * rate)) if data_loader is None else data_loader
        return self.accountant.get_optimizer_hook_fn(sample_rate=rate)


def trained(accountant, steps=30, **how):
    hook = Engine(accountant).make_private(None, **how)
    for _ in range(steps):
        hook(Optimizer())
    return accountant


def test_the_loader_of_make_private_is_read():
    a = trained(CertifiedAccountant())
    assert a.get_epsilon(1e-5) == pytest.approx(pl.Mechanism("subsampled_gaussian(sigma=1.1,p=0.1)^30")
                                                .epsilon("1e-5", digits=6).upper_float, rel=1e-5)
    b = CertifiedAccountant()
    b.load_state_dict(a.state_dict())
    assert b.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    trained(b, 10)
    assert b.get_epsilon(1e-5) > a.get_epsilon(1e-5)
    b.step(noise_multiplier=1.1, sample_rate=0.1)
    with pytest.raises(pl.BadInput, match="1 of 41 steps were drawn is not known"):
        b.get_epsilon(1e-5)
    b.history = [(1.1, 0.1, 20)]  # set by the user: the sampling of these steps is unknown
    with pytest.raises(pl.BadInput, match="20 of 20 steps"):
        b.get_epsilon(1e-5)


@pytest.mark.parametrize("kind", [CertifiedAccountant, PoissonAccountant])
def test_steps_of_a_shuffled_loader_are_not_taken_for_poisson_sampling(kind):
    with pytest.warns(UserWarning, match="not drawn by Poisson sampling"):
        a = trained(kind(), poisson_sampling=False)
    with pytest.raises(pl.BadInput, match="Set accountant.passes to the number of passes that were begun"):
        a.get_epsilon(1e-5)
    with pytest.raises(pl.BadInput, match="not drawn by Poisson sampling"):
        a.mechanism_composed  # noqa: B018
    assert "sampling" not in a.state_dict()


def test_the_bound_of_shuffled_passes():
    with pytest.warns(UserWarning):
        a = trained(CertifiedAccountant(passes=3), poisson_sampling=False)
    run = pl.dpsgd(loader=Loader(False), noise_multiplier=1.1, epochs=3, delta=1e-5)
    assert a.enclosure_of_epsilon(1e-5).overlaps(run.epsilon)
    assert a.get_epsilon(1e-5) > run.judgement["at_least"].lower_float > run.judgement["accountant"].upper_float
    a.step(noise_multiplier=0.5, sample_rate=0.1)
    with pytest.raises(pl.BadInput, match="is not known"):
        a.get_epsilon(1e-5)
    a.loader = Loader(False)
    with pytest.raises(pl.BadInput, match="3 passes of this loader have 30 steps at most, and 31 were recorded"):
        a.get_epsilon(1e-5)
    a.passes = 4
    least = pl.Mechanism("gaussian(sigma=0.5)^4").epsilon(1e-5, digits=6)
    assert a.enclosure_of_epsilon(1e-5).overlaps(least)  # each pass may contain the step with the smallest noise
    for passes in (0, -1, 2.5, True):
        a.passes = passes
        with pytest.raises(pl.BadInput, match="passes must be a whole number"):
            a.get_epsilon(1e-5)


def test_a_loader_that_cannot_be_read_is_said():
    a = CertifiedAccountant()
    with pytest.warns(UserWarning, match="list is no loader"):
        hook = Engine(a).make_private([1, 2])
    hook(Optimizer())
    with pytest.raises(pl.BadInput, match="list is no loader"):
        a.get_epsilon(1e-5)


def test_a_step_of_several_draws_has_a_record_several_times():
    """Accumulated batches are drawn one by one: k draws at rate p are not one draw at rate k p."""

    class Accumulating(Optimizer):
        accumulated_iterations = 3

    a = CertifiedAccountant()
    hook = Engine(a).make_private(None)
    for _ in range(10):
        hook(Accumulating())
    assert a.history == [(1.1, 0.1, 10, 3)] and len(a) == 10
    p = Fraction(0.1)
    weights = [(1 - p) ** 3, 3 * p * (1 - p) ** 2, 3 * p**2 * (1 - p), p**3]
    drawn = f"gaussian_mixture(sigma={Fraction(1.1)},shifts=[0,1,2,3],weights=[{','.join(map(str, weights))}])^10"
    assert a.mechanism_composed == pl.Mechanism(drawn)
    once = PoissonAccountant()
    once.history = [(1.1, 0.3, 10)]  # format of the accountants of Opacus
    assert a.get_epsilon(1e-5) > once.get_epsilon(1e-5)
    b = CertifiedAccountant()
    b.load_state_dict(a.state_dict())
    assert b.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    full = PoissonAccountant()
    full.history = [(1.1, 1, 2, 3)]
    assert full.mechanism_composed == pl.Mechanism("gaussian(sigma=1.1,sensitivity=3)^2".replace("1.1", str(Fraction(1.1))))


def test_adaptive_clipping_is_refused():
    class Adaptive(Optimizer):
        unclipped_num_std = 10.0

    a = CertifiedAccountant()
    hook = Engine(a).make_private(None)
    with pytest.warns(UserWarning, match="adaptive clipping"):
        hook(Adaptive())
    with pytest.raises(pl.BadInput, match="over the number of records that were drawn"):
        a.get_epsilon(1e-5)
    assert "sampling" not in a.state_dict()


def test_hook():
    a = CertifiedAccountant()
    a.get_optimizer_hook_fn(0.01)(Optimizer())
    assert a.history == [(1.1, 0.01, 1)]


def test_ends():
    a = filled(certified())
    both = a.enclosure_of_epsilon(1e-5)
    said = a.get_epsilon(1e-5, alphas=[2, 3])
    # A mechanism caches computed data: a repeated query may round the last digit differently.
    again = a.enclosure_of_epsilon(1e-5)
    assert both.reached and again.reached and both.overlaps(again)
    assert said == again.upper_float and said > both.lower
    full = certified()
    full.step(noise_multiplier=1.0, sample_rate=1)
    assert full.mechanism_composed.expression == "gaussian(sigma=1)"
    full.step(noise_multiplier=0, sample_rate=0.1)
    with pytest.raises(ValueError, match="no noise"):
        full.get_epsilon(1e-5)


@pytest.mark.parametrize("kind", ["RDPAccountant", "PRVAccountant"])
def test_below_what_opacus_says(kind):
    accountants = pytest.importorskip("opacus.accountants")
    theirs = filled(getattr(accountants, kind)()).get_epsilon(delta=1e-5)
    mine = filled(certified()).get_epsilon(delta=1e-5)
    assert mine <= theirs * 1.001


def test_in_the_place_of_an_accountant_of_opacus():
    """Makes the calls in the order of Opacus: steps, hook, history, state, calibration."""
    accountants = pytest.importorskip("opacus.accountants")
    theirs, mine = filled(accountants.RDPAccountant()), filled(CertifiedAccountant())
    assert mine.history == theirs.history
    for a in (theirs, mine):
        a.get_optimizer_hook_fn(sample_rate=0.02)(Optimizer())
    assert mine.history == theirs.history
    assert set(mine.state_dict()) == set(theirs.state_dict())
    with pytest.raises(ValueError):
        accountants.RDPAccountant().load_state_dict(mine.state_dict())
    read = PoissonAccountant()
    read.load_state_dict(theirs.state_dict())
    assert read.history == mine.history
    wanted = {n for n in dir(accountants.IAccountant) if not n.startswith("_")}
    assert wanted <= set(dir(CertifiedAccountant))


def test_registered_with_opacus():
    """Uses `accountant="certified"` in PrivacyEngine, and in its search for a noise multiplier."""
    accountants = pytest.importorskip("opacus.accountants")
    from opacus.accountants.utils import get_noise_multiplier  # noqa: PLC0415

    accountants.register_accountant("certified", PoissonAccountant, force=True)
    assert isinstance(accountants.create_accountant("certified"), PoissonAccountant)
    asked = {"target_epsilon": 2.0, "target_delta": 1e-5, "sample_rate": 0.02, "steps": 300}
    mine = get_noise_multiplier(accountant="certified", **asked)
    theirs = get_noise_multiplier(accountant="rdp", **asked)
    assert mine < theirs
    a = PoissonAccountant()
    a.history = [(mine, 0.02, 300)]
    assert a.get_epsilon(1e-5) <= 2.0
    accountants.register_accountant("certified", CertifiedAccountant, force=True)
    # CertifiedAccountant also needs to know how batches are drawn
    with pytest.raises(pl.BadInput, match="PoissonAccountant"):
        get_noise_multiplier(accountant="certified", **asked)


def train(when, epochs=3, records=2000, batch=64, drop_last=False, **how):
    """Trains a model by Opacus, with the accountant set before or after make_private."""
    torch = pytest.importorskip("torch")
    opacus = pytest.importorskip("opacus")
    warnings.filterwarnings("ignore", message="Secure RNG|Full backward hook")
    torch.manual_seed(0)
    data = torch.utils.data.TensorDataset(torch.randn(records, 3), torch.randint(0, 2, (records,)))
    model = torch.nn.Linear(3, 2)
    loader = torch.utils.data.DataLoader(data, batch_size=batch, shuffle=True, drop_last=drop_last)
    engine = opacus.PrivacyEngine(accountant="rdp")
    accountant = CertifiedAccountant()
    if when == "before":
        engine.accountant = accountant
    model, optimizer, loader = engine.make_private(
        module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1), data_loader=loader,
        noise_multiplier=1.1, max_grad_norm=1.0, **how,
    )
    engine.accountant = accountant
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    return engine, loader


def test_training_counts_its_steps():
    """Each step is in the history, and in epsilon: 3 passes of 32 batches with the rate 1/32."""
    engine, _ = train("before")
    ((sigma, rate, steps),) = engine.accountant.history
    assert (sigma, rate) == (1.1, 1 / 32) and steps == len(engine.accountant) == 96
    truth = pl.Mechanism("subsampled_gaussian(sigma=1.1,p=1/32)^96").epsilon("1e-5", digits=6)
    assert engine.get_epsilon(1e-5) == pytest.approx(truth.upper_float, rel=1e-5)


def test_training_with_an_accountant_that_came_too_late():
    engine, loader = train("after", epochs=1)
    with pytest.raises(pl.BadInput, match="no step was recorded: set engine.accountant before make_private"):
        engine.get_epsilon(1e-5)
    engine.accountant.loader = loader
    with pytest.raises(pl.BadInput, match="no step was recorded"):
        engine.get_epsilon(1e-5)


def test_training_without_poisson_sampling():
    with pytest.warns(UserWarning, match="not drawn by Poisson sampling"):
        engine, loader = train("before", poisson_sampling=False)
    with pytest.raises(pl.BadInput, match="accountant.passes"):
        engine.get_epsilon(1e-5)
    engine.accountant.passes = 3
    run = pl.dpsgd(loader=loader, noise_multiplier="1.1", epochs=3, delta="1e-5")
    assert run.wrong and run.judgement["at_least"] > 4.999
    assert engine.get_epsilon(1e-5) == pytest.approx(run.epsilon.upper_float, rel=1e-5)
    assert engine.get_epsilon(1e-5) > run.judgement["at_least"].lower_float


def test_training_with_random_records_in_place_of_empty_batches():
    with pytest.warns(UserWarning, match="rand_on_empty"):
        engine, _ = train("before", epochs=1, records=200, rand_on_empty=True)
    with pytest.raises(pl.BadInput, match="an empty batch is replaced by a random record"):
        engine.get_epsilon(1e-5)


def test_training_with_adaptive_clipping():
    how = {"clipping": "adaptive", "target_unclipped_quantile": 0.5, "clipbound_learning_rate": 0.2,
           "max_clipbound": 10.0, "min_clipbound": 0.1, "unclipped_num_std": 5.0}
    with pytest.warns(UserWarning, match="adaptive clipping"):
        engine, _ = train("before", epochs=1, records=200, **how)
    with pytest.raises(pl.BadInput, match="adaptive clipping"):
        engine.get_epsilon(1e-5)
