#include "reference/mechanisms/shuffled/shuffled_gaussian.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/shuffled/gaussian_blanket.hpp"
#include "reference/mechanisms/shuffled/profile_hull.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

namespace plumbline {
namespace {

constexpr int kHullPoints = 100;

/// Returns the approximate epsilon at which delta is 1e-25.
double last_epsilon(const GaussianBlanket& blanket) {
  constexpr double kLeastDelta = 1e-25, kLargest = 600;
  constexpr int kHalvings = 40;
  double low = std::log(1e-9), high = std::log(kLargest);
  for (int i = 0; i < kHalvings; ++i) {
    const double at = (low + high) / 2;
    blanket.rough_delta(std::exp(std::exp(at))) > kLeastDelta ? low = at : high = at;
  }
  return std::exp(high);
}

/// Rounds up to a number with two significant digits.
Rational short_above(double x) {
  const int place = static_cast<int>(std::floor(std::log10(x))) - 1;
  return Rational(static_cast<long>(std::ceil(x / std::pow(10, place)))) * power_of_ten(place);
}

Mechanism make_shuffled_gaussian(const Parameters& q) {
  const Rational sigma = positive(q, "sigma");
  const long users = shuffled_users(q);
  if (sigma < Rational(1, 5UL) || sigma > Rational(1000000)) {
    throw std::invalid_argument("sigma must lie between 0.2 and 1000000, got " + sigma.text());
  }
  if (users == 1) throw std::invalid_argument("n = 1 is gaussian(sigma=" + sigma.text() + ")");
  const GaussianBlanket blanket(sigma, users);
  // All points are multiples of a number with few digits, so that the losses of several rounds are on one lattice.
  const Rational step = short_above(last_epsilon(blanket) / kHullPoints);
  std::vector<ProfilePoint> points;
  for (int i = 0; i <= kHullPoints; ++i) {
    const Rational epsilon = step * Rational(i);
    points.push_back({epsilon, blanket.delta_at(epsilon)});
  }
  // A user's own answer without the shuffle reveals more than the shuffled answers. The profile of this answer is the
  // bound beyond the points.
  return hull_with_tail(
      points, Rational(1) / (sigma * sigma),
      "shuffled_gaussian(sigma=" + sigma.text() + ",n=" + std::to_string(users) + ")");
}

std::string draw_shuffled_gaussian(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.4, 8);
  return "shuffled_gaussian(sigma=" + sigma + ",n=" + std::to_string(draw.whole(2, 2000)) + ")";
}

std::string rounded_at(const WrittenFactor& factor, double place) {
  const Parameters& q = factor.parameters;
  if (!q.contains("sigma") || !q.contains("n")) return "";
  const Ball half(Rational(1) / (q.at("sigma") * Rational(2)), Bits{128});
  return rounded_answers(normal_survival(half), q.at("n"), ones_at(q.at("n"), place));
}

std::string rounded_member(const WrittenFactor& factor) { return rounded_at(factor, 1); }

PairFacts gaussian_facts() {
  PairFacts out{PairDominance::dominating,
                "one user's value in [0, 1] exchanged for another",
                "what all densities have in common hides the user (SHUFFLED-GAUSSIAN, "
                "PROFILE-HULL, HULL-TAIL); rounded answers are below (SHUFFLED-ROUNDED)",
                {},
                rounded_member};
  out.member_at = rounded_at;
  return with_public(std::move(out), {"n"});
}

}  // namespace

MechanismEntry shuffled_gaussian_entry() {
  return {.name = "shuffled_gaussian",
          .required = {"sigma", "n"},
          .optional = {},
          .summary =
              "values in [0, 1] of n users, each with independent Gaussian noise, shuffled: an "
              "upper bound",
          .make = make_shuffled_gaussian,
          .draw = draw_shuffled_gaussian,
          .symmetric = always_symmetric,
          .replaces_record = true,
          .whole = {"n"},
          .facts = gaussian_facts()};
}

}  // namespace plumbline
