#include "verify/batch/question_source.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "verify/base/text/safe_text.hpp"
#include "verify/records/attack_words.hpp"

namespace plumbline {

QuestionSource::QuestionSource(std::string file, std::istream& standard_input, Query usual)
    : file_(std::move(file)), usual_(std::move(usual)) {
  std::error_code error;
  if (file_ == "-") {
    in_ = &standard_input;
    return;
  }
  stream_.open(file_);
  if (stream_ && !std::filesystem::is_directory(file_, error)) {
    in_ = &stream_;
    return;
  }
  unreadable_ = std::filesystem::exists(file_, error) ? "cannot be read" : "there is no such file";
  unreadable_ += "; give a file of JSON Lines or CSV, or - for standard input";
}

std::optional<QuestionLine> QuestionSource::next() {
  if (!unreadable_.empty()) return give_up(std::exchange(unreadable_, ""));
  for (std::string text; in_ != nullptr && std::getline(*in_, text);) {
    ++line_;
    trim_record(&text, first_);
    if (is_blank(text)) continue;
    const bool first = std::exchange(first_, false);
    if (!first) return read(text);
    if (const std::string why = no_records(text, question_words()); !why.empty()) {
      return give_up(why);
    }
    if (!is_record_header(text)) return read(text);
    try {
      header_ = record_header(text);
      check_question_header(header_);
    } catch (const std::invalid_argument& e) {
      return give_up(e.what());
    }
  }
  return std::nullopt;
}

QuestionLine QuestionSource::give_up(const std::string& why) {
  in_ = nullptr;
  return {.line = line_, .broken = one_line(why)};
}

QuestionLine QuestionSource::read(const std::string& text) {
  QuestionLine out{.line = line_};
  try {
    nlohmann::json record = header_.empty() ? parse_record_json(text, question_words())
                                            : csv_record(header_, text, question_words());
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    if (record.is_object() && record.contains("id")) {
      out.id = record["id"].dump(-1, ' ', false, replace);
    }
    out.as_attack = read_rates(&record, usual_);
    out.question = question_of(record, usual_);
  } catch (const std::invalid_argument& e) {
    out.broken = one_line(e.what());
  } catch (const nlohmann::json::exception& e) {  // for example a text that is not UTF-8
    out.broken = one_line(e.what());
  }
  return out;
}

}  // namespace plumbline
