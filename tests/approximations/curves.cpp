#include <stdexcept>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/asked_tradeoff.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/suite/cases/judge.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

const Bits kBits{160};
const std::string kSgm = "subsampled_gaussian(sigma=1,p=0.2)^30";

ApproximationRequest tradeoff_of(const std::string& mechanism, Direction direction) {
  return request(mechanism, "tradeoff", "0", direction);
}

ApproximationRequest with_options(const std::string& method, ApproximationRequest r) {
  if (method.rfind("pld_r", 0) == 0 || method.rfind("pld_c", 0) == 0) {
    r.options = {{"spacing", Rational::parse("0.002")}};
  }
  if (method == "monte_carlo" || method == "importance_sampling") {
    r.options = {{"samples", Rational(2000)}, {"seed", Rational(1)}};
  }
  if (method == "recursive_convolution") r.options = {{"grid", Rational(300)}};
  return r;
}

}  // namespace

TEST_CASE("curves: what is judged is what the method answers", "[approximations][curves]") {
  // At a given level the curve equals the method's own answer; for sampling methods this holds at the ends of their
  // steps.
  const std::string method = GENERATE(as<std::string>(), "clt", "clt_v", "edgeworth0", "edgeworth2",
                                      "edgeworth4", "monte_carlo", "importance_sampling",
                                      "pld_round_up", "pld_connect_dots", "pld_mean_matched");
  const ApproximationEntry& entry = find_approximation(method);
  ApproximationRequest r = with_options(method, tradeoff_of(kSgm, Direction::forward));
  r.double_only = true;
  REQUIRE(entry.curve != nullptr);
  const JudgedCurve judged = entry.curve(r);
  CHECK_FALSE(judged.definition.empty());
  for (const char* alpha : {"0.05", "0.25", "0.5"}) {
    r.at = Rational::parse(alpha);
    CAPTURE(method, alpha);
    const Ball value = judged.curve->value(r.at, kBits);
    CHECK(value.approximate() == Approx(entry.run(r).value).margin(2e-12));
    CHECK(value.radius().log_approximate() < -60);
  }
}

TEST_CASE("curves: slopes enclose chords and shrink with the interval",
          "[approximations][curves]") {
  const std::string method =
      GENERATE(as<std::string>(), "clt", "edgeworth1", "edgeworth4", "importance_sampling",
               "pld_connect_dots", "recursive_convolution");
  const std::string mechanism =
      method == "recursive_convolution" ? "subsampled_gaussian(sigma=1,p=0.2)^3" : kSgm;
  const JudgedCurve judged = find_approximation(method).curve(
      with_options(method, tradeoff_of(mechanism, Direction::forward)));
  for (double a = 0.0123; a < 0.99; a += 0.0501) {
    const Rational x = Rational::from_binary64(a), y = Rational::from_binary64(a + 1e-3);
    const Ball chord =
        (judged.curve->value(y, kBits) - judged.curve->value(x, kBits)) / Ball(y - x, kBits);
    const Ball slopes = judged.curve->slopes(x, y, kBits);
    CAPTURE(method, a);
    CHECK(slopes.is_finite());
    CHECK(overlaps(slopes, chord));
    CHECK(slopes.radius().ball(kBits).approximate() < 0.1 * (1 - slopes.approximate()));
  }
}

TEST_CASE("curves: polygons", "[approximations][curves]") {
  const auto g = polygon_curve({0.75, 0.25, 0.25, 0}, {0, 0.25, 0.5, 1});
  const auto at = [&](const std::string& alpha) {
    return g->value(Rational::parse(alpha), kBits).approximate();
  };
  CHECK(at("0") == 1);
  CHECK(at("0.125") == 0.625);  // towards the lowest corner at 1/4
  CHECK(at("0.25") == 0.25);
  CHECK(at("0.5") == 0.125);
  CHECK(at("0.9") == 0);
  const Ball slopes = g->slopes(Rational::parse("0.1"), Rational::parse("0.9"), kBits);
  CHECK(slopes.contains(Rational(-3)));
  CHECK(slopes.contains(Rational(0)));
  CHECK_THROWS_AS(polygon_curve({0, 0.5, 1}, {0.5, 0.6, 0}), std::domain_error);
  CHECK_THROWS_AS(polygon_curve({0, 0.5}, {1, std::nan("")}), std::domain_error);
}

TEST_CASE("curves: largest of lines, lowest of curves", "[approximations][curves]") {
  const auto lines = lines_curve({1, 0.5}, {2, 0.5});
  CHECK(lines->value(Rational(1, 4), kBits).approximate() == 0.5);
  CHECK(lines->value(Rational(1, 2), kBits).approximate() == 0.25);
  CHECK(lines->value(Rational(1), kBits).approximate() == 0);
  const Ball slope = lines->slopes(Rational(0), Rational(1, 4), kBits);
  CHECK(slope.contains(Rational(-2)));
  CHECK_FALSE(slope.contains(Rational(-1, 4)));
  std::vector<std::unique_ptr<ComparedCurve>> two;
  two.push_back(gaussian_curve(1));
  two.push_back(gaussian_curve(2));
  const auto lower = lower_of(std::move(two));
  const Rational tenth(1, 10);
  CHECK(overlaps(lower->value(tenth, kBits), gaussian_curve(2)->value(tenth, kBits)));
}

TEST_CASE("curves: the largest error of the limit is at least that at any level",
          "[approximations][curves][judge]") {
  PrivacyProfile profile(Composition::parse(kSgm), Direction::forward);
  TradeoffValues at_one(profile, Effort{});
  AskedTradeoff f(tradeoff_question(kSgm, Direction::forward), Effort{});
  const std::string name = "clt";
  const ApproximationEntry& clt = find_approximation(name);
  ApproximationRequest r = tradeoff_of(kSgm, Direction::forward);
  const Judgement whole = judge_curve(clt, r, f, 2, Rational::parse("0.5"));
  CHECK(whole.record["verdict"] == "measured");
  CHECK(whole.record["reached"] == true);
  CHECK(whole.record["within_tolerance"] == true);
  REQUIRE(whole.error);
  double largest = 0;
  for (int k = 1; k < 60; ++k) {
    r.at = Rational(k, 60);
    const Judgement one = judge(clt, r, at_one.at(r.at), std::nullopt);
    largest = std::max(largest, one.error->approximate());
  }
  CHECK(whole.error->upper().approximate() >= largest);
  CHECK(whole.error->lower().approximate() < largest * 1.05);
}

TEST_CASE("curves: methods without one are refused", "[approximations][curves][judge]") {
  AskedTradeoff f(tradeoff_question("gaussian(sigma=1)", Direction::forward), Effort{});
  const Judgement none =
      judge_curve(find_approximation("saddle_point1"),
                  tradeoff_of("gaussian(sigma=1)", Direction::forward), f, 2, std::nullopt);
  CHECK(none.record["verdict"] == "refused");
  CHECK_THAT(none.record["reason"].get<std::string>(), Catch::Contains("computes no curve"));
}
