/// K(s) of a Gaussian mixture without window in double-double arithmetic: the trapezoid rule of MIXTURE-LINE, for
/// answers of some twenty digits. BOUND(DOUBLE-DOUBLE-MIXTURE) proves the rounding errors.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/functions/double_double_exp.hpp"
#include "reference/mechanisms/gaussian/mixture_rule.hpp"

namespace plumbline::mixture {

/// Nodes t_j + ia with log w there. Immutable after construction.
class DoubleDoubleRule {
 public:
  /// Returns null if a number exceeds the range of double-doubles, or the machine does not compute them as the proof
  /// assumes.
  static std::shared_ptr<const DoubleDoubleRule> make(const MixtureLaw& law, const Grid& grid);
  /// Returns the rule from the last rules of the calling thread.
  static std::shared_ptr<const DoubleDoubleRule> kept(const MixtureLaw& law, const Grid& grid);

  /// K(c + i k D) for k = 0, .., count - 1, each with an error of at most base + k slope. base is infinite if nothing
  /// is known.
  struct Line {
    std::vector<ComplexDoubleDouble> values;
    double base, slope;
  };
  Line line(double c, double D, size_t count) const;

 private:
  struct Weights;
  DoubleDoubleRule(const MixtureLaw& law, const Grid& grid, DoubleDouble scale)
      : grid_(grid),
        bounds_(law, grid),
        scale_(scale),
        v_(double_double_share()),
        exp_share_(double_double_exp_share()) {}
  bool fill(const MixtureLaw& law);
  bool put(const ComplexDoubleDouble& w, double share);
  Weights weights(double c) const;
  double quadrature(double c, double value, double rounding) const;

  struct Node {
    DoubleDouble growth, turn;  ///< (a^2 - t^2)/2 and -a t: -(t + ia)^2/2
    ComplexDoubleDouble log_w;  ///< log w at t + ia
    double off;                 ///< maximum distance of log w from log_w
  };

  Grid grid_;
  RuleBounds bounds_;
  DoubleDouble scale_;    ///< h/sqrt(2 pi)
  double v_, exp_share_;  ///< double_double_share(), double_double_exp_share()
  std::vector<Node> nodes_;
};

}  // namespace plumbline::mixture
