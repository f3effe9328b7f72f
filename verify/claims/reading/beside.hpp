/// The files next to a file of claims: promises.toml and installations.toml in its folder (or in its parent folder, if
/// the folder of the file is named `again`), and the answers of other installations in the folder `again`.
#pragma once

#include <memory>
#include <string>

#include "verify/claims/claim.hpp"
#include "verify/claims/reading/asked_again.hpp"

namespace plumbline {

class TablesBeside {
 public:
  TablesBeside() = default;
  /// Reads the tables next to `file`. If `file` is `-`, the standard input, the tables are in the working folder. If
  /// `folder` is not empty, the tables are in `folder` instead. Throws std::invalid_argument if a table cannot be read.
  explicit TablesBeside(const std::string& file, const std::string& folder = "");

  /// Resolves the ids of the claim. Throws std::invalid_argument, `field: defect`, if an id is in no table.
  void resolve(Claim* claim) const;
  /// Returns the answers of other installations to the question of a line of the file.
  AskedAgain::Answers again(const std::string& line) const { return again_.to(line); }

 private:
  std::string folder_;
  std::map<std::string, std::shared_ptr<const Basis>> promises_;
  InstallationTable installations_;
  AskedAgain again_;
};

}  // namespace plumbline
