/// The quantity that a claim is about.
#pragma once

#include <map>
#include <string>

#include "reference/questions/registry.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// A quantity under the name an accountant gives it, and the arguments it takes so.
struct ClaimedQuantity {
  const Quantity* quantity;
  std::map<std::string, std::string> arguments;  ///< theirs to ours

  /// Its name in claims and verdicts.
  const std::string& shown() const;
};
/// Throws std::invalid_argument, naming the known ones.
ClaimedQuantity claimed_quantity(const std::string& name);

/// Returns the quantity of a claim that was read.
const Quantity& quantity_of(const Claim& claim);

/// Returns true if it is delta at an epsilon.
bool is_delta(const Claim& claim);
/// Returns true if it is an epsilon at a delta.
bool is_epsilon(const Claim& claim);
/// Returns true if it is about an open parameter, of which it states a value.
bool is_open(const Claim& claim);
/// Returns true if it is about two mechanisms.
bool is_of_two(const Claim& claim);

}  // namespace plumbline
