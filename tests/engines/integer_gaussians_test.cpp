/// Products of discrete Gaussians on several lattices, compared with direct sums, other engines and windows so narrow
/// that the truncation is visible.
#include "reference/engines/integer_gaussians/integer_gaussians.hpp"

#include <cmath>
#include <tuple>

#include "reference/engines/engine.hpp"
#include "reference/engines/integer_gaussians/gaussian_lattices.hpp"
#include "reference/engines/planner.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Ball asked(const std::string& mechanism, const std::string& engine, Question question,
           const std::string& t, int digits) {
  const auto e = plan(Composition::parse(mechanism), engine);
  return e->answer(question, Real(number(t)), Effort{digits}).value;
}

/// Returns delta(t) of two discrete Gaussians in doubles.
double plain(double s1, double s2, double t) {
  const auto mass = [](double s, int x) { return std::exp(-x * x / (2 * s * s)); };
  double total1 = 0, total2 = 0, sum = 0;
  for (int x = -200; x <= 200; ++x) {
    total1 += mass(s1, x);
    total2 += mass(s2, x);
  }
  for (int x = -200; x <= 200; ++x) {
    for (int y = -200; y <= 200; ++y) {
      const double loss = (x - 0.5) / (s1 * s1) + (y - 0.5) / (s2 * s2);
      if (loss > t) sum += mass(s1, x) * mass(s2, y) * (std::exp(loss) - std::exp(t));
    }
  }
  return sum / total1 / total2;
}

}  // namespace

TEST_CASE("integer gaussians: against plain sums", "[engines][integer-gaussians]") {
  for (const auto& [s1, s2, t] :
       {std::tuple{10.001, 7.3, 0.5}, {3.7, 2.9, -0.2}, {1.3, 0.9, 2.0}}) {
    const std::string mechanism = "discrete_gaussian(sigma=" + std::to_string(s1) +
                                  ") * discrete_gaussian(sigma=" + std::to_string(s2) + ")";
    const Ball found =
        asked(mechanism, "integer_gaussians", Question::delta, std::to_string(t), 20);
    CHECK(found.relative_digits() >= 20);
    CHECK(found.approximate() == Approx(plain(s1, s2, t)).epsilon(1e-10));
  }
}

TEST_CASE("integer gaussians: against the line where there is a common lattice",
          "[engines][integer-gaussians][slow]") {
  for (const char* mechanism :
       {"discrete_gaussian(sigma=2) * discrete_gaussian(sigma=4)^3",
        "discrete_gaussian(sigma=3,sensitivity=2)^5 * discrete_gaussian(sigma=1)",
        "discrete_gaussian(sigma=5)^40",
        "discrete_gaussian(sigma=1) * discrete_gaussian(sigma=2)"
        " * discrete_gaussian(sigma=4)"}) {
    for (const Question question : kQuestions) {
      for (const char* t : {"-0.3", "0", "1/2", "3"}) {  // 0 and 1/2 may be losses
        CAPTURE(mechanism, static_cast<int>(question), t);
        check_meet(asked(mechanism, "integer_gaussians", question, t, 16),
                   asked(mechanism, "fourier", question, t, 16), 15);
      }
    }
  }
}

TEST_CASE("integer gaussians: narrow tables say what they leave out",
          "[engines][integer-gaussians][FOLDED-GAUSSIANS]") {
  const Bits p{192};
  const auto none = [] {};
  for (const long count : {1L, 6L}) {
    GaussianLattices lattices(
        {{number("4"), number("1/4"), count}, {number("9.61"), number("0.1"), 1}});
    for (const char* u : {"0.1", "1", "2.5"}) {
      const Real level(number(u));
      const Ball truth = lattices.above(level, true, 120, p, none);
      CHECK(truth.relative_digits() > 20);
      for (const double depth : {1.0, 2.0, 4.0, 8.0}) {
        CAPTURE(count, u, depth);
        const Ball narrow = lattices.above(level, true, depth, p, none);
        CHECK(overlaps(narrow, truth));
        CHECK(certainly_less(narrow.upper() - narrow.lower(),
                             Ball::from_binary64(std::exp2(2 - depth) + 1e-30, p)));
      }
    }
  }
}

