/// Honest certificates are confirmed by a second path; every change in them is detected.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "reference/certificates/interval.hpp"
#include "reference/questions/answer.hpp"
#include "tests/certificates/certificate_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const std::string kSteps = "subsampled_gaussian(sigma=1,p=0.01)^10000";

Query divergence_request(const std::string& first, const std::string& second) {
  Query out = request("divergence", first);
  out.other = second;
  return out;
}

}  // namespace

TEST_CASE("certificates: each quantity of several mechanisms is confirmed",
          "[certificates][slow]") {
  const std::map<std::string, std::string> points = {{"delta", "1/3"},    {"epsilon", "1e-3"},
                                                     {"tradeoff", "0.2"}, {"rero", "0.1"},
                                                     {"bayes", "0.4"},    {"tv", ""}};
  const char* mechanisms[] = {"gaussian(sigma=2)",
                              "subsampled_gaussian(sigma=1,p=0.01)^10000",
                              "laplace(b=3)^5",
                              "discrete_gaussian(sigma=20)^100",
                              "finite(P=[1/4,3/4],Q=[0.5,0.5])^3",
                              "approximate_dp(epsilon=0.3,delta=1e-5)^10",
                              "gaussian(sigma=4)*laplace(b=5)",
                              "gaussian(sigma=4)^20*subsampled_gaussian(sigma=1,p=0.02)^500"};
  int turn = 0;
  for (const Quantity* one : profile_quantities()) {
    const Quantity& quantity = *one;
    ++turn;
    const auto at = points.find(quantity.name);
    if (at == points.end()) continue;
    for (const char* mechanism : mechanisms) {
      if (++turn % 2 == 0 && iterations(1) == 1) continue;  // nightly runs try all of them
      const Direction direction = quantity.forward_only() ? Direction::forward : Direction::worst;
      const Certificate c = certify(request(quantity.name, mechanism, at->second, direction, 12));
      CheckResult result;
      const std::string text = to_json(c).dump();
      const std::string verdict = judged(text, &result);
      CAPTURE(text, result.lower, result.upper, result.engine, result.path);
      for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
      CHECK(verdict == "confirmed");
      CHECK(result.objections.empty());
      CHECK(result.record.empty());
      CHECK(result.notes.empty());
      // Writing and reading preserve the text.
      CHECK(to_json(read_certificates(text).front()).dump() == text);
    }
  }
}

TEST_CASE("certificates: a divergence is confirmed both ways", "[certificates]") {
  for (const auto& [first, second] : {std::pair{"gaussian(sigma=1)", "laplace(b=1)"},
                                      std::pair{"laplace(b=1)", "gaussian(sigma=1)"},
                                      std::pair{"gaussian(sigma=2)^10", "gaussian(sigma=2)^10"}}) {
    CheckResult result;
    const Certificate c = certify(divergence_request(first, second));
    const std::string verdict = judged(to_json(c).dump(), &result);
    CAPTURE(first, second, result.path, result.lower, result.upper);
    CHECK(verdict == "confirmed");
  }
}

TEST_CASE("certificates: another engine where one reaches, else another contour",
          "[certificates]") {
  const auto path = [](const std::string& mechanism) {
    return check(certify(request("delta", mechanism, "0.5", Direction::forward)), {}).path;
  };
  CHECK(path("gaussian(sigma=2)^50") == "another engine");
  CHECK(path("laplace(b=3)^5") == "another engine");
  CHECK(path("approximate_dp(epsilon=0.3,delta=1e-5)^10") == "another engine");
  CHECK(path(kSteps) == "the same engine on another path");
  CHECK(path("discrete_gaussian(sigma=20)^100") == "the same engine on another path");
}

TEST_CASE("certificates: contours moved give other nodes and the same value", "[certificates]") {
  for (const std::string& mechanism :
       {kSteps, std::string("discrete_gaussian(sigma=20)^100"),
        std::string("subsampled_gaussian(sigma=0.7,p=0.0001)^1000")}) {
    const Query what = request("delta", mechanism, "0.7", Direction::forward, 20);
    OtherPath path{.wanted = true};
    const Answer one = answer(what, Effort{}), other = answer(what, Effort{}, path);
    CAPTURE(mechanism);
    CHECK(path.taken);
    CHECK(one.parameters != other.parameters);
    CHECK(other.value.reached());
    CHECK(overlaps(one.value.value(), other.value.value()));
  }
}

