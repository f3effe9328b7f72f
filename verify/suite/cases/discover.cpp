#include "verify/suite/cases/discover.hpp"

#include <algorithm>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// Returns true for a TOML file that is not one of the tables next to the cases: statements.toml lists the statements
/// of a source (read by verify/suite/statement_index); promises.toml and installations.toml list the basis of recorded
/// answers (read by verify/claims/basis).
bool holds_cases(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".toml" && name != "statements.toml" && name != "promises.toml" &&
         name != "installations.toml";
}

std::vector<fs::path> case_files_below(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && holds_cases(entry.path())) {
      files.push_back(entry.path().lexically_normal());
    }
  }
  return files;
}

void add(const fs::path& path, Discovery* out) {
  const auto complain = [&](const std::string& message) {
    out->problems.push_back({path.generic_string(), 0, "", "", message});
  };
  std::error_code error;
  if (!fs::exists(path, error)) {
    complain("no such file or directory; give a case file (.toml) or a directory of them");
  } else if (fs::is_directory(path, error)) {
    const auto files = case_files_below(path);
    if (files.empty()) complain("no .toml case files below this directory");
    out->files.insert(out->files.end(), files.begin(), files.end());
  } else {
    out->files.push_back(path.lexically_normal());
  }
}

}  // namespace

Discovery discover(const std::vector<fs::path>& paths) {
  Discovery out;
  for (const fs::path& path : paths) {
    try {
      add(path, &out);
    } catch (const fs::filesystem_error& e) {
      out.problems.push_back({path.generic_string(), 0, "", "", e.code().message()});
    }
  }
  std::sort(out.files.begin(), out.files.end());
  out.files.erase(std::unique(out.files.begin(), out.files.end()), out.files.end());
  return out;
}

}  // namespace plumbline
