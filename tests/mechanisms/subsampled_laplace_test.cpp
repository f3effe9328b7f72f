#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/engines/closed_form.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

/// Returns K(c + iy) by composite Gauss rules of Boost on the real interval.
witness::Complex by_boost(const witness::Real& mu, const witness::Real& p, const witness::Real& c,
                          const witness::Real& y) {
  using witness::Real;
  using Rule = boost::math::quadrature::gauss<Real, 20>;
  witness::Complex sum{0, 0};
  const auto add = [&](const Real& x, const Real& weight) {
    const Real l = log1p(p * expm1(mu * (2 * x - 1))), size = weight * exp(c * l);
    sum.re += size * cos(y * l);
    sum.im += size * sin(y * l);
  };
  add(0, Real(1) / 2);
  add(1, exp(-mu) / 2);
  // Panels on which the phase of e^{iyL} changes by a few radians: L' <= 2 mu p e^mu / (1 + p e^mu).
  const Real top = p * exp(mu);
  const Real turns = abs(y) * 2 * mu * top / (1 + top);
  const int panels = 8 + static_cast<int>(2 * mu + (turns + abs(c) * mu) / 3);
  for (int k = 0; k < panels; ++k) {
    for (size_t i = 0; i < Rule::abscissa().size(); ++i) {
      for (const int sign : {-1, 1}) {
        const Real x = (k + (1 + sign * Rule::abscissa()[i]) / 2) / panels;
        add(x, mu / 2 * exp(-mu * x) * Rule::weights()[i] / (2 * panels));
      }
    }
  }
  return sum;
}

/// Returns C(c + iy): K(c + iy) without the atoms.
witness::Complex continuous_by_boost(const witness::Real& mu, const witness::Real& p,
                                     const witness::Real& c, const witness::Real& y) {
  using witness::Real;
  witness::Complex out = by_boost(mu, p, c, y);
  for (const int x : {0, 1}) {
    const Real l = log1p(p * expm1(mu * (2 * x - 1)));
    const Real size = exp(c * l - mu * x) / 2;
    out.re -= size * cos(y * l);
    out.im -= size * sin(y * l);
  }
  return out;
}

/// Returns K^(k)(c) by similar sums.
witness::Real derivative_by_boost(const witness::Real& mu, const witness::Real& p,
                                  const witness::Real& c, int k) {
  using witness::Real;
  const auto value = [&](const Real& x) {
    const Real l = log1p(p * expm1(mu * (2 * x - 1)));
    return Real(pow(l, k) * exp(c * l - mu * x));
  };
  const Real ends = (value(0) + value(1)) / 2;
  Real sum = 0;
  constexpr int kPanels = 32;
  for (int i = 0; i < kPanels; ++i) {
    sum += boost::math::quadrature::gauss<Real, 20>::integrate(value, Real(i) / kPanels,
                                                               Real(i + 1) / kPanels);
  }
  return ends + mu / 2 * sum;
}

/// Returns the value of a rule for C(c + iy).
ComplexBall summed(const laplace::Rule& rule, const Ball& y) {
  const Bits p = rule.weights.precision();
  ComplexBall sum(p);
  for (size_t k = 0; k < rule.weights.size(); ++k) {
    sum = sum + rule.weights[k] * exp(rule.log_ratios[k] * ComplexBall(Ball(p), y));
  }
  return sum;
}

Ball size_of(const witness::Complex& z) {
  return witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-24);
}

struct Setting {
  std::string b, p;
  double c;
  SubsampledLaplace pair() const { return {number(b), number(p), Rational(1)}; }
  witness::Real mu() const { return 1 / witness::Real(b); }
};

Setting random_setting(testing::Random& random, double c_low, double c_high) {
  return {testing::Random::text(random.log_uniform(0.1, 20)),
          testing::Random::text(random.log_uniform(1e-5, 0.98)),
          std::round(random.uniform(c_low, c_high) * 64) / 64};
}

}  // namespace

