#include "reference/mechanisms/discrete_gaussian.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "reference/mechanisms/lattice_decay.hpp"
#include "tests/composition/lattice_pairs.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;
using Text = plumbline::testing::Random;

namespace {

using W = witness::Real;

/// E_P[e^{sL}] term by term.
witness::Complex direct_transform(const std::string& sigma, int D, double c, double y) {
  const W v = W(sigma) * W(sigma);
  const int centre = static_cast<int>(std::lround(c * D));
  const int reach = static_cast<int>(14 * std::stod(sigma)) + 30;
  W total = 0, re = 0, im = 0;
  for (int x = -reach; x <= reach; ++x) total += exp(-W(x) * x / (2 * v));
  for (int x = centre - reach; x <= centre + reach; ++x) {
    const W loss = (2 * W(x) * D - W(D) * D) / (2 * v);
    const W size = exp(-W(x) * x / (2 * v) + W(c) * loss);
    re += size * cos(W(y) * loss);
    im += size * sin(W(y) * loss);
  }
  return {re / total, im / total};
}

/// P(X >= n) for n > 0 or P(X <= n) for n <= 0, X the discrete Gaussian around 0.
W direct_tail(const std::string& sigma, int n, bool above) {
  const W v = W(sigma) * W(sigma);
  const int reach = static_cast<int>(16 * std::stod(sigma)) + 30;
  W total = 0, sum = 0;
  for (int x = -reach; x <= reach; ++x) total += exp(-W(x) * x / (2 * v));
  for (int i = 0; i <= 2 * reach; ++i) {
    const W x = above ? n + i : n - i;
    sum += exp(-x * x / (2 * v));
  }
  return sum / total;
}

}  // namespace

TEST_CASE("discrete_gaussian: K agrees with the sum term by term, in both forms",
          "[mechanisms][discrete_gaussian][THETA-DUAL][THETA-TAIL]") {
  testing::Random random(71);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.1, 12));
    const int D = random.integer(1, 3);
    const double c = std::round(random.uniform(-3, 4) * 64) / 64;
    const double period = std::stod(sigma) * std::stod(sigma);
    const double y = std::ldexp(std::round(random.uniform(0.01, 8) * period * 4096), -12);
    CAPTURE(sigma, D, c, y);
    const DiscreteGaussian m(number(sigma), Rational(D));
    const witness::Complex z = direct_transform(sigma, D, c, y);
    const Ball K = m.transform(c, Bits{120});
    testing::check_meet(K, witness::as_ball(direct_transform(sigma, D, c, 0).re, 1e-30), 29);
    const LineValues line =
        m.transform_on_line(c, Ball::from_binary64(y, Bits{120}), 2, Bits{120}, [] {});
    CHECK(overlaps(line.values[0].real(), K));
    const UpperBound slack = UpperBound::of(K * Ball::from_binary64(1e-28, Bits{64}));
    CHECK(overlaps(line.values[1].real(), widen(witness::as_ball(z.re, 0), slack)));
    CHECK(overlaps(line.values[1].imag(), widen(witness::as_ball(z.im, 0), slack)));
    CHECK(line.values[1].real().radius() <= slack);
    CHECK(std::exp(m.log_transform(c)) == Approx(K.approximate()).epsilon(1e-9));
  }
  // Where the form changes, and far on either side of it.
  for (const char* sigma : {"0.3999", "0.4", "0.05", "200"}) {
    const DiscreteGaussian m(number(sigma), Rational(1));
    CAPTURE(sigma);
    testing::check_meet(m.transform(0.5, Bits{120}),
                        witness::as_ball(direct_transform(sigma, 1, 0.5, 0).re, 1e-29), 28);
  }
  CHECK(DiscreteGaussian(number("0.7"), Rational(1)).transform(1, Bits{64}).is_exact());
}

TEST_CASE("discrete_gaussian: the tail of the theta series is bounded sharply",
          "[mechanisms][THETA-TAIL]") {
  // A coarse precision leaves a visible remainder: it must cover the sharper value.
  testing::Random random(72);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Rational lambda = number(Text::text(random.log_uniform(1e-4, 5)));
    const Rational n(random.integer(0, 60));
    const Ball rough = gaussian_tail_sum(lambda, n, Bits{10});
    const Ball sharp = gaussian_tail_sum(lambda, n, Bits{200});
    CHECK(rough.contains(sharp));
    CHECK(rough.relative_digits() > 1.5);
    CHECK(sharp.relative_digits() > 57);
    // Few terms leave a visible remainder as well.
    const Bits p{200};
    const Ball rate(lambda, p), kappa(number(Text::text(random.uniform(-3, 3))), p);
    const Ball psi(number(Text::text(random.uniform(-3, 3))), p);
    const ComplexBall many = GaussianSum(rate, p)(kappa, psi);
    for (const long terms : {1L, 2L, 4L}) {
      const ComplexBall few = GaussianSum(rate, p, terms)(kappa, psi);
      CHECK(overlaps(few.real(), many.real()));
      CHECK(overlaps(few.imag(), many.imag()));
    }
    const Ball tail = gaussian_tail_sum(lambda, n, p), bound = gaussian_remainder(rate, Ball(n, p));
    CHECK_FALSE(certainly_less(bound, tail));
    if (n.sign() > 0) CHECK(bound.log_approximate() < tail.log_approximate() + std::log(100));
    const Ball all = GaussianSum(rate, p)(Ball(p), Ball(p)).real();
    CHECK(overlaps(all, gaussian_tail_sum(lambda, Rational(1), Bits{200}) * 2 + 1));
  }
}

