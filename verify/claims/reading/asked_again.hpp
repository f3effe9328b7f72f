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

/// The folder of such answers, within the folder of the records.
inline constexpr const char* kAgain = "again";

/// Returns the path of such answers; empty for a file that is in that folder itself.
std::filesystem::path file_asked_again(const std::filesystem::path& record);

class AskedAgain {
 public:
  using Answers = std::vector<std::shared_ptr<const Claim>>;

  AskedAgain() = default;
  /// Reads the answers for `record`; there are no answers if the file does not exist. `resolve` resolves the ids of a
  /// claim. Throws std::invalid_argument, `FILE:LINE: defect`, if a line is not a claim that names its installation.
  AskedAgain(const std::filesystem::path& record, const std::function<void(Claim*)>& resolve);

  /// Returns the answers to the question of that line of the record: with equal tool, version, method, options,
  /// mechanism or event, neighbours, quantity, arguments and kind.
  Answers to(const std::string& line) const;

 private:
  std::map<std::string, Answers> answers_;
};

}  // namespace plumbline
