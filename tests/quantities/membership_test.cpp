#include "reference/quantities/tradeoff/membership.hpp"

#include "reference/quantities/divergence.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve.hpp"
#include "reference/values/hyperprior.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::kDirections;
using plumbline::testing::number;

namespace {

PrivacyProfile profile(const std::string& mechanism, Direction d = Direction::worst) {
  return PrivacyProfile(Composition::parse(mechanism), d);
}

std::string random_mechanism(testing::Random& random) {
  const auto text = [&](double a, double b) {
    return testing::Random::text(random.log_uniform(a, b));
  };
  switch (random.integer(0, 5)) {
    case 0:
      return "gaussian(sigma=" + text(0.3, 5) + ")";
    case 1:
      return "laplace(b=" + text(0.5, 5) + ")^" + std::to_string(random.integer(1, 4));
    case 2:
      return "subsampled_gaussian(sigma=" + text(0.5, 3) + ",p=" + text(0.01, 0.9) + ")";
    case 3:
      return "randomized_response(epsilon=" + text(0.1, 3) + ",k=4)^" +
             std::to_string(random.integer(1, 6));
    case 4:
      return "approximate_dp(epsilon=" + text(0.1, 2) + ",delta=" + text(1e-6, 0.2) + ")^2";
    default:
      return "subsampled_gaussian(sigma=" + text(0.8, 2) + ",p=" + text(0.005, 0.1) + ")^" +
             std::to_string(random.integer(200, 5000));
  }
}

}  // namespace

TEST_CASE("trade-off function down to alpha = 1e-30 at both ends, every mechanism and direction",
          "[quantities][tradeoff][TEST-BRACKET][WORST-CURVE]") {
  const char* mechanisms[] = {"gaussian(sigma=1)",
                              "laplace(b=1)",
                              "laplace(b=1)^3",
                              "subsampled_gaussian(sigma=1,p=0.01)",
                              "subsampled_gaussian(sigma=1,p=0.01)^10000",
                              "subsampled_laplace(b=1,p=0.01)",
                              "discrete_laplace(b=10,sensitivity=5)^2",
                              "discrete_laplace(b=2)^50",
                              "discrete_gaussian(sigma=3)^20",
                              "staircase(epsilon=1,gamma=0.5)^3",
                              "randomized_response(epsilon=1,k=4)^5",
                              "approximate_dp(epsilon=1,delta=1e-5)^3",
                              "finite(P=[1/4,3/4],Q=[0.5,0.5])^7",
                              "perfectly_private()",
                              "blatantly_non_private()"};
  for (const char* mechanism : mechanisms) {
    for (const Direction d : kDirections) {
      PrivacyProfile M = profile(mechanism, d);
      for (const char* text : {"1e-30", "1e-3", "0.5", "0.9999"}) {
        const Rational alpha = number(text);
        CAPTURE(mechanism, direction_name(d), text);
        const Certified gamma = reconstruction(M, alpha, Effort{12});
        const Certified f = tradeoff(M, alpha, Effort{12});
        CHECK(gamma.reached());
        CHECK(f.reached());
        const Ball one = ball("1");
        CHECK(overlaps(f.value(), one - gamma.value()));
        // Every line is a lower bound of f: the profile is independent of the tails used above.
        for (const char* t : {"-2", "-0.5", "0.25", "1", "3"}) {
          const Real eps(number(t));
          const Ball line = M.delta(eps, Effort{12}).value + exp(ball(t)) * Ball(alpha, Bits{192});
          CHECK(certainly_at_most(gamma.value().lower(), line.upper()));
        }
      }
      // At 1 - 1e-30 f is tiny and reaches its own relative digits.
      const Rational high = Rational(1) - number("1e-30");
      const Certified f = tradeoff(M, high, Effort{12});
      CAPTURE(mechanism, direction_name(d));
      CHECK(f.reached());
      CHECK(certainly_at_most(f.value().lower(), ball("1e-30")));
    }
  }
}

