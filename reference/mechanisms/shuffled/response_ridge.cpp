#include "reference/mechanisms/shuffled/response_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

/// A number s of ones among the answers of N users, with its mass w(s) and the ratio w(s-1)/w(s).
struct Place {
  long s;
  Ball mass, ratio;
};

/// A candidate, with the difference of its delta from the delta at the start of the search.
struct Found {
  ResponsePeak peak;
  Ball gain;
};

/// One of two searches over the number m of other users that hold a one: upwards from 0, or downwards from the maximum,
/// to the middle.
class RidgeWalk {
 public:
  RidgeWalk(const RandomizedBit& answer, const Ball& odds, long users, bool up);

  /// Returns all candidates for the maximum; nothing if a sign is undecided.
  std::optional<std::vector<Found>> run();

 private:
  bool settle();
  void exchange();
  Ball ratio_above() const;
  Ball ratio_below() const;
  bool rises(const Ball& ratio) const { return certainly_at_most(low_ * ratio, high_); }
  void visit(const ResponsePeak& peak);

  Ball a_, b_;       ///< keep and flip
  Ball low_, high_;  ///< A = keep - e^t flip, B = e^t keep - flip
  long N_;           ///< number of users in the recurrence: all but two
  bool up_;
  long ones_;
  Place at_;
  Ball above_;  ///< w(s)/w(s+1)
  Ball gain_;
  std::vector<Found> found_;
  Ball best_;
};

RidgeWalk::RidgeWalk(const RandomizedBit& answer, const Ball& odds, long users, bool up)
    : a_(answer.keep),
      b_(answer.flip),
      low_(answer.keep - odds * answer.flip),
      high_(odds * answer.keep - answer.flip),
      N_(users - 2),
      up_(up),
      ones_(up ? 0 : users - 2),
      at_{0, answer.keep, answer.keep},
      above_(answer.keep),
      gain_(answer.keep.precision()),
      best_(answer.keep.precision()) {
  const Ball &one = up ? b_ : a_, &none = up ? a_ : b_;
  const double tilted = (one * high_ / (none * low_ + one * high_)).approximate();
  at_.s = std::clamp(static_cast<long>(tilted * static_cast<double>(N_ + 1)), 0L, N_);
  at_.mass = Binomial{N_, one, none}.mass(at_.s);
  at_.ratio = none * at_.s / (one * (N_ - at_.s + 1));
}

/// ratio_above() returns w(s)/w(s+1), and ratio_below() returns w(s-2)/w(s-1), by the recurrence of SHUFFLED-SUM.
Ball RidgeWalk::ratio_above() const {
  const Ball a2 = square(a_), b2 = square(b_), ab = a_ * b_;
  const Ball level = a2 * ones_ + b2 * (N_ - ones_) - (a2 + b2) * at_.s;
  return ab * (at_.s + 1) / (level + ab * (N_ - at_.s + 1) * at_.ratio);
}

Ball RidgeWalk::ratio_below() const {
  const Ball a2 = square(a_), b2 = square(b_), ab = a_ * b_;
  const Ball level = a2 * ones_ + b2 * (N_ - ones_) - (a2 + b2) * (at_.s - 1);
  return (ab * at_.s / at_.ratio - level) / (ab * (N_ - at_.s + 2));
}

/// Moves to the s with w(s-1)/w(s) <= B/A < w(s)/w(s+1). Returns false if the precision does not decide a sign.
bool RidgeWalk::settle() {
  while (at_.s > 0 && !rises(at_.ratio)) {
    poll_here(at_.s);
    if (!certainly_less(high_, low_ * at_.ratio)) return false;
    const Ball next = at_.s > 1 ? ratio_below() : Ball(a_.precision());
    at_.mass = at_.mass * at_.ratio;
    at_.ratio = next;
    --at_.s;
  }
  while (at_.s < N_) {
    poll_here(at_.s);
    above_ = ratio_above();
    if (!rises(above_)) return certainly_less(high_, low_ * above_);
    at_.mass = at_.mass / above_;
    at_.ratio = above_;
    ++at_.s;
  }
  return true;
}

/// Changes the bit of one user: from 0 to 1 in the upward search, from 1 to 0 in the downward search.
void RidgeWalk::exchange() {
  const Ball &p = up_ ? a_ : b_, &q = up_ ? b_ : a_;
  const long count = up_ ? N_ - ones_ : ones_, left = N_ + 1 - at_.s;
  const Ball e = (p * left * at_.ratio - q * at_.s) / count + q;
  at_.mass = at_.mass * e / p;
  if (at_.s > 0) {
    const Ball moved = Ball::integer(count - left, p.precision()) / left;
    at_.ratio = p / q * (moved + q * (N_ + 1 - count) / (e * left));
  }
  ones_ += up_ ? 1 : -1;
}

