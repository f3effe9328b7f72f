/// Events of dp-accounting as records of mechanisms.
#include "verify/claims/reading/event_record.hpp"

#include <nlohmann/json.hpp>

#include "reference/composition/composition.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

using namespace plumbline;
using Json = nlohmann::json;

namespace {

Json event(const std::string& name, Json fields = Json::object()) {
  fields["module_name"] = "dp_accounting.dp_event";
  fields["class_name"] = name;
  return fields;
}

Json gaussian(double sigma) { return event("GaussianDpEvent", {{"noise_multiplier", sigma}}); }
Json repeated(const Json& inner, int n) {
  return event("SelfComposedDpEvent", {{"event", inner}, {"count", n}});
}

/// Returns the composition, or the reason why there is none.
std::string expression(const Json& e) {
  std::string unsupported;
  const Json record = event_record(e, &unsupported);
  if (!unsupported.empty()) return unsupported;
  return Composition::parse(name_mechanism(record, false).expression).expression();
}

}  // namespace

TEST_CASE("events: counts within counts multiply", "[claims]") {
  const Json step =
      event("PoissonSampledDpEvent", {{"sampling_probability", 0.25}, {"event", gaussian(2)}});
  CHECK(expression(repeated(repeated(step, 5), 4)) == "subsampled_gaussian(sigma=2,p=0.25)^20");
  const Json both = event("ComposedDpEvent", {{"events", {repeated(gaussian(3), 2), step}}});
  CHECK(expression(repeated(both, 3)) ==
        "gaussian(sigma=3)^6 * subsampled_gaussian(sigma=2,p=0.25)^3");
  CHECK(expression(repeated(
            event("RandomizedResponseDpEvent", {{"noise_parameter", 0.5}, {"num_buckets", 2}}),
            10)) == "finite(P=[0.75,0.25],Q=[0.25,0.75])^10");
}

TEST_CASE("events: steps, their numbers exact", "[claims]") {
  CHECK(expression(event("LaplaceDpEvent", {{"noise_multiplier", 0.5}})) == "laplace(b=0.5)");
  CHECK(expression(
            event("DiscreteLaplaceDpEvent", {{"noise_parameter", 0.25}, {"sensitivity", 2}})) ==
        "discrete_laplace(b=4,sensitivity=2)");
  CHECK(expression(event("DiscreteGaussianDpEvent",
                         {{"sigma", 3}, {"sensitivity", 1}, {"dimension", nullptr}})) ==
        "discrete_gaussian(sigma=3)");
  CHECK(expression(event("EpsilonDeltaDpEvent", {{"epsilon", 0.5}, {"delta", 0.125}})) ==
        "approximate_dp(epsilon=0.5,delta=0.125)");
  CHECK(expression(gaussian(0.7)) ==
        Composition::parse("gaussian(sigma=0x1.6666666666666p-1)").expression());
}

TEST_CASE("events: the lists that tuples become", "[claims]") {
  const Json gauss = {"dp_accounting.dp_event", "GaussianDpEvent", 2.0};
  const Json step = {"dp_accounting.dp_event", "PoissonSampledDpEvent", 0.25, gauss};
  CHECK(expression(gauss) == "gaussian(sigma=2)");
  CHECK(expression({"dp_accounting.dp_event", "SelfComposedDpEvent", step, 20}) ==
        "subsampled_gaussian(sigma=2,p=0.25)^20");
  CHECK(expression(Json::parse(
            R"(["ComposedDpEvent", [["GaussianDpEvent", 2], ["LaplaceDpEvent", 3]]])")) ==
        "gaussian(sigma=2) * laplace(b=3)");
  CHECK(expression({"SelfComposedDpEvent", gaussian(3), 4}) == "gaussian(sigma=3)^4");
  CHECK(expression({"ZCDpEvent", 2, 0}) == "gaussian(sigma=0.5)");
  CHECK(expression({"SampledWithReplacementDpEvent", 0.1}).find("SampledWithReplacement") !=
        std::string::npos);
  std::string unsupported;
  for (const Json& bad :
       {Json::array(), Json{"Gaussian", 1}, Json{"a", "b", "GaussianDpEvent", 1},
        Json{"GaussianDpEvent"}, Json{"GaussianDpEvent", 1, 2}, Json{1, "GaussianDpEvent", 1, 2}}) {
    CAPTURE(bad.dump());
    CHECK_THROWS_AS(event_record(bad, &unsupported), std::invalid_argument);
  }
}