TEST_CASE("laplace and discrete laplace near 0: exact slopes", "[quantities][TEST-BRACKET]") {
  // gamma(kappa) = kappa e^u up to P(S = u), where u is the largest loss.
  PrivacyProfile l = profile("laplace(b=1)^3", Direction::forward);
  testing::check_meet(reconstruction(l, number("1e-30"), Effort{20}).value(),
                      exp(ball("3")) * ball("1e-30"), 20);
  PrivacyProfile d = profile("discrete_laplace(b=10,sensitivity=5)^2", Direction::forward);
  testing::check_meet(reconstruction(d, number("1e-30"), Effort{20}).value(),
                      exp(ball("1")) * ball("1e-30"), 20);
}

TEST_CASE("f recovered from the Bayes error: f(a) = sup (R(pi) - pi a)/(1 - pi)",
          "[quantities][tradeoff][TEST-BRACKET][WORST-CURVE]") {
  // Kaissis et al. 2024, equation 4. R is concave; a fine search over priors approaches the value from below.
  testing::Random random(71);
  for (int i = 0; i < testing::iterations(25); ++i) {
    const std::string mechanism = random_mechanism(random);
    const Direction d = kDirections[i % 3];
    PrivacyProfile M = profile(mechanism, d);
    const Rational alpha(random.integer(1, 99), 100UL);
    CAPTURE(mechanism, direction_name(d), alpha.text());
    const Ball f = tradeoff(M, alpha, Effort{12}).value();
    const auto height = [&](const Rational& pi) {
      const Ball R = bayes_error(M, pi, Effort{14}).value();
      return (R - Ball(pi * alpha, Bits{192})) / Ball(Rational(1) - pi, Bits{192});
    };
    // Ternary search over rational priors: (R - pi a)/(1 - pi) is quasi-concave.
    Rational lo(0), hi = Rational(1) - number("1e-9");
    Ball best(Bits{192});
    for (int step = 0; step < 60; ++step) {
      const Rational third = (hi - lo) / Rational(3);
      const Rational x = lo + third, y = hi - third;
      const Ball hx = height(x), hy = height(y);
      best = max(best, max(hx, hy));
      (hx.approximate() < hy.approximate() ? lo : hi) = hx.approximate() < hy.approximate() ? x : y;
    }
    CHECK(certainly_at_most(best.lower(), f.upper()));
    CHECK(certainly_less(f - best, ball("1e-8")));
  }
}

