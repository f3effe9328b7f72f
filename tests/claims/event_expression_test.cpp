/// Events of dp-accounting as expressions, under each relation of neighbours.
#include "verify/claims/reading/event_expression.hpp"

#include <stdexcept>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::check_meet;

namespace {

const std::string kGaussian = R"(["GaussianDpEvent", 2])", kLaplace = R"(["LaplaceDpEvent", 3])",
                  kChoice = R"(["RandomizedResponseDpEvent", 0.5, 4])";

std::string sampled(const std::string& inner) {
  return R"(["PoissonSampledDpEvent", 0.25, )" + inner + "]";
}

std::string repeated(const std::string& inner, int n) {
  return R"(["SelfComposedDpEvent", )" + inner + ", " + std::to_string(n) + "]";
}

std::string canonical(const std::string& event, const std::string& relation) {
  return Composition::parse(event_expression(event, relation)).expression();
}

std::string refusal(const std::string& event, const std::string& relation) {
  try {
    return "accepted as " + event_expression(event, relation);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

Certified at(const std::string& expression, Direction direction, const std::string& epsilon) {
  PrivacyProfile profile(Composition::parse(expression), direction);
  return *required_profile_quantity("delta").compute(profile, Real(Rational::parse(epsilon)), {});
}

}  // namespace

TEST_CASE("events: a record added or removed", "[claims][events]") {
  const std::string both = R"(["ComposedDpEvent", [)" + kGaussian + ", " + repeated(kLaplace, 5) +
                           ", " + sampled(kGaussian) + "]]";
  for (const char* relation : {"add_or_remove_one", "replace_special"}) {
    CHECK(canonical(repeated(both, 2), relation) ==
          "gaussian(sigma=2)^2 * laplace(b=3)^10 * subsampled_gaussian(sigma=2,p=0.25)^2");
  }
  CHECK(canonical(R"({"module_name": "dp_accounting.dp_event", "class_name": "GaussianDpEvent",
                      "noise_multiplier": 0.5})",
                  "add_or_remove_one") == "gaussian(sigma=0.5)");
  CHECK(refusal(kChoice, "add_or_remove_one").find("replace_one or replace_special") !=
        std::string::npos);
}

TEST_CASE("events: a record replaced", "[claims][events]") {
  CHECK(canonical(repeated(kGaussian, 7), "replace_one") == "gaussian(sigma=2,relation=replace)^7");
  CHECK(canonical(sampled(kGaussian), "replace_one") ==
        "subsampled_gaussian(sigma=2,p=0.25,relation=replace)");
  // Replacing a record changes the sum by twice the bound, which equals half the noise.
  for (const auto& [event, halved] :
       {std::pair{kGaussian, "gaussian(sigma=1)"}, std::pair{kLaplace, "laplace(b=3/2)"}}) {
    const Certified theirs =
        at(event_expression(repeated(event, 3), "replace_one"), Direction::worst, "0.7");
    const Certified ours = at(std::string(halved) + "^3", Direction::worst, "0.7");
    check_meet(theirs.value(), ours.value(), 14);
  }
  CHECK(canonical(kChoice, "replace_one") == "finite(P=[0.625,0.125,0.25],Q=[0.125,0.625,0.25])");
  CHECK(canonical(R"({"class_name": "EpsilonDeltaDpEvent", "epsilon": 0.5, "delta": 0.125})",
                  "replace_one") ==
        Composition::parse("approximate_dp(epsilon=0.5,delta=0.125)").expression());
  CHECK(canonical(R"(["DiscreteLaplaceDpEvent", 1, 1])", "replace_one") ==
        "discrete_laplace(b=1,sensitivity=2)");
  CHECK(canonical(R"(["PermuteAndFlipDpEvent", 0.5])", "replace_one") == "laplace(b=2)");
  for (const std::string& event :
       {sampled(kLaplace),
        std::string(R"(["MixtureOfGaussiansDpEvent", 1, [0, 1], [0.5, 0.5]])")}) {
    CHECK(refusal(event, "replace_one").find("no certified pair under replace_one") !=
          std::string::npos);
  }
}

TEST_CASE("events: randomized response against the special record", "[claims][events]") {
  const std::string pair = event_expression(kChoice, "replace_special");
  CHECK(pair == "finite(P=[0.25,0.75],Q=[0.625,0.375])");
  // One answer has 5/8 against 1/4; the other three together have 3/8 against 3/4.
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    check_meet(at(pair, direction, "0").value(), ball("3/8"), 14);
  }
  CHECK(canonical(repeated(kChoice, 3), "replace_special").ends_with("^3"));
}

TEST_CASE("events: those that release nothing, or all, are the two extremes", "[claims][events]") {
  for (const char* event : {R"(["NoOpDpEvent"])", R"(["ComposedDpEvent", []])",
                            R"(["SelfComposedDpEvent", ["GaussianDpEvent", 1.0], 0])",
                            R"(["PoissonSampledDpEvent", 0.0, ["GaussianDpEvent", 2.0]])",
                            R"(["PoissonSampledDpEvent", 0.5, ["NoOpDpEvent"]])",
                            R"(["PoissonSampledDpEvent", 0.5, ["ComposedDpEvent", []]])"}) {
    CAPTURE(event);
    for (const std::string relation : {"add_or_remove_one", "replace_one"}) {
      CHECK(canonical(event, relation) == "perfectly_private()");
    }
  }
  CHECK(canonical(R"(["NonPrivateDpEvent"])", "replace_one") == "blatantly_non_private()");
  CHECK(canonical(R"(["ComposedDpEvent", [["NonPrivateDpEvent"], ["GaussianDpEvent", 2.0]]])",
                  "add_or_remove_one") == "blatantly_non_private() * gaussian(sigma=2)");
}

