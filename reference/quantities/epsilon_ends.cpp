#include "reference/quantities/epsilon_ends.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/mint.hpp"

namespace plumbline {

Certified nonnegative_part(const Certified& epsilon) {
  const Ball& e = epsilon.value;
  const Certified raised = e.is_finite() ? replaced(epsilon, max(e, Ball(e.precision()))) : epsilon;
  return limited(raised, Rational(0));
}

// delta does not increase: where it is above D, epsilon lies to the right; where it is at most D,
// not to the right.
Certified epsilon_between(const Rational& lo, const Rational& hi, const std::string& engine,
                          int digits) {
  if (hi < lo) {
    throw Contradiction("delta exceeds D at epsilon " + lo.text() + " and not at " + hi.text() +
                        ", which is smaller");
  }
  const Bits p{256};
  const Enclosure between{Ball::hull(Ball(lo, p), Ball(hi, p)), {}};
  return within(certified(between, engine, digits, true), lo, hi);
}

}  // namespace plumbline
