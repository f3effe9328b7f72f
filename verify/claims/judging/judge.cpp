#include "verify/claims/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reference/composition/family.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/comparison/concentrated.hpp"
#include "reference/quantities/comparison/fixed_batch.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/grade.hpp"
#include "verify/claims/judging/irrational_delta.hpp"
#include "verify/claims/judging/judge_parts.hpp"
#include "verify/claims/judging/one_sided.hpp"
#include "verify/claims/judging/whole_claim.hpp"
#include "verify/claims/judging/worst_member.hpp"
#include "verify/claims/judging/worst_pair.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Form = ClaimedValue::Form;

constexpr int kShownDigits = 12;  // digits of a printed bound

/// Returns the grade of a violated claim. `truth` is the true value, if it was computed.
ViolationGrade grade_of(const Claim& claim, const ClaimVerdict& verdict,
                        const std::optional<Truth>& truth) {
  if (truth && truth->value.is_infinite())
    return ViolationGrade::gross;  // the claim is a finite bound
  if (!verdict.error) return ViolationGrade::material;
  const Rational last_digits = ulps_of(claim.value, 4);
  if (truth) return grade_of_error(*verdict.error, truth->value->value(), last_digits);
  // If only the upper end of the value is known, a lower bound of at least twice that end is gross.
  const Bits p = verdict.error->precision();
  const bool twice = claim.value.number.sign() > 0 &&
                     certainly_at_most(Ball(claim.value.number / Rational(2), p), *verdict.error);
  if (twice && claim.kind == ClaimKind::lower) return ViolationGrade::gross;
  const Ball few(last_digits, p);
  const bool last = certainly_at_most(abs(*verdict.error), few);
  return last ? ViolationGrade::last_digits : ViolationGrade::material;
}

/// Adds a note if a bound does not hold without its tolerance.
void note_tolerance(const Claim& claim, ClaimVerdict* out) {
  const bool moved = !(tolerated(claim) == claim.value.number);
  if (!moved || out->verdict != VerdictKind::sound || !out->error) return;
  const Ball zero(out->error->precision());
  out->by_tolerance = claim.kind == ClaimKind::upper ? certainly_less(*out->error, zero)
                                                     : certainly_less(zero, *out->error);
  if (!out->by_tolerance) return;
  out->reason = fmt::format("holds only by its tolerance, which makes it {}",
                            fmt::format("{:.10g}", tolerated(claim).approximate()));
}

/// If the claim describes only a pair of distributions, notes that the verdict is not about a mechanism.
void note_pair_alone(const Claim& claim, ClaimVerdict* out) {
  const bool decided = out->verdict == VerdictKind::sound ||
                       out->verdict == VerdictKind::violated ||
                       out->verdict == VerdictKind::estimate;
  if (!decided || claim.pair == nullptr || !claim.pair->of_pair_alone) return;
  out->reason = "about the pair of the expression, not about a mechanism" +
                (out->reason.empty() ? "" : "; " + out->reason);
}

}  // namespace

std::optional<ClaimVerdict> verdict_without_value(const Claim& claim) {
  ClaimVerdict out;
  out.verdict = VerdictKind::broken;
  if (claim.value.form == Form::missing) {
    out.reason = "the accountant returned no number";
    if (!claim.failure.empty()) out.reason += ": " + claim.failure;
    return out;
  }
  if (!claim.unsupported.empty()) {
    out.verdict = VerdictKind::unsupported;
    out.reason = claim.unsupported;
    return out;
  }
  if (claim.value.form == Form::not_a_number) {
    out.reason = "the accountant returned nan";
    out.no_number = true;
    return out;
  }
  return std::nullopt;
}

Composition composition_of(const Claim& claim) {
  if (claim.selected) return Composition::parse(claim.selected->base);
  if (!is_open(claim)) return Composition::parse(claim.mechanism);
  if (claim.value.form != Form::number) throw std::invalid_argument("sigma must be a number");
  // A bound on sigma holds if its target (for example delta at an epsilon) is met at this sigma, moved by the
  // tolerance.
  const bool bound = claim.kind != ClaimKind::estimate && tolerated(claim).sign() > 0;
  return Family(claim.mechanism, "").at(bound ? tolerated(claim) : claim.value.number);
}

