/// Combines enclosures of one number: they meet, or a bound is false.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/contradiction_error.hpp"

namespace plumbline {

/// The intersection of both balls, which enclose the same number; an unbounded ball states nothing. `what` names the
/// number ("delta by fourier and by lattice"). Throws Contradiction if they do not meet.
Ball common(const Ball& a, const Ball& b, const std::string& what);

/// Returns x, an enclosure of a number that by definition lies in [least, most]. Throws Contradiction if it certainly
/// does not.
const Ball& require_within(const Ball& x, const Rational& least, const Rational& most,
                           const std::string& what);

}  // namespace plumbline
