/// Prints the answers of a command in the requested format and counts them for its exit code.
#pragma once

#include <optional>

#include "app/answers/mixed_pairs.hpp"
#include "app/answers/renderer.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {

class AnswerWriter {
 public:
  AnswerWriter(AnswerFormat format, TextLayout layout, std::FILE* to = stdout);

  /// Prints an answer. A `heading` is printed only when the next answer is printed, because a heading would be
  /// meaningless above an error message.
  void give(const AnswerRecord& answer);
  /// Prints why an answer is missing: one line on standard error, after all earlier answers. Later answers are still
  /// printed.
  void refuse(const std::string& why);
  /// Records that a requested value is unknown and has no answer record.
  void not_reached() { all_reached_ = false; }
  /// Writes the answers that are not printed yet, and returns the exit code. A wrong answer takes precedence over an
  /// unknown value.
  int finish();

 private:
  void give_heading();

  std::unique_ptr<AnswerRenderer> renderer_;
  MixedPairs mixed_;
  std::optional<AnswerRecord> heading_;
  bool any_wrong_ = false, any_refused_ = false, all_reached_ = true;
};

}  // namespace plumbline
