#include "reference/arithmetic/vectors/sliced_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

constexpr int kDigitBits = 20;
constexpr size_t kMostSlices = 12;
constexpr size_t kPanel = 8;                  // columns processed at once
constexpr size_t kPair = 2;                   // rows processed at once
constexpr long kMostExponent = 1L << 40;      // maximum exponent of entries
constexpr size_t kRight = 2 * kPanel;         // doubles for each row of a panel
constexpr size_t kLeft = 2 * kPair;           // doubles for each column of a pair
constexpr size_t kSums = kPair * 2 * kPanel;  // real and imaginary parts

size_t slices_for(Bits p) {
  constexpr long kGuard = 18;  // guard bits for sums of up to 2^12 terms
  return static_cast<size_t>((p.n + kGuard + kDigitBits - 1) / kDigitBits);
}

using TwoLanes = double __attribute__((vector_size(2 * sizeof(double))));
using FourLanes = double __attribute__((vector_size(4 * sizeof(double))));

template <class Lanes>
[[gnu::always_inline]] inline void load(Lanes& to, const double* from) {
  std::memcpy(&to, from, sizeof to);
}
template <class Lanes>
[[gnu::always_inline]] inline void store(double* to, const Lanes& from) {
  std::memcpy(to, &from, sizeof from);
}

/// Computes sums += (a pair of rows) times (a panel of columns), over `count` inner indices, two Lanes of columns at
/// a time. All operations are exact: every width and order produces the same bits.
template <class Lanes>
[[gnu::always_inline]] inline void add_products_by(const double* left, const double* right,
                                                   size_t count, double* sums) {
  constexpr size_t N = sizeof(Lanes) / sizeof(double);
  for (size_t r = 0; r < kPanel; r += 2 * N) {
    double *const re0 = sums + r, *const im0 = re0 + kPanel;
    double *const re1 = re0 + 2 * kPanel, *const im1 = im0 + 2 * kPanel;
    Lanes re0a, re0b, im0a, im0b, re1a, re1b, im1a, im1b;
    load(re0a, re0), load(re0b, re0 + N), load(im0a, im0), load(im0b, im0 + N);
    load(re1a, re1), load(re1b, re1 + N), load(im1a, im1), load(im1b, im1 + N);
    for (size_t j = 0; j < count; ++j) {
      const double *const a = left + j * kLeft, *const b = right + j * kRight + r;
      Lanes ra, rb, ia, ib;
      load(ra, b), load(rb, b + N), load(ia, b + kPanel), load(ib, b + kPanel + N);
      re0a += a[0] * ra;
      im0a += a[0] * ia;
      re0b += a[0] * rb;
      im0b += a[0] * ib;
      re1a += a[2] * ra;
      im1a += a[2] * ia;
      re1b += a[2] * rb;
      im1b += a[2] * ib;
      re0a -= a[1] * ia;
      im0a += a[1] * ra;
      re0b -= a[1] * ib;
      im0b += a[1] * rb;
      re1a -= a[3] * ia;
      im1a += a[3] * ra;
      re1b -= a[3] * ib;
      im1b += a[3] * rb;
    }
    store(re0, re0a), store(re0 + N, re0b), store(im0, im0a), store(im0 + N, im0b);
    store(re1, re1a), store(re1 + N, re1b), store(im1, im1a), store(im1 + N, im1b);
  }
}

void add_products_plainly(const double* left, const double* right, size_t count, double* sums) {
  add_products_by<TwoLanes>(left, right, count, sums);
}

using AddProducts = void (*)(const double*, const double*, size_t, double*);

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void add_products_wide(const double* left, const double* right,
                                                   size_t count, double* sums) {
  add_products_by<FourLanes>(left, right, count, sums);
}
AddProducts add_products() {
  static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return wide ? add_products_wide : add_products_plainly;
}
#else
AddProducts add_products() { return add_products_plainly; }
#endif

