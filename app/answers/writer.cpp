#include "app/answers/writer.hpp"

#include <fmt/core.h>

namespace plumbline {
namespace {

std::unique_ptr<AnswerRenderer> renderer_of(AnswerFormat format, TextLayout layout, std::FILE* to) {
  switch (format) {
    case AnswerFormat::json:
      return json_renderer(to);
    case AnswerFormat::csv:
      return csv_renderer(to);
    case AnswerFormat::text:
      break;
  }
  return text_renderer(std::move(layout), to);
}

}  // namespace

AnswerWriter::AnswerWriter(AnswerFormat format, TextLayout layout, std::FILE* to)
    : renderer_(renderer_of(format, std::move(layout), to)) {}

void AnswerWriter::give(const AnswerRecord& answer) {
  any_wrong_ = any_wrong_ || answer.wrong;
  all_reached_ = all_reached_ && is_reached(answer);
  renderer_->take(answer);
}

void AnswerWriter::refuse(const std::string& why) {
  fmt::print(stderr, "plumbline: {}\n", why);
  any_refused_ = true;
}

int AnswerWriter::finish() {
  renderer_->finish();
  return any_wrong_ ? kWrong : any_refused_ ? kBadInput : !all_reached_ ? kNotReached : kAllAsAsked;
}

}  // namespace plumbline
