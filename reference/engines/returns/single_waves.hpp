/// Complex exponentials and powers in machine numbers, for upper bounds of the moduli at nodes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace plumbline::returns {

using Four = float __attribute__((vector_size(16)));
using FourWhole = std::int32_t __attribute__((vector_size(16)));

inline constexpr double kUpwards = 1 + 0x1p-50;  ///< compensates one or two roundings

namespace detail {
/// Coefficients of the series of cos(pi x) and of sin(pi x)/x in powers of x^2, up to x^14.
inline constexpr std::array<float, 8> kCosine = {1.0F,          -4.9348022F,    4.0587121F,
                                                 -1.3352628F,   0.23533063F,    -0.02580689F,
                                                 0.0019295743F, -0.00010463810F};
inline constexpr std::array<float, 8> kSine = {3.1415927F,     -5.1677128F,    2.5501640F,
                                               -0.59926453F,   0.082145887F,   -0.0073704309F,
                                               0.00046630281F, -2.1915353e-05F};

inline Four horner(const std::array<float, 8>& coefficients, Four q) {
  Four sum = q * 0.0F + coefficients.back();
  for (size_t i = coefficients.size() - 1; i-- > 0;) sum = sum * q + coefficients[i];
  return sum;
}
}  // namespace detail

struct FourWaves {
  Four re, im;
};

/// Returns e^{2 pi i phase/2^32}. The real and the imaginary part have errors of at most 2^-15 + 2^-17 each; the proof
/// is at BOUND(RETURNS-SIZES).
inline FourWaves four_waves(FourWhole phases) {
  const Four x = __builtin_convertvector(phases, Four) * 0x1p-31F, q = x * x;
  return {detail::horner(detail::kCosine, q), x * detail::horner(detail::kSine, q)};
}

/// Returns an upper bound of all * size^count, which is never below 10^-280. Requires size >= 0.
inline double times_power(double all, double size, unsigned long count) {
  constexpr double kLeast = 1e-280;
  for (unsigned long n = count; n > 0; n /= 2) {
    if (n % 2 == 1) all = std::max(all * size * kUpwards, kLeast);
    size = std::max(size * size * kUpwards, kLeast);
  }
  return all;
}

}  // namespace plumbline::returns
