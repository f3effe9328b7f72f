#include <cmath>
#include <ios>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/allocation/allocation_moments.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness_allocation.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Quad = witness::Real;

namespace {

constexpr Bits kBits{128};

allocation::AllocationLaw law_at(const std::string& mu, long t) {
  return allocation::law_of(number(mu), Rational(t));
}

std::string allocation_text(const std::string& sigma, int t) {
  return "random_allocation(sigma=" + sigma + ",t=" + std::to_string(t) + ")";
}

Certified delta_of(const std::string& mechanism, const std::string& epsilon, Direction direction,
                   int digits) {
  PrivacyProfile profile(Composition::parse(mechanism), direction, "auto");
  return delta(profile, number(epsilon), Effort{digits});
}

/// Returns 1 + E[(Y-1)^2]/t. This function and the next return E[(S/t)^n], n = 2, 3, by expanding the sum.
Ball second_moment(const std::string& mu, long t, Bits p) {
  const Ball m = exp(square(ball(mu, p)));
  return (m + (t - 1)) / t;
}
Ball third_moment_of(const std::string& mu, long t, Bits p) {
  const Ball m = exp(square(ball(mu, p)));
  const Ball all =
      power(m, Rational(3)) + m * 3 * (t - 1) + Ball(Rational(t - 1) * Rational(t - 2), p);
  return all / t / t;
}

}  // namespace

TEST_CASE("random allocation: known values", "[mechanisms][allocation][slow]") {
  const std::string mechanism = "random_allocation(sigma=1,t=10)";
  const Certified forward = delta_of(mechanism, "1", Direction::forward, 15);
  const Certified reverse = delta_of(mechanism, "1", Direction::reverse, 15);
  CHECK(forward.reached());
  CHECK(reverse.reached());
  CHECK(forward.value().approximate() == Approx(0.00278286899918157).epsilon(3e-15));
  CHECK(reverse.value().approximate() == Approx(0.000486185808500802).epsilon(3e-15));
}

TEST_CASE(
    "random allocation: all integers c with known moments, and every order",
    "[mechanisms][allocation][ALLOCATION-REAL][ALLOCATION-STEP][ALLOCATION-STEP-CUT][sweep]") {
  Random random(901);
  for (int i = 0; i < of_sweep(1, 5); ++i) {
    const std::string mu = Random::text(random.log_uniform(0.1, 3.3));
    const long t = std::lround(random.log_uniform(2, 3e4));
    CAPTURE(mu, t);
    const allocation::AllocationLaw law = law_at(mu, t);
    check_meet(allocation::transform(law, 2, kBits), second_moment(mu, t, kBits), 36);
    check_meet(allocation::transform(law, 3, kBits), third_moment_of(mu, t, kBits), 36);
    // c = 0 and 1 by quadrature, which the program itself does not use: K = 1.
    for (const double c : {-0x1p-30, 1 - 0x1p-30}) {
      const Ball K = allocation::transform(law, c, kBits);
      CHECK(K.relative_digits() >= 36);
      CHECK(abs(K - Ball::integer(1, kBits)).approximate() < 1e-6);
    }
    const double c = std::round(random.uniform(-9, 4.5) * 32) / 32;
    const Ball K = allocation::transform(law, c, kBits);
    CAPTURE(c);
    CHECK(K.relative_digits() >= 36);
    CHECK(overlaps(K, allocation::transform(law, c, Bits{220})));
    // The value at the start of a line, computed on another ray and possibly at another order.
    const auto line = allocation::transform_on_line(
        law, c, allocation::plan_line(law, c, 1.5, 40, kBits), exact(1.5, kBits), 40, kBits, [] {});
    CHECK(overlaps(line.values[0].real(), K));
    CHECK((line.values[0].real() - K).approximate() < 1e-35 * K.approximate());
  }
}

TEST_CASE("random allocation: K(c+iy) at t = 2 agrees with a sum over both steps",
          "[mechanisms][allocation][ALLOCATION-LINE][sweep]") {
  Random random(902);
  for (int i = 0; i < of_sweep(1, 8); ++i) {
    const std::string mu = Random::text(random.log_uniform(0.1, 1.2));
    const double c = std::round(random.uniform(-6, 4) * 32) / 32;
    CAPTURE(mu, c);
    const allocation::AllocationLaw law = law_at(mu, 2);
    const double D = 0.25;
    const auto line = allocation::transform_on_line(
        law, c, allocation::plan_line(law, c, D, 60, kBits), exact(D, kBits), 60, kBits, [] {});
    for (const int k : {1, 7, 30, 59}) {
      const witness::Complex K =
          witness::allocation_transform_of_two(Quad(mu), Quad(c), Quad(k * D));
      const Ball size = allocation::transform(law, c, kBits);
      const Ball slack = size * exact(1e-24, kBits);
      const ComplexBall value = line.values[static_cast<size_t>(k)];
      const auto near = [&](const Ball& x, const Quad& y) {
        const Ball truth(Rational::parse(y.str(36, std::ios_base::scientific)), kBits);
        return overlaps(x, widen(truth, UpperBound::of(slack))) &&
               x.radius().ball(kBits).approximate() < 1e-35 * size.approximate();
      };
      CAPTURE(k);
      CHECK(near(value.real(), K.re));
      CHECK(near(value.imag(), K.im));
    }
  }
}

