/// audit scores: scores of an attack, with thresholds that a rule chooses.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/audits/score_audit.hpp"
#include "app/pictures/pictures.hpp"
#include "app/pictures/roc_picture.hpp"
#include "app/running/guarded.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/attack.hpp"
#include "reference/statistics/score_bands.hpp"

namespace plumbline {
namespace {

std::string text_of(double x) { return fmt::format("{}", x); }

/// Writes the answers of one audit: each number at the threshold (cut) that is best for it.
class ScoreAnswers {
 public:
  ScoreAnswers(const ScoreArguments& arguments, const ScoreAudit& audit, AnswerWriter& answers)
      : a_(arguments.audit),
        chosen_(arguments.chosen_fprs),
        audit_(audit),
        answers_(answers),
        digits_(a_.common.digits) {}

  void give() {
    const Direction direction = direction_of(a_.common.direction);
    for (const Rational& delta : audited_deltas(a_)) {
      const double cut = audit_.best_of_epsilon(delta, direction);
      give_at(cut, "audited_epsilon",
              {{"delta", {delta.text()}}, {"direction", {direction_name(direction)}}},
              audited_epsilon(limits(cut), delta, direction, digits_));
    }
    for (const Rational& fpr : read_values("epsilon-at-fpr", chosen_)) {
      const double cut = audit_.cut_at_fpr(fpr);
      const Rational delta = audited_deltas(a_).front();
      give_at(cut, "audited_epsilon",
              {{"delta", {delta.text()}},
               {"direction", {direction_name(direction)}},
               {"chosen_fpr", {fpr.text()}}},
              audited_epsilon(limits(cut), delta, direction, digits_));
    }
    for (const Real& epsilon : read_reals("epsilon", a_.epsilons)) {
      const double cut = audit_.best_of_delta(epsilon, direction);
      give_at(cut, "audited_delta",
              {{"epsilon", {epsilon.text()}}, {"direction", {direction_name(direction)}}},
              audited_delta(limits(cut), epsilon, direction, digits_));
    }
    const double of_mu = audit_.best(mu_worth);
    give_at(of_mu, "audited_mu", {}, audited_mu(limits(of_mu), digits_));
    const double of_advantage = audit_.best_of_advantage();
    give_at(of_advantage, "audited_advantage", {},
            audited_advantage(limits(of_advantage), digits_));
    for (const Rational& fpr : read_values("fpr", a_.fprs)) give_tpr(fpr);
    if (const std::optional<AuditClaim> claim = audit_claim(a_)) give_judged(*claim);
  }

 private:
  /// Returns the cut on the scale of the input scores.
  std::string shown(double cut) const { return text_of(audit_.as_given(cut)); }
  ErrorLimits limits(double cut) const {
    return audit_.band.limits(counts_at(audit_.scores, cut), digits_);
  }
  AuditRecord record(double cut) const {
    const TrialCounts c = counts_at(audit_.scores, cut);
    AuditRecord out{"scores", a_.confidence, audit_.data};
    out.data.push_back({"tp", {c.members - c.misses}});
    out.data.push_back({"fn", {c.misses}});
    out.data.push_back({"fp", {c.false_positives}});
    out.data.push_back({"tn", {c.others - c.false_positives}});
    return out;
  }
  void give_at(double cut, const std::string& quantity, FieldGroup at,
               const Certified& value) const {
    at.push_back({"threshold", {shown(cut)}});
    answers_.give(audited(record(cut), quantity, at, {value, digits_}));
  }

  void give_tpr(const Rational& fpr) const {
    const double cut = audit_.best_of_tpr(fpr);
    give_at(cut, "audited_tpr", {{"fpr", {fpr.text()}}}, audited_tpr(limits(cut), fpr, digits_));
  }

  void give_judged(const AuditClaim& claim) const {
    const double cut = audit_.best_against(claim.curve, deadline_in(a_.common.timeout));
    const TrialCounts counts = counts_at(audit_.scores, cut);
    Effort effort = effort_of(a_.common);
    effort.digits = std::min(effort.digits, 12);
    const Rational error = audit_.shares.sum();
    AuditClaim judged = claim;
    judged.by = "threshold=" + shown(cut);
    if (audit_.band.proportional()) {
      const ErrorShares weights{audit_.band.local().alpha / error,
                                audit_.band.local().beta / error};
      give_claim(record(cut), a_, judged, claim_p_value(counts, weights, claim.curve, effort),
                 error, answers_);
      return;
    }
    const auto refuted = is_refuted(audit_.band.limits(counts, effort.digits), claim.curve, effort);
    give_decided(record(cut), a_, judged, refuted, error, answers_);
  }

