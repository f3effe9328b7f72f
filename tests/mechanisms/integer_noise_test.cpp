/// Skellam, binomial and Poisson noise, and subsampled noise on the integers.
#include "reference/mechanisms/integer/integer_noise.hpp"

#include <cmath>

#include "reference/arithmetic/numbers/number.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/integer/binomial_noise.hpp"
#include "reference/mechanisms/integer/gaussian_law.hpp"
#include "reference/mechanisms/integer/poisson_noise.hpp"
#include "reference/mechanisms/integer/skellam.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = witness::Real;

/// Returns delta(t) of masses f(x) against f(x - D) by direct summation.
template <class Mass>
Wide sum_of(const Mass& f, long D, double t, long from, long to) {
  const Wide x = exp(Wide(t));
  Wide sum = 0;
  for (long i = from; i <= to; ++i) {
    const Wide gain = f(i - D) - x * f(i);
    if (gain > 0) sum += gain;
  }
  return sum;
}

Mechanism made(const std::string& text) {
  return Composition::parse(text).factors().front().mechanism;
}

Mechanism finite_part(const std::string& text) {
  const Mechanism m = made(text);
  const auto infinite = m->offer<InfiniteLosses>();
  return infinite ? infinite->conditional : m;
}

}  // namespace

TEST_CASE("integer noise: recorded sums", "[mechanisms][integer]") {
  check_value(forward_delta("skellam(mu=4)", "0.3"), "0.10256971393864816805", 15);
  check_value(forward_delta("skellam(mu=4,sensitivity=3)", "1"), "0.33134196718201605382", 15);
  check_value(forward_delta("binomial(n=20,sensitivity=2)", "0.5"), "0.19494956881408340292", 15);
  check_value(forward_delta("binomial(n=20,sensitivity=2)", "0"), "0.336376190185546875", 15);
  check_value(forward_delta("poisson(mu=3)", "0.25"), "0.12384669787261344573", 15);
  check_value(forward_delta("poisson(mu=3,sensitivity=2)", "-0.25"), "0.52611564526952548837", 15);
  for (const char* text : {"skellam(mu=4,sensitivity=3)", "binomial(n=20)", "poisson(mu=3)"}) {
    check_round_trip(text);
  }
}

TEST_CASE("integer noise: against sums in quadruple precision", "[mechanisms][integer]") {
  const auto poisson = [](double mu) {
    return [mu](long x) {
      if (x < 0) return Wide(0);
      Wide f = exp(-Wide(mu));
      for (long i = 1; i <= x; ++i) f *= Wide(mu) / i;
      return f;
    };
  };
  // Skellam noise is a difference of two Poisson variables.
  std::vector<Wide> masses;
  for (long x = 0; x <= 60; ++x) {
    Wide sum = 0;
    for (long i = 0; i < 50; ++i) sum += poisson(1.5)(i) * poisson(1.5)(i + x);
    masses.push_back(sum);
  }
  const auto skellam = [&](long x) { return masses[static_cast<size_t>(std::labs(x))]; };
  for (const double t : {-0.25, 0.5}) {
    CAPTURE(t);
    const std::string at = Rational::from_binary64(t).text();
    check_meet(forward_delta("poisson(mu=6.5,sensitivity=2)", at),
               witness::as_ball(sum_of(poisson(6.5), 2, t, 0, 90), 1e-25), 14);
    check_meet(forward_delta("skellam(mu=3,sensitivity=2)", at),
               witness::as_ball(sum_of(skellam, 2, t, -50, 50), 1e-25), 14);
  }
}

