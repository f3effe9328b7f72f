/// The transform of a step on a batch of fixed size, compared with quadrature in doubles, and the engine `fourier`
/// compared with `lattice`.
#include "reference/mechanisms/batches/batch_transform.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <complex>

#include "reference/mechanisms/gaussian/without_replacement.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Complex = std::complex<double>;
constexpr Bits kBits{128};

/// A setting with short numbers that doubles represent exactly.
struct Setting {
  long sigma_64ths, batch;  ///< of 1024 records
  double c;

  double mu() const { return 64.0 / static_cast<double>(sigma_64ths); }
  double q() const { return static_cast<double>(batch) / 1024; }
  WithoutReplacement pair() const {
    return {Rational(sigma_64ths, 64UL), Rational(1024), Rational(batch), Rational(1)};
  }
  batch::BatchLaw law() const {
    const Rational mu = Rational(64) / Rational(sigma_64ths), share(batch, 1024UL);
    return {mu, share, mu.approximate(), share.approximate()};
  }
  double loss(double x) const { return std::log1p(q() * std::expm1(mu() * (x - mu() / 2))); }
  double rest() const { return (1 - q()) * std::erf(mu() / 2 / std::sqrt(2.0)); }
  /// Returns the approximate deviation of the loss.
  double spread() const { return q() * std::sqrt(std::expm1(mu() * mu())); }
};

Setting random_setting(Random& random) {
  const double c = std::round(random.uniform(-6, 7) * 64) / 64;
  return {random.integer(32, 200), random.integer(5, 300), c};
}

template <class Function>
auto integrated(const Setting& s, Function f) {
  const double end = s.mu() * (std::fabs(s.c) + 1.5) + 12;
  decltype(f(0.0)) sum{};
  for (double x = s.mu() / 2; x < end; x += 0.25) {
    const auto weighted = [&](double u) {
      return f(u) * std::exp(-u * u / 2) / std::sqrt(2 * M_PI);
    };
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(weighted, x, x + 0.25, 3,
                                                                         1e-13);
  }
  return sum;
}

/// Returns A(c+iy) and A(1-c-iy).
std::pair<Complex, Complex> sides_at(const Setting& s, double y) {
  const Complex exponent(s.c, y);
  const auto side = [&](const Complex& e) {
    return Complex(integrated(s, [&](double x) { return std::exp(e * s.loss(x)).real(); }),
                   integrated(s, [&](double x) { return std::exp(e * s.loss(x)).imag(); }));
  };
  return {side(exponent), side(Complex(1) - exponent)};
}

Complex transform_at(const Setting& s, double y) {
  const auto [own, mirrored] = sides_at(s, y);
  return own + mirrored + s.rest();
}

}  // namespace

TEST_CASE("batches: the transform is that of both sides and the rest",
          "[mechanisms][fixed-batch][BATCH-RULE]") {
  Random random(411);
  for (int i = 0; i < iterations(8); ++i) {
    const Setting s = random_setting(random);
    const WithoutReplacement pair = s.pair();
    CAPTURE(s.sigma_64ths, s.batch, s.c);
    const Ball K = pair.transform(s.c, kBits);
    CHECK(K.relative_digits() >= 36);
    CHECK(K.approximate() == Approx(transform_at(s, 0).real()).epsilon(1e-11));
    CHECK(pair.log_transform(s.c) == Approx(K.log_approximate()).margin(1e-7));
    const double D = std::round(64 / s.spread()) / 64;
    const LineValues line =
        pair.transform_on_line(s.c, Ball::from_binary64(D, kBits), 6, kBits, [] {});
    for (size_t k = 0; k < 6; ++k) {
      const Complex z = transform_at(s, D * static_cast<double>(k));
      CHECK(line.values[k].real().approximate() ==
            Approx(z.real()).margin(1e-11 * std::abs(K.approximate())));
      CHECK(line.values[k].imag().approximate() ==
            Approx(z.imag()).margin(1e-11 * std::abs(K.approximate())));
      CHECK(line.values[k].real().radius().log_approximate() < K.log_approximate() - 80);
    }
  }
  CHECK(random_setting(random).pair().transform(0, kBits).is_exact());
}