TEST_CASE("random allocation: t = 1 is the gaussian, of either sensitivity",
          "[mechanisms][allocation]") {
  for (const char* epsilon : {"0.5", "3"}) {
    CHECK(delta_of("random_allocation(sigma=2,t=1,sensitivity=3)", epsilon, Direction::worst, 20)
              .value()
              .contains(delta_of("gaussian(sigma=2,sensitivity=3)", epsilon, Direction::worst, 40)
                            .value()));
  }
  CHECK(Composition::parse("random_allocation(sigma=2,t=1)^3").identity() ==
        Composition::parse("gaussian(sigma=2)^3").identity());
  CHECK(Composition::parse("random_allocation(sigma=2,t=7,sensitivity=2)").identity() ==
        Composition::parse("random_allocation(sigma=1,t=7)").identity());
}

TEST_CASE("random allocation: t = 2 agrees with an integral over one step",
          "[mechanisms][allocation][ALLOCATION-DECAY][sweep]") {
  Random random(903);
  for (int i = 0; i < of_sweep(2, 6); ++i) {
    const std::string sigma = Random::text(random.log_uniform(0.4, 5));
    const std::string epsilon = Random::text(random.uniform(0.05, 2) / number(sigma).approximate());
    CAPTURE(sigma, epsilon);
    const Quad mu = 1 / Quad(sigma), k = exp(Quad(epsilon));
    const std::string mechanism = allocation_text(sigma, 2);
    const Ball forward = delta_of(mechanism, epsilon, Direction::forward, 15).value();
    check_meet(forward, witness::as_ball(witness::allocation_delta_of_two(mu, k), 1e-18), 14.9);
    // Reverse: E[(1 - e^eps S/2)_+] = e^eps E[(1/k - S/2)_+], by put-call parity.
    const Quad call = witness::allocation_delta_of_two(mu, 1 / k);
    const Ball reverse = delta_of(mechanism, epsilon, Direction::reverse, 15).value();
    const Quad truth = k * (call - 1 + 1 / k);
    check_meet(reverse, widen(witness::as_ball(truth, 1e-18), UpperBound::of(exact(1e-24, kBits))),
               14.9);
  }
}

TEST_CASE("random allocation: one epoch agrees with the formula without fractional moments",
          "[mechanisms][allocation][ALLOCATION-DECAY][sweep]") {
  Random random(904);
  for (int i = 0; i < of_sweep(2, 6); ++i) {
    const std::string sigma = Random::text(random.log_uniform(0.45, 2.2));
    const int t = static_cast<int>(std::lround(random.log_uniform(3, 60)));
    const std::string epsilon = Random::text(random.uniform(0.02, 1.2));
    CAPTURE(sigma, t, epsilon);
    const long double mu = 1 / std::stold(sigma), k = std::exp(std::stold(epsilon));
    const auto excess = [&](long double at) { return witness::allocation_excess(mu, t, at); };
    const std::string mechanism = allocation_text(sigma, t);
    const double forward =
        delta_of(mechanism, epsilon, Direction::forward, 15).value().approximate();
    CHECK(std::fabs(forward - static_cast<double>(excess(k) - k + 1)) < 3e-14);
    const double reverse =
        delta_of(mechanism, epsilon, Direction::reverse, 15).value().approximate();
    CHECK(std::fabs(reverse - static_cast<double>(k * excess(1 / k))) < 3e-14);
  }
}

TEST_CASE("random allocation: engines that need tails refuse with one line",
          "[mechanisms][allocation][engines]") {
  const Composition one = Composition::parse("random_allocation(sigma=1,t=10)");
  for (const char* engine : {"closed_form", "lattice", "direct", "knots", "finite"}) {
    CAPTURE(engine);
    CHECK_THROWS_AS(plan(one, engine), std::invalid_argument);
  }
  CHECK_THROWS_WITH(plan(one, "lattice"), Catch::Contains("no tails of its loss"));
  CHECK_THROWS_WITH(plan(one, "closed_form"), Catch::Contains("no tails of its loss"));
  CHECK_THROWS_AS(Composition::parse("random_allocation(sigma=1,t=1/2)"), std::invalid_argument);
  CHECK_THROWS_AS(Composition::parse("random_allocation(sigma=1,t=0)"), std::invalid_argument);
  CHECK_THROWS_AS(Composition::parse("random_allocation(sigma=0,t=2)"), std::invalid_argument);
}

