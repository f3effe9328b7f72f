/// Radix-2 fast Fourier transform on any real type, and powers of a transform.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

/// Complex numbers over any real type. std::complex is only defined for the built-in types.
template <class Real>
struct Complex {
  Real re{0}, im{0};
  Complex operator+(const Complex& o) const { return {Real(re + o.re), Real(im + o.im)}; }
  Complex operator-(const Complex& o) const { return {Real(re - o.re), Real(im - o.im)}; }
  Complex operator*(const Complex& o) const {
    return {Real(re * o.re - im * o.im), Real(re * o.im + im * o.re)};
  }
};

template <class Real>
using ComplexValues = std::vector<Complex<Real>>;

/// Discrete Fourier transforms of one length.
template <class Real>
class Fft {
 public:
  /// `size` must be a power of two.
  explicit Fft(size_t size) : size_(size), roots_(size / 2) {
    using std::cos;
    using std::sin;
    const Real turn = constants::two_pi<Real>();
    for (size_t k = 0; k < size / 2; ++k) {
      const Real angle = turn * Real(static_cast<long>(k)) / Real(static_cast<long>(size));
      roots_[k] = {Real(cos(angle)), Real(-sin(angle))};
    }
  }

  /// Computes X_k = sum_j x_j e^{-2 pi i jk / size}, in place.
  void forward(ComplexValues<Real>& x) const {
    reorder(x);
    for (size_t half = 1; half < size_; half *= 2) {
      const size_t stride = size_ / (2 * half);
      for (size_t start = 0; start < size_; start += 2 * half) {
        for (size_t k = 0; k < half; ++k) {
          const Complex<Real> a = x[start + k], b = x[start + half + k] * roots_[k * stride];
          x[start + k] = a + b;
          x[start + half + k] = a - b;
        }
      }
    }
  }

  /// Computes the inverse transform in place, including the factor 1 / size.
  void inverse(ComplexValues<Real>& x) const {
    for (Complex<Real>& value : x) value.im = -value.im;
    forward(x);
    const Real scale = Real(1) / Real(static_cast<long>(size_));
    for (Complex<Real>& value : x) value = {Real(value.re * scale), Real(-value.im * scale)};
  }

 private:
  void reorder(ComplexValues<Real>& x) const {
    for (size_t i = 1, j = 0; i < size_; ++i) {
      size_t bit = size_ / 2;
      for (; j & bit; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(x[i], x[j]);
    }
  }

  size_t size_;
  ComplexValues<Real> roots_;
};

/// Returns z^n by repeated squaring.
template <class Real>
Complex<Real> power(Complex<Real> z, unsigned long n) {
  Complex<Real> result{Real(1), Real(0)};
  for (; n > 0; n /= 2, z = z * z) {
    if (n % 2 == 1) result = result * z;
  }
  return result;
}

}  // namespace plumbline::approximations
