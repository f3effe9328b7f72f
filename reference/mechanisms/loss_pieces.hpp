/// A loss that consists of atoms and of intervals on which e^{L/2} dP is uniform. Laplace noise (truncated or not), the
/// worst pair of bounded range, and choices between such pairs have losses of this form.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The measure e^{L/2} dP as a sum of atoms and uniform parts. A loss is shift + place. Weights are positive.
struct LossPieces {
  struct Atom {
    Rational place;
    Real weight;
  };
  /// The weight distributed uniformly over low <= place <= high, low < high.
  struct Stretch {
    Rational low, high;
    Real weight;
  };
  Real shift = Real(Rational(0));
  std::vector<Atom> atoms;
  std::vector<Stretch> stretches;
};

/// Returns the pieces that a pair offers, or the pieces of a pair with finitely many losses that are all rational;
/// nothing if the losses are not known exactly.
std::optional<LossPieces> loss_pieces(const DominatingPair& pair);

}  // namespace plumbline