TEST_CASE("batches: coarse rules err by no more than their bound says",
          "[mechanisms][fixed-batch][faults][BATCH-RULE]") {
  Random random(412);
  int visible = 0;
  for (int i = 0; i < iterations(20); ++i) {
    const Setting s = random_setting(random);
    const Ball K = s.pair().transform(s.c, Bits{200});
    CAPTURE(s.sigma_64ths, s.batch, s.c);
    const batch::Rule coarse =
        batch::rule(s.law(), s.c, 0, K.log_approximate() - random.uniform(0, 5), Bits{200});
    Ball sum(Bits{200});
    for (const Ball& weight : coarse.weights) sum += weight;
    const Ball error = abs(sum - K), allowed = coarse.error.ball(Bits{200});
    CHECK(certainly_at_most(error.lower(), allowed));
    visible += certainly_positive(error) ? 1 : 0;
    // If all nodes are omitted, the bound covers the whole remaining mass.
    const batch::Rule none = batch::rule(s.law(), s.c, 0, K.log_approximate() + 60, Bits{200});
    CHECK(none.weights.size() == 1);
    CHECK(certainly_at_most((K - none.weights.front()).lower(), none.error.ball(Bits{200})));
  }
  CHECK(visible >= 15);
}

TEST_CASE("batches: the far bound holds and is close where it is used",
          "[mechanisms][fixed-batch][BATCH-FAR]") {
  Random random(413);
  for (int i = 0; i < iterations(8); ++i) {
    const Setting s = random_setting(random);
    const double T = random.log_uniform(0.5, 60) / s.spread(),
                 v = random.uniform(0.2, 1) * batch::heuristic::height(s.law(), T);
    CAPTURE(s.sigma_64ths, s.batch, s.c, T, v);
    const double bound = batch::far_bound(s.law(), s.c, T, v, kBits).approximate() - s.rest();
    for (const double factor : {1.0, 1.4, 3.0}) {
      const auto [own, mirrored] = sides_at(s, T * factor);
      CHECK(std::abs(own) + std::abs(mirrored) <= bound * (1 + 1e-10));
    }
    const double far = 400 / (s.q() * s.mu());
    const auto [own, mirrored] = sides_at(s, far);
    const double close =
        batch::far_bound(s.law(), s.c, far, batch::heuristic::height(s.law(), far), kBits)
            .approximate() -
        s.rest();
    CHECK(close < 2 * (std::abs(own) + std::abs(mirrored)));
  }
  const Setting s{64, 100, 2};
  CHECK_FALSE(batch::far_bound(s.law(), 2, 10, 1.6, kBits).is_finite());
  CHECK_FALSE(batch::far_bound(s.law(), 2, -1, 1, kBits).is_finite());
}

TEST_CASE("batches: cells bound the transform between them",
          "[mechanisms][fixed-batch][BATCH-CELLS]") {
  Random random(414);
  for (int i = 0; i < iterations(6); ++i) {
    Setting s = random_setting(random);
    s.c = std::round(random.uniform(-1, 2) * 64) / 64;
    const double deviation = std::sqrt(batch::heuristic::sketch(s.law(), s.c).variance);
    const double from = 0.9 / deviation, to = 1.2 / deviation;
    CAPTURE(s.sigma_64ths, s.batch, s.c);
    const double bound = batch::cells_bound(s.law(), s.c, from, to, kBits).approximate();
    const double K = transform_at(s, 0).real();
    CHECK(bound < 1);
    for (const double share : {0.0, 0.1, 0.5, 1.0}) {
      CHECK(std::abs(transform_at(s, from + share * (to - from))) / K <= bound * (1 + 1e-10));
    }
  }
  const Setting s{64, 100, 2};
  CHECK(batch::cells_bound(s.law(), 2, 3, 2, kBits).approximate() == 1);
}

TEST_CASE("batches: the decay bound holds beyond T", "[mechanisms][fixed-batch][BATCH-DECAY]") {
  Random random(415);
  for (int i = 0; i < iterations(12); ++i) {
    const Setting s = random_setting(random);
    const double deviation = std::sqrt(batch::heuristic::sketch(s.law(), s.c).variance),
                 T = random.log_uniform(0.02, 50) / deviation;
    CAPTURE(s.sigma_64ths, s.batch, s.c, T * deviation);
    const double bound = s.pair().decay(s.c, T, kBits).approximate(), K = transform_at(s, 0).real();
    CHECK(bound <= 1);
    double largest = 0;
    for (const double factor : {1.0, 1.2, 1.7, 2.6, 5.0, 11.0}) {
      largest = std::max(largest, std::abs(transform_at(s, T * factor)) / K);
    }
    CHECK(largest <= bound * (1 + 1e-10));
    CHECK(bound < 8 * largest);
  }
  // Long compositions depend on values near 0.
  const Setting s{128, 10, 0.5};
  const double small = 0.05 / s.spread();
  CHECK(s.pair().decay(0.5, small, kBits).approximate() < 1 - 0.3 * 0.05 * 0.05);
}

