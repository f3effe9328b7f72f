#include "app/running/guarded.hpp"

#include <fmt/core.h>

namespace plumbline {

int guarded(AnswerFormat format, const TextLayout& layout,
            const std::function<void(AnswerWriter&)>& ask) {
  AnswerWriter answers(format, layout);
  try {
    ask(answers);
  } catch (const Interrupted&) {
    fmt::print(stderr, "plumbline: time ran out; allow more with --timeout, or ask for less\n");
    answers.not_reached();
  }
  return answers.finish();
}

}  // namespace plumbline
