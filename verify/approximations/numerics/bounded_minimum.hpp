/// Finds the minimum of a function on an interval by golden sections and parabolas (Brent 1973, as fminbnd of Forsythe,
/// Malcolm, Moler 1976). The tolerances, the order of evaluations and the stopping rule are those of
/// scipy.optimize.fminbound, which minimize_scalar(f, bounds=...) calls.
#pragma once

#include <algorithm>
#include <cmath>

namespace plumbline::approximations {

/// The state of the search: the bracket [a, b] and the three best points so far.
template <class Real>
class BoundedMinimum {
 public:
  BoundedMinimum(const Real& a, const Real& b, const Real& xatol) : a_(a), b_(b), xatol_(xatol) {}

  /// Returns the smallest value found within `calls` evaluations.
  template <class Function>
  Real operator()(const Function& f, int calls = 500) {
    best_ = second_ = third_ = evaluated(f, Real(a_ + golden() * (b_ - a_)));
    for (int used = 1; used < calls && !converged(); ++used) {
      if (!parabolic_step()) golden_step();
      using std::abs;
      const Real length = std::max(Real(abs(step_)), tolerance());
      accept(evaluated(f, Real(best_.x + (step_ < 0 ? Real(-length) : length))));
    }
    return best_.value;
  }

 private:
  struct Point {
    Real x, value;
  };

  template <class Function>
  static Point evaluated(const Function& f, const Real& x) {
    return {x, f(x)};
  }
  static Real golden() {
    using std::sqrt;
    return (3 - sqrt(Real(5))) / 2;
  }
  /// Returns the tolerance with scipy's constant sqrt(2.2e-16) for every type, because the constant is part of the
  /// method.
  Real tolerance() const {
    using std::abs;
    using std::sqrt;
    return Real(sqrt(Real(22) / 100000000000000000)) * abs(best_.x) + xatol_ / 3;
  }
  Real middle() const { return (a_ + b_) / 2; }
  bool converged() const {
    using std::abs;
    return !(abs(best_.x - middle()) > 2 * tolerance() - (b_ - a_) / 2);
  }

  /// Steps to the minimum of the parabola through the three points; returns false if this step is not acceptable.
  bool parabolic_step() {
    using std::abs;
    if (!(abs(before_last_) > tolerance())) return false;
    Real r = (best_.x - second_.x) * (best_.value - third_.value);
    Real q = (best_.x - third_.x) * (best_.value - second_.value);
    Real p = (best_.x - third_.x) * q - (best_.x - second_.x) * r;
    q = 2 * (q - r);
    if (q > 0) p = -p;
    q = abs(q);
    r = before_last_;
    before_last_ = step_;
    if (!(abs(p) < abs(q * r / 2) && p > q * (a_ - best_.x) && p < q * (b_ - best_.x))) {
      return false;
    }
    step_ = p / q;
    const Real x = best_.x + step_, tol = tolerance();
    if (x - a_ < 2 * tol || b_ - x < 2 * tol) step_ = middle() < best_.x ? Real(-tol) : tol;
    return true;
  }

  void golden_step() {
    before_last_ = best_.x >= middle() ? Real(a_ - best_.x) : Real(b_ - best_.x);
    step_ = golden() * before_last_;
  }

  void accept(const Point& u) {
    if (u.value <= best_.value) {
      (u.x >= best_.x ? a_ : b_) = best_.x;
      third_ = second_, second_ = best_, best_ = u;
      return;
    }
    (u.x < best_.x ? a_ : b_) = u.x;
    if (u.value <= second_.value || second_.x == best_.x) {
      third_ = second_, second_ = u;
    } else if (u.value <= third_.value || third_.x == best_.x || third_.x == second_.x) {
      third_ = u;
    }
  }

  Real a_, b_, xatol_;
  Real step_{0}, before_last_{0};
  Point best_{}, second_{}, third_{};
};

}  // namespace plumbline::approximations
