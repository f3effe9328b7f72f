/// The whole distribution, or trade-off curve, that a claim states.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

struct ClaimedProfile {
  std::string text;  ///< the member of the line, as JSON
  std::vector<StoredDistribution> parts;
  ProfileSide side = ProfileSide::pessimistic;
  /// Smallest epsilon of the promise; nothing means every real epsilon.
  std::optional<Rational> from;
  bool points = false;  ///< the promise covers only the points of a curve

  bool is_curve() const { return !parts.front().curve.empty(); }
  /// Returns the number of masses, or of points, of all parts.
  size_t size() const;
  /// Returns "2001 masses, pessimistic".
  std::string words() const;
};

/// Parses `distribution`: an object with the fields that `profile check` reads, or a text in one of its other forms.
/// `side` is the promised side.
/// \throws std::invalid_argument with the error and the remedy
ClaimedProfile claimed_profile(const nlohmann::json& distribution, ProfileSide side);

}  // namespace plumbline
