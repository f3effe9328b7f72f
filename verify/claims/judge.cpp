#include "verify/claims/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "reference/quantities/calibration/calibration.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/claim_truth.hpp"
#include "verify/claims/grade.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/pair_sides.hpp"
#include "verify/claims/promise.hpp"
#include "verify/claims/selection_claim.hpp"

namespace plumbline {
namespace {

using Form = ClaimedValue::Form;

constexpr double kConfirmSeconds = 20;   // for each other path
constexpr double kLoosenessSeconds = 2;  // the claim is decided: its looseness is a bonus
constexpr double kHopeless = -140;       // the same, where nothing but a bound is tried: 1e-61
constexpr double kTiny = -65;  // of the logarithm of a truth of which the size says all: 6e-29

/// Processor time of this thread.
double now() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Poll within_seconds(double seconds, const Poll& poll) {
  return [end = now() + seconds, poll] {
    poll();
    if (now() > end) throw Interrupted{};
  };
}

/// The logarithm of a delta so small that its size says all about this claim.
double negligible(const Claim& claim) {
  const Rational& x = claim.value.number;
  if (claim.value.form != Form::number || x.sign() <= 0) return kTiny;
  return std::min(kTiny, Ball(x, Bits{64}).log_approximate() - 5);
}

PrintedBounds print(const Truth& truth) {
  if (truth.value.is_infinite()) return {"inf", "inf"};
  const double digits = truth.value->value.relative_digits();
  const int shown = std::isfinite(digits) ? std::clamp(static_cast<int>(digits) + 2, 4, 24) : 20;
  const auto [lower, upper] = printed_bounds(*truth.value, shown);
  return {lower, upper};
}

/// The number a bound is held to: what is claimed, moved by the tolerance it comes with.
Rational tolerated(const Claim& claim) {
  const Rational& x = claim.value.number;
  const Rational slack = claim.stated.absolute + claim.stated.relative * (x.sign() < 0 ? -x : x);
  return claim.kind == ClaimKind::upper ? x + slack : x - slack;
}

/// By how much a violated claim is off; `truth` as far as it was measured.
ViolationGrade grade_of(const Claim& claim, const ClaimVerdict& verdict,
                        const std::optional<Truth>& truth) {
  if (truth && truth->value.is_infinite()) return ViolationGrade::gross;  // a finite bound of it
  if (!verdict.error) return ViolationGrade::material;
  const Rational last_digits = ulps_of(claim.value, 4);
  if (truth) return grade_of_error(*verdict.error, truth->value->value, last_digits);
  // Of a truth that is known from above alone: a lower bound of at least twice that.
  const Bits p = verdict.error->precision();
  const bool twice = claim.value.number.sign() > 0 &&
                     certainly_at_most(Ball(claim.value.number / Rational(2), p), *verdict.error);
  if (twice && claim.kind == ClaimKind::lower) return ViolationGrade::gross;
  const Ball few(last_digits, p);
  const bool last = certainly_at_most(abs(*verdict.error), few);
  return last ? ViolationGrade::last_digits : ViolationGrade::material;
}

/// Says so of a bound that does not hold as it stands.
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

/// The delta the claim is about, roughly: given, or the truth.
double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth) {
  for (const NamedNumber& given : claim.at) {
    if (given.name == "delta") return given.number.value.approximate();
  }
  if (!is_delta(claim) || !truth) return 0;
  return std::exp(truth->value->value.log_approximate());
}

}  // namespace

std::optional<ClaimVerdict> verdict_without_value(const Claim& claim) {
  ClaimVerdict out;
  out.verdict = VerdictKind::broken;
  if (claim.value.form == Form::missing) {
    out.reason = "the accountant gave no number: " + claim.failure;
    return out;
  }
  if (!claim.unsupported.empty()) {
    out.verdict = VerdictKind::unsupported;
    out.reason = claim.unsupported;
    return out;
  }
  if (claim.value.form == Form::not_a_number) {
    out.reason = "the accountant gave nan";
    return out;
  }
  return std::nullopt;
}

