/// Words that code compares with.
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

/// A word that happens to be called the same, and the file where it may be compared with.
using Excused = std::set<std::pair<std::string, std::string>>;

struct Compared {
  std::vector<std::string> found;  ///< "FILE: LINE" of each that nothing excuses
  Excused needed;                  ///< the excuses that were made use of
  int files = 0;
};

/// Words compared with in a line of code, by == and != or as the beginning of another.
inline std::vector<std::string> compared_in(const std::string& line) {
  static const std::regex comparison(
      "(==|!=)\\s*\"([a-z_0-9]+)\"|\"([a-z_0-9]+)\"\\s*(==|!=)|(starts_with|contains|count)\\(\"("
      "[a-z_0-9]+)\"");
  std::vector<std::string> out;
  // Most lines have neither, and an expression takes long to say so.
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

/// Counts these words in all sources of the library, the judges and the interfaces.
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