TEST_CASE("certificates: other engines vary as well", "[certificates]") {
  for (const auto& [engine, digits] : {std::pair{"knots", 12}, std::pair{"lattice", 3}}) {
    const Query what = request("delta", "laplace(b=3)^5", "0.5", Direction::worst, digits, engine);
    OtherPath path{.wanted = true};
    const Answer one = answer(what, Effort{}), other = answer(what, Effort{}, path);
    CAPTURE(engine);
    CHECK(path.taken);
    CHECK(one.parameters != other.parameters);
    CHECK(other.value.reached());
    CHECK(overlaps(one.value.value(), other.value.value()));
  }
}

TEST_CASE("certificates: other versions are said, and make the rest informative",
          "[certificates]") {
  const Certificate original = certify(request("delta", "gaussian(sigma=2)", "1"));
  Json json = to_json(original);
  json["versions"]["flint"] = "9.9.9";
  CheckResult result;
  CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
  CHECK(result.notes.empty());  // the rerun reproduced the record nevertheless
  json["engine"]["parameters"]["bits"] = "1000";
  CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
  REQUIRE(result.notes.size() == 1);
  CHECK_THAT(result.notes.front(),
             Catch::Contains("engine.parameters.bits") && Catch::Contains("flint 9.9.9, here"));
}

TEST_CASE("certificates: an interval moved by its width is refuted", "[certificates]") {
  Random random(91);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string sigma = Random::text(random.uniform(0.5, 3));
    const std::string mechanism = i % 2 == 0
                                      ? "gaussian(sigma=" + sigma + ")^30"
                                      : "subsampled_gaussian(sigma=" + sigma + ",p=0.01)^1000";
    const Certificate original = certify(request("delta", mechanism, "0.3", Direction::forward));
    const Interval interval = Interval::read(original.lower, original.upper);
    for (const int side : {-1, 1}) {
      Certificate moved = original;
      // Slightly more than the width: the true value may be an end.
      const Rational by = interval.width() * number("1.01") * Rational(side);
      moved.lower = (*interval.lower + by).text();
      moved.upper = (*interval.upper + by).text();
      CheckResult result;
      CHECK(judged(to_json(moved).dump(), &result) == "refuted");
      REQUIRE_FALSE(result.objections.empty());
      CHECK(result.objections.front().field == "lower, upper");
    }
  }
}

TEST_CASE("certificates: wide but correct is accepted, with a budget that says why",
          "[certificates][slow]") {
  Certificate wide = certify(request("delta", "gaussian(sigma=10)^50", "0.5", Direction::worst, 2));
  const Rational middle = number(wide.lower);
  wide.lower = (middle * number("0.999")).text();
  wide.upper = (middle * number("1.001")).text();
  wide.digits = digits_text(Interval::read(wide.lower, wide.upper).digits());
  CHECK(judged(to_json(wide).dump()) == "refuted");  // the budget does not explain the width
  wide.budget[3].second = (middle * number("0.0011")).text();
  CheckResult result;
  CHECK(judged(to_json(wide).dump(), &result) == "confirmed");
  wide.budget[3].second = (middle * number("0.01")).text();
  // The bounds that are always known may be tighter than the computation.
  CHECK(judged(to_json(wide).dump(), &result) == "confirmed");
  CHECK(std::count_if(result.notes.begin(), result.notes.end(), [](const std::string& note) {
          return note.find("tighter than the error budget") != note.npos;
        }) == 1);
  Certificate stopped = wide;
  stopped.reached = false;
  stopped.digits_asked = "15";
  stopped.budget[3].second = "0.5";
  CHECK(judged(to_json(stopped).dump(), &result) == "confirmed");
  CHECK(std::count_if(result.notes.begin(), result.notes.end(), [](const std::string& note) {
          return note.find("tighter than the error budget") != note.npos;
        }) == 1);
  // A stopped computation has a wide enclosure, and its budget accounts for the whole width.
  Effort no_time;
  no_time.poll = [] { throw Interrupted{}; };
  const Query what = request("delta", kSteps, "1.5", Direction::forward, 15, "fourier");
  Certificate cut = certificate_of(what, answer(what, no_time));
  cut.written_mechanism = kSteps;
  cut.written_at = "1.5";
  CHECK_FALSE(cut.reached);
  CHECK(judged(to_json(cut).dump(), &result) == "confirmed");
  CHECK(result.notes.size() == 1);
  // If the budget does not state the reason, as in older certificates, the check reports this and refutes nothing.
  for (auto& part : cut.budget) part.second = "0";
  CHECK(judged(to_json(cut).dump(), &result) == "confirmed");
  CHECK(result.notes.size() == 2);
  // Few digits from another engine, as answered.
  const Certificate lattice = certify(request("delta", "approximate_dp(epsilon=0.3,delta=1e-5)^10",
                                              "0.5", Direction::forward, 4, "lattice"));
  CHECK(judged(to_json(lattice).dump(), &result) == "confirmed");
  CHECK(result.engine == "finite");
}

