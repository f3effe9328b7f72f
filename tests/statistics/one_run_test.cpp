/// Audits of one run: known figures, sums in another library's numbers, laws of small mechanisms.
#include "reference/statistics/one_run.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ios>

#include "reference/arithmetic/numbers/number.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;

const std::vector<OneRunBound> kBoth{OneRunBound::published, OneRunBound::exchange};

/// Returns P(Bin(r, q) = k) for all k.
std::vector<Wide> binomial_law(long r, const Wide& q) {
  std::vector<Wide> out;
  Wide choose = 1;
  for (long k = 0; k <= r; ++k) {
    out.push_back(choose * pow(q, static_cast<int>(k)) * pow(Wide(1) - q, static_cast<int>(r - k)));
    choose = choose * (r - k) / (k + 1);
  }
  return out;
}

/// Evaluates both formulas by direct summation.
Wide formula(const OneRunCounts& counts, const Wide& epsilon, const Wide& delta,
             OneRunBound bound) {
  const Wide q = exp(epsilon) / (1 + exp(epsilon));
  const std::vector<Wide> t = binomial_law(counts.guesses, q);
  const auto v = static_cast<size_t>(counts.right);
  Wide right = 0, below = 0, most = 0;
  for (size_t k = v; k < t.size(); ++k) right += t[k];
  for (size_t i = 1; i <= v; ++i) {
    below += t[v - i];
    most = std::max<Wide>(most, below / i);
  }
  const Wide m = counts.canaries;
  return right + (bound == OneRunBound::published ? 2 * m * delta * most
                                                  : m * delta * right * below / (v * t[v]));
}

Ball ball_of(const Wide& x) {
  const Ball near(Rational::parse(x.str(40, std::ios::scientific)), Bits{192});
  return widen(near, UpperBound::of(near * Ball(power_of_ten(-37), Bits{192})));
}

Certified epsilon_of(const OneRunCounts& counts, const std::string& delta, OneRunBound bound,
                     int digits = 15) {
  return one_run_epsilon(counts, number(delta), number("0.05"), bound, digits);
}

}  // namespace

TEST_CASE("one run: the figure that the published code gives", "[statistics][ONE-RUN-PUBLISHED]") {
  const Certified found = epsilon_of({100000, 1500, 1429}, "1e-5", OneRunBound::published);
  CHECK(found.reached());
  CHECK(found.value().approximate() == Approx(2.66875).margin(6e-6));
}

TEST_CASE("one run: both bounds against sums",
          "[statistics][ONE-RUN-PUBLISHED][ONE-RUN-EXCHANGE]") {
  for (const OneRunCounts& counts :
       {OneRunCounts{50, 20, 17}, {1000, 300, 260}, {400, 400, 230}, {90, 60, 60}}) {
    for (const char* epsilon : {"0.3", "1", "2.5"}) {
      for (const char* delta : {"1e-4", "0.01"}) {
        for (const OneRunBound bound : kBoth) {
          CAPTURE(counts.guesses, counts.right, epsilon, delta, one_run_bound_name(bound));
          const Wide truth = formula(counts, Wide(epsilon), Wide(delta), bound);
          const Ball found = one_run_excess_law(counts, ball(epsilon), number(delta), bound);
          const Wide q = exp(Wide(epsilon)) / (1 + exp(Wide(epsilon)));
          const bool claimed = formula(counts, Wide(epsilon), 0, bound) <= q;
          if (bound == OneRunBound::published && !claimed) {
            CHECK(found.contains(Rational(1)));
          } else {
            check_meet(found, truth < 1 ? ball_of(truth) : ball("1"), 30);
          }
          // If the claim applies, the exchange bound is at most the published one.
          if (claimed) {
            CHECK(formula(counts, Wide(epsilon), Wide(delta), OneRunBound::exchange) <=
                  formula(counts, Wide(epsilon), Wide(delta), OneRunBound::published));
          }
        }
      }
    }
  }
}

TEST_CASE("one run: the bound holds of a mechanism that turns guesses right",
          "[statistics][ONE-RUN-EXCHANGE]") {
  // Guesses by randomized response with epsilon; if k = v - 1 guesses are right, one wrong guess is corrected with
  // probability x. The test computes the required delta over all pairs of levels, and the gain.
  const Wide q = exp(Wide(1)) / (1 + exp(Wide(1)));
  for (const long r : {2L, 6L, 25L}) {
    const std::vector<Wide> t = binomial_law(r, q);
    for (long v = 1; v <= r; ++v) {
      const Wide moved = t[static_cast<size_t>(v - 1)];
      // Outcomes at level v that a correction produces have additional probability moved/C(r, v); their neighbours at
      // level v - 1 do not occur.
      const Wide here = t[static_cast<size_t>(v)] + moved;
      const Wide needed =
          v * here / r;  // delta: correct guesses at level v, without outcomes below
      const Wide gained = moved;
      const Ball bound =
          one_run_excess_law({r, r, v}, ball("1"), number("0"), OneRunBound::exchange);
      const Rational delta = Rational::parse(needed.str(30, std::ios::scientific));
      if (delta >= Rational(1)) continue;
      const Ball with = one_run_excess_law({r, r, v}, ball("1"), delta, OneRunBound::exchange);
      CAPTURE(r, v);
      CHECK(certainly_less(bound + ball_of(gained * Wide("0.999999999999")), with + ball("1e-20")));
    }
  }
}

