/// audit trials: counts of independent runs of an attack.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/audits/audit_words.hpp"
#include "app/running/guarded.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

/// Maximum number of digits in the first request for a p-value.
constexpr int kMostDigitsOfP = 12;

std::string of(long part, long whole) {
  return std::to_string(part) + " of " + std::to_string(whole);
}

void give_heading(const AuditRecord& record, const std::string& counts, const std::string& shares,
                  AnswerWriter& answers) {
  answers.give(AnswerBuilder("heading")
                   .add("method", record.method)
                   .add("counts", counts)
                   .add("confidence", record.confidence)
                   .add("shares", shares)
                   .for_people());
}

/// Prints a note on standard error if the false positive rate is significantly larger than the true positive rate.
/// The test uses doubles, and affects only this note.
void note_if_swapped(const TrialCounts& counts) {
  const double members = static_cast<double>(counts.members),
               others = static_cast<double>(counts.others),
               tpr = 1 - static_cast<double>(counts.misses) / members,
               fpr = static_cast<double>(counts.false_positives) / others,
               both = (tpr * members + fpr * others) / (members + others),
               spread = std::sqrt(both * (1 - both) * (1 / members + 1 / others));
  if (!(fpr - tpr > 4 * spread)) return;
  fmt::print(stderr,
             "plumbline: note: the test says yes to {:.3g} % of the members and to {:.3g} % of the "
             "others. Are counts swapped (--tp with --fn, or --fp with --tn)? An attack worse than "
             "chance refutes nothing.\n",
             100 * tpr, 100 * fpr);
}

/// Computes the p-value with increasing digits until it is certainly below or above the allowed error.
Certified decided_p_value(const std::function<Certified(const Effort&)>& ask, const Rational& error,
                          const CommonOptions& common) {
  Effort effort = effort_of(common);
  effort.digits = std::min(effort.digits, kMostDigitsOfP);
  Certified p = ask(effort);
  for (int more = 0; more < 2 && !is_refuted(p, error) && !effort.expired(); ++more) {
    effort.digits *= 2;
    p = ask(effort);
  }
  return p;
}

void answer_trials(const TrialArguments& a, AnswerWriter& answers) {
  check_audit_words(a.audit);
  const TrialCounts counts = trial_counts(a);
  note_if_swapped(counts);
  const Rational confidence = read_value("confidence", a.audit.confidence),
                 split = read_value("split", a.audit.split);
  const ErrorShares shares = ErrorShares::of(confidence, split);
  const std::optional<AuditClaim> claim = audit_claim(a.audit);
  const AuditRecord record{"trials",
                           confidence.text(),
                           {{"tp", {counts.members - counts.misses}},
                            {"fn", {counts.misses}},
                            {"fp", {counts.false_positives}},
                            {"tn", {counts.others - counts.false_positives}},
                            {"split", {split.text()}}}};
  give_heading(record,
               of(counts.false_positives, counts.others) + " false positives, " +
                   of(counts.misses, counts.members) + " misses",
               ", split " + split.text(), answers);
  give_limits(record, a.audit, error_limits(counts, shares, a.audit.common.digits), answers);
  if (!claim) return;
  const Certified p = decided_p_value(
      [&](const Effort& effort) {
        return claim_p_value(counts, {split, Rational(1) - split}, claim->curve, effort);
      },
      shares.sum(), a.audit.common);
  give_claim(record, a.audit, *claim, p, shares.sum(), answers);
}

