/// The number of objects that a change of a header recompiles, from the include lines alone.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/places.hpp"
#include "tests/support.hpp"

namespace {

namespace fs = std::filesystem;
using Files = std::set<std::string>;

/// The folders whose sources the default preset compiles. Separate projects do not belong to them.
const std::vector<std::string> kCompiled = {"reference", "verify", "app",   "capi",
                                            "bench",     "tests",  "tools", "fuzz"};
const char* const kOwnProject = "tests/consumer/";

/// Returns the headers of the project that a file includes.
std::vector<std::string> included_by(const fs::path& path) {
  static const std::regex include("^#include \"([^\"]+)\"");
  std::vector<std::string> out;
  std::ifstream in(path);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#include \"") && std::regex_search(line, match, include)) {
      out.push_back(match[1]);
    }
  }
  return out;
}

/// Returns, for each header, the files that include it.
std::map<std::string, Files> includers() {
  const fs::path root = plumbline::testing::kSourceFolder;
  std::map<std::string, Files> out;
  for (const std::string& top : kCompiled) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      if (file.starts_with(kOwnProject)) continue;
      for (const std::string& header : included_by(entry.path())) out[header].insert(file);
    }
  }
  return out;
}

/// Returns the number of objects of a source: sources of the C interface are compiled twice, for a static and for a
/// shared library.
int objects_of(const std::string& file) {
  if (!file.ends_with(".cpp")) return 0;
  return file.starts_with("capi/") ? 2 : 1;
}

/// Returns the number of objects that a change of the header recompiles.
int dependents_of(const std::string& header, const std::map<std::string, Files>& includers) {
  Files reached{header};
  std::vector<std::string> open{header};
  int out = 0;
  while (!open.empty()) {
    const auto next = includers.find(open.back());
    open.pop_back();
    if (next == includers.end()) continue;
    for (const std::string& file : next->second) {
      if (!reached.insert(file).second) continue;
      out += objects_of(file);
      open.push_back(file);
    }
  }
  return out;
}

/// A header and the maximum number of objects that may depend on it.
struct Limit {
  std::string header;
  int objects;
};
const std::vector<Limit> kLimits = {{"reference/mechanisms/recorded_form.hpp", 17},
                                    {"reference/mechanisms/hypotheses/hypotheses.hpp", 15},
                                    {"reference/mechanisms/registry.hpp", 40},
                                    {"reference/mechanisms/mechanism_entry.hpp", 130},
                                    {"reference/values/certified.hpp", 353}};

}  // namespace

TEST_CASE("structure: few objects depend on the central headers", "[structure]") {
  const std::map<std::string, Files> all = includers();
  REQUIRE(all.size() > 500);
  for (const Limit& limit : kLimits) {
    CAPTURE(limit.header);
    const int dependents = dependents_of(limit.header, all);
    CHECK(dependents > 0);
    CHECK(dependents <= limit.objects);
  }
}

TEST_CASE("structure: dependents are counted through headers, each object once", "[structure]") {
  const std::map<std::string, Files> all = {{"a.hpp", {"b.hpp", "c.hpp", "one.cpp"}},
                                            {"b.hpp", {"one.cpp", "two.cpp"}},
                                            {"c.hpp", {"capi/three.cpp", "b.hpp"}}};
  CHECK(dependents_of("a.hpp", all) == 4);
  CHECK(dependents_of("b.hpp", all) == 2);
  CHECK(dependents_of("d.hpp", all) == 0);
}
