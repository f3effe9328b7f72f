#include "verify/claims/claim.hpp"

#include <stdexcept>

namespace plumbline {

const ExactReal& Claim::argument(const std::string& name) const {
  for (const NamedNumber& given : at) {
    if (given.name == name) return given.number;
  }
  throw std::invalid_argument(quantity + " needs at." + name);
}

std::string kind_name(ClaimKind kind) {
  return kind == ClaimKind::upper ? "upper" : kind == ClaimKind::lower ? "lower" : "estimate";
}

}  // namespace plumbline
