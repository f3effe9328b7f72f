#include "reference/arithmetic/functions/double_double.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"

namespace plumbline {

// BOUND(DOUBLE-DOUBLE)
// Statement.  With v = 2^-102, for double-doubles whose sizes, and those of the result, are at most 2^900: x + y and
//             x - y are within v (|x| + |y|) + 2^-1000 of the exact results, x y within v |x y| + 2^-1000 max(1, |x|,
//             |y|), and x/y within 2v |x/y| + 2^-550 for |y| >= 2^-200 and |x/y| <= 2^200; a complex product within
//             3v of the product of the sizes, plus twice the absolute error terms of its four products. The result of
//             an operation that overflows contains NaN.
// Needs.      Rounding to nearest, no contraction of products and sums: keeps_double_double(), by the callers.
// Proof.      With u = 2^-53, v = 16 u^2, |low| <= u |high| for each number, as low is the error of the last two_sum.
//             two_sum is exact (Knuth), and two_product (Dekker) where no number is below the smallest normal one.
//             Otherwise each of the fewer than 50 operations, and each part of an operand, has an additional error of
//             less than 2^-1022, even on a machine that flushes subnormal numbers to 0. The error of a part of an
//             operand or of its split is multiplied by the other operand. Together these errors are less than 2^-1016
//             max(1, |x|, |y|). Sum: s.low is at most u (|x.high| + |y.high|); x.low + y.low loses u^2 (|x.high| +
//             |y.high|), and the sum of both, of size 2u (|x.high| + |y.high|) but for terms of u^2, another 2u^2 of
//             it: together less than 3.1 u^2 (|x| + |y|). Product: the algorithm omits x.low y.low, which is at most
//             u^2 |x.high y.high|. Each of the two products with a low part, at most u |x.high y.high|, loses u of
//             itself, their sum 2u^2 |x.high y.high|, and the sum with p.low, at most 3u |x.high y.high|, 3u^2 of
//             that: together less than 8.1 u^2 |x y|. Quotient: `first` is within 3.01u of x/y. Its product with y
//             loses 8.2 u^2 |x|, the difference 6.3 u^2 |x|; it is at most 3.03u |x|, and the second quotient within
//             3.02u of itself: 14.5 and 9.2 u^2, together less than 24 u^2 |x/y|. In addition, the product and the
//             difference have an absolute error of 2^-999 max(1, |y|, |x/y|), which is at most 2^-599 after division
//             by y. Complex product: each part loses v |x y| for its products and 1.01 v for their sum, of the sum of
//             the two sizes, which is at most |a b|; both parts sqrt(2) as much. Overflow: split() of a number above
//             2^995 has a difference of two infinite numbers, and a sum or a product that is infinite makes the low
//             part one.
// Source.     Dekker 1971; Knuth, volume 2, 4.2.2. Joldes, Muller and Popescu 2017 have tighter bounds of these.
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
