#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

struct Setting {
  std::string mu, p;
  double c;
  mixture::MixtureLaw law() const {
    return {number(mu), number(p), number(mu).approximate(), number(p).approximate()};
  }
};

Setting random_setting(testing::Random& random, double c_low = -4, double c_high = 6) {
  // With mu <= 2 the fixed step of the independent computation is accurate.
  return {testing::Random::text(random.log_uniform(0.1, 2)),
          testing::Random::text(random.log_uniform(1e-4, 0.95)),
          std::round(random.uniform(c_low, c_high) * 64) / 64};
}

Ball magnitude(const witness::Complex& z) {
  return witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-28);
}

}  // namespace

TEST_CASE("mixture: K(c) agrees with an independent sum and is sharp",
          "[mechanisms][MIXTURE-REAL][MIXTURE-COSINE]") {
  testing::Random random(1);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Setting s = random_setting(random);
    CAPTURE(s.mu, s.p, s.c);
    const witness::Complex K =
        witness::mixture_transform(witness::Real(s.mu), witness::Real(s.p), witness::Real(s.c), 0);
    testing::check_meet(mixture::transform(s.law(), s.c, Bits{160}), witness::as_ball(K.re, 1e-29),
                        28);
    CHECK(mixture::transform(s.law(), s.c, Bits{160}).relative_digits() >= 40);
  }
  CHECK(mixture::transform(random_setting(random).law(), 1.0, Bits{64}).is_exact());
}

TEST_CASE("mixture: precisions overlap and tighten", "[mechanisms][MIXTURE-REAL]") {
  testing::Random random(2);
  for (int i = 0; i < testing::iterations(40); ++i) {
    Setting s = random_setting(random, -30, 20);
    s.mu = testing::Random::text(random.log_uniform(0.05, 3.4));
    CAPTURE(s.mu, s.p, s.c);
    const Ball coarse = mixture::transform(s.law(), s.c, Bits{64});
    const Ball fine = mixture::transform(s.law(), s.c, Bits{300});
    CHECK(overlaps(coarse, fine));
    CHECK(coarse.relative_digits() >= 16);
    CHECK(fine.relative_digits() >= 85);
  }
}

TEST_CASE("mixture: K on a vertical line agrees with an independent sum",
          "[mechanisms][MIXTURE-LINE]") {
  testing::Random random(3);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random);
    CAPTURE(s.mu, s.p, s.c);
    const Ball D = testing::ball("0.75");
    const LineValues line = mixture::transform_on_line(s.law(), s.c, D, 40, Bits{128}, [] {});
    const Ball K = mixture::transform(s.law(), s.c, Bits{128});
    // The proven error is far below K(c), and the balls include it.
    CHECK(line.quadrature_error.log_approximate() < K.log_approximate() - 80);
    for (const int k : {0, 1, 7, 39}) {
      const witness::Complex z = witness::mixture_transform(
          witness::Real(s.mu), witness::Real(s.p), witness::Real(s.c), witness::Real("0.75") * k);
      const UpperBound slack = UpperBound::of(K * Ball::from_binary64(1e-28, Bits{64}));
      const auto around = [&](const witness::Real& x) {
        return widen(witness::as_ball(x, 0), slack);
      };
      const ComplexBall value = line.values[static_cast<size_t>(k)];
      CHECK(overlaps(value.real(), around(z.re)));
      CHECK(overlaps(value.imag(), around(z.im)));
      CHECK(value.real().radius().log_approximate() < K.log_approximate() - 70);
    }
  }
}

TEST_CASE("mixture: the far bound dominates |K| beyond T and decides something",
          "[mechanisms][MIXTURE-FAR][MIXTURE-COSINE][slow]") {
  testing::Random random(4);
  for (int i = 0; i < testing::iterations(15); ++i) {
    const Setting s = random_setting(random, -3, 4);
    const mixture::MixtureLaw law = s.law();
    const double T = random.log_uniform(0.5, 60);
    CAPTURE(s.mu, s.p, s.c, T);
    double shift = 0;
    const double guess = mixture::heuristic::log_far_bound(law, s.c, T, &shift);
    const Ball bound = mixture::far_bound(law, s.c, T, shift, Bits{96});
    REQUIRE(bound.is_finite());
    for (const double factor : {1.0, 1.3, 2.0, 5.0}) {
      const witness::Complex z = witness::mixture_transform(
          witness::Real(s.mu), witness::Real(s.p), witness::Real(s.c), witness::Real(T * factor));
      CHECK(certainly_less(magnitude(z).lower(), bound));
    }
    // The heuristic for truncation points predicts the bound.
    const double log_bound =
        bound.log_approximate() - mixture::transform(law, s.c, Bits{64}).log_approximate();
    CHECK(log_bound == Approx(guess).margin(1e-3));
    // Any admissible shift gives a valid bound.
    const double other = std::min(0.4 * shift + 0.01, 0.9 * M_PI / law.mu_approx);
    const witness::Complex z = witness::mixture_transform(witness::Real(s.mu), witness::Real(s.p),
                                                          witness::Real(s.c), witness::Real(T));
    CHECK(certainly_less(magnitude(z).lower(), mixture::far_bound(law, s.c, T, other, Bits{96})));
  }
}

