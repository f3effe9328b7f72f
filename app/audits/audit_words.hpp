/// Audits: what the results of attacks prove. Words and answers shared by the kinds of them.
#pragma once

#include <memory>

#include "app/answers/answer.hpp"
#include "app/audits/family_word.hpp"
#include "app/options/common_options.hpp"
#include "reference/composition/composition.hpp"
#include "reference/statistics/trial_claims.hpp"

namespace plumbline {

/// The options of an audit, for any kind of attack.
struct AuditArguments {
  CommonOptions common;
  std::string confidence = "0.95", split = "0.5", family, claim, claim_epsilon, claim_delta;
  std::vector<std::string> deltas, epsilons, fprs;
};

/// Adds --confidence, --delta, the claims, --direction and the options of output. `with_split`: the
/// error probability is shared by two limits; also --family and --fpr.
void add_audit_options(Command& command, AuditArguments& arguments, bool with_split);

/// Returns the values of --delta, 0 unless given.
std::vector<Rational> audited_deltas(const AuditArguments& arguments);

/// Throws std::invalid_argument where a number, a claim or a family makes no sense: before anything is printed.
void check_audit_words(const AuditArguments& arguments);

/// The claim as people and records say it, and as the curve it stands for.
struct AuditClaim {
  std::string text;
  ClaimedCurve curve;
  std::string by{};  ///< where of the mechanism's profile it was judged
};
/// "(1, 1e-5)-DP"
std::string claim_text(const Real& epsilon, const Rational& delta);
/// Throws std::invalid_argument where a claim is made twice or in part.
void check_claim_words(const AuditArguments& arguments);
/// The mechanism that --claim names. Throws std::invalid_argument; of a file or a number it says what to write.
Composition claimed_mechanism(const std::string& claim);
/// Returns the claim in words: the mechanism, where refuting its pair refutes it; the pair alone where its neighbours
/// are not those of the attack, or others may lose more. Warns on standard error of a mixed pair.
std::string claimed_text(const Composition& claimed, const std::string& direction);
/// Nothing where none is made.
std::optional<AuditClaim> audit_claim(const AuditArguments& arguments);

/// The heading and the common fields of the answers of an audit.
struct AuditRecord {
  std::string method, confidence;
  FieldGroup data;
};
AnswerBuilder audit_answer(const AuditRecord& record, const std::string& kind,
                           const std::string& quantity);
/// An audited number, with a double that is not above it (not below it where `upper`).
AnswerRecord audited(const AuditRecord& record, const std::string& quantity, const FieldGroup& at,
                     const EnclosedValue& value, bool upper = false);

/// How they read.
TextLayout audit_text();

/// All that follows from limits of both errors, the claims aside.
void give_limits(const AuditRecord& record, const AuditArguments& arguments,
                 const ErrorLimits& limits, AnswerWriter& answers);
/// A claim, judged: the answer is wrong where it is refuted, not reached where that is undecided.
void give_claim(const AuditRecord& record, const AuditArguments& arguments, const AuditClaim& claim,
                const Certified& p_value, const Rational& error, AnswerWriter& answers);

/// Writes the record where only a decision is known.
void give_decided(const AuditRecord& record, const AuditArguments& arguments,
                  const AuditClaim& claim, std::optional<bool> refuted, const Rational& error,
                  AnswerWriter& answers);

/// Words of `audit trials`.
struct TrialArguments {
  AuditArguments audit;
  std::string tp, fn, fp, tn, successes, attempts, kappa;
};
/// Returns true if the four counts are present; false for a reconstruction. Throws std::invalid_argument where neither
/// is whole.
bool counts_trials(const TrialArguments& arguments);
/// The four counts, checked.
TrialCounts trial_counts(const TrialArguments& arguments);

/// The options of `audit scores`.
struct ScoreArguments {
  AuditArguments audit;
  std::vector<std::string> files;
  std::string threshold, picture;
  std::vector<std::string> chosen_fprs;  ///< false positive rates that choose thresholds
  std::string seed;                      ///< empty: to be drawn (draw_seed)
  bool fixed_seed = false;               ///< it was given, not drawn
  bool low = false;
};

/// The options of `audit one-run`.
struct OneRunArguments {
  AuditArguments audit;
  std::string canaries, guesses, right, fixed;
};

/// The words, for `audit` and for `certify audit`: what stands before and after the example says which.
Command* add_trial_words(Command& audit, const std::shared_ptr<TrialArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_score_words(Command& audit, const std::shared_ptr<ScoreArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_one_run_words(Command& audit, const std::shared_ptr<OneRunArguments>& arguments,
                           const std::string& before = "", const std::string& after = "");

/// The subcommands; `asked` is set where one of them was run.
void add_audit_trials(Command& audit, bool& asked, int& exit_code);
void add_audit_scores(Command& audit, bool& asked, int& exit_code);
void add_audit_one_run(Command& audit, bool& asked, int& exit_code);

}  // namespace plumbline
