/// Honest certificates hold, on another path; whatever is changed in them is noticed.
#include <map>

#include "reference/certificates/interval.hpp"
#include "tests/certificates/certificate_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const std::string kSteps = "subsampled_gaussian(sigma=1,p=0.01)^10000";

Asked divergence_asked(const std::string& first, const std::string& second) {
  Asked out = asked("divergence", first);
  out.other = second;
  return out;
}

}  // namespace

TEST_CASE("certificates: each quantity of several mechanisms is confirmed", "[certificates]") {
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
  for (const QuantityEntry& quantity : quantity_registry()) {
    ++turn;
    const auto at = points.find(quantity.name);
    if (at == points.end()) continue;
    for (const char* mechanism : mechanisms) {
      if (++turn % 2 == 0 && iterations(1) == 1) continue;  // all of them in nightly runs
      const Direction direction = quantity.forward_only ? Direction::forward : Direction::worst;
      const Certificate c = certify(asked(quantity.name, mechanism, at->second, direction, 12));
      CheckResult result;
      const std::string text = to_json(c).dump();
      const std::string verdict = judged(text, &result);
      CAPTURE(text, result.lower, result.upper, result.engine, result.path);
      for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
      CHECK((verdict == "confirmed" || (verdict == "consistent" && c.digits == "exact")));
      CHECK(result.objections.empty());
      CHECK(result.notes.empty());
      // Written and read, it is the same.
      CHECK(to_json(read_certificates(text).front()).dump() == text);
    }
  }
}

TEST_CASE("certificates: a divergence is confirmed both ways", "[certificates]") {
  for (const auto& [first, second] : {std::pair{"gaussian(sigma=1)", "laplace(b=1)"},
                                      std::pair{"laplace(b=1)", "gaussian(sigma=1)"},
                                      std::pair{"gaussian(sigma=2)^10", "gaussian(sigma=2)^10"}}) {
    CheckResult result;
    const Certificate c = certify(divergence_asked(first, second));
    const std::string verdict = judged(to_json(c).dump(), &result);
    CAPTURE(first, second, result.path, result.lower, result.upper);
    CHECK(verdict == "confirmed");
  }
}

TEST_CASE("certificates: another engine where one reaches, else another contour",
          "[certificates]") {
  const auto path = [](const std::string& mechanism) {
    return check(certify(asked("delta", mechanism, "0.5", Direction::forward)), {}).path;
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
    const Asked what = asked("delta", mechanism, "0.7", Direction::forward, 20);
    bool varied = false;
    const Derived one = derive(what, Effort{}), other = derive(what, Effort{}, true, &varied);
    CAPTURE(mechanism);
    CHECK(varied);
    CHECK(one.parameters != other.parameters);
    CHECK(other.value.reached);
    CHECK(overlaps(one.value.value, other.value.value));
  }
}

TEST_CASE("certificates: other engines vary as well", "[certificates]") {
  for (const auto& [engine, digits] : {std::pair{"knots", 12}, std::pair{"lattice", 3}}) {
    const Asked what = asked("delta", "laplace(b=3)^5", "0.5", Direction::worst, digits, engine);
    bool varied = false;
    const Derived one = derive(what, Effort{}), other = derive(what, Effort{}, true, &varied);
    CAPTURE(engine);
    CHECK(varied);
    CHECK(one.parameters != other.parameters);
    CHECK(other.value.reached);
    CHECK(overlaps(one.value.value, other.value.value));
  }
}

