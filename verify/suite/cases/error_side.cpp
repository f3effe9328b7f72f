#include "verify/suite/cases/error_side.hpp"

#include "reference/questions/registry.hpp"

namespace plumbline {

std::string error_side(const std::string& quantity, const Ball& signed_error) {
  if (signed_error.is_exactly_zero()) return "exact";
  const bool below = certainly_negative(signed_error), above = certainly_positive(signed_error);
  if (!below && !above) return "undecided";
  const DangerousSide dangerous = required_quantity(quantity).dangerous;
  if (dangerous == DangerousSide::none) return below ? "below" : "above";
  return below == (dangerous == DangerousSide::below) ? "dangerous" : "safe";
}

}  // namespace plumbline
