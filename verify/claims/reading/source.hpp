/// Reads claims from files and standard input, line by line.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/claims/reading/beside.hpp"

namespace plumbline {

/// A line that is not empty: a claim, or the reason why the line is not a claim.
struct ClaimLine {
  std::string file;
  long line = 0;  ///< from 1; 0 for a file that cannot be read
  std::optional<Claim> claim;
  std::string broken;
  AskedAgain::Answers again;  ///< answers of other installations to the same question
  /// The line is broken in such a way that the following text cannot be read.
  bool ends_file = false;

  /// Returns `file:line`.
  std::string place() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
};

/// Reads the files in order. JSON Lines and CSV are distinguished by the first line: a CSV file begins with its column
/// names. Ids of promises and installations refer to the tables next to the file.
class ClaimSource {
 public:
  /// The file `-` means `standard_input`. `tables` is the folder of the tables; if it is empty, the folder of each
  /// file.
  ClaimSource(std::vector<std::string> files, std::istream& standard_input,
              std::string tables = "");

  /// Returns the next line; nothing at the end of the last file. A file that cannot be read is one broken line with
  /// number 0. If a file does not begin like a file of claims, it ends with one broken line, which states this error.
  std::optional<ClaimLine> next();

 private:
  bool open_next(ClaimLine* out);
  ClaimLine read(const std::string& text);
  ClaimLine give_up(const std::string& why);

  std::vector<std::string> files_;
  std::istream& standard_input_;
  std::string tables_folder_;
  size_t file_ = 0;  ///< index of the open file plus one
  std::ifstream stream_;
  std::istream* in_ = nullptr;
  TablesBeside tables_;  ///< tables of the open file
  long line_ = 0;
  bool first_ = true;                ///< no line of the file was read yet
  std::vector<std::string> header_;  ///< header of a CSV file
};

}  // namespace plumbline
