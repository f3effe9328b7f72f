/// Theorem 3, the functionals behind it, and the noisy SGD of Section VI-D.
#include <cmath>

#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"
#include "tests/support.hpp"
#include "verify/papers/type_method.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::check_meet;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

/// max |f - G_mu| on a grid, in doubles from certified values.
struct Grid {
  double above = 0, below = 0;
};
Grid on_grid(const ComposedTv& composed, const Rational& mu, int points) {
  std::vector<Rational> alphas;
  for (int i = 1; i < points; ++i) alphas.emplace_back(i, static_cast<unsigned long>(points));
  const RegionAnswers answers = region_answers(composed, {}, alphas, Effort{15});
  Grid out;
  for (size_t i = 0; i < alphas.size(); ++i) {
    const Bits p{128};
    const Ball G = normal_cdf(-normal_quantile(Ball(alphas[i], p)) - Ball(mu, p));
    const double difference = (answers.tradeoff[i].value() - G).approximate();
    out.above = std::max(out.above, difference);
    out.below = std::max(out.below, -difference);
  }
  return out;
}

}  // namespace

TEST_CASE("Theorem 3: the uniform distance against a grid",
          "[papers][limit][UNIFORM-DISTANCE][slow]") {
  Random random(41);
  for (int i = 0; i < testing::iterations(5); ++i) {
    const long n = random.integer(5, 120);
    const Rational mu = number(Random::text(random.uniform(0.3, 2.0))),
                   c = number(Random::text(random.uniform(0.2, 0.4)));
    CAPTURE(n, mu.text(), c.text());
    const ComposedTv composed = gaussian_sequence(mu, c, n);
    // For values of mu other than the limit both sides matter.
    for (const char* factor : {"1", "0.8", "1.3"}) {
      const Rational other = mu * number(factor);
      const GaussianDistance d = gaussian_distance(composed, Real(other), Effort{15});
      const Grid grid = on_grid(composed, other, 400);
      CHECK(d.distance.reached());
      CHECK(d.above.value().approximate() >= grid.above - 1e-13);
      CHECK(d.below.value().approximate() >= grid.below - 1e-13);
      // Slopes near 0 and 1 are steep; elsewhere the grid misses little.
      const double largest = std::max(grid.above, grid.below);
      CHECK(d.distance.value().approximate() <= largest + 0.05 * largest + 2.0 / 400);
    }
  }
}

TEST_CASE("Theorem 3: few steps, where the tails of G_mu matter",
          "[papers][limit][UNIFORM-DISTANCE][slow]") {
  for (const long n : {2L, 3L, 4L, 7L}) {
    for (const char* mu : {"1", "0.3", "0.01"}) {
      CAPTURE(n, mu);
      const ComposedTv composed = gaussian_sequence(number(mu), number("1/4"), n);
      const GaussianDistance d = gaussian_distance(composed, Real(number(mu)), Effort{15});
      const Grid grid = on_grid(composed, number(mu), 2000);
      CHECK(d.distance.reached());
      CHECK(d.above.value().approximate() == Approx(grid.above).margin(5e-4));
      CHECK(d.below.value().approximate() == Approx(grid.below).margin(5e-4));
    }
  }
}

TEST_CASE("Theorem 3: the distance falls like n^(-2c)", "[papers][limit][slow]") {
  for (const char* c : {"1/4", "2/5"}) {
    double last = 0;
    for (const long n : {1000L, 100000L}) {
      const GaussianDistance d =
          gaussian_distance(gaussian_sequence(Rational(1), number(c), n), Real(Rational(1)), {12});
      CHECK(d.distance.reached());
      const double log_distance = d.distance.value().log_approximate();
      if (last < 0) {
        CHECK((log_distance - last) / std::log(100.0) ==
              Approx(-2 * number(c).approximate()).margin(0.05));
      }
      last = log_distance;
    }
  }
  CHECK_THROWS_AS(gaussian_sequence(Rational(1), number("1/2"), 10), std::invalid_argument);
  CHECK_THROWS_AS(gaussian_sequence(Rational(0), number("1/4"), 10), std::invalid_argument);
  const ComposedTv leaky({{Real(Rational(1)), Real(number("0.1")), Real(number("0.2")), 3}});
  CHECK_THROWS_AS(gaussian_distance(leaky, Real(Rational(1)), {10}), std::invalid_argument);
  Effort none;
  none.poll = [] { throw Interrupted{}; };
  const GaussianDistance unknown = gaussian_distance(
      gaussian_sequence(Rational(1), number("1/4"), 100), Real(Rational(1)), none);
  CHECK_FALSE(unknown.distance.reached());
  CHECK(unknown.distance.value().contains(Ball(Rational(1, 2), Bits{64})));
}

