/// Computes the transform K(s) = E_P[e^{sL}] of mixtures of Gaussian distributions without a window (window.hpp) in
/// double-double arithmetic, for answers of approximately twenty digits. It uses the trapezoid rules of MIXTURE-LINE
/// and TWO-LINE. BOUND(DOUBLE-DOUBLE-MIXTURE) bounds the rounding errors.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/functions/double_double_exp.hpp"
#include "reference/mechanisms/gaussian/mixture_rule.hpp"

namespace plumbline::mixture {

/// Nodes with their b_j and l_j: the rule sums e^{b_j + s l_j} (rule_nodes.hpp). Immutable after construction.
class DoubleDoubleRule {
 public:
  /// Returns the rule of these nodes; null if the machine does not compute double-doubles as the proof assumes.
  static std::shared_ptr<const DoubleDoubleRule> of_nodes(const Grid& grid,
                                                          const std::vector<RuleNode>& nodes,
                                                          RuleErrorsPtr errors);
  /// Returns the rule of a law; null if a number exceeds the range of double-doubles, or the machine does not compute
  /// them as the proof assumes.
  static std::shared_ptr<const DoubleDoubleRule> make(const MixtureLaw& law, const Grid& grid);
  /// Returns the rule from the cache of the calling thread, which contains the last rules.
  static std::shared_ptr<const DoubleDoubleRule> kept(const MixtureLaw& law, const Grid& grid);

  /// The values K(c + i k D) for k = 0, .., count - 1. The k-th value has an error of at most base + k slope; base is
  /// infinite if no bound is known.
  struct Line {
    std::vector<ComplexDoubleDouble> values;
    double base, slope;
  };
  Line line(double c, double D, size_t count) const;

 private:
  struct Weights;
  DoubleDoubleRule(const Grid& grid, RuleErrorsPtr bounds, DoubleDouble scale)
      : grid_(grid),
        bounds_(std::move(bounds)),
        scale_(scale),
        v_(double_double_share()),
        exp_share_(double_double_exp_share()) {}
  bool fill(const MixtureLaw& law);
  bool put(const ComplexDoubleDouble& w, double share);
  Weights weights(double c) const;
  double quadrature(double c, double value, double rounding, double height) const;

  struct Node {
    DoubleDouble growth, turn;  ///< b_j; for one mixture (a^2 - t^2)/2 and -a t
    ComplexDoubleDouble log_w;  ///< l_j; for one mixture log w at t + ia
    double off;                 ///< maximum distance of l_j from log_w
    double weight_off = 0;  ///< error of b_j, apart from roundings: o_j in DOUBLE-DOUBLE-MIXTURE
  };

  Grid grid_;
  RuleErrorsPtr bounds_;
  DoubleDouble scale_;    ///< h/sqrt(2 pi)
  double v_, exp_share_;  ///< double_double_share(), called v; double_double_exp_share()
  std::vector<Node> nodes_;
};

}  // namespace plumbline::mixture
