/// A step of the subsampled Gaussian mechanism.
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "verify/approximations/steps/gaussian_noise.hpp"
#include "verify/approximations/steps/node_transform.hpp"
#include "verify/approximations/steps/step_registry.hpp"
#include "verify/approximations/steps/subsampled.hpp"
#include "verify/approximations/steps/subsampled_moments.hpp"

namespace plumbline::approximations {
namespace {

/// Returns the transform, computed by the trapezoid rule in the output u. The factor e^{sL} shifts the mass of the
/// integrand by at most |s| mu, so the nodes extend by reach * mu beyond the Gaussian tails.
template <class Real>
std::shared_ptr<const StepTransform<Real>> transform(const Real& mu, const Real& p,
                                                     const Real& reach) {
  using std::log;
  using std::sqrt;
  const Real pi = constants::pi<Real>(), target = quadrature_target<Real>();
  const Real wide = sqrt(2 * target), a = std::min(Real(pi / mu * 9 / 10), wide);
  const Real h = 2 * pi * a / (target + a * a / 2), last = wide + reach * mu;
  const Real log_front = log(h / constants::root_two_pi<Real>());
  std::vector<typename NodeTransform<Real>::Node> nodes;
  for (Real u = -last; u < last; u += h) {
    nodes.push_back({subsampled_loss(p, Real(mu * (u - mu / 2))), Real(log_front - u * u / 2)});
  }
  return std::make_shared<const NodeTransform<Real>>(std::move(nodes));
}

template <class Real>
StepIn<Real> subsampled_gaussian(const Real& mu, const Real& p) {
  StepIn<Real> step;
  step.moments = [mu, p](Measure measure) { return subsampled_moments(mu, p, measure); };
  step.absolute_third = [mu, p](Measure measure, const Real& mean) {
    return subsampled_absolute_third(mu, p, measure, mean);
  };
  step.nodes = [mu, p](Measure measure) { return gaussian_nodes(mu, p, measure); };
  step.tail = [mu, p](Measure measure, const Real& t, bool above, bool closed) {
    const auto unmixed = [&mu](Measure own, const Real& z, bool own_above, bool /*closed*/) {
      return gaussian_tail(mu, own, z, own_above);
    };
    return subsampled_tail(p, unmixed, measure, t, above, closed);
  };
  step.transform = [mu, p](const Real& reach) { return transform(mu, p, reach); };
  step.draw = [mu, p](RandomReals<Real>& random, Measure measure) {
    return subsampled_draw(p, random, measure,
                           [&](Measure own) { return gaussian_draw(mu, random, own); });
  };
  return step;
}

/// Returns a reason if mu is too large: the time of the quadrature is proportional to mu^2.
std::string too_long(const Rational& mu) {
  if (mu <= Rational(50)) return "";
  return "moments of a subsampled gaussian are computed for sensitivity/sigma <= 50 only, got " +
         mu.text();
}

std::optional<StepLaw> describe(const DominatingPair& pair) {
  const auto* mechanism = dynamic_cast<const SubsampledGaussian*>(&pair);
  if (mechanism == nullptr) return std::nullopt;
  const Rational mu = mechanism->law().mu, p = mechanism->law().p;
  return StepLaw{"gaussian", StepInEveryType([mu, p]<class Real>(RealType<Real>) {
                   return subsampled_gaussian(to_real<Real>(mu), to_real<Real>(p));
                 }),
                 GaussianNoise{mu, p}, too_long(mu)};
}

}  // namespace

StepEntry subsampled_gaussian_step() { return {"subsampled_gaussian", describe}; }

}  // namespace plumbline::approximations
