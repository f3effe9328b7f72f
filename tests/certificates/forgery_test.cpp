/// Forged certificates: the digest is recomputed, the requested digits are lowered, and another version of the
/// program is named, so that the check cannot expect an identical rerun.
#include "reference/arithmetic/outward_double.hpp"
#include "reference/certificates/interval.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "verify/statement/audit_page.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Sets both ends and the members that depend on them.
void state(Json& json, const std::string& lower, const std::string& upper,
           const std::string& asked_digits = "1") {
  json["lower"] = lower;
  json["upper"] = upper;
  json["digits"] = digits_text(Interval::read(lower, upper).digits());
  json["asked"]["digits"] = asked_digits;
  json["reached"] = false;
  for (auto& term : json["error_budget"]) term = "0";
}

/// Returns the decimal with one digit changed by one; 'place' counts from 1, after the point and leading zeros.
std::string with_other_digit(const std::string& decimal, int place) {
  std::string out = decimal;
  size_t at = out.find_first_of("123456789");
  for (int i = 1; i < place; ++i) {
    ++at;
    if (out.at(at) == '.') ++at;
  }
  out.at(at) = out.at(at) == '9' ? '8' : static_cast<char>(out.at(at) + 1);
  return out;
}

}  // namespace

TEST_CASE("forgeries: a calibration outside the range on which its mechanisms are in order",
          "[certificates][forgery]") {
  // Above gamma = 1/2 the staircase becomes more private again: 0.95 meets the target, 0.5 does not.
  const Json honest =
      sent(certify(calibration("staircase(epsilon=1,gamma=?)", "gamma", {{"advantage", "0.4"}})));
  for (const auto& [lower, upper] :
       {std::pair{"0.9", "0.95"}, std::pair{"0.21", "0.95"}, std::pair{"0.9", "1"}}) {
    Json gamma = honest;
    state(gamma, lower, upper);
    gamma["findings"]["safe"] = "0.95";
    CAPTURE(lower, upper);
    CHECK(fate(gamma) == "refuted");
  }
}

TEST_CASE("forgeries: a calibration without the value that is certain to do",
          "[certificates][forgery]") {
  Json silent = sent(certify(calibration("gaussian(sigma=?)", "sigma", {{"advantage", "0.4"}})));
  silent["reached"] = false;
  CHECK(fate(silent) == "confirmed");
  silent.erase("findings");
  CHECK(fate(silent) == "refuted");
}

TEST_CASE("forgeries: crossings that are nowhere, or the same one twice",
          "[certificates][forgery]") {
  Json twice = sent(certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)")));
  REQUIRE(twice["values"].contains("crossing_2"));
  Json nowhere = twice;
  nowhere["values"]["crossing_2"] = {{"lower", "-inf"}, {"upper", "inf"}};
  CHECK(fate(nowhere) == "refuted");
  twice["values"]["crossing_1"] = twice["values"]["crossing_2"];
  CHECK(fate(twice) == "refuted");
}

TEST_CASE("forgeries: a sign that goes on beyond what was examined, of ranges that state none",
          "[certificates][forgery]") {
  // At very large epsilon, delta is 0.3 for the first mechanism and approximately 0 for the second.
  Json json = sent(certify(about_two("comparison", "approximate_dp(epsilon=0,delta=0.3)",
                                     "subsampled_gaussian(sigma=0.0001,p=0.29)")));
  const std::string end = json["findings"]["examined_to"], gap = "0.05";
  Json findings = {{"verdict", "equal"},
                   {"margin", gap},
                   {"examined_from", "-" + end},
                   {"examined_to", end},
                   {"beyond", "0"}};
  std::string right = end;
  int ranges = 0;
  for (const std::string left :
       {"0", "-0.1", "-0.22", "-0.36", "-0.52", "-0.7", "-0.92", "-1.2", "-1.6", "-2.5", "-8"}) {
    findings["range_" + std::to_string(++ranges)] = "undecided " + left + " " + right + " " + gap;
    right = left;
  }
  findings["range_" + std::to_string(++ranges)] = "undecided -" + end + " " + right + " " + gap;
  json["findings"] = findings;
  for (const char* crossing : {"crossing_1", "crossing_2"}) json["values"].erase(crossing);
  for (const char* verdict : {"equal", "first_more_private"}) {
    json["findings"]["verdict"] = verdict;
    const std::string found = fate(json);
    CAPTURE(found);
    CHECK((found == "unconfirmed" || found == "refuted"));
  }
}

