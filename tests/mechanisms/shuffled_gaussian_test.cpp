/// Gaussian noise added by each user, shuffled: its bound compared with sums of answers on a grid.
#include <cmath>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/shuffled/gaussian_blanket.hpp"
#include "reference/mechanisms/shuffled/profile_hull.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr double kGridStep = 0.04, kGridReach = 120;

/// A law on the multiples of the step from -reach to reach.
using GridLaw = std::vector<double>;

size_t grid_size() { return static_cast<size_t>(std::lround(2 * kGridReach / kGridStep)) + 1; }

GridLaw folded(const GridLaw& a, const GridLaw& b) {
  const size_t n = a.size(), zero = n / 2;
  GridLaw out(n, 0);
  for (size_t i = 0; i < n; ++i) {
    if (a[i] < 1e-18) continue;
    for (size_t j = 0; j < n; ++j) {
      if (b[j] < 1e-18) continue;
      const size_t at = i + j;
      if (at >= zero && at - zero < n) out[at - zero] += a[i] * b[j];
    }
  }
  return out;
}

/// Returns the law of B (r_1 - x r_0) of one user, which is 0 if the answer does not come from the blanket.
GridLaw one_user(double sigma, double x) {
  GridLaw out(grid_size(), 0);
  const double h = 1e-3;
  double all = 0;
  for (double u = h / 2; u < 5 * sigma; u += h) {
    const double y = (u + 0.5) / sigma;
    const double weight = h * std::exp(-y * y / 2) / (sigma * std::sqrt(2 * M_PI));
    const double r = std::exp(u / (sigma * sigma));
    for (const double loss : {r - x, 1 - x * r}) {
      const double place = (loss + kGridReach) / kGridStep, down = std::floor(place);
      out[static_cast<size_t>(down)] += weight * (1 - (place - down));
      out[static_cast<size_t>(down) + 1] += weight * (place - down);
    }
    all += 2 * weight;
  }
  out[out.size() / 2] += 1 - all;
  return out;
}

/// Returns (1/n) E (sum over n users)_+ for n = 2^doublings.
double blanket_profile_of(double sigma, int doublings, double epsilon) {
  GridLaw law = one_user(sigma, std::exp(epsilon));
  for (int i = 0; i < doublings; ++i) law = folded(law, law);
  double sum = 0;
  for (size_t i = law.size() / 2; i < law.size(); ++i) {
    sum += law[i] * (static_cast<double>(i) * kGridStep - kGridReach);
  }
  return sum / std::pow(2, doublings);
}

double bounded(const std::string& sigma, long n, const std::string& epsilon) {
  return GaussianBlanket(number(sigma), n).delta_at(number(epsilon)).approximate();
}

}  // namespace

TEST_CASE("shuffled_gaussian: above the blanket's own profile, and not far",
          "[mechanisms][shuffled][SHUFFLED-GAUSSIAN]") {
  for (const auto& [sigma, epsilon] : {std::pair{"2", "0.02"}, {"2", "0.06"}, {"1.5", "0.1"}}) {
    CAPTURE(sigma, epsilon);
    const double truth = blanket_profile_of(std::stod(sigma), 8, std::stod(epsilon));
    const double found = bounded(sigma, 256, epsilon);
    CHECK(found >= truth);
    CHECK(found <= 5 * truth);
    // The pair is above the points, up to the error of chords.
    const Ball pair =
        forward_delta("shuffled_gaussian(sigma=" + std::string(sigma) + ",n=256)", epsilon);
    CHECK(pair.approximate() >= found * (1 - 1e-10));
    CHECK(pair.approximate() <= 1.2 * found);
  }
}

TEST_CASE("shuffled_gaussian: no worse than the noise alone, no better than rounded answers",
          "[mechanisms][shuffled][SHUFFLED-ROUNDED]") {
  CHECK(bounded("2", 2, "0.1") == Approx(0.1592605074139916651).epsilon(1e-10));
  const std::string mechanism = "shuffled_gaussian(sigma=2,n=300)";
  const WrittenFactor factor = read_open_expression(mechanism).front();
  const std::string below = factor.entry->facts->member(factor);
  // log((1 - f)/f) with f = P(N(0, 1) < -1/4), rounded down.
  CHECK(below.substr(0, 33) == "shuffled_rr(epsilon0=0.4000776894");
  for (const char* epsilon : {"0.05", "0.3"}) {
    CAPTURE(epsilon, below);
    CHECK(certainly_less(forward_delta(below, epsilon), forward_delta(mechanism, epsilon)));
  }
  check_round_trip(mechanism);
  CHECK_THROWS_WITH(Composition::parse("shuffled_gaussian(sigma=0.1,n=5)"),
                    Catch::Contains("sigma must lie"));
  CHECK_THROWS_WITH(Composition::parse("shuffled_gaussian(sigma=1,n=1)"),
                    Catch::Contains("gaussian(sigma=1)"));
}

TEST_CASE("shuffled_gaussian: epsilon of two rounds, whose losses add up to 0, by two engines",
          "[mechanisms][shuffled]") {
  const auto asked = [](const char* engine) {
    PrivacyProfile profile(Composition::parse("shuffled_gaussian(sigma=2,n=300)^2"),
                           Direction::forward, engine);
    return epsilon(profile, Rational::parse("1e-5"), Effort{5})->value();
  };
  const Ball sums = asked("finite"), line = asked("fourier");
  CHECK(sums.relative_digits() >= 5);
  CHECK(line.relative_digits() >= 5);
  CHECK(overlaps(sums, line));
}

TEST_CASE("a hull of a profile's points: chords, mirror images and what is left out",
          "[mechanisms][shuffled][PROFILE-HULL]") {
  const auto hull = [](const std::vector<std::pair<std::string, std::string>>& texts) {
    std::vector<ProfilePoint> points;
    for (const auto& [epsilon, delta] : texts) points.push_back({number(epsilon), number(delta)});
    return hull_with_tail(points, Rational(1), "hull");
  };
  const auto delta = [](const Mechanism& pair, const std::string& epsilon) {
    const Real t(number(epsilon));
    const LossTails at = pair->tails(t, Bits{128});
    return at.Q_above - exp(t(Bits{128})) * at.P_above;
  };
  // A point above a chord is dropped.
  const Mechanism three = hull({{"0", "0.3"}, {"0.5", "0.29"}, {"1", "0.01"}});
  const Ball x = exp(ball("0.5")), e = exp(ball("1")), one = Ball::integer(1, x.precision());
  const Ball chord = ball("0.3") - ball("0.29") * (x - one) / (e - one);
  check_meet(delta(three, "0.5"), chord, 25);
  check_meet(delta(three, "1"), ball("0.01"), 25);
  check_meet(delta(three, "-0.5"), one - one / x + chord / x, 25);
  // A first point above the chord to the mirror image is dropped too.
  const Mechanism flat = hull({{"0", "0.9"}, {"1", "0.1"}});
  const Ball y = one / e, mirror = one - y + ball("0.1") * y;
  check_meet(delta(flat, "0"), mirror + (ball("0.1") - mirror) * (one - y) / (e - y), 25);
}
