/// Answers to the questions of a file on other installations: `again/NAME` beside it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// The folder of such answers, in that of the records.
inline constexpr const char* kAgain = "again";

/// Where such answers are; empty for a file of that folder itself.
std::filesystem::path file_asked_again(const std::filesystem::path& record);

class AskedAgain {
 public:
  using Answers = std::vector<std::shared_ptr<const Claim>>;

  AskedAgain() = default;
  /// Reads the answers of `record`; none where there is no such file. `resolve` puts in what ids name. Throws
  /// std::invalid_argument, `FILE:LINE: what is wrong`, where a line is no claim that names its
  /// installation.
  AskedAgain(const std::filesystem::path& record, const std::function<void(Claim*)>& resolve);

  /// The answers to the question of that line of the record: tool, version, method, options, mechanism or
  /// event, neighbours, quantity, arguments and kind are the same.
  Answers to(const std::string& line) const;

 private:
  std::map<std::string, Answers> answers_;
};

}  // namespace plumbline