TEST_CASE("inverse, power, advantage, posteriors agree with f, R and the tails",
          "[quantities][membership][TEST-BRACKET]") {
  testing::Random random(72);
  for (int i = 0; i < testing::iterations(30); ++i) {
    const std::string mechanism = random_mechanism(random);
    const Direction d = kDirections[i % 3];
    PrivacyProfile M = profile(mechanism, d);
    PrivacyProfile other = profile(mechanism, d == Direction::forward   ? Direction::reverse
                                              : d == Direction::reverse ? Direction::forward
                                                                        : d);
    const Rational a(random.integer(1, 99), 100UL);
    CAPTURE(mechanism, direction_name(d), a.text());
    const Effort effort{12};
    const Ball inverse = tradeoff_inverse(M, a, effort).value();
    CHECK(overlaps(inverse, tradeoff(other, a, effort).value()));
    // f(f^-1(a)) <= a <= f(f^-1(a) - h)
    const Rational high = number(inverse.decimal_bounds(13).second);
    if (high < Rational(1)) {
      CHECK(certainly_at_most(tradeoff(M, high, effort).value().lower(), Ball(a, Bits{192})));
    }
    CHECK(overlaps(power(M, a, effort).value(), ball("1") - tradeoff(M, a, effort).value()));
    // The advantage from the errors of the test with threshold 0, instead of from delta.
    Curve curve(M, d == Direction::reverse);
    const Ball zero(Bits{128});
    const Ball gain = curve.tail(TestTail::alt_above, zero, effort).value -
                      curve.tail(TestTail::null_above, zero, effort).value;
    CHECK(overlaps(advantage(M, effort).value(), gain));
    CHECK(advantage(M, effort).value().relative_digits() >= 12);
    CHECK(overlaps(posterior(M, a, effort).value(), ball("1") - bayes_error(M, a, effort).value()));
    // No optimal decision is more certain than the most certain output.
    const Ball belief = posterior_belief(M, a, effort).value();
    CHECK(certainly_at_most((ball("1") - Ball(a, Bits{192})).lower(), belief.upper()));
  }
  // Bounded losses: the belief is (1-pi) e^u / (pi + (1-pi) e^u).
  PrivacyProfile l = profile("laplace(b=2)^4", Direction::forward);
  const Ball odds = exp(ball("2")) * ball("0.3");
  testing::check_meet(posterior_belief(l, number("0.7"), Effort{20}).value(),
                      odds / (odds + ball("0.7")), 20);
  // Removing a record has losses of at most log 1/(1-p).
  PrivacyProfile s = profile("subsampled_gaussian(sigma=1,p=0.1)", Direction::reverse);
  testing::check_meet(posterior_belief(s, number("0.5"), Effort{20}).value(),
                      ball("10/9") / ball("19/9"), 20);
  CHECK(overlaps(posterior_belief(l, number("0"), Effort{}).value(), ball("1")));
  PrivacyProfile g = profile("gaussian(sigma=1)");
  CHECK(overlaps(posterior_belief(g, number("0.5"), Effort{}).value(), ball("1")));
}

TEST_CASE("minimax error and fixed point: from R and from the tests, symmetric or not",
          "[quantities][membership][FIXED-POINT][CONCAVE-PRIOR]") {
  testing::Random random(73);
  for (int i = 0; i < testing::iterations(30); ++i) {
    const std::string mechanism = random_mechanism(random);
    const Direction d = kDirections[i % 3];
    PrivacyProfile M = profile(mechanism, d);
    CAPTURE(mechanism, direction_name(d));
    const Minimax top = minimax(M, Effort{12});
    const Certified a = fixed_point(M, Effort{12});
    CHECK(top.value.reached());
    testing::check_meet(top.value.value(), a.value(), 12);
    // f(a*) = a*.
    const Rational low = number(a.value().decimal_bounds(14).first);
    const Rational high = number(a.value().decimal_bounds(14).second);
    CHECK(certainly_at_most(a.value().lower(), tradeoff(M, low, Effort{12}).value().upper()));
    CHECK(certainly_at_most(tradeoff(M, high, Effort{12}).value().lower(), a.value().upper()));
    // No prior has a larger Bayes error, and the stated prior attains it.
    for (int k = 1; k < 10; ++k) {
      const Ball R = bayes_error(M, Rational(k, 10UL), Effort{12}).value();
      CHECK(certainly_at_most(R.lower(), top.value.value().upper()));
    }
    const Rational prior = number(top.prior.value().midpoint().decimal_bounds(20).first);
    const Ball R = bayes_error(M, prior, Effort{12}).value();
    CHECK(certainly_less(top.value.value() - R, ball("1e-10")));
  }
}

TEST_CASE("fixed point where both errors agree between two losses", "[quantities][FIXED-POINT]") {
  // Losses +-10, five steps: a = b for all thresholds between -10 and 10, the tail of a binomial law.
  const Bits p{256};
  const Ball q = Ball::integer(1, p) / (exp(Ball::integer(10, p)) + 1), r = -(q - 1);
  const Ball tail = power(q, Rational(3)) * (square(r) * 10 + q * r * 5 + square(q));
  for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
    CAPTURE(direction_name(direction));
    PrivacyProfile pair = profile("discrete_laplace(b=0.1)^5", direction);
    testing::check_meet(fixed_point(pair, Effort{20}).value(), tail, 20);
    testing::check_meet(minimax(pair, Effort{20}).value.value(), tail, 20);
  }
}

