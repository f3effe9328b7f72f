/// A step of the Gaussian mechanism.
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "verify/approximations/steps/gaussian_noise.hpp"
#include "verify/approximations/steps/step_registry.hpp"

namespace plumbline::approximations {
namespace {

template <class Real>
class GaussianTransform final : public StepTransform<Real> {
 public:
  explicit GaussianTransform(const Real& mu) : mu_(mu) {}
  TransformAt<Real> at(const Real& s) const override {
    const Real v = mu_ * mu_;
    return {Real(v * s * (s - 1) / 2), Real(v * (s - Real(1) / 2)), v};
  }

 private:
  Real mu_;
};

template <class Real>
StepIn<Real> gaussian(const Real& mu) {
  StepIn<Real> step;
  step.moments = [mu](Measure measure) { return gaussian_moments(mu, measure); };
  step.nodes = [mu](Measure measure) { return gaussian_nodes(mu, Real(1), measure); };
  step.tail = [mu](Measure measure, const Real& t, bool above, bool /*closed*/) {
    return gaussian_tail(mu, measure, t, above);
  };
  step.transform = [mu](const Real& /*reach*/) {
    return std::make_shared<const GaussianTransform<Real>>(mu);
  };
  step.draw = [mu](RandomReals<Real>& random, Measure measure) {
    return gaussian_draw(mu, random, measure);
  };
  // The sum of the steps is exactly normal.
  step.draw_sum = [mu](RandomReals<Real>& random, Measure measure, const Real& count) -> Real {
    using std::sqrt;
    const Real drift = count * mu * mu / 2;
    return mu * sqrt(count) * random.normal() + (measure == Measure::P ? -drift : drift);
  };
  return step;
}

std::optional<StepLaw> describe(const DominatingPair& pair) {
  const auto* mechanism = dynamic_cast<const Gaussian*>(&pair);
  if (mechanism == nullptr) return std::nullopt;
  if (!mechanism->mu()) return std::nullopt;
  const Rational mu = *mechanism->mu();
  return StepLaw{"gaussian", StepInEveryType([mu]<class Real>(RealType<Real>) {
                   return gaussian(to_real<Real>(mu));
                 }),
                 GaussianNoise{mu, Rational(1)}};
}

}  // namespace

StepEntry gaussian_step() { return {"gaussian", describe}; }

}  // namespace plumbline::approximations
