/// Tails for two and three losses: binomial sums of O(sqrt N) terms.
#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/finite/finite_law.hpp"

namespace plumbline::finite_sums {
namespace {

/// The smallest integer k with k > x if strict, otherwise with k >= x. If x cannot be distinguished from an integer
/// m, `tie` decides if x equals m; if it cannot decide, both m and m + 1 are possible.
struct First {
  long k;
  bool undecided;  ///< the index is k or k + 1
  bool known;      ///< false: x is too wide
};

First first_index(const Ball& x, bool strict, const std::function<bool(long)>& tie) {
  const Bits p = x.precision();
  const double middle = x.approximate();
  if (!x.is_finite() || std::fabs(middle) > 1e17) return {0, false, false};
  const long m = std::lround(middle);
  const Ball at = Ball::integer(m, p);
  if (!certainly_less(x, at + 1) || !certainly_less(at - 1, x)) return {0, false, false};
  if (certainly_less(x, at)) return {m, false, true};
  if (certainly_less(at, x)) return {m + 1, false, true};
  if (x.is_exact() || tie(m)) return {strict ? m + 1 : m, false, true};
  return {m, true, true};
}

/// Returns true if sum_i n_i key_i is exactly t, for counts in the order of the atoms.
bool is_tie(const Tail& tail, const std::vector<long>& counts) {
  if (tail.t_key.empty() || !has_keys(tail)) return false;
  const std::vector<StepAtom>& atoms = tail.parts.front().atoms;
  for (size_t i = 0; i < tail.t_key.size(); ++i) {
    long sum = 0;
    for (size_t j = 0; j < atoms.size(); ++j) sum += counts[j] * atoms[j].key[i];
    if (sum != tail.t_key[i]) return false;
  }
  return true;
}

// BOUND(ATOM-HULL)
// Statement.  It may be undecided whether an atom of the loss counts (on which side of t it lies, or whether it
//             equals t). Then the answer lies in the hull of the answer with the atom and the answer without it.
//             These two answers are a sum over k >= k0 and the sum over k >= k0 + 1; or the values 0 and the atom's
//             mass; or the answers for both choices of the smallest lattice point above t.
// Needs.      No other atom is undecided in the same hull: first_index() and points_above() return indeterminate
//             values unless only two neighbours are possible. In TYPE-SUM each undecided atom has its own hull.
// Proof.      The answer is one of the two ends of the hull.
// Source.     Elementary.

/// Returns the tail from the first index on. If this index is undecided, returns the hull of this tail and the tail
/// from the next index on.
Ball hulled(const Ball& tail, const Ball& mass, bool undecided) {
  return undecided ? bound<"ATOM-HULL">(Ball::hull(tail - mass, tail)) : tail;
}

/// Computes P(n = j) for n ~ Bin(count, r), where j changes by one.
class MassWalk {
 public:
  MassWalk(const Binomial& law, long j)
      : count_(law.count), j_(j), odds_(law.r / law.s), mass_(law.mass(j)) {}
  const Ball& mass() const { return mass_; }
  void up() {
    mass_ = mass_ * odds_ * (count_ - j_) / (j_ + 1);
    ++j_;
  }
  void down() {
    mass_ = mass_ * j_ / (odds_ * (count_ - j_ + 1));
    --j_;
  }

