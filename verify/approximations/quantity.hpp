/// Evaluates the quantity of a request on an approximate pair.
#pragma once

#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/request_checks.hpp"

namespace plumbline::approximations {

/// Returns the quantity of the request. Pair provides delta(epsilon), epsilon(delta), tradeoff(alpha) and bayes(prior)
/// as functions of a Real in the interior of their domains. At the ends of the domains, this function returns the
/// values that every pair without infinite losses has.
template <class Real, class Pair>
Real quantity_of(const Pair& pair, const ApproximationRequest& request) {
  const Real at = to_real<Real>(request.at);
  const Reading reading = reading_of(request);
  if (reading == Reading::tv) return pair.delta(Real(0));
  if (reading == Reading::delta) return pair.delta(at);
  if (reading == Reading::epsilon) return pair.epsilon(at);
  if (reading == Reading::bayes) return at == 0 || at == 1 ? Real(0) : Real(pair.bayes(at));
  const Real f = at == 0 || at == 1 ? Real(1 - at) : Real(pair.tradeoff(at));
  return reading == Reading::power ? Real(1 - f) : f;
}

}  // namespace plumbline::approximations
