/// Groups of k records, compared with half-lines in doubles and with vectors in the plane.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

double above(double x) { return std::erfc(x / std::sqrt(2)) / 2; }

/// Returns the largest Q(E) - e^epsilon P(E) over half-lines on a fine grid: below the exact value by at most 1e-7.
double half_lines(double sigma, double p, int k, double epsilon, bool forward) {
  double best = 0;
  for (double x = -8 * sigma; x < 8 * sigma + k; x += 1e-4 * sigma) {
    const double cut = x / sigma;
    double mixture = 0, weight = std::pow(1 - p, k);
    for (int j = 0; j <= k; ++j) {
      const double shifted = cut - j / sigma;
      mixture += weight * (forward ? above(shifted) : above(-shifted));
      weight *= p / (1 - p) * (k - j) / (j + 1);
    }
    const double plain = forward ? above(cut) : above(-cut);
    best = std::max(
        best, forward ? mixture - std::exp(epsilon) * plain : plain - std::exp(epsilon) * mixture);
  }
  return best;
}

Ball delta_of(const std::string& mechanism, const std::string& epsilon, Direction direction) {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return profile.delta(Real(number(epsilon)), Effort{12}).value;
}

}  // namespace

TEST_CASE("group: without sampling it is the sensitivity", "[mechanisms][group]") {
  check_meet(forward_delta("gaussian(sigma=3,sensitivity=1/2,group=4)", "0.5"),
             forward_delta("gaussian(sigma=1.5)", "0.5"), 15);
  check_meet(forward_delta("gaussian(sigma=3,relation=replace,group=2)", "0.5"),
             forward_delta("gaussian(sigma=3,sensitivity=4)", "0.5"), 15);
  check_meet(forward_delta("laplace(b=3,group=2)", "0.5"),
             forward_delta("laplace(b=3,sensitivity=2)", "0.5"), 15);
  check_meet(forward_delta("subsampled_gaussian(sigma=3,p=1,group=2)", "0.5"),
             forward_delta("gaussian(sigma=3,sensitivity=2)", "0.5"), 15);
  check_round_trip("gaussian(sigma=3,group=4)");
  check_round_trip("laplace(b=3,group=4)^5");
  check_round_trip("subsampled_gaussian(sigma=3,p=0.1,group=4)");
}

TEST_CASE("group: sampled each by itself, in both directions",
          "[mechanisms][group][GROUP-VECTORS]") {
  for (const auto& [sigma, p, k] : {std::tuple{"2", "0.1", 3}, {"1", "0.3", 2}, {"4", "0.02", 8}}) {
    const std::string text = "subsampled_gaussian(sigma=" + std::string(sigma) + ",p=" + p +
                             ",group=" + std::to_string(k) + ")";
    for (const char* epsilon : {"0", "0.1", "0.5"}) {
      for (const bool forward : {true, false}) {
        CAPTURE(text, epsilon, forward);
        const double truth =
            half_lines(std::stod(sigma), std::stod(p), k, std::stod(epsilon), forward);
        const Ball found =
            delta_of(text, epsilon, forward ? Direction::forward : Direction::reverse);
        CHECK(found.approximate() == Approx(truth).margin(1e-7));
        CHECK(found.relative_digits() >= 12);
      }
    }
  }
}

TEST_CASE("group: no test against vectors of such norms has more power",
          "[mechanisms][group][GROUP-VECTORS]") {
  // Two records whose vectors are at an angle, in one batch with probability p each: half-planes at all angles, and
  // unions of two.
  const double sigma = 1.2, p = 0.3;
  Random random(17);
  for (int i = 0; i < iterations(200); ++i) {
    const double angle = random.uniform(0, 3.14), towards = random.uniform(-1, 3.14);
    const double a = std::cos(towards), b = std::cos(angle - towards), cut = random.uniform(-2, 4);
    const double size = above(cut);
    const double power = (1 - p) * (1 - p) * size +
                         p * (1 - p) * (above(cut - a / sigma) + above(cut - b / sigma)) +
                         p * p * above(cut - (a + b) / sigma);
    const double ours = (1 - p) * (1 - p) * size + 2 * p * (1 - p) * above(cut - 1 / sigma) +
                        p * p * above(cut - 2 / sigma);
    CHECK(power <= ours + 1e-15);
  }
}

TEST_CASE("group: what is refused", "[mechanisms][group]") {
  CHECK_THROWS_WITH(Composition::parse("gaussian(sigma=1,group=0)"),
                    Catch::Contains("group must be"));
  CHECK_THROWS_WITH(Composition::parse("laplace(b=1,group=1.5)"), Catch::Contains("group must be"));
  CHECK_THROWS_WITH(Composition::parse("subsampled_gaussian(sigma=1,p=0.1,group=51)"),
                    Catch::Contains("from 1 to 50"));
  CHECK_THROWS_WITH(
      Composition::parse("subsampled_gaussian(sigma=1,p=0.1,group=2,relation=replace)"),
      Catch::Contains("not exchanged"));
}
