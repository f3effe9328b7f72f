/// Prepares an audit of scores from the options of `audit scores`.
#pragma once

#include "app/audits/audit_words.hpp"
#include "app/audits/score_choice.hpp"

namespace plumbline {

/// The thresholds that the rule permits, and the fields that describe the data in the answers.
struct ScoreAudit : ScoreChoice {
  FieldGroup data;
};

ScoreRule score_rule_of(const ScoreArguments& arguments);
/// Draws a seed from the system's source of randomness for a split without a seed. The selected half is then random
/// for any order of the scores.
void draw_seed(ScoreArguments* arguments);

/// Reads the files. Throws std::invalid_argument if an option or a file is invalid, or if a split has a fixed seed and
/// the scores are sorted.
ScoreAudit score_audit_of(const ScoreArguments& arguments, const Poll& poll);

}  // namespace plumbline
