/// Double-double arithmetic: a number is the unevaluated sum of two doubles, which have 106 bits together.
/// BOUND(DOUBLE-DOUBLE) proves the error of one operation. Sources that include this file are compiled without
/// contraction of products and sums (reference/CMakeLists.txt); all operations are inlined, so that the linker cannot
/// use the code of a source that was compiled with contraction.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/functions/machine_exp.hpp"

#ifdef __GNUC__
#define PLUMBLINE_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define PLUMBLINE_ALWAYS_INLINE inline
#endif

namespace plumbline {

/// high + low; low is at most half a unit in the last place of high. `Number` is double, or a vector of several
/// doubles.
template <class Number>
struct Doubled {
  Number high{}, low{};
};

template <class Number>
struct ComplexDoubled {
  Doubled<Number> re, im;
};

using DoubleDouble = Doubled<double>;
using ComplexDoubleDouble = ComplexDoubled<double>;

/// The relative error of one operation: x + y and x - y have an error of at most this share of |x| + |y|, and a
/// product one of at most this share of |x y|. If numbers are below the normal range, an absolute error is added:
/// BOUND(DOUBLE-DOUBLE).
inline constexpr double kDoubleDoubleShare = 0x1p-102;

namespace double_double {

/// Returns the double nearest to a + b, and the remainder (Knuth).
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> two_sum(const Number& a, const Number& b) {
  const Number sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// Returns the first 26 bits of a, and the remainder (Veltkamp). The results are NaN for |a| > 2^995.
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> split(const Number& a) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const Number scaled = a * kSplit, top = scaled - (scaled - a);
  return {top, a - top};
}

/// Returns the double nearest to a b, and the remainder (Dekker).
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> two_product(const Number& a, const Number& b) {
  const Doubled<Number> x = split(a), y = split(b);
  const Number product = a * b;
  return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

}  // namespace double_double

template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> operator+(const Doubled<Number>& x,
                                                  const Doubled<Number>& y) {
  const Doubled<Number> s = double_double::two_sum(x.high, y.high);
  return double_double::two_sum(s.high, Number(s.low + (x.low + y.low)));
}
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> operator-(const Doubled<Number>& x) {
  return {-x.high, -x.low};
}
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> operator-(const Doubled<Number>& x,
                                                  const Doubled<Number>& y) {
  return x + -y;
}
template <class Number>
PLUMBLINE_ALWAYS_INLINE Doubled<Number> operator*(const Doubled<Number>& x,
                                                  const Doubled<Number>& y) {
  const Doubled<Number> p = double_double::two_product(x.high, y.high);
  return double_double::two_sum(p.high, Number(p.low + (x.high * y.low + x.low * y.high)));
}
/// Returns x/y with an error of at most 2 kDoubleDoubleShare |x/y|.
PLUMBLINE_ALWAYS_INLINE DoubleDouble operator/(const DoubleDouble& x, const DoubleDouble& y) {
  const double first = x.high / y.high;
  const DoubleDouble rest = x - y * DoubleDouble{first, 0};
  return double_double::two_sum(first, rest.high / y.high);
}

/// Returns a b with an error of at most 3 kDoubleDoubleShare |a b|.
template <class Number>
PLUMBLINE_ALWAYS_INLINE ComplexDoubled<Number> times(const ComplexDoubled<Number>& a,
                                                     const ComplexDoubled<Number>& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// Returns the exact number as a ball; indeterminate if x is NaN.
Ball exact(const DoubleDouble& x, Bits p);

/// A double-double near a ball, and an upper bound on its distance from the numbers of the ball; infinite if unknown.
struct NearDoubleDouble {
  DoubleDouble value;
  double off;
};
NearDoubleDouble near_double_double(const Ball& x);

/// Returns kDoubleDoubleShare, which BOUND(DOUBLE-DOUBLE) proves.
double double_double_share();

/// Returns true if the compiler, in the calling source, does not contract a product and a sum to one operation. If a b
/// is 1 - 2^-60, the contracted a b - 1 is -2^-60; with separate rounding it is 0.
PLUMBLINE_ALWAYS_INLINE bool keeps_products() {
  volatile double above = 1 + 0x1p-30, below = 1 - 0x1p-30, unit = 1;
  const double a = above, b = below, one = unit, c = above, d = below;
  const DoubleDouble both = double_double::two_product(c, d);
  return a * b - one == 0 && both.high == 1 && both.low == -0x1p-60;
}

/// Returns true if doubles round to nearest and keeps_products() holds in double_double.cpp: the conditions of
/// BOUND(DOUBLE-DOUBLE) on the machine and the compiler. Other sources call keeps_products() for themselves.
bool keeps_double_double();

}  // namespace plumbline
