/// Shuffled randomized response and clones, compared with sums over all outputs, built one user at a time.
#include <numeric>

#include "reference/mechanisms/shuffled/response_tails.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"
#include "reference/mechanisms/shuffled/shuffled_rr.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Bits kBits{256};

using Law = std::vector<Ball>;

/// Returns the law with one more answer, which is 1 with probability r.
Law with_answer(const Law& law, const Ball& r) {
  Law out(law.size() + 1, Ball(kBits));
  for (size_t i = 0; i < law.size(); ++i) {
    out[i] += law[i] * (Ball::integer(1, kBits) - r);
    out[i + 1] += law[i] * r;
  }
  return out;
}

Ball keep_of(const std::string& epsilon0) {
  return Ball::integer(1, kBits) / (exp(-ball(epsilon0)) + 1);
}

Law others(const std::string& epsilon0, long ones, long zeros) {
  const Ball keep = keep_of(epsilon0);
  Law out{Ball::integer(1, kBits)};
  for (long i = 0; i < ones; ++i) out = with_answer(out, keep);
  for (long i = 0; i < zeros; ++i) out = with_answer(out, Ball::integer(1, kBits) - keep);
  return out;
}

/// Returns sum (Q - e^epsilon P)_+ of one user with bit 0 or 1 together with the law of the rest.
Ball delta_beside(const Law& rest, const std::string& epsilon0, const std::string& epsilon) {
  const Ball keep = keep_of(epsilon0), x = exp(ball(epsilon));
  const Law Q = with_answer(rest, keep), P = with_answer(rest, Ball::integer(1, kBits) - keep);
  Ball sum(kBits);
  for (size_t i = 0; i < P.size(); ++i) sum += max(Q[i] - x * P[i], Ball(kBits));
  return sum;
}

Ball worst_delta(const std::string& epsilon0, long n, const std::string& epsilon) {
  Ball out(kBits);
  for (long m = 0; m < n; ++m) {
    out = max(out, delta_beside(others(epsilon0, m, n - 1 - m), epsilon0, epsilon));
  }
  return out;
}

std::string rr(const std::string& epsilon0, long n, const std::string& more = "") {
  return "shuffled_rr(epsilon0=" + epsilon0 + ",n=" + std::to_string(n) + more + ")";
}

}  // namespace

TEST_CASE("shuffled_rr: the worst data set is the largest of all, at every epsilon",
          "[mechanisms][shuffled][SHUFFLED-WORST]") {
  for (const long n : {2, 3, 5, 8, 13}) {
    for (const char* epsilon0 : {"0.4", "1", "3"}) {
      for (const char* epsilon : {"0", "0.03", "0.1", "0.35", "0.9", "2.5"}) {
        CAPTURE(n, epsilon0, epsilon);
        const Ball truth = worst_delta(epsilon0, n, epsilon);
        const Ball found = forward_delta(rr(epsilon0, n), epsilon);
        CHECK(overlaps(found, truth));
        if (certainly_positive(truth)) CHECK(found.relative_digits() >= 15);
      }
    }
  }
  // Computed with mpmath over all data sets.
  check_value(forward_delta(rr("2", 5), "0.1"), "0.4670414319168114273740663", 20);
  check_value(forward_delta(rr("1", 30), "0.3"), "0.008294516088689685663199987", 20);
  check_value(forward_delta(rr("4", 20), "0"), "0.7035883336124098057469986", 20);
}

TEST_CASE("shuffled_rr: others that are known, as atoms and as tails",
          "[mechanisms][shuffled][SHUFFLED-BRACKET]") {
  for (const long ones : {0, 4, 9, 18, 19}) {
    const ShuffledResponse tails(ResponseSums{number("1.5"), ones, 19 - ones}, "tails");
    for (const char* epsilon : {"-0.4", "0", "0.2", "0.7", "1.3"}) {
      CAPTURE(ones, epsilon);
      const Ball truth = delta_beside(others("1.5", ones, 19 - ones), "1.5", epsilon);
      const Real t(number(epsilon));
      const LossTails at = tails.tails(t, kBits);
      CHECK(overlaps(at.P_above + at.P_below, Ball::integer(1, kBits)));
      CHECK(overlaps(at.Q_above + at.Q_below, Ball::integer(1, kBits)));
      CHECK(overlaps(at.Q_above - exp(ball(epsilon)) * at.P_above, truth));
      check_meet(at.Q_above - exp(ball(epsilon)) * at.P_above, truth, 30);
      check_meet(forward_delta(rr("1.5", 20, ",ones=" + std::to_string(ones)), epsilon), truth, 14);
    }
  }
  // If a threshold does not separate two losses, the enclosure contains both masses.
  const ResponseSums four{number("1"), 3, 1};
  const ResponseTable whole = response_table(four, 0, 5, kBits);
  const ShuffledResponse pair(four, "pair");
  const Real tie(
      [&](Bits) { return widen(log(whole.Q[3] / whole.P[3]), UpperBound::of(ball("1e-30"))); });
  const LossTails at = pair.tails(tie, Bits{64});
  CHECK(at.P_above.contains(whole.P_from[3].midpoint()));
  CHECK(at.P_above.contains(whole.P_from[4].midpoint()));
  CHECK(at.Q_below.contains(whole.Q_before[4].midpoint()));
  CHECK(at.P_above.relative_digits() < 1);
}

