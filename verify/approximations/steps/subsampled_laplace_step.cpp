/// A step of the subsampled Laplace mechanism.
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "verify/approximations/steps/laplace_noise.hpp"
#include "verify/approximations/steps/step_registry.hpp"
#include "verify/approximations/steps/subsampled_laplace_moments.hpp"

namespace plumbline::approximations {
namespace {

template <class Real>
StepIn<Real> subsampled_laplace(const Real& mu, const Real& p) {
  StepIn<Real> step;
  step.moments = [mu, p](Measure measure) { return subsampled_laplace_moments(mu, p, measure); };
  step.nodes = [mu, p](Measure measure) { return laplace_nodes(mu, p, measure); };
  step.tail = [mu, p](Measure measure, const Real& t, bool above, bool closed) {
    const auto unmixed = [&mu](Measure own, const Real& z, bool own_above, bool own_closed) {
      return laplace_tail(mu, own, z, own_above, own_closed);
    };
    return subsampled_tail(p, unmixed, measure, t, above, closed);
  };
  step.transform = [mu, p](const Real& reach) { return laplace_transform(mu, p, reach); };
  step.draw = [mu, p](RandomReals<Real>& random, Measure measure) {
    return subsampled_draw(p, random, measure,
                           [&](Measure own) { return laplace_draw(mu, random, own); });
  };
  return step;
}

/// Returns a reason if mu is too large: the time of the quadrature is proportional to mu.
std::string too_long(const Rational& mu) {
  if (mu <= Rational(200)) return "";
  return "moments of a subsampled laplace are computed for sensitivity/b <= 200 only, got " +
         mu.text();
}

std::optional<StepLaw> describe(const DominatingPair& pair) {
  const auto* mechanism = dynamic_cast<const SubsampledLaplace*>(&pair);
  if (mechanism == nullptr) return std::nullopt;
  const Rational mu = mechanism->law().mu, p = mechanism->law().p;
  return StepLaw{"laplace", StepInEveryType([mu, p]<class Real>(RealType<Real>) {
                   return subsampled_laplace(to_real<Real>(mu), to_real<Real>(p));
                 }),
                 std::nullopt, too_long(mu)};
}

}  // namespace

StepEntry subsampled_laplace_step() { return {"subsampled_laplace", describe}; }

}  // namespace plumbline::approximations
