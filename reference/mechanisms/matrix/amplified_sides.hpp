/// Pairs that bound a matrix mechanism with random batches from above and from below.
#pragma once

#include "reference/mechanisms/matrix/amplified.hpp"

namespace plumbline {

/// One bound: the pair (P, Q) of an expression. If a lower bound has a share below 1, the bound in the forward
/// direction is the pair of P and (1 - share) P + share Q.
struct AmplifiedSide {
  std::string expression;
  Rational share{1};
  std::string name{};  ///< name of the bound
  double likely = 0;   ///< approximate epsilon at delta 1e-6, used only by likely_best
};

struct AmplifiedSides {
  /// `below` may be empty: a lower bound requires that the entries or the column sums of the strategy are at least 0,
  /// and that the steps are not too many.
  std::vector<AmplifiedSide> above, below;
};
/// Returns the bounds of a mechanism with random batches. Throws std::invalid_argument if a number is unknown (written
/// as `?`), or if the mechanism is of another kind.
AmplifiedSides amplified_sides(const WrittenFactor& factor);

/// Upper bounds of the sensitivities in MATRIX-BINS and MATRIX-SEPARATED.
Rational bins_sensitivity(const Strategy& strategy, long bins, long stride);
Rational apart_sensitivity(const Strategy& strategy);

std::vector<AmplifiedSide> bins_below(const SampledMatrix& matrix);
std::vector<AmplifiedSide> apart_below(const SampledMatrix& matrix);

/// Returns the expression of the bound that is probably the largest of those with share 1; empty if there is none. The
/// choice is heuristic, but every bound is valid.
std::string likely_best(const std::vector<AmplifiedSide>& below);

}  // namespace plumbline
