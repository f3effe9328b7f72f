/// A handle of the C interface that was stopped answers later queries like a fresh one.
#include <cmath>
#include <ctime>
#include <string>

#include "capi/plumbline.h"
#include "tests/long_work.hpp"
#include "tests/support.hpp"

namespace {

constexpr const char* kSixGaussians =
    "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
    "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)";

struct Ends {
  double lower = -INFINITY, upper = INFINITY;
  bool reached = false;
};

/// Returns the answer if the n-th poll stops the work (0: never). Without an answer the ends are infinite.
Ends ask(plumbline_mechanism* m, const char* quantity, const char* at, long n, long* calls) {
  struct Count {
    long calls, stop;
  } count{0, n};
  plumbline_options options{};
  options.direction = "forward";
  options.digits = 6;
  options.context = &count;
  options.stop = [](void* context) {
    auto* c = static_cast<Count*>(context);
    return ++c->calls == c->stop ? 1 : 0;
  };
  plumbline_answer* answer = nullptr;
  Ends out;
  if (plumbline_ask(m, quantity, at, &options, &answer) == PLUMBLINE_OK) {
    out = {plumbline_lower_double(answer), plumbline_upper_double(answer),
           plumbline_reached(answer) != 0};
  }
  plumbline_free(answer);
  if (calls != nullptr) *calls = count.calls;
  return out;
}

bool meet(const Ends& a, const Ends& b) { return a.lower <= b.upper && b.lower <= a.upper; }

}  // namespace

TEST_CASE("C: a mechanism that was stopped answers as a fresh one", "[capi][stops][slow]") {
  for (const char* expression : {kSixGaussians, "subsampled_gaussian(sigma=1,p=0.1)^20"}) {
    CAPTURE(expression);
    plumbline_mechanism* fresh = nullptr;
    REQUIRE(plumbline_open(expression, &fresh) == PLUMBLINE_OK);
    long calls = 0;
    const Ends truth = ask(fresh, "delta", "2", 0, &calls),
               other = ask(fresh, "delta", "3", 0, nullptr);
    plumbline_close(fresh);
    REQUIRE((truth.reached && other.reached));
    for (long i = 0; i < 6; ++i) {
      const long n = 1 + i * calls / 6;
      CAPTURE(n, calls);
      plumbline_mechanism* m = nullptr;
      REQUIRE(plumbline_open(expression, &m) == PLUMBLINE_OK);
      CHECK(meet(ask(m, "delta", "2", n, nullptr), truth));
      const Ends again = ask(m, "delta", "2", 0, nullptr), then = ask(m, "delta", "3", 0, nullptr);
      CHECK((again.reached && meet(again, truth)));
      CHECK((then.reached && meet(then, other)));
      plumbline_close(m);
    }
  }
}

TEST_CASE("C: every engine ends soon after it is told to stop", "[capi][stops][slow]") {
  constexpr double kLimit = 0.1, kSoon = 0.5;  // seconds of processor time
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  for (const plumbline::testing::LongWork& work : plumbline::testing::long_work()) {
    CAPTURE(work.engine, work.mechanism);
    plumbline_mechanism* m = nullptr;
    REQUIRE(plumbline_open(work.mechanism.c_str(), &m) == PLUMBLINE_OK);
    double until = now() + kLimit;
    plumbline_options options{};
    options.direction = "forward";
    options.engine = work.engine.c_str();
    options.digits = work.digits;
    options.context = &until;
    options.stop = [](void* context) {
      return static_cast<double>(std::clock()) / CLOCKS_PER_SEC > *static_cast<double*>(context)
                 ? 1
                 : 0;
    };
    plumbline_answer* answer = nullptr;
    const plumbline_status status =
        plumbline_ask(m, work.quantity.c_str(), work.at.c_str(), &options, &answer);
    CHECK(now() - until < kSoon);
    CHECK((status == PLUMBLINE_OK || status == PLUMBLINE_STOPPED));
    plumbline_free(answer);
    plumbline_close(m);
  }
}
