/// Claims from files and standard input, line by line.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/claims/reading/beside.hpp"

namespace plumbline {

/// One line that is not empty: a claim, or why there is none.
struct ClaimLine {
  std::string file;
  long line = 0;  ///< from 1; 0 for a file that cannot be read
  std::optional<Claim> claim;
  std::string broken;
  AskedAgain::Answers again;  ///< of other installations to the same question
  bool ends_file = false;     ///< broken in a way that leaves nothing to read behind it

  /// `file:line`
  std::string place() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
};

/// Reads the files in order. JSON Lines and CSV are distinguished by the first line: a CSV file begins
/// with its column names. What ids of promises and installations name is looked for in the tables beside
/// the file.
class ClaimSource {
 public:
  /// `-` is `standard_input`. The tables are in that folder; where it is empty, beside each file.
  ClaimSource(std::vector<std::string> files, std::istream& standard_input,
              std::string tables = "");

  /// The next line; nothing at the end of the last file. A file that cannot be read is one broken
  /// line with number 0, and one that begins with what no claims begin with ends there.
  std::optional<ClaimLine> next();

 private:
  bool open_next(ClaimLine* out);
  ClaimLine read(const std::string& text);
  ClaimLine give_up(const std::string& why);

  std::vector<std::string> files_;
  std::istream& standard_input_;
  std::string tables_folder_;
  size_t file_ = 0;  ///< index of the open one plus one
  std::ifstream stream_;
  std::istream* in_ = nullptr;
  TablesBeside tables_;  ///< of the open one
  long line_ = 0;
  bool first_ = true;                ///< nothing of the file has been read yet
  std::vector<std::string> header_;  ///< of a CSV file
};

}  // namespace plumbline
