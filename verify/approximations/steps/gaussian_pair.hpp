/// G_mu: the pair N(0,1) against N(mu,1), the limit in central limit theorems.
#pragma once

#include "verify/approximations/numerics/roots.hpp"
#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

/// The pair G_mu. It is symmetric, so one object serves both directions (Dong, Roth, Su 2019, Section 2).
template <class Real>
class GaussianPair {
 public:
  /// Requires mu > 0.
  explicit GaussianPair(const Real& mu) : mu_(mu) {}

  const Real& mu() const { return mu_; }

  /// Returns Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)  (Balle and Wang 2018, Theorem 8).
  Real delta(const Real& epsilon) const {
    using std::exp;
    return Q_above(epsilon) - exp(epsilon) * P_above(epsilon);
  }

  /// Returns the epsilon with delta(epsilon) = D, 0 < D < 1.
  Real epsilon(const Real& D) const {
    const auto excess = [&](const Real& e) { return Real(delta(e) - D); };
    // delta is monotone, so every bracket contains the only root. This start and step are also suitable for very small
    // mu.
    return nearest_root<Real>(excess, Real(mu_ * mu_ / 2), Real((1 + mu_) / 16));
  }

  /// Returns f(alpha) = Phi(Phi^-1(1 - alpha) - mu), 0 < alpha < 1.
  Real tradeoff(const Real& alpha) const {
    return normal_below(Real(normal_upper_quantile(alpha) - mu_));
  }

  /// Returns R(prior) = prior P(L > t) + (1 - prior) Q(L <= t) at t = log(prior / (1 - prior)), 0 < prior < 1.
  Real bayes(const Real& prior) const {
    using std::log;
    const Real t = log(prior / (1 - prior));
    return prior * P_above(t) + (1 - prior) * normal_above(Real(mu_ / 2 - t / mu_));
  }

 private:
  // Under P the loss is N(-mu^2/2, mu^2), under Q it is N(mu^2/2, mu^2).
  Real P_above(const Real& t) const { return normal_above(Real(t / mu_ + mu_ / 2)); }
  Real Q_above(const Real& t) const { return normal_above(Real(t / mu_ - mu_ / 2)); }

  Real mu_;
};

}  // namespace plumbline::approximations
