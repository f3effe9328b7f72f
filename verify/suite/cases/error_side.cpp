#include "verify/suite/cases/error_side.hpp"

#include <algorithm>
#include <array>

namespace plumbline {

DangerousSide dangerous_side(const std::string& quantity) {
  const auto among = [&](const auto& names) {
    return std::find(names.begin(), names.end(), quantity) != names.end();
  };
  static const std::array<std::string, 9> gains = {
      "delta",     "epsilon",          "rero", "tv", "power", "advantage",
      "posterior", "posterior_belief", "renyi"};
  static const std::array<std::string, 5> failures = {"tradeoff", "tradeoff_inverse", "bayes",
                                                      "minimax", "fixed_point"};
  if (among(gains)) return DangerousSide::below;
  if (among(failures)) return DangerousSide::above;
  return DangerousSide::none;
}

std::string error_side(const std::string& quantity, const Ball& signed_error) {
  if (signed_error.is_exactly_zero()) return "exact";
  const bool below = certainly_negative(signed_error), above = certainly_positive(signed_error);
  if (!below && !above) return "undecided";
  const DangerousSide dangerous = dangerous_side(quantity);
  if (dangerous == DangerousSide::none) return below ? "below" : "above";
  return below == (dangerous == DangerousSide::below) ? "dangerous" : "safe";
}

}  // namespace plumbline
