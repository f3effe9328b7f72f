/// log E_P[e^{sL}] of a composition for real s, with derivatives: what Chernoff bounds, Renyi
/// divergences and saddle points are made of.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/steps/step_law.hpp"
#include "verify/approximations/steps/subsampled_moments.hpp"

namespace plumbline::approximations {

/// K(s) = log E_P[e^{sL}] and K', K'', K''', K'''': the cumulants of L under the tilted law.
template <class Real>
struct TransformAt {
  Real value{0}, first{0}, second{0}, third{0}, fourth{0};

  void add(const Real& count, const TransformAt& step) {
    value += count * step.value, first += count * step.first, second += count * step.second;
    third += count * step.third, fourth += count * step.fourth;
  }
};

/// One step. The nodes of the quadrature do not depend on s.
template <class Real>
class StepTransform {
 public:
  /// To be asked for |s| <= reach.
  StepTransform(const StepLaw& law, const Real& reach)
      : mu_(to_real<Real>(law.mu)), p_(to_real<Real>(law.p)) {
    switch (law.kind) {
      case StepLaw::Kind::gaussian:
        break;
      case StepLaw::Kind::subsampled_gaussian:
        subsampled_gaussian(reach);
        break;
      default:
        laplace(reach);
    }
  }

  TransformAt<Real> at(const Real& s) const {
    if (nodes_.empty()) {
      const Real v = mu_ * mu_;
      return {Real(v * s * (s - 1) / 2), Real(v * (s - Real(1) / 2)), v};
    }
    using std::exp;
    using std::log;
    Real largest = -std::numeric_limits<Real>::infinity();
    for (const Node& node : nodes_) {
      largest = std::max(largest, Real(node.log_weight + s * node.loss));
    }
    Real sum(0), mean(0);
    std::vector<Real> tilted;
    tilted.reserve(nodes_.size());
    for (const Node& node : nodes_) {
      tilted.push_back(exp(node.log_weight + s * node.loss - largest));
      sum += tilted.back(), mean += tilted.back() * node.loss;
    }
    mean /= sum;
    Real m2(0), m3(0), m4(0);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Real d = nodes_[i].loss - mean, square = d * d, weight = tilted[i] / sum;
      m2 += weight * square, m3 += weight * square * d, m4 += weight * square * square;
    }
    return {Real(largest + log(sum)), mean, m2, m3, Real(m4 - 3 * m2 * m2)};
  }

 private:
  struct Node {
    Real loss, log_weight;
  };

  /// log(1 - p + p e^z).
  Real loss_at(const Real& z) const {
    using std::exp;
    using std::log;
    if (p_ == 1) return z;
    if (z > 1) return z + log(p_ + (1 - p_) * exp(-z));
    return log1p(Real(p_ * expm1(z)));
  }

  /// The trapezoid rule in the noise u; e^{sL} moves the law's mass by at most s mu.
  void subsampled_gaussian(const Real& reach) {
    using std::log;
    using std::sqrt;
    const Real pi = constants::pi<Real>(), target = quadrature_target<Real>();
    const Real wide = sqrt(2 * target), a = std::min(Real(pi / mu_ * 9 / 10), wide);
    const Real h = 2 * pi * a / (target + a * a / 2), last = wide + reach * mu_;
    const Real log_front = log(h / constants::root_two_pi<Real>());
    for (Real u = -last; u < last; u += h) {
      nodes_.push_back({loss_at(Real(mu_ * (u - mu_ / 2))), Real(log_front - u * u / 2)});
    }
  }

  /// Two atoms, and panels so narrow that e^{2sy} is smooth on each.
  void laplace(const Real& reach) {
    using std::log;
    const Real log_half = log(Real(1) / 2);
    nodes_.push_back({loss_at(Real(-mu_)), log_half});
    nodes_.push_back({loss_at(mu_), Real(log_half - mu_)});
    const Real widest = std::min(Real(Real(1) / 2), Real(10 / reach));
    gauss_panels<Real>(Real(0), mu_, widest, [&](const Real& y, const Real& weight) {
      nodes_.push_back({loss_at(Real(2 * y - mu_)), Real(log_half + log(weight) - y)});
    });
  }

  Real mu_, p_;
  std::vector<Node> nodes_;  ///< none for a Gaussian: closed form
};

/// The sum over all steps.
template <class Real>
class LossTransform {
 public:
  /// To be asked for |s| <= reach.
  LossTransform(const std::vector<StepLaw>& laws, const Real& reach) {
    for (const StepLaw& law : laws) {
      steps_.emplace_back(law, reach);
      counts_.push_back(to_real<Real>(law.count));
    }
  }

  TransformAt<Real> at(const Real& s) const {
    TransformAt<Real> sum;
    for (size_t k = 0; k < steps_.size(); ++k) sum.add(counts_[k], steps_[k].at(s));
    return sum;
  }

 private:
  std::vector<StepTransform<Real>> steps_;
  std::vector<Real> counts_;
};

}  // namespace plumbline::approximations
