/// Finds a mechanism expression that some neighbours of a claim attain (a member of the claim's pair) and that has a
/// large privacy loss in the claimed quantity.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// Returns true if the verdict on the claim's own pair is the verdict on the claim.
bool decided_by_pair(const Claim& claim);
/// Returns true if a larger value of the quantity is less private, so that its upper bounds need a pair that
/// dominates. False for a trade-off function.
bool larger_is_worse(const std::string& quantity);
/// Returns true if only a dominating pair can prove the claimed bound; false if only an attained pair can prove it.
bool shown_by_all(const Claim& claim);

/// Returns an expression that some neighbours attain. The search looks for the expression with the largest privacy
/// loss in the claimed quantity, and may miss it slightly. It compares values of few digits, for at most `seconds`
/// seconds of processor time. Returns an empty text if no neighbours are known. Throws Interrupted if `poll` does.
std::string worst_member(const Claim& claim, double seconds, const Poll& poll);

}  // namespace plumbline
