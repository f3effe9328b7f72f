#include "verify/claims/judging/irrational_delta.hpp"

#include "reference/mechanisms/between_pairs.hpp"
#include "verify/claims/claim_quantity.hpp"

namespace plumbline {
namespace {

Claim at_delta(const Claim& claim, const Rational& delta) {
  Claim out = claim;
  const std::string& name = quantity_of(claim).arguments.front().name;
  for (NamedNumber& one : out.at) {
    if (one.name == name) one.number = {Real(delta), delta.text()};
  }
  return out;
}

std::optional<Ball> hull_of(const std::optional<Ball>& a, const std::optional<Ball>& b) {
  if (!a || !b) return std::nullopt;
  return Ball::hull(*a, *b);
}

}  // namespace

bool has_irrational_delta(const Claim& claim) {
  return is_epsilon(claim) && !claim.at.empty() && !claim.argument("delta").value.rational();
}

// Proof. Epsilon is non-increasing in delta. An upper bound that holds at the smaller delta holds; one that fails at
// the larger delta fails. A lower bound that holds at the larger delta holds; one that fails at the smaller delta
// fails. The true value lies between the values at the two deltas.
ClaimVerdict verdict_between(const Claim& claim,
                             const std::function<ClaimVerdict(const Claim&)>& judge) {
  const auto [low, high] = rational_ends(claim.argument("delta").value);
  ClaimVerdict out = judge(at_delta(claim, low));
  const ClaimVerdict other = judge(at_delta(claim, high));
  out.seconds += other.seconds;
  if (out.verdict != other.verdict) {
    out.verdict = VerdictKind::undecided;
    out.reason = "the verdicts at two rational deltas on either side differ";
    return out;
  }
  out.truth.lower = other.truth.lower;
  out.error = hull_of(out.error, other.error);
  out.relative = hull_of(out.relative, other.relative);
  out.looseness = hull_of(out.looseness, other.looseness);
  return out;
}

}  // namespace plumbline
