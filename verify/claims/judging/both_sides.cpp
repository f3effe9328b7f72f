/// Judges a claim if its pair does not give the exact value for all neighbours. A dominating pair gives a bound for all
/// neighbours; a pair that some neighbours attain gives the value of these neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/one_sided.hpp"
#include "verify/claims/judging/worst_member.hpp"

namespace plumbline {
namespace {

ClaimVerdict judged_on(const std::string& mechanism, const Claim& claim,
                       const JudgeLimits& limits) {
  Claim moved = claim;
  moved.mechanism = mechanism;
  moved.pair = nullptr;
  moved.range.reset();
  moved.batches.reset();
  ClaimVerdict out = Judge(composition_of(moved), limits)(moved);
  if (!out.against.empty()) out.against += " of " + mechanism;
  return out;
}

ClaimVerdict noted(ClaimVerdict out, const std::string& note) {
  out.reason = note + (out.reason.empty() ? "" : "; " + out.reason);
  return out;
}

/// Returns the undecided verdict. Its interval is between the value of one member (`of_one`) and the bound for all
/// neighbours (`of_all`).
ClaimVerdict between(const Claim& claim, const ClaimVerdict& of_all, const ClaimVerdict& of_one,
                     const std::string& member) {
  ClaimVerdict open;
  open.against = of_all.against;
  open.certified = joined_bounds(of_all.certified, of_one.certified);
  open.truth = joined_truth(claim, of_all, of_one);
  open.engine = of_all.engine;
  open.delta_scale = of_all.delta_scale;
  open.replay = of_one.replay;
  open.reason =
      "the answer lies between what " + member + " has, as some neighbours do, and what bounds all";
  const bool decides = open.certified.both();
  const PrintedBounds& ends = decides ? open.certified : open.truth;
  if (!ends.both()) return open;
  const std::string what =
      !decides || open.against.empty() ? std::string("the truth") : open.against;
  open.reason += fmt::format(": {} is from {} to {}", what, ends.lower, ends.upper);
  return open;
}

/// Returns `of_all`, with a tighter upper bound on the Renyi divergence if one is known.
ClaimVerdict with_renyi_ceiling(const Claim& claim, ClaimVerdict of_all) {
  constexpr int kDigits = 12;
  const auto ceiling = renyi_ceiling(claim);
  if (!ceiling) return of_all;
  const auto [lower, upper] = ceiling->decimal_bounds(kDigits);
  of_all.against = subject_of(claim.quantity, claim.at);
  of_all.certified = of_all.truth = {lower, upper};
  return of_all;
}

}  // namespace

ClaimVerdict Judge::with_member(const Claim& claim, const ClaimVerdict& of_all) const {
  if (of_all.verdict == VerdictKind::broken) return of_all;
  const bool is_estimate = claim.kind == ClaimKind::estimate;
  const auto [by_all, by_one] = shown_by_all(claim)
                                    ? std::pair(VerdictKind::sound, VerdictKind::violated)
                                    : std::pair(VerdictKind::violated, VerdictKind::sound);
  const ClaimedPair& pair = *claim.pair;
  const bool dominates = is_dominating(*pair.hypotheses), own = is_shown_by_some(*pair.hypotheses);
  if (!is_estimate && of_all.verdict == by_all && dominates) return bounded_by_all(claim, of_all);
  if (claim.kind == ClaimKind::upper && dominates) {
    if (const auto sound = by_ceiling(claim)) return *sound;
  }
  ClaimVerdict bound = with_renyi_ceiling(claim, of_all);
  if (dominates && !pair.ceiling.empty()) {
    bound = judged_on(pair.ceiling, claim, limits_);
    if (!is_estimate && bound.verdict == by_all) {
      return noted(bounded_by_all(claim, bound),
                   "by a smaller pair that bounds all neighbours: " + pair.ceiling);
    }
  }
  constexpr double kSearchSeconds = 10;
  const double seconds = std::min(kSearchSeconds, limits_.seconds / 4);
  const std::string member = own ? claim.mechanism : worst_member(claim, seconds, limits_.poll);
  if (member.empty()) return without_member(claim, bound);
  const ClaimVerdict of_one = own ? of_all : judged_on(member, claim, limits_);
  if (!is_estimate && of_one.verdict == by_one) {
    return noted(shown_by_one(claim, of_one, dominates ? bound : ClaimVerdict{}),
                 "already for " + member);
  }
  if (of_all.verdict == VerdictKind::unsupported) return of_all;
  if (!dominates) return without_bound(claim, of_one);
  return between(claim, bound, of_one, member);
}

}  // namespace plumbline
