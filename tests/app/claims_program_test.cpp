/// `plumbline claims` from the command line.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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
  CHECK(text.out.find("1 claim in") != std::string::npos);
  CHECK(std::filesystem::exists(folder + "/out/claims.jsonl"));
  CHECK(std::filesystem::exists(folder + "/out/claims-run.json"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("program: claims says what is wrong with its arguments", "[cli][claims]") {
  CHECK(run("claims").code == 2);
  const Run missing = run("claims /nonexistent.jsonl");
  CHECK(missing.code == 2);
  CHECK(missing.err.find("/nonexistent.jsonl: there is no such file") == 0);
  CHECK(run("claims - --timeout -1 </dev/null").code == 2);
  const Run help = run("claims --help");
  CHECK(help.code == 0);
  // The example of --help runs.
  const size_t start = help.out.find("Example: ") + 9;
  const std::string example =
      help.out.substr(start, help.out.find("\nMore examples", start) - start);
  const size_t pipe = example.find("| plumbline ");
  REQUIRE(pipe != std::string::npos);
  const std::string command = example.substr(0, pipe + 2) +
                              std::string(plumbline::testing::kProgram) +
                              example.substr(pipe + 11) + " >/dev/null";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 0);
}

TEST_CASE("program: a finite upper epsilon where the truth is infinite is gross",
          "[cli][claims][slow]") {
  const auto claim = [](const std::string& mechanism, const std::string& delta,
                        const std::string& value) {
    return R"_({"tool":"t","method":"m","mechanism":")_" + mechanism +
           R"_(","quantity":"epsilon","at":{"delta":")_" + delta + R"_("},"value":")_" + value +
           R"_(","kind":"upper"})_";
  };
  const auto fails = [](const std::string& line, const std::string& options) {
    return plumbline::testing::run_command("printf '%s\\n' '" + line + "' | " +
                                           plumbline::testing::kProgram + " claims - " + options);
  };
  for (const std::string mechanism :
       {"approximate_dp(epsilon=1,delta=1e-3)", "truncated_laplace(b=1,bound=5)",
        "approximate_dp(epsilon=0.1,delta=1e-3)^3*gaussian(sigma=5)",
        "finite(P=[1/2,1/2,0],Q=[1/2,1/4,1/4])"}) {
    CAPTURE(mechanism);
    // The verdict is gross for every finite value and every delta close to the mass of infinite loss.
    for (const std::string value : {"0.5", "60", "1e9"}) {
      const Run found = fails(claim(mechanism, "1e-4", value), "--fail-on gross");
      CAPTURE(value, found.out, found.err);
      CHECK(found.code == 1);
      CHECK(found.out.find("gross") != std::string::npos);
    }
    CHECK(fails(claim(mechanism, "1e-4", "inf"), "--fail-on any").code == 0);
    // If the truth is finite, a bound that is wrong by a tenth is not gross.
    CHECK(fails(claim(mechanism, "0.4", "1e9"), "--fail-on any").code == 0);
  }
  const std::string close = claim("approximate_dp(epsilon=1,delta=1e-3)", "0.000999999999", "1");
  CHECK(fails(close, "--fail-on gross").code == 1);
  const std::string material = claim("gaussian(sigma=1)", "1e-5", "4");  // the exact value is 4.377
  CHECK(fails(material, "--fail-on gross").code == 0);
  CHECK(fails(material, "--fail-on material").code == 1);
}

TEST_CASE("program: claims fail on what --fail-on and --baseline leave", "[cli][claims]") {
  const std::string folder = std::string("/tmp/plumbline-known-") + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/claims.jsonl", known = folder + "/known.jsonl",
                    junit = folder + "/junit.xml";
  const auto claim = [](const std::string& value, const std::string& epsilon = "1") {
    return R"_({"tool":"t","method":"m","mechanism":"gaussian(sigma=1)","quantity":"delta",)_"
           R"_("at":{"epsilon":")_" +
           epsilon + R"_("},"value":")_" + value + "\",\"kind\":\"upper\"}\n";
  };
  // The truth is 0.12693673750664397...
  std::ofstream(file) << claim("0.12") << claim("0.127", "1.5");
  CHECK(run("claims " + file).code == 1);
  CHECK(run("claims " + file + " --fail-on material").code == 1);
  CHECK(run("claims " + file + " --fail-on gross").code == 0);
  CHECK(run("claims " + file + " --fail-on some").code == 2);
  CHECK(run("claims " + file + " --write-baseline " + known).code == 1);
  const Run again = run("claims " + file + " --baseline " + known + " --junit " + junit);
  CHECK(again.code == 0);
  CHECK(again.err.find("1 known violation, 0 others") != std::string::npos);
  CHECK(again.out.find(": violated (") == std::string::npos);  // known violations are not printed
  std::ifstream in(junit);
  const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  CHECK(page.find("<skipped message=\"known: ") != std::string::npos);
  CHECK(page.find("<failure") == std::string::npos);
  // A different value counts as the same violation unless it is worse by more than the share --slack.
  for (const auto& [value, slack, code] :
       std::vector<std::tuple<std::string, std::string, int>>{{"0.11", "", 1},
                                                              {"0.11", " --slack 0.1", 0},
                                                              {"0.1195", "", 0},
                                                              {"0.1195", " --slack 0", 1},
                                                              {"0.126", " --slack 0", 0}}) {
    CAPTURE(value, slack);
    std::ofstream(file) << claim(value);
    const Run moved = run("claims " + file + " --baseline " + known + slack);
    CHECK(moved.code == code);
    const std::string worse = file + ":1: worse than " + known + ":1: \"t\" \"m\"";
    CHECK((moved.err.find(worse) != std::string::npos) == (code == 1));
  }
  CHECK(run("claims " + file + " --baseline " + known + " --slack -1").code == 2);
  std::ofstream(file) << claim("0.01");
  CHECK(run("claims " + file + " --baseline " + known + " --fail-on gross").code == 1);
  // A different question is a different violation; repaired violations are named.
  std::ofstream(file) << claim("0.001", "2");
  const Run other = run("claims " + file + " --baseline " + known);
  CHECK(other.code == 1);
  CHECK(other.err.find("not found any more") != std::string::npos);
  std::ofstream(known) << "{}\n";
  CHECK(run("claims " + file + " --baseline " + known).code == 2);
  CHECK(run("claims " + file + " --baseline " + folder + "/none").code == 2);
  std::filesystem::remove_all(folder);
}

