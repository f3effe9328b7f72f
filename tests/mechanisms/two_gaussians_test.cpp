/// Two Gaussians of different scale, compared with integrals to nineteen digits that do not complete a square, and
/// with truncated sums.
#include "reference/mechanisms/gaussian/two_gaussians.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ios>
#include <vector>

#include "reference/arithmetic/functions/noncentral_chi_squared.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/moments.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using W = boost::multiprecision::cpp_bin_float_50;

struct Pair {
  std::string sigma, other, shift;
  int dim;

  std::string text() const {
    return "two_gaussians(sigma=" + sigma + ",other=" + other + ",shift=" + shift +
           ",dim=" + std::to_string(dim) + ")";
  }
};

Pair random_pair(Random& random, int dim) {
  return {Random::text(random.log_uniform(0.3, 3)), Random::text(random.log_uniform(0.3, 3)),
          Random::text(random.uniform(0, 3)), dim};
}

/// Returns Gamma(k/2, x)/Gamma(k/2) by its finite sum.
W upper_share(int k, const W& x) {
  W b = k % 2 == 1 ? W(1) / 2 : W(1);
  W sum = k % 2 == 1 ? W(boost::math::erfc(W(sqrt(x)))) : W(exp(-x));
  W term = pow(x, b) * exp(-x) / boost::math::tgamma(W(b + 1));
  for (; 2 * b < k; b += 1, term *= x / b) sum += term;
  return sum;
}

W survival(const W& x) { return boost::math::erfc(W(x / sqrt(W(2)))) / 2; }

/// Returns the points u along the shift, increasing, at which the loss without the other coordinates is t.
std::vector<W> places(const W& s, const W& r, const W& m, const W& t, int dim) {
  // Solves -d log(r/s) + u^2/(2 s^2) - (u-m)^2/(2 r^2) = t.
  const W a = (1 / (s * s) - 1 / (r * r)) / 2, b = m / (r * r),
          c = -dim * log(W(r / s)) - m * m / (2 * r * r) - t;
  const W D = b * b - 4 * a * c;
  if (D < 0) return {};
  std::vector<W> out{W((-b - sqrt(D)) / (2 * a)), W((-b + sqrt(D)) / (2 * a))};
  std::sort(out.begin(), out.end());
  return out;
}

/// Returns the integral of f, which may behave like a square root at both ends.
template <class F>
W between(const F& f, const W& low, const W& high) {
  using Rule = boost::math::quadrature::gauss<W, 30>;
  constexpr int kPanels = 6;
  const W width = high - low;
  const auto smooth = [&](const W& v) -> W {
    return f(W(low + width * v * v * (3 - 2 * v))) * width * 6 * v * (1 - v);
  };
  W sum = 0;
  for (int k = 0; k < kPanels; ++k)
    sum += Rule::integrate(smooth, W(k) / kPanels, W(k + 1) / kPanels);
  return sum;
}

/// Returns the mass of {L > t} under N(centre, scale^2 I), with the coordinate u along the shift and the squared
/// length of the other coordinates; in one dimension by half-lines.
W mass_above(const Pair& pair, const W& t, bool of_Q) {
  const W s(pair.sigma), r(pair.other), m(pair.shift);
  const W centre = of_Q ? m : W(0), scale = of_Q ? r : s;
  const std::vector<W> at = places(s, r, m, t, pair.dim);
  const bool wide = r > s;
  if (pair.dim == 1) {
    if (at.empty()) return wide ? 1 : 0;
    const W left = (at[0] - centre) / scale, right = (at[1] - centre) / scale;
    const W outside = survival(-left) + survival(right);
    return wide ? outside
                : W(left > 0 ? survival(left) - survival(right)
                             : survival(-right) - survival(-left));
  }
  const W slope = (1 / (s * s) - 1 / (r * r)) / 2;
  const auto integrand = [&](const W& u) -> W {
    const W z = (u - centre) / scale;
    const W own = -pair.dim * log(W(r / s)) + u * u / (2 * s * s) - (u - m) * (u - m) / (2 * r * r);
    const W rest = (t - own) / slope / (2 * scale * scale);  // half the squared length, rescaled
    const W far = rest <= 0 ? W(1) : upper_share(pair.dim - 1, rest);
    const W mass = wide ? far : W(1 - far);
    return exp(-z * z / 2) / (scale * sqrt(2 * boost::math::constants::pi<W>())) * mass;
  };
  std::vector<W> cuts{centre - 16 * scale, centre - 3 * scale, centre, centre + 3 * scale,
                      centre + 16 * scale};
  for (const W& x : at) {
    if (abs(x - centre) < 16 * scale) cuts.push_back(x);
  }
  std::sort(cuts.begin(), cuts.end());
  W sum = 0;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) sum += between(integrand, cuts[i], cuts[i + 1]);
  return sum;
}

