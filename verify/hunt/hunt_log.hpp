/// All answers of a hunt in a file, so that one that was interrupted goes on.
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
  /// Reads what is there. `title` says what the hunt is of: a file with another one is refused with
  /// std::invalid_argument. No file if the name is empty.
  HuntLog(const std::string& file, const std::string& title);

  /// Returns the answers of an earlier run.
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
