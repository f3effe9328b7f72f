/// Batches truncated at a maximum size, bounded from both sides: data sets on a line whose laws are integrated here.
#include "reference/mechanisms/combined/cut_batch_sides.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "reference/mechanisms/factor_sides.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

// Sampling rate of three records, of which a batch contains at most one.
constexpr double kDraw = 0.3;
const CutBatches kSmall{Rational(3, 10), 3, 1};

double normal(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); }

/// The two other records are at `others`; the record that is present or missing is at 1; the noise has sigma 1.
struct OnALine {
  double others;
  double none = (1 - kDraw) * (1 - kDraw), one = 2 * kDraw * (1 - kDraw), two = kDraw * kDraw;

  double without(double x) const { return none * normal(x) + (one + two) * normal(x - others); }
  double with(double x) const {
    const double kept = kDraw * (none + one / 2 + two / 3);
    const double empty = (1 - kDraw) * none;
    return kept * normal(x - 1) + empty * normal(x) + (1 - kept - empty) * normal(x - others);
  }
  /// Returns delta(epsilon), with the record added (forward) or removed.
  double delta(double epsilon, bool forward) const {
    const auto gain = [&](double x) {
      const double P = without(x), Q = with(x);
      return std::max(0.0, forward ? Q - std::exp(epsilon) * P : P - std::exp(epsilon) * Q);
    };
    double sum = 0;
    for (double x = -12; x < 12; x += 0.25) {
      sum += boost::math::quadrature::gauss_kronrod<double, 15>::integrate(gain, x, x + 0.25, 4);
    }
    return sum;
  }
};

double delta_of(const std::string& mechanism, double epsilon, bool forward) {
  PrivacyProfile profile(Composition::parse(mechanism),
                         forward ? Direction::forward : Direction::reverse);
  return profile.delta(Real(Rational::from_binary64(epsilon)), Effort{10}).value.approximate();
}

}  // namespace

TEST_CASE("cut batches: no data sets on a line exceed the ceiling", "[mechanisms][CUT-BATCH]") {
  const std::string ceiling = cut_batch_ceiling(kSmall, "1", Bits{192});
  for (const double epsilon : {0.0625, 0.25, 0.75}) {
    for (const bool forward : {true, false}) {
      CAPTURE(epsilon, forward);
      const double most = delta_of(ceiling, epsilon, forward);
      for (const double others : {-1.0, -0.5, 0.0, 1.0}) {
        CAPTURE(others);
        CHECK(OnALine{others}.delta(epsilon, forward) <= most + 1e-7);
      }
      const std::string member = cut_batch_member(kSmall, "1", Bits{192});
      CHECK(OnALine{0}.delta(epsilon, forward) ==
            Approx(delta_of(member, epsilon, forward)).epsilon(1e-6));
    }
  }
}

TEST_CASE(
    "cut batches: the records that stay and those cut add up, and few bits err on the safe side",
    "[mechanisms][CUT-BATCH]") {
  const CutBatches cut{Rational(1, 10), 100, 5};
  const std::string fine = cut_batch_ceiling(cut, "1", Bits{192});
  const std::string coarse = cut_batch_ceiling(cut, "1", Bits{20});
  const std::string member = cut_batch_member(cut, "1", Bits{192});
  for (const double epsilon : {0.0, 0.015625, 0.03125}) {
    for (const bool forward : {true, false}) {
      CAPTURE(epsilon, forward);
      const double bound = delta_of(fine, epsilon, forward);
      CHECK(delta_of(coarse, epsilon, forward) >= bound * (1 - 1e-9));
      CHECK(delta_of(member, epsilon, forward) < bound);
      CHECK(delta_of(cut_batch_member(cut, "1", Bits{20}), epsilon, forward) <=
            delta_of(member, epsilon, forward) * (1 + 1e-9));
    }
  }
}

TEST_CASE("cut batches: the ceiling is below the pair with a shift to either side",
          "[mechanisms][truncated]") {
  const CutBatches cut{number("0.004266666666666667"), 50000, 256};
  const std::string run =
      "truncated_subsampled_gaussian(sigma=1.3,p=0.004266666666666667,"
      "n=50000,batch=256)^3516";
  const std::string ceiling = cut_batch_ceiling(cut, "1.3", Bits{192}) + "^3516";
  const double at = 4.4117403377127165;
  CHECK(delta_of(ceiling, at, true) == Approx(9.74414916970e-11).epsilon(1e-6));
  CHECK(delta_of(run, at, true) == Approx(1.00170027108e-10).epsilon(1e-6));
  // No batch is ever truncated: the pair is that of subsampled_gaussian.
  const auto sides = [](const std::string& text) {
    return sides_of(read_open_expression(text).front());
  };
  const std::string whole = "truncated_subsampled_gaussian(sigma=1,p=0.5,n=10,batch=10)";
  CHECK(sides(whole).member == "subsampled_gaussian(sigma=1,p=0.5)");
  CHECK(sides(whole).ceiling.empty());
}
