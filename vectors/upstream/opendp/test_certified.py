'''
Privacy profiles against certified values: each epsilon lies between two doubles by an interval
arithmetic proof (Plumbline's test vectors, CC0 1.0). Belongs into python/test.
'''
import pytest
import opendp.prelude as dp

dp.enable_features("contrib")

# scale of the noise, number of releases, delta, and the doubles between which epsilon lies
VECTORS = [
    (1.0, 1, 1e-05, 4.3771780956812245, 4.377178095681225),
    (1.0, 1, 1e-08, 5.776098382890268, 5.776098382890269),
    (0.7, 1, 1e-05, 6.652487889939967, 6.652487889939968),
    (0.7, 1, 1e-08, 8.632729689284467, 8.632729689284469),
    (5.0, 100, 1e-05, 9.9972561464343, 9.997256146434301),
    (5.0, 100, 1e-08, 12.749246399635696, 12.749246399635698),
    (30.0, 1000, 1e-05, 4.6529845309685065, 4.652984530968507),
    (30.0, 1000, 1e-08, 6.125460781221242, 6.125460781221243),
]


def profile(scale, releases):
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    m_gauss = dp.m.make_gaussian(*space, scale=scale)
    m_all = dp.c.make_composition([m_gauss] * releases)
    return dp.c.make_zCDP_to_approxDP(m_all).map(1.0)


@pytest.mark.parametrize("scale, releases, delta, lower, upper", VECTORS)
def test_profile_is_an_upper_bound(scale, releases, delta, lower, upper):
    epsilon = profile(scale, releases).epsilon(delta)
    assert epsilon >= lower


@pytest.mark.xfail(reason="zCDP says less than the noise itself: 5 to 8 % are lost (0.16.0)")
@pytest.mark.parametrize("scale, releases, delta, lower, upper", VECTORS)
def test_profile_is_tight(scale, releases, delta, lower, upper):
    assert profile(scale, releases).epsilon(delta) <= upper * 1.001
