/// Shuffled k-ary randomized response, compared with sums over all histograms, built one answer at a time.
#include "reference/mechanisms/shuffled/shuffled_krr.hpp"

#include <array>
#include <map>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/shuffled/blanket_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Bits kBits{256};

/// Counts of 0, of 1, of the value of the other users, and of the rest.
using Counted = std::array<long, 4>;
using Chances = std::array<Ball, 4>;
using Histograms = std::map<Counted, Ball>;

Histograms plus(const Histograms& law, const Chances& p) {
  Histograms out;
  for (const auto& [counts, mass] : law) {
    for (size_t v = 0; v < p.size(); ++v) {
      Counted next = counts;
      ++next[v];
      const auto at = out.emplace(next, Ball(kBits)).first;
      at->second += mass * p[v];
    }
  }
  return out;
}

Histograms nothing() { return {{Counted{}, Ball::integer(1, kBits)}}; }

/// Returns sum (Q - e^epsilon P)_+ of one user with value 0 or 1 together with the histogram of the rest.
Ball delta_beside(const Histograms& rest, const Chances& user, const std::string& epsilon) {
  const Histograms P = plus(rest, user), Q = plus(rest, {user[1], user[0], user[2], user[3]});
  const Ball x = exp(ball(epsilon));
  Ball sum(kBits);
  for (const auto& [counts, mass] : Q) sum += max(mass - x * P.at(counts), Ball(kBits));
  return sum;
}

struct Response {
  Ball flip, keep, rest;

  Response(const std::string& epsilon0, long values)
      : flip(Ball::integer(1, kBits) / (exp(ball(epsilon0)) + (values - 1))),
        keep(exp(ball(epsilon0)) * flip),
        rest(flip * (values - 3)) {}
};

/// Returns delta if all others have the user's second value.
Ball two_values_truth(const std::string& epsilon0, long n, long k, const std::string& epsilon) {
  const Response r(epsilon0, k);
  Histograms law = nothing();
  for (long i = 1; i < n; ++i) law = plus(law, {r.flip, r.keep, r.flip, r.rest});
  return delta_beside(law, {r.keep, r.flip, r.flip, r.rest}, epsilon);
}

Ball third_truth(const std::string& epsilon0, long n, long k, const std::string& epsilon) {
  const Response r(epsilon0, k);
  Histograms law = nothing();
  for (long i = 1; i < n; ++i) law = plus(law, {r.flip, r.flip, r.keep, r.rest});
  return delta_beside(law, {r.keep, r.flip, r.flip, r.rest}, epsilon);
}

/// Returns delta of the blanket pair, with the number of uniform answers rounded down to multiples of `grain`.
Ball blanket_truth(const std::string& epsilon0, long n, long k, const std::string& epsilon,
                   long grain) {
  const Response r(epsilon0, k);
  const Ball none(kBits), one = Ball::integer(1, kBits), share = r.flip * k;
  std::vector<Ball> uniform{one};
  for (long i = 1; i < n; ++i) {
    std::vector<Ball> next(uniform.size() + 1, none);
    for (size_t m = 0; m < uniform.size(); ++m) {
      next[m] += uniform[m] * (one - share);
      next[m + 1] += uniform[m] * share;
    }
    uniform = next;
  }
  const Ball each = one / k;
  Ball sum(kBits);
  Histograms law = nothing();
  for (long m = 0; m < n; ++m) {
    for (long i = m; i < std::min(n, m + grain) && m % grain == 0; ++i) {
      sum += uniform[static_cast<size_t>(i)] *
             delta_beside(law, {r.keep, r.flip, none, r.flip * (k - 2)}, epsilon);
    }
    law = plus(law, {each, each, none, each * (k - 2)});
  }
  return sum;
}

std::string krr(const std::string& epsilon0, long n, long k, const std::string& more = "") {
  return "shuffled_krr(epsilon0=" + epsilon0 + ",n=" + std::to_string(n) +
         ",k=" + std::to_string(k) + more + ")";
}

}  // namespace

TEST_CASE(
    "shuffled_krr: the blanket, and the data set with one third value, against all histograms",
    "[mechanisms][shuffled][SHUFFLED-BLANKET][SHUFFLED-THIRD]") {
  for (const auto& [n, k] : {std::pair{2L, 3L}, {5L, 2L}, {6L, 3L}, {8L, 4L}, {9L, 40L}}) {
    for (const char* epsilon0 : {"0.4", "1", "3"}) {
      for (const char* epsilon : {"0", "0.03", "0.3", "1.2"}) {
        CAPTURE(n, k, epsilon0, epsilon);
        const Ball truth = blanket_truth(epsilon0, n, k, epsilon, 1);
        const Ball found = forward_delta(krr(epsilon0, n, k), epsilon);
        CHECK(overlaps(found, truth));
        if (certainly_positive(truth)) CHECK(found.relative_digits() >= 15);
        if (k == 2) continue;
        const Ball known = third_truth(epsilon0, n, k, epsilon);
        const std::string third = ",third=" + std::to_string(n - 1);
        const Ball set = forward_delta(krr(epsilon0, n, k, third), epsilon);
        CHECK(overlaps(set, known));
        if (certainly_positive(known)) CHECK(set.relative_digits() >= 15);
        CHECK_FALSE(certainly_less(truth, known));
      }
    }
  }
  // Computed by another program in doubles, as sums over all histograms.
  check_value(forward_delta(krr("1", 8, 4, ",third=7"), "0.3"), "0.0458655", 5);
}

