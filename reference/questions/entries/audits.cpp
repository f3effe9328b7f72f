/// Lower bounds that attacks prove. Their subject is the text of an attack: its counts and rules (attack_text.hpp).
#include <stdexcept>

#include "reference/mechanisms/attack_refutes.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/statistics/attack.hpp"

namespace plumbline {
namespace {

Attack attack_of(const Query& question, const Poll& poll) {
  return {AttackText::parse(question.mechanism),
          {question.option("members"), question.option("others")},
          poll};
}

/// For attacks with scores, returns the counts at the threshold, which are computed from the scores.
NamedTexts counts_of(const Attack& attack) {
  if (attack.kind() != AttackKind::scores) return {};
  const TrialCounts& c = attack.counts();
  return {{"tp", std::to_string(c.members - c.misses)},
          {"fn", std::to_string(c.misses)},
          {"fp", std::to_string(c.false_positives)},
          {"tn", std::to_string(c.others - c.false_positives)}};
}

Answer answered(const Attack& attack, const Certified& value) {
  return {.value = value, .explanation = value.engine(), .findings = counts_of(attack)};
}

template <Certified (*Value)(const Attack&, const Query&, int digits)>
Answer answer_attack(const Query& question, const Effort& effort, OtherPath&) {
  const Attack attack = attack_of(question, effort.poll);
  return answered(attack, Value(attack, question, effort.digits));
}

/// Answers with the confidence limits of both error rates, which hold simultaneously.
Answer answer_errors(const Query& question, const Effort& effort, OtherPath&) {
  const Attack attack = attack_of(question, effort.poll);
  const ErrorLimits limits = attack.limits(effort.digits);
  Answer out = answered(attack, audited_alpha(limits, effort.digits));
  out.values = {{"beta", audited_beta(limits, effort.digits)}};
  return out;
}
Certified epsilon_of(const Attack& attack, const Query& question, int digits) {
  return attack.epsilon(question.number("delta"), question.direction, digits);
}
Certified mu_of(const Attack& attack, const Query&, int digits) { return attack.mu(digits); }
Certified advantage_of(const Attack& attack, const Query&, int digits) {
  return audited_advantage(attack.limits(digits), digits);
}
Certified tpr_of(const Attack& attack, const Query& question, int digits) {
  return audited_tpr(attack.limits(digits), question.number("fpr"), digits);
}
Certified gamma_of(const Attack& attack, const Query&, int digits) { return attack.gamma(digits); }

Answer judged(const Attack& attack, const JudgedClaim& claim) {
  Answer out = answered(attack, claim.p_value);
  const char* refuted = !claim.refuted ? "undecided" : *claim.refuted ? "yes" : "no";
  out.findings.emplace_back("refuted", refuted);
  return out;
}

Answer answer_claim(const Query& question, const Effort& effort, OtherPath&) {
  const Attack attack = attack_of(question, effort.poll);
  return judged(attack, attack.claim(question.number("epsilon"), question.number("delta"),
                                     question.direction, effort));
}

Answer answer_mechanism(const Query& question, const Effort& effort, OtherPath& path) {
  const Attack attack = attack_of(question, effort.poll);
  std::optional<Rational> at;
  if (question.text("epsilon")) at = question.number("epsilon");
  return judged(attack, attack.claim(second_profile(question, path), at, effort));
}

std::string attack_text(const std::string& text, const std::string&) {
  return AttackText::parse(text).text();
}

/// Checks the canonical form of an audit of one run at delta = 0, where guesses_fixed and bound have no influence.
void check_pure_run(const Query& question) {
  const AttackText text = AttackText::parse(question.mechanism);
  const bool pure = question.text("delta") && question.number("delta").is_zero();
  if (text.kind() != AttackKind::one_run || !pure) return;
  if (text.word("guesses_fixed") != "no" || text.word("bound") != "exchange") {
    throw std::invalid_argument(
        "guesses_fixed or bound: an audit of one run at delta = 0 has guesses_fixed=no and "
        "bound=exchange");
  }
}

AllMembers members_of(const Query& question, bool claim) {
  AllMembers out;
  if (!question.option("members").empty()) out.findings.needed = {"tp", "fn", "fp", "tn"};
  if (claim) out.findings.needed.emplace_back("refuted");
  return out;
}

AllMembers counts_alone(const Query& question, bool) { return members_of(question, false); }
AllMembers both_limits(const Query& question, bool) {
  AllMembers out = members_of(question, false);
  out.values.needed = {"beta"};
  return out;
}
AllMembers with_verdict(const Query& question, bool) { return members_of(question, true); }

// ---- texts ------------------------------------------------------------------------------------

std::string at_confidence(const Query& question) {
  return "at confidence " + AttackText::parse(question.mechanism).word("confidence");
}

std::string refuted_that(const Query& question, const std::string& what) {
  return "Refuted " + at_confidence(question) + ": that " + what;
}

std::string error_words(const Query& question) {
  return "The false positive rate of the test is at most this number, and its false negative rate "
         "at "
         "most the next one, both together " +
         at_confidence(question);
}
std::string epsilon_words(const Query& question) {
  return refuted_that(question, "what was attacked is (epsilon, " + *question.text("delta") +
                                    ")-DP with an epsilon below this number");
}
std::string mu_words(const Query& question) {
  return refuted_that(question, "it is mu-Gaussian-DP with a mu below this number");
}
std::string advantage_words(const Query& question) {
  return refuted_that(question, "every attack has an advantage (TPR - FPR) below this number");
}
std::string tpr_words(const Query& question) {
  return refuted_that(question, "every attack with an FPR of " + *question.text("fpr") +
                                    " has a TPR below this number");
}
std::string gamma_words(const Query& question) {
  return refuted_that(question,
                      "a reconstruction that succeeds by chance with the kappa above succeeds with "
                      "less than this number");
}

std::string verdict_words(const ProvedAnswer& answer, const std::string& claim) {
  const std::string at = " " + at_confidence(answer.query), found = answer.finding("refuted");
  const std::string number =
      " The number is the p-value: the least probability of error at which "
      "these counts refute it.";
  if (found == "yes") return "REFUTED" + at + ": " + claim + "." + number;
  if (found == "no") {
    return "Not refuted" + at + ": " + claim +
           ". This does not confirm it: another attack, or more runs, may refute it." + number;
  }
  return "Whether this claim is refuted" + at + " was not decided: " + claim + ".";
}

std::string claim_words(const ProvedAnswer& answer) {
  return verdict_words(answer, "that what was attacked is (" + *answer.query.text("epsilon") +
                                   ", " + *answer.query.text("delta") + ")-DP");
}
std::string mechanism_claim_words(const ProvedAnswer& answer) {
  if (attack_refutes(answer.query.other, answer.query.direction))
    return verdict_words(answer,
                         "that what was attacked is the mechanism named, or one as private");
  return verdict_words(
      answer,
      "that what was attacked has, with and without the record, outputs as private as the pair of "
      "the mechanism named alone, which says nothing about the mechanism");
}

/// Returns an entry with the members that all audited quantities share.
Quantity audited(const std::string& name, const std::string& summary) {
  return {
      .name = name,
      .summary = summary,
      .subject = Subject::attack,
      .options = {{.name = "members", .optional = true}, {.name = "others", .optional = true}},
      .directions = Directions::worst,
      .subject_text = attack_text,
      .check = check_pure_run,
      .certificate = CertificateEntry{.computed = Computed::by_formulas, .members = counts_alone}};
}

Quantity audited(const std::string& name, const std::string& summary,
                 Answer (*answer)(const Query&, const Effort&, OtherPath&),
                 std::string (*words)(const Query&), std::vector<ArgumentEntry> arguments = {}) {
  Quantity out = audited(name, summary);
  out.answer = answer;
  out.arguments = std::move(arguments);
  out.words.explained = words;
  return out;
}

Quantity audited_claims(Quantity from, Answer (*answer)(const Query&, const Effort&, OtherPath&),
                        std::string (*words)(const ProvedAnswer&)) {
  from.answer = answer;
  from.directions = Directions::any;
  from.probability = true;
  from.certificate->members = with_verdict;
  from.certificate->bounds = true;
  from.words.proved = words;
  return from;
}

}  // namespace

QuantityFamily audit_entries() {
  Quantity epsilon = audited("audited_epsilon", "supremum of the epsilons that an attack refutes",
                             answer_attack<epsilon_of>, epsilon_words,
                             {{.name = "delta", .domain = Domain::level}});
  epsilon.directions = Directions::any;
  epsilon.found_of = {"epsilon", "delta"};
  Quantity advantage =
      audited("audited_advantage", "supremum of the advantages that an attack refutes as limits",
              answer_attack<advantage_of>, advantage_words);
  advantage.found_of = {"advantage", ""};
  Quantity tpr =
      audited("audited_tpr", "supremum of the TPRs at an FPR that an attack refutes",
              answer_attack<tpr_of>, tpr_words, {{.name = "fpr", .domain = Domain::level}});
  tpr.found_of = {"power", "alpha"};
  Quantity claim =
      audited_claims(audited("audited_claim", "p-value of a claim of (epsilon, delta)-DP"),
                     answer_claim, claim_words);
  claim.choices = {{"epsilon", "delta"}};
  Quantity mechanism =
      audited_claims(audited("audited_mechanism", "p-value of the claim that it is a mechanism"),
                     answer_mechanism, mechanism_claim_words);
  mechanism.subject = Subject::attack_and_mechanism;
  mechanism.choices = {{}, {"epsilon"}};
  Quantity errors = audited("audited_errors", "limits of both error rates of an attack",
                            answer_errors, error_words);
  errors.certificate->members = both_limits;
  errors.words.first = "audited_alpha";
  errors.words.values = {{"beta", "The limit of the false negative rate"}};
  return {
      errors,
      epsilon,
      audited("audited_mu", "supremum of the mu of Gaussian DP that an attack refutes",
              answer_attack<mu_of>, mu_words),
      advantage,
      tpr,
      audited("audited_gamma", "supremum of the successes that reconstructions refute as limits",
              answer_attack<gamma_of>, gamma_words),
      claim,
      mechanism};
}

}  // namespace plumbline
