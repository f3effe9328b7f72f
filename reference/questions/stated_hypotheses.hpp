/// Computes the hypotheses of the mechanisms in a question, that is, for which neighbours the pair dominates or is
/// attained.
#pragma once

#include <string>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// The hypotheses of the subjects; null for a subject that is not a mechanism: a channel, an attack, or none.
struct StatedHypotheses {
  HypothesesPtr mechanism, other;
};

/// Returns the hypotheses of an expression, whose parameters may be unknown; null for the text of a channel or an
/// attack and for an empty text. Throws RefusedPair if a rule rejects the expression.
HypothesesPtr hypotheses_of_text(const std::string& text);

/// Caches the hypotheses of a composition that was parsed from this text, so that hypotheses_of_text does not parse
/// the text again.
void keep_hypotheses(const std::string& text, const Hypotheses& hypotheses);

/// Returns the hypotheses of a question in canonical form.
StatedHypotheses stated_hypotheses(const Query& question);

}  // namespace plumbline
