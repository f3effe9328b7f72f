/// The blanket of shuffled answers with Gaussian noise of each user, and the resulting bound.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

class GaussianBlanket {
 public:
  GaussianBlanket(const Rational& sigma, long users);

  /// SHUFFLED-GAUSSIAN at epsilon >= 0, or the delta without the shuffle if that is smaller.
  Rational delta_at(const Rational& epsilon) const;
  /// Approximate value, for heuristics.
  double rough_delta(double x) const { return rough_best(x).delta; }

 private:
  /// A cell of distances from 1/2: ratios of densities at both ends, and the weights with the mass and mean of the
  /// cell.
  struct Cell {
    Ball near, far, near_weight, far_weight;
  };
  struct RoughCell {
    double near, far, near_weight, far_weight;
  };
  /// A number with four digits: digits 10^place.
  struct Lambda {
    long digits = 1;
    int place = 0;

    double approximate() const;
  };
  /// lambda, and the number of cells.
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