TEST_CASE("forgeries: the page concludes nothing from what is not decided",
          "[certificates][forgery]") {
  Query theorem = about_two("theorem3", "laplace(b=1)^10", "laplace(b=2)^20", Direction::forward);
  theorem.at.emplace_back("target", "0.1");
  Json json = sent(certify(theorem));
  REQUIRE(json["findings"]["condition"] == "holds");
  for (const char* finding : {"condition", "N"}) {
    Json changed = json;
    changed["findings"][finding] = "undecided";
    const auto certificates = read_certificates(signed_again(changed).dump());
    const CheckResult result = check(certificates.front(), {});
    const std::string page =
        said(audit_page_of({"a.json", "00", "2026-01-31"}, certificates, {result}));
    CHECK(page.find("proves nothing here") == std::string::npos);
    CHECK(page.find("From undecided") == std::string::npos);
    CHECK(page.find("runs on (same ratio)") == std::string::npos);
  }
}

TEST_CASE("forgeries: a calibration shrunk to an end of its parameter's range",
          "[certificates][forgery]") {
  Json sigma = sent(
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})));
  state(sigma, "0", "0");
  for (const bool with_safe : {true, false}) {
    if (!with_safe) sigma.erase("findings");
    CHECK(fate(sigma) == "refuted");
  }
  Json p = sent(certify(calibration("subsampled_gaussian(sigma=1,p=?)^100", "p",
                                    {{"prior", "1/2"}, {"bayes", "2/5"}}, Direction::forward)));
  state(p, "1", "1");
  for (const bool with_safe : {true, false}) {
    if (!with_safe) p.erase("findings");
    CHECK(fate(p) == "refuted");
  }
  state(p, "0", "0");
  CHECK(fate(p) == "refuted");
  Json N = sent(certify(calibration("gaussian(sigma=20)^?", "N",
                                    {{"kappa", "1/10"}, {"gamma", "1/2"}}, Direction::forward)));
  for (const bool with_safe : {true, false}) {
    if (!with_safe) N.erase("findings");
    state(N, "1", "1");
    CHECK(fate(N) == "refuted");
    state(N, "1e9", "1e9");
    CHECK(fate(N) == "refuted");
    state(N, "1", "1.5");
    CHECK(fate(N) == "refuted");
  }
}

TEST_CASE("forgeries: a safe double that is not safe", "[certificates][forgery]") {
  const Json honest = sent(
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})));
  const auto text = honest["findings"]["safe_double"].get<std::string>();
  const double x = std::strtod(text.c_str(), nullptr);
  const auto with = [&](const std::string& other) {
    Json json = honest;
    json["findings"]["safe_double"] = other;
    return fate(json);
  };
  CHECK(with(decimal_above(std::nextafter(x, HUGE_VAL))) == "confirmed");
  CHECK(with(decimal_below(std::nextafter(x, 0))) == "refuted");
  // A decimal that is safe but not safe as a double: its last digits round to the other side.
  const Rational threshold = number(honest["upper"].get<std::string>());
  for (double below = std::nextafter(x, 0); Rational::from_binary64(below) < threshold;) {
    const Rational near =
        Rational::from_binary64(below) +
        (Rational::from_binary64(x) - Rational::from_binary64(below)) * Rational(2, 5);
    const std::string decimal = decimal_above(near, 25).text();
    REQUIRE(std::strtod(decimal.c_str(), nullptr) == below);
    CHECK(with(decimal) == "refuted");
    break;
  }
  CHECK(with("1e999") == "refuted");
  CHECK(with("3/1") == "refuted");
  Json silent = honest;
  silent["findings"].erase("safe_double");
  CHECK(fate(silent) == "confirmed");  // like certificates from before the member existed
}

