/// The certified computations that are needed to judge a claim.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/inequality.hpp"
#include "verify/claims/judging/claim_words.hpp"

namespace plumbline {

/// The claimed side: the true value is at most or at least the claimed number.
enum class Sense { at_most, at_least };

/// Returns the statement "the true value is at most (at least) `number`" as an inequality for a certified value. For
/// epsilon no root is needed: epsilon <= x if delta(x) <= D, and epsilon >= x if delta(x) >= D. `delta_slack` is added
/// to D or subtracted from it, in the direction in which the inequality is easier to satisfy. Returns nothing if the
/// inequality holds for every mechanism: epsilon >= x for x <= 0, because epsilon is never negative.
std::optional<Inequality> inequality_for(const Claim& claim, Sense sense, const Rational& number,
                                         const Rational& delta_slack = Rational(0));

/// Returns the certified value of the claimed quantity. Throws std::invalid_argument if it is infinite or undefined.
/// If an epsilon >= 0 is claimed, the result is epsilon in the usual sense, which is never negative.
Truth truth_of(const Claim& claim, PrivacyProfile& profile, const Effort& effort);
/// Returns a key for a cache: claims about the same composition have the same true value if their keys are equal.
std::string truth_key(const Claim& claim);

/// The statement delta(epsilon) <= limit. It is equivalent to "the true value is at most `number`" for a claim about
/// delta or epsilon. delta_limit() returns nothing if a claim has no such form with a rational epsilon.
struct DeltaLimit {
  Rational epsilon, limit;
};
std::optional<DeltaLimit> delta_limit(const Claim& claim, const Rational& number);

}  // namespace plumbline
