/// Finds the quantity that a claim is about.
#pragma once

#include <map>
#include <string>

#include "reference/questions/registry.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// A quantity that an accountant may call by another name, with the accountant's names of its arguments.
struct ClaimedQuantity {
  const Quantity* quantity;
  /// Key: the accountant's name of an argument; value: this project's name.
  std::map<std::string, std::string> arguments;

  /// Returns the name of the quantity in claims and verdicts.
  const std::string& shown() const;
};
/// Returns the quantity that accountants call `name`. Throws std::invalid_argument, which lists the known names, if the
/// name is unknown.
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