 private:
  long count_, j_;
  Ball odds_, mass_;
};

}  // namespace

Ball two_point_tail(const Tail& tail, const Poll& poll) {
  const Power& part = tail.parts.front();
  const StepAtom &high = part.atoms[0], &low = part.atoms[1];
  const long N = part.count;
  const Ball D = high.loss - low.loss;
  if (!certainly_positive(D)) return Ball::indeterminate(tail.bits);
  const Ball x = (tail.t - low.loss * N) / D;
  // If the first index certainly lies outside 0 .. N, the tail is 1 or 0.
  if (certainly_negative(x)) return Ball::integer(1, tail.bits);
  if (certainly_less(Ball::integer(N, tail.bits), x)) return Ball(tail.bits);
  const First first = first_index(x, tail.strict, [&](long k) { return is_tie(tail, {k, N - k}); });
  if (!first.known) return Ball::indeterminate(tail.bits);
  const Binomial law{N, high.mass, low.mass};
  const Ball value = law.at_least(first.k, tail.digits, poll);
  if (!first.undecided) return value;
  const bool inside = first.k >= 0 && first.k <= N;
  return hulled(value, inside ? law.mass(first.k) : Ball(tail.bits), true);
}

// BOUND(THREE-POINT)
// Statement.  For losses h > m > l and counts that sum to N,
//                 R(S > t) = sum_j P(n_m = j) P(Bin(N-j, r) > x_j),
//                 n_m ~ Bin(N, R(m)), r = R(h)/(R(h)+R(l)), x_j = (t - (N-j) l - j m)/(h - l).
//             If the j outside a range are omitted, the sum decreases by a number between 0 and the bound of
//             TILTED-WINDOW for these j.
// Needs.      (a) There are three atoms in decreasing order, and certainly h > l: checked here (indeterminate
//             otherwise). (b) R(h) + R(m) + R(l) = 1: DominatingPair::atoms.
// Proof.      Given n_m = j, the other counts are binomial, with k of N-j at h: S = (N-j) l + j m + k (h-l). The
//             event of each omitted j is part of the event S > t.
// Source.     Elementary; Ghazi and Issa 2024, Theorem 2, is the case h = -l, m = 0.
Ball three_point_tail(const Tail& tail, const Poll& poll) {
  const Power& part = tail.parts.front();
  const StepAtom &high = part.atoms[0], &middle = part.atoms[1], &low = part.atoms[2];
  const Bits p = tail.bits;
  const long N = part.count;
  const double c = saddle(tail);
  const Tilted tilt = tilted(part, c, p);
  const CountRange w = count_range(N, tilt.masses[1], tilt.rests[1], tail.digits, p);
  const Ball outer = high.mass + low.mass, r = high.mass / outer, s = low.mass / outer;
  const Ball D = high.loss - low.loss;
  if (!certainly_positive(D)) return Ball::indeterminate(p);
  const auto threshold = [&](long j) {
    const Ball x = (tail.t - low.loss * (N - j) - middle.loss * j) / D;
    return first_index(x, tail.strict, [&](long k) { return is_tie(tail, {k, j, N - j - k}); });
  };
  // An index outside [0, N-j] has the same tail as the nearer end of this range.
  const auto clamped = [&](const First& f, long j) { return std::clamp(f.k, 0L, N - j + 1); };
  // The sum begins at the end of the range where the inner tail is smaller. The absolute error of the inner tail does
  // not increase from there on, so the relative error stays small.
  const Bits coarse{64};
  const auto end_size = [&](long j) {
    const Binomial law{N - j, r.at(coarse), s.at(coarse)};
    return law.at_least(clamped(threshold(j), j), 2, poll).log_approximate();
  };
  const bool upward = end_size(w.low) <= end_size(w.high);
  const long begin = upward ? w.low : w.high;
  MassWalk weight(Binomial{N, middle.mass, outer}, begin);
  BinomialWalk inner(r, s, tail.digits + 5, poll);
  Ball sum(p);
  for (long i = 0; i <= w.high - w.low; ++i) {
    const long j = upward ? begin + i : begin - i;
    const First first = threshold(j);
    if (!first.known) return Ball::indeterminate(p);
    inner.move(N - j, clamped(first, j));
    sum += weight.mass() * hulled(inner.tail(), inner.mass(), first.undecided);
    if (i % 256 == 0) poll();
    if (i < w.high - w.low) upward ? weight.up() : weight.down();
  }
  const UpperBound left_out = UpperBound::of(chernoff(tail, c) * w.outside);
  return sum + Ball::zero_to(bound<"THREE-POINT">(left_out), p);
}

}  // namespace plumbline::finite_sums