/// Returns the exponent e with |x| < 2^e; nothing for zero.
std::optional<long> exponent_of(const arf_struct* x) {
  if (arf_is_zero(x)) return std::nullopt;
  return static_cast<long>(arf_abs_bound_lt_2exp_si(x));
}

/// Writes the digits 1 .. count of |x| 2^-exponent < 1 to the base 2^kDigitBits, with the sign of x.
void put_digits(const arf_struct* x, long exponent, size_t count, double* out, size_t stride) {
  for (size_t i = 0; i < count; ++i) out[i * stride] = 0;
  if (arf_is_zero(x)) return;
  const mp_limb_t* limbs = nullptr;
  mp_size_t n = 0;
  ARF_GET_MPN_READONLY(limbs, n, x);
  const long zeros = exponent - static_cast<long>(fmpz_get_si(ARF_EXPREF(x)));
  const double sign = ARF_SGNBIT(x) ? -1 : 1;
  const auto limb = [&](long i) {  // counted from the top
    return i < n ? static_cast<std::uint64_t>(limbs[n - 1 - i]) : 0;
  };
  const auto bits_from = [&](long s) {  // returns 64 bits
    const long i = s / 64, within = s % 64;
    const std::uint64_t high = limb(i);
    return within == 0 ? high : high << within | limb(i + 1) >> (64 - within);
  };
  for (size_t i = 0; i < count; ++i) {
    const long s = static_cast<long>(i) * kDigitBits - zeros;
    if (s <= -kDigitBits) continue;
    if (s >= 64 * n) break;
    const std::uint64_t digit =
        s < 0 ? bits_from(0) >> (64 - kDigitBits - s) : bits_from(s) >> (64 - kDigitBits);
    out[i * stride] = sign * static_cast<double>(digit);
  }
}

bool moderate(const arf_struct* x) {
  if (!arf_is_finite(x)) return false;
  return arf_is_zero(x) || std::labs(arf_abs_bound_lt_2exp_si(x)) < kMostExponent;
}

}  // namespace

/// Computes the Scale of a row or a column from its entries.
class SlicedFactor::Entries {
 public:
  explicit Entries(Scale* scale) : scale_(scale) {}

  /// Returns false if the entry is not finite, or its exponent is out of range.
  bool add(const acb_struct* z) {
    const arf_struct* const re = arb_midref(acb_realref(z));
    const arf_struct* const im = arb_midref(acb_imagref(z));
    if (!moderate(re) || !moderate(im)) return false;
    UpperBound size, radius;
    acb_get_mag(size.raw(), z);
    mag_add(radius.raw(), arb_radref(acb_realref(z)), arb_radref(acb_imagref(z)));
    if (!size.is_finite()) return false;
    scale_->size = larger(scale_->size, size);
    scale_->radius = larger(scale_->radius, radius);
    for (const arf_struct* x : {re, im}) {
      const auto exponent = exponent_of(x);
      if (!exponent) continue;
      scale_->exponent = scale_->zero ? *exponent : std::max(scale_->exponent, *exponent);
      scale_->zero = false;
    }
    return true;
  }

 private:
  Scale* scale_;
};

bool SlicedFactor::covers(Bits p) { return slices_for(p) <= kMostSlices; }

size_t SlicedFactor::most_rows(Bits p) {
  return (size_t{1} << (52 - 2 * kDigitBits)) / slices_for(p);
}

