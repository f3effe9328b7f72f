#include "reference/statistics/binomial.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

/// Returns log(n choose k).
Ball log_choose(long n, long k, Bits bits) {
  const auto log_factorial = [&](long i) { return log_gamma(Ball::integer(i + 1, bits)); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// BOUND(TRIALS-TAIL)
// Statement.  Let t_i = P(X = i) and 0 < j <= k. The omitted terms satisfy
//                 t_{j-2} + ... + t_0 <= t_{j-1} r/(1-r),  r = t_{j-2}/t_{j-1} = (j-1) q/((n-j+2) p).
// Needs.      r < 1: checked here.
// Proof.      t_{i-1}/t_i = i q/((n-i+1) p) increases with i. Below j - 1 the terms therefore decrease at least as
//             fast as a geometric series of ratio r.
// Source.     Elementary.
struct DownwardSum {
  long n, k;
  double share;

  /// Returns (t_k + ... + t_0)/t_k.
  Ball operator()(const Chance& chance) const {
    const Bits bits = chance.p.precision();
    const Ball odds = chance.q / chance.p;
    Ball term = Ball::integer(1, bits), sum = term;
    for (long j = k; j > 0; --j) {
      term = term * odds * j / (n - j + 1);
      sum += term;
      if ((k - j) % kBetween != kBetween - 1) continue;
      const Ball ratio = odds * (j - 1) / (n - j + 2);
      if (!is_small(term, ratio, sum)) continue;
      const Ball left = term * ratio / (Ball::integer(1, bits) - ratio);
      return sum + Ball::zero_to(bound<"TRIALS-TAIL">(UpperBound::of(left)), bits);
    }
    return sum;
  }

 private:
  static constexpr long kBetween = 16;  ///< number of terms between two estimates of the remainder

  /// Returns true if the remaining terms are at most `share` of the sum, so that they are bounded and not summed.
  bool is_small(const Ball& term, const Ball& ratio, const Ball& sum) const {
    const Bits bits = sum.precision();
    if (!certainly_less(ratio, Ball::integer(1, bits))) return false;
    const double r = ratio.approximate();
    const double log_share = share > 0 ? std::log(share) : -kLn2 * static_cast<double>(bits.n);
    return term.log_approximate() + std::log(r / (1 - r)) < log_share + sum.log_approximate();
  }
};

BinomialTail lower_sum(long n, long k, const Chance& chance, double share) {
  const Ball mass = binomial_mass(n, k, chance);
  return {mass, mass * DownwardSum{n, k, share}(chance)};
}

}  // namespace

Ball binomial_mass(long n, long k, const Chance& chance) {
  const Bits bits = chance.p.precision(), wide = bits + 40;
  const Ball logs =
      log_choose(n, k, wide) + log(chance.p.at(wide)) * k + log(chance.q.at(wide)) * (n - k);
  return exp(logs).rounded(bits).at(bits);
}

// Sums the tail whose terms decrease, P(X <= k) or P(X > k), because it needs fewer terms. The other tail would also be
// valid.
BinomialTail binomial_at_most(long n, long k, const Chance& chance, double share) {
  const double mean = static_cast<double>(n) * chance.p.approximate();
  if (k == n) return {binomial_mass(n, k, chance), Ball::integer(1, chance.p.precision())};
  if (static_cast<double>(k) <= mean) return lower_sum(n, k, chance, share);
  const BinomialTail above = lower_sum(n, n - k - 1, chance.other(), share);
  return {binomial_mass(n, k, chance), Ball::integer(1, chance.p.precision()) - above.tail};
}

BinomialTail binomial_at_least(long n, long k, const Chance& chance, double share) {
  return binomial_at_most(n, n - k, chance.other(), share);
}

double log_binomial_mass(long n, long k, double z) {
  const auto a = static_cast<double>(n), b = static_cast<double>(k);
  return log_gamma(a + 1) - log_gamma(b + 1) - log_gamma(a - b + 1) - b * std::log1p(std::exp(-z)) -
         (a - b) * std::log1p(std::exp(z));
}

double log_binomial_at_most(long n, long k, double z) {
  const auto summed = [&](long first, long last_count, double odds) {
    double term = 1, sum = 1;  // terms j = first, first - 1, ... relative to the first
    for (long j = first; j > 0 && term > 1e-18 * sum; --j) {
      term *= odds * static_cast<double>(j) / static_cast<double>(last_count - j + 1);
      sum += term;
    }
    return std::log(sum);
  };
  if (k >= n) return 0;
  if (static_cast<double>(k) <= static_cast<double>(n) / (1 + std::exp(-z))) {
    return log_binomial_mass(n, k, z) + summed(k, n, std::exp(-z));
  }
  const double above = log_binomial_mass(n, k + 1, z) + summed(n - k - 1, n, std::exp(z));
  return above < 0 ? std::log1p(-std::exp(above)) : -800;
}

}  // namespace plumbline