TEST_CASE("events: other steps", "[claims]") {
  CHECK(expression(repeated(event("PermuteAndFlipDpEvent", {{"epsilon", 0.25}}), 5)) ==
        "laplace(b=4)^5");
  CHECK(expression(event("ExponentialMechanismDpEvent", {{"epsilon", 0.25}})) ==
        "exponential_mechanism(epsilon=0.25)");
  const Json integers =
      event("DiscreteLaplaceDpEvent", {{"noise_parameter", 0.5}, {"sensitivity", 1}});
  CHECK(expression(event("PoissonSampledDpEvent",
                         {{"sampling_probability", 0.25}, {"event", integers}})) ==
        Composition::parse("subsampled(discrete_laplace(b=2),p=0.25)").expression());
}

TEST_CASE("events: batches of fixed size, alone and beside others", "[claims]") {
  const Json batch =
      event("SampledWithoutReplacementDpEvent",
            {{"source_dataset_size", 1000}, {"sample_size", 10}, {"event", gaussian(2)}});
  CHECK(expression(repeated(batch, 5)) == "without_replacement(sigma=2,n=1000,batch=10)^5");
  CHECK(expression({"dp_accounting.dp_event",
                    "SampledWithoutReplacementDpEvent",
                    1000,
                    10,
                    {"dp_accounting.dp_event", "GaussianDpEvent", 2.0}}) ==
        "without_replacement(sigma=2,n=1000,batch=10)");
  Json other = batch;
  other["event"] = event("LaplaceDpEvent", {{"noise_multiplier", 2}});
  CHECK(expression(other).find("LaplaceDpEvent sampled without") != std::string::npos);

  Json line = {
      {"tool", "t"},  {"quantity", "epsilon"},      {"at", {{"delta", 1e-5}}},    {"kind", "upper"},
      {"value", "1"}, {"adjacency", "replace_one"}, {"event", repeated(batch, 5)}};
  REQUIRE(claim_of(line).batches);
  CHECK(claim_of(line).unsupported.empty());
  REQUIRE(claim_of(line).pair);
  CHECK(claim_of(line).pair->member() == "subsampled_gaussian(sigma=2,p=0.01)^5");
  Json later = batch;
  later["event"] = gaussian(4);
  const Json response =
      event("RandomizedResponseDpEvent", {{"noise_parameter", 0.5}, {"num_buckets", 2}});
  line["event"] = event("ComposedDpEvent", {{"events", {repeated(batch, 5), later, response}}});
  CHECK(claim_of(line).unsupported.empty());
  CHECK(claim_of(line).mechanism ==
        "without_replacement(sigma=2,n=1000,batch=10)^5 * "
        "without_replacement(sigma=4,n=1000,batch=10) * finite(P=[0.75,0.25],Q=[0.25,0.75])");
  // Relations differ: the noise of one event is stated for exchanged records, that of the other for added or removed
  // ones.
  Json mixed = line;
  mixed["event"] = event("ComposedDpEvent", {{"events", {repeated(batch, 5), gaussian(3)}}});
  CHECK(claim_of(mixed).unsupported.find("beside other noise") != std::string::npos);
  line["adjacency"] = "add_or_remove_one";
  CHECK(claim_of(line).unsupported.find("keeps the number") != std::string::npos);
}

