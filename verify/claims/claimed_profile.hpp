/// The whole discretised distribution, or trade-off curve, that a claim states.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

struct ClaimedProfile {
  std::string text;  ///< the member `distribution` of the record, as JSON text
  std::vector<StoredDistribution> parts;
  ProfileSide side = ProfileSide::pessimistic;
  /// The promise is about all epsilons from this number on; nothing means all real epsilons.
  std::optional<Rational> from;
  bool points = false;  ///< the promise covers only the points of a curve

  bool is_curve() const { return !parts.front().curve.empty(); }
  /// Returns the number of masses, or of points, of all parts.
  size_t size() const;
  /// Returns a text such as "2001 masses, pessimistic".
  std::string words() const;
};

/// Parses `distribution`: an object with the fields that `plumbline profile check` reads, or a text in one of the other
/// forms that this command reads. `side` states whether the distribution promises to be pessimistic or optimistic.
/// \throws std::invalid_argument with the error and the remedy
ClaimedProfile claimed_profile(const nlohmann::json& distribution, ProfileSide side);

}  // namespace plumbline
