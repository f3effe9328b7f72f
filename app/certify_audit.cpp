#include <stdexcept>

#include "app/audit_items.hpp"
#include "app/values.hpp"
#include "reference/quantities/neighbours.hpp"

namespace plumbline {
namespace {

void refuse_family(const AuditArguments& a) {
  if (a.family.empty()) return;
  throw std::invalid_argument(
      "--family cannot be certified; certify calibrate the parameter at --alpha and --beta, the "
      "limits "
      "that audited_errors certifies");
}

/// What follows from limits of both errors.
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
  out.label = quantity;
  if (at.size() == 1) {
    out.written_at = at.front().second;
    out.label += "(" + at.front().first + "=" + out.written_at + ")";
  }
  return out;
}

std::vector<CertifyItem> claim_items(const AuditArguments& a, const AttackText& attack,
                                     Direction direction, const NamedTexts& at) {
  constexpr int kMostDigits = 10;  // of a p-value
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

std::vector<CertifyItem> trial_items(const TrialArguments& a) {
  refuse_family(a.audit);
  const auto exact = [](const std::string& name, const std::string& text) {
    return read_value(name, text).text();
  };
  const auto count = [](const std::string& name, const std::string& text) {
    return std::to_string(whole_number(name, read_value(name, text), 0));
  };
  const std::string confidence = exact("confidence", a.audit.confidence);
  if (counts_trials(a)) {
    const AttackText attack =
        AttackText::of(AttackKind::trials, {{"tp", count("tp", a.tp)},
                                            {"fn", count("fn", a.fn)},
                                            {"fp", count("fp", a.fp)},
                                            {"tn", count("tn", a.tn)},
                                            {"confidence", confidence},
                                            {"split", exact("split", a.audit.split)}});
    std::vector<CertifyItem> out = limit_items(a.audit, attack);
    append(claim_items(a.audit, attack, direction_of(a.audit.common.direction)), &out);
    return out;
  }
  const AttackText attack =
      AttackText::of(AttackKind::reconstruction, {{"successes", count("successes", a.successes)},
                                                  {"attempts", count("attempts", a.attempts)},
                                                  {"kappa", exact("kappa", a.kappa)},
                                                  {"confidence", confidence}});
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
      "audit", "what an attack's results refute: a bundle of all that `audit` answers");
  audit->require_subcommand(1);
  const std::string before = "certify ", after = " -o /dev/null";
  const auto trials = std::make_shared<TrialArguments>();
  finish(add_trial_words(*audit, trials, before, after), trials->audit.common,
         [trials] { return trial_items(*trials); });
  const auto scores = std::make_shared<ScoreArguments>();
  finish(add_score_words(*audit, scores, before, after), scores->audit.common, [scores] {
    refuse_family(scores->audit);
    return score_items(*scores);
  });
  const auto one_run = std::make_shared<OneRunArguments>();
  finish(add_one_run_words(*audit, one_run, before, after), one_run->audit.common,
         [one_run] { return one_run_items(*one_run); });
}

}  // namespace plumbline