TEST_CASE("shuffled_krr: what lies beyond a window is bounded, uniform answers may be rounded down",
          "[mechanisms][shuffled][SHUFFLED-BLANKET]") {
  const Ball one = Ball::integer(1, kBits);
  for (const long grain : {1L, 3L, 5L}) {
    for (const long k : {2L, 3L, 7L}) {
      const BlanketResponse pair(number("1"), 14, Real(Rational(k)), "pair", grain);
      for (const char* epsilon : {"-0.2", "0", "0.15", "0.6"}) {
        CAPTURE(grain, k, epsilon);
        const Ball truth = blanket_truth("1", 14, k, epsilon, grain), x = exp(ball(epsilon));
        for (const double depth : {0.02, 0.2, 1.0, 300.0}) {
          const LossTails at = pair.tails_within(depth, Real(number(epsilon)), kBits);
          CHECK(overlaps(at.Q_above - x * at.P_above, truth));
          CHECK(overlaps(at.P_above + at.P_below, one));
          CHECK(overlaps(at.Q_above + at.Q_below, one));
        }
      }
    }
  }
}

TEST_CASE("shuffled_krr: a released upper bound is below what one data set has",
          "[mechanisms][shuffled]") {
  // From k = 4 on, the counts of 0, of 1 and of all other values together reveal less than the full histogram.
  const Ball found = forward_delta(krr("1", 30, 4, ",third=29"), "0.3");
  CHECK(certainly_less(ball("0.004554"), found));
  check_value(forward_delta(krr("1", 30, 3, ",third=29"), "0.1"), "0.043228", 4);
}

TEST_CASE("shuffled_krr: round trips, orders and refusals", "[mechanisms][shuffled]") {
  check_round_trip(krr("2", 7, 5));
  check_round_trip(krr("2", 7, 5, ",third=6"));
  CHECK_FALSE(Family("shuffled_krr(epsilon0=?,n=20,k=4)", "").order().larger_is_more_private);
  CHECK_THROWS_WITH(Composition::parse(krr("1", 5, 1)), Catch::Contains("k must be"));
  CHECK_THROWS_WITH(Composition::parse(krr("1", 1, 3)), Catch::Contains("randomized_response"));
  CHECK_THROWS_WITH(Composition::parse(krr("1", 5, 3, ",third=3")), Catch::Contains("n - 1 = 4"));
  CHECK_THROWS_WITH(Composition::parse(krr("1", 5, 2, ",third=4")), Catch::Contains("k > 2"));
  CHECK_THROWS_WITH(Composition::parse(krr("1", 33, 4, ",third=32")),
                    Catch::Contains("n up to 32"));
}

TEST_CASE("shuffled_krr: answers made bits lose no more than the answers",
          "[mechanisms][shuffled][SHUFFLED-ROUNDED]") {
  for (const long k : {3L, 4L, 6L}) {
    for (const char* epsilon0 : {"0.5", "2"}) {
      const Rational users(5);
      const Ball total = expm1(ball(epsilon0)) + k;
      const std::string bits =
          rounded_answers(Ball(Rational(k, 2UL), kBits) / total, users, users - Rational(1));
      for (const char* epsilon : {"0", "0.1", "0.4"}) {
        CAPTURE(k, epsilon0, epsilon, bits);
        const Ball whole = two_values_truth(epsilon0, 5, k, epsilon);
        const Ball seen = forward_delta(bits, epsilon);
        CHECK_FALSE(certainly_less(whole, seen));
        // Beyond the smaller epsilon0 of the bits, delta of the bits is 0.
        if (std::string(epsilon) == "0") CHECK(certainly_less(whole * ball("0.3"), seen));
      }
    }
  }
  // With too many users for exact counts of four kinds of answers, the pair still has a member.
  const WrittenFactor factor = read_open_expression("shuffled_krr(epsilon0=2,n=1000,k=4)").front();
  const std::string member = factor.entry->facts->member(factor);
  CHECK(member.starts_with("shuffled_rr(epsilon0=1.43378"));  // log((e^2 + 1)/2), rounded down
  CHECK(certainly_less(forward_delta(member, "0.1"), forward_delta(krr("2", 1000, 4), "0.1")));
}
