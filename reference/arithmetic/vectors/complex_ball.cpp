#include "reference/arithmetic/vectors/complex_ball.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

using Binary = void (*)(acb_t, const acb_t, const acb_t, slong);
using Unary = void (*)(acb_t, const acb_t, slong);

ComplexBall apply(Binary f, const ComplexBall& a, const ComplexBall& b) {
  ComplexBall r(wider(a.precision(), b.precision()));
  f(r.raw(), a.raw(), b.raw(), r.precision().n);
  return r;
}

ComplexBall apply(Unary f, const ComplexBall& a) {
  ComplexBall r(a.precision());
  f(r.raw(), a.raw(), a.precision().n);
  return r;
}

}  // namespace

ComplexBall::ComplexBall(const Ball& re, const Ball& im)
    : ComplexBall(wider(re.precision(), im.precision())) {
  arb_set(acb_realref(z_), re.raw());
  arb_set(acb_imagref(z_), im.raw());
}

ComplexBall::ComplexBall(const Ball& re) : ComplexBall(re.precision()) {
  arb_set(acb_realref(z_), re.raw());
}

Ball ComplexBall::real() const {
  Ball r(p_);
  arb_set(r.raw(), acb_realref(z_));
  return r;
}

Ball ComplexBall::imag() const {
  Ball r(p_);
  arb_set(r.raw(), acb_imagref(z_));
  return r;
}

UpperBound ComplexBall::magnitude() const {
  UpperBound u;
  acb_get_mag(u.raw(), z_);
  return u;
}

ComplexBall operator+(const ComplexBall& a, const ComplexBall& b) { return apply(acb_add, a, b); }
ComplexBall operator-(const ComplexBall& a, const ComplexBall& b) { return apply(acb_sub, a, b); }
ComplexBall operator*(const ComplexBall& a, const ComplexBall& b) { return apply(acb_mul, a, b); }
ComplexBall operator/(const ComplexBall& a, const ComplexBall& b) { return apply(acb_div, a, b); }
ComplexBall operator*(const ComplexBall& a, const Ball& b) {
  ComplexBall r(wider(a.p_, b.precision()));
  acb_mul_arb(r.z_, a.z_, b.raw(), r.p_.n);
  return r;
}
ComplexBall operator-(const ComplexBall& a) {
  ComplexBall r(a.p_);
  acb_neg(r.z_, a.z_);
  return r;
}
ComplexBall exp(const ComplexBall& a) { return apply(acb_exp, a); }
ComplexBall expm1(const ComplexBall& a) { return apply(acb_expm1, a); }
ComplexBall log(const ComplexBall& a) { return apply(acb_log, a); }
ComplexBall log(const ComplexBall& a, bool analytic) {
  ComplexBall r(a.p_);
  acb_log_analytic(r.z_, a.z_, analytic ? 1 : 0, a.p_.n);
  return r;
}
ComplexBall sinhc(const ComplexBall& a) {
  ComplexBall r(a.p_);
  acb_mul_onei(r.z_, a.z_);  // sinh(z)/z = sin(iz)/(iz)
  acb_sinc(r.z_, r.z_, a.p_.n);
  return r;
}
ComplexBall erfc(const ComplexBall& a) { return apply(acb_hypgeom_erfc, a); }
ComplexBall power(const ComplexBall& a, const Rational& n) {
  ComplexBall r(a.p_);
  acb_pow_fmpz(r.z_, a.z_, fmpq_numref(n.raw()), a.p_.n);
  return r;
}
ComplexBall widen(const ComplexBall& a, const UpperBound& e) {
  ComplexBall r(a);
  acb_add_error_mag(r.z_, e.raw());
  return r;
}

}  // namespace plumbline
