/// Enclosures from lattice measures: the profile in its three forms, and the tails as slopes.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/lattice/lattice_measure.hpp"

namespace plumbline::lattice {

/// A whole composition between two measures on a lattice.
struct Bracket {
  Frame frame;
  LatticeMeasure upper, lower;
  Ball log_scale;    ///< scale of the masses, which are x^theta dP e^-log_scale
  LossTails beyond;  ///< bounds of the probability that some step lies outside the cells of its
                     ///< survey, for each side
};

/// The form in which the tilt makes the mass large: E[(e^S - e^t)_+], E[min(e^S, e^t)] or E[(e^t - e^S)_+], for theta
/// >= 1, 0 < theta < 1, and theta <= 0.
Ball primary(const Bracket& bracket, const Ball& t);

/// Answers any question by primary().
Ball answer(const Bracket& bracket, Question question, const Ball& t);

}  // namespace plumbline::lattice
