/// Thresholds that are a sum of losses with positive mass, at random parameters: the engines reach the requested
/// digits, and the value agrees with sums and integrals of the laws themselves.
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/enclosure.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Number = long double;

/// The masses of one output under P and Q.
struct Output {
  Number P, Q;
};
using Law = std::vector<Output>;

/// Returns sup Q(E) - e^t P(E) of independent outputs, one of each law; 'ratio' is e^t.
Number delta_of(const std::vector<Law>& laws, Number ratio) {
  Number sum = 0;
  const std::function<void(size_t, Number, Number)> add = [&](size_t i, Number P, Number Q) {
    if (i < laws.size()) {
      for (const Output& x : laws[i]) add(i + 1, P * x.P, Q * x.Q);
    } else {
      sum += std::max<Number>(0, Q - ratio * P);
    }
  };
  add(0, 1, 1);
  return sum;
}

/// Returns the law with masses f(0), f(1), ... under P and the same masses shifted by one under Q, mixed at a rate.
Law shifted(const std::vector<Number>& f, Number rate = 1) {
  Law out;
  for (size_t x = 0; x <= f.size(); ++x) {
    const Number here = x < f.size() ? f[x] : 0, before = x > 0 ? f[x - 1] : 0;
    out.push_back({here, (1 - rate) * here + rate * before});
  }
  return out;
}

std::vector<Number> poisson(int mu) {
  std::vector<Number> f{std::exp(static_cast<Number>(-mu))};
  for (int x = 1; x < 60 + 4 * mu; ++x) f.push_back(f.back() * mu / x);
  return f;
}

std::vector<Number> binomial(int n) {
  std::vector<Number> f{std::exp2(static_cast<Number>(-n))};
  for (int x = 1; x <= n; ++x) f.push_back(f.back() * (n - x + 1) / x);
  return f;
}

void check_tie(const std::string& mechanism, const Real& t, Number truth) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  const Enclosure delta = profile.delta(t, Effort{15});
  CAPTURE(mechanism, t.approximate(), static_cast<double>(truth), profile.explain());
  CHECK(delta.value.relative_digits() >= 15);
  CHECK(delta.value.approximate() == Approx(static_cast<double>(truth)).epsilon(1e-12));
}

/// Returns log(a/b).
Real log_of(long a, long b) {
  return log_ratio(Real(Rational(a, static_cast<unsigned long>(b))), Real(Rational(1)));
}

}  // namespace

TEST_CASE("ties: sums of losses of integer noise", "[engines][ties]") {
  Random random(2031);
  for (int i = 0; i < iterations(12); ++i) {
    // The losses of poisson are log(x/mu); those of binomial are log(x/(n-x+1)).
    const int mu = random.integer(1, 5), x = random.integer(1, 6), y = random.integer(1, 6);
    const Law one = shifted(poisson(mu));
    check_tie("poisson(mu=" + std::to_string(mu) + ")^2", log_of(x * y, mu * mu),
              delta_of({one, one}, static_cast<Number>(x * y) / (mu * mu)));
    const int n = random.integer(3, 14), u = random.integer(1, n), v = random.integer(1, n);
    const long above = static_cast<long>(u) * v, below = static_cast<long>(n - u + 1) * (n - v + 1);
    const Law coins = shifted(binomial(n));
    check_tie("binomial(n=" + std::to_string(n) + ")^2", log_of(above, below),
              delta_of({coins, coins}, static_cast<Number>(above) / static_cast<Number>(below)));
    check_tie("poisson(mu=" + std::to_string(mu) + ") * binomial(n=" + std::to_string(n) + ")",
              log_of(static_cast<long>(x) * u, static_cast<long>(mu) * (n - u + 1)),
              delta_of({one, coins},
                       static_cast<Number>(x) * u / (static_cast<Number>(mu) * (n - u + 1))));
  }
}

TEST_CASE("ties: sampled integer noise at 0, where outputs say nothing", "[engines][ties]") {
  Random random(2032);
  for (int i = 0; i < iterations(6); ++i) {
    const int mu = random.integer(1, 5), percent = random.integer(1, 60);
    const Law one = shifted(poisson(mu), static_cast<Number>(percent) / 100);
    const std::string text =
        "subsampled(poisson(mu=" + std::to_string(mu) + "),p=" + std::to_string(percent) + "/100)";
    check_tie(text, Real(Rational(0)), delta_of({one}, 1));
    check_tie(text + "^2", Real(Rational(0)), delta_of({one, one}, 1));
  }
  // For an odd n some losses are 0 too.
  const Law coins = shifted(binomial(7));
  check_tie("binomial(n=7)^3", Real(Rational(0)), delta_of({coins, coins, coins}, 1));
}

