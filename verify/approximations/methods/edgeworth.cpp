#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"

namespace plumbline::approximations {
namespace {

/// The approximate pairs of the requested directions. For `worst`, delta is the maximum of two oscillating expansions,
/// so the equation delta(epsilon) = D may have several roots. epsilon() returns the root nearest to the root of the
/// first direction.
template <class Real>
class EdgeworthPairs : public DirectedPairs<Real, EdgeworthPair<Real>> {
 public:
  using DirectedPairs<Real, EdgeworthPair<Real>>::DirectedPairs;
  Real epsilon(const Real& D) const {
    const EdgeworthPair<Real>& first = this->each().front();
    if (this->each().size() == 1) return first.epsilon(D);
    return nearest_root<Real>([&](const Real& e) { return Real(this->delta(e) - D); },
                              first.epsilon(D), Real(first.null().deviation() / 20));
  }
};

template <class Real>
EdgeworthPairs<Real> edgeworth_pairs(const ApproximationRequest& request, int order) {
  // The expansions of all orders use the same cumulants, so the cumulants are shared.
  const auto cumulants = shared<Real>(request, "cumulants under P and Q", [&] {
    const std::vector<StepLaw> laws = step_laws(request.composition);
    return std::pair(total_cumulants<Real>(laws, Measure::P),
                     total_cumulants<Real>(laws, Measure::Q));
  });
  return {direction_meant(request), [&](bool reverse) {
            return EdgeworthPair<Real>(cumulants->first, cumulants->second, order, reverse);
          }};
}

template <int order>
struct Edgeworth {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    return {quantity_of<Real>(edgeworth_pairs<Real>(request, order), request)};
  }
};

template <int order>
JudgedCurve curve(const ApproximationRequest& request) {
  const auto pairs = edgeworth_pairs<double>(request, order);
  std::vector<std::unique_ptr<ComparedCurve>> curves;
  for (const EdgeworthPair<double>& pair : pairs.each()) {
    curves.push_back(edgeworth_curve(pair.null(), pair.alternative()));
  }
  return convexified(
      std::move(curves), pairs.bridge(),
      "alpha = 1 - F_null(t), beta = F_alternative(t), F the expansions with their double mean, "
      "deviation and coefficients, t where both rise around the null's mean; beyond, constant");
}

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "edgeworth", profile_readings());
  return why.empty() ? quadrature_refusal(request.composition, {StepPart::moments}) : why;
}

template <int order>
ApproximationEntry entry() {
  return {"edgeworth" + std::to_string(order),
          "Edgeworth expansion of the loss sums, terms through N^(-" + std::to_string(order) +
              "/2) (Zheng et al. 2020)",
          {},
          refusal,
          run_twice<Edgeworth<order>>,
          curve<order>};
}

}  // namespace

ApproximationEntry edgeworth(int order) {
  switch (order) {
    case 0:
      return entry<0>();
    case 1:
      return entry<1>();
    case 2:
      return entry<2>();
    case 3:
      return entry<3>();
    default:
      return entry<4>();
  }
}

}  // namespace plumbline::approximations
