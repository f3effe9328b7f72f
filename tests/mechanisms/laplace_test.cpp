#include "reference/mechanisms/laplace/laplace.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

TEST_CASE("laplace: K agrees with its three pieces computed apart", "[mechanisms][laplace]") {
  testing::Random random(21);
  for (int i = 0; i < testing::iterations(50); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.1, 30));
    const double c = std::round(random.uniform(-5, 6) * 128) / 128 + 1.0 / 512;
    CAPTURE(b, c);
    const Laplace laplace(number(b), Rational(1));
    const witness::Real mu = 1 / witness::Real(b);
    testing::check_meet(laplace.transform(c, Bits{160}),
                        witness::as_ball(witness::laplace_transform(mu, c, 0).re, 1e-28), 27);
    const LineValues line =
        laplace.transform_on_line(c, testing::ball("0.5"), 20, Bits{128}, [] {});
    const witness::Complex z = witness::laplace_transform(mu, c, witness::Real(19) / 2);
    const UpperBound slack =
        UpperBound::of(laplace.transform(c, Bits{64}) * Ball::from_binary64(1e-28, Bits{64}));
    CHECK(overlaps(line.values[19].real(), widen(witness::as_ball(z.re, 0), slack)));
    CHECK(overlaps(line.values[19].imag(), widen(witness::as_ball(z.im, 0), slack)));
    CHECK(std::exp(laplace.log_transform(c)) ==
          Approx(laplace.transform(c, Bits{64}).approximate()).epsilon(1e-10));
  }
  // The removable singularity at s = 1/2.
  const Laplace one(Rational(1), Rational(1));
  testing::check_meet(one.transform(0.5, Bits{128}),
                      exp(-testing::ball("0.5")) * testing::ball("1.5"), 30);
}

TEST_CASE("laplace: the decay bound holds beyond T", "[mechanisms][LAPLACE-DECAY][TAYLOR-DECAY]") {
  testing::Random random(22);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.2, 30));
    const double c = i == 0 ? 0.5 : random.uniform(-2, 3);
    const double T = random.log_uniform(1e-3, 100);
    CAPTURE(b, c, T);
    const Laplace laplace(number(b), Rational(1));
    const Ball bound = laplace.decay(c, T, Bits{96}), K = laplace.transform(c, Bits{96});
    for (int j = 0; j < 40; ++j) {
      const double y = T * std::pow(1.2, j);
      const witness::Complex z =
          witness::laplace_transform(1 / witness::Real(b), witness::Real(c), witness::Real(y));
      const Ball size = witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-25);
      CHECK(certainly_at_most((size / K).lower(), bound));
    }
  }
  // The bound is not excessively loose: for small T it follows 1 - v T^2/2, v = mu^2 (1/2 + ...) at c = 1/2.
  CHECK(Laplace(Rational(20), Rational(1)).decay(0.5, 1.0, Bits{96}).approximate() < 0.99931);
}

TEST_CASE("laplace: tails at, inside and beyond the atoms", "[mechanisms][laplace][END-HULL]") {
  const Laplace m(Rational(1), Rational(1));
  const Bits p{96};
  const auto at = [&](const char* t) { return m.tails(Real(number(t)), p); };
  CHECK(at("1").P_above.is_exactly_zero());
  CHECK(overlaps(at("0.9999999").Q_above, testing::ball("0.5000000249999994")) == false);
  CHECK(at("0.9999999").Q_above.approximate() == Approx(0.5));
  CHECK(at("-1").P_below.approximate() == Approx(0.5));  // the atom at -mu counts as below
  CHECK(at("-1.0001").P_below.is_exactly_zero());
  // A threshold that is not separated from the atom gives both sides.
  const Real near([](Bits bits) {
    return widen(Ball::integer(1, bits), UpperBound::of(testing::ball("1e-9")));
  });
  CHECK(m.tails(near, p).Q_above.contains(Rational(0)));
  CHECK(certainly_less(testing::ball("0.49"), m.tails(near, p).Q_above.upper()));
}

TEST_CASE("laplace: derivatives of the transform, near the tilt where they are no recurrence too",
          "[mechanisms][laplace][faults][LAPLACE-DERIVATIVES]") {
  using witness::Real;
  testing::Random random(23);
  for (int i = 0; i < testing::iterations(24); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.2, 30));
    const Real mu = 1 / Real(b);
    const double shift = random.log_uniform(1e-6, 1e-3) / static_cast<double>(mu);
    const double c = 0.5 + (i % 3 == 0 ? random.uniform(-4, 4) : i % 3 == 1 ? shift : -shift);
    CAPTURE(b, c);
    const Bits p{240};
    Ball d[5] = {Ball(p), Ball(p), Ball(p), Ball(p), Ball(p)};
    Laplace(number(b), Rational(1)).derivatives(Ball::from_binary64(c, p), d);
    for (int k = 0; k <= 4; ++k) {
      // Atoms at -mu and mu, and a density between them, in units of mu.
      Real sum = ((k % 2 == 0 ? 1 : -1) * exp(-mu * c) + exp(mu * (Real(c) - 1))) / 2;
      constexpr int kPanels = 16;
      for (int j = 0; j < kPanels; ++j) {
        sum += boost::math::quadrature::gauss<Real, 20>::integrate(
            [&](const Real& x) {
              return Real(mu / 2 * pow(2 * x - 1, k) * exp(mu * (c * (2 * x - 1) - x)));
            },
            Real(j) / kPanels, Real(j + 1) / kPanels);
      }
      CAPTURE(k, d[k].decimal_bounds(25));
      CHECK(overlaps(d[k], witness::as_ball(pow(mu, k) * sum, 1e-27)));
    }
  }
}

TEST_CASE("gaussian: the algebraic bound dominates |y K(c+iy)|", "[mechanisms][gaussian]") {
  const Gaussian m(Rational(2), Rational(1));
  const UpperBound C = m.algebraic_decay(1.5);
  for (const double y : {0.1, 1.0, 2.0, 3.0, 10.0}) {
    const Ball size =
        m.transform(1.5, Bits{96}) * m.decay(1.5, y, Bits{96}) * Ball::from_binary64(y, Bits{96});
    CHECK(certainly_less(size.lower(), C.ball(Bits{96})));
  }
}
