#include <stdexcept>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// R(pi) = (1-pi) (1 - delta(log(pi/(1-pi)))): at prior odds e^eps, the tests "reject if S > eps" are optimal (Kaissis
// et al. 2024, equation 4 and Theorem 2).
Certified bayes_error(PrivacyProfile& profile, const Rational& prior, const Effort& effort) {
  const Rational one(1);
  if (prior.sign() < 0 || prior > one) {
    throw std::invalid_argument("prior must be in [0, 1], got " + prior.text());
  }
  const Bits p = bits_for_digits(effort.digits) + 32;
  if (prior.is_zero() || prior == one) {
    return certified({Ball(p), {}}, profile.engine_name(), effort.digits);
  }
  const Rational odds = prior / (one - prior);
  const Real epsilon =
      odds == one ? Real(Rational(0)) : Real(LogLinear{Rational(0), {{odds, Rational(1)}}});
  Effort sharper = effort;
  sharper.digits += 1;
  Enclosure e = profile.one_minus_delta(epsilon, sharper);
  e.value = e.value * Ball(one - prior, wider(e.value.precision(), p));
  const Rational trivial = prior < one - prior ? prior : one - prior;  // R <= min(pi, 1 - pi)
  return within(certified(e, profile.engine_name(), effort.digits), Rational(0), trivial);
}

}  // namespace plumbline