TEST_CASE("forgeries: safe values that are no values of the parameter", "[certificates][forgery]") {
  const Json honest = sent(certify(calibration("subsampled_gaussian(sigma=1,p=?)^100", "p",
                                               {{"epsilon", "1"}, {"delta", "1e-5"}})));
  const auto with = [&](const std::string& finding, const std::string& value) {
    Json json = honest;
    json["findings"][finding] = value;
    return fate(json);
  };
  REQUIRE(fate(honest) == "confirmed");
  // The decimal meets the target, its double is 0.
  CHECK(with("safe_double", "1e-400") == "refuted");
  for (const std::string finding : {"safe", "safe_double"}) {
    CHECK(with(finding, "0") == "confirmed");  // no record is ever drawn
    for (const std::string value : {"2", "-1"}) CHECK(is_caught(with(finding, value)));
  }
}

TEST_CASE("forgeries: a prior at which the difference is not the largest",
          "[certificates][forgery]") {
  const Json honest = sent(certify(about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)")));
  REQUIRE(fate(honest) == "confirmed");
  for (const std::string prior : {"0", "1", "2", "-1", "1e-9", "0.4999"}) {
    Json json = honest;
    json["at"]["prior"] = prior;
    CAPTURE(prior);
    CHECK(is_caught(fate(json)));
  }
}

TEST_CASE("forgeries: an interval inside the true one, or a point", "[certificates][forgery]") {
  const Json sigma = sent(
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})));
  const auto true_end = sigma["upper"].get<std::string>();
  for (const int place : {3, 10, 17}) {
    Json point = sigma;
    const std::string wrong = with_other_digit(true_end, place);
    state(point, wrong, wrong);
    point["findings"]["safe"] = wrong;
    CAPTURE(wrong);
    CHECK(fate(point) == "refuted");
    point.erase("findings");
    CHECK(fate(point) == "refuted");
  }
  Json right = sigma;
  state(right, true_end, true_end);
  CHECK(fate(right) == "refuted");  // the number is an upper end, not exact
}

TEST_CASE("forgeries: a finite value where there is none", "[certificates][forgery]") {
  const Json infinite =
      sent(certify(request("renyi", "finite(P=[1/2,1/2],Q=[0,1])", "2", Direction::reverse)));
  for (const char* upper : {"0.001", "1e9"}) {
    for (const char* lower : {"0.001", "0", "-inf"}) {
      Json finite = infinite;
      finite.erase("findings");
      state(finite, lower, upper);
      CHECK(fate(finite) == "refuted");
    }
  }
  Json said = infinite;
  state(said, "0.001", "0.001");  // `infinite` is still stated
  CHECK(fate(said) != "confirmed");
  Json none = sent(certify(request("renyi", "laplace(b=3)", "2")));
  none["findings"]["infinite"] = "yes";
  state(none, "-inf", "inf");
  CHECK(fate(none) == "refuted");
}

TEST_CASE("forgeries: a digit far behind", "[certificates][forgery]") {
  for (const auto& [quantity, at] : {std::pair{"delta", "1.5"}, std::pair{"tradeoff", "0.2"}}) {
    for (const char* mechanism :
         {"gaussian(sigma=2)^3", "laplace(b=2)^4", "subsampled_gaussian(sigma=1,p=0.01)^100"}) {
      const Certificate exact = certify(request(quantity, mechanism, at, Direction::forward, 30));
      for (const int place : {4, 10, 22}) {
        Json json = sent(exact);
        const std::string wrong = with_other_digit(exact.lower, place).substr(0, 27);
        const std::string power = exact.lower.find('e') == std::string::npos
                                      ? ""
                                      : exact.lower.substr(exact.lower.find('e'));
        state(json, wrong + power, wrong + power);
        CAPTURE(quantity, mechanism, place);
        CHECK(fate(json) == "refuted");
        state(json, wrong + power, wrong + "1" + power);
        CHECK(fate(json) == "refuted");
      }
      // A truncation to correct digits, stated as an exact point.
      Json json = sent(exact);
      const std::string power = exact.lower.find('e') == std::string::npos
                                    ? ""
                                    : exact.lower.substr(exact.lower.find('e'));
      state(json, exact.lower.substr(0, 25) + power, exact.lower.substr(0, 25) + power);
      CHECK(fate(json) == "refuted");
    }
  }
}

