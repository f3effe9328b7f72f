#include "reference/mechanisms/shuffled/searched_response.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/ball_dump.hpp"
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/rough_loss.hpp"
#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/response_tails.hpp"

namespace plumbline {
namespace {

/// The test "at least `from` ones" for one data set: its type I error, its power, and its delta at odds x.
struct PeakTest {
  long ones, from;
  Ball P, Q, delta;
};

PeakTest peak_test(const Rational& epsilon0, long users, long ones, long from, const Ball& odds) {
  const ResponseSums others{epsilon0, ones, users - 1 - ones};
  const Bits p = odds.precision();
  const double lift = (static_cast<double>(p.n) + 64) * kLn2;
  const double reach = std::sqrt(2 * lift) * others.deviation() + lift / 3 + 4;
  const long last = std::min(users, from + saturated(reach));
  const ResponseTable table = response_table(others, from, last, p);
  const Ball &P = table.P_from.front(), &Q = table.Q_from.front();
  return {ones, from, P, Q, Q - odds * P};
}

bool mirror_images(const PeakTest& x, const PeakTest& y, long users) {
  return x.ones == users - 1 - y.ones && x.from == users + 1 - y.from;
}

/// Encloses the tails if several tests may attain the maximum (an edge of the convex hull): each tail is the smallest
/// interval that contains the values of all these tests.
LossTails around(const std::vector<PeakTest>& tests, Bits p) {
  Ball P = tests.front().P, Q = tests.front().Q;
  for (const PeakTest& x : tests) {
    P = Ball::hull(P, x.P);
    Q = Ball::hull(Q, x.Q);
  }
  const Ball one = Ball::integer(1, p);
  return {P, one - P, Q, one - Q};
}

}  // namespace

SearchedResponse::SearchedResponse(Rational epsilon0, long users, std::string expression)
    : epsilon0_(std::move(epsilon0)), users_(users), expression_(std::move(expression)) {}

void SearchedResponse::offers(Offers* asked) const {
  asked->give<RoughLoss>([this] {
    const double x = std::tanh(epsilon0_.approximate() / 2);
    // Approximately (keep - flip)^2/(n keep flip).
    const double variance = 4 * x * x / (static_cast<double>(users_) * (1 - x * x) + 1);
    return RoughLoss{{-variance / 2, variance / 2}, {variance, variance}};
  });
}

SearchedResponse::Peaks SearchedResponse::peaks(const Real& t) const {
  constexpr long kMostBits = 2048;
  constexpr size_t kMostKnown = 64;
  const Ball at = t(Bits{256});
  const std::string key = dump_ball(at);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  Peaks out;
  for (Bits work{192}; out.empty() && work.n <= kMostBits; work = Bits{2 * work.n}) {
    const Ball odds = is_zero(t, work) ? Ball::integer(1, work) : exp(at.at(work));
    out = worst_peaks(RandomizedBit::of(epsilon0_, work), odds, users_);
  }
  if (known_.size() >= kMostKnown) known_.clear();
  return known_[key] = out;
}

// BOUND(SHUFFLED-SEARCH)
// Statement.  Let n users answer by shuffled randomized response. Let f be the smallest concave function above the
//             power functions of all numbers m of ones among the others, as in SHUFFLED-WORST. For the pair of f, P(L
//             > t) and Q(L > t) are the level and the power of the test with the largest Q - e^t P over all m and all
//             thresholds. If two tests attain the maximum, it is the one with the smaller level. If no loss is t, P(L
//             <= -t) is the power of this test and Q(L <= -t) its level.
// Needs.      No other test has a larger Q - e^t P. The tails are the hull over all tests of SHUFFLED-RIDGE whose Q -
//             e^t P is not certainly smaller than that of another test. At t = 0, if two mirror images are left, the
//             one with the smaller level is used.
// Proof.      The slopes of f are the values e^L; they decrease as the level increases. So L > t holds up to the last
//             point before which the slope is above e^t. This is the first point at which Q - e^t P is largest. If all
//             bits and answers are exchanged, m becomes n - 1 - m, P and Q are exchanged, and L changes its sign. So f
//             is symmetric, and L under P has the law of -L under Q. For t > 0, a loss of exactly -t corresponds to a
//             neighbouring test that is another maximum at t.
// Source.     Elementary.
LossTails SearchedResponse::upper_tails(const Real& t, Bits p) const {
  constexpr long kMostBits = 4096;
  for (Bits work = p + 64;; work = Bits{2 * work.n}) {
    const Ball odds = is_zero(t, work) ? Ball::integer(1, work) : exp(t(work));
    std::vector<PeakTest> tests;
    for (const ResponsePeak& x : peaks(t)) {
      for (const long from : {x.from, x.from + 1}) {
        const bool met = std::any_of(tests.begin(), tests.end(), [&](const PeakTest& known) {
          return known.ones == x.ones && known.from == from;  // the two searches meet in the middle
        });
        if (from > users_ || met) continue;
        tests.push_back(peak_test(epsilon0_, users_, x.ones, from, odds));
      }
    }
    if (tests.empty()) {
      const Ball anything = Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p);
      return {anything, anything, anything, anything};
    }
    Ball best = tests.front().delta.lower();
    for (const PeakTest& x : tests) best = max(best, x.delta.lower());
    std::vector<PeakTest> left;
    for (const PeakTest& x : tests) {
      if (!proved<"SHUFFLED-SEARCH">(certainly_less(x.delta, best))) left.push_back(x);
    }
    if (!left.empty()) tests = left;
    if (tests.size() == 2 && is_zero(t, work) && mirror_images(tests[0], tests[1], users_) &&
        !overlaps(tests[0].P, tests[1].P)) {
      tests.erase(tests.begin() + (certainly_less(tests[0].P, tests[1].P) ? 1 : 0));
    }
    if (tests.size() == 1 || left.empty() || work.n > kMostBits) return around(tests, work);
  }
}

LossTails SearchedResponse::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), at = t(p), end(epsilon0_, p);
  if (t.is_known_as(epsilon0_) || certainly_at_most(end, at)) return {zero, one, zero, one};
  if (certainly_less(at, -end)) return {one, zero, one, zero};
  if (is_zero(t, p) || certainly_positive(at)) return upper_tails(t, p);
  if (!certainly_negative(at)) {
    const Ball anything = Ball::zero_to(UpperBound::of(one), p);
    return {anything, anything, anything, anything};
  }
  const LossTails other = upper_tails(-t, p);
  return {other.Q_below, other.Q_above, other.P_below, other.P_above};
}

}  // namespace plumbline
