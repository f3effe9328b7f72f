/// Certificates of profile, gdp, selection, choice, bounded_range, tv_limit, channel and channel_delta.
#include "reference/certificates/interval.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/registry.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "verify/statement/audit_page.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const std::string kChannel = "channel(rows=[[0.75,0.25],[0.25,0.75],[0.5,0.5]])";

Query further(const std::string& quantity, const std::string& mechanism, const NamedTexts& target,
              int digits = 12) {
  Query out = request(quantity, mechanism, "", Direction::worst, digits);
  out.at = exact_texts(rationals_of(target));
  return out;
}

Query selected(const std::string& mechanism, const std::string& runs, const NamedTexts& target,
               int digits = 12) {
  Query out = further("selection", mechanism, target, digits);
  out.options = {{"runs", runs}};
  return out;
}

/// Returns certificates whose check takes ten seconds or more: for nightly runs only.
std::vector<Query> long_ones() {
  return {further("gdp", "laplace(b=2)^3", {{"floor", "1e-3"}}),
          selected("gaussian(sigma=4)", "geometric(gamma=0.1)", {{"epsilon", "1"}}),
          selected("laplace(b=2)", "geometric(gamma=0.2)", {{"order", "3"}})};
}

Query against(const std::string& mechanism, const std::string& distribution) {
  Query out = further("profile", mechanism, {});
  out.options = {{"distribution", distribution}};
  return out;
}

std::vector<Query> one_of_each() {
  std::vector<Query> out = {
      further("gdp", "laplace(b=2)", {{"floor", "1e-3"}}),
      further("gdp", "laplace(b=2)", {{"alpha", "0.1"}}),
      further("choice", "laplace(b=2)", {{"outcomes", "4"}, {"epsilon", "0.2"}}),
      selected("randomized_response(epsilon=1)", "fixed(n=3)", {{"delta", "1e-3"}}, 20),
      further("bounded_range", "exponential_mechanism(epsilon=0.1)^10", {{"epsilon", "0.3"}}),
      further("bounded_range", "exponential_mechanism(epsilon=0.1)^10", {{"delta", "1e-6"}}),
      further("tv_limit", "gaussian(sigma=1)", {{"exponent", "1/4"}, {"steps", "16"}}),
      further("channel", kChannel, {}),
      further("channel_delta", kChannel, {{"epsilon", "0.5"}})};
  if (iterations(1) > 1) {
    for (Query& asked : long_ones()) out.push_back(std::move(asked));
  }
  out.push_back(against("gaussian(sigma=2)", "-0.5:0.25,0.5:0.75,inf:0"));
  return out;
}

/// Returns the certificate with both ends moved up or down by a thousandth.
Json moved(Json json, const std::string& lower, const std::string& upper, bool up) {
  const Rational factor = Rational(1) + Rational(up ? 1 : -1, 1000UL);
  for (const std::string& field : {lower, upper}) {
    auto& text = json[Json::json_pointer(field)];
    text = Ball(number(text.get<std::string>()) * factor, Bits{256}).decimal_bounds(30).first;
  }
  if (lower == "/lower") {
    json["digits"] = digits_text(
        Interval::read(json["lower"].get<std::string>(), json["upper"].get<std::string>())
            .digits());
  }
  return json;
}

}  // namespace

TEST_CASE("further certificates: honest ones are confirmed, read back and written in words",
          "[certificates][further][sweep]") {
  for (const Query& asked : one_of_each()) {
    const Certificate c = certify(asked);
    CAPTURE(asked.quantity, c.mechanism, c.lower, c.upper);
    CHECK(fate(to_json(c)) == "confirmed");
    CHECK(fate(sent(c)) == "confirmed");
    const auto certificates = read_certificates(to_json(c).dump());
    const CheckResult result = check(certificates.front(), {});
    const std::string page =
        said(audit_page_of({"a.json", "00", "2026-01-31"}, certificates, {result}));
    CHECK(page.find(c.lower.substr(0, 6)) != std::string::npos);
  }
}

TEST_CASE("further certificates: no false number is confirmed",
          "[certificates][further][forgery][sweep]") {
  for (const Query& asked : one_of_each()) {
    const Json honest = sent(certify(asked));
    const bool bounds = required_quantity(asked.quantity).certificate->bounds;
    for (const bool up : {true, false}) {
      CAPTURE(asked.quantity, up);
      // A lower end of 0 does not move, and a larger upper end still encloses the number.
      if (up && number(honest["lower"].get<std::string>()).is_zero()) continue;
      const Json wrong = moved(honest, "/lower", "/upper", up);
      CHECK(fate(wrong) != "confirmed");
      if (!bounds) CHECK(is_caught(fate(wrong)));
      if (!honest.contains("values")) continue;
      for (const auto& value : honest["values"].items()) {
        const std::string place = "/values/" + value.key();
        if (number(value.value()["lower"].get<std::string>()).is_zero()) continue;
        CHECK(fate(moved(honest, place + "/lower", place + "/upper", up)) != "confirmed");
      }
    }
  }
}