TEST_CASE("random allocation: beside Poisson sampling at p = 1/t over t steps",
          "[mechanisms][allocation][slow]") {
  // In the forward direction the profiles cross at epsilon = 0.2065; in reverse, for epsilon > 0, they do not cross.
  const auto profile = [](const char* mechanism, Direction direction) {
    return PrivacyProfile(Composition::parse(mechanism), direction, "auto");
  };
  const char* const picked = "random_allocation(sigma=1,t=10)";
  const char* const sampled = "subsampled_gaussian(sigma=1,p=1/10)^10";
  const auto less = [](PrivacyProfile& one, PrivacyProfile& other, const char* epsilon) {
    CAPTURE(epsilon);
    CHECK(certainly_less(delta(one, number(epsilon), Effort{10}).value(),
                         delta(other, number(epsilon), Effort{10}).value()));
  };
  PrivacyProfile one = profile(picked, Direction::forward),
                 many = profile(sampled, Direction::forward);
  for (const char* epsilon : {"0", "0.1", "0.2065"}) less(many, one, epsilon);
  for (const char* epsilon : {"0.20651", "1", "4"}) less(one, many, epsilon);
  PrivacyProfile one_back = profile(picked, Direction::reverse),
                 many_back = profile(sampled, Direction::reverse);
  for (const char* epsilon : {"0.1", "1", "3"}) less(many_back, one_back, epsilon);
}

TEST_CASE("random allocation: compositions agree with sampled losses",
          "[mechanisms][allocation][slow]") {
  // E_P[(e^S - e^eps)_+] over three epochs, from 40000 draws: within five standard errors.
  Random random(905);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
           std::cos(2 * M_PI * random.uniform(0, 1));
  };
  const int t = 7, epochs = 3, draws = 40000;
  const double mu = 1 / 0.9;
  double sum = 0, squares = 0;
  const double level = std::exp(0.5);
  for (int i = 0; i < draws; ++i) {
    double product = 1;
    for (int e = 0; e < epochs; ++e) {
      double S = 0;
      for (int k = 0; k < t; ++k) S += std::exp(mu * normal() - mu * mu / 2);
      product *= S / t;
    }
    const double gain = std::max(0.0, level - product);  // bounded: delta = gain + 1 - level
    sum += gain;
    squares += gain * gain;
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  const double delta = delta_of("random_allocation(sigma=0.9,t=7)^3", "0.5", Direction::forward, 12)
                           .value()
                           .approximate();
  CHECK(std::fabs(mean + 1 - level - delta) < 5 * error);
  CHECK(error < 0.01);
}

TEST_CASE("random allocation: what contours are chosen by knows the moments",
          "[mechanisms][allocation]") {
  // A thousand epochs multiply the error of one by a thousand, so it must be negligible.
  Random random(906);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string mu = Random::text(random.log_uniform(0.05, 3.3));
    const long t = static_cast<long>(random.log_uniform(1, 2e4));
    CAPTURE(mu, t);
    const auto law = law_at(mu, t);
    const auto exact = allocation::moments(law, allocation::kMostExact - 1, Bits{256});
    const allocation::Sketch& sketch = allocation::sketch_of(law);
    for (long n = 2; n < allocation::kMostExact; ++n) {
      const double log_moment = log(exact[static_cast<size_t>(n)]).approximate();
      const double known = sketch.log_transform(static_cast<double>(n));
      CAPTURE(n, log_moment, known);
      // For n < 5 an integral, with an error that may be a thousandth for a thousand epochs, then tabulated values.
      // For n > 100 the error is the rounding of log n!, which is 1000 or more.
      const double rounding = n > 100 ? 2e-15 * std::lgamma(static_cast<double>(n)) : 0;
      const double slack = (n < 5 ? 1e-7 : 1e-11) * (0.01 + log_moment) + rounding;
      CHECK(std::fabs(known - log_moment) < slack);
    }
    // At larger orders, compared with the proved bounds.
    for (const double c : {400.0, 567.5, 2345.0}) {
      const Ball range = allocation::transform_range(law, c, Bits{64});
      const double top = log(range.upper()).approximate(), known = sketch.log_transform(c);
      CAPTURE(c, top, known);
      CHECK(std::fabs(known - top) < 1e-5 + 1e-8 * top);
    }
    const double between = sketch.log_transform(10.25);
    CHECK(between == Approx(0.75 * sketch.log_transform(10) + 0.25 * sketch.log_transform(11)));
  }
}

