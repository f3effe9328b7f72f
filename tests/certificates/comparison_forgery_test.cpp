/// Forged comparisons with recomputed digests: crossings, ranges and ends.
#include "tests/certificates/certificate_support.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Json interval(const std::string& lower, const std::string& upper) {
  return {{"lower", lower}, {"upper", upper}};
}

/// Returns 10^-zeros and 1 - 10^-zeros as a list of an expression.
std::string two_masses(int zeros) {
  const std::string small = "0." + std::string(static_cast<size_t>(zeros) - 1, '0') + "1";
  return "[" + small + ",0." + std::string(static_cast<size_t>(zeros), '9') + "]";
}

Json gaussian_against_laplace(const std::string& beside = "", int digits = 8) {
  return sent(certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)" + beside,
                                Direction::worst, digits)));
}

}  // namespace

TEST_CASE("forged comparisons: a crossing that holds all that lies beyond",
          "[.][night][certificates][forgery][comparison]") {
  // The difference is positive at 0.5 and 2, negative at 20 and positive at 70.
  const Json honest =
      gaussian_against_laplace("*finite(P=" + two_masses(60) + ",Q=" + two_masses(35) + ")");
  REQUIRE(fate(honest) == "confirmed");
  Json json = honest;
  json["findings"].erase("range_3");
  json["values"]["crossing_2"]["upper"] = "100";
  json["findings"]["examined_to"] = "100";
  CHECK(fate(json) == "refuted");
  // A crossing up to 12 contains one sign change, up to 25 two; then a crossing on the other side.
  json["values"]["crossing_2"]["upper"] = "12";
  json["findings"]["examined_to"] = "12";
  CHECK(fate(json) == "confirmed");  // one change of sign is correct
  json["values"]["crossing_2"]["upper"] = "25";
  json["findings"]["examined_to"] = "25";
  const std::string two_changes = fate(json);
  CAPTURE(two_changes);
  CHECK((two_changes == "refuted" || two_changes == "unconfirmed"));
  Json left = honest;
  left["findings"].erase("range_1");
  left["values"]["crossing_1"]["lower"] = "-100";
  left["findings"]["examined_from"] = "-100";
  left["findings"]["range_1"] = left["findings"]["range_3"];
  left["findings"].erase("range_3");
  CHECK(fate(left) == "refuted");
}

TEST_CASE("forged comparisons: wide crossings are proved where they hold one change of sign",
          "[certificates][forgery][comparison][slow]") {
  const Json honest = gaussian_against_laplace();
  Json wide = honest;
  wide["values"]["crossing_2"] = interval("0.1", "3");
  CHECK(fate(wide) == "confirmed");
  wide["values"]["crossing_2"] = interval("-0.1", "3");
  CHECK(fate(wide) == "confirmed");
  // Contains both crossings, or the other one too.
  wide["values"]["crossing_2"] = interval("-0.4", "3");
  CHECK(is_caught(fate(wide)));
  wide["values"]["crossing_2"] = interval("0.4", "3");  // contains no crossing
  CHECK(is_caught(fate(wide)));
  wide["values"]["crossing_2"] = interval("0.1", "0.3287");
  CHECK(is_caught(fate(wide)));
}

TEST_CASE("forged comparisons: two crossings that touch may be one",
          "[certificates][forgery][comparison][slow]") {
  Json json = gaussian_against_laplace();
  const auto lower = json["values"]["crossing_2"]["lower"].get<std::string>();
  json["values"]["crossing_3"] = interval("0.1", lower);
  CHECK(is_caught(fate(json)));
}

TEST_CASE("forged comparisons: ranges dropped, joined, exchanged, moved and renamed",
          "[certificates][forgery][comparison][slow]") {
  const Json honest = gaussian_against_laplace();
  const auto range = [&](int n) {
    return honest["findings"]["range_" + std::to_string(n)].get<std::string>();
  };
  const std::string words = "first_larger", others = "second_larger";
  const auto with = [&](const std::string& name, const std::string& text) {
    Json json = honest;
    json["findings"][name] = text;
    return fate(json);
  };
  const std::string tail_1 = range(1).substr(words.size()), tail_2 = range(2).substr(others.size());
  CHECK(is_caught(with("range_1", others + tail_1)));
  CHECK(is_caught(with("range_2", words + tail_2)));
  CHECK(is_caught(with("range_1", "equal" + tail_1)));
  CHECK(is_caught(with("range_2", "undecided" + tail_2 + " 1e-20")));
  CHECK(is_caught(with("range_2", "crossing" + tail_2)));
  CHECK(is_caught(with("range_2", others + " 0.3 -0.3")));
  CHECK(is_caught(with("range_2", range(2) + " 1")));
  CHECK(is_caught(with("range_1", words + " -12 12")));
  CHECK(with("range_4", range(1)) == "confirmed");  // stated twice
  CHECK(is_caught(with("range_4", others + " 1 2")));
  CHECK(with("range_4", words + " 1 2") == "confirmed");
  Json exchanged = honest;
  std::swap(exchanged["findings"]["range_1"], exchanged["findings"]["range_2"]);
  CHECK(fate(exchanged) == "confirmed");  // the same ranges in another order
  for (const int n : {1, 2, 3}) {
    Json dropped = honest;
    dropped["findings"].erase("range_3");
    if (n < 3) dropped["findings"]["range_" + std::to_string(n)] = range(3);
    CHECK(is_caught(fate(dropped)));
  }
}

TEST_CASE("forged comparisons: a verdict, margin or reach beyond what is known",
          "[certificates][forgery][comparison][slow]") {
  const Json honest = gaussian_against_laplace();
  const auto with = [&](const std::string& name, const std::string& text) {
    Json json = honest;
    json["findings"][name] = text;
    return fate(json);
  };
  for (const char* verdict : {"first_more_private", "second_more_private", "equal"}) {
    CHECK(is_caught(with("verdict", verdict)));
  }
  CHECK(with("verdict", "open") == "confirmed");  // an empty statement
  CHECK(with("margin", "1e-3") == "confirmed");
  CHECK(is_caught(with("examined_to", "1e6")));
  CHECK(is_caught(with("examined_from", "-1e6")));
  CHECK(with("examined_to", "5") == "confirmed");
  Json swapped = honest;
  std::swap(swapped["mechanism"], swapped["other"]);
  std::swap(swapped["written"]["mechanism"], swapped["written"]["other"]);
  CHECK(is_caught(fate(swapped)));
}