TEST_CASE("the balanced prior to many digits: where doubles take both errors for equal",
          "[quantities][membership][BALANCED-PRIOR]") {
  for (const char* mechanism : {"subsampled_laplace(b=1,p=0.1)", "subsampled_laplace(b=2,p=0.3)",
                                "subsampled_gaussian(sigma=1,p=0.2)"}) {
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      PrivacyProfile M = profile(mechanism, direction);
      std::optional<Ball> before;
      for (const int digits : {18, 25, 40}) {
        Effort effort;
        effort.digits = digits;
        const Certified found = minimax(M, effort).prior;
        CAPTURE(mechanism, digits, found.value().decimal_bounds(45));
        CHECK(found.reached());
        if (before) CHECK(overlaps(*before, found.value()));
        before = found.value();
      }
    }
  }
}

TEST_CASE("lemmas 3 to 5: distances to the extremes, with and without symmetry",
          "[quantities][divergence][CELL][FIXED-POINT]") {
  PrivacyProfile perfect = profile("perfectly_private()"),
                 blatant = profile("blatantly_non_private()");
  for (const char* mechanism :
       {"gaussian(sigma=1)", "laplace(b=1)", "subsampled_gaussian(sigma=1,p=0.1)",
        "approximate_dp(epsilon=1,delta=0.01)^2", "finite(P=[3/4,1/4],Q=[0,1])",
        "discrete_gaussian(sigma=2)^3"}) {
    for (const Direction d : kDirections) {
      PrivacyProfile M = profile(mechanism, d), top = profile("perfectly_private()", d),
                     bottom = profile("blatantly_non_private()", d);
      CAPTURE(mechanism, direction_name(d));
      const Ball to_perfect = divergence(top, M, Effort{12}).value.value();
      const Ball to_blatant = divergence(M, bottom, Effort{12}).value.value();
      testing::check_meet(to_perfect, total_variation(M, Effort{14}).value() / 2, 12);
      testing::check_meet(to_blatant, minimax(M, Effort{14}).value.value(), 12);
      // Lemma 5 for symmetric curves only; for the others the sum is at least 1/2.
      const Ball sum = to_perfect + to_blatant;
      CHECK(certainly_at_most(ball("1/2"), sum.upper()));
      if (d == Direction::worst) CHECK(sum.contains(number("1/2")));
      CHECK(divergence(M, top, Effort{12}).value.value().contains(Rational(0)));
      CHECK(divergence(bottom, M, Effort{12}).value.value().contains(Rational(0)));
    }
  }
  // f = max(0, 1 - 4 a): TV/2 = 3/8, a* = 1/5, sum 23/40.
  PrivacyProfile M = profile("finite(P=[3/4,1/4],Q=[0,1])", Direction::forward);
  CHECK(minimax(M, Effort{20}).value.value().contains(number("1/5")));
  CHECK(minimax(M, Effort{20}).prior.value().contains(number("4/5")));
  PrivacyProfile p = profile("perfectly_private()", Direction::forward),
                 b = profile("blatantly_non_private()", Direction::forward);
  const Ball sum =
      divergence(p, M, Effort{15}).value.value() + divergence(M, b, Effort{15}).value.value();
  CHECK(sum.contains(number("23/40")));
  CHECK(sum.relative_digits() >= 14);
}