TEST_CASE("discrete_gaussian: tails against direct sums, with ties at the atoms",
          "[mechanisms][discrete_gaussian]") {
  testing::Random random(73);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.2, 9));
    const int D = random.integer(1, 3);
    const DiscreteGaussian m(number(sigma), Rational(D));
    const int x = random.integer(-20, 20);
    // t exactly at L(x), or just below it.
    const Rational v = number(sigma) * number(sigma);
    const Rational at = Rational(2L * x * D - static_cast<long>(D) * D) / (v * Rational(2));
    const bool tie = random.integer(0, 1) == 0;
    const LossTails tails = m.tails(tie ? at : at - number("1e-30"), Bits{160});
    const int last = tie ? x : x - 1;  // L <= t means X <= last
    CAPTURE(sigma, D, x, tie);
    testing::check_meet(tails.P_above, witness::as_ball(direct_tail(sigma, last + 1, true), 1e-30),
                        28);
    testing::check_meet(tails.P_below, witness::as_ball(direct_tail(sigma, last, false), 1e-30),
                        28);
    testing::check_meet(tails.Q_above,
                        witness::as_ball(direct_tail(sigma, last + 1 - D, true), 1e-30), 28);
    testing::check_meet(tails.Q_below, witness::as_ball(direct_tail(sigma, last - D, false), 1e-30),
                        28);
  }
  // A threshold that cannot be told from the atom gives both sides.
  const DiscreteGaussian m(Rational(1), Rational(1));
  const Real near(
      [](Bits p) { return widen(Ball(Rational(1, 2), p), UpperBound::of(testing::ball("1e-9"))); });
  const LossTails both = m.tails(near, Bits{96});
  CHECK(both.P_above.contains(m.tails(number("0.5"), Bits{200}).P_above));
  CHECK(both.P_above.contains(m.tails(number("0.4999"), Bits{200}).P_above));
}

TEST_CASE("discrete_gaussian: the decay over a period is a supremum, and reached",
          "[mechanisms][discrete_gaussian][THETA-DECAY]") {
  testing::Random random(74);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.1, 8));
    const double c = random.uniform(-2, 3), period = M_PI * std::stod(sigma) * std::stod(sigma);
    const double T = period * random.uniform(0, 0.99);
    CAPTURE(sigma, c, T);
    const DiscreteGaussian m(number(sigma), Rational(1));
    const Ball bound = *m.decay_in_period(c, T, Bits{120});
    for (int j = 0; j <= 8; ++j) {
      const double y = T + (period - T) * j / 8;
      const witness::Complex z = direct_transform(sigma, 1, c, y);
      const W size = sqrt(z.re * z.re + z.im * z.im) / direct_transform(sigma, 1, c, 0).re;
      CHECK(certainly_at_most(witness::as_ball(size, 0) - testing::ball("1e-25"), bound));
      if (j == 0)
        CHECK(overlaps(widen(bound, UpperBound::of(testing::ball("1e-25"))),
                       witness::as_ball(size, 0)));
    }
    CHECK(m.decay_in_period(c, period * 1.01, Bits{64})->contains(Rational(1)));
  }
}

TEST_CASE("lattice_decay: bounds from values of K alone hold and are useful",
          "[mechanisms][PERIOD-CELLS][DOUBLING][COSH-VARIANCE]") {
  testing::Random random(75);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.3, 6));
    const double c = std::round(random.uniform(-2, 3) * 64) / 64;
    const auto inner = std::make_shared<DiscreteGaussian>(number(sigma), Rational(1));
    const testing::Undecided m(inner);
    CAPTURE(sigma, c);
    const PeriodDecay general(m, c, Bits{120}, [] {}), own(*inner, c, Bits{120}, [] {});
    const double period = M_PI * std::stod(sigma) * std::stod(sigma);
    for (const double share : {1e-5, 1e-3, 0.03, 0.2, 0.7}) {
      const Ball bound = general(period * share), truth = own(period * share);
      CAPTURE(share);
      CHECK(certainly_at_most(truth, bound));
      // Useful once raised to a power: log bound within 40 % of log truth, or within the cells.
      const double a = log(bound).approximate(), b = log(truth).approximate();
      CHECK((a < 0.6 * b || bound.approximate() < truth.approximate() + 0.03));
    }
    // The variance: its bound is a little more than the truth, whatever the guess of the mean.
    const double v = 1 / (std::stod(sigma) * std::stod(sigma));
    if (std::stod(sigma) > 1) {
      const Ball V = tilted_variance_bound(m, c, 1.0 / 16, v * (c - 0.5), Bits{120});
      CHECK(V.approximate() > v * 0.999999);
      CHECK(V.approximate() < v * 1.02);
      CHECK(tilted_variance_bound(m, c, 1.0 / 16, v * (c + 3), Bits{120}).approximate() > v);
    }
  }
}

TEST_CASE("discrete_gaussian: what is not a parameter is refused", "[mechanisms][expression]") {
  CHECK_THROWS_WITH(Composition::parse("discrete_gaussian(sigma=2,sensitivity=1.5)"),
                    Catch::Contains("positive integer"));
  CHECK_THROWS_WITH(Composition::parse("discrete_gaussian(sigma=0)"),
                    Catch::Contains("greater than 0"));
  const Composition c = Composition::parse("discrete_gaussian(sigma=1/3,sensitivity=2)^5");
  CHECK(Composition::parse(c.expression()).identity() == c.identity());
}
