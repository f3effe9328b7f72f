/// Every change in a certificate is detected even if the digest is recomputed: the certificate is refused or refuted,
/// or its record is reported as not reproducible. For confirmed but false certificates see mutation_test.cpp.
#include <nlohmann/json.hpp>

#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/canonical.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr int kDigits = 8;
const std::string kSteps = "subsampled_gaussian(sigma=1,p=0.01)^10000";

void expect_all_changes_caught(const std::vector<Certificate>& originals) {
  for (const Certificate& original : originals) {
    const Json json = to_json(original);
    REQUIRE_FALSE(is_caught(judged(json.dump())));
    const Interval interval = Interval::read(original.lower, original.upper);
    const auto expect_caught = [&](const Json::json_pointer& place, const std::string& value) {
      Json changed = json;
      changed[place] = value;
      // Without a new digest the change is detected immediately.
      CHECK(judged(changed.dump()) == "not a certificate");
      changed = signed_again(changed);
      CAPTURE(original.quantity, original.mechanism, place.to_string(), value);
      CHECK(is_noticed(changed.dump()));
    };
    const Json flat = json.flatten();
    int turn = 0;
    for (const auto& [path, value] : flat.items()) {
      const Json::json_pointer place(path);
      if (!value.is_string() || path == "/digest") continue;
      const auto text = value.get<std::string>();
      if (path.rfind("/versions/", 0) == 0) continue;  // informative only, and reported as such
      if (path == "/direction") {
        expect_caught(place, "sideways");
        if (original.mechanism == kSteps && original.quantity != "moments") {
          expect_caught(place, text == "forward" ? "reverse" : "forward");
        }
        continue;
      }
      if (path == "/asked/engine" || path == "/engine/name") {
        // Another engine, an engine with few digits, and an unknown engine.
        expect_caught(place, text == "chernoff" ? "lattice" : "chernoff");
        expect_caught(place, "fft");
        continue;
      }
      // Increments or decrements a digit of the text: the first and the last one.
      const size_t first = text.find_first_of("0123456789");
      if (first == std::string::npos) {
        expect_caught(place, text + "x");
        continue;
      }
      const size_t last = text.find_last_of("0123456789");
      // The suite changes one of them up and the other down, in turn.
      const bool once = path.rfind("/engine/parameters", 0) == 0 || path.rfind("/error", 0) == 0;
      ++turn;
      for (const size_t at : {first, last}) {
        for (const int by : {1, 9}) {
          if (once && (at != last || by != 1)) continue;
          if (!once && first != last && !of_list(turn + (at == first) + (by == 1), 2)) continue;
          std::string changed = text;
          changed[at] = static_cast<char>('0' + (changed[at] - '0' + by) % 10);
          // A wider interval is still true.
          if (path == "/lower" && number(changed) <= *interval.lower) continue;
          if (path == "/upper" && number(changed) >= *interval.upper) continue;
          if (path.rfind("/values/", 0) == 0) {
            const bool low = path.rfind("/lower") == path.size() - 6;
            if (low ? number(changed) <= number(text) : number(changed) >= number(text)) continue;
          }
          expect_caught(place, changed);
        }
      }
    }
    // The ends exchanged.
    if (!interval.is_point()) {
      Json swapped = json;
      std::swap(swapped["lower"], swapped["upper"]);
      CHECK(judged(signed_again(swapped).dump()) == "refuted");
    }
    Json doubted = json;
    doubted["reached"] = !original.reached;
    CHECK(is_noticed(signed_again(doubted).dump()));
    // Argument and mechanism changed together with their written form.
    if (json["written"].contains("at")) {
      Json moved = json;
      const std::string at = (number(original.at) + number("0.001")).text();
      moved["at"][original.argument] = at;
      moved["written"]["at"] = at;
      CHECK(judged(signed_again(moved).dump()) == "refuted");
    }
    Json other = json;
    const std::string longer = original.mechanism + "*gaussian(sigma=30)";
    const std::string canonical = canonical_subject(certified_quantity(original.quantity), longer);
    other["mechanism"] = canonical;
    other["written"]["mechanism"] = canonical;
    CHECK(judged(signed_again(other).dump()) == "refuted");
    // Unknown fields and versions.
    Json more = json;
    more["comment"] = "fine";
    CHECK(judged(signed_again(more).dump()) == "not a certificate");
    Json newer = json;
    newer["version"] = 4;
    CHECK(judged(signed_again(newer).dump()) == "not a certificate");
    // Each field removed.
    for (const auto& item : json.items()) {
      Json less = json;
      less.erase(item.key());
      if (item.key() != "digest") less = signed_again(less);
      CAPTURE(item.key());
      CHECK(is_caught(judged(less.dump())));
    }
  }
}

}  // namespace

TEST_CASE("certificates: a field changed and signed again is caught", "[certificates][slow]") {
  // Different directions, an asymmetric pair, and one certificate of each kind of engine. Few digits: detected
  // changes are those larger than the width of the enclosure.
  std::vector<Certificate> originals = {
      certify(request("delta", kSteps, "1.5", Direction::reverse, kDigits)),
      certify(request("epsilon", kSteps, "1e-5", Direction::forward, kDigits)),
      certify(request("tv", "finite(P=[0.25,0.75],Q=[0.5,0.5])^3", "", Direction::forward)),
      certify(
          request("bayes", "discrete_gaussian(sigma=20)^100", "0.2", Direction::worst, kDigits)),
      certify(request("delta", "laplace(b=3)^5", "0.5")),
      certify(
          about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, kDigits))};
  expect_all_changes_caught(originals);
}

TEST_CASE("certificates: so is one among several numbers, findings and words of the question",
          "[certificates][slow]") {
  Query weighted =
      about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, 6);
  weighted.options = {{"hyperprior", "beta(2,3)"}};
  Query theorem = about_two("theorem3", "gaussian(sigma=20)^400", "gaussian(sigma=30)^400",
                            Direction::forward, 6);
  theorem.at = {{"target", "0.1"}};
  Query mixed = calibration("gaussian(sigma=4)*laplace(b=?)", "b", {{"advantage", "2/5"}});
  mixed.digits = kDigits;
  expect_all_changes_caught(
      {certify(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1/7"}})),
       certify(mixed),
       certify(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, 6)),
       certify(weighted), certify(request("renyi", "laplace(b=3)^5", "5/2")), certify(theorem),
       certify(request("moments", "laplace(b=3)^5", "", Direction::reverse))});
}
