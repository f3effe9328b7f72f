/// Audits compute privacy bounds from the results of attacks. This header declares the options and answers that all
/// kinds of audits share.
#pragma once

#include <memory>

#include "app/answers/answer.hpp"
#include "app/answers/writer.hpp"
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

/// Adds --confidence, --delta, the claims, --direction and the options of output. `with_split`: two limits share the
/// error probability; also adds --family and --fpr.
void add_audit_options(Command& command, AuditArguments& arguments, bool with_split);

/// Returns the values of --delta; 0 is the default.
std::vector<Rational> audited_deltas(const AuditArguments& arguments);

/// Throws std::invalid_argument if a number, a claim or a family is invalid, before anything is printed.
void check_audit_words(const AuditArguments& arguments);

/// The claim as text for people, as a record, and as a curve.
struct AuditClaim {
  std::string text;
  ClaimedCurve curve;
  std::string by{};  ///< the place of the mechanism's profile at which the claim was judged
};
/// "(1, 1e-5)-DP"
std::string claim_text(const Real& epsilon, const Rational& delta);
/// Throws std::invalid_argument if a claim is incomplete or stated twice.
void check_claim_words(const AuditArguments& arguments);
/// The mechanism that --claim names. Throws std::invalid_argument; for a file or a number the message states what to
/// write instead.
Composition claimed_mechanism(const std::string& claim);
/// Returns the claim in prose: the mechanism, if refuting its pair refutes it; the pair alone, if its neighbours are
/// not those of the attack, or others may lose more. Warns on standard error about a mixed pair.
std::string claimed_text(const Composition& claimed, const std::string& direction);
/// Returns nothing if no claim is made.
std::optional<AuditClaim> audit_claim(const AuditArguments& arguments);

/// The heading and the common fields of the answers of an audit.
struct AuditRecord {
  std::string method, confidence;
  FieldGroup data;
};
AnswerBuilder audit_answer(const AuditRecord& record, const std::string& kind,
                           const std::string& quantity);
/// An audited number, with a double on its safe side: not above it, or not below it if `upper`.
AnswerRecord audited(const AuditRecord& record, const std::string& quantity, const FieldGroup& at,
                     const EnclosedValue& value, bool upper = false);

/// The layout of the printed answers.
TextLayout audit_text();

/// Adds all answers that follow from limits of both errors, except the claims.
void give_limits(const AuditRecord& record, const AuditArguments& arguments,
                 const ErrorLimits& limits, AnswerWriter& answers);
/// Adds the judgement of a claim. The answer is `wrong` if the claim is refuted, and `not reached` if it is undecided.
void give_claim(const AuditRecord& record, const AuditArguments& arguments, const AuditClaim& claim,
                const Certified& p_value, const Rational& error, AnswerWriter& answers);

/// Writes the record if only a decision is known.
void give_decided(const AuditRecord& record, const AuditArguments& arguments,
                  const AuditClaim& claim, std::optional<bool> refuted, const Rational& error,
                  AnswerWriter& answers);

/// The options of `audit trials`.
struct TrialArguments {
  AuditArguments audit;
  std::string tp, fn, fp, tn, successes, attempts, kappa;
};
/// Returns true if the four counts are present; false for a reconstruction. Throws std::invalid_argument if neither is
/// complete.
bool counts_trials(const TrialArguments& arguments);
/// Returns the four counts after checking them.
TrialCounts trial_counts(const TrialArguments& arguments);

/// The options of `audit scores`.
struct ScoreArguments {
  AuditArguments audit;
  std::vector<std::string> files;
  std::string threshold, picture;
  std::vector<std::string> chosen_fprs;  ///< false positive rates that choose thresholds
  std::string seed;                      ///< empty: draw a seed (draw_seed)
  bool fixed_seed = false;               ///< the user chose the seed
  bool low = false;
};

/// The options of `audit one-run`.
struct OneRunArguments {
  AuditArguments audit;
  std::string canaries, guesses, right, fixed;
};

/// Adds the options for `audit` and for `certify audit`; the text before and after the example depends on the command.
Command* add_trial_words(Command& audit, const std::shared_ptr<TrialArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_score_words(Command& audit, const std::shared_ptr<ScoreArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_one_run_words(Command& audit, const std::shared_ptr<OneRunArguments>& arguments,
                           const std::string& before = "", const std::string& after = "");

/// Adds the subcommands; sets `asked` if one of them was run.
void add_audit_trials(Command& audit, bool& asked, int& exit_code);
void add_audit_scores(Command& audit, bool& asked, int& exit_code);
void add_audit_one_run(Command& audit, bool& asked, int& exit_code);

}  // namespace plumbline
