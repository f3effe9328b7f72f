/// Theorem 2 of Ghazi and Issa 2024 ("Total Variation Meets Differential Privacy"): the privacy region of k adaptive
/// steps, each (epsilon, delta)-DP with total variation at most eta. The region is the intersection of the half-planes
/// of the lines (j epsilon, 1 - (1-delta)^k (1-delta_j)), j = 0 .. k.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/tv_kinks.hpp"

namespace plumbline {

/// The data at the j-th kink, for the loss S conditioned on being finite. Several kinks that cannot be distinguished
/// count as one: then r is the largest of them, and `slope` and `epsilon` contain the values of all of them.
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

  /// Kinks are numbered from 0 (epsilon = 0) to reach().
  long reach() const { return lattice_ ? lattice_->reach : scatter_->reach(); }
  /// Contains the epsilon of the j-th kink (of all of them, if it represents several).
  Ball epsilon(long j, Bits p) const;
  /// Returns the epsilon of the j-th kink if it is known to be rational.
  std::optional<Rational> exact_epsilon(long j) const;
  /// Returns e^epsilon of the j-th kink if it is known to be rational.
  std::optional<Rational> exact_ratio(long j) const;
  /// Returns a kink near that epsilon; an estimate.
  long near(double epsilon) const;
  /// Returns the unit: every kink is an integer multiple of it, and kink j is at j units. Returns nothing if none is
  /// known.
  std::optional<Real> unit() const {
    return lattice_ ? std::optional(lattice_->unit) : std::nullopt;
  }
  const std::vector<TvSteps>& steps() const { return steps_; }
  /// Returns the composition of these steps, repeated `times` times.
  ComposedTv repeated(long times) const;
  ComposedTv without_eta() const;

  /// Returns the mass of finite loss, prod (1 - delta_i)^{k_i}.
  Ball finite_mass(Bits p) const;
  /// Returns the mass of infinite loss, 1 minus this product.
  Ball infinite_mass(Bits p) const;
  /// Returns the mass of infinite loss as a fraction, if it has at most a few thousand digits.
  std::optional<Rational> exact_infinite_mass() const;
  /// Returns 1 - prod (1 - eta_i)^{k_i}: the total variation that follows from the total variations alone.
  Ball worst_total_variation(Bits p) const;

  /// Calls `visit` for j = reach .. 0 (downward). The relative accuracy is approximately 10^-digits for one kind of
  /// steps; for several kinds this accuracy is absolute. An exception Interrupted is not caught.
  using Visitor = std::function<void(const RegionPoint&)>;
  void visit(const Effort& effort, const Visitor& visitor) const;
  /// Visits the points. For one kind, masses of the distribution below e^log_cut are omitted (the balls include the
  /// error). Distributions of several kinds on a lattice are convolved; others are never truncated.
  void visit(const Effort& effort, const Visitor& visitor, double log_cut) const;

  /// Returns the exact region, j = 0 .. reach: 1 - (1-delta)^k (1-delta_j). Returns nothing unless e^epsilon, delta and
  /// eta are rational and, for several kinds, there are few enough outcomes to list.
  std::optional<std::vector<Rational>> exact_region(const Poll& poll = [] {}) const;

  /// Returns the working precision of visit() in bits.
  Bits bits(int digits) const;

 private:
  /// Returns true if the recurrence of one kind computes the distribution with full relative accuracy.
  bool one_kind() const;
  std::vector<Rational> exact_one_kind(const Poll& poll) const;
  std::optional<std::vector<Rational>> exact_listed(const Poll& poll) const;
  void visit_one_kind(const Effort& effort, const Visitor& visitor, Bits p) const;
  void visit_lattice(const Effort& effort, const Visitor& visitor, double log_cut, Bits p) const;
  void visit_scatter(const Effort& effort, const Visitor& visitor, Bits p) const;

  std::vector<TvSteps> steps_;
  std::optional<TvLattice> lattice_;  ///< present if the recurrence of one kind does not apply
  std::shared_ptr<const TvScatter> scatter_;
};

}  // namespace plumbline
