#include "reference/arithmetic/functions/double_double.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"

namespace plumbline {

// BOUND(DOUBLE-DOUBLE)
// Statement.  Let v = 2^-102, and let x and y be double-doubles such that their absolute values and that of the
//             result are at most 2^900. Then x + y and x - y are within v (|x| + |y|) + 2^-1000 of the exact results,
//             and x y is within v |x y| + 2^-1000 max(1, |x|, |y|). If |y| >= 2^-200 and |x/y| <= 2^200, then x/y is
//             within 2v |x/y| + 2^-550. The error of a complex product is at most 3v times the product of the
//             absolute values, plus twice the absolute error terms of its four products. Without the bound 2^900: the
//             result of an operation on double-doubles that overflows contains NaN.
// Needs.      Rounding to nearest, and no contraction of products and sums: the callers, by keeps_double_double().
// Proof.      Let u = 2^-53; then v = 16 u^2. Each number has |low| <= u |high|, because low is the error of the last
//             two_sum. two_sum is exact (Knuth), and two_product is exact (Dekker) if no number is below the smallest
//             normal one. Otherwise each of the fewer than 50 operations, and each part of an operand, has an
//             additional error of less than 2^-1022, even on a machine that flushes subnormal numbers to 0. The error
//             of a part of an operand or of its split is multiplied by the other operand. The total of these errors
//             is less than 2^-1016 max(1, |x|, |y|). Sum: s.low is at most u (|x.high| + |y.high|). The sum x.low +
//             y.low has a rounding error of at most u^2 (|x.high| + |y.high|). The sum of s.low and x.low + y.low is
//             at most 2u (|x.high| + |y.high|) except for terms of order u^2, so that its rounding error is at most
//             2u^2 (|x.high| + |y.high|) except for terms of order u^3. The total is less than 3.1 u^2 (|x| + |y|).
//             Product: the algorithm omits x.low y.low, which is at most u^2 |x.high y.high|. Each of the two
//             products with a low part is at most u |x.high y.high|, and its rounding error is at most u times that.
//             The rounding error of their sum is at most 2u^2 |x.high y.high|. The sum with p.low is at most 3u
//             |x.high y.high|, and its rounding error is at most 3u^2 |x.high y.high|. The total is less than 8.1 u^2
//             |x y|. Quotient: `first` has a relative error of at most 3.01u. Its product with y has an error of at
//             most 8.2 u^2 |x|, and the difference has one of at most 6.3 u^2 |x|. The difference is at most 3.03u
//             |x|, and the second quotient has a relative error of at most 3.02u. These errors contribute 14.5 u^2
//             |x/y| and 9.2 u^2 |x/y|, together less than 24 u^2 |x/y|. In addition, the product and the difference
//             have an absolute error of 2^-999 max(1, |y|, |x/y|), which is at most 2^-599 after division by y.
//             Complex product of a and b: let m be the sum of the absolute values of the two real products of one
//             part. The two products have errors of at most v m together, and their sum has an error of at most 1.01 v
//             m. Moreover m <= |a b|. The error of both parts together is at most sqrt(2) times that of one part.
//             Overflow: split() of a number above 2^995 has a difference of two infinite numbers, which is NaN. If a
//             sum or a product is infinite, its low part is NaN as well.
// Source.     Dekker 1971; Knuth, volume 2, 4.2.2. Joldes, Muller and Popescu 2017 prove tighter bounds.
double double_double_share() {
  const Bits p{64};
  return machine_up(bound<"DOUBLE-DOUBLE">(UpperBound::of(exact(kDoubleDoubleShare, p))));
}

Ball exact(const DoubleDouble& x, Bits p) {
  const Bits wide = wider(p, Bits{2200});  // the exponents may differ by any amount
  return (exact(x.high, wide) + exact(x.low, wide)).at(p);
}

NearDoubleDouble near_double_double(const Ball& x) {
  const double high = x.approximate();
  if (!std::isfinite(high)) return {{high, 0}, HUGE_VAL};
  const Bits p = wider(x.precision(), Bits{192});
  const Ball rest = x.at(p) - exact(high, p);
  const double low = rest.approximate();
  const DoubleDouble value = double_double::two_sum(high, low);
  return {value, machine_up(x.at(p) - exact(value, p))};
}

bool keeps_double_double() { return rounds_to_nearest() && keeps_products(); }

}  // namespace plumbline
