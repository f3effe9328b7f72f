/// Values that some neighbours attain, chosen for the quantity that a claim is about.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// Returns whether the verdict against the claim's own pair is the verdict on the claim.
bool decided_by_pair(const Claim& claim);
/// Returns whether a larger value of the quantity is less private, so that its upper bounds need a pair that
/// dominates. False for a trade-off function.
bool larger_is_worse(const std::string& quantity);
/// Returns whether a pair that dominates shows this bound to hold, and not a pair that some neighbours have.
bool shown_by_all(const Claim& claim);

/// Returns an expression that some neighbours have, close to the one that loses the most in the quantity claimed. The
/// search compares values of a few digits, for `seconds` of processor time at most. Empty where no neighbours
/// are known. Throws Interrupted when `poll` does.
std::string worst_member(const Claim& claim, double seconds, const Poll& poll);

}  // namespace plumbline
