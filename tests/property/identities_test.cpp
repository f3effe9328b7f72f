#include "reference/engines/engine.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/threshold.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

/// Returns a random composition that the engines compute in milliseconds.
std::string random_composition(testing::Random& random) {
  const auto text = [&](double a, double b) {
    return testing::Random::text(random.log_uniform(a, b));
  };
  const auto steps = [&](double a, double b) {
    return "^" + std::to_string(static_cast<long>(random.log_uniform(a, b)));
  };
  switch (random.integer(0, 4)) {
    case 0:
      return "gaussian(sigma=" + text(0.3, 30) + ")" + steps(1, 1000);
    case 1:
      return "laplace(b=" + text(0.5, 5) + ")";
    case 2:
      return "subsampled_gaussian(sigma=" + text(0.8, 5) + ",p=" + text(0.003, 0.9) + ")" +
             steps(100, 1e7);
    case 3:
      return "subsampled_gaussian(sigma=" + text(0.8, 3) + ",p=" + text(0.01, 0.5) + ")" +
             steps(50, 3000) + " * laplace(b=" + text(2, 20) + ")" + steps(1, 20) +
             " * gaussian(sigma=" + text(1, 10) + ")";
    default:
      return "subsampled_gaussian(sigma=" + text(0.8, 5) + ",p=" + text(0.003, 0.9) + ")";
  }
}

}  // namespace

TEST_CASE("identities: delta, R, f, gamma, epsilon and both directions agree with each other",
          "[property][identities][sweep]") {
  testing::Random random(51);
  const Effort effort{12};
  for (int i = 0; i < testing::of_sweep(63, 250); ++i) {
    const std::string mechanism = random_composition(random);
    CAPTURE(i, mechanism);
    const Composition c = Composition::parse(mechanism);
    PrivacyProfile forward(c, Direction::forward), reverse(c, Direction::reverse),
        worst(c, Direction::worst);
    const auto where = c.approximate_location(0);
    const std::string t =
        testing::Random::text(where.mean + where.deviation * random.uniform(-2.5, 3));
    const Rational eps = number(t);
    CAPTURE(t);
    const Bits p{192};
    const Ball one = Ball::integer(1, p), x = exp(Ball(eps, p));

    // Reversal: delta(eps) = 1 - e^eps + e^eps delta_rev(-eps).
    const Ball d = delta(forward, eps, effort).value(), r = delta(reverse, -eps, effort).value();
    CHECK(overlaps(d, one - x + x * r));
    // The worst direction has the larger delta.
    CHECK(overlaps(delta(worst, eps, effort).value(), max(d, delta(reverse, eps, effort).value())));
    // 1 - delta and the excess are computed independently of delta.
    CHECK(overlaps(forward.one_minus_delta(Real(eps), effort).value, one - d));
    CHECK(overlaps(forward.excess(Real(eps), effort).value, d - one + x));

    // The curve contains the point (P(S > t), Q(S <= t)): tails use other kernels than delta.
    const Ball alpha_ball = forward.engine().answer(Question::P_above, Real(eps), effort).value;
    const Ball beta_ball = forward.engine().answer(Question::Q_below, Real(eps), effort).value;
    if (alpha_ball.relative_digits() > 8 && !certainly_less(alpha_ball, testing::ball("1e-12"))) {
      const Rational low = number(alpha_ball.decimal_bounds(12).first);
      const Rational high = number(alpha_ball.decimal_bounds(12).second);
      if (low.sign() > 0 && high < Rational(1)) {
        const Ball above = tradeoff(forward, low, effort).value();
        const Ball below = tradeoff(forward, high, effort).value();
        CHECK(certainly_at_most(below.lower(), beta_ball.upper()));
        CHECK(certainly_at_most(beta_ball.lower(), above.upper()));
        // Tight: the two sides are close unless alpha is on a steep part.
        CHECK(certainly_less(above - below, testing::ball("1e-5")));
        // gamma = 1 - f on the forward pair.
        CHECK(overlaps(reconstruction(forward, low, effort).value(), one - above));
        // f(alpha) >= 1 - delta - e^eps alpha, with equality at the matching threshold.
        const Ball tangent = one - d - x * Ball(low, p);
        CHECK(certainly_at_most(tangent.lower(), above.upper()));
        CHECK(certainly_less(above - tangent, testing::ball("1e-8")));
        // The symmetrised curve is below both directions.
        const Ball symmetric = tradeoff(worst, low, effort).value();
        CHECK(certainly_at_most(symmetric.lower(), above.upper()));
        CHECK(certainly_at_most(symmetric.lower(), tradeoff(reverse, low, effort).value().upper()));
      }
    }

    // Bayes error: R(pi) <= pi a + (1-pi) f(a) for every a, with equality at the optimal test.
    const Rational prior(random.integer(1, 999), 1000UL), alpha(random.integer(1, 999), 1000UL);
    const Ball R = bayes_error(forward, prior, effort).value(), pi(prior, p);
    const Ball f = tradeoff(forward, alpha, effort).value();
    CHECK(certainly_at_most(R.lower(), (pi * Ball(alpha, p) + (one - pi) * f).upper()));
    CHECK(overlaps(bayes_error(reverse, Rational(1) - prior, effort).value(), R));
    CHECK(overlaps(bayes_error(worst, prior, effort).value(),
                   min(R, bayes_error(forward, Rational(1) - prior, effort).value())));
  }
}

