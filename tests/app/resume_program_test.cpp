/// A program killed with SIGKILL, and the run that resumes its work.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/places.hpp"
#include "tests/suite/resume_support.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

/// Starts `plumbline verify` and kills it without warning as soon as `count` cases are finished. Returns true if it
/// was killed, false if it had finished.
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

TEST_CASE("resume: a run killed with SIGKILL ends as if it had not been",
          "[suite][resume][kill][slow]") {
  const TemporaryDirectory d;
  const fs::path cases = write_cases(d);
  std::ostringstream messages;
  const int code = run_suite(quiet(cases, d.path() / "whole", messages));
  const fs::path out = d.path() / "killed";
  CHECK(start_and_kill(cases, out, 4));
  CHECK_FALSE(fs::exists(out / "run.json"));
  const size_t saved = read_journal(out).size();
  CHECK(saved >= 4);
  // A kill during a write leaves an incomplete line.
  std::ofstream(out / "results.jsonl", std::ios::app) << "{\"file\":\"c";
  std::ofstream(out / "cases.jsonl", std::ios::app) << "{\"index\":1";
  CHECK(resume(cases, out) == code);
  // All cases but the one with bad input, which is read again.
  CHECK(cases_resumed(out) + 1 >= static_cast<int>(saved));
  CHECK(cases_resumed(out) > 0);
  CHECK(timeless(out) == timeless(d.path() / "whole"));
}

}  // namespace
}  // namespace plumbline