TEST_CASE("events: random allocation, one step exact and several bounded", "[claims]") {
  const Json one = {"RandomAllocationDpEvent", {"GaussianDpEvent", 2.0}, 1, 10};
  CHECK(expression(one) == "random_allocation(sigma=2,t=10)");
  CHECK(expression(repeated(one, 3)) == "random_allocation(sigma=2,t=10)^3");
  CHECK(expression(event("RandomAllocationDpEvent",
                         {{"event", gaussian(2)}, {"num_selected", 3}, {"num_steps", 10}})) ==
        "random_allocation(sigma=2,t=10,k=3)");
  CHECK(expression({"RandomAllocationDpEvent", {"LaplaceDpEvent", 2.0}, 1, 10}) ==
        "event LaplaceDpEvent allocated at random has no certified pair here");
  Json line = {{"tool", "t"},     {"quantity", "delta"}, {"at", {{"epsilon", 0.5}}},
               {"kind", "upper"}, {"value", "1"},        {"adjacency", "add_or_remove_one"},
               {"event", one}};
  CHECK(claim_of(line).pair == nullptr);
  line["event"] =
      repeated(Json::array({"RandomAllocationDpEvent", {"GaussianDpEvent", 2.0}, 5, 10}), 2);
  const Claim claim = claim_of(line);
  CHECK(claim.mechanism == "random_allocation(sigma=2,t=10,k=5)^2");
  REQUIRE(claim.pair);
  CHECK(claim.pair->member() == "gaussian(sigma2=1.6)^2");  // 10 * 2^2 / 5^2
  line["event"] = Json::array({"RandomAllocationDpEvent", {"GaussianDpEvent", 2.0}, 5, 5});
  CHECK(claim_of(line).pair == nullptr);  // a record participates in every step
  line["adjacency"] = "replace_one";
  CHECK_FALSE(claim_of(line).unsupported.empty());
}

TEST_CASE("events: trees of one epoch have the pair of correlated_gaussian", "[claims]") {
  CHECK(expression({"SingleEpochTreeAggregationDpEvent", 2.0, 8}) == "gaussian(sigma=2)^4");
  CHECK(expression({"SingleEpochTreeAggregationDpEvent", 2.0, {5, 7, 1}}) == "gaussian(sigma=2)^3");
  CHECK(expression(repeated({"SingleEpochTreeAggregationDpEvent", 2.0, 1}, 3)) ==
        "gaussian(sigma=2)^3");
  for (const char* steps : {"7", "8", "9"}) {
    const std::string tree = "correlated_gaussian(sigma=2,strategy=tree,steps=";
    const std::string events =
        expression({"SingleEpochTreeAggregationDpEvent", 2.0, std::stoi(steps)});
    CHECK(Composition::parse(tree + steps + ")").identity() ==
          Composition::parse("gaussian(sigma2=4/" + events.substr(events.find('^') + 1) + ")")
              .identity());
  }
  CHECK_THROWS_WITH(expression({"SingleEpochTreeAggregationDpEvent", 2.0, 0}),
                    Catch::Contains("a tree without steps"));
}

TEST_CASE("events: what the library has that is not read is refused by its name", "[claims]") {
  for (const char* name : {"UnsupportedDpEvent", "SampledWithReplacementDpEvent"}) {
    CHECK(expression(event(name)) == std::string("event ") + name + " has no certified pair here");
  }
}

