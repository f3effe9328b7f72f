/// The steps of "Total Variation Meets Differential Privacy" (Ghazi and Issa 2024): each
/// (epsilon, delta)-DP with total variation at most eta.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// `count` steps of one kind. Without eta, the steps are only known to be (epsilon, delta)-DP. Then the region of k
/// steps is that of Kairouz, Oh and Viswanath (equation 6). The region is described by one delta for each epsilon_j = j
/// epsilon with j = 0 .. k, while that paper lists only the j for which k - j is even.
struct TvSteps {
  Real epsilon, delta;
  std::optional<Real> eta;
  long count = 1;
  /// For steps on a random subset: epsilon before subsampling, and the sampling rate. The origin serves to recognise
  /// equal epsilons. Equal origins imply equal epsilons, but balls cannot prove that two numbers are equal.
  std::optional<std::pair<Rational, Rational>> origin{};

  /// Returns e^epsilon if it is rational (epsilon = 0 or the logarithm of a rational).
  std::optional<Rational> exact_ratio() const;
  /// Returns alpha = 1 - (eta-delta)(e^eps+1)/((1-delta)(e^eps-1)), exactly if all parameters are rational.
  std::optional<Rational> exact_alpha() const;
  Ball alpha(Bits p) const;
  /// Returns true if the loss is certainly 0 whenever it is finite.
  bool still() const;
  /// Returns these steps without the bound on the total variation.
  TvSteps without_eta() const { return {epsilon, delta, std::nullopt, count, origin}; }
};

/// Throws std::invalid_argument (which parameter, its value, its range) unless count >= 1, epsilon >= 0, 0 <=
/// delta <= eta <= the largest total variation.
void check(const TvSteps& steps);

/// Returns the largest total variation of an (epsilon, delta)-DP mechanism (Corollary 1, Remark 1).
Ball largest_total_variation(const Ball& epsilon, const Ball& delta);

/// Returns the steps of Proposition 1: these steps, run on a random subset with sampling rate p. Throws
/// std::invalid_argument unless 0 <= p <= 1.
TvSteps subsampled(const TvSteps& steps, const Rational& p);

/// The probabilities under Q of the losses +epsilon (up), 0 (still) and -epsilon (down), given that the loss is finite
/// (equation 7).
struct TvMasses {
  Ball up, still, down;
};
TvMasses tv_masses(const TvSteps& steps, Bits p);

}  // namespace plumbline
