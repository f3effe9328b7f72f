/// Computes the certified value of a claim's quantity, with an effort that depends on the claim.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "verify/base/certified_json.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge_parts.hpp"

namespace plumbline {
namespace {

// Limit of processor time for the looseness of a sound bound, that is, its distance from the true value. The looseness
// is optional.
constexpr double kLoosenessSeconds = 2;
// A number of digits that is tried only for epsilon: few digits of delta usually suffice for it.
constexpr int kBracketFew = 6;
constexpr double kTiny = -65;  // log of 6e-29: of a smaller delta only a bound is computed

/// Returns a bound on log delta. Below it, only the size of delta matters for this claim, and not its digits.
double negligible(const Claim& claim) {
  const Rational& x = claim.value.number;
  if (claim.value.form != ClaimedValue::Form::number || x.sign() <= 0) return kTiny;
  return std::min(kTiny, Ball(x, Bits{64}).log_approximate() - 5);
}

/// Returns the error divided by |t|, where t is the true value and not 0. If 0 is claimed, the result is exactly -1
/// or 1.
Ball relative_error(const Rational& claimed, const Ball& error, const Ball& t) {
  if (claimed.is_zero()) return Ball(Rational(certainly_negative(t) ? 1 : -1), t.precision());
  return error / abs(t);
}

}  // namespace

EpsilonBracket* Judge::bracket_of(const Claim& claim) {
  if (!is_epsilon(claim)) return nullptr;
  const Rational& D = claim.argument("delta").value.as_rational();
  const Bits p{256};
  const Ball infinite = paths_.usual().in(claim.direction).infinite_mass(p);
  if (!certainly_less(infinite, Ball(D, p))) return nullptr;
  Claim usual = claim;  // a negative claimed epsilon has the same bracket, of max(0, epsilon)
  usual.value.number = Rational(0);
  return &brackets_.try_emplace(truth_key(usual), D).first->second;
}

std::optional<Truth> Judge::truth(const Claim& claim, int digits, const Poll& poll,
                                  double log_enough, bool bonus) {
  const std::string key = truth_key(claim);
  const auto known = truths_.find(key);
  if (known != truths_.end() && known->second.first >= digits) return known->second.second;
  // A bracket has no more digits, because its points are doubles.
  constexpr int kBracketDigits = 12;
  EpsilonBracket* const bracket = digits <= kBracketDigits ? bracket_of(claim) : nullptr;
  if (bracket != nullptr) {
    const double start =
        claim.value.form == ClaimedValue::Form::number ? claim.value.number.approximate() : 1;
    const auto found =
        bracket->narrow(paths_, claim.direction, deltas_[claim.direction], start, digits, poll);
    const bool below = claim.value.number.sign() < 0 && found && found->exact;
    if (!below) return found;  // otherwise the value is the root of the profile, which is at most 0
  }
  Effort effort;
  effort.digits = digits;
  effort.poll = poll;
  if (is_delta(claim)) effort.log_enough = log_enough;
  Truth found;
  const bool quick = is_delta(claim) && digits <= paths_.quick_digits();
  if (quick) found = truth_of(claim, paths_.quick()->in(claim.direction), effort);
  const auto enough = [&](const Ball& value) {
    return effort.suffices(value) || (bonus && value.relative_digits() >= kRoughDigits);
  };
  if (!quick || !enough(found.value->value())) {
    found = truth_of(claim, paths_.usual().in(claim.direction), effort);
  }
  const bool is_known = found.value.is_infinite() || found.value->value().is_finite();
  if (!is_known) return std::nullopt;
  // The digits are cached only if the value reached them: another claim may need the digits of a delta whose size
  // suffices here.
  const bool coarse = !found.value.is_infinite() && !found.value->reached() &&
                      effort.suffices(found.value->value());
  if (!coarse) truths_.insert_or_assign(key, std::pair{digits, found});
  return found;
}

/// Returns [0, bound] for a delta that is so small that only its size matters: its digits would take longer than
/// those of all other values together.
std::optional<Truth> Judge::tiny_truth(const Claim& claim) {
  if (!is_delta(claim)) return std::nullopt;
  const Inequality inequality = *inequality_for(claim, Sense::at_most, claim.value.number);
  if (!inequality.ceiling) return std::nullopt;
  const auto ceiling = inequality.ceiling(paths_.usual().in(claim.direction), kTiny, false);
  return ceiling ? std::optional(Truth{certified_range(*ceiling)}) : std::nullopt;
}

/// Computes the certified value to enough digits for the error of the claim, and stores the value and the errors in
/// `out`. If the value is infinite, the reason in `out` states this. Returns the value; nothing if it is unknown, or if
/// it is tiny and only a Chernoff bound of it was computed.
std::optional<Truth> Judge::measure(const Claim& claim, const Poll& poll, ClaimVerdict* out) {
  const bool sound = out->verdict == VerdictKind::sound;
  constexpr double kDoubleDigits = 20;
  const double wanted = sound ? 1 : 3;  // digits of the error
  std::optional<Truth> found, tiny, infinite;
  const std::string key = truth_key(claim);
  try {
    if (given_up_.count(key) > 0) throw Interrupted{};
    const Poll patience = sound ? within_seconds(kLoosenessSeconds, poll) : poll;
    tiny = tiny_truth(claim);
    // A violated upper bound needs the digits of the value, to state by how much the value exceeds it.
    const bool exceeded = out->verdict == VerdictKind::violated && claim.kind == ClaimKind::upper;
    const double small = exceeded ? Effort{}.log_enough : negligible(claim);
    for (const int digits : {kRoughDigits, kBracketFew, 8, 12, 16, 28, 50}) {
      if (!sound && digits < 8) continue;
      if (digits == kBracketFew && !is_epsilon(claim)) continue;
      found = tiny ? tiny : truth(claim, digits, patience, small, sound);
      if (found && found->value.is_infinite()) {
        out->reason = found->value.why();
        out->replay = replay_command(claim, true);
        infinite = found;
        found.reset();
      }
      if (!found) break;
      const Ball& t = found->value->value();
      const Bits p = wider(t.precision(), Bits{128}) + 64;
      out->error = Ball(claim.value.number, p) - t;
      out->relative.reset();
      if (!t.contains_zero()) out->relative = relative_error(claim.value.number, *out->error, t);
      const bool agrees = out->relative && out->relative->magnitude().log_approximate() <
                                               -kDoubleDigits * std::log(10.0);
      if (agrees || out->error->relative_digits() >= wanted) break;
      if (!found->value->reached()) break;
    }
  } catch (const Interrupted&) {
    limits_.poll();
    given_up_.insert(key);
    if (!found) out->reason = "the true value could not be computed in time";
  } catch (const std::invalid_argument& e) {
    out->reason = e.what();
  }
  if (!found) return infinite;
  out->truth = printed(*found);
  out->delta_scale = delta_scale_of(claim, found);
  if (out->engine.empty()) out->engine = found->value->engine();
  if (out->relative && claim.kind != ClaimKind::estimate) {
    out->looseness = claim.kind == ClaimKind::upper ? *out->relative : -*out->relative;
  }
  return tiny ? std::nullopt : found;
}

}  // namespace plumbline
