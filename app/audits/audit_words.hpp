/// Options and answers that all kinds of audits share. An audit computes privacy bounds from the results of attacks.
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

/// Adds --confidence, --delta, the claims, --direction and the options of output. If `with_split` is true, the audit
/// bounds two error rates, which share the error probability; then the function also adds --split, --fpr, --epsilon and
/// --family.
void add_audit_options(Command& command, AuditArguments& arguments, bool with_split);

/// Returns the values of --delta; the default is 0.
std::vector<Rational> audited_deltas(const AuditArguments& arguments);

/// Throws std::invalid_argument if a number, a claim or a family is invalid. Called before anything is printed.
void check_audit_words(const AuditArguments& arguments);

/// A claim, as text and as the trade-off curve that it promises.
struct AuditClaim {
  std::string text;
  ClaimedCurve curve;
  std::string by{};  ///< the point of the profile or the threshold at which the claim was judged,
                     ///< such as "epsilon=1"; may be empty
};
/// Returns a text such as "(1, 1e-5)-DP".
std::string claim_text(const Real& epsilon, const Rational& delta);
/// Throws std::invalid_argument if a claim is incomplete or stated twice.
void check_claim_words(const AuditArguments& arguments);
/// Returns the mechanism that --claim names. Throws std::invalid_argument; if the text is a file or a number, the
/// message states what to use instead.
Composition claimed_mechanism(const std::string& claim);
/// Returns the claim in prose. It names the mechanism if refuting the pair refutes the mechanism. It names only the
/// pair if the neighbours of the pair differ from those of the attack, or if other neighbours may have a larger loss.
/// Warns on standard error if the factors of the claimed mechanism have different neighbouring relations.
std::string claimed_text(const Composition& claimed, const std::string& direction);
/// Returns the claim of the options; nothing if there is no claim.
std::optional<AuditClaim> audit_claim(const AuditArguments& arguments);

/// The fields that all answers of an audit have in common: the method, the confidence and the data of the attack.
struct AuditRecord {
  std::string method, confidence;
  FieldGroup data;
};
AnswerBuilder audit_answer(const AuditRecord& record, const std::string& kind,
                           const std::string& quantity);
/// Returns the answer for an audited number. Its member `safe_double` is a lower bound of the number, or an upper bound
/// if `upper` is true.
AnswerRecord audited(const AuditRecord& record, const std::string& quantity, const FieldGroup& at,
                     const EnclosedValue& value, bool upper = false);

/// Returns the layout of the printed answers.
TextLayout audit_text();

/// Adds all answers that follow from limits on both error rates, except the verdicts on claims.
void give_limits(const AuditRecord& record, const AuditArguments& arguments,
                 const ErrorLimits& limits, AnswerWriter& answers);
/// Adds the verdict on a claim. The answer is `wrong` if the claim is refuted, and `not reached` if it is undecided.
void give_claim(const AuditRecord& record, const AuditArguments& arguments, const AuditClaim& claim,
                const Certified& p_value, const Rational& error, AnswerWriter& answers);

/// Adds the verdict on a claim if its p-value was only compared with `error`. `refuted` is the result of the
/// comparison; nothing if the comparison is undecided.
void give_decided(const AuditRecord& record, const AuditArguments& arguments,
                  const AuditClaim& claim, std::optional<bool> refuted, const Rational& error,
                  AnswerWriter& answers);

/// The options of `audit trials`.
struct TrialArguments {
  AuditArguments audit;
  std::string tp, fn, fp, tn, successes, attempts, kappa;
};
/// Returns true if the options are the four counts, and false if they describe reconstructions. Throws
/// std::invalid_argument if neither description is complete.
bool counts_trials(const TrialArguments& arguments);
/// Returns the four counts. Throws std::invalid_argument if a count is invalid.
TrialCounts trial_counts(const TrialArguments& arguments);

/// The options of `audit scores`.
struct ScoreArguments {
  AuditArguments audit;
  std::vector<std::string> files;
  std::string threshold, picture;
  std::vector<std::string> chosen_fprs;  ///< false positive rates for which a threshold is chosen
  std::string seed;                      ///< seed of the split; if empty, draw_seed draws one
  bool fixed_seed = false;               ///< true if the user chose the seed
  bool low = false;
};

/// The options of `audit one-run`.
struct OneRunArguments {
  AuditArguments audit;
  std::string canaries, guesses, right, fixed;
};

/// Add a kind of attack and its options to `audit` or `certify audit`. In the example of the help, `before` precedes
/// the command, and `after` follows the options.
Command* add_trial_words(Command& audit, const std::shared_ptr<TrialArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_score_words(Command& audit, const std::shared_ptr<ScoreArguments>& arguments,
                         const std::string& before = "", const std::string& after = "");
Command* add_one_run_words(Command& audit, const std::shared_ptr<OneRunArguments>& arguments,
                           const std::string& before = "", const std::string& after = "");

/// Add the subcommands of `audit`. A subcommand sets `asked` when it runs.
void add_audit_trials(Command& audit, bool& asked, int& exit_code);
void add_audit_scores(Command& audit, bool& asked, int& exit_code);
void add_audit_one_run(Command& audit, bool& asked, int& exit_code);

}  // namespace plumbline
