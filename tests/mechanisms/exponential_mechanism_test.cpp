/// Bounded range: the largest profile of one run, and runs with given t below it.
#include "reference/mechanisms/laplace/exponential_mechanism.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <complex>

#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string at(const std::string& t) { return "exponential_mechanism(epsilon=1,t=" + t + ")"; }

}  // namespace

TEST_CASE("exponential mechanism: one run is the largest of all of bounded range",
          "[mechanisms][RANGE-PAIR]") {
  check_value(forward_delta("exponential_mechanism(epsilon=1)", "0.3"), "0.13796280335447104054",
              15);
  check_round_trip("exponential_mechanism(epsilon=1)");
  check_round_trip("exponential_mechanism(epsilon=1,t=1/3)");
  for (const char* g : {"-0.8", "-0.3", "0", "0.3", "0.7"}) {
    CAPTURE(g);
    const Ball whole = forward_delta("exponential_mechanism(epsilon=1)", g);
    PrivacyProfile reverse(Composition::parse("exponential_mechanism(epsilon=1)"),
                           Direction::reverse);
    check_meet(whole, reverse.delta(Real(number(g)), Effort{15}).value, 14);
    const Rational best = (Rational(1) + number(g)) / Rational(2);
    check_meet(whole, forward_delta(at(best.text()), g), 14);
    for (const char* t : {"0.1", "0.4", "0.5", "0.85"}) {
      CHECK_FALSE(certainly_less(whole, forward_delta(at(t), g)));
    }
  }
  CHECK(Composition::parse(at("0")).identity() == "perfectly_private ^1; ");
  // Both formulas with few bits enclose the values with many bits.
  const BoundedRange pair(number("1"));
  for (const char* t : {"-0.7", "-0.1", "0.2", "0.33", "0.9"}) {
    const LossTails few = pair.tails(Real(number(t)), Bits{14});
    const LossTails many = pair.tails(Real(number(t)), Bits{200});
    CAPTURE(t);
    CHECK(few.P_above.contains(many.P_above.midpoint()));
    CHECK(few.Q_below.contains(many.Q_below.midpoint()));
    check_meet(many.P_above + many.P_below, Ball::integer(1, Bits{64}), 40);
    check_meet(many.Q_above - exp(ball(t)) * many.P_above,
               forward_delta("exponential_mechanism(epsilon=1)", t), 12);
  }
}

TEST_CASE("exponential mechanism: several runs on two engines", "[mechanisms]") {
  check_value(forward_delta("exponential_mechanism(epsilon=1)^2", "0.5"), "0.17098109544817338952",
              15);
  check_engines("exponential_mechanism(epsilon=1)^12", "1.5", "fourier", "lattice", 2, 14);
  check_engines("exponential_mechanism(epsilon=0.1)^200", "0.8", "fourier", "lattice", 2, 14);
  check_engines("exponential_mechanism(epsilon=2)^3 * laplace(b=2)", "1", "fourier", "lattice", 2);
  // For a given t the runs are binomial, and delta is below the bound for all t.
  const Ball some = forward_delta(at("0.6") + "^12", "1.5");
  CHECK(certainly_less(some, forward_delta("exponential_mechanism(epsilon=1)^12", "1.5")));
  check_engines(at("0.6") + "^12", "1.5", "finite", "fourier", 10, 12);
}

