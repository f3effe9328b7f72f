/// Theorem 2 of Ghazi and Issa 2024 ("Total Variation Meets Differential Privacy"): the privacy region of k adaptive
/// steps, each (epsilon, delta)-DP with total variation at most eta. The region is the intersection of the regions of
/// (epsilon_j, Delta_j)-DP with epsilon_j = j epsilon and Delta_j = 1 - (1-delta)^k (1-delta_j), for j = 0 .. k. Here
/// delta_j is the delta of the finite losses at epsilon_j.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/tv_kinks.hpp"

namespace plumbline {

/// Data of the j-th kink of the trade-off function, at epsilon = r, for the loss S conditioned on being finite. Several
/// kinks that cannot be distinguished count as one kink. Then r is the largest of them, and the balls `slope` and
/// `epsilon` contain the values of all of them.
struct RegionPoint {
  long j;
  Ball delta;    ///< delta(r) = E_Q[(1 - e^{r - S})_+]
  Ball P_above;  ///< P(S > r)
  Ball Q_above;  ///< Q(S > r)
  Ball slope;    ///< e^{-r}
  Ball epsilon;  ///< r
};

class ComposedTv {
 public:
  /// Throws std::invalid_argument (parameter, value, remedy) on parameters out of range, and if there are too many
  /// kinks to list.
  explicit ComposedTv(std::vector<TvSteps> steps);

  /// Returns the index of the last kink. Kinks are numbered from 0 (epsilon = 0).
  long reach() const { return lattice_ ? lattice_->reach : scatter_->reach(); }
  /// Returns a ball that contains the epsilon of the j-th kink. If the kink represents several kinks, the ball contains
  /// the epsilons of all.
  Ball epsilon(long j, Bits p) const;
  /// Returns the epsilon of the j-th kink if it is known to be rational.
  std::optional<Rational> exact_epsilon(long j) const;
  /// Returns e^epsilon of the j-th kink if it is known to be rational.
  std::optional<Rational> exact_ratio(long j) const;
  /// Heuristic: returns the index of a kink near `epsilon`.
  long near(double epsilon) const;
  /// Returns the unit u: the epsilon of kink j is j u. Returns nothing if the kinks are not known to be multiples of
  /// one number.
  std::optional<Real> unit() const {
    return lattice_ ? std::optional(lattice_->unit) : std::nullopt;
  }
  const std::vector<TvSteps>& steps() const { return steps_; }
  /// Returns the composition of `times` copies of these steps.
  ComposedTv repeated(long times) const;
  ComposedTv without_eta() const;

  /// Returns the mass of finite loss, prod (1 - delta_i)^{k_i}.
  Ball finite_mass(Bits p) const;
  /// Returns the mass of infinite loss, 1 minus finite_mass().
  Ball infinite_mass(Bits p) const;
  /// Returns the mass of infinite loss as a fraction, if it has at most a few thousand digits.
  std::optional<Rational> exact_infinite_mass() const;
  /// Returns 1 - prod (1 - eta_i)^{k_i}, the largest total variation of a composition whose steps have the total
  /// variations eta_i.
  Ball worst_total_variation(Bits p) const;

  /// Calls `visitor` for j = reach() .. 0, in this order. The accuracy is approximately 10^-digits, relative for one
  /// kind of steps and absolute for several kinds. Interrupted is not caught.
  using Visitor = std::function<void(const RegionPoint&)>;
  void visit(const Effort& effort, const Visitor& visitor) const;
  /// Visits the points in the same way. For several kinds of steps on a lattice, the distributions are convolved, and
  /// masses below e^log_cut are omitted (the balls include the error). In the other cases nothing is omitted.
  void visit(const Effort& effort, const Visitor& visitor, double log_cut) const;

  /// Returns the exact values 1 - (1-delta)^k (1-delta_j) of the region for j = 0 .. reach(). Returns nothing unless
  /// e^epsilon, delta and eta are rational and, for several kinds, there are few enough outcomes to list.
  std::optional<std::vector<Rational>> exact_region(const Poll& poll = [] {}) const;

  /// Returns the working precision of visit() in bits.
  Bits bits(int digits) const;

 private:
  /// Returns true if there is one kind of steps, whose distribution a recurrence computes with full relative accuracy.
  bool one_kind() const;
  std::vector<Rational> exact_one_kind(const Poll& poll) const;
  std::optional<std::vector<Rational>> exact_listed(const Poll& poll) const;
  void visit_one_kind(const Effort& effort, const Visitor& visitor, Bits p) const;
  void visit_lattice(const Effort& effort, const Visitor& visitor, double log_cut, Bits p) const;
  void visit_scatter(const Effort& effort, const Visitor& visitor, Bits p) const;

  std::vector<TvSteps> steps_;
  std::optional<TvLattice> lattice_;  ///< see tv_kinks.hpp
  std::shared_ptr<const TvScatter> scatter_;
};

}  // namespace plumbline