TEST_CASE("identities: epsilon inverts delta", "[property][identities][sweep]") {
  testing::Random random(52);
  for (int i = 0; i < testing::of_sweep(30, 60); ++i) {
    const std::string mechanism = random_composition(random);
    const Direction direction = static_cast<Direction>(i % 3);
    PrivacyProfile profile(Composition::parse(mechanism), direction);
    const Rational D = number(testing::Random::text(random.log_uniform(1e-12, 0.9)));
    CAPTURE(mechanism, D.text(), i % 3);
    const Certified eps = *epsilon(profile, D, Effort{12});
    CHECK(eps.reached());
    // delta at the two ends of the enclosure is on different sides of D; each is decided exactly there.
    const Ball low = profile.delta(Real::exactly(eps.value().lower()), Effort{30}).value;
    const Ball high = profile.delta(Real::exactly(eps.value().upper()), Effort{30}).value;
    CHECK(certainly_at_most(high.lower(), Ball(D, Bits{192})));
    CHECK(certainly_at_most(Ball(D, Bits{192}), low.upper()));
  }
}

TEST_CASE("identities: Delta is the largest gap of Bayes errors, and the shift of f",
          "[property][identities][CELL][sweep]") {
  testing::Random random(54);
  int positive = 0;
  for (int i = 0; i < testing::of_sweep(30, 60); ++i) {
    const std::string first = random_composition(random), second = random_composition(random);
    const Direction direction = static_cast<Direction>(i % 3);
    PrivacyProfile M(Composition::parse(first), direction),
        N(Composition::parse(second), direction);
    CAPTURE(first, second, i % 3);
    const Divergence d = divergence(M, N, Effort{8});
    CHECK(d.value.reached());
    const Ball top = d.value.value().upper();
    for (int k = 0; k < 5; ++k) {
      const Rational pi(random.integer(1, 999), 1000UL);
      const Ball gap =
          bayes_error(M, pi, Effort{12}).value() - bayes_error(N, pi, Effort{12}).value();
      CHECK(certainly_at_most(gap.lower(), top));
      // f(a + Delta) - Delta <= f~(a).
      const Rational shift = number(d.value.value().decimal_bounds(12).second), a = pi;
      if (shift.sign() > 0 && a + shift < Rational(1)) {
        const Ball left = tradeoff(M, a + shift, Effort{10}).value() - Ball(shift, Bits{128});
        CHECK(certainly_at_most(left.lower(), tradeoff(N, a, Effort{10}).value().upper()));
      }
    }
    // The stated prior attains the divergence up to its width.
    if (certainly_positive(d.value.value())) {
      ++positive;
      const Rational at = number(d.prior.midpoint().decimal_bounds(25).first);
      const Ball gap =
          bayes_error(M, at, Effort{14}).value() - bayes_error(N, at, Effort{14}).value();
      CHECK(certainly_less(d.value.value().lower() * testing::ball("0.999"), gap));
    }
  }
  CHECK(positive >= 15);
}

TEST_CASE("identities: more digits give enclosures inside the wider ones' reach",
          "[property][digits]") {
  testing::Random random(53);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const std::string mechanism = random_composition(random);
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(0);
    const Rational eps =
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-1, 6)));
    CAPTURE(mechanism, eps.text());
    PrivacyProfile coarse(c, Direction::forward), fine(c, Direction::forward);
    const Certified a = delta(coarse, eps, Effort{8}), b = delta(fine, eps, Effort{30});
    CHECK(overlaps(a.value(), b.value()));
    CHECK(a.reached());
    CHECK(b.reached());
  }
}
