/// What a quantity is called stands in its own file: nothing else compares with its name.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "reference/questions/registry.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

namespace {

namespace fs = std::filesystem;

/// How many comparisons there may be with a name that is a quantity's, be it meant or that of an argument, a
/// parameter or a command which is called the same. It only goes down.
constexpr size_t kMost = 61;

std::regex comparison() {
  std::string names = "tpr|rdp|sigma|calibrated";
  for (const plumbline::Quantity& quantity : plumbline::all_quantities()) {
    names += "|" + quantity.name;
  }
  return std::regex("[=!]= *\"(" + names + ")\"|\"(" + names + ")\" *[=!]=");
}

std::map<std::string, size_t> comparisons() {
  const fs::path root = plumbline::testing::kSourceFolder;
  const std::regex what = comparison();
  std::map<std::string, size_t> out;
  for (const char* top : {"reference", "verify", "app", "capi"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (std::regex_search(line, what)) ++out[fs::relative(entry.path(), root).generic_string()];
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("structure: quantities are not told apart by name", "[structure]") {
  size_t all = 0;
  std::string files;
  for (const auto& [file, count] : comparisons()) {
    all += count;
    files += file + ": " + std::to_string(count) + "\n";
    // Doors that have none may not get one.
    for (const char* done : {"reference/certificates/", "reference/api/", "capi/",
                             "verify/certificates/", "verify/suite/cases/"}) {
      CAPTURE(file);
      CHECK(file.rfind(done, 0) != 0);
    }
  }
  CAPTURE(files);
  CHECK(all > 0);  // else the pattern is at fault, or this test is at its end
  CHECK(all <= kMost);
}