TEST_CASE(
    "further certificates: a distribution holds with shortfall 0, and a forged verdict is refuted",
    "[certificates][further]") {
  const std::string above = "-1:0.25,1:0.75,inf:0.25", below = "-1:0.25,1:0.25,inf:0.25";
  const Json holds = to_json(certify(against("laplace(b=1)", above)));
  CHECK(holds["lower"] == "0");
  CHECK(holds["upper"] == "0");
  CHECK(holds["findings"]["verdict"] == "holds");
  CHECK(fate(holds) == "confirmed");
  Json fails = sent(certify(against("laplace(b=1)", below)));
  CHECK(fails["findings"]["verdict"] == "fails");
  fails["findings"]["verdict"] = "holds";
  CHECK(is_caught(fate(fails)));
  Json other = sent(certify(against("laplace(b=1)", above)));
  other["options"]["distribution"] = below;
  CHECK(is_caught(fate(other)));
}

TEST_CASE(
    "further certificates: the optimistic side and trade-off curves hold with 0, or state their "
    "excess",
    "[certificates][further]") {
  Query low = against("laplace(b=1)", "-1:0.25,0.5:0.25,inf:0");
  low.options.emplace_back("side", "optimistic");
  const Json holds = to_json(certify(low));
  CHECK(holds["upper"] == "0");
  CHECK(holds["findings"]["verdict"] == "holds");
  CHECK(fate(holds) == "confirmed");
  Json forged = sent(certify(low));
  forged["options"].erase("side");
  CHECK(is_caught(fate(forged)));
  Query high = against("laplace(b=1)", "-1:0.25,1.5:0.75,inf:0");
  high.options.emplace_back("side", "optimistic");
  const Json fails = to_json(certify(high));
  CHECK(fails["findings"]["verdict"] == "fails");
  CHECK(fate(fails) == "confirmed");
  CHECK(fate(moved(fails, "/lower", "/upper", true)) != "confirmed");
  for (const char* side : {"", "optimistic"}) {
    for (const char* points : {"0.05:0.8,0.25:0.25,0.9:0", "0.1:0.9,0.5:0.1,0.9:0.02"}) {
      Query curve = further("tradeoff_curve", "laplace(b=1)", {});
      curve.options = {{"points", points}};
      if (*side != 0) curve.options.emplace_back("side", side);
      CAPTURE(side, points);
      CHECK(fate(to_json(certify(curve))) == "confirmed");
    }
  }
  Query alone = further("tradeoff_curve", "gaussian(sigma=1)", {});
  alone.options = {{"points", "0:0.9,0.5:0.1,1:0"}, {"between", "nothing"}};
  const Json points = to_json(certify(alone));
  CHECK(points["findings"]["verdict"] == "holds");
  CHECK(fate(points) == "confirmed");
}

TEST_CASE("further certificates: a distribution has one form", "[certificates][further]") {
  for (const char* text : {"", "0:1", "inf:0,0:1", "0:2/2,inf:0", "0:1,inf:x", "0:0,inf:0",
                           "1:0.5,0:0.5,inf:0", "0:1,inf:0,", "nonsense"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(certify(against("gaussian(sigma=1)", text)), std::invalid_argument);
  }
}

TEST_CASE("further certificates: bounds on adaptive runs of bounded range are found again",
          "[certificates][further]") {
  const auto fate_of = [](const std::string& range, int runs, const std::string& argument,
                          const std::string& at, int digits) {
    const std::string mechanism =
        "exponential_mechanism(epsilon=" + range + ")^" + std::to_string(runs);
    CAPTURE(mechanism, argument, at, digits);
    return fate(to_json(certify(further("bounded_range", mechanism, {{argument, at}}, digits))));
  };
  CHECK(fate_of("0.202", 17, "epsilon", "0.699", 15) == "confirmed");
  Random random(60);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string range = Random::text(random.log_uniform(0.05, 1)),
                      epsilon = Random::text(random.uniform(0.05, 1)),
                      delta = Random::text(random.log_uniform(1e-8, 1e-2));
    const int runs = random.integer(2, 40), digits = random.integer(3, 24);
    CHECK(fate_of(range, runs, "epsilon", epsilon, digits) == "confirmed");
    CHECK(fate_of(range, runs, "delta", delta, digits) == "confirmed");
  }
}

