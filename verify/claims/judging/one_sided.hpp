/// Verdicts where only one end of the truth is known: a pair that dominates bounds it on one side, a pair that some
/// neighbours have on the other.
#pragma once

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns the bounds from the smaller lower end to the larger upper one; nothing where an end is missing or
/// infinite.
PrintedBounds joined_bounds(const PrintedBounds& a, const PrintedBounds& b);
/// Returns the ends of the truth that a pair which dominates and one that some neighbours have prove together. An
/// end is empty where it is not known.
PrintedBounds joined_truth(const Claim& claim, const ClaimVerdict& of_all,
                           const ClaimVerdict& of_one);

/// Returns the verdict that a pair proves which dominates: of the truth it keeps the end that the pair bounds.
ClaimVerdict bounded_by_all(const Claim& claim, ClaimVerdict of_all);
/// Returns the verdict that a pair proves which some neighbours have, with the other end of the truth from a pair
/// that dominates where that is known.
ClaimVerdict shown_by_one(const Claim& claim, ClaimVerdict of_one, const ClaimVerdict& of_all);
/// Returns the open verdict where no neighbours are known, and where no bound is.
ClaimVerdict without_member(const Claim& claim, const ClaimVerdict& of_all);
ClaimVerdict without_bound(const Claim& claim, const ClaimVerdict& of_one);

}  // namespace plumbline
