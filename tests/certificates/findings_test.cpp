/// Calibrations, comparisons, weighted divergences and findings from moments: honest ones are confirmed, and false
/// ones are refuted by the second path alone.
#include <nlohmann/json.hpp>

#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/comparison_findings.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "verify/statement/audit_page.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Returns the certificate as if another version of the program had written it, so that the check cannot expect an
/// identical rerun.
Json from_elsewhere(const Certificate& c) {
  Json out = to_json(c);
  out["versions"]["flint"] = "9.9.9";
  return signed_again(out);
}

CheckResult confirmed(const Query& what) {
  const Certificate c = certify(what);
  CheckResult result;
  const std::string text = to_json(c).dump(), verdict = judged(text, &result);
  CAPTURE(text, result.engine, result.path, result.lower, result.upper);
  for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
  CHECK(verdict == "confirmed");
  CHECK(result.record.empty());
  CHECK(result.notes.empty());
  CHECK(to_json(read_certificates(text).front()).dump() == text);
  return result;
}

}  // namespace

TEST_CASE("certificates: calibrations are confirmed at both ends", "[certificates][slow]") {
  const std::string steps = "subsampled_gaussian(sigma=?,p=0.01)^1000";
  confirmed(calibration(steps, "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}}));
  confirmed(calibration("subsampled_gaussian(sigma=1,p=?)^100", "p",
                        {{"prior", "1/2"}, {"bayes", "2/5"}}, Direction::forward));
  confirmed(
      calibration("gaussian(sigma=3)*laplace(b=?)", "b", {{"alpha", "1/20"}, {"beta", "1/2"}}));
  CHECK(confirmed(calibration("gaussian(sigma=20)^?", "N", {{"kappa", "1/10"}, {"gamma", "1/2"}},
                              Direction::forward))
            .path == "another engine, at both ends; between them by order");
}

TEST_CASE("certificates: a calibration's ends are judged, not believed", "[certificates]") {
  const Certificate c =
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}}));
  const auto with = [&](const std::string& place, const std::string& value) {
    Json changed = from_elsewhere(c);
    changed[Json::json_pointer(place)] = value;
    CheckResult result;
    CAPTURE(place, value);
    CHECK(judged(signed_again(changed).dump(), &result) == "refuted");
    REQUIRE_FALSE(result.objections.empty());
    return result.objections.front().field;
  };
  CHECK(with("/findings/safe", (number(c.lower) * number("0.9999")).text()) == "findings.safe");
  CHECK(with("/findings/private_side", "below") == "findings.private_side");
  Certificate narrow = c;
  narrow.lower = (number(c.upper) * number("1.0000000000000001")).text();
  narrow.upper = (number(c.upper) * number("1.0000000000000002")).text();
  narrow.digits = digits_text(Interval::read(narrow.lower, narrow.upper).digits());
  CheckResult result;
  CHECK(judged(from_elsewhere(narrow).dump(), &result) == "refuted");
  REQUIRE_FALSE(result.objections.empty());
  CHECK(result.objections.front().field == "lower");
  // One step more than the answer, and one step less.
  const Certificate n = certify(calibration(
      "gaussian(sigma=20)^?", "N", {{"kappa", "1/10"}, {"gamma", "1/2"}}, Direction::forward));
  for (const long by : {-1L, 1L}) {
    Certificate moved = n;
    moved.lower = moved.upper = (number(n.lower) + Rational(by)).text();
    moved.findings[0].second = moved.lower;
    CHECK(judged(from_elsewhere(moved).dump()) == "refuted");
  }
}

TEST_CASE("certificates: comparisons are confirmed by other engines", "[certificates][slow]") {
  CHECK(confirmed(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)")).path ==
        "another engine");
  confirmed(about_two("comparison", "gaussian(sigma=2)", "gaussian(sigma=1)", Direction::forward));
  confirmed(about_two("comparison", "subsampled_gaussian(sigma=1,p=0.1)^20", "gaussian(sigma=2)^3",
                      Direction::reverse, 8));
}

