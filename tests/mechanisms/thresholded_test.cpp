/// Keys of a single user behind a threshold: the probability of release computed independently, and whole histograms
/// of two keys compared with the sum over all their outputs.
#include <boost/math/distributions/laplace.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

double delta_of(const std::string& text, const std::string& epsilon) {
  return forward_delta(text, epsilon).approximate();
}

/// Returns P(X >= from), or P(X > from) if strict, for unnormalised masses on the integers, by direct summation.
double share_from(const std::function<double(int)>& mass, double from, bool strict) {
  double all = 0, shown = 0;
  for (int x = -400; x <= 400; ++x) {
    all += mass(x);
    if (strict ? x > from : x >= from) shown += mass(x);
  }
  return shown / all;
}

}  // namespace

TEST_CASE("thresholded: a lone key is shown as often as the noise says",
          "[mechanisms][thresholded]") {
  const boost::math::laplace_distribution<double> laplace(0, 1.5);
  const boost::math::normal_distribution<double> normal(0, 2);
  const auto geometric = [](int x) { return std::exp(-std::fabs(x) / 1.5); };
  const auto gaussian = [](int x) { return std::exp(-x * x / 8.0); };
  for (const double T : {-1.0, 2.0, 3.5, 7.0, 20.0}) {
    for (const int count : {1, 3}) {
      for (const bool strict : {false, true}) {
        const std::string rest = ",threshold=" + Random::text(T) +
                                 ",count=" + std::to_string(count) +
                                 ",strict=" + (strict ? "true)" : "false)");
        CAPTURE(rest);
        const double above = T - count;
        for (const auto& [noise, truth] :
             {std::pair{"laplace(b=1.5)", cdf(complement(laplace, above))},
              {"gaussian(sigma=2)", cdf(complement(normal, above))},
              {"discrete_laplace(b=1.5)", share_from(geometric, above, strict)},
              {"discrete_gaussian(sigma=2)", share_from(gaussian, above, strict)}}) {
          const std::string text = std::string("thresholded(") + noise + rest;
          CAPTURE(text);
          // A key of a single user has infinite loss: delta is the same at each epsilon.
          CHECK(delta_of(text, "0") == Approx(truth).epsilon(1e-9));
          CHECK(delta_of(text, "3") == Approx(truth).epsilon(1e-9));
          check_round_trip(text);
        }
      }
    }
  }
}

TEST_CASE("thresholded: integer noise, the number in closed form", "[mechanisms][thresholded]") {
  // P(1 + Z >= 5) = e^-4/(1 + e^-1), which a released library computes as P(Z >= 5).
  const Ball delta = forward_delta("thresholded(discrete_laplace(b=1),threshold=5)", "1");
  const Ball e = exp(ball("-1")), one = Ball::integer(1, Bits{200});
  check_meet(delta, e * e * e * e / (one + e), 15);
  check_value(delta, "0.01338980493269845", 12);
  CHECK(certainly_less(e * e * e * e * e / (one + e) * 2, delta));
  // In direction remove delta is 1 - e^epsilon (1 - q); no loss is infinite.
  PrivacyProfile removed(Composition::parse("thresholded(discrete_laplace(b=1),threshold=5)"),
                         Direction::reverse, "auto");
  CHECK(removed.delta(Real(number("1")), Effort{15}).value.is_exactly_zero());
}

TEST_CASE("thresholded: keys of his own beside keys of others, output by output",
          "[mechanisms][thresholded]") {
  // One key that others have too, with a count so large that it is always released, and two keys of this user alone,
  // which are absent without the user. Direct sum over the noise of the first key, in doubles.
  const int count = GENERATE(1, 2);
  const double b = 0.8, q = std::exp(-(3 - count) / b) / (1 + std::exp(-1 / b)),
               hidden = (1 - q) * (1 - q);
  const auto mass = [b](int x) {
    return (1 - std::exp(-1 / b)) / (1 + std::exp(-1 / b)) * std::exp(-std::abs(x) / b);
  };
  const std::string size = std::to_string(count);
  const std::string text = "thresholded(discrete_laplace(b=0.8),threshold=3,count=" + size +
                           ",l0=2) * discrete_laplace(b=0.8,sensitivity=" + size + ")";
  for (const double epsilon : {0.0, 0.7, 1.25, 2.0}) {
    double with = 1 - hidden, without = 0;
    for (int x = -200; x <= 200; ++x) {
      const double P = mass(x), Q = mass(x - count);
      with += std::max(0.0, hidden * Q - std::exp(epsilon) * P);
      without += std::max(0.0, P - std::exp(epsilon) * hidden * Q);
    }
    CAPTURE(text, epsilon);
    CHECK(delta_of(text, Random::text(epsilon)) == Approx(with).epsilon(1e-9));
    PrivacyProfile removed(Composition::parse(text), Direction::reverse, "auto");
    CHECK(removed.delta(Real(number(Random::text(epsilon))), Effort{12}).value.approximate() ==
          Approx(without).epsilon(1e-9).margin(1e-13));
  }
}

TEST_CASE("thresholded: more keys, larger counts and lower thresholds show more",
          "[mechanisms][thresholded][PARAMETER-ORDER]") {
  const double base = delta_of("thresholded(laplace(b=1),threshold=6)", "1");
  const double two = delta_of("thresholded(laplace(b=1),threshold=6,l0=2)", "1");
  CHECK(two == Approx(1 - (1 - base) * (1 - base)).epsilon(1e-12));
  CHECK(delta_of("thresholded(laplace(b=1),threshold=5)", "1") > base);
  CHECK(delta_of("thresholded(laplace(b=1),threshold=6,count=2)", "1") ==
        Approx(delta_of("thresholded(laplace(b=1),threshold=5)", "1")).epsilon(1e-12));
  CHECK(delta_of("thresholded(discrete_laplace(b=1),threshold=6,strict=true)", "1") ==
        Approx(delta_of("thresholded(discrete_laplace(b=1),threshold=7)", "1")).epsilon(1e-12));
}

TEST_CASE("thresholded: what it does not take", "[mechanisms][thresholded]") {
  for (const char* text : {"thresholded(randomized_response(epsilon=1),threshold=5)",
                           "thresholded(laplace(b=1,sensitivity=2),threshold=5)",
                           "thresholded(gaussian(sigma=1,relation=replace),threshold=5)",
                           "thresholded(gaussian(sigma=1,group=2),threshold=5)",
                           "thresholded(laplace(b=1),threshold=5,l0=1.5)",
                           "thresholded(laplace(b=1),threshold=5,count=0)",
                           "thresholded(laplace(b=1),threshold=5,strict=yes)"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Composition::parse(text), std::invalid_argument);
  }
}