  const AuditArguments& a_;
  const std::vector<std::string>& chosen_;
  const ScoreAudit& audit_;
  AnswerWriter& answers_;
  int digits_;
};

std::string seed_words(const ScoreAudit& audit, const ScoreArguments& a) {
  return audit.rule == ThresholdRule::split ? ", seed " + a.seed : "";
}

/// Draws the ROC curve of all judged scores, with the claim and a cut that refutes it.
void draw_roc(const ScoreArguments& a, const ScoreAudit& audit, bool vector) {
  const Poll poll = deadline_in(a.audit.common.timeout);
  std::optional<RocClaim> claim;
  if (const std::optional<AuditClaim> made = audit_claim(a.audit)) {
    claim = RocClaim{made->text, made->curve, {}};
    const double seconds = a.audit.common.timeout;
    for (const double cut : {audit.best_against(made->curve, deadline_in(seconds)),
                             audit.best_shown_against(made->curve, deadline_in(seconds))}) {
      const ErrorLimits limits = audit.band.limits(counts_at(audit.scores, cut), 12);
      if (is_refuted(limits, made->curve, {12, poll}) == true) claim->refuted_at = cut;
    }
  }
  const std::string words = "confidence " + a.audit.confidence + ", " + a.threshold;
  draw(roc_figure(audit.scores, audit.cuts, audit.band, claim, words, poll), vector, a.picture);
}

/// Writes a note to standard error if members score significantly lower than the others. The test uses doubles, and
/// affects only this note.
void note_if_reversed(const Scores& scores, bool low) {
  std::vector<double> others = scores.others;
  std::sort(others.begin(), others.end());
  const auto n = static_cast<double>(others.size()), m = static_cast<double>(scores.members.size());
  double wins = 0;
  for (const double x : scores.members) {
    const auto below = std::lower_bound(others.begin(), others.end(), x) - others.begin(),
               at_most = std::upper_bound(others.begin(), others.end(), x) - others.begin();
    wins += static_cast<double>(below + at_most) / 2;
  }
  const double area = wins / (n * m), spread = std::sqrt((n + m + 1) / (12 * n * m));
  if (!(0.5 - area > 4 * spread)) return;
  fmt::print(stderr,
             "plumbline: note: the area under the ROC curve is {:.3g}, worse than chance: members "
             "score {} than others. {} An attack worse than chance refutes nothing.\n",
             area, low ? "higher" : "lower",
             low ? "Leave out --low-is-member, or exchange the files."
                 : "Are low scores those of members (--low-is-member), or the files exchanged?");
}

int run_scores(ScoreArguments a) {
  check_audit_words(a.audit);
  draw_seed(&a);
  const bool vector = !a.picture.empty() && is_vector(a.picture);
  if (!a.audit.family.empty()) {
    throw std::invalid_argument(
        "--family goes with audit trials: give it the counts at a threshold");
  }
  const ScoreAudit audit = score_audit_of(a, deadline_in(a.audit.common.timeout));
  note_if_reversed(audit.scores, a.low);
  return guarded(format_of(a.audit.common.format), audit_text(), [&](AnswerWriter& answers) {
    const std::string counts =
        fmt::format("{} scores of members, {} of others, threshold {}", audit.scores.members.size(),
                    audit.scores.others.size(), a.threshold);
    answers.give(AnswerBuilder("heading")
                     .add("method", "scores")
                     .add("counts", counts)
                     .add("confidence", a.audit.confidence)
                     .add("shares", ", split " + a.audit.split + seed_words(audit, a))
                     .for_people());
    ScoreAnswers(a, audit, answers).give();
    if (!a.picture.empty()) draw_roc(a, audit, vector);
  });
}

}  // namespace

Command* add_score_words(Command& audit, const std::shared_ptr<ScoreArguments>& a,
                         const std::string& before, const std::string& after) {
  Command* command = audit.add_subcommand(
      "scores",
      "scores of members and non-members: which claims they refute, with a rule for thresholds");
  command
      ->add_option(
          "files", a->files,
          "MEMBERS OTHERS, files of numbers (texts or .npy); or one CSV with the columns score and "
          "member (or label), or one .npz with scores and labels, or members and others")
      ->required()
      ->expected(1, 2);
  command->add_option(
      "--threshold", a->threshold,
      "how the threshold was chosen: explicit=T (T was fixed before); split; bonferroni=T1,T2,... "
      "(the list was fixed before); all-cuts; dkw; equal-level (docs/auditing.md)");
  command->add_option("--seed", a->seed,
                      "seed of the random split, to repeat a split; without this option a seed is "
                      "drawn and printed");
  if (before.empty()) {
    command->add_option("--picture", a->picture,
                        "ROC with logarithmic axes, .svg or .png: the measured curve, the proved "
                        "bounds, and what a claim allows");
  }
  command
      ->add_option(
          "--epsilon-at-fpr", a->chosen_fprs,
          "also bound epsilon at the first --delta, from one threshold: the smallest threshold "
          "that at most this share of the non-members' scores reaches; fix the share before you "
          "see the scores of members")
      ->expected(1, -1)
      ->delimiter(',');
  command->add_flag("--low-is-member", a->low, "low scores mean membership (as losses do)");
  add_audit_options(*command, a->audit, true);
  command->footer("Example: plumbline " + before +
                  "audit scores members.txt others.txt --threshold equal-level --delta 1e-5" +
                  after);
  return command;
}

void add_audit_scores(Command& audit, bool& asked, int& exit_code) {
  const auto a = std::make_shared<ScoreArguments>();
  Command* command = add_score_words(audit, a);
  bool* ran = &asked;
  command->callback([a, ran, &exit_code] {
    *ran = true;
    exit_code = run_scores(*a);
  });
}

}  // namespace plumbline