Judge::Judge(const Composition& composition, const JudgeLimits& limits)
    : paths_(composition), limits_(limits), selection_(composition) {}

ClaimVerdict Judge::operator()(const Claim& claim) {
  if (const auto early = verdict_without_value(claim)) return *early;
  if (has_irrational_delta(claim)) {
    ClaimVerdict out = verdict_between(claim, [&](const Claim& one) { return (*this)(one); });
    out.replay = replay_command(claim, out.truth.both());
    return out;
  }
  const double start = seconds_of_thread();
  confirming_ = 0;
  const Poll poll = within_seconds(limits_.seconds, limits_.poll);
  ClaimVerdict out;
  try {
    const auto cheap = claim.batches ? by_ceiling(claim) : std::nullopt;
    out = claim.profile        ? judge_whole_claim(claim, paths_, poll)
          : claim.selected     ? selection_(claim, poll)
          : claim.concentrated ? of_concentrated(claim, poll)
          : cheap              ? *cheap
                               : judged(claim, poll);
  } catch (const Interrupted&) {
    // A stop by the user has priority; after a time limit the work on this claim ends here.
    limits_.poll();
    out.reason = fmt::format("the time limit of {} s has passed", limits_.seconds);
  } catch (const std::invalid_argument& e) {
    out.verdict = VerdictKind::unsupported;
    out.reason = e.what();
  }
  if (!claim.profile && !decided_by_pair(claim)) out = with_member(claim, out);
  note_pair_alone(claim, &out);
  out.seconds = seconds_of_thread() - start - confirming_;
  out.steps = paths_.composition().steps().approximate();
  if (out.replay.empty() && !claim.profile) out.replay = replay_command(claim, out.truth.both());
  return claim.others.empty() ? out : worst_of_pairs(claim, out, limits_);
}

namespace {

/// Returns a bound on delta that follows from the Renyi divergences of all pairs that the claim covers; nothing if
/// the claim is about a single pair.
std::optional<ChernoffBound> ceiling_of(const Claim& claim, const Rational& epsilon) {
  if (claim.range) return range_ceiling(*claim.range, epsilon, 0, false);
  if (claim.batches) return fixed_batch_ceiling(*claim.batches, epsilon, 0, false);
  if (claim.concentrated) return concentrated_ceiling(*claim.concentrated, epsilon, 0, false);
  return std::nullopt;
}

std::string why_ceiling(const Claim& claim) {
  if (claim.batches)
    return "by the Renyi divergences of both directions of the sampled pair together";
  if (claim.concentrated) return "by the Renyi divergences that it states";
  return "by the largest Renyi divergences of " + claim.range->runs.text() +
         " runs of bounded range, fixed or adaptive";
}

}  // namespace

std::optional<Ball> renyi_ceiling(const Claim& claim) {
  if (!claim.range || quantity_of(claim).reading != Reading::renyi) return std::nullopt;
  const Rational& order = claim.argument("order").value.as_rational();
  if (!(Rational(1) < order)) return std::nullopt;
  return range_renyi(*claim.range, order, Bits{256});
}

std::optional<ClaimVerdict> Judge::by_ceiling(const Claim& claim) const {
  if (claim.kind != ClaimKind::upper || claim.value.form != Form::number) return std::nullopt;
  const auto asked = delta_limit(claim, tolerated(claim));
  const auto bound = asked ? ceiling_of(claim, asked->epsilon) : std::nullopt;
  const auto divergence = renyi_ceiling(claim);
  const Bits p{128};
  const bool by_delta = bound && certainly_at_most(bound->bound.ball(p), Ball(asked->limit, p));
  const bool by_divergence =
      divergence && certainly_at_most(*divergence, Ball(tolerated(claim), Bits{256}));
  if (!by_delta && !by_divergence) return std::nullopt;
  ClaimVerdict out;
  if (by_divergence) out.truth.upper = divergence->decimal_bounds(kShownDigits).second;
  out.verdict = VerdictKind::sound;
  out.reason = why_ceiling(claim);
  return out;
}

/// Judges the claim against all mechanisms with the claimed concentrated privacy; undecided if no exact answer for
/// this class is available.
ClaimVerdict Judge::of_class(const Claim& claim) const {
  Claim all = claim;
  all.concentrated.reset();
  all.mechanism = concentrated_class(*claim.concentrated);
  all.pair = std::make_shared<const ClaimedPair>(ClaimedPair{hypotheses_of_text(all.mechanism)});
  return Judge(Composition::parse(all.mechanism), limits_)(all);
}