TEST_CASE("integer gaussians: by two lists, against the line where there is a common lattice",
          "[engines][integer-gaussians][slow]") {
  const std::string mechanism =
      "discrete_gaussian(sigma2=20) * discrete_gaussian(sigma2=70/3)^2 * "
      "discrete_gaussian(sigma2=77/2) * discrete_gaussian(sigma2=50,sensitivity=2)";
  const auto tables = plan(Composition::parse(mechanism), "integer_gaussians");
  const auto line = plan(Composition::parse(mechanism), "fourier");
  for (const char* t : {"-0.4", "0", "1/7", "2.5"}) {
    for (const Question question : kQuestions) {
      CAPTURE(static_cast<int>(question), t);
      const Real at(number(t));
      check_meet(tables->answer(question, at, Effort{15}).value,
                 line->answer(question, at, Effort{15}).value, 14);
    }
  }
}

TEST_CASE("integer gaussians: lists of few points say what they leave out",
          "[engines][integer-gaussians][HALF-REST]") {
  const Bits p{160};
  const auto none = [] {};
  const std::vector<GaussianLattices::Group> groups = {{number("20"), number("0.05"), 1},
                                                       {number("23.3"), number("0.0429"), 1},
                                                       {number("38.5"), number("0.026"), 1},
                                                       {number("50"), number("0.02"), 1}};
  GaussianLattices all(groups), few(groups);
  for (const double bits : {-74.0, -70.0, -65.0}) {  // of 80 bits
    few.leave_out(bits);
    for (const char* u : {"-9", "0.1", "1.5"}) {
      CAPTURE(bits, u);
      const Ball narrow = few.above(Real(number(u)), true, 80 + bits * 1e-6, p, none);
      const Ball truth = all.above(Real(number(u)), true, 80, p, none);
      CHECK(truth.relative_digits() > 15);
      CHECK(overlaps(narrow, truth));
      CHECK(narrow.radius().log_approximate() > std::log(1e-9));
    }
  }
}

TEST_CASE("half sums: pairs of points above a level, and those not decided",
          "[engines][HALF-SUMS]") {
  Random random(77);
  const Bits p{96};
  const auto none = [] {};
  for (int i = 0; i < iterations(20); ++i) {
    // Losses are multiples of 1/10, so that many pairs tie with the threshold.
    std::vector<int> a, b;
    std::vector<SortedLaw::Point> first, second;
    for (size_t j = 0; j < 25; ++j) {
      a.push_back(random.integer(-30, 30));
      b.push_back(random.integer(-30, 30));
      first.push_back({a.back() / 10.0, j, Ball(Rational(random.integer(1, 9), 100UL), p)});
      second.push_back({b.back() / 10.0, j, Ball(Rational(random.integer(1, 9), 100UL), p)});
    }
    const int level = random.integer(-20, 20);
    Ball above(p), at(p);
    for (const auto& x : first) {
      for (const auto& y : second) {
        const int sum = a[x.id] + b[y.id];
        if (sum > level) above += x.mass * y.mass;
        if (sum == level) at += x.mass * y.mass;
      }
    }
    const SortedLaw one(first, p, [] {}), two(second, p, [] {});
    const auto exactly = [&](size_t x, size_t y) { return std::optional(a[x] + b[y] > level); };
    const Ball found = mass_above(one, two, level / 10.0, 1e-9, exactly, p, none);
    CHECK(overlaps(found, above));
    CHECK(found.relative_digits() > 20);
    const auto unknown = [&](size_t, size_t) { return std::optional<bool>(); };
    const Ball both = mass_above(one, two, level / 10.0, 1e-9, unknown, p, none);
    CHECK(overlaps(both, above));
    CHECK(overlaps(both, above + at));
    CHECK(both.upper().approximate() == Approx((above + at).approximate()).epsilon(1e-8));
    // With an error of 1e-18 the loss positions are too coarse for doubles to decide.
    CHECK(overlaps(mass_above(one, two, level / 10.0, 1e-18, exactly, p, none), above));
  }
}