TEST_CASE("one run: reached for one guess", "[statistics][ONE-RUN-EXCHANGE]") {
  // One canary of two, one guess: randomized response, or everything is revealed with probability delta.
  const Ball q = exp(ball("1")) / (exp(ball("1")) + 1), delta = ball("0.1");
  const Ball found =
      one_run_excess_law({2, 1, 1}, ball("1"), number("0.05"), OneRunBound::exchange);
  check_meet(found, q + (Ball::integer(1, Bits{256}) - q) * delta, 30);
}

TEST_CASE("one run: the epsilon is where the bound is the error", "[statistics][ONE-RUN-ORDER]") {
  for (const OneRunCounts& counts :
       {OneRunCounts{1000, 300, 260}, {400, 400, 230}, {5000, 100, 97}, {40, 40, 40}}) {
    for (const char* delta : {"0", "1e-6", "1e-4"}) {
      for (const OneRunBound bound : kBoth) {
        CAPTURE(counts.guesses, counts.right, delta, one_run_bound_name(bound));
        const Certified sharp = epsilon_of(counts, delta, bound, 30);
        CHECK(sharp.reached());
        const auto [low, high] = sharp.value().decimal_ends(25);
        const auto law = [&](const Rational& x) {
          return one_run_excess_law(counts, Ball(x, Bits{192}), number(delta), bound);
        };
        CHECK(certainly_at_most(law(*low), ball("0.05")));
        CHECK(certainly_at_most(ball("0.05"), law(*high)));
        for (const int digits : {1, 2, 12}) {
          check_meet(epsilon_of(counts, delta, bound, digits).value(), sharp.value(), digits);
        }
        // Every epsilon below it is refuted, and none above.
        for (const char* share : {"0.2", "0.9", "1.1", "3"}) {
          const bool refuted = number(share) < Rational(1);
          CHECK(certainly_less(law(*low * number(share)), ball("0.05")) == refuted);
        }
      }
    }
  }
  for (const OneRunCounts& counts : {OneRunCounts{100, 100, 50}, {100, 100, 0}, {100, 3, 3}}) {
    CHECK(epsilon_of(counts, "1e-5", OneRunBound::exchange).value().is_exactly_zero());
  }
}

TEST_CASE("one run: a mechanism's claim by its profile", "[statistics][ONE-RUN-EXCHANGE]") {
  // For a pure claim the profile is 0 at its epsilon: only the binomial law matters.
  PrivacyProfile profile(Composition::parse("approximate_dp(epsilon=1,delta=0)"), Direction::worst);
  const OneRunCounts counts{200, 200, 180};
  const Certified at = one_run_claim_at(counts, profile, Rational(1), Effort{12});
  check_meet(at.value(),
             one_run_p_value(counts, Rational(1), Rational(0), OneRunBound::exchange, 12).value(),
             11);
  const OneRunMechanismClaim best = one_run_claim(counts, profile, Effort{8});
  CHECK(certainly_at_most(best.p_value.value(), at.value() * 2));
}

TEST_CASE("one run: a claim of an irrational epsilon is between those beside it", "[statistics]") {
  const OneRunCounts counts{1000, 200, 130};
  const auto p = [&](const Real& epsilon) {
    return one_run_p_value(counts, epsilon, Rational(1, 100000), OneRunBound::exchange, 15).value();
  };
  const Ball at = p(read_number("log(2)"));
  CHECK(at.relative_digits() >= 15);
  CHECK(certainly_less(p(number("0.693147180559945")), at));
  CHECK(certainly_less(at, p(number("0.693147180559946"))));
  CHECK_THROWS_AS(p(read_number("log(1/2)")), std::invalid_argument);
}

TEST_CASE("one run: numbers of guesses that were possible are those of canaries", "[statistics]") {
  const OneRunCounts counts{1000, 100, 90};
  counts.check_candidates({100});
  counts.check_candidates({1, 100, 1000});
  CHECK_THROWS_AS(counts.check_candidates({100, 1001}), std::invalid_argument);
  CHECK_THROWS_AS(counts.check_candidates({0, 100}), std::invalid_argument);
  CHECK_THROWS_AS(counts.check_candidates({99, 101}), std::invalid_argument);
}

TEST_CASE("one run: impossible numbers are refused", "[statistics]") {
  CHECK_THROWS_AS((OneRunCounts{1, 1, 1}.check()), std::invalid_argument);
  CHECK_THROWS_AS((OneRunCounts{10, 11, 1}.check()), std::invalid_argument);
  CHECK_THROWS_AS((OneRunCounts{10, 5, 6}.check()), std::invalid_argument);
  CHECK_THROWS_AS(one_run_epsilon({10, 5, 4}, Rational(0), number("0.6"), OneRunBound::exchange, 5),
                  std::invalid_argument);
}
