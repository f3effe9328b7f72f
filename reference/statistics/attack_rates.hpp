/// Upper bounds of the true positive rate of an attack at a false positive rate, from known values of a pair.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Returns a bound for a pair with delta(epsilon) <= delta in both directions. `epsilon` is any real number; `delta`
/// and the false positive rate lie in [0, 1].
Ball rate_by_guarantee(const Rational& epsilon, const Rational& delta, const Rational& false_rate,
                       Bits p);
/// Returns a bound for a pair of total variation at most `distance`.
Ball rate_by_distance(const Rational& distance, const Rational& false_rate, Bits p);
/// Returns a bound for a pair if every attack with the false positive rate `level` has a true positive rate of at
/// most `power`.
Ball rate_by_power(const Rational& level, const Rational& power, const Rational& false_rate,
                   Bits p);

}  // namespace plumbline