TEST_CASE("certificates: a verdict, a sign and a crossing are found again, not believed",
          "[certificates]") {
  const Certificate c = certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)"));
  const auto with = [&](const std::string& place, const std::string& value) {
    Json changed = from_elsewhere(c);
    changed[Json::json_pointer(place)] = value;
    CheckResult result;
    CAPTURE(place, value);
    const std::string verdict = judged(signed_again(changed).dump(), &result);
    return verdict + (result.objections.empty() ? "" : " " + result.objections.front().field);
  };
  CHECK(with("/findings/verdict", "first_more_private") == "refuted findings.verdict");
  CHECK(with("/findings/range_2", "first_larger -0.3287722786025848387 0.3287722786025848387") ==
        "refuted findings.range_2");
  CHECK(with("/findings/range_2", "first_larger -0.3 0.3") == "refuted findings.examined_from");
  CHECK(with("/findings/range_2", "second_larger -0.4 0.4") == "refuted findings.range_2");
  CHECK(with("/findings/range_2", "second_larger -0.3") == "refuted findings.examined_from");
  CHECK(with("/findings/margin", "1e-40") == "refuted findings.margin");  // smaller than `beyond`
  CHECK(with("/values/crossing_1/lower", "-0.3287722786025848388") == "refuted values.crossing_1");
  CHECK(with("/values/divergence_back/upper", "0.03") == "refuted values.divergence_back");
  CHECK(with("/findings/luck", "good") == "not a certificate");
}

TEST_CASE("certificates: weighted divergences, Renyi divergences, moments and theorem 3",
          "[certificates]") {
  for (const char* weight : {"beta(2,3)", "uquadratic", "piecewise([0,0.5,1],[0,2,0])"}) {
    Query what = about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)");
    what.options = {{"hyperprior", weight}};
    confirmed(what);
    what.options = {{"hyperprior", "beta( 2,3)"}};
    CHECK_THROWS_WITH(answer(what, Effort{}), Catch::Contains("canonical form"));
  }
  confirmed(request("renyi", "subsampled_gaussian(sigma=1,p=0.01)^1000", "5/2"));
  confirmed(request("renyi", "finite(P=[1/2,1/2],Q=[0,1])", "2", Direction::reverse));  // infinite
  confirmed(request("moments", "laplace(b=3)^5", "", Direction::forward));
  Query theorem =
      about_two("theorem3", "gaussian(sigma=20)^400", "gaussian(sigma=30)^400", Direction::forward);
  theorem.at = {{"target", "0.1"}};
  confirmed(theorem);
  CHECK_THROWS_WITH(answer(request("moments", "laplace(b=3)"), Effort{}),
                    Catch::Contains("forward"));
}

TEST_CASE("certificates: the statement puts verdicts and safe values in words", "[certificates]") {
  const Certificate sigma =
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}}));
  const Certificate both = certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)"));
  const AuditSource source{"all.json", "00", "2026-01-31"};
  const std::string page =
      said(audit_page_of(source, {sigma, both}, {check(sigma, {}), check(both, {})}));
  CHECK_THAT(page, Catch::Contains("smallest sigma with which the mechanism is (2, 1e-5)-diff"));
  CHECK_THAT(page, Catch::Contains("With sigma = " + text_of(sigma.findings, "safe")));
  CHECK_THAT(page, Catch::Contains("Neither mechanism is the more private one"));
  CHECK_THAT(page, Catch::Contains("Crossing 2") && Catch::Contains(both.values[1].lower));
  // Without a check the page has no results to repeat.
  const std::string unchecked = said(audit_page_of(source, {sigma, both}, {}));
  CHECK_THAT(unchecked, !Catch::Contains(text_of(sigma.findings, "safe")));
  CHECK_THAT(unchecked, !Catch::Contains("Neither mechanism is the more private one"));
  CHECK_THAT(unchecked, !Catch::Contains(both.values[1].lower));
}
