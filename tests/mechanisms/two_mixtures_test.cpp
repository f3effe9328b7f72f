/// Pairs of mixtures of Gaussians, compared with sums on the real line in quadruple precision, on grids so coarse
/// that every error is visible, and with existing pairs.
#include "reference/mechanisms/gaussian/two_mixtures.hpp"

#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <complex>

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using two_mixtures::Component;
using two_mixtures::Grid;
using two_mixtures::TwoMixturesLaw;

namespace {

using Wide = witness::Real;
const Bits kBits{128};

Component at(const std::string& weight, const std::string& place) {
  return {Real(number(weight)), number(place)};
}

/// Returns a law with one component each: phi f^{1-c} g^c is a Gaussian, whose trapezoidal sums are known.
TwoMixturesLaw plain(const std::string& place) { return {{at("1", "0")}, {at("1", place)}}; }
TwoMixturesLaw three() {
  return {{at("0.7", "0"), at("0.3", "-0.8")}, {at("0.5", "0"), at("0.3", "1"), at("0.2", "2")}};
}
TwoMixturesLaw one_sided() {
  return {{at("1", "0")}, {at("0.6", "0"), at("0.3", "0.5"), at("0.1", "3")}};
}

Wide wide(const Real& x) { return Wide(x(Bits{200}).decimal_bounds(40).first); }

Wide log_mix(const std::vector<Component>& components, const Wide& x) {
  Wide sum = 0;
  for (const Component& c : components) {
    const Wide place = wide(Real(c.place));
    sum += wide(c.weight) * exp(place * x - place * place / 2);
  }
  return log(sum);
}

/// Returns int phi f^{1-c} g^c e^{iyL} by midpoint sums.
witness::Complex transform(const TwoMixturesLaw& law, double c, double y) {
  const Wide h = Wide(1) / 12, pi = boost::math::constants::pi<Wide>();
  Wide re = 0, im = 0;
  const double far = 12 + std::fabs(c) * 3.5 + std::fabs(1 - c);
  for (Wide x = -far + h / 2; x < far; x += h) {
    const Wide f = log_mix(law.P, x), L = log_mix(law.Q, x) - f;
    const Wide weight = exp(f + c * L - x * x / 2);
    re += weight * cos(y * L);
    im += weight * sin(y * L);
  }
  const Wide scale = h / sqrt(2 * pi);
  return {re * scale, im * scale};
}

Ball witnessed(const TwoMixturesLaw& law, double c) {
  return witness::as_ball(transform(law, c, 0).re, 1e-25);
}

Grid grid(double shift, double step, double strip, long first, long last) {
  return {shift, step, strip, first, last};
}

}  // namespace

TEST_CASE("two mixtures: the transform against sums in quadruple precision",
          "[mechanisms][mixtures][slow]") {
  for (const TwoMixturesLaw& law : {three(), one_sided(), plain("0.7")}) {
    for (const double c : {-1.5, 0.25, 2.5}) {
      CAPTURE(c);
      check_meet(two_mixtures::transform(law, c, kBits), witnessed(law, c), 24);
      CHECK(two_mixtures::heuristic::log_transform(law, c) ==
            Approx(std::log(witnessed(law, c).approximate())).margin(1e-7));
      const auto line = two_mixtures::transform_on_line(law, c, ball("0.5"), 9, kBits, [] {});
      for (const size_t k : {1U, 8U}) {
        const auto z = transform(law, c, 0.5 * static_cast<double>(k));
        CHECK(overlaps(line.values[k].real(), witness::as_ball(z.re, 1e-20)));
        CHECK(overlaps(line.values[k].imag(), witness::as_ball(z.im, 1e-20)));
        CHECK(line.values[k].real().radius() <= UpperBound::of(ball("1e-30")));
      }
    }
  }
}

TEST_CASE("two mixtures: a coarse rule on the real line", "[TWO-REAL]") {
  const TwoMixturesLaw law = plain("0.1");
  const Ball K = two_mixtures::transform(law, 0.5, kBits);
  for (const double h : {2.0, 2.5, 3.0}) {
    CAPTURE(h);
    const Ball coarse = two_mixtures::transform(law, 0.5, grid(0, h, 2 * M_PI / h, -9, 9), kBits);
    CHECK(coarse.contains(K));
    CHECK(certainly_less(coarse.radius().ball(kBits), K * 2));
  }
  const TwoMixturesLaw mixed = three();
  for (const double c : {-1.0, 0.5, 2.0}) {
    CHECK(two_mixtures::transform(mixed, c, grid(0, 1, 0.8, -14, 14), kBits)
              .contains(two_mixtures::transform(mixed, c, kBits)));
  }
}

