/// Grids so coarse that the errors of the rules are visible: every bound must cover its error, and is so tight that a
/// false bound would fail.
#include <boost/math/constants/constants.hpp>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;
using Quad = witness::Real;

namespace {

constexpr Bits kBits{128};
Ball binary(double x) { return Ball::from_binary64(x, kBits); }

struct Setting {
  std::string mu, p;
  double c;
  mixture::MixtureLaw law(const Window& window = {}) const {
    return {number(mu), number(p), number(mu).approximate(), number(p).approximate(), window};
  }
};

Setting random_setting(Random& random, double mu_low, double mu_high, double c_low, double c_high) {
  return {Random::text(random.log_uniform(mu_low, mu_high)),
          Random::text(random.log_uniform(1e-3, 0.9)),
          std::round(random.uniform(c_low, c_high) * 64) / 64};
}

mixture::Grid coarse_grid(double shift, double step, double strip, double reach = 12) {
  const long n = static_cast<long>(std::ceil(reach / step)) + 1;
  return {shift, step, strip, -n, n};
}

/// Returns int phi(u) X(u) w(u)^c f(L(u)) du by fine midpoint sums.
template <class F>
Quad integral(const Setting& s, const Window& window, double c, const F& f) {
  const Quad mu(s.mu), p(s.p), h = Quad(1) / 32;
  Quad sum = 0;
  for (int j = -32 * 14; j < 32 * 14; ++j) {
    const Quad u = (j + Quad(0.5)) * h, z = mu * u - mu * mu / 2;
    const Quad l = log(1 - p + p * exp(z));
    Quad term = exp(-u * u / 2 + Quad(c) * l) * f(l);
    if (!window.whole()) {
      Quad x = 0, partial = 0, factor = 1;  // Q(k, x) of an upper edge
      x = exp(z - *window.high);
      for (int i = 0; i < window.k; ++i) {
        partial += factor;
        factor *= x / (i + 1);
      }
      term *= exp(-x) * partial;
    }
    sum += term;
  }
  return sum * h / sqrt(2 * boost::math::constants::pi<Quad>());
}

/// Returns the error as a share of the bound.
double use(const Ball& value, const Ball& truth) {
  return (abs(value.midpoint() - truth) / value.radius().ball(kBits)).approximate();
}

}  // namespace

TEST_CASE("coarse grids: K on the real line", "[mechanisms][MIXTURE-REAL]") {
  Random random(701);
  double most = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Setting s = random_setting(random, 0.1, 0.6, -1.5, 2);
    const double h = random.uniform(1.5, 3), reach = 0.98 * M_PI / number(s.mu).approximate();
    CAPTURE(s.mu, s.p, s.c, h);
    const mixture::Grid grid = coarse_grid(0, h, std::min(2 * M_PI / h, reach));
    const Ball K = mixture::transform(s.law(), s.c, grid, kBits);
    const Ball truth =
        witness::as_ball(witness::mixture_transform(Quad(s.mu), Quad(s.p), Quad(s.c), 0).re, 1e-28);
    CHECK(overlaps(K, truth));
    most = std::max(most, use(K, truth));
  }
  CHECK(most > 0.3);
  // If a condition is not met, the bound is infinite.
  const Setting s{"1", "1/2", 0.5};
  for (const mixture::Grid& bad : {mixture::Grid{0, 1, 3.2, -9, 9}, mixture::Grid{0, 1, 0, -9, 9},
                                   mixture::Grid{0, 0, 1, -9, 9}, mixture::Grid{0, 1, 1, 9, -9}}) {
    CHECK_FALSE(mixture::transform(s.law(), s.c, bad, kBits).is_finite());
  }
  CHECK_THROWS_AS(mixture::transform({Rational(0), Rational(1, 2), 0, 0.5}, 2.0, kBits),
                  std::logic_error);
  CHECK_THROWS_AS(mixture::transform({Rational(1), Rational(1), 1, 1}, 2.0, kBits),
                  std::logic_error);
}