std::string decimal(const W& x) { return x.str(40, std::ios_base::scientific); }

/// Checks that x is within an absolute error of the exact value.
void check_near(const Ball& x, const W& truth, const W& error) {
  CAPTURE(x.decimal_bounds(25), truth);
  const Bits p{200};
  CHECK(overlaps(x, widen(ball(decimal(truth), p), UpperBound::of(ball(decimal(error), p)))));
}

LossTails tails_of(const std::string& text, const Rational& t, Bits p) {
  return Composition::parse(text).factors().front().mechanism->tails(Real(t), p);
}

}  // namespace

TEST_CASE("two gaussians: tails are those of integrals along the shift, in 1 to 3 dimensions",
          "[mechanisms][two_gaussians][SCALES-LOSS][NONCENTRAL-TAIL][GAMMA-TAIL][slow]") {
  Random random(1701);
  for (int i = 0; i < iterations(18); ++i) {
    const Pair pair = random_pair(random, 1 + i % 3);
    const std::string t = Random::text(random.uniform(-2, 3));
    CAPTURE(pair.text(), t);
    const LossTails x = tails_of(pair.text(), number(t), Bits{100});
    check_near(x.P_above, mass_above(pair, W(t), false), W("1e-19"));
    check_near(x.Q_above, mass_above(pair, W(t), true), W("1e-19"));
    check_near(x.P_below, 1 - mass_above(pair, W(t), false), W("1e-19"));
    check_near(x.Q_below, 1 - mass_above(pair, W(t), true), W("1e-19"));
    const Ball least = min(x.P_above, x.P_below);
    CHECK((least.relative_digits() > 20 || x.P_above.is_exact() || least.approximate() < 1e-20));
  }
}

TEST_CASE("two gaussians: delta of more dimensions, against the same integrals",
          "[mechanisms][two_gaussians][SCALES-LOSS][NONCENTRAL-TAIL][GAMMA-TAIL][slow]") {
  const Pair pairs[] = {{"1", "1.25", "0.5", 12}, {"2", "1.8", "1", 31}, {"1", "0.98", "0.7", 90}};
  for (const Pair& pair : pairs) {
    for (const char* epsilon : {"0.25", "2"}) {
      CAPTURE(pair.text(), epsilon);
      const W t(epsilon);
      const W truth = mass_above(pair, t, true) - exp(t) * mass_above(pair, t, false);
      const Ball x = forward_delta(pair.text(), epsilon);
      CHECK((x.relative_digits() >= 15 || x.is_exactly_zero()));
      check_near(x, truth, W("1e-19"));
    }
  }
}

