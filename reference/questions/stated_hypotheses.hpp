/// The hypotheses of the mechanisms that a question is about.
#pragma once

#include <string>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// Null for a subject that is no mechanism: a channel, an attack, or none at all.
struct StatedHypotheses {
  HypothesesPtr mechanism, other;
};

/// Returns the hypotheses of an expression, whose parameters may be open; null for the text of a channel or an attack
/// and for the empty text. Throws RefusedPair where a rule refuses the expression.
HypothesesPtr hypotheses_of_text(const std::string& text);

/// Returns those of a question in canonical form.
StatedHypotheses stated_hypotheses(const Query& question);

}  // namespace plumbline