TEST_CASE("kl, kappa2 and kappa3 of f_{eps,0,eta}", "[papers][limit]") {
  Random random(42);
  for (int i = 0; i < testing::iterations(8); ++i) {
    const double e = random.log_uniform(0.01, 4);
    const std::string epsilon = Random::text(e),
                      eta = Random::text(0.9 * random.uniform(0.1, 1) * std::tanh(e / 2));
    CAPTURE(epsilon, eta);
    const TvSteps steps{Real(number(epsilon)), Real(Rational(0)), Real(number(eta)), 1};
    const StepMoments closed = step_moments(steps, Bits{128});
    const Composition composition =
        Composition::parse("total_variation_dp(epsilon=" + epsilon + ",delta=0,eta=" + eta + ")");
    for (const bool reverse : {false, true}) {
      const Moments m = moments(composition, reverse, Effort{20});
      check_meet(closed.kl, m.v1->value(), 20);
      check_meet(closed.kappa2, m.v2->value(), 20);
      check_meet(closed.kappa3, m.v4->value(), 20);
    }
    // The integrals of Appendix G with the intended limits (E55): slopes e^{+-eps} up to type I error eta/(e^eps-1)
    // and from 1 - eta e^eps/(e^eps-1).
    const Ball x(number(epsilon), Bits{128}), h(number(eta), Bits{128});
    const Ball left = h / expm1(x), right = h * exp(x) / expm1(x);
    check_meet(closed.kl, x * (right - left), 20);
    check_meet(closed.kappa2, square(x) * (right + left), 20);
  }
  // |t (e^t+1)/(2(e^t-1)) - 1| <= t^2/12, which is tighter than the t^2 of the paper.
  for (const char* t : {"0.001", "0.1", "1", "3"}) {
    const Ball x(number(t), Bits{256});
    const Ball gap = x * (exp(x) + 1) / (expm1(x) * 2) - Ball::integer(1, Bits{256});
    CHECK(certainly_positive(gap));
    CHECK(certainly_less(gap, square(x) / 12));
  }
}

