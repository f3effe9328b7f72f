/// `certify audit scores`.
#include <memory>
#include <stdexcept>

#include "app/audits/audit_items.hpp"
#include "app/options/score_file.hpp"
#include "app/running/values.hpp"
#include "app/score_audit.hpp"
#include "reference/quantities/neighbours/neighbours.hpp"
#include "reference/statistics/attack.hpp"

namespace plumbline {
namespace {

/// The attack as a certificate has it, at one threshold and at others.
class CertifiedScores {
 public:
  CertifiedScores(const ScoreArguments& a, const ScoreAudit& audit) : a_(a), audit_(audit) {
    const Scores given = read_scores(a.files, false);
    data_ = {{"members", score_text(given.members)}, {"others", score_text(given.others)}};
    const auto [rule, list] = rule_words(a.threshold);
    words_ = {{"members", std::to_string(given.members.size())},
              {"others", std::to_string(given.others.size())},
              {"member_scores", a.low ? "low" : "high"},
              {"rule", rule},
              {"confidence", read_value("confidence", a.audit.confidence).text()},
              {"split", read_value("split", a.audit.split).text()}};
    if (audit.rule == ThresholdRule::bonferroni) {
      std::vector<double> shown;
      for (const double cut : audit.cuts) shown.push_back(audit.as_given(cut));
      words_.emplace_back("list", "[" + score_text(shown) + "]");
    }
    if (audit.rule == ThresholdRule::split) {
      words_.emplace_back("seed", std::to_string(split_seed(a.seed)));
    }
    if (audit.rule == ThresholdRule::equal_level) {
      words_.emplace_back("local_alpha", audit.band.local().alpha.text());
      words_.emplace_back("local_beta", audit.band.local().beta.text());
    }
    constexpr size_t kMost = 1 << 20;
    for (const auto& [side, text] : data_) {
      if (text.size() <= kMost) continue;
      throw std::invalid_argument("the scores of " + side + " take " + std::to_string(text.size()) +
                                  " characters; a certificate has room for 2^20 (about 50,000 "
                                  "scores of full precision): round them");
    }
  }

  CertifyItem item(double cut, const std::string& quantity, const NamedTexts& at = {},
                   Direction direction = Direction::worst) const {
    CertifyItem out = audit_item(a_.audit.common, quantity, attack(cut), at, direction);
    out.request.options = data_;
    return out;
  }
  std::vector<CertifyItem> claims(const AuditClaim& claim) const {
    const double cut = audit_.best_against(claim.curve, a_.audit.common.timeout);
    auto out = claim_items(a_.audit, attack(cut), direction_of(a_.audit.common.direction));
    for (CertifyItem& item : out) item.request.options = data_;
    return out;
  }

 private:
  AttackText attack(double cut) const {
    NamedTexts words = words_;
    words.emplace_back("threshold", score_text({audit_.as_given(cut)}));
    return AttackText::of(AttackKind::scores, words);
  }

  const ScoreArguments& a_;
  const ScoreAudit& audit_;
  NamedTexts words_, data_;
};

}  // namespace

std::vector<CertifyItem> score_items(const ScoreArguments& a) {
  const ScoreAudit audit = score_audit_of(a, deadline_in(a.audit.common.timeout));
  const CertifiedScores certified(a, audit);
  const Direction direction = direction_of(a.audit.common.direction);
  std::vector<CertifyItem> out;
  for (const Rational& delta : audited_deltas(a.audit)) {
    const double cut = audit.best_of_epsilon(delta, direction);
    out.push_back(certified.item(cut, "audited_errors"));
    out.push_back(certified.item(cut, "audited_epsilon", {{"delta", delta.text()}}, direction));
  }
  out.push_back(certified.item(audit.best(mu_worth), "audited_mu"));
  out.push_back(certified.item(audit.best_of_advantage(), "audited_advantage"));
  for (const Rational& fpr : read_values("fpr", a.audit.fprs)) {
    out.push_back(certified.item(audit.best_of_tpr(fpr), "audited_tpr", {{"fpr", fpr.text()}}));
  }
  if (const std::optional<AuditClaim> claim = audit_claim(a.audit)) {
    for (CertifyItem& item : certified.claims(*claim)) out.push_back(std::move(item));
  }
  return out;
}

}  // namespace plumbline
