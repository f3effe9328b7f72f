/// The atoms of a step that single numbers are computed from: light ones are left out.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engines/returns/machine_nodes.hpp"

namespace plumbline::returns {

struct KeptAtoms {
  std::vector<std::uint64_t> turns;  ///< of one node, in units of 2^-64 turns, cut
  std::vector<float> weights;
  Ball left;  ///< at least the share of all other losses
};

KeptAtoms kept_atoms(const MachineLaw::Step& step);

}  // namespace plumbline::returns
