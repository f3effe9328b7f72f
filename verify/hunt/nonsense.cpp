#include "verify/hunt/nonsense.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/arithmetic/double_text.hpp"
#include "reference/questions/registry.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

constexpr double kBeyondRounding = 1e-6;

/// Returns the value of that kind among the answers to one question; nan if there is none.
double value_of_kind(const std::vector<Examined>& answers, const std::string& kind) {
  for (const Examined& one : answers) {
    if (one.kind == kind && !one.value.empty()) return parse_double(one.value);
  }
  return std::nan("");
}

Examined find_of(const Examined& first, const std::string& finding, double excess,
                 const std::string& note) {
  Examined out = first;
  out.state = "nonsense";
  out.finding = finding;
  out.grade.clear();
  out.margin = excess;
  out.note = note;
  out.truth_lower.clear();
  out.truth_upper.clear();
  out.confirmed_by.clear();
  return out;
}

/// Returns a note that the bounds may be valid but are not tight: a tighter bound follows from those at neighbouring
/// arguments.
std::string better_of(const std::string& kind, bool convex) {
  if (kind == "estimate") return "";
  if (convex) return "; if the bounds hold, the line between the outer two is a tighter bound";
  return "; if the bounds hold, one of them also holds at the next argument and is tighter there";
}

}  // namespace

std::vector<double> neighbouring_arguments(const Setting& setting) {
  const double a = setting.argument;
  switch (required_quantity(setting.quantity).reading) {
    case Reading::delta: {
      const double h = std::max(std::fabs(a) / 16, 1.0 / 64);
      return {a + h, a + 2 * h};
    }
    case Reading::epsilon:
      if (a < 0.25) return {a * 1.5, a * 2};
      break;
    default:
      break;
  }
  return {};
}

std::vector<Examined> held_against_each_other(const std::vector<std::vector<Examined>>& row) {
  std::vector<Examined> out;
  if (row.size() != 3) return out;
  for (const Examined& first : row[0]) {
    if (first.value.empty() || first.is_find()) continue;
    const bool convex = required_quantity(first.setting.quantity).reading == Reading::delta;
    std::array<double, 3> at{}, value{};
    for (size_t i = 0; i < 3; ++i) {
      at[i] = row[i].front().setting.argument;
      value[i] = value_of_kind(row[i], first.kind);
    }
    if (!std::all_of(value.begin(), value.end(), [](double x) { return std::isfinite(x); }))
      continue;
    const std::string note =
        fmt::format("at {}, {}, {}: {}, {}, {}", shortest_decimal(at[0]), shortest_decimal(at[1]),
                    shortest_decimal(at[2]), shortest_decimal(value[0]), shortest_decimal(value[1]),
                    shortest_decimal(value[2]));
    const double up = std::max(value[1] - value[0], value[2] - value[1]);
    const double size = std::max({std::fabs(value[0]), std::fabs(value[1]), std::fabs(value[2])});
    if (up > kBeyondRounding * size) {
      out.push_back(find_of(first, "not monotone", up / size, note + better_of(first.kind, false)));
    } else if (convex && first.kind != "lower") {
      const double h = at[1] - at[0];
      const double w = std::expm1(h) / std::expm1(at[2] - at[0]);
      const double line = (1 - w) * value[0] + w * value[2];
      const double excess = (value[1] - line) / value[1];
      if (value[1] > 0 && excess > kBeyondRounding) {
        out.push_back(find_of(first, "not convex", excess, note + better_of(first.kind, true)));
      }
    }
  }
  return out;
}

}  // namespace plumbline
