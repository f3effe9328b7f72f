/// Two enclosures of one number that do not meet, a probability that is certainly negative, a lower
/// end above an upper one: somewhere a bound is false. Such a contradiction is an error of its own,
/// never clipped away; the program ends with exit code 4 and prints nothing as certified.
#pragma once

#include <stdexcept>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The points that both contain, where both enclose the same number; an unbounded ball says
/// nothing. `what` names the number ("delta by fourier and by lattice").
/// Throws Contradiction when they do not meet.
Ball common(const Ball& a, const Ball& b, const std::string& what);

/// x, which encloses a number that by definition lies in [least, most].
/// Throws Contradiction when it certainly does not.
const Ball& require_within(const Ball& x, const Rational& least, const Rational& most,
                           const std::string& what);

}  // namespace plumbline
