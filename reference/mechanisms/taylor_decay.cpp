#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline {

TiltedMoments tilted_moments(const Ball (&d)[5]) {
  const Ball m1 = d[1] / d[0], m2 = d[2] / d[0], m3 = d[3] / d[0], m4 = d[4] / d[0];
  const Ball s1 = square(m1);
  return {m2 - s1, m4 - m1 * m3 * 4 + s1 * m2 * 6 - square(s1) * 3};
}

Ball taylor_reach(const TiltedMoments& m) {
  const Bits p = m.variance.precision();
  if (!certainly_positive(m.variance) || !certainly_positive(m.fourth)) return Ball(p);
  const Ball rho = sqrt(m.variance * m.fourth);
  const Ball two = Ball::integer(2, p);
  return min(two * m.variance / rho, sqrt(two / m.variance)).lower();
}

// BOUND(TAYLOR-DECAY)
// Statement.  Let X be centred with variance v and E|X|^3 <= rho. For v y^2 <= 2, |E exp(iyX)| <= 1
//             - v y^2/2 + rho |y|^3/6, and the right side decreases on 0 <= y <= 2v/rho; so its
//             value at T bounds |phi| on [T, y0].
// Proof.      |exp(ix) - 1 - ix + x^2/2| <= |x|^3/6; take expectations and use |1 - v y^2/2| = 1 -
//             v y^2/2 for v y^2 <= 2. The derivative -v y + rho y^2/2 is negative for y < 2v/rho.
//             Cauchy-Schwarz: E|X|^3 <= sqrt(E X^2 E X^4). Needs. m encloses the moments, T <=
//             taylor_reach(m).
// Source.     Elementary (Feller II, XV.4).
Ball taylor_decay(const TiltedMoments& m, const Ball& T) {
  const Ball rho = sqrt(m.variance * m.fourth);
  const Ball y2 = square(T);
  return (Ball::integer(1, T.precision()) - m.variance * y2 / 2 + rho * y2 * T / 6).upper();
}

}  // namespace plumbline
