#include "verify/claims/judging/selection_claim.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/claim_truth.hpp"

namespace plumbline {
namespace {

constexpr int kFewDigits = 4, kDigits = 8, kConfirmDigits = 20;

bool is_renyi(const Claim& claim) { return quantity_of(claim).reading == Reading::renyi; }

/// Returns the number with which the computed value is compared: delta for a claim about epsilon, otherwise the claimed
/// number.
Rational limit_of(const Claim& claim) {
  return is_epsilon(claim) ? claim.argument("delta").value.as_rational() : claim.value.number;
}

bool exceeds(const SelectedValue& found, const Rational& limit) {
  if (found.attained.is_infinite()) return true;
  const Ball& least = found.attained->value();
  return certainly_less(Ball(limit, least.precision()), least);
}

bool stays_within(const Extended& bound, const Rational& limit) {
  if (bound.is_infinite()) return false;
  const Ball& most = bound->value();
  return certainly_at_most(most, Ball(limit, most.precision()));
}

PrintedBounds printed(const Extended& value, int digits = kDigits) {
  if (value.is_infinite()) return {"inf", "inf"};
  const auto [lower, upper] = printed_bounds(*value, digits);
  return {lower, upper};
}

/// Returns the epsilon at which delta is computed: the argument of a claim about delta, otherwise the claimed epsilon.
Real epsilon_of(const Claim& claim) {
  return is_delta(claim) ? claim.argument("epsilon").value : Real(claim.value.number);
}

/// Grades by how much the delta of one base exceeds the limit.
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

Selection& SelectionJudge::selection_of(const Claim& claim, int digits) {
  const std::string& runs = claim.selected->runs;
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    if (kept->runs != runs || kept->direction != claim.direction || kept->digits != digits)
      continue;
    kept_.splice(kept_.begin(), kept_, kept);
    return *kept_.front().selection;
  }
  Effort effort;
  effort.digits = digits;
  effort.poll = [poll = poll_] { (*poll)(); };
  auto made = std::make_unique<Selection>(PrivacyProfile(base_, claim.direction),
                                          RunLaw::parse(runs), effort);
  constexpr size_t kMostKept = 8;  // each needs some megabytes
  if (kept_.size() == kMostKept) kept_.pop_back();
  kept_.push_front({runs, claim.direction, digits, std::move(made)});
  return *kept_.front().selection;
}

SelectedValue SelectionJudge::ask(const Claim& claim, int digits) {
  Selection& selection = selection_of(claim, digits);
  if (is_renyi(claim)) return selection.renyi(claim.argument("order").value.as_rational());
  return selection.delta(epsilon_of(claim));
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
    out.says_nothing = true;
    out.reason = "infinite: a trivial bound";
    return out;
  }
  if (claim.value.form != ClaimedValue::Form::number || claim.value.number.sign() < 0) {
    throw std::invalid_argument("a bound on private selection is a number from 0 on");
  }
  *poll_ = poll;
  const Rational limit = limit_of(claim);
  const std::string at = is_epsilon(claim) ? "delta(epsilon=" + claim.value.text + ")"
                                           : subject_of(claim.quantity, claim.at);
  out.against = at;
  const auto is_sound_by = [&](const Extended& bound, int digits) {
    if (!stays_within(bound, limit)) return false;
    out.verdict = VerdictKind::sound;
    out.certified = printed(bound, digits);
    out.reason = "by what bounds every base that the pair dominates";
    return true;
  };
  // Usually a few digits of the bound decide, and no other computation is needed.
  if (!is_renyi(claim)) {
    const Extended few = selection_of(claim, kFewDigits).delta_bound(epsilon_of(claim));
    if (is_sound_by(few, kFewDigits)) return out;
  }
  const SelectedValue found = ask(claim, kDigits);
  if (is_sound_by(found.bound, kDigits)) return out;
  out.certified = printed(found.attained);
  if (!is_renyi(claim) && exceeds(found, limit)) {
    if (exceeds(ask(claim, kConfirmDigits), limit)) {
      out.confirmed_by = "the same base at another precision";
      out.verdict = VerdictKind::violated;
      out.grade = found.attained ? grade_by(found.attained->value(), limit) : ViolationGrade::gross;
      out.reason = "already for one base that the pair dominates";
    }
    return out;
  }
  out.reason = fmt::format("what bounds every base is {}, what one has at least {}",
                           printed(found.bound).upper, printed(found.attained).lower);
  return out;
}

}  // namespace plumbline
