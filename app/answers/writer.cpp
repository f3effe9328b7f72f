#include "app/answers/writer.hpp"

#include <exception>
#include <stdexcept>

#include "app/answers/error_output.hpp"

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

void AnswerWriter::give_heading() {
  if (heading_) renderer_->take(*heading_);
  heading_.reset();
}

void AnswerWriter::give(const AnswerRecord& answer) {
  give_heading();
  if (answer.kind == "heading") {
    heading_ = answer;
    return;
  }
  any_wrong_ = any_wrong_ || answer.wrong;
  all_reached_ = all_reached_ && is_reached(answer);
  renderer_->take(answer);
  mixed_.warn(answer);
}

void AnswerWriter::refuse(const std::string& why) {
  print_error(std::make_exception_ptr(std::invalid_argument(why)));
  any_refused_ = true;
}

int AnswerWriter::finish() {
  if (!any_refused_) give_heading();
  renderer_->finish();
  return any_wrong_ ? kWrong : any_refused_ ? kBadInput : !all_reached_ ? kNotReached : kAllAsAsked;
}

}  // namespace plumbline