TEST_CASE("integer gaussians: short series say what they leave out",
          "[engines][integer-gaussians][FOLDED-SERIES]") {
  const Bits p{160};
  const auto none = [] {};
  double sharpest = 1e300;
  for (const char* variance : {"0.09", "1/3", "2.5", "40"}) {
    for (const long count : {2L, 5L}) {
      for (const long reach : {3L, 8L, 30L}) {
        const GaussianLattices::Group group{number(variance), Rational(1), count};
        const auto all = GaussianLattices::folded_series(group, reach, reach, p, none);
        Ball total = -all.front();
        for (const Ball& mass : all) total += mass * 2;
        CHECK(total.contains(Rational(1)));
        for (long J = 0; J < std::min(reach, 6L); ++J) {
          CAPTURE(variance, count, reach, J);
          const auto few = GaussianLattices::folded_series(group, reach, J, p, none);
          for (size_t x = 0; x < all.size(); ++x) {
            CHECK(overlaps(few[x], all[x]));
            const double error = abs(few[x].midpoint() - all[x].midpoint()).approximate();
            if (error > 1e-30) {
              sharpest = std::min(sharpest, few[x].radius().log_approximate() - std::log(error));
            }
          }
        }
      }
    }
  }
  CHECK(sharpest < std::log(10.0));
}

TEST_CASE("integer gaussians: against a plain convolution", "[engines][integer-gaussians]") {
  // Five steps in doubles.
  for (const double v : {0.4, 3.0}) {
    constexpr int kReach = 60;
    std::vector<double> step(2 * kReach + 1), law(1, 1.0);
    double total = 0;
    for (int x = -kReach; x <= kReach; ++x) total += std::exp(-x * x / (2 * v));
    for (int x = -kReach; x <= kReach; ++x) {
      step[static_cast<size_t>(x + kReach)] = std::exp(-x * x / (2 * v)) / total;
    }
    for (int i = 0; i < 5; ++i) {
      std::vector<double> next(law.size() + step.size() - 1, 0.0);
      for (size_t a = 0; a < law.size(); ++a) {
        for (size_t b = 0; b < step.size(); ++b) next[a + b] += law[a] * step[b];
      }
      law = next;
    }
    const auto found = GaussianLattices::folded_series({Rational::from_binary64(v), Rational(1), 5},
                                                       40, 40, Bits{128}, [] {});
    for (size_t x = 0; x < 12; ++x) {
      CHECK(found[x].approximate() == Approx(law[law.size() / 2 + x]).epsilon(1e-10));
    }
  }
}

TEST_CASE("integer gaussians: an irrational threshold", "[engines][integer-gaussians]") {
  const std::string mechanism = "discrete_gaussian(sigma=10.001) * discrete_gaussian(sigma=7.3)";
  const auto e = plan(Composition::parse(mechanism), "integer_gaussians");
  // No loss is between log 2 and a nearby rational number, so the tails are equal.
  for (const long sign : {1L, -1L}) {
    const Real log_two{LogLinear{Rational(0), {{Rational(2), Rational(sign)}}}};
    const std::string next = sign > 0 ? "0.69314718055994530941" : "-0.69314718055994530941";
    for (const Question question : kQuestions) {
      CAPTURE(sign, static_cast<int>(question));
      const Ball at_log = e->answer(question, log_two, Effort{15}).value;
      const Ball beside = asked(mechanism, "integer_gaussians", question, next, 15);
      CHECK(at_log.relative_digits() >= 15);
      CHECK(at_log.approximate() == Approx(beside.approximate()).epsilon(1e-14));
    }
  }
}

TEST_CASE("integer gaussians: more digits than lists would hold take the longest that do",
          "[engines][integer-gaussians][slow]") {
  const std::string six =
      "discrete_gaussian(sigma2=3) * discrete_gaussian(sigma2=4.1) * discrete_gaussian(sigma2=5.3)"
      " * discrete_gaussian(sigma2=7.7) * discrete_gaussian(sigma2=9.1)"
      " * discrete_gaussian(sigma2=12)";
  const Ball few = asked(six, "integer_gaussians", Question::delta, "2", 20);
  const Ball many = asked(six, "integer_gaussians", Question::delta, "2", 50);
  check_meet(few, many, 20);
  CHECK(many.relative_digits() >= 50);
}
