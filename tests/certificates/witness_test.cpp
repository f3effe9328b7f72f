/// Witness thresholds: they reduce each end to an inequality about delta at a few points.
#include "reference/certificates/witness.hpp"

#include <catch2/catch.hpp>

#include "tests/certificates/certificate_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Certificate with_witness(const Query& what) {
  Certificate out = certify(what);
  add_witness(what, Effort{}, &out);
  return out;
}

const std::vector<std::string>& thresholds(const Certificate& c, const std::string& end) {
  for (const auto& [name, found] : c.witness) {
    if (name == end) return found;
  }
  throw std::logic_error("no witness for " + end);
}

/// Returns e^t for the texts "log x" and "0".
Rational place(const std::string& text) {
  if (text == "0") return Rational(1);
  REQUIRE(text.substr(0, 4) == "log ");
  return number(text.substr(4));
}

/// Returns delta(log x) + x level, enclosed far more tightly than any stated number.
Ball height(PrivacyProfile& profile, const Rational& x, const Rational& level) {
  Effort effort;
  effort.digits = 45;
  const Real t =
      x == Rational(1) ? Real(Rational(0)) : Real(LogLinear{Rational(0), {{x, Rational(1)}}});
  return profile.delta(t, effort).value + Ball(x * level, Bits{400});
}

/// Returns a lower bound of a convex F between its second and fifth point: the larger of two lines on each interval,
/// bounded by a nearly constant weighted mean of both. Any weight in [0, 1] gives a valid bound.
Ball bound_from_below(const std::vector<Rational>& x, const std::vector<Ball>& F) {
  const Bits p{400};
  const auto line = [&](size_t i, size_t j, const Rational& at) {
    return F[i] + (F[j] - F[i]) * Ball((at - x[i]) / (x[j] - x[i]), p);
  };
  Ball least = min(F[1], F[4]);
  for (size_t i = 1; i < 4; ++i) {
    const Ball left[] = {line(i - 1, i, x[i]), line(i - 1, i, x[i + 1])};
    const Ball right[] = {line(i + 1, i + 2, x[i]), line(i + 1, i + 2, x[i + 1])};
    const Ball a = left[1] - left[0], b = right[1] - right[0];
    const double share = (b / (b - a)).approximate();
    const Ball w = Ball::from_binary64(std::clamp(std::isfinite(share) ? share : 0.5, 0.0, 1.0), p);
    const Ball v = Ball::integer(1, p) - w;
    least = min(least, min(w * left[0] + v * right[0], w * left[1] + v * right[1]));
  }
  return least;
}

}  // namespace

TEST_CASE("witness: thresholds prove both ends of a trade-off function",
          "[certificates][witness]") {
  struct Case {
    std::string quantity, mechanism, at;
    Direction direction;
  };
  const Case cases[] = {
      {"tradeoff", "gaussian(sigma=1)", "0.1", Direction::worst},
      {"tradeoff", "subsampled_gaussian(sigma=1,p=0.1)^20", "0.3", Direction::worst},
      {"tradeoff_inverse", "subsampled_gaussian(sigma=1,p=0.1)^20", "0.05", Direction::forward},
      {"power", "randomized_response(epsilon=0.5)^9", "0.2", Direction::reverse},
      {"rero", "laplace(b=2)^3", "0.01", Direction::forward},
      {"rero", "approximate_dp(epsilon=0.3,delta=1e-5)^4", "0.2", Direction::forward},
  };
  for (const Case& c : cases) {
    CAPTURE(c.quantity, c.mechanism);
    const Certificate made = with_witness(request(c.quantity, c.mechanism, c.at, c.direction));
    const bool one_minus = c.quantity == "power" || c.quantity == "rero";
    const auto one = thresholds(made, one_minus ? "upper" : "lower");
    const auto six = thresholds(made, one_minus ? "lower" : "upper");
    REQUIRE(one.size() == 1);
    REQUIRE(six.size() == 6);
    PrivacyProfile profile(Composition::parse(c.mechanism), c.direction);
    if (c.quantity == "tradeoff_inverse") profile = profile.reversed();
    // 1 - f is in [low, high].
    const Rational kOne(1);
    const Rational low = one_minus ? number(made.lower) : kOne - number(made.upper);
    const Rational high = one_minus ? number(made.upper) : kOne - number(made.lower);
    CHECK(certainly_at_most(height(profile, place(one[0]), number(c.at)), Ball(high, Bits{400})));
    std::vector<Rational> x;
    std::vector<Ball> F;
    for (const std::string& text : six) {
      x.push_back(place(text));
      F.push_back(height(profile, x.back(), number(c.at)));
      CHECK((x.size() == 1 || x[x.size() - 2] < x.back()));
    }
    CHECK(certainly_less(F[1], F[0]));
    CHECK(certainly_less(F[4], F[5]));
    CHECK(certainly_at_most(Ball(low, Bits{400}), bound_from_below(x, F)));
  }
}

