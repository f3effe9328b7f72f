/// The exponential mechanism, or any of bounded range: log-likelihood ratios within an interval of
/// length epsilon, wherever it lies.
#pragma once

#include "reference/mechanisms/laplace/bounded_range_pair.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// One mechanism of bounded range: losses t and t - epsilon alone, 0 <= t <= epsilon. Throws
/// std::invalid_argument.
Mechanism bounded_range_at(const Rational& epsilon, const Rational& t);

/// Returns the pair of bounded range: one of two candidates is chosen with odds e^{epsilon times
/// the votes by which it is ahead}; the record is a vote for the one that is `lead` votes ahead
/// with it, of any sign. Its losses are t and t - epsilon with an irrational t.
Mechanism vote_of_two(const Rational& epsilon, const Rational& lead);

/// For the registry.
MechanismEntry exponential_mechanism_entry();

}  // namespace plumbline
