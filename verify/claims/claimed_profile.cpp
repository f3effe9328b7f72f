#include "verify/claims/claimed_profile.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/profiles/distribution_json.hpp"

namespace plumbline {

size_t ClaimedProfile::size() const {
  size_t out = 0;
  for (const StoredDistribution& one : parts) {
    out += one.curve.empty() ? one.masses.atoms.size() : one.curve.size();
  }
  return out;
}

std::string ClaimedProfile::words() const {
  return std::to_string(size()) + (is_curve() ? " points, " : " masses, ") +
         (side == ProfileSide::optimistic ? "optimistic" : "pessimistic");
}

ClaimedProfile claimed_profile(const nlohmann::json& distribution, ProfileSide side) {
  ClaimedProfile out;
  out.side = side;
  out.text = distribution.dump();
  if (distribution.is_string()) {
    out.parts = distributions_in(distribution.get<std::string>(), "its text", side);
  } else if (distribution.is_object()) {
    out.parts = json_distributions(out.text, side);
  } else {
    throw std::invalid_argument(std::string("must be an object or a text; ") + kDistributionForms);
  }
  return out;
}

}  // namespace plumbline
