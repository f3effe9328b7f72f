#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {

using namespace third_moment;

/// Integrates over the noise variable x in (0, 1), and adds the contributions of the two atoms.
Ball SubsampledLaplace::third_moment(int tilt, const Ball& t, Bits p) const {
  const laplace::LaplaceLaw& law = law_;
  const Ball mu(law.mu, p), rate(law.p, p), rest(Rational(1) - law.p, p), half(Rational(1, 2), p);
  const auto ratio = [&](const ComplexBall& x) {
    return exp((x * Ball::integer(2, p) - ComplexBall(Ball::integer(1, p))) * mu) * rate +
           ComplexBall(rest);
  };
  const Curve curve{[&](const ComplexBall& x, bool analytic) { return log(ratio(x), analytic); },
                    [&](const ComplexBall& x) {
                      const ComplexBall under_P = exp(-(x * mu)) * (mu * half);
                      return tilt == 0 ? under_P : under_P * ratio(x);
                    }};
  const Ball low = laplace::lowest_loss(law, p), high = laplace::highest_loss(law, p);
  const auto weight = [&](const Ball& mass, const Ball& loss) {
    return tilt == 0 ? mass : mass * exp(loss);
  };
  Ball sum = positive_cube(low - t) * weight(half, low) +
             positive_cube(high - t) * weight(half * exp(-mu), high);
  const Ball zero(p), one = Ball::integer(1, p);
  if (certainly_at_most(t, low)) return sum + integrated(curve, t, zero, one, p);
  if (certainly_at_most(high, t)) return sum;
  const Ball u0 = (log((expm1(t) + rate) / rate) / mu + 1) / 2;  // e^t = 1-p + p e^{mu(2x-1)}
  if (!u0.is_finite()) return Ball::indeterminate(p);
  return sum + from_start(curve, t, u0, u0.midpoint(), one, p);
}

}  // namespace plumbline
