/// Which nodes of a period matter: those near zero, and, for factors with different lattices, those
/// where all factors come back close to the beginning of a period of their own.
#pragma once

#include <utility>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::fourier {

/// The nodes to omit; doubles are heuristics, any choice gives a correct bound.
struct NodeWish {
  double c = 0;          ///< the line, meant exactly
  Rational nodes{1};     ///< M, in one period
  long last = 0;         ///< nodes k <= last are kept anyway
  double log_decay = 0;  ///< leave out where log(|K|/K(c)) is below
  long most_nodes = 0;   ///< keep no more than these
};

struct KeptNodes {
  std::vector<std::pair<long, long>> kept;  ///< ranges of k in (last, (M-1)/2], in order, disjoint
  Ball decay;  ///< bound of |K(c+iy_k)|/K(c), y_k = 2 pi k/(M h), at all others in that range
};

/// `h` is the spacing of the composition's lattice, positive.
KeptNodes choose_nodes(const Composition& composition, const Rational& h, const NodeWish& wish,
                       Bits p, const Poll& poll);

}  // namespace plumbline::fourier
