#include "verify/approximations/methods/clt_v.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"
#include "verify/approximations/steps/gaussian_pair.hpp"

namespace plumbline::approximations {
namespace {

/// Returns the band G_mu(a + gamma) - gamma <= f(a) <= G_mu(a - gamma) + gamma, for a in [gamma, 1 - gamma] only.
template <class Real>
std::optional<std::pair<Real, Real>> tradeoff_band(const CltBand<Real>& clt, const Real& alpha) {
  const Real &gamma = clt.gamma, low = alpha - gamma, high = alpha + gamma;
  if (low < 0 || high > 1) return std::nullopt;
  const GaussianPair<Real> limit(clt.mu);
  const Real above = low == 0 ? Real(1) : limit.tradeoff(low);
  const Real below = high == 1 ? Real(0) : limit.tradeoff(high);
  return {{std::max(Real(0), Real(below - gamma)), std::min(Real(1), Real(above + gamma))}};
}

/// The method clt_v. Its theorem assumes symmetric f. Trade-off functions of subsampled Gaussians are not symmetric. As
/// in the literature, the theorem is applied to them nevertheless, with the functionals of the chosen direction.
/// `worst` uses those of the forward pair. The resulting interval may be wrong. The verdict, which compares it with the
/// certified value, shows whether it is.
struct CltFunctionals {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const bool reverse = direction_meant(request) == Direction::reverse;
    const Measure null = reverse ? Measure::Q : Measure::P;
    const CltBand<Real> clt =
        *shared<Real>(request, reverse ? "functionals under Q" : "functionals under P",
                      [&] { return clt_band<Real>(step_laws(request.composition), null); });
    Answer<Real> out{quantity_of<Real>(GaussianPair<Real>(clt.mu), request)};
    const Reading reading = reading_of(request);
    if (reading == Reading::type_two || reading == Reading::power) {
      out.band = tradeoff_band(clt, to_real<Real>(request.at));
    }
    if (out.band && reading == Reading::power) {
      out.band = {Real(1 - out.band->second), Real(1 - out.band->first)};
    }
    return out;
  }
};

JudgedCurve curve(const ApproximationRequest& request) {
  const bool reverse = direction_meant(request) == Direction::reverse;
  const double mu =
      clt_band<double>(step_laws(request.composition), reverse ? Measure::Q : Measure::P).mu;
  return {gaussian_curve(mu), fmt::format("G_mu exactly, with mu = {:a}", mu)};
}

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "clt_v", profile_readings());
  return why.empty() ? quadrature_refusal(request.composition, {StepPart::moments}) : why;
}

}  // namespace

ApproximationEntry clt_v() {
  return {"clt_v",
          "G_mu with mu = 2 sqrt(N) v1 / sqrt(v2 - v1^2) and its Berry-Esseen band "
          "(Dong, Roth, Su 2019)",
          {},
          refusal,
          run_twice<CltFunctionals>,
          curve};
}

}  // namespace plumbline::approximations