TEST_CASE("random allocation: a thousand epochs of little loss",
          "[mechanisms][allocation][sweep]") {
  const Composition c = Composition::parse("random_allocation(sigma=10,t=2)^1000");
  const auto engine = plan(c, "auto"), varied = plan(c, "auto");
  REQUIRE(varied->vary());
  int index = 0;
  for (const char* epsilon : {"5", "7", "9.2", "20"}) {
    if (!of_list(index++, 4)) continue;
    const Real t(number(epsilon)), back(Rational(0) - number(epsilon));
    CAPTURE(epsilon);
    // The first line suffices: it is neither shortened nor computed twice.
    for (const auto& [question, at] : {std::pair{Question::excess, back}, {Question::delta, t}}) {
      const auto fresh = plan(c, "auto");
      const Ball a = fresh->answer(question, at, Effort{15}).value;
      check_meet(a, varied->answer(question, at, Effort{15}).value, 15);
      check_meet(a, engine->answer(question, at, Effort{15}).value, 15);
      CHECK_THAT(fresh->explain(), Catch::Contains("; then fourier: 1 line(s)"));
    }
  }
}

TEST_CASE("random allocation: compared with Poisson sampling down to its least loss",
          "[mechanisms][allocation][compare][slow]") {
  // At epsilon = -1, near 100 log(0.99), the excess of the second mechanism is below 1e-1900.
  PrivacyProfile picked(Composition::parse("random_allocation(sigma=2,t=100)"), Direction::forward),
      sampled(Composition::parse("subsampled_gaussian(sigma=2,p=1/100)^100"), Direction::forward);
  const Comparison found = compare(picked, sampled, Effort{6});
  CHECK(found.reached);
  int crossings = 0;
  for (const ComparedRange& range : found.ranges) {
    if (range.kind != ComparedRange::Order::crossing) continue;
    ++crossings;
    const Rational near = Rational::parse("0.0047"), far = Rational::parse("0.0049");
    CHECK(certainly_less(Ball(near, kBits), range.from));
    CHECK(certainly_less(range.to, Ball(far, kBits)));
    for (const Rational& epsilon : {near, far}) {
      const Ball gap =
          delta(picked, epsilon, Effort{10}).value() - delta(sampled, epsilon, Effort{10}).value();
      CHECK(certainly_less(Ball(kBits), epsilon < Rational::parse("0.0048") ? gap : -gap));
    }
  }
  CHECK(crossings == 1);
}

TEST_CASE("random allocation: one large step among ten thousand agrees with sampled losses",
          "[mechanisms][allocation][slow]") {
  // delta = t E_P[(S/t - e^eps)_+; Y_1 is the largest], where Z_1 is sampled near the values that matter.
  Random random(907);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
           std::cos(2 * M_PI * random.uniform(0, 1));
  };
  const int t = 10000, draws = 1500;
  const double level = std::exp(0.4), middle = 9.2;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = middle + normal(), first = std::exp(z - 0.5);
    double rest = 0, largest = 0;
    for (int k = 1; k < t; ++k) {
      const double y = std::exp(normal() - 0.5);
      rest += y;
      largest = std::max(largest, y);
    }
    const double weight = std::exp(middle * (middle / 2 - z));
    const double gain = std::max(0.0, (first + rest) / t - level);
    const double x = first > largest ? t * weight * gain : 0;
    sum += x;
    squares += x * x;
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  const Certified delta =
      delta_of("random_allocation(sigma=1,t=10000)", "0.4", Direction::forward, 15);
  CHECK(delta.reached());
  CHECK(std::fabs(mean - delta.value().approximate()) < 5 * error);
  CHECK(error < 0.1 * mean);
}

TEST_CASE("random allocation: ten thousand steps agree with the formula without fractional moments",
          "[mechanisms][allocation][slow]") {
  // The independent computation rotates by arg(x)/mu, and loses digits if mu is small.
  for (const auto& [sigma, epsilon] : {std::pair{"1", "0.0372"}, {"0.6", "0.9"}}) {
    CAPTURE(sigma, epsilon);
    const long double mu = 1 / std::stold(sigma), k = std::exp(std::stold(epsilon));
    const long double excess = witness::allocation_excess(mu, 10000, k);
    const Certified delta =
        delta_of(allocation_text(sigma, 10000), epsilon, Direction::forward, 15);
    CHECK(delta.reached());
    CHECK(std::fabs(delta.value().approximate() - static_cast<double>(excess - k + 1)) < 3e-14);
  }
}
