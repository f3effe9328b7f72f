/// The includes of interfaces and of the verification suite: both ask questions, and use no quantity and no engine
/// directly.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/places.hpp"
#include "tests/support.hpp"

namespace {

namespace fs = std::filesystem;
using Files = std::set<std::string>;

/// The files that still include a header of quantities or engines. This list may only shrink.
const Files kStillInclude = {"app/commands/convert_command.cpp",
                             "app/commands/judging/profile_command.cpp",
                             "app/commands/judging/profile_export.cpp",
                             "app/commands/selection_command.cpp",
                             "verify/claims/inequality.cpp",
                             "verify/claims/inequality.hpp",
                             "verify/claims/judging/claim_truth.cpp",
                             "verify/claims/judging/epsilon_bracket.cpp",
                             "verify/claims/judging/judge.cpp",
                             "verify/claims/judging/paths.cpp",
                             "verify/claims/judging/paths.hpp",
                             "verify/claims/judging/selection_claim.hpp",
                             "verify/claims/judging/whole_claim.cpp",
                             "verify/claims/judging/worst_member.cpp"};

bool is_below_questions(const std::string& line) {
  return line.starts_with("#include \"reference/quantities/") ||
         line.starts_with("#include \"reference/engines/");
}

/// Returns the files below these folders that include a header of quantities or engines; `read` returns the number of
/// files read.
Files including(const std::vector<std::string>& folders, int* read) {
  const fs::path root = plumbline::testing::kSourceFolder;
  Files out;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      ++*read;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (is_below_questions(line)) out.insert(file);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("structure: interfaces and suite include no quantity and no engine", "[structure]") {
  int read = 0;
  const Files found = including({"app", "capi", "python", "web", "verify"}, &read);
  CHECK(read > 400);
  for (const std::string& file : found) {
    CAPTURE(file);
    CHECK(kStillInclude.contains(file));
  }
  for (const std::string& file : kStillInclude) {
    CAPTURE(file);  // a file without such an include must leave the list
    CHECK(found.contains(file));
  }
}