TEST_CASE("mixture: the far bound is above its own integral, for any shift",
          "[mechanisms][MIXTURE-FAR][slow]") {
  // A case found by an independent check of an earlier version, whose strip was too wide for its proof: the
  // trapezoidal sum was below the integral by more than the claimed error.
  struct Known {
    const char *mu, *p;
    double c, T, a;
  };
  const Known known[] = {{"7/10", "1/10000", 0.5, 1e6, 1.655633926},
                         {"7/10", "1/100", 0.5, 1e4, 1.657381058},
                         {"3/5", "1/1000", -1.0, 54321, 1.801027298},
                         {"2/5", "1/100", 1.5, 4321, 2.408302307},
                         {"1/3", "1/100", 0.5, 4321, 2.726478577}};
  testing::Random random(10);
  std::vector<Known> all(std::begin(known), std::end(known));
  for (int i = 0; i < testing::iterations(40); ++i) {
    Known k = known[random.integer(0, 4)];
    k.c = random.uniform(-2, 3);
    k.T = random.log_uniform(1, 1e6);
    k.a = random.uniform(0.05, 0.95) * M_PI / number(k.mu).approximate();
    all.push_back(k);
  }
  for (const Known& k : all) {
    CAPTURE(k.mu, k.p, k.c, k.T, k.a);
    const mixture::MixtureLaw law{number(k.mu), number(k.p), number(k.mu).approximate(),
                                  number(k.p).approximate()};
    const Bits p{128};
    const Ball bound = mixture::far_bound(law, k.c, k.T, k.a, p);
    REQUIRE(bound.is_finite());
    // The integral by a much finer sum (the integrand is positive and analytic).
    const double h = 1.0 / 128;
    const Ball a = Ball::from_binary64(k.a, p), c = Ball::from_binary64(k.c, p);
    const Ball y = Ball::from_binary64(k.T, p);
    Ball sum(p);
    for (double t = -14 + std::min(0.0, k.c); t < 14 + std::max(0.0, k.c); t += h) {
      const Ball u = Ball::from_binary64(t, p);
      const ComplexBall l = log(mixture::ratio(law, u, a));
      sum += exp((square(a) - square(u)) / 2 + c * l.real() - y * l.imag());
    }
    const Ball integral = sum * Ball::from_binary64(h, p) / sqrt(Ball::pi(p) * 2);
    CHECK(certainly_at_most(integral * testing::ball("0.9999999999999"), bound));
    // Tight relative to K(c), which determines the scale of the quadrature error.
    const Ball K = mixture::transform(law, k.c, p);
    CHECK(certainly_less(bound - integral, integral / 1000 + K * testing::ball("1e-20")));
  }
}

TEST_CASE("mixture: nodes left out weigh less than their bound, which is not loose",
          "[mechanisms][MIXTURE-TAILS]") {
  testing::Random random(5);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Setting s = random_setting(random, -6, 8);
    const mixture::MixtureLaw law = s.law();
    CAPTURE(s.mu, s.p, s.c);
    mixture::Grid grid = mixture::heuristic::real_grid(law, s.c, random.uniform(15, 60));
    const Bits p{128};
    const Ball h = Ball::from_binary64(grid.step, p), c = Ball::from_binary64(s.c, p);
    Ball outside(p);
    const long reach = static_cast<long>(30 / grid.step);
    for (long j = grid.first - reach; j <= grid.last + reach; ++j) {
      if (j >= grid.first && j <= grid.last) continue;
      const Ball u = h * j;
      outside += h * normal_density(u) * power(mixture::ratio(law, u), c);
    }
    const UpperBound bound = mixture::omitted_nodes(law, grid, s.c, testing::ball("1"));
    CHECK(certainly_at_most(outside.lower(), bound.ball(p)));
    CHECK(bound.log_approximate() < outside.log_approximate() + 6);
  }
  // If the range does not reach the monotone part, the bound is infinite.
  const mixture::MixtureLaw law{Rational(1), Rational(1, 2), 1, 0.5};
  mixture::Grid narrow{0, 0.125, 0.5, -40, 8};
  CHECK_FALSE(mixture::omitted_nodes(law, narrow, 5.0, testing::ball("1")).is_finite());
}

