#include "reference/mechanisms/integer/discrete_gaussian.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/integer/lattice_decay.hpp"
#include "tests/engines/lattice_pairs.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;
using Text = plumbline::testing::Random;

namespace {

using W = witness::Real;

/// Returns E_P[e^{sL}], summed term by term.
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

/// Returns P(X >= n) for n > 0 or P(X <= n) for n <= 0, where X is the discrete Gaussian around 0.
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
  // The values of sigma at which the formula changes, and values far to either side.
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
  // A coarse precision leaves a visible remainder: the enclosure must cover the tighter value.
  testing::Random random(72);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Rational lambda = number(Text::text(random.log_uniform(1e-4, 5)));
    const Rational n(random.integer(0, 60));
    const Ball rough = gaussian_tail_sum(lambda, n, Bits{10});
    const Ball sharp = gaussian_tail_sum(lambda, n, Bits{200});
    CHECK(rough.contains(sharp));
    CHECK(rough.relative_digits() > 1.5);
    CHECK(sharp.relative_digits() > 57);
    // Few terms leave a visible remainder too.
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
    // t equals L(x) or is slightly below it.
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
  // A threshold that is not separated from the atom gives both sides.
  const DiscreteGaussian m(Rational(1), Rational(1));
  const Real near(
      [](Bits p) { return widen(Ball(Rational(1, 2), p), UpperBound::of(testing::ball("1e-9"))); });
  const LossTails both = m.tails(near, Bits{96});
  CHECK(both.P_above.contains(m.tails(number("0.5"), Bits{200}).P_above));
  CHECK(both.P_above.contains(m.tails(number("0.4999"), Bits{200}).P_above));
}

TEST_CASE("discrete_gaussian: a threshold that cannot be told from an atom gives both sides",
          "[mechanisms][discrete_gaussian][DISCRETE-TAILS]") {
  const DiscreteGaussian m(number("1.3"), Rational(2));
  for (const int x : {-2, 0, 1, 4}) {
    const Rational atom = (Rational(4L * x) - Rational(4)) / (number("1.69") * Rational(2));
    const Real near(
        [&](Bits p) { return widen(Ball(atom, p), UpperBound::of(testing::ball("1e-9"))); });
    const LossTails both = m.tails(near, Bits{96});
    for (const Rational& t : {atom, atom - number("1e-9")}) {
      const LossTails one = m.tails(t, Bits{160});
      CAPTURE(x, t.text());
      CHECK(overlaps(both.P_above, one.P_above));
      CHECK(overlaps(both.P_below, one.P_below));
      CHECK(overlaps(both.Q_above, one.Q_above));
      CHECK(overlaps(both.Q_below, one.Q_below));
    }
    CHECK(both.P_above.is_finite());
  }
}

TEST_CASE("discrete_gaussian: few bits leave visible errors", "[mechanisms][THETA-DUAL]") {
  testing::Random random(78);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string sigma = Text::text(random.log_uniform(0.4, 4));
    const double c = random.uniform(-2, 3);
    CAPTURE(sigma, c);
    const DiscreteGaussian m(number(sigma), Rational(1));
    const Ball rough = m.transform(c, Bits{16});
    CHECK(overlaps(rough, witness::as_ball(direct_transform(sigma, 1, c, 0).re, 1e-29)));
    CHECK(rough.relative_digits() > 1);
  }
}

