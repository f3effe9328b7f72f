/// The audit of scores that the words of `audit scores` ask for.
#pragma once

#include "app/audits/audit_words.hpp"
#include "app/audits/score_choice.hpp"

namespace plumbline {

/// The thresholds that the rule allows, and what records say of the data.
struct ScoreAudit : ScoreChoice {
  FieldGroup data;
};

ScoreRule score_rule_of(const ScoreArguments& arguments);
/// Gives a split that has none a seed from the system's source of randomness: then the half is a random one in
/// whatever order the scores stand.
void draw_seed(ScoreArguments* arguments);

/// Reads the files. Refuses sorted scores where a split has a fixed seed.
ScoreAudit score_audit_of(const ScoreArguments& arguments, const Poll& poll);

}  // namespace plumbline
