/// The quantity that a claim is about.
#pragma once

#include <map>
#include <string>

#include "reference/questions/registry.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// A quantity under the name that an accountant uses, and the arguments under this name.
struct ClaimedQuantity {
  const Quantity* quantity;
  std::map<std::string, std::string> arguments;  ///< names in this project, by the name that
                                                 ///< the accountant uses

  /// Returns its name in claims and verdicts.
  const std::string& shown() const;
};
/// Returns the quantity with that name. Throws std::invalid_argument on unknown names, listing the known quantities.
ClaimedQuantity claimed_quantity(const std::string& name);

/// Returns the quantity of a parsed claim.
const Quantity& quantity_of(const Claim& claim);

/// Returns true if the claim is about delta at an epsilon.
bool is_delta(const Claim& claim);
/// Returns true if the claim is about an epsilon at a delta.
bool is_epsilon(const Claim& claim);
/// Returns true if the mechanism of the claim has an open parameter (written ?), and the claim states its value (a
/// calibration).
bool is_open(const Claim& claim);
/// Returns true if the claim is about a whole distribution or trade-off curve instead of a number.
bool is_whole(const Claim& claim);
/// Returns true if the claim is about two mechanisms.
bool is_of_two(const Claim& claim);

}  // namespace plumbline
