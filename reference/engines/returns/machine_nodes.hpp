/// Computes the transform at the nodes of a line with large |Im s| in machine numbers instead of balls. The weights of
/// these nodes are small, so that larger errors are acceptable.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/composition/composition.hpp"
#include "reference/engines/returns/cut_kernel.hpp"
#include "reference/engines/sieve/sieve.hpp"

namespace plumbline::returns {

/// The data from which the transform at the nodes c + i k D is computed, relative to K(c).
struct MachineLaw {
  static constexpr long kMostNode = 1L << 38;  ///< upper limit of the node numbers k
  /// The fraction of a full turn by which a phase advances from one node to the next: high 2^-64 + low 2^-90.
  struct Turn {
    std::uint64_t high, low;
  };
  struct Step {
    unsigned long count;
    std::vector<Turn> turns;
    std::vector<long double> weights;
    Ball outside;  ///< the interval from 0 to the share of the mass outside the atoms
  };
  std::vector<Step> steps;
  double c, D;

  static std::optional<Turn> turn_of(const Ball& angle);
  /// Returns nothing if a step offers no atoms, or too many, or if the processor does not round to nearest.
  static std::optional<MachineLaw> of(const Composition& composition, double c, double D,
                                      const Poll& poll);
  size_t atoms() const;
};

/// Two weighted sums over nodes, in the notation of RETURNS-CUT. The weights of `values` are the kernel that replaces
/// 1/(s(s-1)), and those of `widths` are e(v).
struct NodeSums {
  Ball values, widths;
};

/// The transform at nodes, computed in one numeric type (double or long double).
template <class Number>
class MachineNodes {
 public:
  explicit MachineNodes(const MachineLaw& law);

  /// Adds the nodes k of a run (consecutive nodes). All must satisfy kD >= 4 (1 + |c|). `kernel` belongs to the same
  /// line.
  void add(const fourier::Run& run, const CutKernel& kernel, const Poll& poll);

  size_t size() const { return size_; }
  /// Upper bounds of sum 2 (1 - v) |K(s_k)|/K(c) and sum 2 |K(s_k)|/K(c) over the nodes, v = k/(last+1).
  UpperBound sizes() const { return with_errors(sizes_); }
  UpperBound totals() const { return with_errors(totals_); }
  /// Returns 2 sum Re (K(s_k)/K(c)) f e^{-ikDt} for f = the kernel of CutKernel, and for f = e(v) of this kernel.
  /// `kernel` must be the same as in all calls of add(). Indeterminate if a machine sum is not accurate.
  NodeSums sums(const Ball& t, const CutKernel& kernel, Bits p, const Poll& poll) const;

 private:
  struct Value {
    Number re, im;
  };
  struct Weights;
  Value turned(std::uint64_t phase) const;
  Value transform(long k) const;
  UpperBound with_errors(double sum) const;
  Ball transform_error() const;
  Ball phase_error() const;
  Ball in_all(const MachineSum& above, const MachineSum& below, const Ball& error, Bits p) const;

  const MachineLaw* law_;
  std::vector<Value> table_;  ///< e^{2 pi i j/1024} for j = 0, ..., 1023
  std::vector<std::vector<Number>> weights_;
  std::vector<fourier::Run> runs_;
  std::vector<Value> values_;  ///< K(s_k)/K(c), in the order of the runs
  size_t size_ = 0;
  long farthest_ = 0;
  /// Computed sums over the nodes: of 2 (1 - v) |K(s_k)|/K(c), of 2 |K(s_k)|/K(c), and of bounds of the kernel.
  double sizes_ = 0, totals_ = 0, heights_ = 0;
};

extern template class MachineNodes<double>;
extern template class MachineNodes<long double>;

}  // namespace plumbline::returns
