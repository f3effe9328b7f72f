/// Combines enclosures of one number. If they are disjoint, a bound is false.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/contradiction_error.hpp"

namespace plumbline {

/// Returns the intersection of two enclosures of one number; an unbounded ball imposes no restriction. `what` names
/// the number ("delta by fourier and by lattice"). Throws Contradiction if the enclosures are disjoint.
Ball common(const Ball& a, const Ball& b, const std::string& what);

/// Returns x, an enclosure of a number that by definition lies in [least, most]. Throws Contradiction if the number
/// certainly lies outside.
const Ball& require_within(const Ball& x, const Rational& least, const Rational& most,
                           const std::string& what);

}  // namespace plumbline
