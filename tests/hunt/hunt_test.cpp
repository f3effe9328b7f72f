/// The hunter against accountants of our own: each planted fault is found and made simple, and a
/// sound accountant yields nothing.
#include "verify/hunt/hunt.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/arithmetic/stopwatch.hpp"
#include "tests/hunt/accountant.hpp"
#include "tests/support.hpp"
#include "verify/claims/run.hpp"
#include "verify/hunt/hunt_text.hpp"
#include "verify/hunt/shrink.hpp"

using namespace plumbline;
using plumbline::testing::planted_faults;
using plumbline::testing::PlantedFault;
using plumbline::testing::test_accountant;

namespace {

/// A child that is a function.
ChildFactory functions(const std::string& fault) {
  return [fault]() -> AskChild {
    return [fault](const std::string& question) {
      const Stopwatch watch;
      std::string text = test_accountant(question, fault);
      return ChildAnswer{ChildAnswer::Kind::line, std::move(text), watch.seconds()};
    };
  };
}

HuntOptions options_for(long questions, uint64_t seed = 1) {
  HuntOptions options;
  options.space = Space::usual();
  options.questions = questions;
  options.seed = seed;
  options.examine.oracle_seconds = 2;
  return options;
}

/// What makes two runs the same.
std::string told(const HuntResult& result) {
  std::string out = std::to_string(result.questions);
  for (const Cause& cause : result.causes) {
    out += "\n" + cause_title(cause) + ": " + setting_text(cause.shrunk.setting) + " = " +
           cause.shrunk.value + ", worst " + setting_text(cause.worst.setting) + ", " +
           std::to_string(cause.finds);
  }
  return out;
}

}  // namespace

TEST_CASE("hunt: each planted fault is found within its questions, and made simple", "[hunt]") {
  for (const PlantedFault& fault : planted_faults()) {
    HuntOptions options = options_for(fault.questions);
    options.most_causes = 1;
    const HuntResult result = hunt(options, functions(fault.name));
    CAPTURE(fault.name, told(result), hunt_summary(result));
    REQUIRE(result.causes.size() == 1);
    const Cause& cause = result.causes.front();
    CHECK(cause.shrunk.finding == fault.finding);
    CHECK(cause.questions <= fault.questions);
    CHECK(complexity_of(cause.shrunk.setting) <= fault.complexity);
    fmt::print("| {} | {} | {} + {} | {:.1f} | {} | {:.0f} |\n", fault.what, cause.shrunk.finding,
               cause.questions, cause.shrink_questions, result.seconds,
               setting_text(cause.shrunk.setting), complexity_of(cause.shrunk.setting));
  }
}

TEST_CASE("hunt: a sound accountant yields nothing", "[hunt]") {
  const HuntResult result = hunt(options_for(testing::iterations(1500), 7), functions(""));
  CAPTURE(told(result), hunt_summary(result));
  CHECK(result.causes.empty());
  CHECK(result.states.at("sound") > 500);
}
