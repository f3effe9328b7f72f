#include "reference/regions/refined_limits.hpp"

#include <utility>

#include "reference/quantities/refined/refined.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

using SgdCurve = std::vector<Certified>;
constexpr SgdCurve SgdCurves::*kCurves[] = {&SgdCurves::theorem2, &SgdCurves::kairouz,
                                            &SgdCurves::truth, &SgdCurves::asymptotic};

Refining<GaussianDistance> refining(const ComposedTv& composed, const Real& mu) {
  return {[&](const Effort& step) { return gaussian_distance(composed, mu, step); },
          [](const GaussianDistance& found) { return found.distance.reached(); },
          [](const GaussianDistance& found, int digits) {
            return GaussianDistance{judged(found.above, digits), judged(found.below, digits),
                                    judged(found.distance, digits)};
          },
          [](const GaussianDistance& before, const GaussianDistance& now) {
            return GaussianDistance{sharper(before.above, now.above),
                                    sharper(before.below, now.below),
                                    sharper(before.distance, now.distance)};
          },
          [](const GaussianDistance& found) { return digits_of(found.distance); }};
}

Refining<SgdCurves> refining(const NoisySgd& sgd, const std::vector<Rational>& alphas) {
  return {[&](const Effort& step) { return sgd_curves(sgd, alphas, step); },
          [](const SgdCurves& found) {
            for (const auto curve : kCurves) {
              for (const Certified& x : found.*curve) {
                if (!x.reached()) return false;
              }
            }
            return true;
          },
          [](SgdCurves found, int digits) {
            for (const auto curve : kCurves) {
              for (Certified& x : found.*curve) x = judged(x, digits);
            }
            return found;
          },
          [](SgdCurves before, const SgdCurves& now) {
            for (const auto curve : kCurves) {
              for (size_t i = 0; i < (now.*curve).size(); ++i) {
                Certified& x = (before.*curve)[i];
                x = sharper(x, (now.*curve)[i]);
              }
            }
            return before;
          },
          [](const SgdCurves& found) { return digits_of((found.*kCurves[0]).front()); }};
}

}  // namespace

GaussianDistance certain_distance() {
  const Certified any = any_probability("");
  return {any, any, any};
}

GaussianDistance refined_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                  SoFar<GaussianDistance> so_far) {
  Refining<GaussianDistance> how = refining(composed, mu);
  how.so_far = std::move(so_far);
  return refine(how, effort);
}

SgdCurves certain_curves(size_t points) {
  SgdCurves out;
  for (const auto curve : kCurves) (out.*curve).assign(points, any_probability(""));
  return out;
}

SgdCurves refined_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                         const Effort& effort, SoFar<SgdCurves> so_far) {
  Refining<SgdCurves> how = refining(sgd, alphas);
  how.so_far = std::move(so_far);
  return refine(how, effort);
}

}  // namespace plumbline