TEST_CASE("certificates: what is tighter than its computation is true, and its record is not",
          "[certificates]") {
  const Certificate original = certify(request("epsilon", kSteps, "1e-5", Direction::forward, 6));
  const Certificate sharp = certify(request("epsilon", kSteps, "1e-5", Direction::forward, 12));
  Certificate claimed = original;
  claimed.lower = sharp.lower;
  claimed.upper = sharp.upper;
  claimed.digits = sharp.digits;
  CheckResult result;
  CHECK(judged(to_json(claimed).dump(), &result) == "confirmed");
  REQUIRE_FALSE(result.record.empty());
  CHECK(result.record.front().field == "lower, upper");
}

TEST_CASE("certificates: the verdict depends on the statement alone, not on its record",
          "[certificates]") {
  // Symmetric pairs: every direction has the same value but a different record.
  const std::vector<Certificate> originals = {
      certify(request("power", "gaussian(sigma=2)", "0.01")),
      certify(calibration("gaussian(sigma=?)", "sigma", {{"epsilon", "1"}, {"delta", "1e-5"}})),
      certify(calibration("gaussian(sigma=9)^?", "N", {{"epsilon", "1"}, {"delta", "1e-5"}}))};
  for (const Certificate& original : originals) {
    for (const char* direction : {"forward", "reverse"}) {
      Json json = to_json(original);
      json["direction"] = direction;
      CheckResult result;
      CAPTURE(original.quantity, original.mechanism, direction);
      CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
      for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
    }
  }
  for (const auto& [place, text] : {std::pair{"/engine/name", "fft"},
                                    {"/engine/name", "lattice"},
                                    {"/asked/engine", "fft"},
                                    {"/asked/engine", "fourier"},
                                    {"/engine/parameters/bits", "1000"}}) {
    Json json = to_json(originals.front());
    json[Json::json_pointer(place)] = text;
    CheckResult result;
    CAPTURE(place, text);
    CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
    CHECK_FALSE(result.record.empty());
    json["upper"] = json["lower"];
    json["digits"] = "exact";
    CHECK(judged(signed_again(json).dump()) == "refuted");
  }
}

TEST_CASE("certificates: no time leaves it unconfirmed, not refuted", "[certificates]") {
  const Certificate original = certify(request("delta", kSteps, "1.5", Direction::forward));
  CheckOptions options;
  options.poll = [] { throw Interrupted{}; };
  const CheckResult result = check(original, options);
  CHECK(result.verdict == Verdict::unconfirmed);
  CHECK(result.objections.empty());
  CHECK_FALSE(result.notes.empty());
}

TEST_CASE("certificates: error budgets explain the width of delta", "[certificates][slow]") {
  // The conditions on every certificate are met by the certificates made here, over regimes and directions.
  const char* mechanisms[] = {"gaussian(sigma=0.8)^3",
                              "laplace(b=1)^4",
                              "laplace(b=20)^300",
                              "subsampled_laplace(b=1,p=0.01)^3",
                              "subsampled_gaussian(sigma=0.7,p=0.0001)^1000",
                              "subsampled_gaussian(sigma=2,p=0.1)^2",
                              "discrete_laplace(b=2)^40",
                              "randomized_response(epsilon=0.5,k=3)^7",
                              "total_variation_dp(epsilon=1,delta=0.01,eta=0.4)^9",
                              "staircase(epsilon=1,gamma=0.5)^4",
                              "blatantly_non_private()",
                              "perfectly_private()"};
  int turn = 0;
  for (const char* mechanism : mechanisms) {
    for (const char* at : {"-0.4", "0.001", "1.7"}) {
      for (const Direction d : {Direction::forward, Direction::reverse, Direction::worst}) {
        if (++turn % 7 != 1 && iterations(1) == 1) continue;  // nightly runs try all of them
        const Certificate c = certify(request("delta", mechanism, at, d, 12));
        CheckResult result;
        const std::string verdict = judged(to_json(c).dump(), &result);
        CAPTURE(to_json(c).dump(), result.lower, result.upper, result.path);
        for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
        CHECK(verdict == "confirmed");
      }
    }
  }
}
