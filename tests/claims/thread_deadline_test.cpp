/// Limits of processor time read the thread's clock rarely, but stop in time.
#include <thread>

#include "tests/support.hpp"
#include "verify/base/thread_clock.hpp"

using namespace plumbline;

TEST_CASE("thread deadline: work counts, waiting does not", "[claims]") {
  constexpr double kSeconds = 0.05;
  const double start = seconds_of_thread();
  ThreadDeadline deadline(kSeconds);
  CHECK_FALSE(deadline.passed());
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  CHECK_FALSE(deadline.passed());
  while (!deadline.passed()) {
  }
  CHECK(seconds_of_thread() - start > kSeconds);
}

TEST_CASE("thread deadline: of no length, and of any", "[claims]") {
  ThreadDeadline none(0), ever(1e300);
  while (!none.passed()) {
  }
  CHECK_FALSE(ever.passed());
}
