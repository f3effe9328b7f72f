/// Pairs that bound a matrix mechanism with batches drawn at random, from above and from below.
#pragma once

#include "reference/mechanisms/matrix/amplified.hpp"

namespace plumbline {

/// A pair; from below it may stand for a share of Q alone, Q = (1 - share) P + share of its Q, forward.
struct AmplifiedSide {
  std::string expression;
  Rational share{1};
  std::string name{};  ///< the bound's
  double likely = 0;   ///< roughly its epsilon at a delta of 1e-6, for likely_best alone
};

struct AmplifiedSides {
  std::vector<AmplifiedSide> above, below;  ///< none below where the strategy has entries below 0
};
/// Returns the sides of a mechanism with random batches, all numbers given. Throws std::invalid_argument.
AmplifiedSides amplified_sides(const WrittenFactor& factor);

/// The sensitivities of MATRIX-BINS and MATRIX-SEPARATED, not below them.
Rational bins_sensitivity(const Strategy& strategy, long bins, long stride);
Rational apart_sensitivity(const Strategy& strategy);

std::vector<AmplifiedSide> bins_below(const SampledMatrix& matrix);
std::vector<AmplifiedSide> apart_below(const SampledMatrix& matrix);

/// Returns one of the sides with share 1 that is probably the largest: any is a bound. Empty where there is none.
std::string likely_best(const std::vector<AmplifiedSide>& below);

}  // namespace plumbline
