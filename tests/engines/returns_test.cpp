/// Products of many discrete Gaussians on a line with near-recurrences, compared with tables of the laws, with one
/// period if there is a common lattice, and with lines so short that the truncation is visible.
#include "reference/engines/returns/returns.hpp"

#include <algorithm>
#include <cmath>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sieve/sieve.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Question kProfiles[] = {Question::delta, Question::one_minus_delta, Question::excess};

Ball asked(const std::string& mechanism, const std::string& engine, Question question,
           const std::string& t, int digits) {
  const auto e = plan(Composition::parse(mechanism), engine);
  return e->answer(question, plumbline::Real(number(t)), Effort{digits}).value;
}

/// Returns an upper end of |K(c+ikD)|/K(c) for k = 0 .. count-1.
std::vector<double> sizes(const Composition& composition, double c, double D, size_t count) {
  const Bits p{128};
  std::vector<double> out(count, 1);
  for (const Factor& f : composition.factors()) {
    const auto values =
        measure_of(*f.mechanism)
            .transform_on_segment(c, Ball(p), Ball::from_binary64(D, p), count, p, [] {});
    const double K = measure_of(*f.mechanism).transform(c, p).approximate();
    for (size_t k = 0; k < count; ++k) {
      const double ratio = values[k].magnitude().ball(p).approximate() / K;
      out[k] *= std::pow(ratio, f.count.approximate());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("returns: against tables of the laws", "[engines][returns][sweep]") {
  Random random(4711);
  for (int i = 0; i < of_sweep(4, 8); ++i) {
    std::string mechanism;
    for (int j = random.integer(2, 3); j > 0; --j) {
      mechanism += (mechanism.empty() ? "" : " * ") +
                   ("discrete_gaussian(sigma2=" + Random::text(random.log_uniform(4, 60)) +
                    (random.integer(0, 3) == 0 ? ",sensitivity=2)^" : ")^")) +
                   std::to_string(random.integer(1, 30));
    }
    const std::string t = Random::text(random.uniform(-1, 3));
    for (const Question question : kProfiles) {
      CAPTURE(mechanism, t, static_cast<int>(question));
      check_meet(asked(mechanism, "returns", question, t, 6),
                 asked(mechanism, "integer_gaussians", question, t, 12), 4);
    }
  }
}

TEST_CASE("returns: against one period, and fifteen digits where nothing else has them",
          "[engines][returns][slow]") {
  // Rational scales with a common lattice that is not too fine.
  std::string mechanism;
  for (const char* v : {"20", "70/3", "77/2", "50", "110/3", "84", "35", "140", "66", "231/5"}) {
    mechanism +=
        (mechanism.empty() ? "" : " * ") + ("discrete_gaussian(sigma2=" + std::string(v)) + ")^5";
  }
  for (const char* t : {"-0.7", "0", "1.3", "4"}) {
    for (const Question question : kProfiles) {
      CAPTURE(t, static_cast<int>(question));
      check_meet(asked(mechanism, "returns", question, t, 9),
                 asked(mechanism, "fourier", question, t, 18), 9);
    }
  }
  // Scales of four decimals each: fifteen digits, and other contours agree.
  std::string many;
  for (int i = 0; i < 24; ++i) {
    many += (many.empty() ? "" : " * ") + ("discrete_gaussian(sigma=" + std::to_string(4 + i)) +
            "." + std::to_string(1003 + 377 * i) + ")^3";
  }
  const auto e = plan(Composition::parse(many), "returns"),
             other = plan(Composition::parse(many), "returns");
  other->vary();
  for (const char* t : {"0.5", "2"}) {
    const plumbline::Real at(number(t));
    const Ball found = e->answer(Question::delta, at, Effort{15}).value;
    CHECK(found.relative_digits() >= 15);
    CHECK(overlaps(found, other->answer(Question::delta, at, Effort{15}).value));
    // Tails are slopes of the profile.
    const Ball above = e->answer(Question::P_above, at, Effort{15}).value;
    CHECK(above.relative_digits() >= 5);
  }
}

TEST_CASE("returns: lines that end early say what they cut", "[engines][returns][RETURNS-CUT]") {
  // One loss has almost all of the mass: there the truncation error is largest.
  const std::string point = "discrete_gaussian(sigma=0.25) * discrete_gaussian(sigma=0.3)";
  const std::string wide = "discrete_gaussian(sigma=3.1)^4 * discrete_gaussian(sigma=2.3)^5";
  double sharpest = 1e300;
  for (const std::string& mechanism : {point, wide}) {
    const Composition composition = Composition::parse(mechanism);
    const auto tables = plan(composition, "integer_gaussians");
    const double deviation = composition.approximate_location(0).deviation;
    std::vector<std::string> levels = {"-0.4", "0", "0.7", "2"};
    // The loss of both steps at 0: -1/(2 0.0625) - 1/(2 0.09).
    if (mechanism == point) levels = {"-122/9", "-13.5", "-13.6", "-13"};
    for (const long last : {1L, 2L, 6L, 30L, 200L}) {
      for (const std::string& t : levels) {
        const plumbline::Real at(number(t));
        const double step = 0.2 / std::max(1.0, deviation);
        const returns::ReturnContour contour{0.4375, step, last, Bits{160}, 1.25, -0.5, -90, 1000};
        for (const Question question : kProfiles) {
          CAPTURE(mechanism, last, t, static_cast<int>(question));
          const Ball found = returns_on_contour(composition, contour, question, at).value;
          const Ball truth = tables->answer(question, at, Effort{30}).value;
          CHECK(found.is_finite());
          CHECK(overlaps(found, truth));
          const double error = abs(found.midpoint() - truth).approximate();
          if (error > 0)
            sharpest = std::min(sharpest, found.radius().log_approximate() - std::log(error));
        }
      }
    }
  }
  CHECK(sharpest < std::log(10.0));
}

TEST_CASE("returns: the kernel at the cut is the middle of two known in closed form",
          "[engines][returns][RETURNS-CUT]") {
  for (double v = 0.03; v < 0.99; v += 0.01) {
    const double angle = M_PI * v / 2, s = std::sin(angle), c = std::cos(angle);
    const double middle = 1 / (v * v) - M_PI * M_PI * (1 - v) / (4 * s * s) - M_PI / 2 * (c / s);
    const double half = M_PI * M_PI * (1 - v) / (4 * c * c) - M_PI / 2 * (s / c);
    CAPTURE(v);
    CHECK(std::fabs(returns::cut_middle(v) - middle) < 0x1p-15);
    CHECK(std::fabs(returns::cut_width(v) - half) < (1 - v) * 0x1p-12);
  }
  CHECK(returns::cut_middle(0.0) == Approx(-M_PI * M_PI / 12));
  CHECK(std::fabs(returns::cut_width(0.0) - M_PI * M_PI / 4) < 0x1p-12);
}

TEST_CASE("returns: what near_recurrence leaves out has decayed",
          "[engines][returns][RETURNS-SIEVE]") {
  Random random(515);
  const auto none = [] {};
  for (int i = 0; i < iterations(6); ++i) {
    std::string mechanism;
    for (int j = random.integer(1, 4); j > 0; --j) {
      mechanism += (mechanism.empty() ? "" : " * ") +
                   ("discrete_gaussian(sigma2=" + Random::text(random.log_uniform(1, 40)) + ")^") +
                   std::to_string(random.integer(1, 4));
    }
    const Composition composition = Composition::parse(mechanism);
    const double c = std::round(random.uniform(-2, 3) * 64) / 64, D = 0.15625;
    constexpr size_t kCount = 4000;
    const std::vector<double> truth = sizes(composition, c, D, kCount);
    fourier::Sieve sieve(composition, c, Ball::from_binary64(D, Bits{64}), kCount - 1, Bits{64},
                         none);
    for (const long need : {700L, 3000L, 9000L}) {
      CAPTURE(mechanism, c, need);
      std::vector<fourier::Run> kept;
      REQUIRE(sieve.keep(0, kCount - 1, need, kCount, none, &kept));
      std::vector<bool> inside(kCount, false);
      for (const auto& run : kept) {
        for (long k = run.first; k <= run.last; ++k) inside[static_cast<size_t>(k)] = true;
      }
      const double share = fourier::Sieve::share(need, Bits{64}).approximate();
      size_t large = 0, summed = 0;
      for (size_t k = 0; k < kCount; ++k) {
        if (!inside[k]) CHECK(truth[k] <= share * (1 + 1e-12));
        summed += inside[k] ? 1 : 0;
        // The list is not excessively long either.
        large += truth[k] > share / 100 ? 1 : 0;
      }
      CHECK(summed <= large + 10);
      CHECK(inside[0]);
    }
    // A limit is enforced.
    std::vector<fourier::Run> kept = {{5, 6}};
    CHECK_FALSE(sieve.keep(0, kCount - 1, 9000, 3, none, &kept));
    CHECK(kept.size() == 1);
  }
}

TEST_CASE("returns: pairs of atoms show decay", "[engines][returns][RETURNS-PAIRS]") {
  const auto none = [] {};
  for (const char* mechanism :
       {"skellam(mu=2)^40", "subsampled(discrete_gaussian(sigma=1.5),p=0.3)^60",
        "skellam(mu=1/2)^25 * skellam(mu=3)^12"}) {
    const Composition composition = Composition::parse(mechanism);
    for (const double c : {-0.25, 0.4375, 1.75}) {
      constexpr size_t kCount = 2500;
      const double D = 0.09375;
      const std::vector<double> truth = sizes(composition, c, D, kCount);
      fourier::Sieve sieve(composition, c, Ball::from_binary64(D, Bits{64}), kCount - 1, Bits{64},
                           none);
      for (const long need : {1500L, 4000L, 12000L}) {
        CAPTURE(mechanism, c, need);
        std::vector<fourier::Run> kept;
        REQUIRE(sieve.keep(0, kCount - 1, need, kCount, none, &kept));
        std::vector<bool> inside(kCount, false);
        for (const auto& run : kept) {
          for (long k = run.first; k <= run.last; ++k) inside[static_cast<size_t>(k)] = true;
        }
        const double share = std::exp2(-static_cast<double>(need) / 1024);
        size_t summed = 0;
        for (size_t k = 0; k < kCount; ++k) {
          if (!inside[k]) CHECK(truth[k] <= share * (1 + 1e-12));
          summed += inside[k] ? 1 : 0;
        }
        CHECK(inside[0]);
        if (need == 1500) CHECK(summed < kCount);
      }
    }
  }
}

TEST_CASE("returns: integer noise beside sums over all of its losses", "[engines][returns][slow]") {
  for (const char* mechanism :
       {"skellam(mu=1/2)^4", "subsampled(discrete_gaussian(sigma=0.7),p=0.2)^3"}) {
    const Composition composition = Composition::parse(mechanism);
    const auto sums = plan(composition, "conditioned");
    for (const long last : {20L, 400L, 3000L}) {
      const returns::ReturnContour contour{0.4375, 0.125, last, Bits{120}, 1.5, -0.5, -30, 4000};
      for (const char* t : {"-0.5", "0.7"}) {
        for (const Question question : kProfiles) {
          CAPTURE(mechanism, last, t, static_cast<int>(question));
          const plumbline::Real at(number(t));
          const Ball truth = sums->answer(question, at, Effort{12}).value;
          CHECK(truth.relative_digits() >= 10);
          CHECK(overlaps(returns_on_contour(composition, contour, question, at).value, truth));
        }
      }
    }
  }
  // Many steps: another contour agrees.
  const auto e = plan(Composition::parse("skellam(mu=3)^1000"), "returns");
  const plumbline::Real at(number("200"));
  const Ball many = e->answer(Question::delta, at, Effort{9}).value;
  CHECK(many.relative_digits() >= 9);
  e->vary();
  CHECK(overlaps(many, e->answer(Question::delta, at, Effort{10}).value));
}

TEST_CASE("returns: many nodes left out weigh in", "[engines][returns][RETURNS-SIEVE]") {
  const Composition composition = Composition::parse(
      "discrete_gaussian(sigma=3.1)^4 * discrete_gaussian(sigma=2.3)^5 * "
      "discrete_gaussian(sigma=1.7)");
  const auto tables = plan(composition, "integer_gaussians");
  for (const double small : {-0.1, -2.0, -6.0, -15.0}) {
    for (const char* t : {"0", "1.5"}) {
      const plumbline::Real at(number(t));
      const returns::ReturnContour contour{0.4375, 0.125, 4000, Bits{120}, 1.75, -1, small, 4000};
      const Ball found = returns_on_contour(composition, contour, Question::delta, at).value;
      CAPTURE(small, t);
      CHECK(overlaps(found, tables->answer(Question::delta, at, Effort{20}).value));
    }
  }
}

TEST_CASE("returns: a census, and what is refused", "[engines][returns]") {
  // A census: one period of its common lattice has at least 10^7 nodes, of which few are summed.
  std::string census;
  for (const char* level : {"104", "1440", "447", "687", "1256", "165"}) {
    for (const char* query : {"678", "5", "7", "17", "1054", "983"}) {
      census += (census.empty() ? "" : " * ") +
                ("discrete_gaussian(sigma2=" +
                 (number("16793603/5") / (number(level) * number(query))).text()) +
                ")";
    }
  }
  for (const char* t : {"1", "6"}) {
    check_meet(asked(census, "fourier", Question::delta, t, 15),
               asked(census, "returns", Question::delta, t, 9), 9);
    CHECK(asked(census, "fourier", Question::P_above, t, 15).relative_digits() >= 15);
  }
  CHECK(returns_entry().refusal(Composition::parse("discrete_gaussian(sigma=3) * laplace(b=1)")) ==
        "it covers products of discrete gaussians and other integer noise alone");
}

TEST_CASE("returns: where a line as long as may be does not reach, none is tried again close by",
          "[engines][returns][slow]") {
  const Composition composition = Composition::parse("skellam(mu=20)^8");
  const auto engine = returns_entry().make(composition);
  Effort effort;
  effort.digits = 15;
  const auto ask = [&](const std::string& t) {
    return engine->answer(Question::delta, plumbline::Real(number(t)), effort).value;
  };
  const Ball first = ask("1");
  CHECK(first.relative_digits() < 15);
  CHECK(first.relative_digits() > 5);
  const std::string lines = engine->explain();
  const Ball close = ask("1.001");
  CHECK(engine->explain() == lines);
  CHECK(close.relative_digits() > first.relative_digits() - 0.1);  // the cached line serves it
  CHECK(certainly_less(close, first));                             // delta decreases
  // Fewer digits are reached with the cached line; a distant threshold needs a new one.
  effort.digits = 4;
  CHECK(ask("1.002").relative_digits() >= 4);
  ask("4");
  CHECK(engine->explain() != lines);
  const auto afresh = returns_entry().make(composition);
  effort.digits = 9;
  CHECK(overlaps(afresh->answer(Question::delta, plumbline::Real(number("1.001")), effort).value,
                 close));
}
