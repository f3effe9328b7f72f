/// The worst data set of many users, and far tails.
#include <tuple>

#include "reference/mechanisms/shuffled/searched_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"
#include "reference/mechanisms/shuffled/worst_response.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Bits kBits{192};

std::string searched(const std::string& epsilon0, long n) {
  return "shuffled_rr(epsilon0=" + epsilon0 + ",n=" + std::to_string(n) + ")";
}

}  // namespace

TEST_CASE("shuffled_rr: the worst at each threshold is a point of the hull of all data sets",
          "[mechanisms][shuffled][SHUFFLED-RIDGE][SHUFFLED-SEARCH]") {
  for (const long n : {3L, 4L, 7L, 20L, 41L}) {
    for (const char* epsilon0 : {"0.2", "1", "3"}) {
      const Mechanism hull = worst_response(number(epsilon0), n, "hull");
      const SearchedResponse search(number(epsilon0), n, "search");
      for (const char* text : {"-2", "-0.3", "-0.01", "0", "0.01", "0.05", "0.17", "0.8", "2.9"}) {
        CAPTURE(n, epsilon0, text);
        const Real t(number(text));
        const LossTails truth = hull->tails(t, kBits), found = search.tails(t, kBits);
        for (const auto part :
             {&LossTails::P_above, &LossTails::P_below, &LossTails::Q_above, &LossTails::Q_below}) {
          CHECK(overlaps(truth.*part, found.*part));
          CHECK((found.*part).relative_digits() >= 40);
        }
      }
    }
  }
}

TEST_CASE("shuffled_rr: the worst of some hundreds of users, and of many",
          "[mechanisms][shuffled]") {
  // Computed with mpmath over all data sets; the worst ones have 120, 139, 71, 129 and 118 ones.
  check_value(forward_delta(searched("1", 121), "0.1"), "0.008275104509651756466778049", 20);
  check_value(forward_delta(searched("1", 140), "0.3"), "0.00002978656831925267648728212", 20);
  check_value(forward_delta(searched("0.3", 150), "0"), "0.009825768554279196027398281", 20);
  check_value(forward_delta(searched("2.5", 130), "0.5"), "0.01241585315535590276297784", 20);
  check_value(forward_delta(searched("0.1", 125), "0.01"), "0.0006040446091586430336198601", 20);
  const Ball all_ones = forward_delta("shuffled_rr(epsilon0=1,n=10000,ones=9999)", "0.05");
  const Ball worst = forward_delta(searched("1", 10000), "0.05");
  CHECK(certainly_less(all_ones, worst));
  CHECK(worst.relative_digits() >= 15);
}

TEST_CASE("shuffled_rr: without a certain sign nothing is left to be the worst",
          "[mechanisms][shuffled]") {
  const Bits few{12};
  const Ball x = widen(Ball::integer(1, few), UpperBound::of(ball("0.2")));
  CHECK(worst_peaks(RandomizedBit::of(number("1"), few), x, 50).empty());
}

TEST_CASE("shuffled_clones: tails far out, and at an exact zero", "[mechanisms][shuffled]") {
  // Computed with mpmath over all numbers of clones.
  check_value(forward_delta("shuffled_clones(epsilon0=1,n=10000)", "0.8"),
              "2.852885264812826972305017e-559", 20);
  const ShuffledClones pair(number("1"), 1000);
  const LossTails known = pair.tails(Real(Rational(0)), Bits{64});
  const LossTails exact = pair.tails(Real::exactly(Ball(Bits{64})), Bits{64});
  CHECK(overlaps(known.Q_above, exact.Q_above));
  CHECK(exact.Q_above.relative_digits() >= 14);
}

