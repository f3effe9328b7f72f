/// The kinks of the trade-off function of a composition of k_i steps of each kind i. Their epsilons are the
/// non-negative values of sum_i n_i epsilon_i with integers |n_i| <= k_i.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/regions/tv_steps.hpp"

namespace plumbline {

/// Epsilons that are integer multiples of one unit.
struct TvLattice {
  Real unit;
  std::vector<long> multiples;  ///< the epsilon of each kind of steps, in units
  long reach = 0;               ///< the largest kink, in units
};

/// Returns the lattice of the kinks. Returns nothing if the epsilons are not known to be multiples of one number, or if
/// this number is so small that there would be more than 10^8 kinks.
std::optional<TvLattice> tv_lattice(const std::vector<TvSteps>& steps);

/// Kinds of steps whose nonzero epsilons are known to be equal; `count` is their total number of steps.
struct TvAxis {
  Real epsilon;
  long count = 0;
  std::vector<size_t> kinds;
};
std::vector<TvAxis> tv_axes(const std::vector<TvSteps>& steps);

/// The kinks for epsilons without a common unit. An atom is a choice of an integer n_i, |n_i| <= k_i, for every TvAxis
/// i with k_i steps. Its loss is sum_i n_i epsilon_i. Atoms whose losses are equal or cannot be distinguished share a
/// kink; kink 0 is the loss 0.
class TvScatter {
 public:
  /// Returns the number of atoms.
  static double size(const std::vector<TvSteps>& steps);
  /// Throws std::invalid_argument, with the remedy, if there are more than 2^19 atoms.
  explicit TvScatter(const std::vector<TvSteps>& steps);

  long reach() const { return static_cast<long>(begin_.size()) - 2; }
  /// Returns a ball that contains the losses of all atoms of the kink, 0 <= kink <= reach().
  Ball epsilon(long kink, Bits p) const;
  /// Returns e^loss if it is a known rational and equal for all atoms of the kink.
  std::optional<Rational> exact_ratio(long kink) const;
  /// Heuristic: returns the index of a kink near the loss `epsilon`.
  long near(double epsilon) const;

  /// Returns the range [first, second) of the indices of a kink's atoms, for places().
  std::pair<size_t, size_t> atoms(long kink) const {
    return {begin_[static_cast<size_t>(kink)], begin_[static_cast<size_t>(kink) + 1]};
  }
  /// Returns n_i + k_i of the atom for every axis.
  std::vector<size_t> places(size_t atom) const;
  const std::vector<TvAxis>& axes() const { return axes_; }

 private:
  Ball loss(std::uint32_t code, const std::vector<Ball>& epsilons) const;
  void join_kinks(const std::vector<std::pair<Ball, std::uint32_t>>& sorted);

  std::vector<TvAxis> axes_;
  std::vector<std::uint32_t> codes_;  ///< codes of the atoms, in order of increasing loss
  std::vector<size_t> begin_;  ///< index in codes_ at which each kink begins, and the end of codes_
  std::vector<double> about_;  ///< approximate loss of each kink
};

}  // namespace plumbline
