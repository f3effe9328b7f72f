/// The command `certify audit scores`.
#include <memory>
#include <stdexcept>

#include "app/audits/score_audit.hpp"
#include "app/certificates/audit_items.hpp"
#include "app/options/files/score_file.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/attack.hpp"

namespace plumbline {
namespace {

/// Creates the items of an audit of scores, each at the best threshold for its quantity.
class CertifiedScores {
 public:
  CertifiedScores(const ScoreArguments& a, const ScoreAudit& audit)
      : a_(a), audit_(audit), attack_(score_rule_of(a), read_scores(a.files), audit) {}

  CertifyItem item(double cut, const std::string& quantity, const NamedTexts& at = {},
                   Direction direction = Direction::worst) const {
    CertifyItem out = audit_item(a_.audit.common, quantity, attack_.at(cut), at, direction);
    out.request.options = attack_.data();
    return out;
  }
  std::vector<CertifyItem> claims(const AuditClaim& claim) const {
    const double cut = audit_.best_against(claim.curve, deadline_in(a_.audit.common.timeout));
    auto out = claim_items(a_.audit, attack_.at(cut), direction_of(a_.audit.common.direction));
    for (CertifyItem& item : out) item.request.options = attack_.data();
    return out;
  }

 private:
  const ScoreArguments& a_;
  const ScoreAudit& audit_;
  ScoreAttack attack_;
};

}  // namespace

std::vector<CertifyItem> score_items(ScoreArguments a) {
  refuse_uncertified(a.audit);
  if (!a.chosen_fprs.empty()) {
    throw std::invalid_argument(
        "--epsilon-at-fpr: certify the threshold that it chooses, --threshold explicit=T");
  }
  draw_seed(&a);
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
