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
/// Reads the files.
ScoreAudit score_audit_of(const ScoreArguments& arguments, const Poll& poll);

}  // namespace plumbline
