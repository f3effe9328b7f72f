/// A hunt for whole distributions: a planted fault is found and simplified; rounding and sound answers are not
/// reported.
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/hunt/hunt.hpp"
#include "verify/hunt/records/hunt_text.hpp"
#include "verify/hunt/records/truths.hpp"

using namespace plumbline;
using Catch::Contains;
using Json = nlohmann::json;

namespace {

/// Step of the accountant's grid.
constexpr double kGrid = 0.125;

/// Returns the masses of the loss of n Gaussian steps under the alternative, N(m, 2 m) with m = n/(2 sigma^2),
/// rounded up to the grid, or down if sigma is below 1 and the fault is planted.
Json gaussian_masses(const Json& fields, bool planted) {
  const double sigma = fields.at("sigma").get<double>(),
               m = fields.at("steps").get<double>() / (2 * sigma * sigma);
  const auto below = [&](double x) { return std::erfc((m - x) / std::sqrt(4 * m)) / 2; };
  const bool down = planted && sigma < 1;
  const long first = std::lround((m - 8 * std::sqrt(2 * m)) / kGrid),
             last = std::lround((m + 8 * std::sqrt(2 * m)) / kGrid);
  Json masses = Json::array();
  double before = 0;
  for (long k = first; k <= last; ++k) {
    const double now = below(kGrid * static_cast<double>(down ? k + 1 : k));
    masses.push_back(now - before);
    before = now;
  }
  return {{"discretization", kGrid},
          {"lower_loss", first},
          {"probs", masses},
          {"infinity_mass", 1 - before + 1e-9}};
}

ChildFactory accountant(bool planted) {
  return [planted]() -> AskChild {
    return [planted](const ChildQuestion& question) {
      const Json asked = Json::parse(question.text);
      CHECK(asked.at("quantity") == "profile");
      CHECK(asked.at("at").empty());
      const Json answer = {{"distribution", gaussian_masses(asked.at("fields"), planted)},
                           {"kind", "upper"}};
      return ChildAnswer{ChildAnswer::Ending::line, answer.dump(), 0.001};
    };
  };
}

HuntOptions whole_options(long questions) {
  HuntOptions options;
  options.space = Space::parse(
      "[[mechanism]]\nkind = \"gaussian\"\nsigma = {from = 0.5, to = 2}\nsteps = {from = 1, to = "
      "4, integer = true}\n"
      "[questions]\nepsilon = [1e-5]\n",
      "the test's space");
  options.space.ask_whole();
  options.questions = questions;
  options.shrink_settings = 40;
  return options;
}

}  // namespace

TEST_CASE("profile hunt: distributions rounded down are found, made simple, and stand in the claim",
          "[hunt][whole]") {
  const HuntResult result = hunt(whole_options(16), accountant(true));
  REQUIRE_FALSE(result.causes.empty());
  const Examined& found = result.causes.front().shrunk;
  CHECK(found.finding == "violated");
  CHECK_FALSE(found.confirmed_by.empty());
  CHECK(found.setting.factors.front().steps == 1);
  const HuntedTool tool{{"accountant"}, "tested"};
  const auto certificates = certified_truths(result, {}).certificates;
  REQUIRE_FALSE(certificates.empty());
  CHECK(certificates.front().quantity == "profile");
  CHECK(Rational::parse(certificates.front().lower).sign() > 0);
  CHECK_THAT(cause_text(1, result.causes.front(), tool), Contains("profile of"));
  const std::string lines = finds_lines(result, tool);
  const Claim claim = claim_of_line(lines.substr(0, lines.find('\n')));
  REQUIRE(claim.profile);
  CHECK(claim.direction == Direction::worst);
}

TEST_CASE("profile hunt: sound distributions are no finds", "[hunt][whole]") {
  const HuntResult result = hunt(whole_options(12), accountant(false));
  CHECK(result.causes.empty());
  CHECK(result.states.at("sound") == 12);
  CHECK(hunt_exit_code(result) == 0);
}

TEST_CASE("profile hunt: failures by rounding are counted and are no finds", "[hunt][whole]") {
  const ChildFactory rounded = []() -> AskChild {
    return [](const ChildQuestion&) {
      return ChildAnswer{
          ChildAnswer::Ending::line,
          R"({"distribution": {"discretization": 1, "infinity_mass": 0, "lower_loss": -1,
                             "probs": [0.2689414213699951, 0, 0.7310585786300048]}, "kind": "upper"})",
          0.001};
    };
  };
  HuntOptions options = whole_options(1);
  options.space = Space::parse(
      "[[mechanism]]\nkind = \"approx_dp\"\nepsilon = 1\ndelta = 0\n[questions]\nprofile = true\n",
      "the test's space");
  const HuntResult result = hunt(options, rounded);
  CHECK(result.causes.empty());
  CHECK(result.states.at(kWithinRounding) == 1);
  CHECK(hunt_exit_code(result) == 0);
}
