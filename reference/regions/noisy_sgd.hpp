/// Section VI-D of Ghazi and Issa 2024: noisy SGD whose steps are mu-GDP on a random subset. For each epsilon of a
/// list, a step is (epsilon, delta(epsilon))-DP with total variation delta(0). Proposition 1 amplifies both by the
/// sampling rate, Theorem 2 composes the steps, and the privacy region is the intersection over all epsilons.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/tv_region.hpp"

namespace plumbline {

struct NoisySgd {
  Rational sigma;  ///< 1/mu of a step
  Rational rate;   ///< batch size over data set size
  long steps;
  std::vector<Rational> epsilons;

  /// Returns the parameters of Figure 5: n = 60000, m = 256, mu = 1/1.3, epsilon = 0.5, 0.6, ..., 3.4. 15 epochs are
  /// 3515.625 batches, rounded to 3516.
  static NoisySgd figure_five();
};

/// Returns the composed region for one epsilon of the list.
ComposedTv sgd_region(const NoisySgd& sgd, const Rational& epsilon);

struct SgdCurves {
  std::vector<Certified> theorem2;  ///< intersection over epsilon, using the total variation
  std::vector<Certified> kairouz;   ///< intersection over epsilon, without the total variation
  /// Trade-off function of the subsampled Gaussian mechanism itself, in the worst direction.
  std::vector<Certified> truth;
  std::vector<Certified> asymptotic;  ///< G_mu at sgd_asymptotic_mu: a limit, not a bound
};
SgdCurves sgd_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                     const Effort& effort);

/// Returns the mu of Dong, Roth, Su 2022 (Gaussian Differential Privacy), Corollary 5.4: if rate sqrt(steps) tends to
/// c as the number of steps grows, the composition of the symmetrised trade-off functions of steps on random subsets
/// of fixed size tends to G_mu, pointwise, with
///     mu = sqrt(2) c sqrt(e^{m^2} Phi(3m/2) + 3 Phi(-m/2) - 2),   m = 1/sigma.
/// The term under the second root is E_P[(e^L - 1)_+^2], with L the loss of a step on all data: L ~ N(-m^2/2, m^2)
/// under P, and the means of e^{2L}, e^L and 1 over L > 0 are e^{m^2} Phi(3m/2), Phi(m/2) and Phi(-m/2). The limit
/// proves nothing about a finite number of steps. It serves as a curve for comparison, evaluated at c = rate
/// sqrt(steps). In Figure 5 it lies below the trade-off function of the mechanism, because each step is symmetrised
/// separately.
Real sgd_asymptotic_mu(const NoisySgd& sgd);

/// The smallest epsilon for which the regions imply (epsilon, D)-DP, with and without the total variation; infinite if
/// none exists. `of_one` is the smallest epsilon of a single region, as in the paper. `of_all` is the epsilon of the
/// intersection of all regions, which can be smaller.
struct SgdEpsilon {
  struct Answer {
    Extended of_one, of_all;
    /// The epsilon of the list whose region yields `of_one`, to the working precision.
    Rational from;
  };
  Answer theorem2, kairouz;
};
SgdEpsilon sgd_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort);

/// Returns the smallest epsilon >= 0 of the mechanism itself, the subsampled Gaussian, in the worst direction.
Certified sgd_true_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort);

}  // namespace plumbline