TEST_CASE("integer noise: the transform is the sum, and its tails are beyond the table",
          "[mechanisms][integer]") {
  const Bits p{128};
  for (const char* text :
       {"skellam(mu=4,sensitivity=2)", "binomial(n=30,sensitivity=3)", "poisson(mu=5)",
        "subsampled(discrete_gaussian(sigma=2),p=0.3)", "subsampled(skellam(mu=4),p=0.2)"}) {
    CAPTURE(text);
    const Mechanism m = finite_part(text);
    check_meet(measure_of(*m).transform(0, p), Ball::integer(1, p), 30);
    check_meet(measure_of(*m).transform(1, p), Ball::integer(1, p), 30);
    for (const double c : {-1.5, 0.5, 2.0, 4.0}) {
      CAPTURE(c);
      const Ball K = measure_of(*m).transform(c, p);
      CHECK(K.relative_digits() > 30);
      const LineValues line = measure_of(*m).transform_on_line(c, ball("0.3", p), 3, p, [] {});
      CHECK(overlaps(line.values[0].real(), K));
      CHECK(measure_of(*m).log_transform(c) == Approx(log(K).approximate()).margin(1e-10));
    }
    // One step of the discrete Gaussian without subsampling has a closed form by theta functions.
  }
  const auto tables = std::make_shared<const IntegerTables>(discrete_gaussian_law(number("4")), 1,
                                                            Real(Rational(1)));
  const IntegerNoise plain(tables, "plain", "plain");
  const Mechanism theta = made("discrete_gaussian(sigma=2)");
  for (const double c : {-2.0, 0.3, 3.0}) {
    check_meet(plain.transform(c, p), measure_of(*theta).transform(c, p), 30);
    check_meet(plain.offer<ThirdMoment>()->above(0, ball("0.2"), {}, p),
               theta->offer<ThirdMoment>()->above(0, ball("0.2"), {}, p), 20);
  }
  for (const char* t : {"-3", "-0.4", "0", "0.1", "2"}) {
    const Real at(number(t));
    check_meet(plain.tails(at, p).P_above, theta->tails(at, p).P_above, 25);
    check_meet(plain.tails(at, p).Q_above, theta->tails(at, p).Q_above, 25);
    check_meet(plain.tails(at, p).Q_below, theta->tails(at, p).Q_below, 25);
  }
}

TEST_CASE("integer noise: engines on compositions", "[mechanisms][integer][slow]") {
  check_engines("skellam(mu=4)^2 * gaussian(sigma=1)", "1", "fourier", "lattice", 2);
  check_engines("binomial(n=20)^4", "0.7", "finite", "lattice", 2);
  check_engines("poisson(mu=3) * laplace(b=1)^20", "2", "fourier", "lattice", 2);
  CHECK(forward_delta("skellam(mu=100)^20", "0.5", "auto", 3).relative_digits() >= 3);
  CHECK_THROWS_WITH(forward_delta("skellam(mu=4)^3", "1", "fourier"),
                    Catch::Contains("countably many"));
}

TEST_CASE("integer noise: what is beyond a short table", "[INTEGER-TAIL]") {
  const auto law = discrete_gaussian_law(number("9"));
  const Bits p{96};
  for (const char* rate : {"1", "0.3"}) {
    const IntegerTables tables(law, 2, Real(number(rate)));
    for (const double depth : {4.0, 7.0, 20.0}) {
      CAPTURE(rate, depth);
      const auto table = tables.table(p, depth);
      const Ball one = Ball::integer(1, p);
      CHECK(overlaps(table->P_from(0) + table->P_before(0), one));
      CHECK(overlaps(table->Q_from(0) + table->Q_before(0), one));
      const Ball kept = table->P_from(0).lower();
      CHECK(
          certainly_less((table->P_from(0) + table->P_before(0)).upper() - one, (one - kept) * 4));
    }
  }
}

TEST_CASE("integer noise: partial sums are those of the masses", "[INTEGER-TAIL]") {
  const Bits p{96};
  const Ball one = Ball::integer(1, p);
  for (const long count : {1L, 63L, 64L, 65L, 200L}) {
    std::vector<Ball> masses;
    for (long i = 0; i < count; ++i) masses.push_back(Ball::integer(3 * i * i + 1, p));
    const PartialSums sums(masses, Ball::integer(5, p), Ball::integer(7, p));
    long before = 5, from = 7;
    for (long i = 0; i < count; ++i) from += 3 * i * i + 1;
    for (long i = 0; i <= count; ++i) {
      CAPTURE(count, i);
      const auto at = static_cast<size_t>(i);
      CHECK(certainly_less(abs(sums.from(masses, at) - Ball::integer(from, p)), one));
      CHECK(certainly_less(abs(sums.before(masses, at) - Ball::integer(before, p)), one));
      before += 3 * i * i + 1;
      from -= 3 * i * i + 1;
    }
  }
}

// The smallest loss of a sample is log(1-r): left of it the transform is approximately a tail of masses.
TEST_CASE("integer noise: tilts far towards the least loss of a sample", "[INTEGER-TAIL]") {
  const auto law = discrete_gaussian_law(number("9"));
  const Bits p{256};
  for (const char* rate : {"0.5", "0.1", "0.001"}) {
    const auto tables = std::make_shared<const IntegerTables>(law, 2, Real(number(rate)));
    const IntegerNoise pair(tables, "sampled", "sampled");
    for (const double c : {-0.5, 0.5, -12.0, -150.0, 3.0, 21.0, 40.0, 90.0, -4000.0}) {
      CAPTURE(rate, c);
      const auto deep = tables->table(p, 4000);
      Ball sum(p);
      for (size_t i = 0; i < deep->size(); ++i) {
        sum += deep->P[i] * exp(exact(c, p) * deep->loss[i]);
      }
      // A coarse line has few integers: its error covers the rest.
      const auto coarse = std::make_shared<const IntegerTables>(law, 2, Real(number(rate)));
      const Ball found = IntegerNoise(coarse, "sampled", "sampled")
                             .transform_on_line(c, Ball::integer(1, p), 1, Bits{32}, [] {})
                             .values[0]
                             .real();
      CHECK(found.relative_digits() > 9);
      CHECK(overlaps(found, sum));
      CHECK(overlaps(pair.transform(c, Bits{64}), sum));
      CHECK(pair.transform(c, Bits{64}).relative_digits() > 15);
    }
  }
}