TEST_CASE("witness: of epsilon, Bayes errors and calibrations", "[certificates][witness]") {
  const Certificate epsilon = with_witness(request("epsilon", "gaussian(sigma=1)", "1e-5"));
  CHECK(thresholds(epsilon, "lower") == std::vector<std::string>{epsilon.lower});
  CHECK(thresholds(epsilon, "upper") == std::vector<std::string>{epsilon.upper});
  const Certificate bayes = with_witness(request("bayes", "laplace(b=1)", "0.3"));
  CHECK(thresholds(bayes, "lower") == std::vector<std::string>{"log 3/7"});
  const Certificate half = with_witness(request("posterior", "laplace(b=1)", "1/2"));
  CHECK(thresholds(half, "upper") == std::vector<std::string>{"0"});
  const Certificate sigma = with_witness(
      calibration("gaussian(sigma=?)^3", "sigma", {{"epsilon", "1"}, {"delta", "1e-5"}}));
  for (const char* end : {"lower", "upper", "safe"}) {
    CHECK(thresholds(sigma, end) == std::vector<std::string>{"1"});
  }
  const Certificate level =
      with_witness(calibration("laplace(b=?)^2", "b", {{"alpha", "0.1"}, {"beta", "0.5"}}));
  CHECK(thresholds(level, "lower").size() == 6);
  CHECK(thresholds(level, "upper").size() == 1);
  CHECK(thresholds(level, "safe").size() == 1);
  for (const char* without : {"delta", "tv"}) {
    const std::string at = std::string(without) == "delta" ? "1" : "";
    CHECK(with_witness(request(without, "gaussian(sigma=1)", at)).witness.empty());
  }
  // f is 0 here, so there is nothing to search.
  CHECK(with_witness(request("tradeoff", "finite(P=[1/2,1/2],Q=[0,1])", "1/2", Direction::forward))
            .witness.empty());
}

TEST_CASE("witness: in the file, and malformed ones", "[certificates][witness]") {
  const Certificate c = with_witness(request("tradeoff", "laplace(b=1)^2", "0.1"));
  const Json json = to_json(c);
  REQUIRE(json["version"] == 3);
  CHECK(judged(json.dump()) == "confirmed");
  const Certificate again = read_certificates(json.dump()).front();
  CHECK(again.witness == c.witness);
  CHECK(to_json(again) == json);
  // The witness is a hint and may be missing; if it differs from this program's, the check reports this.
  Json less = json;
  less.erase("witness");
  CHECK(judged(signed_again(less).dump()) == "confirmed");
  Json other = json;
  other["witness"]["lower"][0] = "log 2";
  CheckResult hinted;
  CHECK(judged(signed_again(other).dump(), &hinted) == "confirmed");
  REQUIRE(hinted.record.size() == 1);
  CHECK(hinted.record.front().field == "witness");
  // Version 1 has no witness, and is still read.
  less["version"] = 1;
  less.erase("hypotheses");
  less = signed_again(less);
  CHECK(judged(less.dump()) == "confirmed");
  CHECK(to_json(read_certificates(less.dump()).front()) == less);
  Json older = json;
  older["version"] = 1;
  older.erase("hypotheses");
  CHECK(judged(signed_again(older).dump()) == "not a certificate");
  const Json bundle = bundle_json({c, read_certificates(less.dump()).front()});
  CHECK(read_certificates(bundle.dump())[1].version == 1);
  for (const Json& wrong :
       {Json("log 2"), Json::array(), Json{{"lower", "log 2"}}, Json{{"lower", Json::array()}},
        Json{{"safe", {"log 2"}}}, Json{{"lower", {"log -2"}}}, Json{{"lower", {"log 0"}}},
        Json{{"lower", {"NaN"}}}, Json{{"lower", {1}}}, Json{{"middle", {"1"}}},
        Json{{"lower", std::vector<std::string>(9, "1")}}}) {
    Json bad = json;
    bad["witness"] = wrong;
    CAPTURE(wrong.dump());
    CHECK(judged(signed_again(bad).dump()) == "not a certificate");
  }
  Json tv = to_json(certify(request("tv", "laplace(b=1)")));
  tv["witness"] = {{"lower", {"0"}}};
  CHECK(judged(signed_again(tv).dump()) == "not a certificate");
}
