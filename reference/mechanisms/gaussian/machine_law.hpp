/// A distribution of losses whose transform K(s) = E_P[e^{sL}] is summed in machine numbers along a line: quadrature
/// rules in doubles and in double-doubles, and heuristics that choose them.
#pragma once

#include <memory>
#include <string>

#include "reference/mechanisms/gaussian/mixture_double_double.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"

namespace plumbline::mixture {

class MachineLaw {
 public:
  virtual ~MachineLaw() = default;

  /// Identity of the distribution, shared by its rules. Equal distributions have equal identities.
  virtual const std::string& identity() const = 0;
  /// Returns the rule of a grid, usually from a cache; null if its numbers are out of range.
  virtual std::shared_ptr<const MachineRule> rule(const Grid& grid) const = 0;
  virtual std::shared_ptr<const DoubleDoubleRule> fine_rule(const Grid& grid) const = 0;

  /// Heuristics: log K and the moments of the loss at many tilts.
  virtual heuristic::Sketcher sketcher() const = 0;
  /// Heuristics: nodes for arguments s whose real part (the order) is between low and high, all on one side of 1 or of
  /// 0, and whose imaginary part is at most `height`. The relative errors of K are approximately e^-(depth +
  /// log_count), for products of e^log_count steps.
  virtual Grid grid(double low, double high, double log_count, double depth,
                    double height) const = 0;
  /// Returns true if grid() depends on the height.
  virtual bool has_height() const { return false; }
};
using MachineLawPtr = std::shared_ptr<const MachineLaw>;

/// Offered by a pair whose transform on a line can be computed in machine numbers.
struct MachineSteps {
  MachineLawPtr law;
};

/// Returns the distribution of a Poisson-subsampled Gaussian step. `law` must have no window (window.hpp).
MachineLawPtr machine_law(const MixtureLaw& law);

}  // namespace plumbline::mixture
