/// The atoms of a step, for bounds in single precision. Atoms of small mass are omitted.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engines/returns/machine_nodes.hpp"

namespace plumbline::returns {

struct KeptAtoms {
  /// For each atom: the fraction of a full turn by which its phase advances from one node to the next, truncated to
  /// units of 2^-64.
  std::vector<std::uint64_t> turns;
  std::vector<float> weights;
  Ball left;  ///< upper bound of the mass of all omitted losses
};

KeptAtoms kept_atoms(const MachineLaw::Step& step);

}  // namespace plumbline::returns