std::optional<SlicedFactor> SlicedFactor::of(const acb_mat_struct* right, Bits p) {
  SlicedFactor out;
  out.rows_ = static_cast<size_t>(acb_mat_nrows(right));
  out.columns_ = static_cast<size_t>(acb_mat_ncols(right));
  out.slices_ = slices_for(p);
  if (!covers(p) || out.rows_ > most_rows(p) || out.rows_ == 0) return std::nullopt;
  out.scales_.resize(out.rows_);
  const auto at = [&](size_t j, size_t r) {
    return acb_mat_entry(right, static_cast<slong>(j), static_cast<slong>(r));
  };
  for (size_t j = 0; j < out.rows_; ++j) {
    Entries entries(&out.scales_[j]);
    for (size_t r = 0; r < out.columns_; ++r) {
      if (!entries.add(at(j, r))) return std::nullopt;
    }
  }
  const size_t panels = (out.columns_ + kPanel - 1) / kPanel;
  const size_t slice = out.rows_ * kRight;
  out.digits_.assign(panels * out.slices_ * slice, 0.0);
  for (size_t r = 0; r < out.columns_; ++r) {
    double* const panel = out.digits_.data() + r / kPanel * out.slices_ * slice + r % kPanel;
    for (size_t j = 0; j < out.rows_; ++j) {
      const long exponent = out.scales_[j].exponent;
      double* const place = panel + j * kRight;
      put_digits(arb_midref(acb_realref(at(j, r))), exponent, out.slices_, place, slice);
      put_digits(arb_midref(acb_imagref(at(j, r))), exponent, out.slices_, place + kPanel, slice);
    }
  }
  return out;
}

// BOUND(SLICED-PRODUCT)
// Statement.  Let A_qj, B_jr be complex numbers in balls, j = 1 .. J. Let |Re| and |Im| of the midpoints of B_jr be
//             below 2^{b_j}, those of the midpoints of A_qj below 2^{a_j}, and E >= a_j + b_j for all j. The
//             midpoints of A_qj 2^{b_j - E} and B_jr 2^{-b_j} are truncated to S digits to the base 2^beta, and only
//             the products of digits i and k with i + k <= S + 1 are added. The error of the real (imaginary) part of
//             sum_j A_qj B_jr is then at most
//
//                 2 J (S + 2) 2^{E - S beta} + sum_j (|A_j| rho_j + alpha_j |B_j| + alpha_j rho_j),
//
//             where |A_j| and |B_j| are upper bounds of the entries, and alpha_j and rho_j of their radii.
// Needs.      (a) E: the caller, from the largest a_j + b_j. (b) S J 2^{2 beta + 1} <= 2^53, so that all sums are
//             exact: most_rows(), checked in of(). (c) Finite entries: Entries.
// Proof.      Let e = 2^{-S beta}. The scaled parts are below 1. Truncation changes each part by at most e, and a
//             product x y of two parts by at most |x| e + e |y'| <= 2 e, where y' is the truncated y. Digits are
//             below 2^beta. For t = 1 .. S - 1 there are S - t omitted products with i + k = S + 1 + t. They
//             contribute at most sum_t (S - t) 2^{2 beta - (S + 1 + t) beta} <= S e. Each part of a complex product
//             consists of two real products, so that each j contributes at most 2 (S + 2) e, times 2^E. For each value
//             of i + k there are at most S pairs (i, k), and each pair contributes 2 J products of two integers below
//             2^beta. All partial sums are integers of at most 2^53, which doubles represent exactly, for every order,
//             rounding mode and fused product. The radii: |AB - ab| <= |a| |B - b| + |A - a| |b| + |A - a| |B - b| for
//             midpoints a, b.
// Source.     Ozaki, Ogita, Oishi, Rump 2012 (error-free splitting); this form is elementary.
UpperBound SlicedFactor::error(const std::vector<Scale>& left, long exponent) const {
  UpperBound out;
  mag_set_ui(out.raw(), 2 * rows_ * (slices_ + 2));
  mag_mul_2exp_si(out.raw(), out.raw(), exponent - static_cast<long>(slices_) * kDigitBits);
  for (size_t j = 0; j < rows_; ++j) {
    const Scale &a = left[j], &b = scales_[j];
    out = out + a.size * b.radius + a.radius * b.size + a.radius * b.radius;
  }
  return bound<"SLICED-PRODUCT">(out);
}

namespace {

/// Computes a ball around 2^E times the sum over m = 2 .. S+1 of (sum for i + k = m) 2^{-m beta}; its radius is
/// `error`. The notation is that of BOUND(SLICED-PRODUCT).
class Assembly {
 public:
  Assembly(size_t slices, long exponent, const UpperBound& error)
      : slices_(slices), exponent_(exponent), error_(error) {
    fmpz_init(sum_);
  }
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;
  ~Assembly() { fmpz_clear(sum_); }

