/// What a mechanism or an engine is stands in its own file: elsewhere nobody asks for its name.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "reference/engines/registry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// Names of mechanisms, the kinds that records have for them, and names of engines.
std::set<std::string> names() {
  std::set<std::string> out;
  for (const MechanismEntry& entry : mechanism_registry()) {
    out.insert(entry.name);
    for (const RecordedForm& form : entry.recorded) out.insert(form.kind);
  }
  for (const EngineEntry& entry : engine_registry()) out.insert(entry.name);
  return out;
}

/// Where such a word is no name of a mechanism or an engine, or comes from a format of others.
bool is_excused(const std::string& file, const std::string& word) {
  static const std::multimap<std::string, std::string> excused = {
      // laws of a number of runs
      {"reference/quantities/selection/run_law.cpp", "poisson"},
      {"reference/quantities/selection/run_law.cpp", "binomial"},
      // words of a file of channels
      {"app/channel_file.cpp", "randomized_response"},
      // channels given by a mechanism
      {"reference/questions/entries/laws.cpp", "finite"},
      {"reference/questions/entries/laws.cpp", "randomized_response"},
      {"reference/questions/entries/laws.cpp", "total_variation_dp"}};
  const auto [first, last] = excused.equal_range(file);
  return std::any_of(first, last, [&](const auto& one) { return one.second == word; });
}

/// Words compared with in a line of code, by == and != or as the beginning of another.
std::vector<std::string> compared_in(const std::string& line) {
  static const std::regex comparison(
      "(==|!=)\\s*\"([a-z_]+)\"|\"([a-z_]+)\"\\s*(==|!=)|(starts_with|contains|count)\\(\"([a-z_]+)"
      "\"");
  std::vector<std::string> out;
  for (std::sregex_iterator it(line.begin(), line.end(), comparison), end; it != end; ++it) {
    for (const int group : {2, 3, 6}) {
      if ((*it)[group].matched) out.push_back((*it)[group]);
    }
  }
  return out;
}

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: nothing asks for a mechanism or an engine by name", "[structure]") {
  using namespace plumbline;
  const fs::path root = testing::kSourceFolder;
  const std::set<std::string> known = names();
  REQUIRE(known.count("subsampled_gaussian") == 1);
  REQUIRE(known.count("wor_subsampled_gaussian") == 1);
  REQUIRE(known.count("fourier") == 1);
  std::vector<std::string> found;
  int read = 0;
  for (const char* top : {"reference", "verify", "app", "capi"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      ++read;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        for (const std::string& word : compared_in(line)) {
          if (known.count(word) == 0 || is_excused(file, word)) continue;
          found.push_back(file + ": " + line);
        }
      }
    }
  }
  CHECK(read > 500);
  CHECK(found == std::vector<std::string>{});
}