Composition composition_of(const Claim& claim) {
  if (claim.selected) return Composition::parse(claim.selected->base);
  if (!is_open(claim)) return Composition::parse(claim.mechanism);
  if (claim.value.form != Form::number) throw std::invalid_argument("sigma must be a number");
  // A bound is held to its target at the sigma that its tolerance makes of it.
  const bool bound = claim.kind != ClaimKind::estimate && tolerated(claim).sign() > 0;
  return Family(claim.mechanism, "").at(bound ? tolerated(claim) : claim.value.number);
}

Judge::Judge(const Composition& composition, const JudgeLimits& limits)
    : paths_(composition), limits_(limits) {}

ClaimVerdict Judge::operator()(const Claim& claim) {
  if (const auto early = verdict_without_value(claim)) return *early;
  const double start = now();
  confirming_ = 0;
  const Poll poll = within_seconds(limits_.seconds, limits_.poll);
  ClaimVerdict out;
  try {
    const auto cheap = claim.batches ? by_ceiling(claim) : std::nullopt;
    out = claim.selected       ? SelectionJudge(paths_.composition())(claim, poll)
          : claim.concentrated ? of_concentrated(claim, poll)
          : cheap              ? *cheap
                               : judged(claim, poll);
  } catch (const Interrupted&) {
    limits_.poll();  // the user's wish goes on; the time limit ends here
    out.reason = fmt::format("the time limit of {} s has passed", limits_.seconds);
  } catch (const std::invalid_argument& e) {
    out.verdict = VerdictKind::unsupported;
    out.reason = e.what();
  }
  if (!decided_by_pair(claim)) out = with_member(claim, out);
  out.seconds = now() - start - confirming_;
  out.steps = paths_.composition().steps().approximate();
  if (out.replay.empty()) out.replay = replay_command(claim);
  return out;
}

namespace {

/// What bounds the Renyi divergences of all that the claim may be about; nothing where no bound is
/// known but that of its pair.
std::optional<ChernoffBound> ceiling_of(const Claim& claim, const Rational& epsilon) {
  if (claim.range) return range_ceiling(*claim.range, epsilon, 0, false);
  if (claim.batches) return fixed_batch_ceiling(*claim.batches, epsilon, 0, false);
  if (claim.concentrated) return concentrated_ceiling(*claim.concentrated, epsilon, 0, false);
  return std::nullopt;
}

std::string why_ceiling(const Claim& claim) {
  if (claim.batches) return "by the Renyi divergences of both sides of the sampled pair together";
  if (claim.concentrated) return "by the Renyi divergences that it states";
  return "by the largest Renyi divergences of " + claim.range->runs.text() +
         " runs of bounded range, also where each depends on those before";
}

}  // namespace

std::optional<ClaimVerdict> Judge::by_ceiling(const Claim& claim) const {
  if (claim.kind != ClaimKind::upper || claim.value.form != Form::number) return std::nullopt;
  const auto asked = delta_limit(claim, tolerated(claim));
  const auto bound = asked ? ceiling_of(claim, asked->epsilon) : std::nullopt;
  const Bits p{128};
  if (!bound || !certainly_at_most(bound->bound.ball(p), Ball(asked->limit, p))) {
    return std::nullopt;
  }
  ClaimVerdict out;
  out.verdict = VerdictKind::sound;
  out.reason = why_ceiling(claim);
  return out;
}