TEST_CASE("program: a run with nan fails, and JUnit counts what it has", "[cli][claims]") {
  const std::string folder = std::string("/tmp/plumbline-nan-") + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/claims.csv", junit = folder + "/junit.xml",
                    known = folder + "/known.jsonl";
  std::ofstream(file) << "mechanism,quantity,delta,value,kind\n"
                         "gaussian(sigma=2)^50,epsilon,1e-5,20.7,upper\n"
                         "gaussian(sigma=0x1.4cccccccccccdp+0)^50,epsilon,1e-5,20.6,upper\n"
                         "gaussian(sigma=2)^50,epsilon,1e-5,nan,upper\n"
                         "x-mine(sigma=2)^50,epsilon,1e-5,3,upper\n";
  const std::string words = "claims " + file + " --junit " + junit;
  const auto page = [&junit] {
    std::ifstream in(junit);
    return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  };
  const Run nan = run(words);
  CHECK(nan.code == 1);
  CHECK(nan.out.find("the accountant returned nan") != std::string::npos);
  CHECK(page().find(
            "<testsuite name=\"claims\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\"") !=
        std::string::npos);
  CHECK(page().find("<error message=") != std::string::npos);
  CHECK(page().find("name=\"epsilon(delta=1e-5) of gaussian(sigma=1.3)^50, worst: upper\" file=\"" +
                    file + "\" line=\"3\"") != std::string::npos);
  // A broken answer is worse than any violation, and a baseline may list it as known too.
  CHECK(run(words + " --fail-on broken").code == 1);
  CHECK(page().find("failures=\"0\" errors=\"1\"") != std::string::npos);
  CHECK(run(words + " --write-baseline " + known).code == 1);
  const Run again = run(words + " --baseline " + known);
  CHECK(again.code == 0);
  CHECK(again.err.find("2 known violations, 0 others") != std::string::npos);
  std::ofstream(file, std::ios::app) << "gaussian(sigma=),epsilon,1e-5,3,upper\n";
  CHECK(run(words + " --baseline " + known).code == 2);
  CHECK(page().find("errors=\"1\" skipped=\"3\"") != std::string::npos);
  const Run tables = run("claims " + file + " --tables " + folder + "/none");
  CHECK(tables.code == 2);
  CHECK(tables.err.find("is no folder") != std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST_CASE("program: the example of claims is a file of claims", "[cli][claims]") {
  const std::string file = "/tmp/plumbline-example-" + std::to_string(getpid()) + ".jsonl";
  const Run example = run("claims --example");
  CHECK(example.code == 0);
  std::ofstream(file) << example.out;
  const Run judged = run("claims " + file);
  CHECK(judged.code == 0);
  CHECK(judged.out.find("4 claims") != std::string::npos);
  CHECK(judged.out.find("2 sound, 0 violated") != std::string::npos);
  CHECK(judged.out.find("1 estimate,") != std::string::npos);
  CHECK(judged.out.find("0 unsupported, 1 without a number") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("program: the test cases of claims keep their names when answers change",
          "[cli][claims]") {
  const std::string folder = std::string("/tmp/plumbline-names-") + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/claims.csv", junit = folder + "/junit.xml",
                    badge = folder + "/badge.json";
  const auto answer = [&](const std::string& rows) {
    std::ofstream(file) << "mechanism,quantity,delta,value,kind\n" << rows;
    const int code = run("claims " + file + " --junit " + junit + " --badge " + badge).code;
    std::ifstream in(junit);
    std::set<std::string> names;
    for (std::string line; std::getline(in, line);) {
      const size_t name = line.find(" name=\""), end = line.find("\" file=");
      if (end != std::string::npos) names.insert(line.substr(name + 7, end - name - 7));
    }
    return std::make_pair(code, names);
  };
  const auto shown = [&] {
    std::ifstream in(badge);
    return nlohmann::json::parse(in);
  };
  const std::string lower = "gaussian(sigma=2)^50,epsilon,1e-5,20,lower\n";
  const auto [sound, names] = answer("gaussian(sigma=2)^50,epsilon,1e-5,20.7,upper\n" + lower);
  CHECK(sound == 0);
  CHECK(names ==
        std::set<std::string>{"epsilon(delta=1e-5) of gaussian(sigma=2)^50, worst: upper",
                              "epsilon(delta=1e-5) of gaussian(sigma=2)^50, worst: lower"});
  CHECK(shown() == nlohmann::json{{"schemaVersion", 1},
                                  {"label", "certified values"},
                                  {"message", "none of 2 violated"},
                                  {"color", "brightgreen"}});
  const auto [wrong, same] = answer(lower + "gaussian(sigma=2)^50,epsilon,1e-5,20.601,upper\n");
  CHECK(wrong == 1);
  CHECK(same == names);
  CHECK(shown()["message"] == "1 of 2 violated");
  CHECK(shown()["color"] == "red");
  CHECK(answer(lower + lower)
            .second.count("epsilon(delta=1e-5) of gaussian(sigma=2)^50, worst: lower #2") == 1);
  std::filesystem::remove_all(folder);
}