TEST_CASE("forgeries: numbers that the quantity does not have", "[certificates][forgery]") {
  const auto with = [](Json json, const std::string& place, const Json& value) {
    json[Json::json_pointer(place)] = value;
    try {
      read_certificates(signed_again(json).dump());
    } catch (const NotACertificate& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  const Json interval = {{"lower", "0"}, {"upper", "1"}};
  const Json sigma = sent(
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})));
  const Json both = sent(certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)")));
  const Json renyi = sent(certify(request("renyi", "laplace(b=3)", "2")));
  const Json moments = sent(certify(request("moments", "laplace(b=3)", "", Direction::forward)));
  const Json delta = sent(certify(request("delta", "laplace(b=3)", "1/2")));
  CHECK_THAT(with(sigma, "/values/epsilon", interval), Catch::Contains("/values/epsilon"));
  CHECK_THAT(with(sigma, "/findings/sound", "yes"), Catch::Contains("/findings/sound"));
  CHECK_THAT(with(both, "/values/advantage", interval), Catch::Contains("/values/advantage"));
  CHECK_THAT(with(both, "/values/crossing_0", interval), Catch::Contains("/values/crossing_0"));
  CHECK_THAT(with(both, "/values/crossing_7", interval), Catch::Contains("crossing_"));
  CHECK_THAT(with(both, "/findings/luck", "good"), Catch::Contains("/findings/luck"));
  CHECK_THAT(with(both, "/findings/range_9", "equal 0 1"), Catch::Contains("range_"));
  CHECK_THAT(with(renyi, "/values/v2", interval), Catch::Contains("/values/v2"));
  CHECK_THAT(with(renyi, "/findings/infinite", "no"), Catch::Contains("/findings/infinite"));
  CHECK_THAT(with(moments, "/values/cumulant7", interval), Catch::Contains("/values/cumulant7"));
  CHECK_THAT(with(moments, "/values/sum_v3", interval), Catch::Contains("/values/sum_v3"));
  CHECK_THAT(with(delta, "/values/v2", interval), Catch::Contains("/values"));
  CHECK_THAT(with(delta, "/findings/safe", "1"), Catch::Contains("/findings"));
  CHECK_THAT(with(delta, "/engine/parameters/proof", "yes"), Catch::Contains("parameters/proof"));
  CHECK_THAT(with(delta, "/comment", "yes"), Catch::Contains("/comment"));
}

TEST_CASE("forgeries: a cached value back as if there were none, or stated where there is none",
          "[certificates][forgery]") {
  const auto channel = [](const std::string& rows) {
    return sent(certify(request("channel", "channel(rows=" + rows + ")")));
  };
  const auto without = [](Json json, const std::string& name) {
    json["values"].erase(name);
    if (json["values"].empty()) json.erase("values");
    return fate(json);
  };
  const Json some = channel("[[3/4,1/4],[1/4,3/4]]"), none = channel("[[1,0],[1/4,3/4]]");
  REQUIRE(fate(some) == "confirmed");
  REQUIRE(fate(none) == "confirmed");
  CHECK(without(some, "epsilon") == "refuted");
  CHECK(without(some, "contraction") == "refuted");
  for (const auto& [lower, upper] : {std::pair{"-inf", "inf"}, std::pair{"1", "2"}}) {
    Json with = none;
    with["values"]["epsilon"] = {{"lower", lower}, {"upper", upper}};
    CHECK(fate(with) == "refuted");
  }
  const Json moments = sent(
      certify(request("moments", "subsampled_gaussian(sigma=1,p=0.1)", "", Direction::forward)));
  REQUIRE(fate(moments) == "confirmed");
  CHECK(without(moments, "eta") == "refuted");
}

