/// Hunts for wrong promises; the libraries are functions of this file.
#include "verify/hunt/promise_hunt.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/base/exit_code.hpp"

using namespace plumbline;
using Json = nlohmann::json;

namespace {

const char* const kSpace = R"(
[[constructor]]
name = "noise"
arguments = { scale = { from = 0.5, to = 4, scale = "log" } }

[[constructor]]
name = "keys"
d_in = [[1, 1, 1], [2, 2, 1]]
arguments = { scale = { from = 0.5, to = 2 }, threshold = { from = 4, to = 20, integer = true }, kind = ["i32"] }
)";

std::string text(double x) { return nlohmann::json(x).dump(); }

/// Returns P(Z >= k) of geometric noise.
double tail(double scale, double k) { return std::exp(-k / scale) / (1 + std::exp(-1 / scale)); }

/// Answers for Laplace noise and for keys released from a threshold on; the promise wrongly assumes that they are
/// released only above it.
Json answer_to(const Json& question, double shift) {
  const double scale = question["arguments"]["scale"];
  if (question["constructor"] == "noise") {
    return {{"promise", {{"epsilon", text(1 / scale * (1 + 1e-12))}}},
            {"pair", "laplace(b=" + text(scale) + ")"}};
  }
  const int keys = question["d_in"][0], T = question["arguments"]["threshold"];
  const double q = tail(scale, T - 1 + shift);
  const std::string noise = "discrete_laplace(b=" + text(scale) + ")";
  return {{"promise",
           {{"epsilon", text(keys / scale * (1 + 1e-12))},
            {"delta", text((1 - std::pow(1 - q, keys)) * (1 + 1e-12))}}},
          {"pair",
           {noise + "^" + std::to_string(keys), "thresholded(" + noise +
                                                    ",threshold=" + std::to_string(T) +
                                                    ",l0=" + std::to_string(keys) + ")"}}};
}

PromiseHuntResult hunted(double shift, long questions) {
  PromiseHuntOptions options{PromiseSpace::parse(kSpace, "space")};
  options.questions = questions;
  options.seconds = 300;
  return hunt_promises(options, [shift](const ChildQuestion& asked) {
    const Json question = Json::parse(asked.text);
    Json answer = answer_to(question, shift);
    answer["id"] = question["id"];
    return ChildAnswer{ChildAnswer::Ending::line, answer.dump(), 0};
  });
}

}  // namespace

TEST_CASE("hunt for promises: a threshold that is off by one is found, and it alone",
          "[hunt][promises]") {
  const PromiseHuntResult wrong = hunted(1, 20);
  CHECK(promise_hunt_exit_code(wrong) == kWrong);
  CHECK(wrong.finds.at("noise").violated == 0);
  CHECK(wrong.finds.at("noise").judged == 10);
  const PromiseFinds& keys = wrong.finds.at("keys");
  CHECK(keys.violated == keys.judged);
  CHECK(keys.judged == 10);
  // Each key has the factor e^(1/scale), here between e^(1/2) and e^2.
  CHECK(keys.worst > std::exp(0.5));
  CHECK(keys.worst < std::exp(2.0));
  CHECK(keys.record["constructor"] == "keys");
  const std::string lines = promise_finds_lines(wrong);
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 1);
  CHECK(promise_finds_text(wrong).find("keys: 10 of 10 promises violated") != std::string::npos);

  const PromiseHuntResult right = hunted(0, 20);
  CHECK(promise_hunt_exit_code(right) == kAllAsAsked);
  CHECK(right.judged() == 20);
}

TEST_CASE("hunt for promises: the same seed asks the same, and what is no answer is said",
          "[hunt][promises]") {
  std::vector<std::string> asked[2];
  for (std::vector<std::string>& all : asked) {
    PromiseHuntOptions options{PromiseSpace::parse(kSpace, "space")};
    options.questions = 6;
    const PromiseHuntResult result = hunt_promises(options, [&all](const ChildQuestion& question) {
      all.push_back(question.text);
      const bool even = all.size() % 2 == 0;
      return ChildAnswer{ChildAnswer::Ending::line,
                         even ? R"({"id":-7,"promise":{}})" : R"({"id":0,"error":"no scale"})", 0};
    });
    CHECK(promise_hunt_exit_code(result) == kBadInput);
    // One answer belongs to another question.
    CHECK(result.finds.at("noise").unanswered.size() == 2);
  }
  CHECK(asked[0] == asked[1]);
  CHECK(asked[0].size() == 6);
}

TEST_CASE("hunt for promises: invalid spaces", "[hunt][promises]") {
  for (const char* wrong :
       {"", "[[constructor]]\nd_in = 1", "x = 1", "[[constructor]]\nname = 'a'\nb = 2",
        "[[constructor]]\nname = 'a'\narguments = { x = [] }",
        "[[constructor]]\nname = 'a'\narguments = { x = { from = 2, to = 1 } }"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(PromiseSpace::parse(wrong, "f"), std::invalid_argument);
  }
}
