"""The interface of Opacus's accountants, against that library's own where it is installed."""

import pytest
from plumbline.opacus import CertifiedAccountant


class Optimizer:
    noise_multiplier, accumulated_iterations = 1.1, 1


def filled(accountant, steps=(300, 200)):
    for n, (sigma, p) in zip(steps, [(1.1, 0.01), (0.9, 0.02)], strict=True):
        for _ in range(n):
            accountant.step(noise_multiplier=sigma, sample_rate=p)
    return accountant


def test_history_and_state():
    a = filled(CertifiedAccountant())
    assert a.history == [(1.1, 0.01, 300), (0.9, 0.02, 200)] and len(a) == 500
    b = CertifiedAccountant()
    b.load_state_dict(a.state_dict())
    assert b.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    with pytest.raises(ValueError):
        b.load_state_dict({"history": [], "mechanism": "prv"})
    with pytest.raises(ValueError):
        b.load_state_dict({})


def test_hook():
    a = CertifiedAccountant()
    a.get_optimizer_hook_fn(0.01)(Optimizer())
    assert a.history == [(1.1, 0.01, 1)]


def test_ends():
    a = filled(CertifiedAccountant())
    both = a.enclosure_of_epsilon(1e-5)
    said = a.get_epsilon(1e-5, alphas=[2, 3])
    # A mechanism keeps what it computed: asked again it may round its last digit otherwise.
    again = a.enclosure_of_epsilon(1e-5)
    assert both.reached and again.reached and both.overlaps(again)
    assert said == again.upper_float and said > both.lower
    assert CertifiedAccountant().get_epsilon(1e-5) == 0
    full = CertifiedAccountant()
    full.step(noise_multiplier=1.0, sample_rate=1)
    assert full.mechanism_composed.expression == "gaussian(sigma=1)"
    full.step(noise_multiplier=0, sample_rate=0.1)
    with pytest.raises(ValueError, match="no noise"):
        full.get_epsilon(1e-5)


@pytest.mark.parametrize("kind", ["RDPAccountant", "PRVAccountant"])
def test_below_what_opacus_says(kind):
    accountants = pytest.importorskip("opacus.accountants")
    theirs = filled(getattr(accountants, kind)()).get_epsilon(delta=1e-5)
    mine = filled(CertifiedAccountant()).get_epsilon(delta=1e-5)
    assert mine <= theirs * 1.001


def test_in_the_place_of_an_accountant_of_opacus():
    """The same calls in the same order as theirs: steps, hook, history, state, its own calibration."""
    accountants = pytest.importorskip("opacus.accountants")
    theirs, mine = filled(accountants.RDPAccountant()), filled(CertifiedAccountant())
    assert mine.history == theirs.history
    for a in (theirs, mine):
        a.get_optimizer_hook_fn(sample_rate=0.02)(Optimizer())
    assert mine.history == theirs.history
    assert set(mine.state_dict()) == set(theirs.state_dict())
    for a, b in ((theirs, CertifiedAccountant()), (mine, accountants.RDPAccountant())):
        with pytest.raises(ValueError):
            b.load_state_dict(a.state_dict())
    wanted = {n for n in dir(accountants.IAccountant) if not n.startswith("_")}
    assert wanted <= set(dir(CertifiedAccountant))


def test_registered_with_opacus():
    """`accountant="certified"` in PrivacyEngine and in its search of a noise multiplier."""
    accountants = pytest.importorskip("opacus.accountants")
    from opacus.accountants.utils import get_noise_multiplier  # noqa: PLC0415

    accountants.register_accountant("certified", CertifiedAccountant, force=True)
    assert isinstance(accountants.create_accountant("certified"), CertifiedAccountant)
    asked = {"target_epsilon": 2.0, "target_delta": 1e-5, "sample_rate": 0.02, "steps": 300}
    mine = get_noise_multiplier(accountant="certified", **asked)
    theirs = get_noise_multiplier(accountant="rdp", **asked)
    assert mine < theirs
    a = CertifiedAccountant()
    a.history = [(mine, 0.02, 300)]
    assert a.get_epsilon(1e-5) <= 2.0


def test_training_counts_its_steps():
    """A model trained by Opacus's PrivacyEngine: each step is in the history, and in epsilon."""
    torch = pytest.importorskip("torch")
    opacus = pytest.importorskip("opacus")
    opacus.accountants.register_accountant("certified", CertifiedAccountant, force=True)
    data = torch.utils.data.TensorDataset(torch.randn(64, 3), torch.randint(0, 2, (64,)))
    model = torch.nn.Linear(3, 2)
    engine = opacus.PrivacyEngine(accountant="certified")
    model, optimizer, loader = engine.make_private(
        module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
        data_loader=torch.utils.data.DataLoader(data, batch_size=16), noise_multiplier=1.5, max_grad_norm=1.0,
    )
    for _ in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    ((sigma, rate, steps),) = engine.accountant.history
    assert (sigma, rate) == (1.5, 0.25) and steps == len(engine.accountant) > 0
    assert 0 < engine.get_epsilon(1e-5) < 20
