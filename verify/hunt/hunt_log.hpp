/// Stores all answers of a hunt in a file, so that an interrupted hunt can continue.
#pragma once

#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

class HuntLog {
 public:
  /// Reads the existing answers. `title` identifies the hunt: a file with another title is rejected with
  /// std::invalid_argument. If the name is empty, no file is used.
  HuntLog(const std::string& file, const std::string& title);

  /// Returns the answers of an earlier run about the setting; nothing if it has none.
  std::optional<std::vector<Examined>> find(const Setting& setting, bool neighbours) const;
  void add(const Setting& setting, bool neighbours, const std::vector<Examined>& answers);

 private:
  static std::string key_of(const Setting& setting, bool neighbours);
  void read(std::ifstream& in, const std::string& file, const std::string& title);

  std::map<std::string, std::vector<Examined>> known_;
  std::ofstream out_;
  std::mutex mutex_;
};

}  // namespace plumbline