TEST_CASE("certificates: a field changed and signed again is caught", "[certificates]") {
  // Directions differ, an asymmetric pair; one certificate of each kind of engine.
  std::vector<Certificate> originals = {
      certify(asked("delta", kSteps, "1.5", Direction::reverse)),
      certify(asked("epsilon", kSteps, "1e-5", Direction::forward)),
      certify(asked("tv", "finite(P=[0.25,0.75],Q=[0.5,0.5])^3", "", Direction::forward)),
      certify(asked("bayes", "discrete_gaussian(sigma=20)^100", "0.2")),
      certify(asked("delta", "laplace(b=3)^5", "0.5")),
      certify(divergence_asked("gaussian(sigma=1)", "laplace(b=1)"))};
  for (const Certificate& original : originals) {
    const Json json = to_json(original);
    REQUIRE_FALSE(is_caught(judged(json.dump())));
    const Interval interval = Interval::read(original.lower, original.upper);
    const auto expect_caught = [&](const Json::json_pointer& place, const std::string& value) {
      Json changed = json;
      changed[place] = value;
      // Without a new digest it is caught at once.
      CHECK(judged(changed.dump()) == "not a certificate");
      changed = signed_again(changed);
      CAPTURE(original.quantity, original.mechanism, place.to_string(), value);
      CHECK(is_caught(judged(changed.dump())));
    };
    const Json flat = json.flatten();
    for (const auto& [path, value] : flat.items()) {
      const Json::json_pointer place(path);
      if (!value.is_string() || path == "/digest") continue;
      const auto text = value.get<std::string>();
      if (path.rfind("/versions/", 0) == 0) continue;  // informative, and said to be
      if (path == "/direction") {
        expect_caught(place, "sideways");
        if (original.mechanism == kSteps) {
          expect_caught(place, text == "forward" ? "reverse" : "forward");
        }
        continue;
      }
      if (path == "/asked/engine" || path == "/engine/name") {
        expect_caught(place, "lattice");
        expect_caught(place, "fft");
        continue;
      }
      // A digit more or less somewhere in the text: the first and the last one.
      const size_t first = text.find_first_of("0123456789");
      if (first == std::string::npos) {
        expect_caught(place, text + "x");
        continue;
      }
      const size_t last = text.find_last_of("0123456789");
      const bool once = path.rfind("/engine/parameters", 0) == 0 || path.rfind("/error", 0) == 0;
      for (const size_t at : {first, last}) {
        for (const int by : {1, 9}) {
          if (once && (at != last || by != 1)) continue;
          std::string changed = text;
          changed[at] = static_cast<char>('0' + (changed[at] - '0' + by) % 10);
          // Wider is still true.
          if (path == "/lower" && number(changed) <= *interval.lower) continue;
          if (path == "/upper" && number(changed) >= *interval.upper) continue;
          expect_caught(place, changed);
        }
      }
    }
    // Ends exchanged.
    if (!interval.is_point()) {
      Json swapped = json;
      std::swap(swapped["lower"], swapped["upper"]);
      CHECK(judged(signed_again(swapped).dump()) == "refuted");
    }
    // Argument and mechanism, together with what was written.
    if (json["written"].contains("at")) {
      Json moved = json;
      const std::string at = (number(original.at) + number("0.001")).text();
      moved["at"][original.argument] = at;
      moved["written"]["at"] = at;
      CHECK(judged(signed_again(moved).dump()) == "refuted");
    }
    Json other = json;
    const std::string longer = original.mechanism + "*gaussian(sigma=30)";
    const std::string canonical = Composition::parse(longer).expression();
    other["mechanism"] = canonical;
    other["written"]["mechanism"] = canonical;
    CHECK(judged(signed_again(other).dump()) == "refuted");
    // Unknown fields and versions.
    Json more = json;
    more["comment"] = "fine";
    CHECK(judged(signed_again(more).dump()) == "not a certificate");
    Json newer = json;
    newer["version"] = 2;
    CHECK(judged(signed_again(newer).dump()) == "not a certificate");
    // Each field missing.
    for (const auto& item : json.items()) {
      Json less = json;
      less.erase(item.key());
      if (item.key() != "digest") less = signed_again(less);
      CHECK(judged(less.dump()) == "not a certificate");
    }
  }
}

TEST_CASE("certificates: other versions are said, and make the rest informative",
          "[certificates]") {
  const Certificate original = certify(asked("delta", "gaussian(sigma=2)", "1"));
  Json json = to_json(original);
  json["versions"]["flint"] = "3.1.0";
  CheckResult result;
  CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
  CHECK(result.notes.empty());  // all came out the same nevertheless
  json["engine"]["parameters"]["bits"] = "1000";
  CHECK(judged(signed_again(json).dump(), &result) == "confirmed");
  REQUIRE(result.notes.size() == 1);
  CHECK_THAT(result.notes.front(),
             Catch::Contains("engine.parameters.bits") && Catch::Contains("flint 3.1.0, here"));
}