TEST_CASE("exponential mechanism: transform and moments against quadrature", "[mechanisms]") {
  const BoundedRange pair(number("1.5"));
  const auto integral = [](double c, double y) {
    const auto part = [&](bool imaginary) {
      return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
          [&](double l) {
            const double density = std::exp(-l / 2) / (4 * std::sinh(0.75)) * std::exp(c * l);
            return density * (imaginary ? std::sin(y * l) : std::cos(y * l));
          },
          -1.5, 1.5, 8, 1e-14);
    };
    return std::complex<double>(part(false), part(true));
  };
  for (const double c : {-2.0, 0.5, 1.0, 3.0}) {
    const LineValues line = pair.transform_on_line(c, exact(0.75, Bits{128}), 9, Bits{128}, [] {});
    for (const size_t k : {0U, 1U, 8U}) {
      const auto z = integral(c, 0.75 * static_cast<double>(k));
      CHECK(line.values[k].real().approximate() == Approx(z.real()).margin(1e-12));
      CHECK(line.values[k].imag().approximate() == Approx(z.imag()).margin(1e-12));
    }
    CHECK(pair.log_transform(c) == Approx(std::log(integral(c, 0).real())).margin(1e-12));
  }
  const double third = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [](double l) { return std::exp(-l / 2) / (4 * std::sinh(0.75)) * std::pow(l - 0.2, 3); }, 0.2,
      1.5);
  const Ball own = third_moment_above(pair, 0, ball("0.2"), Bits{128});
  CHECK(own.approximate() == Approx(third).epsilon(1e-12));
  CHECK(own.relative_digits() > 20);
}

TEST_CASE("exponential mechanism: the transform's decay", "[RANGE-DECAY]") {
  const Bits p{128};
  for (const char* epsilon : {"0.1", "1.5", "8"}) {
    const BoundedRange pair(number(epsilon));
    for (const double c : {-1.0, 0.5, 0.8, 4.0}) {
      const Ball K = pair.transform(c, p), C = pair.algebraic_decay(c).ball(p);
      double nearest = 1e300;
      for (const double w : {0.1, 0.5, 1.0, 1.5, 1.89, 1.95, 2.5, 4.6, 11.0, 40.0}) {
        const double T = w / number(epsilon).approximate();
        CAPTURE(epsilon, c, T);
        const Ball size =
            pair.transform_on_line(c, exact(T, p), 2, p, [] {}).values[1].magnitude().ball(p);
        const Ball bound = pair.decay(c, T, p) * K;
        CHECK(certainly_at_most(size, bound * ball("1.000001", p)));
        CHECK(certainly_at_most(size, C / exact(T, p)));
        nearest = std::min(nearest, (C / exact(T, p) / size).approximate());
        if (w < 1.5) CHECK(certainly_less(bound, size * 2));
      }
      CHECK(nearest < 4);
    }
  }
}

TEST_CASE("exponential mechanism: tails continued into the plane", "[RANGE-TAILS]") {
  const BoundedRange pair(number("1.5"));
  const auto noise = pair.offer<NoiseLaw>();
  const Bits p{128};
  for (const double x : {-3.0, -0.7, 0.0, 0.4, 5.0}) {
    double largest = 0;
    const Ball bound = noise->tail_bound(ComplexBall(exact(x, p))).ball(p);
    for (const double y : {0.0, 2.0, 6.2}) {
      const ComplexBall s(exact(x, p), exact(y, p));
      for (const Tail which : {Tail::P_above, Tail::P_below, Tail::Q_above, Tail::Q_below}) {
        const Ball size = noise->tail(which, s, true).magnitude().ball(p);
        CHECK(certainly_at_most(size, bound));
        largest = std::max(largest, size.approximate());
      }
    }
    CHECK(bound.approximate() < 4 * largest);
  }
  // On the real line they equal the tails.
  for (const char* t : {"-1.2", "0.3"}) {
    const LossTails tails = pair.tails(Real(number(t)), p);
    const ComplexBall s(ball(t, p));
    CHECK(overlaps(noise->tail(Tail::P_above, s, true).real(), tails.P_above));
    CHECK(overlaps(noise->tail(Tail::Q_above, s, true).real(), tails.Q_above));
    CHECK(overlaps(noise->mass(noise->position(ball(t, p)).u, std::nullopt).Q, tails.Q_above));
    CHECK(overlaps(noise->mass(noise->position(ball(t, p)).u, std::nullopt).P, tails.P_above));
  }
}

