#include "reference/mechanisms/shuffled/response_sums.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

Ball one(Bits p) { return Ball::integer(1, p); }

/// Bounds the sum of the terms after `last`, each of which is at most `ratio` times its predecessor.
Ball rest_after(const Ball& last, const Ball& ratio) {
  const Bits p = last.precision();
  if (!certainly_less(ratio, one(p))) return Ball::zero_to(UpperBound::of(one(p)), p);
  return Ball::zero_to(bound<"SHUFFLED-SUM">(UpperBound::of(last * ratio / (one(p) - ratio))), p);
}

}  // namespace

RandomizedBit RandomizedBit::of(const Rational& epsilon0, Bits p) {
  const Ball x = exp(-Ball(epsilon0, p));
  return {one(p) / (x + 1), x / (x + 1)};
}

double ResponseSums::mean() const {
  const double keep = 1 / (1 + std::exp(-epsilon0.approximate()));
  return static_cast<double>(ones) * keep + static_cast<double>(zeros) * (1 - keep);
}

double ResponseSums::deviation() const {
  const double keep = 1 / (1 + std::exp(-epsilon0.approximate()));
  return std::sqrt(static_cast<double>(most()) * keep * (1 - keep));
}

// BOUND(SHUFFLED-SUM)
// Statement.  Let a = keep, b = flip. Let W be the number of ones among the answers of m users with a one and k users
//             with a zero. W has the masses
//
//                 w(x) = sum_i u(i) v(x-i),     u of Bin(m, a), v of Bin(k, b).
//
//             The terms after the i-th (before the i-th) sum to at most the i-th term times r/(1-r), where r < 1 is
//             the ratio of the next term (of the previous term) to it. Further,
//
//                 a b (x+1) w(x+1) = (m a^2 + k b^2 - (a^2+b^2) x) w(x) + a b (m+k-x+1) w(x-1).
//
// Needs.      r < 1: checked here (the summation continues, or the bound is 1).
// Proof.      u and v are log-concave, so the ratios of successive terms do not increase in i. The generating
//             function G(z) = (b+az)^m (a+bz)^k satisfies (b+az)(a+bz) G' = (ma (a+bz) + kb (b+az)) G. The
//             coefficients of z^x are the two sides of the recurrence.
// Source.     Elementary.
Ball ResponseSums::mass(long x, const RandomizedBit& answer, double bits) const {
  const Binomial u{ones, answer.keep, answer.flip}, v{zeros, answer.flip, answer.keep};
  const Bits p = answer.keep.precision();
  const Ball odds = square(answer.keep / answer.flip);
  const long first = std::max(0L, x - zeros), last = std::min(ones, x);
  const auto step = [&](long i) {  // u(i+1) v(x-i-1) / (u(i) v(x-i))
    return odds * (ones - i) / (i + 1) * (x - i) / (zeros - x + i + 1);
  };
  long top = first;
  for (long low = first, high = last; low < high;) {
    const long i = (low + high) / 2;
    top = certainly_less(step(i), one(p)) ? (high = i) : (low = i + 1);
  }
  const Ball peak = u.mass(top) * v.mass(x - top);
  const double goal = peak.log_approximate() - bits * kLn2;
  Ball sum = peak, term = peak;
  for (long i = top; i < last; ++i) {
    poll_here(i);
    const Ball r = step(i);
    if (term.log_approximate() < goal) {
      sum += rest_after(term, r);
      break;
    }
    term = term * r;
    sum += term;
  }
  term = peak;
  for (long i = top; i > first; --i) {
    poll_here(i);
    const Ball r = one(p) / step(i - 1);
    if (term.log_approximate() < goal) {
      sum += rest_after(term, r);
      break;
    }
    term = term * r;
    sum += term;
  }
  return sum;
}

std::vector<Ball> ResponseSums::ascending(long from, long to, Bits p) const {
  const RandomizedBit answer = RandomizedBit::of(epsilon0, p);
  const Ball a2 = square(answer.keep), b2 = square(answer.flip), ab = answer.keep * answer.flip;
  const Ball level = a2 * ones + b2 * zeros, slope = a2 + b2;
  const double bits = static_cast<double>(p.n) + 8;
  std::vector<Ball> w{mass(from, answer, bits)};
  if (to > from) w.push_back(mass(from + 1, answer, bits));
  for (long x = from + 1; x < to; ++x) {
    poll_here(x);
    const size_t i = w.size() - 1;
    w.push_back(((level - slope * x) * w[i] + ab * (most() - x + 1) * w[i - 1]) / (ab * (x + 1)));
  }
  return w;
}

std::vector<Ball> ResponseSums::masses(long from, long to, Bits p) const {
  if (zeros > ones) {  // the upward recurrence loses the fewest bits if most users hold a one
    std::vector<Ball> mirrored =
        ResponseSums{epsilon0, zeros, ones}.masses(most() - to, most() - from, p);
    std::reverse(mirrored.begin(), mirrored.end());
    return mirrored;
  }
  constexpr long kMostBits = 1L << 14;
  const double digits = static_cast<double>(p.n) * 0.30103;
  for (Bits work = p + 64;; work = Bits{2 * work.n}) {
    std::vector<Ball> out = ascending(from, to, work);
    const bool sharp = std::all_of(out.begin(), out.end(), [&](const Ball& x) {
      return certainly_positive(x) && x.relative_digits() > digits;
    });
    if (sharp || work.n > kMostBits) return out;
  }
}

}  // namespace plumbline
