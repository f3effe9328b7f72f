/// Verdicts if only one end of the true value is known: a pair that dominates bounds the value on one side, a pair
/// that some neighbours attain bounds it on the other.
#pragma once

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns the interval from the smaller lower end to the larger upper end; nothing if an end is missing or infinite.
PrintedBounds joined_bounds(const PrintedBounds& a, const PrintedBounds& b);
/// Returns the ends of the true value that a dominating pair and an attained pair prove together. An end is empty if it
/// is unknown.
PrintedBounds joined_truth(const Claim& claim, const ClaimVerdict& of_all,
                           const ClaimVerdict& of_one);

/// Returns the verdict that a dominating pair proves, with the end of the true value that the pair bounds.
ClaimVerdict bounded_by_all(const Claim& claim, ClaimVerdict of_all);
/// Returns the verdict that an attained pair proves, with the other end of the true value from a dominating pair if
/// that is known.
ClaimVerdict shown_by_one(const Claim& claim, ClaimVerdict of_one, const ClaimVerdict& of_all);
/// Return an undecided verdict. without_member() is for a pair that no known neighbours attain; if `of_all` is
/// unsupported, it returns `of_all`. without_bound() is for a pair that some neighbours attain, if no bound for all
/// neighbours is known.
ClaimVerdict without_member(const Claim& claim, const ClaimVerdict& of_all);
ClaimVerdict without_bound(const Claim& claim, const ClaimVerdict& of_one);

}  // namespace plumbline