TEST_CASE("Noisy SGD: regions hold for the mechanism itself", "[papers][noisy_sgd]") {
  NoisySgd sgd{number("1.3"), number("0.01"), 200, {number("0.5"), number("1"), number("2")}};
  const std::vector<Rational> alphas{Rational(0), number("0.01"), number("0.2"), number("0.6"),
                                     Rational(1)};
  const SgdCurves curves = sgd_curves(sgd, alphas, Effort{12});
  for (size_t i = 0; i < alphas.size(); ++i) {
    CAPTURE(alphas[i].text());
    CHECK_FALSE(certainly_less(curves.truth[i].value(), curves.theorem2[i].value()));
    CHECK_FALSE(certainly_less(curves.theorem2[i].value(), curves.kairouz[i].value()));
    CHECK(curves.theorem2[i].reached());
  }
  CHECK(certainly_less(curves.kairouz[2].value(), curves.theorem2[2].value()));
  // The region of one epsilon, compared with the engine with the amplified parameters p eta, p delta, log(1 + p(e^eps
  // - 1)), rounded to 30 digits.
  const ComposedTv region = sgd_region(sgd, number("1"));
  const TvSteps& steps = region.steps().front();
  const auto near = [](const char* digits) {
    return ball(digits) + Ball::hull(ball("-1e-28"), ball("1e-28"));
  };
  check_meet((*steps.eta)(Bits{128}), ball("0.01") * near("0.299477605896151311359468916598"), 20);
  check_meet(steps.epsilon(Bits{128}), log1p(ball("0.01") * expm1(ball("1"))), 20);
  check_meet(steps.delta(Bits{128}), ball("0.01") * near("0.0548685562606347088901480818866"), 20);
  const SgdEpsilon e = sgd_epsilon(sgd, number("0.05"), Effort{12});
  PrivacyProfile profile(Composition::parse("subsampled_gaussian(sigma=1.3,p=0.01)^200"),
                         Direction::worst);
  const Certified truth = *epsilon(profile, number("0.05"), Effort{10});
  for (const SgdEpsilon::Answer* one : {&e.theorem2, &e.kairouz}) {
    REQUIRE(one->of_all);
    REQUIRE(one->of_one);
    CHECK(one->of_all->reached());
    CHECK(one->of_one->reached());
    CHECK_FALSE(certainly_less(one->of_one->value(), one->of_all->value()));
    CHECK(certainly_less(truth.value(), one->of_all->value()));
  }
  CHECK(certainly_less(e.theorem2.of_all->value(), e.kairouz.of_all->value()));
  // A delta close to the mass of infinite loss of one region, undecided at 12 digits: the smallest epsilon still
  // comes from that region.
  const NoisySgd near_mass{Rational(1), number("0.1"), 1, {Rational(3), Rational(2)}};
  const Rational D = number("0.002092363582111373141960376258709922521293656403561454031011");
  const Ball least = region_epsilon(sgd_region(near_mass, Rational(2)), D, Effort{90})->value();
  CHECK(least.approximate() == Approx(0.49402870804417875));
  CHECK(sgd_epsilon(near_mass, D, Effort{12}).theorem2.of_one->value().contains(least));
  // The mass of infinite loss limits the deltas that a list reaches.
  CHECK_FALSE(sgd_epsilon(sgd, number("1e-4"), Effort{12}).theorem2.of_all);
  // T-25: mu of the limit is 0.28471068 for 3515.625 steps.
  CHECK(sgd_asymptotic_mu(NoisySgd::figure_five()).approximate() ==
        Approx(0.28471068 * std::sqrt(3516 / 3515.625)).epsilon(1e-7));
}

TEST_CASE("Noisy SGD: the limit's mu is a functional of one step's loss", "[papers][noisy_sgd]") {
  for (const char* sigma : {"0.7", "1.3", "4"}) {
    CAPTURE(sigma);
    const NoisySgd sgd{number(sigma), number("0.01"), 500, {}};
    // E (e^L - 1)_+^2 with L = m u - m^2/2 and u normal, by the midpoint rule.
    constexpr double h = 1e-4;
    const double m = 1 / std::stod(sigma);
    double sum = 0;
    for (double u = m / 2 + h / 2; u < 2.5 * m + 10; u += h) {
      const double x = std::expm1(m * u - m * m / 2);
      sum += h * x * x * std::exp(-u * u / 2);
    }
    const double functional = sum / std::sqrt(2 * M_PI);
    CHECK(sgd_asymptotic_mu(sgd).approximate() ==
          Approx(0.01 * std::sqrt(2 * 500 * functional)).epsilon(1e-6));
  }
}

TEST_CASE("The method of types is near, not exact", "[papers][noisy_sgd]") {
  const double epsilon = 0.05, alpha = 0.4;
  for (const long k : {50L, 400L}) {
    const Real eta([=](Bits p) {
      const Ball e(number("0.05"), p);
      return Ball(number("0.6"), p) * largest_total_variation(e, Ball(p));
    });
    const ComposedTv composed({{Real(number("0.05")), Real(Rational(0)), eta, k}});
    const std::vector<double> types = type_method_deltas(epsilon, alpha, k);
    double worst = 0;
    composed.visit(Effort{15}, [&](const RegionPoint& point) {
      worst = std::max(worst,
                       std::fabs(types[static_cast<size_t>(point.j)] - point.delta.approximate()));
    });
    CHECK(worst < 1.0 / static_cast<double>(k));
    CHECK(worst > 1e-3 / static_cast<double>(k));
  }
}