TEST_CASE("certificates: an interval moved by its width is refuted", "[certificates]") {
  Random random(91);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string sigma = Random::text(random.uniform(0.5, 3));
    const std::string mechanism = i % 2 == 0
                                      ? "gaussian(sigma=" + sigma + ")^30"
                                      : "subsampled_gaussian(sigma=" + sigma + ",p=0.01)^1000";
    const Certificate original = certify(asked("delta", mechanism, "0.3", Direction::forward));
    const Interval interval = Interval::read(original.lower, original.upper);
    for (const int side : {-1, 1}) {
      Certificate moved = original;
      // Beyond the width by a hair: the truth may be an end.
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
          "[certificates]") {
  Certificate wide = certify(asked("delta", "gaussian(sigma=10)^50", "0.5", Direction::worst, 2));
  const Rational middle = number(wide.lower);
  wide.lower = (middle * number("0.999")).text();
  wide.upper = (middle * number("1.001")).text();
  wide.digits = digits_text(Interval::read(wide.lower, wide.upper).digits());
  CHECK(judged(to_json(wide).dump()) == "refuted");  // the budget does not explain the width
  wide.budget[3].second = (middle * number("0.0011")).text();
  CheckResult result;
  CHECK(judged(to_json(wide).dump(), &result) == "confirmed");
  wide.budget[3].second = (middle * number("0.01")).text();
  CHECK(judged(to_json(wide).dump()) == "refuted");  // nor is it that large
  // What was cut short is wide, and its budget does not say why: said, not refuted.
  Effort no_time;
  no_time.poll = [] { throw Interrupted{}; };
  const Asked what = asked("delta", kSteps, "1.5", Direction::forward);
  Certificate cut = certificate_of(what, derive(what, no_time));
  cut.written_mechanism = kSteps;
  cut.written_at = "1.5";
  CHECK_FALSE(cut.reached);
  CHECK(judged(to_json(cut).dump(), &result) == "confirmed");
  CHECK(result.notes.size() == 2);
  // Few digits from another engine, as it comes.
  const Certificate lattice = certify(asked("delta", "approximate_dp(epsilon=0.3,delta=1e-5)^10",
                                            "0.5", Direction::forward, 4, "lattice"));
  CHECK(judged(to_json(lattice).dump(), &result) == "confirmed");
  CHECK(result.engine == "finite");
}

TEST_CASE("certificates: sharper than what its computation gives is refuted", "[certificates]") {
  const Certificate original = certify(asked("epsilon", kSteps, "1e-5", Direction::forward, 6));
  const Certificate sharp = certify(asked("epsilon", kSteps, "1e-5", Direction::forward, 12));
  Certificate claimed = original;
  claimed.lower = sharp.lower;
  claimed.upper = sharp.upper;
  claimed.digits = sharp.digits;
  CHECK(judged(to_json(claimed).dump()) == "refuted");
}

TEST_CASE("certificates: no time leaves it unconfirmed, not refuted", "[certificates]") {
  const Certificate original = certify(asked("delta", kSteps, "1.5", Direction::forward));
  CheckOptions options;
  options.poll = [] { throw Interrupted{}; };
  const CheckResult result = check(original, options);
  CHECK(result.verdict == Verdict::unconfirmed);
  CHECK(result.objections.empty());
  CHECK_FALSE(result.notes.empty());
}

TEST_CASE("certificates: error budgets explain the width of delta", "[certificates]") {
  // What is demanded of every certificate holds for what is made, over regimes and directions.
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
        if (++turn % 7 != 1 && iterations(1) == 1) continue;  // all of them in nightly runs
        const Certificate c = certify(asked("delta", mechanism, at, d, 12));
        CheckResult result;
        const std::string verdict = judged(to_json(c).dump(), &result);
        CAPTURE(to_json(c).dump(), result.lower, result.upper, result.path);
        for (const Objection& o : result.objections) FAIL_CHECK(o.field + ": " + o.found);
        CHECK((verdict == "confirmed" || verdict == "consistent"));
      }
    }
  }
}