// A law without a centre has no growth to the left.
TEST_CASE("integer noise: samples of Poisson noise towards their least loss", "[INTEGER-TAIL]") {
  const Bits p{256};
  const Composition composition = Composition::parse("subsampled(poisson(mu=90),p=0.04)^500");
  const auto lines = plan(composition, "returns"), grid = plan(composition, "lattice");
  for (const char* t : {"-0.2", "0.3"}) {
    for (const Question question : {Question::delta, Question::excess}) {
      const Ball found = lines->answer(question, plumbline::Real(number(t)), Effort{10}).value;
      CHECK(found.relative_digits() >= 10);
      CHECK(overlaps(found, grid->answer(question, plumbline::Real(number(t)), Effort{2}).value));
    }
  }
  const auto law = poisson_law(number("90"));
  const auto coarse = std::make_shared<const IntegerTables>(law, 1, Real(number("0.04")));
  const auto deep = coarse->table(p, 2000);
  for (const double c : {-1.0, -30.0, -400.0}) {
    Ball sum(p);
    for (size_t i = 0; i < deep->size(); ++i) {
      sum += deep->P[i] * exp(exact(c, p) * deep->loss[i]);
    }
    const auto fresh = std::make_shared<const IntegerTables>(law, 1, Real(number("0.04")));
    const Ball found = IntegerNoise(fresh, "sampled", "sampled")
                           .transform_on_line(c, Ball::integer(1, p), 1, Bits{24}, [] {})
                           .values[0]
                           .real();
    CAPTURE(c);
    CHECK(found.relative_digits() > 6);
    CHECK(overlaps(found, sum));
  }
}

TEST_CASE("integer noise: a threshold known to a hundredth", "[INTEGER-BRACKET]") {
  const auto tables = std::make_shared<const IntegerTables>(discrete_gaussian_law(number("9")), 1,
                                                            Real(number("0.5")));
  const IntegerNoise pair(tables, "half", "half");
  const Bits p{96};
  const Ball low = ball("0.05", p), high = ball("0.35", p);
  const Real between([&](Bits) { return Ball::hull(low, high); });
  const LossTails at = pair.tails(between, p);
  for (const Ball& end : {low, high}) {
    const LossTails one = pair.tails(Real::exactly(end), p);
    CHECK(at.P_above.contains(one.P_above.midpoint()));
    CHECK(at.P_below.contains(one.P_below.midpoint()));
    CHECK(at.Q_above.contains(one.Q_above.midpoint()));
    CHECK(at.Q_below.contains(one.Q_below.midpoint()));
  }
}

TEST_CASE("integer noise: a profile at a threshold known to a hundredth", "[TIED-LOSSES]") {
  const auto tables = std::make_shared<const IntegerTables>(discrete_gaussian_law(number("9")), 1,
                                                            Real(number("0.5")));
  const IntegerNoise pair(tables, "half", "half");
  const Bits p{96};
  const Ball low = ball("0.05", p), high = ball("0.35", p);
  const Real between([&](Bits) { return Ball::hull(low, high); });
  const auto at = pair.offer<TiedLosses>()->at(between, p);
  REQUIRE(at.has_value());
  for (const Ball& end : {low, high}) {
    const TiedProfile one = profile_of(pair.tails(Real::exactly(end), p), end);
    CHECK(at->delta.contains(one.delta.midpoint()));
    CHECK(at->one_minus_delta.contains(one.one_minus_delta.midpoint()));
    CHECK(at->excess.contains(one.excess.midpoint()));
  }
}