TEST_CASE("mixture: |w(t+ib)|^c stays below the cosine bound", "[mechanisms][MIXTURE-COSINE]") {
  testing::Random random(6);
  const Bits p{128};
  for (int i = 0; i < testing::iterations(300); ++i) {
    const Setting s = random_setting(random, -6, 6);
    const mixture::MixtureLaw law = s.law();
    const Ball t = Ball::from_binary64(random.uniform(-8, 8), p);
    const Ball b = Ball::from_binary64(random.uniform(0, 0.99) * M_PI / law.mu_approx, p);
    const Ball c = Ball::from_binary64(s.c, p);
    const Ball size = exp(log(mixture::ratio(law, t, b)).real() * c);
    const Ball bound = mixture::cosine_factor(law, b, s.c) * power(mixture::ratio(law, t), c);
    CHECK(certainly_at_most(size.lower(), bound.upper()));
  }
  const mixture::MixtureLaw law{Rational(1), Rational(1, 2), 1, 0.5};
  CHECK_FALSE(mixture::cosine_factor(law, Ball::from_binary64(3.2, p), -1.0).is_finite());
  CHECK_FALSE(mixture::cosine_factor(law, Ball::from_binary64(3.2, p), 1.0).is_finite());
}

TEST_CASE("mixture: tilted moments agree with differences of log K",
          "[mechanisms][MIXTURE-MOMENTS]") {
  testing::Random random(7);
  for (int i = 0; i < testing::iterations(25); ++i) {
    const Setting s = random_setting(random, -3, 4);
    const mixture::MixtureLaw law = s.law();
    CAPTURE(s.mu, s.p, s.c);
    const TiltedMoments m = mixture::moments(law, s.c, Bits{96});
    CHECK(m.variance.relative_digits() >= 6);
    CHECK(m.fourth.relative_digits() >= 3);
    // Fourth-order central difference of log K, in balls but without proof.
    const double h = 1.0 / 1024;
    const auto k = [&](double x) { return log(mixture::transform(law, s.c + x, Bits{200})); };
    const Ball second = (k(h) * 16 + k(-h) * 16 - k(2 * h) - k(-2 * h) - k(0) * 30) / 12 /
                        square(Ball::from_binary64(h, Bits{200}));
    CHECK(second.approximate() == Approx(m.variance.approximate()).epsilon(1e-6));
    const auto rough = mixture::heuristic::moments(law, s.c);
    CHECK(rough.variance == Approx(m.variance.approximate()).epsilon(1e-6));
    CHECK(rough.fourth == Approx(m.fourth.approximate()).epsilon(1e-6));
  }
}

TEST_CASE("mixture: |y K(c+iy)| stays below the algebraic bound",
          "[mechanisms][MIXTURE-ALGEBRAIC][slow]") {
  testing::Random random(8);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random, -2, 3);
    CAPTURE(s.mu, s.p, s.c);
    const UpperBound C = mixture::algebraic_decay(s.law(), s.c);
    REQUIRE(C.is_finite());
    for (const double y : {0.3, 3.0, 30.0, 300.0}) {
      const witness::Complex z = witness::mixture_transform(witness::Real(s.mu), witness::Real(s.p),
                                                            witness::Real(s.c), witness::Real(y));
      CHECK(certainly_less((magnitude(z) * Ball::from_binary64(y, Bits{96})).lower(),
                           C.ball(Bits{96})));
    }
  }
}

