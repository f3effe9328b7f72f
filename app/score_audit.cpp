#include "app/score_audit.hpp"

#include "app/options/score_file.hpp"

namespace plumbline {

ScoreRule score_rule_of(const ScoreArguments& a) {
  return {a.threshold, a.seed, a.audit.confidence, a.audit.split, a.low};
}

ScoreAudit score_audit_of(const ScoreArguments& a, const Poll& poll) {
  const ScoreRule rule = score_rule_of(a);
  check(rule);
  const Scores given = read_scores(a.files);
  ScoreAudit out{score_choice(rule, given, poll), {}};
  out.data = {{"members", {static_cast<long>(given.members.size())}},
              {"others", {static_cast<long>(given.others.size())}},
              {"threshold_rule", {a.threshold}},
              {"member_scores", {a.low ? "low" : "high"}}};
  if (out.rule == ThresholdRule::split) out.data.push_back({"seed", {a.seed}});
  out.data.push_back({"split", {a.audit.split}});
  out.data.push_back({"local_alpha", {out.band.local().alpha.text()}});
  out.data.push_back({"local_beta", {out.band.local().beta.text()}});
  return out;
}

}  // namespace plumbline
