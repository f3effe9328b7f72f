/// The transform K(s) = log E_P[e^{sL}] of a composition for real s, with its derivatives. Chernoff bounds, Renyi
/// divergences and saddle points use it.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// The sum of the transforms that the steps offer. It caches its values, because searches evaluate the same s
/// repeatedly. Not thread-safe.
template <class Real>
class LossTransform {
 public:
  /// Constructs the transform for |s| <= reach.
  LossTransform(const std::vector<StepLaw>& laws, const Real& reach) {
    for (const StepLaw& law : laws) {
      steps_.push_back(law.in<Real>().transform(reach));
      counts_.push_back(to_real<Real>(law.count));
    }
  }

  const TransformAt<Real>& at(const Real& s) const {
    if (!(s == s)) return unordered_ = computed(s);  // nan cannot be a key of the cache
    const auto it = known_.find(s);
    return it != known_.end() ? it->second : known_.emplace(s, computed(s)).first->second;
  }

 private:
  TransformAt<Real> computed(const Real& s) const {
    TransformAt<Real> sum;
    for (size_t k = 0; k < steps_.size(); ++k) sum.add(counts_[k], steps_[k]->at(s));
    return sum;
  }

  std::vector<std::shared_ptr<const StepTransform<Real>>> steps_;
  std::vector<Real> counts_;
  mutable std::map<Real, TransformAt<Real>> known_;
  mutable TransformAt<Real> unordered_;
};

}  // namespace plumbline::approximations