// The loss log(x/mu) of poisson(mu), mu an integer, equals the threshold if x = 2 mu or x = mu.
TEST_CASE("integer noise: thresholds that are the loss of an output", "[TIED-LOSSES]") {
  const Bits p{160};
  for (const long mu : {1L, 3L, 7L, 40L}) {
    const std::string text = "poisson(mu=" + std::to_string(mu) + ")";
    const Ball m = Ball::integer(mu, p);
    const auto mass = [&](long x) {
      return exp(log(m) * x - m - log_gamma(Ball::integer(x + 1, p)));
    };
    CAPTURE(text);
    check_meet(forward_delta(text, "0"), mass(mu), 15);
    // delta = P(X >= 2 mu) - 2 P(X > 2 mu): an output of loss log(2) contributes nothing.
    Ball before(p);
    for (long x = 0; x < 2 * mu; ++x) before += mass(x);
    const Ball from = Ball::integer(1, p) - before;
    PrivacyProfile profile(Composition::parse(text), Direction::forward);
    check_meet(profile.delta(read_number("log(2)"), Effort{15}).value, mass(2 * mu) * 2 - from, 13);
    check_meet(forward_delta("subsampled(" + text + ",p=0.01)", "0"), mass(mu) * ball("0.01", p),
               15);
  }
}

namespace {

/// Checks that growth(x, D) bounds e^{L(y+1)-L(y)} for y = x, x+1, ..., and that its distance from 1 is at most three
/// times that of the largest of them.
void check_growth(const IntegerLaw& law, long D, std::initializer_list<long> starts, long last) {
  const Bits p{160};
  for (const long x : starts) {
    const Ball bound = law.growth(x, D, p), one = Ball::integer(1, p);
    const std::vector<Ball> f = law.masses(x - D, last + 1, p);
    const auto at = [&](long y) { return f[static_cast<size_t>(y - (x - D))]; };
    Ball largest = one;
    for (long y = x; y <= last; ++y) {
      const Ball step = at(y + 1 - D) * at(y) / (at(y + 1) * at(y - D));
      CAPTURE(x, y, D);
      CHECK(certainly_at_most(step, bound * ball("1.0000001", p)));
      largest = max(largest, step);
    }
    CHECK(certainly_less(bound - one, (largest - one) * 3));
  }
}

}  // namespace

TEST_CASE("integer noise: how fast the loss grows, discrete Gaussian", "[GAUSSIAN-LAW]") {
  check_growth(*discrete_gaussian_law(number("9")), 2, {2, 5, 40}, 45);
}
TEST_CASE("integer noise: how fast the loss grows, Skellam", "[SKELLAM-LAW]") {
  check_growth(*skellam_law(number("4")), 1, {1, 5, 30}, 60);
  check_growth(*skellam_law(number("0.5")), 3, {3, 12}, 40);
  check_growth(*skellam_law(number("100")), 2, {40, 90}, 140);
}
TEST_CASE("integer noise: how fast the loss grows, binomial", "[BINOMIAL-LAW]") {
  check_growth(*binomial_law(30), 3, {16, 20, 29}, 29);
  check_growth(*binomial_law(200), 1, {150}, 199);
}
TEST_CASE("integer noise: how fast the loss grows, Poisson", "[POISSON-LAW]") {
  check_growth(*poisson_law(number("3")), 2, {2, 4, 9}, 60);
}

TEST_CASE("integer noise: calibration orders and refusals", "[mechanisms][integer]") {
  CHECK(Family("skellam(mu=?)", "").order().larger_is_more_private);
  CHECK(Family("poisson(mu=?)", "").order().larger_is_more_private);
  CHECK(Family("binomial(n=?)", "").order().integer);
  CHECK_THROWS_WITH(Family("skellam(mu=4,sensitivity=?)", ""), Catch::Contains("no proof"));
  CHECK_THROWS_WITH(Composition::parse("skellam(mu=4,sensitivity=1.5)"),
                    Catch::Contains("integer from 1"));
  CHECK_THROWS_WITH(Composition::parse("binomial(n=2.5)"), Catch::Contains("n must be an integer"));
  CHECK_THROWS_WITH(Composition::parse("poisson(mu=1e9)"), Catch::Contains("mu must be"));
  // No output has a finite loss.
  CHECK(Composition::parse("binomial(n=2,sensitivity=3)").identity() ==
        Composition::parse("blatantly_non_private()").identity());
}

TEST_CASE("integer noise: searches see the transform of a long table", "[mechanisms][integer]") {
  for (const char* mechanism : {"skellam(mu=100000,sensitivity=40)", "poisson(mu=90000)"}) {
    const Composition composition = Composition::parse(mechanism);
    const auto measure = shared_measure(composition.factors().front().mechanism);
    for (const double c : {-2.0, 0.5, 1.5, 4.0}) {
      CAPTURE(mechanism, c);
      const Ball exact = log(measure->transform(c, Bits{128}));
      CHECK(std::fabs(measure->log_transform(c) - exact.approximate()) < 1e-9);
    }
  }
}