  void put(const double* sums, arb_struct* out) {
    fmpz_zero(sum_);
    for (size_t m = 0; m < slices_; ++m) {
      fmpz_mul_2exp(sum_, sum_, kDigitBits);
      const slong term = static_cast<slong>(sums[m * kSums]);
      if (term >= 0) {
        fmpz_add_ui(sum_, sum_, static_cast<ulong>(term));
      } else {
        fmpz_sub_ui(sum_, sum_, static_cast<ulong>(-term));
      }
    }
    arb_set_fmpz(out, sum_);
    arb_mul_2exp_si(out, out, exponent_ - static_cast<long>(slices_ + 1) * kDigitBits);
    arb_add_error_mag(out, error_.raw());
  }

 private:
  size_t slices_;
  long exponent_;
  const UpperBound& error_;
  fmpz_t sum_;
};

}  // namespace

bool SlicedFactor::multiply_left(const acb_mat_struct* left, acb_mat_struct* product) const {
  const size_t height = static_cast<size_t>(acb_mat_nrows(left));
  const auto at = [&](size_t q, size_t j) {
    return acb_mat_entry(left, static_cast<slong>(q), static_cast<slong>(j));
  };
  std::vector<Scale> scales(rows_);
  long top = -2 * kMostExponent;
  for (size_t j = 0; j < rows_; ++j) {
    Entries entries(&scales[j]);
    for (size_t q = 0; q < height; ++q) {
      if (!entries.add(at(q, j))) return false;
    }
    if (scales[j].zero || scales_[j].zero) continue;
    top = std::max(top, scales[j].exponent + scales_[j].exponent);
  }
  const UpperBound all = error(scales, top);
  Assembly assembly(slices_, top, all);
  const AddProducts add = add_products();
  const size_t panels = (columns_ + kPanel - 1) / kPanel;
  const size_t right_slice = rows_ * kRight, left_slice = rows_ * kLeft;
  std::vector<double> pair(slices_ * left_slice), sums(slices_ * kSums);
  for (size_t q0 = 0; q0 < height; q0 += kPair) {
    std::fill(pair.begin(), pair.end(), 0.0);
    for (size_t q = q0; q < std::min(height, q0 + kPair); ++q) {
      for (size_t j = 0; j < rows_; ++j) {
        if (scales[j].zero || scales_[j].zero) continue;
        const long exponent = top - scales_[j].exponent;
        double* const place = pair.data() + j * kLeft + 2 * (q - q0);
        put_digits(arb_midref(acb_realref(at(q, j))), exponent, slices_, place, left_slice);
        put_digits(arb_midref(acb_imagref(at(q, j))), exponent, slices_, place + 1, left_slice);
      }
    }
    for (size_t panel = 0; panel < panels; ++panel) {
      const double* const right = digits_.data() + panel * slices_ * right_slice;
      std::fill(sums.begin(), sums.end(), 0.0);
      for (size_t i = 0; i < slices_; ++i) {
        for (size_t k = 0; i + k < slices_; ++k) {
          add(pair.data() + i * left_slice, right + k * right_slice, rows_,
              sums.data() + (i + k) * kSums);
        }
      }
      for (size_t q = q0; q < std::min(height, q0 + kPair); ++q) {
        const double* const row = sums.data() + 2 * kPanel * (q - q0);
        for (size_t r = panel * kPanel; r < std::min(columns_, (panel + 1) * kPanel); ++r) {
          acb_struct* const out =
              acb_mat_entry(product, static_cast<slong>(q), static_cast<slong>(r));
          assembly.put(row + r % kPanel, acb_realref(out));
          assembly.put(row + kPanel + r % kPanel, acb_imagref(out));
        }
      }
    }
  }
  return true;
}

}  // namespace plumbline