TEST_CASE("gauss_legendre: the ellipse bound holds and is not loose", "[GAUSS-ELLIPSE]") {
  // f = 1/(x - a) has its pole on the ellipse of rho = a + sqrt(a^2 - 1).
  const Bits p{256};
  testing::Random random(300);
  for (int i = 0; i < testing::iterations(30); ++i) {
    const double a = 1 + random.log_uniform(0.05, 3), rho = 0.95 * (a + std::sqrt(a * a - 1));
    const size_t n = static_cast<size_t>(random.integer(1, 20));
    const Ball pole = Ball::from_binary64(a, p), one = Ball::integer(1, p);
    const auto rule = gauss_legendre(n, p);
    Ball sum(p);
    for (size_t k = 0; k < n; ++k) sum += rule->weights[k] / (pole - rule->nodes[k]);
    const Ball error = abs(sum - log((pole + one) / (pole - one)));
    const Ball M = one / (pole - Ball::from_binary64((rho + 1 / rho) / 2, p));
    const Ball bound = gauss_error(n, rho, M);
    CAPTURE(a, n);
    CHECK(certainly_at_most(error, bound));
    // The bound loses a factor 0.95^{-2n} and a factor from the distance to the pole.
    CHECK(bound.log_approximate() - error.log_approximate() <
          2 * static_cast<double>(n) * 0.0513 + 12);
  }
  CHECK_FALSE(gauss_error(5, 1.0, Ball::integer(1, p)).is_finite());
}

TEST_CASE("subsampled_laplace: K(c) agrees with an independent sum and is sharp",
          "[mechanisms][subsampled_laplace][LAPLACE-PATH]") {
  testing::Random random(301);
  for (int i = 0; i < testing::iterations(25); ++i) {
    const Setting s = random_setting(random, -5, 6);
    CAPTURE(s.b, s.p, s.c);
    const witness::Complex K = by_boost(s.mu(), witness::Real(s.p), s.c, 0);
    const SubsampledLaplace pair = s.pair();
    testing::check_meet(pair.transform(s.c, Bits{160}), witness::as_ball(K.re, 1e-30), 29);
    CHECK(pair.transform(s.c, Bits{160}).relative_digits() >= 45);
    const double log_K = log(pair.transform(s.c, Bits{200})).approximate();
    CHECK(std::fabs(pair.log_transform(s.c) - log_K) <=
          1e-9 * std::fabs(log_K) + 1e-13 * std::fabs(s.c));
  }
  for (int i = 0; i < testing::iterations(25); ++i) {  // far tilts: different precisions agree
    Setting s = random_setting(random, -1, 1);
    s.c = std::ldexp(random.integer(0, 1) == 0 ? 1 : -1, random.integer(3, 13));
    CAPTURE(s.b, s.p, s.c);
    const SubsampledLaplace pair = s.pair();
    const Ball coarse = pair.transform(s.c, Bits{64}), fine = pair.transform(s.c, Bits{300});
    CHECK(overlaps(coarse, fine));
    CHECK(coarse.relative_digits() >= 17);
    CHECK(fine.relative_digits() >= 88);
    CHECK(pair.log_transform(s.c) == Approx(fine.log_approximate()).epsilon(1e-5).margin(1e-8));
  }
  CHECK(
      SubsampledLaplace(Rational(1), number("0.3"), Rational(1)).transform(1, Bits{64}).is_exact());
}

