#include "verify/claims/judging/one_sided.hpp"

#include <optional>
#include <stdexcept>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/claim_words.hpp"
#include "verify/claims/judging/worst_member.hpp"

namespace plumbline {
namespace {

std::optional<Rational> number_of(const std::string& printed) {
  try {
    return Rational::parse(printed);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // empty or infinite
  }
}

/// Returns the known bounds of the claimed quantity: those of the true value if both are known; otherwise those that
/// decided the claim, if they are bounds of the quantity itself.
PrintedBounds found_value(const Claim& claim, const ClaimVerdict& of) {
  if (of.truth.both()) return of.truth;
  const std::string subject = subject_of(claim.quantity, claim.at);
  const bool itself = of.against == subject || of.against.starts_with(subject + " of ");
  return itself ? of.certified : PrintedBounds{};
}

/// Returns the one end of the true value that a dominating pair proves: the upper end if a larger value is less
/// private, otherwise the lower end.
PrintedBounds end_of_all(const Claim& claim, const PrintedBounds& value) {
  const bool above = larger_is_worse(claim.quantity);
  return above ? PrintedBounds{"", value.upper} : PrintedBounds{value.lower, ""};
}

PrintedBounds end_of_one(const Claim& claim, const PrintedBounds& value) {
  const bool above = larger_is_worse(claim.quantity);
  return above ? PrintedBounds{value.lower, ""} : PrintedBounds{"", value.upper};
}

/// Computes the errors again if both ends of the true value are known and differ.
void set_errors(const Claim& claim, ClaimVerdict* out) {
  const auto low = number_of(out->truth.lower), high = number_of(out->truth.upper);
  if (!low || !high || claim.value.form != ClaimedValue::Form::number) return;
  constexpr Bits p{256};
  const Ball truth = Ball::hull(Ball(*low, p), Ball(*high, p)), claimed(claim.value.number, p);
  out->error = claimed - truth;
  out->relative.reset();
  if (truth.contains_zero()) return;
  // In a formula with a single `truth`, the ball of the result is narrower.
  const Ball ratio = claimed / truth;
  out->relative = certainly_negative(truth) ? Ball::integer(1, p) - ratio : ratio - 1;
}

}  // namespace

PrintedBounds joined_bounds(const PrintedBounds& a, const PrintedBounds& b) {
  const auto low_a = number_of(a.lower), low_b = number_of(b.lower);
  const auto high_a = number_of(a.upper), high_b = number_of(b.upper);
  if (!low_a || !low_b || !high_a || !high_b) return {};
  return {*low_a < *low_b ? a.lower : b.lower, *high_a > *high_b ? a.upper : b.upper};
}

PrintedBounds joined_truth(const Claim& claim, const ClaimVerdict& of_all,
                           const ClaimVerdict& of_one) {
  const PrintedBounds all = end_of_all(claim, found_value(claim, of_all));
  const PrintedBounds one = end_of_one(claim, found_value(claim, of_one));
  PrintedBounds out{all.lower + one.lower, all.upper + one.upper};  // one text of each sum is empty
  if (out.upper == "inf") out.upper.clear();                        // a trivial bound
  return out;
}

ClaimVerdict bounded_by_all(const Claim& claim, ClaimVerdict of_all) {
  of_all.truth = end_of_all(claim, of_all.truth);
  return of_all;
}

ClaimVerdict shown_by_one(const Claim& claim, ClaimVerdict of_one, const ClaimVerdict& of_all) {
  of_one.truth = joined_truth(claim, of_all, of_one);
  if (of_one.truth.both()) set_errors(claim, &of_one);
  return of_one;
}

ClaimVerdict without_member(const Claim& claim, const ClaimVerdict& of_all) {
  if (of_all.verdict == VerdictKind::unsupported) return of_all;
  ClaimVerdict out;
  if (!is_dominating(*claim.pair->hypotheses)) {
    out.reason = "no neighbours are known to have this pair, and what bounds all is not known";
    return out;
  }
  out.reason = "no neighbours are known to have what bounds all";
  out.truth = joined_truth(claim, of_all, {});
  return out;
}

ClaimVerdict without_bound(const Claim& claim, const ClaimVerdict& of_one) {
  ClaimVerdict out;
  out.reason = "some neighbours have this pair; what bounds all is not known";
  out.truth = joined_truth(claim, {}, of_one);
  return out;
}

}  // namespace plumbline
