#include "reference/statistics/claimed_curve.hpp"

#include <stdexcept>

#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

// A mechanism that is (epsilon, delta)-DP in the forward direction has TPR <= e^epsilon FPR + delta, so that f(alpha)
// is the maximum of 1 - delta - e^epsilon alpha and 0. In the reverse direction, 1 - alpha <= e^epsilon f(alpha) +
// delta.
ClaimedCurve claimed_curve(const Real& epsilon, const Rational& delta, Direction direction) {
  if (delta.sign() < 0 || delta >= Rational(1)) {
    throw std::invalid_argument("delta must be in [0, 1), got " + delta.text());
  }
  return [=](const Rational& alpha, const Effort& effort) {
    const Bits bits = bits_for_digits(effort.digits) + 64;
    const Ball growth = exp(epsilon(bits)), zero(bits);
    const Ball forward = Ball(Rational(1) - delta, bits) - growth * Ball(alpha, bits),
               reverse = Ball(Rational(1) - delta - alpha, bits) / growth;
    return max(zero, direction == Direction::forward   ? forward
                     : direction == Direction::reverse ? reverse
                                                       : max(forward, reverse));
  };
}

ClaimedCurve claimed_curve(std::shared_ptr<PrivacyProfile> profile) {
  return [profile = std::move(profile)](const Rational& alpha, const Effort& effort) {
    return tradeoff(*profile, alpha, effort).value();
  };
}

}  // namespace plumbline