TEST_CASE("discrete_gaussian: few terms of a theta series", "[mechanisms][THETA-TAIL]") {
  testing::Random random(79);
  double most = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Rational lambda = number(Text::text(random.log_uniform(0.01, 2)));
    const Rational n(random.integer(0, 9));
    const Ball sharp = gaussian_tail_sum(lambda, n, Bits{200});
    for (const long terms : {1L, 2L, 5L}) {
      const Ball few = gaussian_tail_sum(lambda, n, Bits{200}, terms);
      CAPTURE(lambda.text(), n.text(), terms);
      CHECK(overlaps(few, sharp));
      const Ball error = abs(few.midpoint() - sharp) / few.radius().ball(Bits{64});
      most = std::max(most, error.approximate());
    }
  }
  CHECK(most > 0.8);
  const Ball one = testing::ball("1");
  CHECK_FALSE(gaussian_remainder(-one, one).is_finite());
  CHECK_FALSE(gaussian_remainder(one, -one).is_finite());
  CHECK_FALSE(gaussian_tail_sum(Rational(0), Rational(1), Bits{64}).is_finite());
  CHECK_FALSE(gaussian_tail_sum(Rational(1), Rational(-1), Bits{64}).is_finite());
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
      // Useful for powers: the logarithm of the bound is within 40 % of the exact one, or within the cells.
      const double a = log(bound).approximate(), b = log(truth).approximate();
      CHECK((a < 0.6 * b || bound.approximate() < truth.approximate() + 0.03));
    }
    // The bound of the variance slightly exceeds the exact value, for every guess of the mean.
    const double v = 1 / (std::stod(sigma) * std::stod(sigma));
    if (std::stod(sigma) > 1) {
      const Ball V = tilted_variance_bound(m, c, 1.0 / 16, v * (c - 0.5), Bits{120});
      CHECK(V.approximate() > v * 0.999999);
      CHECK(V.approximate() < v * 1.02);
      CHECK(tilted_variance_bound(m, c, 1.0 / 16, v * (c + 3), Bits{120}).approximate() > v);
    }
  }
}

namespace {

/// Losses 0, 1, ..., n with the given weights, as a pair on a lattice: P ~ weight, Q ~ weight e^loss. Tests use only
/// K.
class Weights final : public PairWithTransform {
 public:
  explicit Weights(std::vector<double> weights) : weights_(std::move(weights)) {}
  std::string expression() const override { return "weights"; }
  std::string identity() const override { return "weights"; }
  LossTails tails(const Real&, Bits p) const override {
    const Ball any = Ball::indeterminate(p);
    return {any, any, any, any};
  }
  std::optional<LossLattice> lattice() const override {
    return LossLattice{Rational(0), Rational(1)};
  }
  Ball transform(double c, Bits p) const override {
    return at(ComplexBall(Ball::from_binary64(c, p)), p).real();
  }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll&) const override {
    LineValues out{ComplexVector(count, p), UpperBound()};
    for (size_t k = 0; k < count; ++k) {
      const Ball y = D.at(p) * static_cast<long>(k);
      out.values.set(k, at(ComplexBall(Ball::from_binary64(c, p), y), p));
    }
    return out;
  }
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override { return transform(c, Bits{96}).log_approximate(); }
  double log_decay(double, double) const override { return 0; }
  /// Returns |K(c+iy)|/K(c).
  double size(double c, double y) const {
    const ComplexBall z = at(
        ComplexBall(Ball::from_binary64(c, Bits{96}), Ball::from_binary64(y, Bits{96})), Bits{96});
    return (z.magnitude().ball(Bits{96}) / transform(c, Bits{96})).approximate();
  }
  double mean(double c) const {
    double m0 = 0, m1 = 0;
    for (size_t i = 0; i < weights_.size(); ++i) {
      const double l = static_cast<double>(i), w = weights_[i] * std::exp(c * l);
      m0 += w, m1 += w * l;
    }
    return m1 / m0;
  }
  double variance(double c) const {
    double m0 = 0, m1 = 0, m2 = 0;
    for (size_t i = 0; i < weights_.size(); ++i) {
      const double l = static_cast<double>(i), w = weights_[i] * std::exp(c * l);
      m0 += w, m1 += w * l, m2 += w * l * l;
    }
    return m2 / m0 - m1 * m1 / (m0 * m0);
  }

 private:
  ComplexBall at(const ComplexBall& s, Bits p) const {
    ComplexBall sum(p);
    for (size_t i = 0; i < weights_.size(); ++i) {
      const Ball weight = Ball::from_binary64(weights_[i], p);
      sum = sum + exp(s * Ball::integer(static_cast<long>(i), p)) * weight;
    }
    return sum;
  }
  std::vector<double> weights_;
};

}  // namespace

