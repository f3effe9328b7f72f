#include "verify/claims/judging/selection_claim.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/claim_truth.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 8, kConfirmDigits = 20;

bool is_renyi(const Claim& claim) { return quantity_of(claim).reading == Reading::renyi; }

/// What the answer is held to: delta at the epsilon claimed, or the quantity itself.
Rational limit_of(const Claim& claim) {
  return is_epsilon(claim) ? claim.argument("delta").value.as_rational() : claim.value.number;
}

bool exceeds(const SelectedValue& found, const Rational& limit) {
  if (found.attained.is_infinite()) return true;
  const Ball& least = found.attained->value;
  return certainly_less(Ball(limit, least.precision()), least);
}

bool stays_within(const SelectedValue& found, const Rational& limit) {
  if (found.bound.is_infinite()) return false;
  const Ball& most = found.bound->value;
  return certainly_at_most(most, Ball(limit, most.precision()));
}

PrintedBounds printed(const Extended& value) {
  if (value.is_infinite()) return {"inf", "inf"};
  const auto [lower, upper] = printed_bounds(*value, kDigits);
  return {lower, upper};
}

/// By how much the delta of one base exceeds what is claimed.
ViolationGrade grade_by(const Ball& attained, const Rational& limit) {
  const Bits p = attained.precision();
  const Ball claimed(limit, p), most = attained - claimed;
  if (certainly_at_most(most, attained / 1000000)) return ViolationGrade::numerical;
  const bool gross = certainly_at_most(claimed, attained / 2);
  return gross ? ViolationGrade::gross : ViolationGrade::material;
}

}  // namespace

std::string selection_text(const SelectedRuns& selected) {
  return "best of " + selected.runs + " of " + selected.base;
}

SelectedValue SelectionJudge::ask(const Claim& claim, int digits, const Poll& poll) {
  const PrivacyProfile profile(base_, claim.direction);
  Effort effort;
  effort.digits = digits;
  effort.poll = poll;
  Selection selection(profile, RunLaw::parse(claim.selected->runs), effort);
  if (is_renyi(claim)) return selection.renyi(claim.argument("order").value.as_rational());
  if (is_delta(claim)) return selection.delta(claim.argument("epsilon").value);
  return selection.delta(Real(claim.value.number));
}

ClaimVerdict SelectionJudge::operator()(const Claim& claim, const Poll& poll) {
  if (claim.kind != ClaimKind::upper) {
    throw std::invalid_argument("of private selection only upper bounds are decided");
  }
  if (!is_epsilon(claim) && !is_delta(claim) && !is_renyi(claim)) {
    throw std::invalid_argument("of private selection epsilon, delta and rdp are decided, not " +
                                claim.quantity);
  }
  ClaimVerdict out;
  if (claim.value.form == ClaimedValue::Form::plus_infinity) {
    out.verdict = VerdictKind::sound;
    out.reason = "infinite: says nothing";
    return out;
  }
  if (claim.value.form != ClaimedValue::Form::number || claim.value.number.sign() < 0) {
    throw std::invalid_argument("a bound on private selection is a number from 0 on");
  }
  const Rational limit = limit_of(claim);
  const SelectedValue found = ask(claim, kDigits, poll);
  const std::string at = is_epsilon(claim) ? "delta(epsilon=" + claim.value.text + ")"
                                           : subject_of(claim.quantity, claim.at);
  out.against = at;
  if (stays_within(found, limit)) {
    out.verdict = VerdictKind::sound;
    out.certified = printed(found.bound);
    out.reason = "by what bounds every base that the pair dominates";
    return out;
  }
  out.certified = printed(found.attained);
  if (!is_renyi(claim) && exceeds(found, limit)) {
    if (exceeds(ask(claim, kConfirmDigits, poll), limit)) {
      out.confirmed_by = "the same base at another precision";
      out.verdict = VerdictKind::violated;
      out.grade = found.attained ? grade_by(found.attained->value, limit) : ViolationGrade::gross;
      out.reason = "already for one base that the pair dominates";
    }
    return out;
  }
  out.reason = fmt::format("what bounds every base is {}, what one has at least {}",
                           printed(found.bound).upper, printed(found.attained).lower);
  return out;
}

}  // namespace plumbline
