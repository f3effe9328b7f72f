/// Composes discretised privacy loss distributions by FFT, and computes quantities of the resulting pair.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/approximations/numerics/fft.hpp"
#include "verify/approximations/steps/loss_grid.hpp"
#include "verify/approximations/steps/loss_tails.hpp"

namespace plumbline::approximations {

/// The discretised loss of one step: mass[i] is the mass of the loss (first + i) spacing under the alternative.
template <class Real>
struct DiscreteStep {
  long first;
  std::vector<Real> mass;
  Real infinite{0};  ///< mass at loss +inf
  Real shift{0};     ///< added to every loss
};

/// A composition in one direction: alternative masses q_j at losses l_j, null masses q_j e^{-l_j}.
template <class Real>
class DiscreteLoss {
 public:
  DiscreteLoss(const Real& first_loss, const Real& spacing, const std::vector<Real>& mass,
               const Real& infinite)
      : first_(first_loss), spacing_(spacing), infinite_(infinite), mass_(mass) {
    using std::exp;
    const size_t n = mass.size();
    alternative_above_.assign(n + 1, Real(0));
    null_above_.assign(n + 1, Real(0));
    alternative_below_.assign(n + 1, Real(0));
    for (size_t j = n; j-- > 0;) {
      alternative_above_[j] = alternative_above_[j + 1] + mass[j];
      null_above_[j] = null_above_[j + 1];
      if (mass[j] > 0) null_above_[j] += mass[j] * exp(-loss(j));
    }
    for (size_t j = 0; j < n; ++j) alternative_below_[j + 1] = alternative_below_[j] + mass[j];
  }

  /// Returns the sum over l_j > epsilon of q_j (1 - e^{epsilon - l_j}), plus the mass at infinity.
  Real delta(const Real& epsilon) const {
    using std::exp;
    const size_t j = first_above(epsilon);
    return delta_at(j, Real(exp(epsilon)));
  }

  /// Returns the smallest epsilon with delta(epsilon) <= D. It has a closed form, because delta is piecewise linear in
  /// e^epsilon.
  Real epsilon(const Real& D) const {
    using std::exp;
    using std::log;
    // Finds the first j with delta(l_j) <= D. Between neighbouring losses, delta(epsilon) = infinite + Q - e^epsilon P,
    // where Q and P are the alternative mass and the null mass of the losses above epsilon.
    size_t low = 0, high = mass_.size();
    while (low < high) {
      const size_t j = (low + high) / 2;
      if (delta_at(j + 1, Real(exp(loss(j)))) <= D) {
        high = j;
      } else {
        low = j + 1;
      }
    }
    return log((infinite_ + alternative_above_[low] - D) / null_above_[low]);
  }

  /// Returns the value at alpha of the polygon whose corners are the errors (null mass above t, alternative mass at
  /// most t) for all thresholds t of the grid.
  Real tradeoff(const Real& alpha) const {
    if (alpha >= null_above_.front()) return Real(0);
    // The last j with null_above_[j] > alpha.
    const auto it = std::partition_point(null_above_.begin(), null_above_.end(),
                                         [&](const Real& a) { return a > alpha; });
    const auto j = static_cast<size_t>(it - null_above_.begin()) - 1;
    const Real share = (alpha - null_above_[j + 1]) / (null_above_[j] - null_above_[j + 1]);
    return alternative_below_[j] + (1 - share) * mass_[j];
  }

  Real bayes(const Real& prior) const {
    return (1 - prior) * (1 - delta_at_ratio(Real(prior / (1 - prior))));
  }

  /// Returns the errors of the test at threshold 0.
  std::pair<Real, Real> unit_test() const {
    const size_t j = first_above(Real(0));
    return {null_above_[j], alternative_below_[j]};
  }

  /// Return the corners of the polygon, in order of decreasing alpha.
  const std::vector<Real>& corner_alphas() const { return null_above_; }
  const std::vector<Real>& corner_betas() const { return alternative_below_; }

  Real loss(size_t j) const { return first_ + spacing_ * Real(static_cast<long>(j)); }
  const std::vector<Real>& masses() const { return mass_; }
  const Real& infinite() const { return infinite_; }

 private:
  /// Returns the first j with loss(j) > epsilon.
  size_t first_above(const Real& epsilon) const {
    size_t low = 0, high = mass_.size();
    while (low < high) {
      const size_t j = (low + high) / 2;
      if (loss(j) > epsilon) {
        high = j;
      } else {
        low = j + 1;
      }
    }
    return low;
  }
  Real delta_at(size_t j, const Real& ratio) const {
    return infinite_ + alternative_above_[j] - ratio * null_above_[j];
  }
  Real delta_at_ratio(const Real& ratio) const {
    using std::log;
    return delta_at(first_above(Real(log(ratio))), ratio);
  }

  Real first_, spacing_, infinite_;
  std::vector<Real> mass_, alternative_above_, null_above_, alternative_below_;
};

/// Returns the masses of a step on a circular range of `size` losses. Masses whose index differs by a multiple of
/// `size` are added.
template <class Real>
ComplexValues<Real> wrapped(const DiscreteStep<Real>& step, size_t size) {
  ComplexValues<Real> x(size);
  const long n = static_cast<long>(size);
  for (size_t i = 0; i < step.mass.size(); ++i) {
    const long index = (step.first + static_cast<long>(i)) % n;
    x[static_cast<size_t>(index < 0 ? index + n : index)].re += step.mass[i];
  }
  return x;
}

/// Returns the distribution of the sum of the losses of all steps. It is computed by circular convolution on the range
/// of the grid. Masses that are negative because of rounding are set to 0. `truncated` is added to the mass of infinite
/// loss.
template <class Real>
DiscreteLoss<Real> composed(const std::vector<DiscreteStep<Real>>& steps,
                            const std::vector<unsigned long>& counts, const LossGrid& grid,
                            const Real& truncated) {
  const Fft<Real> fft(grid.size);
  ComplexValues<Real> product(grid.size, {Real(1), Real(0)});
  Real shift(0), log_finite(0);
  for (size_t k = 0; k < steps.size(); ++k) {
    ComplexValues<Real> x = wrapped(steps[k], grid.size);
    fft.forward(x);
    for (size_t i = 0; i < grid.size; ++i) product[i] = product[i] * power(x[i], counts[k]);
    shift += Real(counts[k]) * steps[k].shift;
    log_finite += Real(counts[k]) * log1p(Real(-steps[k].infinite));
  }
  fft.inverse(product);
  std::vector<Real> mass(grid.size);
  const long n = static_cast<long>(grid.size);
  for (long i = 0; i < n; ++i) {
    const long index = ((grid.first + i) % n + n) % n;
    mass[static_cast<size_t>(i)] = std::max(Real(0), product[static_cast<size_t>(index)].re);
  }
  const Real spacing(grid.spacing);
  return DiscreteLoss<Real>(Real(spacing * Real(grid.first) + shift), spacing, mass,
                            Real(truncated - expm1(log_finite)));
}

}  // namespace plumbline::approximations
