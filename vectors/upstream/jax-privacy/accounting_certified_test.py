"""DP-SGD events against certified values.

Each epsilon lies between two doubles by an interval arithmetic proof
(Plumbline's test vectors, CC0 1.0). Put beside accounting_test.py.
"""

from absl.testing import absltest
from absl.testing import parameterized
from dp_accounting import pld
from jax_privacy.experimental import accounting

# Noise multiplier, sampling probability, iterations, delta, and the doubles
# between which epsilon lies (one record added or removed).
_VECTORS = (
    (1.0, 1.0, 1, 1e-05, 4.3771780956812245, 4.377178095681225),
    (1.0, 1.0, 1, 1e-08, 5.776098382890268, 5.776098382890269),
    (0.7, 1.0, 1, 1e-05, 6.652487889939967, 6.652487889939968),
    (0.7, 1.0, 1, 1e-08, 8.632729689284467, 8.632729689284469),
    (5.0, 1.0, 100, 1e-05, 9.9972561464343, 9.997256146434301),
    (5.0, 1.0, 100, 1e-08, 12.749246399635696, 12.749246399635698),
    (30.0, 1.0, 1000, 1e-05, 4.6529845309685065, 4.652984530968507),
    (30.0, 1.0, 1000, 1e-08, 6.125460781221242, 6.125460781221243),
    (1.0, 0.01, 1000, 1e-05, 1.8282366665165768, 1.828236666516577),
    (1.0, 0.01, 1000, 1e-08, 2.697867934493843, 2.6978679344938437),
    (0.8, 0.004, 5000, 1e-05, 2.499090796985526, 2.4990907969855263),
    (0.8, 0.004, 5000, 1e-08, 3.741504091265479, 3.7415040912654796),
    (2.0, 0.1, 200, 1e-05, 3.3596597892871802, 3.3596597892871807),
    (2.0, 0.1, 200, 1e-08, 4.602567136853694, 4.602567136853695),
    (0.5, 0.001, 1000, 1e-05, 3.23887808878885, 3.2388780887888506),
    (0.5, 0.001, 1000, 1e-08, 6.062458430882152, 6.0624584308821525),
    (1.1, 0.02, 3000, 1e-05, 5.876629839256766, 5.876629839256767),
    (1.1, 0.02, 3000, 1e-08, 7.837991306535987, 7.837991306535988),
)


class CertifiedVectorsTest(parameterized.TestCase):

  @parameterized.parameters(*(v for v in _VECTORS if v[1] < 1))
  def test_dpsgd_event(self, sigma, rate, steps, delta, lower, upper):
    event = accounting.dpsgd_event(
        sigma, steps, sampling_prob=rate)
    epsilon = pld.PLDAccountant().compose(event).get_epsilon(delta)
    self.assertGreaterEqual(epsilon, lower)
    self.assertLessEqual(epsilon, upper * (1 + 1e-3))


if __name__ == '__main__':
  absltest.main()
