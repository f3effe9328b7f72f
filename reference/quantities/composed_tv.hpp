/// Theorem 2 of Ghazi and Issa 2024 ("Total Variation Meets Differential Privacy"): what k adaptive
/// steps, each (epsilon, delta)-DP of total variation at most eta, satisfy together. The region is
/// the intersection of the lines (j epsilon, 1 - (1-delta)^k (1-delta_j)), j = 0 .. k.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/quantities/certified.hpp"

namespace plumbline {

/// `count` steps of one kind. Without eta the steps are (epsilon, delta)-DP and no more: then the
/// region is that of Kairouz, Oh and Viswanath (equation 6), at every j instead of those of k's
/// parity.
struct TvSteps {
  Real epsilon, delta;
  std::optional<Real> eta;
  long count = 1;

  /// e^epsilon where it is rational (epsilon = 0 or the logarithm of a rational).
  std::optional<Rational> exact_ratio() const;
  /// alpha = 1 - (eta-delta)(e^eps+1)/((1-delta)(e^eps-1)), exactly where everything is rational.
  std::optional<Rational> exact_alpha() const;
  Ball alpha(Bits p) const;
  /// The same steps without the bound on the total variation.
  TvSteps without_eta() const { return {epsilon, delta, std::nullopt, count}; }
};

/// The largest total variation of an (epsilon, delta)-DP mechanism (Corollary 1, Remark 1).
Ball largest_total_variation(const Ball& epsilon, const Ball& delta);

/// Proposition 1: a mechanism of this kind run on a random subset, rate p. Throws
/// std::invalid_argument unless 0 <= p <= 1.
TvSteps subsampled(const TvSteps& steps, const Rational& p);

/// The logarithms of rationals and the rationals themselves: "1", "log(3)", "log(3/2)".
Real parse_epsilon(const std::string& text);

/// What is known at the line of slope e^{j unit}: of the losses given that they are finite, S in
/// units, unless it says otherwise.
struct RegionPoint {
  long j;
  Ball delta;    ///< delta_j = E_Q[(1 - e^{(j - S) unit})_+]
  Ball P_above;  ///< P(S > j)
  Ball Q_above;  ///< Q(S > j)
  Ball slope;    ///< e^{-j unit}
};

class ComposedTv {
 public:
  /// Throws std::invalid_argument on parameters out of range (which, their value, remedy) and on
  /// different epsilons without a common multiple small enough.
  explicit ComposedTv(std::vector<TvSteps> steps);

  /// The epsilon of which every kink is a multiple, and the largest multiple.
  const Real& unit() const { return unit_; }
  long reach() const { return reach_; }
  const std::vector<TvSteps>& steps() const { return steps_; }
  /// The same steps `times` times over.
  ComposedTv repeated(long times) const;
  ComposedTv without_eta() const;

  /// prod (1 - delta_i)^{k_i}, and 1 minus that.
  Ball finite_mass(Bits p) const;
  Ball infinite_mass(Bits p) const;
  /// 1 - prod (1 - eta_i)^{k_i}: what the total variations alone would give.
  Ball worst_total_variation(Bits p) const;

  /// Calls `visit` for j = reach .. 0 (downward), with relative accuracy of about 10^-digits for
  /// one kind of steps, absolute otherwise. Interrupted passes through.
  void visit(const Effort& effort, const std::function<void(const RegionPoint&)>& visitor) const;

  /// The same exactly, j = 0 .. reach: 1 - (1-delta)^k (1-delta_j). Nothing unless there is one
  /// kind of steps with rational e^epsilon, delta and eta.
  std::optional<std::vector<Rational>> exact_region(const Poll& poll = [] {}) const;

  /// Bits that visit() works with.
  Bits bits(int digits) const;

 private:
  std::vector<TvSteps> steps_;
  std::vector<long> multiples_;  ///< of the unit, per kind
  Real unit_;
  long reach_ = 0;
};

/// Answers from one walk over the region.
struct RegionAnswers {
  std::vector<Certified> deltas;    ///< 1 - (1-delta)^k (1-delta_j) at the j asked
  Certified total_variation;        ///< the same at j = 0
  std::vector<Certified> tradeoff;  ///< the composed trade-off function at the alphas asked
};
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort);

/// Twice the area between the trade-off function and the line 1 - alpha (0 perfectly private, 1
/// not at all).
Certified region_area(const ComposedTv& composed, const Effort& effort);

}  // namespace plumbline
