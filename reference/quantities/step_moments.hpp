/// Moments of losses: the cumulants and functionals of single steps.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/quantities/moments.hpp"

namespace plumbline::step_moments {

constexpr long kMostBits = 1L << 14;
inline Bits first_bits(int digits) { return bits_for_digits(digits) + 64; }

/// A step under one of its measures: a pair with finite losses, and a constant added to its loss.
struct Finite {
  Mechanism owner;
  const DominatingPair* pair;
  Real added{Rational(0)};

  Ball shift(Bits p) const { return added(p); }
};

/// Returns nothing if the loss is infinite with positive probability under the measure. Conditioned on being finite, L
/// = L' + log(Q_finite/P_finite).
std::optional<Finite> finite_under(const DominatingPair& pair, int tilt);

/// Returns the measure for moments without another formula; throws std::invalid_argument if there is none.
const LossMeasure& needed_transform(const DominatingPair& pair);

/// Cumulants of one step. Those of the Gaussian pair are known.
std::array<Ball, 6> step_cumulants(const Finite& step, int tilt, Bits p, const Poll& poll);
StepFunctionals functionals(const Finite& step, int tilt, Bits p, const Poll& poll);

/// Returns x as an enclosure of a number that is at least 0 by definition. Throws Contradiction.
const Ball& nonnegative(const Ball& x, const char* what);
/// A cumulant may be zero: then it counts as known if it is small relative to its scale.
bool known(const Ball& x, double log_scale, int digits);
/// The answer, which also counts as tight enough if `reached`.
Certified value(const Ball& x, const std::string& engine, int digits, bool reached);

}  // namespace plumbline::step_moments
