/// Shuffled answers to which each user adds Gaussian noise: the blanket (the part of an answer's law that does not
/// depend on the value), and the resulting bound.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

class GaussianBlanket {
 public:
  GaussianBlanket(const Rational& sigma, long users);

  /// Returns the bound SHUFFLED-GAUSSIAN at epsilon >= 0, or the delta without the shuffle if that is smaller.
  Rational delta_at(const Rational& epsilon) const;
  /// Returns an approximation of this bound at e^epsilon = x, for heuristics.
  double rough_delta(double x) const { return rough_best(x).delta; }

 private:
  /// A cell is an interval of distances of an answer from 1/2. Each end has a weight and a ratio: the density of the
  /// answer to 1 divided by that of the answer to 0. The two weights preserve the mass of the cell and the mean ratio.
  struct Cell {
    Ball near, far, near_weight, far_weight;
  };
  struct RoughCell {
    double near, far, near_weight, far_weight;
  };
  /// The number digits * 10^place, with at most four digits.
  struct Lambda {
    long digits = 1;
    int place = 0;

    double approximate() const;
  };
  /// The best lambda, the number of cells, and the resulting delta.
  struct Choice {
    double delta;
    Lambda lambda;
    size_t cells;
  };

  double rough_log_sum(double lambda, double x, size_t cells) const;
  Choice rough_best_of(size_t cells, double x) const;
  Choice rough_best(double x) const;
  Ball beyond(size_t cells) const;
  Ball without_shuffle(const Rational& epsilon) const;

  Rational sigma_;
  long users_;
  std::vector<Cell> cells_;
  std::vector<RoughCell> rough_;
  std::vector<double> rough_beyond_;
};

}  // namespace plumbline
