#include "verify/claims/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "reference/quantities/calibration.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/promise.hpp"
#include "verify/claims/questions.hpp"
#include "verify/results/certified_json.hpp"

namespace plumbline {
namespace {

using Clock = std::chrono::steady_clock;
using Form = ClaimedValue::Form;

constexpr double kConfirmSeconds = 20;  // for each other path

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Poll until(Clock::time_point end, const Poll& poll) {
  return [end, poll] {
    poll();
    if (Clock::now() > end) throw Interrupted{};
  };
}

Clock::time_point in_seconds(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

PrintedBounds print(const Truth& truth) {
  const double digits = truth.value.value.relative_digits();
  const int shown = std::isfinite(digits) ? std::clamp(static_cast<int>(digits) + 2, 4, 24) : 20;
  const auto [lower, upper] = printed_bounds(truth.value, shown);
  return {lower, upper};
}

/// The number a bound is held to: what is claimed, moved by the tolerance it comes with.
Rational tolerated(const Claim& claim) {
  const Rational& x = claim.value.number;
  const Rational slack = claim.stated.absolute + claim.stated.relative * (x.sign() < 0 ? -x : x);
  return claim.kind == ClaimKind::upper ? x + slack : x - slack;
}

/// By how much a violated claim is off.
ViolationGrade grade_of(const Claim& claim, const Verdict& verdict) {
  if (!verdict.error) return ViolationGrade::material;
  const Bits p = verdict.error->precision();
  const Ball size = abs(*verdict.error);
  if (certainly_at_most(size, Ball(ulps_of(claim.value, 4), p))) return ViolationGrade::last_digits;
  if (verdict.relative && certainly_less(abs(*verdict.relative), Ball(Rational(1, 1000000), p))) {
    return ViolationGrade::numerical;
  }
  return ViolationGrade::material;
}

/// The delta the claim is about, roughly: given, or the truth.
double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth) {
  for (const NamedNumber& given : claim.at) {
    if (given.name == "delta") return given.number.value.approximate();
  }
  if (claim.quantity != "delta" || !truth) return 0;
  return std::exp(truth->value.value.log_approximate());
}

}  // namespace

std::optional<Verdict> verdict_without_value(const Claim& claim) {
  Verdict out;
  if (!claim.unsupported.empty()) {
    out.verdict = ClaimVerdict::unsupported;
    out.reason = claim.unsupported;
    return out;
  }
  out.verdict = ClaimVerdict::broken;
  if (claim.value.form == Form::missing) {
    out.reason = "the accountant gave no number: " + claim.failure;
    return out;
  }
  if (claim.value.form == Form::not_a_number) {
    out.reason = "the accountant gave nan";
    return out;
  }
  return std::nullopt;
}

Composition composition_of(const Claim& claim) {
  if (claim.quantity != "sigma") return Composition::parse(claim.mechanism);
  if (claim.value.form != Form::number) throw std::invalid_argument("sigma must be a number");
  return Family(claim.mechanism, "").at(claim.value.number);
}

Judge::Judge(const Composition& composition, const JudgeLimits& limits)
    : paths_(composition), limits_(limits) {}

Verdict Judge::operator()(const Claim& claim) {
  if (const auto early = verdict_without_value(claim)) return *early;
  const auto start = Clock::now();
  confirming_ = 0;
  const Poll poll = until(in_seconds(limits_.seconds), limits_.poll);
  Verdict out;
  try {
    out = judged(claim, poll);
  } catch (const Interrupted&) {
    limits_.poll();  // the user's wish goes on; the time limit ends here
    out.reason = fmt::format("the time limit of {} s has passed", limits_.seconds);
  } catch (const std::invalid_argument& e) {
    out.verdict = ClaimVerdict::unsupported;
    out.reason = e.what();
  }
  out.seconds = seconds_since(start) - confirming_;
  out.steps = paths_.composition().steps().approximate();
  out.replay = replay_command(claim);
  return out;
}

Verdict Judge::judged(const Claim& claim, const Poll& poll) {
  if (claim.quantity == "gdp_mu" && !paths_.composition().gaussian_mu_squared()) {
    throw std::invalid_argument(
        "mu of a limit theorem: no subsampled mechanism is mu-GDP for it; its epsilon, delta and "
        "trade-off claims are judged instead");
  }
  if (claim.value.form != Form::number) return of_infinite(claim, poll);
  Verdict out;
  if (claim.kind == ClaimKind::estimate) {
    out.verdict = ClaimVerdict::estimate;
    measure(claim, poll, &out);
    if (!out.error) out.verdict = ClaimVerdict::undecided;
    judge_promise(claim, poll, &out);
  } else {
    decide_bound(claim, poll, &out);
    if (out.verdict == ClaimVerdict::undecided) return out;
    measure(claim, poll, &out);
    if (out.verdict == ClaimVerdict::violated) out.grade = grade_of(claim, out);
  }
  return out;
}

/// An infinite upper bound is sound and says nothing; the other way round it is sound only where
/// the truth is infinite, which is found out by asking for it.
Verdict Judge::of_infinite(const Claim& claim, const Poll& poll) {
  const bool upward = claim.value.form == Form::plus_infinity;
  const bool vacuous = claim.kind == (upward ? ClaimKind::upper : ClaimKind::lower);
  Verdict out;
  std::optional<Truth> found;
  try {
    found = truth(claim, 8, poll);
  } catch (const std::invalid_argument& e) {
    out.reason = e.what();  // the truth is infinite as well
    out.verdict = upward ? ClaimVerdict::sound : ClaimVerdict::violated;
    return out;
  }
  if (!found || !found->value.value.is_finite()) {
    out.reason = "the true value was not found";
    return out;
  }
  out.truth = print(*found);
  out.delta_scale = delta_scale_of(claim, found);
  out.engine = found->value.engine;
  out.reason = "infinite";
  if (claim.kind == ClaimKind::estimate) {
    out.verdict = ClaimVerdict::broken;
    out.reason = "the accountant gave " + claim.value.text + " where the truth is finite";
  } else if (vacuous) {
    out.verdict = ClaimVerdict::sound;
    out.reason = "infinite: says nothing";
  } else {
    out.verdict = ClaimVerdict::violated;
    out.grade = ViolationGrade::material;
  }
  return out;
}

void Judge::decide_bound(const Claim& claim, const Poll& poll, Verdict* out) {
  const Side side = claim.kind == ClaimKind::upper ? Side::at_most : Side::at_least;
  const auto inequality = inequality_for(claim, side, tolerated(claim));
  if (!inequality) {
    out->verdict = ClaimVerdict::sound;
    out->reason = "epsilon is never below 0: says nothing";
    return;
  }
  PrivacyProfile& profile = paths_.usual().in(claim.direction);
  const Decision decision = decide(*inequality, profile, poll);
  out->against = inequality->text;
  out->certified = print(decision.left);
  out->engine = decision.left.value.engine;
  if (inequality->is_truth && decision.outcome != Outcome::undecided) {
    truths_.insert_or_assign(question_text(claim), std::pair{8, decision.left});
  }
  if (decision.outcome == Outcome::holds) {
    out->verdict = ClaimVerdict::sound;
  } else if (decision.outcome == Outcome::undecided) {
    out->reason = decision.reason;
  } else {
    out->confirmed_by = confirm(*inequality, claim.direction, decision, poll);
    if (out->confirmed_by.empty()) {
      out->reason = "found violated, but no second path confirmed it";
    } else {
      out->verdict = ClaimVerdict::violated;
    }
  }
}

std::string Judge::confirm(const Inequality& inequality, Direction direction, const Decision& first,
                           const Poll& poll) {
  const auto start = Clock::now();
  const std::string used = first.left.value.engine;
  const bool rough = first.left.value.value.relative_digits() < 10;
  std::string found;
  for (const Path& path : other_paths(paths_.composition(), used, rough)) {
    try {
      SharedProfile& other = paths_.on(path);
      const Poll patience = until(in_seconds(kConfirmSeconds), limits_.poll);
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
  confirming_ += seconds_since(start);
  poll();
  return found;
}

std::optional<Truth> Judge::truth(const Claim& claim, int digits, const Poll& poll) {
  const std::string key = question_text(claim);
  const auto known = truths_.find(key);
  if (known != truths_.end() && known->second.first >= digits) return known->second.second;
  Effort effort;
  effort.digits = digits;
  effort.poll = poll;
  Truth found = truth_of(claim, paths_.usual().in(claim.direction), effort);
  if (!found.value.value.is_finite()) return std::nullopt;
  truths_.insert_or_assign(key, std::pair{digits, found});
  return found;
}

/// The truth itself, to enough digits to say by how much the claim is off.
void Judge::measure(const Claim& claim, const Poll& poll, Verdict* out) {
  const bool sound = out->verdict == ClaimVerdict::sound;
  constexpr double kErrorDigits = 3, kDoubleDigits = 20;
  std::optional<Truth> found;
  try {
    for (const int digits : {8, 16, 28, 50}) {
      found = truth(claim, digits, poll);
      if (!found) break;
      const Ball& t = found->value.value;
      const Bits p = wider(t.precision(), Bits{128}) + 64;
      out->error = Ball(claim.value.number, p) - t;
      out->relative.reset();
      if (!t.contains_zero()) out->relative = *out->error / abs(t);
      const bool agrees = out->relative && out->relative->magnitude().log_approximate() <
                                               -kDoubleDigits * std::log(10.0);
      if (sound || agrees || out->error->relative_digits() >= kErrorDigits) break;
      if (!found->value.reached) break;
    }
  } catch (const Interrupted&) {
    limits_.poll();
    out->reason = "the time limit has passed before the error was known";
  } catch (const std::invalid_argument& e) {
    out->reason = e.what();
  }
  if (!found) return;
  out->truth = print(*found);
  out->delta_scale = delta_scale_of(claim, found);
  if (out->engine.empty()) out->engine = found->value.engine;
  if (!out->relative || claim.kind == ClaimKind::estimate) return;
  out->looseness = claim.kind == ClaimKind::upper ? *out->relative : -*out->relative;
}

void Judge::judge_promise(const Claim& claim, const Poll& poll, Verdict* out) {
  const auto promise = promise_of(claim);
  if (!promise) return;
  PromiseVerdict result;
  result.text = promise->text;
  result.verdict = ClaimVerdict::sound;
  PrivacyProfile& profile = paths_.usual().in(claim.direction);
  for (const Inequality& inequality : promise->inequalities) {
    const Decision decision = decide(inequality, profile, poll);
    const bool fails = decision.outcome == Outcome::fails;
    if (decision.outcome == Outcome::holds) continue;
    result.against = inequality.text;
    result.certified = print(decision.left);
    result.verdict = ClaimVerdict::undecided;
    if (fails) result.confirmed_by = confirm(inequality, claim.direction, decision, poll);
    if (!result.confirmed_by.empty()) {
      result.verdict = ClaimVerdict::violated;
      break;
    }
  }
  out->promise = result;
}

}  // namespace plumbline