TEST_CASE("two mixtures: nodes left out", "[TWO-TAILS][TWO-POWERS]") {
  for (const TwoMixturesLaw& law : {three(), one_sided()}) {
    for (const double c : {-0.5, 0.0, 0.5, 1.0, 1.4}) {
      // The sum over 16 more nodes on either side approximates all that is omitted.
      const double h = 0.25;
      const Grid kept = grid(0, h, 0, -12, 18);
      const auto sum = [&](long first, long last) {
        Wide out = 0;
        for (long j = first; j <= last; ++j) {
          const Wide x = Wide(h) * j, f = log_mix(law.P, x), L = log_mix(law.Q, x) - f;
          out += exp(f + c * L - x * x / 2);
        }
        return out * h / sqrt(2 * boost::math::constants::pi<Wide>());
      };
      const Wide left_out = sum(-60, -13) + sum(19, 70);
      const UpperBound bound = two_mixtures::omitted_nodes(law, kept, c);
      const Ball truth = witness::as_ball(left_out, 1e-20);
      CAPTURE(c, truth.approximate(), bound.text());
      if (!bound.is_finite()) continue;  // the range ends within the reach of a component
      CHECK(certainly_at_most(truth, bound.ball(kBits)));
      if (c >= 0 && c <= 1) CHECK(certainly_less(bound.ball(kBits), truth * 8));
    }
  }
  CHECK(two_mixtures::omitted_nodes(three(), grid(0, 0.25, 0, -12, 18), 0.5).is_finite());
}

TEST_CASE("two mixtures: sizes off the real line", "[TWO-COSINE]") {
  const TwoMixturesLaw even{{at("0.5", "0"), at("0.5", "-1.5")},
                            {at("0.5", "0"), at("0.5", "1.5")}};
  const auto size = [](const std::vector<Component>& components, double t, double b) {
    std::complex<double> sum = 0;
    for (const Component& c : components) {
      const double m = c.place_approx;
      sum += std::exp(c.log_weight - m * m / 2) * std::exp(m * std::complex<double>(t, b));
    }
    return std::abs(sum);
  };
  for (const double c : {-2.0, 0.5, 3.0}) {
    for (const double b : {0.4, 1.2, 1.9}) {
      const double factor = two_mixtures::cosine_factor(even, exact(b, kBits), c).approximate();
      double largest = 0;
      for (double t = -6; t < 6; t += 0.01) {
        const double f = size(even.P, t, b) / size(even.P, t, 0);
        const double g = size(even.Q, t, b) / size(even.Q, t, 0);
        largest = std::max(largest, std::pow(f, 1 - c) * std::pow(g, c));
      }
      CAPTURE(c, b);
      CHECK(largest <= factor * (1 + 1e-10));
      CHECK(factor < 3 * largest);
    }
  }
  CHECK_FALSE(two_mixtures::cosine_factor(even, exact(2.2, kBits), -1).is_finite());
}

TEST_CASE("two mixtures: a coarse rule on a line", "[TWO-LINE]") {
  const TwoMixturesLaw law = plain("0.1");
  for (const double h : {2.8, 3.2}) {
    const double a = M_PI / h;
    const auto line = two_mixtures::transform_on_line(law, 0.5, grid(a, h, a, -9, 9), ball("0.5"),
                                                      2, kBits, [] {});
    CAPTURE(h);
    CHECK(overlaps(line.values[0].real(), two_mixtures::transform(law, 0.5, kBits)));
    CHECK(line.quadrature_error.is_finite());
    const auto mixed = two_mixtures::transform_on_line(three(), 0.5, grid(0.7, 0.9, 0.7, -14, 16),
                                                       ball("0.5"), 3, kBits, [] {});
    const auto z = transform(three(), 0.5, 1.0);
    CHECK(overlaps(mixed.values[2].real(), witness::as_ball(z.re, 1e-20)));
    CHECK(overlaps(mixed.values[2].imag(), witness::as_ball(z.im, 1e-20)));
  }
}

TEST_CASE("two mixtures: the far bound holds, on coarse grids too", "[TWO-FAR]") {
  // Nodes on both sides of the peak at 1.5: the sum is too small by a fifth.
  const TwoMixturesLaw law = plain("1.5");
  const double T = 2.0 / 3;
  const auto z = transform(law, 1, T);
  const Ball size = witness::as_ball(sqrt(z.re * z.re + z.im * z.im), 1e-20);
  const Ball coarse = two_mixtures::far_bound(law, 1, T, grid(1, 3, 1, -6, 6), kBits);
  CHECK(certainly_at_most(size, coarse * ball("1.0000001")));
  CHECK(certainly_less(coarse, size * 3));
  for (const TwoMixturesLaw& mixed : {three(), one_sided()}) {
    for (const double c : {-0.5, 1.5}) {
      for (const double y : {0.5, 4.0}) {
        CAPTURE(c, y);
        double shift = 0;
        const double guess = two_mixtures::heuristic::log_far_bound(mixed, c, y, &shift);
        const Grid fine = two_mixtures::heuristic::far_grid(mixed, c, shift, 40);
        const Ball bound = two_mixtures::far_bound(mixed, c, y, fine, kBits);
        const auto at_y = transform(mixed, c, y);
        const Ball there = witness::as_ball(sqrt(at_y.re * at_y.re + at_y.im * at_y.im), 1e-15);
        CHECK(certainly_at_most(there, bound));
        CHECK(guess == Approx((bound / two_mixtures::transform(mixed, c, kBits)).log_approximate())
                           .margin(1e-3));
      }
    }
  }
}

