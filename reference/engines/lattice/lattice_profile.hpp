/// Encloses answers from lattice measures: the three forms of the profile, and the tails as slopes of the profile.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/lattice/lattice_measure.hpp"

namespace plumbline::lattice {

/// An upper and a lower measure of the total loss of a composition, on lattices.
struct Bracket {
  Frame frame;
  LatticeMeasure upper, lower;
  Ball log_scale;    ///< masses are e^{theta loss} dP times e^-log_scale
  LossTails beyond;  ///< bounds of the probability that some step lies outside the cells of its
                     ///< survey, for each side
};

/// Returns the form of the profile that is most accurate with the tilt of the bracket. With the total loss S, it is
/// E[(e^S - e^t)_+] for theta >= 1, E[min(e^S, e^t)] for 0 < theta < 1, E[(e^t - e^S)_+] for theta <= 0.
Ball primary(const Bracket& bracket, const Ball& t);

/// Answers any question from primary().
Ball answer(const Bracket& bracket, Question question, const Ball& t);

}  // namespace plumbline::lattice
