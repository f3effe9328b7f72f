/// Which results make which plots, and what their captions say.
#include <catch2/catch.hpp>

#include "verify/report/drawing.hpp"

namespace plumbline {
namespace {

Json value_at(const std::string& id, const std::string& mechanism, const std::string& alpha,
              const std::string& lower, const std::string& upper) {
  return {{"file", "cases/f.toml"},
          {"case", id},
          {"title", "T"},
          {"quantity", "tradeoff"},
          {"mechanism", mechanism},
          {"direction", "worst"},
          {"at", {{"alpha", alpha}}},
          {"lower", lower},
          {"upper", upper},
          {"digits", 15.0},
          {"seconds", 0.5},
          {"judged", Json::array()}};
}

Json with_answer(Json value, const std::string& said, const std::string& error) {
  value["judged"].push_back({{"approximation", "clt"},
                             {"verdict", "measured"},
                             {"value", said},
                             {"seconds", 1e-5},
                             {"correct_digits", 2.5},
                             {"absolute_error", {{"lower", error}, {"upper", error}}},
                             {"relative_error", {{"lower", error}, {"upper", error}}}});
  return value;
}

/// Cases that differ in N.
RunResults compositions(const std::vector<std::string>& ns) {
  RunResults results;
  for (const std::string& n : ns) {
    results.values.push_back(with_answer(
        value_at("n-" + n, "gaussian(sigma=9)^" + n, "0.1", "0.5", "0.6"), "0.51", "1e-" + n));
  }
  return results;
}

TEST_CASE("drawings: cases that differ in N alone are drawn against N", "[report][drawings]") {
  const RunResults results = compositions({"4", "1", "3", "2"});
  const auto drawings = sweep_drawings(results);
  REQUIRE(drawings.size() == 1);
  CHECK(drawings[0].question ==
        "How does the error of the approximations of the trade-off function change with the "
        "number of compositions?");
  // In the order of N, with the error in the fifth column; the errors alone are drawn.
  CHECK_THAT(drawings[0].data, Catch::Contains("1 0.51 0.51 0.51 0.1\n2 0.51 0.51 0.51 0.01\n3 "));
  CHECK_THAT(drawings[0].script, Catch::Contains("set xlabel 'number of compositions N'") &&
                                     Catch::Contains("using 1:5"));
  CHECK(drawings[0].script.find("multiplot") == std::string::npos);
  CHECK_THAT(drawings[0].caption, Catch::Contains("Largest absolute errors: clt 0.1.") &&
                                      Catch::Contains("cases/f.toml: n-4, n-1, n-3, n-2"));
  CHECK(values_in_sweeps(results).size() == 4);
  CHECK(group_drawings(results).empty());  // they have their plot
}

TEST_CASE("drawings: errors of whole curves are drawn against N, without a value",
          "[report][drawings]") {
  RunResults results = compositions({"1", "2", "3", "4"});
  for (Json& value : results.values) {
    value["at"]["alpha"] = "all";
    value["lower"] = value["upper"] = nullptr;
    value["judged"][0].erase("relative_error");
    CHECK(is_value(value));
  }
  const auto drawings = sweep_drawings(results);
  REQUIRE(drawings.size() == 1);
  CHECK_THAT(drawings[0].caption, Catch::StartsWith("Errors over whole curves. Largest"));
  CHECK(drawings[0].script.find("using 1:2") == std::string::npos);
  results.values.pop_back();
  CHECK(sweep_drawings(results).empty());
  CHECK(group_drawings(results).empty());
  results.values[0]["judged"] = Json::array();
  CHECK_FALSE(is_value(results.values[0]));
}

TEST_CASE("drawings: what is no line along a parameter is no sweep", "[report][drawings]") {
  CHECK(sweep_drawings(compositions({"1", "2", "3"})).empty());
  RunResults twice = compositions({"1", "2", "3", "4"});
  twice.values.push_back(twice.values[0]);
  twice.values.back()["case"] = "again";
  CHECK(sweep_drawings(twice).empty());
  CHECK(group_drawings(twice).size() == 1);
  RunResults elsewhere = compositions({"1", "2", "3", "4"});
  elsewhere.values[2]["at"]["alpha"] = "0.2";
  CHECK(sweep_drawings(elsewhere).empty());
}

TEST_CASE("drawings: two numbers may vary together, and the caption says so",
          "[report][drawings]") {
  RunResults results;
  for (const char* x : {"1", "2", "3", "4"}) {
    results.values.push_back(value_at(std::string("s-") + x,
                                      std::string("gaussian(sigma=") + x + ")^" + x + "0", "0.1",
                                      "0.5", "0.6"));
  }
  const auto drawings = sweep_drawings(results);
  REQUIRE(drawings.size() == 1);
  CHECK(drawings[0].question == "How does the trade-off function depend on the noise multiplier?");
  CHECK_THAT(drawings[0].caption, Catch::Contains("N varies along with it."));
}

TEST_CASE("drawings: two curves that certainly cross are said to", "[report][drawings]") {
  RunResults results;
  for (int i = 0; i < 4; ++i) {
    results.values.push_back(value_at("a", "m(x=1)", "0." + std::to_string(i + 1),
                                      i < 2 ? "0.1" : "0.7", i < 2 ? "0.2" : "0.8"));
  }
  for (int i = 0; i < 4; ++i) {
    results.values.push_back(value_at("b", "m(x=2)", "0." + std::to_string(i + 1), "0.4", "0.5"));
  }
  CHECK_THAT(overlay_drawings(results).at(0).caption, Catch::Contains("The curves cross"));
  for (int i = 2; i < 4; ++i) results.values[static_cast<size_t>(i)]["lower"] = "0.45";
  CHECK_THAT(overlay_drawings(results).at(0).caption,
             Catch::Contains("a is nowhere certainly above b."));
  for (int i = 0; i < 2; ++i) results.values[static_cast<size_t>(i)]["upper"] = "0.45";
  CHECK_THAT(overlay_drawings(results).at(0).caption, Catch::Contains("No two points differ"));
  results.values[7]["at"]["alpha"] = "0.9";  // another grid
  CHECK(overlay_drawings(results).empty());
}

TEST_CASE("drawings: a band that reaches zero keeps its point on a logarithmic axis",
          "[report][drawings]") {
  RunResults results = compositions({"1"});
  Json& value = results.values[0];
  value["judged"][0]["band"] = {{"lower", "-0.1"}, {"upper", "0.9"}};
  const std::vector<PlotPoint> points = {{7, &value}};
  CHECK_THAT(curve_data(points, {"clt"}, {false, true}), Catch::Contains("7 0.51 0.51 0.9 0.1"));
  CHECK_THAT(curve_data(points, {"clt"}, {false, false}), Catch::Contains("7 0.51 -0.1 0.9 0.1"));
}

TEST_CASE("drawings: cost has every answer with digits and a time", "[report][drawings]") {
  const RunResults results = compositions({"1", "2"});
  const auto drawings = cost_drawings(results);
  REQUIRE(drawings.size() == 1);
  CHECK_THAT(drawings[0].data, Catch::Contains("0.5 15\n0.5 15\n") &&
                                   Catch::Contains("# clt: seconds, digits\n1e-05 2.5\n"));
  CHECK_THAT(drawings[0].caption, Catch::Contains("(4)"));
  CHECK(cost_drawings({}).empty());
}

TEST_CASE("drawings: tics of a wide logarithmic axis are thinned", "[report][drawings]") {
  CHECK(log_tics("x", {1e-18, 1}) == "set xtics 1e5\n");
  CHECK(log_tics("x", {1e-3, 1}).empty());
  CHECK(log_tics("x", {0, -1}).empty());
}

}  // namespace
}  // namespace plumbline