TEST_CASE("divergence is the Levy distance of the curves", "[quantities][divergence][CELL][slow]") {
  // F(x) = f(1 - x); inf{k : F(x - k) - k <= F~(x) <= F(x + k) + k}, by bisection on a grid of doubles.
  const auto phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const auto quantile = [&](double a) {
    double lo = -40, hi = 40;
    for (int i = 0; i < 80; ++i) (phi((lo + hi) / 2) < a ? lo : hi) = (lo + hi) / 2;
    return (lo + hi) / 2;
  };
  testing::Random random(74);
  for (int i = 0; i < testing::iterations(4); ++i) {
    const std::string sigma = testing::Random::text(random.uniform(0.5, 2));
    const std::string b = testing::Random::text(random.uniform(0.5, 2));
    const double mu = 1 / std::stod(sigma), nu = 1 / std::stod(b);
    const auto gauss = [&](double a) {
      return a <= 0 ? 1.0 : a >= 1 ? 0.0 : phi(-quantile(a) - mu);
    };
    const auto laplace = [&](double a) {
      if (a <= 0) return 1.0;
      if (a >= 1) return 0.0;
      if (a < std::exp(-nu) / 2) return 1 - a * std::exp(nu);
      return a > 0.5 ? (1 - a) * std::exp(-nu) : std::exp(-nu) / (4 * a);
    };
    // Tests f(a+k) - k <= g(a) for all a.
    const auto below = [&](const auto& f, const auto& g, double k) {
      for (int j = 0; j <= 2000; ++j) {
        const double a = j / 2000.0;
        if (a + k <= 1 && f(a + k) - k > g(a)) return false;
      }
      return true;
    };
    double lo = 0, hi = 0.5;
    for (int step = 0; step < 24; ++step) {
      const double k = (lo + hi) / 2;
      (below(gauss, laplace, k) && below(laplace, gauss, k) ? hi : lo) = k;
    }
    PrivacyProfile g = profile("gaussian(sigma=" + sigma + ")"),
                   l = profile("laplace(b=" + b + ")");
    CAPTURE(sigma, b);
    const double delta = std::max(divergence(g, l, Effort{8}).value.value().approximate(),
                                  divergence(l, g, Effort{8}).value.value().approximate());
    CHECK(std::fabs(delta - hi) < 2e-4);
  }
}

TEST_CASE("hyper-priors: the weighted divergence against a grid, and its ends",
          "[quantities][divergence][hyperprior][WEIGHTED-CELL][BETA-END]") {
  testing::Random random(75);
  for (const char* text : {"beta(0.5,0.5)", "uquadratic", "piecewise([0,1/2,1],[0,2,0])",
                           "beta(2,5)", "piecewise([0,1],[2,0])", "beta(1,1)"}) {
    const auto weight = Hyperprior::parse(text);
    for (int i = 0; i < testing::iterations(3); ++i) {
      const std::string first = random_mechanism(random), second = random_mechanism(random);
      const Direction d = kDirections[i % 3];
      PrivacyProfile M = profile(first, d), N = profile(second, d);
      CAPTURE(text, first, second, direction_name(d));
      const Divergence found = divergence(M, N, weight.get(), Effort{8});
      CHECK(found.value.reached());
      Ball best(Bits{128});
      for (int k = 1; k < 120; ++k) {
        const Rational pi(k, 120UL);
        const Ball gap =
            bayes_error(M, pi, Effort{12}).value() - bayes_error(N, pi, Effort{12}).value();
        const Ball height = gap * weight->at(pi, Bits{128}).value;
        CHECK(certainly_at_most(height.lower(), found.value.value().upper()));
        best = max(best, height);
      }
      CHECK(found.value.value().approximate() <= best.approximate() + 0.05);
      if (std::string(text) == "beta(1,1)") {
        CHECK(overlaps(found.value.value(), divergence(M, N, Effort{8}).value.value()));
      }
    }
  }
  // The end bound of Beta(1/2, 1/2) is sqrt(h) / (pi sqrt(1-h)), which is at least the value at h.
  const auto jeffreys = Hyperprior::parse("beta(0.5,0.5)");
  for (const char* h : {"1e-40", "0.001", "0.3"}) {
    const Ball bound = *jeffreys->end_bound(true, number(h), Bits{192});
    const Ball here = ball(h) * jeffreys->at(number(h), Bits{256}).value;
    CHECK(certainly_at_most(here.lower(), bound.upper()));
    CHECK(certainly_less(bound, here * ball("1.0001")));
  }
  // For the gaussian-laplace pair sqrt(x)/(pi sqrt(1-x)) at 1/2 gives 2/pi times the unweighted value.
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  const Ball plain = divergence(g, l, Effort{20}).value.value();
  testing::check_meet(divergence(g, l, jeffreys.get(), Effort{20}).value.value(),
                      plain * 2 / Ball::pi(Bits{256}), 19);
  for (const char* bad : {"beta(0,1)", "beta(1)", "gamma(1,1)", "piecewise([0,1],[1,2])",
                          "piecewise([0,1],[-1,3])", "piecewise([0,0.5],[2,2])"}) {
    CHECK_THROWS_AS(Hyperprior::parse(bad), std::invalid_argument);
  }
}

