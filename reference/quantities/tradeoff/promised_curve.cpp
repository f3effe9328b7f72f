#include "reference/quantities/tradeoff/promised_curve.hpp"

#include "reference/arithmetic/constants.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/stated/level_test.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the guarantee about Renyi divergences if the composition, conditioned on finite losses, is a single such
/// guarantee; otherwise nothing.
std::optional<RenyiPromise> promise_of(const Composition& composition) {
  const FiniteLosses losses = finite_losses(composition);
  if (!losses.conditional || !losses.conditional->single()) return std::nullopt;
  return losses.conditional->factors().front().mechanism->offer<RenyiPromise>();
}

}  // namespace

// Proof. Let f_R be the trade-off function of the class, which errors_at_level encloses in every direction, because
// the set R of the pairs (x, y) of the probabilities of rejection under the null hypothesis and the alternative, over
// all admissible tests, is its own image under (x, y) -> (1 - y, 1 - x). A test of the sampled pair (P, (1-p) P + p Q)
// has the errors x and 1 - (1-p) x - p y, so that f = (1-p)(1 - alpha) + p f_R(alpha). With mass delta0 = 1 - m of
// infinite loss under both laws, the tests are m R + (1-m) [0, 1]^2, and the largest y with x = alpha is (1-m) + m (1
// - f_R(alpha/m)). Hence f = m f_R(alpha/m).
std::optional<Certified> promised_level(PrivacyProfile& profile, const Rational& alpha,
                                        const Effort& effort, bool one_minus_f) {
  auto promise = promise_of(profile.composition());
  if (!promise) return std::nullopt;
  const auto infinite = profile.exact_infinite_mass(), finite = profile.exact_certain_level();
  if (!infinite || !finite || kOne - *infinite != *finite || !(alpha < *finite)) {
    return std::nullopt;
  }
  const Rational p = promise->sampled, m = *finite;
  if (promise->is_sampled() && (profile.direction() != Direction::forward || m != kOne)) {
    return std::nullopt;
  }
  promise->sampled = kOne;
  const stated::LevelErrors at = stated::errors_at_level(*promise, alpha / m, effort);
  const Ball& inner = one_minus_f ? at.power : at.missed;
  const Bits bits = inner.precision();
  const Rational beside = p == kOne ? (one_minus_f ? kOne - m : kZero)
                                    : (kOne - p) * (one_minus_f ? alpha : kOne - alpha);
  const Ball value = Ball(beside, bits) + Ball(p * m, bits) * inner;
  return certified({value, {UpperBound(), UpperBound(), UpperBound(), value.radius()}},
                   profile.engine_name(), effort.digits);
}

}  // namespace plumbline
