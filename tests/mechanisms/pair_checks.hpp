/// Comparisons for every pair: with recorded values of direct sums and integrals, and between two engines.
#pragma once

#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

namespace plumbline::testing {

/// Returns delta(epsilon) of the forward pair.
inline Ball forward_delta(const std::string& mechanism, const std::string& epsilon,
                          const std::string& engine = "auto", int digits = 15) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward, engine);
  return profile.delta(Real(number(epsilon)), Effort{digits}).value;
}

/// Checks that x is tight and within a relative 10^-digits of the value.
inline void check_value(const Ball& x, const std::string& value, int digits) {
  const Ball truth = ball(value);
  CAPTURE(x.decimal_bounds(25), value);
  CHECK(x.relative_digits() >= digits);
  CHECK(overlaps(x, widen(truth, UpperBound::of(truth * Ball(power_of_ten(-digits), Bits{64})))));
}

/// Checks that two engines agree on the same question and that both reach the given digits.
inline void check_engines(const std::string& mechanism, const std::string& epsilon,
                          const std::string& first, const std::string& second, int digits,
                          int more_digits = 10) {
  CAPTURE(mechanism, epsilon, first, second);
  check_meet(forward_delta(mechanism, epsilon, first, more_digits),
             forward_delta(mechanism, epsilon, second, digits), digits);
}

/// Checks that an expression parses to itself.
inline void check_round_trip(const std::string& expression) {
  const Composition once = Composition::parse(expression);
  const Composition twice = Composition::parse(once.expression());
  CAPTURE(expression, once.expression());
  CHECK(once.expression() == twice.expression());
  CHECK(once.identity() == twice.identity());
}

}  // namespace plumbline::testing
