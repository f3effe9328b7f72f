#include "reference/engines/sharpened.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

std::string name_of(Question question) {
  switch (question) {
    case Question::delta:
      return "delta";
    case Question::one_minus_delta:
      return "1 - delta";
    case Question::excess:
      return "delta - 1 + e^t";
    case Question::P_above:
      return "P(S > t)";
    case Question::P_below:
      return "P(S <= t)";
    case Question::Q_above:
      return "Q(S > t)";
    case Question::Q_below:
      return "Q(S <= t)";
  }
  return "an answer";
}

bool sharpen(Enclosure* best, const Enclosure& found, Question question, const std::string& by) {
  if (!found.value.is_finite()) return false;
  const bool sharper = !best->value.is_finite() || found.value.radius() <= best->value.radius();
  best->value = common(best->value, found.value, name_of(question) + " by " + by);
  if (sharper) best->budget = found.budget;
  return sharper;
}

}  // namespace plumbline
