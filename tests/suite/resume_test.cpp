/// Interrupted runs in one process; tests/app/resume_program_test.cpp kills a program.
#include <nlohmann/json.hpp>

#include "tests/suite/resume_support.hpp"
#include "verify/suite/cases/journal.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

TEST_CASE("resume: only what changed is run again", "[suite][resume]") {
  const TemporaryDirectory d;
  const std::string a = gauss_case("a", ""), b = gauss_case("b", ""), c = gauss_case("c", "");
  const fs::path file = d.write("c.toml", head() + a + b + c), out = d.path() / "out";
  std::ostringstream messages;
  CHECK(run_suite(quiet(file, out, messages)) == 0);
  CHECK(resume(file, out) == 0);
  CHECK(cases_resumed(out) == 3);
  SECTION("a comment, a blank line and a case before it change nothing") {
    d.write("c.toml", head() + "\n# new\n" + gauss_case("new", "") + "# old\n" + a + b + c);
    CHECK(resume(file, out) == 0);
    CHECK(cases_resumed(out) == 3);
    const auto entries = json_lines(out / "cases.jsonl");
    REQUIRE(entries.size() == 4);
    CHECK(entries[1]["case"] == "a");
    CHECK(entries[1]["index"] == 1);
    CHECK(entries[1]["line"] == 11);
    CHECK(json_lines(out / "results.jsonl")[0]["case"] == "new");
  }
  SECTION("a changed case") {
    d.write("c.toml", head() + a + gauss_case("b", "digits = 20\n") + c);
    CHECK(resume(file, out) == 0);
    CHECK(cases_resumed(out) == 2);
    CHECK(json_lines(out / "results.jsonl")[1]["digits_asked"] == 20);
  }
  SECTION("a case that is gone") {
    d.write("c.toml", head() + a + c);
    CHECK(resume(file, out) == 0);
    CHECK(json_lines(out / "results.jsonl").size() == 2);
  }
  SECTION("another source") {
    d.write("c.toml", "title = \"t\"\nsource = \"other\"\n" + a + b + c);
    CHECK(resume(file, out) == 0);
    CHECK(cases_resumed(out) == 0);
  }
  SECTION("another program") {
    // The key contains the version and the sources: another program has another key.
    std::string ledger = read_text(out / "cases.jsonl");
    const auto entry = nlohmann::json::parse(ledger.substr(0, ledger.find('\n')));
    ledger.replace(ledger.find(entry.at("key").get<std::string>()), 4, "0000");
    std::ofstream(out / "cases.jsonl") << ledger;
    CHECK(resume(file, out) == 0);
    CHECK(cases_resumed(out) == 2);
  }
  SECTION("without --resume all is run") {
    CHECK(run_suite(quiet(file, out, messages)) == 0);
    CHECK(cases_resumed(out) == 0);
  }
}

TEST_CASE("resume: a case that ran out of time is run again", "[suite][resume]") {
  const TemporaryDirectory d;
  const fs::path file = d.write("c.toml", head() + gauss_case("a", "")), out = d.path() / "out";
  std::ostringstream messages;
  SuiteOptions options = quiet(file, out, messages);
  options.timeout_seconds = 0;
  CHECK(run_suite(options) == 3);
  CHECK(resume(file, out) == 0);
  CHECK(cases_resumed(out) == 0);
  CHECK(json_lines(out / "results.jsonl")[0]["reached"] == true);
}

TEST_CASE("resume: threads do not show, times aside", "[suite][resume][threads][slow]") {
  const TemporaryDirectory d;
  const fs::path cases = write_cases(d);
  std::ostringstream messages;
  SuiteOptions options = quiet(cases, d.path() / "one", messages);
  CHECK(run_suite(options) == 2);
  options.out = d.path() / "five";
  options.threads = 5;
  CHECK(run_suite(options) == 2);
  CHECK(timeless(d.path() / "five") == timeless(d.path() / "one"));
}

}  // namespace
}  // namespace plumbline