TEST_CASE("two gaussians: a million dimensions, against another library's noncentral chi-squared",
          "[mechanisms][two_gaussians][SCALES-LOSS]") {
  const double d = 1e6, r = 1.001, m = 0.5, t = 1;
  const LossTails x =
      tails_of("two_gaussians(sigma=1,other=1.001,shift=0.5,dim=1000000)", Rational(1), Bits{64});
  const double excess = r * r - 1, n = m * m / (excess * excess);
  const double w = 2 * r * r * (t + d * std::log(r) + m * m / (2 * excess)) / excess;
  using Law = boost::math::non_central_chi_squared_distribution<double>;
  const double P = boost::math::cdf(boost::math::complement(Law(d, n), w));
  const double Q = boost::math::cdf(boost::math::complement(Law(d, n * r * r), w / (r * r)));
  CHECK(x.P_above.approximate() == Approx(P).epsilon(1e-6));
  CHECK(x.Q_above.approximate() == Approx(Q).epsilon(1e-6));
}

TEST_CASE("noncentral chi-squared: sums cut short contain the whole",
          "[mechanisms][two_gaussians][NONCENTRAL-TAIL]") {
  Random random(1702);
  const Bits p{200};
  for (int i = 0; i < iterations(40); ++i) {
    const Rational degrees(random.integer(2, 60));
    const Rational shift = number(Random::text(random.log_uniform(20, 4000)));
    const double mean = (degrees + shift).approximate();
    const Ball w(number(Random::text(mean * random.log_uniform(0.6, 1.6))), p);
    CAPTURE(degrees.text(), shift.text(), w.approximate());
    const ChiSquaredTails whole = noncentral_chi_squared(degrees, shift, w, p, 190);
    const ChiSquaredTails shallow = noncentral_chi_squared(degrees, shift, w, p, 5);
    const bool above = certainly_less(whole.above, whole.below);
    const Ball &small = above ? whole.above : whole.below,
               &cut = above ? shallow.above : shallow.below;
    CHECK(small.relative_digits() > 40);
    CHECK(cut.relative_digits() < 10);
    CHECK(overlaps(small, cut));
    CHECK(cut.relative_digits() > 0.2);  // and is not excessively wide
  }
}

TEST_CASE("incomplete gamma functions: sums cut short contain the whole",
          "[mechanisms][two_gaussians][GAMMA-TAIL]") {
  const Bits p{200};
  for (const long degrees : {20000L, 50001L, 400000L}) {
    for (const double place : {-3.0, -0.5, 0.5, 3.0}) {
      const double size = static_cast<double>(degrees), at = size + place * std::sqrt(2 * size);
      const Ball w(Rational(static_cast<long>(at)), p);
      CAPTURE(degrees, at);
      const ChiSquaredTails whole =
          noncentral_chi_squared(Rational(degrees), Rational(0), w, p, 190);
      const ChiSquaredTails cut = noncentral_chi_squared(Rational(degrees), Rational(0), w, p, 4);
      CHECK(overlaps(whole.above, cut.above));
      CHECK(overlaps(whole.below, cut.below));
      CHECK(min(whole.above, whole.below).relative_digits() > 40);
      CHECK(min(cut.above, cut.below).relative_digits() > 0.5);
      const double exact =
          boost::math::gamma_q(static_cast<double>(degrees) / 2, std::floor(at) / 2);
      CHECK(whole.above.approximate() == Approx(exact).epsilon(1e-9));
    }
  }
}

TEST_CASE("two gaussians: steps of one ratio are one step of more dimensions",
          "[mechanisms][two_gaussians][SCALES-SUM]") {
  // The squares of the shifts add up: 9 + 16 = 25 in 12 dimensions.
  const Composition steps = Composition::parse(
      "two_gaussians(sigma=10,other=11,shift=3,dim=4) * "
      "two_gaussians(sigma=20,other=22,shift=8,dim=8)");
  const std::string whole = "two_gaussians(sigma=10,other=11,shift=5,dim=12)";
  for (const char* epsilon : {"-0.5", "0", "0.3", "1"}) {
    const auto engine = plan(steps, "closed_form");
    const Ball x = engine->answer(Question::delta, Real(number(epsilon)), Effort{15}).value;
    check_meet(x, forward_delta(whole, epsilon), 14);
  }
  // Compared with another engine, which uses only the tails of one step.
  const std::string runs = "two_gaussians(sigma=1,other=0.9,shift=0.4,dim=3)^4";
  check_engines(runs, "0.5", "closed_form", "lattice", 3);
  // Steps with different ratios do not combine.
  const Composition others = Composition::parse(
      "two_gaussians(sigma=1,other=2,shift=1) * two_gaussians(sigma=1,other=3,shift=1)");
  CHECK_FALSE(combined_scales(others.factors()));
  CHECK_THROWS_AS(plan(others, "closed_form"), std::invalid_argument);
}