TEST_CASE("lattice_decay: coarse cells cover what happens between their nodes",
          "[mechanisms][PERIOD-CELLS][slow]") {
  testing::Random random(76);
  double most = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    // Equal weights: |K| has zeros at multiples of 2 pi/(n+1), and some nodes are close to them.
    const int n = random.integer(5, 14);
    const Weights m(std::vector<double>(static_cast<size_t>(n + 1), 1));
    const double zero = 2 * M_PI / (n + 1), width = zero * random.uniform(0.9, 1.1);
    const PeriodDecay decay(
        m, 0, Bits{96}, [] {}, width);
    for (int j = 0; j < 6; ++j) {
      const double T = zero * random.uniform(1, 2.5);
      double truth = 0, nodes = 0;
      for (int k = 0; k <= 400; ++k) truth = std::max(truth, m.size(0, T + (M_PI - T) * k / 400));
      for (double y = std::floor(T / width) * width; y < M_PI + width; y += width) {
        nodes = std::max(nodes, m.size(0, y));
      }
      CAPTURE(n, width, T);
      const double bound = decay(T).approximate();
      CHECK(truth <= bound);
      if (bound < 1) most = std::max(most, (truth - nodes) / (bound - nodes));
    }
  }
  CHECK(most > 0.15);
  const Ball loose = PeriodDecay(Weights({0.5, 0.5}), 0, Bits{96}, [] {})(0.0);
  CHECK(loose.contains(Rational(1)));
}

TEST_CASE("lattice_decay: variances and small frequencies",
          "[mechanisms][COSH-VARIANCE][DOUBLING]") {
  testing::Random random(77);
  for (int i = 0; i < testing::iterations(20); ++i) {
    std::vector<double> weights;
    for (int k = random.integer(2, 6); k >= 0; --k) weights.push_back(random.uniform(0.1, 1));
    const Weights m(weights);
    const double c = std::round(random.uniform(-2, 2) * 64) / 64, v = m.variance(c);
    const Ball V = tilted_variance_bound(m, c, 0.25, m.mean(c), Bits{120});
    CAPTURE(c, v, V.approximate());
    CHECK(V.approximate() > v * (1 - 1e-9));
    CHECK(V.approximate() < v * 2);
    CHECK(tilted_variance_bound(m, c, 0.25, 0, Bits{120}).approximate() > v * (1 - 1e-9));
    const PeriodDecay decay(m, c, Bits{120}, [] {});
    for (const double T : {1e-3, 1e-2, 0.05}) {
      const double size = m.size(c, T), bound = decay(T / std::sqrt(v)).approximate();
      CHECK(m.size(c, T / std::sqrt(v)) <= bound);
      CHECK(bound < 1);
      CHECK(size < 1);
    }
  }
  // Near c = 1 the doubles below are denser: 1.25 2^-53 is rounded to different distances on both sides.
  const Weights m({0.5, 0.5});
  CHECK(tilted_variance_bound(m, 1, std::ldexp(1, -52), 0.5, Bits{300}).is_finite());
  CHECK_FALSE(tilted_variance_bound(m, 1, std::ldexp(1.25, -53), 0.5, Bits{300}).is_finite());
  CHECK_FALSE(tilted_variance_bound(m, 1, 1e-30, 0.5, Bits{300}).is_finite());
  CHECK_FALSE(tilted_variance_bound(m, 1, 0, 0.5, Bits{300}).is_finite());
  CHECK_FALSE(tilted_variance_bound(m, 1, HUGE_VAL, 0.5, Bits{300}).is_finite());
  CHECK_FALSE(tilted_variance_bound(m, 0.1, 0.3, 0.5, Bits{60}).is_finite());
}

TEST_CASE("discrete_gaussian: what is not a parameter is refused", "[mechanisms][expression]") {
  CHECK_THROWS_WITH(Composition::parse("discrete_gaussian(sigma=2,sensitivity=1.5)"),
                    Catch::Contains("positive integer"));
  CHECK_THROWS_WITH(Composition::parse("discrete_gaussian(sigma=0)"),
                    Catch::Contains("greater than 0"));
  const Composition c = Composition::parse("discrete_gaussian(sigma=1/3,sensitivity=2)^5");
  CHECK(Composition::parse(c.expression()).identity() == c.identity());
}
