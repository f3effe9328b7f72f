#include "reference/arithmetic/functions/machine_exps.hpp"

#include <cmath>
#include <cstring>

namespace plumbline {
namespace {

constexpr size_t kLanes = 4;

/// Performs the operations of machine_exp on `kLanes` numbers.
#ifdef __GNUC__

using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using WholeLanes = std::uint64_t __attribute__((vector_size(kLanes * sizeof(double))));
#define PLUMBLINE_INLINE inline __attribute__((always_inline))

constexpr double kBig = 0x1.8p52;  // the constant of whole_near

PLUMBLINE_INLINE void exp_of_lanes(const double* from, double* to) {
  constexpr double kInverse = 0x1.71547652b82fep0, kHigh = 0x1.62e42feep-1,
                   kLow = 0x1.a39ef35793c76p-33, kFurthest = 700;
  Lanes x;
  std::memcpy(&x, from, sizeof x);
  const Lanes shifted = x * kInverse + kBig, n = shifted - kBig, r = (x - n * kHigh) - n * kLow;
  Lanes q = r * (1.0 / 6227020800) + 1.0 / 479001600;
  q = q * r + 1.0 / 39916800;
  q = q * r + 1.0 / 3628800;
  q = q * r + 1.0 / 362880;
  q = q * r + 1.0 / 40320;
  q = q * r + 1.0 / 5040;
  q = q * r + 1.0 / 720;
  q = q * r + 1.0 / 120;
  q = q * r + 1.0 / 24;
  q = q * r + 1.0 / 6;
  q = q * r + 0.5;
  q = q * r + 1.0;
  q = q * r + 1.0;
  // The last bits of `shifted` are n.
  WholeLanes bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 1023) << 52;
  Lanes power;
  std::memcpy(&power, &bits, sizeof power);
  const Lanes zero = {}, none = zero + std::nan("");
  Lanes out = x < -kFurthest ? zero : q * power;
  out = x <= kFurthest ? out : none;
  std::memcpy(to, &out, sizeof out);
}

PLUMBLINE_INLINE void turn_of_lanes(const double* from, double* to_re, double* to_im) {
  constexpr double kInverse = 0x1.45f306dc9c883p-1, kHigh = 0x1.921fb544p0,
                   kLow = 0x1.0b4611a626331p-34, kFurthest = 0x1p14;
  Lanes x;
  std::memcpy(&x, from, sizeof x);
  const Lanes shifted = x * kInverse + kBig, n = shifted - kBig, r = (x - n * kHigh) - n * kLow,
              q = r * r;
  Lanes s = 1.0 / 1307674368000 - q * (1.0 / 355687428096000);
  s = 1.0 / 6227020800 - q * s;
  s = 1.0 / 39916800 - q * s;
  s = 1.0 / 362880 - q * s;
  s = 1.0 / 5040 - q * s;
  s = 1.0 / 120 - q * s;
  s = 1.0 / 6 - q * s;
  s = 1.0 - q * s;
  s = s * r;
  Lanes c = 1.0 / 87178291200 - q * (1.0 / 20922789888000);
  c = 1.0 / 479001600 - q * c;
  c = 1.0 / 3628800 - q * c;
  c = 1.0 / 40320 - q * c;
  c = 1.0 / 720 - q * c;
  c = 1.0 / 24 - q * c;
  c = 0.5 - q * c;
  c = 1.0 - q * c;
  WholeLanes quarters;
  std::memcpy(&quarters, &shifted, sizeof quarters);
  const auto odd = (quarters & 1) != 0, re_turns = ((quarters + 1) & 2) != 0,
             im_turns = (quarters & 2) != 0;
  Lanes re = odd ? s : c, im = odd ? c : s;
  const Lanes none = Lanes{} + std::nan("");
  re = re_turns ? -re : re;
  im = im_turns ? -im : im;
  const auto near = (x <= kFurthest) & (x >= -kFurthest);
  re = near ? re : none;
  im = near ? im : none;
  std::memcpy(to_re, &re, sizeof re);
  std::memcpy(to_im, &im, sizeof im);
}

#else
#define PLUMBLINE_INLINE inline

PLUMBLINE_INLINE void exp_of_lanes(const double* from, double* to) {
  for (size_t i = 0; i < kLanes; ++i) to[i] = machine_exp(from[i]);
}

PLUMBLINE_INLINE void turn_of_lanes(const double* from, double* to_re, double* to_im) {
  for (size_t i = 0; i < kLanes; ++i) {
    const MachineComplex turn = machine_turn(from[i]);
    to_re[i] = turn.re;
    to_im[i] = turn.im;
  }
}

#endif

PLUMBLINE_LANES void exps(const double* x, double* out, size_t n) {
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) exp_of_lanes(x + i, out + i);
  for (; i < n; ++i) out[i] = machine_exp(x[i]);
}

PLUMBLINE_LANES void turns(const double* x, double* re, double* im, size_t n) {
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) turn_of_lanes(x + i, re + i, im + i);
  for (; i < n; ++i) {
    const MachineComplex turn = machine_turn(x[i]);
    re[i] = turn.re;
    im[i] = turn.im;
  }
}

}  // namespace

void machine_exps(const std::vector<double>& x, std::vector<double>* out) {
  out->resize(x.size());
  exps(x.data(), out->data(), x.size());
}

void machine_turns(const std::vector<double>& x, std::vector<double>* re, std::vector<double>* im) {
  re->resize(x.size());
  im->resize(x.size());
  turns(x.data(), re->data(), im->data(), x.size());
}

}  // namespace plumbline
