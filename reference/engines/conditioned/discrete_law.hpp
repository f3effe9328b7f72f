/// The law of a sum of losses of countably many values, from the heavy atoms of its steps: what
/// engine `conditioned` sums over.
#pragma once

#include <optional>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::conditioned {

/// Disjoint events, each with its loss and its masses under P and Q.
struct DiscreteLaw {
  struct Point {
    Ball P, Q;
    Real loss;
  };
  std::vector<Point> points;
  Ball P_rest, Q_rest;  ///< masses of what is in none of them
};

/// Returns true if the losses of a step are countably many.
bool is_discrete(const DominatingPair& pair);

/// Heuristic: about how many points their law has, at most; infinite where there is none available.
double rough_size(const std::vector<Factor>& factors, double depth, size_t most);

/// Heuristic: the logarithm of how many types are common, a type being how often each loss came up.
double log_common_types(const std::vector<Factor>& factors, size_t most);

/// The law of these steps without points of less than about 2^-depth under both measures, with
/// masses at precision p. No infinite losses. Nothing where a step offers no atoms, or where there
/// are more than `most` points (or too much work to find them). Throws Contradiction where the points
/// together have a mass of more than 1.
std::optional<DiscreteLaw> discrete_law(const std::vector<Factor>& factors, double depth, Bits p,
                                        size_t most, const Poll& poll);

}  // namespace plumbline::conditioned