TEST_CASE("subsampled_laplace: K on a line, along the interval and above it",
          "[mechanisms][subsampled_laplace][LAPLACE-PATH][slow]") {
  testing::Random random(302);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random, -4, 5);
    const SubsampledLaplace pair = s.pair();
    const double range = pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
    // Up to 20 and up to 150 periods of e^{iyL}: both integration paths.
    const double D = std::ldexp(std::round(std::ldexp((i % 2 == 0 ? 0.8 : 6.0) / range, 8)), -8);
    CAPTURE(s.b, s.p, s.c, D);
    const LineValues line =
        pair.transform_on_line(s.c, Ball::from_binary64(D, Bits{128}), 25, Bits{110}, [] {});
    const Ball K = pair.transform(s.c, Bits{128});
    CHECK(line.quadrature_error.log_approximate() < K.log_approximate() - 70);
    for (const size_t k : {size_t{0}, size_t{1}, size_t{7}, size_t{24}}) {
      const witness::Complex z =
          by_boost(s.mu(), witness::Real(s.p), s.c, witness::Real(D) * static_cast<int>(k));
      const UpperBound slack = UpperBound::of(K * Ball::from_binary64(1e-27, Bits{64}));
      const auto around = [&](const witness::Real& x) {
        return widen(witness::as_ball(x, 0), slack);
      };
      const ComplexBall value = line.values[k];
      CHECK(overlaps(value.real(), around(z.re)));
      CHECK(overlaps(value.imag(), around(z.im)));
      CHECK(value.real().radius().log_approximate() < K.log_approximate() - 68);
    }
  }
}

TEST_CASE("subsampled_laplace: the decay bound holds beyond T",
          "[mechanisms][SUBSAMPLED-LAPLACE-DECAY][SUBSAMPLED-LAPLACE-FAR][LAPLACE-MOMENTS]"
          "[SUBSAMPLED-LAPLACE-WINDOW]") {
  testing::Random random(303);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const Setting s = random_setting(random, -2, 3);
    const SubsampledLaplace pair = s.pair();
    const double range = pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
    const double T = random.log_uniform(0.01, 60) / range;
    CAPTURE(s.b, s.p, s.c, T);
    const Ball bound = pair.decay(s.c, T, Bits{96}), K = pair.transform(s.c, Bits{96});
    CHECK(pair.log_decay(s.c, T) == Approx(bound.log_approximate()).margin(1e-4));
    const Ball far = laplace::far_bound(pair.law(), s.c, T, random.uniform(0, 0.9), Bits{96});
    int start = 0;
    const double rough_spread = laplace::heuristic::log_spread_bound(pair.law(), s.c, T, &start);
    const Ball spread = laplace::spread_bound(pair.law(), s.c, T, start, Bits{96});
    CHECK(min(spread, Ball::integer(1, Bits{96})).log_approximate() ==
          Approx(rough_spread).margin(1e-4));
    const Ball other = laplace::spread_bound(pair.law(), s.c, T, random.integer(1, 96), Bits{96});
    for (const double factor : {1.0, 1.3, 2.1, 4.0}) {
      const witness::Complex z =
          by_boost(s.mu(), witness::Real(s.p), s.c, witness::Real(T * factor));
      const Ball size = witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-24);
      CHECK(certainly_at_most((size / K).lower(), bound));
      CHECK(certainly_at_most((size / K).lower(), spread));
      CHECK(certainly_at_most((size / K).lower(), other));
      CHECK(certainly_at_most(size.lower(), far + laplace::atoms(pair.law(), s.c, Bits{96})));
    }
    // Near zero |phi| = 1 - v y^2/2 + ...: the bound retains part of the decay.
    const auto rough = laplace::heuristic::moments(pair.law(), s.c);
    const TiltedMoments m = laplace::moments(pair.law(), s.c, Bits{96});
    CHECK(m.variance.relative_digits() >= 10);
    CHECK(rough.variance == Approx(m.variance.approximate()).epsilon(1e-8));
    CHECK(rough.fourth == Approx(m.fourth.approximate()).epsilon(1e-8));
    const double h = 0.01 / range;
    const auto k = [&](double x) { return log(pair.transform(s.c + x, Bits{200})); };
    const Ball second = (k(h) * 16 + k(-h) * 16 - k(2 * h) - k(-2 * h) - k(0) * 30) / 12 /
                        square(Ball::from_binary64(h, Bits{200}));
    CHECK(second.approximate() == Approx(m.variance.approximate()).epsilon(1e-6));
    const double small = 0.05 / std::sqrt(rough.variance);
    if (number(s.b) > number("0.5")) {
      CHECK(pair.decay(s.c, small, Bits{96}).approximate() < 1 - 0.02 * 0.05 * 0.05 / 2);
    }
    CHECK(pair.decay(s.c, 100 / range, Bits{96}).approximate() < 0.9998);
  }
}

