/// Judging a claim where what bounds all neighbours and what some of them have differ.
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/pair_sides.hpp"

namespace plumbline {
namespace {

ClaimVerdict judged_on(const std::string& mechanism, const Claim& claim,
                       const JudgeLimits& limits) {
  Claim moved = claim;
  moved.mechanism = mechanism;
  moved.member.clear();
  moved.sides = nullptr;
  moved.range.reset();
  moved.batches.reset();
  return Judge(composition_of(moved), limits)(moved);
}

std::optional<Rational> number_of(const std::string& printed) {
  try {
    return Rational::parse(printed);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// From the smaller lower end to the larger upper one; nothing where one is missing or infinite.
PrintedBounds hull(const PrintedBounds& a, const PrintedBounds& b) {
  const auto low_a = number_of(a.lower), low_b = number_of(b.lower);
  const auto high_a = number_of(a.upper), high_b = number_of(b.upper);
  if (!low_a || !low_b || !high_a || !high_b) return {};
  return {*low_a < *low_b ? a.lower : b.lower, *high_a > *high_b ? a.upper : b.upper};
}

/// Neither side decides: what is known of the truth by both.
ClaimVerdict between(const ClaimVerdict& of_all, const ClaimVerdict& of_one,
                     const std::string& member) {
  ClaimVerdict open;
  open.against = of_all.against;
  open.certified = hull(of_all.certified, of_one.certified);
  open.truth = hull(of_all.truth, of_one.truth);
  open.engine = of_all.engine;
  open.delta_scale = of_all.delta_scale;
  open.replay = of_one.replay;
  open.reason =
      "the answer lies between what " + member + " has, as some neighbours do, and what bounds all";
  const PrintedBounds& ends = open.certified.lower.empty() ? open.truth : open.certified;
  if (ends.lower.empty()) return open;
  const std::string what = open.certified.lower.empty() || open.against.empty()
                               ? std::string("the truth")
                               : open.against;
  open.reason += fmt::format(": {} is from {} to {}", what, ends.lower, ends.upper);
  return open;
}

ClaimVerdict noted(ClaimVerdict out, const std::string& note) {
  out.reason = note + (out.reason.empty() ? "" : "; " + out.reason);
  return out;
}

}  // namespace

/// Of a pair that dominates and is not attained, as the table says (mechanisms/pair_facts.hpp).
ClaimVerdict Judge::with_member(const Claim& claim, const ClaimVerdict& of_all) const {
  if (of_all.verdict == VerdictKind::broken) return of_all;
  const bool is_estimate = claim.kind == ClaimKind::estimate;
  const auto [by_all, by_one] = shown_by_all(claim)
                                    ? std::pair(VerdictKind::sound, VerdictKind::violated)
                                    : std::pair(VerdictKind::violated, VerdictKind::sound);
  const bool dominates = !claim.sides || claim.sides->dominates;
  if (!is_estimate && of_all.verdict == by_all && dominates) return of_all;
  if (claim.kind == ClaimKind::upper && dominates) {
    if (const auto sound = by_ceiling(claim)) return *sound;
  }
  ClaimVerdict bound = of_all;
  if (dominates && claim.sides && !claim.sides->ceiling.empty()) {
    const std::string& ceiling = claim.sides->ceiling;
    bound = judged_on(ceiling, claim, limits_);
    if (!is_estimate && bound.verdict == by_all) {
      return noted(bound, "by a smaller pair that bounds all neighbours: " + ceiling);
    }
  }
  const bool own = claim.sides && claim.sides->attained;
  const std::string member = own ? claim.mechanism : worst_member(claim);
  if (member.empty()) return noted({}, "no neighbours are known to have what bounds all");
  const ClaimVerdict of_one = own ? of_all : judged_on(member, claim, limits_);
  if (!is_estimate && of_one.verdict == by_one) {
    return noted(of_one, "already for " + member);
  }
  if (!dominates) return noted({}, "some neighbours have this pair; what bounds all is not known");
  return between(bound, of_one, member);
}

}  // namespace plumbline
