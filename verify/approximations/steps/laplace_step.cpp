/// A step of the Laplace mechanism.
#include "reference/mechanisms/laplace/laplace.hpp"
#include "verify/approximations/steps/laplace_moments.hpp"
#include "verify/approximations/steps/laplace_noise.hpp"
#include "verify/approximations/steps/step_registry.hpp"

namespace plumbline::approximations {
namespace {

/// Returns F(F^-1(1 - alpha) - mu), where F is the distribution function of Lap(0, 1).
template <class Real>
Real tradeoff(const Real& mu, const Real& alpha) {
  using std::exp;
  using std::log;
  const Real quantile = alpha * 2 > 1 ? Real(log(2 * (1 - alpha))) : Real(-log(2 * alpha));
  const Real x = quantile - mu;
  return x > 0 ? Real(1 - exp(-x) / 2) : Real(exp(x) / 2);
}

template <class Real>
StepIn<Real> laplace(const Real& mu) {
  const Real whole(1);
  StepIn<Real> step;
  step.moments = [mu](Measure measure) { return laplace_moments(mu, measure); };
  step.nodes = [mu, whole](Measure measure) { return laplace_nodes(mu, whole, measure); };
  step.tail = [mu](Measure measure, const Real& t, bool above, bool closed) {
    return laplace_tail(mu, measure, t, above, closed);
  };
  step.transform = [mu, whole](const Real& reach) { return laplace_transform(mu, whole, reach); };
  step.draw = [mu](RandomReals<Real>& random, Measure measure) {
    return laplace_draw(mu, random, measure);
  };
  step.tradeoff = [mu](const Real& alpha) { return tradeoff(mu, alpha); };
  return step;
}

std::optional<StepLaw> describe(const DominatingPair& pair) {
  const auto* mechanism = dynamic_cast<const Laplace*>(&pair);
  if (mechanism == nullptr) return std::nullopt;
  const Rational mu = mechanism->mu();
  return StepLaw{"laplace", StepInEveryType([mu]<class Real>(RealType<Real>) {
                   return laplace(to_real<Real>(mu));
                 })};
}

}  // namespace

StepEntry laplace_step() { return {"laplace", describe}; }

}  // namespace plumbline::approximations
