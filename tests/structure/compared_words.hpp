/// String literals that code compares with.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/places.hpp"

namespace plumbline::testing {

/// A literal with another meaning, and the file that may compare with it.
using Excused = std::set<std::pair<std::string, std::string>>;

struct Compared {
  std::vector<std::string> found;  ///< "FILE: LINE" of each comparison without an excuse
  Excused needed;                  ///< the excuses that were used
  int files = 0;
};

/// Returns the literals that a line of code compares with, by == and !=, as a prefix or as an element.
inline std::vector<std::string> compared_in(const std::string& line) {
  static const std::regex comparison(
      "(==|!=)\\s*\"([a-z_0-9]+)\"|\"([a-z_0-9]+)\"\\s*(==|!=)|(starts_with|contains|count)\\(\"("
      "[a-z_0-9]+)\"");
  std::vector<std::string> out;
  // Most lines contain neither; the regular expression is slow.
  const auto has = [&](const char* sign) { return line.find(sign) != std::string::npos; };
  if (!has("\"")) return out;
  if (!has("==") && !has("!=") && !has("starts_with(\"") && !has("contains(\"") && !has("count(\""))
    return out;
  for (std::sregex_iterator it(line.begin(), line.end(), comparison), end; it != end; ++it) {
    for (const int group : {2, 3, 6}) {
      if ((*it)[group].matched) out.push_back((*it)[group]);
    }
  }
  return out;
}

/// Counts comparisons with these literals in all sources of the library, the judges and the interfaces.
inline Compared comparisons_with(const std::set<std::string>& words, const Excused& excused) {
  namespace fs = std::filesystem;
  Compared out;
  const fs::path root = kSourceFolder;
  for (const char* top : {"reference", "verify", "app", "capi"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      ++out.files;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        for (const std::string& word : compared_in(line)) {
          if (words.count(word) == 0) continue;
          if (excused.count({file, word}) > 0) {
            out.needed.emplace(file, word);
          } else {
            out.found.push_back(file + ": " + line);
          }
        }
      }
    }
  }
  return out;
}

}  // namespace plumbline::testing