TEST_CASE("shuffled_rr: sums of two binomials, and where they are cut",
          "[mechanisms][shuffled][SHUFFLED-SUM]") {
  for (const auto& [ones, zeros] : {std::pair{30L, 0L}, {17L, 13L}, {15L, 15L}, {2L, 28L}}) {
    const ResponseSums sums{number("0.8"), ones, zeros};
    const Law truth = others("0.8", ones, zeros);
    const std::vector<Ball> found = sums.masses(0, 30, Bits{128});
    for (size_t x = 0; x <= 30; ++x) {
      CAPTURE(ones, zeros, x);
      check_meet(found[x], truth[x], 35);
      const Ball coarse =
          sums.mass(static_cast<long>(x), RandomizedBit::of(sums.epsilon0, kBits), 3);
      CHECK(overlaps(coarse, truth[x]));
    }
  }
}

TEST_CASE("shuffled_rr: what lies beyond a narrow table is bounded",
          "[mechanisms][shuffled][SHUFFLED-TAIL]") {
  const ResponseSums sums{number("1"), 25, 14};
  const ResponseTable whole = response_table(sums, 0, 40, kBits);
  for (const auto& [first, last] : {std::pair{15L, 26L}, {19L, 23L}, {18L, 30L}}) {
    const ResponseTable cut = response_table(sums, first, last, kBits);
    CAPTURE(first, last);
    const auto low = static_cast<size_t>(first), high = static_cast<size_t>(last) + 1;
    for (const auto& [narrow, wide] :
         {std::pair{&cut.P_from, &whole.P_from}, {&cut.Q_from, &whole.Q_from}}) {
      CHECK(narrow->back().contains((*wide)[high].midpoint()));
    }
    for (const auto& [narrow, wide] :
         {std::pair{&cut.P_before, &whole.P_before}, {&cut.Q_before, &whole.Q_before}}) {
      CHECK(narrow->front().contains((*wide)[low].midpoint()));
    }
    CHECK(certainly_less(cut.P_from.back(), whole.P_from[high] * 30));
  }
}

TEST_CASE("shuffled_clones: sums over the number of clones",
          "[mechanisms][shuffled][SHUFFLED-CLONES]") {
  for (const long n : {1, 2, 7, 24}) {
    for (const char* epsilon0 : {"0.5", "1.25", "3"}) {
      const ShuffledClones pair(number(epsilon0), n);
      for (const char* epsilon : {"0", "0.05", "0.4", "1"}) {
        CAPTURE(n, epsilon0, epsilon);
        const Ball q = exp(-ball(epsilon0)), one = Ball::integer(1, kBits);
        Law count{one};
        for (long i = 1; i < n; ++i) count = with_answer(count, q);
        Law bits{one};
        Ball truth(kBits);
        for (const Ball& weight : count) {
          truth += weight * delta_beside(bits, epsilon0, epsilon);
          bits = with_answer(bits, ball("1/2"));
        }
        const std::string text =
            "shuffled_clones(epsilon0=" + std::string(epsilon0) + ",n=" + std::to_string(n) + ")";
        CHECK(overlaps(forward_delta(text, epsilon), truth));
        // The bound is valid for randomized response, and a window adds the truncated mass to the error.
        if (n > 1) CHECK_FALSE(certainly_less(truth, worst_delta(epsilon0, n, epsilon)));
        if (n < 7 || !certainly_positive(truth)) continue;
        const long middle = static_cast<long>((q * (n - 1)).approximate());
        const LossTails cut = pair.tails_within({middle, middle + 1}, Real(number(epsilon)), kBits);
        CHECK(overlaps(cut.Q_above - exp(ball(epsilon)) * cut.P_above, truth));
        CHECK(overlaps(cut.P_above + cut.P_below, one));
      }
    }
  }
}

TEST_CASE("shuffled: many users in little time", "[mechanisms][shuffled]") {
  // Computed with mpmath: the sum of Q - e^epsilon P over all numbers of ones above the threshold.
  check_value(forward_delta(rr("2", 100000, ",ones=99999"), "0.02"),
              "0.000008749220152965637272355694", 15);
}

TEST_CASE("shuffled: orders, round trips and refusals", "[mechanisms][shuffled]") {
  check_round_trip(rr("2", 7));
  check_round_trip(rr("2", 1000, ",ones=999"));
  check_round_trip("shuffled_clones(epsilon0=1,n=1000)");
  CHECK_FALSE(Family("shuffled_rr(epsilon0=?,n=20)", "").order().larger_is_more_private);
  CHECK(Family("shuffled_rr(epsilon0=1,n=?)", "").order().larger_is_more_private);
  CHECK(Family("shuffled_clones(epsilon0=1,n=?)", "").order().integer);
  CHECK_THROWS_WITH(Composition::parse("shuffled_rr(epsilon0=1,n=1000001)"),
                    Catch::Contains("ones=1000000"));
  CHECK_THROWS_WITH(Composition::parse("shuffled_rr(epsilon0=1,n=5,k=3)"),
                    Catch::Contains("proved for k = 2"));
  CHECK_THROWS_WITH(Composition::parse("shuffled_rr(epsilon0=1,n=5,ones=5)"),
                    Catch::Contains("from 0 to n - 1"));
  CHECK_THROWS_WITH(Composition::parse("shuffled_clones(epsilon0=1,n=1e9)"),
                    Catch::Contains("n must be"));
  CHECK_THROWS_WITH(Composition::parse("shuffled_clones(epsilon0=-1,n=10)"),
                    Catch::Contains("epsilon0 must be"));
}