TEST_CASE("shuffled_clones: a table of binomial tails has what the sums over clones have",
          "[mechanisms][shuffled][CLONE-TABLE][SHUFFLED-CLONES]") {
  for (const auto& [n, first, last] :
       {std::tuple{30L, 0L, 29L}, {30L, 9L, 13L}, {200L, 40L, 110L}, {3000L, 800L, 1500L}}) {
    const ShuffledClones pair(number("1"), n);
    const auto table = CloneTable::make(number("1"), n, {first, last});
    REQUIRE(table != nullptr);
    const Ball one = Ball::integer(1, kBits);
    for (const char* text : {"-0.4", "-0.02", "0.01", "0.2", "0.7"}) {
      CAPTURE(n, first, text);
      const RandomizedBit answer = RandomizedBit::of(number("1"), kBits);
      const Ball odds = exp(ball(text)).at(kBits);
      const Ball share =
          (odds * answer.keep - answer.flip) / ((answer.keep - answer.flip) * (odds + 1));
      const LossTails truth = pair.tails(Real(number(text)), kBits);
      const auto window = table->above(share);
      REQUIRE(window);
      const LossTails all = window->all(), *found = &all;
      CHECK(overlaps(found->P_above, truth.P_above));
      CHECK(overlaps(found->P_below, truth.P_below));
      CHECK(overlaps(found->Q_above, truth.Q_above));
      CHECK(overlaps(found->Q_below, truth.Q_below));
      CHECK(overlaps(found->P_above + found->P_below, one));
      if (first == 0) CHECK(found->Q_above.relative_digits() >= 4);
    }
    CHECK_FALSE(table->above(widen(ball("0.5"), UpperBound::of(ball("0.01")))));
  }
}

TEST_CASE("shuffled_clones: a table of few columns encloses the outcomes beyond them",
          "[mechanisms][shuffled][CLONE-TABLE]") {
  // Almost all others are clones: few rows, with truncated tails.
  for (const auto& [n, first, last, half_width] :
       {std::tuple{41L, 38L, 40L, 2L}, {41L, 30L, 40L, 1L}, {12L, 0L, 11L, 1L}}) {
    const Rational epsilon0 = number("0.01");
    const ShuffledClones pair(epsilon0, n);
    const CloneTable table(epsilon0, n, {first, last}, half_width);
    const RandomizedBit answer = RandomizedBit::of(epsilon0, kBits);
    for (const char* text : {"-0.002", "-0.0003", "0.00001", "0.0004", "0.002"}) {
      CAPTURE(n, first, half_width, text);
      const Ball odds = exp(ball(text)).at(kBits);
      const Ball share =
          (odds * answer.keep - answer.flip) / ((answer.keep - answer.flip) * (odds + 1));
      const LossTails truth = pair.tails_within({0, n - 1}, Real(number(text)), kBits);
      const auto window = table.above(share);
      REQUIRE(window);
      const LossTails found = window->all();
      CHECK(found.P_above.contains(truth.P_above.midpoint()));
      CHECK(found.P_below.contains(truth.P_below.midpoint()));
      CHECK(found.Q_above.contains(truth.Q_above.midpoint()));
      CHECK(found.Q_below.contains(truth.Q_below.midpoint()));
    }
  }
}

TEST_CASE("shuffled_clones: thirty rounds of ten thousand users", "[mechanisms][shuffled][slow]") {
  PrivacyProfile profile(Composition::parse("shuffled_clones(epsilon0=1,n=10000)^30"),
                         Direction::worst);
  const Certified found = *epsilon(profile, number("1e-6"), Effort{3});
  CHECK(found.reached());
  // Computed by a discrete Fourier transform in doubles of the losses of all outcomes, each split between two nodes
  // 10^-5 apart.
  CHECK(overlaps(found.value(), widen(ball("0.327138"), UpperBound::of(ball("0.000002")))));
}

TEST_CASE("shuffled_clones: with more users rounds are more private, atoms or tables alike",
          "[mechanisms][shuffled][slow]") {
  // Up to 120 users all losses are listed; beyond, there are tables.
  const auto delta_of = [](long n) {
    const std::string text = "shuffled_clones(epsilon0=0.5,n=" + std::to_string(n) + ")^2";
    PrivacyProfile profile(Composition::parse(text), Direction::forward);
    return profile.delta(Real(number("0.15")), Effort{3}).value;
  };
  const Ball few = delta_of(120), more = delta_of(121), most = delta_of(140);
  CHECK_FALSE(certainly_less(few, more));
  CHECK(certainly_less(most, few));
  CHECK(certainly_less(few * ball("0.95"), more));
}
