#include "app/running/guarded.hpp"

#include "app/answers/error_output.hpp"
#include "app/answers/writer.hpp"

namespace plumbline {

int guarded(AnswerFormat format, const TextLayout& layout,
            const std::function<void(AnswerWriter&)>& ask) {
  AnswerWriter answers(format, layout);
  try {
    ask(answers);
  } catch (const Interrupted&) {
    print_out_of_time();
    answers.not_reached();
  }
  return answers.finish();
}

}  // namespace plumbline
