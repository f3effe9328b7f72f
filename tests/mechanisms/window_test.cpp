#include "reference/mechanisms/window.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "reference/mechanisms/gaussian/mixture_measure.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;
using Wide = witness::Real;

namespace {

Ball binary(double x, Bits p = Bits{160}) { return Ball::from_binary64(x, p); }

Window random_window(Random& random) {
  Window w;
  const int kind = random.integer(0, 2);
  const double edge = random.uniform(-9, 2);
  if (kind != 0) w.low = edge;
  if (kind != 1) w.high = edge + random.uniform(0.5, 3);
  w.k = random.integer(1, 30);
  return w;
}

/// Returns Q(k, e^{z-high}) - Q(k, e^{z-low}) by Boost, from P or Q, whichever does not cancel.
Wide witness_window(const Window& w, const Wide& z) {
  const Wide k = w.k;
  const auto Q = [&](double edge) { return Wide(boost::math::gamma_q(k, Wide(exp(z - edge)))); };
  const auto P = [&](double edge) { return Wide(boost::math::gamma_p(k, Wide(exp(z - edge)))); };
  if (!w.low) return Q(*w.high);
  if (!w.high) return P(*w.low);
  return exp(z - *w.low) < k ? P(*w.low) - P(*w.high) : Q(*w.high) - Q(*w.low);
}

struct Part {
  std::string mu, p;
  Window window;
  mixture::MixtureLaw law() const {
    mixture::MixtureLaw out{number(mu), number(p), number(mu).approximate(),
                            number(p).approximate(), window};
    out.table = mixture::heuristic::table(out);
    return out;
  }
  /// Returns int phi X w^{c+iy} by midpoint sums on the real line.
  witness::Complex transform(double c, double y) const {
    const Wide m(mu), rate(p), h = Wide(1) / 48;
    witness::Complex sum{0, 0};
    for (int j = -48 * 14; j < 48 * 16; ++j) {
      const Wide u = (j + Wide(0.5)) * h, z = m * u - m * m / 2;
      const Wide l = log(1 - rate + rate * exp(z));
      const Wide size = exp(-u * u / 2 + c * l);
      if (size < 1e-40) continue;
      const Wide weight = size * witness_window(window, z);
      sum.re += weight * cos(y * l);
      sum.im += weight * sin(y * l);
    }
    const Wide scale = h / sqrt(2 * boost::math::constants::pi<Wide>());
    return {sum.re * scale, sum.im * scale};
  }
};

Part random_part(Random& random) {
  return {Random::text(random.log_uniform(0.4, 2)), Random::text(random.log_uniform(1e-3, 0.9)),
          random_window(random)};
}

Ball magnitude(const witness::Complex& z) {
  return witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-20);
}

}  // namespace

TEST_CASE("window: values agree with incomplete gamma functions, in relative terms",
          "[mechanisms][window]") {
  Random random(71);
  for (int i = 0; i < testing::iterations(150); ++i) {
    const Window w = random_window(random);
    const double z = random.uniform(-14, 4);
    CAPTURE(w.low.value_or(-99), w.high.value_or(99), w.k, z);
    const Wide truth = witness_window(w, Wide(z));
    if (truth < 1e-60) continue;
    const Ball value = window_value(w, binary(z), binary(1));
    testing::check_meet(value, witness::as_ball(truth, 1e-24), 20);
    CHECK(log_window(w, z) == Approx(value.log_approximate()).margin(1e-6));
    // On the real axis the complex function equals the real one.
    const ComplexBall complex = window_value(w, ComplexBall(binary(z)));
    CHECK(overlaps(complex.real(), value));
    CHECK(overlaps(window_value(w, binary(z), binary(0.5)),
                   window_value(w, binary(z) + log(binary(0.5)), binary(1))));
  }
}

