/// A loss made of atoms and of stretches on which e^{L/2} dP is uniform: that of Laplace noise, cut
/// or not, of the pair of bounded range, and of picks between such.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The measure e^{L/2} dP in parts. A loss is `shift` plus a place; weights are positive.
struct LossPieces {
  struct Atom {
    Rational place;
    Real weight;
  };
  /// The weight spread evenly over low <= place <= high, low < high.
  struct Stretch {
    Rational low, high;
    Real weight;
  };
  Real shift = Real(Rational(0));
  std::vector<Atom> atoms;
  std::vector<Stretch> stretches;
};

/// The pieces that a pair offers, or those of finitely many losses, all rational; nothing where the
/// parts lie at places that are not known exactly.
std::optional<LossPieces> loss_pieces(const DominatingPair& pair);

}  // namespace plumbline