TEST_CASE("batches: third moments above a threshold", "[mechanisms][fixed-batch][BATCH-THIRD]") {
  const Setting s{48, 200, 1};
  const WithoutReplacement pair = s.pair();
  const auto cube = [](double x) { return x > 0 ? x * x * x : 0.0; };
  for (const int tilt : {0, 1}) {
    for (const double t : {-0.125, 0.0, 0.125}) {
      // Under P the losses above 0 have weight 1 and their mirror images e^l; under Q the weights are exchanged.
      const double truth = integrated(s,
                                      [&](double x) {
                                        const double l = s.loss(x);
                                        return cube(l - t) * std::exp(tilt * l) +
                                               cube(-l - t) * std::exp((1 - tilt) * l);
                                      }) +
                           s.rest() * cube(-t);
      const Ball found = third_moment_above(pair, tilt, Ball::from_binary64(t, kBits), kBits);
      CAPTURE(tilt, t, truth);
      CHECK(found.relative_digits() >= 15);
      CHECK(found.approximate() == Approx(truth).epsilon(1e-7));
    }
    const Ball open =
        Ball::hull(Ball::from_binary64(-0.125, kBits), Ball::from_binary64(0.125, kBits));
    const Ball both = third_moment_above(pair, tilt, open, kBits);
    for (const double t : {-0.125, 0.0, 0.125}) {
      CHECK(both.contains(third_moment_above(pair, tilt, Ball::from_binary64(t, kBits), kBits)));
    }
    CHECK(both.is_finite());
  }
}

TEST_CASE("batches: the line integral agrees with the lattice, and has the requested digits for",
          "[mechanisms][fixed-batch][BATCH-DECAY][slow]") {
  check_engines("without_replacement(sigma=1.5,n=100,batch=3)^80", "0.5", "fourier", "lattice", 2,
                15);
  check_engines("without_replacement(sigma=0.7,n=50,batch=5)^40", "2", "fourier", "lattice", 2, 15);
  check_engines("without_replacement(sigma=3,n=1000,batch=10)^10000", "0.1", "fourier", "lattice",
                2, 15);
  PrivacyProfile profile(Composition::parse("without_replacement(sigma=2,n=1000,batch=10)^100"),
                         Direction::worst);
  const Certified found = *epsilon(profile, number("1e-5"), Effort{15});
  CHECK(found.reached());
  CHECK(found.value().approximate() == Approx(0.2091881738564438));
}

TEST_CASE("batches: far out the transform falls like the kink of the density at 0",
          "[mechanisms][fixed-batch]") {
  Random random(414);
  for (int i = 0; i < iterations(4); ++i) {
    const Setting s = random_setting(random);
    CAPTURE(s.sigma_64ths, s.batch, s.c);
    // docs/mechanisms.md: the reason why few steps reach few digits.
    const double y = std::round(100 / (s.q() * std::min(s.mu(), 1.0))), half = s.mu() / 2;
    const double density = std::exp(-half * half / 2) / std::sqrt(2 * M_PI);
    const double kink = 3 * (1 - s.q()) * density / (s.mu() * s.q() * s.q() * y * y);
    const Ball D = Ball::from_binary64(y, kBits);
    const ComplexBall K = s.pair().transform_on_line(s.c, D, 2, kBits, [] {}).values[1];
    const Ball rest = batch::rest_at_zero(s.law(), kBits);
    CHECK((K.real() - rest).approximate() == Approx(kink).epsilon(0.05));
    CHECK(std::abs(K.imag().approximate()) < 0.05 * kink);
  }
}

TEST_CASE("batch transform: an order for which doubles overflow is answered by nothing known",
          "[mechanisms][batches]") {
  const Setting setting{64, 300, 2};
  for (const double c : {1e155, 1e200, -1e200, 1e300}) {
    CAPTURE(c);
    CHECK_FALSE(batch::transform(setting.law(), c, kBits).is_finite());
  }
}
