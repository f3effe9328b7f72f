/// `plumbline claims` as users and scripts see it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/run_program.hpp"
#include "tests/places.hpp"

using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

const std::string kLine =
    R"_({"tool":"t","method":"m","mechanism":"gaussian(sigma=1)","quantity":"delta",)_"
    R"("at":{"epsilon":"1"},"value":"0.127","kind":"upper"})";

}  // namespace

TEST_CASE("program: claims from a file and from standard input", "[cli][claims]") {
  const std::string folder = std::string("/tmp/plumbline-claims-") + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/claims.jsonl";
  std::ofstream(file) << kLine << "\n" << kLine << "\n{\n";
  const Run both = run("claims " + file + " --json --threads 2");
  CHECK(both.code == 2);
  CHECK(both.err.find(file + ":3: not JSON") == 0);
  CHECK(std::count(both.out.begin(), both.out.end(), '\n') == 3);
  const Run one = run("claims --line 1 --json - <" + file);
  CHECK(one.code == 0);
  const auto record = nlohmann::json::parse(one.out);
  CHECK(record["file"] == "-");
  CHECK(record["verdict"] == "sound");
  const Run text = run("claims " + file + " --line 2 --all --out " + folder + "/out");
  CHECK(text.code == 0);
  CHECK(text.out.find(file + ":2: sound: t m: delta(epsilon=1) <= 0.127") == 0);
  CHECK(text.out.find("1 claims in") != std::string::npos);
  CHECK(std::filesystem::exists(folder + "/out/accountants.html"));
  CHECK(std::filesystem::exists(folder + "/out/accountants.md"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("program: claims says what is wrong with its arguments", "[cli][claims]") {
  CHECK(run("claims").code == 2);
  const Run missing = run("claims /nonexistent.jsonl");
  CHECK(missing.code == 2);
  CHECK(missing.err.find("/nonexistent.jsonl:0: cannot be read") == 0);
  CHECK(run("claims - --timeout -1 </dev/null").code == 2);
  const Run help = run("claims --help");
  CHECK(help.code == 0);
  // The example of --help runs.
  const size_t start = help.out.find("Example: ") + 9;
  const std::string example = help.out.substr(start, help.out.find('\n', start) - start);
  const size_t pipe = example.find("| plumbline ");
  REQUIRE(pipe != std::string::npos);
  const std::string command = example.substr(0, pipe + 2) +
                              std::string(plumbline::testing::kProgram) +
                              example.substr(pipe + 11) + " >/dev/null";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 0);
}
