#include "verify/profiles/distribution_writer.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/outward_double.hpp"

namespace plumbline {
namespace {

using nlohmann::ordered_json;

constexpr int kShortBits = 24;
constexpr Bits kWriterBits{256};
constexpr int kWriterDigits = 40;

double step_double(const GridMasses& grid) { return grid.step.approximate(); }

ordered_json pmf_object(const GridMasses& grid, ProfileSide side) {
  return {{"discretization", step_double(grid)},
          {"lower_loss", grid.first},
          {"probs", grid.masses},
          {"infinity_mass", grid.infinite},
          {"pessimistic_estimate", side == ProfileSide::pessimistic}};
}

std::string line_of(const ordered_json& object) { return object.dump() + "\n"; }

double exact_double(const Rational& x) {
  const double out = x.approximate();
  if (Rational::from_binary64(out) != x) {
    throw std::invalid_argument("a loss of the grid is no double; give a step of at most 24 bits");
  }
  return out;
}

}  // namespace

std::string dp_accounting_text(const ExportedPair& pair, ProfileSide side) {
  if (pair.one_direction) return line_of(pmf_object(pair.remove, side));
  ordered_json out{{"remove", pmf_object(pair.remove, side)}};
  if (pair.add) out["add"] = pmf_object(*pair.add, side);
  return line_of(out);
}

std::string message_text(const GridMasses& grid) {
  std::string out = "pessimistic_pmf {\n  min_key: " + std::to_string(grid.first) +
                    "\n  discretization_interval: " + ordered_json(step_double(grid)).dump() +
                    "\n  infinity_mass: " + ordered_json(grid.infinite).dump() + "\n";
  for (const double mass : grid.masses) out += "  values: " + ordered_json(mass).dump() + "\n";
  return out + "}\n";
}

std::string riskcal_text(const ExportedPair& pair, ProfileSide side) {
  const GridMasses& add = pair.add ? *pair.add : pair.remove;
  std::vector<double> reversed(add.masses.rbegin(), add.masses.rend());
  const long last = add.first + static_cast<long>(add.masses.size()) - 1;
  return line_of({{"discretization", step_double(pair.remove)},
                  {"y0", pair.remove.first},
                  {"pmf_Y", pair.remove.masses},
                  {"infinity_mass_Y", pair.remove.infinite},
                  {"x0", -last},
                  {"pmf_X", reversed},
                  {"minus_infinity_mass_X", add.infinite},
                  {"is_symmetric", !pair.add},
                  {"pessimistic_estimate", side == ProfileSide::pessimistic}});
}

std::string csv_text(const GridMasses& grid, ProfileSide side) {
  const auto text = [side](double mass) {
    return side == ProfileSide::pessimistic ? decimal_above(mass) : decimal_below(mass);
  };
  std::string out = "loss,mass\n";
  for (size_t k = 0; k < grid.masses.size(); ++k) {
    if (grid.masses[k] == 0) continue;
    out += grid.loss(k).text() + "," + text(grid.masses[k]) + "\n";
  }
  return out + "inf," + text(grid.infinite) + "\n";
}

Rational short_step(const Rational& step) {
  int exponent = 0;
  const double fraction = std::frexp(step.approximate(), &exponent);
  const double scaled = std::round(std::ldexp(fraction, kShortBits));
  return Rational::from_binary64(std::ldexp(scaled, exponent - kShortBits));
}

// BOUND(PROFILE-CONDITIONED)
// Statement.  Let D be a privacy loss distribution with masses p_i at the finite losses l_i and p_inf at infinity.
//             prv_accountant evaluates F(t) = (1 - q) sum m_i (1 - e^{t - l_i})_+ + q with q = 1 - e^g. If q >= p_inf
//             and m_i >= p_i/(1 - q) for all i, F is at least delta_D. If q <= p_inf and m_i <= p_i/(1 - q) for all
//             i, F is at most delta_D.
// Needs.      q < 1.
// Proof.      Compare the sums term by term. p_inf <= 1 - e^g for g = log(1 - p_inf) rounded down to a double, and
//             p_inf >= 1 - e^g for g rounded up. Each m_i is computed from the ball of the rounded q.
// Source.     The convention of prv_accountant 0.2.0 (compute_delta_estimate).
std::string prv_text(const GridMasses& grid, ProfileSide side, const Rational& span) {
  const bool up = side == ProfileSide::pessimistic;
  const auto rounded = [up](const Ball& x) {
    const auto [low, high] = bound_number<"PROFILE-CONDITIONED">(x).decimal_ends(kWriterDigits);
    return up ? double_above(high.value()) : double_below(low.value());
  };
  const Ball infinite(Rational::from_binary64(grid.infinite), kWriterBits);
  const auto [low, high] = log1p(-infinite).decimal_ends(kWriterDigits);
  const double logarithm = up ? double_below(low.value()) : double_above(high.value());
  const Ball rest = exp(Ball::from_binary64(logarithm, kWriterBits));

  const long above = grid.first + static_cast<long>(grid.masses.size());
  const double far = std::ceil((span / grid.step).approximate());
  const long half = std::max({above, 1 - grid.first, static_cast<long>(far)});
  std::vector<double> masses(static_cast<size_t>(2 * half), 0.0);
  for (size_t k = 0; k < grid.masses.size(); ++k) {
    const size_t at = static_cast<size_t>(grid.first + half - 1) + k;
    if (grid.masses[k] != 0) {
      masses[at] = rounded(Ball::from_binary64(grid.masses[k], kWriterBits) / rest);
    }
  }
  return line_of({{"t_min", exact_double(Rational(1 - half) * grid.step)},
                  {"t_max", exact_double(Rational(half) * grid.step)},
                  {"pmf", masses},
                  {"log_pmc_inf", logarithm},
                  {"pessimistic_estimate", up}});
}

}  // namespace plumbline
