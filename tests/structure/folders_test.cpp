/// The permitted dependencies of folders: layers depend in one direction, and folders have no cycle.
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
using Folder = std::string;

struct Use {
  Folder from, to;
  std::string file;  ///< the file that contains it
};

std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }

bool is_below(const Folder& inner, const Folder& outer) { return inner.rfind(outer + "/", 0) == 0; }

/// Returns true for registries, which name the modules in their own folder.
bool is_registry(const std::string& file) {
  return file == "reference/mechanisms/registry.cpp" || file == "reference/engines/registry.cpp" ||
         file == "reference/questions/registry.cpp" || file == "verify/approximations/registry.cpp";
}

/// Returns all includes across folders, except those of registries.
std::vector<Use> uses() {
  const fs::path root = plumbline::testing::kSourceFolder;
  const std::regex include("#include \"((reference|verify|app|capi)/[^\"]+)\"");
  std::vector<Use> out;
  for (const char* top : {"reference", "verify", "app", "capi"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("#include \"") || !std::regex_search(line, match, include)) continue;
        const Folder from = folder_of(file), to = folder_of(match[1]);
        if (from == to) continue;
        if (is_below(to, from) && is_registry(file)) continue;
        out.push_back({from, to, file + " includes " + match[1].str()});
      }
    }
  }
  return out;
}

/// Returns the layer of a folder, if it belongs to one.
int layer_of(const Folder& folder) {
  static const std::vector<std::string> layers = {"reference/arithmetic",
                                                  "reference/values",
                                                  "reference/mechanisms",
                                                  "reference/composition",
                                                  "reference/engines",
                                                  "reference/quantities",
                                                  "reference/regions",
                                                  "reference/channels",
                                                  "reference/statistics",
                                                  "reference/questions",
                                                  "reference/certificates",
                                                  "reference/api",
                                                  "verify",
                                                  "capi",
                                                  "app"};
  for (size_t i = 0; i < layers.size(); ++i) {
    if (folder == layers[i] || is_below(folder, layers[i])) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

TEST_CASE("structure: layers point one way", "[structure]") {
  const std::vector<Use> all = uses();
  REQUIRE(all.size() > 300);
  for (const Use& use : all) {
    CAPTURE(use.file);
    REQUIRE(layer_of(use.from) >= 0);
    REQUIRE(layer_of(use.to) >= 0);
    CHECK(layer_of(use.to) <= layer_of(use.from));
  }
}

namespace {

using Graph = std::map<std::string, std::map<std::string, std::string>>;

/// Returns all cycles, with the files on them.
std::vector<std::string> cycles(Graph next) {
  std::vector<std::string> out;
  const Graph all = next;
  for (const auto& [start, direct] : all) {
    std::map<std::string, std::string> reached = direct;
    std::vector<std::string> open;
    for (const auto& [folder, file] : direct) open.push_back(folder);
    while (!open.empty()) {
      const std::string here = open.back();
      open.pop_back();
      for (const auto& [folder, file] : next[here]) {
        if (reached.emplace(folder, reached[here] + "; " + file).second) open.push_back(folder);
      }
    }
    const auto back = reached.find(start);
    if (back != reached.end()) out.push_back(start + ": " + back->second);
  }
  return out;
}

/// Returns the first `depth` parts of a folder's path.
Folder shortened(const Folder& folder, int depth) {
  size_t end = 0;
  for (int i = 0; i < depth && end != Folder::npos; ++i) end = folder.find('/', end + 1);
  return folder.substr(0, end);
}

/// Returns the imports between the modules of a Python package.
Graph imports_in(const fs::path& package) {
  const std::regex from_module(R"(^\s*from \.(\w+) import)"),
      from_package(R"(^\s*from \. import (.*))");
  Graph out;
  for (const auto& entry : fs::directory_iterator(package)) {
    if (entry.path().extension() != ".py") continue;
    const std::string module = entry.path().stem();
    std::ifstream in(entry.path());
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (std::regex_search(line, match, from_module)) out[module].emplace(match[1], line);
      if (!std::regex_search(line, match, from_package)) continue;
      const std::string names = match[1];
      const std::regex word("\\w+");
      for (std::sregex_iterator it(names.begin(), names.end(), word), end; it != end; ++it) {
        out[module].emplace(it->str(), line);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("structure: no folder uses itself by way of others, at any depth", "[structure]") {
  const std::vector<Use> all = uses();
  for (int depth = 1; depth <= 5; ++depth) {
    CAPTURE(depth);
    Graph next;
    for (const Use& use : all) {
      const Folder from = shortened(use.from, depth), to = shortened(use.to, depth);
      if (from != to) next[from].emplace(to, use.file);
    }
    CHECK(next.size() >= 3);
    CHECK(cycles(next) == std::vector<std::string>{});
  }
}

TEST_CASE("structure: no module of Python uses itself by way of others", "[structure]") {
  const fs::path root = plumbline::testing::kSourceFolder;
  for (const char* package : {"python/src/plumbline", "reports/plumbline_reports"}) {
    CAPTURE(package);
    const Graph imports = imports_in(root / package);
    CHECK(imports.size() > 10);
    CHECK(cycles(imports) == std::vector<std::string>{});
  }
  CHECK(cycles({{"a", {{"b", "one"}}}, {"b", {{"a", "two"}}}}).size() == 2);
}
