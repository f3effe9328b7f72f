/// Replaces the kernel 1/(s(s-1)) of a sum over the nodes of a line, if the line is truncated where the transform has
/// not decayed. The new kernel minimises the truncation error. It is the mean of two kernels. Up to small terms, the
/// truncated sum with one of them is the best upper bound of the full sum, and with the other the best lower bound.
#pragma once

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::returns {

namespace detail {
/// zeta(2k)/4^k for k = 1, ..., 8, as doubles with errors of at most 2^-50.
inline constexpr double kZeta[] = {
    0.4112335167120566,    0.06764520210694613,   0.01589598534350702,   0.00392217717264822,
    0.0009775337647732597, 0.0002442007047249287, 6.103889453949334e-05, 1.5259022251272714e-05};
constexpr int kZetas = 8;
}  // namespace detail

/// Returns p(v) of RETURNS-CUT for 0 <= v <= 1. It differs from m(v), the mean of the two kernels, by at most 2^-15.
template <class Number>
Number cut_middle(const Number& v) {
  Number sum = v * (4.0 * detail::kZetas * detail::kZeta[detail::kZetas - 1]);
  for (int k = detail::kZetas; k > 0; --k) {
    const double z = detail::kZeta[k - 1];
    if (k < detail::kZetas) sum = v * (sum + 4.0 * k * z);
    sum = sum + -2.0 * (2 * k - 1) * z;
    if (k > 1) sum = v * sum;
  }
  return sum;
}

/// Returns e(v) of RETURNS-CUT. It differs from d(v), half the difference of the two kernels, by at most (1 - v)/2^12.
template <class Number>
Number cut_width(const Number& v) {
  const Number w = -(v + -1.0), q = w * w;
  Number sum = q * 0.0;
  for (int k = detail::kZetas; k > 0; --k) sum = sum * q + 4.0 * k * detail::kZeta[k - 1];
  return sum * w;
}

/// The kernel for the nodes |k| <= last of step D on the line Re s = c, with N = last + 1 and Y = N D.
class CutKernel {
 public:
  CutKernel(double c, double step, long last) : c_(c), step_(step), last_(last) {}

  long nodes() const { return last_ + 1; }
  /// Return 1/Y^2 and 2(c-1/2)/Y^3. The new kernel is 1/(s(s-1)) + p(k/N) flat() + i (k/N) slope().
  Ball flat(Bits p) const;
  Ball slope(Bits p) const;
  ComplexBall added(long k, Bits p) const;
  /// Returns e(k/N).
  Ball width(long k, Bits p) const;
  /// Upper bounds of sums over the nodes s_k = c + ikD, |k| <= last.
  struct Sums {
    Ball widths;  ///< sum of e(|k|/N) Re K(s_k) e^{-ikDt}
    Ball totals;  ///< sum of |K(s_k)|
    Ball sizes;   ///< sum of (1 - |k|/N) |K(s_k)|
  };
  /// Returns the bound of RETURNS-CUT on the error of the truncated sum, without the factor e^{t(1-c)}.
  Ball error(const Ball& transform_c, const Sums& sums) const;

 private:
  Ball fejer_constant(Bits p) const;

  double c_, step_;
  long last_;
};

}  // namespace plumbline::returns
