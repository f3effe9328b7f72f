/// Interrupted runs: in-process, and a program killed with SIGKILL.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/places.hpp"
#include "tests/suite/run_support.hpp"
#include "verify/suite/cases/journal.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

int cases_resumed(const fs::path& out) {
  return nlohmann::json::parse(read_text(out / "run.json")).at("cases_resumed");
}

int resume(const fs::path& cases, const fs::path& out) {
  std::ostringstream messages;
  SuiteOptions options = quiet(cases, out, messages);
  options.resume = true;
  return run_suite(options);
}

/// Starts `plumbline verify` and kills it without warning once `count` cases are finished. Returns
/// whether it was killed rather than done.
bool start_and_kill(const fs::path& cases, const fs::path& out, size_t count) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, 1);
    dup2(null, 2);
    execl(plumbline::testing::kProgram, plumbline::testing::kProgram, "verify", cases.c_str(),
          "--out", out.c_str(), "--threads", "2", static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (lines_of(read_text(out / "cases.jsonl")).size() >= count) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFSIGNALED(status);
}

TEST_CASE("resume: a run killed with SIGKILL ends as if it had not been", "[suite][resume][kill]") {
  const TemporaryDirectory d;
  const fs::path cases = write_cases(d);
  std::ostringstream messages;
  const int code = run_suite(quiet(cases, d.path() / "whole", messages));
  const fs::path out = d.path() / "killed";
  CHECK(start_and_kill(cases, out, 4));
  CHECK_FALSE(fs::exists(out / "run.json"));
  const size_t saved = read_journal(out).size();
  CHECK(saved >= 4);
  // A kill amid a write leaves a line without its end.
  std::ofstream(out / "results.jsonl", std::ios::app) << "{\"file\":\"c";
  std::ofstream(out / "cases.jsonl", std::ios::app) << "{\"index\":1";
  CHECK(resume(cases, out) == code);
  // All but the case with bad input, which is read again.
  CHECK(cases_resumed(out) + 1 >= static_cast<int>(saved));
  CHECK(cases_resumed(out) > 0);
  CHECK(timeless(out) == timeless(d.path() / "whole"));
}

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
    // The key has the version and the sources in it: that of another program is another text.
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

TEST_CASE("resume: threads do not show, times aside", "[suite][resume][threads]") {
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
