#include "reference/mechanisms/taylor_decay.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {

TiltedMoments tilted_moments(const Ball (&d)[5]) {
  const Ball m1 = d[1] / d[0], m2 = d[2] / d[0], m3 = d[3] / d[0], m4 = d[4] / d[0];
  const Ball s1 = square(m1);
  return {m2 - s1, m4 - m1 * m3 * 4 + s1 * m2 * 6 - square(s1) * 3};
}

Ball taylor_reach(const TiltedMoments& m) {
  const Bits p = m.variance.precision();
  if (certainly_negative(m.variance) || certainly_negative(m.fourth)) {
    throw Contradiction("a central moment of even order is negative: variance up to " +
                        m.variance.decimal_bounds(25).second + ", fourth up to " +
                        m.fourth.decimal_bounds(25).second);
  }
  if (!certainly_positive(m.variance) || !certainly_positive(m.fourth)) return Ball(p);
  const Ball rho = sqrt(m.variance * m.fourth);
  const Ball two = Ball::integer(2, p);
  return min(two * m.variance / rho, sqrt(two / m.variance)).lower();
}

// BOUND(TAYLOR-DECAY)
// Statement.  Let X be centred with variance v and E|X|^3 <= rho. For 0 < T <= y0,
//             y0 = min(2v/rho, sqrt(2/v)), and all y with T <= |y| <= y0
//
//                 |E e^{iyX}| <= 1 - v T^2/2 + rho T^3/6.
//
// Needs.      (a) m encloses the variance and the fourth central moment of one law: the caller guarantees this. (b) 0
//             < T <= taylor_reach(m), which is at most y0: checked here (1 is returned otherwise).
// Proof.      |e^{ix} - 1 - ix + x^2/2| <= |x|^3/6; take expectations. Because |1 - v y^2/2| = 1 - v y^2/2 for v y^2
//             <= 2,
//
//                 |E e^{iyX}| <= 1 - v y^2/2 + rho |y|^3/6.
//
//             For y > 0 the derivative of the right side, -v y + rho y^2/2, is negative for y < 2v/rho, so on [T, y0]
//             the value at T is the maximum. rho = sqrt(v m4) is valid, because E|X|^3 <= sqrt(E X^2 E X^4)
//             (Cauchy-Schwarz).
// Source.     Elementary (Feller II, XV.4).
Ball taylor_decay(const TiltedMoments& m, const Ball& T) {
  const Ball one = Ball::integer(1, T.precision());
  if (!certainly_positive(T) || !certainly_at_most(T, taylor_reach(m))) return one;
  const Ball rho = sqrt(m.variance * m.fourth);
  const Ball y2 = square(T);
  return bound_number<"TAYLOR-DECAY">((one - m.variance * y2 / 2 + rho * y2 * T / 6).upper());
}

}  // namespace plumbline
