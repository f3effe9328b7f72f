#include "reference/mechanisms/integer/binomial.hpp"

#include <cmath>
#include <cstdlib>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

Ball log_factorial(long n, Bits p) { return log_gamma(Ball::integer(n, p) + 1); }

}  // namespace

Ball Binomial::mass(long k) const {
  // The logarithms are as large as count, so that 64 additional bits are needed.
  const Bits p = wider(r.precision(), s.precision()), wide = p + 64;
  const auto times_log = [&](long n, const Ball& x) {
    return n == 0 ? Ball(wide) : log(x.at(wide)) * n;
  };
  return exp(log_factorial(count, wide) - log_factorial(k, wide) - log_factorial(count - k, wide) +
             times_log(k, r) + times_log(count - k, s))
      .at(p);
}

// BOUND(BINOMIAL-TAIL)
// Statement.  Let b(i) be the mass of Bin(n, r) at i, and q = (n-k) r / ((k+1)(1-r)) < 1. Then
//                 sum_{i > k} b(i) <= b(k) q / (1-q),      sum_{i >= k} b(i) <= b(k) / (1-q).
// Needs.      (a) q < 1: checked here (the summation continues, or the bound is 1). (b) r, s > 0: checked here (the
//             result is [0, 1] otherwise). (c) r + s = 1: the caller guarantees this.
// Proof.      b(i+1)/b(i) = (n-i) r / ((i+1)(1-r)) decreases in i, so that b(k+j) <= b(k) q^j.
// Source.     Elementary.
Ball Binomial::at_least(long k, double digits, const Poll& poll) const {
  const Bits p = wider(r.precision(), s.precision());
  if (k <= 0) return Ball::integer(1, p);
  if (k > count) return Ball(p);
  if (!certainly_positive(r) || !certainly_positive(s)) {
    return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p);
  }
  const Ball odds = r / s;
  const double rough_odds = odds.approximate(), goal = -digits * 2.302585092994046;
  Ball term = mass(k), sum(p);
  for (long i = k;; ++i) {
    sum += term;
    if (i == count) return sum;
    const double q = static_cast<double>(count - i) / static_cast<double>(i + 1) * rough_odds;
    if (i % 16 == 0 || q < 0.1) {
      poll();
      if (q < 0.999999999 &&
          term.log_approximate() + std::log(q / (1 - q)) < sum.log_approximate() + goal) {
        const Ball ratio = odds * (count - i) / (i + 1);
        const Ball rest = term * ratio / (Ball::integer(1, p) - ratio);
        if (certainly_less(ratio, Ball::integer(1, p))) {
          return sum + Ball::zero_to(bound<"BINOMIAL-TAIL">(UpperBound::of(rest)), p);
        }
      }
    }
    term = term * odds * (count - i) / (i + 1);
  }
}

Ball Binomial::bound_at_least(long k) const {
  const Bits p = wider(r.precision(), s.precision());
  const Ball one = Ball::integer(1, p);
  if (k <= 0) return one;
  if (k > count) return Ball(p);
  if (!certainly_positive(r) || !certainly_positive(s)) return one;
  const Ball ratio = r / s * (count - k) / (k + 1);
  if (!certainly_less(ratio, one)) return one;
  return bound_number<"BINOMIAL-TAIL">(min(one, mass(k) / (one - ratio)).upper());
}

Ball Binomial::bound_at_most(long k) const {
  return Binomial{count, s, r}.bound_at_least(count - k);
}

void BinomialWalk::start(long m, long k) {
  const Binomial law{m, r_, s_};
  tail_ = law.at_least(k, digits_, poll_);
  mass_ = law.mass(k);
}

// BOUND(BINOMIAL-WALK)
// Statement.  Let V(m,k) = P(Bin(m,r) >= k) and b(m,k) the mass of Bin(m,r) at k, 0 <= r <= 1, 1 <= k <= m. Then
//                 V(m,k+1) = V(m,k) - b(m,k),
//                 V(m+1,k) = V(m,k) + r b(m,k-1),
//                 V(m-1,k) = V(m,k) - b(m,k) k/m.
//             These are exact identities: rounding is the only error. So V at (m', k') follows from V at (m, k) if 1
//             <= k <= m, 1 <= k' <= m', m' - m and k' - k are -1, 0 or 1, and they do not have opposite signs. A step
//             down in k is the first identity at k - 1. A diagonal step consists of two steps: upwards first in m,
//             downwards first in k.
// Needs.      The pairs before and after the step satisfy 1 <= k <= m, and m and k change by at most one, not in
//             opposite directions: checked here (a fresh sum is computed otherwise).
// Proof.      {X >= k} is the disjoint union of {X >= k+1} and {X = k}, which is the first identity. Let X have the
//             law Bin(m,r) and B be one more trial. Then X + B >= k if and only if X >= k, or X = k-1 and B = 1,
//             which is the second identity. At m - 1 the second identity is V(m,k) = V(m-1,k) + r b(m-1,k-1), and r
//             b(m-1,k-1) = b(m,k) k/m by the binomial coefficients. This is the third identity. (For m = 1 it uses
//             V(0,1) = 0.)
// Source.     Elementary.
void BinomialWalk::move(long m, long k) {
  const Bits p = wider(r_.precision(), s_.precision());
  const bool was_inside = inside_;
  inside_ = k >= 1 && k <= m;
  if (!inside_) {
    tail_ = k <= 0 ? Ball::integer(1, p) : Ball(p);
    mass_ = k == 0 ? power(s_, Rational(m)) : Ball(p);
  } else if (!proved<"BINOMIAL-WALK">(was_inside && std::labs(m - m_) <= 1 &&
                                      std::labs(k - k_) <= 1 && (m - m_) * (k - k_) >= 0)) {
    start(m, k);
  } else {
    if (k == k_ - 1) {
      mass_ = mass_ * k_ / (odds_ * (m_ - k_ + 1));
      tail_ += mass_;
      k_ = k;
    }
    if (m == m_ - 1) {
      tail_ = tail_ - mass_ * k_ / m_;
      mass_ = mass_ * (m_ - k_) / (s_ * m_);
      m_ = m;
    } else if (m == m_ + 1) {
      tail_ += s_ * mass_ * k_ / (m_ - k_ + 1);  // r b(m,k-1) = s b(m,k) k/(m-k+1)
      mass_ = mass_ * s_ * (m_ + 1) / (m_ + 1 - k_);
      m_ = m;
    }
    if (k == k_ + 1) {
      tail_ = tail_ - mass_;
      mass_ = mass_ * odds_ * (m_ - k_) / (k_ + 1);
      k_ = k;
    }
  }
  m_ = m;
  k_ = k;
}

}  // namespace plumbline