TEST_CASE("coarse grids: K with a window", "[mechanisms][MIXTURE-STRIP][MIXTURE-SIZE][slow]") {
  Random random(702);
  double most = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Setting s = random_setting(random, 0.1, 0.4, -1, 2);
    const Window window{std::nullopt, random.uniform(0.5, 2), 1};
    const double h = random.uniform(1.8, 3), reach = 0.45 * M_PI / number(s.mu).approximate();
    CAPTURE(s.mu, s.p, s.c, h, *window.high);
    const mixture::Grid grid = coarse_grid(0, h, std::min(2 * M_PI / h, reach));
    const Ball K = mixture::transform(s.law(window), s.c, grid, kBits);
    const Ball truth =
        witness::as_ball(integral(s, window, s.c, [](const Quad&) { return Quad(1); }), 1e-25);
    CHECK(overlaps(K, truth));
    most = std::max(most, use(K, truth));
  }
  CHECK(most > 0.2);
  const Setting s{"1", "1/2", 0.5};
  for (const Window& bad : {Window{std::nullopt, 1.0, 0}, Window{1.0, 1.0, 3}, Window{2.0, 1.0, 3},
                            Window{std::nullopt, HUGE_VAL, 3}}) {
    CHECK_FALSE(mixture::transform(s.law(bad), s.c, coarse_grid(0, 0.5, 1), kBits).is_finite());
    CHECK_FALSE(mixture::algebraic_decay(s.law(bad), s.c).is_finite());
    CHECK_FALSE(window_growth(bad, binary(0.5)).is_finite());
    CHECK_FALSE(window_wins(bad, binary(9), binary(1), binary(1), binary(1)));
  }
}

TEST_CASE("coarse grids: sizes on the strip and on the real line",
          "[mechanisms][MIXTURE-STRIP][MIXTURE-SIZE]") {
  Random random(703);
  double most = 0, most_size = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Setting s = random_setting(random, 0.3, 1.5, -3, 4);
    Window window;
    if (i % 2 == 0) window = {std::nullopt, random.uniform(0, 3), random.integer(1, 4)};
    const mixture::MixtureLaw law = s.law(window);
    const double reach = M_PI / law.mu_approx, kappa = random.uniform(0.5, 1);
    const double a = random.uniform(0, 0.9) * reach, b = random.uniform(0, 0.9) * reach;
    CAPTURE(s.mu, s.p, s.c, a, b, kappa, window.high.value_or(99), window.k);
    Ball strip(kBits), size(kBits);
    for (int j = -14 * 16; j < 14 * 16; ++j) {
      const Ball t = binary((j + 0.5) / 16);
      Ball X = normal_density(t) / 16;
      if (!window.whole()) {
        X = X * window_value(window, mixture::log_ratio_normal(law, t), binary(kappa));
      }
      const Ball l = log(mixture::ratio(law, t, binary(a))).real() +
                     log(mixture::ratio(law, t, binary(b))).real();
      strip += X * exp(l * binary(s.c) / 2);
      size += X * exp(log(mixture::ratio(law, t)) * binary(s.c));
    }
    const Ball nearly = binary(1 - 1e-9);
    const UpperBound bound = mixture::strip_size(law, s.c, binary(a), binary(b), binary(kappa));
    const UpperBound whole = mixture::size_bound(law, s.c, binary(kappa));
    CHECK(certainly_at_most(strip * nearly, bound.ball(kBits)));
    CHECK(certainly_at_most(size * nearly, whole.ball(kBits)));
    most = std::max(most, (strip / bound.ball(kBits)).approximate());
    if (window.high && s.c > 1) {
      most_size = std::max(most_size, (size / whole.ball(kBits)).approximate());
    }
  }
  CHECK(most > 0.5);
  CHECK(most_size > 0.11);
}

