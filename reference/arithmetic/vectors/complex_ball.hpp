/// Complex ball arithmetic over FLINT's acb_t: rectangles [re +- r] + i [im +- s].
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {

class ComplexBall {
 public:
  explicit ComplexBall(Bits p) : p_(p) { acb_init(z_); }
  ComplexBall(const Ball& re, const Ball& im);
  explicit ComplexBall(const Ball& re);
  ComplexBall(const ComplexBall& o) : ComplexBall(o.p_) { acb_set(z_, o.z_); }
  ComplexBall(ComplexBall&& o) noexcept : ComplexBall(o.p_) { acb_swap(z_, o.z_); }
  ComplexBall& operator=(ComplexBall o) noexcept {
    acb_swap(z_, o.z_);
    p_ = o.p_;
    return *this;
  }
  ~ComplexBall() { acb_clear(z_); }

  Bits precision() const { return p_; }
  Ball real() const;
  Ball imag() const;
  /// Returns an upper bound of |z| over the rectangle.
  UpperBound magnitude() const;

  friend ComplexBall operator+(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator-(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator/(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const Ball& b);
  friend ComplexBall operator-(const ComplexBall& a);
  friend ComplexBall exp(const ComplexBall& a);
  /// Returns exp(a) - 1 without cancellation.
  friend ComplexBall expm1(const ComplexBall& a);
  /// Returns log a on the principal branch.
  friend ComplexBall log(const ComplexBall& a);
  /// Returns log a on the principal branch. If `analytic`, the result is indeterminate if the ball intersects the
  /// branch cut (-inf, 0].
  friend ComplexBall log(const ComplexBall& a, bool analytic);
  /// Returns the complementary error function, which is entire.
  friend ComplexBall erfc(const ComplexBall& a);
  /// Returns sinh(z)/z, an entire function, which is 1 at z = 0.
  friend ComplexBall sinhc(const ComplexBall& a);
  /// Returns z^n for a natural number n (an integer-valued rational >= 0).
  friend ComplexBall power(const ComplexBall& a, const Rational& n);
  /// Adds a disc of radius e around every point (as a rectangle).
  friend ComplexBall widen(const ComplexBall& a, const UpperBound& e);

  const acb_struct* raw() const { return z_; }
  acb_struct* raw() { return z_; }

 private:
  acb_t z_;
  Bits p_;
};

}  // namespace plumbline