TEST_CASE("two gaussians: delta grows with the shift and with the dimension",
          "[mechanisms][two_gaussians][SCALES-LOSS]") {
  Random random(1703);
  for (int i = 0; i < iterations(20); ++i) {
    const int dim = random.integer(1, 9);
    Pair pair = random_pair(random, dim);
    Pair farther = pair, wider = pair;
    farther.shift = Random::text(std::stod(pair.shift) + random.uniform(0.01, 2));
    wider.dim = dim + random.integer(1, 5);
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      const std::string at = Random::text(random.uniform(-1, 2));
      const auto delta_of = [&](const Pair& x) {
        PrivacyProfile profile(Composition::parse(x.text()), direction);
        return profile.delta(Real(number(at)), Effort{12}).value;
      };
      CAPTURE(pair.text(), farther.shift, wider.dim, at);
      const Ball one = delta_of(pair);
      CHECK_FALSE(certainly_less(delta_of(farther), one));
      CHECK_FALSE(certainly_less(delta_of(wider), one));
    }
  }
}

TEST_CASE("two gaussians: ends of the loss, Renyi divergences and where these are infinite",
          "[mechanisms][two_gaussians][SCALES-LOSS]") {
  const Composition wide = Composition::parse("two_gaussians(sigma=1,other=2,shift=1,dim=3)");
  const Composition narrow = Composition::parse("two_gaussians(sigma=2,other=1,shift=1,dim=3)");
  CHECK(wide.smallest_loss());
  CHECK(wide.unbounded(true));
  CHECK(narrow.largest_loss());
  CHECK(narrow.unbounded(false));
  // Largest loss: E = -d log r - m^2/(2 (r^2-1)) = 3 log 2 + (1/4)/(2 (3/4)).
  check_meet((*narrow.largest_loss())(Bits{128}),
             log(ball("8", Bits{128})) + ball("1/6", Bits{128}), 30);
  // Finite if 1 - a + a/r^2 > 0: for r = 2 below a = 4/3; in reverse for 1 - a above -1/3.
  const Effort effort{15};
  CHECK(renyi(wide, number("4/3"), Direction::forward, effort).is_infinite());
  CHECK_FALSE(renyi(wide, number("1.333"), Direction::forward, effort).is_infinite());
  CHECK_FALSE(renyi(wide, number("50"), Direction::reverse, effort).is_infinite());
  CHECK(renyi(wide, number("2"), Direction::worst, effort).is_infinite());
  CHECK_FALSE(renyi(narrow, number("50"), Direction::forward, effort).is_infinite());
  CHECK(renyi(narrow, number("4/3"), Direction::reverse, effort).is_infinite());
  // Order 1 is between neighbouring orders and equals the Kullback-Leibler formula.
  const Extended at_one = renyi(wide, Rational(1), Direction::forward, effort);
  const Bits p{128};
  const Ball formula = (ball("12", p) + ball("1", p) - ball("3", p)) / 2 - log(ball("8", p));
  check_meet(at_one->value(), formula, 14);
  const Extended below = renyi(wide, number("0.999999"), Direction::forward, effort);
  const Extended above = renyi(wide, number("1.000001"), Direction::forward, effort);
  CHECK(certainly_less(below->value(), at_one->value()));
  CHECK(certainly_less(at_one->value(), above->value()));
  // Order 2 as an integral in one dimension: int q^2/p.
  const Composition one = Composition::parse("two_gaussians(sigma=1,other=1.2,shift=0.7)");
  const W r("1.2"), m("0.7"), pi = boost::math::constants::pi<W>();
  const W mean = between(
      [&](const W& x) -> W {
        return exp(-(x - m) * (x - m) / (r * r) + x * x / 2) / (r * r * sqrt(2 * pi));
      },
      W(-20), W(24));
  const Extended two = renyi(one, Rational(2), Direction::forward, effort);
  check_near(two->value(), log(mean), W("1e-15"));
  CHECK(two->value().relative_digits() >= 15);
}

