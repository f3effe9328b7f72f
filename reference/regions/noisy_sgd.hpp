/// Section VI-D of Ghazi and Issa 2024: noisy SGD whose steps are mu-GDP on a random subset. For
/// each epsilon of a list a step is (epsilon, delta(epsilon))-DP with total variation delta(0);
/// Proposition 1 amplifies both by the sampling rate; Theorem 2 composes; the regions of all
/// epsilons hold together.
#pragma once

#include <string>
#include <vector>

#include "reference/regions/tv_region.hpp"

namespace plumbline {

struct NoisySgd {
  Rational sigma;  ///< 1/mu of a step
  Rational rate;   ///< batch size over data set size
  long steps;
  std::vector<Rational> epsilons;

  /// As in Figure 5: n = 60000, m = 256, mu = 1/1.3, epsilon 0.5, 0.6, ..., 3.4; 15 epochs are
  /// 3515.625 batches, here 3516.
  static NoisySgd figure_five();
};

/// The composed region for one epsilon of the list.
ComposedTv sgd_region(const NoisySgd& sgd, const Rational& epsilon);

struct SgdCurves {
  std::vector<Certified> theorem2;    ///< intersection over epsilon, with the total variation
  std::vector<Certified> kairouz;     ///< the same without it
  std::vector<Certified> truth;       ///< the subsampled Gaussian itself, worst of both directions
  std::vector<Certified> asymptotic;  ///< G_mu of Dong, Roth, Su 2022, Corollary 5.4
};
SgdCurves sgd_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                     const Effort& effort);

/// mu of that limit: sqrt(2) c sqrt(e^{mu^2} Phi(3 mu/2) + 3 Phi(-mu/2) - 2), c = rate sqrt(steps).
/// (The formula is from memory, not from the papers at hand; it is a curve to compare with, not a
/// bound.)
Real sgd_asymptotic_mu(const NoisySgd& sgd);

/// The smallest epsilon of which the regions give (epsilon, D)-DP, with and without the total
/// variation; infinite where there is none. `of_one` uses the best region alone, as the paper does;
/// `of_all` their intersection, of which the smallest epsilon can be smaller yet.
struct SgdEpsilon {
  struct Answer {
    Extended of_one, of_all;
    Rational from;  ///< the epsilon of the list that gives `of_one`, as far as that is told apart
  };
  Answer theorem2, kairouz;
};
SgdEpsilon sgd_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort);

/// The same of the mechanism itself, the subsampled Gaussian, worst of both directions: the smallest
/// epsilon >= 0.
Certified sgd_true_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort);

}  // namespace plumbline
