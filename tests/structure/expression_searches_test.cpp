/// Tests that expressions are interpreted by their parsed factors and hypotheses: no code searches the text of an
/// expression for a word.
#include <regex>

#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/places.hpp"
#include "tests/structure/compared_words.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

/// Returns the words with a meaning in expressions: parameters of relations and groups, names of mechanisms.
std::set<std::string> words_of_expressions() {
  std::set<std::string> out = {"group", "groups", "relation", "relation=", "group=", "replace"};
  for (const MechanismEntry& entry : mechanism_registry()) {
    out.insert(entry.name);
    out.insert(entry.name + "(");
  }
  return out;
}

/// Returns the words that a line of code searches a text for.
std::vector<std::string> searched_in(const std::string& line) {
  static const std::regex search(
      R"rx((find|rfind|contains|starts_with|ends_with|search|match)\("([A-Za-z_]+[(=]?)")rx");
  static const std::regex python(R"rx("([A-Za-z_]+[(=]?)" (not )?in )rx");
  std::vector<std::string> out;
  for (const auto& [form, group] : {std::pair{&search, 2}, {&python, 1}}) {
    for (std::sregex_iterator it(line.begin(), line.end(), *form), end; it != end; ++it) {
      out.push_back((*it)[static_cast<size_t>(group)]);
    }
  }
  return out;
}

/// Files that search another kind of text for such a word.
const testing::Excused kExcused = {};

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: no text of an expression is searched for a word", "[structure]") {
  using namespace plumbline;
  namespace fs = std::filesystem;
  const std::set<std::string> known = words_of_expressions();
  std::vector<std::string> found;
  const fs::path root = testing::kSourceFolder;
  for (const char* top : {"app", "verify", "capi", "python/src"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp" && extension != ".py") continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (line.find('"') == line.npos) continue;
        for (const std::string& word : searched_in(line)) {
          const std::string file = fs::relative(entry.path(), root).generic_string();
          const bool excused = kExcused.count({file, word}) > 0;
          if (known.count(word) > 0 && !excused) found.push_back(file + ": " + line);
        }
      }
    }
  }
  CHECK(found == std::vector<std::string>{});
  CHECK(searched_in(R"(mechanism.find("group") != npos)") == std::vector<std::string>{"group"});
  CHECK(searched_in(R"(if "relation=" in expression:)") == std::vector<std::string>{"relation="});
}
