#include "reference/quantities/epsilon/epsilon_ends.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

Certified nonnegative_part(const Certified& epsilon) {
  const Ball& e = epsilon.value();
  const Certified raised = e.is_finite() ? replaced(epsilon, max(e, Ball(e.precision()))) : epsilon;
  return limited(raised, Rational(0));
}

// Statement.  If delta(x) <= D for a mechanism, then x >= -D/(1 - D).
// Proof.      delta(x) is a supremum of Q(E) - e^x P(E) over events E, in either direction. The whole space is such
//             an event, so that 1 - e^x <= D, and x >= log(1 - D) = -log(1/(1 - D)). By log y <= y - 1 at y =
//             1/(1 - D), log(1/(1 - D)) <= D/(1 - D).
Rational least_epsilon(const Rational& D) { return -(D / (Rational(1) - D)); }

Certified certain_epsilon(const Rational& D, const std::string& engine) {
  return limited(nothing_known(engine), least_epsilon(D));
}

// delta does not increase in epsilon: if it is above D at a point, the result is larger than this point; if it is at
// most D, the result is at most this point.
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
