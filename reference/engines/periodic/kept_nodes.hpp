/// Selects the nodes of a period that contribute to the sum. These are the nodes near zero. If factors have different
/// lattices, each factor's transform has a period of its own; then the nodes that lie close to the beginning of a
/// period of every factor are also selected.
#pragma once

#include <utility>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::fourier {

/// Criteria for omitting nodes, where K is the transform of the composition. The doubles are chosen heuristically: any
/// choice gives a correct bound.
struct NodeWish {
  double c = 0;          ///< the line is Re s = c, an exact double
  Rational nodes{1};     ///< M, the number of nodes in one period
  long last = 0;         ///< nodes k <= last are always summed
  double log_decay = 0;  ///< omit nodes where log(|K|/K(c)) is below this
  long most_nodes = 0;   ///< maximum number of summed nodes
};

struct KeptNodes {
  std::vector<std::pair<long, long>> kept;  ///< ranges of k in (last, (M-1)/2], in order, disjoint
  Ball decay;  ///< bound of |K(c+iy_k)|/K(c), y_k = 2 pi k/(M h), at all other k in (last, (M-1)/2]
};

/// Chooses the nodes to sum. `h` is the positive spacing of the composition's lattice.
KeptNodes choose_nodes(const Composition& composition, const Rational& h, const NodeWish& wish,
                       Bits p, const Poll& poll);

}  // namespace plumbline::fourier