TEST_CASE("two mixtures: derivatives on a coarse grid", "[TWO-MOMENTS]") {
  const TwoMixturesLaw law = plain("0.1");
  const auto fine = two_mixtures::derivatives(law, 0.5, grid(0, 0.25, 2, -50, 50), 0, 1, kBits);
  const auto coarse = two_mixtures::derivatives(law, 0.5, grid(0, 2.5, 2.5, -6, 6), 0, 1, kBits);
  for (size_t k = 0; k < 5; ++k) {
    CAPTURE(k);
    CHECK(overlaps(fine[k], coarse[k]));
    CHECK(coarse[k].is_finite());
  }
  // The moments of the tilted loss, compared with finite differences.
  const TiltedMoments m = two_mixtures::moments(three(), 0.5, kBits);
  const auto rough = two_mixtures::heuristic::moments(three(), 0.5);
  CHECK(m.variance.approximate() == Approx(rough.variance).epsilon(1e-6));
  CHECK(m.fourth.approximate() == Approx(rough.fourth).epsilon(1e-6));
  CHECK(m.fourth.relative_digits() > 5);
}

TEST_CASE("two mixtures: the algebraic bound", "[TWO-ALGEBRAIC]") {
  const TwoMixturesLaw law = plain("1");
  const Ball C = two_mixtures::algebraic_decay(law, 0.5).ball(kBits);
  Ball largest(kBits);
  for (const double y : {0.5, 1.0, 1.5, 3.0}) {
    const auto z = transform(law, 0.5, y);
    largest = max(largest, witness::as_ball(sqrt(z.re * z.re + z.im * z.im) * y, 1e-20));
  }
  CHECK(certainly_at_most(largest, C));
  CHECK(certainly_less(C, largest * 6));
  for (const TwoMixturesLaw& mixed : {three(), one_sided()}) {
    for (const double c : {-0.5, 0.5, 1.5}) {
      const Ball bound = two_mixtures::algebraic_decay(mixed, c).ball(kBits);
      for (const double y : {1.0, 8.0}) {
        const auto z = transform(mixed, c, y);
        CHECK(
            certainly_at_most(witness::as_ball(sqrt(z.re * z.re + z.im * z.im) * y, 1e-12), bound));
      }
    }
  }
}

TEST_CASE("two mixtures: a threshold known to a hundredth", "[TWO-POSITION]") {
  const GaussianMixtures pair(three(), "three", "three");
  const Ball low = ball("0.29", kBits), high = ball("0.31", kBits);
  const LossTails at = pair.tails(Real([&](Bits) { return Ball::hull(low, high); }), kBits);
  for (const Ball& end : {low, high}) {
    const LossTails one = pair.tails(Real::exactly(end), kBits);
    CHECK(at.P_above.contains(one.P_above.midpoint()));
    CHECK(at.Q_above.contains(one.Q_above.midpoint()));
    CHECK(one.P_above.relative_digits() > 25);
  }
  // Near the smallest loss of a pair that has one.
  const GaussianMixtures low_end(one_sided(), "one", "one");
  for (const char* t : {"-0.6", "-0.5108256", "-0.5", "0.1", "20"}) {
    const LossTails one = low_end.tails(Real(number(t)), kBits);
    CAPTURE(t);
    check_meet(one.P_above + one.P_below, Ball::integer(1, kBits), 25);
    CHECK(one.P_above.relative_digits() > 20);
  }
}