TEST_CASE("rero_bound: the pair (epsilon, delta) alone", "[quantities][membership]") {
  testing::Random random(76);
  for (int i = 0; i < testing::iterations(20); ++i) {
    const std::string e = testing::Random::text(random.uniform(0.1, 3));
    const std::string d = testing::Random::text(random.log_uniform(1e-8, 0.3));
    const Rational kappa(random.integer(1, 999), 1000UL);
    CAPTURE(e, d, kappa.text());
    const ReroBound bound = rero_bound(number(e), number(d), kappa, Bits{192});
    // Tight: the worst (epsilon, delta)-DP pair attains it.
    PrivacyProfile worst =
        profile("approximate_dp(epsilon=" + e + ",delta=" + d + ")", Direction::forward);
    CHECK(overlaps(reconstruction(worst, kappa, Effort{15}).value(), bound.two_lines));
    CHECK(certainly_at_most(bound.two_lines.lower(), bound.one_line.upper()));
  }
}

TEST_CASE("the curve's ends at rare extreme losses", "[tradeoff][TEST-ENDS][slow]") {
  // The largest loss of each step has an atom of P-mass e^-1/2: for alpha below the product of these masses f is a
  // line of slope -e^L. The same holds at the smallest loss, of P-mass 1/2 each.
  const Bits p{256};
  const auto log_ratio = [&](long sign) {
    const Ball e = exp(Ball::integer(sign, p));
    return log(Ball(Rational(99, 100), p) + e / 100);
  };
  for (const char* level : {"1e-30", "1e-10", "2e-4"}) {
    const Rational small = Rational::parse(level);
    PrivacyProfile forward(Composition::parse("subsampled_laplace(b=1,p=0.01)^5"),
                           Direction::forward);
    const Certified gamma = reconstruction(forward, small, Effort{12});
    CHECK(gamma.reached());
    CHECK(overlaps(gamma.value(), exp(log_ratio(1) * 5) * Ball(small, p)));
    const Certified f = tradeoff(forward, Rational(1) - small, Effort{12});
    CHECK(f.reached());
    CHECK(overlaps(f.value(), exp(log_ratio(-1) * 5) * Ball(small, p)));
    // The curve of the reversed pair is the inverse.
    PrivacyProfile reverse(Composition::parse("subsampled_laplace(b=1,p=0.01)^5"),
                           Direction::reverse);
    const Certified g = reconstruction(reverse, small, Effort{12});
    CHECK(g.reached());
    CHECK(overlaps(g.value(), exp(-log_ratio(-1) * 5) * Ball(small, p)));
  }
  // Above the atom's mass (2.1e-4) f is strictly above the line.
  PrivacyProfile forward(Composition::parse("subsampled_laplace(b=1,p=0.01)^5"),
                         Direction::forward);
  const Rational above = Rational::parse("5e-4");
  const Certified gamma = reconstruction(forward, above, Effort{8});
  CHECK(gamma.reached());
  CHECK(certainly_less(gamma.value(), exp(log_ratio(1) * 5) * Ball(above, p)));
}
