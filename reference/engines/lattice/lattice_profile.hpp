/// From lattice measures to enclosures: the profile in its three forms, and the tails as slopes.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/lattice/lattice_measure.hpp"

namespace plumbline::lattice {

/// A whole composition between two measures on a lattice.
struct Bracket {
  Frame frame;
  LatticeMeasure upper, lower;
  Ball log_scale;    ///< of the masses: they are x^theta dP e^-log_scale
  LossTails beyond;  ///< bounds of the mass of some step outside its survey's cells, by side
};

/// The part of the mass that the tilt makes large: E[(e^S - e^t)_+], E[min(e^S, e^t)] or
/// E[(e^t - e^S)_+], for theta >= 1, between, and <= 0.
Ball primary(const Bracket& bracket, const Ball& t);

/// Any question, through primary().
Ball answer(const Bracket& bracket, Question question, const Ball& t);

}  // namespace plumbline::lattice
