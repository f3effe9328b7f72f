/// Splits the part of a product below t: its steps' laws from their smallest losses, and the places where they change.
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

/// weight e^{s (t - distance)} times the parts to these powers.
struct Term {
  Ball distance, weight;
  std::vector<long> powers;
};

struct Terms {
  std::vector<Part> parts;
  std::vector<Term> terms;  ///< the first is that of the smallest loss
};

/// Why a composition is not covered, if so.
std::string refusal(const Composition& composition);

/// t less the smallest loss of all.
Ball distance_from_edge(const Composition& composition, const Real& t, Bits p);

/// EDGE-TERMS; nothing where there are too many, or t is not told from one of the places.
std::optional<Terms> terms_below(const Composition& composition, const Real& t, Bits p);

}  // namespace plumbline::edge
