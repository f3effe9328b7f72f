/// Reads questions from a file or from standard input, line by line.
#pragma once

#include <fstream>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "verify/records/query_record.hpp"

namespace plumbline {

/// A line that is not empty: a question, or the error in the line.
struct QuestionLine {
  long line = 0;  ///< from 1; 0 for a file that cannot be read
  std::optional<Query> question{};
  std::string id{};      ///< the member `id` of the line as JSON; empty without one
  std::string broken{};  ///< the error, if the line has no question
  /// The line is written in the terms of an attacker: tpr and fpr instead of power and alpha.
  bool as_attack = false;
};

/// JSON Lines and CSV are distinguished by the first line: a CSV file begins with its column names.
class QuestionSource {
 public:
  /// The file `-` means `standard_input`. `usual` contains the defaults for options that a line omits.
  QuestionSource(std::string file, std::istream& standard_input, Query usual);

  /// Returns the next line; nothing at the end.
  std::optional<QuestionLine> next();

 private:
  QuestionLine read(const std::string& text);
  QuestionLine give_up(const std::string& why);

  std::string file_;
  Query usual_;
  std::ifstream stream_;
  std::istream* in_ = nullptr;
  std::string unreadable_;
  long line_ = 0;
  bool first_ = true;                ///< nothing was read yet
  std::vector<std::string> header_;  ///< header of a CSV file
};

}  // namespace plumbline
