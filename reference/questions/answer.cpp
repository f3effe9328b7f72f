#include "reference/questions/answer.hpp"

#include "reference/questions/question.hpp"

namespace plumbline {

bool is_infinite(const Answer& answer) { return text_of(answer.findings, "infinite") == "yes"; }

std::string why_infinite(const Answer& answer) {
  return is_infinite(answer) ? text_of(answer.findings, "why") : "";
}

}  // namespace plumbline
