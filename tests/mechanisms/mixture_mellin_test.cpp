/// K on a line by a convolution of Gamma functions, compared with sums over the output, which are independent of it;
/// and rules so coarse that their errors are visible.
#include "reference/mechanisms/gaussian/mixture_mellin.hpp"

#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

mixture::MixtureLaw law_of(const std::string& mu, const std::string& p) {
  return {number(mu), number(p), number(mu).approximate(), number(p).approximate()};
}

ComplexVector over_the_output(const mixture::MixtureLaw& law, double c, const Ball& D, size_t count,
                              Bits p) {
  const mixture::Grid grid =
      mixture::heuristic::line_grid(law, c, static_cast<double>(p.n) * 0.6931471805599453);
  return mixture::transform_on_line(law, c, grid, D, count, p, [] {}).values;
}

/// Returns the error as a share of the radius.
double use(const ComplexBall& value, const ComplexBall& truth, const UpperBound& radius) {
  const ComplexBall off(value.real().midpoint() - truth.real(),
                        value.imag().midpoint() - truth.imag());
  return std::exp(off.magnitude().log_approximate() - radius.log_approximate());
}

}  // namespace

TEST_CASE("mellin line: agrees with sums over the output and is sharp",
          "[mechanisms][MIXTURE-MELLIN]") {
  Random random(3801);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string mu = Random::text(random.log_uniform(0.1, 2.5));
    const std::string p = Random::text(random.log_uniform(1e-4, 0.95));
    const mixture::MixtureLaw law = law_of(mu, p);
    const bool whole = random.integer(0, 2) > 0;
    const double c = whole ? -random.integer(2, 12) : -random.integer(1, 200) / 32.0;
    const double step = std::ldexp(random.integer(4, 40), -7);
    const size_t count = 40;
    const Bits bits{520};
    CAPTURE(mu, p, c, step);
    const Ball D = exact(step, bits);
    const auto rule = mixture::heuristic::mellin_rule(law, c, step, count, 365);
    REQUIRE(rule);
    const LineValues line = mixture::mellin_line(law, c, *rule, D, count, bits, [] {});
    const ComplexVector other = over_the_output(law, c, D, count, bits);
    const double size = other[0].real().log_approximate();
    CHECK(line.quadrature_error.log_approximate() < size - 355);
    for (size_t k = 0; k < count; ++k) {
      CAPTURE(k);
      CHECK(overlaps(line.values[k].real(), other[k].real()));
      CHECK(overlaps(line.values[k].imag(), other[k].imag()));
      CHECK(line.values[k].real().radius().log_approximate() < size - 345);
      CHECK(line.values[k].imag().radius().log_approximate() < size - 345);
    }
  }
}

TEST_CASE("mellin line: short sums and expansions err by no more than is claimed, and hardly less",
          "[mechanisms][MIXTURE-MELLIN]") {
  Random random(3802);
  const Bits bits{256};
  double most[4] = {0, 0, 0, 0};
  for (int i = 0; i < testing::iterations(24); ++i) {
    const int kind = i % 4;
    // Sums decay fast, so that the first omitted term dominates the error.
    const bool cut = kind >= 2;
    const std::string mu =
        Random::text(cut ? random.log_uniform(2, 4) : random.log_uniform(0.3, 1.2));
    const std::string p = Random::text(random.log_uniform(0.02, 0.7));
    const mixture::MixtureLaw law = law_of(mu, p);
    const double c = -random.integer(2, cut ? 3 : 5);
    const double step = std::ldexp(random.integer(40, 80), -7);
    const size_t count = cut ? 2 : 6;
    mixture::MellinRule rule = mixture::heuristic::mellin_rule(law, c, step, count, 341).value();
    // Tests one part of the error at a time.
    if (kind == 0) rule.below = random.integer(0, 2);
    if (kind == 1) rule.above = random.integer(0, 2);
    if (kind == 2) rule.last = random.integer(0, 3) * rule.split;
    if (kind == 3) rule.first = -random.integer(0, 1) * rule.split;
    CAPTURE(mu, p, c, step, kind, rule.below, rule.above, rule.first, rule.last, rule.split);
    const Ball D = exact(step, bits);
    const LineValues line = mixture::mellin_line(law, c, rule, D, count, bits, [] {});
    const ComplexVector truth = over_the_output(law, c, D, count, bits);
    for (size_t k = 0; k < count; ++k) {
      CHECK(overlaps(line.values[k].real(), truth[k].real()));
      CHECK(overlaps(line.values[k].imag(), truth[k].imag()));
      most[kind] = std::max(most[kind], use(line.values[k], truth[k], line.quadrature_error));
    }
  }
  CAPTURE(most[0], most[1], most[2], most[3]);
  CHECK(*std::min_element(most, most + 4) > 0.11);
}

TEST_CASE("mellin line: nothing is claimed where its premises fail",
          "[mechanisms][MIXTURE-MELLIN]") {
  const mixture::MixtureLaw law = law_of("1", "0.1");
  const Bits bits{128};
  const mixture::MellinRule rule{-1, 1, -40, 40, 4, 4};
  const auto finite = [&](double c, const mixture::MellinRule& by, const Ball& D) {
    const LineValues line = mixture::mellin_line(law, c, by, D, 3, bits, [] {});
    return line.values[1].real().is_finite();
  };
  CHECK(finite(-2, rule, exact(0.5, bits)));
  CHECK_FALSE(finite(-1, rule, exact(0.5, bits)));
  CHECK_FALSE(finite(2, rule, exact(0.5, bits)));
  CHECK_FALSE(finite(-2, rule, exact(-0.5, bits)));
  CHECK_FALSE(finite(-2, {0.5, 1, -40, 40, 4, 4}, exact(0.5, bits)));
  CHECK_FALSE(finite(-2, {-1, 0, -40, 40, 4, 4}, exact(0.5, bits)));
  CHECK_FALSE(finite(-2, {-1, 1, 1, 40, 4, 4}, exact(0.5, bits)));
  CHECK_FALSE(finite(-2, {-1, 1, -40, 40, -1, 4}, exact(0.5, bits)));
}

TEST_CASE("mixture: long numbers keep their digits far off the real axis",
          "[mechanisms][MIXTURE-LINE]") {
  // For small mu the best line is far from the real axis, where terms have size e^{shift^2/2} and cancel.
  const mixture::MixtureLaw law = law_of("0.05", "0.001");
  const Bits bits{700};
  const ComplexVector line = over_the_output(law, -2, exact(0.0625, bits), 3, bits);
  for (size_t k = 0; k < 3; ++k) {
    CHECK(line[k].real().radius().log_approximate() < -0.69 * 690);
    CHECK(line[k].imag().radius().log_approximate() < -0.69 * 690);
  }
}
