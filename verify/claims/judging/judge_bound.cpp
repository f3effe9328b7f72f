/// Decides if a bound holds, and judges the promise of an estimate.
#include <stdexcept>

#include "verify/base/certified_json.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/judge_parts.hpp"
#include "verify/claims/judging/promise.hpp"
#include "verify/claims/judging/worst_member.hpp"

namespace plumbline {
namespace {

constexpr double kConfirmSeconds = 20;  // seconds for each other path
constexpr double kHopeless = -140;  // log of 1e-61: for a smaller delta only a bound is computed

/// Returns true if delta is certainly 0, as claimed: no loss is above the epsilon of the claim in any requested
/// direction.
bool is_beyond_losses(const Claim& claim, const Inequality& inequality, PrivacyProfile& profile) {
  if (!is_delta(claim) || !inequality.at_most || !inequality.limit.is_zero()) return false;
  const auto epsilon = claim.argument("epsilon").value.rational();
  if (!epsilon) return false;
  for (const Direction one : {Direction::forward, Direction::reverse}) {
    if (profile.direction() != Direction::worst && profile.direction() != one) continue;
    const auto largest = profile.in(one).largest_finite_loss();
    constexpr Bits p{256};
    if (!largest || !certainly_at_most((*largest)(p), Ball(*epsilon, p))) return false;
  }
  return true;
}

/// Evaluates the inequality a second time, on other computation paths. Returns the name of these paths if the
/// inequality fails there, too; otherwise an empty text.
std::string again_confirms(const Inequality& inequality, PrivacyProfile& profile,
                           const Poll& stop) {
  Inequality other = inequality;
  other.left = [&](PrivacyProfile&, const Effort& effort) { return inequality.again(effort); };
  try {
    const Decision found = decide(other, profile, within_seconds(kConfirmSeconds, stop));
    return found.outcome == Outcome::fails
               ? "a second computation of both mechanisms, on other paths or at another precision"
               : "";
  } catch (const Interrupted&) {
    stop();
    return "";
  }
}

}  // namespace

void Judge::decide_bound(const Claim& claim, const Poll& poll, ClaimVerdict* out) {
  const Sense sense = claim.kind == ClaimKind::upper ? Sense::at_most : Sense::at_least;
  const auto inequality = inequality_for(claim, sense, tolerated(claim));
  if (!inequality) {
    out->verdict = VerdictKind::sound;
    out->says_nothing = true;
    out->reason = claim.quantity + " is never below 0: a trivial bound";
    if (is_epsilon(claim)) {
      out->reason =
          "epsilon, the smallest number >= 0 with delta(epsilon) <= delta, is never below 0: a "
          "trivial bound (in vectors/, epsilon is the root of the profile, which may be negative)";
    }
    return;
  }
  const Decision found = decision(claim, *inequality, poll);
  out->against = inequality->text;
  out->certified = printed(found.left);
  const bool finite = !found.left.value.is_infinite();
  if (finite) out->engine = found.left.value->engine();
  if (finite && inequality->is_truth && found.left.value->reached()) {
    truths_.insert_or_assign(truth_key(claim), std::pair{found.digits, found.left});
  }
  remember(claim, *inequality, found);
  if (found.outcome == Outcome::holds) {
    out->verdict = VerdictKind::sound;
  } else if (found.outcome == Outcome::undecided) {
    out->reason = found.reason;
  } else if (claim.pair && is_dominating(*claim.pair->hypotheses) && shown_by_all(claim) &&
             !decided_by_pair(claim)) {
    // The pair may be attained by no neighbours: its value only bounds the true value and cannot refute the claim.
    out->reason = "the bound for all neighbours is larger";
  } else {
    out->confirmed_by = confirm(*inequality, claim.direction, found, poll);
    if (out->confirmed_by.empty()) {
      out->reason = "violated by the first computation, but no second path confirmed it";
    } else {
      out->verdict = VerdictKind::violated;
    }
  }
}

/// Stores the decision about delta at a point, for other claims about epsilon.
void Judge::remember(const Claim& claim, const Inequality& inequality, const Decision& found) {
  // This inequality is about the largest loss, not about delta at a point.
  if (is_epsilon(claim) && inequality.is_truth) return;
  const Rational number = tolerated(claim);
  EpsilonBracket* const bracket = bracket_of(claim);
  if (bracket != nullptr && found.outcome != Outcome::undecided) {
    bracket->note(number, inequality.at_most == (found.outcome == Outcome::holds));
  }
  const bool at_epsilon = is_epsilon(claim);
  if ((!at_epsilon && !is_delta(claim)) || found.left.value->engine() == kTrivial) return;
  const auto where =
      at_epsilon ? std::optional(number) : claim.argument("epsilon").value.rational();
  const Ball& delta = found.left.value->value();
  const bool is_double = where && Rational::from_binary64(where->approximate()) == *where;
  if (is_double && where->sign() >= 0 && delta.is_finite()) {
    deltas_[claim.direction].add(where->approximate(), delta);
  }
}

Decision Judge::decision(const Claim& claim, const Inequality& inequality, const Poll& poll) {
  PrivacyProfile& profile = paths_.usual().in(claim.direction);
  const Decision cheap = decide_by_ceiling(inequality, profile, false);
  if (cheap.outcome != Outcome::undecided) return cheap;
  const bool closed_form =
      paths_.composition().single() || paths_.composition().gaussian_mu_squared();
  if (const auto ceiling =
          inequality.ceiling && !closed_form && !is_beyond_losses(claim, inequality, profile)
              ? inequality.ceiling(profile, kHopeless, false)
              : std::nullopt) {
    Decision out{Outcome::undecided, {certified_range(*ceiling)}, ""};
    out.reason = "delta is too small to compute; it is at most " + ceiling->bound.text();
    return out;
  }
  const auto quick =
      inequality.again ? std::nullopt : decide_quickly(inequality, paths_, claim.direction, poll);
  if (quick && quick->outcome == Outcome::holds) return *quick;
  constexpr int kShownDigits = 8;  // digits of a violated quantity in messages
  return decide(inequality, profile, poll, kShownDigits);
}

std::string Judge::confirm(const Inequality& inequality, Direction direction, const Decision& first,
                           const Poll& poll) {
  if (first.left.value.is_infinite()) return "the infinite value itself, on any path";
  const double start = seconds_of_thread();
  if (inequality.again) {
    PrivacyProfile& profile = paths_.usual().in(direction);
    const std::string by = again_confirms(inequality, profile, limits_.poll);
    confirming_ += seconds_of_thread() - start;
    return by;
  }
  const std::string used = first.left.value->engine();
  const bool rough = first.left.value->value().relative_digits() < 10;
  std::string found;
  if (used == kTrivial) return "its range [0, 1], valid for every mechanism";
  if (used == kChernoff) {
    PrivacyProfile& profile = paths_.usual().in(direction);
    const Decision moved = decide_by_ceiling(inequality, profile, true);
    if (moved.outcome == Outcome::fails) return "the Chernoff bound at another order";
  }
  for (const Path& path : other_paths(paths_.composition(), used, rough)) {
    try {
      SharedProfile& other = paths_.on(path);
      const Poll patience = within_seconds(kConfirmSeconds, limits_.poll);
      const Decision decision = decide(inequality, other.in(direction), patience);
      // The paths contradict each other, so the refutation is not confirmed.
      if (decision.outcome == Outcome::holds) break;
      if (decision.outcome == Outcome::undecided) continue;
      const bool same = path.vary && !other.varied();
      found = same ? path.engine + ", the same formulas at another precision" : path.text();
      break;
    } catch (const Interrupted&) {
      limits_.poll();
    } catch (const std::invalid_argument&) {
      // The engine does not cover the composition.
    }
  }
  confirming_ += seconds_of_thread() - start;
  poll();
  return found;
}

namespace {

/// Judges the promise of an estimate of sigma: the estimate plus its tolerance is an upper bound, and the estimate
/// minus its tolerance is a lower bound.
PromiseVerdict promise_of_sigma(const Claim& claim, const std::string& text,
                                const JudgeLimits& limits) {
  PromiseVerdict out;
  out.text = text;
  out.verdict = VerdictKind::sound;
  for (const ClaimKind kind : {ClaimKind::upper, ClaimKind::lower}) {
    Claim bound = claim;
    bound.kind = kind;
    if (kind == ClaimKind::lower && tolerated(bound).sign() <= 0)
      continue;  // every sigma is larger than such a lower bound
    const ClaimVerdict found = Judge(composition_of(bound), limits)(bound);
    if (found.verdict == VerdictKind::sound) continue;
    out.verdict = found.verdict == VerdictKind::violated ? found.verdict : VerdictKind::undecided;
    out.against = found.against;
    out.certified = found.certified;
    out.confirmed_by = found.confirmed_by;
    if (out.verdict == VerdictKind::violated) break;
  }
  return out;
}

}  // namespace

void Judge::judge_promise(const Claim& claim, const Poll& poll, ClaimVerdict* out) {
  const auto promise = promise_of(claim);
  if (!promise) return;
  if (is_open(claim)) {
    out->promise = promise_of_sigma(claim, promise->text, limits_);
    return;
  }
  PromiseVerdict result;
  result.text = promise->text;
  result.verdict = VerdictKind::sound;
  for (const Inequality& inequality : promise->inequalities) {
    const Decision found = decision(claim, inequality, poll);
    const bool fails = found.outcome == Outcome::fails;
    if (found.outcome == Outcome::holds) continue;
    result.against = inequality.text;
    result.certified = printed(found.left);
    result.verdict = VerdictKind::undecided;
    if (fails) result.confirmed_by = confirm(inequality, claim.direction, found, poll);
    if (!result.confirmed_by.empty()) {
      result.verdict = VerdictKind::violated;
      break;
    }
  }
  out->promise = result;
}

}  // namespace plumbline
