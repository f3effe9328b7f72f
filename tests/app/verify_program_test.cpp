/// verify and merge from the command line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

using plumbline::testing::Folder;
using plumbline::testing::run;
namespace fs = std::filesystem;

namespace {

long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

std::string gauss_case(const std::string& id, const std::string& more) {
  return "[[case]]\nid = \"" + id +
         "\"\nquantity = \"delta\"\nmechanism = \"gaussian(sigma=1)\"\n"
         "at = { epsilon = \"1\" }\n" +
         more;
}

}  // namespace

TEST_CASE("program: shards, merge and baseline from the command line", "[cli][verify]") {
  const Folder d;
  const std::string root = d.file(""), cases = d.file("c.toml");
  d.write("c.toml", "title = \"t\"\nsource = \"s\"\n" + gauss_case("a", "judge = [\"clt\"]\n") +
                        gauss_case("b", ""));
  const auto whole =
      run("verify " + cases + " --out " + root + "w --write-baseline " + root + "baseline.jsonl");
  CHECK(whole.code == 0);
  CHECK(whole.out.empty());
  CHECK_THAT(whole.err, Catch::Contains("2 values of 2 cases"));
  for (const char* i : {"1", "2"}) {
    CHECK(run("verify " + cases + " --shard " + i + "/2 --out " + root + i).code == 0);
  }
  const std::string merge = "merge " + root + "1 " + root + "2 --out " + root + "all --baseline " +
                            root + "baseline.jsonl";
  const auto merged = run(merge + " --slower 100 --slower-floor 60");
  CAPTURE(merged.err);
  CHECK(merged.code == 0);
  CHECK_THAT(merged.err, Catch::Contains("0 regressions in 2 values compared"));
  CHECK(lines_in(d.read("all/results.jsonl")) == 2);
  CHECK_THAT(d.read("all/report.md"), Catch::Contains("60.0 s more"));
  // An injected error: another certified value.
  std::string baseline = d.read("baseline.jsonl");
  const size_t at = baseline.find("\"lower\":\"0.126");
  REQUIRE(at != std::string::npos);
  for (const char* end : {"\"lower\":\"0.126", "\"upper\":\"0.126"}) {
    baseline[baseline.find(end) + std::string(end).size() - 1] = '7';
  }
  d.write("baseline.jsonl", baseline);
  const auto worse = run(merge);
  CHECK(worse.code == 1);
  CHECK_THAT(worse.err, Catch::StartsWith(cases + ":3: [a] delta: the enclosure "));
  CHECK(
      run("verify " + cases + " --resume --out " + root + "w --baseline " + root + "baseline.jsonl")
          .code == 1);
}

TEST_CASE("program: verify and merge refuse in one line", "[cli][verify]") {
  const Folder d;
  const std::string out = " --out " + (d.file("out"));
  for (const std::string& arguments :
       {"verify --shard 3/2" + out, "verify --shard two" + out, "verify --slower 2" + out,
        "verify --threads 0" + out, "verify --slower 0.5 --baseline x" + out, "merge" + out,
        "merge " + (d.file("nowhere")) + out, "verify --baseline " + (d.file("nowhere")) + out}) {
    const auto r = run(arguments);
    CAPTURE(arguments, r.err);
    CHECK(r.code == 2);
    CHECK(lines_in(r.err) == 1);
    CHECK_FALSE(fs::exists(d.file("out")));
  }
  for (const char* command : {"verify", "merge"}) {
    const auto help = run(std::string(command) + " --help");
    CHECK(help.code == 0);
    CHECK_THAT(help.out, Catch::Contains("\nExample: plumbline "));
  }
}
