/// Computes the transform K(s) = E_P[e^{sL}] in doubles, for mixtures of Gaussian distributions without a window
/// (window.hpp), for answers with few digits. It uses the trapezoid rules of MIXTURE-LINE and TWO-LINE with proved
/// bounds of the rounding errors. Thousands of values take less time than one value in ball arithmetic.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/functions/machine_exp.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/mechanisms/gaussian/mixture.hpp"
#include "reference/mechanisms/gaussian/mixture_rule.hpp"

namespace plumbline::mixture {

/// Offered by a pair that is a Gaussian mixture without a window.
struct MachineMixture {
  MixtureLaw law;
};

/// Nodes with their b_j and l_j: the rule sums e^{b_j + s l_j} (rule_nodes.hpp). Immutable after construction.
class MachineRule {
 public:
  /// Returns the rule of these nodes; null if a number exceeds the range of doubles or if there are too many nodes.
  /// `identity` names the distribution.
  static std::shared_ptr<const MachineRule> of_nodes(std::string identity, const Grid& grid,
                                                     const std::vector<RuleNode>& nodes,
                                                     RuleErrorsPtr errors);
  /// Returns the rule of a law; null if a number exceeds the range of doubles, or the processor does not round to
  /// nearest.
  static std::shared_ptr<const MachineRule> make(const MixtureLaw& law, const Grid& grid);
  /// Returns the rule from the cache of the calling thread, which contains the last rules.
  static std::shared_ptr<const MachineRule> kept(const MixtureLaw& law, const Grid& grid);
  /// The identity of the rules of a law.
  static std::string identity_of(const MixtureLaw& law);

  const std::string& identity() const { return identity_; }
  const Grid& grid() const { return grid_; }
  size_t size() const { return re_.size(); }

 private:
  friend class MachineOrder;
  MachineRule(std::string identity, const Grid& grid, RuleErrorsPtr bounds)
      : identity_(std::move(identity)), grid_(grid), bounds_(std::move(bounds)) {}
  bool fill(const MixtureLaw& law);
  bool put(const MachineComplex& w, const MachineComplex& less, double less_off, double share);

  std::string identity_;
  Grid grid_;
  RuleErrorsPtr bounds_;
  /// The real part and the imaginary part of b_j, and bounds of the error of b_j apart from roundings (o_j of
  /// MACHINE-MIXTURE).
  std::vector<double> growth_, turn_, weight_off_;
  std::vector<double> re_, im_, off_;  ///< l_j, and its maximum error
};

/// The rule at one order c: K(c + iy), y >= 0.
class MachineOrder {
 public:
  MachineOrder(std::shared_ptr<const MachineRule> rule, double c);

  double order() const { return c_; }
  /// |K(c) - value()| <= error(); error() is infinite if no bound is known.
  double value() const { return value_; }
  double error() const { return error_; }
  Ball ball(Bits p) const;

  /// The values K(c + i k D) for k = 0, .., count - 1. The k-th value has an error of at most base + k slope.
  struct Line {
    std::vector<MachineComplex> values;
    double base, slope;
  };
  Line line(double D, size_t count) const;

  /// Returns an upper bound of |K(c + iy)| for all y >= Y > 0.
  double far(double Y) const;
  /// Returns an approximation of far(Y) relative to K(c), for heuristics.
  double rough_far(double Y) const;
  /// Returns the mean of arg w over the nodes, for heuristics: far(Y) begins to decrease near Y = 1/(2 mean).
  double mean_angle() const;

 private:
  void sum_up();
  double quadrature_to(double height) const;
  std::vector<double> falls(double Y) const;
  struct Heavy;  ///< the nodes with large weights, which a line sums
  class Turns;
  Heavy heavy() const;

  std::shared_ptr<const MachineRule> rule_;
  double c_;
  std::vector<double> re_, im_, size_,
      off_;                      ///< weights W_j of MACHINE-MIXTURE, moduli and relative errors
  double scale_ = 0;             ///< h/sqrt(2 pi), with a relative error of at most 2u
  double total_ = 0, lost_ = 0;  ///< sum of the moduli; sum of the moduli times the errors
  double value_ = 0, error_ = 0, rounding_ = 0;
  double most_ = 0, omitted_ = 0;  ///< upper bounds of K(c) and of the sum over the omitted nodes
};

/// Heuristics in doubles. No value computed here enters a bound.
namespace heuristic {
struct Sketch {
  double log_K, mean, variance;  ///< log K; mean and variance of the tilted loss
};
Sketch sketch(const MixtureLaw& law, double c);
/// Computes sketch() of one distribution at many tilts, with cached tables.
class Sketcher {
 public:
  /// `make` returns the table for all tilts between its argument and the nearer of 0 and 1; null if no table is
  /// possible.
  using MakeTable = std::function<std::shared_ptr<const Table>(double tilt)>;
  explicit Sketcher(MakeTable make);
  Sketch at(double c);

 private:
  MakeTable make_;
  KeptFew<double, std::shared_ptr<const Table>> tables_;
};
Sketcher sketcher_of(const MixtureLaw& law);
/// Returns nodes for the orders from low to high (all on one side of 1 or of 0). An order is the real part of s in
/// K(s). The relative errors of K are approximately e^-(depth + log_count), for products of e^log_count steps. Similar
/// orders have equal results.
Grid machine_grid(const MixtureLaw& law, double low, double high, double log_count,
                  double depth = 28);
}  // namespace heuristic

}  // namespace plumbline::mixture
