/// Parameters of several runs of mechanisms in a class that has no single dominating pair.
#pragma once

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// `runs` mechanisms; the losses of each mechanism lie in an interval of length `range`.
struct RangeRuns {
  Rational range, runs;
};
/// Throws std::invalid_argument unless range > 0 and runs is an integer from 1 to kMostRangeRuns.
void require_runs(const RangeRuns& runs);
inline constexpr long kMostRangeRuns = 5000;

/// `runs` steps of without_replacement(sigma=, n=, batch=, sensitivity=).
struct BatchRuns {
  Rational sigma, n, batch, sensitivity, runs;
};

/// `runs` mechanisms whose Renyi divergences of every order alpha > 1 are at most xi + rho alpha, in both directions
/// (Bun and Steinke 2016). Each mechanism may depend on earlier outputs.
struct ConcentratedRuns {
  Rational rho, xi, runs;
};

}  // namespace plumbline
