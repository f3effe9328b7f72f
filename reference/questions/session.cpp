#include "reference/questions/session.hpp"

#include <algorithm>
#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/bound_decision.hpp"
#include "reference/questions/stated_hypotheses.hpp"

namespace plumbline {

namespace {

bool is_of_pair(const Quantity& entry) {
  return entry.subject == Subject::mechanism || entry.subject == Subject::two_mechanisms;
}

/// Adds the hypotheses of the mechanisms to the answer.
void state(const StatedHypotheses& known, Answer* answer) {
  answer->hypotheses = known.mechanism;
  answer->other_hypotheses = known.other;
}

}  // namespace

std::string Session::engine_of(const Query& question) {
  const Quantity& entry = required_quantity(question.quantity);
  if (!is_of_pair(entry)) return "";
  const std::string first =
      kept_.engine_of(question.mechanism, question.direction, question.engine);
  if (entry.subject == Subject::mechanism) return first;
  const std::string second =
      kept_.engine_of(question.other, question.direction, question.second_engine());
  return first == second ? first : first + "+" + second;
}

Answer Session::certain(const Query& question) {
  const Quantity& entry = required_quantity(question.quantity);
  const std::string engine = engine_of(question);
  Answer out = entry.certain != nullptr ? entry.certain(question, engine)
                                        : Answer{.value = certain_before(entry, engine)};
  if (is_of_pair(entry)) {
    out.explanation = kept_.of(question.mechanism, question.direction, question.engine).explain();
  }
  state(stated_hypotheses(question), &out);
  return out;
}

Answer Session::answer(const Query& question, const Effort& effort, const Observer& observer) {
  const StatedHypotheses known = stated_hypotheses(question);
  std::optional<Answer> best;
  OtherPath path;
  path.kept = &kept_;
  path.so_far = [&](const Answer& found) {
    best = found;
    state(known, &*best);
    if (observer) observer(*best);
  };
  try {
    return extended_answer(question, effort, path);
  } catch (const Interrupted&) {
    if (best) return *best;
  }
  Answer out = certain(question);
  out.nothing_found = true;
  return out;
}

BoundDecision Session::decide(const Query& question, const Rational& bound, const Effort& effort) {
  constexpr int kFirstDigits = 4, kMoreDigits = 3;
  BoundDecision out{Decided::undecided, certain(question)};
  for (int digits = std::min(kFirstDigits, question.digits);; digits *= kMoreDigits) {
    Query asked = question;
    asked.digits = std::min(digits, question.digits);
    out.used = answer(asked, effort);
    const Ball& value = out.used.value.value();
    const Ball limit(bound, value.precision());
    if (is_infinite(out.used) || certainly_less(limit, value)) out.word = Decided::refuted;
    if (!is_infinite(out.used) && certainly_at_most(value, limit)) out.word = Decided::proved;
    const bool over = out.word != Decided::undecided || asked.digits == question.digits;
    if (over || effort.expired()) return out;
  }
}

std::string Session::subject(const Query& question) {
  const Quantity& entry = required_quantity(question.quantity);
  if (entry.subject != Subject::mechanism) return question.mechanism;
  const PrivacyProfile profile = kept_.of(question.mechanism, question.direction, question.engine);
  std::string out = profile.composition().expression();
  keep_hypotheses(out, profile.composition().hypotheses());
  return out;
}

}  // namespace plumbline