TEST_CASE("coarse grids: K on a vertical line", "[mechanisms][MIXTURE-LINE][slow]") {
  Random random(704);
  double most = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Setting s = random_setting(random, 0.1, 0.8, -1, 2);
    const double h = random.uniform(2, 6), a = random.uniform(0.2, 0.9);
    CAPTURE(s.mu, s.p, s.c, h, a);
    const LineValues line = mixture::transform_on_line(s.law(), s.c, coarse_grid(a, h, a),
                                                       testing::ball("0.5"), 5, kBits, [] {});
    for (size_t k = 0; k < 5; ++k) {
      const witness::Complex z = witness::mixture_transform(Quad(s.mu), Quad(s.p), Quad(s.c),
                                                            Quad("0.5") * static_cast<int>(k));
      const auto truth = [](const Quad& x) {
        return widen(witness::as_ball(x, 0), UpperBound::of(testing::ball("1e-25")));
      };
      CHECK(overlaps(line.values[k].real(), truth(z.re)));
      CHECK(overlaps(line.values[k].imag(), truth(z.im)));
      most = std::max(most, use(line.values[k].real(), truth(z.re)));
    }
  }
  CHECK(most > 0.3);
  const Setting s{"1", "1/2", 0.5};
  const auto at = [&](const mixture::Grid& grid, const Ball& D) {
    return mixture::transform_on_line(s.law(), s.c, grid, D, 2, kBits, [] {}).values[1];
  };
  CHECK(at(coarse_grid(0.7, 0.5, 0.7), binary(1)).real().is_finite());
  CHECK_FALSE(at(coarse_grid(0.7, 0.5, 0.7), binary(-1)).real().is_finite());
  CHECK_FALSE(at(coarse_grid(0, 0.5, 0), binary(1)).real().is_finite());
  CHECK_FALSE(at(coarse_grid(1.6, 0.5, 1.6), binary(1)).real().is_finite());
}

TEST_CASE("coarse grids: the far bound is above the integral that it bounds",
          "[mechanisms][MIXTURE-FAR]") {
  Random random(705);
  double most = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Setting s = random_setting(random, 0.3, 0.9, 2, 6);
    const mixture::MixtureLaw law = s.law();
    const double a = random.uniform(0.05, 0.3), T = random.uniform(0.1, 2);
    const double h = random.uniform(1.5, 3.5);
    const double b = std::min(2 * M_PI / h, 0.999 * M_PI / 2 / law.mu_approx - a);
    CAPTURE(s.mu, s.p, s.c, a, T, h, b);
    const mixture::Grid grid = coarse_grid(a, h, b, 16);
    const Ball bound = mixture::far_bound(law, s.c, T, grid, kBits);
    const auto at = [&](double t) {
      const ComplexBall l = log(mixture::ratio(law, binary(t), binary(a)));
      return exp((square(binary(a)) - square(binary(t))) / 2 + binary(s.c) * l.real() -
                 binary(T) * l.imag()) /
             sqrt(Ball::pi(kBits) * 2);
    };
    Ball integral(kBits), sum(kBits);
    for (int j = -16 * 16; j < 20 * 16; ++j) integral += at((j + 0.5) / 16) / 16;
    for (long j = grid.first; j <= grid.last; ++j) {
      sum += at(static_cast<double>(j) * h) * binary(h);
    }
    CHECK(certainly_at_most(integral * binary(1 - 1e-9), bound));
    most = std::max(most, ((integral - sum) / (bound - sum)).approximate());
  }
  CHECK(most > 0.3);
  const mixture::MixtureLaw law = Setting{"1", "1/2", 0}.law();
  CHECK(mixture::far_bound(law, 0.5, 1, coarse_grid(0.5, 0.5, 0.5), kBits).is_finite());
  CHECK_FALSE(mixture::far_bound(law, 0.5, 0, coarse_grid(0.5, 0.5, 0.5), kBits).is_finite());
  CHECK_FALSE(mixture::far_bound(law, 0.5, 1, coarse_grid(0, 0.5, 0.5), kBits).is_finite());
  CHECK_FALSE(mixture::far_bound(law, 0.5, 1, coarse_grid(0.5, 0.5, 1.2), kBits).is_finite());
  CHECK_FALSE(mixture::far_bound(law, 0.5, 1, 0.0, kBits).is_finite());
}