TEST_CASE("decay: the subsampled Gaussian's bound holds on both sides of its two pieces",
          "[mechanisms][TAYLOR-DECAY][MIXTURE-FAR][sweep]") {
  testing::Random random(9);
  for (int i = 0; i < testing::of_sweep(1, 5); ++i) {
    const Setting s = random_setting(random, -1, 2);
    CAPTURE(s.mu, s.p, s.c);
    const Mechanism m = find_mechanism("subsampled_gaussian")
                            .make({{"sigma", Rational(1) / number(s.mu)}, {"p", number(s.p)}});
    const double v = mixture::heuristic::moments(s.law(), s.c).variance;
    const Ball K = mixture::transform(s.law(), s.c, Bits{96});
    for (const double relative : {0.05, 0.3, 1.0, 4.0}) {
      const double T = relative / std::sqrt(v);
      const Ball bound = measure_of(*m).decay(s.c, T, Bits{96});
      CHECK(certainly_at_most(bound, Ball::integer(1, Bits{96})));
      // Factors within the resolution of the independent computation.
      for (const double factor : {1.0, 1.5, 3.0}) {
        constexpr double kMost = 4000;  // the cost grows with y mu
        if (T * factor * s.law().mu_approx > kMost && factor > 1) continue;
        const witness::Complex z = witness::mixture_transform(
            witness::Real(s.mu), witness::Real(s.p), witness::Real(s.c), witness::Real(T * factor));
        CAPTURE(relative, factor, (magnitude(z) / K).decimal_bounds(30), bound.decimal_bounds(30));
        CHECK(certainly_at_most((magnitude(z) / K).lower(), bound));
      }
    }
    // Near zero |phi| = 1 - v y^2/2 + ...: the bound retains at least a tenth of the decay.
    const double T = 0.05 / std::sqrt(v);
    CHECK(measure_of(*m).decay(s.c, T, Bits{96}).approximate() < 1 - 0.1 * v * T * T / 2);
  }
}

TEST_CASE("decay: Taylor's bound against characteristic functions in closed form",
          "[mechanisms][TAYLOR-DECAY]") {
  const Bits p{96};
  const Ball one = Ball::integer(1, p);
  double most = 0;
  for (const double T : {0.05, 0.3, 0.8, 1.2}) {
    // +-1 with probability 1/2: v = mu4 = 1, phi = cos y; the bound applies up to sqrt 2.
    const Ball y = Ball::from_binary64(T, p), bound = taylor_decay({one, one}, y);
    for (double at = T; at <= 1.41; at += 0.05) {
      CHECK(certainly_at_most(abs(cos(Ball::from_binary64(at, p))), bound));
    }
    most = std::max(most, (cos(y) / bound).approximate());
  }
  CHECK(most > 0.9);
  CHECK(taylor_decay({one, one}, Ball::from_binary64(1.5, p)).contains(Rational(1)));
  CHECK(taylor_decay({one, one}, Ball(p)).contains(Rational(1)));
  CHECK(taylor_decay({Ball::indeterminate(p), one}, one).contains(Rational(1)));
}

TEST_CASE("decay: the Gaussian's", "[mechanisms][GAUSSIAN-DECAY]") {
  for (const char* sigma : {"0.3", "1", "7"}) {
    const Mechanism m = find_mechanism("gaussian").make({{"sigma", number(sigma)}});
    REQUIRE(m->offer<GaussianShift>());
    const double s = number(sigma).approximate(), c = 0.75;
    const Ball K = measure_of(*m).transform(c, Bits{96});
    for (const double T : {0.5 * s, 1.0 * s, 2.0 * s}) {
      const LineValues line =
          measure_of(*m).transform_on_line(c, Ball::from_binary64(T, Bits{96}), 2, Bits{96}, [] {});
      const ComplexBall z = line.values[1];
      const Ball size = sqrt(square(z.real()) + square(z.imag()));
      CHECK(certainly_at_most((size / K).lower(), measure_of(*m).decay(c, T, Bits{96})));
      CHECK(certainly_less(size * Ball::from_binary64(T, Bits{96}),
                           measure_of(*m).algebraic_decay(c).ball(Bits{96})));
    }
  }
}

TEST_CASE("subsampled gaussian: a threshold at the smallest loss gives both sides",
          "[mechanisms][MIXTURE-FLOOR]") {
  const Mechanism m =
      find_mechanism("subsampled_gaussian").make({{"sigma", Rational(1)}, {"p", number("1/2")}});
  // An undecided threshold log(1/2) up to 1e-4, and thresholds slightly above the smallest loss and below it.
  const auto around = [](const char* offset, const char* radius) {
    return Real([=](Bits p) {
      return widen(log(Ball(Rational(1, 2), p)) + testing::ball(offset, p),
                   UpperBound::of(testing::ball(radius)));
    });
  };
  const LossTails both = m->tails(around("0", "1e-4"), Bits{128});
  for (const char* offset : {"-5e-5", "5e-5", "9.9e-5"}) {
    const LossTails one = m->tails(around(offset, "0"), Bits{128});
    CHECK(overlaps(both.P_above, one.P_above));
    CHECK(overlaps(both.P_below, one.P_below));
    CHECK(overlaps(both.Q_above, one.Q_above));
    CHECK(overlaps(both.Q_below, one.Q_below));
  }
  CHECK(both.P_above.is_finite());
  CHECK(both.P_above.relative_digits() > 2);
}
