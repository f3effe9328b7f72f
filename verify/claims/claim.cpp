#include "verify/claims/claim.hpp"

#include <stdexcept>

#include "reference/composition/concentrated_runs.hpp"
#include "verify/claims/claimed_profile.hpp"

namespace plumbline {

const ExactReal& Claim::argument(const std::string& name) const {
  for (const NamedNumber& given : at) {
    if (given.name == name) return given.number;
  }
  throw std::invalid_argument(quantity + " needs at." + name);
}

std::string question_of(const Claim& claim) {
  std::string out = claim.tool + "\n" + claim.method + "\n" + claim.options + "\n" +
                    claim.mechanism + "\n" + direction_name(claim.direction) + "\n" +
                    claim.quantity + "\n" + kind_name(claim.kind);
  if (!claim.other.empty()) out += "\n" + claim.other;
  if (claim.profile) out += "\n" + claim.profile->text + (claim.profile->points ? "\npoints" : "");
  for (const NamedNumber& given : claim.at) out += "\n" + given.name + "=" + given.number.text;
  return out;
}

std::string mechanisms_text(const Claim& claim) {
  const std::string subject =
      claim.concentrated ? concentrated_class(*claim.concentrated) : claim.mechanism;
  return subject + (claim.other.empty() ? "" : " from " + claim.other);
}

std::string kind_name(ClaimKind kind) {
  return kind == ClaimKind::upper ? "upper" : kind == ClaimKind::lower ? "lower" : "estimate";
}

}  // namespace plumbline