TEST_CASE("coarse grids: derivatives of K", "[mechanisms][MIXTURE-MOMENTS][sweep]") {
  Random random(706);
  double most = 0;
  for (int i = 0; i < testing::of_sweep(20, 40); ++i) {
    const Setting s = random_setting(random, 0.1, 0.8, 0, 1.5);
    const double h = random.uniform(1.8, 3), reach = 0.98 * M_PI / number(s.mu).approximate();
    const double r = random.uniform(0.05, 0.5);
    CAPTURE(s.mu, s.p, s.c, h, r);
    const mixture::Grid grid = coarse_grid(0, h, std::min(2 * M_PI / h, reach));
    const std::vector<Ball> d = mixture::derivatives(s.law(), s.c, grid, s.c - r, s.c + r, kBits);
    REQUIRE(d.size() == 5);
    for (size_t k = 0; k < 5; ++k) {
      const Quad exact = integral(s, {}, s.c, [&](const Quad& l) { return Quad(pow(l, int(k))); });
      const Ball truth = widen(witness::as_ball(exact, 0), UpperBound::of(testing::ball("1e-25")));
      CHECK(overlaps(d[k], truth));
      most = std::max(most, use(d[k], truth));
    }
  }
  CHECK(most > 0.15);
  const mixture::MixtureLaw law = Setting{"1", "1/2", 0}.law();
  const mixture::Grid grid = coarse_grid(0, 0.5, 1);
  CHECK(mixture::derivatives(law, 0.5, grid, 0, 1, kBits)[0].is_finite());
  CHECK_FALSE(mixture::derivatives(law, 0.5, grid, 0.5, 1, kBits)[0].is_finite());
  CHECK_FALSE(mixture::derivatives(law, 0.5, grid, 0, 0.5, kBits)[0].is_finite());
}

TEST_CASE("narrow grids: the nodes left out", "[mechanisms][MIXTURE-TAILS]") {
  Random random(707);
  double most = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Setting s = random_setting(random, 0.2, 1.5, -2, 2.5);
    const mixture::MixtureLaw law = s.law();
    // The range ends where the tails start: both formulas apply there.
    const double low = std::min(0.0, s.c * law.mu_approx), high = std::max(0.0, -low);
    const long first = static_cast<long>((low - random.uniform(0.2, 1.5)) * 8);
    const double top = std::max(high, s.c * law.mu_approx) + random.uniform(0.2, 1.5);
    const mixture::Grid grid{0, 0.125, 2, first, static_cast<long>(top * 8) + 1};
    CAPTURE(s.mu, s.p, s.c, grid.first, grid.last);
    Ball outside(kBits);
    for (long j = -14 * 8; j <= 16 * 8; ++j) {
      if (j >= grid.first && j <= grid.last) continue;
      const Ball u = binary(static_cast<double>(j) / 8);
      outside += normal_density(u) * exp(log(mixture::ratio(law, u)) * binary(s.c)) / 8;
    }
    const UpperBound bound = mixture::omitted_nodes(law, grid, s.c, binary(1));
    CHECK(certainly_at_most(outside.lower(), bound.ball(kBits)));
    most = std::max(most, (outside / bound.ball(kBits)).approximate());
    // The rule accounts for the omitted nodes.
    const Ball truth =
        witness::as_ball(witness::mixture_transform(Quad(s.mu), Quad(s.p), Quad(s.c), 0).re, 1e-28);
    CHECK(overlaps(mixture::transform(law, s.c, grid, kBits), truth));
  }
  CHECK(most > 0.5);
}

TEST_CASE("the algebraic bound is close for rates near 1", "[mechanisms][MIXTURE-ALGEBRAIC]") {
  double most = 0;
  for (const char* mu : {"0.2", "0.5", "1"}) {
    for (const double c : {0.0, 0.5, 1.0}) {
      const Setting s{mu, "0.99", c};
      const UpperBound C = mixture::algebraic_decay(s.law(), c);
      for (const double y : {0.5, 1.0, 2.0}) {
        const Quad at = Quad(y) / Quad(mu);
        const witness::Complex z = witness::mixture_transform(Quad(mu), Quad(s.p), Quad(c), at);
        const Ball size = witness::as_ball(Quad(sqrt(z.re * z.re + z.im * z.im) * at), 1e-20);
        CHECK(certainly_less(size.lower(), C.ball(kBits)));
        most = std::max(most, (size / C.ball(kBits)).approximate());
      }
    }
  }
  CHECK(most > 0.2);
}