TEST_CASE(
    "further certificates: a channel is written with any white space, and with no other entry",
    "[certificates][further]") {
  const Json honest = sent(certify(further("channel_delta", kChannel, {{"epsilon", "0.5"}})));
  const auto written = [&](const std::string& text) {
    Json json = honest;
    json["written"]["mechanism"] = text;
    return fate(json);
  };
  CHECK(written(" channel( rows = [[3/4, 1/4],\r\n\t[ 0.25 ,0.75],\n[0.5,5e-1] ] )\n") ==
        "confirmed");
  for (const std::string text :
       {"channel(rows=[[0.7 5,0.25],[0.25,0.75],[0.5,0.5]])",
        "channel(rows=[[0.75,0.25],[0.25,0.75]])",
        "channel(rows=[[0.75,0.25],[0.75,0.25],[0.5,0.5]])",
        "channel(rows=[[0.75,0.25],[0.25,0.75],[0.5,0.5]]) *", "chan nel(rows=[[0.75,0.25]])"}) {
    CAPTURE(text);
    CHECK(written(text) == "refuted");
  }
  // A judged expression has one canonical form.
  Json json = honest;
  json["mechanism"] = "channel(rows = [[0.75,0.25],[0.25,0.75],[0.5,0.5]])";
  CHECK(is_caught(fate(json)));
}

TEST_CASE("further certificates: a further number that there is not is never proved",
          "[certificates][further][forgery]") {
  Json json = sent(certify(further("channel", "channel(rows=[[1,0],[0,1]])", {})));
  REQUIRE(fate(json) == "confirmed");
  REQUIRE_FALSE(json["values"].contains("epsilon"));
  json["values"]["epsilon"] = {{"lower", "0.1"}, {"upper", "0.2"}};
  CHECK(fate(json) != "confirmed");
}

TEST_CASE("further certificates: invalid input of the form", "[certificates][further][slow]") {
  const auto with = [](const Certificate& c, const std::string& place, const Json& value) {
    Json json = to_json(c);
    json[Json::json_pointer(place)] = value;
    return is_caught(judged(signed_again(json).dump()));
  };
  const Certificate gdp = certify(one_of_each()[0]),
                    channel = certify(further("channel", kChannel, {}));
  CHECK(with(gdp, "/at", {{"within", "1e-3"}}));
  CHECK(with(gdp, "/at", {{"floor", "1e-3"}, {"alpha", "0.1"}}));
  CHECK(with(gdp, "/at", Json::object()));
  CHECK(with(gdp, "/values", {{"mu", {{"lower", "0"}, {"upper", "9"}}}}));
  CHECK(with(gdp, "/options", {{"runs", "once()"}}));
  CHECK(with(channel, "/mechanism", "gaussian(sigma=1)"));
  CHECK(with(channel, "/mechanism", "channel(rows=[[0.75,0.25],[0.25,0.75],[0.5,0.4]])"));
  CHECK(with(channel, "/mechanism", "channel(rows=[[0.75,0.25],[0.25,0.75],[0.5,0.5],])"));
  CHECK(with(channel, "/direction", "forward"));
  CHECK(with(channel, "/at", {{"epsilon", "1"}}));
  CHECK_THROWS_AS(
      answer(further("tv_limit", "laplace(b=1)", {{"exponent", "1/4"}, {"steps", "16"}}), Effort{}),
      std::invalid_argument);
}

TEST_CASE("certificates: a stated number of thousands of digits is compared on some",
          "[certificates][forgery]") {
  const Certificate c = certify(request("delta", "gaussian(sigma=1)", "1", Direction::worst, 100));
  Json json = sent(c);
  std::string point = c.lower.substr(0, 80);
  while (point.size() < 12000) point += "1234567";
  json["lower"] = json["upper"] = point;
  json["digits"] = "exact";
  CHECK(is_caught(fate(json)));
  // With 200 correct digits the check is undecided, and quickly.
  const Certificate sharp =
      certify(request("delta", "gaussian(sigma=1)", "1", Direction::worst, 300));
  point = sharp.lower.substr(0, 280);
  while (point.size() < 12000) point += "1234567";
  json["lower"] = json["upper"] = point;
  CheckResult result;
  CHECK(judged(signed_again(json).dump(), &result) == "unconfirmed");
  CHECK(std::any_of(result.notes.begin(), result.notes.end(), [](const std::string& note) {
    return note.find("--digits") != std::string::npos;
  }));
}
