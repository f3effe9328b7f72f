/// Computes the cumulants and the functionals (StepFunctionals) of the loss of a single step.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/quantities/moments.hpp"

namespace plumbline::step_moments {

constexpr long kMostBits = 1L << 14;
inline Bits first_bits(int digits) { return bits_for_digits(digits) + 64; }

/// A step under one of its measures: a pair with finite losses, and a constant that is added to its loss. In this file,
/// `tilt` is 0 for the measure P and 1 for Q.
struct Finite {
  Mechanism owner;
  const DominatingPair* pair;
  Real added{Rational(0)};

  Ball shift(Bits p) const { return added(p); }
};

/// Returns the step conditioned on a finite loss, under one measure; nothing if the loss is infinite with positive
/// probability under this measure. The loss is L = L' + log(Q_finite/P_finite), where L' is the loss of the conditional
/// pair.
std::optional<Finite> finite_under(const DominatingPair& pair, int tilt);

/// Returns the loss measure from which moments are computed if they have no closed form. Throws std::invalid_argument
/// if the pair has none.
const LossMeasure& needed_transform(const DominatingPair& pair);

/// Returns the cumulants of one step. Those of a Gaussian pair have a closed form.
std::array<Ball, 6> step_cumulants(const Finite& step, int tilt, Bits p, const Poll& poll);
StepFunctionals functionals(const Finite& step, int tilt, Bits p, const Poll& poll);

/// Returns x, which encloses a number that is at least 0 by definition. Throws Contradiction if x is certainly
/// negative; the message names the number by `what`.
const Ball& nonnegative(const Ball& x, const char* what);
/// Returns true if a cumulant has the requested digits. A cumulant may be zero: it also counts as known if its ball is
/// small relative to its scale.
bool known(const Ball& x, double log_scale, int digits);
/// Returns the answer, marked as reached if it has `digits` digits or `reached` is true.
Certified value(const Ball& x, const std::string& engine, int digits, bool reached);

}  // namespace plumbline::step_moments
