/// The distribution of a sum of losses with countably many values, from the atoms of large mass of its steps. The
/// engine `conditioned` sums over it.
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
  Ball P_rest, Q_rest;  ///< masses outside these events
};

/// Returns true if a step has countably many losses.
bool is_discrete(const DominatingPair& pair);

/// Heuristic: approximate upper bound of the number of points of the distribution of these steps; infinite if a step
/// offers no atoms.
double rough_size(const std::vector<Factor>& factors, double depth, size_t most);

/// Heuristic: log of the number of common types, where a type is the vector of the multiplicities of the losses.
double log_common_types(const std::vector<Factor>& factors, size_t most);

/// Returns the distribution of the loss of these steps without points of less than approximately 2^-depth under both
/// measures, with masses at precision p. Requires finite losses. Returns nothing if a step offers no atoms, if there
/// are more than `most` points, or if the search for points is too expensive. Throws Contradiction if the total mass
/// of the points exceeds 1.
std::optional<DiscreteLaw> discrete_law(const std::vector<Factor>& factors, double depth, Bits p,
                                        size_t most, const Poll& poll);

}  // namespace plumbline::conditioned