ClaimVerdict Judge::of_concentrated(const Claim& claim, const Poll& poll) {
  if (const auto sound = by_ceiling(claim)) return *sound;
  ClaimVerdict out = judged(claim, poll);
  const bool upper = claim.kind == ClaimKind::upper;
  const VerdictKind decisive = upper ? VerdictKind::violated : VerdictKind::sound;
  if (out.verdict == VerdictKind::broken || out.verdict == VerdictKind::unsupported) return out;
  if (out.verdict == decisive && claim.kind != ClaimKind::estimate) {
    out.reason = "already for " + claim.mechanism + (out.reason.empty() ? "" : "; " + out.reason);
    return out;
  }
  ClaimVerdict open;
  open.reason = "concentrated privacy is no mechanism: the answer is at least that of " +
                claim.mechanism + ", and what is known of all does not decide it";
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
      out.reason = "the accountant gave " + claim.value.text + " where the truth is infinite";
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

/// An infinite upper bound is sound and says nothing; the other way round it is sound only where
/// the truth is infinite, which is found out by asking for it.
ClaimVerdict Judge::of_infinite(const Claim& claim, const Poll& poll) {
  const bool upward = claim.value.form == Form::plus_infinity;
  const bool vacuous = claim.kind == (upward ? ClaimKind::upper : ClaimKind::lower);
  ClaimVerdict out;
  const std::optional<Truth> found = truth(claim, 8, poll);
  if (found && found->value.is_infinite()) {
    out.reason = found->value.why();
    out.verdict = upward || vacuous ? VerdictKind::sound : VerdictKind::violated;
    if (claim.kind == ClaimKind::estimate && !upward) out.verdict = VerdictKind::broken;
    if (out.verdict == VerdictKind::violated) out.grade = ViolationGrade::gross;
    return out;
  }
  if (!found || !found->value->value.is_finite()) {
    out.reason = "the true value was not found";
    return out;
  }
  out.truth = print(*found);
  out.delta_scale = delta_scale_of(claim, found);
  out.engine = found->value->engine;
  out.reason = "infinite";
  if (claim.kind == ClaimKind::estimate) {
    out.verdict = VerdictKind::broken;
    out.reason = "the accountant gave " + claim.value.text + " where the truth is finite";
  } else if (vacuous) {
    out.verdict = VerdictKind::sound;
    out.reason = "infinite: says nothing";
  } else {
    out.verdict = VerdictKind::violated;
    out.grade = ViolationGrade::gross;
  }
  return out;
}

void Judge::decide_bound(const Claim& claim, const Poll& poll, ClaimVerdict* out) {
  const Sense sense = claim.kind == ClaimKind::upper ? Sense::at_most : Sense::at_least;
  const auto inequality = inequality_for(claim, sense, tolerated(claim));
  if (!inequality) {
    out->verdict = VerdictKind::sound;
    out->reason = claim.quantity + " is never below 0: says nothing";
    return;
  }
  const Decision found = decision(claim, *inequality, poll);
  out->against = inequality->text;
  out->certified = print(found.left);
  const bool finite = !found.left.value.is_infinite();
  if (finite) out->engine = found.left.value->engine;
  if (finite && inequality->is_truth && found.left.value->reached) {
    truths_.insert_or_assign(truth_key(claim), std::pair{found.digits, found.left});
  }
  remember(claim, *inequality, found);
  if (found.outcome == Outcome::holds) {
    out->verdict = VerdictKind::sound;
  } else if (found.outcome == Outcome::undecided) {
    out->reason = found.reason;
  } else if (claim.sides && claim.sides->dominates && shown_by_all(claim) &&
             !decided_by_pair(claim)) {
    out->reason = "what bounds all neighbours is more";  // which refutes nothing
  } else {
    out->confirmed_by = confirm(*inequality, claim.direction, found, poll);
    if (out->confirmed_by.empty()) {
      out->reason = "found violated, but no second path confirmed it";
    } else {
      out->verdict = VerdictKind::violated;
    }
  }
}

/// What a decision says of delta at a point, for the claims about epsilon.
void Judge::remember(const Claim& claim, const Inequality& inequality, const Decision& found) {
  const Rational number = tolerated(claim);
  EpsilonBracket* const bracket = bracket_of(claim);
  if (bracket != nullptr && found.outcome != Outcome::undecided) {
    bracket->note(number, inequality.at_most == (found.outcome == Outcome::holds));
  }
  const bool at_epsilon = is_epsilon(claim);
  if ((!at_epsilon && !is_delta(claim)) || found.left.value->engine == kTrivial) return;
  const auto where =
      at_epsilon ? std::optional(number) : claim.argument("epsilon").value.rational();
  const Ball& delta = found.left.value->value;
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
  if (const auto ceiling = inequality.ceiling && !closed_form
                               ? inequality.ceiling(profile, kHopeless, false)
                               : std::nullopt) {
    Decision out{Outcome::undecided, {certified_range(*ceiling)}, ""};
    out.reason = "so small a delta is bounded only: it is at most " + ceiling->bound.text();
    return out;
  }
  const auto quick = decide_quickly(inequality, paths_, claim.direction, poll);
  if (quick && quick->outcome == Outcome::holds) return *quick;
  constexpr int kShownDigits = 8;  // of what a claim is found to violate
  return decide(inequality, profile, poll, kShownDigits);
}

std::string Judge::confirm(const Inequality& inequality, Direction direction, const Decision& first,
                           const Poll& poll) {
  if (first.left.value.is_infinite()) return "being infinite, whatever the path";
  const double start = now();
  const std::string used = first.left.value->engine;
  const bool rough = first.left.value->value.relative_digits() < 10;
  std::string found;
  if (used == kTrivial) return "its range, [0, 1] for every mechanism";
  if (used == kChernoff) {
    PrivacyProfile& profile = paths_.usual().in(direction);
    const Decision moved = decide_by_ceiling(inequality, profile, true);
    if (moved.outcome == Outcome::fails) return "the Chernoff bound of another order";
  }
  for (const Path& path : other_paths(paths_.composition(), used, rough)) {
    try {
      SharedProfile& other = paths_.on(path);
      const Poll patience = within_seconds(kConfirmSeconds, limits_.poll);
      const Decision decision = decide(inequality, other.in(direction), patience);
      if (decision.outcome == Outcome::holds) break;  // they contradict each other: not confirmed
      if (decision.outcome == Outcome::undecided) continue;
      const bool same = path.vary && !other.varied();
      found = same ? path.engine + ", the same formulas at another precision" : path.text();
      break;
    } catch (const Interrupted&) {
      limits_.poll();
    } catch (const std::invalid_argument&) {
      // This engine does not cover the composition after all.
    }
  }
  confirming_ += now() - start;
  poll();
  return found;
}

EpsilonBracket* Judge::bracket_of(const Claim& claim) {
  if (!is_epsilon(claim)) return nullptr;
  const Rational& D = claim.argument("delta").value.as_rational();
  const Bits p{256};
  const Ball infinite = paths_.usual().in(claim.direction).infinite_mass(p);
  if (!certainly_less(infinite, Ball(D, p))) return nullptr;
  Claim usual = claim;  // one below zero has the same truth, where that is above
  usual.value.number = Rational(0);
  return &brackets_.try_emplace(truth_key(usual), D).first->second;
}

std::optional<Truth> Judge::truth(const Claim& claim, int digits, const Poll& poll,
                                  double log_enough, bool bonus) {
  const std::string key = truth_key(claim);
  const auto known = truths_.find(key);
  if (known != truths_.end() && known->second.first >= digits) return known->second.second;
  constexpr int kBracketDigits = 12;  // its points are doubles
  EpsilonBracket* const bracket = digits <= kBracketDigits ? bracket_of(claim) : nullptr;
  if (bracket != nullptr) {
    const double start = claim.value.form == Form::number ? claim.value.number.approximate() : 1;
    const auto found =
        bracket->narrow(paths_, claim.direction, deltas_[claim.direction], start, digits, poll);
    const bool below = claim.value.number.sign() < 0 && found && found->exact;
    if (!below) return found;  // else the profile's own root, which is not above zero
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
  if (!quick || !enough(found.value->value)) {
    found = truth_of(claim, paths_.usual().in(claim.direction), effort);
  }
  const bool is_known = found.value.is_infinite() || found.value->value.is_finite();
  if (!is_known) return std::nullopt;
  // Where its size says all about this claim it may not about another.
  const bool coarse =
      !found.value.is_infinite() && !found.value->reached && effort.suffices(found.value->value);
  if (!coarse) truths_.insert_or_assign(key, std::pair{digits, found});
  return found;
}

/// [0, bound] for a delta so small that its size says all: its digits would cost more than those of
/// all others together.
std::optional<Truth> Judge::tiny_truth(const Claim& claim) {
  if (!is_delta(claim)) return std::nullopt;
  const Inequality inequality = *inequality_for(claim, Sense::at_most, claim.value.number);
  if (!inequality.ceiling) return std::nullopt;
  const auto ceiling = inequality.ceiling(paths_.usual().in(claim.direction), kTiny, false);
  return ceiling ? std::optional(Truth{certified_range(*ceiling)}) : std::nullopt;
}

/// The truth itself, to enough digits to say by how much the claim is off. What it returns may say
/// by what factor, or that the truth is infinite; of a truth that is tiny by its Chernoff bound alone
/// no factor is named.
std::optional<Truth> Judge::measure(const Claim& claim, const Poll& poll, ClaimVerdict* out) {
  const bool sound = out->verdict == VerdictKind::sound;
  constexpr double kDoubleDigits = 20;
  const double wanted = sound ? 1 : 3;  // digits of the error itself
  std::optional<Truth> found, tiny, infinite;
  const std::string key = truth_key(claim);
  try {
    if (given_up_.count(key) > 0) throw Interrupted{};
    const Poll patience = sound ? within_seconds(kLoosenessSeconds, poll) : poll;
    tiny = tiny_truth(claim);
    // Of a truth far above what is claimed it is to be known by how much.
    const bool exceeded = out->verdict == VerdictKind::violated && claim.kind == ClaimKind::upper;
    const double small = exceeded ? Effort{}.log_enough : negligible(claim);
    for (const int digits : {kRoughDigits, 8, 12, 16, 28, 50}) {
      if (!sound && digits == kRoughDigits) continue;
      found = tiny ? tiny : truth(claim, digits, patience, small, sound);
      if (found && found->value.is_infinite()) {
        out->reason = found->value.why();
        infinite = found;
        found.reset();
      }
      if (!found) break;
      const Ball& t = found->value->value;
      const Bits p = wider(t.precision(), Bits{128}) + 64;
      out->error = Ball(claim.value.number, p) - t;
      out->relative.reset();
      if (!t.contains_zero()) out->relative = *out->error / abs(t);
      const bool agrees = out->relative && out->relative->magnitude().log_approximate() <
                                               -kDoubleDigits * std::log(10.0);
      if (agrees || out->error->relative_digits() >= wanted) break;
      if (!found->value->reached) break;
    }
  } catch (const Interrupted&) {
    limits_.poll();
    given_up_.insert(key);
    if (!found) out->reason = "the true value was not found in time";
  } catch (const std::invalid_argument& e) {
    out->reason = e.what();
  }
  if (!found) return infinite;
  out->truth = print(*found);
  out->delta_scale = delta_scale_of(claim, found);
  if (out->engine.empty()) out->engine = found->value->engine;
  if (out->relative && claim.kind != ClaimKind::estimate) {
    out->looseness = claim.kind == ClaimKind::upper ? *out->relative : -*out->relative;
  }
  return tiny ? std::nullopt : found;
}

namespace {

/// Of an estimate of sigma: that it is an upper bound once moved up by its tolerance, and a lower one
/// once moved down.
PromiseVerdict promise_of_sigma(const Claim& claim, const std::string& text,
                                const JudgeLimits& limits) {
  PromiseVerdict out;
  out.text = text;
  out.verdict = VerdictKind::sound;
  for (const ClaimKind kind : {ClaimKind::upper, ClaimKind::lower}) {
    Claim bound = claim;
    bound.kind = kind;
    if (kind == ClaimKind::lower && tolerated(bound).sign() <= 0) continue;  // no sigma is there
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
    result.certified = print(found.left);
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