TEST_CASE("exponential mechanism: a vote of two candidates", "[mechanisms]") {
  const auto vote = [](const Rational& epsilon, const Rational& lead) {
    return "exponential_mechanism(epsilon=" + epsilon.text() + ",lead=" + lead.text() + ")";
  };
  // From a tie it equals a row of randomized response against the uniform law, in reverse direction.
  for (const char* epsilon : {"0.1", "2"}) {
    const std::string response =
        std::string("randomized_response(epsilon=") + epsilon + ",relation=replace_special)";
    for (const char* g : {"-0.02", "0.01", "0.05"}) {
      CAPTURE(epsilon, g);
      PrivacyProfile reverse(Composition::parse(vote(number(epsilon), Rational(0)) + "^7"),
                             Direction::reverse);
      check_meet(reverse.delta(Real(number(g)), Effort{15}).value,
                 forward_delta(response + "^7", g), 14);
      check_meet(forward_delta(vote(number(epsilon), Rational(1)) + "^7", g),
                 forward_delta(response + "^7", g), 14);
    }
  }
  // Compared with sums over the number of runs in which the candidate wins.
  Random random(71);
  for (int i = 0; i < iterations(12); ++i) {
    const Rational epsilon = number(Random::text(random.log_uniform(0.05, 2)));
    const Rational lead(random.integer(-9, 9));
    const int runs = random.integer(1, 30);
    const double a = (epsilon * lead).approximate(), b = a - epsilon.approximate();
    const std::string at =
        Random::text(random.uniform(-0.5, 1) * epsilon.approximate() * std::sqrt(runs));
    const double g = number(at).approximate();
    const auto log_logistic = [](double x) { return -std::log1p(std::exp(-x)); };
    double sum = 0;
    for (int k = 0; k <= runs; ++k) {
      const double choices =
          std::lgamma(runs + 1.0) - std::lgamma(k + 1.0) - std::lgamma(runs - k + 1.0);
      const auto mass = [&](double x) {
        return std::exp(choices + k * log_logistic(x) + (runs - k) * log_logistic(-x));
      };
      sum += std::max(0.0, mass(a) - std::exp(g) * mass(b));
    }
    const std::string power = vote(epsilon, lead) + "^" + std::to_string(runs);
    CAPTURE(power, g, sum);
    const Ball own = forward_delta(power, at);
    CHECK(own.approximate() == Approx(sum).epsilon(1e-9).margin(1e-14));
    const RangeRuns all{epsilon, Rational(runs)};
    CHECK_FALSE(certainly_less(worst_fixed_range(all, number(at), Effort{12}).fixed.value(), own));
  }
  check_engines(vote(number("0.3"), Rational(3)) + "^40", "0.6", "finite", "lattice", 2, 12);
  check_round_trip(vote(number("0.3"), number("-1.5")));
  // With a large lead the tiny remainder keeps its digits.
  CHECK(forward_delta(vote(Rational(1), Rational(400)), "0").relative_digits() > 14);
  CHECK_THROWS_WITH(Composition::parse("exponential_mechanism(epsilon=1,lead=2,t=0.5)"),
                    Catch::Contains("not both"));
  CHECK_THROWS_WITH(Family("exponential_mechanism(epsilon=?,lead=2)", ""),
                    Catch::Contains("no proof"));
}

TEST_CASE("exponential mechanism: calibration and refusals", "[mechanisms]") {
  CHECK_FALSE(Family("exponential_mechanism(epsilon=?)", "").order().larger_is_more_private);
  const Family at_t("exponential_mechanism(epsilon=?,t=0.5)", "");
  CHECK(*at_t.order().least == number("0.5"));
  CHECK_THROWS_WITH(Family("exponential_mechanism(epsilon=1,t=?)", ""),
                    Catch::Contains("no proof"));
  CHECK_THROWS_WITH(Composition::parse("exponential_mechanism(epsilon=1,t=2)"),
                    Catch::Contains("t must be in [0, epsilon]"));
  CHECK_THROWS_AS(Composition::parse("exponential_mechanism(epsilon=0)"), std::invalid_argument);
}
