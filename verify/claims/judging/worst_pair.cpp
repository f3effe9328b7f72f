#include "verify/claims/judging/worst_pair.hpp"

#include <stdexcept>

#include "verify/claims/judging/judge.hpp"

namespace plumbline {
namespace {

/// Returns the rank of a verdict: 2 if violated, 0 if sound, otherwise 1.
int weight_of(const ClaimVerdict& verdict) {
  if (verdict.verdict == VerdictKind::violated) return 2;
  return verdict.verdict == VerdictKind::sound ? 0 : 1;
}

/// Returns true if `a` has a higher rank than `b`, or the same rank and an error that is certainly larger on the unsafe
/// side of the promise. A violation without an error is worse than one with an error.
bool is_worse(const ClaimVerdict& a, const ClaimVerdict& b) {
  if (weight_of(a) != weight_of(b)) return weight_of(a) > weight_of(b);
  if (!a.error || !b.error) return !a.error && b.error && a.verdict == VerdictKind::violated;
  return certainly_less(*a.error, *b.error);  // for upper bounds; the error is claimed minus true
}

ClaimVerdict verdict_on(const Claim& claim, const JudgeLimits& limits) {
  try {
    return Judge(composition_of(claim), limits)(claim);
  } catch (const std::invalid_argument& e) {
    ClaimVerdict out;
    out.verdict = VerdictKind::unsupported;
    out.reason = e.what();
    return out;
  }
}

}  // namespace

ClaimVerdict worst_of_pairs(const Claim& claim, const ClaimVerdict& first,
                            const JudgeLimits& limits) {
  ClaimVerdict worst = first;
  double seconds = first.seconds;
  for (const auto& other : claim.others) {
    ClaimVerdict one = verdict_on(*other, limits);
    seconds += one.seconds;
    if (!is_worse(one, worst)) continue;
    one.reason = "by " + other->mechanism + (one.reason.empty() ? "" : "; " + one.reason);
    worst = one;
  }
  worst.seconds = seconds;
  return worst;
}

}  // namespace plumbline
