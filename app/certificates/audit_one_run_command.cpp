/// audit one-run: canaries in one training run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "app/certificates/audit_items.hpp"
#include "app/running/guarded.hpp"
#include "app/running/values.hpp"
#include "reference/arithmetic/ascii.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/one_run.hpp"

namespace plumbline {
namespace {

/// The way in which the number of guesses was chosen. The bound is valid only if the number did not depend on the
/// outputs.
struct GuessRule {
  std::string text;  ///< "yes", "list=R1,R2", or "no" if delta is 0
  long among = 1;    ///< number of entries of the list, which share the probability of error; 1
                     ///< without a list
  bool is_list() const { return text != "yes" && text != "no"; }
};

std::string lower_case(std::string text) {
  for (char& c : text) c = to_lower(c);
  return text;
}

std::vector<long> numbers_of(const std::string& list) {
  std::vector<std::string> texts;
  size_t from = 0;
  for (size_t to = 0; to != std::string::npos; from = to + 1) {
    to = list.find(',', from);
    texts.push_back(list.substr(from, to == std::string::npos ? to : to - from));
  }
  std::vector<long> out;
  for (const Rational& x : read_values("guesses-fixed", texts)) {
    out.push_back(whole_number("guesses-fixed", x, 1));
  }
  return out;
}

GuessRule rule_of(const OneRunArguments& a, const OneRunCounts& counts, bool pure) {
  const std::string answer = lower_case(a.fixed);
  if (answer == "yes") return {"yes"};
  if (a.fixed.rfind("list=", 0) == 0) {
    std::vector<long> all = numbers_of(a.fixed.substr(5));
    try {
      counts.check_candidates(all);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("--guesses-fixed " + a.fixed + ": " + e.what());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return {a.fixed, static_cast<long>(all.size())};
  }
  if (!answer.empty() && answer != "no") {
    throw std::invalid_argument("--guesses-fixed is yes, no or list=R1,R2,..., got '" + a.fixed +
                                "'");
  }
  if (pure) return {"no"};
  throw std::invalid_argument(
      "with delta above 0 the number of guesses must have been fixed before the outputs were seen: "
      "say "
      "--guesses-fixed yes, or list=R1,R2,... for a list fixed before; where a threshold decided "
      "it, --delta 0 alone is proved");
}

struct OneRunAudit {
  OneRunCounts counts;
  std::vector<Rational> deltas;
  std::optional<Real> claimed_epsilon;
  std::optional<Rational> claimed_delta;
  Rational confidence, error;
  GuessRule rule;
};

bool is_pure(const OneRunAudit& audit) {
  const bool deltas = std::all_of(audit.deltas.begin(), audit.deltas.end(),
                                  [](const Rational& x) { return x.is_zero(); });
  return deltas && (!audit.claimed_delta || audit.claimed_delta->is_zero());
}

OneRunAudit audit_of(const OneRunArguments& a) {
  check_audit_words(a.audit);
  OneRunAudit out{{read_count("canaries", a.canaries), read_count("guesses", a.guesses),
                   read_count("right", a.right)},
                  audited_deltas(a.audit),
                  {},
                  {},
                  read_value("confidence", a.audit.confidence),
                  {},
                  {}};
  out.counts.check();
  if (!a.audit.claim_epsilon.empty()) {
    out.claimed_epsilon = read_real("claim-epsilon", a.audit.claim_epsilon);
    out.claimed_delta = read_value("claim-delta", a.audit.claim_delta);
  }
  out.error = ErrorShares::of(out.confidence, Rational(1, 2)).sum();
  if (out.error > Rational(1, 2))
    throw std::invalid_argument("--confidence must be at least 1/2 here");
  out.rule = rule_of(a, out.counts, is_pure(out) && a.audit.claim.empty());
  out.error = out.error / Rational(out.rule.among);
  return out;
}

AuditRecord record_of(const OneRunAudit& audit) {
  return {"one-run",
          audit.confidence.text(),
          {{"canaries", {audit.counts.canaries}},
           {"guesses", {audit.counts.guesses}},
           {"right", {audit.counts.right}},
           {"guesses_fixed", {audit.rule.text}}}};
}

void give_epsilons(const OneRunAudit& audit, const AuditRecord& record, int digits,
                   AnswerWriter& answers) {
  for (const Rational& delta : audit.deltas) {
    for (const OneRunBound bound : {OneRunBound::published, OneRunBound::exchange}) {
      if (delta.is_zero() && bound == OneRunBound::published) continue;  // equal bounds
      const FieldGroup at =
          text_fields({{"delta", delta.text()}, {"bound", one_run_bound_name(bound)}});
      answers.give(
          audited(record, "audited_epsilon", at,
                  {one_run_epsilon(audit.counts, delta, audit.error, bound, digits), digits}));
    }
  }
}

/// Prints which of the two bounds to quote if a delta is above 0. For delta = 0 both bounds are equal.
void say_bounds(const OneRunAudit& audit, AnswerWriter& answers) {
  const bool two = std::any_of(audit.deltas.begin(), audit.deltas.end(),
                               [](const Rational& x) { return x.sign() > 0; });
  if (two) answers.give(AnswerBuilder("bounds").for_people());
}

void give_claims(const OneRunArguments& a, const OneRunAudit& audit, const AuditRecord& record,
                 AnswerWriter& answers) {
  const int digits = a.audit.common.digits;
  if (audit.claimed_epsilon) {
    const Certified p = one_run_p_value(audit.counts, *audit.claimed_epsilon, *audit.claimed_delta,
                                        OneRunBound::exchange, digits);
    give_claim(record, a.audit, {claim_text(*audit.claimed_epsilon, *audit.claimed_delta), {}}, p,
               audit.error, answers);
  } else if (!a.audit.claim.empty()) {
    PrivacyProfile profile(claimed_mechanism(a.audit.claim), Direction::worst,
                           a.audit.common.engine);
    const OneRunMechanismClaim found =
        one_run_claim(audit.counts, profile, effort_of(a.audit.common));
    give_claim(
        record, a.audit,
        {claimed_text(profile.composition(), "worst"), {}, "epsilon=" + found.epsilon.text()},
        found.p_value, audit.error, answers);
  }
}

/// Prints a note on standard error if significantly fewer guesses are right than by chance.
void note_if_swapped(const OneRunCounts& counts) {
  const auto guesses = static_cast<double>(counts.guesses),
             right = static_cast<double>(counts.right);
  if (!(guesses / 2 - right > 2 * std::sqrt(guesses))) return;
  fmt::print(
      stderr,
      "plumbline: note: {} of {} guesses are right, fewer than a coin's. Is --right the number "
      "of wrong guesses ({} would be right)? Guesses worse than a coin's refute nothing.\n",
      counts.right, counts.guesses, counts.guesses - counts.right);
}

int run_one_run(const OneRunArguments& a) {
  const OneRunAudit audit = audit_of(a);
  note_if_swapped(audit.counts);
  const AuditRecord record = record_of(audit);
  return guarded(format_of(a.audit.common.format), audit_text(), [&](AnswerWriter& answers) {
    const std::string counts = std::to_string(audit.counts.right) + " of " +
                               std::to_string(audit.counts.guesses) + " guesses right, " +
                               std::to_string(audit.counts.canaries) + " canaries";
    answers.give(AnswerBuilder("heading")
                     .add("method", record.method)
                     .add("counts", counts)
                     .add("confidence", record.confidence)
                     .add("shares", ", number of guesses fixed before: " + audit.rule.text)
                     .for_people());
    give_epsilons(audit, record, a.audit.common.digits, answers);
    say_bounds(audit, answers);
    give_claims(a, audit, record, answers);
  });
}

/// Returns the attack in the form of a certificate. If `pure` (delta = 0), the bound does not depend on how the
/// number of guesses was chosen.
AttackText attack_of(const OneRunAudit& audit, const OneRunArguments& a, bool pure,
                     OneRunBound bound) {
  const bool list = audit.rule.is_list();
  if (pure && list) {
    throw std::invalid_argument(
        "at delta = 0 the number of guesses need not be fixed, and no list shares the probability "
        "of "
        "error: certify that delta without --guesses-fixed");
  }
  NamedTexts words = {{"guesses", std::to_string(audit.counts.guesses)},
                      {"right", std::to_string(audit.counts.right)},
                      {"guesses_fixed", pure   ? "no"
                                        : list ? "list"
                                               : audit.rule.text},
                      {"bound", one_run_bound_name(bound)},
                      {"confidence", audit.confidence.text()}};
  if (!pure) words.emplace_back("canaries", std::to_string(audit.counts.canaries));
  if (list) {
    std::string numbers;
    for (const long x : numbers_of(a.fixed.substr(a.fixed.find('=') + 1))) {
      numbers += (numbers.empty() ? "[" : ",") + std::to_string(x);
    }
    words.emplace_back("list", numbers + "]");
  }
  return AttackText::of(AttackKind::one_run, words);
}

}  // namespace

std::vector<CertifyItem> one_run_items(const OneRunArguments& a) {
  const OneRunAudit audit = audit_of(a);
  const CommonOptions& common = a.audit.common;
  std::vector<CertifyItem> out;
  for (const Rational& delta : audit.deltas) {
    const bool pure = delta.is_zero();
    for (const OneRunBound bound : {OneRunBound::published, OneRunBound::exchange}) {
      if (pure && bound == OneRunBound::published) continue;
      out.push_back(audit_item(common, "audited_epsilon", attack_of(audit, a, pure, bound),
                               {{"delta", delta.text()}}));
      if (!pure) out.back().label += ", " + one_run_bound_name(bound);
    }
  }
  NamedTexts at;
  if (!a.audit.claim.empty()) {
    PrivacyProfile profile(claimed_mechanism(a.audit.claim), Direction::worst, common.engine);
    at = {{"epsilon", one_run_claim(audit.counts, profile, effort_of(common)).epsilon.text()}};
  }
  if (a.audit.claim.empty() && !audit.claimed_epsilon) return out;
  const bool pure = audit.claimed_delta && audit.claimed_delta->is_zero();
  const AttackText attack = attack_of(audit, a, pure, OneRunBound::exchange);
  for (CertifyItem& item : claim_items(a.audit, attack, Direction::worst, at)) {
    out.push_back(std::move(item));
  }
  return out;
}

Command* add_one_run_words(Command& audit, const std::shared_ptr<OneRunArguments>& a,
                           const std::string& before, const std::string& after) {
  Command* command =
      audit.add_subcommand("one-run",
                           "one training run that includes each canary with probability 1/2: which "
                           "claims the number of right guesses refutes");
  command
      ->add_option("--canaries", a->canaries,
                   "m: number of canaries, each included with probability 1/2")
      ->required();
  command->add_option("--guesses", a->guesses, "r: number of canaries guessed (not abstained)")
      ->required();
  command->add_option("--right", a->right, "v: number of right guesses")->required();
  command->add_option(
      "--guesses-fixed", a->fixed,
      "whether r was fixed before the outputs were seen: yes, no (delta 0 only), or list=R1,R2,... "
      "of candidates fixed before, which share the probability of error");
  add_audit_options(*command, a->audit, false);
  command->footer(
      "Example: plumbline " + before +
      "audit one-run --canaries 100000 --guesses 1500 --right 1429 --guesses-fixed yes --delta "
      "1e-5" +
      after +
      "\nWith delta above 0 there are two bounds on epsilon. Quote bound=exchange: it refutes all "
      "that bound=published refutes,\n"
      "at the same confidence. published is Theorem 5.2 of Steinke, Nasr and Jagielski (2023), for "
      "comparison with other tools.\n"
      "One run gives no bound on mu of Gaussian DP: --claim 'gaussian(sigma=S)' tests mu = 1/S.");
  return command;
}

void add_audit_one_run(Command& audit, bool& asked, int& exit_code) {
  const auto a = std::make_shared<OneRunArguments>();
  Command* command = add_one_run_words(audit, a);
  bool* ran = &asked;
  command->callback([a, ran, &exit_code] {
    *ran = true;
    exit_code = run_one_run(*a);
  });
}

}  // namespace plumbline