TEST_CASE("window: a series cut short is covered by its bound, which is close",
          "[mechanisms][window][WINDOW-SERIES]") {
  Random random(76);
  double most = 0;
  for (int i = 0; i < testing::iterations(100); ++i) {
    const int k = random.integer(1, 30), terms = random.integer(1, 6);
    const double x = k * random.uniform(0.01, 0.95);
    CAPTURE(k, terms, x);
    const Ball truth = witness::as_ball(Wide(boost::math::gamma_p(Wide(k), Wide(x))), 1e-28);
    const Ball cut = lower_gamma_series(k, binary(x), terms);
    CHECK(overlaps(cut, truth));
    most =
        std::max(most, (abs(cut.midpoint() - truth) / cut.radius().ball(Bits{64})).approximate());
    CHECK(overlaps(lower_gamma_series(k, binary(x)), truth));
  }
  CHECK(most > 0.5);
  CHECK_FALSE(lower_gamma_series(3, binary(3)).is_finite());
  CHECK_FALSE(lower_gamma_series(0, binary(0.5)).is_finite());
  CHECK_FALSE(lower_gamma_series(3, binary(-1)).is_finite());
}

TEST_CASE("window: complex values stay below the growth bound, and come close",
          "[mechanisms][WINDOW-GROWTH]") {
  Random random(72);
  double closest = 0;
  for (int i = 0; i < testing::iterations(300); ++i) {
    const Window w = random_window(random);
    const Ball z = binary(random.uniform(-12, 3)), theta = binary(random.uniform(-1.5, 1.5));
    CAPTURE(w.low.value_or(-99), w.high.value_or(99), w.k, z.approximate(), theta.approximate());
    const Ball size = window_value(w, ComplexBall(z, theta)).magnitude().ball(Bits{64});
    const Ball bound = window_growth(w, theta) * window_value(w, z, cos(theta));
    // Complex values of low edges have absolute errors.
    if (bound.log_approximate() < -80) continue;
    // magnitude() rounds up to a few bits.
    CHECK(certainly_less(size * binary(0.999), bound.upper()));
    closest = std::max(closest, (size / bound).approximate());
  }
  CHECK(closest > 0.5);
  CHECK_FALSE(window_growth(Window{std::nullopt, 0.0, 5}, binary(1.6)).is_finite());
}

TEST_CASE("window: beyond the place where it wins, it outweighs the power",
          "[mechanisms][WINDOW-HAZARD]") {
  Random random(73);
  int wins = 0;
  for (int i = 0; i < testing::iterations(200); ++i) {
    const Window w{std::nullopt, random.uniform(-6, 1), random.integer(1, 30)};
    const double z = *w.high + random.uniform(-1, 6), c = random.log_uniform(0.1, 1000);
    const Ball rho = binary(random.log_uniform(1e-4, 10)), kappa = binary(random.uniform(0.1, 1));
    if (!window_wins(w, binary(z), kappa, rho, binary(c))) continue;
    ++wins;
    const auto size = [&](double at) {
      return log(window_value(w, binary(at), kappa)) + log(rho * exp(binary(at)) + 1) * binary(c);
    };
    CHECK(window_seems_to_win(w, z + 0.01, kappa.approximate(), rho.approximate(), c));
    for (double at = z; at < z + 4; at += 0.25) {
      CHECK(certainly_at_most(size(at + 0.25).lower(), size(at).upper()));
    }
  }
  CHECK(wins > testing::iterations(200) / 5);
  const Ball one = binary(1);
  CHECK_FALSE(window_wins(Window{0.0, 1.0, 5}, binary(9), one, one, one));
  CHECK_FALSE(window_wins(Window{0.0, std::nullopt, 5}, binary(9), one, one, one));
}

