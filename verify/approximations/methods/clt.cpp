#include "verify/approximations/methods/clt.hpp"

#include <fmt/core.h>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/gaussian_pair.hpp"

namespace plumbline::approximations {
namespace {

struct Clt {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const GaussianPair<Real> limit(clt_mu<Real>(step_laws(request.composition)));
    return {quantity_of<Real>(limit, request)};
  }
};

JudgedCurve curve(const ApproximationRequest& request) {
  const double mu = clt_mu<double>(step_laws(request.composition));
  return {gaussian_curve(mu), fmt::format("G_mu exactly, with mu = {:a}", mu)};
}

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "clt", profile_readings());
  if (!why.empty()) return why;
  if (std::string unknown = step_law_refusal(request.composition); !unknown.empty()) {
    return unknown;
  }
  for (const StepLaw& law : step_laws(request.composition)) {
    if (!law.gaussian) {
      return "mu = p sqrt(N (e^(1/sigma^2) - 1)) is for Gaussian noise, not " + law.noise +
             "; use clt_v";
    }
  }
  return "";
}

}  // namespace

ApproximationEntry clt() {
  return {"clt",
          "G_mu with mu = p sqrt(N (e^(1/sigma^2) - 1)) (Bu et al. 2020); Gaussian noise only",
          {},
          refusal,
          run_twice<Clt>,
          curve};
}

}  // namespace plumbline::approximations
