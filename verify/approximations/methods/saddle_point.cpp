#include "verify/approximations/methods/saddle_point.hpp"

#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"

namespace plumbline::approximations {
namespace {

/// Returns the transform of the loss, which caches its values. Both orders of the method have the same saddle points,
/// so the high-precision runs share one transform. The run in double has its own transform, so that its time includes
/// the search for saddle points.
template <class Real>
std::shared_ptr<const LossTransform<Real>> transform(const ApproximationRequest& request) {
  const auto make = [&] {
    return LossTransform<Real>(step_laws(request.composition), Real(kSaddleReach));
  };
  if constexpr (std::is_same_v<Real, double>)
    return std::make_shared<const LossTransform<Real>>(make());
  return shared<Real>(request, "transform", make);
}

template <int order>
struct SaddlePoint {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const auto K = transform<Real>(request);
    const DirectedPairs<Real, SaddlePair<Real>> pairs(direction_meant(request), [&](bool reverse) {
      return SaddlePair<Real>(*K, reverse, order);
    });
    return {quantity_of<Real>(pairs, request)};
  }
};

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "saddle_point", profile_readings());
  return why.empty() ? quadrature_refusal(request.composition, {StepPart::transform}) : why;
}

/// For quantities that are roots, the method uses long double instead of high precision, because each evaluation of the
/// function is a search for a saddle point.
template <int order>
ApproximationResult run(const ApproximationRequest& request) {
  const Reading reading = reading_of(request);
  const bool root =
      reading == Reading::epsilon || reading == Reading::type_two || reading == Reading::power;
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
