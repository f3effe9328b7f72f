/// Functions whose result depends on the locale of the process are in one file, which sets the C locale.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <vector>

#include "tests/places.hpp"
#include "tests/support.hpp"

namespace {

namespace fs = std::filesystem;

/// Conversions between numbers and text: the families of printf and strtod. std::to_string of a double uses printf
/// too, which names alone do not show.
const std::regex kNumbers(
    R"(\b(v?s?n?printf|vas?printf|asprintf|fprintf|s?scanf|fscanf|strto(d|f|ld)(_l)?|sto(d|f|ld)|atof|mpfr_\w*printf)\s*\()");
/// Character classes of a locale, and functions that set a locale.
const std::regex kLetters(
    R"(std::(is(alnum|alpha|digit|xdigit|space|upper|lower|punct|print|cntrl)|to(upper|lower))\s*\(|<cctype>|\b(setlocale|uselocale|localeconv)\s*\()");
/// Streams format numbers by the locale of C++.
const std::regex kStreams(R"(\bo?stringstream\b|\bsetprecision\b)");

const std::string kPlace = "reference/arithmetic/double_text.cpp";
/// Files that write text to a stream, and no number.
const std::set<std::string> kTextAlone = {
    "verify/report/results.cpp",         "verify/suite/cases/statement_index.cpp",
    "verify/suite/cases/case_file.cpp",  "verify/suite/cases/table_reader.cpp",
    "verify/claims/basis.cpp",           "app/options/program_words.cpp",
    "app/options/files/channel_file.cpp"};

struct Found {
  int files = 0;
  std::vector<std::string> uses{};
  std::set<std::string> text_alone{};
};

Found found() {
  const fs::path root = plumbline::testing::kSourceFolder;
  Found out;
  for (const char* top : {"reference", "capi", "verify", "app", "web/native"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      ++out.files;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        const std::string code = line.substr(0, line.find("//"));
        const bool stream = std::regex_search(code, kStreams);
        if (stream && kTextAlone.contains(file)) out.text_alone.insert(file);
        const bool used = std::regex_search(code, kNumbers) || std::regex_search(code, kLetters) ||
                          (stream && !kTextAlone.contains(file));
        if (used && file != kPlace) out.uses.push_back(file + ": " + line);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("structure: no text depends on the locale of the process", "[structure]") {
  const Found all = found();
  CHECK(all.files > 700);
  for (const std::string& use : all.uses) FAIL_CHECK(use);
  CHECK(all.text_alone == kTextAlone);  // without files that no longer do so
}
