#include "verify/hunt/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/paths.hpp"
#include "verify/claims/judging/worst_member.hpp"
#include "verify/claims/results/verdict_text.hpp"
#include "verify/hunt/answer.hpp"
#include "verify/hunt/nonsense.hpp"

namespace plumbline {
namespace {

constexpr int kCoarseDigits = 4;
constexpr size_t kLongestNote = 300;

/// Returns the distance of the limit from the value, relative to the value: positive if the limit is on the wrong side.
double margin_between(const Ball& value, const Inequality& inequality) {
  const double log_limit =
      inequality.limit.sign() > 0 ? Ball(inequality.limit, Bits{64}).log_approximate() : -HUGE_VAL;
  const double ratio = std::exp(log_limit - value.magnitude().log_approximate());
  return inequality.at_most ? 1 - ratio : ratio - 1;
}

double size_of(const std::optional<Ball>& x) {
  return x ? std::exp(x->magnitude().log_approximate()) : 0;
}

/// Stores the finding that the verdict implies for the goal.
void note_find(Goal goal, double size, const ClaimVerdict& v, Examined* out) {
  const double relative = size_of(v.relative);
  const bool broken_promise = v.promise && v.promise->verdict == VerdictKind::violated;
  if (v.verdict == VerdictKind::violated) {
    const bool unlimited = !v.relative && v.grade == ViolationGrade::gross;
    out->margin = unlimited      ? kWithoutLimit
                  : relative > 0 ? relative
                                 : std::max(out->margin, 1e-300);
    out->finding = "violated";
    out->grade = grade_name(v.grade);
  } else if (broken_promise) {
    out->finding = "stated error broken";
    out->grade = grade_name(ViolationGrade::material);
    out->margin = relative;
    out->confirmed_by = v.promise->confirmed_by;
    out->note = v.promise->text;
  } else if (v.verdict == VerdictKind::sound && v.relative) {
    out->margin = -relative;
  } else if (v.verdict == VerdictKind::estimate) {
    out->margin = relative;
  }
  if (goal == Goal::error && out->finding.empty() && relative >= size) out->finding = "far off";
}

/// Marks an upper bound of 0 as underflow if the true value is below the smallest positive normal double. The number 0
/// is then a result of rounding, but still not an upper bound.
void note_underflow(const Claim& claim, Examined* out) {
  if (out->finding != "violated" || claim.kind != ClaimKind::upper) return;
  if (claim.value.number.sign() != 0 || out->truth_upper.empty()) return;
  if (parse_double(out->truth_upper) >= std::numeric_limits<double>::min()) return;
  out->finding = "underflow";
  out->grade = grade_name(ViolationGrade::numerical);
}

/// Removes the finding of a whole distribution that fails only by rounding of its doubles: distributions by
/// connect-the-dots equal the true profile at each kink up to rounding.
void leave_rounding(const ClaimVerdict& v, Examined* out) {
  if (v.grade == ViolationGrade::last_digits) {
    out->finding.clear();
    out->state = kWithinRounding;
  }
  if (out->finding.empty()) out->distribution.clear();
}

void note_loose(const ExamineOptions& options, Examined* out) {
  if (options.goal != Goal::looseness || out->state != "sound") return;
  if (-out->margin >= options.size) out->finding = "loose";
}

}  // namespace

Goal goal_named(const std::string& name) {
  if (name == "violation" || name == "profile") return Goal::violation;
  if (name == "looseness") return Goal::looseness;
  if (name == "error") return Goal::error;
  if (name == "slowness") return Goal::slowness;
  throw std::invalid_argument(
      "--goal: unknown '" + name +
      "'; write violation, profile, looseness, error, slowness, coverage or sampler");
}

double usual_size(Goal goal) {
  return goal == Goal::looseness ? 1 : goal == Goal::error ? 0.01 : goal == Goal::slowness ? 5 : 0;
}

Examiner::Examiner(const ExamineOptions& options, AskChild ask)
    : options_(options), ask_(std::move(ask)) {
  if (!options_.stop) options_.stop = [] { return InterruptGuard::interrupted(); };
}
Examiner::~Examiner() = default;

Poll Examiner::patience() const {
  return [deadline = ThreadDeadline(options_.oracle_seconds), stop = options_.stop]() mutable {
    if (stop() || deadline.passed()) throw Interrupted{};
  };
}

SharedProfile& Examiner::profile_of(const Claim& claim) {
  if (!profile_ || claim.mechanism != expression_) {
    profile_.reset();
    judge_.reset();
    profile_ = std::make_unique<SharedProfile>(Composition::parse(claim.mechanism), "auto", false);
    expression_ = claim.mechanism;
  }
  return *profile_;
}

/// Judges a claim by a cheap upper bound or a value of few digits. Returns false if these do not decide it.
bool Examiner::judge_coarsely(const Claim& claim, Examined* out) {
  if (claim.profile) return false;
  if (claim.kind == ClaimKind::upper && claim.value.form == ClaimedValue::Form::plus_infinity) {
    out->state = "sound";
    out->note = "infinite: a trivial bound";
    out->margin = -1e300;
    return true;
  }
  if (claim.value.form != ClaimedValue::Form::number) return false;
  if (claim.stated.any() || options_.goal == Goal::error) return false;
  const bool needs_both_sides =
      !decided_by_pair(claim) && !(is_dominating(*claim.pair->hypotheses) && shown_by_all(claim));
  if (needs_both_sides) return false;
  if (claim.kind == ClaimKind::estimate && options_.goal != Goal::violation) return false;
  const Sense sense = claim.kind == ClaimKind::lower ? Sense::at_least : Sense::at_most;
  const auto inequality = inequality_for(claim, sense, claim.value.number);
  if (!inequality) return false;
  if (options_.goal == Goal::looseness && !inequality->is_truth) return false;
  PrivacyProfile& profile = profile_of(claim).in(claim.direction);
  const bool exactly = options_.goal == Goal::looseness;
  Decision found;
  // An estimate without a stated error promises nothing: its error only guides the search.
  const bool estimated = claim.kind == ClaimKind::estimate;
  if (!exactly && !estimated) found = decide_by_ceiling(*inequality, profile, false);
  if (found.outcome == Outcome::undecided) {
    Effort effort;
    effort.digits = kCoarseDigits;
    effort.poll = patience();
    found.left = inequality->left(profile, effort);
    if (found.left.value.is_infinite() || found.left.exact) return false;
    const Ball& value = found.left.value->value();
    const Ball limit(inequality->limit, wider(value.precision(), Bits{64}));
    const bool holds =
        inequality->at_most ? certainly_less(value, limit) : certainly_less(limit, value);
    if (holds) found.outcome = Outcome::holds;
  }
  if (found.left.value.is_infinite() || !found.left.value->value().is_finite()) return false;
  out->margin = margin_between(found.left.value->value(), *inequality);
  if (found.outcome != Outcome::holds && !estimated) return false;
  out->state = estimated ? "estimate" : "sound";
  if (estimated) out->margin = std::fabs(out->margin);
  if (inequality->is_truth) {
    const auto [lower, upper] = found.left.value->value().decimal_bounds(kCoarseDigits);
    out->truth_lower = lower;
    out->truth_upper = upper;
  }
  return true;
}

void Examiner::judge_fully(const Claim& claim, Examined* out) {
  (void)profile_of(claim);
  if (!judge_) {
    JudgeLimits limits;
    limits.seconds = options_.oracle_seconds;
    limits.poll = [stop = options_.stop] {
      if (stop()) throw Interrupted{};
    };
    judge_ = std::make_unique<Judge>(Composition::parse(claim.mechanism), limits);
  }
  const ClaimVerdict v = (*judge_)(claim);
  out->state = verdict_name(v.verdict);
  const PrintedBounds& shown = v.truth.both() ? v.truth : v.certified;
  out->truth_lower = shown.lower;
  out->truth_upper = shown.upper;
  out->confirmed_by = v.confirmed_by;
  out->note = v.reason;
  out->replay = v.replay;
  note_find(options_.goal, options_.size, v, out);
  note_underflow(claim, out);
  if (claim.profile) leave_rounding(v, out);
}

void Examiner::judge(const Claim& claim, Examined* out) {
  if (const auto early = verdict_without_value(claim)) {
    out->state = verdict_name(early->verdict);
    out->note = early->reason;
    return;
  }
  try {
    if (!judge_coarsely(claim, out)) judge_fully(claim, out);
  } catch (const Interrupted&) {
    if (options_.stop()) throw;
    out->state = "undecided";
    out->note = "the oracle's time limit has passed";
  } catch (const Contradiction&) {
    throw;
  } catch (const std::invalid_argument& e) {
    out->state = "unsupported";
    out->note = e.what();
  }
  note_loose(options_, out);
}

/// Adds the certified value of the question to an invalid answer.
void Examiner::add_truth(const Claim& claim, Examined* nonsense) {
  if (claim.value.form != ClaimedValue::Form::number) return;
  Examined judged;
  try {
    // A coarse decision is not sufficient: it would only state that the true value is in [0, 1].
    judge_fully(claim, &judged);
  } catch (const Interrupted&) {
    if (options_.stop()) throw;
    return;
  } catch (const std::invalid_argument&) {
    return;
  }
  nonsense->truth_lower = judged.truth_lower;
  nonsense->truth_upper = judged.truth_upper;
}

/// Asks a question. Asks it again with a new child if the child crashed, perhaps because of the previous question, or
/// if the first question of all had no answer in time.
ChildAnswer Examiner::ask_twice(const std::string& question) {
  using Ending = ChildAnswer::Ending;
  ChildAnswer out = ask_({question, afresh_, options_.stop});
  // A child that has not answered yet may have started slowly on a loaded machine.
  const bool unlucky =
      (out.kind == Ending::crash && !afresh_) || (out.kind == Ending::hang && questions_ == 1);
  if (unlucky) out = ask_({question, true, options_.stop});
  afresh_ = out.kind != Ending::line;
  if (out.kind == Ending::interrupted) throw Interrupted{};
  return out;
}

std::vector<Examined> Examiner::ask_one(const Setting& setting) {
  nlohmann::ordered_json question = question_json(setting);
  question["id"] = ++questions_;
  const ChildAnswer answer = ask_twice(question.dump());
  Examined head;
  head.setting = setting;
  head.seconds = answer.seconds;
  if (answer.kind != ChildAnswer::Ending::line) {
    using Ending = ChildAnswer::Ending;
    head.state = answer.kind == Ending::crash  ? "crash"
                 : answer.kind == Ending::hang ? "hang"
                                               : "unread";
    head.finding = answer.kind == Ending::unasked ? "answer to no question" : head.state;
    head.note = one_line(answer.text.substr(0, kLongestNote));
    return {head};
  }
  std::vector<Examined> out;
  for (AnsweredValue& one : read_answer(answer.text, head, questions_)) {
    afresh_ = afresh_ || one.examined.state == "unread";
    if (one.claim && one.examined.finding.empty()) judge(*one.claim, &one.examined);
    if (one.claim && one.examined.state == "nonsense") add_truth(*one.claim, &one.examined);
    if (options_.goal == Goal::slowness && one.examined.finding.empty() &&
        answer.seconds >= options_.size) {
      one.examined.finding = "slow";
    }
    out.push_back(std::move(one.examined));
  }
  return out;
}

std::vector<Examined> Examiner::operator()(const Setting& setting, bool neighbours) {
  std::vector<Examined> out = ask_one(setting);
  if (!neighbours) return out;
  std::vector<std::vector<Examined>> row = {out};
  for (const double argument : neighbouring_arguments(setting)) {
    Setting beside = setting;
    beside.argument = argument;
    row.push_back(ask_one(beside));
  }
  for (Examined& find : held_against_each_other(row)) out.push_back(std::move(find));
  for (size_t i = 1; i < row.size(); ++i) {
    for (Examined& one : row[i]) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace plumbline