TEST_CASE("gaussian mixture: recorded values, and the pairs there are", "[mechanisms][mixtures]") {
  const std::string mix = "gaussian_mixture(sigma=1,shifts=[0,1,2.5],weights=[0.7,0.2,0.1])";
  check_value(forward_delta(mix, "0.5"), "0.084945172150695056866", 15);
  check_value(forward_delta(mix, "-0.2"), "0.20835730751350047274", 15);
  check_round_trip(mix);
  for (const auto& [written, known] :
       {std::pair{"gaussian_mixture(sigma=2,shifts=[0,1],weights=[0.9,0.1])",
                  "subsampled_gaussian(sigma=2,p=0.1)"},
        {"gaussian_mixture(sigma=2,shifts=[1,1],weights=[0.9,0.1])", "gaussian(sigma=2)"},
        {"gaussian_mixture(sigma=4,shifts=[0,0,2],weights=[0.5,0.4,0.1])",
         "subsampled_gaussian(sigma=2,p=0.1)"}}) {
    CHECK(Composition::parse(written).identity() == Composition::parse(known).identity());
  }
  check_round_trip("gaussian_mixture(sigma=4,shifts=[0,0,2],weights=[0.5,0.4,0.1])");
  // An independent implementation of this pair agrees.
  const SubsampledGaussian known(number("1"), number("0.1"), number("1"));
  const GaussianMixtures same({{at("1", "0")}, {at("0.9", "0"), at("0.1", "1")}}, "same", "same");
  for (const double c : {-2.0, 0.5, 3.5}) {
    check_meet(same.transform(c, kBits), known.transform(c, kBits), 30);
    check_meet(same.offer<ThirdMoment>()->above(1, ball("0.1"), {}, kBits).at(kBits),
               same.offer<ThirdMoment>()->above(1, ball("0.1"), {}, Bits{256}), 15);
    for (const double T : {0.3, 3.0, 20.0}) {
      CHECK(same.decay(c, T, kBits).approximate() ==
            Approx(known.decay(c, T, kBits).approximate()).epsilon(0.2));
    }
  }
  for (const char* t : {"-0.1", "0", "0.3", "2"}) {
    check_meet(same.tails(Real(number(t)), kBits).Q_above,
               known.tails(Real(number(t)), kBits).Q_above, 25);
  }
}

TEST_CASE("gaussian mixture: two engines", "[mechanisms][mixtures][slow]") {
  const std::string mix = "gaussian_mixture(sigma=1.5,shifts=[0,1,2],weights=[0.9,0.07,0.03])";
  check_engines(mix + "^40", "1", "fourier", "lattice", 2, 14);
  check_engines("subsampled(" + mix + ",p=0.5)^12", "0.3", "fourier", "lattice", 2);
}

TEST_CASE("replaced gaussian: recorded value, symmetry, engines", "[mechanisms][mixtures][slow]") {
  const std::string one = "subsampled_gaussian(sigma=1,p=0.3,relation=replace)";
  check_value(forward_delta(one, "0.4"), "0.085740531891404376488", 15);
  check_round_trip(one);
  for (const char* t : {"0", "0.3", "1"}) {
    PrivacyProfile reverse(Composition::parse(one + "^10"), Direction::reverse);
    check_meet(reverse.delta(Real(number(t)), Effort{12}).value,
               forward_delta(one + "^10", t, "auto", 12), 12);
  }
  check_engines(one + "^10", "1", "fourier", "lattice", 2, 14);
  CHECK(forward_delta("subsampled_gaussian(sigma=0.8,p=0.01,relation=replace)^1000", "1", "fourier",
                      12)
            .relative_digits() >= 12);
  CHECK(Composition::parse("subsampled_gaussian(sigma=1,p=1,relation=replace)").identity() ==
        Composition::parse("gaussian(sigma=0.5)").identity());
  CHECK(Composition::parse("subsampled_gaussian(sigma=1,p=0.3,relation=zero_out)").identity() ==
        Composition::parse("subsampled_gaussian(sigma=1,p=0.3)").identity());
}

TEST_CASE("gaussian mixture: calibration orders and refusals", "[mechanisms][mixtures]") {
  const Family sigma("gaussian_mixture(sigma=?,shifts=[0,1,2],weights=[0.8,0.1,0.1])", "");
  CHECK(sigma.order().larger_is_more_private);
  CHECK_FALSE(Family("subsampled_gaussian(sigma=1,p=?,relation=replace)", "")
                  .order()
                  .larger_is_more_private);
  CHECK_THROWS_AS(Family("gaussian_mixture(sigma=1,shifts=?,weights=[1])", ""),
                  std::invalid_argument);
  const auto refuses = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  };
  refuses("gaussian_mixture(sigma=1,shifts=[0,-1],weights=[0.5,0.5])", "at least 0");
  refuses("gaussian_mixture(sigma=1,shifts=[0,1],weights=[0.5,0.4])", "sum to 0.9");
  refuses("gaussian_mixture(sigma=1,shifts=[0,1],weights=[1])", "same number");
  refuses("gaussian_mixture(sigma=1,shifts=[0],weights=[1])", "greater than 0");
  CHECK_THROWS_AS(GaussianMixtures({{at("1", "0")}, {at("1", "0")}}, "x", "x"), std::logic_error);
}