void answer_reconstruction(const TrialArguments& a, AnswerWriter& answers) {
  check_audit_words(a.audit);
  ReconstructionCounts counts{read_count("successes", a.successes),
                              read_count("attempts", a.attempts), read_value("kappa", a.kappa)};
  counts.check();
  const Rational confidence = read_value("confidence", a.audit.confidence);
  const Rational error = ErrorShares::of(confidence, Rational(1, 2)).sum();
  const AuditRecord record{"reconstruction",
                           confidence.text(),
                           {{"successes", {counts.successes}},
                            {"attempts", {counts.attempts}},
                            {"kappa", {counts.kappa.text()}}}};
  AuditArguments forward = a.audit;
  forward.common.direction = "forward";
  const std::optional<AuditClaim> claim = audit_claim(forward);
  give_heading(record,
               of(counts.successes, counts.attempts) + " reconstructions, by chance at most " +
                   counts.kappa.text(),
               "", answers);
  const int digits = a.audit.common.digits;
  answers.give(audited(record, "audited_gamma", text_fields({{"kappa", counts.kappa.text()}}),
                       {audited_gamma(counts, error, digits), digits}));
  for (const Rational& delta : audited_deltas(a.audit)) {
    answers.give(audited(record, "audited_epsilon",
                         text_fields({{"delta", delta.text()}, {"direction", "forward"}}),
                         {reconstruction_epsilon(counts, error, delta, digits), digits}));
  }
  answers.give(
      audited(record, "audited_mu", {}, {reconstruction_mu(counts, error, digits), digits}));
  if (!claim) return;
  const Certified p = decided_p_value(
      [&](const Effort& effort) { return reconstruction_p_value(counts, claim->curve, effort); },
      error, a.audit.common);
  give_claim(record, forward, *claim, p, error, answers);
}

int run_trials(const TrialArguments& a) {
  check_family(a.audit.family);
  const bool trials = counts_trials(a);
  return guarded(format_of(a.audit.common.format), audit_text(), [&](AnswerWriter& answers) {
    trials ? answer_trials(a, answers) : answer_reconstruction(a, answers);
  });
}

}  // namespace

TrialCounts trial_counts(const TrialArguments& a) {
  const long tp = read_count("tp", a.tp), fn = read_count("fn", a.fn), fp = read_count("fp", a.fp),
             tn = read_count("tn", a.tn);
  TrialCounts out{fp, fp + tn, fn, tp + fn};
  out.check();
  return out;
}

bool counts_trials(const TrialArguments& a) {
  const bool trials = !a.tp.empty() || !a.fn.empty() || !a.fp.empty() || !a.tn.empty();
  const bool reconstruction = !a.successes.empty() || !a.attempts.empty() || !a.kappa.empty();
  if (trials == reconstruction) {
    throw std::invalid_argument(
        "give the four counts --tp --fn --fp --tn, or --successes --attempts --kappa");
  }
  for (const std::string& text : trials
                                     ? std::vector<std::string>{a.tp, a.fn, a.fp, a.tn}
                                     : std::vector<std::string>{a.successes, a.attempts, a.kappa}) {
    if (text.empty()) {
      throw std::invalid_argument(trials ? "all four counts are needed: --tp --fn --fp --tn"
                                         : "all three are needed: --successes --attempts --kappa");
    }
  }
  if (reconstruction && !a.audit.family.empty()) {
    throw std::invalid_argument("--family goes with the four counts, not with reconstruction");
  }
  return trials;
}

Command* add_trial_words(Command& audit, const std::shared_ptr<TrialArguments>& a,
                         const std::string& before, const std::string& after) {
  Command* command = audit.add_subcommand(
      "trials", "independent runs: which claims the counts of right and wrong answers refute");
  command->add_option("--tp", a->tp, "true positives: the record was included, the test says yes");
  command->add_option("--fn", a->fn, "false negatives: the record was included, the test says no");
  command->add_option("--fp", a->fp,
                      "false positives: the record was not included, the test says yes");
  command->add_option("--tn", a->tn,
                      "true negatives: the record was not included, the test says no");
  command->add_option("--successes", a->successes,
                      "instead of the four counts: successful reconstructions");
  command->add_option("--attempts", a->attempts, "number of independent attempts");
  command->add_option("--kappa", a->kappa,
                      "largest probability that a guess without the output succeeds");
  add_audit_options(*command, a->audit, true);
  command->footer(
      "Example: plumbline " + before +
      "audit trials --tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5 --claim-epsilon 1 --claim-delta "
      "1e-5" +
      after);
  return command;
}

void add_audit_trials(Command& audit, bool& asked, int& exit_code) {
  const auto a = std::make_shared<TrialArguments>();
  Command* command = add_trial_words(audit, a);
  bool* ran = &asked;
  command->callback([a, ran, &exit_code] {
    *ran = true;
    exit_code = run_trials(*a);
  });
}

}  // namespace plumbline