TEST_CASE("subsampled_laplace: tails at, inside and beyond the atoms",
          "[mechanisms][subsampled_laplace][END-HULL]") {
  const SubsampledLaplace m(Rational(2), number("0.25"), Rational(3));  // mu = 3/2
  const Bits p{128};
  const Ball tiny = testing::ball("1e-30"), half = testing::ball("0.5"),
             e = exp(-testing::ball("1.5"));
  const auto near = [](const plumbline::Real& t, const char* shift) {
    return plumbline::Real([t, shift](Bits bits) { return t(bits) + Ball(number(shift), bits); });
  };
  const plumbline::Real low = *m.smallest_loss(), high = *m.largest_loss();
  CHECK(m.tails(near(low, "-1e-20"), p).P_below.is_exactly_zero());
  CHECK(certainly_less(abs(m.tails(near(low, "1e-33"), Bits{300}).P_below - half), tiny));
  CHECK(m.tails(near(high, "1e-20"), p).Q_above.is_exactly_zero());
  CHECK(certainly_less(abs(m.tails(near(high, "-1e-33"), Bits{300}).P_above - e / 2), tiny));
  // A threshold given as the atom itself is not separated from it: the enclosure contains both sides and is no wider.
  const LossTails at = m.tails(high, p);
  CHECK(at.P_above.contains(Rational(0)));
  CHECK(overlaps(at.P_above, e / 2));
  CHECK(certainly_less(at.P_above, e * testing::ball("0.500001")));
  // Inside the interval: compared with Boost, from the density of the output.
  using witness::Real;
  const Real mu = Real(3) / 2, rate = Real(1) / 4;
  for (const char* text : {"-0.2", "0", "0.3", "0.6"}) {
    const Real x = (1 + log((expm1(Real(text)) + rate) / rate) / mu) / 2;
    const auto mass = [&](const Real& from, const Real& to, bool shifted) {
      return boost::math::quadrature::gauss<Real, 20>::integrate(
          [&](const Real& v) { return Real(mu / 2 * exp(shifted ? -mu * (1 - v) : -mu * v)); },
          from, to);
    };
    const Real P = mass(x, 1, false) + exp(-mu) / 2, P_shifted = mass(x, 1, true) + Real(1) / 2;
    const LossTails inside = m.tails(plumbline::Real(number(text)), p);
    testing::check_meet(inside.P_above, witness::as_ball(P, 1e-30), 29);
    testing::check_meet(inside.Q_above, witness::as_ball((1 - rate) * P + rate * P_shifted, 1e-30),
                        29);
    CHECK(overlaps(inside.P_above + inside.P_below, Ball::integer(1, p)));
    CHECK(overlaps(inside.Q_above + inside.Q_below, Ball::integer(1, p)));
  }
}

TEST_CASE("subsampled_laplace: p = 1 is the Laplace pair", "[mechanisms][subsampled_laplace]") {
  const Composition a = Composition::parse("subsampled_laplace(b=2,p=1)^3");
  CHECK(a.identity() == Composition::parse("laplace(b=2)^3").identity());
  CHECK(Composition::parse(a.expression()).identity() == a.identity());
  CHECK(a.expression() == "subsampled_laplace(b=2,p=1)^3");
  const Composition b = Composition::parse("subsampled_laplace(b=2,p=0.5,sensitivity=3)");
  CHECK(Composition::parse(b.expression()).expression() == b.expression());
  CHECK_THROWS(Composition::parse("subsampled_laplace(b=2,p=-1)"));
  CHECK_THROWS(Composition::parse("subsampled_laplace(b=2,p=1.5)"));
}

