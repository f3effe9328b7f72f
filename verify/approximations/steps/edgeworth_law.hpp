/// Edgeworth expansions of the distribution of the total loss, under the null and under the alternative.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "verify/approximations/numerics/roots.hpp"
#include "verify/approximations/numerics/special_functions.hpp"
#include "verify/approximations/steps/gaussian_pair.hpp"
#include "verify/approximations/steps/loss_moments.hpp"

namespace plumbline::approximations {

/// Returns the cumulants of the total loss: the sums of the cumulants of L over all steps.
template <class Real>
Cumulants<Real> total_cumulants(const std::vector<StepLaw>& laws, Measure measure) {
  Cumulants<Real> total{};
  for (const StepLaw& law : laws) {
    const Cumulants<Real> step = cumulants(loss_moments<Real>(law, measure));
    const Real count = to_real<Real>(law.count);
    for (size_t r = 1; r <= 6; ++r) total[r] += count * step[r];
  }
  return total;
}

/// Returns the coefficients of the Hermite polynomials He_n in the bracket of F(x) = Phi(x) - phi(x) [...], with all
/// terms up to the given order in N^{-1/2} (mathematics.md section 8; Petrov 1975, Chapter VI). k contains the
/// cumulants of the total loss of N steps, so l_r = k_r / k_2^{r/2} already contains the power N^{1 - r/2}.
template <class Real>
std::array<Real, 12> edgeworth_coefficients(const Cumulants<Real>& k, int order) {
  using std::sqrt;
  const Real v = k[2], s = sqrt(v);
  const Real l3 = k[3] / (v * s), l4 = k[4] / (v * v), l5 = k[5] / (v * v * s),
             l6 = k[6] / (v * v * v);
  std::array<Real, 12> c{};
  if (order >= 1) c[2] = l3 / 6;
  if (order >= 2) {
    c[3] += l4 / 24;
    c[5] += l3 * l3 / 72;
  }
  if (order >= 3) {
    c[4] += l5 / 120;
    c[6] += l3 * l4 / 144;
    c[8] += l3 * l3 * l3 / 1296;
  }
  if (order >= 4) {
    c[5] += l6 / 720;
    c[7] += l4 * l4 / 1152 + l3 * l5 / 720;
    c[9] += l3 * l3 * l4 / 1728;
    c[11] += l3 * l3 * l3 * l3 / 31104;
  }
  return c;
}

/// The expansion as a distribution function. Far in the tails, it may be non-monotone and outside of [0, 1].
template <class Real>
class EdgeworthLaw {
 public:
  EdgeworthLaw(const Cumulants<Real>& total, int order)
      : mean_(total[1]), c_(edgeworth_coefficients(total, order)) {
    using std::sqrt;
    deviation_ = sqrt(total[2]);
  }

  const Real& mean() const { return mean_; }
  const Real& deviation() const { return deviation_; }
  /// Returns the coefficients c_n of phi He_n.
  const std::array<Real, 12>& coefficients() const { return c_; }

  Real below(const Real& t) const {
    const Real x = (t - mean_) / deviation_;
    return normal_below(x) - correction(x);
  }
  Real above(const Real& t) const {
    const Real x = (t - mean_) / deviation_;
    return normal_above(x) + correction(x);
  }
  /// Returns the t with above(t) = alpha nearest to the normal quantile.
  Real upper_quantile(const Real& alpha) const {
    const auto excess = [&](const Real& t) { return Real(above(t) - alpha); };
    const Real start = mean_ + deviation_ * normal_upper_quantile(alpha);
    return nearest_root<Real>(excess, start, Real(deviation_ / 20));
  }

 private:
  /// Returns phi(x) sum_n c_n He_n(x), with He_{n+1} = x He_n - n He_{n-1}.
  Real correction(const Real& x) const {
    Real previous(1), he = x, sum(0);
    for (size_t n = 1; n < c_.size(); ++n) {
      sum += c_[n] * he;
      const Real next = x * he - Real(static_cast<int>(n)) * previous;
      previous = he;
      he = next;
    }
    return normal_density(x) * sum;
  }

  Real mean_, deviation_;
  std::array<Real, 12> c_;
};

/// The approximate pair in one direction: the expansions under the null and under the alternative.
template <class Real>
class EdgeworthPair {
 public:
  /// Expands the cumulants of L under P and under Q. `reverse` exchanges null and alternative, with the loss -L.
  EdgeworthPair(const Cumulants<Real>& P, const Cumulants<Real>& Q, int order, bool reverse)
      : null_(reverse ? negated(Q) : P, order), alternative_(reverse ? negated(P) : Q, order) {}

  const EdgeworthLaw<Real>& null() const { return null_; }
  const EdgeworthLaw<Real>& alternative() const { return alternative_; }

  Real delta(const Real& epsilon) const {
    using std::exp;
    return alternative_.above(epsilon) - exp(epsilon) * null_.above(epsilon);
  }
  Real tradeoff(const Real& alpha) const { return alternative_.below(null_.upper_quantile(alpha)); }
  /// Returns the root of delta(epsilon) = D that is nearest to the root for G_mu, where G_mu has the same ratio of mean
  /// and standard deviation of the loss.
  Real epsilon(const Real& D) const {
    using std::abs;
    const GaussianPair<Real> limit(Real(2 * abs(null_.mean()) / null_.deviation()));
    return nearest_root<Real>([&](const Real& e) { return Real(delta(e) - D); }, limit.epsilon(D),
                              Real(null_.deviation() / 20));
  }
  /// Returns the errors of the test at threshold 0.
  std::pair<Real, Real> unit_test() const {
    return {null_.above(Real(0)), alternative_.below(Real(0))};
  }
  /// Returns the Bayes error (1-pi) (1 - delta(t)) at the prior pi, t = log(pi/(1-pi)). It is computed as a sum of two
  /// tails, which avoids cancellation.
  Real bayes(const Real& prior) const {
    using std::log;
    const Real t = log(prior / (1 - prior));
    return prior * null_.above(t) + (1 - prior) * alternative_.below(t);
  }

 private:
  static Cumulants<Real> negated(Cumulants<Real> k) {
    for (size_t r = 1; r <= 5; r += 2) k[r] = -k[r];
    return k;
  }

  EdgeworthLaw<Real> null_, alternative_;
};

}  // namespace plumbline::approximations
