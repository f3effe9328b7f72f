/// The matrix mechanism with Gaussian noise. It releases C X + sigma Z, where C is the strategy, X has one row for each
/// step, and Z is standard normal.
#pragma once

#include "reference/mechanisms/matrix/sensitivity.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the participation that the parameters steps, participations, gap and every describe. Throws
/// std::invalid_argument on invalid values.
Participation participation_of(const Parameters& parameters);

/// Returns the squared sensitivity s^2 of MATRIX-PAIR. If it is not known exactly or is 0, throws
/// std::invalid_argument with an enclosure of s. `word` is the strategy as written.
Rational exact_square(const Strategy& strategy, const Participation& participation,
                      const std::string& word);

MechanismEntry correlated_gaussian_entry();

}  // namespace plumbline