void RidgeWalk::visit(const ResponsePeak& peak) {
  if (!found_.empty() && proved<"SHUFFLED-RIDGE">(certainly_less(gain_, best_))) return;
  found_.push_back({peak, gain_});
  best_ = max(best_, gain_.lower());
  constexpr size_t kMany = 64;
  if (found_.size() < kMany) return;
  std::erase_if(found_, [&](const Found& x) { return certainly_less(x.gain, best_); });
}

std::optional<std::vector<Found>> RidgeWalk::run() {
  const Ball zero(a_.precision());
  const long middle = N_ / 2;
  for (bool first = true;; first = false) {
    poll_here(ones_);
    if (!settle()) return std::nullopt;
    if (first) visit({up_ ? ones_ : ones_ + 1, at_.s + 1});
    const Ball u = at_.mass * (high_ - low_ * at_.ratio);
    const Ball v = at_.mass * (at_.s < N_ ? low_ - high_ / above_ : low_);
    const Ball step = max(a_ * u - b_ * v, zero) - max(b_ * u - a_ * v, zero) - (a_ - b_) * u;
    gain_ = up_ ? gain_ + step : gain_ - step;
    visit({up_ ? ones_ + 1 : ones_, at_.s + 1});
    if (ones_ == (up_ ? middle : middle + 1)) break;
    exchange();
  }
  std::erase_if(found_, [&](const Found& x) { return certainly_less(x.gain, best_); });
  return found_;
}

}  // namespace

// BOUND(SHUFFLED-RIDGE)
// Statement.  Let m of the other n - 1 users hold a one. Let a = keep, b = flip, x = e^t, A = a - x b > 0, B = x a -
//             b, and let w_m be the law of the number W_m of ones among the others' answers. The test "at least y
//             ones" has the delta
//
//                 D(m,y) = Q - x P = A w_m(y-1) - (x-1) P(W_m >= y).
//
//             Let v_m be the law of the number of ones of n - 2 users of whom m hold a one, g_m(y) = B v_m(y) - A
//             v_m(y-1), and s a number with g_m(s) >= 0 >= g_m(s+1). Then max_y D(m,y) and max_y D(m+1,y) are both
//             attained at s+1 or s+2. With u = g_m(s) and v = -g_m(s+1),
//
//                 max D(m+1,.) - max D(m,.) = max(a u - b v, 0) - max(b u - a v, 0) - (a - b) u.
//
//             Let one of the k users that hold a zero change to a one, and let r = v(s-1)/v(s) and M = n-1-s. Then
//
//                 v'(s)/v(s) = e/a,  r' = (a/b) ((k-M)/M + b (n-1-k)/(M e)),  e = (a M r - b s)/k + b.
//
//             If one of the k users that hold a one changes to a zero, the same formulas hold with a and b exchanged.
// Needs.      The signs of g_m(s) and g_m(s+1): by certain comparisons; without them the search returns no
//             candidates.
// Proof.      D(m,y+1) - D(m,y) = B w_m(y) - A w_m(y-1). w_m is the law v_m with one more user who holds a zero, and
//             w_{m+1} is v_m with one more user who holds a one. So the increments for m and m+1 are a g(y) + b
//             g(y-1) and b g(y) + a g(y-1). Because v_m is log-concave, v_m(y-1)/v_m(y) increases, so g_m is >= 0 up
//             to s and <= 0 from s+1 on. Hence both increments are >= 0 for y <= s and <= 0 for y >= s+2, which is
//             the first claim. At y = s+1 they are b u - a v and a u - b v. For D(m+1,s+1) - D(m,s+1) use w_{m+1} -
//             w_m = (a-b)(v_m(.-1) - v_m). The difference is (a-b)(A (v_m(s-1) - v_m(s)) - (x-1) v_m(s)) = -(a-b) u,
//             because A + x - 1 = B. For the last claim let f be the law without the user who changes. Then v = a f +
//             b f(.-1) and v' = b f + a f(.-1). From the equations for v(s) and v(s-1) and the recurrence of
//             SHUFFLED-SUM for f(s), f(s-1), f(s-2), eliminate f(s) and f(s-2): k (a-b) f(s-1) = a M v(s-1) - b s
//             v(s). Insert this into v'(s) and v'(s-1).
// Source.     Elementary.
std::vector<ResponsePeak> worst_peaks(const RandomizedBit& answer, const Ball& odds, long users) {
  std::vector<ResponsePeak> out;
  for (const bool up : {true, false}) {
    const auto found = RidgeWalk(answer, odds, users, up).run();
    if (!found) return {};
    for (const Found& x : *found) out.push_back(x.peak);
  }
  return out;
}

}  // namespace plumbline
