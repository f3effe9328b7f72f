#include "reference/arithmetic/functions/double_double_exp.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "reference/arithmetic/bit_cast.hpp"
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"

namespace plumbline {
namespace {

/// 1/k!, with relative errors of at most 2^-106.
constexpr std::array<DoubleDouble, 19> kInverseFactorials = {{
    {0x1p+0, 0},
    {0x1p+0, 0},
    {0x1p-1, 0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
}};

/// A constant as a sum of three doubles, and its inverse. The first two doubles are so short that their products with
/// the integer n of reduced() are exact.
struct Constant {
  double inverse, first, second, third;
};
constexpr Constant kLog2 = {0x1.71547652b82fep0, 0x1.62e42fefa38p-1, 0x1.ef35793c76p-45,
                            0x1.cc01f97b57a08p-87};
constexpr Constant kQuarterTurn = {0x1.45f306dc9c883p-1, 0x1.921fb54440000p0, 0x1.68c234c4c4000p-39,
                                   0x1.3145c06e0e689p-78};

/// Returns x - n constant.
DoubleDouble reduced(const DoubleDouble& x, double n, const Constant& constant) {
  const DoubleDouble r = double_double::two_sum(x.high - n * constant.first, x.low);
  return (r - DoubleDouble{n * constant.second, 0}) - DoubleDouble{n * constant.third, 0};
}

/// Returns 1/(first + step i)! for i = begin, begin + 1, ..., with relative errors of at most 2^-50.
template <int first, int step, int begin, size_t count>
constexpr std::array<double, count> rough_coefficients() {
  std::array<double, count> out{};
  for (size_t i = 0; i < count; ++i) {
    double factorial = 1;
    for (int k = 2; k <= first + step * (begin + static_cast<int>(i)); ++k) factorial *= k;
    out[i] = 1 / factorial;
  }
  return out;
}

/// Returns the sum of (sign q)^i/(first + step i)! over i >= 0: the first `fine` terms in double-double, `rough` more
/// terms in doubles.
template <int first, int step, int fine, size_t rough, int sign>
DoubleDouble series(const DoubleDouble& q) {
  static constexpr auto kTail = rough_coefficients<first, step, fine, rough>();
  double tail = 0;
  for (size_t i = rough; i-- > 0;) tail = kTail[i] + sign * (q.high * tail);
  DoubleDouble out{tail, 0};
  for (int i = fine - 1; i >= 0; --i) {
    const DoubleDouble product = q * out;
    out =
        kInverseFactorials[static_cast<size_t>(first + step * i)] + (sign > 0 ? product : -product);
  }
  return out;
}

}  // namespace

// BOUND(DOUBLE-DOUBLE-EXP)
// Statement.  Let v = 2^-102. double_double_exp(x) has a relative error of at most 8v against e^x for -600 <= x <=
//             700. double_double_turn(x) has an error of at most 8v against e^{ix} for |x| <= 2^14.
// Needs.      (a) DOUBLE-DOUBLE. (b) The ranges: checked there (0 below -600, NaN elsewhere).
// Proof.      e^x: let u = 2^-53. n is the integer nearest to a double within 2u |x/log 2| of x/log 2; hence |x - n
//             log 2| <= 0.347. The first and the second part of log 2 have 42 bits each, and |n| <= 1011, so that
//             their multiples are exact. Let f be the first part of log 2. x.high and n f are multiples of 2^-54 (or n
//             = 0 and |x.high| < 0.36), and their difference is less than 0.36; hence the difference is exact. two_sum
//             is exact. Each of the other two differences has an error of at most v (|r| + 2^-34), and the third part,
//             with its rounding, one of at most 2^-129. Hence r has an error of less than 0.72v, and e^r a relative
//             error of less than 0.72v. The truncation error of the series to r^25 is r^26/26! < 2^-127. The terms
//             from r^15 on are summed in doubles, with an error of less than 2^-49 of r^15/15! < 2^-63. Horner's rule:
//             let q_i be the sum of the terms from r^i on, divided by r^i. Its error e_i satisfies e_i <= |r| e_{i+1}
//             + v (1/i! + 2 |r q_{i+1}|) + 2^-106/i!, where |q_1| <= 1.2, |q_2| <= 0.57, |q_3| <= 0.19. Hence e_3 <=
//             0.3v, e_2 <= 0.8v, e_1 <= 1.75v, e_0 <= 2.6v. Because e^r >= 0.707, the relative error is at most 3.7v;
//             the total is less than 5v. The last factor is 2^n, and both parts of the product are normal or below
//             2^-1000. e^{ix}: as above, |x - n pi/2| <= 0.786 and |n| <= 10431. The parts of pi/2 have 39 bits, so
//             that their multiples are exact, and the difference of x.high and of n times the first part is exact as
//             above. Each of the two differences has an error of at most v (0.786 + 2^-24), and the third part one of
//             at most 2^-116. Hence r and e^{ir} have errors of at most 1.7v. q = r^2 <= 0.618 has a relative error of
//             at most v. The truncation errors of the two series, r^29/29! and r^30/30!, are below 2^-112. The terms
//             from r^19/19! and r^18/18! < 2^-58 on are summed in doubles, with an error of 2^-49 of these. Cosine:
//             e_1 <= 0.6v and e_0 <= v (1 + 0.62) + 0.38v; the error of q adds 0.31v. The total is 2.4v. Sine divided
//             by r: e_1 <= 0.21v and e_0 <= v (1 + 0.21) + 0.13v; the error of q adds 0.1v. Multiplication by r <=
//             0.786 reduces these errors to less than 1.14v, and the rounding of this product adds v |sin r|. The
//             total is 1.9v. The error of e^{ir} from cosine and sine together is 3.1v, and 4.8v with the error of r.
// Slack.      The proof assumes the largest possible error of each operation.
// Source.     Elementary; the reduction is Cody and Waite's.
double double_double_exp_share() {
  static_assert(kDoubleDoubleExpShares == 8);
  const Bits p{64};
  return machine_up(bound<"DOUBLE-DOUBLE-EXP">(UpperBound::of(exact(8 * kDoubleDoubleShare, p))));
}

DoubleDouble double_double_exp(const DoubleDouble& x) {
  constexpr double kLowest = -600, kHighest = 700;
  if (x.high < kLowest) return {};
  if (!(x.high <= kHighest)) return {std::nan(""), std::nan("")};
  const double n = machine::whole_near(x.high * kLog2.inverse);
  const DoubleDouble q = series<0, 1, 15, 11, 1>(reduced(x, n, kLog2));
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023);
  const auto power = bit_cast<double>(exponent << 52U);
  return {q.high * power, q.low * power};
}

ComplexDoubleDouble double_double_turn(const DoubleDouble& x) {
  constexpr double kFurthest = 0x1p14;
  if (!(std::fabs(x.high) <= kFurthest)) {
    const DoubleDouble none{std::nan(""), std::nan("")};
    return {none, none};
  }
  const double n = machine::whole_near(x.high * kQuarterTurn.inverse);
  const DoubleDouble r = reduced(x, n, kQuarterTurn), q = r * r;
  const DoubleDouble c = series<0, 2, 9, 6, -1>(q), s = series<1, 2, 9, 5, -1>(q) * r;
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

}  // namespace plumbline
