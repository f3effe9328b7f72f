/// The distribution of the loss of many steps of one kind (Theorem 2 of Ghazi and Issa 2024). Its masses are computed
/// by a recurrence, and delta_j and the tails are computed from the masses.
#pragma once

#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"
#include "reference/regions/tv_steps.hpp"

namespace plumbline {

// BOUND(TV-RECURRENCE)
// Statement.  Let (u x^2 + alpha x + v)^k = sum_n t_n x^(2k-n). Then t_0 = u^k and, for n >= 0,
//                 u (n+1) t_{n+1} = alpha (k-n) t_n + v (2k-n+1) t_{n-1},   t_{-1} = 0.
//             For n <= k no term is negative. Rounding therefore costs a relative error of O(n) units in the last
//             place, which the balls measure. If u = (1-alpha) e^eps/(1+e^eps) and v = (1-alpha)/(1+e^eps), then
//             t_{k-j} = Q(S = j).
// Needs.      (a) u > 0, alpha >= 0, v >= 0: the caller, by check() of the steps, none of which is still(). (b) n <=
//             k in balls: the callers, who stop at j = 0 (beyond it the recurrence is also true, and only less
//             tight).
// Proof.      T = (u + alpha y + v y^2)^k has the coefficients t_n and satisfies
//                 T' (u + alpha y + v y^2) = k T (alpha + 2 v y).
//             The coefficients of y^n are
//                 u (n+1) t_{n+1} + alpha n t_n + v (n-1) t_{n-1} = k alpha t_n + 2 k v t_{n-1}.
//             t_{k-j} is the mass of count(+) - count(-) = j in k independent draws of equation 7, whose positive
//             loss has the mass u under Q.
// Source.     Elementary (Euler's recurrence for powers of polynomials).
//

/// The distribution of the loss of one kind of steps under Q, visited in the order j = count, count-1, ...
template <class T>
class LawWalk {
 public:
  LawWalk(long count, const T& top, const T& alpha_over_u, const T& v_over_u, const T& zero)
      : count_(count), a_(alpha_over_u), v_(v_over_u), now_(top), before_(zero) {}

  /// Returns Q(S = j); initially j = count.
  T mass() const { return enclosed(now_); }
  void down() {
    T next = divided(
        multiplied(a_ * now_, count_ - n_) + multiplied(v_ * before_, 2 * count_ - n_ + 1), n_ + 1);
    before_ = std::move(now_);
    now_ = std::move(next);
    ++n_;
  }

 private:
  static Ball multiplied(const Ball& x, long n) { return x * n; }
  static Rational multiplied(const Rational& x, long n) { return x * Rational(n); }
  static Ball enclosed(const Ball& x) { return bound<"TV-RECURRENCE">(x); }
  static Rational enclosed(const Rational& x) { return x; }
  static Ball divided(const Ball& x, long n) { return x / n; }
  static Rational divided(const Rational& x, long n) { return x / Rational(n); }

  long count_, n_ = 0;
  T a_, v_, now_, before_;
};

// BOUND(TV-SUFFIX)
// Statement.  Let S be in units, x = e^-unit, q_j = Q(S = j) and p_j = P(S = j) = x^j q_j. Then
//                 delta_{j-1} = x delta_j + (1-x) Q(S >= j),
//                 Q(S >= j) = Q(S > j) + q_j,   P(S >= j) = P(S > j) + x^j q_j.
//             These formulas have no differences: small values keep their relative accuracy.
// Needs.      The masses q_j of all j above the first one are 0: the caller, who starts at the largest loss with
//             delta = P = Q = 0 (or bounds the omitted mass by TV-STRETCH).
// Proof.      delta_j = sum_{i > j} q_i (1 - x^(i-j)), and
//                 1 - x^(m+1) = x (1 - x^m) + (1-x).
//             For i = j, m = 0, the right side is 1-x.
// Source.     Elementary; the sums are those of equation 5 of Ghazi and Issa 2024.
//

/// delta_j, Q(S > j) and P(S > j) from the masses above j.
template <class T>
struct Suffix {
  T x, rest, ratio;      ///< x = e^{-epsilon}, 1-x, 1/x
  T delta, P, Q, level;  ///< delta_j, P(S > j), Q(S > j), and level = x^j

  /// Moves from j to j-1 with the mass q_j.
  void down(const T& q) {
    Q = enclosed(Q + q);
    P = enclosed(P + level * q);
    delta = enclosed(x * delta + rest * Q);
    level = level * ratio;
  }

 private:
  static Ball enclosed(const Ball& sum) { return bound<"TV-SUFFIX">(sum); }
  static Rational enclosed(const Rational& sum) { return sum; }
};

/// Returns the walk at j = count. Requires steps whose loss is not always 0.
LawWalk<Ball> law_walk(const TvSteps& steps, Bits p);

/// A part of a distribution on the lattice: the masses of the points low, low+1, ... The sum of the omitted masses is
/// at most `outside`.
struct Stretch {
  long low;
  std::vector<Ball> masses;
  Ball outside;
};

/// Returns the distribution of the loss of one kind of steps under Q, on a lattice in which epsilon is `multiple`
/// units. Masses below e^{log_cut} in the tails are omitted; the largest mass is never omitted.
Stretch stretch(const TvSteps& steps, long multiple, double log_cut, Bits p, const Poll& poll);

}  // namespace plumbline
