/// Questions from a file or standard input, line by line.
#pragma once

#include <fstream>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "verify/batch/question_record.hpp"

namespace plumbline {

/// One line that is not empty: a question, or why there is none.
struct QuestionLine {
  long line = 0;  ///< from 1; 0 for a file that cannot be read
  std::optional<Query> question{};
  std::string id{};        ///< JSON that the line calls itself by; empty where it does not
  std::string broken{};    ///< where there is no question
  bool as_attack = false;  ///< asked in an attacker's words: power and alpha as tpr and fpr
};

/// JSON Lines and CSV are told apart by the first line: a CSV file begins with its column names.
class QuestionSource {
 public:
  /// `-` is `standard_input`. `usual`: what lines do not say.
  QuestionSource(std::string file, std::istream& standard_input, Query usual);

  /// The next line; nothing at the end.
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
  bool first_ = true;                ///< nothing has been read yet
  std::vector<std::string> header_;  ///< of a CSV file
};

}  // namespace plumbline