TEST_CASE("ties: a histogram's key that is not shown, beside integer noise", "[engines][ties]") {
  Random random(2033);
  for (int i = 0; i < iterations(8); ++i) {
    const int b = random.integer(1, 4), gap = random.integer(1, 6), k = random.integer(-2, 2);
    // A key of a single user is released with probability q: its noisy count is at least the threshold.
    const Number a = std::exp(-1 / static_cast<Number>(b)), q = std::pow(a, gap) / (1 + a);
    std::vector<Number> f;
    for (int x = -60 * b; x <= 60 * b; ++x)
      f.push_back((1 - a) / (1 + a) * std::pow(a, std::abs(x)));
    const std::string text = "(discrete_laplace(b=" + std::to_string(b) + ")";
    const Real t([b, gap, k](Bits p) {
      const Ball base = exp(-(Ball::integer(1, p) / b)), one = Ball::integer(1, p);
      return log(one - power(base, Rational(gap)) / (one + base)) + Ball::integer(k, p) / b;
    });
    check_tie("thresholded" + text + ",threshold=" + std::to_string(gap + 1) +
                  ") * discrete_laplace(b=" + std::to_string(b) + ")^2",
              t,
              delta_of({{{1, 1 - q}, {0, q}}, shifted(f), shifted(f)},
                       (1 - q) * std::exp(k / static_cast<Number>(b))));
  }
}

namespace {

/// Laplace noise truncated at a bound, against the same noise shifted by 1.
struct CutLaplace {
  double b, bound, scale = 1 / (2 * b * -std::expm1(-bound / b));
  double infinite() const {
    return scale * b * (std::exp(-(bound - 1) / b) - std::exp(-bound / b));
  }
  double P_low() const { return scale * b * -std::expm1(-(bound - 1) / b); }
  double P_high() const { return scale * b * (std::exp(-1 / b) - std::exp(-bound / b)); }
  /// Returns the integral of max(0, Q - e^t P) over the finite losses, in doubles.
  double gain(double t) const {
    const double low = P_low() * (std::exp(-1 / b) - std::exp(t)),
                 high = P_high() * (std::exp(1 / b) - std::exp(t));
    // Between 0 and 1 the loss is (2x-1)/b; it exceeds t from x = (bt + 1)/2.
    const double from = std::clamp((b * t + 1) / 2, 0.0, 1.0);
    const double Q = scale * b * (1 - std::exp(-(1 - from) / b)),
                 P = scale * b * (std::exp(-from / b) - std::exp(-1 / b));
    return std::max(0.0, low) + std::max(0.0, high) + Q - std::exp(t) * P;
  }
  double twice(double t) const {
    double sum =
        P_low() * std::exp(-1 / b) * gain(t + 1 / b) + P_high() * std::exp(1 / b) * gain(t - 1 / b);
    const auto rest = [&](double x) {
      return scale * std::exp(-(1 - x) / b) * gain(t - (2 * x - 1) / b);
    };
    // The integrand has kinks where t - loss is -1/b or 1/b.
    std::vector<double> cuts{0, 1};
    for (const double loss : {t - 1 / b, t + 1 / b}) {
      cuts.push_back(std::clamp((b * loss + 1) / 2, 0.0, 1.0));
    }
    std::sort(cuts.begin(), cuts.end());
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (!(cuts[i] < cuts[i + 1])) continue;
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(rest, cuts[i],
                                                                           cuts[i + 1], 6, 1e-14);
    }
    return infinite() * (2 - infinite()) + sum;
  }
};

}  // namespace

TEST_CASE("ties: sums of the ends of truncated Laplace noise", "[engines][ties]") {
  Random random(2034);
  for (int i = 0; i < iterations(12); ++i) {
    const int b = random.integer(1, 6), bound = b * random.integer(2, 12) + 1;
    const CutLaplace law{static_cast<double>(b), static_cast<double>(bound)};
    const std::string text =
        "truncated_laplace(b=" + std::to_string(b) + ",bound=" + std::to_string(bound) + ")";
    for (const int k : {-1, 0, 1, 2}) {
      const Rational t = Rational(k) / Rational(b);
      check_tie(text, Real(t), law.infinite() + law.gain(static_cast<double>(k) / b));
      check_tie(text + "^2", Real(t), law.twice(static_cast<double>(k) / b));
    }
  }
}
