/// The answers that other installations gave to the questions of a file. They are stored in `again/NAME` next to the
/// file.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// The name of the folder with the answers of other installations, within the folder of the records.
inline constexpr const char* kAgain = "again";

/// Returns the path of the file with the answers of other installations to the questions of `record`; empty if `record`
/// is itself in a folder `again`.
std::filesystem::path file_asked_again(const std::filesystem::path& record);

class AskedAgain {
 public:
  using Answers = std::vector<std::shared_ptr<const Claim>>;

  AskedAgain() = default;
  /// Reads the answers for `record`; there are no answers if the file does not exist. `resolve` resolves the ids of a
  /// claim. Throws std::invalid_argument, `FILE:LINE: defect`, if a line is not a claim that names its installation.
  AskedAgain(const std::filesystem::path& record, const std::function<void(Claim*)>& resolve);

  /// Returns the answers of other installations to the question of a line of `record`. The tool, version, method,
  /// options, mechanism or event, neighbours, quantity, arguments and kind of such an answer are those of the line.
  Answers to(const std::string& line) const;

 private:
  std::map<std::string, Answers> answers_;
};

}  // namespace plumbline
