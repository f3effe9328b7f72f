#include "reference/arithmetic/upper_bound.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

UpperBound UpperBound::of(const Ball& x) {
  UpperBound u;
  arb_get_mag(u.m_, x.raw());
  return u;
}

UpperBound UpperBound::infinite() {
  UpperBound u;
  mag_inf(u.m_);
  return u;
}

Ball UpperBound::ball(Bits p) const {
  Ball b(p);
  arf_set_mag(arb_midref(b.raw()), m_);
  return b;
}

double UpperBound::log_approximate() const {
  if (mag_is_zero(m_)) return -std::numeric_limits<double>::infinity();
  if (!is_finite()) return std::numeric_limits<double>::infinity();
  return ball(Bits{64}).log_approximate();
}

std::string UpperBound::text() const {
  if (is_zero()) return "0";
  if (!is_finite()) return "inf";
  return ball(Bits{64}).decimal_bounds(2).second;
}

UpperBound operator+(const UpperBound& a, const UpperBound& b) {
  UpperBound r;
  mag_add(r.m_, a.m_, b.m_);
  return r;
}
UpperBound operator*(const UpperBound& a, const UpperBound& b) {
  UpperBound r;
  mag_mul(r.m_, a.m_, b.m_);
  return r;
}
UpperBound smaller(const UpperBound& a, const UpperBound& b) { return a <= b ? a : b; }
UpperBound larger(const UpperBound& a, const UpperBound& b) { return a <= b ? b : a; }

}  // namespace plumbline