TEST_CASE("events: the best of several runs", "[claims]") {
  const auto best = [](const Json& inner, const Json& mean, const Json& shape) {
    return event("RepeatAndSelectDpEvent", {{"event", inner}, {"mean", mean}, {"shape", shape}});
  };
  const auto runs = [](const Json& e) {
    std::string unsupported;
    const NamedMechanism named = name_mechanism(event_record(e, &unsupported), false);
    CHECK(unsupported.empty());
    return named.runs + " " + Composition::parse(named.expression).expression();
  };
  CHECK(runs(best(gaussian(2), 10, 1)) == "geometric(mean=10) gaussian(sigma=2)");
  CHECK(runs(best(repeated(gaussian(2), 3), 2.5, 0)) ==
        "logarithmic(mean=2.5) gaussian(sigma=2)^3");
  CHECK(runs(best(gaussian(2), 4, "inf")) == "poisson(mu=4) gaussian(sigma=2)");
  CHECK(runs(best(gaussian(2), 4, 0.5)) == "negative_binomial(eta=0.5,mean=4) gaussian(sigma=2)");
  const Json list = Json::array({"RepeatAndSelectDpEvent", gaussian(2), 10, 1});
  CHECK(runs(list) == "geometric(mean=10) gaussian(sigma=2)");
  CHECK(expression(repeated(best(gaussian(2), 10, 1), 3)).find("the best of several runs") == 0);
  CHECK(expression(best(best(gaussian(2), 10, 1), 10, 1)).find("the best of several runs") == 0);
}

TEST_CASE("events: claims about them", "[claims]") {
  const Json line = {{"tool", "t"},
                     {"quantity", "epsilon"},
                     {"at", {{"delta", 1e-5}}},
                     {"kind", "upper"},
                     {"value", "1"},
                     {"adjacency", "replace_one"},
                     {"event", repeated(event("RandomizedResponseDpEvent",
                                              {{"noise_parameter", 0.5}, {"num_buckets", 2}}),
                                        10)}};
  const Claim claim = claim_of(line);
  CHECK(claim.unsupported.empty());
  CHECK(claim.direction == Direction::worst);
  CHECK(claim.mechanism == "finite(P=[0.75,0.25],Q=[0.25,0.75])^10");
  Json other = line;
  other["adjacency"] = "add_or_remove_one";
  other["event"] = event("SampledWithReplacementDpEvent", {{"sample_size", 2}});
  CHECK_FALSE(claim_of(other).unsupported.empty());
  other["event"] = repeated(event("ZCDpEvent", {{"rho", 0.5}, {"xi", 0}}), 3);
  REQUIRE(claim_of(other).concentrated);
  CHECK(claim_of(other).concentrated->runs == Rational(3));
  CHECK(claim_of(other).mechanism == "gaussian(sigma=1)^3");
  other["event"] = event("ComposedDpEvent", {{"events", {gaussian(2), other["event"]}}});
  CHECK(claim_of(other).unsupported.empty());
  CHECK(claim_of(other).mechanism == "gaussian(sigma=2) * zcdp(rho=0.5)^3");
  CHECK(is_dominating(*claim_of(other).pair->hypotheses));
  CHECK_FALSE(is_shown_by_some(*claim_of(other).pair->hypotheses));
  other["event"] = gaussian(2);
  CHECK(claim_of(other).mechanism == "gaussian(sigma=2)");
  other["mechanism"] = "gaussian(sigma=2)";
  CHECK_THROWS_AS(claim_of(other), std::invalid_argument);
}

TEST_CASE("events: what has no pair says so, what is no event is an error", "[claims]") {
  CHECK(expression(event("SampledWithReplacementDpEvent", {{"sample_size", 2}}))
            .find("SampledWithReplacement") != std::string::npos);
  CHECK(expression(event("NoOpDpEvent")) == "perfectly_private()");
  std::string unsupported;
  for (const Json& bad :
       {Json("word"), Json::object(), event("SelfComposedDpEvent", {{"event", gaussian(1)}}),
        event("SelfComposedDpEvent", {{"event", gaussian(1)}, {"count", 1.5}}),
        event("GaussianDpEvent"), event("GaussianDpEvent", {{"noise_multiplier", 1}, {"q", 2}}),
        event("ComposedDpEvent", {{"events", 3}})}) {
    CAPTURE(bad.dump());
    CHECK_THROWS_AS(event_record(bad, &unsupported), std::invalid_argument);
  }
}