TEST_CASE("two gaussians: sampled, as a mixture in one dimension", "[mechanisms][two_gaussians]") {
  // int ((1-p) p + p q - e^t p)_+ = p delta(log((e^t - 1 + p)/p)).
  const std::string inner = "two_gaussians(sigma=1,other=0.8,shift=1,dim=2)";
  const auto at_log = [](const std::string& text, const char* odds) {
    PrivacyProfile profile(Composition::parse(text), Direction::forward);
    const Real t(LogLinear{Rational(0), {{number(odds), Rational(1)}}});
    return profile.delta(t, Effort{15}).value;
  };
  check_meet(at_log("subsampled(" + inner + ",p=1/4)", "5/4"), at_log(inner, "2") / 4, 14);
  PrivacyProfile back(Composition::parse("subsampled(" + inner + ",p=1/4)"), Direction::reverse);
  // In reverse, at e^t: P - e^t ((1-p) P + p Q) = (1 - e^t (1-p)) (P - x Q), x = e^t p/(1 - e^t (1-p)).
  PrivacyProfile whole(Composition::parse(inner), Direction::reverse);
  const Ball there = back.delta(Real(number("1/8")), Effort{15}).value;
  const Bits p{128};
  const Ball e = exp(ball("1/8", p)), rest = Ball::integer(1, p) - e * ball("3/4", p);
  const Real x = Real([rest, e](Bits) { return log(e / 4 / rest); });
  check_meet(there, whole.delta(x, Effort{15}).value * rest, 14);
}

TEST_CASE("two gaussians: what is written, and what is refused", "[mechanisms][two_gaussians]") {
  check_round_trip("two_gaussians(sigma=1,other=2,shift=0.5,dim=7)");
  CHECK(Composition::parse("two_gaussians(sigma=2,other=4,shift=1)").identity() ==
        Composition::parse("two_gaussians(sigma=1,other=2,shift=1/2)").identity());
  CHECK(Composition::parse("two_gaussians(sigma=2,other=2,shift=3,dim=9)").gaussian_mu_squared() ==
        number("9/4"));
  CHECK(forward_delta("two_gaussians(sigma=2,other=2,shift=0)", "0").is_exactly_zero());
  for (const char* text :
       {"two_gaussians(sigma=1,other=0)", "two_gaussians(sigma=1,other=2,shift=-1)",
        "two_gaussians(sigma=1,other=2,dim=1/2)", "two_gaussians(sigma=1,other=2,dim=0)"}) {
    CHECK_THROWS_AS(Composition::parse(text), std::invalid_argument);
  }
  CHECK_THROWS_WITH(Composition::parse("two_gaussians(sigma=1,other=1.00001,shift=100)"),
                    Catch::Contains("must sum to at most"));
  // Above the largest loss delta is 0; slightly below it, delta is small and accurately known.
  const std::string narrow =
      "two_gaussians(sigma=2,other=1,shift=1,dim=3)";  // log(8) + 1/6 = 2.24611
  CHECK(forward_delta(narrow, "2.2462").is_exactly_zero());
  CHECK(forward_delta(narrow, "2.246").relative_digits() >= 15);
}