TEST_CASE("subsampled_laplace: K where panels run out still holds the closed form",
          "[subsampled_laplace][LAPLACE-PATH]") {
  // For an integer c, E_P[w^c] is a sum of Renyi moments of the Laplace mechanism. For tiny b the integrand requires
  // more and smaller panels than the limit: then the enclosure may be wide or infinite.
  const Bits p{96};
  for (const char* mu : {"0.5", "40", "1e3", "1e5", "1e7"}) {
    for (const long c : {2L, 3L}) {
      CAPTURE(mu, c);
      const laplace::LaplaceLaw law{number(mu), number("0.3"), number(mu).approximate(), 0.3};
      const Ball m(number(mu), Bits{1200}), rate(number("0.3"), Bits{1200}),
          rest(number("0.7"), Bits{1200});
      Ball truth = power(rest, Rational(c)), binomial = Ball::integer(1, Bits{1200});
      for (long k = 1; k <= c; ++k) {
        binomial = binomial * (c - k + 1) / k;
        const Ball moment = (exp(m * (k - 1)) * k + exp(-(m * k)) * (k - 1)) / (2 * k - 1);
        truth += binomial * power(rest, Rational(c - k)) * power(rate, Rational(k)) * moment;
      }
      const Ball value = laplace::transform(law, static_cast<double>(c), p);
      CHECK((!value.is_finite() || overlaps(value, truth)));
      if (number(mu) <= Rational(1000)) CHECK(value.relative_digits() > 20);
    }
  }
}

TEST_CASE("subsampled_laplace: coarse panels err by no more than their bound says",
          "[subsampled_laplace][faults][LAPLACE-PATH]") {
  testing::Random random(305);
  const Bits p{200};
  size_t visible = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random, -3, 4);
    const SubsampledLaplace pair = s.pair();
    const double range = pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
    // Both integration paths, and a tolerance that few points reach.
    const double Y = (i % 2 == 0 ? 5.0 : 60.0) / range;
    const double tolerance = pair.log_transform(s.c) - random.uniform(0, 6);
    CAPTURE(s.b, s.p, s.c, Y, tolerance);
    const laplace::Rule rule = laplace::rule(pair.law(), s.c, Y, tolerance, p, [] {});
    for (const double share : {0.0, 0.3, 1.0}) {
      const witness::Complex z =
          continuous_by_boost(s.mu(), witness::Real(s.p), s.c, witness::Real(Y * share));
      const ComplexBall sum = summed(rule, Ball::from_binary64(Y * share, p));
      const Ball re = sum.real() - witness::as_ball(z.re, 0);
      const Ball im = sum.imag() - witness::as_ball(z.im, 0);
      const Ball error = sqrt(square(re) + square(im)), K = pair.transform(s.c, p);
      const Ball slack = K * testing::ball("1e-27");
      CHECK(certainly_at_most(error.lower(), rule.error.ball(p) + slack));
      if (rule.weights.size() > 0 && certainly_less(slack, error)) ++visible;
    }
  }
  CHECK(visible >= 12);  // errors of Gauss panels that exceed the comparison's own error
}

TEST_CASE("subsampled_laplace: a path left out weighs no more than its bound says",
          "[subsampled_laplace][faults][LAPLACE-PATH][LAPLACE-MOMENTS]") {
  const Bits p{200};
  for (const Setting& s : {Setting{"2", "0.5", 1}, Setting{"1", "0.9", 1}, Setting{"1", "0.3", -1},
                           Setting{"4", "0.98", 2.5}}) {
    CAPTURE(s.b, s.p, s.c);
    const SubsampledLaplace pair = s.pair();
    const laplace::Rule rule = laplace::rule(pair.law(), s.c, 0, 20, p, [] {});
    CHECK(rule.weights.size() == 0);
    const Ball weight = size_of(continuous_by_boost(s.mu(), witness::Real(s.p), s.c, 0));
    CHECK(certainly_at_most(weight.lower(), rule.error.ball(p)));
    CHECK(certainly_less(rule.error.ball(p), weight * 10));
    Ball d[5] = {Ball(p), Ball(p), Ball(p), Ball(p), Ball(p)};
    laplace::derivatives(pair.law(), s.c, 20, p, d);
    for (int k = 0; k <= 4; ++k) {
      CAPTURE(k);
      CHECK(overlaps(
          d[k], witness::as_ball(derivative_by_boost(s.mu(), witness::Real(s.p), s.c, k), 1e-28)));
    }
  }
}

