/// Where enclosures of one number are combined: they meet, or a bound is false.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/contradiction_error.hpp"

namespace plumbline {

/// The points that both contain, where both enclose the same number; an unbounded ball says
/// nothing. `what` names the number ("delta by fourier and by lattice").
/// Throws Contradiction when they do not meet.
Ball common(const Ball& a, const Ball& b, const std::string& what);

/// x, which encloses a number that by definition lies in [least, most].
/// Throws Contradiction when it certainly does not.
const Ball& require_within(const Ball& x, const Rational& least, const Rational& most,
                           const std::string& what);

}  // namespace plumbline
