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

  /// A `heading` waits for the answer below it: above an error it would say nothing.
  void give(const AnswerRecord& answer);
  /// One line on standard error, in its place among the answers. The others count all the same.
  void refuse(const std::string& why);
  /// Something is not known that no answer stands for.
  void not_reached() { all_reached_ = false; }
  /// Writes what waits and returns the exit code. What is wrong is wrong whatever else is not known.
  int finish();

 private:
  void give_heading();

  std::unique_ptr<AnswerRenderer> renderer_;
  MixedPairs mixed_;
  std::optional<AnswerRecord> heading_;
  bool any_wrong_ = false, any_refused_ = false, all_reached_ = true;
};

}  // namespace plumbline
