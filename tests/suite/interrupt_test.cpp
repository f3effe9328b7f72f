#include "verify/base/interrupt.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "reference/arithmetic/running/deadline.hpp"
#include "tests/suite/suite_support.hpp"

namespace plumbline {
namespace {

using namespace testing;

TEST_CASE("interrupt: SIGINT sets the flag while the guard lives", "[suite][interrupt]") {
  const InterruptGuard guard;
  CHECK_FALSE(InterruptGuard::interrupted());
  CHECK_NOTHROW(leave_if_interrupted());
  const Poll work = Deadline::in(1000).asking(leave_if_interrupted);
  CHECK_NOTHROW(work());
  std::raise(SIGINT);
  CHECK(InterruptGuard::interrupted());
  CHECK_THROWS_AS(leave_if_interrupted(), Interrupted);
  CHECK_THROWS_AS(work(), Interrupted);
}

TEST_CASE("interrupt: a run keeps what is done and ends with 130", "[suite][interrupt][slow]") {
  // Far more points than one second permits.
  std::string text = head();
  for (int i = 0; i < 40; ++i) {
    text += "[[case]]\nid = \"c" + std::to_string(i) +
            "\"\nquantity = \"tradeoff\"\nmechanism = \"gaussian(sigma=1)\"\n"
            "at = { alpha = \"0.1:0.9:50000\" }\n";
  }
  const TemporaryDirectory d;
  const auto file = d.write("c.toml", head() + gauss_case("x", ""));
  const auto slow = d.write("d.toml", text);
  // Raises the signal only after the guard is in place: the first result is written under the guard.
  const auto results = d.path() / "out" / "results.jsonl";
  std::atomic<bool> finished{false};
  std::thread user([&] {
    while (!finished && read_text(results).empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (!finished) std::raise(SIGINT);
  });
  const Run run = run_paths({file, slow}, d.path() / "out");
  finished = true;
  user.join();
  CHECK(run.code == 130);
  CHECK_THAT(run.messages, Catch::Contains(" of 41 cases; the same command with --resume goes on"));
  REQUIRE_FALSE(run.results.empty());
  CHECK(run.results[0]["case"] == "x");
  CHECK_THAT(run.report, Catch::Contains("interrupted"));
}

}  // namespace
}  // namespace plumbline
