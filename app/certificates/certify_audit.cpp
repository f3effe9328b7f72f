#include <algorithm>
#include <stdexcept>

#include "app/certificates/audit_items.hpp"
#include "app/certificates/certify_answers.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

void refuse_family(const AuditArguments& a) {
  if (a.family.empty()) return;
  throw std::invalid_argument("--family goes with audit trials: give it the counts at a threshold");
}

/// Returns the family's mechanism at the end of the range of refuted parameter values. The end is rounded to eight
/// digits, into the range. This mechanism is the least private of the refuted mechanisms.
std::string refuted_member(const AuditArguments& a, const TrialCounts& counts,
                           const ErrorShares& shares) {
  constexpr int kDigits = 8;
  const Family family(a.family, "");
  Effort effort = effort_of(a.common);
  effort.digits = kDigits + 2;
  const auto found = audited_parameter(error_limits(counts, shares, effort.digits), family,
                                       direction_of(a.common.direction), a.common.engine, effort);
  const auto ends = found ? found->value.value().decimal_ends(kDigits + 4)
                          : std::pair<std::optional<Rational>, std::optional<Rational>>{};
  const std::optional<Rational>& end = found && found->above ? ends.second : ends.first;
  if (!end) {
    throw std::invalid_argument("no " + family.parameter() + " of " + family.expression() +
                                " is refuted: there is nothing to certify of --family");
  }
  const Rational value = found->above ? decimal_above(*end, kDigits) : decimal_below(*end, kDigits);
  return family.at(value).expression();
}

/// Returns the items that follow from limits of both errors.
std::vector<CertifyItem> limit_items(const AuditArguments& a, const AttackText& attack) {
  const Direction direction = direction_of(a.common.direction);
  std::vector<CertifyItem> out{audit_item(a.common, "audited_errors", attack)};
  for (const Rational& delta : audited_deltas(a)) {
    out.push_back(
        audit_item(a.common, "audited_epsilon", attack, {{"delta", delta.text()}}, direction));
  }
  out.push_back(audit_item(a.common, "audited_mu", attack));
  out.push_back(audit_item(a.common, "audited_advantage", attack));
  for (const Rational& fpr : read_values("fpr", a.fprs)) {
    out.push_back(audit_item(a.common, "audited_tpr", attack, {{"fpr", fpr.text()}}));
  }
  return out;
}

void append(std::vector<CertifyItem> more, std::vector<CertifyItem>* out) {
  for (CertifyItem& item : more) out->push_back(std::move(item));
}

}  // namespace

CertifyItem audit_item(const CommonOptions& common, const std::string& quantity,
                       const AttackText& attack, const NamedTexts& at, Direction direction) {
  CertifyItem out{certify_request(quantity, common)};
  out.request.mechanism = attack.text();
  out.request.direction = direction;
  out.request.at = at;
  out.label = audit_label(quantity);
  if (at.size() == 1) {
    out.written_at = at.front().second;
    out.label += "(" + at.front().first + "=" + out.written_at + ")";
  }
  return out;
}

std::vector<CertifyItem> claim_items(const AuditArguments& a, const AttackText& attack,
                                     Direction direction, const NamedTexts& at) {
  constexpr int kMostDigits = 10;  // maximum digits of a p-value
  check_claim_words(a);
  CommonOptions few = a.common;
  few.digits = std::min(few.digits, kMostDigits);
  if (!a.claim.empty()) {
    CertifyItem out = audit_item(few, "audited_mechanism", attack, at, direction);
    out.request.other = a.claim;
    out.written_at.clear();
    out.written_more = at;
    return {out};
  }
  if (a.claim_epsilon.empty()) return {};
  const NamedTexts numbers = {{"epsilon", read_value("claim-epsilon", a.claim_epsilon).text()},
                              {"delta", read_value("claim-delta", a.claim_delta).text()}};
  CertifyItem out = audit_item(few, "audited_claim", attack, numbers, direction);
  out.written_more = numbers;
  return {out};
}

namespace {

std::string exact_word(const std::string& name, const std::string& text) {
  return read_value(name, text).text();
}

std::string count_text(const std::string& name, const std::string& text) {
  return std::to_string(read_count(name, text));
}

std::vector<CertifyItem> count_items(const TrialArguments& a) {
  const TrialCounts counts = trial_counts(a);
  const Rational split = read_value("split", a.audit.split),
                 confidence = read_value("confidence", a.audit.confidence);
  const AttackText attack = AttackText::of(AttackKind::trials, {{"tp", count_text("tp", a.tp)},
                                                                {"fn", count_text("fn", a.fn)},
                                                                {"fp", count_text("fp", a.fp)},
                                                                {"tn", count_text("tn", a.tn)},
                                                                {"confidence", confidence.text()},
                                                                {"split", split.text()}});
  const Direction direction = direction_of(a.audit.common.direction);
  std::vector<CertifyItem> out = limit_items(a.audit, attack);
  append(claim_items(a.audit, attack, direction), &out);
  if (a.audit.family.empty()) return out;
  AuditArguments member = a.audit;
  member.claim = refuted_member(a.audit, counts, ErrorShares::of(confidence, split));
  member.claim_epsilon = member.claim_delta = "";
  append(claim_items(member, attack, direction), &out);
  return out;
}

}  // namespace

void refuse_uncertified(const AuditArguments& a) {
  if (a.epsilons.empty()) return;
  throw std::invalid_argument(
      "--epsilon: certificates are about epsilons at a delta; certify the claim that is refuted, "
      "--claim-epsilon " +
      a.epsilons.front() + " --claim-delta D");
}

std::vector<CertifyItem> trial_items(const TrialArguments& a) {
  check_audit_words(a.audit);
  refuse_uncertified(a.audit);
  if (counts_trials(a)) return count_items(a);
  const AttackText attack = AttackText::of(
      AttackKind::reconstruction, {{"successes", count_text("successes", a.successes)},
                                   {"attempts", count_text("attempts", a.attempts)},
                                   {"kappa", exact_word("kappa", a.kappa)},
                                   {"confidence", exact_word("confidence", a.audit.confidence)}});
  const CommonOptions& common = a.audit.common;
  std::vector<CertifyItem> out{audit_item(common, "audited_gamma", attack)};
  for (const Rational& delta : audited_deltas(a.audit)) {
    out.push_back(audit_item(common, "audited_epsilon", attack, {{"delta", delta.text()}},
                             Direction::forward));
  }
  out.push_back(audit_item(common, "audited_mu", attack));
  append(claim_items(a.audit, attack, Direction::forward), &out);
  return out;
}

void add_certify_audit(Command& certify, const FinishCertify& finish) {
  Command* audit = certify.add_subcommand(
      "audit", "which claims an attack's results refute: a bundle of all answers of `audit`");
  audit->require_subcommand(1);
  const std::string before = "certify ", after = " -o attack.json";
  const auto trials = std::make_shared<TrialArguments>();
  finish(add_trial_words(*audit, trials, before, after), trials->audit.common,
         [trials] { return trial_items(*trials); });
  const auto scores = std::make_shared<ScoreArguments>();
  finish(add_score_words(*audit, scores, before, after), scores->audit.common, [scores] {
    refuse_family(scores->audit);
    check_audit_words(scores->audit);
    return score_items(*scores);
  });
  const auto one_run = std::make_shared<OneRunArguments>();
  finish(add_one_run_words(*audit, one_run, before, after), one_run->audit.common,
         [one_run] { return one_run_items(*one_run); });
}

}  // namespace plumbline
