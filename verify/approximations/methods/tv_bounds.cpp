/// Closed-form bounds on the total variation from divergences that add up over the steps: KL divergences and the
/// Chernoff information. Ghazi and Issa (2024, Section I) name them as the cheap way to track total variation.
#include <algorithm>

#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/request_checks.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/loss_transform.hpp"

namespace plumbline::approximations {
namespace {

// With K(s) = log E_P[e^{sL}] and L = log dQ/dP, all quantities below are values of K on [0, 1]:
// KL(P || Q) = -K'(0), KL(Q || P) = K'(1), and the affinity of order s, E_P[(dQ/dP)^s] = e^{K(s)}.

/// The smaller of Pinsker's bound sqrt(KL/2) and the bound sqrt(1 - e^{-KL}) of Bretagnolle and Huber (1979), for the
/// smaller of both KL divergences. Total variation is the same in both directions.
struct KlBound {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    using std::expm1;
    using std::sqrt;
    const LossTransform<Real> K(step_laws(request.composition), Real(1));
    // Rounding may make the divergence of nearly equal distributions negative.
    const Real kl = std::max(Real(0), std::min(Real(-K.at(Real(0)).first), K.at(Real(1)).first));
    const Real upper = std::min(Real(sqrt(kl / 2)), Real(sqrt(-expm1(-kl))));
    return {upper, {{Real(0), upper}}};
  }
};

/// Returns the minimum of the convex function K over [0, 1], by bisection of K'. It equals -C, where C is the Chernoff
/// information.
template <class Real>
Real least_log_affinity(const LossTransform<Real>& K) {
  constexpr int kHalvings = 60;  // the minimum is flat: 2^-60 in s changes it by about 2^-120
  Real low(0), high(1);
  for (int k = 0; k < kHalvings; ++k) {
    const Real middle = (low + high) / 2;
    (K.at(middle).first < 0 ? low : high) = middle;
  }
  return K.at((low + high) / 2).value;
}

/// 1 - e^{-C} <= TV <= sqrt(1 - B^2), with the Chernoff information C and the Bhattacharyya coefficient B = e^{K(1/2)}
/// (Chernoff 1952, Kailath 1967). The value is the upper bound.
struct ChernoffBound {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    using std::expm1;
    using std::sqrt;
    const LossTransform<Real> K(step_laws(request.composition), Real(1));
    const Real lower = std::max(Real(0), Real(-expm1(least_log_affinity(K))));
    const Real upper = sqrt(std::max(Real(0), Real(-expm1(2 * K.at(Real(1) / 2).value))));
    return {upper, {{lower, upper}}};
  }
};

std::string refusal_of(const std::string& method, const ApproximationRequest& request) {
  const std::string why = request_refusal(request, method, {Reading::tv});
  return why.empty() ? quadrature_refusal(request.composition, {StepPart::transform}) : why;
}

}  // namespace

ApproximationEntry kl_tv() {
  return {"kl_tv",
          "total variation from the KL divergence: the smaller of the bounds of Pinsker and of "
          "Bretagnolle and Huber (an upper bound)",
          {},
          [](const ApproximationRequest& request) { return refusal_of("kl_tv", request); },
          run_twice<KlBound, long double>};
}

ApproximationEntry chernoff_tv() {
  return {"chernoff_tv",
          "total variation between 1 - e^-C, with the Chernoff information C, and sqrt(1 - B^2), "
          "with the Bhattacharyya coefficient B (two bounds; the value is the upper one)",
          {},
          [](const ApproximationRequest& request) { return refusal_of("chernoff_tv", request); },
          run_twice<ChernoffBound, long double>};
}

}  // namespace plumbline::approximations
