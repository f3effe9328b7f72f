#include "reference/statistics/clopper_pearson.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/statistics/binomial.hpp"

namespace plumbline {
namespace {

/// Returns the log(p/q) at which log P(X <= k) is approximately log_level.
double approximate_logit(long n, long k, double log_level) {
  double low = -120, high = 120;
  for (int i = 0; i < 70; ++i) {
    const double z = (low + high) / 2;
    (log_binomial_at_most(n, k, z) > log_level ? low : high) = z;
  }
  return (low + high) / 2;
}

/// Searches for the p with P(X <= k) = level. Newton steps for log P(X <= k) start at the result of
/// approximate_logit().
class RootSearch {
 public:
  RootSearch(long n, long k, const Rational& level, Bits bits)
      : n_(n), k_(k), level_(level, bits), bits_(bits) {}

  Ball near() const {
    const double z = approximate_logit(n_, k_, level_.log_approximate());
    Ball p = Ball::integer(1, bits_) / (exp(exact(-z, bits_)) + 1);
    for (int i = 0; i < 6; ++i) {
      const Chance chance = Chance::of(p.midpoint());
      const BinomialTail found = binomial_at_most(n_, k_, chance);
      const Ball slope = found.mass * (n_ - k_) / chance.q;
      const Ball step = (log(found.tail) - log(level_)) * found.tail / slope;
      const Ball next = (chance.p + step).midpoint();
      const bool inside = certainly_positive(next) && certainly_less(next, Ball::integer(1, bits_));
      if (!inside) break;
      p = next;
      const double enough = -0.4 * kLn2 * static_cast<double>(bits_.n);
      if (step.log_approximate() < enough + p.log_approximate()) break;
    }
    return p.midpoint();
  }

  /// Returns true if P(X <= k) exceeds the level at this p, false if not; nothing if undecided.
  std::optional<bool> above(const Ball& p) const {
    const Ball tail = binomial_at_most(n_, k_, Chance::of(p)).tail;
    if (certainly_less(level_, tail)) return true;
    if (certainly_less(tail, level_)) return false;
    return std::nullopt;
  }

 private:
  long n_, k_;
  Ball level_;
  Bits bits_;
};

}  // namespace

// BOUND(CLOPPER-PEARSON)
// Statement.  Let 0 <= k < n, 0 < g < 1 and P(Bin(n, low) <= k) > g > P(Bin(n, high) <= k). Then the largest p with
//             P(Bin(n, p) <= k) >= g lies in [low, high]. Let U(k) be that p, and U(n) = 1. Then P(p > U(X)) <= g for
//             every p, X ~ Bin(n, p).
// Needs.      The two inequalities: decided here by enclosures at exact numbers (if they are undecided, the whole
//             range is returned). 0 < g < 1 and 0 <= k < n: the caller.
// Proof.      P(Bin(n, p) <= k) has the derivative -(n-k) P(Bin(n, p) = k)/(1-p) < 0 in p: it decreases from 1 to 0,
//             and takes the value g once. p > U(X) means P(Bin(n, p) <= X) < g. Let K be the largest k for which
//             P(Bin(n, p) <= k) < g. Then this event is X <= K, and P(X <= K) < g. (If no such k exists, the event is
//             empty.)
// Source.     Clopper and Pearson 1934.
Ball clopper_pearson_upper(long n, long k, const Rational& level, int digits) {
  // With 27 digits, the precision is at most two machine words.
  const Bits bits = bits_for_digits(digits) + 37;
  const Ball one = Ball::integer(1, bits);
  if (k == n) return one;
  const RootSearch search(n, k, level, bits);
  const Ball centre = search.near();
  Ball reach = min(centre, one - centre) * Ball(power_of_ten(-digits - 1), bits);
  for (int i = 0; i < 40; ++i, reach = reach * 16) {
    const Ball low = (centre - reach).midpoint(), high = (centre + reach).midpoint();
    if (!certainly_positive(low) || !certainly_less(high, one)) break;
    const std::optional<bool> below = search.above(low), beyond = search.above(high);
    if (below.value_or(false) && !beyond.value_or(true)) {
      return bound<"CLOPPER-PEARSON">(Ball::hull(low, high));
    }
  }
  return Ball::hull(Ball(bits), one);
}

// The lower limit of p is 1 minus the upper limit of 1 - p, which counts failures as successes.
Ball clopper_pearson_lower(long n, long k, const Rational& level, int digits) {
  const Ball upper = clopper_pearson_upper(n, n - k, level, digits + 2);
  return k == 0 ? Ball(upper.precision()) : Ball::integer(1, upper.precision()) - upper;
}

double approximate_clopper_pearson(long n, long k, double level) {
  if (k >= n) return 1;
  return 1 / (1 + std::exp(-approximate_logit(n, k, std::log(level))));
}

}  // namespace plumbline
