/// The exponential mechanism, and the class of all mechanisms of bounded range, whose log-likelihood ratios lie in an
/// interval of length epsilon at any position.
#pragma once

#include "reference/mechanisms/laplace/bounded_range_pair.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the mechanism of bounded range with the two losses t and t - epsilon, 0 <= t <= epsilon. Throws
/// std::invalid_argument on other t.
Mechanism bounded_range_at(const Rational& epsilon, const Rational& t);

/// Returns the pair of a mechanism of bounded range that chooses one of two candidates in a vote. The odds of a
/// candidate are e^{epsilon times its lead in votes}. The record is a vote for one candidate, whose lead including this
/// vote is `lead` (which may be negative). The losses are t and t - epsilon with an irrational t.
Mechanism vote_of_two(const Rational& epsilon, const Rational& lead);

/// The registry entry.
MechanismEntry exponential_mechanism_entry();

}  // namespace plumbline
