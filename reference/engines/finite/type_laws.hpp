/// Distributions of sums of losses, as lists of atoms: the distribution over the types of n steps, and the
/// convolution of two distributions.
#pragma once

#include <vector>

#include "reference/engines/finite/finite_law.hpp"

namespace plumbline::finite_sums {

struct Atom {
  Ball value, mass;
  Coordinates key;
};
using Atoms = std::vector<Atom>;

/// Returns the atoms of all types of n steps of one part: counts within their ranges that sum to n.
Atoms law_of_types(const Power& part, const std::vector<CountRange>& ranges, Bits p,
                   const Poll& poll);

Atoms product(const Atoms& a, const Atoms& b, const Poll& poll);

/// Sorts in increasing order of value, and merges atoms without keys that the precision does not separate
/// (NEAR-ATOMS). Returns false if the precision does not separate two atoms with keys.
bool sort_by_value(Atoms* atoms, const Poll& poll);

}  // namespace plumbline::finite_sums
