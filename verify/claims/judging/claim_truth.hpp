/// The computations needed to judge a claim.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/inequality.hpp"
#include "verify/claims/judging/claim_words.hpp"

namespace plumbline {

/// Which side of the claimed number the truth is said to lie on.
enum class Sense { at_most, at_least };

/// "The truth is at most (at least) `number`", as an inequality for a certified value. For epsilon
/// no root is needed: epsilon <= x where delta(x) <= D, and epsilon >= x where delta(x) >= D.
/// `delta_slack` is added to D on the side that makes the inequality easier. Nothing where the
/// inequality holds for every mechanism: epsilon >= x for x <= 0, since epsilon is never negative.
std::optional<Inequality> inequality_for(const Claim& claim, Sense sense, const Rational& number,
                                         const Rational& delta_slack = Rational(0));

/// The quantity claimed, certified. Throws std::invalid_argument where it is infinite or undefined.
/// Where an epsilon >= 0 is claimed, the truth is epsilon in the usual sense, never below 0.
Truth truth_of(const Claim& claim, PrivacyProfile& profile, const Effort& effort);
/// Claims with the same key have the same truth, if they are about the same composition.
std::string truth_key(const Claim& claim);

/// The claim "at most" as delta(epsilon) <= limit, where it says that with a rational epsilon.
struct DeltaLimit {
  Rational epsilon, limit;
};
std::optional<DeltaLimit> delta_limit(const Claim& claim, const Rational& number);

}  // namespace plumbline