TEST_CASE("forgeries: an error that is infinite, of an interval that is sharp",
          "[certificates][forgery]") {
  Json delta = sent(certify(request("delta", "laplace(b=3)", "1/2")));
  delta["error_budget"]["rounding"] = "inf";
  CHECK(fate(delta) == "refuted");
}

TEST_CASE("forgeries: a margin, gap or reach that was not found", "[certificates][forgery][slow]") {
  const Json crossing = sent(certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)")));
  const Json ordered = sent(certify(
      about_two("comparison", "gaussian(sigma=2)", "gaussian(sigma=1)", Direction::forward)));
  using Changes = std::vector<std::pair<std::string, std::string>>;
  const auto with = [&](const Json& original, const Changes& changes) {
    Json json = original;
    for (const auto& [name, value] : changes) json["findings"][name] = value;
    return fate(json);
  };
  CHECK(with(crossing, {}) == "confirmed");
  CHECK(with(ordered, {}) == "confirmed");
  for (const Json& one : {crossing, ordered}) {
    CHECK(with(one, {{"margin", "0"}}) == "refuted");        // smaller than the part left open
    CHECK(with(one, {{"examined_to", "50"}}) == "refuted");  // no statement covers this range
    CHECK(with(one, {{"margin", "-1"}}) == "refuted");
    CHECK(with(one, {{"verdict", "equal"}}) == "refuted");
    CHECK(with(one, {{"verdict", "second_more_private"}}) == "refuted");
    CHECK(with(one, {{"verdict", "perfect"}}) == "refuted");
  }
  // Laplace losses end at 1, so the sign does not change beyond: "nothing left open" is a true statement.
  CHECK(with(crossing, {{"margin", "0"}, {"beyond", "0"}}) == "confirmed");
  CHECK(with(ordered, {{"margin", "0"}, {"beyond", "0"}}) == "unconfirmed");
  CHECK(with(ordered, {{"margin", "1e-40"}, {"beyond", "1e-40"}}) == "unconfirmed");
  CHECK(with(crossing, {{"verdict", "first_more_private"}}) == "refuted");
  // Two crossings and the range between them merged into one, and no crossing.
  Json merged = crossing;
  merged["values"].erase("crossing_2");
  merged["values"]["crossing_1"] = {{"lower", "-0.4"}, {"upper", "0.4"}};
  merged["findings"].erase("range_2");
  merged["findings"].erase("range_3");
  merged["findings"]["range_1"] = "first_larger -12 -0.4";
  merged["findings"]["range_2"] = "first_larger 0.4 12";
  CHECK(fate(merged) == "refuted");
  merged["values"].erase("crossing_1");
  CHECK(fate(merged) == "refuted");
  merged["findings"]["range_1"] = "first_larger -12 12";
  merged["findings"].erase("range_2");
  merged["findings"]["verdict"] = "second_more_private";
  CHECK(fate(merged) == "refuted");
}

TEST_CASE("forgeries: the page of an audit has nothing that was not proved",
          "[certificates][forgery]") {
  Certificate c =
      certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}}));
  c.lower = c.upper = "0.123454321";
  c.digits = "exact";
  c.findings.front().second = "0.123454321";
  const AuditSource source{"all.json", "00", "2026-01-31"};
  for (const auto& results : {std::vector<CheckResult>{}, {check(c, {})}}) {
    const AuditPage s = audit_page_of(source, {c}, results);
    CHECK_THAT(said(s), !Catch::Contains("0.123454321"));
  }
}
