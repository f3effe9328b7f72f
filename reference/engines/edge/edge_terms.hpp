/// Splits the distribution of the loss of a composition, below a threshold t, into terms. In a term, the distribution
/// of each step begins at the smallest loss of the step or at the end of its density. The distance of the term is t
/// minus the sum of these starting points.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/edge_density.hpp"

namespace plumbline::edge {

const Bits kRough{64};

/// One factor of a transform: an atom at 0 and a density along a ray.
struct Part {
  std::function<Ball(Bits p)> atom;
  std::function<ComplexBall(const ComplexBall& x, Bits p)> density;
  std::function<Ball(const Ball& reach)> near;
};

/// A term: weight e^{s (t - distance)} times the powers of the parts.
struct Term {
  Ball distance, weight;
  std::vector<long> powers;
};

struct Terms {
  std::vector<Part> parts;
  std::vector<Term> terms;  ///< the first term is that of the smallest loss
};

/// Returns the reason why a composition is not covered; an empty text if it is covered.
std::string refusal(const Composition& composition);

/// Returns t minus the smallest loss of the composition.
Ball distance_from_edge(const Composition& composition, const Real& t, Bits p);

/// Returns the terms of EDGE-TERMS; nothing if there are too many, or if the precision does not separate t from the
/// position of a term.
std::optional<Terms> terms_below(const Composition& composition, const Real& t, Bits p);

}  // namespace plumbline::edge