TEST_CASE("subsampled_laplace: coarse panels for the derivatives",
          "[subsampled_laplace][faults][LAPLACE-MOMENTS]") {
  testing::Random random(306);
  const Bits p{200};
  for (int i = 0; i < testing::iterations(10); ++i) {
    Setting s = random_setting(random, -3, 4);
    s.b = testing::Random::text(random.log_uniform(0.5, 5));
    const SubsampledLaplace pair = s.pair();
    CAPTURE(s.b, s.p, s.c);
    Ball d[5] = {Ball(p), Ball(p), Ball(p), Ball(p), Ball(p)};
    laplace::derivatives(pair.law(), s.c, pair.log_transform(s.c) - random.uniform(2, 8), p, d);
    for (int k = 0; k <= 4; ++k) {
      const Ball truth =
          witness::as_ball(derivative_by_boost(s.mu(), witness::Real(s.p), s.c, k), 1e-28);
      CAPTURE(k, d[k].decimal_bounds(20), truth.decimal_bounds(20));
      CHECK(overlaps(d[k], truth));
    }
  }
}

TEST_CASE("subsampled_laplace: the far bound is nearly reached",
          "[subsampled_laplace][faults][SUBSAMPLED-LAPLACE-FAR][slow]") {
  testing::Random random(307);
  const Bits p{96};
  for (int i = 0; i < testing::iterations(6); ++i) {
    Setting s = random_setting(random, -2, 3);
    s.b = testing::Random::text(random.log_uniform(0.5, 5));
    const SubsampledLaplace pair = s.pair();
    const double range = pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
    const double T = 40 / range;
    CAPTURE(s.b, s.p, s.c, T);
    const Ball far = laplace::far_bound(pair.law(), s.c, T, 0, p);
    Ball largest(p);
    for (int j = 0; j < 20; ++j) {  // two periods of the phase between the ends
      const Ball size = size_of(continuous_by_boost(
          s.mu(), witness::Real(s.p), s.c, witness::Real(T + 2 * M_PI / range * (0.1 * j))));
      CHECK(certainly_at_most(size.lower(), far));
      largest = max(largest, size);
    }
    CHECK(certainly_less(far, largest * 4));
  }
}

TEST_CASE("subsampled_laplace: what is not asked within its limits is not answered",
          "[subsampled_laplace][LAPLACE-PATH][SUBSAMPLED-LAPLACE-FAR][SUBSAMPLED-LAPLACE-WINDOW]") {
  const laplace::LaplaceLaw law{Rational(1), number("0.3"), 1, 0.3};
  const Bits p{96};
  CHECK_FALSE(laplace::rule(law, 1, -1, -20, p, [] {}).error.is_finite());
  CHECK_FALSE(laplace::rule(law, std::nan(""), 1, -20, p, [] {}).error.is_finite());
  const laplace::LaplaceLaw degenerate{Rational(1), Rational(1), 1, 1};
  CHECK_FALSE(laplace::rule(degenerate, 2, 1, -20, p, [] {}).error.is_finite());
  CHECK_FALSE(laplace::far_bound(law, 1, 0, 0.5, p).is_finite());
  CHECK_FALSE(laplace::far_bound(law, 1, 1, 1, p).is_finite());
  CHECK_FALSE(laplace::spread_bound(law, 1, 0, 1, p).is_finite());
  CHECK_FALSE(laplace::spread_bound(law, 1, 1, 0, p).is_finite());
  const SubsampledLaplace pair(Rational(1), number("0.3"), Rational(1));
  const LineValues line = pair.transform_on_line(2, testing::ball("-1"), 3, p, [] {});
  CHECK_FALSE(line.quadrature_error.is_finite());
}
