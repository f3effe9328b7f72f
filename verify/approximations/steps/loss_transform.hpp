/// log E_P[e^{sL}] of a composition for real s, with derivatives: what Chernoff bounds, Renyi
/// divergences and saddle points are made of.
#pragma once

#include <memory>
#include <vector>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// The sum over all steps, each of which offers its transform.
template <class Real>
class LossTransform {
 public:
  /// To be asked for |s| <= reach.
  LossTransform(const std::vector<StepLaw>& laws, const Real& reach) {
    for (const StepLaw& law : laws) {
      steps_.push_back(law.in<Real>().transform(reach));
      counts_.push_back(to_real<Real>(law.count));
    }
  }

  TransformAt<Real> at(const Real& s) const {
    TransformAt<Real> sum;
    for (size_t k = 0; k < steps_.size(); ++k) sum.add(counts_[k], steps_[k]->at(s));
    return sum;
  }

 private:
  std::vector<std::shared_ptr<const StepTransform<Real>>> steps_;
  std::vector<Real> counts_;
};

}  // namespace plumbline::approximations
