/// The command `claims` in parts: shards, resumed runs, and merged results.
#include <sys/wait.h>

#include <cstdlib>

#include "tests/claims/nine_compositions.hpp"
#include "tests/places.hpp"
#include "tests/suite/suite_support.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

TEST_CASE("claims: the program shards, resumes and merges", "[claims][journal]") {
  const TemporaryDirectory d;
  const std::string file = d.write("claims.jsonl", claims_of_nine()).string();
  const std::string program = std::string(kProgram) + " claims " + file + " ";
  const auto code = [&](const std::string& words) {
    return WEXITSTATUS(
        std::system((program + words + " >" + (d.path() / "said").string() + " 2>&1").c_str()));
  };
  const std::string one = (d.path() / "1").string(), two = (d.path() / "2").string();
  CHECK(code("--shard 1/2 --out " + one) == 2);  // the broken line belongs to the first shard
  CHECK(code("--shard 2/2 --resume --out " + two) == 1);
  CHECK(code("--merge " + one + " " + two + " --out " + (d.path() / "all").string()) == 2);
  CHECK(fs::exists(d.path() / "all" / "claims-run.json"));
  for (const std::string& bad :
       std::vector<std::string>{"--shard 1/2", "--resume", "--shard 3/2 --out " + one,
                                "--merge " + one + " --resume", "--merge " + two}) {
    CAPTURE(bad);
    CHECK(code(bad) == 2);
    CHECK(lines_of(read_text(d.path() / "said")).size() == 1);
  }
}

}  // namespace
}  // namespace plumbline