ClaimVerdict Judge::of_concentrated(const Claim& claim, const Poll& poll) {
  if (const auto sound = by_ceiling(claim)) return *sound;
  const ClaimVerdict all = of_class(claim);
  const bool decided = all.verdict == VerdictKind::sound || all.verdict == VerdictKind::violated ||
                       all.verdict == VerdictKind::estimate;
  if (decided) return all;
  ClaimVerdict out = judged(claim, poll);
  const bool upper = claim.kind == ClaimKind::upper;
  const VerdictKind decisive = upper ? VerdictKind::violated : VerdictKind::sound;
  if (out.verdict == VerdictKind::broken || out.verdict == VerdictKind::unsupported) return out;
  if (out.verdict == decisive && claim.kind != ClaimKind::estimate) {
    out.reason = "already for " + claim.mechanism + (out.reason.empty() ? "" : "; " + out.reason);
    return shown_by_one(claim, out, {});
  }
  ClaimVerdict open;
  open.reason = "concentrated privacy describes many mechanisms: the answer is at least that of " +
                claim.mechanism + ", and the bound for all of them does not decide it";
  return open;
}

ClaimVerdict Judge::judged(const Claim& claim, const Poll& poll) {
  const Quantity& quantity = quantity_of(claim);
  if (quantity.claims && quantity.claims->refusal != nullptr) {
    const std::string why = quantity.claims->refusal(paths_.composition());
    if (!why.empty()) throw std::invalid_argument(why);
  }
  if (claim.value.form != Form::number) return of_infinite(claim, poll);
  ClaimVerdict out;
  if (claim.kind == ClaimKind::estimate) {
    out.verdict = VerdictKind::estimate;
    const auto measured = measure(claim, poll, &out);
    if (!out.error) out.verdict = VerdictKind::undecided;
    if (measured && measured->value.is_infinite()) {
      out.verdict = VerdictKind::broken;
      out.no_number = true;
      out.reason = "the accountant returned " + claim.value.text + " where the truth is infinite";
    }
    judge_promise(claim, poll, &out);
  } else {
    decide_bound(claim, poll, &out);
    if (out.verdict == VerdictKind::undecided) return out;
    const auto measured = measure(claim, poll, &out);
    if (out.verdict == VerdictKind::violated) out.grade = grade_of(claim, out, measured);
    note_tolerance(claim, &out);
  }
  return out;
}

/// Judges an infinite claim. An infinite upper bound is sound and trivial. An infinite lower bound is sound only if
/// the true value is infinite, which is computed.
ClaimVerdict Judge::of_infinite(const Claim& claim, const Poll& poll) {
  const bool upward = claim.value.form == Form::plus_infinity;
  const bool vacuous = claim.kind == (upward ? ClaimKind::upper : ClaimKind::lower);
  ClaimVerdict out;
  const std::optional<Truth> found = truth(claim, 8, poll);
  if (found && found->value.is_infinite()) {
    out.reason = found->value.why();
    out.verdict = upward || vacuous ? VerdictKind::sound : VerdictKind::violated;
    if (claim.kind == ClaimKind::estimate && !upward) out.verdict = VerdictKind::broken;
    out.no_number = out.verdict == VerdictKind::broken;
    out.says_nothing = vacuous;
    if (out.verdict == VerdictKind::violated) out.grade = ViolationGrade::gross;
    return out;
  }
  if (!found || !found->value->value().is_finite()) {
    out.reason = "the true value could not be computed";
    return out;
  }
  out.truth = printed(*found);
  out.delta_scale = delta_scale_of(claim, found);
  out.engine = found->value->engine();
  out.reason = "infinite";
  if (claim.kind == ClaimKind::estimate) {
    out.verdict = VerdictKind::broken;
    out.no_number = true;
    out.reason = "the accountant returned " + claim.value.text + " where the truth is finite";
  } else if (vacuous) {
    out.verdict = VerdictKind::sound;
    out.says_nothing = true;
    out.reason = "infinite: a trivial bound";
  } else {
    out.verdict = VerdictKind::violated;
    out.grade = ViolationGrade::gross;
  }
  return out;
}

}  // namespace plumbline
