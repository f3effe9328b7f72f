/// Shared parts of shuffled answers with Gaussian noise of each user's own, and the bound that they give.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

class GaussianBlanket {
 public:
  GaussianBlanket(const Rational& sigma, long users);

  /// SHUFFLED-GAUSSIAN at epsilon >= 0, or without the shuffle where that is less.
  Rational delta_at(const Rational& epsilon) const;
  /// Roughly, for heuristics.
  double rough_delta(double x) const { return rough_best(x).delta; }

 private:
  /// Distances from 1/2 of so many steps from here: ratios of densities at both ends, and the weights
  /// that have the cell's mass and mean.
  struct Cell {
    Ball near, far, near_weight, far_weight;
  };
  struct RoughCell {
    double near, far, near_weight, far_weight;
  };
  /// A number of four digits: digits 10^place.
  struct Lambda {
    long digits = 1;
    int place = 0;

    double approximate() const;
  };
  /// lambda, and how many cells are kept.
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