TEST_CASE("events: concentrated privacy is its class", "[claims][events]") {
  CHECK(canonical(R"(["ZCDpEvent", 0.5, 0.0])", "add_or_remove_one") == "zcdp(rho=0.5)");
  CHECK(canonical(R"(["ZCDpEvent", 0.0, 0.0])", "add_or_remove_one") == "perfectly_private()");
  const std::string beside =
      R"(["ComposedDpEvent", [["SelfComposedDpEvent", ["ZCDpEvent", 0.5, 0.25],
      3], )" +
      kGaussian + "]]";
  CHECK(canonical(beside, "add_or_remove_one") == "zcdp(rho=0.5,xi=0.25)^3 * gaussian(sigma=2)");
  CHECK(canonical(beside, "replace_one") ==
        "zcdp(rho=0.5,xi=0.25)^3 * gaussian(sigma=2,relation=replace)");
  CHECK(canonical(sampled(R"(["ZCDpEvent", 0.5, 0.0])"), "add_or_remove_one") ==
        "subsampled(zcdp(rho=0.5),p=0.25)");
  // No rule is proved for several runs of it, which the composition reports.
  const std::string runs = repeated(sampled(R"(["ZCDpEvent", 0.5, 0.0])"), 4);
  CHECK_THROWS_WITH(canonical(runs, "add_or_remove_one"), Catch::Contains("does not compose"));
  CHECK_THAT(refusal(sampled(R"(["ZCDpEvent", 0.5, 0.0])"), "replace_one"),
             Catch::Contains("no certified pair under replace_one"));
  CHECK(canonical(sampled(R"(["ZCDpEvent", 0.0, 0.0])"), "add_or_remove_one") ==
        "subsampled(perfectly_private(),p=0.25)");
  CHECK(canonical(R"(["SelfComposedDpEvent", ["ZCDpEvent", 0.5, 0.25], 3])", "replace_one") ==
        "zcdp(rho=0.5,xi=0.25)^3");
}

TEST_CASE("events: several Gaussian answers on one batch", "[claims][events]") {
  const auto inside = [](const std::string& event) {
    return canonical(R"(["PoissonSampledDpEvent", 0.25, )" + event + "]", "add_or_remove_one");
  };
  CHECK(inside(R"(["ComposedDpEvent", [["GaussianDpEvent", 3.0], ["GaussianDpEvent", 1.5]]])") ==
        "subsampled_gaussian(sigma2=1.8,p=0.25)");
  CHECK(inside(R"(["SelfComposedDpEvent", ["GaussianDpEvent", 4.0], 4])") ==
        "subsampled_gaussian(sigma=2,p=0.25)");
  CHECK(inside(R"(["SingleEpochTreeAggregationDpEvent", 4.0, 8])") ==
        "subsampled_gaussian(sigma=2,p=0.25)");
  CHECK(
      refusal(R"(["PoissonSampledDpEvent", 0.25, ["ComposedDpEvent", [["LaplaceDpEvent", 1.0]]]])",
              "add_or_remove_one")
          .find("only if all its events are Gaussian") != std::string::npos);
}

TEST_CASE("events: invalid input is refused in one line", "[claims][events]") {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("3"),
        std::string(R"(["GaussianDpEvent", "x"])"), std::string(R"(["GaussianDpEvent", [1]])"),
        std::string(R"({"class_name": 3})"),
        std::string(R"(["SelfComposedDpEvent", ["GaussianDpEvent", 1], -1])"),
        std::string(200000, '[')}) {
    CAPTURE(text.substr(0, 80));
    const std::string why = refusal(text, "add_or_remove_one");
    CHECK(why.find("accepted") == std::string::npos);
    CHECK(why.find('\n') == std::string::npos);
  }
  CHECK(refusal(kGaussian, "neighbour").find("unknown relation") != std::string::npos);
}

TEST_CASE("events: the repr of an event is read as its JSON", "[claims][event]") {
  const std::string repr =
      "PoissonSampledDpEvent(sampling_probability=0.125, "
      "event=GaussianDpEvent(noise_multiplier=1.0))";
  const std::string json = R"({"class_name":"PoissonSampledDpEvent","sampling_probability":0.125,)"
                           R"("event":{"class_name":"GaussianDpEvent","noise_multiplier":1.0}})";
  CHECK(event_expression(repr, "add_or_remove_one") == event_expression(json, "add_or_remove_one"));
  CHECK(event_expression("dp_accounting.SelfComposedDpEvent(event=" + repr + ", count=7)\n",
                         "add_or_remove_one") == "subsampled_gaussian(sigma=1,p=0.125)^7");
  CHECK(event_expression("ComposedDpEvent(events=[LaplaceDpEvent(noise_multiplier=2.), "
                         "GaussianDpEvent(noise_multiplier=1e1),])",
                         "add_or_remove_one") == "laplace(b=2) * gaussian(sigma=10)");
  for (const char* broken :
       {"GaussianDpEvent(noise_multiplier=1.0", "GaussianDpEvent(1.0, 2.0)", "GaussianDpEvent()) x",
        "GaussianDpEvent(noise_multiplier=inf)", "GaussianDpEvent(noise_multiplier=1.0.2)"}) {
    CAPTURE(broken);
    CHECK_THROWS_AS(event_expression(broken, "add_or_remove_one"), std::invalid_argument);
  }
}
