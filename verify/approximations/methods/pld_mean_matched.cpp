/// Privacy loss distributions rounded to the nearest grid point and shifted to the exact mean (Gopi, Lee, Wutschitz
/// 2021; prv_accountant).
#include <cmath>

#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/pld.hpp"

namespace plumbline::approximations {
namespace {

double epsilon_error(const ApproximationRequest& request) {
  return option_or(request, "epsilon_error", Rational(1, 10)).approximate();
}
double delta_error(const ApproximationRequest& request) {
  return option_or(request, "delta_error", power_of_ten(-10)).approximate();
}

/// Returns the distance of the grid points for N steps, epsilon_error / sqrt(N/2 log(12/delta_error)) (Theorem 5.5 of
/// the paper).
double mesh(const ApproximationRequest& request) {
  double steps = 0;
  for (const StepLaw& law : step_laws(request.composition)) steps += law.count.approximate();
  return epsilon_error(request) / std::sqrt(steps / 2 * std::log(12 / delta_error(request)));
}

/// Returns the mass outside of the range of losses, a fraction of delta_error. The range is then computed by Chernoff's
/// bound (prv_accountant uses its Renyi accountant instead).
double range_tail(const ApproximationRequest& request) { return delta_error(request) / 8; }

/// Returns the interval of the theorem: delta~(e + epsilon_error) - delta_error <= delta(e) <= delta~(e -
/// epsilon_error) + delta_error, where delta~ is the delta that the method computes.
template <class Real, class Pairs>
std::optional<std::pair<Real, Real>> claimed_band(const Pairs& pairs,
                                                  const ApproximationRequest& request) {
  const Real shift(epsilon_error(request)), slack(delta_error(request));
  const Reading reading = reading_of(request);
  if (reading == Reading::epsilon) {
    const Real D = to_real<Real>(request.at);
    if (!(D > slack)) return std::nullopt;
    return {{Real(pairs.epsilon(Real(D + slack)) - shift),
             Real(pairs.epsilon(Real(D - slack)) + shift)}};
  }
  if (reading != Reading::delta && reading != Reading::tv) return std::nullopt;
  const Real at = reading == Reading::tv ? Real(0) : to_real<Real>(request.at);
  return {
      {Real(pairs.delta(Real(at + shift)) - slack), Real(pairs.delta(Real(at - shift)) + slack)}};
}

struct MeanMatched {
  static constexpr const char* kName = "pld_mean_matched";

  template <class Real>
  static DiscreteStep<Real> step(const StepLaw& law, bool reverse, const StepRange& range,
                                 const Real& spacing) {
    const LossTails<Real> tails(law, reverse);
    const Real half = Real(1) / 2;
    DiscreteStep<Real> out{range.first, {}};
    Real total(0), mean(0);
    CellEnd<Real> lo(spacing * (Real(range.first) - half));
    for (long i = range.first; i <= range.last; ++i) {
      CellEnd<Real> hi(spacing * (Real(i) + half));
      out.mass.push_back(tails.alternative_mass(lo, hi));
      lo = std::move(hi);
      total += out.mass.back();
      mean += out.mass.back() * (spacing * Real(i));
    }
    for (Real& mass : out.mass) mass /= total;
    // The paper uses the mean of the truncated loss. The mean of the whole loss differs by far less than the mesh.
    const Real exact = reverse ? Real(-loss_moments<Real>(law, Measure::P).mean)
                               : loss_moments<Real>(law, Measure::Q).mean;
    out.shift = exact - mean / total;
    return out;
  }

  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const auto pairs =
        discretised<Real, MeanMatched>(request, mesh(request), range_tail(request), false);
    return {quantity_of<Real>(*pairs, request), claimed_band<Real>(*pairs, request)};
  }
};

JudgedCurve curve(const ApproximationRequest& request) {
  return polygons(
      *discretised<double, MeanMatched>(request, mesh(request), range_tail(request), false),
      kPldCurve);
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_refusal(request, "pld_mean_matched", profile_readings());
  if (why.empty()) {
    why = quadrature_refusal(request.composition,
                             {StepPart::moments, StepPart::tails, StepPart::transform});
  }
  if (!why.empty()) return why;
  const double e = epsilon_error(request), d = delta_error(request);
  if (!(e >= 1e-6 && e <= 10)) return "option epsilon_error must lie in [1e-6, 10]";
  if (!(d >= 1e-100 && d <= 0.1)) return "option delta_error must lie in [1e-100, 0.1]";
  return grid_refusal(step_laws(request.composition), mesh(request), range_tail(request),
                      "epsilon_error");
}

}  // namespace

ApproximationEntry pld_mean_matched() {
  return {"pld_mean_matched",
          "privacy-loss distribution on a grid with the mean matched, composed by FFT, with its "
          "claimed band (Gopi et al. 2021)",
          {"epsilon_error", "delta_error"},
          refusal,
          [](const ApproximationRequest& r) {
            return run_on_grid<MeanMatched>(r, mesh(r), range_tail(r));
          },
          curve};
}

}  // namespace plumbline::approximations
