#include "verify/approximations/methods/saddle_point.hpp"

#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"

namespace plumbline::approximations {
namespace {

template <int order>
struct SaddlePoint {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const LossTransform<Real> K(step_laws(request.composition), Real(kSaddleReach));
    const DirectedPairs<Real, SaddlePair<Real>> pairs(direction_meant(request), [&](bool reverse) {
      return SaddlePair<Real>(K, reverse, order);
    });
    return {quantity_of<Real>(pairs, request)};
  }
};

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "saddle_point", profile_quantities());
  return why.empty() ? quadrature_refusal(request.composition, {StepPart::transform}) : why;
}

/// Roots of saddles take too long in wide arithmetic: there long double stands in.
template <int order>
ApproximationResult run(const ApproximationRequest& request) {
  const bool root =
      request.quantity == "epsilon" || request.quantity == "tradeoff" || request.quantity == "rero";
  return root ? run_twice<SaddlePoint<order>, long double>(request)
              : run_twice<SaddlePoint<order>>(request);
}

}  // namespace

ApproximationEntry saddle_point(int order) {
  if (order == 1) {
    return {"saddle_point1",
            "saddle point of the profile's integral, leading term (Alghamdi et al. 2023)",
            {},
            refusal,
            run<1>};
  }
  return {"saddle_point2", "the same with the next term", {}, refusal, run<2>};
}

}  // namespace plumbline::approximations