TEST_CASE("windowed mixture: K agrees with an independent sum, on and off the real axis",
          "[mechanisms][MIXTURE-REAL][MIXTURE-LINE][MIXTURE-SIZE][MIXTURE-STRIP][sweep]") {
  Random random(74);
  for (int i = 0; i < testing::of_sweep(7, 14); ++i) {
    const Part part = random_part(random);
    const double c = std::round(random.uniform(-4, 5) * 64) / 64;
    CAPTURE(part.mu, part.p, part.window.low.value_or(-99), part.window.high.value_or(99),
            part.window.k, c);
    const mixture::MixtureLaw law = part.law();
    const Ball K = mixture::transform(law, c, Bits{128});
    if (K.log_approximate() < -70) continue;
    testing::check_meet(K, witness::as_ball(part.transform(c, 0).re, 1e-20), 18);
    CHECK(K.relative_digits() >= 25);
    CHECK(mixture::heuristic::log_transform(law, c) == Approx(K.log_approximate()).margin(1e-5));
    const LineValues line = mixture::transform_on_line(law, c, binary(1.5), 12, Bits{100}, [] {});
    CHECK(line.quadrature_error.log_approximate() < K.log_approximate() - 50);
    for (const size_t k : {size_t{1}, size_t{11}}) {
      const witness::Complex z = part.transform(c, 1.5 * static_cast<double>(k));
      const UpperBound slack = UpperBound::of(K * binary(1e-20));
      CHECK(overlaps(line.values[k].real(), widen(witness::as_ball(z.re, 0), slack)));
      CHECK(overlaps(line.values[k].imag(), widen(witness::as_ball(z.im, 0), slack)));
      CHECK(line.values[k].real().radius().log_approximate() < K.log_approximate() - 40);
    }
  }
}

TEST_CASE("windowed mixture: bounds of the tail, of size and of moments hold",
          "[mechanisms][MIXTURE-FAR][MIXTURE-TAILS][MIXTURE-ALGEBRAIC][MIXTURE-MOMENTS][sweep]") {
  Random random(75);
  for (int i = 0; i < testing::of_sweep(4, 14); ++i) {
    const Part part = random_part(random);
    const double c = std::round(random.uniform(-3, 4) * 64) / 64;
    CAPTURE(part.mu, part.p, part.window.low.value_or(-99), part.window.high.value_or(99),
            part.window.k, c);
    const mixture::MixtureLaw law = part.law();
    const Ball K = mixture::transform(law, c, Bits{96});
    if (K.log_approximate() < -60) continue;
    const MixtureMeasure measure(law);
    const UpperBound C = measure.algebraic_decay(c);
    for (const double T : {0.5, 4.0, 20.0, 60.0}) {
      const Ball bound = measure.decay(c, T, Bits{64});
      CHECK(std::fabs(measure.log_decay(c, T) - bound.log_approximate()) <
            0.3 + 0.1 * std::fabs(bound.log_approximate()));
      for (const double y : {T, 1.4 * T, 2.5 * T}) {
        const Ball size = magnitude(part.transform(c, y));
        CAPTURE(T, y, size.approximate(), (bound * K).approximate());
        const Ball noise = K * binary(1e-18);
        CHECK(certainly_at_most(size.lower(), (bound * K + noise).upper()));
        CHECK(certainly_at_most((size * binary(y)).lower(), (C.ball(Bits{64}) + noise).upper()));
      }
    }
    // Omitted nodes of a rule, with a widening factor.
    const mixture::Grid grid = mixture::heuristic::real_grid(law, c, random.uniform(15, 45));
    const Ball h = binary(grid.step), kappa = binary(random.uniform(0.9, 1));
    Ball outside(Bits{160});
    const long reach = static_cast<long>(25 / grid.step);
    for (long j = grid.first - reach; j <= grid.last + reach; ++j) {
      if (j >= grid.first && j <= grid.last) continue;
      const Ball u = h * j, mu(law.mu, Bits{160}), z = mu * u - square(mu) / 2;
      outside += h * normal_density(u) * window_value(law.window, z, kappa) *
                 exp(log(mixture::ratio(law, u)) * binary(c));
    }
    CHECK(certainly_at_most(outside.lower(),
                            mixture::omitted_nodes(law, grid, c, kappa).ball(Bits{96})));
    const TiltedMoments m = mixture::moments(law, c, Bits{96});
    const auto rough = mixture::heuristic::moments(law, c);
    CHECK(m.variance.relative_digits() >= 5);
    CHECK(rough.variance == Approx(m.variance.approximate()).epsilon(1e-4));
    CHECK(rough.fourth == Approx(m.fourth.approximate()).epsilon(1e-4));
  }
}
