/// The hypotheses of the mechanisms that a question is about.
#pragma once

#include <memory>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Hypotheses;

/// Null for a subject that is no mechanism: a channel, an attack, or none at all.
struct StatedHypotheses {
  std::shared_ptr<const Hypotheses> mechanism, other;
};

/// Returns those of a question in canonical form.
StatedHypotheses stated_hypotheses(const Query& question);

}  // namespace plumbline
